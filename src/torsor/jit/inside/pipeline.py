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

from llvmlite.binding import create_pass_builder, create_pipeline_tuning_options
from llvmlite.ir.instructions import AllocaInstr, LoadInstr, StoreInstr
from numba import types
from numba.core import config, funcdesc, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, _LowerResult
from numba.core.compiler_machinery import FunctionPass, LoweringPass, PassManager, register_pass
from numba.core.datamodel import DataModelManager
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import BaseNativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typeinfer import TypeInferer
from numba.core.untyped_passes import FixupArgs, GenericRewrites, TranslateByteCode
from numba.extending import models, register_model

from .naming import digest

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


# ---- what becomes of the code ----
class Bundle(models.TupleModel):
    """A named tuple, passed by reference; Numba passes each of its elements, and has to take it apart at every call.

    Who is called only reads it, so that a variable need not be copied.
    """

    def get_argument_type(self):
        return self.get_value_type().as_pointer()

    def as_argument(self, builder, value):
        if is_still_there(builder, value):
            return value.operands[0]
        with builder.goto_entry_block():
            place = builder.alloca(value.type)
        builder.store(value, place)
        return place

    def from_argument(self, builder, value):
        return builder.load(value)


def is_still_there(builder, value) -> bool:
    """Whether a value has just been read from a variable that still holds it."""
    if not (isinstance(value, LoadInstr) and isinstance(value.operands[0], AllocaInstr)):
        return False
    for instruction in reversed(builder.block.instructions):
        if instruction is value:
            return True
        if isinstance(instruction, StoreInstr) and instruction.operands[1] is value.operands[0]:
            return False
    return False


@cache
def kernel_models(manager: DataModelManager) -> DataModelManager:
    """How values are laid out and passed; what is registered later is known there too."""
    view = DataModelManager().chain(manager)
    view.register(types.NamedTuple, Bundle)
    return view


def brief_name(name, arguments, *, abi_tags=(), uid=None):
    """Name of a compiled function. Numba spells out the types of all arguments, which takes pages for large tuples."""
    return funcdesc.default_mangler(f'{name}.{digest([str(type) for type in arguments])}', (), uid=uid)


class KernelLibrary(JITCodeLibrary):
    """The code of a stage, optimised once; Numba does it twice because of reference counts.

    Loops are not vectorised: for all that LLVM knows two fields may overlap, and to find out each time that they do not
    takes longer than the short loops of kernels. Where wide loops pay they are written out (see rows.py). Nor are they
    unrolled: a step goes through more code than the nearest cache holds, and less of it is sooner fetched and compiled.
    """

    def finalize(self):
        for library in all_parts(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(own_module(library), preserve=True)
        self._linking_libraries = []
        super().finalize()

    def _optimize_functions(self, ll_module):
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self):
        options = create_pipeline_tuning_options(config.OPT)
        options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = False
        options.slp_vectorization = bool(config.SLP_VECTORIZE)
        builder = create_pass_builder(self._codegen._tm, options)
        builder.getModulePassManager().run(self._final_module, builder)


class HelperLibrary(KernelLibrary):
    """The code of a helper, which waits to be inlined: neither optimised nor turned into machine code.

    It is not put together with that of the helpers that it calls either: a stage does so once, with all that it needs.
    """

    whole = None

    def finalize(self):
        self._finalized = True

    def _get_module_for_linking(self):
        """The same with all that it calls, for libraries of Numba's own."""
        if self.whole is None:
            whole = own_module(self).clone()
            for library in all_parts(self._linking_libraries):
                whole.link_in(own_module(library), preserve=True)
            self.whole = whole
        return self.whole


def own_module(library):
    """The module of a library that others link with; that of a helper has nothing of what it calls."""
    if isinstance(library, HelperLibrary):
        return JITCodeLibrary._get_module_for_linking(library)
    return library._get_module_for_linking()


def all_parts(libraries) -> list:
    """Libraries with those that helpers among them call, and so on, each once."""
    found, waiting = {}, list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, HelperLibrary):
                waiting += library._linking_libraries
    return list(found)


class KernelLower(Lower):
    """Emits code in which nothing is counted: a variable is a place in memory, and no more."""

    def alloca_lltype(self, name, lltype, datamodel=None):
        with self.builder.goto_entry_block():
            return self.builder.alloca(lltype, name=name)

    def storevar(self, value, name, argidx=None):
        self._alloca_var(name, self.typeof(name))
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))


class RoutineLower(KernelLower):
    """Emits the code of a helper that is to be called."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.function.attributes.add('noinline')


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(BaseNativeLowering):
    """Emits the code of a stage."""

    _name, lowering_class = 'kernel_lowering', KernelLower


@register_pass(mutates_CFG=True, analysis_only=False)
class HelperLowering(LoweringPass):
    """Emits the code of a helper and tells Numba where callers find it."""

    _name = 'helper_lowering'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        context, flags = state.targetctx, state.flags
        descriptor = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir, state.typemap, state.return_type, state.calltypes, mangler=context.mangler,
            inline=flags.forceinline, noalias=flags.noalias, abi_tags=())
        with context.push_code_library(state.library):
            kind = KernelLower if flags.forceinline else RoutineLower
            lower = kind(context, state.library, descriptor, state.func_ir, metadata=state.metadata)
            lower.lower()
        name = object()  # by which callers know this version of the helper; otherwise it would be its Python wrapper
        context.insert_user_function(name, descriptor, [state.library])
        state['cr'] = _LowerResult(descriptor, lower.call_helper, cfunc=name, env=lower.env)
        return True


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
    """Steps that trust each other; Numba looks at the whole function again after each."""

    _ENFORCING = False


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
        context = self.state.targetctx  # a copy, made for one function
        context.typing_context, context.mangler = self.state.typingctx, brief_name
        context.data_model_manager = kernel_models(context.data_model_manager)

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
