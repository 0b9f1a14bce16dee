"""The recipe in CONTRIBUTING.md works: a copy of the project that follows it has a new kind of actuator."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TITLE = 'Add an actuator kind in ten lines'
BLOCK = re.compile(r'^```(\w+)\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def recipe() -> list[tuple[str, str, str]]:
    """The steps: what a block is (python, diff, sh), the file that the text before it names last, and the block."""
    text = (ROOT / 'CONTRIBUTING.md').read_text()
    section = re.search(rf'^## {TITLE}\n(.*?)^## ', text, re.MULTILINE | re.DOTALL).group(1)
    steps, end = [], 0
    for block in BLOCK.finditer(section):
        named = re.findall(r'`([\w/]+\.py)`', section[end:block.start()])
        steps.append((block[1], named[-1] if named else '', block[2]))
        end = block.end()
    return steps


def patched(source: str, diff: str) -> str:
    """Put the lines with a plus before the line that follows them in the diff; `...` stands for the rest of a line."""
    lines, added = source.splitlines(), []
    for line in diff.splitlines():
        if line.startswith('+'):
            added.append(line[1:])
        elif line.strip():
            start = line[1:].removesuffix('...')
            [place] = [i for i, text in enumerate(lines) if text.startswith(start)]
            lines[place:place], added = added, []
    assert not added
    return '\n'.join(lines) + '\n'


def follow(kind: str, file: Path, block: str) -> None:
    """Do what a step says."""
    if kind == 'diff':
        file.write_text(patched(file.read_text(), block))
    else:
        assert not file.exists()
        file.write_text(block)


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of the project."""
    for folder in ('src', 'tests'):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns('__pycache__'))
    shutil.copy(ROOT / 'pyproject.toml', tmp_path)
    return tmp_path


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, 'PYTHONPATH': str(copy / 'src'), 'TORSOR_CACHE_DIR': str(copy / 'cache')}
    return subprocess.run([sys.executable, '-m', *arguments], cwd=copy, env=environment, capture_output=True, text=True,
                          timeout=300, check=False)


def test_a_new_kind_of_actuator_is_a_file_and_a_row(copy):
    *steps, (kind, _, command) = recipe()
    assert [step[0] for step in steps] + [kind] == ['python', 'diff', 'python', 'sh']
    for step, name, block in steps:
        follow(step, copy / name, block)
    tested = run(copy, *shlex.split(command), '-v')
    assert tested.returncode == 0, tested.stdout + tested.stderr
    assert 'test_a_boat_that_coasts PASSED' in tested.stdout
    assert 'test_derivatives_are_those_of_the_value[bias-100] PASSED' in tested.stdout
    files = [name for step, name, _ in steps]
    linted = run(copy, 'ruff', 'check', '--no-cache', *files)
    assert linted.returncode == 0, linted.stdout


def test_the_file_has_ten_lines():
    code = [line for line in recipe()[0][2].splitlines() if line and not line.startswith('"""')]
    assert len(code) <= 10
