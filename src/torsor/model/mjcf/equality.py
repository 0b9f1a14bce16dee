"""Equalities: the contents of <equality>, which couple bodies in two forms."""

from typing import Any

from ...schema.codes import mjtEq, mjtObj
from ..spec.defaults import Default
from ..spec.equality import ANCHOR, POLYCOEF, RELPOSE, TORQUESCALE, Equality
from ..spec.rotation import ZERO3
from .attributes import apply
from .grammar import Rule
from .xml import Element

TYPES = {
    'connect': mjtEq.mjEQ_CONNECT,
    'weld': mjtEq.mjEQ_WELD,
    'joint': mjtEq.mjEQ_JOINT,
    'tendon': mjtEq.mjEQ_TENDON,
    'flex': mjtEq.mjEQ_FLEX,
}
# what an equality needs to couple bodies; sites need nothing else
BODY_FORM = {'connect': ('body1', 'anchor'), 'weld': ('body1',)}
SITE_FORM = ('site1', 'site2')
# attributes whose numbers are parts of the data
DATA = {'anchor': ANCHOR, 'relpose': RELPOSE, 'torquescale': TORQUESCALE, 'polycoef': POLYCOEF}
ONLY_BODIES = ('body1', 'body2', 'anchor', 'relpose')


def apply_equality(element: Element, rule: Rule, equality: Equality, _default: Default) -> None:
    """Set `equality` from its element."""
    tag, given = element.tag, element.attributes
    equality.type = TYPES[tag]
    if tag in BODY_FORM:
        _check_form(element)
        equality.objtype = mjtObj.mjOBJ_SITE if 'site1' in given else mjtObj.mjOBJ_BODY
    apply(element, rule, equality, skip=('class', *DATA))
    data = list(equality.data)
    if equality.objtype == mjtObj.mjOBJ_BODY:
        data[ANCHOR] = ZERO3
    for name, part in DATA.items():
        if name in given:
            _overlay(data, part, rule.attributes[name].parse(given[name], element, name))
    equality.data = tuple(data)


def _overlay(data: list[float], part: slice | int, value: Any) -> None:
    """Put the numbers of an attribute into their part, which they need not fill."""
    if isinstance(part, slice) and value is not None:
        data[part.start : part.start + len(value)] = value
    elif value is not None:
        data[part] = value


def _check_form(element: Element) -> None:
    """Either two sites or bodies, and all that the form needs."""
    tag, given = element.tag, element.attributes
    of_sites = [name for name in SITE_FORM if name in given]
    of_bodies = [name for name in ONLY_BODIES if name in given]
    if of_sites and of_bodies:
        raise element.error(f'attributes "{of_sites[0]}" and "{of_bodies[0]}" exclude each other; give one of them')
    needed = SITE_FORM if of_sites else BODY_FORM[tag]
    missing = [name for name in needed if name not in given]
    if missing:
        other = ' and '.join(f'"{name}"' for name in BODY_FORM[tag])
        raise element.error(f'attribute "{missing[0]}" is required: give either "site1" and "site2", or {other}')
