"""What mutations start from: bundled models, models of other tests, models made to be taken apart, random models."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import numpy as np

from model.fuzz.mutate import SEEDS
from model.random_models import RandomModel
from parity.random_scenes import random_scene
from parity.scenes import SCENES

MODELS = Path(__file__).parent / 'models'
RICH = Path(__file__).parents[2] / 'scene' / 'rich.xml'
LARGEST = 25  # bodies; the long run is about many models, not about large ones


@cache
def written() -> tuple[Element, ...]:
    """Models that were written by hand."""
    texts = [*SCENES.values(), *SEEDS.values(), *(path.read_text() for path in (*sorted(MODELS.glob('*.xml')), RICH))]
    return tuple(root for root in map(ElementTree.fromstring, texts) if len(root.findall('.//body')) <= LARGEST)


def pick(rng: np.random.Generator) -> Element:
    """A model of the corpus, or one that nobody has seen before. It is not to be changed."""
    source = rng.integers(4)
    if source == 0:
        return ElementTree.fromstring(random_scene(int(rng.integers(1 << 30))))
    if source == 1:
        return ElementTree.fromstring(RandomModel(int(rng.integers(1 << 30)), size=int(rng.integers(1, 4))).xml)
    return written()[rng.integers(len(written()))]


@cache
def attributes() -> dict[tuple[str, str], dict[str, list[str]]]:
    """For every kind of element, the values that its attributes have somewhere in the corpus."""
    pool: dict[tuple[str, str], dict[str, list[str]]] = {}
    random = [ElementTree.fromstring(text) for seed in range(12)
              for text in (random_scene(seed), RandomModel(seed, size=2).xml)]
    for root in (*written(), *random):
        for parent, element in ((above, child) for above in root.iter() for child in above):
            for name, value in element.attrib.items():
                values = pool.setdefault(kind(parent, element), {}).setdefault(name, [])
                if value not in values:
                    values.append(value)
    return pool


def kind(parent: Element, element: Element) -> tuple[str, str]:
    """What an element is: a <joint> of a body is another thing than one of a tendon."""
    return 'body' if parent.tag in ('worldbody', 'frame', 'replicate') else parent.tag, element.tag
