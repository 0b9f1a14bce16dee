"""Fluid forces, after the two models of the MuJoCo documentation (chapter Fluid forces), one shape at a time."""

import numpy as np

SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH = 2, 3, 4, 5, 6, 7


def fluid_forces(m, d) -> np.ndarray:
    """Work of the drag of all bodies: of their ellipsoidal geoms if they have any, else of their inertia box."""
    from reference.passive import body_jacobian
    total = np.zeros(m.nv)
    if m.opt.density == 0 and m.opt.viscosity == 0:
        return total
    for b in range(1, m.nbody):
        if m.body_mass[b] < 1e-15:
            continue
        geoms = [g for g in range(m.ngeom) if m.geom_bodyid[g] == b and m.geom_fluid[g, 0] > 0]
        shapes = [(d.geom_xpos[g], d.geom_xmat[g], g) for g in geoms] or [(d.xipos[b], d.ximat[b], None)]
        for point, frame, g in shapes:
            frame = frame.reshape(3, 3)
            linear, angular = body_jacobian(m, d, b, point)
            v, w = frame.T @ (linear @ d.qvel - m.opt.wind), frame.T @ (angular @ d.qvel)
            if g is None:
                force, torque = box_drag(m.body_mass[b], m.body_inertia[b], m.opt, v, w)
            else:
                force, torque = ellipsoid_drag(semi_axes(m.geom_type[g], m.geom_size[g]), m.geom_fluid[g], m.opt, v, w)
            total += linear.T @ frame @ force + angular.T @ frame @ torque
    return total


def box_drag(mass, inertia, opt, v, w) -> tuple[np.ndarray, np.ndarray]:
    """Quadratic drag on the box of equal inertia, viscous drag on a sphere of its mean radius; never negative."""
    r = np.sqrt(1.5 / mass * np.maximum(inertia.sum() - 2 * inertia, 1e-15))
    radius, density, viscosity = r.mean(), max(opt.density, 0), max(opt.viscosity, 0)
    force, torque = -6 * np.pi * viscosity * radius * v, -8 * np.pi * viscosity * radius**3 * w
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        force[i] -= 2 * density * r[j] * r[k] * abs(v[i]) * v[i]
        torque[i] -= 0.5 * density * r[i] * (r[j]**4 + r[k]**4) * abs(w[i]) * w[i]
    return force, torque


def semi_axes(kind: int, size) -> np.ndarray:
    """Axes of the ellipsoid that stands for a geom."""
    if kind == SPHERE:
        return np.full(3, size[0])
    if kind == CAPSULE:
        return np.array([size[0], size[0], size[0] + size[1]])
    if kind == CYLINDER:
        return np.array([size[0], size[0], size[1]])
    return np.array(size)


def ellipsoid_drag(r, fluid, opt, v, w) -> tuple[np.ndarray, np.ndarray]:
    """Added mass, Magnus and Kutta lift, blunt, slender and angular drag, viscous resistance, all scaled together."""
    scale, blunt, slender, angular, kutta, magnus = fluid[:6]
    mass, inertia = opt.density * fluid[6:9], opt.density * fluid[9:12]
    speed, volume = np.linalg.norm(v), 4 / 3 * np.pi * r.prod()

    force = np.cross(mass * v, w)
    torque = np.cross(mass * v, v) + np.cross(inertia * w, w)
    force += magnus * opt.density * volume * np.cross(w, v)

    # the area seen by the flow, and the normal of the section that casts it
    section = r.prod()**2 / r**2
    area_max = np.pi * np.sort(r)[1:].prod()
    if speed > 0:
        area = np.pi * np.sqrt((section**2 @ v**2) / (section @ v**2))
        normal = section * v
        normal /= np.linalg.norm(normal)
        force += kutta * opt.density * area * (v @ normal) / speed * np.cross(np.cross(normal, v), v)
        force -= opt.density * (blunt * area + slender * (area_max - area)) * speed * v

    swept = 8 / 15 * np.pi * np.array([r[i] * max(r[j], r[k])**4 for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1))])
    moment = angular * swept + slender * (swept.max() - swept)
    torque -= opt.density * np.linalg.norm(moment * w) * w

    radius = r.mean()
    force -= 6 * np.pi * opt.viscosity * radius * v
    torque -= 8 * np.pi * opt.viscosity * radius**3 * w
    return scale * force, scale * torque
