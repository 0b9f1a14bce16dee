"""Saved models: loaded again they are the same, by us to 1e-12, and by the wheel."""

import io
import zipfile
from importlib.resources import files

import mujoco
import numpy as np
import pytest

import torsor
from api.spec.same import differences
from model.random_models import RandomModel
from torsor.jit.errors import FatalError
from torsor.model.limits import Limits

BUNDLED = sorted(path for path in (files('torsor') / 'models').iterdir() if path.name.endswith('.xml'))
CLASSES = """<mujoco model="classes">
  <compiler eulerseq="zyx"/>
  <default><geom rgba="1 0 0 1"/>
    <default class="a"><joint damping="1" range="-90 90"/><position kp="3"/>
      <default class="b"><geom type="box"/></default></default></default>
  <worldbody>
    <frame name="f" pos="1 0 0" euler="30 0 0" childclass="a">
      <geom name="g" size=".3 1" type="capsule" fromto="0 0 0 1 1 1"/>
      <body pos="0 1 0" euler="10 20 30"><freejoint/><geom size=".1 .2 .3" class="b" zaxis="1 1 1"/></body>
    </frame>
    <geom size="1"/>
    <frame name="empty"><frame/></frame>
    <body name="b" childclass="a" axisangle="0 0 1 90"><joint name="j"/><joint name="s" type="slide" range="0 1"/>
      <geom size=".1"/><frame quat="0 1 0 0"><geom size=".2"/></frame><geom size=".3" class="main"/></body>
    <replicate count="3" offset="1 0 0" euler="0 0 20"><body><geom size=".1"/><site/></body></replicate>
  </worldbody>
  <equality><joint joint1="j" joint2="s" polycoef="1 2"/><weld body1="b" anchor="1 0 0"/></equality>
  <actuator><position class="a" joint="j" dampratio="1"/><muscle joint="j" lengthrange="0 1"/></actuator>
  <sensor><framepos objtype="geom" objname="g" reftype="body" refname="b"/></sensor>
  <custom><text name="t" data="a &lt; &quot;b&quot; &amp;&#10;c"/><numeric name="n" size="4" data="1 2"/>
    <tuple name="u"><element objtype="body" objname="b" prm="2"/></tuple></custom>
  <keyframe><key name="k" time="3" ctrl="1 2"/></keyframe>
</mujoco>"""


def assert_round_trip(xml):
    saved = torsor.MjSpec.from_string(xml).to_xml()
    assert not differences(torsor.MjModel.from_xml_string(saved), torsor.MjModel.from_xml_string(xml), 1e-12)
    assert not differences(mujoco.MjModel.from_xml_string(saved), mujoco.MjModel.from_xml_string(xml), 1e-9)
    assert torsor.MjSpec.from_string(saved).to_xml() == saved


@pytest.mark.parametrize('path', BUNDLED, ids=lambda path: path.name)
def test_bundled_models(path):
    assert_round_trip(path.read_text())


def test_classes_frames_and_notations():
    assert_round_trip(CLASSES)


@pytest.mark.filterwarnings('ignore')
@pytest.mark.parametrize('seed', range(20))
def test_random_models(seed):
    xml = RandomModel(seed, 4).xml
    try:
        torsor.MjModel.from_xml_string(xml)
    except ValueError:
        return
    assert_round_trip(xml)


def test_the_text_is_that_of_the_wheel():
    """Where MuJoCo writes numbers with all digits, as it does of what is written in a spec."""
    xml = CLASSES[: CLASSES.index('<replicate')] + '</worldbody></mujoco>'
    wheel = mujoco.MjSpec.from_string(xml)
    wheel.compiler.savecompiled = False
    ours, theirs = torsor.MjSpec.from_string(xml).to_xml(), wheel.to_xml()

    def outline(text):
        lines = [line.strip().split(' ')[0].rstrip('/>') for line in text.splitlines() if line.strip()]
        return [line for line in lines if line not in ('<frame', '</frame')]  # the wheel moves empty frames

    assert outline(ours) == outline(theirs)
    assert [line for line in ours.splitlines() if 'default' in line] == [
        line for line in theirs.splitlines() if 'default' in line]  # fmt: skip


def test_archives_hold_the_files_of_a_model(tmp_path):
    cube = b'v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 -1\nv 1 -1 -1'
    xml = ('<mujoco model="boxes"><compiler meshdir="m"/><asset><mesh name="c" file="cube.obj"/></asset>'
           '<worldbody><geom type="mesh" mesh="c"/></worldbody></mujoco>')  # fmt: skip
    spec = torsor.MjSpec.from_string(xml, assets={'m/cube.obj': cube})
    model = spec.compile()
    spec.to_zip(tmp_path / 'boxes.zip')
    buffer = io.BytesIO()
    torsor.to_zip(spec, buffer)
    for file in (tmp_path / 'boxes.zip', buffer):
        again = torsor.MjSpec.from_zip(file)
        assert list(again.assets.values()) == [cube]
        assert not differences(again.compile(), model, 1e-12)
    assert mujoco.MjSpec.from_zip(str(tmp_path / 'boxes.zip')).compile().nmeshvert == 8
    with pytest.raises(ValueError, match='not a zip archive'):
        torsor.from_zip(io.BytesIO(b'nothing'))


def test_files_on_disk_come_along(tmp_path):
    (tmp_path / 'cube.obj').write_text('v -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\nv -1 1 -1\nv 1 1 -1')
    (tmp_path / 'm.xml').write_text('<mujoco><asset><mesh file="cube.obj"/></asset></mujoco>')
    spec = torsor.MjSpec.from_file(tmp_path / 'm.xml')
    assert spec.encode(str(tmp_path / 'm.mjz')) > 0
    assert torsor.MjSpec.from_zip(tmp_path / 'm.mjz').compile().nmeshvert == 6
    with pytest.raises(FatalError, match='no encoder'):
        spec.encode(str(tmp_path / 'm.step'))


def test_the_last_model_is_saved_with_its_numbers(tmp_path):
    model = torsor.MjModel.from_xml_string(CLASSES)
    model.geom('g').rgba[:] = 0.5
    model.opt.timestep = 0.001
    torsor.mj_saveLastXML(str(tmp_path / 'last.xml'), model)
    again = torsor.MjModel.from_xml_path(tmp_path / 'last.xml')
    assert again.geom('g').rgba.tolist() == [0.5] * 4
    assert again.opt.timestep == 0.001
    other = torsor.MjModel.from_xml_string('<mujoco/>')
    with pytest.raises(FatalError, match='not the one that was loaded last'):
        torsor.mj_saveLastXML(str(tmp_path / 'last.xml'), model)
    torsor.mj_saveLastXML(str(tmp_path / 'last.xml'), other)


def test_a_model_can_keep_its_notation():
    spec = torsor.MjSpec.from_string(CLASSES)
    spec.compiler.savecompiled = spec.compiler.savecanonical = False
    saved = spec.to_xml()
    assert 'euler="30 0 0"' in saved
    assert 'angle="degree" eulerseq="zyx"' in saved
    assert 'axisangle="0 0 1 90"' in saved
    assert not differences(torsor.MjModel.from_xml_string(saved), torsor.MjModel.from_xml_string(CLASSES), 1e-12)
    assert not differences(mujoco.MjModel.from_xml_string(saved), mujoco.MjModel.from_xml_string(CLASSES), 1e-9)


def test_inertia_is_saved_where_it_is_asked_for_or_needed():
    model = torsor.MjModel.from_xml_string(CLASSES)
    spec = torsor.MjSpec.from_string(CLASSES)
    spec.compiler.saveinertial = True
    saved = spec.to_xml()
    assert saved.count('<inertial') == model.nbody - 1
    assert not differences(torsor.MjModel.from_xml_string(saved), model, 1e-12)
    child = torsor.MjSpec.from_string(CLASSES)
    child.compiler.boundmass = 100
    parent = torsor.MjSpec()
    parent.attach(child, frame=parent.worldbody.add_frame(), prefix='p')
    heavy = parent.compile()
    assert heavy.body_mass[1:].min() == 100
    again = torsor.MjModel.from_xml_string(parent.to_xml())
    np.testing.assert_allclose(again.body_mass, heavy.body_mass)


@pytest.mark.parametrize('seed', range(40))
def test_damaged_archives_are_refused_or_read(seed):
    spec = torsor.MjSpec.from_string(CLASSES)
    buffer = io.BytesIO()
    spec.to_zip(buffer)
    rng, content = np.random.default_rng(seed), bytearray(buffer.getvalue())
    for place in rng.integers(len(content), size=rng.integers(1, 6)):
        content[place] = rng.integers(256)
    try:
        found = torsor.MjSpec.from_zip(io.BytesIO(content[: len(content) - rng.integers(3)])).compile()
    except ValueError:
        return
    assert not differences(found, spec.compile(), 1e-12)  # what was damaged does not matter


def test_archives_that_grow_too_large_are_refused(monkeypatch):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('model.xml', '<mujoco/>' + ' ' * 10_000)
    assert torsor.MjSpec.from_zip(buffer).compile().nbody == 1
    monkeypatch.setattr('torsor.api.spec.archive.GENEROUS', Limits(file_bytes=5000))
    with pytest.raises(ValueError, match='10009 bytes when unpacked, more than the limit of 5000'):
        torsor.MjSpec.from_zip(buffer)
