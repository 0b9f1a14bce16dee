"""Sensors: every field of every kind, against the wheel."""

import mujoco
import pytest

from model.twins import assert_same, refused, world
from torsor.model.load import compile_string
from torsor.model.mjcf.sensor_grammar import ROWS

SCENE = (
    '<camera name="c" resolution="3 2"/><camera name="blind" resolution="0 2"/><site name="s"/>'
    '<geom name="g" size="1"/><geom name="p" type="plane" size="1 1 1"/><geom name="hill" type="hfield" hfield="hill"/>'
    '<body name="b"><joint name="j" range="-1 1"/><geom name="h" size=".1"/><site name="r"/>'
    '<body name="bb"><joint name="ball" type="ball" range="0 1"/><geom name="k" size=".1"/></body>'
    '<body name="empty"><joint name="free" limited="false" range="0 1"/>'
    '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></body>'
)
BESIDE = (
    '<asset><hfield name="hill" nrow="2" ncol="2" size="1 1 1 1"/></asset>'
    '<tendon><fixed name="t" range="0 1"><joint joint="j" coef="1"/></fixed>'
    '<fixed name="loose"><joint joint="j" coef="1"/></fixed></tendon>'
    '<actuator><motor name="a" joint="j"/><motor name="m" joint="j" nsample="2"/></actuator>'
    '<custom><tuple name="tu"><element objtype="body" objname="b"/></tuple></custom>'
)
FRAME_KINDS = (('body', 'b'), ('xbody', 'bb'), ('geom', 'h'), ('site', 'r'), ('camera', 'c'), ('body', 'world'))


def of(tags: str, attributes: str) -> list[str]:
    """An element for each tag, with the same attributes."""
    return [f'<{tag} {attributes}/>' for tag in tags.split()]


GOOD = [
    *of('touch accelerometer velocimeter gyro force torque magnetometer rangefinder', 'site="r" name="n" noise="3"'),
    *of('jointpos jointvel jointactuatorfrc jointlimitpos jointlimitvel jointlimitfrc', 'joint="j" cutoff="2"'),
    *of('jointlimitpos jointlimitvel jointlimitfrc ballquat ballangvel', 'joint="ball"'),
    *of('tendonpos tendonvel tendonactuatorfrc tendonlimitpos tendonlimitvel tendonlimitfrc', 'tendon="t"'),
    *of('tendonpos tendonvel tendonactuatorfrc', 'tendon="loose"'),
    *of('actuatorpos actuatorvel actuatorfrc', 'actuator="a" user="1 2"'),
    *of('framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel',
        'objtype="xbody" objname="b" reftype="camera" refname="c"'),
    *of('framelinacc frameangacc', 'objtype="site" objname="s"'),
    *of('subtreecom subtreelinvel subtreeangmom', 'body="bb"'),
    *of('e_potential e_kinetic clock', 'cutoff="1"'),
    *of('distance normal fromto', 'geom1="g" geom2="h" cutoff="1"'),
    *of('distance normal fromto', 'body1="b" geom2="g"'), '<distance body1="world" body2="empty"/>',
    *[f'<framepos objtype="{kind}" objname="{name}"/>' for kind, name in FRAME_KINDS],
    '<camprojection site="s" camera="c"/>', '<insidesite objtype="body" objname="b" site="s"/>',
    '<insidesite objtype="xbody" objname="b" site="s" enclosed="true"/>',
    '<insidesite objtype="geom" objname="h" site="r" enclosed="true"/>',
    '<insidesite objtype="camera" objname="c" site="s"/>', '<insidesite objtype="geom" objname="p" site="s"/>',
    # fields of rangefinders, one ray or one for each pixel
    *[f'<rangefinder site="s" data="{data}"/>' for data in ('', 'dist', 'dir', 'origin', 'point', 'normal', 'depth')],
    '<rangefinder camera="c" data="dist dir origin point normal depth"/>', '<rangefinder camera="c" cutoff="1"/>',
    # contacts: the stage follows from what is asked for
    *[f'<contact data="{data}"/>'
      for data in ('', 'found', 'force', 'torque', 'dist', 'pos', 'normal', 'tangent', 'linvel', 'angvel')],
    *[f'<contact reduce="{reduce}" num="3"/>' for reduce in ('none', 'mindist', 'maxforce', 'netforce')],
    '<contact geom1="g"/>', '<contact geom2="g"/>', '<contact subtree1="b" subtree2="b" num="2" data="found angvel"/>',
    '<contact site="s" body2="b" data="found force torque dist pos normal tangent linvel angvel" num="4"/>',
    '<contact body1="b" body2="b" cutoff="1"/>', '<contact subtree1="world"/>',
    # users' own
    '<user dim="3"/>', '<user dim="0"/>', '<user dim="3" datatype="positive" needstage="pos" user="1 2 3"/>',
    '<user dim="3" datatype="axis" needstage="vel" objtype="body" objname="b"/>', '<user dim="1" needstage="none"/>',
    '<user dim="4" datatype="quaternion" objtype="xbody" objname="b"/>',
    '<user dim="1" datatype="real" needstage="acc" objtype="tuple" objname="tu"/>',
    *[f'<user dim="1" objtype="{kind}" objname="{name}"/>' for kind, name in (
        ('joint', 'j'), ('geom', 'g'), ('site', 's'), ('camera', 'c'), ('tendon', 't'), ('actuator', 'a'))],
    # histories stand after those of controls
    '<clock nsample="3"/><clock nsample="2" delay=".1" interp="linear"/>'
    '<framepos objtype="body" objname="b" nsample="2" interval=".01"/><clock/>',
    '<clock nsample="3" interval=".01 -.005" interp="cubic"/>', '<clock nsample="-1"/>',
    '<clock interval=".01"/>', '<clock nsample="2" delay="-.01"/>', '<clock nsample="2" interval="0 -1"/>',
    '<clock name="one" user="1 2 3"/><gyro site="s"/><clock name="two" user="4"/>',
]  # fmt: skip
BAD = [
    '<distance geom1="hill" geom2="h" cutoff="1"/>', '<normal geom1="g" geom2="hill" cutoff="1"/>',
    '<fromto geom1="p" geom2="hill" cutoff="1"/>',
    '<touch/>', '<touch site=""/>', '<touch site="z"/>', '<touch joint="j"/>', '<jointpos joint="ball"/>',
    '<jointvel joint="ball"/>', '<jointactuatorfrc joint="ball"/>', '<ballquat joint="j"/>', '<ballangvel joint="j"/>',
    '<jointlimitpos joint="free"/>', '<tendonlimitvel tendon="loose"/>', '<rangefinder/>', '<camprojection site="s"/>',
    '<rangefinder site="s" camera="c"/>', '<rangefinder site="s" data="point origin"/>',
    '<rangefinder site="s" data="foo"/>', '<rangefinder site="s" data="dist dist"/>', '<framepos objtype="body"/>',
    '<framepos objname="b"/>', '<framepos objtype="joint" objname="j"/>', '<framepos objtype="body" objname=""/>',
    '<framepos objtype="body" objname="z"/>', '<framepos objtype="body" objname="b" reftype="site"/>',
    '<framepos objtype="body" objname="b" refname="s"/>', '<framelinacc objtype="body" objname="b" reftype="body"/>',
    '<framepos objtype="body" objname="b" reftype="site" refname="z"/>',
    '<framequat objtype="body" objname="b" cutoff="1"/>', '<framexaxis objtype="body" objname="b" cutoff="1"/>',
    '<insidesite objtype="body" objname="b"/>', '<insidesite objtype="camera" objname="c" site="s" enclosed="true"/>',
    '<insidesite objtype="geom" objname="p" site="s" enclosed="true"/>', '<insidesite site="s"/>',
    '<insidesite objtype="body" objname="empty" site="s" enclosed="true"/>',
    '<insidesite objtype="xbody" objname="world" site="s" enclosed="true"/>',
    '<distance geom1="g" body1="b" geom2="h"/>', '<distance geom1="g"/>', '<distance/>',
    '<distance geom1="g" geom2="g"/>', '<normal body1="b" body2="b"/>', '<distance geom1="g" geom2="h" cutoff="-1"/>',
    '<contact site="s" body1="b"/>', '<contact geom1="g" subtree1="b"/>', '<contact num="0"/>', '<contact num="-1"/>',
    '<contact data="force found"/>', '<contact data="found found"/>', '<contact reduce="all"/>', '<contact geom1=""/>',
    '<contact data="angvel" reduce="netforce"/>', '<contact cutoff="-1"/>', '<contact geom2="z"/>',
    '<user/>', '<user dim="-1"/>', '<user dim="3" datatype="quaternion"/>', '<user dim="2" datatype="axis"/>',
    '<user dim="3" objtype="body"/>', '<user dim="3" objname="b"/>', '<user dim="3" objtype="body" objname=""/>',
    '<user dim="1" needstage="late"/>', '<user dim="1" nsample="2"/>', '<user dim="1" objtype="dof" objname="j"/>',
    '<clock nsample="3" interval=".01 .005"/>', '<clock nsample="3" interval=".01 -.01"/>', '<clock noise="-1"/>',
    '<clock nsample="3" interval="-.01"/>', '<clock delay=".01"/>', '<clock cutoff="-1"/>', '<clock interval="1 2 3"/>',
    '<clock name="n"/><gyro name="n" site="s"/>', '<tactile geom="g" mesh="z"/>', '<clock class="main"/>',
    '<plugin plugin="a.b"/>', '<clocks/>', '<rangefinder camera="blind"/>', '<camprojection site="s" camera="blind"/>',
]  # fmt: skip


@pytest.mark.parametrize('sensor', GOOD)
def test_fields(sensor):
    assert_same(world(SCENE, after=f'{BESIDE}<sensor>{sensor}</sensor>'))


@pytest.mark.parametrize('sensor', BAD)
def test_refused(sensor):
    ours, theirs = refused(world(SCENE, after=f'{BESIDE}<sensor>{sensor}</sensor>'))
    assert ours
    assert theirs


def test_every_kind_but_plugins_is_compared():
    names = {f'<{tag}' for tag in ROWS}
    compared = {sensor.split()[0].split('/')[0] for sensor in GOOD}
    assert names - compared == {'<tactile'}
    assert len(ROWS) == 48


@pytest.mark.parametrize('sensor', [
    '<framepos name="n" objtype="body" objname="b"/>', '<contact site="s" body2="world"/>',
    '<framepos objtype="body" objname="b" reftype="body" refname="o"/>', '<distance geom1="g" geom2="og"/>',
    '<contact geom1="og" geom2="g"/>', '<user dim="2" objtype="body" objname="b"/><gyro name="y" site="s"/>',
    '<jointpos name="p" joint="j"/><jointpos joint="j"/>', '<framepos objtype="body" objname="o"/>',
])  # fmt: skip
@pytest.mark.parametrize('outside_first', [True, False])
def test_sensors_of_replicas(sensor, outside_first):
    body = '<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>'
    replicas = f'<replicate count="2">{body}</replicate>'
    outside = '<body name="o"><geom name="og" size=".1"/></body>'
    xml = world(outside + replicas if outside_first else replicas + outside, after=f'<sensor>{sensor}</sensor>')
    try:
        mujoco.MjModel.from_xml_string(xml)
    except ValueError:
        assert refused(xml)[0]
    else:
        assert_same(xml)


def test_sensors_of_nothing_are_not_repeated():
    """The wheel doubles them with every replica, which ends in more sensors than there is memory."""
    xml = world('<replicate count="40"><geom name="g" size=".1"/></replicate>', after='<sensor><clock/></sensor>')
    assert compile_string(xml).sizes['nsensor'] == 1


def test_histories_need_a_timestep():
    ours, theirs = refused(world(before='<option timestep="0"/>', after='<sensor><clock nsample="2"/></sensor>'))
    assert 'timestep' in ours
    assert 'timestep' in theirs
