"""MjModel: everything about a model that does not change while it is simulated."""

import os
import time
from collections.abc import Mapping, Sequence

import numpy as np

from ..jit.inside.objects import register
from ..jit.layout import layout
from ..physics.collision.table import fill as fill_colliders
from ..physics.world import MODEL, SCALAR
from ..schema import MODEL_FIELDS, MODEL_SIZES, VISUAL
from ..schema.enums import mjtLogTopic
from .callbacks import Callbacks
from .log import info
from .named import model_accessors
from .record import FixedItem, Item, MjOption, MjStatistic, MjVisual, visual_name
from .struct_base import EngineStruct, TextItem, is_array
from .vfs import MjVfs

__all__ = ['MjModel']

_TEXTS = {row.name: TextItem(row) for row in MODEL_FIELDS if row.name in ('names', 'paths', 'text_data')}
_ARRAYS = tuple(row.name for row in MODEL_FIELDS if is_array(row) and row.name not in _TEXTS)
_SIZES = tuple(row.name for row in MODEL_SIZES)
_RECORDS = {'opt': MjOption, 'stat': MjStatistic, 'vis': MjVisual}


class MjModel(EngineStruct):
    """A compiled model. Made by `from_xml_path` and `from_xml_string`; arrays can be changed, sizes cannot."""

    __slots__ = (*_ARRAYS, *_SIZES, *(f'_{name}' for name in _RECORDS), 'callbacks')
    _array_names = _ARRAYS
    _struct_kind = SCALAR[0]

    def __new__(cls, *args, **kwargs):
        raise TypeError('MjModel has no constructor: use MjModel.from_xml_path or MjModel.from_xml_string')

    @classmethod
    def from_xml_path(cls, filename: str | os.PathLike, assets: Mapping[str, bytes] | None = None,
                      vfs: MjVfs | None = None, *, untrusted: bool = False, folders: Sequence[str | os.PathLike] = (),
                      limits=None) -> 'MjModel':
        """Compile an MJCF file. `assets` or `vfs` hold files by name that are used instead of those on disk.

        A model that is `untrusted` reads only files in its own folder and in `folders`, and has tighter limits;
        `limits` (torsor.model.limits.Limits) sets others. SECURITY.md says what both modes promise.
        """
        from ..model.load import compile_file

        files = _files('from_xml_path', assets, vfs)
        return cls._timed(compile_file, filename, files, untrusted=untrusted, folders=folders, limits=limits)

    @classmethod
    def from_xml_string(cls, xml: str | bytes, assets: Mapping[str, bytes] | None = None,
                        vfs: MjVfs | None = None, *, untrusted: bool = False,
                        folders: Sequence[str | os.PathLike] = (), limits=None) -> 'MjModel':
        """Compile MJCF text, as `from_xml_path` does a file; its own folder is the current one."""
        from ..model.load import compile_string

        if not isinstance(xml, (str, bytes)):
            raise TypeError(f'from_xml_string(): incompatible function arguments: xml must be a str, '
                            f'not {type(xml).__name__}')
        files = _files('from_xml_string', assets, vfs)
        return cls._timed(compile_string, xml, files, untrusted=untrusted, folders=folders, limits=limits)

    @classmethod
    def _timed(cls, compile, source, assets, **trust) -> 'MjModel':
        """Compile, and say how long it took if the user wants to know."""
        start = time.perf_counter()
        m = cls._from_compiled(compile(source, assets, **trust))
        info(mjtLogTopic.mjTOPIC_TIME_CMP, 'compile time (ms)', f'  total: {1000 * (time.perf_counter() - start):.1f}')
        return m

    @classmethod
    def _from_compiled(cls, compiled) -> 'MjModel':
        from .lacking import note_lacks
        from .set_const import complete_model

        m = cls._from_memory(tuple((name, int(compiled.sizes[name])) for name in _SIZES))
        for name, value in compiled.fields.given.items():
            array = m._arrays[name]
            array[...] = value if value.shape == array.shape else value.reshape(array.shape)
        for record, values in (('opt', compiled.option), ('stat', compiled.statistic),
                               *((f'vis.{visual_name(group)}', values) for group, values in compiled.visual.items())):
            for name, value in values.items():
                m._arrays[f'{record}.{name}'][...] = np.nan if value is None else value
        complete_model(m, compiled.pending)
        if m.nactuator:
            from .length_range import set_length_ranges

            set_length_ranges(m, compiled.lengthrange, compiled.actuators)
        note_lacks(m)
        return m

    @classmethod
    def _from_memory(cls, sizes: tuple[tuple[str, int], ...], buffer: np.ndarray | None = None) -> 'MjModel':
        """A model of these sizes with zeroed fields, or with the contents of a buffer of another such model."""
        m = object.__new__(cls)
        place = layout(MODEL, sizes)
        m._bind(place, place.token, buffer)
        assign = object.__setattr__
        for name, value in sizes:
            assign(m, name, value)
        assign(m, '_opt', MjOption._view(m._group('opt')))
        assign(m, '_stat', MjStatistic._view(m._group('stat')))
        assign(m, '_vis', MjVisual._view({group: m._group(f'vis.{group}') for group in VISUAL}))
        assign(m, 'callbacks', Callbacks(m))
        m._arrays['table.collider'][:] = 0  # addresses in a buffer mean nothing here
        fill_colliders(m._arrays['table.collider'])
        return m

    @property
    def _model(self) -> 'MjModel':
        return self

    @property
    def _sizes(self) -> tuple[tuple[str, int], ...]:
        return tuple(self._layout.sizes.items())

    def __copy__(self):
        twin = self._from_memory(self._sizes, self._buffer)
        self.callbacks._copy_to(twin)
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        return MjModel._from_memory, (self._sizes, self._buffer)


def _files(method: str, assets: Mapping[str, bytes] | None, vfs: MjVfs | None) -> Mapping[str, bytes] | None:
    """The files in memory."""
    if vfs is None:
        return assets
    if not isinstance(vfs, MjVfs):
        raise TypeError(f'{method}(): incompatible function arguments: vfs must be an MjVfs, not {type(vfs).__name__}')
    if assets is not None:
        raise ValueError("Cannot specify both 'assets' and 'vfs'.")
    return vfs._open_files


def _record(name):
    return property(lambda m: getattr(m, f'_{name}'), lambda m, value: getattr(m, f'_{name}')._assign(value),
                    doc=f'{_RECORDS[name].__doc__} Assigning copies the numbers.')


def _complete_class():
    for name in _RECORDS:
        setattr(MjModel, name, _record(name))
    for row in MODEL_FIELDS:
        if row.name in _TEXTS:
            setattr(MjModel, row.name, _TEXTS[row.name])
        elif not is_array(row):
            setattr(MjModel, row.name, FixedItem(row) if row.name == 'signature' else Item(row))
    for name, accessor in model_accessors().items():
        setattr(MjModel, name, accessor)


_complete_class()
register('MjModel', MjModel)
