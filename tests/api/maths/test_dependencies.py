"""Files that a model depends on."""

import mujoco
import pytest

from torsor.api import maths
from torsor.api.errors import FatalError

FILES = {
    'main.xml': '<mujoco><compiler meshdir="meshes" texturedir="pictures"/><include file="parts/included.xml"/><asset>'
                '<mesh file="m.stl"/><mesh file="../up.stl"/><texture type="2d" file="t.png"/><skin file="s.skn"/>'
                '<hfield file="h.png" size="1 1 1 1"/><model name="x" file="parts/child.xml"/>'
                '<texture type="cube" fileright="r.png" fileleft="/absolute/l.png"/></asset>'
                '<worldbody><flexcomp name="f" type="mesh" file="f.obj"/></worldbody></mujoco>',
    'parts/included.xml': '<mujoco><include file="again.xml"/><asset><mesh file="b.obj"/></asset></mujoco>',
    'again.xml': '<mujoco><include file="main.xml"/><asset><mesh file="c.obj"/></asset></mujoco>',
    'parts/child.xml': '<mujoco><compiler assetdir="assets"/><asset><mesh file="d.stl"/><hfield file="h.png"/></asset>'
                       '</mujoco>',
    'assets.xml': '<mujoco><asset><mesh file="e.stl"/><texture file="e.png"/></asset>'
                  '<compiler assetdir="a" meshdir="m"/></mujoco>',
    'nothing.xml': '<mujoco/>',
    'broken.xml': '<mujoco><a>',
    'lost.xml': '<mujoco><include file="nowhere.xml"/></mujoco>',
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / 'parts').mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize('name', ['main.xml', 'parts/child.xml', 'assets.xml', 'nothing.xml'])
def test_against_the_oracle(folder, name):
    for path in (name, str(folder / name)):
        assert sorted(maths.mju_getXMLDependencies(path)) == sorted(mujoco.mju_getXMLDependencies(path))
    assert maths.mju_getXMLDependencies(name)[0] == name


@pytest.mark.parametrize('name', ['broken.xml', 'lost.xml', 'missing.xml'])
def test_files_that_cannot_be_read(folder, name):
    with pytest.raises(mujoco.FatalError):
        mujoco.mju_getXMLDependencies(name)
    with pytest.raises(FatalError, match=r'\.xml'):
        maths.mju_getXMLDependencies(name)
