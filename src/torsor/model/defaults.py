"""Classes of defaults: a tree in which every class holds one prototype per kind of element."""

from .attributes import apply
from .grammar import DEFAULT, SHORTCUTS
from .materials import apply_material
from .shortcuts import apply_actuator
from .spec import Actuator, Camera, Default, Equality, Geom, Joint, Light, Material, Pair, Site, Tendon, Texture
from .xml import Element, did_you_mean

PROTOTYPES = {
    'joint': Joint,
    'geom': Geom,
    'site': Site,
    'camera': Camera,
    'light': Light,
    'texture': Texture,
    'material': Material,
    'pair': Pair,
    'equality': Equality,
    'tendon': Tendon,
    'actuator': Actuator,
}


class Defaults:
    """All classes of a model, by name; `main` is the one around all others."""

    def __init__(self, sections: list[Element]):
        self.main = Default('main', None, {tag: kind() for tag, kind in PROTOTYPES.items()})
        self.classes = {'main': self.main}
        for section in sections:
            name = section.attributes.get('class', 'main')
            if name != 'main':
                raise section.error(f'the outermost class is always "main"; put "{name}" inside it')
        pending = [(section, self.main) for section in sections]
        while pending:
            section, default = pending.pop(0)
            self._read(section, default)
            # prototypes are copied after the whole parent was read, so that the order inside it does not matter
            nested = [child for child in section.children if child.tag == 'default']
            pending[:0] = [(child, self._add(child, default)) for child in nested]

    def find(self, element: Element, attribute: str) -> Default:
        """The class that `attribute` of `element` names."""
        name = element.attributes[attribute]
        if name not in self.classes:
            raise element.error(f'there is no class of defaults named "{name}"{did_you_mean(name, self.classes)}')
        return self.classes[name]

    def _add(self, element: Element, parent: Default) -> Default:
        name = element.attributes.get('class', '')
        if not name:
            raise element.error('a class inside another needs a name; give it the attribute "class"')
        if name in self.classes:
            raise element.error(f'there is already a class of defaults named "{name}"')
        self.classes[name] = Default(name, parent, {tag: old.clone() for tag, old in parent.prototypes.items()})
        return self.classes[name]

    def _read(self, section: Element, default: Default) -> None:
        for element in section.children:
            tag = element.tag
            if tag == 'default':
                continue
            rule = DEFAULT.child(tag)
            if tag in SHORTCUTS:
                apply_actuator(element, rule, default.prototypes['actuator'], default)
            elif tag == 'material':
                apply_material(element, rule, default.prototypes[tag], default)
            else:
                # kinds of elements that are not read yet have no prototype, and their attributes say so
                apply(element, rule, default.prototypes.get(tag, {}))
