"""Models whose pictures are compared with the wheel's."""

from pathlib import Path
from typing import NamedTuple

import gymnasium

import torsor

HERE = Path(__file__).parent
ASSETS = Path(gymnasium.__file__).parent / 'envs/mujoco/assets'
BUNDLED = Path(torsor.__file__).parent / 'models'


class Case(NamedTuple):
    """A file, a camera (-1: the free one), and flags of the scene that are not as usual."""

    path: Path
    camera: int = -1
    flags: str = ''


MODELS = {
    'humanoid': Case(BUNDLED / 'humanoid.xml'),
    'chain': Case(BUNDLED / 'chain.xml'),
    'effects': Case(HERE / 'effects.xml', 0),
    'effects unculled': Case(HERE / 'effects.xml', 0, 'CULL_FACE'),
    'effects inside': Case(HERE / 'effects.xml', 1, 'CULL_FACE'),
    'effects below': Case(HERE / 'effects.xml', 2),
    'textures': Case(HERE / 'textures.xml', 0),
    'textures wireframe': Case(HERE / 'textures.xml', 0, 'WIREFRAME'),
    'pile': Case(HERE / 'pile.xml'),
    'skins': Case(HERE.parent / 'scene/skins.xml'),
    **{f'gymnasium {path.stem}': Case(path, 0 if '<camera' in path.read_text() else -1)
       for path in sorted(ASSETS.glob('*.xml'))},
}
