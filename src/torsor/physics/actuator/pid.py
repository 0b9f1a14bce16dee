"""Controllers by proportion, integral and derivative: kp (pos - length) + kv (vel - velocity) + ki integral + ff.

biasprm holds 0, -kp, -kv, as that of a servo; gainprm ki; dynprm the largest integral and the largest rate of the
position target. Activations are the target that moves at this rate, if there is one, and the integral, if ki is not 0.
"""

from ...jit import helper, stage
from .inputs import integral_rate, named_inputs, slew_rate, slewed

KI, LARGEST, SLEW = 0, 0, 1  # places in gainprm, dynprm, dynprm


@helper
def has_slew(m, a):
    return m.actuator_actnum[a] > 0 and m.actuator_dynprm[a, SLEW] > 0.0


@helper
def has_integral(m, a):
    return m.actuator_actnum[a] > (1 if has_slew(m, a) else 0)


@helper
def target(m, d, a):
    """The position target, after it was slowed down."""
    pos, _, _, _ = named_inputs(m, d, a)
    if has_slew(m, a):
        pos = slewed(m, pos, d.act[m.actuator_actadr[a]], m.actuator_dynprm[a, SLEW])
    return pos


@stage(one_world=True)
def pid_rates(m, d, a: int):
    """act_dot of a controller."""
    k = m.actuator_actadr[a]
    if has_slew(m, a):
        pos, _, _, _ = named_inputs(m, d, a)
        d.act_dot[k] = slew_rate(m, pos, d.act[k], m.actuator_dynprm[a, SLEW])
        k += 1
    if has_integral(m, a):
        error = target(m, d, a) - d.actuator_length[m.actuator_outadr[a]]
        d.act_dot[k] = integral_rate(error, d.act[k], m.actuator_dynprm[a, LARGEST])


@stage(one_world=True)
def pid_drive(m, d, a: int) -> float:
    """The force of a controller but for its bias."""
    _, vel, force, _ = named_inputs(m, d, a)
    force -= m.actuator_biasprm[a, 1] * target(m, d, a) + m.actuator_biasprm[a, 2] * vel
    if has_integral(m, a):
        k = m.actuator_actadr[a] + m.actuator_actnum[a] - 1
        integral = d.act[k]
        if m.actuator_actearly[a]:
            integral += m.opt.timestep * d.act_dot[k]
        force += m.actuator_gainprm[a, KI] * integral
    return force
