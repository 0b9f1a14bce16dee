"""Models whose equations nobody has differentiated by hand: all of r is computed on dual numbers, by every column.

The integrator `discrete` is one of them, as its metric enters the softness of every row; so are functions of the
user's, tendons with inertia, actuators on bodies, servos of orientations and others with several outputs. It takes a
pass of all stages for seven columns, several times as long as what is written down.
"""

from ....jit import helper, stage
from ....jit.arena import scratch, scratch_ints
from ....jit.dual_numbers import SLOPES, WIDTH, dual_data, slopes_in
from ...common.names import DISCRETE
from ...common.settings import has_metric
from ...discrete.metric import correct_lone_bodies, has_rows, is_coupled, load_metric_block
from ...dynamics.tendon_bias import some_have_bias
from ..velocity.free_body import add_gyroscopic_block, has_lone_bodies, is_lone
from .columns import seed_columns
from .contacts import contacts_on_duals
from .equations import factor_hessian, solve_exactly
from .frame import SIZE, Frames, frames_of_all
from .integrator import solve_lone_rows
from .inverse import Columns, columns_of, variables_of
from .pair import CHAIN, Chain
from .refuse import SHAPE, SINGULAR, SURFACE
from .residual import poses_on_duals, residual_on_duals
from .smooth import some_are_odd
from .solve import solve_columns
from .users import has_users_code, put_inputs


@helper
def is_whole(m):
    """Whether all equations of a model are left to duals."""
    return m.opt.integrator == DISCRETE or some_have_bias(m) or has_users_code(m) or some_are_odd(m)


@stage
def residual_of_columns(m, d, frames: Frames, chain: Chain, first: int, count: int):
    """r on duals, once the variables of these columns are seeded; `frames` says how contacts move."""
    duals = dual_data(d)
    poses_on_duals(m, duals)
    if d.ncon > 0:
        contacts_on_duals(m, d, frames, chain, first, count)
    residual_on_duals(m, duals)


@stage
def whole_columns(m, d, frames: Frames, R: Columns):
    """R = -dr at fixed accelerations, for all columns."""
    mark, duals, variables, columns = d.pstack, dual_data(d), variables_of(m), columns_of(m)
    chain = scratch_ints(d, CHAIN * m.nv)
    for k in range(m.nv * columns):
        R[k] = 0.0
    for first in range(0, variables, SLOPES):
        count = min(SLOPES, variables - first)
        seed_columns(m, d, first, count)
        put_inputs(m, d)
        residual_of_columns(m, d, frames, chain, first, count)
        numbers = slopes_in(duals.qfrc_inverse)
        for i in range(m.nv):
            for k in range(count):
                R[columns * i + first + k] = -numbers[WIDTH * i + 1 + k]
    d.pstack = mark


@stage
def solve_turned_bodies(m, d, R: Columns, X: Columns):
    """Rows of X for lone free bodies that the integrator `discrete` turns by themselves (`correct_lone_bodies`)."""
    columns = columns_of(m)
    for b in range(1, m.nbody):
        first = m.body_dofadr[b]
        if (m.body_parentid[b] == 0 and is_lone(m, b) and not has_rows(m, d, first)
                and not is_coupled(m, d, first)):
            load_metric_block(m, d, first)
            add_gyroscopic_block(m, d, b, first)
            for k in range(columns * first, columns * (first + 6)):
                X[k] = R[k]
            solve_lone_rows(d, X, first, columns, columns)


@helper
def settle_accelerations(m, d, H):
    """Let qacc solve the equations to rounding, and H be the factor of the Hessian; or a reason."""
    if d.nefc == 0 and d.nefmT + d.nefmA == 0:
        why = 0 if factor_hessian(m, d, H) else SINGULAR
    else:
        why = solve_exactly(m, d, H)
    if not why and has_metric(m, d) and has_lone_bodies(m):
        correct_lone_bodies(m, d)
    return why


@stage
def whole_slopes(m, d, X: Columns) -> int:
    """After forward dynamics: X = d qacc / d (q, v, activations, controls); or a reason."""
    if m.flg_surfacevel:
        return SURFACE
    mark = d.pstack
    frames, H, R = scratch(d, SIZE * d.ncon), scratch(d, m.nv * m.nv), scratch(d, m.nv * columns_of(m))
    why = settle_accelerations(m, d, H)
    if not why and not frames_of_all(m, d, frames):
        why = SHAPE
    if not why:
        whole_columns(m, d, frames, R)
        for k in range(m.nv * columns_of(m)):
            X[k] = R[k]
        solve_columns(m, d, H, X)
        if has_metric(m, d) and has_lone_bodies(m):
            solve_turned_bodies(m, d, R, X)
    d.pstack = mark
    return why
