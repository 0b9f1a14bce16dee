"""Jacobians of points and axes of bodies and of the momentum of subtrees, and forces mapped to the dofs by them.

A Jacobian has 3 rows and nv columns: column i is what a unit velocity of dof i does. It is zero unless dof i moves the
body; the dofs that do form a chain from the one nearest to the body along `dof_parentid` to the root.
"""

from ...jit import helper, stage
from ...jit.arguments import In, Index, Out
from ...jit.structs import given
from ...jit.values import cross, dot, inertia_about, spatial
from ..common.chain import last_dof, tree_centre
from ..dynamics.velocity import axis_rate

Body = Index('nbody')
Columns = Out('3,nv')
MaybeColumns = Out('3,nv', optional=True)
Vector = In('3')


# ---- columns and chains ----
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


# ---- points of bodies ----
@helper
def point_jacobian(m, d, jacp, jacr, point, b):
    """Jacobians of the position of a point of body b and of the orientation of b (RBDA sec. 4.1)."""
    clear(m, jacp)
    clear(m, jacr)
    arm, i = point - tree_centre(m, d, b), last_dof(m, b)
    while i >= 0:
        axis = d.cdof[i]
        set_column(m, jacp, i, axis.lin + cross(axis.ang, arm))
        set_column(m, jacr, i, axis.ang)
        i = m.dof_parentid[i]


@stage
def jacobian_of_point(m, d, jacp: MaybeColumns, jacr: MaybeColumns, point: Vector, body: Body):
    """Jacobians of a point in the world that moves with a body."""
    point_jacobian(m, d, jacp, jacr, point.vec3[0], body)


@stage
def jacobian_of_body(m, d, jacp: MaybeColumns, jacr: MaybeColumns, body: Body):
    """Jacobians of the origin of a body."""
    point_jacobian(m, d, jacp, jacr, d.xpos[body], body)


@stage
def jacobian_of_centre(m, d, jacp: MaybeColumns, jacr: MaybeColumns, body: Body):
    """Jacobians of the centre of mass of a body."""
    point_jacobian(m, d, jacp, jacr, d.xipos[body], body)


@stage
def jacobian_of_geom(m, d, jacp: MaybeColumns, jacr: MaybeColumns, geom: Index('ngeom')):
    """Jacobians of the centre of a geom."""
    point_jacobian(m, d, jacp, jacr, d.geom_xpos[geom], m.geom_bodyid[geom])


@stage
def jacobian_of_site(m, d, jacp: MaybeColumns, jacr: MaybeColumns, site: Index('nsite')):
    """Jacobians of a site."""
    point_jacobian(m, d, jacp, jacr, d.site_xpos[site], m.site_bodyid[site])


@stage
def jacobian_of_axis(m, d, jacPoint: MaybeColumns, jacAxis: MaybeColumns, point: Vector, axis: Vector, body: Body):
    """Jacobians of a point and of an axis in the world that move with a body."""
    clear(m, jacPoint)
    clear(m, jacAxis)
    arm, direction, i = point.vec3[0] - tree_centre(m, d, body), axis.vec3[0], last_dof(m, body)
    while i >= 0:
        motion = d.cdof[i]
        set_column(m, jacPoint, i, motion.lin + cross(motion.ang, arm))
        set_column(m, jacAxis, i, cross(motion.ang, direction))
        i = m.dof_parentid[i]


@stage
def jacobian_rate(m, d, jacp: MaybeColumns, jacr: MaybeColumns, point: Vector, body: Body):
    """Time derivatives of the Jacobians of a point that moves with a body."""
    clear(m, jacp)
    clear(m, jacr)
    arm, i = point.vec3[0] - tree_centre(m, d, body), last_dof(m, body)
    velocity = d.cvel[body].lin + cross(d.cvel[body].ang, arm)
    while i >= 0:
        rate = axis_rate(m, d, i)
        set_column(m, jacp, i, rate.lin + cross(rate.ang, arm) + cross(d.cdof[i].ang, velocity))
        set_column(m, jacr, i, rate.ang)
        i = m.dof_parentid[i]


@stage
def add_force(m, d, force: Vector, torque: Vector, point: Vector, body: Body, qfrc_target: Out('nv')):
    """Add to qfrc_target what a force at a point of a body and a torque do along the dofs: J' f."""
    arm, push = point.vec3[0] - tree_centre(m, d, body), force.vec3[0]
    wrench, i = spatial(torque.vec3[0] + cross(arm, push), push), last_dof(m, body)
    while i >= 0:
        qfrc_target[i] += dot(d.cdof[i], wrench)
        i = m.dof_parentid[i]


# ---- momentum of subtrees ----
@helper
def collect_inertias(m, d, top):
    """Inertias of the subtrees of `top` and of the bodies below it, in d.work.composite; returns the last of these.

    Bodies are numbered depth first, so a subtree is a range of numbers.
    """
    last = top
    while last + 1 < m.nbody and m.body_parentid[last + 1] >= top:
        last += 1
    for b in range(top, last + 1):
        arm = d.xipos[b] - tree_centre(m, d, b)
        d.work.composite[b] = inertia_about(m.body_mass[b], m.body_inertia[b], d.ximat[b], arm)
    for b in range(last, top, -1):
        if m.body_parentid[b] > 0:  # each tree has a centre of its own, so there is no sum for the world
            d.work.composite[m.body_parentid[b]] += d.work.composite[b]
    return last


@helper
def momentum_column(m, d, angular, i, b, point):
    """Momentum that a unit velocity of dof i gives to the subtree of body b: linear, or angular about a point."""
    momentum = d.work.composite[b] @ d.cdof[i]
    if angular:
        return momentum.ang - cross(point - tree_centre(m, d, b), momentum.lin)
    return momentum.lin


@helper
def momentum_jacobian(m, d, jacobian, top, angular):
    """Jacobian of the momentum of the subtree of body `top`."""
    clear(m, jacobian)
    last, centre = collect_inertias(m, d, top), d.subtree_com[top]
    for b in range(top, last + 1):
        for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
            set_column(m, jacobian, i, momentum_column(m, d, angular, i, b, centre))
    i = last_dof(m, m.body_parentid[top])
    while i >= 0:  # what is above moves the subtree as one body
        set_column(m, jacobian, i, momentum_column(m, d, angular, i, top, centre))
        i = m.dof_parentid[i]


@stage
def jacobian_of_subtree(m, d, jacp: Columns, body: Body):
    """Jacobian of the centre of mass of a subtree, which is its momentum by its mass."""
    momentum_jacobian(m, d, jacp, body, False)
    inverse = 1.0 / m.body_subtreemass[body]
    for k in range(3 * m.nv):
        jacp[k] *= inverse


@stage
def jacobian_of_angular_momentum(m, d, mat: Columns, body: Body):
    """Jacobian of the angular momentum of a subtree about its centre of mass."""
    momentum_jacobian(m, d, mat, body, True)
