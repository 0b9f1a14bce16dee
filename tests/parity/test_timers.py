"""How often each timer of the pipeline was stopped, as in the wheel."""

import mujoco
import pytest

from parity.scenes import SCENES
from parity.twins import INTEGRATORS, Twins

CALLS = ('mj_forward', 'mj_inverse', 'mj_step', 'mj_fwdPosition', 'mj_fwdVelocity', 'mj_fwdActuation',
         'mj_fwdConstraint', 'mj_invConstraint', 'mj_kinematics', 'mj_step1', 'mj_step2')
# collisions and constraints have no stages in this version, and so nothing to time
TIMERS = [timer for name, timer in mujoco.mjtTimer.__members__.items()
          if not name.endswith(('COLLISION', 'MAKE', 'PROJECT', 'BROAD', 'NARROW', 'mjNTIMER'))]


def counts(d) -> dict[str, int]:
    return {timer.name: d.timer[timer].number for timer in TIMERS}


@pytest.mark.parametrize('function', CALLS)
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_counts(function, integrator):
    twins = Twins.load(SCENES['actuators'], integrator=INTEGRATORS[integrator])
    for _ in range(3):
        twins.call(function)
    assert counts(twins.d) == counts(twins.rd)


def test_time_passes():
    twins = Twins.load(SCENES['humanoid'])
    for _ in range(10):
        twins.call('mj_step')
    for timer in TIMERS:
        assert (twins.d.timer[timer].duration > 0) == (twins.rd.timer[timer].duration > 0), timer
