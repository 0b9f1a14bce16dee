"""Exact derivatives of steps with DC motors and PID controllers, against extrapolated differences."""

import pytest

import torsor
from derivative.test_exact import errors, tightened
from physics.actuator.test_kinds import KINDS
from torsor import derivative

ARM = """<mujoco>
  <option timestep=".004" integrator="{}"/>
  <worldbody>
    <body pos="0 0 1">
      <joint name="i" axis="0 1 0" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/>
      <body pos=".3 0 0"><joint name="j" axis="0 1 1"/><geom type="capsule" fromto="0 0 0 .3 0 .1" size=".04"/></body>
    </body>
  </worldbody>
  <actuator>{}</actuator>
</mujoco>"""
MOTORS = [name for name, xml in KINDS.items() if ('dcmotor' in xml or 'pid' in xml) and 'site=' not in xml]
MANY_INPUTS = ('controlled motor', 'everything')


@pytest.mark.parametrize('integrator', ['Euler', 'implicitfast'])
@pytest.mark.parametrize('name', MOTORS)
def test_steps(name, integrator):
    m = tightened(ARM.format(integrator, KINDS[name]))
    if name in MANY_INPUTS and integrator != 'Euler':
        with pytest.raises(derivative.NotDifferentiable, match='many inputs'):
            derivative.transition(m, torsor.MjData(m))
        return
    found = errors(m)
    assert found
    assert max(found) < 1e-7
