"""How the code of a stage is put together from that of its helpers, and optimised, once."""

from llvmlite import ir
from llvmlite.binding import (
    ModuleRef,
    create_new_module_pass_manager,
    create_pass_builder,
    create_pipeline_tuning_options,
    parse_assembly,
)
from numba.core import config, funcdesc
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import CodeLibrary, JITCodeLibrary

from .naming import digest

SIMPLIFYING = 2  # LLVM's level of optimisation; another one finds nothing more in kernels


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

    def add_ir_module(self, ir_module):
        self.add_llvm_module(parsed(ir_module))

    def _finalize_dynamic_globals(self):
        """Nothing: kernels have none."""

    def _verify_declare_only_symbols(self):
        """Nothing: a function that is not linked is among the symbols that nobody knows."""

    def _optimize_functions(self, ll_module):
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self):
        options = create_pipeline_tuning_options(min(config.OPT, SIMPLIFYING))
        options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = False
        options.slp_vectorization = bool(config.SLP_VECTORIZE)
        builder = create_pass_builder(self._codegen._tm, options)
        put_together().run(self._final_module, builder)
        simplify = builder.getFunctionPassManager()
        for function in self._final_module.functions:
            if not function.is_declaration:
                simplify.run(function, builder)


def put_together():
    """LLVM's passes that tidy up helpers, so that there is less to copy, put them where they are called, and drop them.

    What is left are a few functions that call each other as little as stages do, each of which is optimised by itself.
    LLVM's usual way is to optimise helpers first, and again wherever they were put, and to look between functions.
    """
    passes = create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    return passes


class HelperLibrary(KernelLibrary):
    """The code of a helper, which waits to be inlined: neither optimised nor turned into machine code.

    It is not put together with that of the helpers that it calls either: a stage does so once, with all that it needs.
    """

    whole = None

    def __init__(self, codegen, name):
        CodeLibrary.__init__(self, codegen, name)  # without the empty module that others begin with
        self._linking_libraries, self._shared_module = [], None

    def add_ir_module(self, ir_module):
        self._final_module = parsed(ir_module)

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


def parsed(module: ir.Module) -> ModuleRef:
    """What LLVM makes of a module; a stage verifies it with all that it is linked with."""
    known = parse_assembly(normalize_ir_text(str(module)))
    known.name = module.name
    for function in module.functions:
        for block in function.blocks:
            block.instructions.clear()  # each of which knows the block: garbage that only the collector would find
    return known


def own_module(library):
    """The module of a library that others link with; that of a helper has nothing of what it calls."""
    if isinstance(library, HelperLibrary):
        return library._final_module
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
