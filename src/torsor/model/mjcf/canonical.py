"""A model in the notation in which it is saved: quaternions and radians, unless it asks for its own."""

from typing import Any

from ...schema.codes import mjtLimited
from ..spec.angles import ANGULAR, convert_angles, unify_angles
from ..spec.attach import tree_items
from ..spec.bodies import Joint
from ..spec.copy import Copier
from ..spec.item import Posed
from ..spec.orientation import orientation
from ..spec.spec import Spec


def canonical(spec: Spec) -> Copier:
    """A copy of a model in this notation, with the copies of all elements by their originals."""
    copier = Copier(spec)
    twin = copier.spec
    unify_angles(twin)
    if not (twin.compiler.savecanonical or twin.compiler.savecompiled):
        return copier
    prototypes = [item for default in twin.defaults.classes.values() for item in default.prototypes.values()]
    for item in (*tree_items(twin.worldbody), *prototypes):
        compiler = (item.compiler if item in prototypes else None) or twin.compiler
        if isinstance(item, Posed) and item.alt is not None:
            item.quat, item.alt = orientation(item, compiler), None
        elif isinstance(item, Joint):
            _to_radians(item, compiler)
    twin.compiler.degree = 0
    return copier


def _to_radians(joint: Joint, compiler: Any) -> None:
    """Angles in radians; a range that limits nothing is never converted."""
    given = joint.limited == mjtLimited.mjLIMITED_AUTO and joint.range[0] < joint.range[1]
    limited = joint.limited == mjtLimited.mjLIMITED_TRUE or given
    unused = joint.range
    convert_angles(joint, compiler.degree, 0)
    if joint.type in ANGULAR and not limited:
        joint.range = unused
