"""Derivatives of many simulations, against those of one after the other: to the last bit."""

import numpy as np
import pytest

import torsor
from torsor import derivative, models
from torsor.batch import Batch
from torsor.jit import per_world
from torsor.jit.stage import named
from torsor.physics.collision.table import COLLIDERS
from torsor.physics.derivatives.analytic.fields import FORWARD
from torsor.physics.world import DATA

FALLING = """<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .1"><freejoint/><geom size=".1"/>
    <body pos=".1 0 0"><joint name="h" range="-20 20" limited="true"/><geom type="box" size=".1 .05 .03"/></body></body>
  </worldbody><actuator><position joint="h" kp="3"/><intvelocity joint="h" kp="1" actrange="-1 1"/></actuator>
  <sensor><jointpos joint="h"/><accelerometer site="s"/></sensor></mujoco>""".replace(
      '<body pos=".1 0 0">', '<body pos=".1 0 0"><site name="s"/>')


def moving(m, count: int, seed: int = 0, **options):
    """A batch whose simulations have gone on for a while, each with controls of its own."""
    batch, rng = Batch(m, count, **options), np.random.default_rng(seed)
    batch.qvel = 0.3 * rng.normal(size=(count, m.nv))
    batch.ctrl = 0.3 * rng.normal(size=(count, m.nu))
    batch.step(nstep=30)
    return batch


def one_by_one(batch, question, *rows, **options):
    """What a question gives for each simulation by itself."""
    found = []
    for sim in range(batch.nsim):
        found.append(question(batch.get_model(sim), batch.get_data(sim), *(row[sim] for row in rows), **options))
    return [None if parts[0] is None else np.array(parts) for parts in zip(*found)]


@pytest.mark.parametrize('nthread', [1, 2])
def test_humanoids_have_the_bits_of_one_by_one(nthread):
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    batch = moving(m, 7, nthread=nthread)
    before = batch.state.copy()
    ours = derivative.transitions(batch)
    assert np.array_equal(batch.state, before)
    for matrix, expected in zip(ours[:2], one_by_one(batch, derivative.transition)):
        assert np.array_equal(matrix, expected)
    assert ours[2:] == (None, None)


@pytest.mark.parametrize('persistent', [False, True])
def test_sensors_smoothing_and_gradients(persistent):
    m = torsor.MjModel.from_xml_string(FALLING)
    batch = moving(m, 5, nthread=2, persistent=persistent)
    for matrix, expected in zip(derivative.transitions(batch, sensors=True),
                                one_by_one(batch, derivative.transition, sensors=True), strict=True):
        assert np.array_equal(matrix, expected)
    soft = derivative.transitions(batch, smoothing=1e-3)[0]
    assert np.array_equal(soft, one_by_one(batch, derivative.transition, smoothing=1e-3)[0])
    assert not np.array_equal(soft, derivative.transitions(batch)[0])
    g = np.random.default_rng(1).normal(size=(5, 2 * m.nv + m.na))
    for ours, expected in zip(derivative.pullbacks(batch, g), one_by_one(batch, derivative.pullback, g), strict=True):
        assert np.array_equal(ours, expected)


def test_models_may_differ():
    m = torsor.MjModel.from_xml_string(FALLING)
    batch = moving(m, 3)
    batch.expand('body_mass')[:] *= np.array([1, 1.5, 2])[:, None]
    A = derivative.transitions(batch)[0]
    assert np.array_equal(A, one_by_one(batch, derivative.transition)[0])
    assert not np.array_equal(A, derivative.transitions(moving(m, 3))[0])


def test_some_simulations_into_given_arrays():
    m = torsor.MjModel.from_xml_string(FALLING)
    batch, nx = moving(m, 4), 2 * m.nv + m.na
    every = derivative.transitions(batch)
    A, B = np.empty((2, nx, nx)), np.empty((2, nx, m.nu))
    assert derivative.transitions(batch, [1, 3], A, B)[0] is A
    assert np.array_equal(A, every[0][[1, 3]])
    assert np.array_equal(B, every[1][[1, 3]])


# ---- several worlds at a time ----
TENDONS = """<mujoco><option density="50" viscosity=".1" integrator="implicitfast"/><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><freejoint/><geom type="capsule" size=".05 .1"/>
    <body pos=".1 0 0"><joint name="h" axis="0 1 0" damping=".1" stiffness="1"/><joint name="s" axis="1 0 0"/>
      <geom type="box" size=".1 .05 .03"/></body></body>
  <body pos=".4 0 .1"><freejoint/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="t" stiffness="3" damping=".2" limited="true" range="-.1 .1"><joint joint="h" coef="1"/>
    <joint joint="s" coef="-.5"/></fixed></tendon>
  <actuator><motor tendon="t"/><general joint="h" dyntype="filter" dynprm=".05" gainprm="2"/></actuator></mujoco>"""
EQUALITY = FALLING.replace('</worldbody>', """<body pos="1 0 1"><joint name="a"/><geom size=".1"/></body></worldbody>
  <equality><joint joint1="a" joint2="h" polycoef="0 1 .2 0 0"/></equality>""")
BALLS = """<mujoco><option timestep=".004"><flag eulerdamp="disable"/></option><worldbody>
  <geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><freejoint/><geom type="capsule" size=".05 .1"/>
    <body pos=".1 0 0"><joint name="b" type="ball" range="0 2" limited="true" stiffness=".5" damping=".05"/>
      <geom type="ellipsoid" size=".1 .05 .03"/>
      <body pos="0 .1 0"><joint name="h" axis="0 1 0"/><geom size=".04"/></body></body></body></worldbody>
  <actuator><motor joint="h" gear=".2"/></actuator></mujoco>"""
FIELD = FALLING.replace('<geom type="plane" size="5 5 1"/>', '<geom type="hfield" hfield="f" pos="0 0 -.1"/>').replace(
    '<worldbody>', '<asset><hfield name="f" nrow="5" ncol="5" size="5 5 .1 .1"/></asset><worldbody>')
KINDS = {'falling': FALLING, 'balls': BALLS, 'field': FIELD,
         'elliptic': FALLING.replace('timestep', 'cone="elliptic" timestep'),
         'gradients': FALLING.replace('timestep', 'solver="CG" timestep'), 'tendons': TENDONS, 'equality': EQUALITY}


def kinds_of_packs(monkeypatch, enough: int = 0) -> list[bool]:
    """Of each call of native code from now on whether it took several worlds at a time; `enough` dofs make it do so."""
    from torsor.derivative import many

    monkeypatch.setattr(many, 'ENOUGH', enough)
    seen, packs, transitions = [], many._ask_packs, many._transitions
    monkeypatch.setattr(many, '_ask_packs', lambda *arguments: (seen.append(True), packs(*arguments)))
    monkeypatch.setattr(many, '_transitions', lambda *arguments: (seen.append(False), transitions(*arguments)))
    return seen


@pytest.mark.parametrize('kind', KINDS)
def test_worlds_that_share_registers_have_the_bits_of_one_by_one(kind, monkeypatch):
    m = torsor.MjModel.from_xml_string(KINDS[kind])
    batch, seen = moving(m, 6, nthread=1), kinds_of_packs(monkeypatch)
    derivative.transitions(batch)
    assert seen == [True]
    for pack in batch._b.packs(np.arange(6, dtype=np.int32)):  # what is not handed over must not be read
        for d in pack.data.worlds:
            for name, array in d._arrays.items():
                if array.dtype == np.float64 and not per_world.is_own(name):
                    array[...] = 0.0 if name == 'work.reach' else np.nan
    for ours, expected in zip(derivative.transitions(batch)[:2], one_by_one(batch, derivative.transition)):
        assert np.array_equal(ours, expected)
    g = np.random.default_rng(1).normal(size=(6, 2 * m.nv + m.na))
    for ours, expected in zip(derivative.pullbacks(batch, g), one_by_one(batch, derivative.pullback, g), strict=True):
        assert np.array_equal(ours, expected)


APART = {'tendons', 'equality', 'field'}  # fluid is left to duals; rows, and contacts with fields, are each world's own


def are_found_together(batch, ids) -> bool:
    """Whether the slopes of some worlds, which share registers, are found together: nothing is handed to each alone."""
    packs = batch._b.packs(np.arange(batch.nsim, dtype=np.int32))
    for pack in packs:
        for d in pack.data.worlds:
            d.cdof[:] = np.nan
    derivative.transitions(batch, ids)
    return all(np.isnan(d.cdof).all() for pack in packs for d in pack.data.worlds)


@pytest.mark.parametrize('kind', KINDS)
def test_slopes_of_worlds_that_share_registers_are_found_together(kind, monkeypatch):
    m = torsor.MjModel.from_xml_string(KINDS[kind])
    batch = moving(m, 4, nthread=1)
    kinds_of_packs(monkeypatch)
    assert are_found_together(batch, range(4)) == (kind not in APART)


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('heights', [(0.0, 0.0), (0.0, 2.0), (2.0, 2.0)])
def test_worlds_on_the_ground_and_above_it(cone, heights, monkeypatch):
    """Worlds without rows have other equations, and neighbours must not matter."""
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    m.opt.cone = dict(pyramidal=0, elliptic=1)[cone]
    kinds_of_packs(monkeypatch)
    batch = moving(m, 8, nthread=1)
    batch.step(nstep=100)
    batch.qpos[:, 2] += np.resize(heights, 8)
    assert are_found_together(batch, range(8))
    for ours, expected in zip(derivative.transitions(batch)[:2], one_by_one(batch, derivative.transition)):
        assert np.array_equal(ours, expected)


@pytest.mark.parametrize('cone', ['pyramidal', 'elliptic'])
@pytest.mark.parametrize('apart', [10.0, 1e8])
def test_wherever_worlds_start_from(cone, apart, monkeypatch):
    """Newton steps from the last acceleration, which is a matter of each world; one that is no number is none."""
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    m.opt.cone = dict(pyramidal=0, elliptic=1)[cone]
    kinds_of_packs(monkeypatch)
    batch = moving(m, 8, nthread=1)
    batch.step(nstep=100)
    batch.qacc_warmstart += apart * np.random.default_rng(0).normal(size=(8, m.nv))
    batch.qacc_warmstart[3, 0] = np.nan
    assert np.isnan(batch.get_data(3).qacc_warmstart[0])
    for ours, expected in zip(derivative.transitions(batch)[:2], one_by_one(batch, derivative.transition)):
        assert np.isfinite(ours).all()
        assert np.array_equal(ours, expected)


def test_all_that_slopes_read_is_handed_over():
    """What stages say that they read, but for those that run on duals."""
    on_duals = {'positions_on_duals', 'forces_on_duals', 'damping_on_duals', 'read_controls', 'activation_rates',
                'raw_forces', 'step_activations', 'limit_rotation_force', 'whole_slopes', 'rungekutta_slopes',
                'set_activation_columns', 'inertia_slope_on_duals'}
    on_duals |= {stage.__name__ for stage, _ in COLLIDERS.values()}
    roots = [named(f'physics.derivatives.analytic.{name}') for name in ('transition.matrices', 'reverse.pulled')]
    seen, waiting, reads, writes = set(roots), roots, set(), set()
    while waiting:
        row = per_world.effects(waiting.pop().symbol)
        reads |= row.reads
        writes |= row.writes
        callees = {stage for stage in per_world.called(row.runs) if stage.__name__ not in on_duals} - seen
        seen |= callees
        waiting += callees
    state = {'time', 'qpos', 'qvel', 'act', 'history', 'plastic', 'qacc_warmstart', 'ctrl', 'xfrc_applied', 'mocap_pos',
             'mocap_quat'}
    own = {name for name in reads if per_world.is_own(name) or name == 'work.reach'}
    computed = {name for name in reads & writes if name.startswith('work.') or name in {'qH', 'qHDiagInv', 'qDeriv',
                                                                                        'qLU'}}
    assert reads - own - state - computed <= set(FORWARD)
    assert set(FORWARD) <= reads
    assert set(FORWARD) <= set(DATA.fields)


def test_what_several_worlds_cannot_do_is_done_one_by_one(monkeypatch):
    m = torsor.MjModel.from_xml_string(FALLING)
    seen = kinds_of_packs(monkeypatch)
    for options, sensors in ((dict(smoothing=1e-3), False), ({}, True)):
        derivative.transitions(moving(m, 4, nthread=1), sensors=sensors, **options)
    derivative.transitions(moving(m, 4, nthread=1, persistent=True))
    assert not any(seen)
    m.opt.integrator = torsor.mjtIntegrator.mjINT_RK4
    batch = moving(m, 5, nthread=1)
    A = derivative.transitions(batch)[0]
    assert seen.pop()
    assert np.array_equal(A, one_by_one(batch, derivative.transition)[0])


# ---- bad input ----
def test_small_batches_are_done_one_by_one(monkeypatch):
    m = torsor.MjModel.from_xml_string(FALLING)
    seen = kinds_of_packs(monkeypatch, enough=5 * m.nv)
    for count in (4, 5):
        derivative.transitions(moving(m, count, nthread=1))
    assert seen == [False, True]


def test_a_simulation_without_derivative_is_named():
    m = torsor.MjModel.from_xml_string(FALLING)
    batch = moving(m, 4)
    batch.qvel[2] = np.nan
    with pytest.raises(derivative.NotDifferentiable, match=r'1 of 4 simulations.*simulation 2: .*finite'):
        derivative.transitions(batch)
    derivative.transitions(batch, [0, 1, 3])


def test_wrong_arrays_are_named():
    m = torsor.MjModel.from_xml_string(FALLING)
    batch = Batch(m, 2)
    with pytest.raises(TypeError, match=r'B should be .*15, 2'):
        derivative.transitions(batch, B=np.empty((2, 3, 3)))
    with pytest.raises(ValueError, match=r'by_next should be of shape \(2, 15\)'):
        derivative.pullbacks(batch, np.zeros(3))
    with pytest.raises(ValueError, match='width'):
        derivative.transitions(batch, smoothing=-1)
