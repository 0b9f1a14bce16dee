"""Spatial tendons: strings through sites and past geoms, in branches that pulleys divide.

The path is found piece by piece: a piece leads from a site to the next, straight or past the one geom between them. Its
length is divided by the divisor of its branch. A straight line of direction u from a point of body a to one of body b
has the gradient u'(J_b - J_a); dofs that move both bodies do not change its length.
"""

from ...jit import helper, stage
from ...jit.values import ZERO, cross, dot, norm, normalized
from ..common.chain import last_dof, tree_centre
from ..common.names import TENDON_FIXED, WRAP_PULLEY, WRAP_SITE, WRAP_SPHERE
from ..sleep.rest import some_sleep, tendon_sleeps
from .wrap import past_cylinder, past_sphere

ON_SITE, AT_PULLEY = -1, -2  # in wrap_obj, beside numbers of geoms


# ---- lengths and gradients ----
@helper
def add_entry(m, d, t, k, i, value):
    """Add to the entry of dof i in row t of ten_J; entries after k belong to later dofs. Returns where to go on."""
    while k > m.ten_J_rowadr[t] and m.ten_J_colind[k] > i:
        k -= 1
    if m.ten_J_colind[k] == i:
        d.ten_J[k] += value
    return k


@helper
def moved(m, d, i, arm):
    """How fast a point moves with dof i; `arm` is seen from the centre of the tree."""
    axis = d.cdof[i]
    return axis.lin + cross(axis.ang, arm)


@helper
def add_line(m, d, t, start, first, end, second, weight, rounding):
    """Add the gradient of a straight line between points of two bodies to a row of ten_J; returns its length.

    With `rounding` so for dofs that move both of them, which come out as a rounding error instead of zero.
    """
    line = end - start
    direction = normalized(line)
    arm_1, arm_2 = start - tree_centre(m, d, first), end - tree_centre(m, d, second)
    i, j, k = last_dof(m, first), last_dof(m, second), m.ten_J_rowadr[t] + m.ten_J_rownnz[t] - 1
    while i != j:
        if i > j:
            k = add_entry(m, d, t, k, i, -dot(moved(m, d, i, arm_1), direction) * weight)
            i = m.dof_parentid[i]
        else:
            k = add_entry(m, d, t, k, j, dot(moved(m, d, j, arm_2), direction) * weight)
            j = m.dof_parentid[j]
    while rounding and first != second and i >= 0:
        k = add_entry(m, d, t, k, i, dot(moved(m, d, i, arm_2) - moved(m, d, i, arm_1), direction) * weight)
        i = m.dof_parentid[i]
    return norm(line) * weight


# ---- paths ----
@helper
def add_point(d, k, obj, position):
    """Write point k of the path; the number of points then."""
    d.wrap_obj[k // 2, k % 2] = obj
    d.wrap_xpos.vec3[3 * k] = position
    return k + 1


@helper
def geom_past(m, d, w, start, end):
    """Length of the way on the geom of path element w, and its ends in the world; a negative length if it is missed."""
    g, s = m.wrap_objid[w], int(m.wrap_prm[w])
    centre, frame, radius = d.geom_xpos[g], d.geom_xmat[g], m.geom_size[g].x
    side, sided = ZERO, s >= 0
    if sided:
        side = frame.T @ (d.site_xpos[s] - centre)
    through = sided and norm(side) < radius
    p, q = frame.T @ (start - centre), frame.T @ (end - centre)
    if m.wrap_type[w] == WRAP_SPHERE:
        length, p, q = past_sphere(p, q, side, radius, sided, through)
    else:
        length, p, q = past_cylinder(p, q, side, radius, sided, through)
    return length, centre + frame @ p, centre + frame @ q


@helper
def add_piece(m, d, t, w, last, k, weight, rounding):
    """Add the piece from the site of path element w to the site of element `last`; its length and the points then."""
    first, second = m.wrap_objid[w], m.wrap_objid[last]
    start, end = d.site_xpos[first], d.site_xpos[second]
    body_1, body_2 = m.site_bodyid[first], m.site_bodyid[second]
    k = add_point(d, k, ON_SITE, start)
    if last > w + 1:
        arc, p, q = geom_past(m, d, w + 1, start, end)
        if arc >= 0.0:
            g = m.wrap_objid[w + 1]
            carrier = m.geom_bodyid[g]
            k = add_point(d, add_point(d, k, g, p), g, q)
            return (add_line(m, d, t, start, body_1, p, carrier, weight, rounding) + arc * weight
                    + add_line(m, d, t, q, carrier, end, body_2, weight, rounding)), k
    return add_line(m, d, t, start, body_1, end, body_2, weight, rounding), k


@helper
def lay_tendon(m, d, t, k, rounding):
    """Length, gradient and path of a spatial tendon; k is the number of points before it, returns that after it.

    For `rounding` see add_line.
    """
    for entry in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        d.ten_J[entry] = 0.0
    w, end, length, weight = m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t], 0.0, 1.0
    d.ten_wrapadr[t] = k
    while w < end:
        if m.wrap_type[w] == WRAP_PULLEY:
            weight = 1.0 / m.wrap_prm[w]
            k = add_point(d, k, AT_PULLEY, ZERO)
            w += 1
            continue
        last = w + 1
        if last < end and m.wrap_type[last] != WRAP_SITE and m.wrap_type[last] != WRAP_PULLEY:
            last += 1  # a geom stands between two sites
        if last >= end or m.wrap_type[last] == WRAP_PULLEY:
            k = add_point(d, k, ON_SITE, d.site_xpos[m.wrap_objid[w]])  # where the branch ends
        else:
            piece, k = add_piece(m, d, t, w, last, k, weight, rounding)
            length += piece
        w = last
    d.ten_length[t] = length
    d.ten_wrapnum[t] = k - d.ten_wrapadr[t]
    return k


@helper
def skip_tendon(m, d, t, k):
    """Keep the points of a path that sleeps, sites and pulleys; k is the number of points before it."""
    d.ten_wrapadr[t] = k
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        if m.wrap_type[w] == WRAP_SITE or m.wrap_type[w] == WRAP_PULLEY:
            d.wrap_obj[k // 2, k % 2] = ON_SITE if m.wrap_type[w] == WRAP_SITE else AT_PULLEY
            k += 1
    d.ten_wrapnum[t] = k - d.ten_wrapadr[t]
    return k


@stage(one_world=True)
def spatial_tendons(m, d):
    """Lengths, gradients and paths of spatial tendons that are awake."""
    k, skips = 0, some_sleep(m, d)
    for t in range(m.ntendon):
        if m.tendon_type[t] == TENDON_FIXED:
            d.ten_wrapadr[t] = k
        elif skips and tendon_sleeps(m, d, t):
            k = skip_tendon(m, d, t, k)
        else:
            k = lay_tendon(m, d, t, k, False)


# ---- what walks along a path that has been laid ----
@helper
def along_lines(m, d, t, visit, scale):
    """Sum of visit(m, d, start, body, end, body, scale) over the straight lines of a spatial tendon.

    `scale` is divided by the divisor of the branch.
    """
    w, weight, total = m.tendon_adr[t], scale, 0.0
    before, carrier, start = AT_PULLEY, 0, ZERO
    for k in range(d.ten_wrapadr[t], d.ten_wrapadr[t] + d.ten_wrapnum[t]):
        obj, end, body = d.wrap_obj[k // 2, k % 2], d.wrap_xpos.vec3[3 * k], 0
        if obj == AT_PULLEY:
            weight = scale / m.wrap_prm[w]
            w += 1
        elif obj == ON_SITE:
            body = m.site_bodyid[m.wrap_objid[w]]
            w += 1
            if w < m.tendon_adr[t] + m.tendon_num[t] and m.wrap_type[w] >= WRAP_SPHERE:
                w += 1  # its points, if there are any, tell which geom it is
        else:
            body = m.geom_bodyid[obj]
        if obj != AT_PULLEY and before != AT_PULLEY and (obj == ON_SITE or before == ON_SITE):
            total += visit(m, d, start, carrier, end, body, weight)
        before, carrier, start = obj, body, end
    return total
