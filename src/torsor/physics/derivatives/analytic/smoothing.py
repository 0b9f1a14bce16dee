"""Rows that set in gradually, so that slopes are continuous where rows switch.

A row acts or does not: a contact or a limit is there below its margin, and pushes only where y = J a - aref < 0; dry
friction holds up to its largest force. With a width e, `work.reach`, these switches are sigmoids s, cubics that rise
from 0 to 1 over 2 e:
    D of a contact or limit is multiplied by s((margin - pos) / e);
    the force -D y of a limit or pyramid at y < 0 becomes D w S(-y / w), S being the integral of s, and that of dry
    friction turns into its bounds likewise. The width w = e max(K, B^2 / 4) is the change of y if the row moved by e.
The Hessian of the cost is then D s(-y / w): rows have sigmoid weights. Within elliptic cones nothing is softened but D.
What is differentiated is this softer system, at its own solution. Rows farther than 2 e from their switches are exact.
"""

from ....jit import helper
from ....jit.lanes import each, maximum, minimum, where
from ...common.names import MINVAL, QUADRATIC, ROW_ELLIPTIC, ROW_EQUALITY, ROW_FRICTION_TENDON, SATISFIED
from ...constraint.update import cone_cost


# ---- sigmoids ----
@helper
def share(x):
    """From 0 at -1 to 1 at 1, with a continuous slope."""
    t = minimum(maximum(x, -1.0), 1.0)
    return 0.5 + t * (0.75 - 0.25 * t * t)


@helper
def ramp(x):
    """Integral of `share`: 0 up to -1, x from 1 on."""
    t = minimum(maximum(x, -1.0), 1.0)
    return where(x > 1.0, x, 0.1875 + t * (0.5 + t * (0.375 - 0.0625 * t * t)))


# ---- rows that are there in part ----
@helper
def comes_and_goes(d, r):
    """Whether a row is there below its margin only: that of a limit or a contact."""
    return d.efc_type[r] > ROW_FRICTION_TENDON


@helper
def depth(d, r):
    """How far a row is below its margin, in widths."""
    return (d.efc_margin[r] - d.efc_pos[r]) / d.work.reach


@helper
def onset(d, r):
    """Relative change of the weight of a row with its position."""
    x = depth(d, r)
    weight = share(x)
    if not comes_and_goes(d, r):
        return each(0.0, x)
    return where((x < 1.0) & (weight > 0.0), -0.75 * (1.0 - x * x) / (weight * d.work.reach), 0.0)


@helper
def weigh_rows(d, stiff):
    """stiff = D of all rows, each as far as it is there; the rows of a cone as the first of them."""
    r = 0
    while r < d.nefc:
        count = d.contact.dim[d.efc_id[r]] if d.efc_type[r] == ROW_ELLIPTIC else 1
        for k in range(r, r + count):
            stiff[k] = d.efc_D[k]
            if comes_and_goes(d, r):
                stiff[k] *= share(depth(d, r))
        r += count


# ---- rows that act in part ----
@helper
def softness(d, r):
    """Over how much of y a row begins to act."""
    B = d.efc_KBIP[r, 1]
    return maximum(MINVAL, d.work.reach * maximum(d.efc_KBIP[r, 0], 0.25 * B * B))


@helper
def friction_force(d, r, y, stiff, width):
    """Force of a row of dry friction, and the second derivative of its cost."""
    edge, most = d.efc_frictionloss[r] * d.efc_R[r], d.efc_frictionloss[r]
    low, high = (y + edge) / width, (y - edge) / width
    force = stiff * (edge - width * (ramp(low) - ramp(high)))
    return where(high >= 1.0, -most, where(low <= -1.0, most, force)), stiff * (share(low) - share(high))


@helper
def row_force(d, r, y, stiff):
    """Force of a row that is not part of an elliptic cone, and the second derivative of its cost."""
    if d.efc_type[r] == ROW_EQUALITY:
        return -stiff * y, stiff
    width = softness(d, r)
    if not comes_and_goes(d, r):
        return friction_force(d, r, y, stiff, width)
    return stiff * width * ramp(-y / width), stiff * share(-y / width)


@helper
def update_softly(d, b, jar, stiff, with_hessian):
    """Forces and states of the rows of a block for jar = J qacc - aref; D becomes the second derivative of the cost."""
    r = 0
    while r < b.nefc:
        if b.type[r] == ROW_ELLIPTIC:
            c = b.id[r]
            for k in range(r, r + d.contact.dim[c]):
                b.D[k] = stiff[k]
            cone_cost(d, b, c, r, jar, with_hessian)
            r += d.contact.dim[c]
        else:
            b.force[r], b.D[r] = row_force(d, r, jar[r], stiff[r])
            b.state[r] = where(b.D[r] > 0.0, QUADRATIC, SATISFIED)
            r += 1
