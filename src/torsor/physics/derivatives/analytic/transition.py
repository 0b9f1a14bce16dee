"""Exact derivatives of the step and of inverse dynamics."""

from ....jit import helper, stage
from ....jit.arena import scratch
from ....jit.structs import given
from ...common.names import DISCRETE, OFF_SENSOR, RK4
from ...dynamics.tendon_bias import some_have_bias
from ...inverse import inverse_from
from . import sensors
from .acceleration import constrained_step_slopes, free_step_slopes, slopes_at_qacc
from .contact import Hessian
from .equations import add_row_hessians, load_inertia, set_equations, update_residual
from .integrator import take_integrator
from .inverse import Columns, columns_of
from .refuse import GRAVCOMP, INVERSE, SENSOR, SHAPE, SMOOTHING, SURFACE, carries_gravity, reason_before
from .rungekutta import rungekutta_slopes
from .sensors import sensor_slopes
from .step import ByControl, ByState, store_step
from .users import forward_with_inputs, has_users_code
from .whole import is_whole


@helper
def step_slopes(m, d, X, known):
    """After forward dynamics: X = slopes of the acceleration of the step, or a reason; if `known`, X begins with those
    of qacc."""
    if not known and not is_whole(m):
        return constrained_step_slopes(m, d, X) if d.nefc > 0 else free_step_slopes(m, d, X)
    why = 0 if known else slopes_at_qacc(m, d, X)
    if not why:
        take_integrator(m, d, X, X, True)
    return why


@helper
def set_matrices(m, d, X, known, A, B):
    """After forward dynamics: A and B, or a reason; X is scratch or, if that is `known`, the slopes of qacc."""
    if m.opt.integrator == RK4:
        return rungekutta_slopes(m, d, A, B)
    why = step_slopes(m, d, X, known)
    if not why:
        store_step(m, d, X, A, B)
    return why


@stage
def matrices(m, d, X: Columns, known: bool, A: ByState, B: ByControl) -> int:
    """After forward dynamics: A and B, or a reason; X is scratch or, if that is `known`, the slopes of qacc."""
    return set_matrices(m, d, X, known, A, B)


@stage
def transition(m, d, A: ByState, B: ByControl, C: sensors.ByState, D: sensors.ByControl) -> int:
    """Forward dynamics, and derivatives of the step and, if C and D are given, of sensors; or a reason."""
    looks = given(C) and given(D) and m.nsensordata > 0
    why = reason_before(m, d)
    if not why and looks and (m.opt.disableflags & OFF_SENSOR or not sensors.all_known(m)):
        why = SENSOR
    if not why and looks and d.work.reach > 0.0:
        why = SMOOTHING
    if not why and looks and m.flg_surfacevel:
        why = SURFACE
    if why:
        return why
    mark = d.pstack
    X = scratch(d, m.nv * columns_of(m))
    forward_with_inputs(m, d)
    if looks:
        why = slopes_at_qacc(m, d, X)
        if not why:
            why = sensor_slopes(m, d, X, C, D)
    if not why:
        why = set_matrices(m, d, X, looks, A, B)
    d.pstack = mark
    return why


# ---- inverse dynamics ----
@helper
def store_inverse(m, H, R, DfDq, DfDv, DfDa):
    """Slopes of inverse dynamics are -R by position and velocity, and H, of which a triangle is there."""
    n, columns = m.nv, columns_of(m)
    for i in range(n):
        for j in range(n):
            DfDq[n * i + j], DfDv[n * i + j] = -R[columns * i + j], -R[columns * i + n + j]
            DfDa[n * i + j] = H[n * i + j] if j <= i else H[n * j + i]


@stage
def inverse(m, d, DfDq: Hessian, DfDv: Hessian, DfDa: Hessian) -> int:
    """Inverse dynamics, and derivatives of qfrc_inverse by position, velocity, acceleration; or a reason."""
    why = reason_before(m, d)
    if not why and carries_gravity(m):
        why = GRAVCOMP
    if not why and (m.opt.integrator == DISCRETE or some_have_bias(m) or has_users_code(m)):
        why = INVERSE
    if why:
        return why
    inverse_from(m, d, 0, True)
    mark = d.pstack
    H, R, residual = scratch(d, m.nv * m.nv), scratch(d, m.nv * columns_of(m)), scratch(d, m.nv)
    if d.nefc > 0:
        jar = scratch(d, d.nefc)
        update_residual(m, d, jar, jar, residual)  # for the Hessians of cones
    load_inertia(m, d, H)
    add_row_hessians(m, d, H)
    if set_equations(m, d, d.qacc, R, False) >= 0:
        why = SHAPE
    else:
        store_inverse(m, H, R, DfDq, DfDv, DfDa)
    d.pstack = mark
    return why
