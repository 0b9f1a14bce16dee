"""Joints of URDF: a row per type."""

from typing import NamedTuple
from warnings import warn

from ...schema.codes import mjtJoint, mjtLimited
from ..mjcf.xml import Element
from ..spec.bodies import Body, Joint
from ..spec.errors import did_you_mean
from ..spec.rotation import Vector, from_z, rotate
from .parts import child, real, reals

COUPLED = ('revolute', 'continuous', 'prismatic')  # joints that can mimic others
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


class Type(NamedTuple):
    """The joints that a type becomes: what their names end with, their types, and axes in the plane of the joint."""

    parts: tuple[tuple[str, int, Vector], ...] = ()
    turns: bool = False  # whether axes are turned so that z is the axis of the joint


TYPES = {
    'revolute': Type((('', mjtJoint.mjJNT_HINGE, X),)),
    'continuous': Type((('', mjtJoint.mjJNT_HINGE, X),)),
    'prismatic': Type((('', mjtJoint.mjJNT_SLIDE, X),)),
    'fixed': Type(),
    'floating': Type((('', mjtJoint.mjJNT_FREE, Z),)),
    'planar': Type(
        (('_TX', mjtJoint.mjJNT_SLIDE, X), ('_TY', mjtJoint.mjJNT_SLIDE, Y), ('_RZ', mjtJoint.mjJNT_HINGE, Z)), True
    ),
    'spherical': Type((('', mjtJoint.mjJNT_BALL, X),)),
}


def make_joints(element: Element, body: Body) -> list[Joint]:
    """The joints that one of URDF becomes: none if it is fixed, three if it is planar."""
    kind = element.attributes.get('type', '')
    if kind not in TYPES:
        raise element.error(f'a joint cannot be of type "{kind}"{did_you_mean(kind, TYPES)}')
    found = child(element, 'axis')
    axis = reals(found, 'xyz', 3) if found is not None else X
    if TYPES[kind].turns and not any(axis):
        raise element.error('its axis is zero; a plane needs a direction')
    made = []
    for suffix, type, along in TYPES[kind].parts:
        joint = Joint(name=element.attributes['name'] + suffix, type=type, parent=body, origin=element)
        joint.axis = tuple(rotate(from_z(axis), along)) if TYPES[kind].turns else axis if along is X else along
        _damp(element, joint)
        made.append(joint)
    if made:
        _limit(element, kind, made[0])
    return made


def _damp(element: Element, joint: Joint) -> None:
    dynamics = child(element, 'dynamics')
    if dynamics is not None:
        joint.damping = (real(dynamics, 'damping', 0.0), 0.0, 0.0)
        joint.frictionloss = real(dynamics, 'friction', 0.0)


def _limit(element: Element, kind: str, joint: Joint) -> None:
    """A range counts if both its ends are given and in order; the effort limits the force of actuators."""
    limit = child(element, 'limit')
    if limit is None:
        return
    given = 'lower' in limit.attributes and 'upper' in limit.attributes
    span = real(limit, 'lower', 0.0), real(limit, 'upper', 0.0)
    if kind != 'continuous':
        joint.range = span
    if given and span[0] == span[1] and kind in COUPLED:
        warn(f"joint '{joint.name}' has equal lower and upper limits, limit ignored", stacklevel=2)
    if kind == 'continuous' or not given or span[0] >= span[1]:
        joint.limited = mjtLimited.mjLIMITED_FALSE
    effort = abs(real(limit, 'effort', 0.0))
    joint.actfrcrange = (-effort, effort) if effort else (0.0, 0.0)
