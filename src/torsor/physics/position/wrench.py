"""Transmissions to bodies: a length whose change is the power of a wrench on one body and of another one on a second.

Dof i then has the moment cdof_i . W on every body that it moves.
"""

from ...jit import helper, stage
from ...jit.lanes import sqrt, where
from ...jit.values import STILL, ZERO, Vec3, cross, dot, rotation_vector, spatial
from ..common.chain import last_dof, tree_centre

IN_GAP = 1  # value of contact.exclude


@helper
def gear_axis(m, out, k):
    """Three numbers of a gear, from number k on."""
    return Vec3(m.actuator_gear[out, k], m.actuator_gear[out, k + 1], m.actuator_gear[out, k + 2])


@helper
def close_row(d, out, start, size):
    """Note where the moment of an output is; where the next one starts."""
    d.moment_rowadr[out], d.moment_rownnz[out] = start, size
    return start + size


@helper
def wrench_at(m, d, b, point, torque, force):
    """A force at a point of body b, and a torque, about the centre of mass of its tree."""
    return spatial(torque + cross(point - tree_centre(m, d, b), force), force)


# ---- rows ----
@helper
def count_dofs(m, i, j):
    """How many dofs there are on the chains from dofs i and j to where they meet."""
    count = 0
    while i != j:
        count += 1
        if i > j:
            i = m.dof_parentid[i]
        else:
            j = m.dof_parentid[j]
    return count


@helper
def put_row(m, d, out, start, first, wrench_1, second, wrench_2):
    """The moment of wrenches on two bodies, as a row; dofs that move both do not change the length between them."""
    i, j = last_dof(m, first), last_dof(m, second)
    size = count_dofs(m, i, j)
    for k in range(start + size - 1, start - 1, -1):
        if i > j:
            d.moment_colind[k], d.actuator_moment[k] = i, dot(d.cdof[i], wrench_1)
            i = m.dof_parentid[i]
        else:
            d.moment_colind[k], d.actuator_moment[k] = j, dot(d.cdof[j], wrench_2)
            j = m.dof_parentid[j]
    return close_row(d, out, start, size)


# ---- sites ----
@stage
def site_moment(m, d, a: int, start: int) -> int:
    """A wrench in the axes of a site, or in those of a reference site; the number of entries of all moments then.

    With a reference site the length is the pose of the site as the reference sees it, along the gear. The moment leaves
    out, as the wheel does, that the axes of the reference turn.
    """
    out, s, ref = m.actuator_outadr[a], m.actuator_trnid[a, 0], m.actuator_trnid[a, 1]
    axes = d.site_xmat[s] if ref < 0 else d.site_xmat[ref]
    body, force, torque = m.site_bodyid[s], axes @ gear_axis(m, out, 0), axes @ gear_axis(m, out, 3)
    wrench = wrench_at(m, d, body, d.site_xpos[s], torque, force)
    if ref < 0:
        d.actuator_length[out] = 0.0
        return put_row(m, d, out, start, body, wrench, 0, STILL)
    turn = rotation_vector(d.site_xquat[ref].conjugate * d.site_xquat[s])
    d.actuator_length[out] = dot(d.site_xpos[s] - d.site_xpos[ref], force) + dot(turn, gear_axis(m, out, 3))
    base = m.site_bodyid[ref]
    return put_row(m, d, out, start, body, wrench, base, -wrench_at(m, d, base, d.site_xpos[ref], torque, force))


@helper
def site_entries(m, d, a, end):
    return site_moment(m, d, a, end)


# ---- sliders and cranks ----
@stage
def crank_moment(m, d, a: int, start: int) -> int:
    """A slider on the z axis of a site, which a rod connects to a crank; the number of entries of all moments then.

    With the pin of the crank at v from the site, and z the axis, the slider is at v.z - sqrt((v.z)^2 + rod^2 - v^2).
    A rod too short to reach the axis leaves v.z.
    """
    out, crank, slider = m.actuator_outadr[a], m.actuator_trnid[a, 0], m.actuator_trnid[a, 1]
    rod, axis, v = m.actuator_cranklength[a], d.site_xmat[slider].col_z, d.site_xpos[crank] - d.site_xpos[slider]
    along = dot(v, axis)
    square = along * along + rod * rod - dot(v, v)
    reaches = square > 0.0
    root = sqrt(where(reaches, square, 1.0))
    gear = m.actuator_gear[out, 0]
    d.actuator_length[out] = gear * (along - where(reaches, root, 0.0))
    share = where(reaches, 1.0 / root, 0.0)
    rise = 1.0 - along * share  # change of the length with v.z
    force = (axis * rise + v * share) * gear
    pin, base = m.site_bodyid[crank], m.site_bodyid[slider]
    return put_row(m, d, out, start, pin, wrench_at(m, d, pin, d.site_xpos[crank], ZERO, force),
                   base, wrench_at(m, d, base, d.site_xpos[slider], cross(axis, v) * (rise * gear), -force))


@helper
def crank_entries(m, d, a, end):
    return crank_moment(m, d, a, end)


# ---- contacts of a body ----
@helper
def add_contact(m, d, b, point, direction, start):
    """Add the moment of a force at a point of body b to a dense row."""
    i, wrench = last_dof(m, b), wrench_at(m, d, b, point, ZERO, direction)
    while i >= 0:
        d.actuator_moment[start + i] += dot(d.cdof[i], wrench)
        i = m.dof_parentid[i]


@stage(one_world=True)
def contact_moment(m, d, a: int, start: int) -> int:
    """Pull at all contacts of a body, against their normals, with the mean of the gradients of their distances.

    The row is collected densely, in the place where it will be, and loses its zeros then. Returns the number of entries
    of all moments.
    """
    out, body, count = m.actuator_outadr[a], m.actuator_trnid[a, 0], 0
    d.actuator_length[out] = 0.0
    for i in range(m.nv):
        d.actuator_moment[start + i] = 0.0
    for c in range(d.ncon):
        first, second = m.geom_bodyid[d.contact.geom[c, 0]], m.geom_bodyid[d.contact.geom[c, 1]]
        if (first == body or second == body) and d.contact.exclude[c] <= IN_GAP:
            normal = d.contact.frame[c].row_x
            add_contact(m, d, first, d.contact.pos[c], normal, start)
            add_contact(m, d, second, d.contact.pos[c], -normal, start)
            count += 1
    size = 0
    for i in range(m.nv):
        if d.actuator_moment[start + i] != 0.0:
            d.moment_colind[start + size] = i
            d.actuator_moment[start + size] = d.actuator_moment[start + i] / count
            size += 1
    return close_row(d, out, start, size)


@helper
def contact_entries(m, d, a, end):
    return contact_moment(m, d, a, end)


# ---- rotations ----
@helper
def joint_rotation(m, d, a, start):
    """The rotation of a ball joint: three lengths, each with a dof of its own."""
    out, j, end = m.actuator_outadr[a], m.actuator_trnid[a, 0], start
    turn = rotation_vector(d.qpos.quat[m.jnt_qposadr[j]])
    set_rotation(d, out, turn)
    for k in range(3):
        d.moment_colind[end] = m.jnt_dofadr[j] + k
        d.actuator_moment[end] = 1.0
        end = close_row(d, out + k, end, 1)
    return end


@helper
def set_rotation(d, out, turn):
    d.actuator_length[out], d.actuator_length[out + 1], d.actuator_length[out + 2] = turn.x, turn.y, turn.z


@stage
def rotation_moment(m, d, a: int, start: int) -> int:
    """Rotation of a ball joint, or of a site as a reference site sees it; the number of entries of all moments then.

    Lengths are those of the rotation vector, moments are about the axes of the joint or site.
    """
    out, s, ref, end = m.actuator_outadr[a], m.actuator_trnid[a, 0], m.actuator_trnid[a, 1], start
    if ref < 0:
        return joint_rotation(m, d, a, start)
    set_rotation(d, out, rotation_vector(d.site_xquat[ref].conjugate * d.site_xquat[s]))
    axes = d.site_xmat[s].T
    for k in range(3):
        axis = axes.row_x if k == 0 else axes.row_y if k == 1 else axes.row_z
        torque = spatial(axis, ZERO)
        end = put_row(m, d, out + k, end, m.site_bodyid[s], torque, m.site_bodyid[ref], -torque)
    return end


@helper
def rotation_entries(m, d, a, end):
    return rotation_moment(m, d, a, end)
