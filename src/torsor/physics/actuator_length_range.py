"""How short and how long an actuator can get, found by pushing it until nothing moves any more."""

from ..jit import helper, stage
from ..jit.arguments import Out
from ..jit.clock import now
from ..jit.lanes import sqrt
from .common.interrupt import answer
from .common.names import MINVAL
from .dynamics.inertia import solve
from .partial import step1, step2


@helper
def length_of(m, x):
    total = 0.0
    for i in range(m.nv):
        total += x[i] * x[i]
    return sqrt(total)


@helper
def push_along(m, d, out, accel, most, x):
    """Apply a force along the moment of an actuator that accelerates the joints by `accel`; 0 < most limits it."""
    force = d.qfrc_applied
    for i in range(m.nv):
        force[i] = 0.0
    for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
        force[d.moment_colind[k]] = d.actuator_moment[k]
    for i in range(m.nv):
        x[i] = force[i]
    solve(m, d.qLD, d.qLDiagInv, x)
    scale = accel / max(MINVAL, length_of(m, x))
    size = abs(scale) * length_of(m, force)
    if 0.0 < most < size:
        scale *= most / size
    for i in range(m.nv):
        force[i] *= scale


@stage(one_world=True)
def push(m, d, out: int, accel: float, most: float, decay: float, total: float, last: float, ends: Out('2'),
         x: Out('nv')):
    """ends: least and greatest length of an output in the `last` seconds of `total` ones of pushing; x: room for nv.

    Velocities decay by a factor in every step.
    """
    heard = now()
    found = False
    while d.time < total:
        for i in range(m.nv):
            d.qvel[i] *= decay
        step1(m, d)
        push_along(m, d, out, accel, most, x)
        step2(m, d)
        if d.time > total - last:
            length = d.actuator_length[out]
            ends[0] = min(ends[0], length) if found else length
            ends[1] = max(ends[1], length) if found else length
            found = True
        heard = answer(heard)
