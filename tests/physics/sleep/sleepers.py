"""Trees that sleep, in the wheel and in Torsor side by side."""

import mujoco
import numpy as np

import torsor

ENGINES = (torsor, mujoco)
STATES = ('tree_asleep', 'tree_awake', 'body_awake', 'ntree_awake', 'nbody_awake', 'nparent_awake', 'nv_awake')
LISTS = {'body_awake_ind': 'nbody_awake', 'parent_awake_ind': 'nparent_awake', 'dof_awake_ind': 'nv_awake'}
COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nisland', 'nidof')
STATE = ('time', 'qpos', 'qvel', 'act')
POSITION = ('xpos', 'xquat', 'xmat', 'xipos', 'geom_xpos', 'geom_xmat', 'site_xpos', 'cam_xpos', 'light_xdir',
            'xanchor', 'subtree_com', 'cdof', 'cinert', 'crb', 'M', 'qLD', 'ten_length', 'ten_J', 'actuator_length',
            'moment_rownnz')
FORCES = ('cvel', 'cdof_dot', 'ten_velocity', 'actuator_velocity', 'actuator_force', 'act_dot', 'qfrc_spring',
          'qfrc_damper', 'qfrc_gravcomp', 'qfrc_passive', 'qfrc_bias', 'qfrc_actuator', 'qfrc_smooth', 'qacc_smooth',
          'qacc', 'energy')

BOX = '<geom type="box" size=".1 .1 .1"/>'
FEW = f"""<mujoco>
  <option timestep=".005" %s><flag sleep="enable" %s/></option>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .0999"><freejoint/>{BOX}</body>
    <body name="b" pos="1 0 .0999"><freejoint/>{BOX}</body>
    <body name="c" pos="2 0 1"><joint name="c" axis="0 0 1" damping=".5"/>{BOX}</body>
    <body name="e" pos="3 0 1"><joint name="e" axis="0 0 1" damping=".5"/>{BOX}</body>
    <body name="n" pos="4 0 1" sleep="never"><joint name="n" axis="0 0 1" damping=".5"/>{BOX}</body>
    <body name="m" pos="5 0 1" mocap="true">{BOX}</body>
  </worldbody>
  %s
</mujoco>"""
A, B, C, E, N = range(5)  # trees


def few(rest: str = '', option: str = '', flag: str = '') -> str:
    """Two boxes on the floor, two hinges that may sleep and one that may not, a mocap body; `rest` of the model."""
    return FEW % (option, flag, rest)


class Sleepers:
    """The same model in both engines."""

    def __init__(self, xml: str, **options):
        self.models = [engine.MjModel.from_xml_string(xml) for engine in ENGINES]
        for m in self.models:
            for name, value in options.items():
                setattr(m.opt, name, value)
        self.data = [engine.MjData(m) for engine, m in zip(ENGINES, self.models)]

    def do(self, action) -> None:
        """action(m, d) in both engines."""
        for m, d in zip(self.models, self.data):
            action(m, d)

    def call(self, function: str, count: int = 1) -> None:
        """Call a function of both."""
        for engine, m, d in zip(ENGINES, self.models, self.data):
            for _ in range(count):
                getattr(engine, function)(m, d)

    def assert_same_sleepers(self) -> None:
        ours, theirs = self.data
        for name in STATES:
            np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
        for name, count in LISTS.items():
            end = getattr(theirs, count)
            np.testing.assert_array_equal(getattr(ours, name)[:end], getattr(theirs, name)[:end], name)

    def assert_same(self, names=(*STATE, *POSITION, *FORCES), tolerance: float = 1e-9) -> None:
        self.assert_same_sleepers()
        ours, theirs = self.data
        for name in COUNTS:
            assert getattr(ours, name) == getattr(theirs, name), name
        for name in names:
            value = np.asarray(getattr(theirs, name), float)
            scale = max(1.0, np.abs(value).max(initial=0.0))
            np.testing.assert_allclose(getattr(ours, name), value, rtol=0, atol=tolerance * scale, err_msg=name)


def asleep(xml: str, steps: int = 12, **options) -> Sleepers:
    """Both engines after some steps at rest."""
    both = Sleepers(xml, **options)
    both.call('mj_step', steps)
    both.assert_same_sleepers()
    assert (both.data[0].tree_asleep >= 0).any()
    return both
