"""Models that sequences of calls begin with."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import mujoco

import torsor
import torsor.models
from model.random_models import RandomModel
from parity.fuzz import corpus as parity_corpus
from parity.random_scenes import random_scene
from parity.scenes import SCENES
from parity.fuzz.judge import model_differences

from .twin import LOADERS

LARGEST = 60  # bodies
RANDOM = 40  # random models


@dataclass
class Source:
    """Text or file of a model, and the model itself in both engines once it has been loaded."""

    name: str
    text: str = ''
    path: str = ''
    cached: dict | None = None

    def loaders(self) -> str:
        """Source of functions that load the model."""
        what = f'{self.path!r}' if self.path else f'"""{self.text}"""'
        load = f'mj.MjModel.from_xml_{"path" if self.path else "string"}({what})'
        spec = f'mj.MjSpec.from_{"file" if self.path else "string"}({what})'
        return LOADERS.format(load=load, spec=spec)

    def load(self) -> 'Source | None':
        """Compile the model in both engines; None if one refuses, or they disagree about it."""
        what, form = (self.path, 'path') if self.path else (self.text, 'string')
        if self.cached is None:
            try:
                self.cached = {engine.__name__: getattr(engine.MjModel, f'from_xml_{form}')(what)
                               for engine in (torsor, mujoco)}
            except (ValueError, torsor.FatalError, mujoco.FatalError):
                return None
            if model_differences(self.cached['torsor'], self.cached['mujoco']):
                return None
        return self


@cache
def sources(paths: tuple[str, ...] = ()) -> tuple[Source, ...]:
    """The models of the tests, or those at these paths."""
    if paths:
        return tuple(Source(path, path=path) for path in paths)
    bundled = [Source(name, path=str(torsor.models.path(name))) for name in torsor.models.names()]
    files = sorted([*parity_corpus.MODELS.glob('*.xml'), parity_corpus.RICH, *gymnasium_models()])
    texts = [*(Source(name, text) for name, text in SCENES.items()),
             *(Source(f'random scene {seed}', random_scene(seed)) for seed in range(RANDOM)),
             *(Source(f'random model {seed}', RandomModel(seed, size=3).xml) for seed in range(RANDOM // 2))]
    return (*bundled, *(Source(file.stem, path=str(file)) for file in files), *texts)


def gymnasium_models() -> list[Path]:
    import gymnasium

    return sorted((Path(gymnasium.__file__).parent / 'envs' / 'mujoco' / 'assets').glob('*.xml'))
