"""Every enumeration of the API, made from its plain integers in `codes.py` when it is first asked for.

All of them together would take a tenth of the time that importing the package takes.
"""

from typing import TYPE_CHECKING

from . import codes
from .enum_base import CEnum

if TYPE_CHECKING:
    from .codes import *  # noqa: F403 - to a type checker they are enumerations

__all__ = [name for name in vars(codes) if name.startswith('mj')]


def __getattr__(name: str) -> type[CEnum]:
    if name not in __all__:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    table = vars(codes)[name]
    members = {member: value for member, value in vars(table).items() if member.startswith('mj')}
    enumeration = CEnum(name, members, module=__name__, qualname=name)
    enumeration.__doc__ = table.__doc__
    return globals().setdefault(name, enumeration)
