"""Calling native code from Python: cheap (about 0.1 us), and checked.

Numba's dispatcher takes a microsecond to look at its arguments. The wrapper of a compiled function takes a tenth of
that, but trusts them, so the types below check while they unbox: the exact class of a struct, and dtype, layout and
writability of an array, each with a load and a compare. They read CPython's and NumPy's object headers, whose layout is
verified at first use (`layout_holds`); where it does not hold, the same calls go through plain checks in Python.
"""

import ctypes
import functools
import operator

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import signature
from numba.extending import NativeValue, models, register_model, unbox

from . import cache
from .clock import calibrate
from .compiler import kernel_dispatcher
from .layout import Block, Struct
from .progress import progress
from .python_mode import PythonField, PythonStruct, native_floats, python_struct
from .stage import KERNEL_OPTIONS, Interrupted, call_slot, helper, jit_enabled, pending_error, register_kind, stage_at
from .structs import WORD, FieldModel, FieldType, StructModel, StructType, digest
from .teach import teach
from .world import DATA, SCALAR

_TYPE, _SLOT = 8, 16  # PyObject: reference count, type, then what the object holds
_DATA, _DESCR, _FLAGS = 16, 56, 64  # PyArrayObject: data, (nd, dims, strides, base), descr, flags
_C_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400
_DTYPES = {types.float64: np.dtype(np.float64), types.int32: np.dtype(np.int32)}


def layout_holds() -> bool:
    """Whether objects lie in memory as the unboxing below assumes."""

    def word(address):
        return ctypes.c_size_t.from_address(address).value

    block = Block()
    block._block = array = np.zeros(3)
    try:
        return (object.__basicsize__ == _SLOT and word(id(block) + _TYPE) == id(Block)
                and word(id(block) + _SLOT) == id(array) and word(id(array) + _DATA) == array.ctypes.data
                and word(id(array) + _DESCR) == id(np.dtype(np.float64))
                and word(id(array) + _FLAGS) & 0xffff == array.flags.num & 0xffff)
    except (AttributeError, ValueError):
        return False


# ---- unboxing ----
class HandleType(StructType):
    """A struct as a Python object: unboxed to the pointer to its block, after a look at its class."""

    def __init__(self, cls_name, struct):
        self.cls_name, self.kind_name = cls_name, struct.kind_name
        super().__init__(struct.schema, struct.width, struct.per_world, f'{type(self).__name__}({cls_name})')


class BufferType(FieldType):
    """A writable C-contiguous array as a Python object, unboxed to a bare pointer; None is null where `optional`."""

    def __init__(self, element, optional):
        self.optional = optional
        super().__init__(element, name=f'{type(self).__name__}({element},{optional})')


class HandleAddress(HandleType):
    """A struct given by the address of its block."""


class BufferAddress(BufferType):
    """An array given by the address of its numbers."""


class SlotType(types.Type):
    """The slot of a stage as a Python object: an array, which nobody but this module passes."""

    def __init__(self):
        super().__init__(type(self).__name__)


class CountType(types.Type):
    """An int, where Numba's own would also take text and fractions."""

    def __init__(self):
        super().__init__(type(self).__name__)


@register_model(CountType)
class CountModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        super().__init__(dmm, fe_type, WORD)


for _type, _model in ((HandleType, StructModel), (BufferType, FieldModel), (SlotType, StructModel)):
    for _cls in (_type, *_type.__subclasses__()):
        register_model(_cls)(_model)


@unbox(HandleAddress)
@unbox(BufferAddress)
def unbox_address(typ, obj, c):
    return NativeValue(c.builder.inttoptr(c.pyapi.long_as_longlong(obj), c.context.get_value_type(typ)))


def _load(builder, pointer, offset, kind=WORD):
    start = builder.add(builder.ptrtoint(pointer, WORD), WORD(offset))
    return builder.load(builder.inttoptr(start, kind.as_pointer()))


def _symbol_address(builder, name):
    variable = builder.module.globals.get(name)
    if variable is None:
        variable = ir.GlobalVariable(builder.module, ir.IntType(8), name)
    return builder.ptrtoint(variable, WORD)


def _checked(c, accepted, message, value_type, load):
    """Load a value if `accepted`, else set a TypeError."""
    result = c.builder.alloca(value_type)
    c.builder.store(ir.Constant(value_type, None), result)
    with c.builder.if_else(accepted, likely=True) as (then, otherwise):
        with then:
            c.builder.store(load(), result)
        with otherwise:
            c.pyapi.err_set_string('PyExc_TypeError', message)
    return NativeValue(c.builder.load(result), is_error=c.builder.not_(accepted))


@unbox(SlotType)
def unbox_slot(typ, obj, c):
    return NativeValue(c.builder.inttoptr(_load(c.builder, obj, _DATA), WORD.as_pointer()))


@unbox(CountType)
def unbox_count(typ, obj, c):
    b = c.builder
    convert = cgutils.get_or_insert_function(b.module, ir.FunctionType(WORD, [obj.type]), 'PyLong_AsSsize_t')
    number = b.call(convert, [obj])
    return NativeValue(number, is_error=b.and_(b.icmp_signed('==', number, WORD(-1)), c.pyapi.c_api_error()))


@unbox(HandleType)
def unbox_handle(typ, obj, c):
    b = c.builder
    accepted = b.icmp_unsigned('==', _load(b, obj, _TYPE), _symbol_address(b, f'torsor_class_{typ.cls_name}'))

    def load():
        array = b.inttoptr(_load(b, obj, _SLOT), WORD.as_pointer())
        return b.inttoptr(_load(b, array, _DATA), WORD.as_pointer())

    return _checked(c, accepted, f'expected a {typ.cls_name}', WORD.as_pointer(), load)


@unbox(BufferType)
def unbox_buffer(typ, obj, c):
    b, pointer = c.builder, c.context.get_value_type(typ)
    dtype = _DTYPES[typ.element]
    null = b.icmp_unsigned('==', b.ptrtoint(obj, WORD), _symbol_address(b, 'torsor_none'))
    given = b.icmp_unsigned('==', _load(b, obj, _TYPE), _symbol_address(b, 'torsor_class_ndarray'))
    wanted = ir.IntType(32)(_C_CONTIGUOUS | _ALIGNED | _WRITEABLE)

    def array_is_usable():
        right = b.icmp_unsigned('==', _load(b, obj, _DESCR), _symbol_address(b, f'torsor_dtype_{dtype.name}'))
        return b.and_(right, b.icmp_unsigned('==', b.and_(_load(b, obj, _FLAGS, ir.IntType(32)), wanted), wanted))

    usable = b.alloca(ir.IntType(1))
    b.store(ir.IntType(1)(0), usable)
    with b.if_then(given, likely=True):
        b.store(array_is_usable(), usable)
    accepted = b.or_(b.load(usable), null) if typ.optional else b.load(usable)

    def load():
        address = b.alloca(WORD)
        b.store(WORD(0), address)
        with b.if_then(given, likely=True):
            b.store(_load(b, obj, _DATA), address)
        return b.inttoptr(b.load(address), pointer)

    return _checked(c, accepted, _buffer_message(typ.element, typ.optional), pointer, load)


def _buffer_message(element, optional):
    return f'expected a writable C-contiguous array of {element}' + (' or None' if optional else '')


def _add_symbols():
    dtypes = {f'dtype_{dtype.name}': dtype for dtype in _DTYPES.values()}
    for name, thing in dict(dtypes, none=None, class_ndarray=np.ndarray).items():
        binding.add_symbol(f'torsor_{name}', id(thing))


_add_symbols()
_classes: dict[str, type] = {}


def register_class(name: str, cls: type) -> None:
    """Say which Python class native code takes for `name`: 'MjModel' or 'MjData'."""
    _classes[name] = cls
    binding.add_symbol(f'torsor_class_{name}', id(cls))


# ---- entry points ----
WARNED = DATA.word['warned']
warning_handler = None  # set by the API: tells the user about the warnings in (m, d) of these kinds, a bit for each
MISMATCH = 'this MjData was made for another MjModel: make one with MjData(model)'
_NUMBERS = dict(int=types.int64, float=types.float64, bool=types.boolean)
_ARRAYS = {'reals': (types.float64, False), 'reals?': (types.float64, True),
           'ints': (types.int32, False), 'ints?': (types.int32, True)}


def _argument_types(kinds, by_address):
    """Numba types of (m, d, ...) for these kinds of arguments."""
    handle, buffer = (HandleAddress, BufferAddress) if by_address else (HandleType, BufferType)
    extra = [_NUMBERS[k] if k in _NUMBERS else buffer(*_ARRAYS[k]) for k in kinds]
    return handle('MjModel', SCALAR[0]), handle('MjData', SCALAR[1]), *extra


def _array_address(array, kind):
    """Address of the numbers of an array argument, after the checks that `unbox_buffer` makes."""
    element, optional = _ARRAYS[kind]
    if array is None and optional:
        return 0
    if not (isinstance(array, np.ndarray) and array.dtype == _DTYPES[element] and array.flags.carray):
        raise TypeError(_buffer_message(element, optional))
    return array.ctypes.data


def _check_structs(m, d):
    if not (isinstance(m, _classes['MjModel']) and isinstance(d, _classes['MjData'])):
        raise TypeError(f'expected an MjModel and an MjData, not {type(m).__name__} and {type(d).__name__}')
    if m._block[0] != d._block[0]:
        raise ValueError(MISMATCH)


def _call(slot, m, d):
    """Call the stage in the slot at this address; in kernels only."""


def _emit_call(context, builder, sig, args):
    pointers = [builder.inttoptr(a, WORD.as_pointer()) if a.type == WORD else a for a in args]
    return call_slot(context, builder, pointers[0], pointers[1:])


def _number(count):
    """A count as an int64; in kernels only."""


teach(_call, lambda slot, m, d: signature(types.none, slot, m, d), _emit_call)
teach(_number, lambda count: signature(types.int64, count), lambda context, builder, sig, args: args[0])


def given(field):
    """Whether an optional array was given, that is, not None."""
    return field is not None


def _emit_given(context, builder, sig, args):
    return cgutils.is_not_null(builder, builder.ptrtoint(args[0], WORD))


teach(given, lambda field: signature(types.boolean, field), _emit_given)


@helper
def same_model(m, d):
    """Refuse a Data of another Model: its fields have other lengths."""
    if m.token != d.token:
        raise ValueError(MISMATCH)


def _run_objects(m, d, slot, count):
    if m.token != d.token:
        raise ValueError(MISMATCH)
    for _ in range(_number(count)):
        _call(slot, m, d)
    return d.warned


def _run_addresses(m, d, slot, count):
    for _ in range(count):
        _call(slot, m, d)


def native_function(function, *argument_types):
    """The C-level wrapper of a function compiled for these types, which skips Numba's dispatcher."""
    dispatcher = kernel_dispatcher(function, dict(KERNEL_OPTIONS, no_cpython_wrapper=False))
    build, name = cache.stamp('entry'), f'entry-{function.__module__}-{function.__name__}-{digest(argument_types)}'
    result = cache.load(dispatcher.targetctx, build, name)
    if result is None:
        with progress.compiling(function.__name__):
            dispatcher.compile(argument_types)
        result = dispatcher.overloads[argument_types]
        cache.save(build, name, result)
    return result.entry_point


def _checked_run(m, d, slot, count):
    """What `_run_objects` does, with the checks in Python."""
    _check_structs(m, d)
    run_addresses(m._address, d._address, slot.ctypes.data, operator.index(count))
    return d._block[WARNED]


def _python_run(m, d, slot, count):
    """Run a stage with JIT disabled."""
    _check_structs(m, d)
    stage = stage_at(slot.ctypes.data)
    with native_floats():
        for _ in range(count):
            stage.kernel(python_struct(m), python_struct(d))
    return d._block[WARNED]


@functools.cache
def _address_runner():
    return native_function(_run_addresses, *[types.intp] * 4)


def run_addresses(m: int, d: int, slot: int, count: int) -> None:
    """Run the stage in a slot on two blocks given by address."""
    _address_runner()(m, d, slot, count)


def _run(m, d, slot, count):
    """Run the stage in a slot on an MjModel and an MjData; replaced at first use by the cheapest way there is."""
    global _run
    if not jit_enabled():
        _run = _python_run
    elif layout_holds():
        calibrate()
        _run = native_function(_run_objects, *_argument_types([], by_address=False), SlotType(), CountType())
    else:
        calibrate()
        _run = _checked_run
    return _run(m, d, slot, count)


def _recover(name, error, m, d, slot, count):
    """After a run that was broken off or refused: say why, unless the exact check refused instances of subclasses."""
    if isinstance(error, Interrupted):
        raise pending_error() from None
    if not (isinstance(m, _classes['MjModel']) and isinstance(d, _classes['MjData'])):
        raise TypeError(f'{name}(): incompatible function arguments: expected (m: MjModel, d: MjData), '
                        f'got ({type(m).__name__}, {type(d).__name__})') from error
    try:
        return _checked_run(m, d, slot, count)
    except Interrupted:
        raise pending_error() from None


def speak(m, d) -> None:
    """Tell the user about the warnings that native code has left in the data."""
    kinds = int(d._block[WARNED])
    d._block[WARNED] = 0
    if warning_handler is not None:
        warning_handler(m, d, kinds)


def caller(stage, name=None):
    """A Python function (m, d) that runs a stage once."""
    slot, name = stage.slot(SCALAR), name or stage.__name__

    def call(m, d):
        try:
            warned = _run(m, d, slot, 1)
        except (Interrupted, TypeError) as error:
            warned = _recover(name, error, m, d, slot, 1)
        if warned:
            speak(m, d)

    return _named(call, stage, name)


def repeater(stage, name=None):
    """A Python function (m, d, nstep=1) that runs a stage nstep times without coming back to Python."""
    slot, name = stage.slot(SCALAR), name or stage.__name__

    def call(m, d, nstep=1):
        try:
            warned = _run(m, d, slot, nstep)
        except (Interrupted, TypeError) as error:
            warned = _recover(name, error, m, d, slot, nstep)
        if warned:
            speak(m, d)

    return _named(call, stage, name)


def _named(function, stage, name):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = stage.__doc__
    return function


def run_stage(stage, m, d, count=1):
    """Run a stage: on MjModel and MjData, on the structs of another kind, or on what kernels see in Python mode."""
    if isinstance(m, PythonStruct):
        return stage.kernel(m, d)
    if isinstance(d, _classes['MjData']):
        return repeater(stage, stage.__name__)(m, d, count)
    return run_lanes(stage, m, d, count)


def run_lanes(stage, m, d, count=1):
    """Run a stage on structs of several worlds."""
    if not (isinstance(m, Struct) and isinstance(d, Struct)):
        raise TypeError(f'{stage.__name__}() takes a model and its data, not {type(m).__name__} and {type(d).__name__}')
    if m._block[0] != d._block[0]:
        raise ValueError(MISMATCH)
    if not jit_enabled():
        with native_floats():
            for _ in range(count):
                stage.kernel(python_struct(m), python_struct(d))
        return
    kind = register_kind(m._struct_type, d._struct_type)
    try:
        run_addresses(m._address, d._address, stage.slot(kind).ctypes.data, count)
    except Interrupted:
        raise pending_error() from None


class Entry:
    """A kernel with arguments beyond (m, d), called from Python: numbers and arrays, which are used in place."""

    def __init__(self, function, kinds):
        self.__name__, self.__doc__, self.__wrapped__ = function.__name__, function.__doc__, function
        self.kinds, self._native = kinds.split(), None
        self._call = self._first

    def _first(self, *arguments):
        """Choose, at the first call, how calls are made."""
        if not jit_enabled():
            self._call = self._python
        else:
            kinds = _argument_types(self.kinds, by_address=not layout_holds())
            self._native = native_function(self.__wrapped__, *kinds)
            self._call = self._native if layout_holds() else self._checked
        return self._call(*arguments)

    def _checked(self, m, d, *arguments):
        _check_structs(m, d)
        plain = [_array_address(a, k) if k in _ARRAYS else a for a, k in zip(arguments, self.kinds, strict=True)]
        return self._native(m._address, d._address, *plain)

    def _python(self, m, d, *arguments):
        _check_structs(m, d)
        for argument, kind in zip(arguments, self.kinds, strict=True):
            if kind in _ARRAYS:
                _array_address(argument, kind)
        fields = [PythonField(a.reshape(-1), False) if isinstance(a, np.ndarray) else a for a in arguments]
        with native_floats():
            return self.__wrapped__(python_struct(m), python_struct(d), *fields)

    def __call__(self, *arguments):
        try:
            return self._call(*arguments)
        except Interrupted:
            raise pending_error() from None


def entry(kinds: str):
    """Decorator: @entry('reals? reals int') def f(m, d, out, point, body): ...; a `?` array may be None."""
    return lambda function: Entry(function, kinds)
