"""Settings of a spec as a whole: name, folders, sizes, physics options, statistics and visual settings."""

import operator
from typing import Any

import numpy as np

from ...schema import VISUAL
from ...schema.elements import SIZES
from ..record import MjOption, MjStatistic, MjVisual, visual_name

__all__: list[str] = []


class Settings:
    """What MjSpec has beside its elements. Records are live memory, which is copied into the spec when it is used."""

    __slots__ = ('_option', '_stat', '_visual')
    _data: Any

    def _begin_settings(self) -> None:
        self._option, self._stat = MjOption(), MjStatistic()
        arrays = {group: {row.name: np.zeros(row.array_shape({}), row.dtype) for row in rows}
                  for group, rows in VISUAL.items()}  # fmt: skip
        self._visual = MjVisual._view(arrays)
        self._refresh_settings()

    def _refresh_settings(self) -> None:
        """Copy the settings into live memory."""
        data = self._data
        _fill(self._option._arrays, data.option)
        _fill(self._stat._arrays, data.statistic)
        for group, values in data.visual.items():
            _fill(self._visual._groups[visual_name(group)]._arrays, values)

    def _settle_settings(self) -> None:
        """Copy live memory into the settings; what the user changed counts as written."""
        data = self._data
        changed = {'option': _read(self._option._arrays, data.option)}
        _read(self._stat._arrays, data.statistic, optional=True)
        for group, values in data.visual.items():
            changed[group] = _read(self._visual._groups[visual_name(group)]._arrays, values)
        for section, names in changed.items():
            if names:
                data.authored.setdefault(section, set()).update(names)

    @property
    def option(self) -> MjOption:
        """Physics options."""
        return self._option

    @option.setter
    def option(self, value: MjOption) -> None:
        self._option._assign(value)

    @property
    def stat(self) -> Any:
        """Statistics that are given rather than computed; NaN where they are computed."""
        return self._stat

    @stat.setter
    def stat(self, value: Any) -> None:
        self._stat._assign(value)

    @property
    def visual(self) -> MjVisual:
        """Visual settings."""
        return self._visual

    @visual.setter
    def visual(self, value: MjVisual) -> None:
        self._visual._assign(value)

    @property
    def strippath(self) -> bool:
        """Whether folders in names of files are ignored."""
        return bool(self._data.compiler.strippath)

    @strippath.setter
    def strippath(self, value: bool) -> None:
        self._data.compiler.strippath = int(bool(value))

    @property
    def hasImplicitPluginElem(self) -> bool:
        """Whether the model has elements that are plugins without an instance of their own."""
        return False


def _fill(arrays: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        arrays[name][...] = np.nan if value is None else value


def _read(arrays: Any, values: dict[str, Any], optional: bool = False) -> list[str]:
    """Copy what differs into `values`, and tell the names."""
    changed = []
    for name in values:
        array = arrays[name]
        value = tuple(array.tolist()) if array.ndim else array.item()
        missing = optional and np.isnan(array).any()
        if missing or value != _exact(values[name], array.dtype):
            changed += [] if missing and values[name] is None else [name]
            values[name] = None if missing else value
    return changed


def _exact(value: Any, dtype: np.dtype) -> Any:
    """A value as an array of this type holds it, so that one that nobody changed keeps all its digits."""
    if value is None or dtype != np.float32:
        return value
    return tuple(np.array(value, dtype).tolist()) if isinstance(value, tuple) else np.float32(value).item()


def _text(owner: str, name: str) -> property:
    def holder(spec):
        return spec._data.compiler if owner else spec._data

    def assign(spec, value):
        if not isinstance(value, str):
            raise TypeError(f'{name}: incompatible function arguments: expected a str, not {value!r}')
        setattr(holder(spec), FIELDS.get(name, name), value)

    return property(lambda spec: getattr(holder(spec), FIELDS.get(name, name)), assign, doc=TEXTS[name][1])


FIELDS = {'modelfiledir': 'directory'}
TEXTS = {
    'modelname': ('', 'The name of the model.'), 'comment': ('', 'The comment at the top of the file.'),
    'modelfiledir': ('compiler', 'The folder of the model file.'),
    'meshdir': ('compiler', 'The folder of meshes and height fields.'),
    'texturedir': ('compiler', 'The folder of textures.'),
}  # fmt: skip


def _size(name: str) -> property:
    def assign(spec, value):
        setattr(spec._data.size, name, operator.index(value))

    return property(lambda spec: int(getattr(spec._data.size, name)), assign, doc=f'The size {name}; -1: computed.')


for _name, (_owner, _) in TEXTS.items():
    setattr(Settings, _name, _text(_owner, _name))
for _row in SIZES:
    setattr(Settings, _row.name, _size(_row.name))
