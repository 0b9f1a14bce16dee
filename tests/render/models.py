"""Models whose pictures are compared with the wheel's: name -> file and camera."""

from pathlib import Path

import gymnasium

import torsor

HERE = Path(__file__).parent
ASSETS = Path(gymnasium.__file__).parent / 'envs/mujoco/assets'
BUNDLED = Path(torsor.__file__).parent / 'models'
MODELS = {
    'humanoid': (BUNDLED / 'humanoid.xml', -1),
    'chain': (BUNDLED / 'chain.xml', -1),
    'effects': (HERE / 'effects.xml', 0),
    'pile': (HERE / 'pile.xml', -1),
    **{f'gymnasium {path.stem}': (path, camera) for path in sorted(ASSETS.glob('*.xml'))
       for camera in (0 if '<camera' in path.read_text() else -1,)},
}
