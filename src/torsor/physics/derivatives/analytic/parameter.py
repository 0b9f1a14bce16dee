"""Exact derivatives of the step by numbers of the model: masses, inertias, sizes, friction, damping, gains and others.

They are fields of a model of duals next to that of duals of the data; Python says which of them are the variables,
seven at a time. What is left over of the equations of motion, r = M a + bias - (all forces), is computed on duals, at
the acceleration that forward dynamics has found, and H da = -dr as in equations.py. With da the forces M a of the step
are duals, and the integrator is run on them.
"""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.arguments import Out
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, dual_model, slopes_in
from ...collision.fields import FEWEST, TYPES
from ...collision.mixing import margin_and_gap, set_distant
from ...collision.narrow import open_contacts, put_point
from ...common.names import RK4
from ...dynamics.inertia import multiply
from ...integrate.euler import step_activations
from .acceleration import reason_after
from .columns import load_duals
from .contacts import put_found
from .equations import factor_hessian, solve_exactly
from .frame import collide_pair, found_number, listed_pair
from .integrator import set_step
from .refuse import PARAMETER, SHAPE, SINGULAR, reason_before
from .residual import poses_on_duals, residual_on_duals
from .solve import solve_dense
from .step import store_motion
from .unsolved import forward_unsolved
from .users import put_inputs
from .whole import is_whole

ByParameters = Out('2*nv+na,7')


# ---- contacts ----
@helper
def is_still(numbers, start, count):
    """Whether duals do not depend on the variables."""
    for i in range(start, start + count):
        for k in range(1, WIDTH):
            if numbers[WIDTH * i + k] != 0.0:
                return False
    return True


@helper
def geom_is_still(d, g):
    """Whether neither the pose nor the size of a geom depends on the variables."""
    duals, models = dual_data(d), dual_model(d)
    return (is_still(slopes_in(duals.geom_xpos), 3 * g, 3) and is_still(slopes_in(duals.geom_xmat), 9 * g, 9)
            and is_still(slopes_in(models.geom_size), 3 * g, 3))


@stage
def contacts_with_parameters(m, d) -> bool:
    """The contacts of a data as duals; returns whether all of them can be differentiated."""
    models, duals, first, second, direct = dual_model(d), dual_data(d), -1, -1, False
    duals.work.con_capacity = max(FEWEST, d.ncon)
    open_contacts(models, duals)
    for c in range(d.ncon):
        if d.contact.geom[c, 0] != first or d.contact.geom[c, 1] != second:
            first, second = d.contact.geom[c, 0], d.contact.geom[c, 1]
            margin, gap = margin_and_gap(m, first, second, listed_pair(m, first, second))
            duals.work.found_num, duals.work.found_ahead = 0, 0
            mark = duals.pstack
            direct = collide_pair(m.geom_type[first] * TYPES + m.geom_type[second], models, duals, first, second,
                                  margin + gap)
            duals.pstack = mark
        k = 0
        if direct:
            k = found_number(d.contact.pos[c], d.contact.frame[c].row_x, d.contact.dist[c],
                             slopes_in(duals.work.found_pos), slopes_in(duals.work.found_dist),
                             slopes_in(duals.work.found_normal), duals.work.found_num)
        elif geom_is_still(d, first) and geom_is_still(d, second):
            put_found(d, c)
        else:
            return False
        put_point(models, duals, c, k, first, second, listed_pair(m, first, second), False)
        set_distant(duals, c)
        duals.ncon = c + 1
    return True


# ---- on duals ----
@stage
def step_with_parameters(m, d):
    """work.step_acc and the activations after the step, for the accelerations qacc."""
    multiply(m, d.M, d.qacc, d.qfrc_smooth)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    set_step(m, d)
    if m.na > 0:
        step_activations(m, d)


# ---- from slopes of accelerations to those of the state ----
@helper
def solve_for_slopes(m, d, X):
    """X = slopes of qacc; returns whether the equations have a solution."""
    duals, H = dual_data(d), scratch(d, m.nv * m.nv)
    if not factor_hessian(m, d, H):
        return False
    left, accelerations = slopes_in(duals.qfrc_inverse), slopes_in(duals.qacc)
    for i in range(m.nv):
        for k in range(SLOPES):
            X[SLOPES * i + k] = -left[WIDTH * i + 1 + k]
    solve_dense(d, m.nv, H, X, SLOPES)
    for i in range(m.nv):
        for k in range(SLOPES):
            accelerations[WIDTH * i + 1 + k] = X[SLOPES * i + k]
    return True


@helper
def take_rows(target, row, numbers, count):
    """Rows of a matrix, from duals."""
    for i in range(count):
        for k in range(SLOPES):
            target[SLOPES * (row + i) + k] = numbers[WIDTH * i + 1 + k]


@stage
def parameter_columns(m, d, P: ByParameters) -> int:
    """After `settle`: seven columns, the slopes of the next state by the variables of the model of duals; or a reason.
    """
    models, duals, mark = dual_model(d), dual_data(d), d.pstack
    load_duals(m, d)
    put_inputs(m, d)
    poses_on_duals(models, duals)
    if not contacts_with_parameters(m, d):
        return SHAPE
    residual_on_duals(models, duals)
    X = scratch(d, m.nv * SLOPES)
    if not solve_for_slopes(m, d, X):
        d.pstack = mark
        return SINGULAR
    step_with_parameters(models, duals)
    take_rows(X, 0, slopes_in(duals.work.step_acc), m.nv)
    store_motion(m, d, X, SLOPES, 0, P, SLOPES, False)
    take_rows(P, 2 * m.nv, slopes_in(duals.act), m.na)
    d.pstack = mark
    return 0


@stage
def settle(m, d) -> int:
    """Forward dynamics, solved to rounding, and the acceleration of the step; or a reason."""
    why = reason_before(m, d)
    if not why and (m.opt.integrator == RK4 or is_whole(m)):
        why = PARAMETER
    if why:
        return why
    forward_unsolved(m, d)
    why = reason_after(m, d)
    if not why and d.nefc > 0:
        mark = d.pstack
        why = solve_exactly(m, d, scratch(d, m.nv * m.nv))
        d.pstack = mark
    if not why:
        set_step(m, d)
    return why
