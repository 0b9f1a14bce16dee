"""What contacts add to the equations H da = R: forces in the directions of their frames, wrenches on two bodies.

In these directions y = J (a + b v) + K imp (pos - margin), b being the damping. The force phi(y) scales with D, which
grows with the impedance, so d phi = -s'' dy + phi P / (imp (1 - imp)) d pos, with the Hessian s'' of the cost. Twists
of bodies may be packs of several (pair.py).
"""

from ....jit import helper
from ....jit.arguments import Scratched
from ....jit.formula import formula
from ....jit.lanes import any_, where
from ....jit.values import ZERO, Mat3, Vec3, cross, cross_motion, spatial
from ...collision.mixing import surface_velocity
from ...common.names import CONE, OFF_DAMPER, OFF_SPRING, QUADRATIC
from ...constraint.block import is_in_state
from ...constraint.contact import contact_size, is_pyramid
from .frame import distance_rate, frame_twist
from .smoothing import onset

Hessian = Scratched('nv,nv')
# numbers of one contact: Hessian in directions 6 x 6, force, damping, adhesion and by how much it shifts y; in axes of
# the world its wrench, how that changes with the distance, the Hessian without and with damping
PUSH, DAMPING, PULL, SHIFT, WRENCH, BY_DISTANCE, STIFF, DAMPED, SIZE = 36, 42, 48, 49, 50, 56, 62, 98, 134
LINEAR, BY_TURN, TURNING, TURNED = 0, 9, 18, 27  # blocks of the last two: forces by shifts and turns, torques by both


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
def adheres(m):
    """Whether contacts may pull."""
    both = OFF_SPRING | OFF_DAMPER
    return m.flg_adhesion and m.opt.disableflags & both != both


@helper
def pull_of(m, d, c):
    """The adhesion of contact c."""
    return d.contact.adhesion[c] if adheres(m) else 0.0


@helper
def acts_in(m, d, c):
    """In which worlds contact c acts."""
    row, acts = d.contact.efc_address[c], pull_of(m, d, c) != 0.0
    if row >= 0:
        acts = acts | is_in_state(d, row, CONE)
        for r in range(row, row + (contact_size(m, d, c) if is_pyramid(m, d, c) else 1)):
            acts = acts | is_in_state(d, r, QUADRATIC)
    return acts


@helper
def load_edge(d, w, r, k, slope):
    """Add row r of a pyramid, the normal plus `slope` times direction k, where it acts."""
    acts = is_in_state(d, r, QUADRATIC)
    stiff, push = where(acts, d.efc_D[r], 0.0), where(acts, d.efc_force[r], 0.0)
    w[0] += stiff
    w[k] += stiff * slope
    w[6 * k] += stiff * slope
    w[7 * k] += stiff * slope * slope
    w[PUSH] += push
    w[PUSH + k] += push * slope


@helper
def load_directions(d, w, c, row, dim):
    """The rows of a contact that has one for each direction."""
    sticks, slips = is_in_state(d, row, QUADRATIC), is_in_state(d, row, CONE)
    for k in range(dim):
        w[PUSH + k], w[DAMPING + k] = d.efc_force[row + k], d.efc_KBIP[row + k, 1]
        w[7 * k] = where(sticks, d.efc_D[row + k], 0.0)
    if any_(slips):
        for k in range(dim):
            for j in range(dim):
                w[6 * k + j] = where(slips, d.contact.H[c, dim * k + j], w[6 * k + j])


@helper
def load_contact(m, d, c, w):
    """Hessian of the cost, force and damping in the directions of contact c."""
    row, dim = d.contact.efc_address[c], d.contact.dim[c]
    for k in range(PULL):
        w[k] = 0.0
    w[PULL], w[SHIFT] = pull_of(m, d, c), 0.0
    if row < 0:
        return
    w[SHIFT] = d.efc_R[row] * w[PULL] / (contact_size(m, d, c) if is_pyramid(m, d, c) else 1)
    if is_pyramid(m, d, c):
        for k in range(1, dim):
            mu, r = d.contact.friction[c, k - 1], row + 2 * (k - 1)
            load_edge(d, w, r, k, mu)
            load_edge(d, w, r + 1, k, -mu)
        for k in range(dim):
            w[DAMPING + k] = d.efc_KBIP[row, 1]
    else:
        load_directions(d, w, c, row, dim)


@helper
def local_push(w):
    """The wrench of the rows of a contact, in its directions."""
    return spatial(Vec3(w[PUSH + 3], w[PUSH + 4], w[PUSH + 5]), Vec3(w[PUSH], w[PUSH + 1], w[PUSH + 2]))


@helper
def stiffness_and_growth(d, row):
    """Changes with the distance: of y, and of the force at fixed y, relative."""
    K, imp, P = d.efc_KBIP[row, 0], d.efc_KBIP[row, 2], d.efc_KBIP[row, 3]
    growth = P / (imp * (1.0 - imp))
    if any_(d.work.reach > 0.0):
        growth += onset(d, row)
    return K * (imp + P * (d.efc_pos[row] - d.efc_margin[row])), growth


# ---- in world axes ----
@formula
def with_columns(block, scale):
    """A matrix whose columns are scaled."""
    return Mat3(*[x * scale[i % 3] for i, x in enumerate(block)])


@helper
def turn_block(w, frame, at, block, damping):
    """Set a block of the matrices in world axes, from that of the Hessian which starts at `at`."""
    local = Mat3(w[at], w[at + 1], w[at + 2], w[at + 6], w[at + 7], w[at + 8], w[at + 12], w[at + 13], w[at + 14])
    w.mat3[STIFF + block] = frame.T @ (local @ frame)
    w.mat3[DAMPED + block] = frame.T @ (with_columns(local, damping) @ frame)


@helper
def turn_to_world(d, c, w):
    """Set what is in world axes, from what is in the directions of contact c."""
    frame, row, stiffness, growth = d.contact.frame[c], d.contact.efc_address[c], 0.0, 0.0
    if row >= 0:
        stiffness, growth = stiffness_and_growth(d, row)
        stiffness += growth * w[SHIFT]  # y is shifted by R times the adhesion, and R shrinks as D grows
    pressed = spatial(Vec3(w[18], w[24], w[30]), Vec3(w[0], w[6], w[12]))  # by a unit of y along the normal
    w.spatial[WRENCH] = in_world(frame, local_push(w) - spatial(ZERO, Vec3(w[PULL], 0.0, 0.0)))
    w.spatial[BY_DISTANCE] = in_world(frame, local_push(w) * growth - pressed * stiffness)
    turn_block(w, frame, 0, LINEAR, w.vec3[DAMPING])
    if d.contact.dim[c] > 3:
        turn_block(w, frame, 3, BY_TURN, w.vec3[DAMPING + 3])
        turn_block(w, frame, 18, TURNING, w.vec3[DAMPING])
        turn_block(w, frame, 21, TURNED, w.vec3[DAMPING + 3])


# ---- surfaces that move ----
@helper
def surface_twist(m, d, g, point):
    """Velocity of the surface of a geom, relative to its body, about a point."""
    linear, angular = surface_velocity(m, d, g, point)
    return spatial(angular, linear)


@helper
def surface_change(m, d, c, twist, v1, v2):
    """Change of what moving surfaces add to the velocities of contact c: along its tangents and about its normal."""
    point, frame = d.contact.pos[c], d.contact.frame[c]
    s1, s2 = surface_twist(m, d, d.contact.geom[c, 0], point), surface_twist(m, d, d.contact.geom[c, 1], point)
    change = in_frame(frame, change_along(twist, s2 - s1, cross_motion(v2, s2) - cross_motion(v1, s1)))
    return in_world(frame, spatial(Vec3(change.ang.x, 0.0, 0.0), Vec3(0.0, change.lin.y, change.lin.z)))


# ---- all that changes ----
@helper
def wrench_changes(m, d, c, w, kept, v1, v2, acc, dacc, vel, dvel):
    """Changes of the wrench of contact c about its point with positions, velocities and accelerations, for twists v1
    and v2 of its bodies about that point; `kept`: how its frame moves.

    `acc` and `vel` are acceleration and velocity of the second body relative to the first; they change by `dacc` and
    `dvel` with the position.
    """
    push, between = w.spatial[WRENCH], v2 - v1
    twist, approach = frame_twist(d, c, v1, v2, kept), distance_rate(v1, v2, kept)
    change, drift = change_along(twist, acc, dacc), change_along(twist, vel, dvel)
    if m.flg_surfacevel:
        drift += surface_change(m, d, c, twist, v1, v2)
    stiff, damped, by_distance = w.mat3[STIFF + LINEAR], w.mat3[DAMPED + LINEAR], w.spatial[BY_DISTANCE]
    # what it is at fixed components: the frame carries it along
    force = cross(twist.ang, push.lin) + by_distance.lin * approach - stiff @ change.lin - damped @ drift.lin
    torque = cross(twist.lin, push.lin)
    force_v, force_a, torque_v, torque_a = damped @ between.lin, stiff @ between.lin, ZERO, ZERO
    if d.contact.dim[c] > 3:
        stiff, damped = w.mat3[STIFF + BY_TURN], w.mat3[DAMPED + BY_TURN]
        force += -(stiff @ change.ang) - damped @ drift.ang
        force_v += damped @ between.ang
        force_a += stiff @ between.ang
        stiff, damped = w.mat3[STIFF + TURNING], w.mat3[DAMPED + TURNING]
        torque += (cross(twist.ang, push.ang) + by_distance.ang * approach - stiff @ change.lin - damped @ drift.lin)
        torque_v, torque_a = damped @ between.lin, stiff @ between.lin
        stiff, damped = w.mat3[STIFF + TURNED], w.mat3[DAMPED + TURNED]
        torque += -(stiff @ change.ang) - damped @ drift.ang
        torque_v += damped @ between.ang
        torque_a += stiff @ between.ang
    return spatial(torque, force), -spatial(torque_v, force_v), spatial(torque_a, force_a)
