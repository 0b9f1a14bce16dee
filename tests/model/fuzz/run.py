"""Load models that are broken at random: only documented errors with a place, and none that takes long.

    python tests/model/fuzz/run.py --count 100000 --seed 0

Models that break this are left in fuzz_failures/.
"""

import argparse
import random
import re
import sys
import time
import traceback
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import torsor
from model.fuzz.mutate import SEEDS, mutated
from torsor import models
from torsor.api import model_cache

LONGEST = 2.0  # [s]
PLACE = re.compile(r'<string>:\d+:\d+: ')


def seeds() -> list[str]:
    """The models to break: one with every kind of element, and those that come with the package."""
    bundled = [models.path(name).read_text() for name in models.names()]
    return [*SEEDS.values(), *SEEDS.values(), *bundled]


def verdict(xml: str) -> str:
    """What is wrong with how a model was refused or loaded; nothing if all is well."""
    problem, took = attempt(xml)
    if took > LONGEST:  # native code that nobody needed before was compiled
        problem, took = attempt(xml)
    return problem or (f'took {took:.1f} s' if took > LONGEST else '')


def attempt(xml: str) -> tuple[str, float]:
    """What is wrong with the error of a model, and the time it took of the processor: other work does not count."""
    model_cache.forget()
    start, problem = time.process_time(), ''
    try:
        torsor.MjModel.from_xml_string(xml, untrusted=True)
    except ValueError as error:
        if not PLACE.match(str(error)):
            problem = f'no place: {error!r}\n{traceback.format_exc()}'
    except Exception as error:
        problem = f'not documented: {error!r}\n{traceback.format_exc()}'
    return problem, time.process_time() - start


def hunt(count: int, seed: int, folder: Path | None = None) -> list[str]:
    """Load `count` broken models; returns what went wrong with each that did."""
    found, rng, texts = [], random.Random(seed), seeds()
    warnings.simplefilter('ignore')
    for text in texts:
        torsor.MjModel.from_xml_string(text)  # native code is compiled before time is taken
    for number in range(count):
        xml = mutated(rng, texts)
        problem = verdict(xml)
        if problem:
            found.append(problem)
            if folder is not None:
                folder.mkdir(exist_ok=True)
                (folder / f'xml_{seed}_{number}.xml').write_text(xml)
                print(f'{number}: {problem}', flush=True)
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=100_000)
    parser.add_argument('--seed', type=int, default=0)
    args = parser.parse_args()
    start = time.perf_counter()
    found = hunt(args.count, args.seed, Path('fuzz_failures'))
    print(f'{args.count} models in {time.perf_counter() - start:.0f} s: {len(found)} went wrong')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
