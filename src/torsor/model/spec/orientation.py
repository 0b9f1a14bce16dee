"""Orientations of elements: the forms in which a model gives them, and the quaternions they stand for."""

import math

from .item import Alternative, Posed
from .rotation import (
    IDENTITY,
    SHORTEST,
    Quat,
    Vector,
    cross,
    from_axes,
    from_axis_angle,
    from_z,
    multiply,
    norm,
    normalized,
)
from .settings import Compiler
from .sums import dot

AXES = {'x': (1.0, 0.0, 0.0), 'y': (0.0, 1.0, 0.0), 'z': (0.0, 0.0, 1.0)}


class Short(Exception):
    """An axis that is too short to give a direction; the argument names the attribute."""


def _radians(angle: float, compiler: Compiler) -> float:
    """Not math.radians, which rounds differently: replicas around an axis show the last digit."""
    return angle / 180 * math.pi if compiler.degree else angle


def _axisangle(numbers: Vector, compiler: Compiler) -> Quat:
    axis, angle = numbers[:3], numbers[3]
    if norm(axis) <= SHORTEST:
        raise Short('the axis of "axisangle"')
    return from_axis_angle(normalized(axis), _radians(angle, compiler))


def _euler(numbers: Vector, compiler: Compiler) -> Quat:
    """Lower-case axes turn with the frame, upper-case axes stay where they are."""
    total: Quat = (1.0, 0.0, 0.0, 0.0)
    for letter, angle in zip(compiler.eulerseq, numbers, strict=True):
        if not angle:
            continue
        turn = from_axis_angle(AXES[letter.lower()], _radians(angle, compiler))
        total = multiply(total, turn) if letter.islower() else multiply(turn, total)
    return total


def _xyaxes(numbers: Vector, _compiler: Compiler) -> Quat:
    """The y axis is made orthogonal to the x axis."""
    if norm(numbers[:3]) <= SHORTEST:
        raise Short('the first axis of "xyaxes"')
    x = normalized(numbers[:3])
    along = dot(x, numbers[3:])
    y = tuple(b - a * along for a, b in zip(x, numbers[3:], strict=True))
    if norm(y) <= SHORTEST:
        raise Short('the part of the second axis of "xyaxes" that is orthogonal to the first')
    y = normalized(y)
    return from_axes(x, y, cross(x, y))


def _zaxis(numbers: Vector, _compiler: Compiler) -> Quat:
    if norm(numbers) <= SHORTEST:
        raise Short('the vector of "zaxis"')
    return from_z(numbers)


FORMS = {'axisangle': _axisangle, 'euler': _euler, 'xyaxes': _xyaxes, 'zaxis': _zaxis}


def resolve(quat: Vector, alt: Alternative | None, compiler: Compiler) -> Vector:
    """The unit quaternion of an orientation in any form."""
    if alt is None:
        return normalized(quat)
    form, numbers = alt
    return FORMS[form](numbers, compiler)


def orientation(item: Posed, compiler: Compiler) -> Vector:
    """The unit quaternion of an element; its error when the numbers do not give a rotation."""
    if item.alt is None and item.quat is IDENTITY:
        return IDENTITY
    if item.alt is not None and item.alt[0] == 'euler' and not set(compiler.eulerseq.lower()) <= AXES.keys():
        raise item.error(f'compiler attribute "eulerseq" is "{compiler.eulerseq}" but only x, y, z, X, Y, Z are axes')
    try:
        return resolve(item.quat, item.alt, compiler)
    except Short as short:
        raise item.error(f'{short} is too short to give a direction') from None
