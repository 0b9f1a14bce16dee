"""Joints and their degrees of freedom."""

import math
from collections.abc import Sequence

import numpy as np

from ...schema.codes import mjtJoint, mjtLimited
from ..spec.bodies import Joint
from ..spec.rotation import SHORTEST, Vector, norm, normalized, rotate
from .columns import Fields, column, copy_columns, is_limited, set_columns, user_columns
from .draft import Draft
from .tree import COORDINATES, DOFS, Tree

JOINT_COLUMNS = (
    ('jnt_group', 'group'),
    ('jnt_actgravcomp', 'actgravcomp'),
    ('jnt_solref', 'solref_limit'),
    ('jnt_solimp', 'solimp_limit'),
    ('jnt_margin', 'margin'),
    ('jnt_actfrcrange', 'actfrcrange'),
)
DOF_COLUMNS = (
    ('dof_solref', 'solref_friction'),
    ('dof_solimp', 'solimp_friction'),
    ('dof_frictionloss', 'frictionloss'),
    ('dof_armature', 'armature'),
)
SCALAR = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))  # which need no normalization
ANGULAR = (mjtJoint.mjJNT_BALL, mjtJoint.mjJNT_HINGE)


def set_joint_fields(draft: Draft) -> None:
    """Fill jnt_* and dof_*, and the sizes nuser_jnt and nplastic."""
    fields, tree, joints = draft.fields, draft.tree, draft.elements['joint']
    autolimits = draft.spec.compiler.autolimits
    copy_columns(fields, joints, JOINT_COLUMNS)
    axes = [_axis(tree, joint) for joint in joints]
    fields['jnt_axis'] = column('jnt_axis', axes)
    fields['jnt_pos'] = column('jnt_pos', [_position(tree, joint) for joint in joints])
    limited = [_limited(joint, autolimits) for joint in joints]
    force_limited = [_force_limited(joint, autolimits) for joint in joints]
    set_columns(fields, {'jnt_limited': limited, 'jnt_actfrclimited': force_limited})
    fields['jnt_range'] = column('jnt_range', [_range(tree, *ranged) for ranged in zip(joints, limited)])
    per_dof = [joints[j] for j in fields['dof_jntid'].tolist()]
    stiffness, damping = [joint.stiffness for joint in joints], [joint.damping for joint in per_dof]
    yields = [_spring_yield(tree, joint) for joint in joints]
    set_columns(fields, {'jnt_springyield': yields, 'jnt_stiffness': [value[0] for value in stiffness]})
    fields['dof_damping'] = column('dof_damping', [value[0] for value in damping])
    for field, values in (('jnt_stiffnesspoly', stiffness), ('dof_dampingpoly', damping)):
        fields[field] = column(field, [value[1:] for value in values])
    copy_columns(fields, per_dof, DOF_COLUMNS)
    draft.sizes['nuser_jnt'] = user_columns(fields, 'jnt_user', joints, draft.spec.size.nuser_jnt)
    draft.sizes['nplastic'] = _set_plastic_addresses(fields, joints)


def check_joints_of_bodies(tree: Tree) -> None:
    """Raise the error of the first body whose joints cannot be combined."""
    if tree.bodies[0].joints:
        raise tree.bodies[0].joints[0].error('joint found in world body')
    for index, body in enumerate(tree.bodies):
        types = [joint.type for joint in body.joints]
        if sum(DOFS[type] for type in types) > 6:
            raise body.error('the joints of a body can have at most 6 degrees of freedom')
        if mjtJoint.mjJNT_FREE in types and tree.parents[index] != 0:
            raise body.joints[0].error('a free joint needs a body that is a child of the world')
        after_ball = types[types.index(mjtJoint.mjJNT_BALL) + 1 :] if mjtJoint.mjJNT_BALL in types else []
        if any(type in ANGULAR for type in after_ball):
            raise body.error('no rotation can follow a ball joint in the same body')
        if body.mocap and (body.joints or tree.parents[index] != 0):
            raise body.error('a mocap body needs to be a child of the world without joints')


def radians(tree: Tree, joint: Joint, value: float) -> float:
    """An angle of the file in radians; a length stays as it is."""
    return math.radians(value) if joint.type in ANGULAR and tree.compiler.degree else value


def _axis(tree: Tree, joint: Joint) -> Vector:
    if joint.type not in SCALAR:
        return 0.0, 0.0, 1.0
    axis = joint.axis if joint.frame is None else rotate(tree.frame_pose(joint.frame)[1], joint.axis)
    if axis in AXES:
        return axis
    if norm(axis) <= SHORTEST:
        raise joint.error('attribute "axis" is too short to give a direction')
    return normalized(axis)


def _position(tree: Tree, joint: Joint) -> Vector:
    if joint.type == mjtJoint.mjJNT_FREE:
        return 0.0, 0.0, 0.0
    if joint.frame is None:
        return joint.pos
    pos, quat = tree.frame_pose(joint.frame)
    return tuple(p + x for p, x in zip(pos, rotate(quat, joint.pos), strict=True))


def _limited(joint: Joint, autolimits: int) -> bool:
    if joint.type == mjtJoint.mjJNT_FREE:
        return False
    # a ball joint may be limited to a single angle
    single = joint.type == mjtJoint.mjJNT_BALL and joint.limited == mjtLimited.mjLIMITED_TRUE
    least = -math.inf if single else joint.range[0]
    limited = is_limited(joint, joint.limited, (least, joint.range[1]), autolimits, 'limited', 'range')
    if limited and joint.type == mjtJoint.mjJNT_BALL and joint.range[0] != 0:
        raise joint.error('attribute "range" of a ball joint needs 0 as its first number')
    return limited


def _force_limited(joint: Joint, autolimits: int) -> bool:
    if joint.type not in SCALAR:
        return False
    return is_limited(
        joint, joint.actfrclimited, joint.actfrcrange, autolimits, 'actuatorfrclimited', 'actuatorfrcrange'
    )


def _range(tree: Tree, joint: Joint, limited: bool) -> Vector:
    """Only ranges that are used are converted."""
    return tuple(radians(tree, joint, bound) for bound in joint.range) if limited else joint.range


def _spring_yield(tree: Tree, joint: Joint) -> float:
    if not joint.springyield:
        return 0.0
    if joint.springyield < 0:
        raise joint.error('attribute "springyield" cannot be negative')
    if joint.type == mjtJoint.mjJNT_FREE:
        raise joint.error('a free joint has no spring; remove the attribute "springyield"')
    return radians(tree, joint, joint.springyield)


def _set_plastic_addresses(fields: Fields, joints: Sequence[Joint]) -> int:
    """Joints whose spring can yield keep its reference in the state: an angle, a length or a quaternion."""
    addresses, total = [], 0
    for joint in joints:
        addresses.append(total if joint.springyield > 0 else -1)
        total += COORDINATES[joint.type] if joint.springyield > 0 else 0
    fields['jnt_plasticadr'] = column('jnt_plasticadr', addresses)
    return total


def spring_dampers(joints: Sequence[Joint]) -> np.ndarray:
    """Time constant and damping ratio of the joints that ask for a spring-damper; zeros elsewhere."""
    for joint in joints:
        if any(joint.springdamper) and min(joint.springdamper) <= 0:
            raise joint.error('attribute "springdamper" needs two positive numbers')
    return np.array([joint.springdamper for joint in joints], dtype=float).reshape(-1, 2)


def set_reference_positions(fields: Fields, tree: Tree) -> None:
    """qpos0: the coordinates of the pose in the file. qpos_spring: those at which springs rest."""
    reference: list[float] = []
    spring: list[float] = []
    for joint, body in zip(tree.joints, tree.owners['joints'], strict=True):
        if joint.type == mjtJoint.mjJNT_FREE:
            pose = [*fields['body_pos'][body].tolist(), *fields['body_quat'][body].tolist()]
            reference += pose
            spring += pose
        elif joint.type == mjtJoint.mjJNT_BALL:
            reference += [1.0, 0.0, 0.0, 0.0]
            spring += [1.0, 0.0, 0.0, 0.0]
        else:
            reference.append(radians(tree, joint, joint.ref))
            spring.append(radians(tree, joint, joint.springref))
    set_columns(fields, {'qpos0': reference, 'qpos_spring': spring})
