"""Stages, as Numba sees them: calls through slots, and compiling."""

from numba import types

from ..arguments import DATA, MODEL, Array, Number
from ..inside import calling, upcall
from ..inside.compiler import KERNEL_OPTIONS, Compiled, compiled, dispatcher
from ..inside.machine import publish
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..scratch import Scratch
from ..stage import KINDS, Stage
from .scratch import ScratchType
from .structs import ELEMENTS, WORD, FieldType, SpanType, StructType, struct_type

RESULTS = {None: types.none, int: types.int64, float: types.float64, bool: types.boolean}


def call_slot(context, builder, slot, result, arguments, values):
    """Emit a call of the stage whose address is in `slot` (a pointer to a word); errors propagate."""
    with cgutils.if_unlikely(builder, cgutils.is_null(builder, builder.load(slot))):
        upcall.emit(context, builder, upcall.word(builder, 'torsor_resolve'), [builder.ptrtoint(slot, WORD)])
    generic = tuple(calling.STRUCT if isinstance(a, StructType) else a for a in arguments)
    function = calling.function_type(context, result, generic).as_pointer()
    return calling.call(context, builder, builder.inttoptr(builder.load(slot), function), result, generic, values)


def teach_stage(stage: Stage) -> None:
    """Let kernels call a stage."""

    def resolve(*given):
        kind = _kind_of(given)
        if kind is None or len(given) != len(stage.signature.kinds):
            return None
        wanted = stage_types(stage, kind)
        if not all(map(_fits, given, wanted)):
            return None
        return signature(result_type(stage, kind), *(have if isinstance(want, FieldType) else want
                                                     for have, want in zip(given, wanted)))

    def emit(context, builder, sig, args):
        kind = _kind_of(sig.args)
        symbol = stage.slot_symbol(kind)
        stage.slot(kind)  # there is one by the time that this is linked
        publish()
        slot = builder.module.globals.get(symbol) or cgutils.add_global_variable(builder.module, WORD, symbol)
        return call_slot(context, builder, slot, sig.return_type, sig.args, args)

    teach(stage, resolve, emit)


def stage_types(stage: Stage, kind) -> tuple:
    """Numba's types of all arguments, for this kind of (Model, Data)."""
    return tuple(numba_type(parameter, kind) for parameter in stage.signature.kinds.values())


def result_type(stage: Stage, kind):
    """Numba's type of the result: of a number, on duals, a dual."""
    return struct_type(kind[1]).element if stage.result is float and kind[1].dual else RESULTS[stage.result]


def numba_type(parameter, kind):
    """Numba's type of an argument that is declared so."""
    if isinstance(parameter, Array):
        data = struct_type(kind[1])
        element = data.element if parameter.packs and data.worlds > 1 else ELEMENTS[parameter.element]
        return SpanType(element, parameter.ndim) if parameter.free else FieldType(element)
    if parameter is MODEL or parameter is DATA:
        return struct_type(kind[parameter is DATA])
    if isinstance(parameter, Scratch):
        return ScratchType(parameter, struct_type(kind[1]).element)
    return types.float64 if isinstance(parameter, Number) else types.int64


def _fits(have, want) -> bool:
    """Whether a kernel may give an argument of one type where another is declared."""
    if isinstance(want, FieldType):
        return isinstance(have, FieldType) and have.element == want.element
    if isinstance(want, (StructType, ScratchType, SpanType)):
        return have == want
    whole = (types.Integer, types.Boolean)
    return isinstance(have, whole if want == types.int64 else (*whole, types.Float))  # a fraction would be cut off


def _kind_of(arguments) -> tuple | None:
    """The first kind of (Model, Data) that arguments of these types belong to."""
    structs = {a.kind for a in arguments if isinstance(a, StructType)}
    return next((kind for kind in KINDS if structs <= set(kind)), None)


# ---- compiling ----
def stage_dispatcher(kernel):
    """What compiles a stage."""
    return dispatcher(kernel, KERNEL_OPTIONS)


def compiled_stage(stage: Stage, kind) -> Compiled:
    """Compile a stage for this kind of (Model, Data)."""
    native, declared = compiled(stage.kernel_for(kind), stage_types(stage, kind)), result_type(stage, kind)
    if native.result != declared:  # the caller's idea of the function type would differ
        raise TypeError(f'{stage.__name__}: the stage returns {native.result}, but declares {declared}')
    return native
