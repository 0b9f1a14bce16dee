"""What contacts add to the equations H da = R: forces in the directions of their frames, wrenches on two bodies.

In these directions y = J (a + b v) + K imp (pos - margin), b being the damping. The force phi(y) scales with D, which
grows with the impedance, so d phi = -s'' dy + phi P / (imp (1 - imp)) d pos, with the Hessian s'' of the cost. Twists
of bodies may be packs of several (pair.py).
"""

from ...jit import helper
from ...jit.arguments import Out
from ...jit.rows import rest_of
from ...jit.values import ZERO, Vec3, cross, cross_motion, spatial
from ..collision.mixing import surface_velocity
from ..common.names import CONE, OFF_DAMPER, OFF_SPRING, QUADRATIC
from ..constraint.contact import contact_size, is_pyramid
from .frame import distance_rate, frame_twist
from .smoothing import onset

Hessian = Out('nv,nv')
# numbers of one contact: Hessian in directions 6 x 6, force, damping, adhesion and by how much it shifts y; then those
# of its frame
PUSH, DAMPING, PULL, SHIFT, FRAME_AT = 36, 42, 48, 49, 50


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
    for k in range(PULL):
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


# ---- all that changes ----
@helper
def wrench_changes(m, d, c, w, v1, v2, acc, dacc, vel, dvel):
    """Changes of the wrench of contact c about its point with positions, velocities and accelerations, for twists v1
    and v2 of its bodies about that point.

    `acc` and `vel` are acceleration and velocity of the second body relative to the first; they change by `dacc` and
    `dvel` with the position.
    """
    frame, dim, kept = d.contact.frame[c], d.contact.dim[c], rest_of(w, FRAME_AT)
    twist, relative = frame_twist(d, c, v1, v2, kept), in_frame(frame, v2 - v1)
    change = (in_frame(frame, change_along(twist, acc, dacc))
              + damped(w, in_frame(frame, change_along(twist, vel, dvel))))
    if m.flg_surfacevel:
        change += damped(w, surface_change(m, d, c, twist, v1, v2))
    return (wrench_change(d, c, w, twist, distance_rate(v1, v2, kept), change, whole_push(frame, w)),
            in_world(frame, -times_hessian(w, dim, damped(w, relative))),
            in_world(frame, times_hessian(w, dim, relative)))
