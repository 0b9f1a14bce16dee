"""The enumerations of `enums.py` with plain ints for members, which compare and compile faster: mjtJoint.mjJNT_FREE."""

from types import SimpleNamespace
from typing import TYPE_CHECKING

from . import enums
from .enum_base import CEnum

if TYPE_CHECKING:
    from .enums import *  # noqa: F403 - the same names, so that a misspelt member is found
else:
    globals().update({
        name: SimpleNamespace(**{member: int(value) for member, value in enumeration.__members__.items()})
        for name, enumeration in vars(enums).items()
        if isinstance(enumeration, type) and issubclass(enumeration, CEnum) and enumeration is not CEnum
    })
