"""Stages say in their docstrings what they read and write, and it is true."""

import importlib
import json
import sys
from pathlib import Path

import pytest

from jit.small import run_python
from torsor.jit.stage import STAGES
from torsor.physics.collision.table import COLLIDERS
from torsor.physics.world import DATA, MODEL

TOOLS = Path(__file__).parents[2] / 'tools'
RECORD = f"""
import sys
sys.path[:0] = {sys.path!r}
from physics.recording import main
main()
"""


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.syspath_prepend(TOOLS)
    return importlib.import_module('stage_fields')


def names(listed: str | None, schema) -> set[str]:
    """The fields that a list in a docstring stands for."""
    wanted = listed.split(', ') if listed else []
    found = {word: {name for name in schema.fields
                    if name == word or (word.endswith('*') and name.startswith(word[:-1]))} for word in wanted}
    assert all(found.values()), listed
    return {f'{schema.name}.{name}' for fields in found.values() for name in fields}


def said(tool, docstring: str) -> dict[str, set[str]]:
    """What a docstring says that its stage does."""
    last = ' '.join(docstring.rstrip().rpartition('\n\n')[2].split())
    part = tool.PARAGRAPH.fullmatch(last)
    assert part, f'no fields are named: {last}'
    updates, runs = names(part['updates'], DATA), set((part['runs'] or '').split(', '))
    if 'table.collider' in runs:
        runs |= {stage.__name__ for stage, _ in COLLIDERS.values()}
    return dict(reads=names(part['reads'], DATA) | names(part['model'], MODEL) | updates,
                writes=names(part['writes'], DATA) | updates, runs=runs)


def test_docstrings_are_up_to_date(tool):
    assert [file.name for file in tool.revisions()] == [], 'run python tools/stage_fields.py --write'


def test_nothing_happens_that_docstrings_do_not_say(tool):
    """Of every stage that a few models need, seen while Python runs it."""
    result = run_python(RECORD, NUMBA_DISABLE_JIT='1')
    assert result.returncode == 0, result.stderr
    seen = {STAGES[symbol]: done for symbol, done in json.loads(result.stdout).items()}
    assert len(seen) > 150
    memory = {f'Data.{name}' for name in importlib.import_module('field_use').MEMORY}
    unsaid = {}
    for stage, done in seen.items():
        says = said(tool, stage.__doc__)
        rest = {kind: set(fields) - says[kind] - memory for kind, fields in done.items()}
        unsaid[stage.symbol] = {kind: fields for kind, fields in rest.items() if fields}
    assert not {symbol: rest for symbol, rest in unsaid.items() if rest}
    assert sum(len(fields) for done in seen.values() for fields in done.values()) > 1500


@pytest.mark.parametrize('docstring', ['Poses.', 'Poses.\n\n    Reads what is there and writes poses. As in a book.'])
def test_what_the_author_wrote_stays(tool, docstring):
    once = tool.with_paragraph(docstring, 'Reads qpos; body_pos of the model. Writes xpos.')
    assert once == f'{docstring}\n\n    Reads qpos; body_pos of the model. Writes xpos.\n    '
    again = tool.with_paragraph(once, 'Updates xpos. Runs com_pos.')
    assert again == f'{docstring}\n\n    Updates xpos. Runs com_pos.\n    '


def test_a_star_stands_for_all_fields_that_begin_so(tool):
    every = [name for name in DATA.fields if name.startswith('contact.')]
    assert len(every) > 12
    assert tool.listed(DATA, {tool.Field(DATA, name) for name in ('qpos', *every)}) == 'qpos, contact.*'
    assert tool.listed(DATA, {tool.Field(DATA, name) for name in every[1:]}) == ', '.join(every[1:])


def test_paragraphs(tool):
    use = tool.Use()
    assert tool.paragraph(use) == 'Reads and writes nothing but its arguments.'
    use.reads |= dict.fromkeys([tool.Field(MODEL, 'body_pos'), tool.Field(DATA, 'qvel'), tool.Field(DATA, 'qpos')])
    use.writes |= dict.fromkeys([tool.Field(DATA, 'qvel'), tool.Field(DATA, 'xpos')])
    use.runs |= dict.fromkeys(['second', 'first'])
    assert tool.paragraph(use) == ('Reads qpos; body_pos of the model. Updates qvel. Writes xpos. Runs second, first.')
