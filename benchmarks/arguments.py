"""Arguments of benchmarks that compare with the reference engine."""

import argparse

from torsor.cli.bench import reference_engine


def parsed(parser: argparse.ArgumentParser, **numbers: int) -> argparse.Namespace:
    """Arguments, with whole numbers that have these defaults; the program ends where there is no reference engine."""
    for name, number in numbers.items():
        parser.add_argument(f'--{name}', type=int, default=number, help=f'(default: {number})')
    args = parser.parse_args()
    if not reference_engine():
        parser.exit(2, 'this benchmark compares with the `mujoco` package: install the extra `test`\n')
    return args
