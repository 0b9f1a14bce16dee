"""Exact derivatives, against extrapolated finite differences of our own step and against the wheel's differences."""

import inspect
import pickle
from pathlib import Path

import mujoco
import numpy as np
import pytest

import torsor
from torsor import derivative, models
from torsor.derivative import exact
from torsor.jit.stage import jit_enabled

STATES = 4  # of each model
SMOOTH = 1e-4  # by how much differences with two step sizes agree where nothing switches

# all joints, limits, friction loss, polynomials, tendons, couplings, activations, muscles, contacts of several shapes
MIX = """<mujoco>
  <option timestep=".004" cone="{cone}" integrator="{integrator}" impratio="2"/>
  <worldbody>
    <geom type="plane" size="5 5 1" euler="5 -3 0"/>
    <body pos="0 0 .3">
      <freejoint/>
      <geom type="capsule" size=".1 .2" euler="10 80 0" condim="{dim}" friction=".8 .02 .01"/>
      <body pos=".3 0 0">
        <joint name="h1" axis="0 1 0" damping=".2" stiffness="1" range="-5 5" limited="true"/>
        <geom type="capsule" size=".05" fromto="0 0 0 .3 0 -.2" condim="{dim}"/>
        <body pos=".3 0 -.2">
          <joint type="ball" damping=".1" stiffness=".5" range="0 40" limited="true"/>
          <geom size=".08" condim="{dim}" pos=".05 0 0"/>
        </body>
      </body>
      <body pos="-.3 .1 0">
        <joint name="h2" axis="1 0 .2" damping=".3" armature=".01" frictionloss=".05"/>
        <joint name="s1" type="slide" axis="0 0 1" damping="3" range="-.02 .02" limited="true"/>
        <geom type="capsule" size=".06" fromto="0 0 0 -.2 .2 -.2" condim="{dim}"/>
      </body>
      <body pos="0 .3 0" gravcomp=".5">
        <joint name="h3" axis="0 1 1"/>
        <joint name="h4" axis="1 0 0" pos="0 0 .1"/>
        <geom type="box" size=".05 .04 .1" condim="{dim}"/>
      </body>
    </body>
    <body pos=".2 .1 .8"><freejoint/><geom size=".15" condim="{dim}"/></body>
    <body pos=".25 .12 1.15"><freejoint/><geom type="box" size=".1 .12 .08" condim="{dim}"/></body>
  </worldbody>
  <tendon>
    <fixed name="t" stiffness="3" damping=".3" springlength=".1" frictionloss=".02" range="-.1 .1" limited="true">
      <joint joint="h3" coef="1"/><joint joint="h2" coef="-.5"/>
    </fixed>
  </tendon>
  <equality><joint joint1="h3" joint2="h4" polycoef="0 .5 .3 .2 0"/></equality>
  <actuator>
    <motor joint="h1" gear="2"/>
    <position joint="h2" kp="5" kv=".5"/>
    <general tendon="t" dyntype="filter" dynprm=".1" gainprm="2" biastype="affine" biasprm="0 -1 -.1"/>
    <general joint="h3" dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 .3 .2"/>
    <muscle joint="h4" lengthrange="-1 1" force="3"/>
    <intvelocity joint="h1" kp="2" actrange="-1 1"/>
  </actuator>
</mujoco>"""

SHAPES = """<mujoco>
  <option timestep=".004"/>
  <asset><mesh name="m" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .15 .15 .1"/></asset>
  <worldbody>
    <geom type="plane" size="5 5 1" euler="3 2 0"/>
    <geom type="box" size=".2 .2 .05" pos="2 0 .1" euler="2 3 0"/>
    <body pos="0 0 .15" euler="20 40 0"><freejoint/><geom type="mesh" mesh="m"/></body>
    <body pos=".5 0 .14" euler="25 10 0"><freejoint/><geom type="cylinder" size=".1 .1"/></body>
    <body pos="1 0 .14"><freejoint/><geom type="ellipsoid" size=".1 .12 .15"/></body>
    <body pos="2 0 .22" euler="0 85 3"><freejoint/><geom type="capsule" size=".05 .15"/></body>
    <body pos="2 .02 .36" euler="4 3 10"><freejoint/><geom type="box" size=".1 .1 .05"/></body>
  </worldbody>
</mujoco>"""

# a conveyor that slopes, a ball and a wheel whose surfaces move, and what lies on them
SURFACES = """<mujoco>
  <option timestep=".004" cone="{cone}" integrator="implicitfast"/>
  <default><geom condim="{dim}" friction=".8 .1 .01"/></default>
  <worldbody>
    <geom type="plane" size="5 5 1" euler="5 -3 0" surfacevel=".3 -.2 .1 .2 .5 1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".2 .15 .1"/></body>
    <body pos="1 0 .2"><freejoint/><geom size=".2" surfacevel="-1 .4 .2 .3 0 -.6"/></body>
    <body pos="1.05 .03 .49"><freejoint/><geom type="capsule" size=".1 .2" euler="10 80 0"/></body>
    <body pos="2 0 .6"><joint axis="0 1 0" damping=".1"/><geom size=".2" surfacevel="0 0 0 0 3 1"/></body>
    <body pos="2 .02 .89"><freejoint/><geom type="box" size=".2 .15 .1" euler="2 3 0"/></body>
  </worldbody>
</mujoco>"""

FLUID = """<mujoco>
  <option timestep=".004" density="1000" viscosity=".5" wind=".1 .2 .3" integrator="{integrator}"/>
  <worldbody>
    <body pos="0 0 1">
      <freejoint/>
      <geom type="box" size=".1 .05 .02"/>
      <body pos=".1 0 0">
        <joint axis="0 1 0" name="h"/>
        <geom type="ellipsoid" size=".1 .03 .05" pos=".1 0 0" fluidshape="ellipsoid"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="h"/></actuator>
</mujoco>"""

STRINGS = """<mujoco>
  <option timestep=".004" integrator="{integrator}"/>
  <worldbody>
    <site name="s0" pos="0 0 2"/>
    <body pos="0 0 1">
      <joint type="ball"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="s1" pos=".4 0 0.05"/>
      <body pos=".4 0 0">
        <joint axis="0 1 0" name="h" damping=".1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <geom name="c" type="cylinder" size=".06 .1" euler="90 0 0" contype="0" conaffinity="0"/>
        <site name="s2" pos=".3 0 0"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <spatial name="t" stiffness="20" damping="2" springlength="1" range="0 1.05" limited="true" frictionloss=".1">
      <site site="s0"/><site site="s1"/><geom geom="c"/><site site="s2"/>
    </spatial>
  </tendon>
  <actuator>
    <general tendon="t" gainprm="3" biastype="affine" biasprm="0 -2 -.3"/>
    <general site="s2" refsite="s1" gear="1 2 0 0 1 0" gainprm="2" biastype="affine" biasprm="0 -1 -.2"/>
    <muscle tendon="t" lengthrange=".5 1.5" force="10"/>
  </actuator>
</mujoco>"""

ATTACHED = """<mujoco>
  <option timestep=".004" cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body name="a" pos="0 0 .2">
      <freejoint/>
      <geom type="box" size=".1 .05 .2"/>
      <body name="c" pos="0 0 .2"><joint type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 .1"/></body>
    </body>
    <body name="b" pos=".3 0 .5"><freejoint/><geom size=".05"/></body>
    <body name="e" pos="1 0 .3">
      <joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/><geom type="capsule" size=".05 .1"/>
    </body>
  </worldbody>
  <equality>
    <connect body1="c" body2="b" anchor=".3 0 .1"/>
    <weld body1="e" body2="b" relpose="0.5 0 0 .9 .1 .2 .3" torquescale="2"/>
  </equality>
</mujoco>"""

RUNGE_KUTTA = """<mujoco>
  <option timestep=".004" integrator="RK4"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .12">
      <freejoint/>
      <geom type="capsule" size=".1 .2" euler="0 90 0"/>
      <body pos=".3 0 0">
        <joint type="ball"/>
        <geom size=".08" pos=".05 0 0"/>
        <body pos=".2 0 0"><joint name="h" axis="0 1 0"/><geom type="box" size=".04 .05 .06"/></body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="h"/></actuator>
</mujoco>"""

DRIVEN = """<mujoco>
  <option timestep=".004" integrator="RK4"/>
  <worldbody>
    <body pos="0 0 1">
      <joint type="ball"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0">
        <joint axis="0 1 0" name="h" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <general joint="h" dyntype="filter" dynprm=".1" gainprm="2"/>
    <general joint="h" dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 .3 .2"/>
    <muscle joint="h" lengthrange="-1 1" force="3"/>
    <intvelocity joint="h" kp="2" actrange="-1 1"/>
  </actuator>
</mujoco>"""

STICKY = """<mujoco>
  <option timestep=".004"/>
  <default><geom adhesion="3" margin=".02" gap=".01"/></default>
  <worldbody>
    <geom type="plane" size="5 5 1" euler="10 0 0"/>
    <body pos="0 0 .105"><freejoint/><geom size=".1"/></body>
    <body pos=".5 0 .125" euler="0 70 0">
      <freejoint/><geom type="capsule" size=".1 .1"/>
      <body pos="0 0 .2" gravcomp="1">
        <joint axis="0 1 0" name="h" actuatorgravcomp="true"/>
        <geom type="capsule" size=".05" fromto="0 0 0 0 .1 .2"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="h"/></actuator>
</mujoco>"""

# forces whose derivatives are left to duals: adhesion, servos of orientations, a tendon with inertia
ODD = """<mujoco>
  <option timestep=".004" integrator="{integrator}"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <site name="w" pos="1 0 1"/>
    <body name="b" pos="0 0 .095">
      <freejoint/>
      <geom type="box" size=".1 .1 .1" euler="3 4 0"/>
      <site name="s" pos=".1 .02 .03" euler="10 20 30"/>
    </body>
    <body pos="1 0 .5">
      <joint type="ball" name="ball" damping=".02"/>
      <geom type="capsule" size=".05 .1"/>
      <geom size=".08" pos="0 0 -.12"/>
      <site name="r" pos="0 .1 .1" euler="20 0 10"/>
      <body pos="0 0 -.2"><joint axis="1 1 0" damping=".05"/><geom size=".05" pos=".1 0 -.1"/></body>
    </body>
  </worldbody>
  <tendon><spatial name="t" armature=".3" stiffness="5" damping=".2"><site site="w"/><site site="r"/></spatial></tendon>
  <actuator>
    <adhesion body="b" ctrlrange="0 1" gain="20"/>
    <general site="s" gear="1 2 0 0 1 0" gainprm="2"/>
    <orientation joint="ball" kp="3" kv="2"/>
    <orientation site="r" refsite="w" kp="2" kv="1" input="quat"/>
    <muscle tendon="t" lengthrange=".2 1" force="3"/>
  </actuator>
</mujoco>"""

CASES = {
    'Euler, pyramids': MIX.format(cone='pyramidal', integrator='Euler', dim=3),
    'Euler, cones': MIX.format(cone='elliptic', integrator='Euler', dim=4),
    'implicitfast, pyramids': MIX.format(cone='pyramidal', integrator='implicitfast', dim=6),
    'implicit, cones': MIX.format(cone='elliptic', integrator='implicit', dim=3),
    'sparse': MIX.format(cone='elliptic" jacobian="sparse', integrator='implicitfast', dim=3),
    'shapes': SHAPES,
    'fluid': FLUID.format(integrator='Euler'),
    'fluid, implicitfast': FLUID.format(integrator='implicitfast'),
    'strings': STRINGS.format(integrator='Euler'),
    'strings, implicit': STRINGS.format(integrator='implicit'),
    'attached': ATTACHED,
    'RK4': RUNGE_KUTTA,
    'RK4, activations': DRIVEN,
    'adhesion, gravity compensated by an actuator': STICKY,
    'discrete, cones': MIX.format(cone='elliptic', integrator='discrete', dim=4),
    'odd': ODD.format(integrator='Euler'),
    'surfaces, pyramids': SURFACES.format(cone='pyramidal', dim=3),
    'surfaces, cones': SURFACES.format(cone='elliptic', dim=4),
}
MORE_CASES = {
    'discrete, pyramids': MIX.format(cone='pyramidal', integrator='discrete', dim=6),
    'discrete, fluid': FLUID.format(integrator='discrete'),
    'discrete, strings': STRINGS.format(integrator='discrete'),
    'discrete, attached': ATTACHED.replace('cone', 'integrator="discrete" cone'),
    'discrete, odd': ODD.format(integrator='discrete'),
}


def tightened(xml_or_path: str):
    """A model whose solver goes on until rounding stops it."""
    load = torsor.MjModel.from_xml_string if xml_or_path.startswith('<') else torsor.MjModel.from_xml_path
    m = load(xml_or_path)
    m.opt.tolerance, m.opt.ls_tolerance, m.opt.iterations, m.opt.ls_iterations = 0, 1e-10, 50, 100
    return m


class Variables:
    """The state and controls of a data as one vector that can be moved, positions in tangent space."""

    def __init__(self, m, d):
        self.m, self.d = m, d
        self.kept, self.time = [field.copy() for field in self.fields], d.time

    @property
    def fields(self):
        return self.d.qpos, self.d.qvel, self.d.act, self.d.ctrl, self.d.qacc_warmstart, self.d.history

    def restore(self):
        for field, value in zip(self.fields, self.kept):
            field[:] = value
        self.d.time = self.time

    def moved(self, k: int, eps: float) -> None:
        """Move variable k."""
        m, d = self.m, self.d
        self.restore()
        if k < m.nv:
            torsor.mj_integratePos(m, d.qpos, np.eye(m.nv)[k], eps)
        else:
            k -= m.nv
            for field in (d.qvel, d.act, d.ctrl):
                if k < len(field):
                    field[k] += eps
                    return
                k -= len(field)

    def slopes(self, eps: float) -> np.ndarray:
        """Centred differences of the step."""
        m, d = self.m, self.d
        columns = []
        for k in range(2 * m.nv + m.na + m.nu):
            ends = []
            for sign in (1, -1):
                self.moved(k, sign * eps)
                torsor.mj_step(m, d)
                ends.append([field.copy() for field in (d.qpos, d.qvel, d.act)])
            turn = np.zeros(m.nv)
            torsor.mj_differentiatePos(m, turn, 2 * eps, ends[1][0], ends[0][0])
            columns.append(np.concatenate((turn, *((a - b) / (2 * eps) for a, b in zip(ends[0][1:], ends[1][1:])))))
        self.restore()
        return np.array(columns).T

    def extrapolated(self, eps: float = 1e-6):
        """Differences without their error of second order, and how far those with two step sizes are apart."""
        fine, coarse = self.slopes(eps), self.slopes(4 * eps)
        result = (16 * fine - coarse) / 15
        return result, np.abs(fine - coarse).max() / max(1, np.abs(result).max())


def errors(m, states: int = STATES, between: int = 15, seed: int = 2) -> list[float]:
    """Relative errors of the exact derivative at states of a random motion where nothing switches."""
    d, rng = torsor.MjData(m), np.random.default_rng(seed)
    d.qvel[:] = 0.3 * rng.normal(size=m.nv)
    found = []
    for _ in range(states):
        for _ in range(between):
            d.ctrl[:] = rng.uniform(0, 1, m.nu)
            torsor.mj_step(m, d)
        expected, apart = Variables(m, d).extrapolated()
        if apart < SMOOTH:
            exact = np.hstack(derivative.transition(m, d)[:2])
            found.append(float(np.abs(exact - expected).max() / max(1, np.abs(expected).max())))
    return found


@pytest.mark.parametrize('name', [*CASES, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_CASES)])
def test_the_step_of_every_kind_of_model(name):
    found = errors(tightened((CASES | MORE_CASES)[name]))
    assert len(found) >= STATES - 2  # of few states on both sides of a switch
    assert max(found) < 1e-7


GYMNASIUM = ('ant', 'half_cheetah', 'hopper', 'humanoid', 'humanoidstandup', 'inverted_double_pendulum',
             'inverted_pendulum', 'pusher', 'reacher', 'swimmer', 'walker2d')


@pytest.mark.parametrize('name', GYMNASIUM)
def test_models_of_gymnasium(name):
    """All but point: it rolls at a distance of exactly 0 from the floor, which is a switch."""
    gymnasium = pytest.importorskip('gymnasium', reason='install the extra `test`')
    m = tightened(str(Path(gymnasium.__file__).parent / 'envs/mujoco/assets' / f'{name}.xml'))
    m.opt.solver = torsor.mjtSolver.mjSOL_NEWTON  # differences are of what a solver finds: PGS is not at the end yet
    found = errors(m)
    assert len(found) >= STATES - 2
    assert max(found) < 1e-7


@pytest.mark.parametrize('cone', [0, 1])
def test_the_humanoid_like_the_wheel(cone):
    path = str(models.path('humanoid'))
    m, d = tightened(path), None
    theirs = mujoco.MjModel.from_xml_path(path)
    d, e = torsor.MjData(m), mujoco.MjData(theirs)
    for one in (m, theirs):
        one.opt.cone, one.opt.tolerance, one.opt.iterations, one.opt.ls_tolerance = cone, 0, 50, 1e-10
    for _ in range(150):
        torsor.mj_step(m, d)
    torsor.mj_forward(m, d)
    assert d.ncon > 3
    e.qpos[:], e.qvel[:], e.qacc_warmstart[:] = d.qpos, d.qvel, d.qacc
    nx = 2 * m.nv
    A, B, _, _ = derivative.transition(m, d)
    fine, coarse = [(np.zeros((nx, nx)), np.zeros((nx, m.nu))) for _ in range(2)]
    for eps, (a, b) in ((1e-6, fine), (4e-6, coarse)):
        mujoco.mjd_transitionFD(theirs, e, eps, True, a, b, None, None)
    for ours, a, b in zip((A, B), fine, coarse):
        np.testing.assert_allclose(ours, (16 * a - b) / 15, atol=1e-6 * np.abs(A).max())


def test_solvers_that_stop_early_are_polished():
    """A solver far from the solution gives the same slopes as one that is there."""
    path, results = str(models.path('humanoid')), []
    for solver in ('NEWTON', 'CG', 'PGS'):
        m = torsor.MjModel.from_xml_path(path)
        d = torsor.MjData(m)
        for _ in range(150):
            torsor.mj_step(m, d)
        m.opt.solver = getattr(torsor.mjtSolver, f'mjSOL_{solver}')
        m.opt.tolerance = 1e-8 if solver == 'NEWTON' else 1e-4
        results.append(derivative.transition(m, d)[0])
    for other in results[1:]:
        np.testing.assert_allclose(other, results[0], atol=1e-8 * np.abs(results[0]).max())


@pytest.mark.parametrize('warmstart', [0.0, 1e8, np.nan])
@pytest.mark.parametrize('solver', ['NEWTON', 'PGS'])
def test_wherever_solving_starts(solver, warmstart):
    """Newton steps begin at the acceleration of the last step; where they get lost the solver is asked."""
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    d = torsor.MjData(m)
    torsor.mj_step(m, d, 150)
    m.opt.solver = getattr(torsor.mjtSolver, f'mjSOL_{solver}')
    A, qacc = derivative.transition(m, d)[0], d.qacc.copy()
    d.qacc_warmstart[:] = warmstart
    np.testing.assert_allclose(derivative.transition(m, d)[0], A, atol=1e-8 * np.abs(A).max())
    np.testing.assert_allclose(d.qacc, qacc, atol=1e-9 * np.abs(qacc).max())


@pytest.mark.parametrize('name', ['Euler, pyramids', 'Euler, cones', 'sparse', 'strings', 'discrete, attached'])
def test_results_are_those_of_forward_dynamics(name):
    m = tightened(CASES[name] if name in CASES else MORE_CASES[name])
    d, other = torsor.MjData(m), torsor.MjData(m)
    torsor.mj_step(m, d, 50)
    for data in (d, other):
        torsor.mj_setState(m, data, _state(m, d), int(torsor.mjtState.mjSTATE_INTEGRATION))
    torsor.mj_forward(m, other)
    derivative.transition(m, d)
    assert d.ncon == other.ncon
    assert d.nefc == other.nefc > 0
    for field in ('qacc', 'qacc_smooth', 'efc_force', 'qfrc_constraint', 'qfrc_passive', 'actuator_force', 'xpos', 'M',
                  'cvel', 'energy'):
        wanted = getattr(other, field)
        np.testing.assert_allclose(getattr(d, field), wanted, atol=1e-8 * max(1.0, np.abs(wanted).max(initial=0.0)))


def _state(m, d) -> np.ndarray:
    state = np.empty(torsor.mj_stateSize(m, int(torsor.mjtState.mjSTATE_INTEGRATION)))
    torsor.mj_getState(m, d, state, int(torsor.mjtState.mjSTATE_INTEGRATION))
    return state


# linear actuators; with {rest} an activation, because of which all actuators are computed on duals
LINEAR = """<mujoco><worldbody>
    <body><joint name="a" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".6 0 0"><joint name="b" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body>
    <body pos="0 3 0"><joint name="c" type="slide"/><geom size=".1"/></body>
  </worldbody>
  <actuator>
    <motor joint="a" gear="2" ctrlrange="-1 1"/>
    <position joint="b" kp="5" kv=".5" forcerange="-{limit} {limit}"/>
    <general joint="a" gaintype="affine" gainprm="1 .3 .2" biastype="affine" biasprm=".1 -1 -.1"/>
    <general joint="b" gaintype="affine" gainprm="1 .3 .2" group="3"/>
    {rest}
  </actuator></mujoco>"""


@pytest.mark.parametrize('control', [0.5, 1.0, 1.5])
@pytest.mark.parametrize('limit', [0.1, 100])
@pytest.mark.parametrize('flags', [0, int(torsor.mjtDisableBit.mjDSBL_CLAMPCTRL)])
def test_linear_actuators_have_the_slopes_of_duals(control, limit, flags):
    slopes = []
    for rest in ('', '<general joint="c" dyntype="filter" dynprm=".1"/>'):
        m = torsor.MjModel.from_xml_string(LINEAR.format(limit=limit, rest=rest))
        m.opt.disableflags |= flags
        m.opt.disableactuator = 1 << 3
        d = torsor.MjData(m)
        d.qpos[:], d.qvel[:], d.ctrl[:4] = [0.3, -0.2, 0.1], [1.0, -2.0, 0.5], control
        A, B, _, _ = derivative.transition(m, d)
        slopes.append((A[:6, :6], B[:6, :4]))
    for ours, expected in zip(*slopes):
        np.testing.assert_allclose(ours, expected, atol=1e-14 * np.abs(expected).max())
    assert np.any(slopes[0][1][:, 0]) == (control <= 1.0 or flags != 0)


# a sensor of every type that there are derivatives of; the box touches the plane, the tendon and the hinge their limits
SENSED = """<mujoco>
  <option timestep=".004" magnetic=".3 .4 .5" cone="{cone}" integrator="{integrator}"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 1"/>
    <camera name="cam" pos="0 -2 1" euler="90 0 0" resolution="100 100"/>
    <body name="a" pos="0 0 .12">
      <freejoint/>
      <geom name="a" type="capsule" size=".1 .2" euler="0 90 0" mass="4"/>
      <site name="s" pos=".1 .1 0" euler="10 20 30"/>
      <site name="around" type="box" size=".5 .3 .3"/>
      <body name="b" pos=".3 0 0">
        <joint name="b" type="ball"/>
        <geom size=".08" pos=".05 0 0"/>
        <site name="wrist" pos=".01 .02 .03" euler="30 0 10"/>
        <body name="c" pos=".2 0 0">
          <joint name="h" axis="0 1 0" range="-10 10" limited="true"/><geom type="box" size=".04 .05 .06"/>
        </body>
      </body>
    </body>
    <body pos="1 0 .5" name="e">
      <joint name="k" axis="0 1 0" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
      <site name="eye" pos=".3 .3 0" euler="5 170 0"/>
    </body>
  </worldbody>
  <tendon>
    <fixed name="t" range="-.01 .01" limited="true"><joint joint="k" coef="1"/></fixed>
  </tendon>
  <actuator>
    <position name="p" joint="h" kp="3"/><general joint="h" dyntype="filter" dynprm=".1"/>
    <general name="q" tendon="t" gainprm="2" biastype="affine" biasprm="0 -2 -.3"/>
  </actuator>
  <sensor>
    <accelerometer site="s"/><velocimeter site="s"/><gyro site="s"/><magnetometer site="s"/><force site="wrist"/>
    <torque site="wrist"/><force site="s"/><touch site="around"/><rangefinder site="eye"/>
    <jointpos joint="h"/><jointvel joint="h"/><tendonpos tendon="t"/><tendonvel tendon="t"/>
    <actuatorpos actuator="q"/><actuatorvel actuator="q"/><actuatorfrc actuator="p"/><jointactuatorfrc joint="h"/>
    <tendonactuatorfrc tendon="t"/><ballquat joint="b"/><ballangvel joint="b"/><jointlimitpos joint="h"/>
    <jointlimitvel joint="h"/><jointlimitfrc joint="h"/><tendonlimitpos tendon="t"/><tendonlimitvel tendon="t"/>
    <tendonlimitfrc tendon="t"/><framepos objtype="site" objname="s" reftype="body" refname="c"/>
    <framequat objtype="body" objname="b" reftype="body" refname="a"/><framexaxis objtype="body" objname="b"/>
    <frameyaxis objtype="body" objname="b"/><framezaxis objtype="geom" objname="a"/>
    <framelinvel objtype="body" objname="b" reftype="site" refname="s"/><frameangvel objtype="body" objname="b"/>
    <framelinacc objtype="body" objname="b"/><frameangacc objtype="body" objname="c"/><subtreecom body="a"/>
    <subtreelinvel body="a"/><subtreeangmom body="a"/><camprojection site="s" camera="cam"/>
    <insidesite site="around" objtype="body" objname="c"/><e_potential/><e_kinetic/><clock/>
    <contact geom1="floor" data="force torque dist pos normal tangent linvel angvel" reduce="mindist" num="2"/>
    <contact body1="a" reduce="netforce" data="found force torque pos"/>
  </sensor>
</mujoco>"""


def sensed(cone='pyramidal', integrator='Euler'):
    m = tightened(SENSED.format(cone=cone, integrator=integrator))
    d, rng = torsor.MjData(m), np.random.default_rng(2)
    d.qvel[:] = 0.3 * rng.normal(size=m.nv)
    for _ in range(60):
        d.ctrl[:] = rng.uniform(0, 1, m.nu)
        torsor.mj_step(m, d)
    return m, d


def sensor_differences(m, d, eps: float) -> np.ndarray:
    """Centred differences of sensors. (mjd_transitionFD reads kinetic energy before it moves velocities.)"""
    variables, columns = Variables(m, d), []
    for k in range(2 * m.nv + m.na + m.nu):
        ends = []
        for sign in (1, -1):
            variables.moved(k, sign * eps)
            torsor.mj_forward(m, d)
            ends.append(d.sensordata.copy())
        columns.append((ends[0] - ends[1]) / (2 * eps))
    variables.restore()
    return np.array(columns).T


@pytest.mark.parametrize(('cone', 'integrator'), [
    ('pyramidal', 'Euler'), ('elliptic', 'Euler'), ('elliptic', 'discrete')])
def test_sensors(cone, integrator):
    m, d = sensed(cone, integrator)
    expected = (16 * sensor_differences(m, d, 1e-6) - sensor_differences(m, d, 4e-6)) / 15
    exact = np.hstack(derivative.transition(m, d, sensors=True)[2:])
    assert d.ncon > 1
    for s in range(m.nsensor):
        kind = torsor.mjtSensor(m.sensor_type[s]).name.removeprefix('mjSENS_')
        rows = slice(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s])
        assert expected[rows].any() != (kind in ('INSIDESITE', 'CLOCK')), kind  # which do not change with the state
        scale = max(1, np.abs(expected[rows]).max())
        np.testing.assert_allclose(exact[rows] / scale, expected[rows] / scale, atol=3e-8, err_msg=kind)


def test_every_type_of_sensor_is_tried_or_refused():
    from torsor.physics.derivatives.analytic.sensors import KNOWN

    m = tightened(SENSED.format(cone='pyramidal', integrator='Euler'))
    tried = {torsor.mjtSensor(kind).name.removeprefix('mjSENS_') for kind in m.sensor_type}
    assert tried == set(KNOWN)


def test_inverse_dynamics():
    m, d = sensed()
    rng = np.random.default_rng(1)
    acc, kept = rng.normal(size=m.nv), Variables(m, d)
    d.qacc[:] = acc
    DfDq, DfDv, DfDa = derivative.inverse(m, d)

    def force(k, eps):
        kept.moved(k, eps) if k < 2 * m.nv else kept.restore()
        d.qacc[:] = acc
        if k >= 2 * m.nv:
            d.qacc[k - 2 * m.nv] += eps
        torsor.mj_inverse(m, d)
        return d.qfrc_inverse.copy()

    def slopes(eps):
        return np.array([(force(k, eps) - force(k, -eps)) / (2 * eps) for k in range(3 * m.nv)]).T

    expected = (16 * slopes(1e-6) - slopes(4e-6)) / 15
    np.testing.assert_allclose(np.hstack((DfDq, DfDv, DfDa)), expected, atol=1e-8 * np.abs(expected).max())


def test_the_acceleration_belongs_to_the_step():
    m = tightened(MIX.format(cone='pyramidal', integrator='Euler', dim=3))
    m.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_EULERDAMP
    d = torsor.MjData(m)
    for _ in range(100):
        torsor.mj_step(m, d)
    A, B, _, _ = derivative.transition(m, d)
    X = derivative.acceleration(m, d)
    n, h = m.nv, m.opt.timestep
    by_state = np.hstack((np.zeros((n, n)), np.eye(n), np.zeros((n, m.na)))) + h * X[:, :2 * n + m.na]
    np.testing.assert_allclose(A[n:2 * n], by_state, atol=1e-12 * np.abs(A).max())
    np.testing.assert_allclose(B[n:2 * n], h * X[:, 2 * n + m.na:], atol=1e-12 * np.abs(A).max())


@pytest.mark.parametrize('name', ['Euler, pyramids', 'Euler, cones', 'implicitfast, pyramids', 'sparse', 'strings',
                                  'attached', 'RK4, activations', 'discrete, cones', 'odd'])
def test_products_are_those_with_the_matrices(name):
    m = tightened(CASES[name])
    d, rng = torsor.MjData(m), np.random.default_rng(0)
    d.qvel[:] = 0.3 * rng.normal(size=m.nv)
    for _ in range(40):
        d.ctrl[:] = rng.uniform(0, 1, m.nu)
        torsor.mj_step(m, d)
    A, B, _, _ = derivative.transition(m, d)
    g = rng.normal(size=2 * m.nv + m.na)
    by_state, by_control = derivative.pullback(m, d, g)
    np.testing.assert_allclose(by_state, A.T @ g, atol=1e-11 * np.abs(A).max())
    np.testing.assert_allclose(by_control, B.T @ g, atol=1e-11 * np.abs(A).max())


def test_the_state_is_kept_and_results_are_the_same_again():
    m = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    d = torsor.MjData(m)
    for _ in range(100):
        torsor.mj_step(m, d)
    size = torsor.mj_stateSize(m, torsor.mjtState.mjSTATE_INTEGRATION)
    before, after = np.empty(size), np.empty(size)
    torsor.mj_getState(m, d, before, torsor.mjtState.mjSTATE_INTEGRATION)
    first = derivative.transition(m, d)[:2]
    torsor.mj_getState(m, d, after, torsor.mjtState.mjSTATE_INTEGRATION)
    assert np.array_equal(before, after)
    A, B = (np.full_like(matrix, np.nan) for matrix in first)
    given = derivative.transition(m, d, A, B)
    assert [id(matrix) for matrix in given] == [id(A), id(B), id(None), id(None)]
    assert np.array_equal(A, first[0])
    assert np.array_equal(B, first[1])


def test_controls_beyond_their_limits_have_no_influence():
    m = torsor.MjModel.from_xml_string("""<mujoco><worldbody><body><joint name="h"/><geom size=".1"/></body></worldbody>
      <actuator><motor joint="h" ctrlrange="-1 1" ctrllimited="true"/></actuator></mujoco>""")
    d = torsor.MjData(m)
    slopes = []
    for d.ctrl[0] in (0.5, 1.0, 1.5, -1.0, -1.5):
        slopes.append(derivative.transition(m, d)[1][1, 0])
    assert slopes[2] == slopes[4] == 0
    assert slopes[0] == slopes[1] == slopes[3] > 0  # at a limit: as from within


def test_what_is_late_does_not_follow_the_present():
    late = '<motor joint="k" nsample="4" delay=".01"/><motor joint="k" nsample="2"/>'
    xml = SENSED.format(cone='pyramidal', integrator='Euler').replace('<actuator>', f'<actuator>{late}')
    seen = '<jointpos joint="h"/>'
    m = tightened(xml.replace(seen, seen.replace('/>', ' nsample="3" delay=".008"/>') + seen))
    d, rng = torsor.MjData(m), np.random.default_rng(2)
    d.qvel[:] = 0.3 * rng.normal(size=m.nv)
    for _ in range(20):
        d.ctrl[:] = rng.uniform(0, 1, m.nu)
        torsor.mj_step(m, d)
    exact = derivative.transition(m, d, sensors=True)
    expected, _ = Variables(m, d).extrapolated()
    late = next(s for s in range(m.nsensor) if m.sensor_delay[s] > 0)
    assert not exact[1][:, 0].any()
    assert exact[1][:, 1].any()
    assert not exact[2][m.sensor_adr[late]].any()
    assert exact[2][m.sensor_adr[late + 1]].any()
    np.testing.assert_allclose(np.hstack(exact[:2]), expected, atol=1e-8 * max(1, np.abs(expected).max()))


# ---- what has no derivative ----
def ball_on_plane(option='', body='', rest='', geom='type="sphere" size=".1"'):
    return f"""<mujoco><option {option}/><worldbody><geom type="plane" size="1 1 1" {body}/>
      <body pos="0 0 .099"><freejoint/><geom {geom}/></body></worldbody>{rest}</mujoco>"""


REFUSED = {
    'sleep': '<mujoco><option><flag sleep="enable"/></option></mujoco>',
    'noslip': ball_on_plane('noslip_iterations="3"'),
    'speculative': '<mujoco><option><flag speculative="enable"/></option></mujoco>',
    'surfaces': ball_on_plane('integrator="discrete"', 'surfacevel="1 0 0 0 0 0"'),
    'nativeccd': ball_on_plane('', geom='type="cylinder" size=".1 .1"').replace('<option />', """
        <option><flag nativeccd="disable"/></option>""").replace(
        'type="plane" size="1 1 1"', 'type="box" size="1 1 .1" pos="0 0 -.1"'),
    'on bodies': """<mujoco><option integrator="implicitfast"/><worldbody><body name="b"><freejoint/><geom size=".1"/>
      </body></worldbody><actuator><adhesion body="b" ctrlrange="0 1"/></actuator></mujoco>""",
}


@pytest.mark.parametrize('reason', REFUSED)
def test_what_cannot_be_differentiated_is_refused(reason):
    m = torsor.MjModel.from_xml_string(REFUSED[reason])
    with pytest.raises(derivative.NotDifferentiable, match=reason):
        derivative.transition(m, torsor.MjData(m))


def test_inverse_dynamics_and_parameters_of_the_integrator_discrete_are_refused():
    m = torsor.MjModel.from_xml_string(ball_on_plane('integrator="discrete"'))
    with pytest.raises(derivative.NotDifferentiable, match='mjd_inverseFD'):
        derivative.inverse(m, torsor.MjData(m))
    with pytest.raises(derivative.NotDifferentiable, match='parameters'):
        derivative.parameters(m, torsor.MjData(m), 'body_mass')


def test_functions_of_the_user_are_refused():
    m = torsor.MjModel.from_xml_string(ball_on_plane())
    d = torsor.MjData(m)
    torsor.set_mjcb_control(lambda m, d: None)
    try:
        with pytest.raises(derivative.NotDifferentiable, match='callback'):
            derivative.transition(m, d)
    finally:
        torsor.set_mjcb_control(None)
    derivative.transition(m, d)


def test_states_that_are_no_numbers_are_refused():
    m = torsor.MjModel.from_xml_string(ball_on_plane())
    d = torsor.MjData(m)
    d.qvel[2] = np.nan
    with pytest.raises(derivative.NotDifferentiable, match='finite'):
        derivative.transition(m, d)


def test_sensors_that_see_contacts_are_refused_only_if_asked_for():
    m = torsor.MjModel.from_xml_string(ball_on_plane(rest='<sensor><user dim="1"/></sensor>'))
    d = torsor.MjData(m)
    assert derivative.transition(m, d)[2:] == (None, None)
    with pytest.raises(derivative.NotDifferentiable, match='sensors'):
        derivative.transition(m, d, sensors=True)


def test_moving_surfaces_are_refused_in_sensors():
    m = torsor.MjModel.from_xml_string(ball_on_plane('', 'surfacevel="1 0 0 0 0 0"', '<sensor><clock/></sensor>'))
    with pytest.raises(derivative.NotDifferentiable, match='surfaces'):
        derivative.transition(m, torsor.MjData(m), sensors=True)


def test_wrong_arguments_are_named():
    m = torsor.MjModel.from_xml_string(ball_on_plane())
    with pytest.raises(TypeError, match='A'):
        derivative.transition(m, torsor.MjData(m), np.zeros((3, 3)))


def test_the_shortcut_to_transition_is_that_function():
    """It has its signature, is pickled by its name, and gives the same bits in whatever way it is called."""
    assert pickle.loads(pickle.dumps(derivative.transition)) is derivative.transition
    plain = [p.replace(annotation=p.empty) for p in inspect.signature(exact.transition).parameters.values()]
    assert list(inspect.signature(derivative.transition).parameters.values()) == plain or not jit_enabled()
    m = torsor.MjModel.from_xml_string(ball_on_plane())
    d = torsor.MjData(m)
    expected, A, B = exact.transition(m, d), np.empty((12, 12)), np.empty((12, 0))
    for found in (derivative.transition(m, d, A, B), derivative.transition(m, d, B=B, A=A),
                  derivative.transition(m, d)):
        assert found[2:] == (None, None)
        assert np.array_equal(found[0], expected[0])
    d.qvel[2] = np.nan
    with pytest.raises(derivative.NotDifferentiable, match='finite'):
        derivative.transition(m, d, A, B)


def test_the_module_has_no_other_names():
    with pytest.raises(AttributeError, match='no attribute'):
        derivative.transaction  # noqa: B018
