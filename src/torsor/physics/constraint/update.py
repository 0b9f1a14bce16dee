"""Cost of violating the constraints, a function of jar = J qacc - aref, and the forces, its negative gradient.

Equalities cost D/2 x^2; dry friction the same up to the largest force, and then grows linearly; limits and pyramids
cost only where x < 0; elliptic cones cost the squared distance to the dual cone.
"""

from ...jit import helper, routine
from ...jit.lanes import any_, each, not_, sqrt, where
from ..common.names import (
    CONE,
    LINEARNEG,
    LINEARPOS,
    MINVAL,
    QUADRATIC,
    ROW_ELLIPTIC,
    ROW_EQUALITY,
    ROW_FRICTION_TENDON,
    SATISFIED,
)
from .block import all_rows
from .product import multiply_jacobian_transposed


@helper
def put(b, r, state, force):
    b.state[r], b.force[r] = state, force


@helper
def friction_side(x, edge):
    """1 or -1 where dry friction is all there is, -edge first; 0 in between. An edge that is no number is none."""
    return where(x <= -edge, -1.0, where(x < edge, 0.0, 1.0))


@helper
def friction_cost(b, r, x):
    """Cost of one row of dry friction; negative friction leaves no quadratic part, but its sides still overlap."""
    most = b.frictionloss[r]
    side = friction_side(x, most * b.R[r])
    inside = side == 0.0
    put(b, r, where(inside, QUADRATIC, where(side > 0.0, LINEARPOS, LINEARNEG)),
        where(inside, -b.D[r] * x, -side * most))
    return where(inside, 0.5 * b.D[r] * x * x, most * (side * x - 0.5 * most * b.R[r]))


@helper
def row_cost(b, r, x):
    """Cost of one row that is not part of an elliptic cone."""
    kind = b.type[r]
    if kind != ROW_EQUALITY and kind <= ROW_FRICTION_TENDON:
        return friction_cost(b, r, x)
    acts = (x < 0.0) | (kind == ROW_EQUALITY)
    put(b, r, where(acts, QUADRATIC, SATISFIED), where(acts, -b.D[r] * x, 0.0))
    return where(acts, 0.5 * b.D[r] * x * x, 0.0)


@helper
def parts_of_cone(mu, normal, tangent):
    """Where a contact sticks, so that its cost is quadratic, and where it slips; elsewhere it costs nothing.

    Normal and tangent are those of the scaled coordinates in which the cone is circular.
    """
    thin = tangent < MINVAL
    leaves = (normal >= mu * tangent) | (thin & (normal >= 0.0))
    sticks = not_(leaves) & ((mu * normal + tangent <= 0.0) | thin)
    return sticks, not_(leaves | sticks)


@helper
def cone_cost(d, b, c, r, jar, with_hessian):
    """Cost of the rows of an elliptic cone, in scaled coordinates u = mu x where the cone is circular."""
    mu, dim, normal, square = d.contact.mu[c], d.contact.dim[c], d.contact.mu[c] * jar[r], 0.0
    for k in range(1, dim):
        u = d.contact.friction[c, k - 1] * jar[r + k]
        square += u * u
    tangent = sqrt(square)
    sticks, slips = parts_of_cone(mu, normal, tangent)
    state, stuck = where(sticks, QUADRATIC, where(slips, CONE, SATISFIED)), 0.0
    for k in range(dim):
        stuck += 0.5 * b.D[r + k] * jar[r + k] * jar[r + k]
        put(b, r + k, state, where(sticks, -b.D[r + k] * jar[r + k], 0.0))
    cost = where(sticks, stuck, 0.0)
    if any_(slips):
        tangent = where(slips, tangent, 1.0)
        weight, gap = b.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
        push = -weight * gap * mu
        b.force[r] = where(slips, push, b.force[r])
        for k in range(1, dim):
            scale = d.contact.friction[c, k - 1]
            b.force[r + k] = where(slips, -push / tangent * (scale * jar[r + k]) * scale, b.force[r + k])
        if with_hessian:
            set_hessian(d, c, r, jar, tangent, where(slips, weight, 0.0), gap)
        cost = where(slips, 0.5 * weight * gap * gap, cost)
    return cost


@helper
def set_hessian(d, c, r, jar, tangent, weight, gap):
    """Second derivative of the cost of a cone, contact.H: the first dim * dim numbers, by rows.

    With the unit tangent t the gap has the gradient (1, -mu t), and t turns as the tangent moves. The weight is zero in
    worlds where the contact does not slip.
    """
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    for i in range(dim):
        scale_i = mu if i == 0 else d.contact.friction[c, i - 1]
        slope_i = each(1.0, mu) if i == 0 else -mu * scale_i * jar[r + i] / tangent
        for j in range(i + 1):
            scale_j = mu if j == 0 else d.contact.friction[c, j - 1]
            slope_j = each(1.0, mu) if j == 0 else -mu * scale_j * jar[r + j] / tangent
            value = slope_i * slope_j
            if j > 0:
                value += gap / (mu * tangent) * slope_i * slope_j
                if i == j:
                    value -= gap * mu / tangent
            value *= weight * scale_i * scale_j
            d.contact.H[c, dim * i + j] = value
            d.contact.H[c, dim * j + i] = value


@routine
def update_rows(d, b, jar, with_hessian):
    """Set states and forces of the rows of a block for jar = J qacc - aref; returns the cost."""
    cost, r = 0.0, 0
    while r < b.nefc:
        if b.type[r] == ROW_ELLIPTIC:
            c = b.id[r]
            cost += cone_cost(d, b, c, r, jar, with_hessian)
            r += d.contact.dim[c]
        else:
            cost += row_cost(b, r, jar[r])
            r += 1
    return cost


@helper
def update_constraint(m, d, jar, with_hessian):
    """Set efc_state, efc_force and qfrc_constraint for jar = J qacc - aref; returns the cost."""
    b = all_rows(m, d)
    cost = update_rows(d, b, jar, with_hessian)
    multiply_jacobian_transposed(b, b.force, d.qfrc_constraint)
    return cost
