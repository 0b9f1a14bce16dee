"""Packs of neighbouring numbers, emitted as wide loads and stores."""

from llvmlite import ir
from numba import types

from ..inside.aliasing import annotate
from ..inside.numba import signature
from ..inside.teach import teach
from ..simd import WIDTH, bits_where, counting_up, largest, load_vector, numbers_at, set_side_by_side
from .structs import WORD, FieldType, load_item, storage, store_item
from .symbol import DOUBLE, Mask, Pack

PACK, MASK = Pack(types.float64, WIDTH), Mask(types.boolean, WIDTH)
VECTOR = ir.VectorType(DOUBLE, WIDTH)
LANES = [ir.IntType(32)(k) for k in range(WIDTH)]
PLAIN = types.float64, types.float32, types.int32


def _is_plain(field) -> bool:
    return isinstance(field, FieldType) and field.item in PLAIN


def _as_real(builder, field, value, real):
    """Elements of a field as float64, one or several."""
    if field.element == types.float64:
        return value
    return builder.sitofp(value, real) if field.element == types.int32 else builder.fpext(value, real)


def _place(builder, field, pointer, index):
    """Where a pack of elements is, and what is aligned there."""
    kind = ir.VectorType(storage(field.element), WIDTH).as_pointer()
    return builder.bitcast(builder.gep(pointer, [index]), kind), field.element.bitwidth // 8


def _emit_load(context, builder, sig, args):
    field = sig.args[0]
    if field.item == sig.return_type:
        return load_item(context, builder, field, *args)
    place, align = _place(builder, field, *args)
    return _as_real(builder, field, annotate(builder, builder.load(place, align=align), str(field.element)), VECTOR)


def _emit_store(context, builder, sig, args):
    field, (pointer, index, pack) = sig.args[0], args
    if field.item == sig.args[2]:
        store_item(builder, field, pack, pointer, index)
        return context.get_dummy_value()
    place, align = _place(builder, field, pointer, index)
    if field.element != types.float64:
        narrow = builder.fptosi if field.element == types.int32 else builder.fptrunc
        pack = narrow(pack, place.type.pointee)
    annotate(builder, builder.store(pack, place, align=align), str(field.element))
    return context.get_dummy_value()


def _emit_gather(context, builder, sig, args):
    field, (pointer, places) = sig.args[0], args
    indices, whole = builder.fptosi(places, ir.VectorType(WORD, WIDTH)), ir.Constant(VECTOR, ir.Undefined)
    for lane in LANES:
        place = builder.gep(pointer, [builder.extract_element(indices, lane)])
        one = annotate(builder, builder.load(place), str(field.element))
        whole = builder.insert_element(whole, _as_real(builder, field, one, DOUBLE), lane)
    return whole


def _emit_bits(context, builder, sig, args):
    return builder.zext(builder.bitcast(args[0], ir.IntType(WIDTH)), WORD)


def _emit_largest(context, builder, sig, args):
    (pack,), count = args, WIDTH
    while count > 1:  # the upper half with the lower one
        count //= 2
        half = ir.VectorType(ir.IntType(32), count)
        halves = [builder.shuffle_vector(pack, pack, ir.Constant(half, list(range(k, k + count)))) for k in (0, count)]
        pack = builder.select(builder.fcmp_ordered('>', *halves), *halves)
    return builder.extract_element(pack, LANES[0])


def _pack_of(field):
    """The type of packs that are taken out of a field, or None."""
    if isinstance(field, FieldType) and isinstance(field.item, Pack):
        return field.item
    return PACK if _is_plain(field) else None


def _resolve_load(field, first):
    pack = _pack_of(field)
    return pack and signature(pack, field, types.intp)


def _resolve_store(field, first, pack):
    kind = _pack_of(field)
    return kind and signature(types.none, field, types.intp, kind)


teach(load_vector, _resolve_load, _emit_load)
teach(set_side_by_side, _resolve_store, _emit_store)
teach(numbers_at,
      lambda field, places: signature(PACK, field, PACK) if _is_plain(field) and places == PACK else None, _emit_gather)
teach(counting_up, lambda: signature(PACK),
      lambda context, builder, sig, args: ir.Constant(VECTOR, [float(k) for k in range(WIDTH)]))
teach(bits_where, lambda condition: signature(types.int64, MASK) if condition == MASK else None, _emit_bits)
teach(largest, lambda pack: signature(types.float64, PACK) if pack == PACK else None, _emit_largest)
