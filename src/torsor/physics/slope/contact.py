"""What contacts add to the equations H da = R: forces in the directions of their frames, wrenches on two bodies.

In these directions y = J (a + b v) + K imp (pos - margin), b being the damping. The force phi(y) scales with D, which
grows with the impedance, so d phi = -s'' dy + phi P / (imp (1 - imp)) d pos, with the Hessian s'' of the cost. Columns
of R are positions, velocities, activations and controls. What the contacts of one
pair of bodies do is added up as wrenches first; if one of the two cannot move these are three 6 x 6 matrices.
"""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import Out
from ...jit.rows import rest_of, subtract_scaled
from ...jit.structs import flat
from ...jit.values import STILL, ZERO, Vec3, cross, cross_force, cross_motion, spatial
from ..collision.mixing import surface_velocity
from ..common.chain import last_dof, tree_centre
from ..common.names import CONE, OFF_DAMPER, OFF_SPRING, QUADRATIC
from ..constraint.contact import contact_body, contact_size, is_pyramid
from .frame import SIZE as FRAME
from .frame import collide_on_duals, distance_rate, frame_twist, keep_slopes
from .inverse import Columns
from .smoothing import onset

Hessian = Out('nv,nv')
# numbers of one contact: Hessian in directions 6 x 6, force, damping, a unit twist, adhesion and by how much it shifts
# y; then those of its frame
PUSH, DAMPING, UNIT, PULL, SHIFT, FRAME_AT = 36, 42, 48, 54, 55, 56
# of a pair of bodies: three matrices 6 x 6, the wrench by each unit twist in a row
AT_REST, BY_VELOCITY, BY_ACCELERATION, SUMS = 0, 36, 72, 108
# of each dof that moves a pair of bodies: its number and which bodies it moves; then wrenches with its position on the
# first and the second body, with its velocity and its acceleration
CHAIN, ON_FIRST, ON_SECOND, WITH_VELOCITY, WITH_ACCELERATION = 26, 2, 8, 14, 20


# ---- spatial vectors ----
@helper
def shifted(v, arm):
    """A motion vector about a point `arm` away."""
    return spatial(v.ang, v.lin + cross(v.ang, arm))


@helper
def wrench_about(f, arm):
    """A wrench about a point, given about another that is `arm` away from it."""
    return spatial(f.ang + cross(arm, f.lin), f.lin)


@helper
def in_frame(frame, v):
    return spatial(frame @ v.ang, frame @ v.lin)


@helper
def in_world(frame, v):
    return spatial(frame.T @ v.ang, frame.T @ v.lin)


@helper
def change_along(twist, u, du):
    """Change of the components of u in a frame that moves with a twist, while u changes by du; in world axes."""
    return spatial(cross(u.ang, twist.ang) + du.ang,
                   cross(u.ang, twist.lin) + cross(u.lin, twist.ang) + du.lin)


# ---- one contact, in its own directions: linear ones second, as in a wrench ----
@helper
def load_edge(d, w, r, k, slope):
    """Add row r of a pyramid, the normal plus `slope` times direction k; returns whether it acts."""
    if d.efc_state[r] != QUADRATIC:
        return False
    stiff = d.efc_D[r]
    w[0] += stiff
    w[k] += stiff * slope
    w[6 * k] += stiff * slope
    w[7 * k] += stiff * slope * slope
    w[PUSH] += d.efc_force[r]
    w[PUSH + k] += d.efc_force[r] * slope
    return True


@helper
def adheres(m):
    """Whether contacts may pull."""
    both = OFF_SPRING | OFF_DAMPER
    return m.flg_adhesion and m.opt.disableflags & both != both


@helper
def load_contact(m, d, c, w):
    """Hessian of the cost, force and damping in the directions of contact c; returns whether it acts."""
    row, dim = d.contact.efc_address[c], d.contact.dim[c]
    for k in range(UNIT):
        w[k] = 0.0
    w[PULL] = d.contact.adhesion[c] if adheres(m) else 0.0
    acts = w[PULL] != 0.0
    if row < 0:
        return acts
    w[SHIFT] = d.efc_R[row] * w[PULL] / (contact_size(m, d, c) if is_pyramid(m, d, c) else 1)
    if is_pyramid(m, d, c):
        for k in range(1, dim):
            mu, r = d.contact.friction[c, k - 1], row + 2 * (k - 1)
            first, second = load_edge(d, w, r, k, mu), load_edge(d, w, r + 1, k, -mu)
            acts = acts or first or second
        for k in range(dim):
            w[DAMPING + k] = d.efc_KBIP[row, 1]
        return acts
    for k in range(dim):
        w[PUSH + k], w[DAMPING + k] = d.efc_force[row + k], d.efc_KBIP[row + k, 1]
        if d.efc_state[row] == QUADRATIC:
            w[7 * k] = d.efc_D[row + k]
        elif d.efc_state[row] == CONE:
            for j in range(dim):
                w[6 * k + j] = d.contact.H[c, dim * k + j]
    return acts or d.efc_state[row] == QUADRATIC or d.efc_state[row] == CONE


@helper
def rows_times(w, at, v):
    """Three rows of the Hessian, from a place on, times three numbers."""
    return Vec3(w[at] * v.x + w[at + 1] * v.y + w[at + 2] * v.z,
                w[at + 6] * v.x + w[at + 7] * v.y + w[at + 8] * v.z,
                w[at + 12] * v.x + w[at + 13] * v.y + w[at + 14] * v.z)


@helper
def times_hessian(w, dim, x):
    """Product with the Hessian of a contact."""
    lin, ang = rows_times(w, 0, x.lin), ZERO
    if dim > 3:
        lin += rows_times(w, 3, x.ang)
        ang = rows_times(w, 18, x.lin) + rows_times(w, 21, x.ang)
    return spatial(ang, lin)


@helper
def damped(w, x):
    """Product with the damping of each direction."""
    return spatial(Vec3(w[DAMPING + 3] * x.ang.x, w[DAMPING + 4] * x.ang.y, w[DAMPING + 5] * x.ang.z),
                   Vec3(w[DAMPING] * x.lin.x, w[DAMPING + 1] * x.lin.y, w[DAMPING + 2] * x.lin.z))


@helper
def local_push(w):
    """The wrench of the rows of a contact, in its directions."""
    return spatial(Vec3(w[PUSH + 3], w[PUSH + 4], w[PUSH + 5]), Vec3(w[PUSH], w[PUSH + 1], w[PUSH + 2]))


@helper
def whole_push(frame, w):
    """The wrench of a contact on its second body, adhesion included, in world axes."""
    return in_world(frame, local_push(w) - spatial(ZERO, Vec3(w[PULL], 0.0, 0.0)))


@helper
def stiffness_and_growth(d, row):
    """Changes with the distance: of y, and of the force at fixed y, relative."""
    K, imp, P = d.efc_KBIP[row, 0], d.efc_KBIP[row, 2], d.efc_KBIP[row, 3]
    growth = P / (imp * (1.0 - imp))
    if d.work.reach > 0.0:
        growth += onset(d, row)
    return K * (imp + P * (d.efc_pos[row] - d.efc_margin[row])), growth


@helper
def wrench_change(d, c, w, twist, approach, change, push):
    """Change of the wrench of contact c about its point, for changes of y at fixed distance and of the frame."""
    frame, dim = d.contact.frame[c], d.contact.dim[c]
    stiffness, growth, row = 0.0, 0.0, d.contact.efc_address[c]
    if row >= 0:
        stiffness, growth = stiffness_and_growth(d, row)
        stiffness += growth * w[SHIFT]  # y is shifted by R times the adhesion, and R shrinks as D grows
    change += spatial(ZERO, Vec3(stiffness * approach, 0.0, 0.0))
    force = in_world(frame, local_push(w) * (growth * approach) - times_hessian(w, dim, change))
    # what it is at fixed components: the frame carries it along
    return force + spatial(cross(twist.lin, push.lin) + cross(twist.ang, push.ang), cross(twist.ang, push.lin))


# ---- surfaces that move ----
@helper
def surface_twist(m, d, g, point):
    """Velocity of the surface of a geom, relative to its body, about a point."""
    linear, angular = surface_velocity(m, d, g, point)
    return spatial(angular, linear)


@helper
def surface_change(m, d, c, twist, v1, v2):
    """Change of what moving surfaces add to the velocities of contact c: along its tangents and about its normal."""
    point = d.contact.pos[c]
    s1, s2 = surface_twist(m, d, d.contact.geom[c, 0], point), surface_twist(m, d, d.contact.geom[c, 1], point)
    change = in_frame(d.contact.frame[c], change_along(twist, s2 - s1, cross_motion(v2, s2) - cross_motion(v1, s1)))
    return spatial(Vec3(change.ang.x, 0.0, 0.0), Vec3(0.0, change.lin.y, change.lin.z))


# ---- a body that touches what cannot move ----
@helper
def add_unit_twists(m, d, c, w, sums):
    """Add the wrenches on the second body of contact c for six unit twists of it: at fixed acceleration, by velocity,
    by acceleration."""
    b, kept = contact_body(m, d, c, 1), rest_of(w, FRAME_AT)
    frame, dim = d.contact.frame[c], d.contact.dim[c]
    arm = d.contact.pos[c] - tree_centre(m, d, b)
    push = whole_push(frame, w)
    acc, vel = shifted(d.work.joint_acc[b], arm), shifted(d.cvel[b], arm)
    d.work.body_load[b] += -wrench_about(push, arm)
    for k in range(6):
        for i in range(6):
            w[UNIT + i] = 0.0
        w[UNIT + k] = 1.0
        v = shifted(w.spatial[UNIT], arm)
        twist, relative = frame_twist(d, c, STILL, v, kept), in_frame(frame, v)
        change = (in_frame(frame, change_along(twist, acc, cross_motion(v, acc)))
                  + damped(w, in_frame(frame, change_along(twist, vel, cross_motion(v, vel)))))
        if m.flg_surfacevel:
            change += damped(w, surface_change(m, d, c, twist, STILL, v))
        force = wrench_change(d, c, w, twist, distance_rate(STILL, v, kept), change, push)
        by_velocity = in_world(frame, -times_hessian(w, dim, damped(w, relative)))
        by_acceleration = in_world(frame, times_hessian(w, dim, relative))
        sums.spatial[AT_REST + 6 * k] += wrench_about(force - cross_force(v, push), arm)
        sums.spatial[BY_VELOCITY + 6 * k] += wrench_about(by_velocity, arm)
        sums.spatial[BY_ACCELERATION + 6 * k] += wrench_about(by_acceleration, arm)


@helper
def combined(sums, at, v):
    """A twist as a combination of unit twists, applied to a matrix."""
    return (sums.spatial[at] * v.ang.x + sums.spatial[at + 6] * v.ang.y + sums.spatial[at + 12] * v.ang.z
            + sums.spatial[at + 18] * v.lin.x + sums.spatial[at + 24] * v.lin.y + sums.spatial[at + 30] * v.lin.z)


@helper
def spread_twists(d, chain, count, sums):
    """From unit twists of a body to the dofs that move it."""
    for e in range(count):
        k, at = int(chain[CHAIN * e]), CHAIN * e
        axis = d.cdof[k]
        chain.spatial[at + WITH_VELOCITY] = combined(sums, BY_VELOCITY, axis)
        chain.spatial[at + WITH_ACCELERATION] = combined(sums, BY_ACCELERATION, axis)
        chain.spatial[at + ON_SECOND] = (
            combined(sums, AT_REST, axis) + combined(sums, BY_VELOCITY, cross_motion(d.work.velocity_above[k], axis))
            - combined(sums, BY_ACCELERATION, cross_motion(d.work.joint_acc_above[k], axis)))


# ---- two bodies that move ----
@helper
def add_contact_wrenches(m, d, c, w, chain, count):
    """Add the changes of the wrenches of contact c to those of the dofs that move its bodies."""
    b1, b2, kept = contact_body(m, d, c, 0), contact_body(m, d, c, 1), rest_of(w, FRAME_AT)
    frame, dim, point = d.contact.frame[c], d.contact.dim[c], d.contact.pos[c]
    arm1, arm2 = point - tree_centre(m, d, b1), point - tree_centre(m, d, b2)
    push = whole_push(frame, w)
    acc1, acc2 = shifted(d.work.joint_acc[b1], arm1), shifted(d.work.joint_acc[b2], arm2)
    vel1, vel2 = shifted(d.cvel[b1], arm1), shifted(d.cvel[b2], arm2)
    d.work.body_load[b2] += -wrench_about(push, arm2)
    d.work.body_load[b1] += wrench_about(push, arm1)
    for e in range(count):
        at, k, moved = CHAIN * e, int(chain[CHAIN * e]), int(chain[CHAIN * e + 1])
        arm = arm1 if moved == 1 else arm2
        axis = shifted(d.cdof[k], arm)
        acc, vel = shifted(d.work.joint_acc_above[k], arm), shifted(d.work.velocity_above[k], arm)
        v1, v2, dacc, dvel = STILL, STILL, STILL, STILL
        if moved & 2:
            v2 = axis
            dacc += cross_motion(axis, acc2 - acc)
            dvel += cross_motion(axis, vel2 - vel)
        if moved & 1:
            v1 = axis
            dacc += -cross_motion(axis, acc1 - acc)
            dvel += -cross_motion(axis, vel1 - vel)
        twist, relative = frame_twist(d, c, v1, v2, kept), in_frame(frame, v2 - v1)
        change = in_frame(frame, change_along(twist, acc2 - acc1, dacc)) + damped(
            w, in_frame(frame, change_along(twist, vel2 - vel1, dvel)))
        if m.flg_surfacevel:
            change += damped(w, surface_change(m, d, c, twist, v1, v2))
        force = wrench_change(d, c, w, twist, distance_rate(v1, v2, kept), change, push)
        by_velocity = in_world(frame, -times_hessian(w, dim, damped(w, relative)))
        by_acceleration = in_world(frame, times_hessian(w, dim, relative))
        chain.spatial[at + ON_SECOND] += wrench_about(force - cross_force(v2, push), arm2)
        chain.spatial[at + ON_FIRST] += wrench_about(force - cross_force(v1, push), arm1)
        chain.spatial[at + WITH_VELOCITY] += wrench_about(by_velocity, arm2)
        chain.spatial[at + WITH_ACCELERATION] += wrench_about(by_acceleration, arm2)


# ---- pairs of bodies ----
@helper
def list_chain(m, b1, b2, chain):
    """The dofs that move one or both of two bodies, each with 1, 2 or the sum of both; returns their number."""
    i, j, count = last_dof(m, b1), last_dof(m, b2), 0
    while i >= 0 or j >= 0:
        k, moved, at = max(i, j), 0, CHAIN * count
        if i == k:
            i = m.dof_parentid[i]
            moved += 1
        if j == k:
            j = m.dof_parentid[j]
            moved += 2
        chain[at], chain[at + 1] = float(k), float(moved)
        for n in range(2, CHAIN):
            chain[at + n] = 0.0
        count += 1
    return count


@helper
def put_parts(table, at, stride, wrench):
    """The six numbers of a wrench, each into a row of a table."""
    table[at], table[at + stride], table[at + 2 * stride] = wrench.ang.x, wrench.ang.y, wrench.ang.z
    table[at + 3 * stride], table[at + 4 * stride], table[at + 5 * stride] = wrench.lin.x, wrench.lin.y, wrench.lin.z


@helper
def add_along(line, axis, i, table, sign, count):
    """Add the products of the axis of dof i with the wrenches of a table, a row for each of their six numbers."""
    for k in range(6):
        subtract_scaled(line, 0, -sign * axis[6 * i + k], table, count * k, count)


@helper
def project_chain(m, d, b1, b2, chain, count, H, R):
    """Add the wrenches of a pair of bodies to the equations."""
    between, columns, mark, width = (tree_centre(m, d, b2) - tree_centre(m, d, b1), 2 * m.nv + m.na + m.nu,
                                     d.pstack, 3 * count)
    first, second, line = scratch(d, 6 * width), scratch(d, 6 * width), scratch(d, width)
    for e in range(count):  # with the position of each dof, then with the velocities, then with the accelerations
        at = CHAIN * e
        by_v, by_a = chain.spatial[at + WITH_VELOCITY], chain.spatial[at + WITH_ACCELERATION]
        put_parts(second, e, width, chain.spatial[at + ON_SECOND])
        put_parts(second, count + e, width, by_v)
        put_parts(second, 2 * count + e, width, by_a)
        put_parts(first, e, width, chain.spatial[at + ON_FIRST])
        put_parts(first, count + e, width, wrench_about(by_v, between))
        put_parts(first, 2 * count + e, width, wrench_about(by_a, between))
    for f in range(count):
        i, moved = int(chain[CHAIN * f]), int(chain[CHAIN * f + 1])
        row = columns * i
        for k in range(width):
            line[k] = 0.0
        if moved & 2:
            add_along(line, flat(d.cdof), i, second, 1.0, width)
        if moved & 1:
            add_along(line, flat(d.cdof), i, first, -1.0, width)
        for e in range(count):
            j = int(chain[CHAIN * e])
            R[row + j] += line[e]
            R[row + m.nv + j] += line[count + e]
            if j <= i:
                H[m.nv * i + j] += line[2 * count + e]
    d.pstack = mark


@stage
def close_pair(m, d, b1: int, b2: int, chain: Out('nv'), count: int, sums: Out('nv'), H: Hessian, R: Columns):
    """Add what the contacts of two bodies have summed up to.

    Reads subtree_com, cdof, work.joint_acc_above, work.velocity_above; body_rootid, body_weldid, body_dofnum,
    body_dofadr of the model.
    """
    if last_dof(m, b1) < 0:
        spread_twists(d, chain, count, sums)
    project_chain(m, d, b1, b2, chain, count, H, R)


@stage
def add_to_pair(m, d, c: int, w: Out('nv'), chain: Out('nv'), count: int, sums: Out('nv')):
    """Add a contact that acts to what its two bodies sum up.

    Reads geom_xpos, geom_xmat, subtree_com, cdof, cvel, work.reach, work.joint_acc, work.joint_acc_above,
    work.velocity_above, contact.dist, contact.pos, contact.frame, contact.dim, contact.geom, contact.efc_address,
    efc_type, efc_pos, efc_margin, efc_KBIP; flg_surfacevel, body_rootid, body_weldid, body_dofnum, body_dofadr,
    geom_type, geom_bodyid, geom_surfacevel of the model. Updates work.body_load.
    """
    keep_slopes(m, d, c, rest_of(w, FRAME_AT))
    if last_dof(m, contact_body(m, d, c, 0)) < 0:
        add_unit_twists(m, d, c, w, sums)
    else:
        add_contact_wrenches(m, d, c, w, chain, count)


@stage
def add_acting_contacts(m, d, H: Hessian, R: Columns) -> int:
    """Add all contacts to the equations; returns -1, or the number of one whose collider has no derivative.

    Reads ncon, contact.friction, contact.adhesion, contact.H, contact.dim, contact.geom, contact.efc_address, efc_KBIP,
    efc_D, efc_R, efc_state, efc_force; flg_adhesion, body_weldid, body_dofnum, body_dofadr, dof_parentid, geom_bodyid,
    opt.cone, opt.disableflags of the model. Runs collide_on_duals, close_pair, add_to_pair.
    """
    mark = d.pstack
    w, sums, chain = scratch(d, FRAME_AT + FRAME), scratch(d, SUMS), scratch(d, CHAIN * m.nv)
    last1, last2, count, first, second = -1, -1, 0, -1, -1
    for c in range(d.ncon):
        if not load_contact(m, d, c, w):
            continue
        if d.contact.geom[c, 0] != first or d.contact.geom[c, 1] != second:
            first, second = d.contact.geom[c, 0], d.contact.geom[c, 1]
            if not collide_on_duals(m, d, first, second):
                d.pstack = mark
                return c
        b1, b2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        if b1 != last1 or b2 != last2:
            if count > 0:
                close_pair(m, d, last1, last2, chain, count, sums, H, R)
            last1, last2, count = b1, b2, list_chain(m, b1, b2, chain)
            for k in range(SUMS):
                sums[k] = 0.0
        add_to_pair(m, d, c, w, chain, count, sums)
    if count > 0:
        close_pair(m, d, last1, last2, chain, count, sums, H, R)
    d.pstack = mark
    return -1
