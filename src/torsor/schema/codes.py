"""Every enumeration of the API, with its members in the order of `__members__` in MuJoCo's bindings, as plain integers.

Plain integers compare and compile faster than members of enumerations; those are made from them in `enums.py`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .enum_base import CEnum as Codes
else:
    class Codes:
        """Names of integers."""


class mjrIndexType(Codes):
    """Width of the indices of a render mesh."""

    mjINDEX_TYPE_U16 = 0
    mjINDEX_TYPE_U32 = 1


class mjrMeshPrimitiveType(Codes):
    """What the indices of a render mesh describe."""

    mjMESH_PRIMITIVE_TYPE_TRIANGLES = 0
    mjMESH_PRIMITIVE_TYPE_LINES = 1


class mjrPixelFormat(Codes):
    """Layout of the pixels of a render texture."""

    mjPIXEL_FORMAT_UNKNOWN = 0
    mjPIXEL_FORMAT_R8 = 1        # one byte
    mjPIXEL_FORMAT_RGB8 = 2
    mjPIXEL_FORMAT_RGBA8 = 3
    mjPIXEL_FORMAT_R32F = 4      # one float
    mjPIXEL_FORMAT_DEPTH32F = 5  # depth as a float
    mjPIXEL_FORMAT_KTX = 6       # compressed, as in the file


class mjrVertexAttributeType(Codes):
    """Number type of a vertex attribute."""

    mjVERTEX_ATTRIBUTE_TYPE_FLOAT2 = 0
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT3 = 1
    mjVERTEX_ATTRIBUTE_TYPE_FLOAT4 = 2
    mjVERTEX_ATTRIBUTE_TYPE_UBYTE4 = 3


class mjrVertexAttributeUsage(Codes):
    """Meaning of a vertex attribute."""

    mjVERTEX_ATTRIBUTE_USAGE_POSITION = 0
    mjVERTEX_ATTRIBUTE_USAGE_NORMAL = 1
    mjVERTEX_ATTRIBUTE_USAGE_TANGENTS = 2
    mjVERTEX_ATTRIBUTE_USAGE_UV = 3
    mjVERTEX_ATTRIBUTE_USAGE_COLOR = 4


class mjtActuator(Codes):
    """MJCF element that an actuator was written with."""

    mjACTUATOR_GENERAL = 0
    mjACTUATOR_MOTOR = 1
    mjACTUATOR_POSITION = 2      # servo on position
    mjACTUATOR_VELOCITY = 3      # servo on velocity
    mjACTUATOR_INTVELOCITY = 4   # servo on the integral of the control
    mjACTUATOR_DAMPER = 5        # damping set by the control
    mjACTUATOR_CYLINDER = 6      # pneumatic or hydraulic cylinder
    mjACTUATOR_MUSCLE = 7
    mjACTUATOR_ADHESION = 8      # suction at the contacts of a body
    mjACTUATOR_PID = 9
    mjACTUATOR_ORIENTATION = 10  # servo on a rotation in 3D
    mjACTUATOR_DCMOTOR = 11


class mjtAlignFree(Codes):
    """Whether free joints are moved to the inertial frame."""

    mjALIGNFREE_FALSE = 0
    mjALIGNFREE_TRUE = 1
    mjALIGNFREE_AUTO = 2   # as the compiler setting says


class mjtBias(Codes):
    """Part of the actuator force that the control does not scale."""

    mjBIAS_NONE = 0
    mjBIAS_AFFINE = 1   # constant + length + velocity
    mjBIAS_MUSCLE = 2   # passive muscle force
    mjBIAS_DCMOTOR = 3  # back-EMF, cogging and friction of a motor
    mjBIAS_SO3 = 4      # damping of a rotation servo
    mjBIAS_USER = 5     # by callback


class mjtBuiltin(Codes):
    """Procedural texture."""

    mjBUILTIN_NONE = 0
    mjBUILTIN_GRADIENT = 1  # from the first colour to the second
    mjBUILTIN_CHECKER = 2   # two-colour checkerboard
    mjBUILTIN_FLAT = 3      # one colour


class mjtButton(Codes):
    """Mouse button."""

    mjBUTTON_NONE = 0
    mjBUTTON_LEFT = 1
    mjBUTTON_RIGHT = 2
    mjBUTTON_MIDDLE = 3


class mjtCTimer(Codes):
    """Timers of the compiler."""

    mjCTIMER_TOTAL = 0         # whole compilation, wall clock
    mjCTIMER_ASSETS = 1        # all assets, wall clock
    mjCTIMER_TEXTURE = 2       # loading textures, CPU time
    mjCTIMER_MESH_LOAD = 3     # reading meshes
    mjCTIMER_MESH_HULL = 4     # convex hulls
    mjCTIMER_MESH_POLYGON = 5  # hull polygons
    mjCTIMER_MESH_INERTIA = 6  # mass and inertia
    mjCTIMER_MESH_BVH = 7      # bounding volumes
    mjCTIMER_MESH_OCTREE = 8   # distance fields
    mjNCTIMER = 9              # count


class mjtCamLight(Codes):
    """How a camera or light follows its body."""

    mjCAMLIGHT_FIXED = 0          # fixed to the body
    mjCAMLIGHT_TRACK = 1          # constant offset and orientation in the world
    mjCAMLIGHT_TRACKCOM = 2       # the same, from the centre of mass of the subtree
    mjCAMLIGHT_TARGETBODY = 3     # fixed to the body, pointing at the target
    mjCAMLIGHT_TARGETBODYCOM = 4  # pointing at the target's centre of mass


class mjtCamOutBit(Codes):
    """Images that a camera provides (bits)."""

    mjCAMOUT_RGB = 1     # colour
    mjCAMOUT_DEPTH = 2   # distance from the image plane
    mjCAMOUT_DIST = 4    # distance from the camera
    mjCAMOUT_NORMAL = 8  # surface normals
    mjCAMOUT_SEG = 16    # segmentation
    mjNCAMOUT = 5        # count


class mjtCamera(Codes):
    """Camera of the viewer."""

    mjCAMERA_FREE = 0      # moved by the mouse
    mjCAMERA_TRACKING = 1  # follows a body
    mjCAMERA_FIXED = 2     # camera of the model
    mjCAMERA_USER = 3      # set by the caller


class mjtCatBit(Codes):
    """Categories of scene geoms (bits)."""

    mjCAT_STATIC = 1   # fixed to the world
    mjCAT_DYNAMIC = 2  # on bodies that move
    mjCAT_DECOR = 4    # decoration
    mjCAT_ALL = 7      # all of them


class mjtColorSpace(Codes):
    """Encoding of texture colours."""

    mjCOLORSPACE_AUTO = 0    # as the file says, else linear
    mjCOLORSPACE_LINEAR = 1
    mjCOLORSPACE_SRGB = 2


class mjtConDataField(Codes):
    """What a contact sensor reports, in this order."""

    mjCONDATA_FOUND = 0    # number of matching contacts
    mjCONDATA_FORCE = 1
    mjCONDATA_TORQUE = 2
    mjCONDATA_DIST = 3     # penetration is negative
    mjCONDATA_POS = 4
    mjCONDATA_NORMAL = 5
    mjCONDATA_TANGENT = 6
    mjCONDATA_LINVEL = 7
    mjCONDATA_ANGVEL = 8
    mjNCONDATA = 9         # count


class mjtCone(Codes):
    """Friction cone of the contacts."""

    mjCONE_PYRAMIDAL = 0
    mjCONE_ELLIPTIC = 1


class mjtConflict(Codes):
    """What attaching does when global settings differ."""

    mjCONFLICT_WARNING = 0  # keep those of the parent and warn
    mjCONFLICT_MERGE = 1    # reconcile them
    mjCONFLICT_ERROR = 2    # refuse


class mjtConstraint(Codes):
    """Kind of a constraint row."""

    mjCNSTR_EQUALITY = 0
    mjCNSTR_FRICTION_DOF = 1          # dry friction of a dof
    mjCNSTR_FRICTION_TENDON = 2       # dry friction of a tendon
    mjCNSTR_LIMIT_JOINT = 3
    mjCNSTR_LIMIT_TENDON = 4
    mjCNSTR_CONTACT_FRICTIONLESS = 5
    mjCNSTR_CONTACT_PYRAMIDAL = 6
    mjCNSTR_CONTACT_ELLIPTIC = 7


class mjtConstraintState(Codes):
    """Zone of its cost that a constraint row is in."""

    mjCNSTRSTATE_SATISFIED = 0  # no force
    mjCNSTRSTATE_QUADRATIC = 1  # force proportional to the violation
    mjCNSTRSTATE_LINEARNEG = 2  # friction at its lower bound
    mjCNSTRSTATE_LINEARPOS = 3  # friction at its upper bound
    mjCNSTRSTATE_CONE = 4       # sliding: force on the elliptic cone


class mjtCtrlChart(Codes):
    """How the controls of a rotation servo describe a rotation."""

    mjCHART_EXPMAP = 1  # rotation vector, 3 controls
    mjCHART_QUAT = 2    # quaternion, 4 controls


class mjtCtrlInput(Codes):
    """Inputs of an actuator (bits)."""

    mjINPUT_POS = 1        # position target
    mjINPUT_VEL = 2        # velocity target
    mjINPUT_FF = 4         # feed-forward force
    mjINPUT_VOLTAGE = 8    # terminal voltage
    mjINPUT_NONE = 16      # no control: a passive motor
    mjINPUT_PRESSURE = 32


class mjtDataType(Codes):
    """What a sensor reading is, which decides how its cutoff applies."""

    mjDATATYPE_REAL = 0        # clamped to both sides
    mjDATATYPE_POSITIVE = 1    # clamped from above
    mjDATATYPE_AXIS = 2        # unit vector, not clamped
    mjDATATYPE_QUATERNION = 3  # unit quaternion, not clamped


class mjtDepthMap(Codes):
    """Direction of the depth buffer."""

    mjDEPTH_ZERONEAR = 0  # 0 at the near plane
    mjDEPTH_ZEROFAR = 1   # 0 at the far plane


class mjtDisableBit(Codes):
    """Features that can be switched off (bits of opt.disableflags)."""

    mjDSBL_CONSTRAINT = 1       # all constraint rows
    mjDSBL_EQUALITY = 2         # equality constraints
    mjDSBL_FRICTIONLOSS = 4     # dry friction of dofs and tendons
    mjDSBL_LIMIT = 8            # joint and tendon limits
    mjDSBL_CONTACT = 16         # collision and contact forces
    mjDSBL_SPRING = 32          # joint and tendon springs
    mjDSBL_DAMPER = 64          # joint and tendon dampers
    mjDSBL_GRAVITY = 128
    mjDSBL_CLAMPCTRL = 256      # clamping of controls to their range
    mjDSBL_WARMSTART = 512      # starting the solver from the last acceleration
    mjDSBL_FILTERPARENT = 1024  # ignoring contacts of a body with its parent
    mjDSBL_ACTUATION = 2048     # actuator forces
    mjDSBL_REFSAFE = 4096       # keeping solref time constants above two steps
    mjDSBL_SENSOR = 8192        # computing sensors
    mjDSBL_MIDPHASE = 16384     # bounding volumes within a body
    mjDSBL_EULERDAMP = 32768    # implicit damping in the Euler integrator
    mjDSBL_AUTORESET = 65536    # reset when the state diverges
    mjDSBL_NATIVECCD = 131072   # own convex collider (else libccd)
    mjDSBL_ISLAND = 262144      # solving islands separately
    mjDSBL_MULTICCD = 524288    # several contacts per convex pair
    mjNDISABLE = 20             # count


class mjtDyn(Codes):
    """How the control drives the activation."""

    mjDYN_NONE = 0         # no activation
    mjDYN_INTEGRATOR = 1   # rate is the control
    mjDYN_FILTER = 2       # first-order lag
    mjDYN_FILTEREXACT = 3  # first-order lag, integrated exactly
    mjDYN_MUSCLE = 4
    mjDYN_DCMOTOR = 5      # current, temperature and friction of a motor
    mjDYN_PID = 6          # integral of the error, slew limit
    mjDYN_USER = 7         # by callback


class mjtEmbed(Codes):
    """Whether an asset is stored in the model."""

    mjEMBED_FALSE = 0  # by reference to its file
    mjEMBED_TRUE = 1
    mjEMBED_AUTO = 2   # as the compiler setting says


class mjtEnableBit(Codes):
    """Features that can be switched on (bits of opt.enableflags)."""

    mjENBL_OVERRIDE = 1       # contact parameters from opt.o_*
    mjENBL_ENERGY = 2         # computing the energy
    mjENBL_FWDINV = 4         # comparing forward and inverse dynamics
    mjENBL_INVDISCRETE = 8    # inverse dynamics of the discrete step
    mjENBL_SLEEP = 16         # letting resting islands sleep
    mjENBL_DIAGEXACT = 32     # exact diagonal of the constraint inertia
    mjENBL_IPC = 64           # penetration-free contacts of flexes
    mjENBL_SPECULATIVE = 128  # contacts that would happen within the step
    mjNENABLE = 8             # count


class mjtEq(Codes):
    """Kind of an equality constraint."""

    mjEQ_CONNECT = 0     # two points coincide
    mjEQ_WELD = 1        # two frames coincide
    mjEQ_JOINT = 2       # one joint is a polynomial of another
    mjEQ_TENDON = 3      # one tendon length is a polynomial of another
    mjEQ_FLEX = 4        # edges of a flex keep their length
    mjEQ_FLEXVERT = 5    # no longer supported
    mjEQ_FLEXSTRAIN = 6  # strain of an interpolated flex is zero
    mjEQ_DISTANCE = 7    # no longer supported


class mjtEvent(Codes):
    """Event of the user interface."""

    mjEVENT_NONE = 0
    mjEVENT_MOVE = 1       # mouse moved
    mjEVENT_PRESS = 2      # mouse button pressed
    mjEVENT_RELEASE = 3    # mouse button released
    mjEVENT_SCROLL = 4
    mjEVENT_KEY = 5        # key pressed
    mjEVENT_RESIZE = 6
    mjEVENT_REDRAW = 7
    mjEVENT_FILESDROP = 8  # files dropped on the window


class mjtFlexSection(Codes):
    """Cross-section of a rod."""

    mjFLEXSECTION_CIRCLE = 0
    mjFLEXSECTION_BOX = 1


class mjtFlexSelf(Codes):
    """How a flex searches for collisions with itself."""

    mjFLEXSELF_NONE = 0    # it does not
    mjFLEXSELF_NARROW = 1  # all pairs of elements
    mjFLEXSELF_BVH = 2     # bounding volume hierarchy
    mjFLEXSELF_SAP = 3     # sweep and prune
    mjFLEXSELF_AUTO = 4    # sap up to 2D, bvh in 3D


class mjtFont(Codes):
    """Font of rendered text."""

    mjFONT_NORMAL = 0
    mjFONT_SHADOW = 1  # normal with a shadow
    mjFONT_BIG = 2     # big, for overlays


class mjtFontScale(Codes):
    """Font size in percent."""

    mjFONTSCALE_50 = 50
    mjFONTSCALE_100 = 100
    mjFONTSCALE_150 = 150
    mjFONTSCALE_200 = 200
    mjFONTSCALE_250 = 250
    mjFONTSCALE_300 = 300


class mjtFrame(Codes):
    """Objects whose frame is drawn."""

    mjFRAME_NONE = 0
    mjFRAME_BODY = 1
    mjFRAME_GEOM = 2
    mjFRAME_SITE = 3
    mjFRAME_CAMERA = 4
    mjFRAME_LIGHT = 5
    mjFRAME_CONTACT = 6
    mjFRAME_WORLD = 7
    mjNFRAME = 8         # count


class mjtFramebuffer(Codes):
    """Where the renderer draws."""

    mjFB_WINDOW = 0
    mjFB_OFFSCREEN = 1


class mjtGain(Codes):
    """How the control scales the actuator force."""

    mjGAIN_FIXED = 0    # constant
    mjGAIN_AFFINE = 1   # constant + length + velocity
    mjGAIN_MUSCLE = 2   # force-length-velocity curve
    mjGAIN_DCMOTOR = 3  # torque constant of a motor
    mjGAIN_SO3 = 4      # rotation servo
    mjGAIN_PID = 5      # position, velocity and feed-forward gains
    mjGAIN_USER = 6     # by callback


class mjtGeom(Codes):
    """Shape of a geom; from 100 on only for drawing."""

    mjGEOM_PLANE = 0
    mjGEOM_HFIELD = 1      # height field
    mjGEOM_SPHERE = 2
    mjGEOM_CAPSULE = 3
    mjGEOM_ELLIPSOID = 4
    mjGEOM_CYLINDER = 5
    mjGEOM_BOX = 6
    mjGEOM_MESH = 7
    mjGEOM_SDF = 8         # signed distance field
    mjNGEOMTYPES = 9       # count of the shapes that collide
    mjGEOM_ARROW = 100
    mjGEOM_ARROW1 = 101    # arrow without wedges
    mjGEOM_ARROW2 = 102    # arrow with two heads
    mjGEOM_LINE = 103
    mjGEOM_LINEBOX = 104   # box of lines
    mjGEOM_FLEX = 105
    mjGEOM_SKIN = 106
    mjGEOM_LABEL = 107     # text
    mjGEOM_TRIANGLE = 108
    mjGEOM_NONE = 1001     # no shape


class mjtGeomInertia(Codes):
    """Where the mass of a geom is."""

    mjINERTIA_VOLUME = 0  # in its volume
    mjINERTIA_SHELL = 1   # on its surface


class mjtGridPos(Codes):
    """Place of an overlay on the screen."""

    mjGRID_TOPLEFT = 0
    mjGRID_TOPRIGHT = 1
    mjGRID_BOTTOMLEFT = 2
    mjGRID_BOTTOMRIGHT = 3
    mjGRID_TOP = 4
    mjGRID_BOTTOM = 5
    mjGRID_LEFT = 6
    mjGRID_RIGHT = 7


class mjtInertiaFromGeom(Codes):
    """Whether body inertias are computed from geoms."""

    mjINERTIAFROMGEOM_FALSE = 0  # never
    mjINERTIAFROMGEOM_TRUE = 1   # always
    mjINERTIAFROMGEOM_AUTO = 2   # where none is given


class mjtIntegrator(Codes):
    """Integrator of the equations of motion."""

    mjINT_EULER = 0         # semi-implicit Euler
    mjINT_RK4 = 1           # fourth-order Runge-Kutta
    mjINT_IMPLICIT = 2      # implicit in velocity
    mjINT_IMPLICITFAST = 3  # implicit in velocity, without Coriolis terms
    mjINT_DISCRETE = 4      # implicit in position and velocity, joint with the solver


class mjtItem(Codes):
    """Item of the user interface."""

    mjITEM_END = -2        # end of the list
    mjITEM_SECTION = -1
    mjITEM_SEPARATOR = 0
    mjITEM_STATIC = 1      # text
    mjITEM_BUTTON = 2
    mjITEM_CHECKINT = 3    # check box on an int
    mjITEM_CHECKBYTE = 4   # check box on a byte
    mjITEM_RADIO = 5       # radio buttons
    mjITEM_RADIOLINE = 6   # radio buttons on one line
    mjITEM_SELECT = 7      # drop-down list
    mjITEM_SLIDERINT = 8   # slider on an int
    mjITEM_SLIDERNUM = 9   # slider on a real
    mjITEM_EDITINT = 10    # edit ints
    mjITEM_EDITNUM = 11    # edit reals
    mjITEM_EDITFLOAT = 12  # edit floats
    mjITEM_EDITTXT = 13    # edit text
    mjNITEM = 14           # count


class mjtJacobian(Codes):
    """Storage of the constraint Jacobian."""

    mjJAC_DENSE = 0
    mjJAC_SPARSE = 1
    mjJAC_AUTO = 2    # sparse from 60 dofs on


class mjtJoint(Codes):
    """Kind of a joint."""

    mjJNT_FREE = 0   # 7 positions, 6 dofs
    mjJNT_BALL = 1   # 4 positions, 3 dofs
    mjJNT_SLIDE = 2  # translation
    mjJNT_HINGE = 3  # rotation


class mjtLRMode(Codes):
    """Actuators whose length range is computed."""

    mjLRMODE_NONE = 0
    mjLRMODE_MUSCLE = 1      # those with muscle gain or bias
    mjLRMODE_MUSCLEUSER = 2  # those with muscle or user gain or bias
    mjLRMODE_ALL = 3


class mjtLabel(Codes):
    """Objects that are labelled."""

    mjLABEL_NONE = 0
    mjLABEL_BODY = 1
    mjLABEL_JOINT = 2
    mjLABEL_GEOM = 3
    mjLABEL_SITE = 4
    mjLABEL_CAMERA = 5
    mjLABEL_LIGHT = 6
    mjLABEL_TENDON = 7
    mjLABEL_ACTUATOR = 8
    mjLABEL_CONSTRAINT = 9
    mjLABEL_FLEX = 10
    mjLABEL_SKIN = 11
    mjLABEL_SELECTION = 12     # the selected body
    mjLABEL_SELPNT = 13        # coordinates of the selected point
    mjLABEL_CONTACTPOINT = 14
    mjLABEL_CONTACTFORCE = 15  # magnitude of contact forces
    mjLABEL_ISLAND = 16
    mjNLABEL = 17              # count


class mjtLightType(Codes):
    """Kind of a light."""

    mjLIGHT_SPOT = 0
    mjLIGHT_DIRECTIONAL = 1  # parallel rays
    mjLIGHT_POINT = 2
    mjLIGHT_IMAGE = 3        # from the surroundings, by a texture


class mjtLimited(Codes):
    """Whether a range is enforced."""

    mjLIMITED_FALSE = 0
    mjLIMITED_TRUE = 1
    mjLIMITED_AUTO = 2   # if a range is given


class mjtLogLevel(Codes):
    """Severity of a message."""

    mjLOG_DEBUG = 0
    mjLOG_INFO = 1
    mjLOG_WARNING = 2
    mjLOG_ERROR = 3


class mjtLogTopic(Codes):
    """Topic of an information message."""

    mjTOPIC_NONE = 0      # always shown
    mjTOPIC_TIME_STP = 1  # timing of the step
    mjTOPIC_TIME_CMP = 2  # timing of the compiler
    mjTOPIC_SLEEP = 3     # trees falling asleep and waking
    mjNTOPIC = 3          # count


class mjtMark(Codes):
    """Marks on a procedural texture."""

    mjMARK_NONE = 0
    mjMARK_EDGE = 1    # along the edges
    mjMARK_CROSS = 2   # through the centre
    mjMARK_RANDOM = 3  # random dots


class mjtMeshBuiltin(Codes):
    """Procedural mesh."""

    mjMESH_BUILTIN_NONE = 0
    mjMESH_BUILTIN_SPHERE = 1
    mjMESH_BUILTIN_HEMISPHERE = 2
    mjMESH_BUILTIN_CONE = 3
    mjMESH_BUILTIN_SUPERSPHERE = 4
    mjMESH_BUILTIN_SUPERTORUS = 5
    mjMESH_BUILTIN_WEDGE = 6
    mjMESH_BUILTIN_PLATE = 7
    mjMESH_BUILTIN_GRID = 8
    mjMESH_BUILTIN_BOX = 9
    mjMESH_BUILTIN_CYLINDER = 10
    mjMESH_BUILTIN_ELLIPSOID = 11
    mjMESH_BUILTIN_SQUARE = 12
    mjMESH_BUILTIN_DISC = 13


class mjtMeshInertia(Codes):
    """How the inertia of a mesh is computed."""

    mjMESH_INERTIA_CONVEX = 0  # from its convex hull
    mjMESH_INERTIA_EXACT = 1   # from its volume, which must be closed
    mjMESH_INERTIA_LEGACY = 2  # from its volume, overlaps counted twice
    mjMESH_INERTIA_SHELL = 3   # from its surface


class mjtMouse(Codes):
    """What a mouse motion does."""

    mjMOUSE_NONE = 0
    mjMOUSE_ROTATE_V = 1    # turn, vertical plane
    mjMOUSE_ROTATE_H = 2    # turn, horizontal plane
    mjMOUSE_MOVE_V = 3      # move, vertical plane
    mjMOUSE_MOVE_H = 4      # move, horizontal plane
    mjMOUSE_ZOOM = 5
    mjMOUSE_MOVE_V_REL = 6  # move, vertical plane, relative to the target
    mjMOUSE_MOVE_H_REL = 7  # move, horizontal plane, relative to the target
    mjMOUSE_TURN_V = 8      # look around, vertical
    mjMOUSE_TURN_H = 9      # look around, horizontal


class mjtObj(Codes):
    """Kind of a model object."""

    mjOBJ_UNKNOWN = 0
    mjOBJ_BODY = 1       # body, at its inertial frame
    mjOBJ_XBODY = 2      # body, at its own frame
    mjOBJ_JOINT = 3
    mjOBJ_DOF = 4
    mjOBJ_GEOM = 5
    mjOBJ_SITE = 6
    mjOBJ_CAMERA = 7
    mjOBJ_LIGHT = 8
    mjOBJ_FLEX = 9
    mjOBJ_MESH = 10
    mjOBJ_SKIN = 11
    mjOBJ_HFIELD = 12    # height field
    mjOBJ_TEXTURE = 13
    mjOBJ_MATERIAL = 14
    mjOBJ_PAIR = 15
    mjOBJ_EXCLUDE = 16
    mjOBJ_EQUALITY = 17
    mjOBJ_TENDON = 18
    mjOBJ_ACTUATOR = 19
    mjOBJ_SENSOR = 20
    mjOBJ_NUMERIC = 21
    mjOBJ_TEXT = 22
    mjOBJ_TUPLE = 23
    mjOBJ_KEY = 24
    mjOBJ_PLUGIN = 25
    mjNOBJECT = 26       # count of the kinds with ids
    mjOBJ_FRAME = 100    # only in a spec
    mjOBJ_DEFAULT = 101  # only in a spec
    mjOBJ_MODEL = 102    # only in a spec


class mjtOrientation(Codes):
    """Form in which an orientation is given."""

    mjORIENTATION_QUAT = 0
    mjORIENTATION_AXISANGLE = 1
    mjORIENTATION_XYAXES = 2     # x and y axis
    mjORIENTATION_ZAXIS = 3      # z axis, least rotation
    mjORIENTATION_EULER = 4


class mjtPassthrough(Codes):
    """Assets that the compiler leaves in their files (bits)."""

    mjPASSTHROUGH_NONE = 0
    mjPASSTHROUGH_TEXTURES = 1


class mjtPertBit(Codes):
    """What a mouse perturbation acts on (bits)."""

    mjPERT_TRANSLATE = 1
    mjPERT_ROTATE = 2


class mjtPluginCapabilityBit(Codes):
    """What a plugin can be (bits)."""

    mjPLUGIN_ACTUATOR = 1
    mjPLUGIN_SENSOR = 2
    mjPLUGIN_PASSIVE = 4   # passive force
    mjPLUGIN_SDF = 8       # signed distance field


class mjtProjection(Codes):
    """Projection of a camera."""

    mjPROJ_PERSPECTIVE = 0
    mjPROJ_ORTHOGRAPHIC = 1


class mjtRayDataField(Codes):
    """What a rangefinder reports, in this order."""

    mjRAYDATA_DIST = 0    # distance along the ray; -1: nothing hit
    mjRAYDATA_DIR = 1     # direction of the ray
    mjRAYDATA_ORIGIN = 2
    mjRAYDATA_POINT = 3   # where the ray hits
    mjRAYDATA_NORMAL = 4  # surface normal there
    mjRAYDATA_DEPTH = 5   # distance from the image plane
    mjNRAYDATA = 6        # count


class mjtRndFlag(Codes):
    """Effects of the renderer."""

    mjRND_SHADOW = 0
    mjRND_WIREFRAME = 1
    mjRND_REFLECTION = 2
    mjRND_ADDITIVE = 3          # additive transparency
    mjRND_SKYBOX = 4
    mjRND_FOG = 5
    mjRND_HAZE = 6
    mjRND_DEPTH = 7             # draw depth
    mjRND_SEGMENT = 8           # draw a colour per geom
    mjRND_IDCOLOR = 9           # segmentation colours are ids
    mjRND_CULL_FACE = 10        # skip faces seen from behind
    mjRND_POST_PROCESSING = 11
    mjNRNDFLAG = 12             # count


class mjtSDFType(Codes):
    """How two distance fields a and b are combined."""

    mjSDFTYPE_SINGLE = 0        # a
    mjSDFTYPE_INTERSECTION = 1  # max(a, b)
    mjSDFTYPE_MIDSURFACE = 2    # a - b
    mjSDFTYPE_COLLISION = 3     # a + b + |max(a, b)|


class mjtSameFrame(Codes):
    """How the frame of an object is aligned with its body."""

    mjSAMEFRAME_NONE = 0        # not
    mjSAMEFRAME_BODY = 1        # equal to the body frame
    mjSAMEFRAME_INERTIA = 2     # equal to the inertial frame
    mjSAMEFRAME_BODYROT = 3     # oriented like the body frame
    mjSAMEFRAME_INERTIAROT = 4  # oriented like the inertial frame


class mjtScaling(Codes):
    """What the scale of a frame applies to."""

    mjSCALING_SIMILAR = 0   # all quantities, by their dimension
    mjSCALING_GEOMETRY = 1  # sizes and inertia only


class mjtSection(Codes):
    """State of a section of the user interface."""

    mjSECT_CLOSED = 0
    mjSECT_OPEN = 1
    mjSECT_FIXED = 2   # always open


class mjtSensor(Codes):
    """Kind of a sensor."""

    mjSENS_TOUCH = 0            # sum of normal contact forces in a site
    mjSENS_ACCELEROMETER = 1    # acceleration of a site, gravity included
    mjSENS_VELOCIMETER = 2      # velocity of a site, in its frame
    mjSENS_GYRO = 3             # angular velocity of a site, in its frame
    mjSENS_FORCE = 4            # force between a body and its parent
    mjSENS_TORQUE = 5           # torque between a body and its parent
    mjSENS_MAGNETOMETER = 6     # magnetic flux in the frame of a site
    mjSENS_RANGEFINDER = 7      # distance along a ray
    mjSENS_CAMPROJECTION = 8    # pixel of a site in a camera image
    mjSENS_JOINTPOS = 9
    mjSENS_JOINTVEL = 10
    mjSENS_TENDONPOS = 11
    mjSENS_TENDONVEL = 12
    mjSENS_ACTUATORPOS = 13     # length of an actuator
    mjSENS_ACTUATORVEL = 14     # rate of an actuator length
    mjSENS_ACTUATORFRC = 15     # force of an actuator
    mjSENS_JOINTACTFRC = 16     # force of all actuators of a joint
    mjSENS_TENDONACTFRC = 17    # force of all actuators of a tendon
    mjSENS_BALLQUAT = 18
    mjSENS_BALLANGVEL = 19
    mjSENS_JOINTLIMITPOS = 20   # distance to the limit minus margin
    mjSENS_JOINTLIMITVEL = 21
    mjSENS_JOINTLIMITFRC = 22
    mjSENS_TENDONLIMITPOS = 23  # distance to the limit minus margin
    mjSENS_TENDONLIMITVEL = 24
    mjSENS_TENDONLIMITFRC = 25
    mjSENS_FRAMEPOS = 26
    mjSENS_FRAMEQUAT = 27
    mjSENS_FRAMEXAXIS = 28
    mjSENS_FRAMEYAXIS = 29
    mjSENS_FRAMEZAXIS = 30
    mjSENS_FRAMELINVEL = 31
    mjSENS_FRAMEANGVEL = 32
    mjSENS_FRAMELINACC = 33
    mjSENS_FRAMEANGACC = 34
    mjSENS_SUBTREECOM = 35      # centre of mass of a subtree
    mjSENS_SUBTREELINVEL = 36   # velocity of it
    mjSENS_SUBTREEANGMOM = 37   # angular momentum about it
    mjSENS_INSIDESITE = 38      # whether an object is inside a site
    mjSENS_GEOMDIST = 39        # least distance between geoms or bodies
    mjSENS_GEOMNORMAL = 40      # its direction
    mjSENS_GEOMFROMTO = 41      # its end points
    mjSENS_CONTACT = 42
    mjSENS_E_POTENTIAL = 43     # potential energy
    mjSENS_E_KINETIC = 44       # kinetic energy
    mjSENS_CLOCK = 45           # simulation time
    mjSENS_TACTILE = 46         # depth and slip over a mesh
    mjSENS_PLUGIN = 47
    mjSENS_USER = 48            # by callback


class mjtSleepPolicy(Codes):
    """Whether a tree may sleep."""

    mjSLEEP_AUTO = 0          # the compiler decides
    mjSLEEP_AUTO_NEVER = 1    # the compiler decided never
    mjSLEEP_AUTO_ALLOWED = 2  # the compiler decided it may
    mjSLEEP_NEVER = 3         # the user forbids it
    mjSLEEP_ALLOWED = 4       # the user allows it
    mjSLEEP_INIT = 5          # asleep at the start


class mjtSleepState(Codes):
    """Whether an object is awake."""

    mjS_STATIC = -1  # cannot move
    mjS_ASLEEP = 0
    mjS_AWAKE = 1


class mjtSolver(Codes):
    """Constraint solver."""

    mjSOL_PGS = 0     # projected Gauss-Seidel, dual
    mjSOL_CG = 1      # conjugate gradient, primal
    mjSOL_NEWTON = 2  # Newton, primal


class mjtStage(Codes):
    """Stage of the pipeline."""

    mjSTAGE_NONE = 0  # nothing computed
    mjSTAGE_POS = 1   # depends on positions
    mjSTAGE_VEL = 2   # depends on velocities
    mjSTAGE_ACC = 3   # depends on accelerations and forces


class mjtState(Codes):
    """Components of the state (bits) and common unions."""

    mjSTATE_TIME = 1
    mjSTATE_QPOS = 2
    mjSTATE_QVEL = 4
    mjSTATE_ACT = 8
    mjSTATE_HISTORY = 16
    mjSTATE_WARMSTART = 32       # qacc_warmstart
    mjSTATE_CTRL = 64
    mjSTATE_QFRC_APPLIED = 128
    mjSTATE_XFRC_APPLIED = 256
    mjSTATE_EQ_ACTIVE = 512
    mjSTATE_MOCAP_POS = 1024
    mjSTATE_MOCAP_QUAT = 2048
    mjSTATE_USERDATA = 4096
    mjSTATE_PLUGIN = 8192        # plugin_state
    mjSTATE_PLASTIC = 16384
    mjNSTATE = 15                # count of the components
    mjSTATE_PHYSICS = 16414      # qpos, qvel, act, history, plastic
    mjSTATE_FULLPHYSICS = 24607  # physics, time, plugin_state
    mjSTATE_USER = 8128          # all inputs
    mjSTATE_INTEGRATION = 32767  # everything the next step depends on


class mjtStereo(Codes):
    """Stereo rendering."""

    mjSTEREO_NONE = 0
    mjSTEREO_QUADBUFFERED = 1
    mjSTEREO_SIDEBYSIDE = 2


class mjtTendon(Codes):
    """Kind of a tendon."""

    mjTENDON_FIXED = 0    # weighted sum of joint positions
    mjTENDON_SPATIAL = 1  # path through sites, around geoms


class mjtTexture(Codes):
    """Kind of a texture."""

    mjTEXTURE_2D = 0
    mjTEXTURE_CUBE = 1    # six faces around an object
    mjTEXTURE_SKYBOX = 2  # six faces around the scene


class mjtTextureRole(Codes):
    """What a texture of a material describes."""

    mjTEXROLE_USER = 0       # not specified
    mjTEXROLE_RGB = 1        # base colour
    mjTEXROLE_OCCLUSION = 2
    mjTEXROLE_ROUGHNESS = 3
    mjTEXROLE_METALLIC = 4
    mjTEXROLE_NORMAL = 5
    mjTEXROLE_OPACITY = 6
    mjTEXROLE_EMISSIVE = 7
    mjTEXROLE_RGBA = 8       # base colour and opacity
    mjTEXROLE_ORM = 9        # occlusion, roughness, metallic
    mjNTEXROLE = 10          # count


class mjtTimer(Codes):
    """Timers of the step."""

    mjTIMER_STEP = 0
    mjTIMER_FORWARD = 1
    mjTIMER_INVERSE = 2
    mjTIMER_POSITION = 3
    mjTIMER_VELOCITY = 4
    mjTIMER_ACTUATION = 5       # actuator forces and activations
    mjTIMER_CONSTRAINT = 6      # constraint solver
    mjTIMER_ADVANCE = 7         # integration
    mjTIMER_POS_KINEMATICS = 8
    mjTIMER_POS_INERTIA = 9     # inertia matrix and its factors
    mjTIMER_POS_COLLISION = 10
    mjTIMER_POS_MAKE = 11       # making constraint rows
    mjTIMER_POS_PROJECT = 12    # matrices of the dual problem
    mjTIMER_COL_BROAD = 13      # broad phase of collision
    mjTIMER_COL_NARROW = 14     # narrow phase of collision
    mjNTIMER = 15               # count


class mjtTrn(Codes):
    """What an actuator acts on."""

    mjTRN_JOINT = 0
    mjTRN_JOINTINPARENT = 1  # joint, in the frame of the parent
    mjTRN_SLIDERCRANK = 2    # slider driven by a crank
    mjTRN_TENDON = 3
    mjTRN_SITE = 4           # wrench at a site
    mjTRN_BODY = 5           # contacts of a body (adhesion)
    mjTRN_SO3 = 6            # rotation of a ball joint or site
    mjTRN_UNDEFINED = 1000


class mjtVisFlag(Codes):
    """What the viewer draws."""

    mjVIS_CONVEXHULL = 0     # hulls instead of meshes
    mjVIS_TEXTURE = 1
    mjVIS_JOINT = 2
    mjVIS_CAMERA = 3
    mjVIS_ACTUATOR = 4
    mjVIS_ACTIVATION = 5
    mjVIS_LIGHT = 6
    mjVIS_TENDON = 7
    mjVIS_RANGEFINDER = 8
    mjVIS_CONSTRAINT = 9
    mjVIS_INERTIA = 10
    mjVIS_SCLINERTIA = 11    # scale inertias by mass
    mjVIS_PERTFORCE = 12     # force of the mouse
    mjVIS_PERTOBJ = 13       # object moved by the mouse
    mjVIS_CONTACTPOINT = 14
    mjVIS_ISLAND = 15        # colour by island
    mjVIS_CONTACTFORCE = 16
    mjVIS_CONTACTSPLIT = 17  # contact force as normal and friction
    mjVIS_TRANSPARENT = 18   # make moving bodies transparent
    mjVIS_AUTOCONNECT = 19   # skeleton between bodies and joints
    mjVIS_COM = 20           # centres of mass
    mjVIS_SELECT = 21        # selected point
    mjVIS_STATIC = 22        # bodies fixed to the world
    mjVIS_SKIN = 23
    mjVIS_FLEXVERT = 24
    mjVIS_FLEXEDGE = 25
    mjVIS_FLEXFACE = 26
    mjVIS_FLEXSKIN = 27
    mjVIS_BODYBVH = 28       # bounding volumes of bodies
    mjVIS_MESHBVH = 29       # bounding volumes of meshes
    mjVIS_SDFITER = 30       # iterations of the distance-field collider
    mjNVISFLAG = 31          # count


class mjtWarning(Codes):
    """Warnings counted in mjData."""

    mjWARN_INERTIA = 0      # inertia matrix is nearly singular
    mjWARN_CONTACTFULL = 1  # too many contacts
    mjWARN_CNSTRFULL = 2    # too many constraint rows
    mjWARN_BADQPOS = 3      # bad number in qpos
    mjWARN_BADQVEL = 4      # bad number in qvel
    mjWARN_BADQACC = 5      # bad number in qacc
    mjWARN_BADCTRL = 6      # bad number in ctrl
    mjNWARNING = 7          # count


class mjtWrap(Codes):
    """Kind of a path element of a tendon."""

    mjWRAP_NONE = 0
    mjWRAP_JOINT = 1
    mjWRAP_PULLEY = 2
    mjWRAP_SITE = 3
    mjWRAP_SPHERE = 4
    mjWRAP_CYLINDER = 5
