"""Small models for kernels to work on, and a run of Python in a fresh process."""

import os
import subprocess
import sys

import numpy as np

import torsor
from torsor.batch.lanes import LaneData
from torsor.jit.inside.convention import UPCALL
from torsor.jit.inside.library import library
from torsor.jit.python_mode import native_floats, python_struct

TREE = """<mujoco><option timestep="0.002" integrator="{integrator}"><flag constraint="disable"/></option><worldbody>
  <body pos="0 0 1" quat="1 .1 .2 .3"><freejoint/><geom type="box" size=".1 .2 .3" pos=".02 .01 0"/>
    <body pos=".3 0 .1"><joint type="ball" pos=".05 -.02 .1" damping=".3" stiffness="2"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .1 .2 .3"/>
      <body pos="0 .2 .2"><joint type="slide" axis="1 1 0" stiffness="20" springref=".1" damping=".5" armature=".02"/>
        <joint type="hinge" axis="0 1 1" pos="0 .1 0" ref=".2" stiffness="3" damping=".1"/>
        <geom type="ellipsoid" size=".1 .05 .08" euler="30 20 10"/></body></body></body>
  <body pos="2 0 0"><joint name="swing" type="hinge" axis="0 1 0" damping=".05"/><geom size=".1" pos="0 0 -.5"/></body>
</worldbody><actuator><motor joint="swing" gear="2"/></actuator></mujoco>"""


def tree(integrator: str = 'Euler') -> torsor.MjModel:
    """A model with every type of joint."""
    return torsor.MjModel.from_xml_string(TREE.format(integrator=integrator))


def random_state(m: torsor.MjModel, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A position and a velocity."""
    random, qpos = np.random.default_rng(seed), m.qpos0.copy()
    torsor.mj_integratePos(m, qpos, random.normal(size=m.nv), 0.5)
    return qpos, random.normal(size=m.nv)


class Numbers:
    """Runs a stage that reads and writes nothing but d.userdata, on some columns of numbers.

    Each column is a world. They are run one after the other (`alone`), side by side (`together`) and in plain Python.
    """

    def __init__(self, kernel, count: int):
        self.kernel, self.count = kernel, count
        self.m = torsor.MjModel.from_xml_string(f'<mujoco><size nuserdata="{count}"/></mujoco>')

    def alone(self, columns: np.ndarray, run=None) -> np.ndarray:
        """The user data after the stage ran for one world at a time; the columns are its first rows before."""
        d, results = torsor.MjData(self.m), []
        for column in columns.T:
            d.userdata[:] = 0.0
            d.userdata[:len(column)] = column
            (run or self.kernel)(self.m, d)
            results.append(d.userdata.copy())
        return np.transpose(results)

    def in_python(self, columns: np.ndarray) -> np.ndarray:
        """What `alone` gives, with the kernel run by Python."""

        def run(m, d):
            with native_floats():
                self.kernel.__wrapped__(python_struct(m), python_struct(d))

        return self.alone(columns, run)

    def together(self, columns: np.ndarray, python: bool = False) -> np.ndarray:
        """What `alone` gives, for all columns at once."""
        lanes = LaneData(self.m, columns.shape[1])
        lanes.userdata[:len(columns)] = columns
        if python:
            with native_floats():
                self.kernel.__wrapped__(python_struct(self.m), python_struct(lanes))
        else:
            self.kernel(self.m, lanes)
        return lanes.userdata.copy()

    def assert_same_everywhere(self, columns: np.ndarray) -> np.ndarray:
        """All ways of running agree, bit for bit except for the sign of NaN; the common result."""
        result = self.alone(columns)
        others = self.in_python(columns), self.together(columns), self.together(columns, python=True)
        for other in others:
            np.testing.assert_array_equal(other, result)
            np.testing.assert_array_equal(np.signbit(other)[~np.isnan(result)], np.signbit(result)[~np.isnan(result)])
        return result


# for processes that are to compile: a setting with which the library, if there is one, was not made
WITHOUT_LIBRARY = {'NUMBA_OPT': '2'} if library().function(UPCALL) else {}


def run_python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a fresh interpreter."""
    return subprocess.run([sys.executable, '-c', code, *arguments], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **environment}, check=False)
