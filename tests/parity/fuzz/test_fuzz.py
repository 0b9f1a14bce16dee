"""A sample of mutants agrees with the wheel; the fuzzer finds what is broken on purpose; the long run has a marker.

    pytest -m fuzz                               # 20,000 models
    FUZZ_COUNT=500 FUZZ_SEED=7 pytest -m fuzz    # 500 of them, from the seventh
"""

import os
import signal
import time

import mujoco
import numpy as np
import pytest

import torsor
from parity.fuzz import pool
from parity.fuzz.judge import adopt, judge, load
from parity.fuzz.mutate import mutant
from parity.fuzz.run import exceeded, fuzz
from parity.fuzz.shrink import shrink

SAMPLE = 200
COUNT, SEED = int(os.environ.get('FUZZ_COUNT', 20_000)), int(os.environ.get('FUZZ_SEED', SAMPLE))
PENDULUM = """<mujoco>
  <option timestep="0.01"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body pos="0 0 1"><joint name="a" damping="0.1"/><geom size="0.1" pos="0 0.1 0"/></body>
    <body pos="0 1 0.09"><freejoint/><geom size="0.1"/></body>
  </worldbody>
  <actuator><motor joint="a"/></actuator>
</mujoco>"""


def assert_agrees(seeds) -> None:
    counts, failures = fuzz(seeds, workers=2)
    assert not failures, '\n'.join(f'seed {seed}: {defects}' for seed, defects in failures.items())
    assert not exceeded(counts), counts
    assert counts['models'] > 0.4 * len(seeds)  # most mutants are models


def test_sample():
    assert_agrees(range(SAMPLE))


@pytest.mark.fuzz
def test_long_run():
    assert_agrees(range(SEED, SEED + COUNT))


def test_mutants_follow_from_their_seed():
    assert mutant(5) == mutant(5) != mutant(6)


@pytest.mark.parametrize(('broken', 'expected'), [
    (lambda m: m.opt.gravity.__setitem__(2, -9.80), 'model opt.gravity'),
    (lambda m: m.dof_damping.__setitem__(0, 0.1000001), 'model dof_damping'),
])
def test_a_model_that_is_compiled_wrong_is_found(monkeypatch, broken, expected):
    def load_broken(engine, xml):
        m, error = load(engine, xml)
        if engine is torsor:
            broken(m)
        return m, error

    assert not judge(PENDULUM, 0).defects
    monkeypatch.setattr('parity.fuzz.judge.load', load_broken)
    assert expected in judge(PENDULUM, 0).defects


@pytest.mark.parametrize(('function', 'field', 'size'), [
    ('mj_fwdPosition', 'xpos', 1e-7), ('mj_fwdVelocity', 'qfrc_passive', 1e-7), ('mj_step', 'qvel', 1e-7),
    ('mj_fwdConstraint', 'efc_force', 1e-5), ('mj_inverse', 'qfrc_inverse', 1e-6),
])
def test_a_stage_that_is_wrong_is_found(monkeypatch, function, field, size):
    right = getattr(torsor, function)

    def wrong(m, d):
        right(m, d)
        getattr(d, field)[...] += size

    monkeypatch.setattr(torsor, function, wrong)
    assert any(name.endswith(f' {field}') for seed in range(4) for name in judge(PENDULUM, seed).defects)


def test_a_contact_that_is_missing_is_found(monkeypatch):
    right = torsor.mj_fwdPosition

    def forgetful(m, d):
        right(m, d)
        d.ncon = 0

    monkeypatch.setattr(torsor, 'mj_fwdPosition', forgetful)
    assert any(name.startswith('contacts ') for seed in range(4) for name in judge(PENDULUM, seed).defects)


def test_refusing_what_the_wheel_accepts_is_a_defect(monkeypatch):
    monkeypatch.setattr('parity.fuzz.judge.load', lambda engine, xml: (None, 'no') if engine is torsor else (1, None))
    assert 'only Torsor refuses' in judge(PENDULUM, 0).defects
    monkeypatch.setattr('parity.fuzz.judge.load', lambda engine, xml: (None, 'no') if engine is mujoco else (1, None))
    assert 'only the wheel refuses' in judge(PENDULUM, 0).defects


@pytest.mark.parametrize('same', [True, False])
def test_numbers_of_volumes_are_the_wheels_if_they_are_in_its_order(same):
    text = PENDULUM.replace('size="0.1"/>', 'size="0.1"/><geom size="0.2"/>')  # with one centre, in any order
    m, rm = torsor.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    m.bvh_aabb[:] *= 1 + 1e-15
    m.geom_size[:] *= 1 + 1e-15
    if not same:
        leaves = m.body_bvhadr[2] + np.flatnonzero(m.bvh_nodeid[m.body_bvhadr[2]:][:3] >= 0)
        for field in (m.bvh_nodeid, m.bvh_aabb):
            field[leaves] = field[leaves[::-1]]
    adopt(m, rm)
    assert m.geom_size.tobytes() == rm.geom_size.tobytes()
    assert (m.bvh_aabb.tobytes() == rm.bvh_aabb.tobytes()) == same


def test_a_model_is_made_small():
    small = shrink(PENDULUM, lambda xml: 'damping' in xml)
    assert 'damping' in small
    assert 'motor' not in small
    assert 'freejoint' not in small


def test_workers_that_die_or_hang_do_not_end_the_run(monkeypatch):
    def work(task):
        if task == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        if task == 5:
            time.sleep(100)
        return 2 * task

    monkeypatch.setattr(pool, 'PATIENCE', 2.0)
    assert dict(pool.answers(work, range(8), 2)) == {0: 0, 1: 2, 2: 4, 3: 'crash', 4: 8, 5: 'hang', 6: 12, 7: 14}
