"""Arithmetic of dual numbers, in instructions: the number is in lane 0 of a register, its derivatives in the others."""

from llvmlite import ir
from numba import types

from .. import world
from ..dual import dual_data, slopes_in
from ..inside.numba import signature
from ..inside.teach import teach
from .structs import WORD, FieldType, StructType, annotate, struct_type, word_pointer
from .symbol import Dual


def _resolve_dual(d):
    if isinstance(d, StructType) and d.kind == world.SCALAR[1]:
        return signature(struct_type(world.DUAL[1]), d)


def _emit_dual(context, builder, sig, args):
    pointer = word_pointer(builder, sig.args[0].schema, args[0], 'dual')
    return builder.inttoptr(annotate(builder, builder.load(pointer), 'register'), WORD.as_pointer())


def _resolve_slopes(field):
    if isinstance(field, FieldType) and isinstance(field.element, Dual):
        return signature(FieldType(types.float64), field)


def _emit_slopes(context, builder, sig, args):
    return builder.bitcast(args[0], ir.DoubleType().as_pointer())


teach(dual_data, _resolve_dual, _emit_dual)
teach(slopes_in, _resolve_slopes, _emit_slopes)
