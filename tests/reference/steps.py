"""What tests of integrators share: random models after forward dynamics, one of ours beside one of the wheel."""

import copy

import mujoco
import numpy as np

from reference.models import random_state
from reference.worlds import copy_data, copy_model, run
from torsor.jit import stage
from torsor.physics.actuator.force import controls

EULER, RK4, IMPLICIT, IMPLICITFAST, DISCRETE = range(5)
STATE = ('qpos', 'qvel', 'act', 'plastic', 'time', 'qacc_warmstart')

SERVOS = """<mujoco>
  <worldbody>
    <site name="wall" pos="0 0 0.5"/>
    <body>
      <joint name="shoulder" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03"/>
      <body pos="0.3 0 0">
        <joint name="wrist" type="ball"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0.02 0"/>
        <body pos="0.2 0 0">
          <joint name="finger" type="slide" axis="1 0 0.3"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0.1 0 0.03"/>
          <site name="tip" pos="0.2 0 0.1"/>
        </body>
        <body pos="0.1 0 0.2">
          <joint name="thumb" axis="1 0.3 1" pos="0.02 0 0"/>
          <geom type="ellipsoid" size="0.1 0.05 0.02" pos="0.1 0 0.03"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="along"><joint joint="shoulder" coef="1.5"/><joint joint="thumb" coef="-0.7"/></fixed>
    <fixed name="across"><joint joint="finger" coef="1.5"/><joint joint="thumb" coef="-0.7"/></fixed>
    <spatial name="cord"><site site="wall"/><site site="tip"/></spatial>
  </tendon>
  <actuator>%s</actuator>
</mujoco>"""

AFFINE = 'biastype="affine" biasprm="1 -2 -3"'
ACTUATORS = {
    'gain': '<general joint="shoulder" gear="2" gaintype="affine" gainprm="1 2 3"/>',
    'bias': f'<general joint="finger" gear="2" {AFFINE}/>',
    'activation': f'<general joint="thumb" dyntype="filter" dynprm="0.1" gaintype="affine" gainprm="1 2 3" {AFFINE}/>',
    'early': '<general joint="thumb" dyntype="filterexact" gaintype="affine" gainprm="1 -2 -3" actearly="true"/>',
    'force limit': f'<general joint="shoulder" {AFFINE} forcerange="-0.1 0.1"/>',
    'control limit': '<general joint="shoulder" gaintype="affine" gainprm="1 2 3" ctrlrange="-0.1 0.1"/>',
    'group off': f'<general joint="shoulder" {AFFINE} group="3"/>',
    'tendon': f'<general tendon="along" gear="2" {AFFINE}/>',
    'branches': f'<general tendon="across" gear="2" {AFFINE}/>',
    'cord': f'<general tendon="cord" gear="2" {AFFINE}/>',
    'ball': f'<general joint="wrist" gear="2 1 0.5" {AFFINE}/><general jointinparent="wrist" gear="2 1 0.5" {AFFINE}/>',
    'site': f'<general site="tip" refsite="wall" gear="2 1 0.5 1 2 3" {AFFINE}/>',
    'muscle': '<muscle joint="shoulder" lengthrange="-3 3"/><muscle tendon="cord" lengthrange="0.3 1" force="3"/>',
    'pid': '<pid joint="shoulder" kp="10" kv="2" ki="1"/>',
    'orientation': '<orientation joint="wrist" kp="10" kv="2"/><orientation site="tip" refsite="wall" kp="1" kv="2"/>',
}


def after_forward(xml: str, integrator: int, seed: int, change=None):
    """A model of the wheel, and one of its data in a random state after forward dynamics."""
    m = mujoco.MjModel.from_xml_string(xml)
    m.opt.integrator = integrator
    m.opt.disableactuator = 1 << 3
    if change:
        change(m)
    d = mujoco.MjData(m)
    random_state(m, d, seed)
    d.ctrl[:] /= 20
    d.act[:] = np.random.default_rng(seed).uniform(0, 1, size=m.na)
    mujoco.mj_forward(m, d)
    return m, d


def after_stages(m, d, *stages):
    """A copy of a data of the wheel on which our stages have run."""
    model, data = copy_model(m), copy_data(d)
    for each in (empty_arena, controls, *stages):
        run(each, model, data)
    return data


def after_function(m, d, function, *arguments):
    """A copy of a data of the wheel on which one of its functions has run."""
    twin = copy.copy(d)
    function(m, twin, *arguments)
    return twin


def assert_close(ours, theirs, fields, tolerance=1e-12) -> None:
    """Fields agree, up to a tolerance relative to the largest number of each."""
    for name in fields:
        expected = np.asarray(getattr(theirs, name), dtype=float)
        scale = 1 + np.abs(expected).max(initial=0)
        np.testing.assert_allclose(getattr(ours, name), expected, rtol=0, atol=tolerance * scale, err_msg=name)


@stage
def empty_arena(m, d):
    """Forget the wheel's arena, which the copy of its data does not own."""
    d.narena = 0
    d.parena = 0
    d.pstack = 0
