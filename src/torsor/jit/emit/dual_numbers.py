"""The data of duals in kernels, and what functions of Python's mean for dual numbers."""

import math

from llvmlite import ir
from numba import types

from .. import world
from ..dual_numbers import dual_data, dual_model, has_duals, slopes_in
from ..elementary import acos, asin, atan2, exp, log, sincos, tanh
from ..inside.aliasing import annotate
from ..inside.numba import signature
from ..inside.teach import teach
from ..lanes import sqrt, where
from .formula import teach_for_duals
from .structs import WORD, FieldType, StructType, struct_type, word_pointer
from .symbol import Dual


def _neighbour(register: str, place: int):
    """What resolves and what emits the struct of duals whose address is in a register of a data."""

    def resolve(d):
        if isinstance(d, StructType) and d.kind == world.SCALAR[1]:
            return signature(struct_type(world.PARAMETRIC[place]), d)

    def emit(context, builder, sig, args):
        pointer = word_pointer(builder, sig.args[0].schema, args[0], register)
        return builder.inttoptr(annotate(builder, builder.load(pointer), 'register'), WORD.as_pointer())

    return resolve, emit


def _resolve_has_duals(d):
    if isinstance(d, StructType) and d.kind == world.SCALAR[1]:
        return signature(types.boolean, d)


def _emit_has_duals(context, builder, sig, args):
    pointer = word_pointer(builder, sig.args[0].schema, args[0], 'dual')
    return builder.icmp_unsigned('!=', builder.load(pointer), WORD(0))


def _resolve_slopes(field):
    if isinstance(field, FieldType) and isinstance(field.element, Dual):
        return signature(FieldType(types.float64), field)


def _emit_slopes(context, builder, sig, args):
    return builder.bitcast(args[0], ir.DoubleType().as_pointer())


# what kernels that take one world at a time call besides formulas
for _key, _function in {
    min: lambda a, b: where(b < a, b, a), max: lambda a, b: where(b > a, b, a), math.sqrt: sqrt,
    math.sin: lambda x: sincos(x)[0], math.cos: lambda x: sincos(x)[1], math.atan2: atan2, math.asin: asin,
    math.acos: acos, math.exp: exp, math.log: log, math.tanh: tanh,
    math.copysign: lambda size, x: where(x < 0.0, -abs(size), abs(size)),
}.items():
    teach_for_duals(_key, _function)
teach(dual_model, *_neighbour('dual_model', 0))
teach(dual_data, *_neighbour('dual', 1))
teach(has_duals, _resolve_has_duals, _emit_has_duals)
teach(slopes_in, _resolve_slopes, _emit_slopes)
