"""Every kind of actuator, transmission and shortcut: the wheel's fields, or an error where it has one."""

import mujoco
import pytest

from model.twins import SKIPPED, assert_same, refused, world

SCENE = (
    '<site name="w0"/><site name="w1" pos="1 0 0"/><body name="a"><joint name="j" range="-57 57"/>'
    '<geom name="ag" size=".1"/><site name="as"/><body name="b" pos="1 0 0"><joint name="s" type="slide"/>'
    '<geom name="bg" size=".1"/><site name="bs"/><site name="bs2" pos="0 0 .3"/></body></body>'
    '<body name="d" pos="0 3 0"><freejoint name="f"/><geom name="dg" size=".1"/><site name="ds"/></body>'
    '<body name="e" pos="0 5 0"><joint name="ball" type="ball"/><geom name="eg" size=".1"/><site name="es"/>'
    '<site name="es2" pos="0 0 1"/></body>'
)
TENDONS = (
    '<tendon><fixed name="t" range="1 2"><joint joint="j" coef="1"/></fixed>'
    '<spatial name="sp" springlength="1"><site site="as"/><site site="ds"/></spatial></tendon>'
)
# lengths in space and damping ratios need kinematics and inertia, after compilation
STATIC = SKIPPED | {'tendon_length0'}


def agree(actuators: str, before: str = '') -> None:
    """The same fields, but for what needs inertia, or an error on both sides."""
    xml = world(SCENE, before=before, after=f'{TENDONS}<actuator>{actuators}</actuator>')
    try:
        mujoco.MjModel.from_xml_string(xml)
    except ValueError:
        assert refused(xml)[0]
    else:
        assert_same(xml, STATIC | {'actuator_biasprm'} if 'dampratio' in xml else STATIC)


ACTUATORS = [
    '<muscle joint="j" lengthrange="0 1"/>',
    '<muscle joint="j" lengthrange="0 1" timeconst="1 2" tausmooth="3" range="4 5" force="6" scale="7" '
    'lmin="8" lmax="9" vmax="10" fpmax="11" fvmax="12"/>',
    '<muscle joint="j" lengthrange="0 1" timeconst="1"/>', '<muscle joint="j" lengthrange="0 1" tausmooth="-1"/>',
    '<muscle joint="j" lengthrange="0 1" ctrlrange="0 1"/>',
    '<muscle joint="j" lengthrange="0 1" force="-1" scale="0"/>', '<muscle joint="j" lengthrange="0 1" range="2 1"/>',
    '<muscle joint="j" lengthrange="0 1" lmin="2"/>', '<muscle joint="j" lengthrange="0 1" vmax="0"/>',
    '<muscle joint="j" lengthrange="0 1" fvmax="1"/>', '<muscle joint="j" lengthrange="0 1" fpmax="0"/>',
    '<muscle joint="j" lengthrange="0 1" timeconst="0 1"/>', '<muscle site="as" lengthrange="0 1"/>',
    '<adhesion body="a"/>', '<adhesion body="a" ctrlrange="0 1"/>', '<adhesion body="a" ctrlrange="0 1" gain="3"/>',
    '<adhesion body="a" ctrlrange="-1 1"/>', '<adhesion body="a" ctrlrange="0 1" gain="-3"/>',
    '<adhesion ctrlrange="0 1" gain="-3"/>', '<adhesion body="world" ctrlrange="0 1"/>', '<general body="a"/>',
    '<motor site="as"/>', '<motor site="as" refsite="w0"/>', '<motor site="as" refsite="bs"/>',
    '<motor site="as" refsite="as"/>', '<motor site="w0" refsite="as"/>', '<motor site="es" refsite="ds"/>',
    '<motor refsite="w0"/>', '<motor joint="j" refsite="w0"/>',
    '<motor cranksite="as" slidersite="bs" cranklength="1"/>', '<motor cranksite="as" slidersite="bs"/>',
    '<motor cranksite="as" slidersite="bs" cranklength="-1"/>', '<motor cranksite="as" cranklength="1"/>',
    '<motor slidersite="as" cranklength="1"/>', '<motor slidersite="as" joint="j"/>',
    '<motor joint="j" cranklength="1"/>', '<motor cranksite="es" slidersite="ds" cranklength="1"/>',
    '<motor tendon="sp"/>', '<motor joint="j" site="as"/>', '<motor joint="j" tendon="t" site="as"/>',
    '<motor tendon="t" cranksite="as" slidersite="bs" cranklength="1"/>',
    '<motor site="as" cranksite="as" slidersite="bs" cranklength="1"/>', '<general joint="j" body="a"/>',
    '<motor site="as" armature="1"/>', '<motor site="as" damping="1"/>', '<motor site="zz"/>',
    '<motor site="as" refsite="zz"/>', '<position site="as" refsite="w0" gear="0 0 1" kp="3" dampratio="1"/>',
    '<position joint="ball"/>', '<general site=""/>', '<orientation joint="ball"/>',
    '<orientation joint="ball" kp="3" kv="2" input="quat" ctrlrange="-1 1" forcerange="0 5"/>',
    '<orientation joint="ball" kp="3" dampratio="1"/>', '<orientation joint="ball" kv="1" dampratio="1"/>',
    '<orientation site="as" refsite="w0"/>', '<orientation site="as"/>', '<orientation joint="j"/>',
    '<orientation joint="f"/>', '<orientation joint="ball" forcerange="-1 1"/>',
    '<orientation joint="ball" input="foo"/>', '<orientation joint="ball" input=""/>',
    '<orientation joint="ball" kp="-1"/>', '<orientation joint="ball" kv="-1"/>',
    '<orientation joint="ball" nsample="3"/>', '<orientation joint="ball" input="quat" nsample="3" ctrlrange="-1 2"/>',
    '<orientation/>', '<orientation joint="ball" user="1 2" group="2"/>',
    '<general joint="ball" gaintype="so3" biastype="so3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" gear="1 2 3"/>', '<general joint="ball" gaintype="so3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator" input="quat"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" dyntype="filter"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" input="expmap"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" input="pos"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" armature="1"/>',
    '<general jointinparent="ball" gaintype="so3" biastype="so3"/>',
    '<general site="as" refsite="w0" gaintype="so3" biastype="so3"/>',
    '<general tendon="t" gaintype="so3" biastype="so3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" lengthrange="1 2"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" actdim="3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" actlimited="true" actrange="-1 1" dyntype="integrator"/>',
    '<pid joint="j"/>', '<pid joint="j" kp="2" kv="3" ki="4" imax="5" slewmax="6"/>',
    '<pid joint="j" kp="2" dampratio="1"/>', '<pid joint="j" kv="2" dampratio="1"/>', '<pid joint="j" ki="1"/>',
    '<pid joint="j" slewmax="1"/>', '<pid joint="j" imax="1"/>', '<pid joint="j" imax="-1" ki="1"/>',
    '<pid joint="j" slewmax="-1"/>', '<pid joint="j" kv="-1"/>', '<pid joint="j" ki="-1"/>',
    '<pid joint="j" kp="-1"/>', '<pid joint="j" input="pos"/>', '<pid joint="j" input="vel"/>',
    '<pid joint="j" input="ff"/>', '<pid joint="j" input="vel ff" ki="1"/>', '<pid joint="j" input="pos vel ff"/>',
    '<pid joint="j" input="vel pos"/>', '<pid joint="j" input=""/>', '<pid joint="j" input="none"/>',
    '<pid joint="j" input="pos pos"/>', '<pid joint="j" input="voltage"/>',
    '<pid joint="j" input="pos vel ff" posrange="-1 1" velrange="-2 2" ffrange="-3 3"/>',
    '<pid joint="j" input="vel ff" posrange="-1 1"/>', '<pid joint="j" input="vel ff" velrange="-1 1"/>',
    '<pid joint="j" input="vel ff" ctrlrange="-1 1"/>', '<pid joint="j" input="pos" velrange="-1 1"/>',
    '<pid joint="j" input="pos" ffrange="-1 1"/>', '<pid joint="j" ctrlrange="-1 1" posrange="-2 2"/>',
    '<pid joint="j" ctrlrange="-1 1"/>', '<pid joint="j" ctrlrange="-1 1" ctrllimited="false" velrange="-1 1"/>',
    '<pid joint="j" ctrllimited="true" velrange="-1 1"/>', '<pid joint="j" ctrllimited="true" posrange="-1 1"/>',
    '<pid joint="j" inheritrange="1"/>', '<pid joint="j" inheritrange="1" posrange="0 1"/>',
    '<pid joint="j" inheritrange="1" input="vel"/>', '<pid joint="s" inheritrange="1"/>',
    '<pid joint="j" forcerange="-1 1" nsample="3" delay=".1"/>',
    '<pid joint="j" input="pos vel" slewmax="1" nsample="3" delay=".1"/>', '<pid joint="ball"/>',
    '<pid tendon="t" gear="2"/>', '<pid site="as" refsite="bs" gear="1"/>',
    '<pid cranksite="as" slidersite="bs" cranklength="2"/>', '<general joint="j" gaintype="pid"/>',
    '<general joint="j" gaintype="pid" biastype="affine"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="3 4 5" biasprm="0 -2 -1" '
    'dynprm="1 2 3"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="3" dynprm="1 2"/>',
    '<general joint="j" gaintype="pid" biastype="affine" dyntype="integrator"/>',
    '<general joint="j" gaintype="fixed" dyntype="pid"/>',
    '<general joint="j" gaintype="pid" biastype="affine" input="pos vel ff" velrange="0 1" ffrange="1 2" '
    'ctrlrange="2 3"/>',
    '<general joint="j" velrange="0 1"/>', '<general joint="j" ffrange="0 1"/>', '<general joint="j" input="vel"/>',
    '<general joint="j" input="ff"/>', '<general joint="j" input="pos vel"/>', '<general joint="j" input="none"/>',
    '<general joint="j" gaintype="affine" input="voltage"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" gear="1 2 3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" gear="2"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator" input="quat"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" input="pos"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" armature="1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" damping="1"/>',
    '<general jointinparent="ball" gaintype="so3" biastype="so3" biasprm="0 -1"/>',
    '<general tendon="t" gaintype="so3" biastype="so3" biasprm="0 -1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" lengthrange="1 2"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator" actdim="3"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator" actdim="2"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator" actrange="-1 1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" inheritrange="1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" ctrlrange="-1 1" velrange="0 1"/>',
    '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" actearly="true" dyntype="integrator"/>',
    '<general site="as" refsite="bs" gaintype="so3" biastype="so3" biasprm="0 -1"/>',
    '<orientation site="as" refsite="bs"/>', '<dcmotor joint="j"/>', '<dcmotor joint="j" resistance="2"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3"/>', '<dcmotor joint="j" resistance="2" motorconst="3 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0 5"/>', '<dcmotor joint="j" resistance="2" motorconst="3 0"/>',
    '<dcmotor joint="j" resistance="2" motorconst="-3 1"/>', '<dcmotor joint="j" nominal="12 3 4"/>',
    '<dcmotor joint="j" nominal="12 3 4" resistance="2"/>', '<dcmotor joint="j" nominal="12 3 4" motorconst="2"/>',
    '<dcmotor joint="j" nominal="12 3 4" motorconst="2" resistance="7"/>', '<dcmotor joint="j" nominal="12 3 0"/>',
    '<dcmotor joint="j" nominal="12 0 4"/>', '<dcmotor joint="j" nominal="12 3 0" motorconst="2"/>',
    '<dcmotor joint="j" nominal="12 0 4" resistance="2"/>', '<dcmotor joint="j" nominal="0 3 4"/>',
    '<dcmotor joint="j" nominal="12 3"/>', '<dcmotor joint="j" motorconst="3"/>',
    '<dcmotor joint="j" resistance="-1" motorconst="3"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="4 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="0 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="-1 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="4 5 0 6 7 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="4 0 5 6 7 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="0 4 5 6 7 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="4 5 6 6 7 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="4 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="0 0 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="0 0 0 1 2 3"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" thermal="-1 2 0 1 2 3"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" saturation="4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" saturation="0 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" saturation="4 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" saturation="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="1" saturation="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" inductance="1" saturation="0 0 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" saturation="-4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" cogging="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" cogging="4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" cogging="4 5.5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="4 5 6 7 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="4"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="4 5 6 7 0"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="4 5 6 5 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" lugre="-4 5 6 5 8"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 5 6 7 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos vel ff voltage" controller="4 5 6 7 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="vel" controller="4 0 6 7 0 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="vel" controller="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" controller="4 5 6"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="ff"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="ff" controller="0 0 0 7"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="none"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="none" lugre="1 2 3 4 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="none pos"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input=""/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pressure"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="none" controller="1"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0" input="none"/>',
    '<dcmotor joint="j" resistance="2" input="none"/>',
    '<dcmotor joint="j" resistance="2" input="none" lugre="1 2 3 4 5"/>',
    '<dcmotor joint="j" resistance="2" motorconst="0" input="pos" controller="1"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 5 6 7 8 9" '
    'inductance="1" thermal="1 2 0 3 4 5" lugre="1 2 3 4 5" cogging="1 2 3"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 0 6 0 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="-4 0 6 0 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 -1 6 0 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 1 -6 0 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 1 6 -1 8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 1 6 1 -8 9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos" controller="4 1 6 1 8 -9"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos vel" ctrlrange="-1 1"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos vel voltage" ctrlrange="-1 1" ctrllimited="true"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" ctrlrange="-1 1"/>',
    '<dcmotor joint="j" resistance="2" motorconst="3" input="pos vel" nsample="2" delay=".01"/>',
    '<dcmotor site="as" refsite="w0" resistance="2" motorconst="3"/>',
    '<dcmotor joint="ball" resistance="2" motorconst="3"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" dynprm="0"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" gainprm="2 3"/>',
    '<general joint="j" gaintype="dcmotor" dyntype="dcmotor" gainprm="2 3"/>',
    '<general joint="j" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3"/>',
    '<general joint="j" gaintype="dcmotor" biastype="affine" dyntype="dcmotor" gainprm="2 3"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" actdim="1"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" actdim="2"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="0 3"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 0"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" input="pos vel"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3 4 5 6 7 8 9 '
    '10" biasprm="1 2 3 4 5 6 7 8 9 10" dynprm="1 2 3 4 5 6 7 8 9 10" input="pos vel"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" actrange="0 1"/>',
    '<general joint="j" gaintype="dcmotor" biastype="dcmotor" dyntype="dcmotor" gainprm="2 3" inheritrange="1"/>',
    '<general joint="j" gaintype="muscle"/>', '<general joint="j" gaintype="muscle" lengthrange="0 1"/>',
    '<general joint="j" gaintype="muscle" lengthrange="0 1" gainprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"/>',
    '<general joint="j" biastype="muscle" lengthrange="0 1" biasprm="0.75 1.05 -1 200 0.5 1.6 1.5 1.3 1.2"/>',
    '<general joint="j" dyntype="muscle"/>', '<general joint="j" dyntype="muscle" actdim="2"/>',
    '<general joint="j" gaintype="muscle" lengthrange="0 1" gainprm="0.75 1.05 5 -1 0.5 1.6 1.5 1.3 1.2"/>',
    '<general joint="j" gaintype="muscle" lengthrange="0 1" gainprm="0.75 1.05 5 0 0.5 1.6 1.5 1.3 1.2" input="pos"/>',

    '<muscle joint="j" lengthrange="0 1" force="3" scale="-1"/>',
    '<muscle joint="j" lengthrange="0 1" gear="-1" user="1"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" input="pos vel ff" velrange="0 1" '
    'ffrange="1 2" ctrlrange="2 3"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" dyntype="pid" dynprm="0"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" dyntype="pid" dynprm="3"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" inheritrange="1"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" inheritrange="1" ctrlrange="0 1"/>',
    '<general joint="j" gaintype="pid" gainprm="0" biastype="affine" dynprm="1 2"/>',
    '<general joint="j" gaintype="pid" gainprm="1" biastype="affine" dyntype="pid" actdim="2"/>',
    '<general joint="j" gaintype="pid" gainprm="1" biastype="affine" dyntype="pid" actdim="1" actrange="0 1"/>',
    '<general joint="j" gaintype="user" input="pos"/>', '<general body="a" ctrlrange="0 1" armature="1"/>',
    '<general body="a" lengthrange="0 1" gear="3"/>', '<position body="a"/>',
    '<adhesion body="a" ctrlrange="0 1" gear="1"/>',
    '<adhesion body="a" ctrlrange="0 1" forcerange="0 1" nsample="2"/>', '<adhesion body="zz" ctrlrange="0 1"/>',
    '<motor jointinparent="j" joint="zz"/>',
]  # fmt: skip
# a default, and an actuator that takes something of it, or does not
INHERITED = [
    (
        '<muscle timeconst="1 2" force="5" range=".8 1.1" tausmooth=".1"/>',
        '<muscle joint="j" lengthrange="0 1" lmin=".3"/>',
    ),
    (
        '<general gaintype="muscle" gainprm=".7 1.1 9 100 .4 1.7 1.6 1.4 1.3" dyntype="muscle" dynprm="3 4"/>',
        '<muscle joint="j" lengthrange="0 1"/>',
    ),
    ('<general dyntype="muscle" dynprm="3 4"/>', '<muscle joint="j" lengthrange="0 1"/>'),
    (
        '<general gaintype="muscle" gainprm=".7 1.1 9 100 .4 1.7 1.6 1.4 1.3"/>',
        '<muscle joint="j" lengthrange="0 1"/>',
    ),
    (
        '<general biastype="muscle" biasprm=".7 1.1 9 100 .4 1.7 1.6 1.4 1.3"/>',
        '<muscle joint="j" lengthrange="0 1"/>',
    ),
    ('<muscle force="5" scale="100"/>', '<general joint="j" lengthrange="0 1"/>'),
    ('<muscle force="5"/>', '<motor joint="j"/>'),
    ('<adhesion gain="3" ctrlrange="0 2"/>', '<adhesion body="a"/>'),
    ('<motor ctrlrange="0 2"/>', '<adhesion body="a"/>'),
    ('<general gainprm="4" ctrlrange="0 2"/>', '<adhesion body="a"/>'),
    ('<adhesion gain="3" ctrlrange="0 2"/>', '<general joint="j"/>'),
    ('<adhesion gain="3" ctrlrange="0 2"/>', '<motor joint="j"/>'),
    ('<adhesion gain="3" ctrlrange="0 2"/>', '<position joint="j"/>'),
    ('<pid kp="2" kv="3" ki="4" imax="5" slewmax="6" input="pos vel ff" velrange="0 1"/>', '<pid joint="j"/>'),
    (
        '<pid kp="2" kv="3" ki="4" imax="5" slewmax="6" input="pos vel ff" velrange="0 1"/>',
        '<pid joint="j" input=""/>',
    ),
    ('<pid kp="2" kv="3" ki="4" imax="5" slewmax="6"/>', '<pid joint="j" ki="0" slewmax="0"/>'),
    ('<pid kp="2" dampratio="1"/>', '<pid joint="j" kv="0"/>'),
    ('<pid kp="2" dampratio="1"/>', '<pid joint="j" kp="3"/>'),
    ('<pid inheritrange="1"/>', '<pid joint="j"/>'),
    ('<pid inheritrange="1"/>', '<pid joint="j" posrange="0 1"/>'),
    ('<pid inheritrange="1"/>', '<pid joint="j" ctrlrange="0 1"/>'),
    ('<pid posrange="0 1"/>', '<pid joint="j" inheritrange="1"/>'),
    ('<position kp="9" kv="3"/>', '<pid joint="j"/>'),
    (
        '<general gaintype="pid" gainprm="5" dyntype="pid" biastype="affine" biasprm="0 -7 -8" input="pos"/>',
        '<pid joint="j"/>',
    ),
    ('<pid kp="2"  input="pos" />', '<general joint="j"/>'),
    ('<pid kp="2"  input="pos" />', '<position joint="j"/>'),
    ('<pid kp="2"  input="pos vel ff" />', '<orientation joint="ball"/>'),
    ('<pid velrange="0 1" posrange="1 2"/>', '<motor joint="j"/>'),
    ('<orientation kp="3" kv="2" input="quat" ctrlrange="0 1"/>', '<orientation joint="ball"/>'),
    ('<orientation kp="3" kv="2" input="quat"/>', '<orientation joint="ball" input="expmap" kp="1"/>'),
    ('<orientation kp="3" dampratio="2"/>', '<orientation joint="ball"/>'),
    (
        '<general gaintype="so3" biastype="so3" gainprm="4" biasprm="0 -4 -1" input="quat" dyntype="integrator"/>',
        '<orientation joint="ball"/>',
    ),
    ('<orientation kp="3" input="quat"/>', '<general joint="ball"/>'),
    ('<orientation kp="3" input="quat"/>', '<motor joint="j"/>'),
    ('<dcmotor resistance="2" motorconst="3" controller="1 2 3 4 5 6" input="pos"/>', '<dcmotor joint="j"/>'),
    (
        '<dcmotor resistance="2" motorconst="3" controller="1 2 3 4 5 6" input="pos" lugre="1 2 3 4 5" '
        'thermal="1 2 0 4 5 6" saturation="1 2 3" inductance="9" cogging="4 5 6"/>',
        '<dcmotor joint="j"/>',
    ),
    ('<dcmotor resistance="2" motorconst="3"/>', '<dcmotor joint="j" resistance="5"/>'),
    ('<dcmotor resistance="2" motorconst="3" inductance="4"/>', '<dcmotor joint="j" resistance="5"/>'),
    ('<dcmotor resistance="2" motorconst="3" saturation="0 5"/>', '<dcmotor joint="j" motorconst="7"/>'),
    (
        '<dcmotor resistance="2" motorconst="3" controller="1 2 3 4 5 6" input="pos"/>',
        '<dcmotor joint="j" controller="9"/>',
    ),
    (
        '<dcmotor resistance="2" motorconst="3" controller="1 2 3 4 5 6" input="pos"/>',
        '<dcmotor joint="j" input="voltage"/>',
    ),
    ('<dcmotor resistance="2" motorconst="3" cogging="1 2 3"/>', '<dcmotor joint="j" cogging="9"/>'),
    ('<dcmotor resistance="2" motorconst="3" lugre="1 2 3 4 5"/>', '<dcmotor joint="j" lugre="9"/>'),
    ('<dcmotor resistance="2" motorconst="3" lugre="1 2 3 4 5"/>', '<dcmotor joint="j" lugre="0"/>'),
    ('<dcmotor resistance="2" motorconst="3" thermal="1 2 0 4 5 6"/>', '<dcmotor joint="j" thermal="9 8"/>'),
    ('<dcmotor resistance="2" motorconst="3" thermal="1 2 0 4 5 6"/>', '<dcmotor joint="j" thermal="0 0 0"/>'),
    ('<dcmotor resistance="2" motorconst="3" saturation="4"/>', '<dcmotor joint="j" saturation="0 0 5"/>'),
    ('<dcmotor resistance="2" motorconst="3" inductance="4"/>', '<dcmotor joint="j" inductance="0"/>'),
    ('<dcmotor resistance="2" motorconst="3" inductance="4 9"/>', '<dcmotor joint="j" inductance="0"/>'),
    ('<dcmotor nominal="12 3 4"/>', '<dcmotor joint="j" resistance="7"/>'),
    ('<dcmotor nominal="12 3 4"/>', '<dcmotor joint="j" nominal="12 5"/>'),
    ('<motor forcerange="-3 3"/>', '<dcmotor joint="j" resistance="2" motorconst="3"/>'),
    ('<motor forcerange="-3 3"/>', '<dcmotor joint="j" resistance="2" motorconst="3" saturation="0 0 1"/>'),
    ('<dcmotor resistance="2" motorconst="3"/>', '<motor joint="j"/>'),
    ('<dcmotor resistance="2" motorconst="3" saturation="4"/>', '<motor joint="j"/>'),
    ('<dcmotor resistance="2" motorconst="3" input="pos"/>', '<general joint="j"/>'),
    ('<dcmotor resistance="2"/>', '<dcmotor joint="j" motorconst="3"/>'),
    ('<dcmotor motorconst="2"/>', '<dcmotor joint="j" resistance="3"/>'),
    ('<dcmotor armature="2"/>', '<dcmotor joint="j" resistance="3" motorconst="1"/>'),
    ('<dcmotor motorconst="2 3"/>', '<dcmotor joint="j" resistance="3" motorconst="5"/>'),
    ('<motor cranklength="2"/>', '<motor joint="j"/>'),
    ('<motor cranklength="2"/>', '<motor cranksite="as" slidersite="bs"/>'),
    (
        '<general actearly="true" actrange="0 1" actlimited="true" dyntype="filter"/>',
        '<muscle joint="j" lengthrange="0 1"/>',
    ),
    ('<general velrange="0 1"/>', '<pid joint="j"/>'),
    ('<position timeconst="3"/>', '<pid joint="j"/>'),
]  # fmt: skip


@pytest.mark.parametrize('actuator', ACTUATORS)
def test_every_kind(actuator):
    agree(actuator)


@pytest.mark.parametrize(('default', 'actuator'), INHERITED)
def test_what_shortcuts_inherit(default, actuator):
    agree(actuator, f'<default>{default}</default>')


def test_layout_of_several():
    agree(
        '<motor joint="j"/><orientation joint="ball" input="quat" nsample="3"/><pid joint="s" ki="1" slewmax="2"/>'
        '<dcmotor joint="j" resistance="2" motorconst="3" input="none" lugre="1 2 3 4 5"/>'
        '<muscle tendon="t" lengthrange="0 1" nsample="2"/><adhesion body="a" ctrlrange="0 1"/><motor tendon="sp"/>'
        '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator"/>'
        '<motor site="es" refsite="ds"/><position joint="s" timeconst="1"/>'
    )


@pytest.mark.parametrize('actuator', [
    '<motor site="xs" name="n"/>', '<motor site="xs" refsite="w0"/>',
    '<motor cranksite="xs" slidersite="w0" cranklength="1"/>',
    '<adhesion body="x" ctrlrange="0 1"/>', '<motor site="w0" refsite="xs"/>', '<motor joint="xj"/><motor joint="j"/>',
])  # fmt: skip
def test_actuators_of_replicas(actuator):
    body = '<body name="x"><joint name="xj"/><geom size=".1"/><site name="xs"/></body>'
    xml = world(f'{SCENE}<replicate count="2">{body}</replicate>', after=f'<actuator>{actuator}</actuator>')
    assert_same(xml, STATIC)
