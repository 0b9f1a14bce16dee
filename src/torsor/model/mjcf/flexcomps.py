"""Deformable bodies with their points: <flexcomp>, which stands for many elements and is expanded at once."""

from ..files import Files
from ..flexcomp.expand import Place, expand, frame_pose
from ..flexcomp.flexcomp import DOFS, TYPES, FlexComp, Pin
from ..spec.attach import chain
from ..spec.bodies import Body
from ..spec.defaults import Default
from ..spec.errors import did_you_mean
from ..spec.item import Frame
from ..spec.replicate import Scope
from ..spec.spec import Spec
from .attributes import apply
from .flex_grammar import EDGE, FLEXCOMP, SHARED
from .flexes import apply_part
from .xml import Element


def read_flexcomp(
    element: Element, spec: Spec, body: Body, frame: Frame | None, default: Default, scope: Scope, files: Files
) -> None:
    """Add everything that a <flexcomp> stands for."""
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
    frames = reversed(list(chain(frame)))
    expand(comp, spec, Place(body, frame_pose(frames, spec.compiler), default, scope), files)
