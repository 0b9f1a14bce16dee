"""Changes of fluid forces with position and velocity, by hand.

The wrench f of a fluid on a body is a function of the body's motion relative to the fluid, both in axes of the body; D
is its derivative by that motion (derivative/fluid.py). A move along dof j turns the wrench, and lets the body see the
motion before the joint, v_p, and the wind from another side:
    d f_b / d q_j = S_j x* f_b + D_b (v_p - wind) x S_j,     d f_b / d qd_j = D_b S_j
Forces and D add up over subtrees, and the rest is as in inverse.py.
"""

from ....jit import helper, stage
from ....jit.values import ZERO, cross, cross_force, dot, spatial
from ...common.names import OFF_DAMPER, OFF_SPRING
from ..velocity.fluid import drag_across, drag_along, subtree_drag
from .inverse import Columns, columns_of, turn_together


@helper
def has_fluid(m):
    """Whether a fluid resists."""
    both = OFF_SPRING | OFF_DAMPER
    return m.opt.disableflags & both != both and (m.opt.density != 0.0 or m.opt.viscosity != 0.0)


@helper
def drift(m, d, j):
    """Change of the motion that bodies see which dof j carries, with its position."""
    return d.cdof_dot[j] - spatial(ZERO, cross(m.opt.wind, d.cdof[j].ang))


@stage
def add_fluid_slopes(m, d, R: Columns):
    """Add the changes of fluid forces to the columns of positions and velocities."""
    subtree_drag(m, d, True)
    columns = columns_of(m)
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        d.work.column[i] = drag_along(d, b, d.cdof[i])
        d.work.load_column[i] = drag_along(d, b, drift(m, d, i)) + cross_force(d.cdof[i], d.work.fluid_load[b])
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        across, by_position, by_velocity = drag_across(d, b, d.cdof[i]), d.work.load_column[i], d.work.column[i]
        j = i
        while j >= 0:
            R[columns * i + j] += dot(across, drift(m, d, j))
            R[columns * i + m.nv + j] += dot(across, d.cdof[j])
            if j != i:
                if turn_together(m, i, j):
                    R[columns * j + i] += dot(drag_across(d, b, d.cdof[j]), drift(m, d, i))
                else:
                    R[columns * j + i] += dot(d.cdof[j], by_position)
                R[columns * j + m.nv + i] += dot(d.cdof[j], by_velocity)
            j = m.dof_parentid[j]
