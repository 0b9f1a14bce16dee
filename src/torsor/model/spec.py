"""The parsed model before compilation: what was written, with classes of defaults applied and nothing derived.

Field names are those of MuJoCo's `mjs` structures. Vectors are tuples, so copying an element never shares state.
None means "not given".
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from .codes import (
    mjtAlignFree,
    mjtBias,
    mjtBuiltin,
    mjtCamLight,
    mjtColorSpace,
    mjtDyn,
    mjtEq,
    mjtGain,
    mjtGeom,
    mjtGeomInertia,
    mjtInertiaFromGeom,
    mjtJoint,
    mjtLightType,
    mjtLimited,
    mjtMark,
    mjtProjection,
    mjtSleepPolicy,
    mjtTendon,
    mjtTexture,
    mjtTextureRole,
    mjtTrn,
    mjtWrap,
)
from .xml import Element, ModelError

Vector = tuple[float, ...]
# an orientation that is not a quaternion: the attribute that gave it ('euler', 'zaxis', ...) and its numbers
Alternative = tuple[str, Vector]

ZERO3 = (0.0, 0.0, 0.0)
IDENTITY = (1.0, 0.0, 0.0, 0.0)
SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)
GREY = (0.5, 0.5, 0.5, 1.0)
AUTO = 2


@dataclass(kw_only=True)
class Item:
    """What all elements share: a name and the place in the file."""

    REFERENCES: ClassVar[tuple[tuple[str, str], ...]] = ()  # attribute that holds a name, and what it names

    name: str = ''
    source: Element | None = None

    def error(self, problem: str) -> ModelError:
        """The exception that reports `problem` at this element."""
        if self.source is not None:
            return self.source.error(problem)
        return ModelError(f'{type(self).__name__.lower()} "{self.name}": {problem}')

    def clone(self) -> Self:
        """A copy; values are shared, which is safe because they are immutable."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        return new

    def references(self) -> list[tuple[str, str]]:
        """Kind and name of the elements that this one needs."""
        return [(kind, getattr(self, attribute)) for attribute, kind in self.REFERENCES]

    def refer(self, suffix: str) -> None:
        """Refer to the elements whose names have `suffix` at the end; the world has only one name."""
        for attribute, _ in self.REFERENCES:
            name = getattr(self, attribute)
            if name not in ('', 'world'):
                setattr(self, attribute, name + suffix)


@dataclass(kw_only=True)
class Member(Item):
    """An element of the kinematic tree; `frame` is the innermost <frame> around it."""

    frame: 'Frame | None' = None


@dataclass(kw_only=True)
class Placed(Member):
    """An element with a pose in its parent body."""

    pos: Vector = ZERO3
    quat: Vector = IDENTITY
    alt: Alternative | None = None


@dataclass(kw_only=True)
class Frame(Placed):
    """A coordinate transformation of everything inside it; it leaves no trace in the compiled model."""


@dataclass(kw_only=True)
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


@dataclass(kw_only=True)
class Geom(Placed):
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
    userdata: Vector = ()


@dataclass(kw_only=True)
class Site(Placed):
    """A place of interest on a body."""

    type: int = mjtGeom.mjGEOM_SPHERE
    size: Vector = (0.005, 0.005, 0.005)
    fromto: Vector | None = None
    material: str = ''
    rgba: Vector = GREY
    group: int = 0
    userdata: Vector = ()


@dataclass(kw_only=True)
class Camera(Placed):
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
    userdata: Vector = ()


@dataclass(kw_only=True)
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


@dataclass(kw_only=True)
class Inertial(Placed):
    """Mass and inertia that were given rather than computed from geoms."""

    mass: float = 0.0
    inertia: Vector | None = None
    fullinertia: Vector | None = None


@dataclass(kw_only=True)
class Body(Placed):
    """A rigid body and what belongs to it. `bodies` are its children, in order."""

    parent: 'Body | None' = None
    mocap: int = 0
    gravcomp: float = 0.0
    sleep: int = mjtSleepPolicy.mjSLEEP_AUTO
    simple: int = 1
    fuse: int = 1
    userdata: Vector = ()
    inertial: Inertial | None = None
    bodies: list['Body'] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    geoms: list[Geom] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    cameras: list[Camera] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)


@dataclass(kw_only=True)
class Texture(Item):
    """An image that the compiler draws."""

    type: int = mjtTexture.mjTEXTURE_CUBE
    colorspace: int = mjtColorSpace.mjCOLORSPACE_AUTO
    builtin: int = mjtBuiltin.mjBUILTIN_NONE
    mark: int = mjtMark.mjMARK_NONE
    rgb1: Vector = (0.8, 0.8, 0.8)
    rgb2: Vector = (0.5, 0.5, 0.5)
    markrgb: Vector = ZERO3
    random: float = 0.01
    width: int = 0
    height: int = 0
    nchannel: int = 3
    embed: int = AUTO


@dataclass(kw_only=True)
class Material(Item):
    """How a surface looks. `textures` holds a name for each mjtTextureRole, '' where there is none."""

    textures: tuple[str, ...] = ('',) * mjtTextureRole.mjNTEXROLE
    texuniform: int = 0
    texrepeat: Vector = (1.0, 1.0)
    emission: float = 0.0
    specular: float = 0.5
    shininess: float = 0.5
    reflectance: float = 0.0
    metallic: float = -1.0
    roughness: float = -1.0
    rgba: Vector = (1.0, 1.0, 1.0, 1.0)


@dataclass(kw_only=True)
class Pair(Item):
    """Two geoms that always collide, with properties of their own; NaN takes one from the geoms."""

    REFERENCES = (('geomname1', 'geom'), ('geomname2', 'geom'))

    geomname1: str = ''
    geomname2: str = ''
    condim: int = 3
    friction: Vector = (1.0, 1.0, 0.005, 0.0001, 0.0001)
    solref: Vector = SOLREF
    solreffriction: Vector = (0.0, 0.0)
    solimp: Vector = SOLIMP
    margin: float = 0.0
    gap: float = 0.0
    adhesion: float = 0.0


@dataclass(kw_only=True)
class Exclude(Item):
    """Two bodies that never collide."""

    REFERENCES = (('bodyname1', 'body'), ('bodyname2', 'body'))

    bodyname1: str = ''
    bodyname2: str = ''


@dataclass(kw_only=True)
class Equality(Item):
    """Two bodies, sites, joints or tendons that are coupled; `kind` says which, `name2` may be missing.

    `relpose` None is the relative pose that the bodies have in the file.
    """

    type: int = mjtEq.mjEQ_CONNECT
    kind: str = 'body'
    name1: str = ''
    name2: str = ''
    active: int = 1
    solref: Vector = SOLREF
    solimp: Vector = SOLIMP
    anchor: Vector = ZERO3
    relpose: Vector | None = None
    torquescale: float = 1.0
    polycoef: Vector = (0.0, 1.0, 0.0, 0.0, 0.0)

    def references(self) -> list[tuple[str, str]]:
        return [(self.kind, name) for name in (self.name1, self.name2) if name]

    def refer(self, suffix: str) -> None:
        self.name1, self.name2 = (
            name if name in ('', 'world') else name + suffix for name in (self.name1, self.name2)
        )


@dataclass(kw_only=True)
class Wrap(Item):
    """One element of a tendon's path: a joint with its coefficient."""

    REFERENCES = (('target', 'joint'),)

    type: int = mjtWrap.mjWRAP_JOINT
    target: str = ''
    prm: float = 0.0


@dataclass(kw_only=True)
class Tendon(Item):
    """A length that depends on the configuration: a weighted sum of joint positions."""

    type: int = mjtTendon.mjTENDON_FIXED
    path: tuple[Wrap, ...] = ()
    group: int = 0
    limited: int = mjtLimited.mjLIMITED_AUTO
    range: Vector = (0.0, 0.0)
    margin: float = 0.0
    actfrclimited: int = mjtLimited.mjLIMITED_AUTO
    actfrcrange: Vector = (0.0, 0.0)
    solref_limit: Vector = SOLREF
    solimp_limit: Vector = SOLIMP
    solref_friction: Vector = SOLREF
    solimp_friction: Vector = SOLIMP
    frictionloss: float = 0.0
    springlength: Vector = (-1.0, -1.0)
    springyield: float = 0.0
    stiffness: Vector = ZERO3
    damping: Vector = ZERO3
    armature: float = 0.0
    width: float = 0.003
    material: str = ''
    rgba: Vector = GREY
    userdata: Vector = ()

    def references(self) -> list[tuple[str, str]]:
        return [reference for wrap in self.path for reference in wrap.references()]

    def refer(self, suffix: str) -> None:
        self.path = tuple(wrap.clone() for wrap in self.path)
        for wrap in self.path:
            wrap.refer(suffix)


@dataclass(kw_only=True)
class Numeric(Item):
    """Numbers for the user, filled up with zeros to `size`."""

    size: int = 0
    data: Vector = ()


@dataclass(kw_only=True)
class Text(Item):
    """A text for the user."""

    data: str = ''


@dataclass(kw_only=True)
class Tuple(Item):
    """A list of elements for the user: each has a keyword for its kind, a name and a number."""

    objects: tuple[tuple[str, str, float], ...] = ()

    def references(self) -> list[tuple[str, str]]:
        return [('body' if kind == 'xbody' else kind, name) for kind, name, _ in self.objects]

    def refer(self, suffix: str) -> None:
        self.objects = tuple((kind, name + suffix, number) for kind, name, number in self.objects)


@dataclass(kw_only=True)
class Actuator(Item):
    """Transmission, activation dynamics, gain and bias of one actuator."""

    shortcut: str = ''  # the element that wrote it; '' for a default nobody wrote
    group: int = 0
    ctrllimited: int = mjtLimited.mjLIMITED_AUTO
    ctrlrange: Vector = (0.0, 0.0)
    forcelimited: int = mjtLimited.mjLIMITED_AUTO
    forcerange: Vector = (0.0, 0.0)
    actlimited: int = mjtLimited.mjLIMITED_AUTO
    actrange: Vector = (0.0, 0.0)
    lengthrange: Vector = (0.0, 0.0)
    gear: Vector = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    damping: Vector = ZERO3
    armature: float = 0.0
    inheritrange: float = 0.0
    trntype: int = mjtTrn.mjTRN_UNDEFINED
    target: str = ''
    dyntype: int = mjtDyn.mjDYN_NONE
    gaintype: int = mjtGain.mjGAIN_FIXED
    biastype: int = mjtBias.mjBIAS_NONE
    dynprm: Vector = (1.0, *[0.0] * 9)
    gainprm: Vector = (1.0, *[0.0] * 9)
    biasprm: Vector = (0.0,) * 10
    ctrlspec: int = 0
    actdim: int = -1
    actearly: int = 0
    nsample: int = 0
    interp: int = 0
    delay: float = 0.0
    userdata: Vector = ()

    @property
    def kind(self) -> str:
        """What the actuator acts on."""
        return 'tendon' if self.trntype == mjtTrn.mjTRN_TENDON else 'joint'

    def references(self) -> list[tuple[str, str]]:
        return [(self.kind, self.target)]

    def refer(self, suffix: str) -> None:
        self.target += suffix


@dataclass(kw_only=True)
class Key(Item):
    """A keyframe; vectors may be shorter than the model's, or missing."""

    time: float = 0.0
    qpos: Vector = ()
    qvel: Vector = ()
    act: Vector = ()
    ctrl: Vector = ()
    mpos: Vector = ()
    mquat: Vector = ()
    plastic: Vector = ()


@dataclass(slots=True)
class Default:
    """One class of defaults: what its elements start from, by kind."""

    name: str
    parent: 'Default | None' = None
    prototypes: dict[str, Any] = field(default_factory=dict)

    def create(self, kind: str) -> Any:
        """A new element with this class's values."""
        return self.prototypes[kind].clone()

    def ancestry(self, kind: str) -> list[Any]:
        """The prototypes of this class and of those around it, nearest first."""
        found, default = [], self
        while default is not None:
            found.append(default.prototypes[kind])
            default = default.parent
        return found


@dataclass(kw_only=True)
class Compiler:
    """How text becomes a model: units, inference of inertia, limits."""

    autolimits: int = 1
    boundmass: float = 0.0
    boundinertia: float = 0.0
    settotalmass: float = -1.0
    balanceinertia: int = 0
    degree: int = 1
    eulerseq: str = 'xyz'
    inertiafromgeom: int = mjtInertiaFromGeom.mjINERTIAFROMGEOM_AUTO
    inertiagrouprange: Vector = (0, 5)
    alignfree: int = 0
    fitaabb: int = 0
    strippath: int = 0
    meshdir: str = ''
    texturedir: str = ''


@dataclass(kw_only=True)
class Size:
    """Sizes that elements do not determine; -1 lets the compiler choose."""

    memory: int = -1
    njmax: int = -1
    nconmax: int = -1
    nstack: int = -1
    nuserdata: int = 0
    nkey: int = 0
    nuser_body: int = -1
    nuser_jnt: int = -1
    nuser_geom: int = -1
    nuser_site: int = -1
    nuser_cam: int = -1
    nuser_tendon: int = -1
    nuser_actuator: int = -1
    nuser_sensor: int = -1


@dataclass(kw_only=True)
class Spec:
    """A whole model."""

    modelname: str = 'MuJoCo Model'
    compiler: Compiler = field(default_factory=Compiler)
    size: Size = field(default_factory=Size)
    option: dict[str, Any] = field(default_factory=dict)
    statistic: dict[str, Any] = field(default_factory=dict)
    visual: dict[str, dict[str, Any]] = field(default_factory=dict)
    worldbody: Body = field(default_factory=lambda: Body(name='world'))
    textures: list[Texture] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    pairs: list[Pair] = field(default_factory=list)
    excludes: list[Exclude] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    tendons: list[Tendon] = field(default_factory=list)
    actuators: list[Actuator] = field(default_factory=list)
    numerics: list[Numeric] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    tuples: list[Tuple] = field(default_factory=list)
    keys: list[Key] = field(default_factory=list)
