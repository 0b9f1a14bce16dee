"""MjModel: everything about a model that does not change while it is simulated."""

import math
import os
import struct
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

import numpy as np

from ..jit.inside.objects import register
from ..jit.layout import layout, packing
from ..physics.collision.table import collider_addresses
from ..physics.world import MODEL, SCALAR
from ..schema import MODEL_FIELDS, MODEL_SIZES, VISUAL
from ..schema.codes import mjtLogTopic
from . import log, model_cache
from .callbacks import Callbacks, has_python_callbacks
from .named import model_accessors
from .record import FixedItem, Item, MjOption, MjStatistic, MjVisual, visual_name
from .struct_base import EngineStruct, TextItem, is_array
from .vfs import MjVfs

__all__ = ['MjModel']

_TEXTS = {row.name: TextItem(row) for row in MODEL_FIELDS if row.name in ('names', 'paths', 'text_data')}
_ARRAYS = tuple(row.name for row in MODEL_FIELDS if is_array(row) and row.name not in _TEXTS)
_SIZES = tuple(row.name for row in MODEL_SIZES)
_sizes_of = itemgetter(*_SIZES)
_KEPT_SIZES = tuple(name for name in _SIZES if name != 'ngravcomp')  # which a flag changes
_LARGE = 2**20  # [bytes]
_ALL_FIELDS = MODEL_FIELDS[0].name, MODEL_FIELDS[-1].name
_RECORDS = {'opt': MjOption, 'stat': MjStatistic, 'vis': MjVisual}
_SETTINGS = [row for row in MODEL.rows if row.name.split('.')[0] in _RECORDS]

last_loaded: Any = None  # how the model that was loaded last is read, should it be saved


class MjModel(EngineStruct):
    """A compiled model. Made by `from_xml_path` and `from_xml_string`; arrays can be changed, sizes cannot."""

    __slots__ = (*_ARRAYS, *_KEPT_SIZES, *(f'_{name}' for name in _RECORDS), 'callbacks')
    _plain: ClassVar = frozenset(_ARRAYS)
    _makers: ClassVar = {
        '_opt': lambda m: MjOption._view(m._group('opt')),
        '_stat': lambda m: MjStatistic._view(m._group('stat')),
        '_vis': lambda m: MjVisual._view({group: m._group(f'vis.{group}') for group in VISUAL}),
        'callbacks': Callbacks,
        **{name: lambda m, name=name: m._layout.sizes[name] for name in _KEPT_SIZES},
    }
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
        from ..model.load import compile_path, files_at

        path = os.fspath(filename)
        files = files_at(os.path.dirname(path), _assets('from_xml_path', assets, vfs), untrusted, folders, limits)
        return cls._loaded(compile_path, path, files)

    @classmethod
    def from_xml_string(cls, xml: str | bytes, assets: Mapping[str, bytes] | None = None,
                        vfs: MjVfs | None = None, *, untrusted: bool = False,
                        folders: Sequence[str | os.PathLike] = (), limits=None) -> 'MjModel':
        """Compile MJCF text, as `from_xml_path` does a file; its own folder is the current one."""
        from ..model.load import compile_text, files_at

        if not isinstance(xml, (str, bytes)):
            raise TypeError(f'from_xml_string(): incompatible function arguments: xml must be a str, '
                            f'not {type(xml).__name__}')
        files = files_at('', _assets('from_xml_string', assets, vfs), untrusted, folders, limits)
        return cls._loaded(compile_text, xml, files)

    @classmethod
    def from_binary_path(cls, filename: str | os.PathLike, assets: Mapping[str, bytes] | None = None,
                         vfs: MjVfs | None = None) -> 'MjModel':
        """Load a compiled model from a file: MuJoCo's MJB, or the bytes that `to_bytes` makes."""
        from .binary import file_content, model_from_bytes

        content = file_content(filename, _assets('from_binary_path', assets, vfs))
        return model_from_bytes(content, os.fspath(filename))

    @classmethod
    def from_bytes(cls, content: bytes) -> 'MjModel':
        """The model that `to_bytes` made bytes of."""
        from .binary import model_from_bytes

        return model_from_bytes(content)

    def to_bytes(self) -> bytes:
        """The model in Torsor's binary format, with a checksum; callbacks do not come along."""
        from .binary import model_bytes

        return model_bytes(self)

    @classmethod
    def _loaded(cls, compile: Callable, source: str | bytes, files) -> 'MjModel':
        """Compile, or copy what was compiled before, and say how long it took if the user wants to know."""
        from ..model.load import garbage_kept

        start, warnings = time.perf_counter(), log.warnings_given
        key = compile.__name__, source, files.limits, files.fence and tuple(files.fence.folders)
        before = model_cache.recall(key, files)
        if before:
            m = cls._from_memory(before.sizes)
            before.write(m._layout, m._buffer)
        else:
            with garbage_kept():
                compiled = compile(source, files)
                m = cls._from_compiled(compiled)
                told, fields = compiled.warnings, compiled.fields.given
                del compiled  # with all elements, before anybody looks for garbage among them
            for warning in told:
                log.warning(warning)
            if not has_python_callbacks() and warnings == log.warnings_given:
                model_cache.keep(key, files, m._layout, m._buffer, fields)
        global last_loaded
        last_loaded = compile.__name__, source, files
        log.info(mjtLogTopic.mjTOPIC_TIME_CMP, 'compile time (ms)',
                 f'  total: {1000 * (time.perf_counter() - start):.1f}')
        return m

    @classmethod
    def _from_compiled(cls, compiled) -> 'MjModel':
        from .set_const import complete_model
        from .unsupported import note_lacks

        m = cls._from_memory(tuple(zip(_SIZES, map(int, _sizes_of(compiled.sizes)))))
        m._layout.write(m._buffer, compiled.fields.given)
        m._arrays['signature'][...] = _signature(m)
        m._write_settings({'opt': compiled.option})
        statistic = complete_model(m, compiled.pending, compiled.statistic)
        m._write_settings({'stat': statistic,
                           **{f'vis.{visual_name(group)}': values for group, values in compiled.visual.items()}})
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
        m._arrays['table.collider'][:] = collider_addresses()  # those in a buffer mean nothing here
        m._arrays['table.replaced'][...] = 0
        return m

    def _write_settings(self, records: Mapping[str, Mapping[str, Any]]) -> None:
        """Set all numbers of some of opt, stat and vis, which lie one after the other, at once."""
        memory, first, rows = _settings_memory(tuple(records))
        numbers = [number for record, names in rows.items() for number in _numbers(record, records[record], names)]
        memory.pack_into(self._buffer.data, self._layout.place(first)[0], *numbers)

    @property
    def ngravcomp(self) -> int:
        """Bodies with gravity compensation; none while flg_gravcomp is off."""
        return max(1, int(np.count_nonzero(self.body_gravcomp > 0))) if self.flg_gravcomp else 0

    @property
    def _model(self) -> 'MjModel':
        return self

    _size_fields: ClassVar = _SIZES  # by these two packages of MuJoCo's makers read all sizes

    @property
    def _sizes(self) -> np.ndarray:
        sizes = np.array([getattr(self, name) for name in _SIZES], np.int64)
        sizes.flags.writeable = False
        return sizes

    def bind(self, elements):
        """Views of the numbers of an element of the MjSpec that the model was compiled from, or of several."""
        from .spec.bind import bind

        return bind(self, elements)

    def bind_scalar(self, element):
        """A view of the numbers of one element of the MjSpec that the model was compiled from."""
        from .spec.bind import bind_scalar

        return bind_scalar(self, element)

    def __copy__(self):
        twin = self._from_memory(self._layout.given, self._buffer)
        self.callbacks._copy_to(twin)
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce__(self):
        from .binary import model_from_pickle

        return model_from_pickle, (self.to_bytes(),)


@cache
def _telling() -> list[tuple[str, str]]:
    """First and last of neighbouring fields that tell large models apart, in which assets are not spread out.

    Pixels, heights and vertices, of which there are millions, are left out, and so is what follows from them.
    """
    spread = ('bvh_', 'hfield_data', 'mesh_vert', 'mesh_normal', 'mesh_face', 'mesh_texcoord', 'mesh_graph',
              'mesh_poly', 'tex_data')
    tells = [not row.name.startswith(spread) for row in MODEL_FIELDS]
    runs = [list(run) for telling, run in groupby(zip(tells, MODEL_FIELDS), key=itemgetter(0)) if telling]
    return [(run[0][1].name, run[-1][1].name) for run in runs]


def _signature(m: MjModel) -> int:
    """A number that tells models apart, before it has settings and what follows from its fields."""
    digest, memory = blake2b(digest_size=8), m._buffer.data
    for first, last in _telling() if m._buffer.nbytes > _LARGE else [_ALL_FIELDS]:
        digest.update(memory[m._layout.stretch(first, last)])
    return int.from_bytes(digest.digest(), 'little')


def memory_without_assets(m: MjModel) -> bytes:
    """All fields that tell models apart, with settings: what simulations without contacts depend on."""
    memory, settings = m._buffer.data, (_SETTINGS[0].name, _SETTINGS[-1].name)
    return b''.join(memory[m._layout.stretch(first, last)] for first, last in (*_telling(), settings))


@cache
def _settings_memory(records: tuple[str, ...]) -> tuple[struct.Struct, str, dict[str, dict[str, int]]]:
    """How records lie in memory, their first row, and how many numbers each row of each record has, by name."""
    chosen = [row for row in _SETTINGS if row.name.rpartition('.')[0] in records]
    rows: dict[str, dict[str, int]] = {}
    for row in chosen:
        record, name = row.name.rsplit('.', 1)
        rows.setdefault(record, {})[name] = math.prod(row.array_shape({}))
    return packing(chosen), chosen[0].name, rows


_settings_before: dict[str, tuple[dict[str, Any], list[float]]] = {}


def _numbers(record: str, values: Mapping[str, Any], counts: Mapping[str, int]) -> list[float]:
    """The numbers of a record one after the other; most models have those that the model before had."""
    before, numbers = _settings_before.get(record, (None, []))
    if before != values:
        numbers = []
        for name, count in counts.items():
            numbers += (values[name],) if count == 1 else values[name]
        _settings_before[record] = dict(values), numbers
    return numbers


def _assets(method: str, assets: Mapping[str, bytes] | None, vfs: MjVfs | None) -> Mapping[str, bytes] | None:
    """The files in memory; MuJoCo finds those of a dictionary by their names alone."""
    if vfs is None:
        names = set()
        for path in assets or ():
            name = os.path.basename(path.replace('\\', '/')).lower()
            if name in names:
                raise ValueError(f'Repeated file name in assets dict: {name}; give every file a name of its own')
            names.add(name)
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
