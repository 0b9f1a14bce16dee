"""Exact derivatives by numbers of the model, against extrapolated finite differences."""

import numpy as np
import pytest

import torsor
from derivative.test_exact import MIX, SMOOTH, SURFACES, Variables, tightened
from torsor import derivative

FIELDS = ('body_mass', 'body_inertia', 'body_ipos', 'body_pos', 'dof_damping', 'dof_armature', 'geom_size', 'geom_pos',
          'geom_solref', 'actuator_gainprm', 'actuator_biasprm', 'actuator_gear', 'actuator_dynprm', 'opt.gravity',
          'tendon_stiffness', 'qpos_spring')
# at zero these have a slope from above only, and of two geoms with the same friction the larger one counts
CHOSEN = ('jnt_stiffness', 'dof_frictionloss', 'geom_friction', 'body_gravcomp')


def moving(integrator: str = 'Euler', cone: str = 'pyramidal'):
    """A model in motion, in which contacts, limits and actuators act; no two geoms have the same friction."""
    m = tightened(MIX.format(cone=cone, integrator=integrator, dim=3))
    m.geom_friction[:, 0] = 0.5 + 0.05 * np.arange(m.ngeom)
    d, rng = torsor.MjData(m), np.random.default_rng(2)
    d.qvel[:] = 0.3 * rng.normal(size=m.nv)
    for _ in range(30):
        d.ctrl[:] = rng.uniform(0, 1, m.nu)
        torsor.mj_step(m, d)
    d.xfrc_applied[2] = rng.normal(size=6)
    return m, d


def numbers_of(m, field):
    owner, name = (m.opt, field.removeprefix('opt.')) if field.startswith('opt.') else (m, field)
    return getattr(owner, name).reshape(-1)


def expected(m, d, field, number, eps=1e-6):
    """Extrapolated differences of the step by a number of the model, and whether those of two sizes agree."""
    kept, numbers = Variables(m, d), numbers_of(m, field)
    before = numbers[number]

    def end(change):
        kept.restore()
        numbers[number] = before + change
        torsor.mj_step(m, d)
        numbers[number] = before
        return [field.copy() for field in (d.qpos, d.qvel, d.act)]

    def slope(eps):
        (q, *rest), (p, *others) = end(eps), end(-eps)
        turn = np.zeros(m.nv)
        torsor.mj_differentiatePos(m, turn, 2 * eps, p, q)
        return np.concatenate((turn, *((a - b) / (2 * eps) for a, b in zip(rest, others))))

    fine, coarse = slope(eps), slope(4 * eps)
    kept.restore()
    result = (16 * fine - coarse) / 15
    return result, np.abs(fine - coarse).max() < SMOOTH * max(1, np.abs(result).max())


@pytest.mark.parametrize(('integrator', 'cone'), [('Euler', 'pyramidal'), ('implicitfast', 'elliptic'),
                                                  ('implicit', 'elliptic')])
def test_parameters_of_every_kind(integrator, cone):
    m, d = moving(integrator, cone)
    assert np.abs(d.efc_force[d.nefc - 4:]).max() > 0  # a contact acts
    rng, wanted = np.random.default_rng(1), []
    for field in (*FIELDS, *CHOSEN):
        numbers = np.arange(numbers_of(m, field).size)
        if field in CHOSEN:
            numbers = numbers[numbers_of(m, field) != 0]
        wanted.append((field, rng.permutation(numbers)[:8]))
    P = derivative.parameters(m, d, *wanted)
    column, switches = 0, 0
    for field, numbers in wanted:
        for number in numbers:
            slope, smooth = expected(m, d, field, number)
            switches += not smooth
            if smooth:
                np.testing.assert_allclose(P[:, column], slope, atol=1e-7 * max(1, np.abs(slope).max()),
                                           err_msg=f'{field}[{number}]')
            column += 1
    assert column == P.shape[1]
    assert switches <= 3


def test_moving_surfaces():
    m = tightened(SURFACES.format(cone='pyramidal', dim=3))
    m.geom_friction[:, 0] = 0.5 + 0.05 * np.arange(m.ngeom)
    d = torsor.MjData(m)
    for _ in range(40):
        torsor.mj_step(m, d)
    wanted = [('geom_surfacevel', [0, 1, 4, 5, 12, 13, 28]), ('geom_size', [6, 9]), ('geom_pos', [4, 6, 14])]
    P, column, seen = derivative.parameters(m, d, *wanted), 0, 0
    for field, numbers in wanted:
        for number in numbers:
            slope, smooth = expected(m, d, field, number)
            if smooth:
                np.testing.assert_allclose(P[:, column], slope, atol=1e-7 * max(1, np.abs(slope).max()),
                                           err_msg=f'{field}[{number}]')
                seen += np.abs(slope).max() > 1e-4
            column += 1
    assert seen >= 8


def test_what_zero_switches_off_has_the_slope_from_above():
    m, d = moving()
    still = np.flatnonzero(m.jnt_stiffness == 0)[1]
    kept = Variables(m, d)
    slope = derivative.parameters(m, d, ('jnt_stiffness', still))[:, 0]
    ends = []
    for m.jnt_stiffness[still] in (0.0, 1e-5):
        kept.restore()
        torsor.mj_step(m, d)
        ends.append(d.qvel.copy())
    assert np.abs(slope).max() > 1e-4
    np.testing.assert_allclose(slope[m.nv:2 * m.nv], (ends[1] - ends[0]) / 1e-5, atol=1e-6)


def test_all_numbers_are_the_same_as_some_of_them_and_nothing_is_left_behind():
    m, d = moving()
    before = [field.copy() for field in (d.qpos, d.qvel, d.act, m.body_mass)]
    whole = derivative.parameters(m, d, 'body_mass', 'opt.gravity')
    some = derivative.parameters(m, d, ('opt.gravity', [2]), ('body_mass', [3, 1]))
    assert np.array_equal(some, whole[:, [m.nbody + 2, 3, 1]])
    for now, then in zip((d.qpos, d.qvel, d.act, m.body_mass), before):
        assert np.array_equal(now, then)
    m.body_mass[3] *= 2  # the present numbers of the model count
    assert not np.array_equal(derivative.parameters(m, d, ('body_mass', [3])), whole[:, [3]])


def test_bad_parameters_are_named():
    m, d = moving()
    with pytest.raises(ValueError, match="did you mean 'body_mass'"):
        derivative.parameters(m, d, 'bodymass')
    with pytest.raises(ValueError, match='timestep'):
        derivative.parameters(m, d, 'opt.timestep')
    with pytest.raises(IndexError, match='body_mass has 8 numbers'):
        derivative.parameters(m, d, ('body_mass', [8]))
    with pytest.raises(TypeError, match='integers'):
        derivative.parameters(m, d, ('body_mass', [0.5]))
    m.opt.integrator = torsor.mjtIntegrator.mjINT_RK4
    with pytest.raises(derivative.NotDifferentiable, match='RK4'):
        derivative.parameters(m, d, 'body_mass')


def test_shapes_that_meet_by_iteration_are_refused_only_where_they_move():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><geom type="box" size="1 1 .1" pos="0 0 -.1"/>
      <body pos="0 0 .099"><freejoint/><geom type="ellipsoid" size=".1 .12 .1"/></body></worldbody></mujoco>""")
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    assert d.ncon == 1
    assert np.abs(derivative.parameters(m, d, ('body_mass', [1]))).max() > 0
    with pytest.raises(derivative.NotDifferentiable, match='GJK'):
        derivative.parameters(m, d, ('geom_size', [3]))
