"""Settings of a spec: those of the compiler, and what of all settings was written rather than left as it is."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from ...model.spec import settings
from ...model.spec.settings import DISABLE_FLAGS, ENABLE_FLAGS
from ...schema import enums
from ...schema.elements import COMPILER
from .properties import Attribute, Choice, attribute

__all__ = ['MjsAuthored', 'MjsCompiler']


WRITTEN_AS = {'degree': 'angle'}


def bits(written: Collection[str], names: Sequence[str]) -> int:
    """A bit for each of `names` that was written."""
    return sum(1 << place for place, name in enumerate(names) if name in written)


class _Word(Choice):
    """A choice that the settings keep as a word."""

    def shown(self, value):
        members = getattr(enums, self.row.type)
        return members[f'mjCONFLICT_{value.upper()}'] if isinstance(value, str) else members(value)

    def stored(self, value):
        members = getattr(enums, self.row.type)
        return members(super().stored(value)).name.removeprefix('mjCONFLICT_').lower()


class MjsCompiler:
    """How elements become a model: units, inference of inertia, limits, files."""

    __slots__ = ('_arrays', '_item', '_ranges', '_spec')
    _attributes: ClassVar[dict[str, Attribute]] = {}

    def __init__(self):
        raise TypeError('MjsCompiler has no constructor: it is the "compiler" of an MjSpec')

    @classmethod
    def _of(cls, item: Any, spec: Any) -> 'MjsCompiler':
        compiler = object.__new__(cls)
        compiler._item, compiler._spec, compiler._arrays, compiler._ranges = item, spec, {}, None
        return compiler

    @property
    def LRopt(self):
        """How ranges of actuator lengths are found."""
        if self._ranges is None:
            from ..defaults import MjLROpt

            self._ranges = MjLROpt()
            for name, value in self._item.lengthrange.items():
                setattr(self._ranges, name, value)
        return self._ranges

    @LRopt.setter
    def LRopt(self, value) -> None:
        own = self.LRopt
        if not isinstance(value, type(own)):
            raise TypeError(f'LRopt must be an MjLROpt, not {value!r}')
        for name in self._item.lengthrange:
            setattr(own, name, getattr(value, name))

    def _assign(self, other: 'MjsCompiler') -> None:
        """Take all settings of another model but the folder of its file."""
        if not isinstance(other, MjsCompiler):
            raise TypeError(f'compiler must be an MjsCompiler, not {other!r}')
        for name in self._attributes:
            setattr(self, name, getattr(other, name))
        self.LRopt = other.LRopt

    @property
    def authored(self) -> int:
        """A bit for each setting that was written."""
        written = self._spec._data.authored.get('compiler', ())
        return bits(written, [WRITTEN_AS.get(row.name, row.name) for row in COMPILER])

    def _settle(self) -> None:
        for name in self._arrays:
            self._attributes[name].settle(self)  # type: ignore[attr-defined]
        if self._ranges is not None:
            for name in self._item.lengthrange:
                self._item.lengthrange[name] = getattr(self._ranges, name)


for _row in COMPILER:
    MjsCompiler._attributes[_row.name] = _Word(_row) if _row.name == 'conflict' else attribute(_row)
    setattr(MjsCompiler, _row.name, MjsCompiler._attributes[_row.name])


def _mask(section: str, names: Sequence[str]) -> property:
    return property(lambda authored: bits(authored._data.authored.get(section, ()), names))


class MjsAuthored:
    """Which settings were written: a bit for each."""

    __slots__ = ('_data',)
    option = _mask('option', tuple(settings.OPTION))
    disableflags = _mask('flag', DISABLE_FLAGS)
    enableflags = _mask('flag', ENABLE_FLAGS)

    def __init__(self):
        raise TypeError('MjsAuthored has no constructor: it is the "authored" of an MjSpec')

    @classmethod
    def _of(cls, data: Any) -> 'MjsAuthored':
        authored = object.__new__(cls)
        authored._data = data
        return authored

    @property
    def disableactuator(self) -> int:
        """Groups of actuators that were disabled."""
        written = 'actuatorgroupdisable' in self._data.authored.get('option', ())
        return self._data.option['disableactuator'] if written else 0


for _group, _names in settings.VISUAL.items():
    setattr(MjsAuthored, f'visual_{_group}', _mask(_group, tuple(_names)))
