"""Classes of defaults as MJCF writes them: <default>, and the attributes "class" and "childclass"."""

from ..spec.defaults import Default, Defaults
from .actuator_grammar import SHORTCUTS
from .assets import check_hull_vertices
from .attributes import apply
from .grammar import DEFAULT
from .materials import apply_material
from .shortcuts import apply_actuator
from .xml import Element


def read_defaults(sections: list[Element], defaults: Defaults) -> None:
    """Set the prototypes of `main`, and add the classes inside it."""
    for section in sections:
        name = section.attributes.get('class', 'main')
        if name != 'main':
            raise section.error(f'the outermost class is always "main"; put "{name}" inside it')
    pending = [(section, defaults.main) for section in sections]
    while pending:
        section, default = pending.pop(0)
        _read(section, default)
        # prototypes are copied after the whole parent was read, so that the order inside it does not matter
        nested = [child for child in section.children if child.tag == 'default']
        pending[:0] = [(child, _add(child, default, defaults)) for child in nested]


def class_of(element: Element, defaults: Defaults, otherwise: Default, attribute: str = 'class') -> Default:
    """The class that an element names, or `otherwise`."""
    name = element.attributes.get(attribute)
    return otherwise if name is None else defaults.find(name, element)


def _add(element: Element, parent: Default, defaults: Defaults) -> Default:
    name = element.attributes.get('class', '')
    if not name:
        raise element.error('a class inside another needs a name; give it the attribute "class"')
    return defaults.add(name, parent, element)


def _read(section: Element, default: Default) -> None:
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
        if tag == 'mesh':
            check_hull_vertices(element, default.prototypes[tag])
