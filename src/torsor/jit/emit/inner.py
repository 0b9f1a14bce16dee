"""Inner products, emitted with eight partial sums in registers."""

from llvmlite import ir
from numba import types

from ..inner import WIDTH, inner_product
from ..inside.aliasing import annotate
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from .structs import WORD, FieldType, load_item
from .symbol import Dual, Symbol

BLOCK = ir.VectorType(ir.DoubleType(), WIDTH)


def _resolve(x, i, y, j, count):
    if not (isinstance(x, FieldType) and isinstance(y, FieldType)):
        return None
    if x.element == y.element == types.float64:
        return signature(types.float64, x, types.intp, y, types.intp, types.intp)
    dual = next((field.element for field in (x, y) if isinstance(field.element, Dual)), None)
    return dual and signature(dual, x, types.intp, y, types.intp, types.intp)


def _emit_duals(context, builder, sig, args):
    """One term after the other: the derivatives fill the registers already."""
    x, i, y, j, count = args
    total = cgutils.alloca_once_value(builder, context.get_constant_null(sig.return_type))
    with cgutils.for_range(builder, count) as loop:
        a, b = (Symbol(kind.element, load_item(context, builder, kind, start, builder.add(first, loop.index)), builder)
                for kind, start, first in ((sig.args[0], x, i), (sig.args[2], y, j)))
        builder.store((Symbol(sig.return_type, builder.load(total), builder) + a * b).value, total)
    return builder.load(total)


def _emit(context, builder, sig, args):
    if isinstance(sig.return_type, Dual):
        return _emit_duals(context, builder, sig, args)
    x, i, y, j, count = args
    starts = builder.gep(x, [i]), builder.gep(y, [j])

    def term(index, kind):
        """Products of one block, or of one pair of numbers."""
        places = (builder.bitcast(builder.gep(p, [index]), kind.as_pointer()) for p in starts)
        return builder.fmul(*(annotate(builder, builder.load(p, align=8), str(types.float64)) for p in places))

    def accumulate(kind, first, last, step, start):
        total = cgutils.alloca_once_value(builder, start)
        with cgutils.for_range_slice(builder, first, last, WORD(step), intp=WORD) as (index, _):
            builder.store(builder.fadd(builder.load(total), term(index, kind)), total)
        return builder.load(total)

    whole = builder.and_(count, WORD(-WIDTH))
    partial = accumulate(BLOCK, WORD(0), whole, WIDTH, BLOCK(None))
    half = WIDTH // 2
    while half:
        low, high = (ir.Constant(ir.VectorType(ir.IntType(32), half), list(range(s, s + half))) for s in (0, half))
        partial = builder.fadd(*(builder.shuffle_vector(partial, partial, lanes) for lanes in (low, high)))
        half //= 2
    total = builder.extract_element(partial, WORD(0))
    return accumulate(ir.DoubleType(), whole, count, 1, total)


teach(inner_product, _resolve, _emit)
