"""How often each timer of the pipeline was stopped, as in the wheel."""

import pytest

from parity.scenes import SCENES
from parity.twins import INTEGRATORS, Twins

CALLS = ('mj_forward', 'mj_inverse', 'mj_step', 'mj_fwdPosition', 'mj_fwdVelocity', 'mj_fwdActuation', 'mj_fwdConstraint',
         'mj_kinematics', 'mj_step1', 'mj_step2')


def counts(d) -> list[int]:
    return [timer.number for timer in d.timer]


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
    for ours, theirs in zip(twins.d.timer, twins.rd.timer):
        assert (ours.duration > 0) == (theirs.duration > 0)
