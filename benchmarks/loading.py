"""How long models take to load, against the wheel in the same run.

    python benchmarks/loading.py                    # the models that come with the package
    python benchmarks/loading.py FILE.xml ...       # others; @LIST reads their paths from a file

Times are those of the processor, of the best of several loads, in a process that has loaded the model before; so other
work on the machine does not count.
"""

import argparse
import math
import time
import warnings
from pathlib import Path

import mujoco

import torsor
from torsor import models

SMALL = 100  # elements
REPEATS = 5
LONG = 0.5  # [s] loads that take longer are not repeated


def best(load, path: str) -> float:
    """The shortest of several loads [s]."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        load(path)
        times.append(time.process_time() - start)
        if times[-1] > LONG:
            break
    return min(times)


def elements(path: str) -> int:
    """How many elements a file has, without those that it includes."""
    return Path(path).read_text(errors='replace').count('<')


def paths(words: list[str]) -> list[str]:
    """The files of a command line."""
    found: list[str] = []
    for word in words:
        listed = Path(word[1:]).read_text().split() if word.startswith('@') else [word]
        found += [str((Path(word[1:]).parent / name).resolve()) if word.startswith('@') else name for name in listed]
    return found or [str(models.path(name)) for name in models.names()]


def main() -> None:
    """Print a row per model, and the geometric mean of the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*')
    warnings.simplefilter('ignore')
    ratios, slowest, failed = [], 0.0, 0
    print(f'{"torsor [ms]":>12} {"wheel [ms]":>12} {"ratio":>8}  model')
    for path in paths(parser.parse_args().models):
        try:
            torsor.MjModel.from_xml_path(path)
            mujoco.MjModel.from_xml_path(path)
        except ValueError as error:
            failed += 1
            print(f'{"-":>12} {"-":>12} {"-":>8}  {path}: {str(error).splitlines()[0]}')
            continue
        ours, theirs = best(torsor.MjModel.from_xml_path, path), best(mujoco.MjModel.from_xml_path, path)
        ratios.append(ours / theirs)
        if elements(path) < SMALL:
            slowest = max(slowest, ours)
        print(f'{1e3 * ours:12.2f} {1e3 * theirs:12.2f} {ours / theirs:8.2f}  {path}')
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
    print(f'{len(ratios)} models, {failed} not loaded: geometric mean of the ratios {mean:.2f}')
    print(f'slowest of fewer than {SMALL} elements: {1e3 * slowest:.1f} ms')


if __name__ == '__main__':
    main()
