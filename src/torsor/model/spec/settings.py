"""Settings of a whole model, and the values they have when it does not give them."""

from dataclasses import dataclass, field
from typing import Any

from ...schema.codes import mjtInertiaFromGeom, mjtLRMode
from .rotation import Vector

# solver parameters of all constraints
SOLREF = (0.02, 1.0)
SOLIMP = (0.9, 0.95, 0.001, 0.5, 2.0)

OPTION: dict[str, Any] = {
    'timestep': 0.002,
    'impratio': 1.0,
    'tolerance': 1e-8,
    'ls_tolerance': 0.01,
    'noslip_tolerance': 1e-6,
    'ccd_tolerance': 1e-6,
    'sleep_tolerance': 1e-3,
    'gravity': (0.0, 0.0, -9.81),
    'wind': (0.0, 0.0, 0.0),
    'magnetic': (0.0, -0.5, 0.0),
    'density': 0.0,
    'viscosity': 0.0,
    'o_margin': 0.0,
    'o_solref': SOLREF,
    'o_solimp': SOLIMP,
    'o_friction': (1.0, 1.0, 0.005, 0.0001, 0.0001),
    'integrator': 0,
    'cone': 0,
    'jacobian': 2,
    'solver': 2,
    'iterations': 100,
    'ls_iterations': 50,
    'noslip_iterations': 0,
    'ccd_iterations': 35,
    'disableflags': 0,
    'enableflags': 0,
    'disableactuator': 0,
    'sdf_initpoints': 40,
    'sdf_iterations': 10,
}

# names of the bits of disableflags and enableflags, from the first
DISABLE_FLAGS = (
    'constraint', 'equality', 'frictionloss', 'limit', 'contact', 'spring', 'damper', 'gravity', 'clampctrl',
    'warmstart', 'filterparent', 'actuation', 'refsafe', 'sensor', 'midphase', 'eulerdamp', 'autoreset', 'nativeccd',
    'island', 'multiccd',
)  # fmt: skip
ENABLE_FLAGS = ('override', 'energy', 'fwdinv', 'invdiscrete', 'sleep', 'diagexact', 'ipc', 'speculative')

STATISTIC: dict[str, Any] = dict.fromkeys(('meaninertia', 'meanmass', 'meansize', 'extent', 'center'))

VISUAL: dict[str, dict[str, Any]] = {
    'global': {
        'cameraid': -1, 'orthographic': 0, 'fovy': 45.0, 'ipd': 0.068, 'azimuth': 90.0, 'elevation': -45.0,
        'linewidth': 1.0, 'glow': 0.3, 'realtime': 1.0, 'offwidth': 640, 'offheight': 480,
        'ellipsoidinertia': 0, 'bvactive': 0,
    },
    'quality': {'shadowsize': 4096, 'offsamples': 4, 'numslices': 28, 'numstacks': 16, 'numquads': 4},
    'headlight': {
        'ambient': (0.1, 0.1, 0.1), 'diffuse': (0.4, 0.4, 0.4), 'specular': (0.5, 0.5, 0.5), 'active': 2,
    },
    'map': {
        'stiffness': 100.0, 'stiffnessrot': 500.0, 'force': 0.005, 'torque': 0.1, 'alpha': 0.3,
        'fogstart': 3.0, 'fogend': 10.0, 'znear': 0.01, 'zfar': 50.0, 'haze': 0.3,
        'shadowclip': 1.0, 'shadowscale': 0.6, 'actuatortendon': 2.0,
    },
    'scale': {
        'forcewidth': 0.1, 'contactwidth': 0.3, 'contactheight': 0.1, 'connect': 0.2, 'com': 0.4,
        'camera': 0.3, 'light': 0.3, 'selectpoint': 0.2, 'jointlength': 1.0, 'jointwidth': 0.1,
        'actuatorlength': 0.7, 'actuatorwidth': 0.2, 'framelength': 1.0, 'framewidth': 0.1,
        'constraint': 0.1, 'slidercrank': 0.2, 'frustum': 10.0,
    },
    'rgba': {
        'fog': (0.0, 0.0, 0.0, 1.0), 'haze': (1.0, 1.0, 1.0, 1.0), 'force': (1.0, 0.5, 0.5, 1.0),
        'inertia': (0.8, 0.2, 0.2, 0.6), 'joint': (0.2, 0.6, 0.8, 1.0), 'actuator': (0.2, 0.25, 0.2, 1.0),
        'actuatornegative': (0.2, 0.6, 0.9, 1.0), 'actuatorpositive': (0.9, 0.4, 0.2, 1.0),
        'com': (0.9, 0.9, 0.9, 1.0), 'camera': (0.6, 0.9, 0.6, 1.0), 'light': (0.6, 0.6, 0.9, 1.0),
        'selectpoint': (0.9, 0.9, 0.1, 1.0), 'connect': (0.2, 0.2, 0.8, 1.0),
        'contactpoint': (0.9, 0.6, 0.2, 1.0), 'contactforce': (0.7, 0.9, 0.9, 1.0),
        'contactfriction': (0.9, 0.8, 0.4, 1.0), 'contacttorque': (0.9, 0.7, 0.9, 1.0),
        'contactgap': (0.5, 0.8, 0.9, 1.0), 'rangefinder': (1.0, 1.0, 0.1, 1.0),
        'constraint': (0.9, 0.0, 0.0, 1.0), 'slidercrank': (0.5, 0.3, 0.8, 1.0),
        'crankbroken': (0.9, 0.0, 0.0, 1.0), 'frustum': (1.0, 1.0, 0.0, 0.2),
        'bv': (0.0, 1.0, 0.0, 0.5), 'bvactive': (1.0, 0.0, 0.0, 0.5),
    },
}  # fmt: skip


# how ranges of actuator lengths are found by simulation, for muscles above all; the mode is an mjtLRMode
LENGTH_RANGE: dict[str, Any] = {
    'mode': mjtLRMode.mjLRMODE_MUSCLE,
    'useexisting': 1,
    'uselimit': 0,
    'accel': 20.0,
    'maxforce': 0.0,
    'timeconst': 1.0,
    'timestep': 0.01,
    'inttotal': 10.0,
    'interval': 2.0,
    'tolrange': 0.05,
}


@dataclass(kw_only=True, eq=False, repr=False)
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
    fusestatic: int = 0
    discardvisual: int = 0
    conflict: str = 'warning'  # what is done about settings of models that are attached
    directory: str = ''  # of the model file; where other files are looked for
    meshdir: str = ''
    texturedir: str = ''
    passthrough: int = 0
    usethread: int = 1
    saveinertial: int = 0
    savecompiled: int = 1
    savecanonical: int = 1
    lengthrange: dict[str, Any] = field(default_factory=lambda: dict(LENGTH_RANGE))


@dataclass(kw_only=True, eq=False, repr=False)
class Size:
    """Sizes that elements do not determine; -1 lets the compiler choose."""

    memory: int = -1
    njmax: int = -1
    nconmax: int = -1
    nstack: int = -1
    nemax: int = 0
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
