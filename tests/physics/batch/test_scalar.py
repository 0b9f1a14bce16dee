"""Worlds run one after the other from tables: natively and with JIT disabled, with stages and what is recorded."""

import os
import subprocess
import sys

import numpy as np

import torsor
from torsor.batch import Batch

MODEL = """<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="ball" pos="0 0 .099"><freejoint/><geom size=".1"/><site name="top"/></body>
  <body pos="2 0 1"><joint name="hinge" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <equality><joint joint1="hinge" active="false"/></equality>
  <actuator><motor joint="hinge"/></actuator>
  <sensor><jointpos joint="hinge"/><jointvel joint="hinge"/><framelinvel objtype="body" objname="ball"/>
    <accelerometer site="top"/></sensor></mujoco>"""
SCRIPT = f"""
import numpy as np
import torsor
from torsor.batch import Batch

m = torsor.MjModel.from_xml_string('''{MODEL}''')
b = Batch(m, 3, 1)
b.qvel[:] = np.random.default_rng(0).normal(size=b.qvel.shape)
b.eq_active[1] = 1
b.expand('opt.gravity')[2] = 0, 0, -1
ncon = b.ncon
out = b.rollout(2, np.ones((3, 2, 1)), record=('sensordata', 'eq_active', torsor.mjtState.mjSTATE_EQ_ACTIVE))
for numbers in (b.state, ncon, *out.values()):
    print(numbers.astype(float).tobytes().hex())
"""


def run(**environment) -> str:
    return subprocess.run([sys.executable, '-c', SCRIPT], capture_output=True, text=True, check=True,
                          env=os.environ | environment).stdout


def test_the_same_bits_natively_and_with_jit_disabled():
    native = run()
    assert len(native.split()) == 5
    assert run(NUMBA_DISABLE_JIT='1') == native


def test_sensors_are_those_of_the_stage():
    m = torsor.MjModel.from_xml_string(MODEL)
    b = Batch(m, 2, 1)
    b.qvel[:] = np.random.default_rng(0).normal(size=b.qvel.shape)
    sensordata, d = b.sensordata, torsor.MjData(m)
    for stage, known in (('POS', 1), ('VEL', 5), ('ACC', 8)):
        b.step(nstep=2, stage=getattr(torsor.mjtStage, f'mjSTAGE_{stage}'))
        for i in range(2):
            torsor.mj_setState(m, d, b.state[i], torsor.mjtState.mjSTATE_INTEGRATION)
            torsor.mj_forward(m, d)
            assert np.array_equal(sensordata[i, :known], d.sensordata[:known])
            assert stage == 'ACC' or not np.array_equal(sensordata[i, known:], d.sensordata[known:])


def test_forces_on_bodies_are_computed_on_demand():
    m = torsor.MjModel.from_xml_string(MODEL.split('<sensor>')[0] + '</mujoco>')
    b, d = Batch(m, 2, 1), torsor.MjData(m)
    force = b.cfrc_ext
    b.step(nstep=3)
    assert not force.any()
    b.step(nstep=3, forces=True)
    torsor.mj_step(m, d, 6)
    torsor.mj_rnePostConstraint(m, d)
    assert np.array_equal(force, [d.cfrc_ext, d.cfrc_ext])
    assert force.any()
