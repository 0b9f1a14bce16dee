"""Which fields stages read and write, and which stages they run, while Python runs them.

Run with NUMBA_DISABLE_JIT=1 this prints, for every stage that some models need, what was seen. A field that a stage
gives to another as an argument counts for the stage that took it from the model or the data.
"""

import functools
import importlib
import json
import pkgutil
from collections import defaultdict

import numpy as np

import torsor
from torsor import physics
from torsor.jit.python_mode import PythonField, PythonStruct
from torsor.jit.stage import STAGES

SHAPES = """<mujoco>
  <option density="1.2" viscosity="0.1" {option}><flag energy="enable" fwdinv="enable" {flags}/></option>
  <default><joint type="slide" axis="0 0 1"/></default>
  <worldbody>
    <light mode="targetbody" target="box" pos="0 0 3"/><camera mode="trackcom" pos="0 -3 1"/>
    <geom type="plane" size="5 5 1" condim="4"/>
    <geom type="sphere" size=".1" pos="1 0 0.05"/><geom type="ellipsoid" size=".1 .12 .1" pos="2 0 0.05"/>
    <geom name="flat" type="cylinder" size=".1 .1" euler="0 90 0" pos="2 1 0.05"/>
    <body name="hand" mocap="true" pos="0 1 0.5"><geom size="0.05" contype="0" conaffinity="0"/></body>
    <body name="box" pos="0 0 0.09"><freejoint/><geom name="box" type="box" size=".1 .1 .1" adhesion="1"/></body>
    <body pos="0.15 0 0.27"><joint/><geom type="box" size=".1 .12 .1" surfacevel="0.1 0 0 0 0 0"/></body>
    <body pos="1.1 0 0.2"><joint/><geom type="capsule" size=".08 .1" euler="0 90 0" condim="6"/></body>
    <body pos="2.1 0 0.2"><joint/><geom type="cylinder" size=".1 .1" condim="1" fluidshape="ellipsoid"/></body>
    <body pos="2 1 0.23"><joint/><geom name="round" type="capsule" size=".1 .1" euler="0 90 0"/></body>
    <body name="ball" pos="0 1 0.5"><joint type="ball" damping="0.1" range="0 20" limited="true"/>
      <geom type="capsule" size=".04" fromto="0 0 0 0.3 0 0"/></body>
  </worldbody>
  <contact><pair geom1="round" geom2="flat" condim="3"/></contact>
  <equality><weld body1="hand" body2="ball"/><connect body1="box" anchor="0 0 0.1"/></equality>
</mujoco>"""

ARM = """<mujoco>
  <option density="1.2" viscosity="0.1" {option}><flag energy="enable" {flags}/></option>
  <worldbody>
    <site name="target" pos="0.3 0 0.4"/>
    <body pos="0 0 0.5" gravcomp="0.5"><joint name="a" axis="0 1 0" range="-10 10" limited="true" damping="0.1"
        actuatorgravcomp="true" actuatorfrcrange="-1 1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 0.3 0 0"/>
      <body pos="0.3 0 0"><joint name="b" axis="0 1 0" frictionloss="0.2" stiffness="3" springyield="0.5"/>
        <joint name="c" type="slide" axis="0 0 1" armature="0.1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 0.3 0 0"/><site name="tip" pos="0.3 0 0"/>
        <body pos="0.3 0 0"><joint name="d" type="ball"/><geom type="box" size=".03 .05 .02"/></body></body></body>
    <body pos="0 1 0.05"><joint name="e" axis="1 0 0"/><geom size="0.1"/></body>
    <geom type="plane" size="5 5 1"/>
  </worldbody>
  <tendon>
    <fixed name="pull" range="-0.1 0.1" limited="true" frictionloss="0.1" stiffness="5" damping="0.2" armature="0.1"
        springyield="0.1" springlength="0 0.1" actuatorfrclimited="true" actuatorfrcrange="-1 1">
      <joint joint="a" coef="1"/><joint joint="c" coef="-1"/></fixed>
    <fixed name="twist"><joint joint="b" coef="1"/></fixed>
  </tendon>
  <equality><joint joint1="a" joint2="b" polycoef="0 0.5 0 0 0"/><tendon tendon1="pull" tendon2="twist"/>
    <connect site1="tip" site2="target"/></equality>
  <actuator>
    <motor joint="a" gear="2" ctrllimited="true" ctrlrange="-1 1" forcerange="-1 1"/>
    <position joint="c" kp="10" kv="1"/><velocity joint="b" kv="2" nsample="4" delay="0.004" interp="linear"/>
    <general tendon="pull" dyntype="filter" dynprm="0.1" gainprm="3" actearly="true" actlimited="true" actrange="-1 1"/>
    <general joint="d" dyntype="filterexact" dynprm="0.1" gaintype="affine" gainprm="1 1 1" gear="0 0 1 0 0 0"/>
    <intvelocity joint="e" kp="5" actrange="-1 1"/>
  </actuator>
</mujoco>"""

REST = """<mujoco>
  <option {option}><flag {flags}/></option>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 0.1"><joint type="slide" axis="0 0 1" damping="1"/><geom size="0.1"/></body>
    <body sleep="init" pos="1 0 0.1"><joint type="slide" axis="0 0 1"/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>"""

# MJCF, options, flags: together they reach most stages; few iterations, as Python takes its time
RUNS = (
    (SHAPES, 'iterations="3" cone="elliptic" impratio="2"', ''),
    (SHAPES, 'iterations="3" jacobian="sparse" solver="CG" integrator="implicitfast"', 'override="enable"'),
    (SHAPES, 'iterations="2" solver="PGS" noslip_iterations="1"', 'nativeccd="disable" island="disable"'),
    (SHAPES, 'iterations="3" jacobian="sparse" integrator="discrete" noslip_iterations="1"', 'sleep="enable"'),
    (ARM, 'integrator="RK4" jacobian="sparse"', ''),
    (ARM, 'integrator="discrete" cone="elliptic"', 'invdiscrete="enable" diagexact="enable"'),
    (ARM, 'integrator="implicit" solver="PGS" iterations="3" jacobian="sparse"', 'invdiscrete="enable"'),
    (ARM, 'integrator="implicitfast"', 'invdiscrete="enable"'),
    (REST, '', 'sleep="enable"'),
)


class Records:
    """What is known of each stage, and the stages that are running."""

    def __init__(self):
        self.of, self.running = defaultdict(lambda: defaultdict(set)), []

    def note(self, stage: str, kind: str, name: str) -> None:
        self.of[stage][kind].add(name)

    def follow(self, stage) -> None:
        """Note from now on when a stage runs."""
        kernel = stage.__wrapped__

        @functools.wraps(kernel)
        def run(*arguments):
            if self.running:
                self.note(self.running[-1], 'runs', stage.symbol)
            self.running.append(stage.symbol)
            self.of[stage.symbol].setdefault('runs', set())
            try:
                return kernel(*arguments)
            finally:
                self.running.pop()

        stage.__wrapped__ = run


class Owned(np.ndarray):
    """Numbers of a field; parts of them know where they are from."""

    owner: tuple[str, str] | None = None  # the stage that took the field, and its name

    def __array_finalize__(self, other):
        self.owner = getattr(other, 'owner', None)


class RecordingStruct(PythonStruct):
    """A struct that tells which fields are taken from it."""

    def __init__(self, struct, records: Records):
        super().__init__(struct)
        self.__dict__.update(records=records)

    def __getattr__(self, name):
        value = super().__getattr__(name)
        if isinstance(value, PythonField):
            numbers = value.numbers.view(Owned)
            numbers.owner = self.records.running[-1], f'{self.schema.name}.{name}'
            return PythonField(numbers, value.lanes, value.cls, value.columns, value.stride, value.const)
        if name in self.fields:
            self.records.note(self.records.running[-1], 'reads', f'{self.schema.name}.{name}')
        return value

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name in self.fields:
            self.records.note(self.records.running[-1], 'writes', f'{self.schema.name}.{name}')


def recording(access, kind: str, records: Records):
    """A method of PythonField that notes whose items it is about."""

    def noted(self, *arguments):
        owner = getattr(self.numbers, 'owner', None)
        if owner is not None:
            records.note(owner[0], kind, owner[1])
        return access(self, *arguments)

    return noted


def exercise(m, d) -> None:
    """A step, and what users ask for between steps."""
    d.ctrl[:] = 0.3
    d.qvel[:m.nv - 1] = 0.1 * np.arange(m.nv - 1)
    torsor.mj_step(m, d)
    torsor.mj_forward(m, d)
    torsor.mj_inverse(m, d)
    torsor.mj_rnePostConstraint(m, d)
    torsor.mj_subtreeVel(m, d)
    jacobian = np.zeros((3, m.nv))
    torsor.mj_jacBodyCom(m, d, jacobian, jacobian.copy(), 2)
    torsor.mj_jacSubtreeCom(m, d, jacobian, 1)
    torsor.mj_jacDot(m, d, jacobian, jacobian.copy(), np.zeros(3), 2)
    torsor.mj_applyFT(m, d, np.ones(3), np.ones(3), np.zeros(3), 2, d.qfrc_applied)
    torsor.mj_solveM(m, d, np.zeros((1, m.nv)), np.ones((1, m.nv)))
    torsor.mj_mulM(m, d, np.zeros(m.nv), np.ones(m.nv))
    torsor.mj_constraintUpdate(m, d, np.zeros(d.nefc), None, 1)
    torsor.mj_contactForce(m, d, 0, np.zeros(6))
    torsor.mj_objectVelocity(m, d, torsor.mjtObj.mjOBJ_BODY, 2, np.zeros(6), 0)
    state = np.zeros(torsor.mj_stateSize(m, torsor.mjtState.mjSTATE_INTEGRATION))
    torsor.mj_getState(m, d, state, torsor.mjtState.mjSTATE_INTEGRATION)
    torsor.mj_setState(m, d, state, torsor.mjtState.mjSTATE_INTEGRATION)


def exercise_further(m, d) -> None:
    """What takes several steps."""
    torsor.mj_step1(m, d)
    torsor.mj_step2(m, d)
    size = 2 * m.nv + m.na
    torsor.mjd_transitionFD(m, d, 1e-6, 0, np.zeros((size, size)), None, None, None)
    torsor.mjd_inverseFD(m, d, 1e-6, 0, np.zeros((m.nv, m.nv)), None, None, None, None, None, None)


def recorded(records: Records, mjcf: str, option: str = '', flags: str = ''):
    """A model and its data, whose fields are watched."""
    m = torsor.MjModel.from_xml_string(mjcf.format(option=option, flags=flags))
    d = torsor.MjData(m)
    for struct in (m, d):
        object.__setattr__(struct, '_python', RecordingStruct(struct, records))
    return m, d


def main() -> None:
    records = Records()
    for module in pkgutil.walk_packages(physics.__path__, physics.__name__ + '.'):
        importlib.import_module(module.name)
    for stage in STAGES.values():
        if stage.__module__.startswith('torsor.physics.'):
            records.follow(stage)
    PythonField.__getitem__ = recording(PythonField.__getitem__, 'reads', records)
    PythonField.__setitem__ = recording(PythonField.__setitem__, 'writes', records)
    for run in RUNS:
        exercise(*recorded(records, *run))
    exercise_further(*recorded(records, REST))
    print(json.dumps({stage: {kind: sorted(names) for kind, names in of.items()} for stage, of in records.of.items()}))


if __name__ == '__main__':
    main()
