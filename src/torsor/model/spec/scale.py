"""Frames that resize what stands in them: lengths by `scale`, masses by `massscale`, and with scaling="similar" forces.

A scale that differs between the axes of its frame is a matrix, which turns with everything that is turned inside. A
quantity of dimension L^a M^b is multiplied by s^a m^b.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from ...schema.codes import mjtGeom, mjtJoint
from .attach import MEMBERS, chain
from .bodies import Body, Inertial
from .item import Frame, Item, Posed
from .orientation import orientation
from .rotation import Vector, matrix
from .settings import Compiler

ALIGNED = math.sin(math.radians(2.0))  # how far axes may be from those of the frame
ROUND = (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER)
STRETCHED = (mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_ELLIPSOID, mjtGeom.mjGEOM_PLANE)
FROM_FILES = (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_HFIELD, mjtGeom.mjGEOM_SDF)
SLIDING = (mjtJoint.mjJNT_SLIDE,)


class Scale(NamedTuple):
    """What is done to an element: the matrix of lengths in its parent's axes, the factor of masses, and the policy."""

    lengths: np.ndarray
    mass: float
    similar: bool

    @property
    def mean(self) -> float:
        """The factor of lengths without a direction."""
        return abs(float(np.linalg.det(self.lengths))) ** (1 / 3)

    @property
    def uniform(self) -> bool:
        return bool(np.allclose(self.lengths, self.lengths[0, 0] * np.eye(3), rtol=1e-12, atol=0))

    def turned(self, quat: Vector) -> 'Scale':
        """The same in the axes of something inside."""
        if self.uniform:
            return self
        axes = np.array(matrix(quat))
        return self._replace(lengths=axes.T @ self.lengths @ axes)

    def move(self, pos: Vector) -> Vector:
        """A position after scaling."""
        return tuple((self.lengths @ np.array(pos)).tolist())


def apply_scales(spec: Any) -> None:
    """Resize what stands in frames with a scale, innermost frames first."""
    for frame, body in _scaled_frames(spec):
        touched: set[Item] = set()
        scale = _own_scale(frame)
        _scale_contents(body, frame, scale, spec.compiler, touched)
        _check_beside(spec, touched, scale)
        frame.scale, frame.massscale = (1.0, 1.0, 1.0), 0.0


def _scaled_frames(spec: Any) -> list[tuple[Frame, Body]]:
    """Frames with a scale and the bodies that they stand in, inner ones first."""
    found: dict[Frame, Body] = {}
    pending = [spec.worldbody]
    while pending:
        body = pending.pop(0)
        inside = [item for members in (*MEMBERS, 'bodies') for item in getattr(body, members)]
        for item in inside:
            for frame in reversed(list(chain(item.frame))):
                if frame.scale != (1.0, 1.0, 1.0) or frame.massscale:
                    found.setdefault(frame, body)
        pending.extend(body.bodies)
    return list(reversed(found.items()))


def _own_scale(frame: Frame) -> Scale:
    if not all(0 < factor < math.inf for factor in frame.scale):
        raise frame.error('attribute "scale" must be finite and positive')
    if not 0 <= frame.massscale < math.inf:
        raise frame.error('attribute "massscale" must be finite and not negative')
    similar = not frame.scaling
    if similar and len(set(frame.scale)) > 1:
        raise frame.error('a scale that differs between axes needs scaling="geometry"')
    mass = frame.massscale or math.prod(frame.scale)
    return Scale(np.diag(frame.scale), mass, similar)


def _scale_contents(body: Body, frame: Frame, scale: Scale, compiler: Compiler, touched: set[Item]) -> None:
    """Resize what stands in a frame of a body."""
    seen: dict[Frame, Scale] = {frame: scale}
    for members in (*MEMBERS, 'bodies'):
        for item in getattr(body, members):
            frames = list(chain(item.frame))
            if frame in frames:
                for inner in reversed(frames[: frames.index(frame)]):
                    if inner not in seen:
                        seen[inner] = _scale_pose(inner, seen[inner.frame], compiler)  # type: ignore[index]
                _scale_item(item, seen[item.frame], compiler, touched)


def _scale_pose(item: Posed, scale: Scale, compiler: Compiler) -> Scale:
    """Resize where something is; what is done to its inside."""
    item.pos = scale.move(item.pos)
    return scale.turned(orientation(item, compiler))


def _scale_item(item: Any, scale: Scale, compiler: Compiler, touched: set[Item]) -> None:
    touched.add(item)
    SCALERS[type(item).__name__](item, scale, compiler, touched)


# ---- kinds of elements


def _body(body: Body, scale: Scale, compiler: Compiler, touched: set[Item]) -> None:
    inside = _scale_pose(body, scale, compiler)
    frames: dict[Frame, Scale] = {}
    for members in (*MEMBERS, 'bodies'):
        for item in getattr(body, members):
            place = inside
            for frame in reversed(list(chain(item.frame))):
                if frame not in frames:
                    frames[frame] = _scale_pose(frame, place, compiler)
                place = frames[frame]
            _scale_item(item, place, compiler, touched)
    if body.inertial is not None:
        _inertial(body.inertial, frames.get(body.inertial.frame, inside), compiler)  # type: ignore[arg-type]


def _inertial(inertial: Inertial, scale: Scale, compiler: Compiler) -> None:
    """Mass, and the second moments of mass, which are transformed like products of lengths."""
    inertial.pos = scale.move(inertial.pos)
    inertial.mass *= scale.mass
    if scale.uniform:
        factor = scale.mass * scale.lengths[0, 0] ** 2
        for name in ('inertia', 'fullinertia'):
            if getattr(inertial, name) is not None:
                setattr(inertial, name, tuple(factor * moment for moment in getattr(inertial, name)))
        return
    if inertial.fullinertia is not None:
        xx, yy, zz, xy, xz, yz = inertial.fullinertia
        moments, scale_here = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), scale
    else:
        axes = np.array(matrix(orientation(inertial, compiler)))
        moments, scale_here = axes @ np.diag(inertial.inertia or (0.0, 0.0, 0.0)) @ axes.T, scale
    second = np.trace(moments) / 2 * np.eye(3) - moments
    second = scale.mass * scale_here.lengths @ second @ scale_here.lengths
    new = np.trace(second) * np.eye(3) - second
    inertial.inertia, inertial.quat, inertial.alt = None, (1.0, 0.0, 0.0, 0.0), None
    inertial.fullinertia = (new[0, 0], new[1, 1], new[2, 2], new[0, 1], new[0, 2], new[1, 2])


def _geom(geom: Any, scale: Scale, compiler: Compiler, _touched: set[Item]) -> None:
    if geom.type in FROM_FILES or geom.meshname:
        raise geom.error('a mesh or height field in a frame with a scale is valid MJCF but this version of Torsor does '
                         'not support it yet')  # fmt: skip
    _shape(geom, scale, compiler, strict=True)
    mean = scale.mean
    if geom.mass is not None:
        geom.mass *= scale.mass
    geom.density *= scale.mass / mean**3
    geom.margin, geom.gap = mean * geom.margin, mean * geom.gap
    geom.solimp = _width(geom.solimp, mean)
    slide, torsion, roll = geom.friction
    geom.friction = slide, mean * torsion, mean * roll
    geom.surfacevel = (*scale.turned(orientation(geom, compiler)).move(geom.surfacevel[:3]), *geom.surfacevel[3:])
    if scale.similar:
        geom.adhesion *= scale.mass * mean


def _site(site: Any, scale: Scale, compiler: Compiler, _touched: set[Item]) -> None:
    _shape(site, scale, compiler, strict=False)


def _shape(item: Any, scale: Scale, compiler: Compiler, strict: bool) -> None:
    """Position and size of a geom or site."""
    if item.fromto is not None:
        if not scale.uniform:
            raise item.error('"fromto" in a frame whose scale differs between axes is valid MJCF but this version of '
                             'Torsor does not support it yet')  # fmt: skip
        item.fromto = (*scale.move(item.fromto[:3]), *scale.move(item.fromto[3:]))
        item.size = _sizes(item, *np.diag(scale.lengths).tolist())
        return
    inside = _scale_pose(item, scale, compiler)
    x, y, z = (float(np.linalg.norm(inside.lengths[:, axis])) for axis in range(3))
    if strict and not inside.uniform:
        _check_shape(item, inside, x, y)
    item.size = _sizes(item, x, y, z)


def _sizes(item: Any, x: float, y: float, z: float) -> Vector:
    """The numbers of a size that mean something, times the factors along the axes of a shape; others stay."""
    mean = (x * y * z) ** (1 / 3)
    factors: Vector = mean, 1.0, 1.0
    if item.type in ROUND:
        factors = math.sqrt(x * y), z, 1.0
    elif item.type == mjtGeom.mjGEOM_PLANE:
        factors = x, y, mean  # the last is the spacing of its grid
    elif item.type in STRETCHED:
        factors = x, y, z
    return tuple(factor * size for factor, size in zip(factors, item.size, strict=True))


def _check_shape(item: Any, scale: Scale, x: float, y: float) -> None:
    off = scale.lengths - np.diag(np.diag(scale.lengths))
    if np.abs(off).max() > ALIGNED * np.abs(scale.lengths).max():
        raise item.error('the geom is not aligned with the axes of a frame whose scale differs between them')
    if item.type not in (*ROUND, *STRETCHED) or (item.type in ROUND and abs(x - y) > 1e-9 * x):
        raise item.error('the geom cannot be stretched; use an ellipsoid, a box, or one scale for all axes')


def _joint(joint: Any, scale: Scale, _compiler: Compiler, _touched: set[Item]) -> None:
    joint.pos = scale.move(joint.pos)
    axis = np.array(joint.axis) / max(1e-12, float(np.linalg.norm(joint.axis)))
    along = scale.lengths @ axis
    length = float(np.linalg.norm(along))
    directed = joint.type in (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)
    if not scale.uniform and directed and np.linalg.norm(np.cross(along / length, axis)) > ALIGNED:
        raise joint.error('the joint is not aligned with the axes of a frame whose scale differs between them')
    slides = joint.type in SLIDING
    if slides:
        for name in ('range', 'ref', 'springref', 'springyield', 'margin'):
            value = getattr(joint, name)
            setattr(joint, name, tuple(length * v for v in value) if isinstance(value, tuple) else length * value)
        joint.solimp_limit = _width(joint.solimp_limit, length)
        joint.solimp_friction = _width(joint.solimp_friction, length)
    if not scale.similar:
        return
    inertia = scale.mass * (1.0 if slides else length**2)
    unit = length if slides else 1.0  # of the coordinate
    for name in ('stiffness', 'damping'):
        setattr(joint, name, tuple(inertia / unit**power * c for power, c in enumerate(getattr(joint, name))))
    joint.armature *= inertia
    joint.frictionloss *= inertia * unit
    joint.actfrcrange = tuple(inertia * unit * force for force in joint.actfrcrange)


def _width(solimp: Vector, factor: float) -> Vector:
    """The width of an impedance is a length."""
    return (*solimp[:2], factor * solimp[2], *solimp[3:])


def _camera(camera: Any, scale: Scale, compiler: Compiler, _touched: set[Item]) -> None:
    _scale_pose(camera, scale, compiler)
    camera.ipd *= scale.mean


def _light(light: Any, scale: Scale, _compiler: Compiler, _touched: set[Item]) -> None:
    light.pos = scale.move(light.pos)
    light.range, light.bulbradius = scale.mean * light.range, scale.mean * light.bulbradius


SCALERS = {'Body': _body, 'Geom': _geom, 'Site': _site, 'Joint': _joint, 'Camera': _camera, 'Light': _light}


# ---- what stands beside the tree


def _check_beside(spec: Any, touched: set[Item], scale: Scale) -> None:
    """Refuse what would have to be scaled along and is not yet."""
    names = {(type(item).__name__.lower(), item.name) for item in touched if item.name}
    lists = [spec.pairs, spec.equalities, spec.tendons, spec.skins, *([spec.actuators] if scale.similar else [])]
    for items in lists:
        for item in items:
            if not names.isdisjoint(item.references()) or (items is spec.skins and item.file):  # whose bones it tells
                raise item.error('it refers to something in a frame with a scale, which is valid MJCF but this version '
                                 'of Torsor does not support it yet')  # fmt: skip
