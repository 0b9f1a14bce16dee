"""`torsor check`: everything that is wrong with a model file."""

import argparse
import sys

from .errors import BAD_MODEL, OK
from .loading import READERS, add_trust_options, find, load

WHOLE = ('.urdf', *READERS)


def add_parser(commands) -> None:
    """Add the command."""
    parser = commands.add_parser('check', help='list all errors of a model file',
                                 description='List all errors of a model file, in its order. Exit code 1 if any.')
    parser.add_argument('model', metavar='MODEL',
                        help='a file (MJCF, URDF, MJZ, MJB), or the name of a bundled model')
    add_trust_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one line per error; a file that is not MJCF is read as a whole, and has one at most."""
    from ..model.load import check_file

    path = find(args.model)
    if path.suffix.lower() in WHOLE:
        load(args.model, untrusted=args.untrusted)
        errors = []
    else:
        errors = check_file(str(path), untrusted=args.untrusted)
    for error in errors:
        print(error)
    if not errors:
        print(f'{args.model}: no errors')
        return OK
    count = len(errors)
    print(f'torsor: {args.model}: {count} error{"s" if count > 1 else ""}', file=sys.stderr)
    return BAD_MODEL
