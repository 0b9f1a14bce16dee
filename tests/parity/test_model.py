"""Compiled models: every size, field and setting as in the wheel."""

import mujoco
import numpy as np
import pytest

import torsor
from parity.scenes import SCENES
from parity.twins import model_field, model_fields


@pytest.mark.filterwarnings('ignore:this version of Torsor')
@pytest.mark.parametrize('scene', ['empty', *SCENES])
def test_fields(scene):
    xml = SCENES.get(scene, '<mujoco/>')
    ours, theirs = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    differences = []
    for name in model_fields():
        a, b = model_field(ours, name), model_field(theirs, name)
        if a.shape != b.shape:
            differences.append(f'{name}: shape {a.shape}, expected {b.shape}')
        elif b.dtype.kind != 'f':
            if not np.array_equal(a, b):
                differences.append(f'{name}: {a}, expected {b}')
        elif not np.allclose(a, b, rtol=1e-12, atol=1e-14 * np.abs(b).max(initial=0), equal_nan=True):
            differences.append(f'{name}: {a}, expected {b}')
    assert not differences, '\n'.join(differences)
