"""The grammar of what is valid MJCF but not read yet: deformable bodies, skins and plugins."""

from .rule import Rule
from .values import UNUSED


def later(attributes: str = '', **children: Rule) -> Rule:
    """The rule of an element that is refused, with the names of its attributes."""
    return Rule(dict.fromkeys(attributes.split(), UNUSED), dict(children), later=True)


CONFIG = later('key value')
PLUGIN = later('instance plugin', config=CONFIG)
ACTUATOR_PLUGIN = later(
    'actdim actearly actlimited actrange armature class cranklength cranksite ctrllimited ctrlrange damping delay '
    'dynprm dyntype forcelimited forcerange gear group instance interp joint jointinparent lengthrange name nsample '
    'plugin site slidersite tendon user',
    config=CONFIG,
)
SENSOR_PLUGIN = later('cutoff instance name objname objtype plugin refname reftype user', config=CONFIG)
EXTENSION = Rule({}, {'plugin': later('plugin', instance=later('name', config=CONFIG))})

FLEX_CONTACT = later(
    'activelayers conaffinity condim contype friction gap margin passive priority selfcollide solimp solmix solref'
)
ELASTICITY = later('damping elastic2d poisson section sectionsize shear thickness yield young')
FLEX = later(
    'body cellcount dim dof element elemtexcoord flatskin group material name node nodecoord radius rgba texcoord '
    'vertex',
    contact=FLEX_CONTACT,
    edge=later('damping stiffness'),
    elasticity=ELASTICITY,
)
FLEXCOMP = later(
    'axisangle cellcount count dim dof element euler file flatskin group inertiabox mass material mesh name origin '
    'point pos quat radius rgba rigid scale spacing texcoord type xyaxes zaxis',
    edge=later('damping equality solimp solref stiffness'),
    elasticity=ELASTICITY,
    contact=FLEX_CONTACT,
    pin=later('grid gridrange id range'),
    plugin=PLUGIN,
)
SKIN = later(
    'face file group inflate material name rgba texcoord vertex',
    bone=later('bindpos bindquat body vertid vertweight'),
)
DEFORMABLE = Rule({}, {'flex': FLEX, 'skin': SKIN})
FLEX_EQUALITY = later('active class flex name solimp solref')
FLEX_STRAIN = later('active cell class flex name solimp solref')
