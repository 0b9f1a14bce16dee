"""One model in the wheel and in Torsor, and the comparison of all they compute."""

import re
from dataclasses import dataclass
from operator import attrgetter

import mujoco
import numpy as np

import torsor
from reference.models import random_state
from torsor.schema import DATA_ARENA, DATA_FIELDS, MODEL_FIELDS, MODEL_SIZES, OPTION, STATISTIC, VISUAL

# how much memory a simulation takes, and where, is each engine's own affair
MEMORY = {'narena', 'nbuffer', 'pstack', 'pbase', 'parena', 'threadpool', 'maxuse_stack', 'maxuse_arena', 'signature'}
STATE = ('time', 'qpos', 'qvel', 'act', 'history', 'plastic', 'qacc_warmstart', 'ctrl', 'qfrc_applied', 'xfrc_applied',
         'eq_active', 'mocap_pos', 'mocap_quat', 'userdata')
RESULTS = tuple(row.name for row in (*DATA_FIELDS, *DATA_ARENA)
                if row.name not in MEMORY and hasattr(mujoco.MjData, row.name))
ACCELERATIONS = ('qacc', 'qacc_smooth', 'qacc_warmstart')
INERTIAS = ('cinert', 'crb', 'M', 'qLD', 'qLDiagInv', 'qH', 'qHDiagInv')
FACTORS = ('qH', 'qHDiagInv', 'qLU')
LISTED = dict(efm_aid='nefmA', efm_as='nefmA', efm_ak='nefmA', efm_tid='nefmT', efm_ts='nefmT', efm_tk='nefmT')
INTEGRATORS = {'Euler': 0, 'RK4': 1, 'implicit': 2, 'implicitfast': 3, 'discrete': 4}
ARENA = {row.name for row in DATA_ARENA}


@dataclass
class Twins:
    """Model and data of Torsor (m, d) and of the wheel (rm, rd)."""

    m: torsor.MjModel
    d: torsor.MjData
    rm: mujoco.MjModel
    rd: mujoco.MjData

    @classmethod
    def load(cls, xml: str, **options) -> 'Twins':
        """Compile a model with both; `options` are fields of `opt`, flags are added. Constraints are off."""
        xml = re.sub('<mujoco[^>]*>', r'\g<0><option><flag constraint="disable"/></option>', xml, count=1)
        m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
        for model in (m, rm):
            for name, value in options.items():
                setattr(model.opt, name, value | getattr(model.opt, name) if name.endswith('flags') else value)
            if model.opt.integrator == INTEGRATORS['RK4']:
                model.opt.timestep = 1e-4  # the explicit method diverges when the dampers of random trees are stiff
        return cls(m, torsor.MjData(m), rm, mujoco.MjData(rm))

    def randomize(self, seed: int) -> None:
        """Give the wheel's data a random state, controls and applied forces."""
        rng, d = np.random.default_rng(seed), self.rd
        random_state(self.rm, d, seed)
        d.ctrl[:] /= 10
        d.act[:] = rng.normal(size=d.act.shape)
        d.qfrc_applied[:] = rng.normal(size=d.qfrc_applied.shape) / self.rm.dof_invweight0
        d.xfrc_applied[:] = rng.normal(size=d.xfrc_applied.shape) * self.rm.body_mass[:, None]
        d.mocap_pos[:] += rng.normal(size=d.mocap_pos.shape)
        d.mocap_quat[:] = rng.normal(size=d.mocap_quat.shape)

    def copy_state(self) -> None:
        """Our state := the wheel's."""
        self._copy(STATE)

    def copy_all(self) -> None:
        """Everything of ours := the wheel's."""
        self._copy(name for name in RESULTS if name not in ARENA)

    def _copy(self, names) -> None:
        for name in names:
            value = getattr(self.rd, name)
            if isinstance(value, np.ndarray):
                getattr(self.d, name)[...] = value
            elif getattr(self.d, name) != value:
                setattr(self.d, name, value)

    def call(self, function: str, *arguments) -> None:
        """Call a function of both."""
        getattr(mujoco, function)(self.rm, self.rd, *arguments)
        getattr(torsor, function)(self.m, self.d, *arguments)

    def assert_equal(self, names=RESULTS, tolerance: float = 1e-12, after: str = '') -> None:
        """All these fields of the two data agree."""
        acceleration = self._acceleration_scale()
        for name in names:
            ours, theirs = getattr(self.d, name), getattr(self.rd, name)
            if name in FACTORS and not theirs.any():  # the wheel has needed none yet
                continue
            if name in LISTED:  # room for all actuators or tendons, but only some are listed
                ours, theirs = ours[:getattr(self.rd, LISTED[name])], theirs[:getattr(self.rd, LISTED[name])]
            scale = acceleration if name in ACCELERATIONS else 0.0 if name in INERTIAS else 1.0
            assert_close(ours, theirs, f'{name} {after}', tolerance, scale)

    def _acceleration_scale(self) -> float:
        """Largest of |M^-1| |f|: forces that cancel in M^-1 f leave their rounding behind."""
        m, d = self.rm, self.rd
        inertia = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, inertia)
        if not np.all(np.isfinite(inertia)):
            return 1.0
        forces = np.abs(d.qfrc_passive) + np.abs(d.qfrc_bias) + np.abs(d.qfrc_actuator) + np.abs(d.qfrc_applied)
        return (np.abs(np.linalg.pinv(inertia)) @ forces).max(initial=1.0)


def assert_close(ours, theirs, name: str, tolerance: float = 1e-12, scale: float = 1.0) -> None:
    """Integers agree exactly, floats relative to the largest number of the field, or to `scale` if that is larger."""
    ours, theirs = np.asarray(ours), np.asarray(theirs)
    assert ours.shape == theirs.shape, name
    if theirs.dtype.kind != 'f':
        assert np.array_equal(ours, theirs), f'{name}: {ours}, expected {theirs}'
        return
    atol = tolerance * np.abs(theirs[np.isfinite(theirs)]).max(initial=scale)
    if not np.all(np.abs(ours - theirs) <= atol):  # quick; what follows is slow, and tells where they differ
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=atol, err_msg=name)


def model_fields():
    """Dotted names of all there is in a model."""
    yield from (row.name for row in (*MODEL_SIZES, *MODEL_FIELDS) if row.name not in MEMORY)
    yield from (f'opt.{row.name}' for row in OPTION)
    yield from (f'stat.{row.name}' for row in STATISTIC)
    yield from (f'vis.{group}.{row.name}' for group, rows in VISUAL.items() for row in rows)


def model_field(m, name: str):
    """A field by its dotted name; bytes as an array."""
    value = attrgetter(name)(m)
    return np.frombuffer(value, np.uint8) if isinstance(value, bytes) else np.asarray(value)
