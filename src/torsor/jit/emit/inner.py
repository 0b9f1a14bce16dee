"""Inner products, emitted with eight partial sums in registers."""

from llvmlite import ir
from numba import types

from ..inner import WIDTH, inner_product
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from .structs import WORD, FieldType, annotate

BLOCK = ir.VectorType(ir.DoubleType(), WIDTH)


def _resolve(x, i, y, j, count):
    if all(isinstance(field, FieldType) and field.element == types.float64 for field in (x, y)):
        return signature(types.float64, x, types.intp, y, types.intp, types.intp)


def _emit(context, builder, sig, args):
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
