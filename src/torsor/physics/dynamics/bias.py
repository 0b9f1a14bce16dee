"""Recursive Newton-Euler: bias forces."""

from ...jit import helper, stage
from ...jit.values import ZERO, cross_force, dot, spatial
from ..common.names import OFF_GRAVITY
from ..sleep.rest import body_sleeps, some_sleep, span, span_count
from .inertia import multiply


@helper
def base_acceleration(m):
    """Acceleration of the world that stands for gravity (RBDA sec. 5.3)."""
    gravity = m.opt.gravity
    if m.opt.disableflags & OFF_GRAVITY:
        gravity = gravity * 0.0
    return spatial(ZERO, -gravity)


@helper
def set_bias_of_bodies(m, d, skips):
    """work.cfrc: what holds each body, and all that hang on it, at zero qacc (RBDA sec. 5.3); `skips` those asleep."""
    d.work.cacc[0] = base_acceleration(m)
    for b in range(1, m.nbody):
        if skips and body_sleeps(d, b):
            continue
        acceleration = d.work.cacc[m.body_parentid[b]]
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            acceleration += d.cdof_dot[i] * d.qvel[i]
        inertia, velocity = d.cinert[b], d.cvel[b]
        d.work.cacc[b] = acceleration
        d.work.cfrc[b] = inertia @ acceleration + cross_force(velocity, inertia @ velocity)
    for b in range(m.nbody - 1, 0, -1):
        if m.body_parentid[b] > 0 and not (skips and body_sleeps(d, b)):
            d.work.cfrc[m.body_parentid[b]] += d.work.cfrc[b]


@stage
def bias_force(m, d):
    """qfrc_bias: Coriolis, centrifugal and gravity forces; the forces that give zero qacc."""
    set_bias_of_bodies(m, d, some_sleep(m, d))
    for s in range(span_count(m, d)):
        first, end = span(m, d, s)
        for i in range(first, end):
            d.qfrc_bias[i] = dot(d.cdof[i], d.work.cfrc[m.dof_bodyid[i]])


@stage
def inverse_force(m, d):
    """qfrc_inverse: the forces that give qacc, without passive, actuator and constraint forces.

    The inertia is that of forward dynamics, which knows no coupling between dofs of a simple body.
    """
    set_bias_of_bodies(m, d, False)
    multiply(m, d.M, d.qacc, d.qfrc_inverse)
    for i in range(m.nv):
        d.qfrc_inverse[i] += dot(d.cdof[i], d.work.cfrc[m.dof_bodyid[i]])
