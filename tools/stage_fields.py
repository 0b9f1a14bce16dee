"""Every stage says in its docstring which fields it reads and writes: write these paragraphs, or check them.

    python tools/stage_fields.py --write
    python tools/stage_fields.py --check

The last paragraph of the docstring of a stage is made here (from what field_use.py finds) and looks like this:

    Reads qpos, ctrl; body_pos, opt.timestep of the model. Updates qvel. Writes xpos, geom_*. Runs com_pos.

A stage reads the fields after Reads, writes those after Writes, and does both to those after Updates. Fields of the
data come first, then those of the model, each in the order of mjData and mjModel. A star stands for all fields that
begin so. After Runs come the stages that it runs, which say themselves what they do, callbacks, upcalls, and tables of
stages. Sizes of the model and the bookkeeping of memory are left out.
"""

import argparse
import ast
import re
import sys
import textwrap
from collections.abc import Iterable, Set
from pathlib import Path

from field_use import DATA, MODEL, Field, Use, all_stages, use_of_stage

import torsor

CHECKOUT = Path(__file__).resolve().parents[1]
FEWEST = 4  # names that a star may stand for
NO_FIELDS = 'Reads and writes nothing but its arguments.'
LAYOUT = dict(width=120, break_long_words=False, break_on_hyphens=False)
_NAMES = r'[\w.]+\*?(?:, [\w.]+\*?)*'
_END = r'(?=; |\. |\.$)'  # of a list, which may have full stops in its names
PARAGRAPH = re.compile(rf'{NO_FIELDS}|(?:Reads (?:(?P<reads>{_NAMES}){_END})?(?:; )?'
                       rf'(?:(?P<model>{_NAMES}) of the model)?\. ?)?'
                       rf'(?:Updates (?P<updates>{_NAMES})\. ?)?(?:Writes (?P<writes>{_NAMES})\. ?)?'
                       rf'(?:Runs (?P<runs>{_NAMES})\.)?')


# ---- the paragraph ----
def paragraph(use: Use) -> str:
    """What a stage does, in words."""
    both = use.reads.keys() & use.writes.keys()
    model = listed(MODEL, use.reads.keys())
    read = [listed(DATA, use.reads.keys() - both), f'{model} of the model' if model else '']
    sentences = {
        'Reads': '; '.join(filter(None, read)),
        'Updates': listed(DATA, both),
        'Writes': listed(DATA, use.writes.keys() - both),
        'Runs': ', '.join(use.runs),
    }
    return ' '.join(f'{verb} {names}.' for verb, names in sentences.items() if names) or NO_FIELDS


def listed(schema, fields: Set[Field]) -> str:
    """The names of the fields of this schema, in its order, with a star where all that begin alike are there."""
    names = [name for name in schema.fields if Field(schema, name) in fields]
    found = {}
    for name in names:
        starts = (name[:place.end()] for place in re.finditer(r'[._]', name))
        found[next((f'{start}*' for start in starts if _is_whole(start, schema.fields, names)), name)] = None
    return ', '.join(found)


def _is_whole(start: str, everything: Iterable[str], names: list[str]) -> bool:
    """Whether all fields that begin so are among the names, and are worth a star."""
    alike = [name for name in everything if name.startswith(start)]
    return len(alike) >= FEWEST and set(alike) <= set(names)


# ---- docstrings ----
def with_paragraph(docstring: str, text: str, indent: str = '    ') -> str:
    """The source of a docstring, between its quotes, with this as its last paragraph."""
    filled = textwrap.fill(text, **LAYOUT, initial_indent=indent, subsequent_indent=indent)
    return f'{without_paragraph(docstring)}\n\n{filled}\n{indent}'


def without_paragraph(docstring: str) -> str:
    """A docstring as its author wrote it."""
    said, _, last = docstring.rstrip().rpartition('\n\n')
    return said if said and PARAGRAPH.fullmatch(' '.join(last.split())) else docstring.rstrip()


def revised(source: str, texts: dict[str, str]) -> str:
    """The source of a module whose stages have these paragraphs."""
    lines = source.splitlines(keepends=True)
    for node in reversed(ast.parse(source).body):
        if not isinstance(node, ast.FunctionDef) or node.name not in texts:
            continue
        first = node.body[0]
        if ast.get_docstring(node) is None:
            raise ValueError(f'the stage {node.name} has no docstring')
        old = ''.join(lines[first.lineno - 1:first.end_lineno])
        start, end = old.index('"""') + 3, old.rindex('"""')
        lines[first.lineno - 1:first.end_lineno] = [
            old[:start] + with_paragraph(old[start:end], texts[node.name]) + old[end:]]
    return ''.join(lines)


def revisions() -> dict[Path, str]:
    """What the files should hold whose paragraphs are out of date."""
    texts: dict[Path, dict[str, str]] = {}
    for stage in all_stages():
        file = Path(stage.__wrapped__.__code__.co_filename)
        texts.setdefault(file, {})[stage.__name__] = paragraph(use_of_stage(stage))
    new = {file: revised(file.read_text(), of_stages) for file, of_stages in texts.items()}
    return {file: source for file, source in new.items() if source != file.read_text()}


def main() -> int:
    parser = argparse.ArgumentParser(description='Write or check what stages say about the fields they use.')
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument('--write', action='store_true', help='write the paragraphs into the sources')
    action.add_argument('--check', action='store_true', help='say which files are out of date')
    arguments = parser.parse_args()
    if not Path(torsor.__file__).is_relative_to(CHECKOUT):
        parser.error(f'torsor is imported from {torsor.__file__}: set PYTHONPATH to {CHECKOUT / "src"}')
    stale = revisions()
    for file, source in stale.items():
        if arguments.write:
            file.write_text(source)
        print(f'{"wrote" if arguments.write else "out of date:"} {file}')
    return 1 if arguments.check and stale else 0


if __name__ == '__main__':
    sys.exit(main())
