"""A small model with every type of joint, and a run of Python in a fresh process."""

import os
import subprocess
import sys

import numpy as np

import torsor

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
    return torsor.MjModel.from_xml_string(TREE.format(integrator=integrator))


def random_state(m: torsor.MjModel, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """A position and a velocity."""
    random, qpos = np.random.default_rng(seed), m.qpos0.copy()
    torsor.mj_integratePos(m, qpos, random.normal(size=m.nv), 0.5)
    return qpos, random.normal(size=m.nv)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a fresh interpreter."""
    return subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, timeout=300,
                          env={**os.environ, **environment}, check=False)
