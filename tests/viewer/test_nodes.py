"""What the viewer cannot show it says."""

import warnings
from pathlib import Path

import pytest

import torsor
from torsor.viewer.nodes import Nodes

SKINS = Path(__file__).parents[1] / 'scene/skins.xml'


def test_skins_are_not_shown_without_a_word():
    with pytest.warns(UserWarning, match='does not show skins'):
        Nodes(None, torsor.MjModel.from_xml_path(str(SKINS)), None)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        Nodes(None, torsor.MjModel.from_xml_string('<mujoco/>'), None)
