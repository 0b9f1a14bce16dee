"""Calls of the user's functions, in kernels."""

from llvmlite import ir
from numba import types

from ..callback import Callback, is_set
from ..inside import calling, upcall
from ..inside.naming import digest
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..world import TOGETHER
from .structs import WORD, StructType

INDICES = (types.intp, types.intp)
_ARGUMENTS = (calling.STRUCT, calling.STRUCT, *INDICES)


def teach_callback(callback: Callback) -> None:
    """Let kernels run callbacks of this kind."""

    def emit(context, builder, sig, args):
        function = _dispatcher(callback, context, builder.module, sig)
        return calling.call(context, builder, function, sig.return_type, _ARGUMENTS, args)

    def resolve(*args):
        if len(args) == 4 and all(isinstance(a, StructType) for a in args[:2]):
            result = args[1].element if callback.name in TOGETHER else types.float64
            return signature(result, *args[:2], types.intp, types.intp)
        return None

    teach(callback, resolve, emit)


def _own_address(callback, builder, struct, block):
    """The word of a struct for this kind of callback: of one world it is the model's, of several the data's."""
    return builder.load(builder.gep(block, [WORD(struct.schema.word[f'callback.{callback.name}'])], inbounds=True))


def _dispatcher(callback, context, module, sig):
    """A function, one per module, that runs the model's own callback if there is one, else the process's."""
    kind = calling.function_type(context, sig.return_type, _ARGUMENTS)
    function = cgutils.get_or_insert_function(module, kind, f'torsor_run_{callback.name}_{digest(sig.args)}')
    if function.is_declaration:
        function.linkage = 'linkonce_odr'  # several modules may define it; LLVM keeps one
        builder = ir.IRBuilder(function.append_basic_block())
        m, d, i, j = context.call_conv.get_arguments(function)
        several = sig.args[1].width > 1
        own = _own_address(callback, builder, sig.args[several], (m, d)[several])
        with cgutils.if_likely(builder, cgutils.is_not_null(builder, own)):
            native = builder.inttoptr(own, kind.as_pointer())
            builder.ret(builder.call(native, function.args))
        if several:
            context.call_conv.return_user_exc(builder, NotImplementedError,
                                              ('this callback takes one world at a time',))
            return function
        result = function.args[0]
        numbers = [*(builder.ptrtoint(struct, WORD) for struct in (m, d)), i, j]
        upcall.emit(context, builder, upcall.word(builder, f'torsor_python_{callback.name}'), numbers, result)
        context.call_conv.return_value(builder, builder.load(result))
    return function


def _emit_is_set(context, builder, sig, args):
    callback = sig.args[1].typing_key
    symbol = f'torsor_callback_{callback.name}'
    flag = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, WORD, symbol)
    either = builder.or_(_own_address(callback, builder, sig.args[0], args[0]), builder.load(flag))
    return cgutils.is_not_null(builder, either)


teach(is_set, lambda m, callback: signature(types.boolean, m, callback), _emit_is_set)
