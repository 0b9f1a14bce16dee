"""Velocities and accelerations of bodies, geoms, sites and cameras; frames fixed to bodies; inverse dynamics."""

from ...jit import helper, stage
from ...jit.arguments import In, Index, Out
from ...jit.values import cross, cross_force, dot, normalized, spatial
from ..common.names import OBJ_BODY, OBJ_CAMERA, OBJ_GEOM, OBJ_SITE, OBJ_XBODY, SAME_INERTIAROT, SAME_NONE
from ..constraint.rne_post_constraint import body_acceleration
from ..dynamics.bias import base_acceleration
from ..dynamics.subtree import project_body_forces
from ..position.kinematics import attached_frame

SpatialOut = Out('6')


# ---- objects ----
@helper
def object_count(m, kind):
    """How many objects of a kind that has a frame there are; 0 for other kinds."""
    if kind == OBJ_BODY or kind == OBJ_XBODY:
        return m.nbody
    if kind == OBJ_GEOM:
        return m.ngeom
    if kind == OBJ_SITE:
        return m.nsite
    if kind == OBJ_CAMERA:
        return m.ncam
    return 0


@helper
def object_frame(m, d, kind, i):
    """Body of an object, and its position and orientation."""
    if kind == OBJ_BODY:
        return i, d.xipos[i], d.ximat[i]
    if kind == OBJ_GEOM:
        return m.geom_bodyid[i], d.geom_xpos[i], d.geom_xmat[i]
    if kind == OBJ_SITE:
        return m.site_bodyid[i], d.site_xpos[i], d.site_xmat[i]
    if kind == OBJ_CAMERA:
        return m.cam_bodyid[i], d.cam_xpos[i], d.cam_xmat[i]
    return i, d.xpos[i], d.xmat[i]


@helper
def at_point(motion, arm):
    """A spatial velocity or acceleration, taken at a point `arm` away from the old one (RBDA sec. 2.8)."""
    return spatial(motion.ang, motion.lin + cross(motion.ang, arm))


@helper
def store_motion(res, motion, axes, local):
    """Store a spatial vector, in the axes of a frame if `local`."""
    if local:
        res.vec3[0], res.vec3[3] = axes.T @ motion.ang, axes.T @ motion.lin
    else:
        res.vec3[0], res.vec3[3] = motion.ang, motion.lin


@stage
def object_velocity(m, d, objtype: int, objid: int, res: SpatialOut, flg_local: int) -> bool:
    """Angular and linear velocity of an object; False if there is no such object."""
    if not 0 <= objid < object_count(m, objtype):
        return False
    b, pos, axes = object_frame(m, d, objtype, objid)
    store_motion(res, at_point(d.cvel[b], pos - d.subtree_com[m.body_rootid[b]]), axes, flg_local != 0)
    return True


@stage
def object_acceleration(m, d, objtype: int, objid: int, res: SpatialOut, flg_local: int) -> bool:
    """Angular and linear acceleration of an object, from cacc; False if there is no such object."""
    if not 0 <= objid < object_count(m, objtype):
        return False
    b, pos, axes = object_frame(m, d, objtype, objid)
    arm = pos - d.subtree_com[m.body_rootid[b]]
    velocity, acceleration = at_point(d.cvel[b], arm), at_point(d.cacc[b], arm)
    # the spatial acceleration is that of a point fixed in space: add what is due to moving along (RBDA sec. 2.11)
    moving = spatial(acceleration.ang, acceleration.lin + cross(velocity.ang, velocity.lin))
    store_motion(res, moving, axes, flg_local != 0)
    return True


# ---- frames ----
@stage
def world_frame(m, d, xpos: Out('3'), xmat: Out('9'), pos: In('3'), quat: In('4'), body: Index('nbody'),
                sameframe: int) -> bool:
    """World pose of a frame fixed to a body, given in its coordinates; False if `sameframe` is not an mjtSameFrame."""
    if not 0 <= sameframe <= SAME_INERTIAROT:
        return False
    turn = quat.quat[0]
    place, _, axes = attached_frame(d, body, sameframe, pos.vec3[0], normalized(turn))
    if sameframe == SAME_NONE:
        axes = axes * dot(turn, turn)  # a quaternion that is not of unit length also scales
    xpos.vec3[0], xmat.mat3[0] = place, axes
    return True


# ---- inverse dynamics ----
@stage
def newton_euler(m, d, flg_acc: int, result: Out('nv')):
    """Joint forces that give qacc (zero without flg_acc), by recursive Newton-Euler (RBDA sec. 5.3)."""
    d.work.cacc[0] = base_acceleration(m)
    for b in range(1, m.nbody):
        acceleration = d.work.cacc[m.body_parentid[b]]
        if flg_acc != 0:
            acceleration = body_acceleration(m, d, b, acceleration)
        else:
            for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
                acceleration += d.cdof_dot[i] * d.qvel[i]
        inertia, velocity = d.cinert[b], d.cvel[b]
        d.work.cacc[b] = acceleration
        d.work.cfrc[b] = inertia @ acceleration + cross_force(velocity, inertia @ velocity)
    project_body_forces(m, d, result)
