"""A sample of sequences of calls agrees with the wheel; the fuzzer finds what is broken on purpose.

    CALLS_COUNT=2000 CALLS_SEED=7 pytest -m fuzz tests/fuzz/test_calls.py
"""

import os

import numpy as np
import pytest

import torsor
from fuzz.calling.arguments import Draw
from fuzz.calling.corpus import Source
from fuzz.calling.judge import BEGIN, OPERATIONS, Call, Report, take
from fuzz.calling.operation import Operation
from fuzz.calling.shrink import last_differences, script, shrink
from fuzz.calling.twin import Twin
from fuzz.calls import exceeded, fuzz

SAMPLE = 2000
COUNT, SEED = int(os.environ.get('CALLS_COUNT', 200_000)), int(os.environ.get('CALLS_SEED', 100_000))
BALL = """<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
  </worldbody></mujoco>"""


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    """Both engines write warnings to a file in the current directory; let that be a temporary one."""
    monkeypatch.chdir(tmp_path)


def assert_agrees(seed: int, count: int) -> None:
    counts, outcomes, failures = fuzz(seed, count, (), workers=2)
    assert not failures, '\n'.join(f'{number}: {report.calls[-1].statement}: {report.defects}'
                                   for number, report in failures.items())
    assert not exceeded(counts, outcomes), outcomes
    assert outcomes['calls that return'] > 0.7 * counts.total()


def test_sample():
    assert_agrees(0, SAMPLE)


@pytest.mark.fuzz
def test_long_run():
    assert_agrees(SEED, COUNT)


def call(statement: str, checkpoint: str = '') -> Call:
    return Call(statement, Operation(statement, statement, checkpoint))


def found_by(*calls: Call) -> dict[str, float]:
    """What the fuzzer says of these calls on a ball on a floor."""
    source, report = Source('ball', BALL).load(), Report()
    twin = Twin(source)
    for one in calls:
        report.calls.append(one)
        if not take(twin, source, one, report):
            break
    return report.defects


def test_names_of_operations_are_their_own():
    assert len({row.name for row in OPERATIONS}) == len(OPERATIONS)


@pytest.mark.parametrize(('function', 'broken', 'expected'), [
    ('mj_comVel', lambda right, m, d: d.cvel.__setitem__(0, 1e-6), 'd.cvel'),
    ('mj_kinematics', lambda right, m, d: (right(m, d), m.body_mass.__imul__(1 + 1e-6)), 'model body_mass'),
    ('mj_getTotalmass', lambda right, m: right(m) + 1e-6, 'values 0'),
    ('mj_isDual', lambda right, m: not right(m), 'values 0'),
])
def test_a_wrong_result_is_found(monkeypatch, function, broken, expected):
    arguments = 'm, d' if function in ('mj_comVel', 'mj_kinematics') else 'm'
    one = call(f'out = call(mj.{function}, {arguments})')
    assert not found_by(BEGIN, one)
    right = getattr(torsor, function)
    monkeypatch.setattr(torsor, function, lambda *given: broken(right, *given))
    assert expected in found_by(BEGIN, one)


def test_another_exception_is_found(monkeypatch):
    one = call('out = call(mj.mj_jacBody, m, d, None, None, None)')
    assert not found_by(BEGIN, one)

    def wrong(*given):
        raise ValueError

    monkeypatch.setattr(torsor, 'mj_jacBody', wrong)
    assert 'raises ValueError, expected TypeError' in found_by(BEGIN, one)


def test_a_failed_call_that_changes_something_is_found(monkeypatch):
    right = torsor.mj_jacBody

    def wrong(m, d, *given):
        d.userdata, d.qacc_warmstart[0] = d.userdata, 1.0
        return right(m, d, *given)

    one = call('out = call(mj.mj_jacBody, m, d, None, None, None)')
    monkeypatch.setattr(torsor, 'mj_jacBody', wrong)
    assert any(name.startswith('d.qacc_warmstart') for name in found_by(BEGIN, one))


def test_sequences_are_made_short(monkeypatch):
    right = torsor.mj_comVel
    monkeypatch.setattr(torsor, 'mj_comVel', lambda m, d: (right(m, d), d.cvel.__iadd__(d.time))[0])
    calls = [BEGIN, call('d.qvel[:] = 1'), call('d.time = 3'), call('d.qpos[2] = 1'), call('out = call(mj.mj_comVel, '
                  'm, d)')]
    source = Source('ball', BALL)
    monkeypatch.setattr('fuzz.calling.shrink.sources', lambda paths: (source,))
    report = Report(model='ball', calls=calls, defects=last_differences(source.load(), calls))
    assert report.defects
    short = shrink(report, ())
    assert [one.statement for one in short] == [
        'out = call(mj.mj_forward, m, d)', 'd.time = 3', 'out = call(mj.mj_comVel, m, d)']
    text = script('example.py', report, short, ())
    compile(text, 'example.py', 'exec')
    assert 'd.time = 3' in text


def test_arguments_follow_from_their_seed():
    import random

    twin = Twin(Source('ball', BALL).load())
    rows = [row for row in OPERATIONS if row.name.startswith('mj_jac')]
    drawn = [[Draw(random.Random(seed), twin.theirs.names).fill(row.template) for row in rows] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert np.any([text is not None for text in drawn[0]])
