"""What elements of URDF share: children, numbers, origins."""

import math

from ..mjcf.values import Numbers
from ..mjcf.xml import Element
from ..spec.rotation import IDENTITY, ZERO3, Vector


def child(element: Element, tag: str) -> Element | None:
    """The first child of this tag."""
    return next((inside for inside in element.children if inside.tag == tag), None)


def required(element: Element, tag: str) -> Element:
    """The first child of this tag, which has to be there."""
    found = child(element, tag)
    if found is None:
        raise element.error(f'it needs a <{tag}>')
    return found


def text(element: Element, name: str) -> str:
    """An attribute that has to be there."""
    if not element.attributes.get(name):
        raise element.error(f'attribute "{name}" is required')
    return element.attributes[name]


def reals(element: Element, name: str, count: int, default: Vector | None = None) -> Vector:
    """The numbers of an attribute, as many as there have to be."""
    if name not in element.attributes:
        if default is None:
            raise element.error(f'attribute "{name}" is required')
        return default
    numbers = Numbers(count, count).parse(element.attributes[name], element, name)
    if numbers is None:
        raise element.error(f'attribute "{name}" is empty; it needs {count} numbers')
    return numbers if isinstance(numbers, tuple) else (numbers,)


def real(element: Element, name: str, default: float) -> float:
    """A number that need not be there."""
    return reals(element, name, 1, (default,))[0]


def pose(element: Element) -> tuple[Vector, Vector]:
    """Position and orientation of the <origin> of an element."""
    origin = child(element, 'origin')
    if origin is None:
        return ZERO3, IDENTITY
    return reals(origin, 'xyz', 3, ZERO3), _from_roll_pitch_yaw(reals(origin, 'rpy', 3, ZERO3))


def _from_roll_pitch_yaw(angles: Vector) -> Vector:
    """The quaternion of turns about the fixed axes x, y and z, in this order."""
    if not any(angles):
        return IDENTITY
    (a, x), (b, y), (c, z) = ((math.cos(angle / 2), math.sin(angle / 2)) for angle in angles)
    return (
        a * b * c + x * y * z,
        x * b * c - a * y * z,
        a * y * c + x * b * z,
        a * b * z - x * y * c,
    )
