"""Cost of violating the constraints, a function of jar = J qacc - aref, and the forces, its negative gradient.

Equalities cost D/2 x^2; dry friction the same up to the largest force, and then grows linearly; limits and pyramids
cost only where x < 0; elliptic cones cost the squared distance to the dual cone.
"""

from ...jit import helper, routine
from ...jit.lanes import sqrt
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
    return -1.0 if x <= -edge else 0.0 if x < edge else 1.0


@helper
def friction_cost(b, r, x):
    """Cost of one row of dry friction; negative friction leaves no quadratic part, but its sides still overlap."""
    most = b.frictionloss[r]
    side = friction_side(x, most * b.R[r])
    if side == 0.0:
        put(b, r, QUADRATIC, -b.D[r] * x)
        return 0.5 * b.D[r] * x * x
    put(b, r, LINEARPOS if side > 0.0 else LINEARNEG, -side * most)
    return most * (side * x - 0.5 * most * b.R[r])


@helper
def row_cost(b, r, x):
    """Cost of one row that is not part of an elliptic cone."""
    kind = b.type[r]
    if kind != ROW_EQUALITY and kind <= ROW_FRICTION_TENDON:
        return friction_cost(b, r, x)
    if kind != ROW_EQUALITY and x >= 0.0:
        put(b, r, SATISFIED, 0.0)
        return 0.0
    put(b, r, QUADRATIC, -b.D[r] * x)
    return 0.5 * b.D[r] * x * x


@helper
def cone_cost(d, b, c, r, jar, with_hessian):
    """Cost of the rows of an elliptic cone, in scaled coordinates u = mu x where the cone is circular."""
    mu, dim, normal, square = d.contact.mu[c], d.contact.dim[c], d.contact.mu[c] * jar[r], 0.0
    for k in range(1, dim):
        u = d.contact.friction[c, k - 1] * jar[r + k]
        square += u * u
    tangent = sqrt(square)
    if normal >= mu * tangent or (tangent < MINVAL and normal >= 0.0):
        for k in range(dim):
            put(b, r + k, SATISFIED, 0.0)
        return 0.0
    if mu * normal + tangent <= 0.0 or (tangent < MINVAL and normal < 0.0):
        cost = 0.0
        for k in range(dim):
            put(b, r + k, QUADRATIC, -b.D[r + k] * jar[r + k])
            cost += 0.5 * b.D[r + k] * jar[r + k] * jar[r + k]
        return cost
    weight, gap = b.D[r] / (mu * mu * (1.0 + mu * mu)), normal - mu * tangent
    push = -weight * gap * mu
    put(b, r, CONE, push)
    for k in range(1, dim):
        scale = d.contact.friction[c, k - 1]
        put(b, r + k, CONE, -push / tangent * (scale * jar[r + k]) * scale)
    if with_hessian:
        set_hessian(d, c, r, jar, tangent, weight, gap)
    return 0.5 * weight * gap * gap


@helper
def set_hessian(d, c, r, jar, tangent, weight, gap):
    """Second derivative of the cost of a cone, contact.H: the first dim * dim numbers, by rows.

    With the unit tangent t the gap has the gradient (1, -mu t), and t turns as the tangent moves.
    """
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    for i in range(dim):
        scale_i = mu if i == 0 else d.contact.friction[c, i - 1]
        slope_i = 1.0 if i == 0 else -mu * scale_i * jar[r + i] / tangent
        for j in range(i + 1):
            scale_j = mu if j == 0 else d.contact.friction[c, j - 1]
            slope_j = 1.0 if j == 0 else -mu * scale_j * jar[r + j] / tangent
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
