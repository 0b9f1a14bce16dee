"""What a user can set of the elements of a model before it is compiled: a row per property, in MuJoCo's order.

A row has a name and a type, which may have a length: `pos double 3` is an array of three numbers. Plurals (`doubles`,
`texts`) are as long as the user likes. A type with a question mark need not be given: its first number is then NaN.
"""

from typing import NamedTuple


class Property(NamedTuple):
    """One property: its name, the type of one value, how many there are (0: one, -1: any number), may it be missing."""

    name: str
    type: str
    count: int = 0
    optional: bool = False


PLURALS = {'doubles': 'double', 'floats': 'float', 'ints': 'int', 'texts': 'text'}


def _rows(table: str) -> tuple[Property, ...]:
    rows = []
    for line in table.split(','):
        name, type, *count = line.split()
        optional = type.endswith('?')
        type = type.rstrip('?')
        length = -1 if type in PLURALS else int(count[0]) if count else 0
        rows.append(Property(name, PLURALS.get(type, type), length, optional))
    return tuple(rows)


POSE = 'pos double 3, quat double 4, alt orientation'
SOLVER = 'solref double 2, solimp double 5'
LIMIT = 'solref_limit double 2, solimp_limit double 5'
FRICTION = 'solref_friction double 2, solimp_friction double 5'

ELEMENTS: dict[str, tuple[Property, ...]] = {
    'body': _rows(f"""
        childclass text, {POSE},
        mass double, ipos double 3, iquat double 4, inertia double 3, ialt orientation, fullinertia double 6,
        mocap bool, gravcomp double, sleep mjtSleepPolicy, simple int, fuse int,
        userdata doubles, explicitinertial bool, plugin plugin, info text"""),
    'frame': _rows(f'childclass text, {POSE}, scale double 3, scaling mjtScaling, massscale double, info text'),
    'joint': _rows(f"""
        type mjtJoint, pos double 3, axis double 3, ref double, align mjtAlignFree,
        stiffness double 3, springref double, springyield double, springdamper double 2,
        limited mjtLimited, range double 2, margin double, {LIMIT}, actfrclimited mjtLimited, actfrcrange double 2,
        armature double, damping double 3, frictionloss double, {FRICTION},
        group int, actgravcomp bool, userdata doubles, info text"""),
    'geom': _rows(f"""
        type mjtGeom, {POSE}, fromto double? 6, size double 3,
        contype int, conaffinity int, condim int, priority int, friction double 3, solmix double, {SOLVER},
        margin double, gap double, surfacevel double 6, adhesion double,
        mass double?, density double, typeinertia mjtGeomInertia, fluid_ellipsoid double, fluid_coefs double 5,
        material text, rgba float 4, group int, castshadow bool,
        hfieldname text, meshname text, fitscale double, userdata doubles, plugin plugin, info text"""),
    'site': _rows(f"""
        {POSE}, fromto double? 6, size double 3, type mjtGeom, material text, group int, rgba float 4,
        meshname text, userdata doubles, info text"""),
    'camera': _rows(f"""
        {POSE}, mode mjtCamLight, targetbody text,
        proj mjtProjection, resolution int 2, output int, fovy double, ipd double, intrinsic float 4,
        sensor_size float 2, focal_length float 2, focal_pixel float 2, principal_length float 2,
        principal_pixel float 2, userdata doubles, info text"""),
    'light': _rows("""
        pos double 3, dir double 3, mode mjtCamLight, targetbody text,
        active bool, type mjtLightType, texture text, castshadow bool, bulbradius float, intensity float, range float,
        attenuation float 3, cutoff float, softness float, exponent float,
        ambient float 3, diffuse float 3, specular float 3, info text"""),
    'flex': _rows(f"""
        contype int, conaffinity int, condim int, priority int, friction double 3, solmix double, {SOLVER},
        margin double, gap double, dim int, radius double, size double 3, flatskin bool, selfcollide mjtFlexSelf,
        passive int, activelayers int, group int, edgestiffness double, edgedamping double, rgba float 4,
        material texts, young double, poisson double, shear double, damping double, thickness double,
        stressyield double 2, elastic2d int, elastic3d int, section mjtFlexSection, sectionsize double 2,
        cellcount int 3, order int, nodebody texts, vertbody texts, node doubles, vert doubles, elem ints,
        texcoord floats, elemtexcoord ints, info text"""),
    'mesh': _rows("""
        content_type text, file text, refpos double 3, refquat double 4, scale double 3, inertia mjtMeshInertia,
        smoothnormal bool, needsdf bool, maxhullvert int, uservert floats, usernormal floats, usertexcoord floats,
        userface ints, userfacenormal ints, userfacetexcoord ints, usernode doubles, usertet ints, plugin plugin,
        material text, octree_maxdepth int, info text"""),
    'hfield': _rows("""
        content_type text, file text, size double 4, nrow int, ncol int, userdata floats, info text"""),
    'skin': _rows("""
        file text, material text, rgba float 4, inflate float, group int, vert floats, texcoord floats, face ints,
        bodyname texts, bindpos floats, bindquat floats, vertid lists, vertweight lists, info text"""),
    'texture': _rows("""
        type mjtTexture, colorspace mjtColorSpace, builtin mjtBuiltin, mark mjtMark, rgb1 double 3, rgb2 double 3,
        markrgb double 3, random double, height int, width int, nchannel int, content_type text, file text,
        gridsize int 2, gridlayout char 12, cubefiles texts, data bytes, hflip bool, vflip bool, embed mjtEmbed,
        info text"""),
    'material': _rows("""
        textures text 10, texuniform bool, texrepeat float 2, emission float, specular float, shininess float,
        reflectance float, metallic float, roughness float, rgba float 4, info text"""),
    'pair': _rows("""
        geomname1 text, geomname2 text, condim int, solref double 2, solreffriction double 2, solimp double 5,
        margin double, gap double, adhesion double, friction double 5, info text"""),
    'exclude': _rows('bodyname1 text, bodyname2 text, info text'),
    'equality': _rows(f"""
        type mjtEq, data double 12, active bool, name1 text, name2 text, objtype mjtObj, {SOLVER}, info text"""),
    'tendon': _rows(f"""
        stiffness double 3, springlength double 2, springyield double, damping double 3, frictionloss double,
        {FRICTION}, armature double, limited mjtLimited, actfrclimited mjtLimited, range double 2,
        actfrcrange double 2, margin double, {LIMIT}, material text, width double, rgba float 4, group int,
        userdata doubles, info text"""),
    'actuator': _rows("""
        type mjtActuator, gaintype mjtGain, gainprm double 10, biastype mjtBias, biasprm double 10,
        dyntype mjtDyn, dynprm double 10, actdim int, ctrlspec int, velrange double 2, ffrange double 2, actearly bool,
        trntype mjtTrn, gear double 6, target text, refsite text, slidersite text, cranklength double,
        lengthrange double 2, inheritrange double, damping double 3, armature double,
        ctrllimited mjtLimited, ctrlrange double 2, forcelimited mjtLimited, forcerange double 2,
        actlimited mjtLimited, actrange double 2, group int, nsample int, interp int, delay double,
        userdata doubles, plugin plugin, info text"""),
    'sensor': _rows("""
        type mjtSensor, objtype mjtObj, objname text, reftype mjtObj, refname text, intprm int 3,
        datatype mjtDataType, needstage mjtStage, dim int, cutoff double, noise double,
        nsample int, interp int, delay double, interval double 2, userdata doubles, plugin plugin, info text"""),
    'numeric': _rows('data doubles, size int, info text'),
    'text': _rows('data text, info text'),
    'tuple': _rows('objtype ints, objname texts, objprm doubles, info text'),
    'key': _rows("""
        time double, qpos doubles, qvel doubles, act doubles, mpos doubles, mquat doubles, ctrl doubles,
        plastic doubles, info text"""),
    'plugin': _rows('plugin_name text, active bool, info text'),
}

COMPILER = _rows("""
    autolimits bool, boundmass double, boundinertia double, settotalmass double, balanceinertia bool, fitaabb bool,
    degree bool, eulerseq char 3, discardvisual bool, usethread bool, fusestatic bool,
    inertiafromgeom mjtInertiaFromGeom, inertiagrouprange int 2, saveinertial bool, savecompiled bool,
    savecanonical bool, alignfree bool, conflict mjtConflict, passthrough mjtPassthrough, meshdir text,
    texturedir text""")

SIZES = _rows("""
    memory int, nemax int, nuserdata int, nuser_body int, nuser_jnt int, nuser_geom int, nuser_site int, nuser_cam int,
    nuser_tendon int, nuser_actuator int, nuser_sensor int, nkey int, njmax int, nconmax int, nstack int""")

# forms of an orientation other than a quaternion
ORIENTATION = _rows('axisangle double 4, xyaxes double 6, zaxis double 3, euler double 3')
