"""Derivatives of fluid forces with respect to velocity, for the two models of fluid.py.

The wrench of a shape depends on its angular velocity w and linear velocity v through four 3x3 blocks:
torque by w, torque by v, force by w, force by v.
"""

from math import pi

from ....jit import helper, stage
from ....jit.lanes import any_, formula, maximum, not_, sqrt, where
from ....jit.values import TINY, Mat3, Vec3, dot, norm, spatial
from ...common.names import DISCRETE, IMPLICITFAST
from ...force.fluid import (
    added_inertia,
    box_drag,
    inertia_box,
    local_velocity,
    magnitudes,
    magnus_factor,
    product,
    semi_axes,
    shows_ellipsoids,
    squared_sections,
    stokes_resistance,
    swept_moments,
    widest_section,
)
from .free_body import is_lone

NOTHING = Mat3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@formula
def skew(v):
    """The matrix of v x."""
    return Mat3(0.0, -v.z, v.y, v.z, 0.0, -v.x, -v.y, v.x, 0.0)


@formula
def diagonal(v):
    return Mat3(v.x, 0.0, 0.0, 0.0, v.y, 0.0, 0.0, 0.0, v.z)


@formula
def outer(a, b):
    return Mat3(*[x * y for x in a for y in b])


@formula
def uniform(x):
    """A multiple of the identity matrix."""
    return diagonal(Vec3(x, x, x))


# ---- one shape, in its own frame ----
@formula
def box_derivative(mass, inertia, density, viscosity, w, v):
    """Diagonals of torque by w and force by v of box_wrench."""
    box = inertia_box(mass, inertia)
    moments, areas = box_drag(box, density)
    about, along = stokes_resistance((box.x + box.y + box.z) / 3.0, viscosity)
    return spatial(-product(moments * 2.0, magnitudes(w)) - Vec3(about, about, about),
                   -product(areas * 2.0, magnitudes(v)) - Vec3(along, along, along))


@formula
def angular_drag_derivative(r, angular, slender, w):
    """Torque by w of angular_drag: d (-|m w| w)."""
    moments = swept_moments(r, angular, slender)
    scaled = product(moments, w)
    size = norm(scaled)
    turning = size > TINY
    gradient = product(moments, scaled) * (1.0 / where(turning, size, 1.0))
    return -uniform(size) - where(turning, outer(w, gradient), NOTHING)


@formula
def seen_section(r, v):
    """Squared areas of the sections normal to the axes, the normal of the section that casts the shadow, its area."""
    section = squared_sections(r)
    normal = product(section, v)
    return section, normal, pi * norm(normal) / sqrt(maximum(dot(normal, v), TINY * TINY))


@formula
def drag_derivative(r, blunt, slender, v):
    """Force by v of the drag -(blunt A + slender (A_max - A)) |v| v, with A the area seen by the flow."""
    speed = norm(v)
    moving = speed > TINY
    v = where(moving, v, Vec3(1.0, 0.0, 0.0))
    speed = where(moving, speed, 1.0)
    section, normal, area = seen_section(r, v)
    growth = area * (product(section, normal) * (1.0 / dot(normal, normal)) - normal * (1.0 / dot(normal, v)))
    coefficient = blunt * area + slender * (widest_section(r) - area)
    at_fixed_area = (uniform(speed) + outer(v, v) * (1.0 / speed)) * coefficient
    return where(moving, -(at_fixed_area + outer(v, growth) * ((blunt - slender) * speed)), NOTHING)


@formula
def lift_derivative(r, kutta, v):
    """Force by v of the Kutta lift q ((n x v) x v) = q ((n.v) v - v^2 n), with q = kutta A n.v / (n^2 |v|)."""
    speed = norm(v)
    moving = speed > TINY
    v = where(moving, v, Vec3(1.0, 0.0, 0.0))
    speed = where(moving, speed, 1.0)
    section, normal, area = seen_section(r, v)
    seen, steep = dot(normal, v), dot(normal, normal)
    strength = kutta * area * seen / (steep * speed)
    arrow = v * seen - normal * (speed * speed)
    relative = normal * (1.0 / seen) - product(section, normal) * (1.0 / steep) - v * (1.0 / (speed * speed))
    turned = uniform(seen) + 2.0 * (outer(v, normal) - outer(normal, v)) - diagonal(section * (speed * speed))
    return where(moving, (turned + outer(arrow, relative)) * strength, NOTHING)


# ---- sums over subtrees ----
@helper
def add_drag(m, d, b, point, frame, torque_ang, torque_lin, force_ang, force_lin):
    """Add the four blocks of a shape of body b, moved to world axes and the centre of mass of its tree."""
    arm = skew(point - d.subtree_com[m.body_rootid[b]])
    turned = frame.T
    force_lin = frame @ force_lin @ turned
    force_ang = frame @ force_ang @ turned
    torque_lin = frame @ torque_lin @ turned + arm @ force_lin
    torque_ang = frame @ torque_ang @ turned + arm @ force_ang
    d.work.drag_force_lin[b] += force_lin
    d.work.drag_force_ang[b] += force_ang - force_lin @ arm
    d.work.drag_torque_lin[b] += torque_lin
    d.work.drag_torque_ang[b] += torque_ang - torque_lin @ arm


@helper
def add_box_drag(m, d, b, use):
    """Blocks of the inertia box of a body; `use` is 1 or 0."""
    point, frame = d.xipos[b], d.ximat[b]
    w, v = local_velocity(m, d, b, point, frame)
    mass = maximum(m.body_mass[b], TINY)
    density, viscosity = maximum(m.opt.density, 0.0), maximum(m.opt.viscosity, 0.0)
    diagonals = box_derivative(mass, m.body_inertia[b], density, viscosity, w, v) * use
    add_drag(m, d, b, point, frame, diagonal(diagonals.ang), NOTHING, NOTHING, diagonal(diagonals.lin))


@helper
def add_ellipsoid_drag(m, d, b, g, use, whole):
    """Blocks of a geom; unless the `whole` is wanted `discrete` takes drag and viscosity: the rest does not damp."""
    point, frame, r = d.geom_xpos[g], d.geom_xmat[g], semi_axes(m.geom_type[g], m.geom_size[g])
    w, v = local_velocity(m, d, b, point, frame)
    density, slender = m.opt.density, m.geom_fluid[g, 2]
    about, along = stokes_resistance((r.x + r.y + r.z) / 3.0, m.opt.viscosity)
    torque_ang = angular_drag_derivative(r, m.geom_fluid[g, 3], slender, w) * density
    torque_ang -= uniform(about)
    force_lin = drag_derivative(r, m.geom_fluid[g, 1], slender, v) * density - uniform(along)
    torque_lin, force_ang = NOTHING, NOTHING
    if whole or m.opt.integrator != DISCRETE:
        magnus = magnus_factor(m, g, r)
        mass, inertia = added_inertia(m, g)
        momentum = skew(product(mass, v))
        torque_ang += (skew(product(inertia, w)) - skew(w) @ diagonal(inertia)) * density
        torque_lin += (momentum - skew(v) @ diagonal(mass)) * density
        force_ang += (momentum - skew(v) * magnus) * density
        force_lin += (skew(w) * magnus - skew(w) @ diagonal(mass) + lift_derivative(r, m.geom_fluid[g, 4], v)) * density
    use = use * m.geom_fluid[g, 0]
    add_drag(m, d, b, point, frame, torque_ang * use, torque_lin * use, force_ang * use, force_lin * use)


@helper
def symmetrize_drag(d, b):
    """Keep the symmetric part of the 6x6 matrix that the four blocks of body b make up."""
    ang, lin = d.work.drag_torque_ang[b], d.work.drag_force_lin[b]
    between = (d.work.drag_torque_lin[b] + d.work.drag_force_ang[b].T) * 0.5
    d.work.drag_torque_ang[b] = (ang + ang.T) * 0.5
    d.work.drag_force_lin[b] = (lin + lin.T) * 0.5
    d.work.drag_torque_lin[b] = between
    d.work.drag_force_ang[b] = between.T


@stage
def subtree_drag(m, d, whole: bool):
    """Blocks of every subtree, about the centre of mass of its tree.

    Integrators that need a symmetric derivative get the symmetric part, unless the `whole` is wanted; implicitfast
    solves lone free bodies apart, so they keep all of it.
    """
    for b in range(m.nbody):
        d.work.drag_torque_ang[b], d.work.drag_torque_lin[b] = NOTHING, NOTHING
        d.work.drag_force_ang[b], d.work.drag_force_lin[b] = NOTHING, NOTHING
    for b in range(1, m.nbody):
        heavy, shaped = m.body_mass[b] >= TINY, shows_ellipsoids(m, b) > 0.0
        if any_(heavy & shaped):
            for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                add_ellipsoid_drag(m, d, b, g, where(heavy & shaped, 1.0, 0.0), whole)
        if any_(heavy & not_(shaped)):
            add_box_drag(m, d, b, where(heavy & not_(shaped), 1.0, 0.0))
    for b in range(m.nbody - 1, 0, -1):
        parent = m.body_parentid[b]
        if parent > 0:
            d.work.drag_torque_ang[parent] += d.work.drag_torque_ang[b]
            d.work.drag_torque_lin[parent] += d.work.drag_torque_lin[b]
            d.work.drag_force_ang[parent] += d.work.drag_force_ang[b]
            d.work.drag_force_lin[parent] += d.work.drag_force_lin[b]
        symmetric = m.opt.integrator == DISCRETE or (m.opt.integrator == IMPLICITFAST and not is_lone(m, b))
        if symmetric and not whole:
            symmetrize_drag(d, b)


@helper
def drag_along(d, b, axis):
    """Wrench on the subtree of body b per unit of motion along an axis."""
    return spatial(d.work.drag_torque_ang[b] @ axis.ang + d.work.drag_torque_lin[b] @ axis.lin,
                   d.work.drag_force_ang[b] @ axis.ang + d.work.drag_force_lin[b] @ axis.lin)


@helper
def drag_across(d, b, axis):
    """What drag_along gives for the transposed matrix."""
    return spatial(d.work.drag_torque_ang[b].T @ axis.ang + d.work.drag_force_ang[b].T @ axis.lin,
                   d.work.drag_torque_lin[b].T @ axis.ang + d.work.drag_force_lin[b].T @ axis.lin)


@stage
def fluid_derivative(m, d):
    """Add the derivative of fluid forces to qDeriv."""
    subtree_drag(m, d, False)
    for i in range(m.nv):
        d.work.column[i] = drag_along(d, m.dof_bodyid[i], d.cdof[i])
    for i in range(m.nv):
        axis, row = d.cdof[i], m.D_rowadr[i]
        across, own = drag_across(d, m.dof_bodyid[i], axis), row + m.D_diag[i]
        for k in range(row, own):
            d.qDeriv[k] += dot(across, d.cdof[m.D_colind[k]])
        for k in range(own, row + m.D_rownnz[i]):
            d.qDeriv[k] += dot(axis, d.work.column[m.D_colind[k]])
