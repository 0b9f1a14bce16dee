"""From solref and solimp to stiffness K, damping B, impedance I and its slope P, and to the regularisation R = 1/D.

R = (1 - I) / I times the diagonal of A = J inv(M) J', so that a row alone would move the fraction I of the way from the
acceleration without it to the one it asks for. R of the friction of a contact follows from that of its normal.
"""

from ...jit import helper, stage
from ...jit.elementary import pow_
from ...jit.lanes import sqrt
from ...schema.constants import mjMAXIMP, mjMINIMP
from ..common.names import (
    DISCRETE,
    MINVAL,
    OFF_REFSAFE,
    ROW_ELLIPTIC,
    ROW_EQUALITY,
    ROW_FRICTION_DOF,
    ROW_FRICTION_TENDON,
    ROW_LIMIT_JOINT,
    ROW_LIMIT_TENDON,
    ROW_PYRAMIDAL,
)
from .contact import contact_size
from .equality import equality_size

SOFTEST = (1.0 - mjMAXIMP) / mjMAXIMP  # R / A at the largest impedance
TIMECONST, DAMPRATIO = 0.02, 1.0  # in place of a solref whose numbers differ in sign


@helper
def at_step_end(m, d):
    """Whether springs act at the end of the step (integrator `discrete`)."""
    return m.opt.integrator == DISCRETE and d.efm_active != 0


# ---- numbers of one constraint ----
@helper
def solver_numbers(solref, solimp, k):
    """solref and solimp of a constraint; the default if the two numbers of solref are not of one kind."""
    timeconst, dampratio = solref[k, 0], solref[k, 1]
    if (timeconst > 0.0) != (dampratio > 0.0):
        timeconst, dampratio = TIMECONST, DAMPRATIO
    return timeconst, dampratio, solimp[k, 0], solimp[k, 1], solimp[k, 2], solimp[k, 3], solimp[k, 4]


@helper
def numbers_of_row(m, d, kind, k):
    """solref and solimp of the constraint behind a row."""
    if kind == ROW_EQUALITY:
        return solver_numbers(m.eq_solref, m.eq_solimp, k)
    if kind == ROW_FRICTION_DOF:
        return solver_numbers(m.dof_solref, m.dof_solimp, k)
    if kind == ROW_FRICTION_TENDON:
        return solver_numbers(m.tendon_solref_fri, m.tendon_solimp_fri, k)
    if kind == ROW_LIMIT_JOINT:
        return solver_numbers(m.jnt_solref, m.jnt_solimp, k)
    if kind == ROW_LIMIT_TENDON:
        return solver_numbers(m.tendon_solref_lim, m.tendon_solimp_lim, k)
    return solver_numbers(d.contact.solref, d.contact.solimp, k)


@helper
def clamped_impedance(x):
    return min(max(x, mjMINIMP), mjMAXIMP)


@helper
def power_of(x, exponent):
    return x * x if exponent == 2.0 else pow_(x, exponent)


@helper
def impedance(low, high, width, middle, power, x):
    """Impedance at violation x and its slope: two arcs y = s^p that meet at `middle`, mirrored, of s = |x| / width."""
    low, high = clamped_impedance(low), clamped_impedance(high)
    if low == high or width <= MINVAL:
        return 0.5 * (low + high), 0.0
    s, scale = abs(x) / width, (high - low) / width if x > 0.0 else (low - high) / width
    if s >= 1.0 or s == 0.0:
        return high if s >= 1.0 else low, 0.0
    if power <= 1.0:
        return low + s * (high - low), scale
    middle = clamped_impedance(middle)
    if s <= middle:
        y = power_of(s / middle, power) * middle
        slope = power * y / s
    else:
        rest = power_of((1.0 - s) / (1.0 - middle), power) * (1.0 - middle)
        y, slope = 1.0 - rest, power * rest / (1.0 - s)
    return low + y * (high - low), slope * scale


@helper
def stiffness(timeconst, dampratio, high):
    """K of a spring in either form of solref."""
    if timeconst <= 0.0:
        return -timeconst / (high * high)
    frequency = max(MINVAL, high * timeconst * dampratio)
    return 1.0 / (frequency * frequency)


@helper
def damping(timeconst, dampratio, high):
    """B of a damper in either form of solref."""
    return -dampratio / high if dampratio <= 0.0 else 2.0 / max(MINVAL, high * timeconst)


@helper
def safe_timeconst(m, d, timeconst):
    """A time constant that the step can resolve."""
    if m.opt.disableflags & OFF_REFSAFE or timeconst <= 0.0 or at_step_end(m, d):
        return timeconst
    return max(timeconst, 2.0 * m.opt.timestep)


@helper
def is_too_stiff(m, timeconst, K, imp):
    """Whether a unilateral spring that acts at the end of the step would throw back what it stops."""
    h = m.opt.timestep
    return not m.opt.disableflags & OFF_REFSAFE and timeconst > 0.0 and K * imp * h * h > 1.0


@helper
def resolved_damping(m, dampratio, K, imp):
    """B of the stiffest spring that does not throw back, as far as the largest impedance allows."""
    h = m.opt.timestep
    room = (1.0 - imp) / imp / SOFTEST - 2.0
    return max(0.0, min(2.0 * dampratio * sqrt(K), room / h))


@helper
def step_scale(m, K, B, imp):
    """How much stronger a spring and damper act at the end of the step than now."""
    h = m.opt.timestep
    return 1.0 + h * B + h * h * K * imp


# ---- rows ----
@helper
def regularized(m, d, diagonal, K, B, imp):
    """R of a row with this diagonal of A."""
    R = max(MINVAL, (1.0 - imp) / imp * diagonal)
    if at_step_end(m, d):
        R = max(MINVAL, max(R / step_scale(m, K, B, imp), SOFTEST * diagonal))
    return R


@helper
def set_row(d, i, K, B, imp, P, R):
    """Parameters of a row, and the diagonal of A that they amount to."""
    d.efc_KBIP[i, 0], d.efc_KBIP[i, 1], d.efc_KBIP[i, 2], d.efc_KBIP[i, 3] = K, B, imp, P
    d.efc_R[i], d.efc_D[i], d.efc_diagA[i] = R, 1.0 / R, R * imp / (1.0 - imp)


@helper
def violation(d, kind, i, count):
    """What the impedance of a constraint is a function of."""
    if kind == ROW_EQUALITY and count > 1:
        total = 0.0
        for r in range(i, i + count):
            total += d.efc_pos[r] * d.efc_pos[r]
        return sqrt(total)
    return d.efc_pos[i] - d.efc_margin[i]


@helper
def set_pyramid(m, d, c, i, count, K, B, imp, P):
    """Parameters of the rows of a pyramid, all alike."""
    mu = d.contact.mu[c]
    R = 2.0 * mu * mu * regularized(m, d, d.efc_diagA[i], K, B, imp)
    for r in range(i, i + count):
        set_row(d, r, K, B, imp, P, R)


@helper
def friction_damping(m, d, c, high):
    """B of the friction of an elliptic cone; as that of the normal unless the contact says otherwise."""
    timeconst, dampratio = d.contact.solreffriction[c, 0], d.contact.solreffriction[c, 1]
    if timeconst == 0.0 and dampratio == 0.0:
        timeconst, dampratio = d.contact.solref[c, 0], d.contact.solref[c, 1]
    if (timeconst > 0.0) != (dampratio > 0.0):
        timeconst, dampratio = TIMECONST, DAMPRATIO
    return damping(safe_timeconst(m, d, timeconst), dampratio, high)


@helper
def set_cone(m, d, c, i, count, K, B, imp, P, high):
    """Parameters of the rows of an elliptic cone: friction is coupled to the normal, which keeps the inverse exact."""
    R = regularized(m, d, d.efc_diagA[i], K, B, imp)
    set_row(d, i, K, B, imp, P, R)
    slip = friction_damping(m, d, c, high)
    mu = d.contact.mu[c]
    for r in range(1, count):
        coefficient = d.contact.friction[c, r - 1]
        set_row(d, i + r, 0.0, slip, imp, P, R * (mu * mu) / (coefficient * coefficient))


@helper
def constraint_size(m, d, kind, k):
    """Rows of the constraint behind a row."""
    if kind == ROW_EQUALITY:
        return equality_size(m, k)
    return contact_size(m, d, k) if kind == ROW_PYRAMIDAL or kind == ROW_ELLIPTIC else 1


@stage
def regularize(m, d):
    """efc_KBIP, efc_R and efc_D from efc_diagA, which becomes the diagonal that they amount to.

    Reads nefc, efm_active, contact.friction, contact.solref, contact.solreffriction, contact.solimp, contact.mu,
    contact.dim, efc_type, efc_id, efc_pos, efc_margin; jnt_solref, jnt_solimp, dof_solref, dof_solimp, eq_type,
    eq_solref, eq_solimp, tendon_solref_lim, tendon_solimp_lim, tendon_solref_fri, tendon_solimp_fri, opt.timestep,
    opt.integrator, opt.cone, opt.disableflags of the model. Updates efc_diagA. Writes efc_KBIP, efc_D, efc_R.
    """
    i = 0
    while i < d.nefc:
        kind, k = d.efc_type[i], d.efc_id[i]
        timeconst, dampratio, low, high, width, middle, power = numbers_of_row(m, d, kind, k)
        count = constraint_size(m, d, kind, k)
        imp, P = impedance(low, high, width, middle, power, violation(d, kind, i, count))
        high = clamped_impedance(high)
        timeconst = safe_timeconst(m, d, timeconst)
        K, B = stiffness(timeconst, dampratio, high), damping(timeconst, dampratio, high)
        if kind == ROW_FRICTION_DOF or kind == ROW_FRICTION_TENDON:
            K = 0.0
        elif kind != ROW_EQUALITY and at_step_end(m, d) and is_too_stiff(m, timeconst, K, imp):
            K = 1.0 / (m.opt.timestep * m.opt.timestep * imp)
            B = resolved_damping(m, dampratio, K, imp)
        if kind == ROW_PYRAMIDAL:
            set_pyramid(m, d, k, i, count, K, B, imp, P)
        elif kind == ROW_ELLIPTIC:
            set_cone(m, d, k, i, count, K, B, imp, P, high)
        else:
            for r in range(i, i + count):
                set_row(d, r, K, B, imp, P, regularized(m, d, d.efc_diagA[r], K, B, imp))
        i += count
