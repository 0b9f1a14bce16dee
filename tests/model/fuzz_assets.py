"""Damages files of assets at random, and loads them: nothing but the documented exception may come of it.

    python tests/model/fuzz_assets.py --count 100000 --seed 0
"""

import argparse
import struct
import sys
import time
from pathlib import Path

import numpy as np

if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[1]))

from model.asset_files import bumpy, msh, obj, png, stl
from torsor.model.load import compile_string
from torsor.model.spec.errors import ModelError

SLOWEST = 2.0  # [s] of the processor, for one file
VERTICES, FACES = bumpy(0, 30)
GREY = np.random.default_rng(0).integers(0, 255, (7, 9)).astype(np.uint8)
COLOURS = np.random.default_rng(1).integers(0, 255, (8, 8, 3)).astype(np.uint8)
MESH = (
    '<mujoco><asset><mesh name="m" file="{}" inertia="{}"/></asset>'
    '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
)
HFIELD = '<mujoco><asset><hfield name="m" file="{}" size="1 1 1 1"/></asset></mujoco>'
TEXTURE = '<mujoco><asset><texture name="m" type="{}" file="{}"/></asset></mujoco>'
TEXT = b'0123456789 .-+eE/\n\r#vftnogxyz\t\0'

# name of a file, its content, the models that use it
SEEDS = [
    *((name, content, [MESH.format(name, mode) for mode in ('legacy', 'exact', 'convex', 'shell')])
      for name, content in (
          ('m.stl', stl(VERTICES[FACES])),
          ('m.obj', obj(VERTICES, FACES)),
          ('m.obj', obj(VERTICES, FACES, VERTICES, VERTICES[:, :2], '{v}/{t}/{n}')),
          ('m.msh', msh(VERTICES, FACES)),
          ('m.msh', msh(VERTICES, FACES, VERTICES, VERTICES[:, :2])),
      )),
    ('h.png', png(GREY), [HFIELD.format('h.png')]),
    ('h.bin', struct.pack('<2i', 7, 9) + GREY.astype('<f4').tobytes(), [HFIELD.format('h.bin')]),
    ('t.png', png(COLOURS), [TEXTURE.format(kind, 't.png') for kind in ('2d', 'cube', 'skybox')]),
    ('t.ktx', b'\xabKTX 11\xbb\r\n\x1a\n' + bytes(64), [TEXTURE.format('2d', 't.ktx')]),
]  # fmt: skip


def damaged(content: bytes, rng: np.random.Generator) -> bytes:
    """A file with a few changes: bits and bytes, numbers, parts that are missing, moved or repeated."""
    data = bytearray(content)
    for _ in range(rng.integers(1, 5)):
        place, length = int(rng.integers(0, len(data) + 1)), int(rng.integers(1, 20))
        change = rng.integers(0, 7)
        if change == 0 and place < len(data):
            data[place] ^= 1 << int(rng.integers(0, 8))
        elif change == 1:
            data[place : place + length] = rng.bytes(length)
        elif change == 2:
            del data[place : place + length]
        elif change == 3:
            del data[place:]
        elif change == 4:
            data[place:place] = data[place : place + length]
        elif change == 5:
            extreme = (float('nan'), float('inf'), 1e38, 1e-38, -1.0, 0.0)[rng.integers(0, 6)]
            data[place : place + 4] = struct.pack('<f', extreme)
        else:
            data[place : place + 1] = bytes([TEXT[rng.integers(0, len(TEXT))]])
        if not data:
            break
    return bytes(data)


def attempt(number: int) -> str:
    """Load the damaged file of this number; tells what is wrong, '' if nothing is."""
    rng = np.random.default_rng(number)
    name, content, models = SEEDS[rng.integers(0, len(SEEDS))]
    xml = models[rng.integers(0, len(models))]
    file = damaged(content, rng)
    start = time.process_time()
    try:
        compile_string(xml, {name: file})
    except ModelError as error:
        if not str(error).startswith('<string>:1:'):
            return f'{number}: the error does not tell its place: {error}'
    except Exception as error:
        return f'{number}: {name}: {type(error).__name__}: {error}'
    elapsed = time.process_time() - start
    return f'{number}: {name}: {elapsed:.1f} s' if elapsed > SLOWEST else ''


def main() -> int:
    """Try many files; how many were not refused as they should be."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--count', type=int, default=10_000)
    options.add_argument('--seed', type=int, default=0)
    chosen = options.parse_args()
    wrong = [found for number in range(chosen.seed, chosen.seed + chosen.count) if (found := attempt(number))]
    print('\n'.join(wrong))
    print(f'{chosen.count} files, {len(wrong)} that went wrong')
    return len(wrong)


if __name__ == '__main__':
    sys.exit(bool(main()))
