"""Settings: compiler, option, size, statistic, visual."""

import numpy as np
import pytest

from model.twins import assert_same, refused, twins, world
from torsor.model.mjcf.include import read_text
from torsor.model.mjcf.read import read

GOOD = [
    '<option timestep="-1" gravity="1 2 3" integrator="discrete" cone="elliptic" jacobian="dense" solver="CG"/>',
    '<option o_friction="9 8" o_solref="3" o_solimp=".1" o_margin="-1" actuatorgroupdisable="1 3 3 30"/>',
    '<option iterations="-1" sdf_iterations="3" magnetic="1 2 3" wind="1 2 3" density="1"/><option density="2"/>',
    '<option><flag gravity="disable" energy="enable" multiccd="disable" island="disable" contact="enable"/></option>',
    '<option><flag gravity="disable"/></option><option><flag energy="enable" gravity="enable"/></option>',
    '<option integrator="discrete"><flag ipc="enable" sleep="enable" speculative="enable"/></option>',
    '<size nuserdata="4" nconmax="5" nuser_body="3" nuser_jnt="2" nuser_tendon="1" nuser_sensor="2"/>',
    '<size njmax="10"/>', '<size nkey="-1"/>', '<compiler coordinate="local" usethread="false" conflict="error"/>',
    '<visual><global fovy="30" offwidth="100" orthographic="true"/><quality shadowsize="3"/><map znear=".5"/></visual>',
    '<visual><headlight active="false" diffuse="1 2 3"/><scale com="2"/><rgba fog="1 2 3 4"/></visual>',
]  # fmt: skip
BAD = [
    '<option integrator="euler"/>', '<option gravity="1 2"/>', '<option actuatorgroupdisable="31"/>',
    '<option actuatorgroupdisable="-1"/>', '<option><flag gravity="true"/></option>', '<option timestep="1e400"/>',
    '<option><flag ipc="enable"/></option>', '<option integrator="discrete" solver="PGS"><flag ipc="enable"/></option>',
    '<option integrator="discrete"><flag ipc="enable" fwdinv="enable"/></option>',
    '<size memory="0"/>', '<size memory="abc"/>', '<size njmax="-2"/>',
    '<size nuserdata="-1"/>', '<size nuser_body="-2"/>', '<statistic extent="0"/>', '<statistic center="1 2"/>',
    '<compiler angle="grad"/>', '<compiler coordinate="global"/>', '<compiler balanceinertia="auto"/>',
    '<compiler eulerseq="xyzx"/>', '<visual><map znear="0"/></visual>', '<visual><rgba fog="1 2 3"/></visual>',
]  # fmt: skip


@pytest.mark.parametrize('section', GOOD)
def test_as_in_the_wheel(section):
    assert_same(world('<body><joint/><geom size=".1"/></body>', section))


@pytest.mark.parametrize('section', BAD)
def test_refused_by_both(section):
    ours, theirs = refused(world('', section))
    assert theirs is not None
    assert ours is not None


def test_authored_statistics():
    ours, theirs = twins(world('', '<statistic extent="3" center="1 2 3" meansize=".1"/><statistic meansize=".2"/>'))
    assert ours.statistic == {
        'meaninertia': None,
        'meanmass': None,
        'meansize': 0.2,
        'extent': 3.0,
        'center': (1, 2, 3),
    }
    assert (theirs.stat.extent, theirs.stat.meansize) == (3.0, 0.2)


def test_memory():
    assert twins(world('', '<size memory="1M"/>'))[0].sizes['narena'] == 2**20


def test_directories():
    spec = read(read_text('<mujoco><compiler assetdir="a" meshdir="b"/></mujoco>'))
    assert (spec.compiler.meshdir, spec.compiler.texturedir) == ('b', 'a')


def test_option_types():
    option = twins('<mujoco/>')[0].option
    assert np.shape(option['gravity']) == (3,)
    assert isinstance(option['iterations'], int)
