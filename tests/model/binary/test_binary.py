"""Binary models: the wheel's files are read and written bit for bit, and nothing that leads nowhere is used."""

import pickle
import struct
import zlib

import mujoco
import numpy as np
import pytest

import torsor
from torsor import models
from torsor.model.binary import own
from torsor.model.binary.contents import SIZES, Contents, rows
from torsor.model.binary.mjb import read_mjb, write_mjb
from torsor.model.binary.own import read_own, write_own
from torsor.model.binary.rules import FREE
from torsor.model.binary.validate import validate

# a bit of everything that has ids and addresses
RICH = """<mujoco>
  <asset>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1  1 1 1"/>
    <hfield name="hills" nrow="3" ncol="4" size="2 2 1 0.1" elevation="0 1 2 3 4 5 6 7 8 9 10 11"/>
    <texture name="checks" type="2d" builtin="checker" width="8" height="8"/> <material name="paint" texture="checks"/>
  </asset>
  <worldbody>
    <light pos="0 0 3"/> <camera name="eye" pos="0 -3 1" resolution="4 3"/> <geom type="hfield" hfield="hills"/>
    <body name="a" pos="0 0 2"><freejoint/><geom name="g" type="mesh" mesh="wedge" material="paint"/>
      <site name="s"/><body name="b" pos="1 0 0"><joint name="hinge" springref="1"/><geom size="0.2"/>
        <site name="t"/></body></body>
    <body name="c" mocap="true" pos="3 0 1"><geom size="0.1"/></body>
    <body name="e" pos="0 3 3"><joint name="ball" type="ball"/><geom name="h" size="0.3"/></body>
  </worldbody>
  <contact><exclude body1="a" body2="b"/><pair geom1="g" geom2="h"/></contact>
  <equality><weld body1="a" body2="e"/><joint joint1="hinge"/></equality>
  <tendon><spatial name="rope"><site site="s"/><site site="t"/></spatial>
    <fixed name="sum"><joint joint="hinge" coef="2"/></fixed></tendon>
  <actuator><motor joint="hinge"/><position tendon="rope" timeconst="0.1" nsample="3" delay="0.01"/>
    <motor site="s" refsite="t" gear="1 0 0 0 0 0"/></actuator>
  <sensor><touch site="s"/><jointpos joint="hinge" nsample="4"/><framepos objtype="body" objname="b" reftype="site"
    refname="s"/><contact geom1="g" data="found force" num="2"/></sensor>
  <custom><numeric name="n" data="1 2 3"/><text name="x" data="hello"/>
    <tuple name="both"><element objtype="body" objname="a"/><element objtype="geom" objname="g"/></tuple></custom>
  <keyframe><key name="home" time="2"/></keyframe>
</mujoco>"""
BUNDLED = {name: models.path(name).read_text() for name in models.names()}
XML = {'rich': RICH, **BUNDLED}
CLOTH = """<mujoco><worldbody><flexcomp name="f" count="3 3 1" spacing=".1 .1 .1"><edge equality="true"/>
  <elasticity young="10" thickness=".01" elastic2d="both"/></flexcomp></worldbody></mujoco>"""


def wheel_file(xml: str) -> bytes:
    m = mujoco.MjModel.from_xml_string(xml)
    buffer = np.zeros(mujoco.mj_sizeModel(m), np.uint8)
    mujoco.mj_saveModel(m, None, buffer)
    return buffer.tobytes()


def fields_of(m) -> dict[str, np.ndarray]:
    return {name: m._arrays[name] for name, _ in rows()}


def contents_of(m) -> Contents:
    return Contents({name: getattr(m, name) for name in SIZES}, fields_of(m))


def same(a, b, but=()) -> bool:
    first, second = fields_of(a), fields_of(b)
    return all(np.array_equal(first[name], second[name], equal_nan=first[name].dtype.kind == 'f')
               for name in first if name not in but)


@pytest.fixture
def m():
    return torsor.MjModel.from_xml_string(RICH)


@pytest.mark.parametrize('name', XML)
def test_a_file_of_the_wheel_is_read_and_written_to_the_bit(name):
    file = wheel_file(XML[name])
    found = read_mjb(file)
    assert write_mjb(found) == file
    validate(found)
    theirs = mujoco.MjModel.from_xml_string(XML[name])
    for size in SIZES:
        assert found.sizes[size] == getattr(theirs, size)
    for field, array in found.fields.items():
        if field.startswith('vis.rgba.bv') or field == 'signature':
            continue  # the wheel's Python does not show these two, and the file does not hold this
        value = theirs
        for part in field.split('.'):
            value = getattr(value, part)
        value = np.frombuffer(value, np.int8) if isinstance(value, bytes) else np.asarray(value)
        assert np.array_equal(value.reshape(array.shape), array), field


@pytest.mark.parametrize('name', XML)
def test_the_wheel_reads_what_is_written(name, tmp_path):
    m = torsor.MjModel.from_xml_string(XML[name])
    path = str(tmp_path / 'model.mjb')
    torsor.mj_saveModel(m, path)
    assert (tmp_path / 'model.mjb').stat().st_size == torsor.mj_sizeModel(m)
    theirs = mujoco.MjModel.from_binary_path(path)
    d = mujoco.MjData(theirs)
    mujoco.mj_step(theirs, d)
    assert np.array_equal(theirs.qpos0, m.qpos0)
    assert same(torsor.MjModel.from_binary_path(path), m, but=('signature',))


def test_a_file_of_the_wheel_moves_as_its_model(tmp_path):
    (tmp_path / 'model.mjb').write_bytes(wheel_file(BUNDLED['humanoid']))
    ours = torsor.MjModel.from_binary_path(tmp_path / 'model.mjb')
    d = torsor.MjData(ours)
    torsor.mj_step(ours, d, 20)
    theirs = mujoco.MjModel.from_xml_string(BUNDLED['humanoid'])
    expected = mujoco.MjData(theirs)
    mujoco.mj_step(theirs, expected, 20)
    assert np.allclose(d.qpos, expected.qpos, rtol=1e-9, atol=1e-9)


def test_bytes_and_pickles_hold_the_whole_model(m):
    assert same(torsor.MjModel.from_bytes(m.to_bytes()), m)
    assert same(pickle.loads(pickle.dumps(m)), m)


def test_files_in_memory(m):
    assets = {'model.mjb': write_mjb(contents_of(m)), 'model.bin': m.to_bytes()}
    for name, but in (('model.mjb', ('signature',)), ('model.bin', ())):
        assert same(torsor.MjModel.from_binary_path(name, assets=assets), m, but)


def test_a_buffer(m):
    buffer = np.zeros(torsor.mj_sizeModel(m) + 5, np.uint8)
    torsor.mj_saveModel(m, None, buffer)
    assert buffer[:-5].tobytes() == write_mjb(contents_of(m))
    with pytest.raises(torsor.FatalError, match='the buffer has 10 bytes, and the model needs'):
        torsor.mj_saveModel(m, None, np.zeros(10, np.uint8))
    with pytest.raises(TypeError, match='buffer must be a vector of uint8'):
        torsor.mj_saveModel(m, None, np.zeros(10))


def test_a_place_where_nothing_can_be_written_is_a_warning(m, tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)  # warnings go to a file, too
    torsor.mj_saveModel(m, str(tmp_path / 'nowhere' / 'model.mjb'))
    assert 'Could not save model' in capfd.readouterr().err + (tmp_path / 'MUJOCO_LOG.TXT').read_text()


# ---- what is refused ----
@pytest.mark.parametrize(('xml', 'least'), [(RICH, 150), (CLOTH, 80)])
def test_every_integer_that_leads_somewhere_is_looked_at(xml, least):
    """One after the other becomes a number that is far too large, and far too small."""
    sound = contents_of(torsor.MjModel.from_xml_string(xml))
    validate(sound)
    followed = {name: array for name, array in sound.fields.items()
                if array.dtype.kind in 'iu' and array.size and name not in FREE and not name.startswith('vis.')}
    unnoticed = set()
    for name, array in followed.items():
        for value in (127 if array.dtype.itemsize == 1 else 2**30, 0 if array.dtype.kind == 'u' else -2**30):
            broken = Contents(sound.sizes, sound.fields | {name: array.copy()})
            broken.fields[name].flat[-1] = value
            if value and is_sound(broken):
                unnoticed.add((name, value))
    assert sorted(unnoticed) == []
    assert len(followed) > least


def is_sound(contents: Contents) -> bool:
    try:
        validate(contents)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(('field', 'index', 'value', 'message'), [
    ('body_parentid', 2, 3, r'body_parentid\[2\] comes after the body'),
    ('dof_parentid', 6, 0, r'dof_parentid\[6\] is not the dof before it in the tree'),
    ('jnt_type', 1, 9, r'jnt_type\[1\] is none of the values'),
    ('geom_dataid', 1, 7, r'geom_dataid\[1\] is not between 0 and 0'),
    ('sensor_dim', 0, 3, r'sensor_dim\[0\] is 3, but such a sensor gives 1 numbers'),
    ('sensor_objid', 1, 99, r'sensor_objid\[1\] is not between'),
    ('mesh_face', 0, 77, 'mesh_face of mesh 0 is not between 0 and 4'),
    ('hfield_nrow', 0, 50, r'hfield_adr\[0\] leads beyond the 12 numbers'),
    ('names', -1, 65, 'names does not end with a zero'),
    ('M_colind', 2, 0, 'M_colind does not fit the tree'),
    ('eq_obj1id', 0, 40, r'eq_obj1id\[0\] is not between 0 and'),
])
def test_errors_name_the_field(m, field, index, value, message):
    broken = contents_of(m)
    broken.fields = broken.fields | {field: broken.fields[field].copy()}
    broken.fields[field].reshape(len(broken.fields[field]), -1)[index] = value
    with pytest.raises(ValueError, match=message):
        torsor.MjModel.from_bytes(write_own(broken))


@pytest.mark.parametrize('size', ['nuserdata', 'nsensordata', 'nJmom', 'nhistory', 'npluginstate'])
def test_files_do_not_ask_for_memory_that_their_elements_do_not_need(m, size):
    greedy = contents_of(m)
    greedy.sizes = greedy.sizes | {size: 2**31}
    with pytest.raises(ValueError, match=f'{size} is 2147483648, but the elements need at most'):
        validate(greedy)


def resealed(body: bytes) -> bytes:
    """A file with this body whose checksum is right."""
    return struct.pack('<8sII', own.MARK, own.VERSION, zlib.crc32(body)) + body


@pytest.mark.parametrize(('damage', 'message'), [
    (lambda b: b'', 'this is no binary model'),
    (lambda b: b[:10], 'the file ends within its header'),
    (lambda b: b[:-1], 'damaged'),
    (lambda b: b[:-8] + bytes(8)[:7] + b'\x01', 'damaged'),
    (lambda b: b[:8] + b'\x09' + b[9:], 'version 9 of the format'),
    (lambda b: resealed(b[16:] + b'\0'), '1 bytes follow the last array'),
    (lambda b: resealed(b[16:-1]), 'the file ends within'),
    (lambda b: resealed(b[16:24] + b'[' + b[25:]), 'the table of the file cannot be read'),
    (lambda b: resealed(b[16:].replace(b'"nq": ', b'"nq": -', 1)), 'cannot be read|the size nq'),
    (lambda b: resealed(b[16:].replace(b'"nq"', b'"nk"', 1)), 'other sizes'),
    (lambda b: resealed(b[16:].replace(b'"qpos0"', b'"qpos9"', 1)), 'other fields'),
    (lambda b: resealed(b[16:].replace(b'<i4', b'<f4', 1)), 'is an array of <f4'),
])
def test_damaged_files_of_our_own(m, damage, message):
    with pytest.raises(ValueError, match=message):
        torsor.MjModel.from_bytes(damage(m.to_bytes()))


@pytest.mark.parametrize(('damage', 'message'), [
    (lambda b: b[:12], 'ends within its header'),
    (lambda b: b[:100], 'ends within the sizes'),
    (lambda b: b[:-1], 'but a model of these sizes has'),
    (lambda b: b + b'\0', 'but a model of these sizes has'),
    (lambda b: b[:12] + struct.pack('<i', 3003000) + b[16:], 'version of MuJoCo: 3003000'),
    (lambda b: b[:20] + struct.pack('<q', -1) + b[28:], 'the size nq is -1'),
    (lambda b: b[:20] + struct.pack('<q', 2**40) + b[28:], 'but a model of these sizes has'),
])
def test_damaged_files_of_the_wheel(m, damage, message, tmp_path):
    (tmp_path / 'model.mjb').write_bytes(damage(write_mjb(contents_of(m))))
    with pytest.raises(ValueError, match=rf'model\.mjb: .*{message}'):
        torsor.MjModel.from_binary_path(tmp_path / 'model.mjb')


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ValueError, match=r'nothing\.mjb cannot be read: No such file'):
        torsor.MjModel.from_binary_path(tmp_path / 'nothing.mjb')


def test_our_format_reads_back_what_it_wrote(m):
    found = read_own(write_own(contents_of(m)))
    assert found.sizes == contents_of(m).sizes


def test_data_of_the_model_that_was_saved(tmp_path):
    """A model from a file takes data that was made for the model it was saved from."""
    xml = '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>'
    m = torsor.MjModel.from_xml_string(xml)
    d = torsor.MjData(m)
    torsor.mj_saveModel(m, str(tmp_path / 'm.mjb'), None)
    torsor.mj_step(torsor.MjModel.from_binary_path(str(tmp_path / 'm.mjb')), d)
    assert d.time == m.opt.timestep
    other = torsor.MjModel.from_xml_string(xml.replace('<joint name="j"/>', '<freejoint/>'))
    with pytest.raises(ValueError, match='made for another'):
        torsor.mj_step(other, d)


@pytest.mark.parametrize('filename', [3, 1.5, ['m.mjb']])
def test_names_of_files_are_text(filename):
    """A number would be the descriptor of a file that somebody else has open."""
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string('<mujoco/>')
        with pytest.raises(TypeError):
            engine.mj_saveModel(m, filename)
