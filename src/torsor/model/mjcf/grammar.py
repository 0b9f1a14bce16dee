"""The grammar of MJCF as tables: which elements hold which attributes and children.

A rule lists an element's attributes with their kinds, and its children. Actuators, sensors and what is not read yet
have files of their own.
"""

from collections.abc import Iterable

from ...schema import visual
from ...schema.enums import mjtCamOutBit, mjtGeom, mjtObj, mjtSleepPolicy, mjtTextureRole
from ...schema.field import Field
from ..spec.settings import DISABLE_FLAGS, ENABLE_FLAGS
from .actuator_grammar import ACTUATOR, SHORTCUT_DEFAULTS
from .flex_grammar import DEFORMABLE, FLEXCOMP, SKIN
from .later_grammar import EXTENSION, FLEX_STRAIN, PLUGIN
from .rule import NAMED, USER, Rule, renamed
from .sensor_grammar import SENSOR
from .values import (
    BOOL,
    INT,
    REAL,
    REAL2,
    REAL3,
    REAL4,
    REAL6,
    SWITCH,
    TEXT,
    TRISTATE,
    Bits,
    Interval,
    Keyword,
    Kind,
    Memory,
    Numbers,
    ints,
    reals,
    words,
)

ORIENTATION = {'quat': REAL4, 'axisangle': REAL4, 'xyaxes': REAL6, 'zaxis': REAL3, 'euler': REAL3}
POSE = {'pos': REAL3, **ORIENTATION}

# ---- settings

COMPILER = Rule(
    {
        'autolimits': BOOL, 'boundmass': REAL, 'boundinertia': REAL, 'settotalmass': REAL, 'balanceinertia': BOOL,
        'angle': Keyword(words('radian', 'degree'), target='degree'), 'eulerseq': TEXT, 'alignfree': BOOL,
        'coordinate': Keyword({'local': None, 'global': 'global'}), 'inertiafromgeom': TRISTATE,
        'inertiagrouprange': ints(2), 'fitaabb': BOOL, 'strippath': BOOL,
        'meshdir': TEXT, 'texturedir': TEXT, 'assetdir': TEXT,
        'fusestatic': BOOL, 'discardvisual': BOOL,
        **dict.fromkeys(('usethread', 'saveinertial', 'savecompiled', 'savecanonical'), BOOL),
        'conflict': Keyword({word: word for word in ('warning', 'merge', 'error')}),
        'passthrough': Keyword(words('none', 'textures')),
    },
    {
        'lengthrange': Rule({
            'mode': Keyword(words('none', 'muscle', 'muscleuser', 'all')), 'useexisting': BOOL, 'uselimit': BOOL,
            **dict.fromkeys(('accel', 'maxforce', 'timeconst', 'timestep', 'inttotal', 'interval', 'tolrange'), REAL),
        }),
    },
    once=frozenset({'lengthrange'}),
)  # fmt: skip

OPTION = Rule(
    {
        'timestep': REAL, 'impratio': REAL, 'tolerance': REAL, 'ls_tolerance': REAL, 'noslip_tolerance': REAL,
        'ccd_tolerance': REAL, 'sleep_tolerance': REAL, 'gravity': REAL3, 'wind': REAL3, 'magnetic': REAL3,
        'density': REAL, 'viscosity': REAL,
        'o_margin': REAL, 'o_solref': reals(2, 1), 'o_solimp': reals(5, 1), 'o_friction': reals(5, 1),
        'integrator': Keyword(words('Euler', 'RK4', 'implicit', 'implicitfast', 'discrete')),
        'cone': Keyword(words('pyramidal', 'elliptic')), 'jacobian': Keyword(words('dense', 'sparse', 'auto')),
        'solver': Keyword(words('PGS', 'CG', 'Newton')),
        'iterations': INT, 'ls_iterations': INT, 'noslip_iterations': INT, 'ccd_iterations': INT,
        'sdf_iterations': INT, 'sdf_initpoints': INT, 'actuatorgroupdisable': ints(31, 1),
    },
    {'flag': Rule(dict.fromkeys(DISABLE_FLAGS + ENABLE_FLAGS, SWITCH))},
    once=frozenset({'flag'}),
)  # fmt: skip

SIZE = Rule(
    {
        'memory': Memory(),
        **dict.fromkeys(('njmax', 'nconmax', 'nstack', 'nuserdata', 'nkey'), INT),
        **{f'nuser_{kind}': INT for kind in ('body', 'jnt', 'geom', 'site', 'cam', 'tendon', 'actuator', 'sensor')},
    },
    exclusive=(('memory', 'njmax'), ('memory', 'nstack')),
)

STATISTIC = Rule({'meaninertia': REAL, 'meanmass': REAL, 'meansize': REAL, 'extent': REAL, 'center': REAL3})


def visual_rule(fields: Iterable[Field], **special: Kind) -> Rule:
    """The rule of one group of visual settings, from the schema's table of its fields."""

    def kind(field: Field) -> Kind:
        count = int(field.shape or 1)
        return special.get(field.name) or (ints(count) if field.item == 'int' else Numbers(count, count, single=True))

    return Rule({field.name: kind(field) for field in fields})


HEADLIGHT = Keyword(words('false', 'true', 'auto') | words('0', '1', '2'))
VISUAL = Rule(
    {},
    {
        'global': visual_rule(visual.GLOBAL, orthographic=BOOL, ellipsoidinertia=BOOL, bvactive=BOOL),
        'quality': visual_rule(visual.QUALITY),
        'headlight': visual_rule(visual.HEADLIGHT, active=HEADLIGHT),
        'map': visual_rule(visual.MAP),
        'scale': visual_rule(visual.SCALE),
        'rgba': visual_rule(visual.RGBA),
    },
    once=frozenset({'global', 'quality', 'headlight', 'map', 'scale', 'rgba'}),
)

# ---- elements of the kinematic tree; what a class of defaults may set comes first

JOINT_TYPES = Keyword(words('free', 'ball', 'slide', 'hinge'))
GEOM_TYPES = Keyword(
    {type.name.removeprefix('mjGEOM_').lower(): type.value for type in mjtGeom if type < mjtGeom.mjNGEOMTYPES}
)
TRACKING = Keyword(words('fixed', 'track', 'trackcom', 'targetbody', 'targetbodycom'))

JOINT = {
    'type': JOINT_TYPES, 'pos': REAL3, 'axis': REAL3, 'group': INT,
    'ref': REAL, 'springref': REAL, 'springyield': REAL, 'springdamper': REAL2,
    'stiffness': reals(3, 1), 'damping': reals(3, 1), 'armature': REAL, 'frictionloss': REAL,
    'limited': TRISTATE, 'range': REAL2, 'margin': REAL,
    'actuatorfrclimited': renamed(TRISTATE, 'actfrclimited'), 'actuatorfrcrange': reals(2, target='actfrcrange'),
    'actuatorgravcomp': renamed(BOOL, 'actgravcomp'),
    'solreflimit': reals(2, 1, target='solref_limit'), 'solimplimit': reals(5, 1, target='solimp_limit'),
    'solreffriction': reals(2, 1, target='solref_friction'), 'solimpfriction': reals(5, 1, target='solimp_friction'),
    'user': USER,
}  # fmt: skip

FREEJOINT = {'name': TEXT, 'group': INT, 'align': TRISTATE}

GEOM = {
    'type': GEOM_TYPES, **POSE, 'fromto': REAL6, 'size': reals(3, 1), 'group': INT, 'priority': INT,
    'contype': INT, 'conaffinity': INT, 'condim': INT, 'friction': reals(3, 1), 'solmix': REAL,
    'solref': reals(2, 1), 'solimp': reals(5, 1), 'margin': REAL, 'gap': REAL,
    'surfacevel': reals(6, 1), 'adhesion': REAL, 'mass': REAL, 'density': REAL,
    'shellinertia': renamed(BOOL, 'typeinertia'),
    'fluidshape': Keyword(words('none', 'ellipsoid'), target='fluid_ellipsoid'),
    'fluidcoef': reals(5, 1, target='fluid_coefs'),
    'material': TEXT, 'rgba': REAL4, 'castshadow': BOOL, 'fitscale': REAL, 'user': USER,
    'mesh': renamed(TEXT, 'meshname'), 'hfield': renamed(TEXT, 'hfieldname'),
}  # fmt: skip

SITE = {
    'type': GEOM_TYPES, **POSE, 'fromto': REAL6, 'size': reals(3, 1), 'group': INT, 'material': TEXT, 'rgba': REAL4,
    'user': USER, 'mesh': renamed(TEXT, 'meshname'),
}  # fmt: skip

CAMERA = {
    'mode': TRACKING, **POSE, 'projection': Keyword(words('perspective', 'orthographic'), target='proj'),
    'fovy': REAL, 'ipd': REAL, 'resolution': ints(2),
    'output': Bits({'rgb': mjtCamOutBit.mjCAMOUT_RGB, 'depth': mjtCamOutBit.mjCAMOUT_DEPTH,
                    'distance': mjtCamOutBit.mjCAMOUT_DIST, 'normal': mjtCamOutBit.mjCAMOUT_NORMAL,
                    'segmentation': mjtCamOutBit.mjCAMOUT_SEG}),
    'sensorsize': reals(2, target='sensor_size'),
    'focal': reals(2, target='focal_length'), 'focalpixel': reals(2, target='focal_pixel'),
    'principal': reals(2, target='principal_length'), 'principalpixel': reals(2, target='principal_pixel'),
    'user': USER,
}  # fmt: skip

LIGHT = {
    'mode': TRACKING, 'type': Keyword(words('spot', 'directional', 'point', 'image')),
    'directional': Keyword(words('false', 'true'), target='type'),
    'pos': REAL3, 'dir': REAL3, 'castshadow': BOOL, 'active': BOOL,
    'bulbradius': REAL, 'intensity': REAL, 'range': REAL, 'attenuation': REAL3,
    'cutoff': REAL, 'softness': REAL, 'exponent': REAL, 'ambient': REAL3, 'diffuse': REAL3, 'specular': REAL3,
}  # fmt: skip

INERTIAL = Rule(
    {**POSE, 'mass': REAL, 'diaginertia': reals(3, target='inertia'), 'fullinertia': REAL6},
    required=('pos', 'mass'),
    exclusive=(('fullinertia', *ORIENTATION),),
)

TARGET_BODY = renamed(TEXT, 'targetbody')
CAMERA_EXCLUSIVE = (('fovy', 'sensorsize'),)
LIGHT_EXCLUSIVE = (('type', 'directional'),)

WORLDBODY = Rule()
ATTACH = Rule(
    dict.fromkeys(('model', 'body', 'frame', 'prefix'), TEXT), required=('prefix',), exclusive=(('body', 'frame'),)
)
REPLICATE = Rule({'count': INT, 'sep': TEXT, 'offset': REAL3, 'euler': REAL3}, required=('count',))
FRAME = Rule({
    'name': TEXT, 'childclass': TEXT, **POSE, 'scale': reals(3, 1),
    'scaling': Keyword(words('similar', 'geometry')), 'massscale': REAL,
})  # fmt: skip
BODY = Rule(
    {
        'name': TEXT, 'childclass': TEXT, **POSE, 'mocap': BOOL, 'gravcomp': REAL,
        'sleep': Keyword({
            'auto': mjtSleepPolicy.mjSLEEP_AUTO, 'never': mjtSleepPolicy.mjSLEEP_NEVER,
            'allowed': mjtSleepPolicy.mjSLEEP_ALLOWED, 'init': mjtSleepPolicy.mjSLEEP_INIT,
        }),
        'simple': Keyword(words('false', 'auto')), 'fuse': Keyword(words('false', 'auto')), 'user': USER,
    },
    once=frozenset({'inertial'}),
)  # fmt: skip
BODY_INSIDE = Rule(BODY.attributes)  # in a frame or replicate, where MuJoCo does not count elements
INERTIA: dict[str, Rule] = {'inertial': INERTIAL}
MOTION: dict[str, Rule] = {
    **INERTIA,
    'joint': Rule({**NAMED, **JOINT}),
    'freejoint': Rule(FREEJOINT),
}
for _rule, _motion, _body in (
    (WORLDBODY, {}, BODY), (BODY, MOTION, BODY),
    (REPLICATE, INERTIA, BODY_INSIDE), (FRAME, MOTION, BODY_INSIDE), (BODY_INSIDE, MOTION, BODY_INSIDE),
):  # fmt: skip
    _rule.children.update(
        {
            **_motion,
            'body': _body,
            'frame': FRAME,
            'geom': Rule({**NAMED, **GEOM}, {'plugin': PLUGIN}),
            'site': Rule({**NAMED, **SITE}),
            'camera': Rule({**NAMED, **CAMERA, 'target': TARGET_BODY}, exclusive=CAMERA_EXCLUSIVE),
            'light': Rule({**NAMED, **LIGHT, 'target': TARGET_BODY, 'texture': TEXT}, exclusive=LIGHT_EXCLUSIVE),
            'replicate': REPLICATE,
            'attach': ATTACH,
            'plugin': PLUGIN,
            'flexcomp': FLEXCOMP,
        }
    )

# ---- assets

MESH = {
    'scale': REAL3, 'maxhullvert': INT,
    'inertia': Keyword(words('convex', 'exact', 'legacy', 'shell')),
}  # fmt: skip
MESH_SHAPES = (
    'none', 'sphere', 'hemisphere', 'cone', 'supersphere', 'supertorus', 'wedge', 'plate', 'grid', 'box', 'cylinder',
    'ellipsoid', 'square', 'disc',
)  # fmt: skip
MESH_DATA = {
    'file': TEXT, 'content_type': TEXT, 'vertex': reals(0, 1, nan=True), 'normal': reals(0, 1, nan=True),
    'texcoord': reals(0, 1, nan=True), 'face': ints(0, 1), 'refpos': REAL3, 'refquat': REAL4, 'smoothnormal': BOOL,
    'builtin': Keyword(words(*MESH_SHAPES)), 'params': reals(0, 1), 'material': TEXT,
}  # fmt: skip
HFIELD = Rule(
    {
        'name': TEXT, 'file': TEXT, 'content_type': TEXT, 'nrow': INT, 'ncol': INT, 'size': REAL4,
        'elevation': reals(0, 1),
    },
    required=('size',),
)  # fmt: skip

TEXTURE = {
    'type': Keyword(words('2d', 'cube', 'skybox')), 'colorspace': Keyword(words('auto', 'linear', 'sRGB')),
    'builtin': Keyword(words('none', 'gradient', 'checker', 'flat')),
    'mark': Keyword(words('none', 'edge', 'cross', 'random')),
    'rgb1': REAL3, 'rgb2': REAL3, 'markrgb': REAL3, 'random': REAL, 'width': INT, 'height': INT, 'nchannel': INT,
    'embed': TRISTATE, 'hflip': BOOL, 'vflip': BOOL, 'gridsize': ints(2), 'gridlayout': TEXT,
}  # fmt: skip
CUBE_FILES = ('fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback')
TEXTURE_FILES = ('file', 'content_type', *CUBE_FILES)

MATERIAL = {
    'texture': TEXT, 'texuniform': BOOL, 'texrepeat': REAL2, 'emission': REAL, 'specular': REAL, 'shininess': REAL,
    'reflectance': REAL, 'metallic': REAL, 'roughness': REAL, 'rgba': REAL4,
}  # fmt: skip
LAYER = Rule(
    {
        'texture': TEXT,
        'role': Keyword(
            {
                role.name.removeprefix('mjTEXROLE_').lower(): role.value
                for role in mjtTextureRole
                if mjtTextureRole.mjTEXROLE_USER < role < mjtTextureRole.mjNTEXROLE
            }
        ),
    },
    required=('texture', 'role'),
)
ASSET = Rule(
    {},
    {
        'texture': Rule({**NAMED, **TEXTURE, **dict.fromkeys(TEXTURE_FILES, TEXT)}),
        'material': Rule({**NAMED, **MATERIAL}, {'layer': LAYER}),
        'mesh': Rule({**NAMED, **MESH, **MESH_DATA}, {'plugin': PLUGIN}),
        'hfield': HFIELD,
        'skin': SKIN,
        'model': Rule({'name': TEXT, 'file': TEXT, 'content_type': TEXT}, required=('file',)),
    },
)

# ---- contacts

PAIR = {
    'condim': INT, 'friction': reals(5, 1, nan=True), 'solref': reals(2, 1, nan=True),
    'solreffriction': reals(2, 1), 'solimp': reals(5, 1, nan=True),
    'margin': reals(1, nan=True), 'gap': reals(1, nan=True), 'adhesion': REAL,
}  # fmt: skip
CONTACT = Rule(
    {},
    {
        'pair': Rule(
            {**NAMED, **PAIR, 'geom1': renamed(TEXT, 'geomname1'), 'geom2': renamed(TEXT, 'geomname2')},
            required=('geom1', 'geom2'),
        ),
        'exclude': Rule(
            {'name': TEXT, 'body1': renamed(TEXT, 'bodyname1'), 'body2': renamed(TEXT, 'bodyname2')},
            required=('body1', 'body2'),
        ),
    },
)

# ---- equalities; each form of two of them needs other attributes, which `equality.py` checks

EQUALITY = {'active': BOOL, 'solref': reals(2, 1), 'solimp': reals(5, 1)}
FIRST, SECOND = renamed(TEXT, 'name1'), renamed(TEXT, 'name2')
COUPLED_BODIES = {'body1': FIRST, 'body2': SECOND, 'site1': FIRST, 'site2': SECOND, 'anchor': REAL3}
EQUALITIES = Rule(
    {},
    {
        'connect': Rule({**NAMED, **EQUALITY, **COUPLED_BODIES}),
        'weld': Rule({**NAMED, **EQUALITY, **COUPLED_BODIES, 'relpose': reals(7), 'torquescale': REAL}),
        'joint': Rule(
            {**NAMED, **EQUALITY, 'joint1': FIRST, 'joint2': SECOND, 'polycoef': reals(5, 1)}, required=('joint1',)
        ),
        'tendon': Rule(
            {**NAMED, **EQUALITY, 'tendon1': FIRST, 'tendon2': SECOND, 'polycoef': reals(5, 1)}, required=('tendon1',)
        ),
        'flex': Rule({**NAMED, **EQUALITY, 'flex': FIRST}, required=('flex',)),
        'flexstrain': FLEX_STRAIN,
    },
)

# ---- tendons

FIXED = {
    'group': INT, 'limited': TRISTATE, 'range': REAL2, 'margin': REAL,
    'actuatorfrclimited': renamed(TRISTATE, 'actfrclimited'), 'actuatorfrcrange': reals(2, target='actfrcrange'),
    'solreflimit': reals(2, 1, target='solref_limit'), 'solimplimit': reals(5, 1, target='solimp_limit'),
    'solreffriction': reals(2, 1, target='solref_friction'), 'solimpfriction': reals(5, 1, target='solimp_friction'),
    'frictionloss': REAL, 'springlength': Interval(), 'springyield': REAL,
    'stiffness': reals(3, 1), 'damping': reals(3, 1), 'armature': REAL, 'user': USER,
}  # fmt: skip
TENDON = {**FIXED, 'width': REAL, 'material': TEXT, 'rgba': REAL4}
TARGET = renamed(TEXT, 'target')
TENDONS = Rule(
    {},
    {
        'fixed': Rule(
            {**NAMED, **FIXED},
            {'joint': Rule({'joint': TARGET, 'coef': renamed(REAL, 'prm')}, required=('joint', 'coef'))},
        ),
        'spatial': Rule(
            {**NAMED, **TENDON},
            {
                'site': Rule({'site': TARGET}, required=('site',)),
                'geom': Rule({'geom': TARGET, 'sidesite': TEXT}, required=('geom',)),
                'pulley': Rule({'divisor': renamed(REAL, 'prm')}, required=('divisor',)),
            },
        ),
    },
)

# ---- custom fields

TUPLE_OBJECTS = {
    of.name.removeprefix('mjOBJ_').lower(): of.value
    for of in mjtObj
    if mjtObj.mjOBJ_UNKNOWN < of < mjtObj.mjNOBJECT or of == mjtObj.mjOBJ_FRAME
}
CUSTOM = Rule(
    {},
    {
        'numeric': Rule({'name': TEXT, 'size': INT, 'data': reals(0, 1, nan=True)}, required=('name',)),
        'text': Rule({'name': TEXT, 'data': TEXT}, required=('name',)),
        'tuple': Rule(
            {'name': TEXT},
            {
                'element': Rule(
                    {'objtype': Keyword(TUPLE_OBJECTS), 'objname': TEXT, 'prm': REAL},
                    required=('objtype', 'objname'),
                )
            },
            required=('name',),
        ),
    },
)

# ---- defaults, keyframes and the root

DEFAULT_ELEMENTS: dict[str, Rule] = {
    'joint': Rule(JOINT),
    'geom': Rule(GEOM),
    'site': Rule(SITE),
    'camera': Rule(CAMERA, exclusive=CAMERA_EXCLUSIVE),
    'light': Rule(LIGHT, exclusive=LIGHT_EXCLUSIVE),
    **SHORTCUT_DEFAULTS,
    'mesh': Rule(MESH),
    'texture': Rule(TEXTURE),
    'material': Rule(MATERIAL, {'layer': LAYER}),
    'pair': Rule(PAIR),
    'equality': Rule(EQUALITY),
    'tendon': Rule(TENDON),
}
DEFAULT = Rule({'class': TEXT}, {**DEFAULT_ELEMENTS}, once=frozenset(DEFAULT_ELEMENTS))
DEFAULT.children['default'] = DEFAULT

KEY_VECTORS = ('qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat', 'plastic')
KEYFRAME = Rule({}, {'key': Rule({'name': TEXT, 'time': REAL, **dict.fromkeys(KEY_VECTORS, reals(0, 1))})})

MUJOCO = Rule(
    {'model': renamed(TEXT, 'modelname')},
    {
        'compiler': COMPILER,
        'option': OPTION,
        'size': SIZE,
        'statistic': STATISTIC,
        'visual': VISUAL,
        'default': DEFAULT,
        'asset': ASSET,
        'worldbody': WORLDBODY,
        'contact': CONTACT,
        'equality': EQUALITIES,
        'tendon': TENDONS,
        'actuator': ACTUATOR,
        'sensor': SENSOR,
        'custom': CUSTOM,
        'keyframe': KEYFRAME,
        'extension': EXTENSION,
        'deformable': DEFORMABLE,
    },
)
