"""Cost and gradient at the point where a solver is, and moving it."""

from ...jit import helper, routine
from ...jit.inner import inner_product
from ...jit.lanes import sqrt
from ..common.names import SATISFIED
from ..constraint.product import multiply_jacobian, multiply_jacobian_transposed
from ..constraint.update import update_rows
from .mass import divide_by_mass, multiply_mass


@helper
def dot(count, x, y):
    """Inner product of two vectors."""
    return inner_product(x, 0, y, 0, count)


@helper
def place(m, d, p):
    """Bring p to where its acceleration is."""
    multiply_mass(m, d, p.dofs, p.acc, p.inertial)
    multiply_jacobian(p.b, p.acc, p.jar)
    for r in range(p.b.nefc):
        p.jar[r] -= p.b.aref[r]
        p.b.state[r] = SATISFIED


@helper
def gauss_cost(p):
    """Cost of deviating from the smooth acceleration."""
    cost = 0.0
    for i in range(p.dofs.count):
        cost += 0.5 * (p.inertial[i] - p.force[i]) * (p.acc[i] - p.smooth_acc[i])
    return cost


@routine
def evaluate(d, p, with_hessian):
    """Cost at p; sets its gradient, and forces and states of the rows."""
    for r in range(p.b.nefc):
        p.old_state[r] = p.b.state[r]
    cost = gauss_cost(p) + update_rows(d, p.b, p.jar, with_hessian)
    multiply_jacobian_transposed(p.b, p.b.force, p.pull)
    for i in range(p.dofs.count):
        p.gradient[i] = p.inertial[i] - p.force[i] - p.pull[i]
    return cost


@helper
def move(p, step):
    """Follow the search direction for a step."""
    for i in range(p.dofs.count):
        p.acc[i] += step * p.search[i]
        p.inertial[i] += step * p.image[i]
    for r in range(p.b.nefc):
        p.jar[r] += step * p.jar_rate[r]


# ---- when not to begin ----
@helper
def scaled_gradient(p):
    """Norm of the gradient, scaled."""
    return p.scale * sqrt(dot(p.dofs.count, p.gradient, p.gradient))


@routine
def is_certified(m, d, p):
    """Whether the cost at p is proven to be the least, up to the tolerance.

    The cost is at least as curved as M, so that no point is cheaper by more than 1/2 g' M^-1 g. The search direction
    serves as scratch.
    """
    for i in range(p.dofs.count):
        p.search[i] = p.gradient[i]
    divide_by_mass(m, d, p.dofs, p.search)
    return 0.5 * p.scale * dot(p.dofs.count, p.gradient, p.search) < m.opt.tolerance
