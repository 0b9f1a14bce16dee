"""Contact sensors: contacts that match two criteria, reduced to a number of slots, each with the fields asked for."""

import math

from ...jit import helper, stage
from ...jit.values import AXES, ZERO, Mat3, Vec3, cross, norm
from ..common.chain import is_below
from ..common.names import OBJ_BODY, OBJ_GEOM, OBJ_SITE, OBJ_XBODY
from ..constraint.force import row_force
from .common import velocity_at
from .inside import site_holds

# bits of sensor_intprm[0], and values of sensor_intprm[1]
FOUND, FORCE, TORQUE, DIST, POS, NORMAL, TANGENT, LINVEL, ANGVEL = (1 << k for k in range(9))
MINDIST, MAXFORCE, NETFORCE = 1, 2, 3


# ---- which contacts match ----
@helper
def involves(m, g, kind, i):
    """Whether a geom is, or belongs to, an object; no object is as good as any."""
    if kind == OBJ_GEOM:
        return g == i
    if kind == OBJ_BODY:
        return m.geom_bodyid[g] == i
    if kind == OBJ_XBODY:
        return is_below(m, m.geom_bodyid[g], i)
    return True


@helper
def direction_of(m, d, s, c):
    """1 if contact c leads from the first object of a sensor to the second, -1 if the other way, 0 if none of these."""
    kind, i = m.sensor_objtype[s], m.sensor_objid[s]
    if kind == OBJ_SITE and not site_holds(m, d, i, d.contact.pos[c]):
        return 0
    other, j = m.sensor_reftype[s], m.sensor_refid[s]
    one, two = d.contact.geom[c, 0], d.contact.geom[c, 1]
    if involves(m, one, kind, i) and involves(m, two, other, j):
        return 1
    return -1 if involves(m, two, kind, i) and involves(m, one, other, j) else 0


# ---- what is told of a contact, in its frame ----
@helper
def contact_force(m, d, c):
    """Force and torque of a contact in its frame."""
    if d.contact.efc_address[c] < 0:
        return ZERO, ZERO
    return (Vec3(row_force(m, d, c, 0), row_force(m, d, c, 1), row_force(m, d, c, 2)),
            Vec3(row_force(m, d, c, 3), row_force(m, d, c, 4), row_force(m, d, c, 5)))


@helper
def turned_around(v, direction):
    """Components in the frame of a contact of what one body does to the other, if these change places."""
    return v if direction > 0 else Vec3(v.x, v.y, -v.z)


@helper
def half_turned(frame):
    """The frame of a contact, turned about its second tangent so that its normal points back."""
    x, y, z = -frame.row_x, -frame.row_y, frame.row_z
    return Mat3(x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z)


# ---- slots ----
@helper
def put3(d, k, value):
    d.sensordata.vec3[k] = value
    return k + 3


@helper
def put_slot(m, d, s, k, count, force, torque, dist, pos, frame, linear, angular):
    """Write a slot from number k of sensordata on; the number after it."""
    data = m.sensor_intprm[s, 0]
    if data & FOUND:
        d.sensordata[k] = count
        k += 1
    if data & FORCE:
        k = put3(d, k, force)
    if data & TORQUE:
        k = put3(d, k, torque)
    if data & DIST:
        d.sensordata[k] = dist
        k += 1
    if data & POS:
        k = put3(d, k, pos)
    if data & NORMAL:
        k = put3(d, k, frame.row_x)
    if data & TANGENT:
        k = put3(d, k, frame.row_y)
    if data & LINVEL:
        k = put3(d, k, linear)
    if data & ANGVEL:
        k = put3(d, k, angular)
    return k


@helper
def put_contact(m, d, s, k, count, c):
    """Write the slot of contact c."""
    direction, frame, pos = direction_of(m, d, s, c), d.contact.frame[c], d.contact.pos[c]
    force, torque, linear, angular = ZERO, ZERO, ZERO, ZERO
    data = m.sensor_intprm[s, 0]
    if data & (FORCE | TORQUE):
        force, torque = contact_force(m, d, c)
    if data & (LINVEL | ANGVEL):
        relative = velocity_at(m, d, d.contact.geom[c, 1], pos) - velocity_at(m, d, d.contact.geom[c, 0], pos)
        linear, angular = frame @ relative.lin, frame @ relative.ang
    if direction < 0:
        frame = half_turned(frame)
    return put_slot(m, d, s, k, count, turned_around(force, direction), turned_around(torque, direction),
                    d.contact.dist[c], pos, frame, turned_around(linear, direction), turned_around(angular, direction))


# ---- reductions ----
@helper
def rank(m, d, s, c):
    """What contacts are sorted by, the least first."""
    reduction = m.sensor_intprm[s, 1]
    if reduction == MINDIST:
        return d.contact.dist[c]
    if reduction == MAXFORCE:
        force, _ = contact_force(m, d, c)
        return -norm(force)
    return 0.0


@helper
def next_contact(m, d, s, last, last_rank):
    """The matching contact that comes after another one in the order of ranks, or -1, and its rank."""
    best, best_rank = -1, math.inf
    for c in range(d.ncon):
        if direction_of(m, d, s, c) != 0:
            candidate = rank(m, d, s, c)
            later = candidate > last_rank or (candidate == last_rank and c > last)
            if later and (best < 0 or candidate < best_rank):
                best, best_rank = c, candidate
    return best, best_rank


@helper
def put_net(m, d, s, k, count):
    """Write the slot of all matching contacts together: the net force at their centre, weighted by forces."""
    total, weight, centre, torque = ZERO, 0.0, ZERO, ZERO
    for c in range(d.ncon):
        if direction_of(m, d, s, c) != 0:
            force, _ = contact_force(m, d, c)
            weight += norm(force)
            centre += d.contact.pos[c] * norm(force)
    if weight > 0.0:
        centre = centre * (1.0 / weight)
    for c in range(d.ncon):
        direction = direction_of(m, d, s, c)
        if direction != 0:
            force, twist = contact_force(m, d, c)
            push = (d.contact.frame[c].T @ force) * (1.0 * direction)
            total += push
            torque += (d.contact.frame[c].T @ twist) * (1.0 * direction) + cross(d.contact.pos[c] - centre, push)
    return put_slot(m, d, s, k, count, total, torque, 0.0, centre, AXES, ZERO, ZERO)


@stage(one_world=True)
def contact_sensor(m, d, s: int):
    """Slots of a contact sensor; zeros where there is no contact for one."""
    k, end, count = m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s], 0
    for i in range(k, end):
        d.sensordata[i] = 0.0
    for c in range(d.ncon):
        if direction_of(m, d, s, c) != 0:
            count += 1
    if count and m.sensor_intprm[s, 1] == NETFORCE:
        put_net(m, d, s, k, float(count))
    elif count:
        c, place = next_contact(m, d, s, -1, -math.inf)
        while c >= 0 and k < end:
            k = put_contact(m, d, s, k, float(count), c)
            c, place = next_contact(m, d, s, c, place)
