"""Exact derivatives of the step and of inverse dynamics, and products with them."""

from ...jit import helper, stage
from ...jit.arena import scratch
from ...jit.arguments import In, Out
from ...jit.rows import subtract_scaled
from ...jit.structs import given
from ..common.names import OFF_SENSOR, RK4
from ..forward import forward_from
from ..inverse import inverse_from
from . import sensors
from .acceleration import free_step_slopes, slopes_at_qacc
from .contact import Hessian
from .equations import load_inertia, set_equations, update_residual
from .refuse import SENSOR, SHAPE, Standard, reason_before
from .rungekutta import rungekutta_slopes
from .sensors import sensor_slopes
from .smooth import columns_of
from .step import ByControl, ByState, store_step, take_integrator


@stage
def transition(m, d, standard: Standard, A: ByState, B: ByControl, C: sensors.ByState, D: sensors.ByControl) -> int:
    """Forward dynamics, and derivatives of the step and, if C and D are given, of sensors; or a reason.

    Reads nefc; sensor_type, opt.integrator, opt.disableflags of the model. Runs reason_before, forward_from,
    free_step_slopes, slopes_at_qacc, sensor_slopes, take_integrator, rungekutta_slopes, store_step.
    """
    looks = given(C) and given(D) and m.nsensordata > 0
    why = reason_before(m, d, standard)
    if not why and looks and (m.opt.disableflags & OFF_SENSOR or not sensors.all_known(m)):
        why = SENSOR
    if why:
        return why
    mark = d.pstack
    X = scratch(d, m.nv * columns_of(m))
    forward_from(m, d, 0, True)
    if d.nefc == 0 and not looks and m.opt.integrator != RK4:
        why = free_step_slopes(m, d, X)
    else:
        why = slopes_at_qacc(m, d, X)
        if not why and looks:
            sensor_slopes(m, d, X, C, D)
        if not why and m.opt.integrator != RK4:
            take_integrator(m, d, X)
    if not why and m.opt.integrator == RK4:
        why = rungekutta_slopes(m, d, A, B)
    elif not why:
        store_step(m, d, X, A, B)
    d.pstack = mark
    return why


@stage
def pullback(m, d, standard: Standard, by_next: In('2*nv+na'), by_state: Out('2*nv+na'), by_control: Out('nu'),
             C: sensors.ByState, D: sensors.ByControl) -> int:
    """Forward dynamics, and [A B]' times a vector; returns a reason if impossible.

    A number that changes with the next state as given changes so with the present state and the controls.

    Runs transition.
    """
    mark, nx = d.pstack, 2 * m.nv + m.na
    A, B = scratch(d, nx * nx), scratch(d, nx * m.nu)
    why = transition(m, d, standard, A, B, C, D)
    for k in range(nx):
        by_state[k] = 0.0
    for k in range(m.nu):
        by_control[k] = 0.0
    for i in range(0 if why else nx):
        subtract_scaled(by_state, 0, -by_next[i], A, nx * i, nx)
        subtract_scaled(by_control, 0, -by_next[i], B, m.nu * i, m.nu)
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
def inverse(m, d, standard: Standard, DfDq: Hessian, DfDv: Hessian, DfDa: Hessian) -> int:
    """Inverse dynamics, and derivatives of qfrc_inverse by position, velocity, acceleration; or a reason.

    Reads nefc, qacc, M, qfrc_smooth, contact.friction, contact.mu, contact.dim, efc_type, efc_id, efc_J_rownnz,
    efc_J_rowadr, efc_J_colind, efc_J, efc_frictionloss, efc_D, efc_R, efc_aref; M_rownnz, M_rowadr, M_colind,
    opt.jacobian of the model. Updates qfrc_constraint, efc_force. Writes contact.H, efc_state. Runs reason_before,
    inverse_from, set_equations.
    """
    why = reason_before(m, d, standard)
    if why:
        return why
    inverse_from(m, d, 0, True)
    mark = d.pstack
    H, R, residual = scratch(d, m.nv * m.nv), scratch(d, m.nv * columns_of(m)), scratch(d, m.nv)
    if d.nefc > 0:
        update_residual(m, d, scratch(d, d.nefc), residual)  # for the Hessians of cones
    load_inertia(m, d, H)
    if set_equations(m, d, d.qacc, H, R, False) >= 0:
        why = SHAPE
    else:
        store_inverse(m, H, R, DfDq, DfDv, DfDa)
    d.pstack = mark
    return why
