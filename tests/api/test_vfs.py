"""MjVfs."""

import mujoco
import pytest

import torsor


@pytest.fixture(params=[torsor, mujoco], ids=['torsor', 'mujoco'])
def engine(request):
    return request.param


def test_files(engine):
    with engine.MjVfs() as vfs:
        vfs['model.xml'] = b'<mujoco><worldbody><include file="a.xml"/></worldbody></mujoco>'
        vfs['a.xml'] = b'<x><geom size="1"/></x>'
        assert 'model.xml' in vfs
        assert 'b.xml' not in vfs
        assert engine.MjModel.from_xml_path('model.xml', vfs=vfs).ngeom == 1
        text = '<mujoco><worldbody><include file="a.xml"/></worldbody></mujoco>'
        assert engine.MjModel.from_xml_string(text, vfs=vfs).ngeom == 1
        del vfs['a.xml']
        with pytest.raises(ValueError, match=r'a\.xml'):
            engine.MjModel.from_xml_string(text, vfs=vfs)


def test_mistakes(engine):
    vfs = engine.MjVfs()
    vfs['a'] = b''
    with pytest.raises(ValueError, match='Repeated file name in VFS: a'):
        vfs['a'] = b'x'
    with pytest.raises(TypeError, match='incompatible function arguments'):
        vfs['b'] = 'text'
    with pytest.raises(KeyError):
        del vfs['nowhere']
    with pytest.raises(ValueError, match="both 'assets' and 'vfs'"):
        engine.MjModel.from_xml_string('<mujoco/>', {}, vfs=vfs)
    with pytest.raises(TypeError, match='incompatible function arguments'):
        engine.MjModel.from_xml_string('<mujoco/>', vfs={})


def test_a_closed_one(engine):
    vfs = engine.MjVfs()
    vfs.close()
    vfs.close()
    for use in (lambda: vfs.__setitem__('a', b''), lambda: vfs.__delitem__('a'), lambda: 'a' in vfs,
                lambda: engine.MjModel.from_xml_string('<mujoco/>', vfs=vfs)):  # fmt: skip
        with pytest.raises(RuntimeError, match='VFS is closed'):
            use()
