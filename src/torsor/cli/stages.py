"""`torsor stages`: what a stage of the step reads, writes and runs."""

import argparse
import textwrap
from difflib import get_close_matches

from .errors import OK, CommandError

COLUMNS = ('reads', 'of the model', 'writes', 'runs')
LANES = '@lanes'


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('stages', help='stages of the engine, and the fields that one reads and writes',
                                 description=__doc__)
    parser.add_argument('stage', nargs='?',
                        help='a name, such as passive, or a symbol, such as physics.forward.forward')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    from ..physics.effects import EFFECTS  # a large table, which other commands do not need

    if args.stage is None:
        print('\n'.join(symbol for symbol in EFFECTS if not symbol.endswith(LANES)))
        return OK
    found = [symbol for symbol in EFFECTS if args.stage in (symbol, *_names(symbol))]
    if not found:
        close = get_close_matches(args.stage, {_names(symbol)[1] for symbol in EFFECTS}, n=1)
        hint = f'did you mean {close[0]!r}? ' if close else ''
        raise CommandError(f'there is no stage {args.stage!r}: {hint}`torsor stages` lists them all')
    print('\n\n'.join(described(symbol, EFFECTS[symbol]) for symbol in found))
    return OK


def _names(symbol: str) -> tuple[str, str]:
    """The symbol and the bare name of a stage, without the mark of the kernel for several worlds."""
    stage = symbol.removesuffix(LANES)
    return stage, stage.rpartition('.')[2]


def described(symbol: str, columns: tuple[str, ...]) -> str:
    """A row of the table of effects, in lines."""
    stage = symbol.removesuffix(LANES)
    title = f'{stage}, for several worlds in one register' if symbol != stage else stage
    lines = [textwrap.fill(names, width=110, initial_indent=f'  {column:14}', subsequent_indent=' ' * 16)
             for column, names in zip(COLUMNS, columns) if names]
    return '\n'.join([title, *lines])
