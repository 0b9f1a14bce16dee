"""From solref and solimp to stiffness K, damping B, impedance I and its slope P, and to the regularisation R = 1/D.

R = (1 - I) / I times the diagonal of A = J inv(M) J', so that a row alone would move the fraction I of the way from the
acceleration without it to the one it asks for. R of the friction of a contact follows from that of its normal.
"""

from ...jit import helper, stage
from ...jit.elementary import pow_
from ...jit.lanes import all_, any_, clamp, maximum, minimum, not_, sqrt, where
from ...schema.constants import mjMAXIMP, mjMINIMP
from ..common.names import (
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
from ..common.settings import at_step_end
from .contact import contact_size
from .equality import equality_size

SOFTEST = (1.0 - mjMAXIMP) / mjMAXIMP  # R / A at the largest impedance
TIMECONST, DAMPRATIO = 0.02, 1.0  # in place of a solref whose numbers differ in sign


# ---- numbers of one constraint ----
@helper
def usable_reference(timeconst, dampratio):
    """solref of a constraint; the default if its two numbers are not of one kind."""
    mixed = where(timeconst > 0.0, 1.0, 0.0) != where(dampratio > 0.0, 1.0, 0.0)
    return where(mixed, TIMECONST, timeconst), where(mixed, DAMPRATIO, dampratio)


@helper
def solver_numbers(solref, solimp, k):
    """solref and solimp of a constraint."""
    timeconst, dampratio = usable_reference(solref[k, 0], solref[k, 1])
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
    return clamp(x, mjMINIMP, mjMAXIMP)


@helper
def power_of(x, exponent):
    return x * x if all_(exponent == 2.0) else pow_(x, exponent)


@helper
def impedance(low, high, width, middle, power, x):
    """Impedance at violation x and its slope: two arcs y = s^p that meet at `middle`, mirrored, of s = |x| / width."""
    low, high, middle = clamped_impedance(low), clamped_impedance(high), clamped_impedance(middle)
    flat = (low == high) | (width <= MINVAL)
    s = abs(x) / where(flat, 1.0, width)
    inside = not_(flat | (s >= 1.0) | (s == 0.0))
    end, inner = where(s >= 1.0, high, low), where(inside, s, 0.5)
    before, arc = inner <= middle, inner
    if any_(inside & (power > 1.0)):
        part = where(before, inner / middle, (1.0 - inner) / (1.0 - middle))
        arc = power_of(part, power) * where(before, middle, 1.0 - middle)
    linear = power <= 1.0
    y = where(linear, inner, where(before, arc, 1.0 - arc))
    slope = where(linear, 1.0, power * arc / where(before, inner, 1.0 - inner))
    scale = where(x > 0.0, high - low, low - high) / where(flat, 1.0, width)
    return (where(inside, low + y * (high - low), where(flat, 0.5 * (low + high), end)),
            where(inside, slope * scale, 0.0))


@helper
def stiffness(timeconst, dampratio, high):
    """K of a spring in either form of solref."""
    frequency = maximum(MINVAL, high * timeconst * dampratio)
    return where(timeconst <= 0.0, -timeconst / (high * high), 1.0 / (frequency * frequency))


@helper
def damping(timeconst, dampratio, high):
    """B of a damper in either form of solref."""
    return where(dampratio <= 0.0, -dampratio / high, 2.0 / maximum(MINVAL, high * timeconst))


@helper
def safe_timeconst(m, d, timeconst):
    """A time constant that the step can resolve."""
    if m.opt.disableflags & OFF_REFSAFE or at_step_end(m, d):
        return timeconst
    return where(timeconst <= 0.0, timeconst, maximum(timeconst, 2.0 * m.opt.timestep))


@helper
def is_too_stiff(m, timeconst, K, imp):
    """Whether a unilateral spring that acts at the end of the step would throw back what it stops."""
    h, safe = m.opt.timestep, m.opt.disableflags & OFF_REFSAFE == 0
    return (timeconst > 0.0) & (K * imp * h * h > 1.0) & safe


@helper
def resolved_damping(m, dampratio, K, imp):
    """B of the stiffest spring that does not throw back, as far as the largest impedance allows."""
    h = m.opt.timestep
    room = (1.0 - imp) / imp / SOFTEST - 2.0
    return maximum(0.0, minimum(2.0 * dampratio * sqrt(K), room / h))


@helper
def step_scale(m, K, B, imp):
    """How much stronger a spring and damper act at the end of the step than now."""
    h = m.opt.timestep
    return 1.0 + h * B + h * h * K * imp


# ---- rows ----
@helper
def regularized(m, d, diagonal, K, B, imp):
    """R of a row with this diagonal of A."""
    R = maximum(MINVAL, (1.0 - imp) / imp * diagonal)
    if at_step_end(m, d):
        R = maximum(MINVAL, maximum(R / step_scale(m, K, B, imp), SOFTEST * diagonal))
    return R


@helper
def set_row(d, i, K, B, imp, P, R):
    """Parameters of a row, and the diagonal of A that they amount to."""
    d.efc_KBIP[i, 0], d.efc_KBIP[i, 1], d.efc_KBIP[i, 2], d.efc_KBIP[i, 3] = K, B, imp, P
    d.efc_R[i], d.efc_D[i], d.efc_diagA[i] = R, d.work.efc_here[i] / R, R * imp / (1.0 - imp)


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
    none = (timeconst == 0.0) & (dampratio == 0.0)
    timeconst, dampratio = usable_reference(where(none, d.contact.solref[c, 0], timeconst),
                                            where(none, d.contact.solref[c, 1], dampratio))
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
    """efc_KBIP, efc_R and efc_D from efc_diagA, which becomes the diagonal that they amount to."""
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
        elif kind != ROW_EQUALITY and at_step_end(m, d):
            stiff, stiffest = is_too_stiff(m, timeconst, K, imp), 1.0 / (m.opt.timestep * m.opt.timestep * imp)
            K = where(stiff, stiffest, K)
            B = where(stiff, resolved_damping(m, dampratio, stiffest, imp), B)
        if kind == ROW_PYRAMIDAL:
            set_pyramid(m, d, k, i, count, K, B, imp, P)
        elif kind == ROW_ELLIPTIC:
            set_cone(m, d, k, i, count, K, B, imp, P, high)
        else:
            for r in range(i, i + count):
                set_row(d, r, K, B, imp, P, regularized(m, d, d.efc_diagA[r], K, B, imp))
        i += count
