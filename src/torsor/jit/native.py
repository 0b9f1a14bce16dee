"""`@native`: a kernel that Python calls with arguments beyond (m, d), each declared where it is named.

    @native
    def jac(m, d, jacp: Out('3,nv', optional=True), point: In('3'), body: Index('nbody')): ...

The declarations are checked while the arguments are unboxed: dtype, memory layout and shape of an array, the range of an
index. That takes a load and a compare each, where Python would take a tenth of a microsecond. Only when an argument is
refused does Python look at it: an input that NumPy can convert is converted, anything else is explained in the error.

Shapes are in terms of the sizes of the model, so the model is unboxed first, and unboxing the others looks at it.
"""

import ctypes
import functools
import inspect
import operator
from dataclasses import dataclass
from types import NoneType

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, overload, register_model, unbox

from .entry import (_C_CONTIGUOUS, _ALIGNED, _DATA, _DESCR, _DTYPES, _FLAGS, _SLOT, _TYPE, _WRITEABLE, MISMATCH, BufferAddress,
                    HandleAddress, HandleType, BufferType, _checked, _classes, _load, _symbol_address, layout_holds,
                    native_function)
from .layout import Struct
from .python_mode import PythonField, native_floats, python_struct
from .stage import Interrupted, helper, jit_enabled, pending_error
from .structs import WORD, FieldModel, FieldType, StructModel, word_pointer
from .world import DATA, MODEL, SCALAR

_NDIM, _SHAPE = 24, 32  # PyArrayObject, between data and descr
INT = ir.IntType(32)
ELEMENTS = {float: types.float64, int: types.int32}


# ---- declarations ----
@dataclass(frozen=True)
class Array:
    """An array of this shape, in sizes of the model; '*' is any size. A vector may also be given as a column."""

    shape: str
    element: type = float
    optional: bool = False
    writable: bool = False

    @property
    def dims(self) -> tuple[str, str]:
        """Rows and columns; a vector has one column."""
        rows, _, columns = self.shape.partition(',')
        return rows, columns or '1'

    @property
    def dtype(self) -> np.dtype:
        return _DTYPES[ELEMENTS[self.element]]

    def numba_type(self, by_address):
        return BufferAddress(ELEMENTS[self.element], self.optional) if by_address else ArrayType(self)

    def accept(self, name, m, value):
        """The array that native code takes for this value; raises a TypeError if there is none."""
        if value is None and self.optional:
            return None
        array = self._usable(value)
        if array is None:
            raise TypeError(f'{name} should be {self}, got {_description(value)}')
        shape = (*array.shape, 1) if array.ndim == 1 else array.shape
        if len(shape) != 2 or any(d != '*' and n != model_size(m, d) for n, d in zip(shape, self.dims)):
            raise TypeError(f'{name} should be of {self.shape_text}, got {_description(value)}')
        return array

    def _usable(self, value):
        """An array with the right dtype and memory layout, or None."""
        if self.writable:
            fits = isinstance(value, np.ndarray) and value.dtype == self.dtype and value.flags.carray
            return np.asarray(value).view(self.dtype) if fits else None
        try:
            return None if value is None else np.require(np.asarray(value), self.dtype, ['C', 'A'])
        except (TypeError, ValueError):
            return None

    @property
    def shape_text(self) -> str:
        return f'shape ({self.shape.replace(",", ", ")})' if ',' in self.shape else f'size {self.shape}'

    def __str__(self):
        access = 'a writable C-contiguous' if self.writable else 'a'
        return f'{access} {self.dtype} array of {self.shape_text}' + (' or None' if self.optional else '')


def In(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is only read."""
    return Array(shape, element, optional)


def Out(shape: str, element: type = float, optional: bool = False) -> Array:
    """An array that is written in place."""
    return Array(shape, element, optional, writable=True)


@dataclass(frozen=True)
class Index:
    """An integer; with `size`, one that counts things of which the model has that many."""

    size: str = ''

    def numba_type(self, by_address):
        return types.int64 if by_address else IndexType(self.size)

    def accept(self, name, m, value):
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f'{name} should be an integer, got {_description(value)}') from None
        if self.size and not 0 <= number < model_size(m, self.size):
            raise IndexError(f'{name} is {number}, but the model has {self.size} = {model_size(m, self.size)}: '
                             f'use a number from 0 to {self.size} - 1')
        return number


class Number:
    """A real number."""

    def numba_type(self, by_address):
        return types.float64 if by_address else NumberType()

    def accept(self, name, m, value):
        if not hasattr(value, '__float__') and not hasattr(value, '__index__'):  # float() would also parse a string
            raise TypeError(f'{name} should be a number, got {_description(value)}')
        return float(value)


_PLAIN = {int: Index(), float: Number()}


def model_size(m, name: str) -> int:
    """A size of the model, by its name or as digits."""
    return int(name) if name.isdigit() else m._layout.sizes[name]


def _description(value) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    access = '' if value.flags.writeable else 'read-only '
    layout = '' if value.flags.c_contiguous else ', not C-contiguous'
    return f'a {access}{value.dtype} array of shape {value.shape}{layout}'


# ---- parts of arrays ----
def row(field, start):
    """The numbers of an array from `start` on, as an array of their own."""
    return PythonField(field.numbers[start:], False)


@intrinsic
def _row(typingctx, field, start):
    def codegen(context, builder, sig, args):
        return builder.gep(args[0], [context.cast(builder, args[1], sig.args[1], types.int64)], inbounds=True)

    return FieldType(field.item)(field, start), codegen


@overload(row)
def _row_overload(field, start):
    return lambda field, start: _row(field, start)


# ---- types that check while they unbox ----
class ModelType(HandleType):
    """An MjModel."""


class DataType(HandleType):
    """An MjData of the model that was unboxed before."""


class ArrayType(BufferType):
    """An array as declared, unboxed to a bare pointer."""

    def __init__(self, kind: Array):
        self.kind = kind
        super().__init__(ELEMENTS[kind.element], kind.optional)
        self.name = f'{type(self).__name__}({kind})'


class IndexType(types.Type):
    """An integer that was checked to be in range."""

    plain = types.int64

    def __init__(self, size):
        self.size = size
        super().__init__(f'{type(self).__name__}({size})')


class NumberType(types.Type):
    """A real number that was not parsed from a string."""

    plain = types.float64

    def __init__(self):
        super().__init__(type(self).__name__)


class CheckedModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, dmm.lookup(fe_type.plain).get_value_type())


for _type, _model in ((ModelType, StructModel), (DataType, StructModel), (ArrayType, FieldModel), (IndexType, CheckedModel),
                      (NumberType, CheckedModel)):
    register_model(_type)(_model)


@intrinsic
def plain(typingctx, checked):
    """A checked number as an int64 or float64, which is all that a kernel wants to know."""
    return checked.plain(checked), lambda context, builder, sig, args: args[0]


def _block(typ, obj, c):
    """Address of the words of a struct, or a TypeError: its class must be the registered one or derived from it."""
    b = c.builder
    cls, wanted = _load(b, obj, _TYPE), _symbol_address(b, f'torsor_class_{typ.cls_name}')
    accepted = cgutils.alloca_once_value(b, b.icmp_unsigned('==', cls, wanted))
    with b.if_then(b.not_(b.load(accepted)), likely=False):
        is_subtype = cgutils.get_or_insert_function(b.module, ir.FunctionType(INT, [WORD, WORD]), 'PyType_IsSubtype')
        b.store(b.icmp_unsigned('!=', b.call(is_subtype, [cls, wanted]), INT(0)), accepted)

    def load():
        array = b.inttoptr(_load(b, obj, _SLOT), WORD.as_pointer())
        return b.inttoptr(_load(b, array, _DATA), WORD.as_pointer())

    return _checked(c, b.load(accepted), f'expected an {typ.cls_name}', WORD.as_pointer(), load)


@unbox(ModelType)
def unbox_model(typ, obj, c):
    model = _block(typ, obj, c)
    c.builder.function.torsor_model = model.value  # arguments are unboxed in order, in one function
    return model


def _size(c, name):
    """A size of the model that was unboxed before."""
    b = c.builder
    return WORD(int(name)) if name.isdigit() else b.load(word_pointer(b, MODEL, b.function.torsor_model, name))


@unbox(DataType)
def unbox_data(typ, obj, c):
    b, data = c.builder, _block(typ, obj, c)
    error = cgutils.alloca_once_value(b, data.is_error)
    with b.if_then(b.not_(data.is_error), likely=True):
        tokens = [b.load(word_pointer(b, *place, 'token')) for place in ((MODEL, b.function.torsor_model), (DATA, data.value))]
        with b.if_then(b.icmp_unsigned('!=', *tokens), likely=False):
            c.pyapi.err_set_string('PyExc_ValueError', MISMATCH)
            b.store(cgutils.true_bit, error)
    return NativeValue(data.value, is_error=b.load(error))


def _shape_fits(c, obj, dims):
    """Whether an array has these rows and columns, where a vector is a column."""
    b = c.builder
    fits = cgutils.alloca_once_value(b, cgutils.false_bit)
    ndim = _load(b, obj, _NDIM, INT)
    matrix = b.icmp_unsigned('==', ndim, INT(2))
    with b.if_then(b.or_(matrix, b.icmp_unsigned('==', ndim, INT(1))), likely=True):
        shape = b.inttoptr(_load(b, obj, _SHAPE), WORD.as_pointer())
        last = b.load(b.gep(shape, [b.zext(matrix, WORD)]))
        actual = b.load(shape), b.select(matrix, last, WORD(1))
        equal = [b.icmp_unsigned('==', n, _size(c, dim)) for n, dim in zip(actual, dims) if dim != '*']
        b.store(functools.reduce(b.and_, equal), fits)
    return b.load(fits)


@unbox(ArrayType)
def unbox_array(typ, obj, c):
    b, kind, pointer = c.builder, typ.kind, c.context.get_value_type(typ)
    flags = INT(_C_CONTIGUOUS | _ALIGNED | (_WRITEABLE if kind.writable else 0))
    none = b.icmp_unsigned('==', b.ptrtoint(obj, WORD), _symbol_address(b, 'torsor_none'))
    accepted = cgutils.alloca_once_value(b, none if kind.optional else cgutils.false_bit)
    address = cgutils.alloca_once_value(b, WORD(0))
    with b.if_then(b.icmp_unsigned('==', _load(b, obj, _TYPE), _symbol_address(b, 'torsor_class_ndarray')), likely=True):
        usable = b.icmp_unsigned('==', _load(b, obj, _DESCR), _symbol_address(b, f'torsor_dtype_{kind.dtype.name}'))
        usable = b.and_(usable, b.icmp_unsigned('==', b.and_(_load(b, obj, _FLAGS, INT), flags), flags))
        b.store(b.and_(usable, _shape_fits(c, obj, kind.dims)), accepted)
        b.store(_load(b, obj, _DATA), address)
    return _checked(c, b.load(accepted), 'unsuitable array', pointer, lambda: b.inttoptr(b.load(address), pointer))


@unbox(IndexType)
def unbox_index(typ, obj, c):
    b = c.builder
    convert = cgutils.get_or_insert_function(b.module, ir.FunctionType(WORD, [obj.type] * 2), 'PyNumber_AsSsize_t')
    number = b.call(convert, [obj, c.pyapi.get_c_object('PyExc_IndexError')])
    if not typ.size:
        failed = b.and_(b.icmp_signed('==', number, WORD(-1)), c.pyapi.c_api_error())
        return NativeValue(number, is_error=failed)
    outside = b.icmp_unsigned('>=', number, _size(c, typ.size))  # also true of -1, which stands for an error
    with b.if_then(outside, likely=False):
        c.pyapi.err_set_string('PyExc_IndexError', 'index out of range')
    return NativeValue(number, is_error=outside)


@unbox(NumberType)
def unbox_number(typ, obj, c):
    number = c.pyapi.float_as_double(obj)
    return NativeValue(number, is_error=c.pyapi.c_api_error())


# ---- calling ----
def _layout_holds() -> bool:
    """Whether arrays lie in memory as the unboxing above assumes."""
    array = np.zeros((3, 5))

    def read(kind, address):
        return kind.from_address(address).value

    shape = read(ctypes.c_size_t, id(array) + _SHAPE)
    return (layout_holds() and read(ctypes.c_int, id(array) + _NDIM) == 2
            and [read(ctypes.c_ssize_t, shape + 8 * i) for i in range(2)] == [3, 5])


class Signature:
    """What a kernel f(m, ...) or f(m, d, ...) declares about its arguments, and the ways to call it."""

    def __init__(self, function):
        self.function = function
        parameters = inspect.signature(function).parameters.values()
        self.structs = [p.name for p in parameters if p.annotation is p.empty]
        self.kinds = {p.name: _PLAIN.get(p.annotation, p.annotation) for p in parameters if p.name not in self.structs}

    def runner(self):
        """The cheapest way to call the kernel that there is."""
        if not jit_enabled():
            return self._run_python
        if _layout_holds():
            return native_function(self._checked_function(), *self._types(ModelType, DataType, by_address=False))
        compiled = native_function(self.function, *self._types(HandleAddress, HandleAddress, by_address=True))
        return functools.partial(self._run_addresses, compiled)

    def _types(self, model, data, by_address):
        handles = dict(m=model('MjModel', SCALAR[0]), d=data('MjData', SCALAR[1]))
        return *(handles[s] for s in self.structs), *(kind.numba_type(by_address) for kind in self.kinds.values())

    def _checked_function(self):
        """The kernel, called with plain numbers instead of checked ones."""
        names = [*self.structs, *self.kinds]
        values = [n if isinstance(self.kinds.get(n), (Array, NoneType)) else f'plain({n})' for n in names]
        place = dict(kernel=helper(self.function), plain=plain, __name__=self.function.__module__)
        exec(f'def {self.function.__name__}({", ".join(names)}): return kernel({", ".join(values)})', place)
        return place[self.function.__name__]

    def _run_addresses(self, compiled, *arguments):
        addresses = []
        for a in self.accepted(arguments):
            addresses.append(a.ctypes.data if isinstance(a, np.ndarray) else a._address if isinstance(a, Struct) else a or 0)
        return compiled(*addresses)

    def _run_python(self, *arguments):
        views = []
        for a in self.accepted(arguments):
            views.append(PythonField(a.reshape(-1), False) if isinstance(a, np.ndarray) else
                         python_struct(a) if isinstance(a, Struct) else a)
        with native_floats():
            return self.function(*views)

    def accepted(self, arguments) -> list:
        """The arguments, converted where that is possible; errors say which one is unsuitable."""
        names = [*self.structs, *self.kinds]
        if len(arguments) != len(names):
            raise TypeError(f'there should be {len(names)} arguments ({", ".join(names)}), got {len(arguments)}')
        structs, rest = arguments[:len(self.structs)], arguments[len(self.structs):]
        for struct, name in zip(structs, ('MjModel', 'MjData')):
            if not isinstance(struct, _classes[name]):
                raise TypeError(f'expected an {name}, got {_description(struct)}')
        if len({struct._block[0] for struct in structs}) > 1:
            raise ValueError(MISMATCH)
        return [*structs, *(kind.accept(name, structs[0], a) for (name, kind), a in zip(self.kinds.items(), rest))]


def native(function):
    """Decorator: make a kernel with declared arguments callable from Python."""
    signature = Signature(function)

    def first(*arguments):
        nonlocal run
        run = signature.runner()
        return run(*arguments)

    run = first

    def call(*arguments):
        try:
            return run(*arguments)
        except Interrupted:
            raise pending_error() from None
        except (TypeError, IndexError):
            pass
        return run(*signature.accepted(arguments))

    return functools.update_wrapper(call, function)
