"""What every stage reads, writes and runs, as a table: write it, check it, or show a row.

    python tools/effects.py --write
    python tools/effects.py --check
    python tools/effects.py --show forward_position
    python tools/effects.py --strip        (once: takes the paragraphs out of docstrings that said the same)

The table is src/torsor/physics/effects.py, made from what field_use.py finds in the sources. A row has the full symbol
of a stage, so that stages of the same name are not taken for each other, and four columns: fields of the data that it
reads, fields of the model that it reads, fields that it writes, and what it runs: stages, which have rows of their own,
callbacks, upcalls and tables of stages. A star stands for all fields that begin so. Sizes of the model and the
bookkeeping of memory are left out. jit/per_world.py makes code from it.
"""

import argparse
import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Set
from pathlib import Path

from field_use import DATA, MODEL, Field, Use, all_stages, forms_of, use_of_kernel

import torsor

CHECKOUT = Path(__file__).resolve().parents[1]
TABLE = CHECKOUT / 'src/torsor/physics/effects.py'
FEWEST = 4  # names that a star may stand for
LAYOUT = dict(width=108, break_long_words=False, break_on_hyphens=False)
HEAD = '''"""What every stage reads, writes and runs. Made from the sources: python tools/effects.py --write

Symbol of a stage, of `symbol@lanes` where several worlds run something else: fields of the data that it reads, fields
of the model that it reads, fields of the data that it writes, what it runs. Which code that makes: jit/per_world.py.
"""

EFFECTS = {
'''


# ---- the table ----
def row(use: Use) -> tuple[str, str, str, str]:
    """What a kernel does, in four columns."""
    return (listed(DATA, use.reads.keys()), listed(MODEL, use.reads.keys()), listed(DATA, use.writes.keys()),
            ' '.join(sorted(use.runs)))


def listed(schema, fields: Set[Field]) -> str:
    """The names of the fields of this schema, in its order, with a star where all that begin alike are there."""
    names = [name for name in schema.fields if Field(schema, name) in fields]
    found = {}
    for name in names:
        starts = (name[:place.end()] for place in re.finditer(r'[._]', name))
        found[next((f'{start}*' for start in starts if _is_whole(start, schema.fields, names)), name)] = None
    return ' '.join(found)


def _is_whole(start: str, everything: Iterable[str], names: list[str]) -> bool:
    """Whether all fields that begin so are among the names, and are worth a star."""
    alike = [name for name in everything if name.startswith(start)]
    return len(alike) >= FEWEST and set(alike) <= set(names)


def table() -> dict[str, tuple[str, str, str, str]]:
    """All rows, in the order of their symbols."""
    rows = {symbol: row(use_of_kernel(kernel, symbol)) for stage in all_stages()
            for symbol, kernel in forms_of(stage).items()}
    return dict(sorted(rows.items()))


def source(rows: dict[str, tuple[str, str, str, str]]) -> str:
    """The module that holds these rows."""
    lines = [HEAD]
    for symbol, columns in rows.items():
        lines.append(f"    '{symbol}': (\n")
        for column in columns:
            parts = textwrap.wrap(column, **LAYOUT) or ['']
            shown = [f"'{part} '" for part in parts[:-1]] + [f"'{parts[-1]}'"]
            lines.append('        ' + '\n        '.join(shown) + ',\n')
        lines.append('    ),\n')
    return ''.join([*lines, '}\n'])


# ---- docstrings that said it ----
_NAMES = r'[\w.]+\*?(?:, [\w.]+\*?)*'
_END = r'(?=; |\. |\.$)'
PARAGRAPH = re.compile(rf'Reads and writes nothing but its arguments\.|(?:Reads (?:(?:{_NAMES}){_END})?(?:; )?'
                       rf'(?:(?:{_NAMES}) of the model)?\. ?)?(?:Updates {_NAMES}\. ?)?(?:Writes {_NAMES}\. ?)?'
                       rf'(?:Runs {_NAMES}\.)?')


def stripped(text: str) -> str:
    """The source of a module without these paragraphs."""
    lines = text.splitlines(keepends=True)
    for node in reversed(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) and node.decorator_list:
            first = node.body[0]
            old = ''.join(lines[first.lineno - 1:first.end_lineno])
            start, end = old.index('"""') + 3, old.rindex('"""')
            said, _, last = old[start:end].rstrip().rpartition('\n\n')
            if said and PARAGRAPH.fullmatch(' '.join(last.split())):
                fits = '\n' not in said and len(old[:start] + said + old[end:].rstrip('\n')) <= 120
                closing = '' if fits else '\n    '
                lines[first.lineno - 1:first.end_lineno] = [old[:start] + said + closing + old[end:]]
    return ''.join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description='Write, check or show what stages do to the fields of model and data.')
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument('--write', action='store_true', help='write the table')
    action.add_argument('--check', action='store_true', help='say whether the table is out of date')
    action.add_argument('--show', metavar='STAGE', help='what a stage does, by its name or symbol')
    action.add_argument('--strip', nargs='*', metavar='FILE', help='take the old paragraphs out of these files')
    arguments = parser.parse_args()
    if not Path(torsor.__file__).is_relative_to(CHECKOUT):
        parser.error(f'torsor is imported from {torsor.__file__}: set PYTHONPATH to {CHECKOUT / "src"}')
    if arguments.strip is not None:
        for file in map(Path, arguments.strip) if arguments.strip else (CHECKOUT / 'src/torsor/physics').rglob('*.py'):
            file.write_text(stripped(file.read_text()))
        return 0
    rows = table()
    if arguments.show:
        for symbol, columns in rows.items():
            if symbol.partition('@')[0].endswith(f'.{arguments.show}') or symbol == arguments.show:
                print(symbol, *(f'    {verb:9}{names}' for verb, names in
                                zip(('reads', 'of model', 'writes', 'runs'), columns)), sep='\n')
        return 0
    new = source(rows)
    stale = not TABLE.exists() or TABLE.read_text() != new
    if arguments.write and stale:
        TABLE.write_text(new)
    if stale:
        print(f'{"wrote" if arguments.write else "out of date:"} {TABLE}')
    return 1 if arguments.check and stale else 0


if __name__ == '__main__':
    sys.exit(main())
