"""How kernels are compiled: by Numba, without what only serves programs of other kinds.

A model reaches a hundred functions, most of them small, and half of what Numba does for each is of no use to them: it
looks for closures, array expressions and reference counts, deletes variables, asks every rule about arrays what an
addition of integers means, optimises twice, and makes machine code of helpers that are only ever inlined. Leaving that
out halves the time of a cold start. It builds on the inside of the versions of Numba that are known here; with others
all goes the long way (see compiler.py).
"""

import gc
from contextlib import contextmanager, nullcontext
from functools import cache

from numba import types
from numba.core import typing
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.errors import new_error_context
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.registry import CPUDispatcher
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typeinfer import TypeInferer
from numba.core.untyped_passes import FixupArgs, GenericRewrites, TranslateByteCode
from numba.extending import models, register_model

from .linking import HelperLibrary, KernelLibrary, brief_name
from .lowering import HelperLowering, KernelLowering, kernel_context

# instructions of Python that Numba rewrites when it has read them: `with`, calls and tuples with stars, dictionaries
REWRITTEN = {'BEFORE_WITH', 'CALL_FUNCTION_EX', 'DICT_MERGE', 'DICT_UPDATE', 'LIST_EXTEND', 'LIST_TO_TUPLE',
             'POP_BLOCK', 'SETUP_WITH'}


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
        return remembering(super().resolve_value_type(value))

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


# ---- the pipeline ----
class KernelInterpreter(Interpreter):
    """Reads the instructions of Python, and looks for what calls for rewriting only where there is some."""

    def post_process(self, peepholes, func_ir):
        if any(instruction.opname in REWRITTEN for instruction in self.bytecode):
            return super().post_process(peepholes, func_ir)
        return func_ir


@register_pass(mutates_CFG=True, analysis_only=False)
class Translate(TranslateByteCode):
    """Turns instructions of Python into Numba's."""

    _name = 'translate_kernel'

    def run_pass(self, state):
        state.func_ir = KernelInterpreter(state.func_id).interpret(state.bc)
        return True


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
        infer = TypeInferer(context, ir, NoWarnings())
        with context.callstack.register(state.targetctx.target, infer, ir.func_id, state.args):
            for index, (name, kind) in enumerate(zip(ir.arg_names, state.args, strict=True)):
                infer.seed_argument(name, index, kind)
            infer.build_constraint()
            infer.propagate()
            state.typemap, state.return_type, state.calltypes = infer.unify()
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Tidy(FunctionPass):
    """Drops blocks that cannot be reached and gives each variable one definition."""

    _name = 'tidy'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class StripPhis(PreLowerStripPhis):
    """Turns the choice between definitions into assignments."""

    _name = 'strip_phis_only'

    def run_pass(self, state):
        self._strip_phi_nodes(state.func_ir)
        return True


class KernelPasses(PassManager):
    """Steps that trust each other; Numba looks at the whole function again after each, and tells who listens."""

    def _runPass(self, index, pss, internal_state):
        pss.analysis = self._analysis
        with new_error_context('Pass {name}', name=pss.name()):
            pss.run_pass(internal_state)


@contextmanager
def paused_collector():
    """Without the collector of garbage, which would look through all that Numba has made again and again."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class KernelCompiler(CompilerBase):
    """Compiles a stage."""

    library_class, lowering = KernelLibrary, KernelLowering

    def __init__(self, typingctx, *rest):
        super().__init__(kernel_typing(typingctx), *rest)
        context = self.state.targetctx = kernel_context(self.state.targetctx)  # a copy, made for one function
        context.typing_context, context.mangler = self.state.typingctx, brief_name

    def compile_extra(self, func):
        with paused_collector():
            return super().compile_extra(func)

    def define_pipelines(self):
        self.state.library = self.library_class(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        manager = KernelPasses('kernel')
        for step in (Translate, FixupArgs, GenericRewrites, Tidy, Infer, StripPhis, self.lowering, NoPythonBackend):
            manager.add_pass(step, step.name())
        manager.finalize()
        return [manager]


class HelperCompiler(KernelCompiler):
    """Compiles a helper."""

    library_class, lowering = HelperLibrary, HelperLowering


class HelperDispatcher(CPUDispatcher):
    """The compiled versions of a helper."""

    def get_call_template(self, args, kws):
        """How a call is typed; constants are just numbers, as another version for each would be a waste."""
        return super().get_call_template(tuple(types.unliteral(a) for a in args), kws)

    def add_overload(self, result):
        self.overloads[tuple(result.signature.args)] = result  # there is nothing that Python could call
