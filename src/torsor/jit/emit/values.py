"""What Numba knows about values: how they lie in registers, constants, conversions, attributes."""

from llvmlite import ir
from numba import types
from numba.extending import infer_getattr, lower_cast, models, register_model, typeof_impl

from ..inside.numba import AttributeTemplate, lower_constant, lower_getattr_generic
from ..values import Value
from .formula import ValueType, aggregate, result_type, result_value


@register_model(ValueType)
class ValueModel(models.PrimitiveModel):
    def __init__(self, dmm, fe_type):
        element = dmm.lookup(fe_type.element).get_value_type()
        super().__init__(dmm, fe_type, ir.ArrayType(element, fe_type.cls.size))


@typeof_impl.register(Value)
def typeof_value(val, c):
    return ValueType(type(val), types.float64)


@lower_constant(ValueType)
def constant_value(context, builder, ty, pyval):
    return aggregate(builder, pyval)


@lower_cast(ValueType, ValueType)
def cast_value(context, builder, source, target, value):
    return aggregate(builder, target.cls(*[s.cast(target.element) for s in source.symbol(value, builder)]))


@infer_getattr
class ValueAttributes(AttributeTemplate):
    key = ValueType

    def generic_resolve(self, typ, attr):
        return result_type(getattr(typ.symbol(), attr)) if isinstance(getattr(typ.cls, attr, None), property) else None


@lower_getattr_generic(ValueType)
def get_value_attribute(context, builder, typ, value, name):
    return result_value(context, builder, getattr(typ.symbol(value, builder), name))
