"""Derivatives of fluid forces with respect to velocity, for the two models of fluid.py.

The wrench of a shape depends on its angular velocity w and linear velocity v through four 3x3 blocks:
torque by w, torque by v, force by w, force by v.
"""

from math import pi

from ...jit import helper, stage
from ...jit.lanes import any_, formula, maximum, minimum, not_, sqrt, where
from ...jit.values import TINY, Mat3, Vec3, dot, norm, spatial
from ..common.names import DISCRETE, IMPLICITFAST
from ..force.fluid import local_velocity, product, semi_axes
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
def box_slopes(mass, inertia, density, viscosity, w, v):
    """Diagonals of torque by w and force by v of box_wrench."""
    scale = 1.5 / mass
    x = sqrt(scale * maximum(inertia.y + inertia.z - inertia.x, TINY))
    y = sqrt(scale * maximum(inertia.z + inertia.x - inertia.y, TINY))
    z = sqrt(scale * maximum(inertia.x + inertia.y - inertia.z, TINY))
    r = (x + y + z) / 3.0
    x4, y4, z4 = (x * x) * (x * x), (y * y) * (y * y), (z * z) * (z * z)
    areas = Vec3(y * z, z * x, x * y) * (4.0 * density)
    moments = Vec3(x * (y4 + z4), y * (z4 + x4), z * (x4 + y4)) * density
    stokes = pi * viscosity * r
    about, along = 8.0 * stokes * r * r, 6.0 * stokes
    return spatial(-product(moments, Vec3(abs(w.x), abs(w.y), abs(w.z))) - Vec3(about, about, about),
                   -product(areas, Vec3(abs(v.x), abs(v.y), abs(v.z))) - Vec3(along, along, along))


@formula
def angular_drag_slope(r, angular, slender, w):
    """Torque by w of angular_drag: d (-|m w| w)."""
    x, y, z = maximum(r.y, r.z), maximum(r.z, r.x), maximum(r.x, r.y)
    swept = Vec3(r.x * (x * x) * (x * x), r.y * (y * y) * (y * y), r.z * (z * z) * (z * z)) * (8.0 * pi / 15.0)
    largest = maximum(swept.x, maximum(swept.y, swept.z)) * slender
    moments = swept * (angular - slender) + Vec3(largest, largest, largest)
    scaled = product(moments, w)
    size = norm(scaled)
    turning = size > TINY
    gradient = product(moments, scaled) * (1.0 / where(turning, size, 1.0))
    return -uniform(size) - where(turning, outer(w, gradient), NOTHING)


@formula
def seen_section(r, v):
    """Squared areas of the sections normal to the axes, the normal of the section that casts the shadow, its area."""
    section = Vec3(r.y * r.z, r.z * r.x, r.x * r.y)
    section = product(section, section)
    normal = product(section, v)
    return section, normal, pi * norm(normal) / sqrt(maximum(dot(normal, v), TINY * TINY))


@formula
def drag_slope(r, blunt, slender, v):
    """Force by v of the drag -(blunt A + slender (A_max - A)) |v| v, with A the area seen by the flow."""
    speed = norm(v)
    moving = speed > TINY
    v = where(moving, v, Vec3(1.0, 0.0, 0.0))
    speed = where(moving, speed, 1.0)
    section, normal, area = seen_section(r, v)
    growth = area * (product(section, normal) * (1.0 / dot(normal, normal)) - normal * (1.0 / dot(normal, v)))
    largest = maximum(r.x, maximum(r.y, r.z))
    middle = maximum(minimum(r.x, r.y), minimum(maximum(r.x, r.y), r.z))
    coefficient = blunt * area + slender * (pi * largest * middle - area)
    slope = (uniform(speed) + outer(v, v) * (1.0 / speed)) * coefficient
    return where(moving, -(slope + outer(v, growth) * ((blunt - slender) * speed)), NOTHING)


@formula
def lift_slope(r, kutta, v):
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
    slopes = box_slopes(mass, m.body_inertia[b], density, viscosity, w, v) * use
    add_drag(m, d, b, point, frame, diagonal(slopes.ang), NOTHING, NOTHING, diagonal(slopes.lin))


@helper
def add_ellipsoid_drag(m, d, b, g, use):
    """Blocks of a geom; the integrator `discrete` takes drag and viscosity only, as the rest does not damp."""
    point, frame, r = d.geom_xpos[g], d.geom_xmat[g], semi_axes(m, g)
    w, v = local_velocity(m, d, b, point, frame)
    density, slender = m.opt.density, m.geom_fluid[g, 2]
    radius = (r.x + r.y + r.z) / 3.0
    stokes = pi * m.opt.viscosity * radius
    torque_ang = angular_drag_slope(r, m.geom_fluid[g, 3], slender, w) * density
    torque_ang -= uniform(8.0 * stokes * radius * radius)
    force_lin = drag_slope(r, m.geom_fluid[g, 1], slender, v) * density - uniform(6.0 * stokes)
    torque_lin, force_ang = NOTHING, NOTHING
    if m.opt.integrator != DISCRETE:
        mass = Vec3(m.geom_fluid[g, 6], m.geom_fluid[g, 7], m.geom_fluid[g, 8])
        inertia = Vec3(m.geom_fluid[g, 9], m.geom_fluid[g, 10], m.geom_fluid[g, 11])
        magnus = m.geom_fluid[g, 5] * (4.0 * pi / 3.0 * (r.x * r.y * r.z))
        momentum = skew(product(mass, v))
        torque_ang += (skew(product(inertia, w)) - skew(w) @ diagonal(inertia)) * density
        torque_lin += (momentum - skew(v) @ diagonal(mass)) * density
        force_ang += (momentum - skew(v) * magnus) * density
        force_lin += (skew(w) * magnus - skew(w) @ diagonal(mass) + lift_slope(r, m.geom_fluid[g, 4], v)) * density
    use = use * m.geom_fluid[g, 0]
    add_drag(m, d, b, point, frame, torque_ang * use, torque_lin * use, force_ang * use, force_lin * use)


@helper
def shows_ellipsoids(m, b):
    """A positive number if some geom of a body meets the fluid as an ellipsoid."""
    total = 0.0
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        total += maximum(m.geom_fluid[g, 0], 0.0)
    return total


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
def subtree_drag(m, d):
    """Blocks of every subtree, about the centre of mass of its tree.

    Integrators that need a symmetric derivative get the symmetric part; implicitfast solves lone free bodies apart, so
    they keep the whole.
    """
    for b in range(m.nbody):
        d.work.drag_torque_ang[b], d.work.drag_torque_lin[b] = NOTHING, NOTHING
        d.work.drag_force_ang[b], d.work.drag_force_lin[b] = NOTHING, NOTHING
    for b in range(1, m.nbody):
        heavy, shaped = m.body_mass[b] >= TINY, shows_ellipsoids(m, b) > 0.0
        if any_(heavy & shaped):
            for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                add_ellipsoid_drag(m, d, b, g, where(heavy & shaped, 1.0, 0.0))
        if any_(heavy & not_(shaped)):
            add_box_drag(m, d, b, where(heavy & not_(shaped), 1.0, 0.0))
    for b in range(m.nbody - 1, 0, -1):
        parent = m.body_parentid[b]
        if parent > 0:
            d.work.drag_torque_ang[parent] += d.work.drag_torque_ang[b]
            d.work.drag_torque_lin[parent] += d.work.drag_torque_lin[b]
            d.work.drag_force_ang[parent] += d.work.drag_force_ang[b]
            d.work.drag_force_lin[parent] += d.work.drag_force_lin[b]
        if m.opt.integrator == DISCRETE or (m.opt.integrator == IMPLICITFAST and not is_lone(m, b)):
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
    subtree_drag(m, d)
    for i in range(m.nv):
        d.work.column[i] = drag_along(d, m.dof_bodyid[i], d.cdof[i])
    for i in range(m.nv):
        axis, row = d.cdof[i], m.D_rowadr[i]
        across, own = drag_across(d, m.dof_bodyid[i], axis), row + m.D_diag[i]
        for k in range(row, own):
            d.qDeriv[k] += dot(across, d.cdof[m.D_colind[k]])
        for k in range(own, row + m.D_rownnz[i]):
            d.qDeriv[k] += dot(axis, d.work.column[m.D_colind[k]])
