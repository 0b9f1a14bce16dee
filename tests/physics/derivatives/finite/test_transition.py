"""Finite differences of the step and of inverse dynamics, against formulas and against whole steps, one by one."""

import copy

import numpy as np
import pytest

import torsor

EULER, RK4, IMPLICIT, IMPLICITFAST, DISCRETE = range(5)
INTEGRATORS = (EULER, IMPLICIT, IMPLICITFAST, DISCRETE)
STATE = ('time', 'qpos', 'qvel', 'act', 'ctrl', 'plastic', 'qacc_warmstart')

# every kind of joint, contacts, a limit, activations, a spring that yields
CREATURE = """<mujoco>
  <option timestep="0.005" tolerance="0" iterations="30"/>
  <worldbody>
    <geom type="plane" size="5 5 0.1"/>
    <body pos="0 0 0.28">
      <freejoint/>
      <geom type="box" size="0.1 0.2 0.3"/>
      <body pos="0 0 0.5">
        <joint name="hinge" axis="0 1 0.2" damping="0.1" range="-20 20" stiffness="3" springyield="0.01"/>
        <geom type="capsule" size="0.05 0.2"/>
        <body pos="0 0 0.5">
          <joint name="ball" type="ball" damping="0.1"/>
          <geom type="capsule" size="0.05 0.1" pos="0.1 0 0"/>
          <body><joint name="slide" type="slide" axis="1 0.3 0" damping="0.5"/><geom size="0.05"/></body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position joint="hinge" kp="2" kv="0.1" ctrlrange="-1 1"/>
    <general joint="slide" dyntype="filter" dynprm="0.1" gaintype="affine" gainprm="1 0.5 -0.3"/>
  </actuator>
</mujoco>"""


def creature(integrator: int = EULER, steps: int = 40):
    m = torsor.MjModel.from_xml_string(CREATURE)
    m.opt.integrator = integrator
    d = torsor.MjData(m)
    d.qvel[:], d.ctrl[:], d.qpos[7] = np.linspace(-1, 1, m.nv), [0.3, 0.6], 0.36
    torsor.mj_step(m, d, steps)
    return m, d


def state(d) -> np.ndarray:
    return np.concatenate([np.ravel(getattr(d, name)) for name in STATE])


def transition(m, d, eps: float = 1e-6, centered: bool = False, wanted: str = 'AB'):
    """The matrices A and B, or only one of them and None."""
    nx = 2 * m.nv + m.na
    shapes = {'A': (nx, nx), 'B': (nx, m.nu)}
    A, B = (np.full(shape, np.nan) if name in wanted else None for name, shape in shapes.items())
    torsor.mjd_transitionFD(m, d, eps, centered, A, B, None, None)
    return A, B


def inverse(m, d, eps: float = 1e-6, actuation: bool = False):
    """DfDq, DfDv, DfDa and DmDq."""
    shapes = ((m.nv, m.nv),) * 3 + ((m.nv, m.nC),)
    slopes = [np.full(shape, np.nan) for shape in shapes]
    torsor.mjd_inverseFD(m, d, eps, actuation, *slopes[:3], None, None, None, slopes[3])
    return slopes


# ---- formulas ----
def oscillator(mass=2.0, damping=0.7, stiffness=5.0, h=0.01, **options):
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option timestep="{h}" gravity="0 0 0"/><worldbody><body>
      <joint type="slide" axis="1 0 0" damping="{damping}" stiffness="{stiffness}"/>
      <inertial pos="0 0 0" mass="{mass}" diaginertia="1 1 1"/></body></worldbody>
      <actuator><motor joint="slider" gear="3"/></actuator></mujoco>""".replace('<joint ', '<joint name="slider" '))
    for name, value in options.items():
        setattr(m.opt, name, value)
    return m, torsor.MjData(m)


@pytest.mark.python_mode
@pytest.mark.parametrize('centered', [False, True])
@pytest.mark.parametrize('integrator', [EULER, IMPLICIT, IMPLICITFAST])
def test_a_linear_system_has_constant_derivatives(integrator, centered):
    """(m + h c) a = f - k x - c v, then v += h a and x += h v: linear, so that differences of any size are exact."""
    mass, c, k, h, gear = 2.0, 0.7, 5.0, 0.01, 3.0
    m, d = oscillator(mass, c, k, h, integrator=integrator)
    d.qpos[0], d.qvel[0], d.ctrl[0] = 0.3, -0.2, 0.5
    A, B = transition(m, d, 1.0, centered)
    a = np.array([-k, -c, gear]) / (mass + h * c)  # by x, v and the control
    velocity = np.array([0, 1, 0]) + h * a
    expected = np.array([np.array([1, 0, 0]) + h * velocity, velocity])
    np.testing.assert_allclose(np.hstack((A, B)), expected, rtol=0, atol=1e-15)


def pendulum(h=0.01, mass=2.0, length=0.7, inertia=0.01):
    """A rigid body that swings about the y axis, and the square of its frequency at small amplitude."""
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option timestep="{h}"/><worldbody><body><joint axis="0 1 0"/>
      <inertial pos="0 0 {-length}" mass="{mass}" diaginertia="{inertia} {inertia} 0.01"/>
      </body></worldbody></mujoco>""")
    return m, torsor.MjData(m), mass * 9.81 * length / (inertia + mass * length**2)


@pytest.mark.python_mode
@pytest.mark.parametrize('angle', [0.0, 0.5, np.pi / 2, 3.0])
def test_linearisation_of_a_pendulum(angle):
    """x'' = -w^2 sin x: the step changes with x as that of a spring w^2 cos x; negative above the pivot."""
    h = 0.01
    m, d, square = pendulum(h)
    d.qpos[0], d.qvel[0] = angle, 0.3
    A, _ = transition(m, d, 1e-5, centered=True)
    spring = square * np.cos(angle)
    expected = [[1 - h * h * spring, h], [-h * spring, 1]]
    # third derivative: h w^2 eps^2 / 6; rounding of a number near pi, over 2 eps
    np.testing.assert_allclose(A, expected, rtol=0, atol=h * square * 1e-10 / 6 + 2e-11)


@pytest.mark.parametrize('angle', [0.5, 2.0])
def test_errors_of_one_sided_and_centered_differences(angle):
    """One-sided: eps/2 times the second derivative; centered: eps^2/6 times the third."""
    h, eps = 0.01, 1e-3
    m, d, square = pendulum(h)
    d.qpos[0] = angle
    exact = -h * square * np.cos(angle)
    one_sided, centered = (transition(m, d, eps, flag)[0][1, 0] - exact for flag in (False, True))
    assert one_sided == pytest.approx(eps / 2 * h * square * np.sin(angle), rel=2e-3)
    assert centered == pytest.approx(eps**2 / 6 * h * square * np.cos(angle), rel=1e-3)


def test_orientations_are_perturbed_in_their_tangent_space():
    """A free sphere turns as q exp(h w): the end changes with the start by exp(h w)', with w by about h."""
    m = torsor.MjModel.from_xml_string("""<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><body>
      <freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>""")
    d = torsor.MjData(m)
    d.qpos[3:] = np.array([1.0, 2.0, 3.0, 4.0]) / np.sqrt(30)
    d.qvel[3:] = 10.0, -20.0, 15.0
    A, _ = transition(m, d, 1e-6, centered=True)
    turn, by_vector, by_time = np.empty(9), np.empty(9), np.empty(3)
    torsor.mjd_quatIntegrate(d.qvel[3:], 0.01, turn, by_vector, by_time)
    np.testing.assert_allclose(A[3:6, 3:6], turn.reshape(3, 3), atol=1e-9)
    np.testing.assert_allclose(A[3:6, 9:12], 0.01 * by_vector.reshape(3, 3), atol=1e-9)
    np.testing.assert_allclose(A[:3], np.hstack((np.eye(3), np.zeros((3, 3)), 0.01 * np.eye(3), np.zeros((3, 3)))),
                               atol=1e-9)


@pytest.mark.python_mode
def test_inverse_of_a_linear_system():
    mass, c, k = 2.0, 0.7, 5.0
    m, d = oscillator(mass, c, k)
    d.qpos[0], d.qvel[0], d.qacc[0] = 0.3, -0.2, 0.5
    by_position, by_velocity, by_acceleration, inertia = inverse(m, d, 1.0)
    numbers = [matrix.item() for matrix in (by_position, by_velocity, by_acceleration, inertia)]
    assert numbers == pytest.approx([k, c, mass, 0.0], abs=1e-14)


def test_inverse_without_the_forces_of_actuators():
    """A position servo counts as a spring and a damper when its force is subtracted."""
    m = torsor.MjModel.from_xml_string(CREATURE)
    d = torsor.MjData(m)
    with_servo, without = inverse(m, d, 1e-6, True), inverse(m, d, 1e-6, False)
    hinge = m.joint('hinge').dofadr[0]
    slopes = [a[hinge, hinge] - b[hinge, hinge] for a, b in zip(with_servo[:3], without[:3])]
    assert slopes == pytest.approx([2.0, 0.1, 0.0], abs=1e-5)


# ---- whole steps ----
def perturbed_state(m, d, column: int, h: float):
    """A copy of the data with one number of (position, velocity, activation, control) moved by h."""
    twin = copy.copy(d)
    nv, na = m.nv, m.na
    if column < nv:
        torsor.mj_integratePos(m, twin.qpos, np.eye(nv)[column], h)
    elif column < 2 * nv:
        twin.qvel[column - nv] += h
    elif column < 2 * nv + na:
        twin.act[column - 2 * nv] += h
    else:
        twin.ctrl[column - 2 * nv - na] += h
    return twin


def stepped_difference(m, d, column: int, eps: float, centered: bool) -> np.ndarray:
    """A column of (A, B) from steps of copies, nothing left out."""
    low, high = (perturbed_state(m, d, column, h) for h in (-eps if centered else 0.0, eps))
    for twin in (low, high):
        torsor.mj_step(m, twin)
    width = 2 * eps if centered else eps
    move = np.empty(m.nv)
    torsor.mj_differentiatePos(m, move, width, low.qpos, high.qpos)
    return np.concatenate((move, (high.qvel - low.qvel) / width, (high.act - low.act) / width))


@pytest.mark.parametrize('centered', [False, True])
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_skipping_stages_changes_nothing(integrator, centered):
    m, d = creature(integrator)
    assert d.nefc > 0
    A, B = transition(m, d, 1e-6, centered)
    expected = np.array([stepped_difference(m, d, k, 1e-6, centered) for k in range(2 * m.nv + m.na + m.nu)]).T
    # the same steps, so only the roundings of divisions by eps differ: those of numbers of order one, over eps
    np.testing.assert_allclose(np.hstack((A, B)), expected, rtol=1e-12, atol=1e-9)
    assert np.abs(expected).max() > 1.0


@pytest.mark.parametrize('damping', ['', 'damping="0.1"', 'damping="0.1 0.5 0.3"'])
@pytest.mark.parametrize('flags', ['', 'eulerdamp="disable"', 'damper="disable"'])
def test_dampers_in_euler_s_steps(damping, flags):
    """The matrix of the step depends on velocities only if dampers are not linear."""
    m = torsor.MjModel.from_xml_string(f"""<mujoco><option><flag {flags}/></option><worldbody><body>
      <joint name="j" axis="0 1 0" {damping}/><geom size="0.1" pos="0.3 0 0"/>
      <body pos="0.5 0 0"><joint axis="0 1 0.3" {damping}/><geom size="0.1" pos="0.2 0 0"/></body></body></worldbody>
      <actuator><motor joint="j"/></actuator></mujoco>""")
    d = torsor.MjData(m)
    d.qvel[:], d.ctrl[0] = [3, -2], 0.3
    expected = np.array([stepped_difference(m, d, k, 1e-6, True) for k in range(2 * m.nv + m.nu)]).T
    np.testing.assert_allclose(np.hstack(transition(m, d, 1e-6, True)), expected, rtol=1e-12, atol=1e-9)


@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_each_matrix_can_be_had_alone(integrator):
    m, d = creature(integrator)
    A, B = transition(m, d)
    np.testing.assert_array_equal(transition(m, d, wanted='A')[0], A)
    np.testing.assert_array_equal(transition(m, d, wanted='B')[1], B)


def test_each_derivative_of_inverse_dynamics_can_be_had_alone():
    m, d = creature()
    together = inverse(m, d)
    for k, place in enumerate((0, 1, 2, 6)):
        alone = [None] * 7
        alone[place] = np.full(together[k].shape, np.nan)
        torsor.mjd_inverseFD(m, d, 1e-6, False, *alone)
        np.testing.assert_array_equal(alone[place], together[k])


def test_inverse_by_whole_evaluations():
    m, d = creature()
    by_position, by_velocity, by_acceleration, inertia = inverse(m, d)
    eps, nv = 1e-6, m.nv
    torsor.mj_inverse(m, d)
    for column in range(3 * nv):
        twin = perturbed_state(m, d, column, eps) if column < 2 * nv else copy.copy(d)
        if column >= 2 * nv:
            twin.qacc[column - 2 * nv] += eps
        torsor.mj_inverse(m, twin)
        ours = (by_position, by_velocity, by_acceleration)[column // nv][column % nv]
        np.testing.assert_allclose(ours, (twin.qfrc_inverse - d.qfrc_inverse) / eps, rtol=1e-12, atol=1e-9)
        if column < nv:
            np.testing.assert_allclose(inertia[column], (twin.M - d.M) / eps, rtol=1e-12, atol=1e-9)


def test_stages_that_a_variable_does_not_reach_are_left_out():
    m, d = creature()
    position, velocity, step = (int(getattr(torsor.mjtTimer, f'mjTIMER_{name}'))
                                for name in ('POSITION', 'VELOCITY', 'STEP'))

    def counts(**options):
        before = [d.timer[i].number for i in (position, velocity, step)]
        transition(m, d, **options)
        return [d.timer[i].number - n for i, n in zip((position, velocity, step), before)]

    nv, na, nu = m.nv, m.na, m.nu
    assert counts(wanted='') == [1, 1, 1]
    assert counts(wanted='B') == [1, 1, 1 + nu]
    assert counts(wanted='A') == [1 + nv, 1 + 2 * nv, 1 + 2 * nv + na]
    assert counts(wanted='B', centered=True) == [1, 1, 1 + 2 * nu]


# ---- limits of controls ----
@pytest.mark.parametrize(('control', 'moved'), [
    (0.3, True), (1.0, True), (-1.0, True), (1.0 - 1e-9, True), (1.0 + 1e-9, False), (-3.0, False)])
@pytest.mark.parametrize('centered', [False, True])
def test_controls_stay_within_their_limits(control, moved, centered):
    """A control at a limit is moved inwards, which tells the same for a linear actuator; beyond it nothing changes."""
    m, d = oscillator()
    inside = transition(m, d, 1e-6, centered)[1]
    m.actuator_ctrllimited[0], m.actuator_ctrlrange[0] = True, (-1, 1)
    d.ctrl[0] = control
    B = transition(m, d, 1e-6, centered)[1]
    np.testing.assert_allclose(B, inside if moved else 0 * inside, rtol=1e-8, atol=0)
    assert inside[1, 0] > 0


def test_a_control_without_room_is_not_moved():
    m, d = oscillator()
    m.actuator_ctrllimited[0], m.actuator_ctrlrange[0] = True, (-1e-7, 1e-7)
    assert not transition(m, d, 1e-6)[1].any()
    assert transition(m, d, 1e-8)[1].all()


# ---- what stays as it was ----
@pytest.mark.parametrize('integrator', INTEGRATORS)
def test_the_state_stays_as_it_was(integrator):
    m, d = creature(integrator, 5)
    before = state(d)
    transition(m, d, 1e-3, centered=True)
    np.testing.assert_array_equal(state(d), before)
    acceleration = d.qacc.copy()
    inverse(m, d, 1e-3, True)
    np.testing.assert_array_equal(state(d), before)
    np.testing.assert_array_equal(d.qacc, acceleration)


def test_the_next_step_is_as_if_nothing_had_happened():
    m, d = creature()
    twin = copy.copy(d)
    transition(m, d)
    torsor.mj_step(m, d, 3)
    torsor.mj_step(m, twin, 3)
    np.testing.assert_array_equal(state(d), state(twin))


@pytest.mark.parametrize('compute', [transition, inverse])
def test_an_interrupted_computation_leaves_the_state_as_it_was(compute):
    m, d = creature()
    before, acceleration, stack, calls = state(d), d.qacc.copy(), d.pstack, 0

    def fail(m, d):
        nonlocal calls
        calls += 1
        if calls == 7:
            raise ArithmeticError('enough')

    torsor.set_mjcb_passive(fail)
    try:
        with pytest.raises(ArithmeticError, match='enough'):
            compute(m, d)
    finally:
        torsor.set_mjcb_passive(None)
    np.testing.assert_array_equal(state(d), before)
    assert d.pstack == stack
    if compute is inverse:
        np.testing.assert_array_equal(d.qacc, acceleration)


# ---- odd states and steps ----
def test_a_state_that_is_no_number_starts_anew_as_in_a_step(capfd):
    m, d = creature()
    d.qvel[2] = np.nan
    A, _ = transition(m, d)
    assert np.isfinite(A).all()
    assert d.time == 0.0
    assert d.warning[torsor.mjtWarning.mjWARN_BADQVEL].number == 1
    np.testing.assert_array_equal(A, transition(m, torsor.MjData(m))[0])


@pytest.mark.parametrize('eps', [0.0, np.nan])
def test_a_step_of_no_size_gives_no_numbers(eps):
    m, d = oscillator()
    A, B = transition(m, d, eps)
    assert np.isnan(A).all()
    assert np.isnan(B).all()
    assert not d.qvel.any()


def test_a_negative_step_goes_backwards():
    m, d = oscillator()
    np.testing.assert_allclose(transition(m, d, -1e-3)[0], transition(m, d, 1e-3)[0], atol=1e-12)


def test_a_model_without_anything():
    m = torsor.MjModel.from_xml_string('<mujoco/>')
    d = torsor.MjData(m)
    assert [matrix.shape for matrix in transition(m, d)] == [(0, 0), (0, 0)]
    assert inverse(m, d)[0].shape == (0, 0)
