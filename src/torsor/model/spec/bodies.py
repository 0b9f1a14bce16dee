"""The kinematic tree: bodies, and the joints, geoms, sites, cameras and lights that belong to them."""

from dataclasses import dataclass, field
from typing import Any

from ...schema.codes import (
    mjtAlignFree,
    mjtCamLight,
    mjtGeom,
    mjtGeomInertia,
    mjtJoint,
    mjtLightType,
    mjtLimited,
    mjtProjection,
    mjtSleepPolicy,
)
from .item import GREY, Frame, Member, Posed
from .rotation import ZERO3, Vector
from .settings import SOLIMP, SOLREF


@dataclass(kw_only=True, eq=False, repr=False)
class Joint(Member):
    """A joint, which moves its body relative to the parent."""

    type: int = mjtJoint.mjJNT_HINGE
    pos: Vector = ZERO3
    axis: Vector = (0.0, 0.0, 1.0)
    align: int = mjtAlignFree.mjALIGNFREE_AUTO
    ref: float = 0.0
    springref: float = 0.0
    springyield: float = 0.0
    springdamper: Vector = (0.0, 0.0)
    stiffness: Vector = ZERO3
    damping: Vector = ZERO3
    armature: float = 0.0
    frictionloss: float = 0.0
    limited: int = mjtLimited.mjLIMITED_AUTO
    range: Vector = (0.0, 0.0)
    margin: float = 0.0
    actfrclimited: int = mjtLimited.mjLIMITED_AUTO
    actfrcrange: Vector = (0.0, 0.0)
    actgravcomp: int = 0
    solref_limit: Vector = SOLREF
    solimp_limit: Vector = SOLIMP
    solref_friction: Vector = SOLREF
    solimp_friction: Vector = SOLIMP
    group: int = 0
    userdata: Vector = ()


@dataclass(kw_only=True, eq=False, repr=False)
class Geom(Posed):
    """A shape: what is seen, what collides, and usually what has mass."""

    type: int = mjtGeom.mjGEOM_SPHERE
    size: Vector = ZERO3
    fromto: Vector | None = None
    contype: int = 1
    conaffinity: int = 1
    condim: int = 3
    priority: int = 0
    friction: Vector = (1.0, 0.005, 0.0001)
    solmix: float = 1.0
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    margin: float = 0.0
    gap: float = 0.0
    surfacevel: Vector = (0.0,) * 6
    adhesion: float = 0.0
    mass: float | None = None
    density: float = 1000.0
    typeinertia: int = mjtGeomInertia.mjINERTIA_VOLUME
    fluid_ellipsoid: int = 0
    fluid_coefs: Vector = (0.5, 0.25, 1.5, 1.0, 1.0)
    material: str = ''
    rgba: Vector = GREY
    castshadow: int = 1
    group: int = 0
    fitscale: float = 1.0
    meshname: str = ''
    hfieldname: str = ''
    userdata: Vector = ()
    plugin: Any = None


@dataclass(kw_only=True, eq=False, repr=False)
class Site(Posed):
    """A point of interest on a body."""

    type: int = mjtGeom.mjGEOM_SPHERE
    size: Vector = (0.005, 0.005, 0.005)
    fromto: Vector | None = None
    meshname: str = ''
    material: str = ''
    rgba: Vector = GREY
    group: int = 0
    userdata: Vector = ()


@dataclass(kw_only=True, eq=False, repr=False)
class Camera(Posed):
    """A camera, which looks along the -Z axis of its frame."""

    REFERENCES = (('targetbody', 'body'),)

    mode: int = mjtCamLight.mjCAMLIGHT_FIXED
    targetbody: str = ''
    proj: int = mjtProjection.mjPROJ_PERSPECTIVE
    fovy: float = 45.0
    ipd: float = 0.068
    resolution: Vector = (1, 1)
    output: int = 1
    sensor_size: Vector = (0.0, 0.0)
    focal_length: Vector = (0.0, 0.0)
    focal_pixel: Vector = (0.0, 0.0)
    principal_length: Vector = (0.0, 0.0)
    principal_pixel: Vector = (0.0, 0.0)
    intrinsic: Vector = (0.0, 0.0, 0.0, 0.0)
    userdata: Vector = ()


@dataclass(kw_only=True, eq=False, repr=False)
class Light(Member):
    """A light, which has a position and a direction but no orientation."""

    REFERENCES = (('targetbody', 'body'),)

    mode: int = mjtCamLight.mjCAMLIGHT_FIXED
    targetbody: str = ''
    type: int = mjtLightType.mjLIGHT_SPOT
    texture: str = ''
    pos: Vector = ZERO3
    dir: Vector = (0.0, 0.0, -1.0)
    castshadow: int = 1
    active: int = 1
    bulbradius: float = 0.02
    intensity: float = 0.0
    range: float = 10.0
    attenuation: Vector = (1.0, 0.0, 0.0)
    cutoff: float = 45.0
    softness: float = 0.2
    exponent: float = 10.0
    ambient: Vector = ZERO3
    diffuse: Vector = (0.7, 0.7, 0.7)
    specular: Vector = (0.3, 0.3, 0.3)


@dataclass(kw_only=True, eq=False, repr=False)
class Inertial(Posed):
    """Mass and inertia that were given rather than computed from geoms.

    A position that is not a number means that they count only for a body without geoms.
    """

    mass: float = 0.0
    inertia: Vector | None = None
    fullinertia: Vector | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class Body(Posed):
    """A rigid body and what belongs to it. `bodies` are its children, in order."""

    childclass: str = 'main'  # of defaults for what is inside
    mocap: int = 0
    gravcomp: float = 0.0
    sleep: int = mjtSleepPolicy.mjSLEEP_AUTO
    simple: int = 1
    fuse: int = 1
    userdata: Vector = ()
    inertial: Inertial | None = None
    explicitinertial: int = 0  # whether inertia was written rather than computed
    plugin: Any = None
    bodies: list['Body'] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    geoms: list[Geom] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)

    def bare(self) -> 'Body':
        """A copy in which there is nothing yet."""
        copy = self.clone()
        copy.bodies, copy.frames, copy.joints, copy.geoms = [], [], [], []
        copy.sites, copy.cameras, copy.lights = [], [], []
        return copy
