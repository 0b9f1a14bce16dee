"""Sensors: the contents of <sensor>."""

from ..spec.defaults import Default
from ..spec.sensors import Sensor
from .attributes import apply
from .rule import Rule
from .sensor_grammar import NAMES, ROWS
from .xml import Element

# attributes that become intprm, in its order, with their defaults
PARAMETERS = {
    'rangefinder': {'data': 1},
    'contact': {'data': 1, 'reduce': 0, 'num': 1},
    'insidesite': {'enclosed': 0},
}


def apply_sensor(element: Element, rule: Rule, sensor: Sensor, _default: Default) -> None:
    """Set `sensor` from its element."""
    row = ROWS[element.tag]
    sensor.type = row.type
    named = (*row.objects, *row.references)
    apply(element, rule, sensor, skip=(*named, *PARAMETERS.get(element.tag, ())))
    for name in named:
        if name in element.attributes:
            _name(sensor, 'obj' if name in row.objects else 'ref', name, element.attributes[name])
    _check_names(element, sensor)
    _set_parameters(element, rule, sensor)


def _name(sensor: Sensor, role: str, attribute: str, name: str) -> None:
    setattr(sensor, f'{role}type', NAMES[attribute])
    setattr(sensor, f'{role}name', name)


def _check_names(element: Element, sensor: Sensor) -> None:
    """An empty name refers to nothing."""
    for kind, name in sensor.references():
        if not name:
            raise element.error(f'the name of the {kind} that the sensor needs is empty')


def _set_parameters(element: Element, rule: Rule, sensor: Sensor) -> None:
    """intprm: the fields of a reading, how contacts are reduced and how many are kept; whether a site encloses."""
    values = dict(PARAMETERS.get(element.tag, {}))
    for name in values.keys() & element.attributes.keys():
        value = rule.attributes[name].parse(element.attributes[name], element, name)
        values[name] = values[name] if value is None else value
    if values.get('num', 1) <= 0:
        raise element.error('attribute "num" must be positive')
    first, second, third = (*values.values(), 0, 0, 0)[:3]
    sensor.intprm = first, second, third
