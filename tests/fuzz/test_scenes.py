"""A sample of scenes agrees with the wheel; scenes follow from their seed; the long run has a marker.

    pytest -m fuzz tests/fuzz                                          # 500 scenes
    SCENES=50 SCENES_SEED=7 SCENES_ROBOTS=folder pytest -m fuzz tests/fuzz/test_scenes.py
"""

import os
from collections import Counter
from pathlib import Path

import mujoco
import numpy as np
import pytest

import torsor
from fuzz import robots, scenes
from fuzz.build import Part
from fuzz.plan import MOST, scene_parts, without

SAMPLE, SAMPLE_STEPS = 40, 4
COUNT, SEED = int(os.environ.get('SCENES', 500)), int(os.environ.get('SCENES_SEED', 0))
FOLDER = Path(os.environ['SCENES_ROBOTS']).absolute() if 'SCENES_ROBOTS' in os.environ else None
BALL = {'pos': [0.0, 0.0, 0.09], 'joints': [{'type': 'mjtJoint.mjJNT_FREE'}],
        'geoms': [{'type': 'mjtGeom.mjGEOM_SPHERE', 'size': [0.1, 0.0, 0.0]}]}
PARTS = [Part('floor', 'geom', {'body': 'world', 'type': 'mjtGeom.mjGEOM_PLANE', 'size': [1.0, 1.0, 0.1]}),
         Part('ball', 'body', BALL), Part('other', 'body', BALL | {'pos': [1.0, 0.0, 1.0]}),
         Part('link', 'equality', {'type': 'mjtEq.mjEQ_CONNECT', 'objtype': 'mjtObj.mjOBJ_BODY', 'name1': 'ball',
                                   'name2': 'other'}, ('ball', 'other'))]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    """Both engines write warnings to a file in the current directory; let that be a temporary one."""
    monkeypatch.chdir(tmp_path)


def assert_agrees(seeds, folder: Path | None, steps: int) -> None:
    counts, failures = scenes.fuzz(seeds, 2, folder, steps)
    assert not failures, '\n'.join(f'seed {seed}: {defects}' for seed, defects in failures.items())
    assert not scenes.exceeded(counts, steps), dict(counts)
    assert counts['scenes'] > 0.8 * len(seeds)
    assert counts['bodies'] > 20 * counts['scenes']
    assert counts['contacts'] > 5 * counts['states']


def test_sample():
    assert_agrees(range(SAMPLE), None, SAMPLE_STEPS)


@pytest.mark.fuzz
def test_long_run():
    assert_agrees(range(SEED, SEED + COUNT), FOLDER, scenes.STEPS)


@pytest.mark.parametrize(('scenes_run', 'name', 'count', 'expected'), [
    (500, 'excused storage', 50, []), (500, 'excused storage', 51, ['excused storage']),
    (5, 'excused luck', 20, []), (5, 'excused luck', 21, ['excused luck']),
    (500, 'models with noise', 11, ['models with noise'])])
def test_ceilings_leave_a_whole_scene_only_to_short_runs(scenes_run, name, count, expected):
    counts = Counter({'scenes': scenes_run, 'states': 20 * scenes_run, name: count})
    assert scenes.exceeded(counts, 20) == expected


def test_runs_that_mostly_diverge_are_told():
    assert scenes.exceeded(Counter({'scenes': 10, 'states': 110}), 20) == ['diverged']


def test_scenes_follow_from_their_seed():
    choice = robots.find(None)
    assert scene_parts(5, choice) == scene_parts(5, choice) != scene_parts(6, choice)


@pytest.mark.parametrize('seed', [0, 2, 3, 4])
def test_scenes_are_large_and_of_several_robots(seed):
    parts = scene_parts(seed, robots.find(None))
    m, _, _ = scenes.compiled(mujoco, parts)
    assert 20 <= m.nbody - 1 <= MOST
    assert 2 <= sum(part.kind == 'robot' for part in parts) <= 6


def test_what_needs_a_part_goes_with_it():
    assert [part.name for part in without(PARTS, {'other'})] == ['floor', 'ball']


def test_a_compiled_model_that_differs_is_found(monkeypatch):
    def broken(engine, parts):
        m, error, text = right(engine, parts)
        if engine is torsor:
            m.dof_damping[0] += 1e-7
        return m, error, text

    right = scenes.compiled
    assert not scenes.judge_scene(PARTS, 0, 2).defects
    monkeypatch.setattr(scenes, 'compiled', broken)
    assert 'model dof_damping' in scenes.judge_scene(PARTS, 0, 2).defects


def test_a_stage_that_differs_is_found_and_made_small(monkeypatch):
    right = torsor.mj_fwdPosition

    def forgetful(m, d):
        right(m, d)
        d.ncon = 0

    monkeypatch.setattr(torsor, 'mj_fwdPosition', forgetful)
    monkeypatch.setattr(scenes, 'scene_parts', lambda seed, choice: PARTS)
    text, report = scenes.shrink_seed(1, steps=2)
    assert any(name.startswith('contacts ') for name in report.defects)
    m = mujoco.MjModel.from_xml_string(text)
    assert (m.nbody, m.neq) == (2, 0)
    assert np.shape(report.state) == (mujoco.mj_stateSize(m, scenes.STATE),)
