"""How kernels are compiled: by Numba, without what only serves programs of other kinds.

A model reaches a hundred functions, most of them small, and half of what Numba does for each is of no use to them: it
looks for closures, array expressions and reference counts, deletes variables, asks every rule about arrays what an
addition of integers means, optimises twice, and makes machine code of helpers that are only ever inlined. Leaving that
out halves the time of a cold start. It builds on the inside of the versions of Numba that are known here; with others
all goes the long way (see compiler.py).
"""

import gc
from contextlib import contextmanager
from functools import cache

from numba import types
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.errors import new_error_context
from numba.core.interpreter import Interpreter
from numba.core.ir import Assign
from numba.core.ir_utils import build_definitions
from numba.core.registry import CPUDispatcher
from numba.core.rewrites import rewrite_registry
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import NoPythonBackend, PreLowerStripPhis
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

from .definitions import define_once
from .inference import Infer, kernel_typing
from .linking import HelperLibrary, KernelLibrary, brief_name
from .lowering import HelperLowering, KernelLowering, kernel_context
from .pruning import Prune

# instructions of Python that Numba rewrites when it has read them: `with`, calls and tuples with stars, dictionaries
REWRITTEN = {'BEFORE_WITH', 'CALL_FUNCTION_EX', 'DICT_MERGE', 'DICT_UPDATE', 'LIST_EXTEND', 'LIST_TO_TUPLE',
             'POP_BLOCK', 'SETUP_WITH'}


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


@register_pass(mutates_CFG=True, analysis_only=False)
class Constants(FunctionPass):
    """Lets Numba rewrite what has constant operands; it looks at the lives of all variables after that, we do not."""

    _name = 'constants'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        blocks = state.func_ir.blocks
        for rewrite in (kind(state) for kind in rewrite_registry.rewrites['before-inference']):
            for key in blocks:
                while rewrite.match(state.func_ir, blocks[key], state.typemap, state.calltypes):
                    blocks[key] = rewrite.apply()
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class Tidy(FunctionPass):
    """Drops blocks that cannot be reached and gives each variable one definition."""

    _name = 'tidy'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        blocks = state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        targets = [statement.target.name for block in blocks.values() for statement in block.find_insts(Assign)]
        if len(blocks) > 1 or len(set(targets)) < len(targets):
            state.func_ir.blocks = define_once(blocks)
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
    """Without the collector of garbage, which would look through all that Numba has made again and again.

    What is left of it afterwards counts as old, so that the collector looks at it when it next looks at everything.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else the user has put something aside, which has to stay there
            gc.freeze()
            gc.unfreeze()
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
        return [kernel_passes(self.lowering)]


@cache
def kernel_passes(lowering: type) -> KernelPasses:
    """All steps, of which the last but one emits code."""
    manager = KernelPasses('kernel')
    for step in (Translate, FixupArgs, Prune, Constants, Tidy, Infer, StripPhis, lowering, NoPythonBackend):
        manager.add_pass(step, step.name())
    manager.finalize()
    return manager


class HelperCompiler(KernelCompiler):
    """Compiles a helper."""

    library_class, lowering = HelperLibrary, HelperLowering


def _widened(kind: types.Type) -> types.Type:
    """The type that helpers get: indices from fields and from loops are the same to them."""
    return types.int64 if kind == types.int32 else kind


class HelperDispatcher(CPUDispatcher):
    """The compiled versions of a helper."""

    def get_call_template(self, args, kws):
        """How a call is typed; constants are just numbers and integers are long: each version more would be a waste."""
        return super().get_call_template(tuple(_widened(types.unliteral(a)) for a in args), kws)

    def add_overload(self, result):
        self.overloads[tuple(result.signature.args)] = result  # there is nothing that Python could call
