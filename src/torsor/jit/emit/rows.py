"""Arithmetic on rows, emitted with wide loads and stores."""

from llvmlite import ir
from numba import types

from ..inside.aliasing import annotate
from ..inside.machine import has_feature
from ..inside.numba import cgutils, signature
from ..inside.teach import teach
from ..rows import (
    lower_products,
    put_apart,
    put_scaled,
    rest_of,
    subtract_from_scaled,
    subtract_from_scaled_pairs,
    subtract_row_pairs,
    subtract_rows,
    subtract_scaled,
    subtract_two,
)
from .structs import WORD, FieldType, storage
from .symbol import Pack, Symbol, broadcast

WIDTH = 4
BLOCK = 8  # numbers of two registers
PANEL = 16  # and of four


def _resolve(y, i, scale, x, j, count):
    if isinstance(y, FieldType) and isinstance(x, FieldType):
        return signature(types.none, y, types.intp, y.element, x, types.intp, types.intp)


def _resolve_two(y, i, scale, j, other, k, count):
    if isinstance(y, FieldType):
        return signature(types.none, y, types.intp, y.element, types.intp, y.element, types.intp, types.intp)


def _take_off(builder, element, target, terms, count):
    """Emit a loop that subtracts rows from that at `target`; terms are (factor, its type, row, type of its numbers)."""
    emit, done = _take_off_packs if isinstance(element, Pack) else _take_off_numbers, WORD(0)
    for several in (WIDTH, 1):
        whole = builder.and_(count, WORD(-several))
        with cgutils.for_range_slice(builder, done, whole, WORD(several), intp=WORD) as (index, _):
            emit(builder, element, target, terms, index, several)
        done = whole


def _take_off_packs(builder, element, target, terms, index, several):
    """Several packs from there on, one after the other."""
    for k in range(several):
        at = [builder.add(index, WORD(k))]
        total = Symbol(element, builder.load(builder.gep(target, at)), builder)
        for factor, factor_type, row, row_type in terms:
            numbers = Symbol(row_type, builder.load(builder.gep(row, at)), builder)
            total = total - Symbol(factor_type, factor, builder) * numbers
        builder.store(total.value, builder.gep(target, at))


def _take_off_numbers(builder, element, target, terms, index, several):
    """Several numbers from there on, side by side."""
    kind, wide = str(element), ir.VectorType(ir.DoubleType(), several).as_pointer()
    places = [builder.bitcast(builder.gep(row, [index]), wide) for row in (target, *(term[2] for term in terms))]
    total, *rows = (annotate(builder, builder.load(place, align=8), kind) for place in places)
    for (factor, *_), numbers in zip(terms, rows):
        total = builder.fsub(total, builder.fmul(broadcast(builder, factor, several), numbers))
    annotate(builder, builder.store(total, places[0], align=8), kind)


def _emit(context, builder, sig, args):
    y, i, scale, x, j, count = args
    term = scale, sig.args[2], builder.gep(x, [j]), sig.args[3].element
    _take_off(builder, sig.args[0].element, builder.gep(y, [i]), [term], count)
    return context.get_dummy_value()


def _emit_two(context, builder, sig, args):
    y, i, scale, j, other, k, count = args
    element = sig.args[0].element
    terms = [(factor, element, builder.gep(y, [row]), element) for factor, row in ((scale, j), (other, k))]
    _take_off(builder, element, builder.gep(y, [i]), terms, count)
    return context.get_dummy_value()


teach(subtract_scaled, _resolve, _emit)
teach(subtract_two, _resolve_two, _emit_two)


def _same_reals(*fields) -> bool:
    """Whether fields hold the same real numbers, of one world or of several."""
    elements = {field.element if isinstance(field, FieldType) else None for field in fields}
    return len(elements) == 1 and (types.float64 in elements or all(type(element) is Pack for element in elements))


def _resolve_put(y, i, x, j, scale, count):
    if _same_reals(y, x):
        return signature(types.none, y, types.intp, x, types.intp, y.element, types.intp)


def _emit_put(context, builder, sig, args):
    y, i, x, j, scale, count = args
    element = sig.args[0].element
    targets, sources, kind, done = builder.gep(y, [i]), builder.gep(x, [j]), str(element), WORD(0)
    for width in (1,) if isinstance(element, Pack) else (WIDTH, 1):
        whole, wide = builder.and_(count, WORD(-width)), _wide(element, width).as_pointer()
        factor = scale if isinstance(element, Pack) else broadcast(builder, scale, width)
        with cgutils.for_range_slice(builder, done, whole, WORD(width), intp=WORD) as (index, _):
            target, source = (builder.bitcast(builder.gep(p, [index]), wide) for p in (targets, sources))
            old = annotate(builder, builder.load(source, align=8), kind)
            annotate(builder, builder.store(builder.fmul(factor, old), target, align=8), kind)
        done = whole
    return context.get_dummy_value()


teach(put_scaled, _resolve_put, _emit_put)


def _resolve_apart(y, i, stride, x, j, scale, count):
    if isinstance(y, FieldType) and y.element == types.float64 and _same_reals(x, x):
        return signature(types.none, y, types.intp, types.intp, x, types.intp, x.element, types.intp)


def _transposed(builder, packs):
    """Packs that are the rows of squares side by side, turned into their columns: squares of half the size change
    places, then those within them."""
    size, worlds = len(packs), packs[0].type.count
    while size > 1:
        half, turned = size // 2, list(packs)
        low = [k if k % size < half else k - half + worlds for k in range(worlds)]
        high = [k + half if k % size < half else k + worlds for k in range(worlds)]
        for i in (k for k in range(len(packs)) if k % size < half):
            for at, order in ((i, low), (i + half, high)):
                turned[at] = builder.shuffle_vector(packs[i], packs[i + half], _order(order))
        packs, size = turned, half
    return packs


def _order(lanes):
    """The mask of a shuffle that takes these lanes."""
    return ir.Constant(ir.VectorType(ir.IntType(32), len(lanes)), list(lanes))


def _emit_apart(context, builder, sig, args):
    y, i, stride, x, j, scale, count = args
    element = sig.args[3].element
    if not isinstance(element, Pack):
        put = signature(types.none, sig.args[0], types.intp, sig.args[3], types.intp, types.float64, types.intp)
        return _emit_put(context, builder, put, (y, i, x, j, scale, count))
    targets, sources = builder.gep(y, [i]), builder.gep(x, [j])
    starts = [builder.gep(targets, [builder.mul(stride, WORD(k))]) for k in range(element.width)]

    def scaled(index):
        old = annotate(builder, builder.load(builder.gep(sources, [index]), align=8), str(element))
        return builder.fmul(scale, old)

    def put(numbers, world, index):
        place = builder.bitcast(builder.gep(starts[world], [index]), numbers.type.as_pointer())
        annotate(builder, builder.store(numbers, place, align=8), str(types.float64))

    def square(first):
        """WIDTH columns of all worlds, in registers."""
        turned = _transposed(builder, [scaled(builder.add(first, WORD(k))) for k in range(WIDTH)])
        for world in range(element.width):
            pack, begin = turned[world % WIDTH], world // WIDTH * WIDTH
            put(builder.shuffle_vector(pack, pack, _order(range(begin, begin + WIDTH))), world, first)

    with builder.if_else(builder.icmp_signed('<', count, WORD(WIDTH))) as (few, many):
        with few, cgutils.for_range(builder, count, intp=WORD) as loop:
            numbers = scaled(loop.index)
            for k in range(element.width):
                put(builder.extract_element(numbers, ir.Constant(ir.IntType(32), k)), k, loop.index)
        with many, cgutils.for_range_slice(builder, WORD(0), count, WORD(WIDTH), intp=WORD) as (index, _):
            last = builder.sub(count, WORD(WIDTH))  # the last square may overlap with the one before
            square(builder.select(builder.icmp_signed('<', index, last), index, last))
    return context.get_dummy_value()


teach(put_apart, _resolve_apart, _emit_apart)


def _wide(element, width):
    """LLVM type of so many neighbouring numbers; a pack of several worlds is by itself as wide as a register."""
    return storage(element) if isinstance(element, Pack) else ir.VectorType(ir.DoubleType(), width)


def _resolve_rows(y, i, x, starts, factors, terms, count):
    if _same_reals(y, x, factors) and isinstance(starts, FieldType):
        return signature(types.none, y, types.intp, x, starts, factors, types.intp, types.intp)


def _resolve_row_pairs(y, i, j, link, x, starts, factors, others, terms, count):
    if _resolve_rows(y, i, x, starts, factors, terms, count) and others == factors:
        return signature(types.none, y, types.intp, types.intp, y.element, x, starts, factors, others, types.intp,
                         types.intp)


def _resolve_scaled(y, i, scale, x, starts, factors, terms, count):
    if _resolve_rows(y, i, x, starts, factors, terms, count):
        return signature(types.none, y, types.intp, y.element, x, starts, factors, types.intp, types.intp)


def _resolve_scaled_pairs(y, i, j, scale, other, link, x, starts, factors, others, terms, count):
    if _resolve_rows(y, i, x, starts, factors, terms, count) and others == factors:
        return signature(types.none, y, types.intp, types.intp, y.element, y.element, y.element, x, starts, factors,
                         others, types.intp, types.intp)


def _columns_at_a_time(element) -> list[int]:
    """How many columns of packs are taken at a time, so that two rows of them stay in registers; then what is left."""
    most = 2 * WIDTH if has_feature('avx512f') else 4 * WIDTH // element.width
    return sorted({most, min(most, WIDTH), 1}, reverse=True)


def _subtract(builder, element, y, targets, x, starts, places, factors, terms, count, scales=(), link=None):
    """Emit a loop over columns that subtracts rows of x from some rows of y, each with factors of its own.

    Rows of y are multiplied by `scales` before, if there are some, and in the end the second, `link` times, is
    subtracted from the first.
    """
    kind, packs = str(element), isinstance(element, Pack)

    def spread(factor, width):
        return factor if packs else broadcast(builder, factor, width)

    def wide(field, index, width):
        return builder.bitcast(builder.gep(field, [index]), _wide(element, width).as_pointer())

    def columns(first, *widths):
        """Some columns side by side, which stay in registers while all rows are subtracted."""
        parts = [(builder.add(first, WORD(sum(widths[:k]))), width) for k, width in enumerate(widths)]
        ends = [[wide(y, builder.add(target, at), width) for at, width in parts] for target in targets]
        totals = [[cgutils.alloca_once_value(builder, annotate(builder, builder.load(end, align=8), kind))
                   for end in row] for row in ends]
        for row, scale in zip(totals, scales):
            for total, width in zip(row, widths):
                builder.store(builder.fmul(spread(scale, width), builder.load(total)), total)
        with cgutils.for_range(builder, terms, intp=WORD) as loop:
            start = annotate(builder, builder.load(builder.gep(starts, [loop.index])), str(places))
            sources = [wide(x, builder.add(builder.sext(start, WORD), at), width) for at, width in parts]
            source = [annotate(builder, builder.load(place, align=8), kind) for place in sources]
            for row, listed in zip(totals, factors):
                factor = annotate(builder, builder.load(builder.gep(listed, [loop.index])), kind)
                for total, numbers, width in zip(row, source, widths):
                    term = builder.fmul(spread(factor, width), numbers)
                    builder.store(builder.fsub(builder.load(total), term), total)
        if link is not None:
            for total, second, width in zip(*totals, widths):
                term = builder.fmul(spread(link, width), builder.load(second))
                builder.store(builder.fsub(builder.load(total), term), total)
        for total, end in zip((total for row in totals for total in row), (end for row in ends for end in row)):
            annotate(builder, builder.store(builder.load(total), end, align=8), kind)

    if packs:
        done = WORD(0)
        for most in _columns_at_a_time(element):
            whole = builder.sub(count, builder.urem(builder.sub(count, done), WORD(most)))
            with cgutils.for_range_slice(builder, done, whole, WORD(most), intp=WORD) as (index, _):
                columns(index, *([1] * most))
            done = whole
        return
    # one register that is left over is taken together with a panel: by itself it would wait for every sum
    odd = builder.icmp_signed('==', builder.and_(count, WORD(PANEL - WIDTH)), WORD(WIDTH))
    begins = builder.and_(odd, builder.icmp_signed('>', count, WORD(PANEL)))
    with builder.if_then(begins):
        columns(WORD(0), PANEL, WIDTH)
    done = builder.select(begins, WORD(PANEL + WIDTH), WORD(0))
    for width in (PANEL, BLOCK, WIDTH, 1):
        whole = builder.add(done, builder.and_(builder.sub(count, done), WORD(-width)))
        with cgutils.for_range_slice(builder, done, whole, WORD(width), intp=WORD) as (index, _):
            columns(index, width)
        done = whole


def _emit_rows(context, builder, sig, args):
    y, i, x, starts, factors, terms, count = args
    _subtract(builder, sig.args[0].element, y, [i], x, starts, sig.args[3].element, [factors], terms, count)
    return context.get_dummy_value()


def _emit_row_pairs(context, builder, sig, args):
    y, i, j, link, x, starts, factors, others, terms, count = args
    _subtract(builder, sig.args[0].element, y, [i, j], x, starts, sig.args[5].element, [factors, others], terms,
              count, link=link)
    return context.get_dummy_value()


def _emit_scaled(context, builder, sig, args):
    y, i, scale, x, starts, factors, terms, count = args
    _subtract(builder, sig.args[0].element, y, [i], x, starts, sig.args[4].element, [factors], terms, count, [scale])
    return context.get_dummy_value()


def _emit_scaled_pairs(context, builder, sig, args):
    y, i, j, scale, other, link, x, starts, factors, others, terms, count = args
    _subtract(builder, sig.args[0].element, y, [i, j], x, starts, sig.args[7].element, [factors, others], terms,
              count, [scale, other], link)
    return context.get_dummy_value()


teach(subtract_from_scaled, _resolve_scaled, _emit_scaled)
teach(subtract_from_scaled_pairs, _resolve_scaled_pairs, _emit_scaled_pairs)
teach(subtract_rows, _resolve_rows, _emit_rows)
teach(subtract_row_pairs, _resolve_row_pairs, _emit_row_pairs)


def _resolve_products(y, x, z, count, terms):
    if all(isinstance(field, FieldType) and field.element == types.float64 for field in (y, x, z)):
        return signature(types.none, y, x, z, types.intp, types.intp)


def _emit_products(context, builder, sig, args):
    y, x, z, count, terms = args
    kind, vector = str(types.float64), ir.VectorType(ir.DoubleType(), BLOCK)

    def wide(field, row, column):
        place = builder.gep(field, [builder.add(builder.mul(row, count), column)])
        return builder.bitcast(place, vector.as_pointer())

    def within(index, size):
        """The start of a block; the last one may overlap with the one before."""
        last = builder.sub(count, WORD(size))
        return builder.select(builder.icmp_signed('<', index, last), index, last)

    def block(row, column):
        """WIDTH rows, BLOCK columns of each, in registers."""
        rows = [builder.add(row, WORD(k)) for k in range(WIDTH)]
        totals = [cgutils.alloca_once_value(builder, ir.Constant(vector, [0.0] * BLOCK)) for _ in rows]
        for total in totals:
            builder.store(ir.Constant(vector, [0.0] * BLOCK), total)
        with cgutils.for_range(builder, terms, intp=WORD) as loop:
            part = annotate(builder, builder.load(wide(z, loop.index, column), align=8), kind)
            for place, total in zip(rows, totals):
                place = builder.gep(x, [builder.add(builder.mul(place, terms), loop.index)])
                factor = broadcast(builder, annotate(builder, builder.load(place), kind), BLOCK)
                builder.store(builder.fadd(builder.load(total), builder.fmul(factor, part)), total)
        for place, total in zip(rows, totals):
            annotate(builder, builder.store(builder.load(total), wide(y, place, column), align=8), kind)

    with cgutils.for_range_slice(builder, WORD(0), count, WORD(WIDTH), intp=WORD) as (index, _):
        row = within(index, WIDTH)
        end = builder.add(row, WORD(WIDTH))
        with cgutils.for_range_slice(builder, WORD(0), end, WORD(BLOCK), intp=WORD) as (column, _):
            block(row, within(column, BLOCK))
    return context.get_dummy_value()


teach(lower_products, _resolve_products, _emit_products)


def _resolve_rest(field, start):
    if isinstance(field, FieldType) and field.columns == 1:
        return signature(field, field, types.intp)


def _emit_rest(context, builder, sig, args):
    field, start = args
    return builder.gep(field, [builder.mul(start, WORD(sig.args[0].stride))])


teach(rest_of, _resolve_rest, _emit_rest)
