"""The Python tests that the `mujoco` package ships, unchanged, with Torsor in its place.

expected_failures.toml has a table for each file of tests, with the tests that fail and why. It can only get shorter: a
test that is listed there and passes fails the run, as does one that fails and is not listed.
"""

import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tomllib
from xml.etree import ElementTree

import pytest

EXPECTED = tomllib.loads((pathlib.Path(__file__).parent / 'expected_failures.toml').read_text())
QUICK = ('bindings_test',)  # what is not here takes long

# made a plugin of pytest, so that it acts before the tests import `mujoco`; their data is the original's
STAND_IN = """
import torsor.compat
torsor.compat.install()
from etils import epath
original = epath.resource_path
epath.resource_path = lambda name: epath.Path({package!r}) if name == 'mujoco' else original(name)
"""


def outcomes(name: str, folder: pathlib.Path) -> dict[str, str]:
    """What became of each test of a file: 'passed', 'skipped' or the message of its failure."""
    package = pathlib.Path(importlib.util.find_spec('mujoco').origin).parent
    shutil.copy(package / f'{name}.py', folder)
    (folder / 'stand_in.py').write_text(STAND_IN.format(package=str(package)))
    report = folder / 'report.xml'
    subprocess.run([sys.executable, '-m', 'pytest', '-q', '-p', 'stand_in', '-p', 'no:cacheprovider', '--tb=line',
                    f'--junitxml={report}', f'{name}.py'], cwd=folder, capture_output=True, timeout=900)
    cases = ElementTree.parse(report).iter('testcase')
    return {f'{case.get("classname").split(".")[-1]}::{case.get("name")}': outcome(case) for case in cases}


def outcome(case: ElementTree.Element) -> str:
    for child in case:
        if child.tag in ('failure', 'error'):
            return child.get('message') or child.tag
        if child.tag == 'skipped':
            return 'skipped'
    return 'passed'


@pytest.mark.parametrize('name', [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in EXPECTED])
def test_the_packages_own_tests(name, tmp_path):
    found, expected = outcomes(name, tmp_path), EXPECTED[name]
    failed = {test: message for test, message in found.items() if message not in ('passed', 'skipped')}
    surprises = [f'{test}: {message}' for test, message in failed.items() if test not in expected]
    assert not surprises, 'these fail:\n' + '\n'.join(surprises)
    mended = sorted(set(expected) - set(failed))
    assert not mended, 'these do not fail any more; remove them from expected_failures.toml:\n' + '\n'.join(mended)
    assert 'passed' in found.values() or name == 'gil_test'  # whose only test needs a build without the GIL


def test_every_expected_failure_has_a_reason():
    reasons = [reason for tests in EXPECTED.values() for reason in tests.values()]
    assert all(len(reason.split()) >= 3 for reason in reasons)
