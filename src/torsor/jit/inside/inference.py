"""Which types the variables of a kernel have, found by Numba, which looks at each statement once where that will do."""

from contextlib import nullcontext
from functools import cache
from types import BuiltinFunctionType, FunctionType

from numba import types
from numba.core import typing
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NopythonTypeInference
from numba.core.typeinfer import TypeInferer, TypeVar, TypeVarMap
from numba.extending import models, register_model

FUNCTIONS = BuiltinFunctionType, FunctionType


# ---- what calls mean ----
class Remembering(types.Function):
    """A function that looks up only once what it means for arguments of some types."""

    def __init__(self, template):
        self.known = {}
        super().__init__(template)

    def get_call_type(self, context, args, kws):
        key = args, tuple(kws.items()) if kws else ()
        if key not in self.known:
            self.known[key] = super().get_call_type(context, args, kws)
        return self.known[key]


register_model(Remembering)(models.OpaqueModel)
_remembering: dict[types.Function, Remembering] = {}
_attributes: dict[tuple[types.Type, str], types.Type | None] = {}


def remembering(function):
    """The counterpart of a function of Numba that remembers."""
    if type(function) is not types.Function:
        return function
    if function not in _remembering:
        _remembering[function] = Remembering(function.templates)
    return _remembering[function]


class KernelTyping(typing.Context):
    """Numba's knowledge about types, with functions that remember."""

    def resolve_value_type(self, value):
        if isinstance(value, FUNCTIONS):  # which Numba looks for among all that may be a constant first
            return remembering(self._get_global_type(value) or super().resolve_value_type(value))
        return getattr(value, '_numba_type_', None) or remembering(super().resolve_value_type(value))

    def resolve_getattr(self, typ, attr):
        if isinstance(typ, types.Module):  # whose attributes may change
            return super().resolve_getattr(typ, attr)
        key = typ, attr
        if key not in _attributes:
            _attributes[key] = super().resolve_getattr(typ, attr)
        return _attributes[key]

    def resolve_function_type(self, func, args, kws):
        known = remembering(func if isinstance(func, types.Type) else self._lookup_global(func))
        if isinstance(known, Remembering):
            return known.get_call_type(self, args, kws)
        return super().resolve_function_type(func, args, kws)


@cache
def kernel_typing(context: typing.Context) -> KernelTyping:
    """A view of what Numba knows; what it learns later is known there too."""
    view = object.__new__(KernelTyping)
    view.__dict__ = context.__dict__
    return view


# ---- what variables are ----
class Variable(TypeVar):
    """The type of a variable, which knows whether somebody has asked for it."""

    def __init__(self, variables, name):
        super().__init__(variables.context, name)
        self.variables, self.was_read = variables, False

    def _after(self, before):
        """Take note of a type that somebody has seen before it changed."""
        if self.was_read and self.type != before:
            self.variables.changes += 1

    def add_type(self, tp, loc):
        before = self.type
        super().add_type(tp, loc)
        self._after(before)
        return self.type

    def lock(self, tp, loc, *rest, **more):
        before = self.type
        super().lock(tp, loc, *rest, **more)
        self._after(before)

    def union(self, other, loc):
        other.was_read = True
        return super().union(other, loc)

    @property
    def defined(self):
        self.was_read = True
        return self.type is not None

    def get(self):
        self.was_read = True
        return super().get()

    def getone(self):
        self.was_read = True
        return super().getone()

    def __len__(self):
        return int(self.defined)


class Variables(TypeVarMap):
    """The types of all variables, and how many of them changed after somebody had asked."""

    changes = 0
    __getitem__ = dict.__getitem__

    def __missing__(self, name):
        variable = self[name] = Variable(self, name)
        return variable


class Inference(TypeInferer):
    """Finds types statement by statement, until none has changed that was used before; Numba until none has changed.

    Most kernels need one round instead of two.
    """

    def __init__(self, context, ir, warnings):
        super().__init__(context, ir, warnings)
        self.typevars = Variables()
        self.typevars.set_context(context)

    def get_state_token(self):
        return self.typevars.changes


class NoWarnings:
    """Stands in for what collects warnings of each statement, of which there are none in kernels."""

    nothing = nullcontext()

    def catch_warnings(self, filename=None, lineno=None):
        return self.nothing


@register_pass(mutates_CFG=True, analysis_only=False)
class Infer(NopythonTypeInference):
    """Finds the types of all variables."""

    _name = 'infer_kernel'

    def run_pass(self, state):
        ir, context = state.func_ir, state.typingctx
        infer = Inference(context, ir, NoWarnings())
        with context.callstack.register(state.targetctx.target, infer, ir.func_id, state.args):
            for index, (name, kind) in enumerate(zip(ir.arg_names, state.args, strict=True)):
                infer.seed_argument(name, index, kind)
            infer.build_constraint()
            infer.propagate()
            state.typemap, state.return_type, state.calltypes = infer.unify()
        return True
