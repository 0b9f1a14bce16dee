"""Jacobians of points and axes on bodies, and of the momentum of subtrees.

A Jacobian has 3 rows and nv columns. Column i is what a unit velocity of dof i does; it is zero unless dof i is among
the dofs that move the body, which form a chain: i, dof_parentid[i], ... up to the root.
"""

from ...jit import helper
from ...jit.entry import given
from ...jit.native import In, Index, Out, native
from ...jit.values import cross, cross_motion, dot, inertia_about, spatial
from ..names import BALL, FREE


@helper
def clear(m, jacobian):
    """Set a Jacobian to zero, if it was given."""
    if given(jacobian):
        for k in range(3 * m.nv):
            jacobian[k] = 0.0


@helper
def set_column(m, jacobian, i, column):
    """Store column i of a Jacobian, if it was given."""
    if given(jacobian):
        jacobian[i] = column.x
        jacobian[m.nv + i] = column.y
        jacobian[2 * m.nv + i] = column.z


@helper
def last_dof(m, b):
    """The dof nearest to body b among those that move it, or -1. A body without joints moves with the one it is fixed to."""
    carrier = m.body_weldid[b]
    return m.body_dofadr[carrier] + m.body_dofnum[carrier] - 1 if m.body_dofnum[carrier] > 0 else -1


@helper
def arm_of(m, d, point, b):
    """A point of body b, seen from where the motion axes of its tree are taken."""
    return point - d.subtree_com[m.body_rootid[b]]


@helper
def point_jacobian(m, d, jacp, jacr, point, b):
    """Jacobians of the position of a point of body b and of the orientation of b."""
    clear(m, jacp)
    clear(m, jacr)
    arm = arm_of(m, d, point, b)
    i = last_dof(m, b)
    while i >= 0:
        axis = d.cdof[i]
        set_column(m, jacp, i, axis.lin + cross(axis.ang, arm))
        set_column(m, jacr, i, axis.ang)
        i = m.dof_parentid[i]


Jacobian = Out('3,nv', optional=True)
Point = In('3')
Body = Index('nbody')


@native
def jac(m, d, jacp: Jacobian, jacr: Jacobian, point: Point, body: Body):
    """Jacobians of a point that moves with a body."""
    point_jacobian(m, d, jacp, jacr, point.vec3[0], body)
