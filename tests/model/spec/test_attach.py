"""Attachment: every field of models that are put together, against the wheel."""

import mujoco
import pytest

from model.twins import SKIPPED, differences
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

CHILD = """<mujoco model="kid"><compiler {compiler}/><option timestep="0.5"/>
  <default><geom rgba="1 0 0 1"/><default class="c"><geom size=".3"/></default></default>
  <asset><texture name="tx" type="2d" builtin="flat" width="4" height="4"/><material name="mt" texture="tx"/>
    <material name="unused"/></asset>
  <worldbody><geom name="wg" size=".1"/><light name="l" target="p"/><camera name="cam" target="q"/><site name="ws"/>
    <frame name="fr" pos="0 0 1" euler="0 0 1.57"><geom name="fg" size=".2" pos="1 1 1"/>
      <frame name="inner" pos="0 1 0"><site name="fs"/>
      <body name="p" pos="1 0 0" euler="1.57 0 0"><joint name="pj" range="-1 1" ref=".1"/>
        <geom name="pg" size=".1" material="mt" euler="1 0 0"/><site name="ps"/>
        <frame name="deep" pos="0 0 2"><body name="q"><joint name="qj" type="ball" range="0 1"/>
          <geom name="qg" class="c"/><site name="qs"/><camera name="qc" mode="targetbody" target="p"/></body></frame>
      </body></frame></frame>
    <body name="z"><joint name="zj" type="slide"/><geom name="zg" size=".1"/></body>
    <body name="mo" mocap="true"><geom name="mg" size=".1"/></body></worldbody>
  <contact><exclude name="e1" body1="p" body2="q"/><exclude name="e2" body1="p" body2="z"/>
    <exclude name="e3" body1="world" body2="p"/><pair name="pr" geom1="pg" geom2="wg"/>
    <pair name="pr2" geom1="pg" geom2="qg"/></contact>
  <tendon><fixed name="t1"><joint joint="pj" coef="1"/></fixed>
    <spatial name="t2" springlength="1" material="mt"><site site="ps"/><site site="ws"/></spatial></tendon>
  <equality><connect name="q1" body1="p" anchor="0 0 0"/><weld name="q2" body1="p" body2="z"/>
    <joint name="q3" joint1="pj"/></equality>
  <actuator><motor name="a1" joint="pj"/><motor name="a2" tendon="t1"/><motor name="a3" tendon="t2"/>
    <position name="a4" joint="zj" timeconst="1"/></actuator>
  <sensor><jointpos name="s1" joint="pj"/><clock name="s2"/>
    <framepos name="s3" objtype="body" objname="q" reftype="body" refname="z"/>
    <actuatorfrc name="s4" actuator="a1"/></sensor>
  <custom><numeric name="n" data="1"/><text name="tt" data="x"/>
    <tuple name="tu"><element objtype="body" objname="p"/></tuple>
    <tuple name="tu2"><element objtype="body" objname="z"/></tuple></custom>
  <keyframe><key name="k" qpos=".1 1 0 0 0 .7" qvel="1 2 3 4 5" ctrl="1 2 3 4" act="5" mpos="1 2 3" time="3"/>
    <key name="short" qpos=".3"/></keyframe>
</mujoco>"""
PARENT = """<mujoco><compiler {compiler}/><asset><model name="K" file="kid.xml"/></asset>
  <worldbody><geom name="own" size=".1"/>{world}
    <body name="base"><joint name="bj"/><geom size=".1"/>{inside}</body></worldbody>{after}</mujoco>"""
BESIDE = """<actuator><motor name="own" joint="bj"/></actuator><sensor><clock name="c"/></sensor>
  <custom><numeric name="mine" data="2"/></custom>"""
BODY = '<attach model="K" body="p" prefix="A_"/>'


def twins(inside='', world='', after='', child='angle="radian"', compiler=''):
    text = CHILD.format(compiler=child)
    if 'replicate' in world:  # the wheel doubles sensors of nothing with every replica
        text = text.replace('<clock name="s2"/>', '')
    files = {'kid.xml': text.encode()}
    xml = PARENT.format(inside=inside, world=world, after=after, compiler=compiler)
    return compile_string(xml, files), mujoco.MjModel.from_xml_string(xml, files)


@pytest.mark.parametrize('inside', [
    BODY, '<attach model="K" frame="fr" prefix="A_"/>', '<attach model="K" frame="inner" prefix="A_"/>',
    '<attach model="K" body="z" prefix="A_"/><attach model="K" body="z" prefix="B_"/>', BODY.replace('A_', ''),
    BODY + '<attach model="K" body="z" prefix="B_"/>',
    '<attach model="K" body="z" prefix="B_"/>' + BODY + '<attach model="K" body="z" prefix="C_"/>',
    f'<frame pos="1 2 3" euler="90 0 0">{BODY}</frame>',
    '<attach model="K" body="p" prefix="x"/><site name="after"/>',
    f'<body name="more">{BODY}<geom size=".2"/></body>',
])  # fmt: skip
@pytest.mark.parametrize('after', ['', BESIDE])
@pytest.mark.parametrize(('child', 'compiler'), [
    ('angle="radian"', ''), ('angle="radian" eulerseq="XYZ"', 'angle="radian"'), ('', ''),
    ('angle="radian" boundmass="7" inertiafromgeom="true"', ''),
])  # fmt: skip
def test_parts(inside, after, child, compiler):
    found = differences(*twins(inside, '', after, child, compiler), SKIPPED | {'tendon_length0'})
    assert not found, '\n'.join(found)


@pytest.mark.parametrize('world', [
    '<attach model="K" prefix="A_"/>', '<frame pos="1 2 3"><attach model="K" prefix="A_"/></frame>',
    '<attach model="K" body="mo" prefix="A_"/>',
    '<attach model="K" body="p" prefix="B_"/><geom name="last" size=".1"/>',
    '<attach model="K" prefix="A_"/><attach model="K" prefix="B_"/>',
    '<replicate count="2" sep="-"><frame pos="0 1 0"><attach model="K" body="mo" prefix=""/></frame></replicate>',
    '<replicate count="2" sep="-"><attach model="K" body="p" prefix="A_"/></replicate>',
    '<replicate count="2" sep="-"><attach model="K" prefix="A_"/></replicate>',
    '<replicate count="2"><replicate count="2" sep="_"><attach model="K" body="p" prefix=""/></replicate></replicate>',
])  # fmt: skip
@pytest.mark.parametrize('after', ['', BESIDE.replace('<clock name="c"/>', '')])
def test_wholes(world, after):
    found = differences(*twins('', world, after), SKIPPED | {'tendon_length0'})
    assert not found, '\n'.join(found)


@pytest.mark.parametrize('inside', [
    '<replicate count="2">{}</replicate>', '<frame name="f"><attach body="x" prefix="C_"/></frame>',
    '<attach frame="inner" prefix="C_"/>', '<attach body="x" prefix="C_"/><attach body="x" prefix="D_"/>',
])  # fmt: skip
@pytest.mark.parametrize('after', ['', """<actuator><motor name="m" joint="xj"/><motor joint="bj"/></actuator>
    <sensor><jointpos joint="xj"/><framepos objtype="body" objname="x" reftype="body" refname="base"/></sensor>
    <contact><exclude body1="x" body2="y"/></contact><keyframe><key qpos="0 .1"/></keyframe>"""])  # fmt: skip
def test_a_model_in_itself(inside, after):
    part = (
        '<frame name="outer" pos="1 0 0"><frame name="inner" euler="90 0 0"><body name="x" pos="0 0 1">'
        '<joint name="xj"/><geom name="xg" size=".1"/><body name="y"><geom name="yg" size=".1"/></body></body>'
        '</frame></frame>'
    )
    inside = inside.format('<body name="inside"><geom size=".1"/></body>')
    found = differences(*twins(inside, part, after), SKIPPED)
    assert not found, '\n'.join(found)


@pytest.mark.parametrize(('inside', 'problem'), [
    ('<attach model="L" body="p" prefix="A_"/>', 'there is no model named "L" in <asset>; use one of: K'),
    ('<attach model="K" body="P" prefix="A_"/>', 'there is no body named "P" in the model "K"'),
    ('<attach model="K" frame="P" prefix="A_"/>', 'there is no frame named "P" in the model "K"'),
    ('<attach model="K" body="p" frame="fr" prefix="A_"/>', 'attributes "body" and "frame" exclude each other'),
    ('<attach model="K" body="p"/>', 'attribute "prefix" is required'),
    ('<attach prefix="x"/>', 'without "model" the attribute "body" or "frame" says what of this model to attach'),
    ('<attach body="later" prefix="x"/>', 'there is no body named "later" in this model'),
    (BODY + BODY, 'there is already a texture named "A_tx"'),
    ('<attach model="K" body="q" prefix="A_"/>', 'kid.xml:11:55: <camera name="qc">: there is no body named "A_p"'),
])  # fmt: skip
def test_what_cannot_be_attached(inside, problem):
    files = {'kid.xml': CHILD.format(compiler='').encode()}
    xml = PARENT.format(inside=inside, world='', after='', compiler='')
    with pytest.raises(ValueError, match='rror'):
        mujoco.MjModel.from_xml_string(xml, files)
    with pytest.raises(ModelError) as raised:
        compile_string(xml, files)
    assert problem in str(raised.value)


def test_a_model_inside_itself():
    xml = '<mujoco><asset><model name="a" file="a.xml"/></asset></mujoco>'
    with pytest.raises(ModelError, match=r'a.xml:1:16: <model name="a">: the file "a.xml" is a model inside itself'):
        compile_string(xml, {'a.xml': xml.encode()})


def test_a_missing_model_says_where_it_was_looked_for():
    with pytest.raises(ModelError, match=r'^<string>:1:16: <model name="a">: cannot open the file "b.xml"; it is'):
        compile_string('<mujoco><asset><model name="a" file="b.xml"/></asset></mujoco>')
