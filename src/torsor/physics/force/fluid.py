"""Forces of a surrounding fluid, by the two models of the MuJoCo documentation (chapter Fluid forces).

Velocities, forces and torques of the formulas are in the frame of the shape, relative to the fluid.
"""

from math import pi

from ...jit import helper, stage
from ...jit.choice import choice
from ...jit.lanes import any_, formula, maximum, minimum, sqrt, where
from ...jit.values import STILL, TINY, Vec3, cross, dot, norm, spatial
from ..common.names import CAPSULE, CYLINDER, SPHERE
from ..dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces


@formula
def product(a, b):
    """Elementwise product of two vectors."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def magnitudes(v):
    return Vec3(abs(v.x), abs(v.y), abs(v.z))


@formula
def stokes_resistance(radius, viscosity):
    """Torque per angular velocity and force per velocity of a sphere that moves slowly."""
    stokes = pi * viscosity * radius
    return 8.0 * stokes * radius * radius, 6.0 * stokes


# ---- the box with the inertia of a body ----
@formula
def inertia_box(mass, inertia):
    """Edges of the box with this mass and inertia."""
    scale = 1.5 / mass
    return Vec3(sqrt(scale * maximum(inertia.y + inertia.z - inertia.x, TINY)),
                sqrt(scale * maximum(inertia.z + inertia.x - inertia.y, TINY)),
                sqrt(scale * maximum(inertia.x + inertia.y - inertia.z, TINY)))


@formula
def box_drag(box, density):
    """Coefficients of drag: torque per squared angular velocity and force per squared velocity, about each axis."""
    x, y, z = box
    x4, y4, z4 = (x * x) * (x * x), (y * y) * (y * y), (z * z) * (z * z)
    return (Vec3(x * (y4 + z4), y * (z4 + x4), z * (x4 + y4)) * (0.5 * density),
            Vec3(y * z, z * x, x * y) * (2.0 * density))


@formula
def box_wrench(mass, inertia, density, viscosity, w, v):
    """Torque and force on the box with this mass and inertia; the viscous part is that of a sphere of its mean size."""
    box = inertia_box(mass, inertia)
    moments, areas = box_drag(box, density)
    about, along = stokes_resistance((box.x + box.y + box.z) / 3.0, viscosity)
    return spatial(-product(moments, product(w, magnitudes(w))) - about * w,
                   -product(areas, product(v, magnitudes(v))) - along * v)


# ---- the ellipsoid that stands for a geom ----
@formula
def added_mass(mass, inertia, w, v):
    """Torque and force of the fluid that moves with the shape, at constant velocity (Lamb 1932, ch. 6)."""
    momentum = product(mass, v)
    return spatial(cross(momentum, v) + cross(product(inertia, w), w), cross(momentum, w))


@formula
def squared_sections(r):
    """Squared areas, but for pi, of the sections across the axes of an ellipsoid with semi-axes r."""
    section = Vec3(r.y * r.z, r.z * r.x, r.x * r.y)
    return product(section, section)


@formula
def widest_section(r):
    """Area of the largest section of an ellipsoid with semi-axes r."""
    largest = maximum(r.x, maximum(r.y, r.z))
    middle = maximum(minimum(r.x, r.y), minimum(maximum(r.x, r.y), r.z))
    return pi * largest * middle


@formula
def lift_and_drag(r, blunt, slender, kutta, v):
    """Kutta lift and drag of an ellipsoid with semi-axes r, per density; from the area it shows to the flow."""
    normal = product(squared_sections(r), v)  # of the cross-section that casts the shadow
    speed, steep, seen = norm(v), norm(normal), dot(normal, v)
    moving = (speed > TINY) & (seen > 0.0)  # forces are quadratic: less is nothing, and its powers would underflow
    speed, steep, seen = where(moving, speed, 1.0), where(moving, steep, 1.0), where(moving, seen, 1.0)
    area = pi * steep / sqrt(seen)
    lift = (kutta * area * seen / (steep * steep * speed)) * cross(cross(normal, v), v)
    drag = ((blunt * area + slender * (widest_section(r) - area)) * speed) * v
    return where(moving, lift - drag, Vec3(0.0, 0.0, 0.0))


@formula
def swept_moments(r, angular, slender):
    """Coefficients of angular drag per density: from the ellipsoids that one with semi-axes r sweeps about its axes."""
    x, y, z = maximum(r.y, r.z), maximum(r.z, r.x), maximum(r.x, r.y)
    swept = Vec3(r.x * (x * x) * (x * x), r.y * (y * y) * (y * y), r.z * (z * z) * (z * z)) * (8.0 * pi / 15.0)
    largest = maximum(swept.x, maximum(swept.y, swept.z)) * slender
    return swept * (angular - slender) + Vec3(largest, largest, largest)


@formula
def angular_drag(r, angular, slender, w):
    """Drag torque of an ellipsoid with semi-axes r, per density."""
    return -norm(product(swept_moments(r, angular, slender), w)) * w


@formula
def sphere_axes(size):
    return Vec3(size.x, size.x, size.x)


@formula
def capsule_axes(size):
    return Vec3(size.x, size.x, size.x + size.y)


@formula
def cylinder_axes(size):
    return Vec3(size.x, size.x, size.y)


@formula
def own_axes(size):
    return size


# (type of geom, size): semi-axes of the ellipsoid that stands for it
semi_axes = choice('semi_axes', {SPHERE: sphere_axes, CAPSULE: capsule_axes, CYLINDER: cylinder_axes}, own_axes)


@helper
def added_inertia(m, g):
    """Mass along and inertia about each axis of the fluid that moves with a geom, per density."""
    return (Vec3(m.geom_fluid[g, 6], m.geom_fluid[g, 7], m.geom_fluid[g, 8]),
            Vec3(m.geom_fluid[g, 9], m.geom_fluid[g, 10], m.geom_fluid[g, 11]))


@helper
def magnus_factor(m, g, r):
    """Force per density across a spin and a velocity."""
    return m.geom_fluid[g, 5] * (4.0 * pi / 3.0 * (r.x * r.y * r.z))


@helper
def ellipsoid_wrench(m, g, w, v):
    """Torque and force on the ellipsoid that stands for a geom."""
    r, slender = semi_axes(m.geom_type[g], m.geom_size[g]), m.geom_fluid[g, 2]
    mass, inertia = added_inertia(m, g)
    lift = lift_and_drag(r, m.geom_fluid[g, 1], slender, m.geom_fluid[g, 4], v) + magnus_factor(m, g, r) * cross(w, v)
    per_density = added_mass(mass, inertia, w, v) + spatial(angular_drag(r, m.geom_fluid[g, 3], slender, w), lift)
    about, along = stokes_resistance((r.x + r.y + r.z) / 3.0, m.opt.viscosity)
    return (per_density * m.opt.density - spatial(w * about, v * along)) * m.geom_fluid[g, 0]


# ---- all bodies ----
@helper
def local_velocity(m, d, b, point, frame):
    """Angular velocity of a body, and velocity relative to the fluid of a point of it, in a frame of it."""
    velocity = d.cvel[b]
    relative = velocity.lin + cross(velocity.ang, point - d.subtree_com[m.body_rootid[b]]) - m.opt.wind
    return frame.T @ velocity.ang, frame.T @ relative


@helper
def shows_ellipsoids(m, b):
    """A positive number if some geom of a body meets the fluid as an ellipsoid."""
    total = 0.0
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        total += maximum(m.geom_fluid[g, 0], 0.0)
    return total


@stage
def fluid(m, d):
    """Forces on the ellipsoidal geoms of a body; on its inertia box if it has none."""
    clear_body_forces(m, d)
    for b in range(1, m.nbody):
        mass, shaped = m.body_mass[b], shows_ellipsoids(m, b)
        heavy = mass >= TINY
        by_geoms, by_box = heavy & (shaped > 0.0), heavy & (shaped <= 0.0)
        if any_(by_geoms):
            for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
                point, frame = d.geom_xpos[g], d.geom_xmat[g]
                w, v = local_velocity(m, d, b, point, frame)
                wrench = where(by_geoms, ellipsoid_wrench(m, g, w, v), STILL)
                add_body_force(m, d, b, point, frame @ wrench.lin, frame @ wrench.ang)
        if any_(by_box):
            point, frame = d.xipos[b], d.ximat[b]
            w, v = local_velocity(m, d, b, point, frame)
            density, viscosity = maximum(m.opt.density, 0.0), maximum(m.opt.viscosity, 0.0)
            box = box_wrench(where(heavy, mass, 1.0), m.body_inertia[b], density, viscosity, w, v)
            wrench = where(by_box, box, STILL)
            add_body_force(m, d, b, point, frame @ wrench.lin, frame @ wrench.ang)
    project_awake_forces(m, d, d.qfrc_fluid)
    for b in range(1, m.nbody):
        d.work.fluid_load[b] = d.work.cfrc[b]  # for whoever asks how the force changes as bodies turn
