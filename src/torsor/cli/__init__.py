"""The command `torsor`."""

import argparse
import os
import sys

from . import bench, check, convert, info, render, simulate, stages, view, warm
from .errors import OK, CommandError

EXIT_CODES = """\
Exit codes: 0 done; 1 the model cannot be found, read or compiled; 2 wrong usage; 3 the simulation diverged
(its summary and files are still written, up to the last good moment).
"""


def main(argv: list[str] | None = None) -> int:
    """Run the command line `argv` (default: that of the process) and return the exit code."""
    args = _parser().parse_args(argv)
    try:
        code = args.run(args)
        sys.stdout.flush()
        return code
    except CommandError as error:
        print(f'torsor: {error}', file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # the reader of the output, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except KeyboardInterrupt:
        print('torsor: interrupted', file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog='torsor', description='Rigid-body physics: simulate, inspect and time models in the MJCF format.',
        epilog=EXIT_CODES, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(title='commands', required=True, metavar='COMMAND')
    for command in (simulate, view, render, info, check, convert, warm, bench, stages):
        command.add_parser(commands)
    return parser
