"""Models from files and from texts."""

import mujoco
import pytest

from model.random_models import RandomModel
from model.twins import differences
from torsor.model.load import compile_file, compile_string


def test_files_and_texts_agree(tmp_path):
    path = tmp_path / 'model.xml'
    path.write_text(RandomModel(2, 2).xml)
    model = mujoco.MjModel.from_xml_path(str(path))
    assert not differences(compile_file(path), model)
    assert not differences(compile_string(path.read_bytes()), model)


def test_errors_start_with_the_file(tmp_path):
    path = tmp_path / 'model.xml'
    path.write_text('<mujoco>\n  <worldbody>\n    <geom name="x" sise="1"/>\n  </worldbody>\n</mujoco>')
    with pytest.raises(
        ValueError, match=f'^{path}:3:5: <geom name="x">: attribute "sise" is not known; did you mean "size"'
    ):
        compile_file(path)
