"""The grammar of what is valid MJCF but not read yet: strains of flexes, and plugins but for their names."""

from .rule import Rule
from .values import TEXT, UNUSED


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
INSTANCE = Rule({'name': TEXT}, {'config': Rule({'key': TEXT, 'value': TEXT}, required=('key',))}, required=('name',))
EXTENSION = Rule({}, {'plugin': Rule({'plugin': TEXT}, {'instance': INSTANCE}, required=('plugin',))})

FLEX_STRAIN = later('active cell class flex name solimp solref')
