"""Skins: MuJoCo's fields, however they are written, attached, repeated and saved; and what is refused."""

import struct

import mujoco
import numpy as np
import pytest

import torsor
from torsor.model.spec.errors import ModelError

SQUARE = 'vertex="0 0 0 1 0 0 1 1 0 0 1 .3" face="0 1 2 0 2 3"'
BONES = ('<bone body="a" bindpos="0 .5 0" bindquat="2 0 0 0" vertid="0 1 2" vertweight="1 .5 2"/>'
         '<bone body="b" bindpos="1 0 .25" bindquat="1 .1 .2 0" vertid="1 3" vertweight=".25 .7"/>')
TREE = ('<body name="a" pos="0 0 1"><freejoint/><geom size=".1"/><body name="b" pos="1 0 1"><geom size=".1"/></body>'
        '</body><body name="c"><geom size=".1"/></body>')
RED = '<asset><material name="red" rgba="1 0 0 1"/></asset>'


def world(skin: str, before: str = RED, tree: str = TREE) -> str:
    return f'<mujoco>{before}<worldbody>{tree}</worldbody><deformable>{skin}</deformable></mujoco>'


def skin(bones: str = BONES, parts: str = SQUARE, attributes: str = 'name="s" material="red"') -> str:
    return f'<skin {attributes} {parts}>{bones}</skin>'


def skn(names, count=4, texcoords=True) -> bytes:
    """A file of a square with these bones."""
    rng = np.random.default_rng(0)
    parts = [struct.pack('<4i', count, count if texcoords else 0, 2, len(names)),
             rng.normal(size=3 * count).astype('<f4').tobytes(),
             rng.uniform(size=2 * count if texcoords else 0).astype('<f4').tobytes(),
             np.array((0, 1, 2, 0, 2, 3), '<i4').tobytes()]
    for name in names:
        parts += [name.encode().ljust(40, b'\0'), rng.normal(size=7).astype('<f4').tobytes(), struct.pack('<i', count),
                  np.arange(count, dtype='<i4').tobytes(), rng.uniform(0.1, 1.0, count).astype('<f4').tobytes()]
    return b''.join(parts)


def compare(ours, theirs) -> None:
    """All that models have of skins, and their names."""
    fields = [name for name in dir(theirs) if name.startswith(('skin_', 'nskin'))]
    assert len(fields) > 25
    for name in (*fields, 'name_skinadr', 'names', 'paths', 'nmat'):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)


def random_weights() -> str:
    """Two bones that share all vertices."""
    rng = np.random.default_rng(1)
    lists = [' '.join(map(repr, rng.uniform(0.1, 3.0, 4).tolist())) for _ in range(2)]
    return ''.join(f'<bone body="{body}" bindpos="0 0 0" bindquat="{" ".join(map(repr, rng.normal(size=4).tolist()))}" '
                   f'vertid="0 1 2 3" vertweight="{weights}"/>' for body, weights in zip('ab', lists))


COMPS = {
    'two bones': world(skin()),
    'random weights': world(skin(random_weights())),
    'among assets': f'<mujoco><asset><material name="red"/>{skin()}</asset><worldbody>{TREE}</worldbody></mujoco>',
    'attributes': world(skin(attributes='rgba="1 1 0 .5" group="3" inflate=".01" texcoord="0 0 1 0 1 1 0 1"') + skin()),
    'a rotation of length zero': world(skin(BONES.replace('2 0 0 0', '0 0 0 0'))),
    'replicas': world(skin(), tree=f'<replicate count="3" offset="1 0 0">{TREE}</replicate>'),
    'static bodies fused': world(skin(), RED + '<compiler fusestatic="true"/>'),
    'visuals discarded': world(skin(), RED + '<compiler discardvisual="true"/>'),
}  # fmt: skip


@pytest.mark.parametrize('name', COMPS)
def test_fields(name):
    compare(torsor.MjModel.from_xml_string(COMPS[name]), mujoco.MjModel.from_xml_string(COMPS[name]))


@pytest.mark.parametrize('texcoords', [True, False])
def test_files(texcoords):
    xml = world('<skin file="cloth.skn"/>', '<compiler meshdir="meshes"/>')
    assets = {'cloth.skn': skn(('a', 'b'), texcoords=texcoords)}
    compare(torsor.MjModel.from_xml_string(xml, assets), mujoco.MjModel.from_xml_string(xml, assets))
    vfs = {'meshes/cloth.skn': assets['cloth.skn']}
    assert torsor.MjModel.from_xml_string(xml, vfs).skin(0).name == 'cloth'


@pytest.mark.parametrize('name', ['two bones', 'attributes'])
def test_saved_and_loaded(name):
    spec = torsor.MjSpec.from_string(COMPS[name])
    m = spec.compile()
    compare(torsor.MjModel.from_xml_string(spec.to_xml()), m)
    compare(mujoco.MjModel.from_xml_string(spec.to_xml()), m)
    compare(torsor.MjModel.from_bytes(m.to_bytes()), m)
    compare(spec.copy().compile(), m)


@pytest.mark.parametrize('other', ['b', 'c'])
def test_attached_with_their_bones_or_not_at_all(other):
    models = []
    for engine in (torsor, mujoco):
        child = engine.MjSpec.from_string(world(skin(BONES.replace('body="b"', f'body="{other}"'))))
        parent = engine.MjSpec()
        parent.worldbody.add_frame(pos=(1, 2, 3)).attach_body(child.body('a'), 'p_', '')
        models.append(parent.compile())
    assert models[0].nskin == (other == 'b')
    compare(*models)


def test_bones_in_a_file_are_those_of_the_attached_model():
    child = torsor.MjSpec.from_string(world('<skin file="s.skn"/>'), assets={'s.skn': skn(('a', 'b'))})
    parent = torsor.MjSpec()
    parent.assets = {'s.skn': skn(('a', 'b'))}
    parent.attach(child, prefix='p_', frame=parent.worldbody.add_frame())
    assert list(parent.compile().skin_bonebodyid) == [1, 2]
    with pytest.raises(ModelError, match='cannot be saved once its model is attached'):
        parent.to_xml()


def test_gone_with_its_bones():
    spec = torsor.MjSpec.from_string(world(skin()))
    spec.delete(spec.body('b'))
    assert not spec.skins


def test_a_model_with_a_skin_moves():
    m = torsor.MjModel.from_xml_string(world(skin()))
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 10)
    assert d.time == pytest.approx(10 * m.opt.timestep)


WRONG = {
    'nothing': ('<skin/>', 'needs vertices, faces and bones'),
    'no bones': (skin(''), 'needs vertices, faces and bones'),
    'unknown body': (skin(BONES.replace('"b"', '"d"')), 'no body named "d"'),
    'unknown material': (skin(attributes='material="read"'), 'did you mean "red"'),
    'vertex of a bone': (skin(BONES.replace('1 3', '1 4')), 'no vertex 4'),
    'vertex of a face': (skin(parts=SQUARE.replace('0 2 3"', '0 2 4"')), 'no vertex 4'),
    'half a face': (skin(parts=SQUARE.replace('0 2 3"', '0 2"')), 'not 3 each'),
    'a vertex without bones': (skin(BONES.replace('1 3', '1 2')), 'at vertex 3 have to be positive'),
    'a vertex without weight': (skin(BONES.replace('.25 .7', '.25 -.7')), 'at vertex 3 have to be positive'),
    'too few weights': (skin(BONES.replace('.25 .7', '.25')), '2 vertices and 1 weights'),
    'texture coordinates': (skin(attributes='texcoord="0 0 1 1"'), 'as many texture coordinates or none, not 2'),
    'file and data': (skin(attributes='file="x.skn"'), 'either in a file or written out'),
    'kind of file': ('<skin file="x.stl"/>', 'read from SKN files'),
    'no file': ('<skin file="x.skn"/>', 'cannot open the file'),
    'group': (skin(attributes='group="6"'), 'from 0 to 5, not 6'),
    'no bind pose': (skin('<bone body="a" vertid="0" vertweight="1"/>'), '"bindpos"'),
}  # fmt: skip


@pytest.mark.parametrize('name', WRONG)
def test_wrong(name):
    text, problem = WRONG[name]
    with pytest.raises(ModelError, match=f'<string>:1:[0-9]+: <skin|<bone.*{problem}') as caught:
        torsor.MjModel.from_xml_string(world(text))
    assert problem in str(caught.value)
    with pytest.raises(ValueError, match='Error'):
        mujoco.MjModel.from_xml_string(world(text))


def test_scaled_frames_are_refused():
    tree = f'<frame scale="2 2 2">{TREE}</frame>'
    for text, assets in ((skin(), {}), ('<skin file="s.skn"/>', {'s.skn': skn(('a', 'b'))})):
        with pytest.raises(ModelError, match='in a frame with a scale'):
            torsor.MjModel.from_xml_string(world(text, tree=tree), assets)


GOOD = skn(('a', 'b'))
DAMAGED = {
    'empty': (b'', 'ends before its numbers'),
    'too long': (GOOD + b'x', '1 bytes more'),
    'too short': (GOOD[:-2], 'ends before its bone 1'),
    'no bones': (GOOD[:121], 'ends before its bone 0'),
    'negative': (struct.pack('<4i', -1, 0, 1, 1), '-1 vertices'),
    'huge': (struct.pack('<4i', 2**31 - 1, 0, 1, 1), 'ends before its vertices'),
    'texture coordinates for some': (struct.pack('<4i', 4, 3, 1, 1) + bytes(99), '3 texture coordinates'),
    'not finite': (GOOD[:16] + struct.pack('<f', float('nan')) + GOOD[20:], 'not all vertices'),
    'name': (GOOD.replace(b'b'.ljust(40, b'\0'), b'\xff'.ljust(40, b'\0')), 'no UTF-8'),
}  # fmt: skip


@pytest.mark.parametrize('name', DAMAGED)
def test_damaged_files(name):
    content, problem = DAMAGED[name]
    with pytest.raises(ModelError, match=problem):
        torsor.MjModel.from_xml_string(world('<skin file="s.skn"/>'), {'s.skn': content})


@pytest.mark.parametrize(('field', 'value'), [
    ('skin_face', 4), ('skin_bonevertid', -1), ('skin_bonebodyid', 9), ('skin_vertnum', 5), ('skin_bonenum', 3),
    ('skin_texcoordadr', 0), ('skin_matid', 1), ('skin_bonevertnum', 9),
])  # fmt: skip
def test_binary_files_with_other_numbers_are_refused(field, value):
    m = torsor.MjModel.from_xml_string(world(skin()))
    getattr(m, field).reshape(-1)[-1] = value
    with pytest.raises(ValueError, match=field.removesuffix('num')):
        torsor.MjModel.from_bytes(m.to_bytes())


def test_selected_in_the_picture():
    """What is under the mouse: the skin, and the body that its nearest vertex follows most."""
    found = []
    for engine in (mujoco, torsor):
        m = engine.MjModel.from_xml_string(world(skin()))
        d, opt, cam, scn = engine.MjData(m), engine.MjvOption(), engine.MjvCamera(), engine.MjvScene(m, 50)
        engine.mj_forward(m, d)
        engine.mjv_defaultFreeCamera(m, cam)
        cam.elevation = -60
        engine.mjv_updateScene(m, d, opt, engine.MjvPerturb(), cam, 7, scn)
        for x, y in np.random.default_rng(0).uniform(0.2, 0.8, (60, 2)):
            point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
            body = engine.mjv_select(m, d, opt, 1.3, x, y, scn, point, *ids)
            found.append((body, int(ids[2][0]), *(point.tolist() if body >= 0 else ())))
    theirs, ours = found[:60], found[60:]
    assert {skin for _, skin, *_ in theirs} == {-1, 0}
    for a, b in zip(ours, theirs):
        assert a[:2] == b[:2]
        np.testing.assert_allclose(a[2:], b[2:], atol=1e-6)
