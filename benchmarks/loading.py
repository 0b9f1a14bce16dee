"""How long models take to load, against the wheel in the same run.

    python benchmarks/loading.py                    # the models that come with the package
    python benchmarks/loading.py FILE.xml ...       # others; @LIST reads their paths from a file
    python benchmarks/loading.py --first FILE ...   # each in new processes, with no asset known from before

Times are those that a user waits, the best of several, as other work on the machine counts. Without --first the process
has loaded the model before: `new` is a model that is compiled, with its assets known, `again` one whose memory is
copied, as nothing has changed. With --first, `first` is the first load in a process that has loaded another model, with
no results of assets in memory or on disk, and `second` the one that follows.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import mujoco

import torsor
from torsor import models
from torsor.api import model_cache

SMALL = 100  # elements
KINDS = ('body', 'jnt', 'geom', 'site', 'cam', 'light', 'flex', 'mesh', 'skin', 'hfield', 'tex', 'mat', 'pair',
         'exclude', 'eq', 'tendon', 'actuator', 'sensor', 'numeric', 'text', 'tuple', 'key')
SLOW = 0.2  # [s] of the wheel
REPEATS, MOST_REPEATS = 5, 40
PROCESSES = 3
ENOUGH = 0.3  # [s] of all loads of a model, after which they are repeated no more often than they must
LONG = 0.5  # [s] loads that take longer are not repeated
WARM = str(models.path('humanoid'))


def seconds(load: Callable, path: str) -> float:
    """Time that one load takes."""
    start = time.perf_counter()
    load(path)
    return time.perf_counter() - start


def compile_new(path: str) -> None:
    """Load a model as if it had not been loaded before."""
    model_cache.forget()
    torsor.MjModel.from_xml_path(path)


LOADS = {'new': compile_new, 'again': torsor.MjModel.from_xml_path, 'wheel': mujoco.MjModel.from_xml_path}


def best_of_all(path: str) -> dict[str, float]:
    """The shortest of several loads in each way [s]; the ways take turns."""
    times = dict.fromkeys(LOADS, math.inf)
    for load in LOADS.values():
        load(path)
    start = time.perf_counter()
    for turn in range(MOST_REPEATS):
        if turn >= REPEATS and time.perf_counter() - start > ENOUGH:
            break
        for name, load in LOADS.items():
            if turn == 0 or times[name] < LONG:
                times[name] = min(times[name], seconds(load, path))
    return times


def first_and_second(path: str) -> dict[str, float]:
    """The first two loads with each engine, the shortest of several processes [s]; the engines take turns."""
    times: dict[str, float] = {}
    for _ in range(PROCESSES):
        for engine in ('torsor', 'wheel'):
            command = [sys.executable, __file__, '--child', engine, path]
            loads = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
            for name, new in zip((engine, f'{engine} second'), loads, strict=True):
                times[name] = min(new, times.get(name, math.inf))
    return times


def child(engine: str, path: str) -> None:
    """Print the times of the first two loads of this process."""
    load = torsor.MjModel.from_xml_path if engine == 'torsor' else mujoco.MjModel.from_xml_path
    with tempfile.TemporaryDirectory() as empty:
        if engine == 'torsor':
            from torsor.model.compile import cache

            cache.folder = lambda _kind: Path(empty)
            m = load(WARM)
            torsor.mj_step(m, torsor.MjData(m))  # native code is there, as after a first use
        else:
            load(WARM)
        print(json.dumps([seconds(load, path), seconds(load, path)]))


def elements(path: str) -> int:
    """How many elements a model has, with those that are included, attached and repeated."""
    m = torsor.MjModel.from_xml_path(path)
    return sum(getattr(m, f'n{kind}') for kind in KINDS)


def paths(words: list[str]) -> list[str]:
    """The files of a command line."""
    found: list[str] = []
    for word in words:
        listed = Path(word[1:]).read_text().split() if word.startswith('@') else [word]
        found += [str((Path(word[1:]).parent / name).resolve()) if word.startswith('@') else name for name in listed]
    return found or [str(models.path(name)) for name in models.names()]


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def compare_in_this_process(files: list[str]) -> None:
    """Print a row per model, and the geometric means of the ratios."""
    new, again, slowest, failed = [], [], 0.0, 0
    for load in LOADS.values():
        load(WARM)
    print(f'{"new [ms]":>10} {"again [ms]":>10} {"wheel [ms]":>10} {"new":>7} {"again":>7}  model')
    for path in files:
        try:
            times = best_of_all(path)
        except ValueError as error:
            failed += 1
            print(f'{"-":>10} {"-":>10} {"-":>10} {"-":>7} {"-":>7}  {path}: {str(error).splitlines()[0]}')
            continue
        new.append(times['new'] / times['wheel'])
        again.append(times['again'] / times['wheel'])
        if elements(path) < SMALL:
            slowest = max(slowest, times['new'])
        print(' '.join(f'{1e3 * times[name]:10.2f}' for name in LOADS), f'{new[-1]:7.2f} {again[-1]:7.2f}  {path}')
    print(f'{len(new)} models, {failed} not loaded: geometric mean of the ratios {mean(new):.2f} new, '
          f'{mean(again):.2f} again')
    print(f'slowest of fewer than {SMALL} elements: {1e3 * slowest:.1f} ms new')


def compare_in_new_processes(files: list[str]) -> None:
    """Print a row per model, and the worst ratios of those that are slow with the wheel."""
    firsts, seconds_ = [], []
    print(f'{"first [ms]":>10} {"wheel [ms]":>10} {"ratio":>7} {"second":>10} {"wheel [ms]":>10} {"ratio":>7}  model')
    for path in files:
        times = first_and_second(path)
        ratio, ratio_second = times['torsor'] / times['wheel'], times['torsor second'] / times['wheel second']
        if times['wheel'] > SLOW:
            firsts.append(ratio)
            seconds_.append(ratio_second)
        print(f'{1e3 * times["torsor"]:10.1f} {1e3 * times["wheel"]:10.1f} {ratio:7.2f} '
              f'{1e3 * times["torsor second"]:10.1f} {1e3 * times["wheel second"]:10.1f} {ratio_second:7.2f}  {path}',
              flush=True)
    print(f'{len(firsts)} models that take the wheel over {SLOW} s: at most {max(firsts, default=math.nan):.2f} times '
          f'as long the first time, {max(seconds_, default=math.nan):.2f} times the second')


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='*')
    parser.add_argument('--first', action='store_true', help='in new processes, with no asset known from before')
    parser.add_argument('--child', choices=('torsor', 'wheel'), help=argparse.SUPPRESS)
    args = parser.parse_args()
    warnings.simplefilter('ignore')
    if args.child:
        child(args.child, *args.models)
    elif args.first:
        compare_in_new_processes(paths(args.models))
    else:
        compare_in_this_process(paths(args.models))


if __name__ == '__main__':
    main()
