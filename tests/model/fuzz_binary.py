"""Damages binary models and uses what is still accepted: only documented errors, never a crash.

    python tests/model/fuzz_binary.py --count 100000 --seed 0

Models run in processes of their own, in the open: one that ends by a signal is a defect, and its seed is told.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

CHUNK = 500  # models that a process takes
PATIENCE = 300.0  # [s] for a chunk


def damaged(content: bytes, rng: np.random.Generator) -> bytes:
    """A file with a few other bytes, a small number in place of another, a piece less or a piece twice."""
    data = bytearray(content)
    kind = rng.integers(6)
    if kind == 0:  # bytes
        for _ in range(rng.integers(1, 5)):
            data[rng.integers(len(data))] = rng.integers(256)
    elif kind <= 3:  # numbers: ids and counts are small
        for _ in range(rng.integers(1, 4)):
            place = int(rng.integers(20, len(data) - 8))
            number = int(rng.choice([-2, -1, 0, 1, 2, 3, 7, 50, 2**31 - 1, -2**31]))
            data[place:place + 4] = number.to_bytes(4, 'little', signed=True)
    elif kind == 4:
        del data[int(rng.integers(len(data))):]
    else:
        start = int(rng.integers(len(data)))
        data[start:start] = data[start:start + int(rng.integers(1, 64))]
    return bytes(data)


def use(content: bytes) -> bool:
    """Read a model, move it, and ask it something; False if it was refused."""
    import torsor

    try:
        m = torsor.MjModel.from_bytes(content)
    except ValueError:
        return False
    for name in ('iterations', 'ls_iterations', 'noslip_iterations', 'ccd_iterations'):
        setattr(m.opt, name, min(getattr(m.opt, name), 20))  # any number is allowed, and takes its time
    try:
        d = torsor.MjData(m)
        torsor.mj_step(m, d, 2)
        torsor.mj_inverse(m, d)
        torsor.mj_ray(m, d, np.array([0.1, 0.2, 3.0]), np.array([0.0, 0.0, -1.0]), None, 1, -1, np.zeros(1, np.int32))
        for body in range(m.nbody):
            m.body(body).name  # noqa: B018  (to look it up is the point)
    except (MemoryError, torsor.FatalError, ValueError):
        return True
    return True


def sources() -> list[bytes]:
    """Files of models: all that come with the package, and one with a bit of everything."""
    sys.path.insert(0, str(Path(__file__).parent / 'binary'))
    from test_binary import XML, contents_of

    import torsor
    from torsor.model.binary.mjb import write_mjb

    return [write_mjb(contents_of(torsor.MjModel.from_xml_string(xml))) for xml in XML.values()]


def work(first: int, count: int) -> None:
    """Try some models; the number of each is told before it is tried."""
    files, accepted = sources(), 0
    for seed in range(first, first + count):
        rng = np.random.default_rng(seed)
        print(seed, flush=True)
        accepted += use(damaged(files[rng.integers(len(files))], rng))
    print('accepted', accepted, flush=True)


def hunt(seed: int, count: int) -> tuple[int, list[str]]:
    """How many of these models were accepted, and what went wrong."""
    accepted, failures, first = 0, [], seed
    while first < seed + count:
        number = min(CHUNK, seed + count - first)
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, __file__, '--work', str(first), str(number)]
            try:
                run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=folder,
                                     env=os.environ)
                lines, code, error = run.stdout.split('\n'), run.returncode, run.stderr[-300:]
            except subprocess.TimeoutExpired as late:
                lines, code, error = (late.stdout or b'').decode().split('\n'), 'no end', ''
        if code == 0:
            accepted += int(lines[-2].split()[1])
            first += number
            continue
        last = int(next((line for line in reversed(lines) if line.isdigit()), first))
        failures.append(f'seed {last}: {code} {error}')
        first = last + 1
    return accepted, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=2000)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--work', type=int, nargs=2)
    options = parser.parse_args()
    if options.work:
        work(*options.work)
        return 0
    accepted, failures = hunt(options.seed, options.count)
    print(*failures, sep='\n')
    print(f'{options.count} models, {accepted} accepted, {len(failures)} failures')
    return bool(failures)


if __name__ == '__main__':
    sys.exit(main())
