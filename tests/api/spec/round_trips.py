"""Ways by which a model leaves a spec and comes back, each of which has to give the same model.

    python tests/api/spec/round_trips.py [--ways xml,zip,...] MODEL.xml ... @LIST ...

LIST is a file with a path per line, relative to it. Prints what differs, by model and way, and counts at the end.
"""

import argparse
import io
import pickle
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path

if __name__ == '__main__':
    sys.path.insert(0, str(Path(__file__).parents[2]))

import mujoco
import numpy as np

import torsor
from api.spec.same import differences
from torsor.schema import MODEL_FIELDS

EXACT, WHEEL = 1e-12, 1e-9
PREFIX = 'p_'
# what a model does not bring along when it is attached
SETTINGS = ('option', 'visual', 'stat', 'nuserdata', 'njmax', 'nconmax', 'nkey', 'nuser_body', 'nuser_jnt',
            'nuser_geom', 'nuser_site', 'nuser_cam', 'nuser_tendon', 'nuser_actuator', 'nuser_sensor')
# what is another with a prefix
NAMES = ('names', 'nnames', 'names_map', *(row.name for row in MODEL_FIELDS if row.name.startswith('name_')))


def reloaded(engine, text: str, folder: Path):
    """The model of a text that stands in a folder."""
    spec = engine.MjSpec.from_string(text)
    spec.modelfiledir = str(folder)
    return spec.compile()


def by_xml(path: Path) -> list[str]:
    spec = torsor.MjSpec.from_file(path)
    return differences(reloaded(torsor, spec.to_xml(), path.parent), _original(path), EXACT)


def by_zip(path: Path) -> list[str]:
    buffer = io.BytesIO()
    torsor.MjSpec.from_file(path).to_zip(buffer)
    return differences(torsor.MjSpec.from_zip(buffer).compile(), _original(path), EXACT)


def by_binary(path: Path) -> list[str]:
    """MuJoCo's format, ours, and pickles, without any tolerance."""
    model = _original(path)
    mjb = np.zeros(torsor.mj_sizeModel(model), np.uint8)
    torsor.mj_saveModel(model, None, mjb)
    again = {
        'mjb': torsor.MjModel.from_bytes(mjb.tobytes()),
        'bytes': torsor.MjModel.from_bytes(model.to_bytes()),
        'pickle': pickle.loads(pickle.dumps(model)),
    }
    return [f'{way} {name}' for way, other in again.items() for name in differences(other, model, 0.0)]


def by_copy(path: Path) -> list[str]:
    return differences(torsor.MjSpec.from_file(path).copy().compile(), _original(path), EXACT)


def by_attach(path: Path) -> list[str]:
    """All of a model in an empty one that has its settings."""
    found, model = attached(torsor, path), _original(path)
    expected = [name and PREFIX.encode() + name for name in model.names.split(b'\0')[2:]]  # after model and world
    wrong = ['names'] if found.names.split(b'\0')[2:] != expected else []
    return wrong + differences(found, model, EXACT, besides=NAMES)


def attached(engine, path: Path):
    """A model below a frame of an empty one, with a prefix."""
    spec, parent = engine.MjSpec.from_file(str(path)), engine.MjSpec()
    for name in SETTINGS:
        setattr(parent, name, getattr(spec, name))
    for name in ('fusestatic', 'discardvisual', 'fitaabb', 'LRopt'):
        setattr(parent.compiler, name, getattr(spec.compiler, name))
    parent.attach(spec, frame=parent.worldbody.add_frame(), prefix=PREFIX)
    return parent.compile()


def by_wheel(path: Path) -> list[str]:
    """What we save, loaded by the wheel, which knows the original as well."""
    saved = torsor.MjSpec.from_file(path).to_xml()
    return differences(reloaded(mujoco, saved, path.parent), mujoco.MjModel.from_xml_path(str(path)), WHEEL)


WAYS: dict[str, Callable[[Path], list[str]]] = {
    'xml': by_xml, 'zip': by_zip, 'binary': by_binary, 'copy': by_copy, 'attach': by_attach, 'wheel': by_wheel,
}  # fmt: skip


def _original(path: Path):
    return torsor.MjModel.from_xml_path(path)


def outcome(way: str, path: Path) -> str:
    """What is different after a way there and back; '' if nothing is."""
    with warnings.catch_warnings(action='ignore'):
        try:
            return ' '.join(WAYS[way](path))
        except Exception as error:  # told as a result, so that the other models are tried
            return f'{type(error).__name__}: {str(error).strip()[:300]}'


def listed(word: str) -> list[Path]:
    """The models that a word of the command line stands for."""
    if not word.startswith('@'):
        return [Path(word).absolute()]
    lines = [line.strip() for line in Path(word[1:]).read_text().splitlines()]
    return [(Path(word[1:]).parent / line).absolute() for line in lines if line and not line.startswith('#')]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('models', nargs='+')
    parser.add_argument('--ways', default=','.join(WAYS))
    options = parser.parse_args()
    paths, ways = [path for word in options.models for path in listed(word)], options.ways.split(',')
    same: Counter[str] = Counter()
    for path in paths:
        for way in ways:
            said = outcome(way, path)
            same[way] += not said
            if said:
                print(f'{path} {way}: {said}', flush=True)
    print(*(f'{way}: {same[way]} of {len(paths)}' for way in ways), sep='\n')
    return int(sum(same.values()) < len(paths) * len(ways))


if __name__ == '__main__':
    sys.exit(main())
