"""A whole model."""

from dataclasses import dataclass, field
from typing import Any

from . import settings
from .actuators import Actuator
from .assets import HField, Material, Mesh, Texture
from .attach import Attachment
from .bodies import Body
from .contacts import Exclude, Pair
from .custom import Numeric, Text, Tuple
from .defaults import Defaults
from .equality import Equality
from .keyframes import Key
from .registry import Registry
from .replicate import repeat_references
from .sensors import Sensor
from .settings import Compiler, Size
from .tendons import Tendon


def _visual() -> dict[str, dict[str, Any]]:
    return {group: dict(values) for group, values in settings.VISUAL.items()}


@dataclass(kw_only=True, eq=False, repr=False)
class Spec:
    """Settings, classes of defaults, names, the kinematic tree below the world, and the lists beside it."""

    modelname: str = 'MuJoCo Model'
    compiler: Compiler = field(default_factory=Compiler)
    size: Size = field(default_factory=Size)
    option: dict[str, Any] = field(default_factory=lambda: dict(settings.OPTION))
    statistic: dict[str, Any] = field(default_factory=lambda: dict(settings.STATISTIC))
    visual: dict[str, dict[str, Any]] = field(default_factory=_visual)
    defaults: Defaults = field(default_factory=Defaults)
    registry: Registry = field(default_factory=Registry)
    worldbody: Body = field(default_factory=lambda: Body(name='world'))
    meshes: list[Mesh] = field(default_factory=list)
    hfields: list[HField] = field(default_factory=list)
    textures: list[Texture] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    excludes: list[Exclude] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    tendons: list[Tendon] = field(default_factory=list)
    actuators: list[Actuator] = field(default_factory=list)
    sensors: list[Sensor] = field(default_factory=list)
    numerics: list[Numeric] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    tuples: list[Tuple] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
    models: dict[str, 'Spec'] = field(default_factory=dict)  # other models, whose parts can be attached
    scaled: bool = False  # whether a frame has a scale
    attachments: list[Attachment] = field(default_factory=list)

    def complete_attachments(self) -> None:
        """Copy what stands beside the trees that were attached, once the whole model is known."""
        for attachment in self.attachments:
            attachment.beside(REFERRING if attachment.within else (*REFERRING, *ALONE))
            if not attachment.within:
                attachment.keys()

    def repeat_references(self) -> None:
        """Repeat what refers to elements inside replicates, once the whole model is known."""
        lists = {kind: getattr(self, items) for kind, items in REFERRING}
        written = self.registry.written
        if any(lists.values()) and any(written.values()):
            first = repeat_references(lists, written)
            for attachment in self.attachments:
                attachment.replace(first)


# lists whose elements refer to others by name, in the order in which they can refer to each other
REFERRING = (
    ('pair', 'pairs'),
    ('exclude', 'excludes'),
    ('tendon', 'tendons'),
    ('equality', 'equalities'),
    ('actuator', 'actuators'),
    ('sensor', 'sensors'),
    ('tuple', 'tuples'),
)
ALONE = (('numeric', 'numerics'), ('text', 'texts'))
