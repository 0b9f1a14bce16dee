"""MjvScene and what it is made from: geoms, lights and cameras to draw, and what the user wants to see."""

import copy
from typing import TYPE_CHECKING, Any

import numpy as np

from ..scene.material import halton
from ..scene.rows import BLOCK_SIZES, BLOCKS, DEFAULTS, PLACES, Rows
from ..schema.enums import mjtCamera, mjtLabel, mjtRndFlag, mjtStereo, mjtVisFlag
from ..schema.scene import CAMERA, FIGURE, GEOM, GLCAMERA, LIGHT, PERTURB, RECT, VERTEX_ATTRIBUTE, VISUAL_OPTION
from .model import MjModel
from .record import Item, Record, items, plain_number

__all__ = ['MjrRect', 'MjrVertexAttribute', 'MjvCamera', 'MjvFigure', 'MjvGLCamera', 'MjvGeom', 'MjvLight',
           'MjvOption', 'MjvPerturb', 'MjvScene']

MAX_LIGHT = 100
MAX_GEOM = 2**24  # more than a picture could show, less than memory that nobody has


class Text(Item):
    """Attribute that shows characters as a str."""

    def _get(self, record):
        characters = record._arrays[self.name]
        if characters.ndim > 1:
            return characters.view(f'S{characters.shape[-1]}')[..., 0]
        return characters.tobytes().split(b'\0')[0].decode(errors='replace')

    def _set(self, record, value):
        characters = record._arrays[self.name]
        if characters.ndim > 1:
            characters.view(f'S{characters.shape[-1]}')[..., 0] = value
            return
        if not isinstance(value, (str, bytes)):
            raise TypeError(f'{self.name} must be a str, not {value!r}')
        content = value if isinstance(value, bytes) else value.encode()
        if len(content) >= len(characters):
            raise ValueError(f'{self.name} has room for {len(characters) - 1} bytes, not for {len(content)}')
        characters[:] = 0
        characters[:len(content)] = np.frombuffer(content, characters.dtype)


def _record(name: str, rows, doc: str, defaults: dict) -> type[Record]:
    """A class of records whose constructor sets defaults."""
    texts = {row.name: Text(row) for row in rows if row.item == 'char'}

    def set_defaults(record) -> None:
        for row in rows:
            if row.name in texts:
                record._arrays[row.name][...] = 0
                if defaults.get(row.name):
                    setattr(record, row.name, defaults[row.name])
            else:
                record._arrays[row.name][...] = defaults.get(row.name, 0)

    def __init__(self):
        Record.__init__(self)
        set_defaults(self)

    body = dict(__slots__=(), __doc__=doc, _rows=tuple(rows), __module__=__name__, __init__=__init__,
                _set_defaults=set_defaults, **{**items(rows), **texts})
    return type(name, (Record,), body)


def _flags(enumeration, number: int, off: tuple[str, ...] = (), on: tuple[str, ...] = ()) -> np.ndarray:
    flags = np.full(number, not on, np.uint8)
    for name in off + on:
        flags[enumeration[name]] = name in on
    return flags


_SHOWN = tuple(f'mjVIS_{name}' for name in ('TEXTURE', 'TENDON', 'RANGEFINDER', 'PERTOBJ', 'STATIC', 'SKIN', 'FLEXEDGE',
                                            'FLEXSKIN'))
_FIRST_GROUPS = (1, 1, 1, 0, 0, 0)



class _GeomFields(dict):
    """The fields of a geom as views of its blocks (scene/rows.py), made when they are first asked for."""

    __slots__ = ('_blocks',)

    def __init__(self, blocks: tuple[np.ndarray, ...]):
        self._blocks = blocks

    def __missing__(self, name):
        place = PLACES[name]
        field = self._blocks[place.block][place.start:place.stop].reshape(place.shape).view(place.dtype)
        self[name] = field
        return field


class MjvGeom(_record('MjvGeom', GEOM, 'An abstract geom: what is drawn, where, and how it looks.',
                      {**DEFAULTS, 'category': 0})):
    """An abstract geom: what is drawn, where, and how it looks."""

    __slots__ = ('_blocks',)
    _rows = GEOM

    def __init__(self):
        self._take(np.zeros(size, kind) for size, kind in zip(BLOCK_SIZES, BLOCKS))
        self._set_defaults()

    def _take(self, blocks) -> 'MjvGeom':
        """Live in these blocks of memory."""
        self._blocks = tuple(blocks)
        self._arrays = _GeomFields(self._blocks)
        return self

    @classmethod
    def _of(cls, blocks) -> 'MjvGeom':
        return cls.__new__(cls)._take(blocks)

    def _as_plain(self) -> 'MjvGeom':
        return MjvGeom._of(self._blocks)

    def __copy__(self):
        return MjvGeom._of(block.copy() for block in self._blocks)

    def __reduce__(self):
        return self._of, ([block.copy() for block in self._blocks],)


MjvLight = _record('MjvLight', LIGHT, 'A light of a scene.', {})
MjvGLCamera = _record('MjvGLCamera', GLCAMERA, 'A camera as the renderer wants it.', {})
MjvCamera = _record('MjvCamera', CAMERA, 'An abstract camera: free, tracking a body, or one of the model.', dict(
    type=int(mjtCamera.mjCAMERA_FREE), fixedcamid=-1, trackbodyid=-1, distance=2.0, azimuth=90.0, elevation=-45.0))
MjvOption = _record('MjvOption', VISUAL_OPTION, 'What the user wants to see.', dict(
    label=int(mjtLabel.mjLABEL_NONE), geomgroup=_FIRST_GROUPS, sitegroup=_FIRST_GROUPS, jointgroup=_FIRST_GROUPS,
    tendongroup=_FIRST_GROUPS, actuatorgroup=_FIRST_GROUPS, flexgroup=_FIRST_GROUPS, skingroup=_FIRST_GROUPS,
    flags=_flags(mjtVisFlag, len(mjtVisFlag) - 1, on=_SHOWN), bvh_depth=1))
MjvPerturb = _record('MjvPerturb', PERTURB, 'What the user has selected and does to it.', dict(
    flexselect=-1, skinselect=-1, refquat=(1.0, 0.0, 0.0, 0.0), scale=1.0))


# colours of the first lines of a figure; the others follow a sequence that fills space evenly
_LINES = ((1.0, 0.3, 0.3), (0.1, 1.0, 0.1), (0.3, 0.3, 1.0), (0.1, 1.0, 1.0), (1.0, 0.2, 1.0), (1.0, 1.0, 0.1),
          (1.0, 0.6, 0.2), (0.6, 0.7, 0.4))
MjvFigure = _record('MjvFigure', FIGURE, 'A two-dimensional figure of lines.', dict(
    flg_legend=1, flg_ticklabel=1, flg_extend=1, linewidth=3.0, gridwidth=1.0, gridsize=2, gridrgb=0.4,
    figurergba=(0.0, 0.0, 0.0, 1.0), panergba=(0.0, 0.0, 0.0, 1.0), legendrgba=(0.0, 0.0, 0.0, 0.3), textrgb=1.0,
    linergb=[*_LINES, *([0.1 + 0.8 * halton(i, base) for base in (2, 3, 5)] for i in range(len(_LINES), 100))],
    range=(0.0, 1.0), xformat='%.0f', yformat='%.2g', minwidth='XXX', highlightid=-1))


class MjrRect(_record('MjrRect', RECT, 'A rectangle of pixels.', {})):
    """A rectangle of pixels."""

    __slots__ = ()
    _rows = RECT

    def __init__(self, left: int, bottom: int, width: int, height: int):
        super().__init__()
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


class MjrVertexAttribute(_record('MjrVertexAttribute', VERTEX_ATTRIBUTE, 'What vertices of a mesh have.', {})):
    """What vertices of a mesh have: a kind of numbers, and what they mean."""

    __slots__ = ()
    _rows = VERTEX_ATTRIBUTE

    def __init__(self, usage: int = 0, type: int = 0):
        super().__init__()
        self.usage, self.type = usage, type


def _columns(rows, number: int) -> dict[str, np.ndarray]:
    return {row.name: np.zeros((number, *row.array_shape({})), row.dtype) for row in rows}


# attributes of a scene that are plain numbers, and arrays that flexes and skins fill, of which scenes have no flexes
_NUMBERS = dict(ngeom=0, nflex=0, nskin=0, nlight=0, flexvertopt=0, flexedgeopt=0, flexfaceopt=0, flexskinopt=0,
                enabletransform=0, scale=1.0, stereo=int(mjtStereo.mjSTEREO_NONE), framewidth=0, status=0)
_EMPTY = dict.fromkeys(('flexedgeadr', 'flexedgenum', 'flexvertadr', 'flexvertnum', 'flexfaceadr', 'flexfacenum',
                        'flexfaceused', 'flexedge', 'skinfacenum', 'skinvertadr', 'skinvertnum'), np.int32)
_EMPTY |= dict.fromkeys(('flexvert', 'flexface', 'flexnormal', 'flextexcoord', 'skinvert', 'skinnormal'), np.float32)
_DRAWN = tuple(f'mjRND_{name}' for name in ('SHADOW', 'REFLECTION', 'SKYBOX', 'HAZE', 'CULL_FACE', 'POST_PROCESSING'))


def _number(name: str) -> property:
    """Attribute of a scene: a Python number."""
    kind = np.dtype(np.float64 if name == 'scale' else np.int32)

    def get(scene):
        return scene._values[name]

    def assign(scene, value):
        scene._values[name] = plain_number(kind, value, name)

    return property(get, assign)


def _array(name: str) -> property:
    """Attribute of a scene: an array, to which assigning writes."""
    def assign(scene, value):
        scene._values[name][...] = value

    return property(lambda scene: scene._values[name], assign)


class MjvScene:
    """What is to be drawn: abstract geoms, lights and cameras. `geoms` has room for `maxgeom`; `ngeom` are in use."""

    __slots__ = ('_lights', '_rows', '_values')

    _rows: Rows
    _lights: dict[str, np.ndarray]
    _values: dict[str, Any]
    if TYPE_CHECKING:  # fields are attributes that the tables make
        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self, model: MjModel | None = None, maxgeom: int | None = None):
        if (model is None) != (maxgeom is None) or not (model is None or isinstance(model, MjModel)):
            raise TypeError('MjvScene takes nothing, or a model and the number of geoms that it has room for')
        if model is not None and model.nflex:
            raise NotImplementedError('scenes of models with flexes cannot be made yet: remove them')
        number = 0 if maxgeom is None else int(plain_number(np.dtype(np.int32), maxgeom, 'maxgeom'))
        if not 0 <= number <= MAX_GEOM:
            raise ValueError(f'maxgeom must be from 0 to {MAX_GEOM}, not {number}')
        self._rows, self._lights = Rows(number), _columns(LIGHT, MAX_LIGHT)
        self._values = {**_NUMBERS, **{name: np.zeros(0, dtype) for name, dtype in _EMPTY.items()}}
        if model is not None and model.nskin:
            self._values.update(_skins(model))
        self._values.update(
            flags=_flags(mjtRndFlag, len(mjtRndFlag) - 1, on=_DRAWN) if model else np.zeros(12, np.uint8),
            translate=np.zeros(3, np.float32), framergb=np.zeros(3, np.float32),
            rotate=np.array((1, 0, 0, 0), np.float32), geomorder=np.arange(number, dtype=np.int32),
            camera=(MjvGLCamera(), MjvGLCamera()))

    @property
    def maxgeom(self) -> int:
        """How many geoms there is room for."""
        return self._rows.maxgeom

    @property
    def geoms(self) -> tuple[MjvGeom, ...]:
        """All geoms, also those that are not in use."""
        found = self._values.get('geoms')
        if found is None:  # most scenes are only drawn
            found = self._values['geoms'] = tuple(map(MjvGeom._of, zip(*self._rows.blocks)))
        return found

    @property
    def lights(self) -> tuple[Record, ...]:
        """All lights, also those that are not in use."""
        found = self._values.get('lights')
        if found is None:
            found = self._values['lights'] = tuple(MjvLight._view({name: column[k, ...] for name, column
                                                                   in self._lights.items()}) for k in range(MAX_LIGHT))
        return found

    @property
    def camera(self) -> tuple[Record, Record]:
        """The cameras of the left and of the right eye."""
        return self._values['camera']

    def _as_plain(self) -> 'MjvScene':
        """This scene without what a user's class adds: functions of the engine take no notice of that."""
        plain = object.__new__(MjvScene)
        plain._rows, plain._lights, plain._values = self._rows, self._lights, self._values
        return plain

    def __copy__(self):
        twin = object.__new__(MjvScene)
        twin._values = {name: copy.deepcopy(value) for name, value in self._values.items()
                        if name not in ('geoms', 'lights')}
        twin._rows, twin._lights = Rows(self.maxgeom), {name: array.copy() for name, array in self._lights.items()}
        for block, own in zip(twin._rows.blocks, self._rows.blocks):
            block[...] = own
        twin._rows.count = self._rows.count
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __reduce_ex__(self, protocol):
        raise TypeError(f'cannot pickle {type(self).__name__!r} object')


def _skins(model: MjModel) -> dict[str, Any]:
    """What a scene has for the skins of a model."""
    return {'nskin': model.nskin,
            **{f'skin{name}': np.array(getattr(model, f'skin_{name}')) for name in ('facenum', 'vertadr', 'vertnum')},
            **{name: np.zeros(3 * model.nskinvert, np.float32) for name in ('skinvert', 'skinnormal')}}


for _name in _NUMBERS:
    setattr(MjvScene, _name, _number(_name))
for _name in (*_EMPTY, 'flags', 'framergb', 'geomorder', 'rotate', 'translate'):
    setattr(MjvScene, _name, _array(_name))
