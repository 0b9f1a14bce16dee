"""Equalities: bodies, sites, joints, tendons and flexes that are coupled by constraints."""

from collections.abc import Mapping

import numpy as np

from ...schema.codes import mjtEq, mjtJoint, mjtObj
from ..spec.equality import ANCHOR, RELPOSE, TORQUESCALE, Equality
from ..spec.rotation import (
    IDENTITY,
    SHORTEST,
    ZERO3,
    Vector,
    conjugate,
    multiply,
    norm,
    normalized,
    rotate,
    transform,
)
from .columns import column, copy_columns
from .draft import Draft
from .elements import Elements

ANCHORED: dict[int, str] = {mjtEq.mjEQ_CONNECT: 'connect', mjtEq.mjEQ_WELD: 'weld'}
SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
EQUALITY_COLUMNS = (
    ('eq_type', 'type'),
    ('eq_active0', 'active'),
    ('eq_solref', 'solref'),
    ('eq_solimp', 'solimp'),
)
# how many rows of constraints the model reserves
ROWS = {mjtEq.mjEQ_CONNECT: 3, mjtEq.mjEQ_WELD: 7, mjtEq.mjEQ_JOINT: 1, mjtEq.mjEQ_TENDON: 1,
        mjtEq.mjEQ_FLEX: 1}
# parts of eq_data
FIRST_ANCHOR, SECOND_ANCHOR, ROTATION = slice(0, 3), slice(3, 6), slice(6, 10)
FROM_REFERENCE = 11


def set_equality_fields(draft: Draft) -> None:
    """Fill eq_*, and the size nemax."""
    fields, equalities = draft.fields, draft.elements['equality']
    members = [_members(equality, draft.elements) for equality in equalities]
    copy_columns(fields, equalities, EQUALITY_COLUMNS)
    fields['eq_obj1id'] = column('eq_obj1id', (first for first, _ in members))
    fields['eq_obj2id'] = column('eq_obj2id', (second for _, second in members))
    fields['eq_objtype'] = column(
        'eq_objtype', (equality.objtype for equality in equalities)
    )
    fields['eq_data'] = column('eq_data', (_data(equality) for equality in equalities))
    if any(equality.kind == 'body' for equality in equalities):
        hold_in_pose(fields, *reference_poses(fields))
    draft.sizes['nemax'] = sum(ROWS[equality.type] for equality in equalities)


def _members(equality: Equality, elements: Elements) -> tuple[int, int]:
    """Ids of the two that are coupled. Without a second, a body is held by the world and others by a constant."""
    kind = equality.kind
    if equality.type not in ROWS:
        raise equality.error(f'an equality of type {equality.type} (mjtEq) is not supported by this version of Torsor')
    if equality.type in ANCHORED and equality.objtype not in (mjtObj.mjOBJ_BODY, mjtObj.mjOBJ_SITE):
        raise equality.error(f'{ANCHORED[equality.type]} constraint supports only sites and bodies')
    first = elements.find(equality, kind, equality.name1)
    if kind == 'site' and not equality.name2:
        raise equality.error('a site needs another site to be coupled to')
    second = elements.find(equality, kind, equality.name2) if equality.name2 else 0 if kind == 'body' else -1
    if first == second:
        raise equality.error(f'the {kind} "{equality.name1}" is coupled to itself; name two different ones')
    for joint in (first, second):
        if kind == 'joint' and joint >= 0 and elements[kind][joint].type not in SCALAR:
            raise equality.error(f'the joint "{elements[kind][joint].name}" is neither a slide nor a hinge')
    return first, second


def _data(equality: Equality) -> Vector:
    """The numbers of an equality, as far as they do not depend on the reference pose."""
    data, anchor = equality.data, equality.data[ANCHOR]
    if equality.type == mjtEq.mjEQ_CONNECT:
        return (0.0,) * 12 if equality.kind == 'site' else data  # a program's numbers behind the anchors stay
    if equality.type != mjtEq.mjEQ_WELD:
        return data
    if equality.kind == 'site':
        return *data[:FROM_REFERENCE], 0.0
    pos, quat = data[RELPOSE][:3], data[RELPOSE][3:]
    if not any(quat):
        return *anchor, *[0.0] * 7, data[TORQUESCALE], 1.0
    quat = normalized(quat) if norm(quat) > SHORTEST else IDENTITY
    return *anchor, *pos, *quat, data[TORQUESCALE], 0.0


# ---- bodies in the reference pose


def reference_poses(fields: Mapping[str, np.ndarray]) -> tuple[list[Vector], list[Vector]]:
    """Position and orientation of every body in the world, with all joints where the file has them."""
    positions: list[Vector] = [ZERO3]
    rotations: list[Vector] = [IDENTITY]
    poses = zip(*(fields[name][1:].tolist() for name in ('body_parentid', 'body_pos', 'body_quat')))
    for parent, pos, quat in poses:
        pos, quat = transform(positions[parent], rotations[parent], pos, quat)
        positions.append(pos)
        rotations.append(normalized(quat))
    return positions, rotations


def hold_in_pose(fields: Mapping[str, np.ndarray], positions, rotations) -> None:
    """Complete eq_data of bodies, so that the equality holds where they are: the other anchor, the relative rotation.

    The anchor that is given belongs to the first body of a <connect> and to the second body of a <weld>.
    """
    data = fields['eq_data']
    equalities = zip(*(fields[name].tolist() for name in ('eq_type', 'eq_objtype', 'eq_obj1id', 'eq_obj2id')))
    for index, (kind, objects, first, second) in enumerate(equalities):
        if objects != mjtObj.mjOBJ_BODY:
            continue
        if kind == mjtEq.mjEQ_CONNECT:
            source, target = first, second
        elif kind == mjtEq.mjEQ_WELD and data[index, FROM_REFERENCE]:
            source, target = second, first
            data[index, ROTATION] = multiply(conjugate(rotations[first]), rotations[second])
        else:
            continue
        point = rotate(rotations[source], tuple(data[index, FIRST_ANCHOR].tolist()))
        offset = tuple(a + b - c for a, b, c in zip(point, positions[source], positions[target]))
        data[index, SECOND_ANCHOR] = rotate(conjugate(rotations[target]), offset)
