"""The behaviour that all enumerations share."""

from enum import Enum, IntEnum
from typing import SupportsIndex


class CEnum(IntEnum):
    """An enumeration of the C API: an int that prints its name and differs from the members of other enumerations.

    As in MuJoCo's bindings `str` gives 'mjtObj.mjOBJ_BODY', every member is true, also the one that is 0, and equal
    numbers of two enumerations are not equal. What those bindings refuse (ordering, `~`, format codes) works as it
    does for an int.
    """

    def __str__(self) -> str:
        return f'{type(self).__name__}.{self.name}'

    def __format__(self, spec: str) -> str:
        return format(int(self), spec) if spec else str(self)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Enum) and type(other) is not type(self):
            return False
        return int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, Enum) and type(other) is not type(self):
            return True
        return int.__ne__(self, other)

    # a class that defines __eq__ loses the hash it would inherit
    __hash__ = int.__hash__

    @classmethod
    def _missing_(cls, value: object) -> None:
        if not isinstance(value, SupportsIndex):
            raise TypeError(f'{cls.__name__} needs an int, got {value!r} of type {type(value).__name__}')
        valid = ', '.join(str(int(member)) for member in cls)
        raise ValueError(f'Invalid int value for {cls.__name__}: {value}; it has the values {valid}')
