"""`python -m torsor.viewer --mjcf=model.xml`: the viewer as a program; without a model it is empty."""

import argparse
import contextlib

from . import launch, launch_from_path

if __name__ == '__main__':
    parser = argparse.ArgumentParser(prog='python -m torsor.viewer', description=__doc__)
    parser.add_argument('--mjcf', help='a model file')
    args = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        launch_from_path(args.mjcf) if args.mjcf else launch()
