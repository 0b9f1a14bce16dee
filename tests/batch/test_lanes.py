"""Several worlds per register do, bit for bit, what each world does alone."""

import numpy as np
import pytest

import torsor
from jit.small import random_state, tree
from torsor import models
from torsor.batch.lanes import SMALL, LaneData, LaneModel, width_for, widths
from torsor.physics.pipeline import steps as run_steps
from torsor.physics.world import PER_WORLD

COMPARED = tuple(name for name in PER_WORLD if not name.startswith(('work.', 'contact.')))


def assert_same_worlds(m, width, steps, alone=None, together=None):
    lanes = LaneData(m, width)
    datas = [torsor.MjData(m) for _ in range(width)]
    for i, d in enumerate(datas):
        d.qpos[:], d.qvel[:] = random_state(m, seed=i)
        d.ctrl[:] = 0.1 * i
        lanes.qpos[:, i], lanes.qvel[:, i], lanes.ctrl[:, i] = d.qpos, d.qvel, d.ctrl
    run_steps(together or m, lanes, steps)
    for i, d in enumerate(datas):
        torsor.mj_step(alone[i] if alone else m, d, steps)
        assert np.isfinite(d.qpos).all()
        different = [name for name in COMPARED if name in d._arrays and d._arrays[name].dtype == np.float64
                     and d._arrays[name].tobytes() != lanes._arrays[name][..., i].tobytes()]
        assert not different


@pytest.mark.parametrize('integrator', ['Euler', 'RK4', 'implicit', 'implicitfast', 'discrete'])
def test_all_integrators(integrator):
    assert_same_worlds(tree(integrator), width=4, steps=20)


@pytest.mark.parametrize('width', [4, 8])
def test_humanoid(width):
    m = torsor.MjModel.from_xml_path(models.path('humanoid'))
    m.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_CONSTRAINT
    assert_same_worlds(m, width, steps=10)


def test_models_that_differ_between_worlds():
    fields = ('opt.gravity', 'body_mass', 'body_inertia', 'dof_damping', 'jnt_pos')
    m, scale = tree(), np.linspace(0.8, 1.2, 4)
    together, alone = LaneModel(m, 4, fields), [tree() for _ in range(4)]
    for name in fields:
        together._arrays[name][...] *= scale
        for i, one in enumerate(alone):
            one._arrays[name][...] *= scale[i]
    assert_same_worlds(m, 4, 10, alone, together)


def test_a_world_that_diverges_is_reset_and_the_others_go_on():
    m = tree()
    lanes, d = LaneData(m, 4), torsor.MjData(m)
    d.qpos[:], d.qvel[:] = random_state(m)
    lanes.qpos[...], lanes.qvel[...] = d.qpos[:, None], d.qvel[:, None]
    lanes.qvel[2, 1] = np.nan
    run_steps(m, lanes, 3)
    torsor.mj_step(m, d, 3)
    for i in (0, 2, 3):
        np.testing.assert_array_equal(lanes.qpos[:, i], d.qpos)
    fresh = torsor.MjData(m)
    torsor.mj_step(m, fresh, 3)
    np.testing.assert_array_equal(lanes.qpos[:, 1], fresh.qpos)
    assert lanes._arrays['warning.number'][torsor.mjtWarning.mjWARN_BADQVEL] == 1


def test_widths():
    assert widths() in ((4,), (4, 8), (8,))


def test_small_models_take_two_registers_for_a_number(monkeypatch):
    body = '<body><joint type="slide"/><geom size=".1"/></body>'
    small, large = (torsor.MjModel.from_xml_string(f'<mujoco><worldbody>{n * body}</worldbody></mujoco>')
                    for n in (SMALL, SMALL + 1))
    monkeypatch.setattr('torsor.batch.lanes.widths', lambda: (4, 8))
    assert [width_for(m, n) for m in (small, large) for n in (4, 7, 8, 256)] == [4, 4, 8, 8, 4, 4, 4, 4]


BALL = '<body pos="0 0 .2"><freejoint/><geom size=".1"/></body>'
HINGE = '<body><joint name="j" {}/><geom size=".1" contype="0" conaffinity="0"/></body>'


@pytest.mark.parametrize(('body', 'rest'), [
    ('<geom type="plane" size="1 1 1"/>' + BALL, ''),
    (HINGE.format('limited="true" range="-.1 .1"'), ''),
    (HINGE.format('frictionloss=".1"'), ''),
    (HINGE.format(''), '<equality><joint joint1="j"/></equality>'),
    (HINGE.format(''), '<actuator><motor joint="j" delay=".01" nsample="5"/></actuator>'),
])
def test_what_takes_one_world_at_a_time_runs_on_one_after_the_other(body, rest):
    m = torsor.MjModel.from_xml_string(f'<mujoco><worldbody>{body}</worldbody>{rest}</mujoco>')
    assert_same_worlds(m, 4, 40)


def test_what_returns_something_about_one_world_is_refused():
    body = '<body name="b"><freejoint/><geom size=".1"/></body>'
    m = torsor.MjModel.from_xml_string(f"""<mujoco><worldbody>{body}</worldbody>
        <actuator><adhesion body="b" ctrlrange="0 1"/></actuator></mujoco>""")
    with pytest.raises(NotImplementedError, match='contact_moment works on one world at a time'):
        run_steps(m, LaneData(m, 4), 1)
