"""A whole model."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import settings
from .actuators import Actuator
from .assets import HField, Material, Mesh, Texture
from .attach import ASSETS, MEMBERS, Attachment, tree_items
from .bodies import Body
from .contacts import Exclude, Pair
from .custom import Numeric, Text, Tuple
from .defaults import Default, Defaults
from .equality import Equality
from .flexes import Flex
from .item import Item
from .keyframes import Key
from .later import Plugin
from .registry import Registry
from .replicate import repeat_references
from .sensors import Sensor
from .settings import Compiler, Size
from .skins import Skin
from .tendons import Tendon


def _visual() -> dict[str, dict[str, Any]]:
    return {group: dict(values) for group, values in settings.VISUAL.items()}


@dataclass(kw_only=True, eq=False, repr=False)
class Spec:
    """Settings, classes of defaults, names, the kinematic tree below the world, and the lists beside it."""

    modelname: str = 'MuJoCo Model'
    comment: str = ''
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
    flexes: list[Flex] = field(default_factory=list)
    skins: list[Skin] = field(default_factory=list)
    plugins: list[Plugin] = field(default_factory=list)
    models: dict[str, 'Spec'] = field(default_factory=dict)  # other models, whose parts can be attached
    authored: dict[str, set[str]] = field(default_factory=dict)  # settings that were written, by section
    scaled: bool = False  # whether a frame has a scale
    attached: bool = False  # whether elements follow settings of other models
    attachments: list[Attachment] = field(default_factory=list)

    def index_names(self) -> None:
        """Find all names again, after elements were added or taken away behind the back of the registry."""
        self.registry = Registry(self.registry.limit, strict=False)
        names = self.registry.names
        names[('body', 'world')] = self.worldbody
        pending = [self.worldbody]
        while pending:
            body = pending.pop()
            _note(names, 'body', [body])
            for members, kind in (*MEMBERS.items(), ('frames', 'frame')):
                _note(names, kind, getattr(body, members))
            pending.extend(body.bodies)
        for kind, items in NAMED_LISTS.items():
            _note(names, kind, getattr(self, items))

    def repeated_name(self) -> tuple[str, Item] | None:
        """The kind of the first element that has the name of another, and the element."""
        self.index_names()
        names = self.registry.names
        for item in tree_items(self.worldbody):
            kind = type(item).__name__.lower()
            if item.name and names.get((kind, item.name), item) is not item:
                return kind, item
        for kind, items in NAMED_LISTS.items():
            for item in getattr(self, items):
                if item.name and names[kind, item.name] is not item:
                    return kind, item
        return None

    def all_items(self) -> Iterator[Any]:
        """Every element of the model."""
        yield from tree_items(self.worldbody)
        for items in NAMED_LISTS.values():
            yield from getattr(self, items)

    def change_classes(self, names: Mapping[str, str]) -> None:
        """Let elements belong to other classes of defaults, from old name to new; they keep their values."""
        for item in self.all_items():
            for attribute in ('classname', 'childclass'):
                if getattr(item, attribute, '') in names:
                    setattr(item, attribute, names[getattr(item, attribute)])

    def rename_class(self, default: Default, name: str) -> None:
        """Give a class of defaults another name."""
        old = default.name
        self.defaults.rename(default, name)
        self.change_classes({old: name})

    def complete_attachments(self) -> None:
        """Copy what stands beside the trees that were attached, once the whole model is known."""
        for place, attachment in enumerate(self.attachments):
            attachment.beside(FOLLOWING if attachment.within else (*FOLLOWING, *ALONE))
            if not attachment.within:
                attachment.keys([later for later in self.attachments[place:] if later.source is attachment.source])

    def repeat_references(self) -> None:
        """Repeat what refers to elements inside replicates, once the whole model is known."""
        lists = {kind: getattr(self, items) for kind, items in REFERRING}
        written = self.registry.written
        if any(lists.values()) and any(written.values()):
            first = repeat_references(lists, written)
            for attachment in self.attachments:
                attachment.replace(first)


def _note(names: dict[Any, Any], kind: str, items: Iterable[Item]) -> None:
    for item in items:
        if item.name:
            names.setdefault((kind, item.name), item)


# lists whose elements refer to others by name, in the order in which they can refer to each other
REFERRING = (
    ('skin', 'skins'),
    ('pair', 'pairs'),
    ('exclude', 'excludes'),
    ('tendon', 'tendons'),
    ('equality', 'equalities'),
    ('actuator', 'actuators'),
    ('sensor', 'sensors'),
    ('tuple', 'tuples'),
)
# what follows the bodies that it belongs to when they are attached; replicas of flexes are made with their bodies
FOLLOWING = (('flex', 'flexes'), *REFERRING)
ALONE = (('numeric', 'numerics'), ('text', 'texts'))
# kinds of elements beside the tree, and the lists that hold them
NAMED_LISTS: dict[str, str] = {
    **{kind: items for items, kind in ASSETS.items()},
    **dict(REFERRING),
    **dict(ALONE),
    'key': 'keys',
    'flex': 'flexes',
    'plugin': 'plugins',
}
