"""Arithmetic on rows, emitted with wide loads and stores."""

from llvmlite import ir
from numba import types

from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..rows import affine_product, rest_of, subtract_scaled
from .structs import WORD, FieldType, annotate
from .symbol import Pack, Symbol, broadcast

WIDTH = 4
BLOCK = 8  # numbers of two registers


def _resolve(y, i, scale, x, j, count):
    if isinstance(y, FieldType) and isinstance(x, FieldType):
        return signature(types.none, y, types.intp, y.element, x, types.intp, types.intp)


def _emit(context, builder, sig, args):
    y, i, scale, x, j, count = args
    targets, sources = builder.gep(y, [i]), builder.gep(x, [j])
    kind = str(sig.args[0].element)

    def update(index, factor, vector):
        """One store of y - factor * x at this index."""
        places = [builder.gep(p, [index]) for p in (targets, sources)]
        if vector is not None:
            places = [builder.bitcast(p, vector.as_pointer()) for p in places]
        old, new = (annotate(builder, builder.load(p, align=8), kind) for p in places)
        annotate(builder, builder.store(builder.fsub(old, builder.fmul(factor, new)), places[0], align=8), kind)

    if isinstance(sig.args[0].element, Pack):
        with cgutils.for_range(builder, count) as loop:
            place, source = (builder.gep(p, [loop.index]) for p in (targets, sources))
            old, factor, new = (Symbol(kind, value, builder) for kind, value in (
                (sig.args[0].element, builder.load(place)), (sig.args[2], scale),
                (sig.args[3].element, builder.load(source))))
            builder.store((old - factor * new).value, place)
        return context.get_dummy_value()
    whole = builder.and_(count, WORD(-WIDTH))
    wide = broadcast(builder, scale, WIDTH)
    with cgutils.for_range_slice(builder, WORD(0), whole, WORD(WIDTH), intp=WORD) as (index, _):
        update(index, wide, ir.VectorType(ir.DoubleType(), WIDTH))
    with cgutils.for_range_slice(builder, whole, count, WORD(1), intp=WORD) as (index, _):
        update(index, scale, None)
    return context.get_dummy_value()


teach(subtract_scaled, _resolve, _emit)


def _resolve_affine(y, b, x, A, count):
    if all(isinstance(field, FieldType) and field.element == types.float64 for field in (y, b, x, A)):
        return signature(types.none, y, b, x, A, types.intp)


def _emit_affine(context, builder, sig, args):
    y, b, x, A, count = args
    kind = str(types.float64)

    def columns(first, width):
        """Some columns side by side, in registers."""
        vector = ir.VectorType(ir.DoubleType(), width)

        def wide(field, index):
            return builder.bitcast(builder.gep(field, [index]), vector.as_pointer())

        total = cgutils.alloca_once_value(builder, annotate(builder, builder.load(wide(b, first), align=8), kind))
        with cgutils.for_range(builder, count, intp=WORD) as loop:
            factor = annotate(builder, builder.load(builder.gep(x, [loop.index])), kind)
            place = wide(A, builder.add(builder.mul(loop.index, count), first))
            part = annotate(builder, builder.load(place, align=8), kind)
            term = builder.fmul(broadcast(builder, factor, width), part)
            builder.store(builder.fadd(builder.load(total), term), total)
        annotate(builder, builder.store(builder.load(total), wide(y, first), align=8), kind)

    with builder.if_else(builder.icmp_signed('<', count, WORD(BLOCK))) as (few, many):
        with few, cgutils.for_range(builder, count, intp=WORD) as loop:
            columns(loop.index, 1)
        with many, cgutils.for_range_slice(builder, WORD(0), count, WORD(BLOCK), intp=WORD) as (index, _):
            last = builder.sub(count, WORD(BLOCK))  # the last block may overlap with the one before
            columns(builder.select(builder.icmp_signed('<', index, last), index, last), BLOCK)
    return context.get_dummy_value()


teach(affine_product, _resolve_affine, _emit_affine)


def _resolve_rest(field, start):
    if isinstance(field, FieldType) and field.columns == 1:
        return signature(field, field, types.intp)


def _emit_rest(context, builder, sig, args):
    field, start = args
    return builder.gep(field, [builder.mul(start, WORD(sig.args[0].stride))])


teach(rest_of, _resolve_rest, _emit_rest)
