"""How often each timer of the pipeline was stopped, as in the wheel."""

import mujoco
import pytest

import torsor
from parity.scenes import SCENES
from parity.twins import INTEGRATORS, Twins

CALLS = ('mj_forward', 'mj_inverse', 'mj_step', 'mj_fwdPosition', 'mj_invPosition', 'mj_fwdVelocity', 'mj_fwdActuation',
         'mj_fwdConstraint', 'mj_invConstraint', 'mj_kinematics', 'mj_collision', 'mj_step1', 'mj_step2')
TIMERS = [timer for name, timer in mujoco.mjtTimer.__members__.items() if name != 'mjNTIMER']
BALL = '<body pos="{x} 0 .09"><freejoint/><geom size=".1"/></body>'
BALLS = """<mujoco><option integrator="{integrator}" timestep=".005" {option}><flag {flags}/></option>
  <worldbody><geom type="plane" size="5 5 1"/>{bodies}</worldbody></mujoco>"""


def counts(d) -> dict[str, int]:
    return {timer.name: d.timer[timer].number for timer in TIMERS}


def balls(count: int, flags: str = '', option: str = '', integrator: str = 'Euler') -> str:
    """Balls in a row on the ground, each in touch with the next."""
    bodies = ''.join(BALL.format(x=0.15 * k) for k in range(count))
    return BALLS.format(bodies=bodies, flags=flags, option=option, integrator=integrator)


def both(xml: str, function: str, times: int = 3) -> list:
    """Data of both engines after everything was placed, and a function was called some times."""
    data = []
    for engine in (torsor, mujoco):
        m = engine.MjModel.from_xml_string(xml)
        data.append(engine.MjData(m))
        engine.mj_fwdPosition(m, data[-1])
        for _ in range(times):
            getattr(engine, function)(m, data[-1])
    return data


@pytest.mark.parametrize('function', CALLS)
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_counts(function, integrator):
    twins = Twins.load(SCENES['actuators'], integrator=INTEGRATORS[integrator])
    for _ in range(3):
        twins.call(function)
    assert counts(twins.d) == counts(twins.rd)


@pytest.mark.parametrize('function', CALLS)
@pytest.mark.parametrize('bodies', [0, 1, 3, 20])
@pytest.mark.parametrize('flags', ['', 'contact="disable"', 'constraint="disable"', 'sleep="enable"',
                                   'diagexact="enable"'])
def test_counts_with_contacts(function, bodies, flags):
    ours, theirs = both(balls(bodies, flags), function)
    assert counts(ours) == counts(theirs)


@pytest.mark.parametrize('integrator', INTEGRATORS)
@pytest.mark.parametrize('option', ['', 'solver="PGS"', 'noslip_iterations="2"'])
def test_counts_of_steps_with_contacts(integrator, option):
    ours, theirs = both(balls(3, option=option, integrator=integrator), 'mj_step')
    assert counts(ours) == counts(theirs)


def test_contacts_are_looked_for_again_when_they_wake_something():
    """A body that is moved against one that sleeps."""
    found = []
    for engine in (torsor, mujoco):
        bodies = BALL.format(x=0) + '<body mocap="true" pos="2 0 1"><geom size=".1"/></body>'
        m = engine.MjModel.from_xml_string(
            BALLS.format(bodies=bodies.replace('.09', '.0999'), flags='sleep="enable"', option='', integrator='Euler'))
        d = engine.MjData(m)
        for _ in range(30):
            engine.mj_step(m, d)
        asleep, before = d.tree_asleep[0] >= 0, counts(d)
        d.mocap_pos[0] = 0, 0, 0.29
        engine.mj_forward(m, d)
        found.append((asleep, {name: number - before[name] for name, number in counts(d).items()}))
    assert found[0] == found[1]
    assert found[0][0]
    assert found[0][1]['mjTIMER_POS_COLLISION'] == 2


def test_time_passes():
    twins = Twins.load(SCENES['humanoid'])
    for _ in range(10):
        twins.call('mj_step')
    for timer in TIMERS:
        assert (twins.d.timer[timer].duration > 0) == (twins.rd.timer[timer].duration > 0), timer


def test_time_passes_in_all_phases_of_a_sweep():
    ours, theirs = both(balls(20), 'mj_step', 10)
    inverse = mujoco.mjtTimer.mjTIMER_INVERSE
    for timer in TIMERS:
        assert (ours.timer[timer].duration > 0) == (theirs.timer[timer].duration > 0) == (timer != inverse), timer
    broad, narrow, collision = (ours.timer[getattr(mujoco.mjtTimer, f'mjTIMER_{name}')].duration
                                for name in ('COL_BROAD', 'COL_NARROW', 'POS_COLLISION'))
    assert broad + narrow == pytest.approx(collision)
