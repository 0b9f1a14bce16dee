"""Forces of a surrounding fluid, by the two models of the MuJoCo documentation (chapter Fluid forces).

Velocities, forces and torques of the formulas are in the frame of the shape, relative to the fluid.
"""

from math import pi

from ...jit import helper, stage
from ...jit.lanes import any_, formula, maximum, minimum, sqrt, where
from ...jit.values import STILL, TINY, Vec3, cross, dot, norm, spatial
from ..common.names import CAPSULE, CYLINDER, SPHERE
from ..dynamics.subtree import add_body_force, clear_body_forces, project_awake_forces


@formula
def product(a, b):
    """Elementwise product of two vectors."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def box_wrench(mass, inertia, density, viscosity, w, v):
    """Torque and force on the box with this mass and inertia; the viscous part is that of a sphere of its mean size."""
    scale = 1.5 / mass
    x = sqrt(scale * maximum(inertia.y + inertia.z - inertia.x, TINY))
    y = sqrt(scale * maximum(inertia.z + inertia.x - inertia.y, TINY))
    z = sqrt(scale * maximum(inertia.x + inertia.y - inertia.z, TINY))
    r = (x + y + z) / 3.0
    x4, y4, z4 = (x * x) * (x * x), (y * y) * (y * y), (z * z) * (z * z)
    areas = Vec3(y * z, z * x, x * y) * (2.0 * density)
    moments = Vec3(x * (y4 + z4), y * (z4 + x4), z * (x4 + y4)) * (0.5 * density)
    stokes = pi * viscosity * r
    force = -product(areas, product(v, Vec3(abs(v.x), abs(v.y), abs(v.z)))) - (6.0 * stokes) * v
    torque = -product(moments, product(w, Vec3(abs(w.x), abs(w.y), abs(w.z)))) - (8.0 * stokes * r * r) * w
    return spatial(torque, force)


@formula
def added_mass(mass, inertia, w, v):
    """Torque and force of the fluid that moves with the shape, at constant velocity (Lamb 1932, ch. 6)."""
    momentum = product(mass, v)
    return spatial(cross(momentum, v) + cross(product(inertia, w), w), cross(momentum, w))


@formula
def lift_and_drag(r, blunt, slender, kutta, v):
    """Kutta lift and drag of an ellipsoid with semi-axes r, per density; from the area it shows to the flow."""
    section = Vec3(r.y * r.z, r.z * r.x, r.x * r.y)
    section = product(section, section)
    normal = product(section, v)  # of the cross-section that casts the shadow
    speed, steep, seen = norm(v), norm(normal), dot(normal, v)
    moving = (speed > TINY) & (seen > 0.0)  # forces are quadratic: less is nothing, and its powers would underflow
    speed, steep, seen = where(moving, speed, 1.0), where(moving, steep, 1.0), where(moving, seen, 1.0)
    area = pi * steep / sqrt(seen)
    largest = maximum(r.x, maximum(r.y, r.z))
    middle = maximum(minimum(r.x, r.y), minimum(maximum(r.x, r.y), r.z))
    widest = pi * largest * middle
    lift = (kutta * area * seen / (steep * steep * speed)) * cross(cross(normal, v), v)
    drag = ((blunt * area + slender * (widest - area)) * speed) * v
    return where(moving, lift - drag, Vec3(0.0, 0.0, 0.0))


@formula
def angular_drag(r, angular, slender, w):
    """Drag torque of an ellipsoid with semi-axes r, per density; from the ellipsoids it sweeps about its axes."""
    x, y, z = maximum(r.y, r.z), maximum(r.z, r.x), maximum(r.x, r.y)
    swept = Vec3(r.x * (x * x) * (x * x), r.y * (y * y) * (y * y), r.z * (z * z) * (z * z)) * (8.0 * pi / 15.0)
    largest = maximum(swept.x, maximum(swept.y, swept.z)) * slender
    moments = swept * (angular - slender) + Vec3(largest, largest, largest)
    return -norm(product(moments, w)) * w


@helper
def semi_axes(m, g):
    """Semi-axes of the ellipsoid that stands for a geom."""
    kind, size = m.geom_type[g], m.geom_size[g]
    if kind == SPHERE:
        size = Vec3(size.x, size.x, size.x)
    elif kind == CAPSULE:
        size = Vec3(size.x, size.x, size.x + size.y)
    elif kind == CYLINDER:
        size = Vec3(size.x, size.x, size.y)
    return size


@helper
def ellipsoid_wrench(m, g, w, v):
    """Torque and force on the ellipsoid that stands for a geom."""
    r, density, viscosity = semi_axes(m, g), m.opt.density, m.opt.viscosity
    slender = m.geom_fluid[g, 2]
    mass = Vec3(m.geom_fluid[g, 6], m.geom_fluid[g, 7], m.geom_fluid[g, 8])
    inertia = Vec3(m.geom_fluid[g, 9], m.geom_fluid[g, 10], m.geom_fluid[g, 11])
    magnus = m.geom_fluid[g, 5] * (4.0 * pi / 3.0 * (r.x * r.y * r.z))
    lift = lift_and_drag(r, m.geom_fluid[g, 1], slender, m.geom_fluid[g, 4], v) + magnus * cross(w, v)
    per_density = added_mass(mass, inertia, w, v) + spatial(angular_drag(r, m.geom_fluid[g, 3], slender, w), lift)
    radius = (r.x + r.y + r.z) / 3.0
    stokes = pi * viscosity * radius
    resistance = spatial(w * (8.0 * stokes * radius * radius), v * (6.0 * stokes))
    return (per_density * density - resistance) * m.geom_fluid[g, 0]


@helper
def local_velocity(m, d, b, point, frame):
    """Angular velocity of a body, and velocity relative to the fluid of a point of it, in a frame of it."""
    velocity = d.cvel[b]
    relative = velocity.lin + cross(velocity.ang, point - d.subtree_com[m.body_rootid[b]]) - m.opt.wind
    return frame.T @ velocity.ang, frame.T @ relative


@stage
def fluid(m, d):
    """Forces on the ellipsoidal geoms of a body; on its inertia box if it has none."""
    clear_body_forces(m, d)
    for b in range(1, m.nbody):
        mass = m.body_mass[b]
        heavy = mass >= TINY
        shaped = 0.0
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            shaped += maximum(m.geom_fluid[g, 0], 0.0)
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
