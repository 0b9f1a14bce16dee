"""Classes of defaults: a tree in which every class holds one prototype per kind of element."""

from dataclasses import dataclass, field
from typing import Any

from .actuators import Actuator
from .assets import Material, Mesh, Texture
from .bodies import Camera, Geom, Joint, Light, Site
from .contacts import Pair
from .equality import Equality
from .errors import ModelError, Origin, did_you_mean
from .tendons import Tendon

PROTOTYPES = {
    'joint': Joint,
    'geom': Geom,
    'site': Site,
    'camera': Camera,
    'light': Light,
    'mesh': Mesh,
    'texture': Texture,
    'material': Material,
    'pair': Pair,
    'equality': Equality,
    'tendon': Tendon,
    'actuator': Actuator,
}


@dataclass(slots=True)
class Default:
    """One class of defaults: what its elements start from, by kind."""

    name: str
    parent: 'Default | None' = None
    prototypes: dict[str, Any] = field(default_factory=dict)

    def create(self, kind: str, origin: Origin | None = None) -> Any:
        """A new element with this class's values. It follows the settings of the model that it is added to."""
        item = self.prototypes[kind].clone()
        item.origin, item.compiler = origin, None
        return item

    def ancestry(self, kind: str) -> list[Any]:
        """The prototypes of this class and of those around it, nearest first."""
        found, default = [], self
        while default is not None:
            found.append(default.prototypes[kind])
            default = default.parent
        return found


_PRISTINE = {kind: create() for kind, create in PROTOTYPES.items()}


class Defaults:
    """All classes of a model, by name; `main` is the one around all others."""

    def __init__(self):
        self.main = Default('main', None, {kind: pristine.clone() for kind, pristine in _PRISTINE.items()})
        self.classes = {'main': self.main}

    def add(self, name: str, parent: Default, origin: Origin | None = None) -> Default:
        """A new class inside another, which starts with the values that its parent has now."""
        self._check_free(name, origin)
        prototypes = {kind: prototype.clone() for kind, prototype in parent.prototypes.items()}
        for prototype in prototypes.values():
            prototype.classname = name
        self.classes[name] = Default(name, parent, prototypes)
        return self.classes[name]

    def rename(self, default: Default, name: str) -> None:
        """Give a class another name; its elements have to be told."""
        if default is self.main:
            raise ModelError(f'the class "{default.name}" is the one around all others and keeps its name')
        if name == default.name:
            return
        self._check_free(name)
        self.classes = {name if other is default else key: other for key, other in self.classes.items()}
        default.name = name
        for prototype in default.prototypes.values():
            prototype.classname = name

    def _check_free(self, name: str, origin: Origin | None = None) -> None:
        if name in self.classes:
            problem = f'there is already a class of defaults named "{name}"'
            raise origin.error(problem) if origin else ModelError(problem)

    def find(self, name: str, origin: Origin) -> Default:
        """The class of this name; the error of what refers to it when there is none."""
        if name not in self.classes:
            raise origin.error(f'there is no class of defaults named "{name}"{did_you_mean(name, self.classes)}')
        return self.classes[name]
