"""The table of what stages read and write, and it is true."""

import importlib
import json
import sys
from pathlib import Path

import pytest

from jit.small import run_python
from torsor.jit.stage import STAGES
from torsor.physics.collision.table import COLLIDERS
from torsor.physics.effects import EFFECTS
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
    return importlib.import_module('effects')


def names(listed: str, schema) -> set[str]:
    """The fields that a column of the table stands for."""
    found = {word: {name for name in schema.fields
                    if name == word or (word.endswith('*') and name.startswith(word[:-1]))} for word in listed.split()}
    assert all(found.values()), listed
    return {f'{schema.name}.{name}' for fields in found.values() for name in fields}


def said(symbol: str) -> dict[str, set[str]]:
    """What the table says that a stage does."""
    reads, model, writes, runs = EFFECTS[symbol]
    runs = set(runs.split())
    if 'table.collider' in runs:
        runs |= {stage.symbol for stage, _ in COLLIDERS.values()}
    return dict(reads=names(reads, DATA) | names(model, MODEL), writes=names(writes, DATA), runs=runs)


def test_the_table_is_up_to_date(tool):
    assert tool.source(tool.table()) == tool.TABLE.read_text(), 'run python tools/effects.py --write'


def test_nothing_happens_that_the_table_does_not_say(tool):
    """Of every stage that a few models need, seen while Python runs it."""
    result = run_python(RECORD, NUMBA_DISABLE_JIT='1')
    assert result.returncode == 0, result.stderr
    seen = {STAGES[symbol]: done for symbol, done in json.loads(result.stdout).items()}
    assert len(seen) > 150
    memory = {f'Data.{name}' for name in importlib.import_module('field_use').MEMORY}
    unsaid = {}
    for stage, done in seen.items():
        says = said(stage.symbol)
        rest = {kind: set(fields) - says[kind] - memory for kind, fields in done.items()}
        unsaid[stage.symbol] = {kind: fields for kind, fields in rest.items() if fields}
    assert not {symbol: rest for symbol, rest in unsaid.items() if rest}
    assert sum(len(fields) for done in seen.values() for fields in done.values()) > 1500


def test_a_star_stands_for_all_fields_that_begin_so(tool):
    every = [name for name in DATA.fields if name.startswith('contact.')]
    assert len(every) > 12
    assert tool.listed(DATA, {tool.Field(DATA, name) for name in ('qpos', *every)}) == 'qpos contact.*'
    assert tool.listed(DATA, {tool.Field(DATA, name) for name in every[1:]}) == ' '.join(every[1:])


def test_rows(tool):
    use = tool.Use()
    assert tool.row(use) == ('', '', '', '')
    use.reads |= dict.fromkeys([tool.Field(MODEL, 'body_pos'), tool.Field(DATA, 'qvel'), tool.Field(DATA, 'qpos')])
    use.writes |= dict.fromkeys([tool.Field(DATA, 'qvel'), tool.Field(DATA, 'xpos')])
    use.runs |= dict.fromkeys(['physics.second', 'physics.first'])
    assert tool.row(use) == ('qpos qvel', 'body_pos', 'qvel xpos', 'physics.first physics.second')
