"""Classes of defaults as MJCF writes them: <default>, and the attributes "class" and "childclass"."""

from ..spec.defaults import Default, Defaults
from ..spec.errors import Errors, ModelError
from .actuator_grammar import SHORTCUTS
from .assets import check_grid, check_hull_vertices
from .attributes import apply
from .grammar import DEFAULT
from .materials import apply_material
from .shortcuts import apply_actuator
from .xml import Element

CHECKS = {'mesh': check_hull_vertices, 'texture': check_grid}


def read_defaults(sections: list[Element], defaults: Defaults, errors: Errors) -> None:
    """Set the prototypes of `main`, and add the classes inside it."""
    for section in sections:
        name = section.attributes.get('class', 'main')
        if name != 'main':
            errors.met(section.error(f'the outermost class is always "main"; put "{name}" inside it'))
    pending = [(section, defaults.main) for section in sections]
    while pending:
        section, default = pending.pop(0)
        _read(section, default, errors)
        # prototypes are copied after the whole parent was read, so that the order inside it does not matter
        nested = [child for child in section.children if child.tag == 'default']
        pending[:0] = [(child, _add(child, default, defaults, errors)) for child in nested]


def class_of(element: Element, defaults: Defaults, otherwise: Default, attribute: str = 'class') -> Default:
    """The class that an element names, or `otherwise`."""
    name = element.attributes.get(attribute)
    return otherwise if name is None else defaults.find(name, element)


def _add(element: Element, parent: Default, defaults: Defaults, errors: Errors) -> Default:
    name = element.attributes.get('class', '')
    try:
        if not name:
            raise element.error('a class inside another needs a name; give it the attribute "class"')
        return defaults.add(name, parent, element)
    except ModelError as error:
        errors.met(error)
    return parent


def _read(section: Element, default: Default, errors: Errors) -> None:
    for element in section.children:
        if element.tag != 'default':
            try:
                _read_prototype(element, default)
            except ModelError as error:
                errors.met(error)


def _read_prototype(element: Element, default: Default) -> None:
    tag = element.tag
    rule = DEFAULT.child(tag)
    if tag in SHORTCUTS:
        apply_actuator(element, rule, default.prototypes['actuator'], default)
    elif tag == 'material':
        apply_material(element, rule, default.prototypes[tag], default)
    else:
        apply(element, rule, default.prototypes[tag])
    if tag in CHECKS:
        CHECKS[tag](element, default.prototypes[tag])
