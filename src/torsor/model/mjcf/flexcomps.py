"""Deformable bodies with their points: <flexcomp>, which stands for many elements."""

from ..spec.errors import did_you_mean
from ..spec.flexcomp import DOFS, TYPES, FlexComp, Pin
from .attributes import apply
from .flex_grammar import EDGE, FLEXCOMP, SHARED
from .flexes import apply_part
from .xml import Element


def read_flexcomp(element: Element) -> FlexComp:
    """What a <flexcomp> and its children say."""
    comp = FlexComp(origin=element)
    own = tuple(name for name in FLEXCOMP.attributes if name not in SHARED)
    apply(element, FLEXCOMP, comp, skip=tuple(SHARED))
    apply(element, FLEXCOMP, comp.flex, skip=own)
    if comp.mesh and 'type' not in element.attributes:
        comp.type = 'mesh'
    for attribute, word, known in (('type', comp.type, TYPES), ('dof', comp.dof, DOFS)):
        if word not in known:
            raise element.error(f'attribute "{attribute}" cannot be "{word}"{did_you_mean(word, known)}')
    for child in element.children:
        rule = FLEXCOMP.child(child.tag)
        if child.tag == 'pin':
            pin = Pin()
            apply(child, rule, pin)
            comp.pins.append(pin)
        elif child.tag == 'edge':
            apply(child, rule, comp, skip=tuple(EDGE))
            apply(child, rule, comp.flex, skip=('equality', 'solref', 'solimp'))
        else:
            apply_part(child, rule, comp.flex)
    return comp
