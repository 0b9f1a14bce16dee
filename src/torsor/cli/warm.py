"""`torsor warm`: compile ahead what models need, so that their first step is quick; on several cores, if there are."""

import argparse
import time

import torsor

from .. import models
from ..progress import Progress
from .errors import OK
from .loading import initial_data, load
from .terminal import grid

# the entry points people call; calling one compiles the stages that the model reaches
ENTRY_POINTS = ('mj_forward', 'mj_energyPos', 'mj_energyVel', 'mj_step', 'mj_step1', 'mj_step2', 'mj_inverse')


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('warm', help='compile ahead, so that first steps are quick', description=__doc__)
    parser.add_argument('models', nargs='*', metavar='MODEL',
                        help='model files or names of bundled models (default: all bundled models)')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    loaded = [(name, load(name, quiet=True)) for name in args.models or models.names()]
    progress = Progress('compiling')
    rows = []
    for i, (name, model) in enumerate(loaded):
        data, _ = initial_data(model, None)
        before = time.perf_counter()
        for k, entry_point in enumerate(ENTRY_POINTS):
            progress.update((i + k / len(ENTRY_POINTS)) / len(loaded), f'{name}: {entry_point}')
            getattr(torsor, entry_point)(model, data)
        rows.append((name, f'{time.perf_counter() - before:.2f}'))
    progress.update(1.0)
    progress.close()
    print(grid(('model', 'seconds'), rows))
    return OK
