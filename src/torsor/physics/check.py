"""Divergence: positions, velocities and accelerations that are not numbers or too large, and what is done about them."""

from ..jit import stage


@stage
def check_pos(m, d):
    pass


@stage
def check_vel(m, d):
    pass


@stage
def check_acc(m, d):
    pass
