"""`@native`: a kernel that Python calls with arguments beyond (m, d), each declared where it is named.

    @native
    def jac(m, d, jacp: Out('3,nv', optional=True), point: In('3'), body: Index('nbody')): ...

The declarations (see arguments.py) are checked while the arguments are unboxed: dtype, memory layout and shape of an
array, the range of an index. That takes a load and a compare each, where Python would take a tenth of a microsecond.
Only when an argument is refused does Python look at it.
"""

import ctypes
import functools
import inspect

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import NativeValue, intrinsic, models, overload, register_model, unbox

from . import entry as objects
from .arguments import PLAIN, Array, In, Index, Out
from .entry import MISMATCH, BufferAddress, BufferType, HandleAddress, HandleType, layout_holds, native_function
from .layout import Struct
from .python_mode import PythonField, native_floats, python_struct
from .stage import Interrupted, helper, jit_enabled, pending_error
from .structs import WORD, FieldModel, FieldType, StructModel, word_pointer
from .world import DATA, MODEL, SCALAR

__all__ = ['In', 'Index', 'Out', 'native', 'row']

_NDIM, _SHAPE = 24, 32  # PyArrayObject, between data and descr
INT = ir.IntType(32)
ELEMENTS = {float: types.float64, int: types.int32}


# ---- types of arguments ----
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


for _model, _types in ((StructModel, (ModelType, DataType)), (FieldModel, (ArrayType,)),
                       (CheckedModel, (IndexType, NumberType))):
    for _type in _types:
        register_model(_type)(_model)


def _checked_type(kind):
    """The type of an argument that is checked while it is unboxed."""
    if isinstance(kind, Array):
        return ArrayType(kind)
    return IndexType(kind.size) if isinstance(kind, Index) else NumberType()


def _plain_type(kind):
    """The type of an argument that Python has checked; arrays are given by address."""
    if isinstance(kind, Array):
        return BufferAddress(ELEMENTS[kind.element], kind.optional)
    return types.int64 if isinstance(kind, Index) else types.float64


# ---- unboxing ----
def _block(typ, obj, c):
    """Address of the words of a struct, or a TypeError: its class must be the registered one or derived from it."""
    b = c.builder
    cls, wanted = objects._load(b, obj, objects._TYPE), objects._symbol_address(b, f'torsor_class_{typ.cls_name}')
    accepted = cgutils.alloca_once_value(b, b.icmp_unsigned('==', cls, wanted))
    with b.if_then(b.not_(b.load(accepted)), likely=False):
        is_subtype = cgutils.get_or_insert_function(b.module, ir.FunctionType(INT, [WORD, WORD]), 'PyType_IsSubtype')
        b.store(b.icmp_unsigned('!=', b.call(is_subtype, [cls, wanted]), INT(0)), accepted)

    def load():
        array = b.inttoptr(objects._load(b, obj, objects._SLOT), WORD.as_pointer())
        return b.inttoptr(objects._load(b, array, objects._DATA), WORD.as_pointer())

    return objects._checked(c, b.load(accepted), f'expected an {typ.cls_name}', WORD.as_pointer(), load)


@unbox(ModelType)
def unbox_model(typ, obj, c):
    model = _block(typ, obj, c)
    c.builder.function.torsor_model = model.value  # for the sizes: arguments are unboxed in order, in one function
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
        of_model = b.load(word_pointer(b, MODEL, b.function.torsor_model, 'token'))
        of_data = b.load(word_pointer(b, DATA, data.value, 'token'))
        with b.if_then(b.icmp_unsigned('!=', of_model, of_data), likely=False):
            c.pyapi.err_set_string('PyExc_ValueError', MISMATCH)
            b.store(cgutils.true_bit, error)
    return NativeValue(data.value, is_error=b.load(error))


def _shape_fits(c, obj, dims):
    """Whether an array has these rows and columns, where a vector is a column."""
    b = c.builder
    fits = cgutils.alloca_once_value(b, cgutils.false_bit)
    ndim = objects._load(b, obj, _NDIM, INT)
    matrix = b.icmp_unsigned('==', ndim, INT(2))
    with b.if_then(b.or_(matrix, b.icmp_unsigned('==', ndim, INT(1))), likely=True):
        shape = b.inttoptr(objects._load(b, obj, _SHAPE), WORD.as_pointer())
        last = b.load(b.gep(shape, [b.zext(matrix, WORD)]))
        actual = b.load(shape), b.select(matrix, last, WORD(1))
        equal = [b.icmp_unsigned('==', n, _size(c, dim)) for n, dim in zip(actual, dims) if dim != '*']
        b.store(functools.reduce(b.and_, equal), fits)
    return b.load(fits)


@unbox(ArrayType)
def unbox_array(typ, obj, c):
    b, kind, pointer = c.builder, typ.kind, c.context.get_value_type(typ)
    flags = INT(objects._C_CONTIGUOUS | objects._ALIGNED | (objects._WRITEABLE if kind.writable else 0))

    def equal(offset, symbol):
        return b.icmp_unsigned('==', objects._load(b, obj, offset), objects._symbol_address(b, symbol))

    none = b.icmp_unsigned('==', b.ptrtoint(obj, WORD), objects._symbol_address(b, 'torsor_none'))
    accepted = cgutils.alloca_once_value(b, none if kind.optional else cgutils.false_bit)
    address = cgutils.alloca_once_value(b, WORD(0))
    with b.if_then(equal(objects._TYPE, 'torsor_class_ndarray'), likely=True):
        arranged = b.icmp_unsigned('==', b.and_(objects._load(b, obj, objects._FLAGS, INT), flags), flags)
        usable = b.and_(equal(objects._DESCR, f'torsor_dtype_{kind.dtype.name}'), arranged)
        b.store(b.and_(usable, _shape_fits(c, obj, kind.dims)), accepted)
        b.store(objects._load(b, obj, objects._DATA), address)

    def load():
        return b.inttoptr(b.load(address), pointer)

    return objects._checked(c, b.load(accepted), 'unsuitable array', pointer, load)


@unbox(IndexType)
def unbox_index(typ, obj, c):
    b = c.builder
    convert = cgutils.get_or_insert_function(b.module, ir.FunctionType(WORD, [obj.type] * 2), 'PyNumber_AsSsize_t')
    number = b.call(convert, [obj, c.pyapi.get_c_object('PyExc_IndexError')])
    if not typ.size:
        return NativeValue(number, is_error=b.and_(b.icmp_signed('==', number, WORD(-1)), c.pyapi.c_api_error()))
    outside = b.icmp_unsigned('>=', number, _size(c, typ.size))  # also true of -1, which stands for an error
    with b.if_then(outside, likely=False):
        c.pyapi.err_set_string('PyExc_IndexError', 'index out of range')
    return NativeValue(number, is_error=outside)


@unbox(NumberType)
def unbox_number(typ, obj, c):
    return NativeValue(c.pyapi.float_as_double(obj), is_error=c.pyapi.c_api_error())


def _layout_holds() -> bool:
    """Whether objects lie in memory as the unboxing above assumes."""
    array = np.zeros((3, 5))

    def read(kind, address):
        return kind.from_address(address).value

    shape = read(ctypes.c_size_t, id(array) + _SHAPE)
    return (layout_holds() and read(ctypes.c_int, id(array) + _NDIM) == 2
            and [read(ctypes.c_ssize_t, shape + 8 * i) for i in range(2)] == [3, 5])


# ---- inside kernels ----
@intrinsic
def plain(typingctx, checked):
    """A checked number as an int64 or float64, which is all that a kernel wants to know."""
    return checked.plain(checked), lambda context, builder, sig, args: args[0]


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


# ---- calling ----
class Signature:
    """What a kernel f(m, ...) or f(m, d, ...) declares about its arguments, and the ways to call it."""

    def __init__(self, function):
        self.function = function
        parameters = inspect.signature(function).parameters.values()
        self.structs = [p.name for p in parameters if p.annotation is p.empty]
        self.kinds = {p.name: PLAIN.get(p.annotation, p.annotation) for p in parameters if p.name not in self.structs}

    def runner(self):
        """The cheapest way to call the kernel that there is."""
        if not jit_enabled():
            return self._run_python
        if _layout_holds():
            return native_function(self._checked_function(), *self._types(ModelType, DataType, _checked_type))
        compiled = native_function(self.function, *self._types(HandleAddress, HandleAddress, _plain_type))
        return functools.partial(self._run_addresses, compiled)

    def _types(self, model, data, argument):
        structs = dict(m=model('MjModel', SCALAR[0]), d=data('MjData', SCALAR[1]))
        return *(structs[name] for name in self.structs), *map(argument, self.kinds.values())

    def _checked_function(self):
        """The kernel for checked arguments: one that calls it with plain numbers, if it takes numbers at all."""
        names = [*self.structs, *self.kinds]
        numbers = [name for name, kind in self.kinds.items() if not isinstance(kind, Array)]
        if not numbers:
            return self.function
        values = [f'plain({name})' if name in numbers else name for name in names]
        place = dict(kernel=helper(self.function), plain=plain, __name__=self.function.__module__)
        exec(f'def {self.function.__name__}({", ".join(names)}): return kernel({", ".join(values)})', place)
        return place[self.function.__name__]

    def _run_addresses(self, compiled, *arguments):
        def address(a):
            return a.ctypes.data if isinstance(a, np.ndarray) else a._address if isinstance(a, Struct) else a or 0

        return compiled(*map(address, self.accepted(arguments)))

    def _run_python(self, *arguments):
        def view(a):
            return (PythonField(a.reshape(-1), False) if isinstance(a, np.ndarray)
                    else python_struct(a) if isinstance(a, Struct) else a)

        views = [view(a) for a in self.accepted(arguments)]
        with native_floats():
            return self.function(*views)

    def accepted(self, arguments) -> list:
        """The arguments, converted where that is possible; errors say which one is unsuitable."""
        names = [*self.structs, *self.kinds]
        if len(arguments) != len(names):
            raise TypeError(f'there should be {len(names)} arguments ({", ".join(names)}), got {len(arguments)}')
        structs, rest = arguments[:len(self.structs)], arguments[len(self.structs):]
        for struct, cls in zip(structs, ('MjModel', 'MjData')):
            if not isinstance(struct, objects._classes[cls]):
                raise TypeError(f'expected an {cls}, got {struct!r}')
        if len({struct._block[0] for struct in structs}) > 1:
            raise ValueError(MISMATCH)
        return [*structs, *(kind.accept(name, structs[0], a) for (name, kind), a in zip(self.kinds.items(), rest))]


def native(function):
    """Decorator: make a kernel with declared arguments callable from Python, by position."""
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
            pass  # Python looks at the arguments
        return run(*signature.accepted(arguments))

    return functools.update_wrapper(call, function)
