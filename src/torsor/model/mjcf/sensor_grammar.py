"""The grammar of sensors: a row per element, which says what it measures and which attributes name that."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...schema.codes import mjtDataType, mjtObj, mjtSensor, mjtStage
from ...schema.enums import mjtObj as ObjectType
from .later_grammar import SENSOR_PLUGIN
from .rule import USER, Rule
from .values import BOOL, INT, REAL, TEXT, Keyword, Kind, OrderedBits, reals, words

NO_HISTORY = {'name': TEXT, 'cutoff': REAL, 'user': USER}
HISTORY = {'nsample': INT, 'interp': Keyword(words('zoh', 'linear', 'cubic')), 'delay': REAL, 'interval': reals(2, 1)}
COMMON = {**NO_HISTORY, **HISTORY, 'noise': REAL}

FRAMES = Keyword({
    'body': mjtObj.mjOBJ_BODY, 'xbody': mjtObj.mjOBJ_XBODY, 'geom': mjtObj.mjOBJ_GEOM, 'site': mjtObj.mjOBJ_SITE,
    'camera': mjtObj.mjOBJ_CAMERA,
})  # fmt: skip
OBJECT = {'objtype': FRAMES, 'objname': TEXT}
REFERENCE = {'reftype': FRAMES, 'refname': TEXT}
ANY_OBJECT = {
    'objtype': Keyword({
        of.name.removeprefix('mjOBJ_').lower(): of.value
        for of in ObjectType
        if mjtObj.mjOBJ_UNKNOWN < of < mjtObj.mjNOBJECT
    }),
    'objname': TEXT,
}  # fmt: skip
# what an attribute names; 'subtree1' is the body at its root, which mjOBJ_XBODY stands for
NAMES = {
    'site': mjtObj.mjOBJ_SITE, 'camera': mjtObj.mjOBJ_CAMERA, 'joint': mjtObj.mjOBJ_JOINT,
    'tendon': mjtObj.mjOBJ_TENDON, 'actuator': mjtObj.mjOBJ_ACTUATOR, 'body': mjtObj.mjOBJ_BODY,
    'geom': mjtObj.mjOBJ_GEOM, 'mesh': mjtObj.mjOBJ_MESH,
    'geom1': mjtObj.mjOBJ_GEOM, 'body1': mjtObj.mjOBJ_BODY, 'subtree1': mjtObj.mjOBJ_XBODY,
    'geom2': mjtObj.mjOBJ_GEOM, 'body2': mjtObj.mjOBJ_BODY, 'subtree2': mjtObj.mjOBJ_XBODY,
}  # fmt: skip

# numbers that each field of a reading has, in the order of their bits
RAY_DATA = {'dist': 1, 'dir': 3, 'origin': 3, 'point': 3, 'normal': 3, 'depth': 1}
CONTACT_DATA = {
    'found': 1, 'force': 3, 'torque': 3, 'dist': 1, 'pos': 3, 'normal': 3, 'tangent': 3, 'linvel': 3, 'angvel': 3,
}  # fmt: skip


@dataclass(eq=False, repr=False)
class Row:
    """One sensor element: its type, attributes of which one names what is measured, or its reference, and others."""

    type: int
    objects: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    others: Mapping[str, Kind] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    common: Mapping[str, Kind] = field(default_factory=lambda: COMMON)
    optional: bool = False  # whether neither objects nor references need be named

    def rule(self) -> Rule:
        """The rule of the element."""
        groups = tuple(group for group in (self.objects, self.references) if group)
        names = {name: TEXT for group in groups for name in group}
        single = tuple(group[0] for group in groups if len(group) == 1)
        several = tuple(group for group in groups if len(group) > 1)
        return Rule(
            {**self.common, **names, **self.others},
            required=(*(() if self.optional else single), *self.required),
            exclusive=several,
            either=() if self.optional else several,
            together=self.together,
        )


def _rows(objects: str, **types: int) -> dict[str, Row]:
    """Sensors that measure one element, named by the attribute `objects`."""
    return {tag: Row(type, (objects,)) for tag, type in types.items()}


def _frames(reference: bool, **types: int) -> dict[str, Row]:
    """Sensors of frames, which have a kind and a name; those of position and velocity also in another frame."""
    others = OBJECT | REFERENCE if reference else OBJECT
    together = (tuple(REFERENCE),) if reference else ()
    return {tag: Row(type, others=others, required=tuple(OBJECT), together=together) for tag, type in types.items()}


ROWS = {
    **_rows(
        'site',
        touch=mjtSensor.mjSENS_TOUCH,
        accelerometer=mjtSensor.mjSENS_ACCELEROMETER,
        velocimeter=mjtSensor.mjSENS_VELOCIMETER,
        gyro=mjtSensor.mjSENS_GYRO,
        force=mjtSensor.mjSENS_FORCE,
        torque=mjtSensor.mjSENS_TORQUE,
        magnetometer=mjtSensor.mjSENS_MAGNETOMETER,
    ),
    'camprojection': Row(mjtSensor.mjSENS_CAMPROJECTION, ('site',), ('camera',)),
    'rangefinder': Row(
        mjtSensor.mjSENS_RANGEFINDER, ('site', 'camera'), others={'data': OrderedBits(tuple(RAY_DATA))}
    ),
    **_rows(
        'joint',
        jointpos=mjtSensor.mjSENS_JOINTPOS,
        jointvel=mjtSensor.mjSENS_JOINTVEL,
        jointactuatorfrc=mjtSensor.mjSENS_JOINTACTFRC,
        ballquat=mjtSensor.mjSENS_BALLQUAT,
        ballangvel=mjtSensor.mjSENS_BALLANGVEL,
        jointlimitpos=mjtSensor.mjSENS_JOINTLIMITPOS,
        jointlimitvel=mjtSensor.mjSENS_JOINTLIMITVEL,
        jointlimitfrc=mjtSensor.mjSENS_JOINTLIMITFRC,
    ),
    **_rows(
        'tendon',
        tendonpos=mjtSensor.mjSENS_TENDONPOS,
        tendonvel=mjtSensor.mjSENS_TENDONVEL,
        tendonactuatorfrc=mjtSensor.mjSENS_TENDONACTFRC,
        tendonlimitpos=mjtSensor.mjSENS_TENDONLIMITPOS,
        tendonlimitvel=mjtSensor.mjSENS_TENDONLIMITVEL,
        tendonlimitfrc=mjtSensor.mjSENS_TENDONLIMITFRC,
    ),
    **_rows(
        'actuator',
        actuatorpos=mjtSensor.mjSENS_ACTUATORPOS,
        actuatorvel=mjtSensor.mjSENS_ACTUATORVEL,
        actuatorfrc=mjtSensor.mjSENS_ACTUATORFRC,
    ),
    **_frames(
        True,
        framepos=mjtSensor.mjSENS_FRAMEPOS,
        framequat=mjtSensor.mjSENS_FRAMEQUAT,
        framexaxis=mjtSensor.mjSENS_FRAMEXAXIS,
        frameyaxis=mjtSensor.mjSENS_FRAMEYAXIS,
        framezaxis=mjtSensor.mjSENS_FRAMEZAXIS,
        framelinvel=mjtSensor.mjSENS_FRAMELINVEL,
        frameangvel=mjtSensor.mjSENS_FRAMEANGVEL,
    ),
    **_frames(False, framelinacc=mjtSensor.mjSENS_FRAMELINACC, frameangacc=mjtSensor.mjSENS_FRAMEANGACC),
    **_rows(
        'body',
        subtreecom=mjtSensor.mjSENS_SUBTREECOM,
        subtreelinvel=mjtSensor.mjSENS_SUBTREELINVEL,
        subtreeangmom=mjtSensor.mjSENS_SUBTREEANGMOM,
    ),
    'insidesite': Row(
        mjtSensor.mjSENS_INSIDESITE, references=('site',), others={**OBJECT, 'enclosed': BOOL}, required=tuple(OBJECT)
    ),
    'distance': Row(mjtSensor.mjSENS_GEOMDIST, ('geom1', 'body1'), ('geom2', 'body2')),
    'normal': Row(mjtSensor.mjSENS_GEOMNORMAL, ('geom1', 'body1'), ('geom2', 'body2')),
    'fromto': Row(mjtSensor.mjSENS_GEOMFROMTO, ('geom1', 'body1'), ('geom2', 'body2')),
    'contact': Row(
        mjtSensor.mjSENS_CONTACT,
        ('geom1', 'body1', 'subtree1', 'site'),
        ('geom2', 'body2', 'subtree2'),
        {
            'data': OrderedBits(tuple(CONTACT_DATA)),
            'reduce': Keyword(words('none', 'mindist', 'maxforce', 'netforce')),
            'num': INT,
        },
        optional=True,
    ),
    'e_potential': Row(mjtSensor.mjSENS_E_POTENTIAL),
    'e_kinetic': Row(mjtSensor.mjSENS_E_KINETIC),
    'clock': Row(mjtSensor.mjSENS_CLOCK),
    'tactile': Row(mjtSensor.mjSENS_TACTILE, ('mesh',), ('geom',), common={**NO_HISTORY, **HISTORY}),
    'user': Row(
        mjtSensor.mjSENS_USER,
        others={
            **ANY_OBJECT,
            'datatype': Keyword({
                'real': mjtDataType.mjDATATYPE_REAL, 'positive': mjtDataType.mjDATATYPE_POSITIVE,
                'axis': mjtDataType.mjDATATYPE_AXIS, 'quaternion': mjtDataType.mjDATATYPE_QUATERNION,
            }),
            'needstage': Keyword({
                'none': mjtStage.mjSTAGE_NONE, 'pos': mjtStage.mjSTAGE_POS, 'vel': mjtStage.mjSTAGE_VEL,
                'acc': mjtStage.mjSTAGE_ACC,
            }),
            'dim': INT,
        },
        required=('dim',),
        together=(tuple(ANY_OBJECT),),
        common={**NO_HISTORY, 'noise': REAL},
    ),
}  # fmt: skip
SENSOR = Rule({}, {**{tag: row.rule() for tag, row in ROWS.items()}, 'plugin': SENSOR_PLUGIN})
