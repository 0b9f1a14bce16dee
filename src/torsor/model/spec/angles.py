"""Angles of elements that were attached: in the unit and sequence of the model that they come from."""

import math
from typing import Any

from ...schema.codes import mjtJoint
from .attach import tree_items
from .bodies import Joint
from .item import Posed
from .orientation import orientation
from .settings import Compiler

ANGLES = ('ref', 'springref', 'springyield', 'range')
ANGULAR = (mjtJoint.mjJNT_HINGE, mjtJoint.mjJNT_BALL)


def unify_angles(spec: Any) -> None:
    """Let all angles follow the settings of the model itself."""
    for item in tree_items(spec.worldbody):
        compiler = item.compiler
        if compiler is None or _alike(compiler, spec.compiler):
            continue
        if isinstance(item, Posed) and item.alt is not None:
            item.quat, item.alt = orientation(item, compiler), None
        elif isinstance(item, Joint):
            convert_angles(item, compiler.degree, spec.compiler.degree)


def convert_angles(joint: Joint, was_degree: int, degree: int) -> None:
    """Angles of a joint in another unit."""
    if joint.type not in ANGULAR or bool(was_degree) == bool(degree):
        return
    convert = math.radians if was_degree else math.degrees
    for name in ANGLES:
        value = getattr(joint, name)
        setattr(joint, name, tuple(map(convert, value)) if isinstance(value, tuple) else convert(value))


def _alike(a: Compiler, b: Compiler) -> bool:
    return a.degree == b.degree and a.eulerseq == b.eulerseq
