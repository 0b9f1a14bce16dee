"""Named access: `m.body('torso').mass`, `d.joint('hip').qpos`, as live views of rows of the arrays.

What a view offers follows from the schema: a field belongs to a kind of elements if its first axis counts these
elements, or counts something of which each element has a span, as joints have dofs.
"""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial

import numpy as np

from ..jit.arguments import INT_MAX, INT_MIN, unsuitable
from ..schema import DATA_FIELDS, MODEL_FIELDS, Field
from ..schema.codes import mjtJoint
from .names import names_of
from .record import describe

# numbers per joint, by mjtJoint
_FREE, _BALL, _SLIDE, _HINGE = (int(joint) for joint in (
    mjtJoint.mjJNT_FREE, mjtJoint.mjJNT_BALL, mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE))
_QPOS = {_FREE: 7, _BALL: 4, _SLIDE: 1, _HINGE: 1}
_DOFS = {_FREE: 6, _BALL: 3, _SLIDE: 1, _HINGE: 1}


@dataclass(eq=False, repr=False)
class Span:
    """The rows of an element: from start[i], as many as `length` says, a field or a function of (model, i)."""

    start: str
    length: str | Callable[[dict[str, np.ndarray], int], int]
    one_is_flat: bool = False  # a single row loses its axis, as where each element has one row
    shape: tuple[str, ...] = ()  # fields with the sides of a block of numbers

    def rows(self, model: dict[str, np.ndarray], i: int) -> slice:
        first = int(model[self.start][i])
        if first < 0:
            return slice(0, 0)
        count = self.length(model, i) if callable(self.length) else int(model[self.length][i])
        return slice(first, first + count)


def _by_joint_type(widths):
    return lambda model, i: widths[int(model['jnt_type'][i])]


def _area(*sides):
    return lambda model, i: int(np.prod([model[side][i] for side in sides]))


@dataclass(eq=False, repr=False)
class Kind:
    """A kind of named elements: how its views, methods, names and fields are called."""

    view: str
    prefix: str
    count: str
    model: tuple[str, ...] = ()  # methods of MjModel
    data: tuple[str, ...] = ()   # methods of MjData
    fields: tuple[str, ...] = ()  # starts of field names, which the attributes drop
    spans: dict[str, Span] = field(default_factory=dict)


def _kind(view: str, prefix: str, *methods: str, data: tuple[str, ...] | None = None, fields=(), **spans: Span) -> Kind:
    methods = methods or (prefix,)
    return Kind(view, prefix, f'n{prefix}', methods, methods if data is None else data, (f'{prefix}_', *fields), spans)


_HFIELD_SIDES, _TEXTURE_SIDES = ('hfield_nrow', 'hfield_ncol'), ('tex_height', 'tex_width', 'tex_nchannel')
KINDS = (
    _kind('Actuator', 'actuator',
          nu=Span('actuator_ctrladr', 'actuator_ctrlnum', one_is_flat=True),
          nout=Span('actuator_outadr', 'actuator_outnum', one_is_flat=True)),
    _kind('Body', 'body'),
    _kind('Camera', 'cam', 'cam', 'camera'),
    _kind('Equality', 'eq', 'eq', 'equality', data=()),
    _kind('Exclude', 'exclude', data=()),
    _kind('Geom', 'geom'),
    _kind('Hfield', 'hfield', data=(),
          nhfielddata=Span('hfield_adr', _area(*_HFIELD_SIDES), shape=_HFIELD_SIDES)),
    _kind('Joint', 'jnt', 'jnt', 'joint', fields=('dof_',),
          nq=Span('jnt_qposadr', _by_joint_type(_QPOS)),
          nv=Span('jnt_dofadr', _by_joint_type(_DOFS)),
          nplastic=Span('jnt_plasticadr', _by_joint_type(_QPOS))),
    _kind('Keyframe', 'key', 'key', 'keyframe', data=()),
    _kind('Light', 'light'),
    _kind('Material', 'mat', 'mat', 'material', data=()),
    _kind('Mesh', 'mesh', data=()),
    _kind('Numeric', 'numeric', data=(), nnumericdata=Span('numeric_adr', 'numeric_size')),
    _kind('Pair', 'pair', data=()),
    _kind('Sensor', 'sensor', fields=('sensor',), nsensordata=Span('sensor_adr', 'sensor_dim')),
    _kind('Site', 'site'),
    _kind('Skin', 'skin', data=()),
    _kind('Tendon', 'tendon', data=('ten', 'tendon'), fields=('ten_',),
          nJten=Span('ten_J_rowadr', 'ten_J_rownnz'), nplastic=Span('tendon_plasticadr', lambda model, i: 2)),
    _kind('Texture', 'tex', 'tex', 'texture', data=(),
          ntexdata=Span('tex_adr', _area(*_TEXTURE_SIDES), shape=_TEXTURE_SIDES)),
    _kind('Tuple', 'tuple', data=(), ntupledata=Span('tuple_adr', 'tuple_size')),
)


class Column:
    """Attribute of a view: the rows of one field that belong to the element. Made at first use, then kept."""

    def __init__(self, attribute: str, row: Field, span: Span | None):
        self.attribute, self.field, self.span = attribute, row.name, span
        self.__doc__ = f'{row.meaning} [{row.unit}]' if row.unit else row.meaning

    def __get__(self, view, owner=None):
        if view is None:
            return self
        array = view.__dict__[self.attribute] = self._rows(view)
        return array

    def _rows(self, view) -> np.ndarray:
        array, i, span = view._arrays[self.field], view.id, self.span
        if span is None:
            return array[i] if array.ndim > 1 else array[i:i + 1]
        rows = array[span.rows(view._model, i)]
        if span.shape:
            return rows.reshape([int(view._model[side][i]) for side in span.shape])
        return rows[0] if span.one_is_flat and len(rows) == 1 and rows.ndim > 1 else rows


class View:
    """One element of a model; attributes are live views of its numbers, and assigning to them writes into these."""

    _columns: tuple[str, ...] = ()
    id: int
    name: str

    def __init__(self, arrays: dict[str, np.ndarray], model: dict[str, np.ndarray], id: int, name: str):
        # the arrays and not their owner: a cycle would keep big memory alive until the garbage collector runs
        self.__dict__.update(_arrays=arrays, _model=model, id=id, name=name)

    def __setattr__(self, name, value):
        if not isinstance(getattr(type(self), name, None), Column):
            known = name in ('id', 'name') or hasattr(type(self), name)
            raise AttributeError(f'{name} of {type(self).__name__} cannot be assigned' if known else
                                 f'{type(self).__name__} has no attribute {name}')
        getattr(self, name)[...] = value

    def __delattr__(self, name):
        raise AttributeError(f'{name} of {type(self).__name__} cannot be deleted')

    def __reduce__(self):
        raise TypeError(f'cannot pickle {type(self).__name__}: pickle the MjModel or MjData it belongs to')

    def __repr__(self):
        return describe(self, ('id', 'name', *self._columns))


class ViewGroup:
    """Several elements at once: reading an attribute lists the values of all, assigning takes one value for each."""

    def __init__(self, views: Sequence[View]):
        object.__setattr__(self, 'elements', tuple(views))

    def __getattr__(self, name):
        values = []
        for view in self.elements:
            value = getattr(view, name)
            values.extend(value) if isinstance(value, np.ndarray) else values.append(value)
        return values

    def __setattr__(self, name, values):
        count = len(self.elements)
        try:
            given = list(values)
        except TypeError:
            raise ValueError(f'Expected {count} values, got non-iterable {type(values).__name__}') from None
        if len(given) != count:
            raise ValueError(f'Expected {count} values, got {len(given)}')
        for view, value in zip(self.elements, given, strict=True):
            setattr(view, name, value)


class _Moment:
    """Attribute `moment` of an actuator: rows of the sparse actuator_moment as a dense copy, not to be written to."""

    __doc__ = 'Jacobian of the actuator lengths, dense [1|m]'

    def __get__(self, view, owner=None):
        if view is None:
            return self
        d, model, nv = view._arrays, view._model, len(view._arrays['qvel'])
        start, count = int(model['actuator_outadr'][view.id]), int(model['actuator_outnum'][view.id])
        dense = np.zeros((count, nv))
        for out, row in enumerate(dense, start):
            entries = slice(d['moment_rowadr'][out], d['moment_rowadr'][out] + d['moment_rownnz'][out])
            row[d['moment_colind'][entries]] = d['actuator_moment'][entries]
        dense = dense[0] if count == 1 else dense
        dense.flags.writeable = False
        return dense


def _columns(kind: Kind, rows: tuple[Field, ...], any_name: bool) -> dict[str, Column]:
    """The attributes of a view: fields about these elements, without what all their names start with.

    Lists of indices are per element in length only. Where a joint and its dofs have a field of the same name the
    joint's is meant, except for `bodyid`.
    """
    columns = {}
    for row in rows:
        if not row.dims or row.name.endswith('_ind') or not (row.dims[0] == kind.count or row.dims[0] in kind.spans):
            continue
        start = next((start for start in kind.fields if row.name.startswith(start)), '')
        if start or any_name or row.dims[0] == 'nq':
            name = row.name.removeprefix(start)
            if name not in columns or name == 'bodyid':
                columns[name] = Column(name, row, kind.spans.get(row.dims[0]))
    return columns


def _view_class(side: str, kind: Kind, columns: dict[str, Column], **extra) -> type[View]:
    names = tuple(name for name in (*columns, *extra) if not name.startswith('_'))
    body = dict(_columns=names, __module__=__name__, __doc__=View.__doc__, **columns, **extra)
    return type(f'_Mj{side}{kind.view}Views', (View,), body)


def _model_view(kind: Kind) -> type[View]:
    columns = _columns(kind, MODEL_FIELDS, any_name=False)
    if kind.view == 'Tendon':  # as MuJoCo's bindings call them
        rows = [row for row in MODEL_FIELDS if row.name.startswith('tendon_')]
        columns |= {name: Column(name, row, None) for row in rows for name in (row.name.removeprefix('tendon'),)}
    return _view_class('Model', kind, columns)


def _data_view(kind: Kind) -> type[View]:
    extra = {'moment': _Moment()} if kind.view == 'Actuator' else {}
    columns = _columns(kind, DATA_FIELDS, any_name=True)
    return _view_class('Data', kind, {n: c for n, c in columns.items() if n not in extra}, **extra)


def _finder(view_class: Callable[[], type[View]], prefix: str, method: str) -> Callable:
    """The method of MjModel or MjData that finds a view by name or id. The same element gives the same view."""

    def find(struct, name: str | int = ''):
        cls = view_class()
        views = struct._cache.get(cls)
        if views is None:
            views = struct._cache[cls] = {}
        view = views.get(name) if isinstance(name, (str, int)) else None
        if view is None:
            model = struct._model
            names = names_of(model, prefix)
            i = element_id(names, name, method)
            view = views[i] = views.get(i) or cls(struct._arrays, model._arrays, i, names.names[i])
            if view.name:
                views[view.name] = view
        return view

    find.__name__ = find.__qualname__ = method
    find.__doc__ = f'The {method} with this name or id: an object with live views of its numbers.'
    return find


def element_id(names, key, method: str) -> int:
    """The id of an element, given its name or its id."""
    if isinstance(key, bytes):
        key = key.decode()
    if isinstance(key, str):
        i = names.ids.get(key)
        if i is None:
            raise KeyError(f"Invalid name '{key}'. Valid names: {sorted(names.ids)}")
        return i
    if not hasattr(key, '__index__'):
        raise unsuitable(method, 'name', 'a name or an id', key)
    i = operator.index(key)
    if not INT_MIN <= i <= INT_MAX:
        raise unsuitable(method, 'name', 'a name or an id', key)
    if not 0 <= i < len(names.names):
        raise IndexError(f'Invalid index {i}. Valid indices from 0 to {len(names.names) - 1}')
    return i


def model_accessors() -> dict[str, Callable]:
    """The methods of MjModel for named access."""
    return _accessors(_model_view, lambda kind: kind.model)


def data_accessors() -> dict[str, Callable]:
    """The methods of MjData for named access."""
    return _accessors(_data_view, lambda kind: kind.data)


def _accessors(make_view, methods) -> dict[str, Callable]:
    accessors = {}
    for kind in KINDS:
        if methods(kind):
            view_class = cache(partial(make_view, kind))  # made when a view is first asked for
            accessors |= {method: _finder(view_class, kind.prefix, method) for method in methods(kind)}
    return accessors
