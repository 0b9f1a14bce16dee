"""Machine code: made from LLVM modules, kept as bytes, brought back, and linked by the names of symbols."""

import ctypes
from functools import cache

from .code import Code
from .llvm import llvm
from .settings import changed_settings
from .symbols import make_missing, unpublished


def publish() -> None:
    """Tell LLVM what was defined; to be called before code is linked."""
    while unpublished:
        llvm().add_symbol(*unpublished.popitem())


def processor() -> tuple[str, str, str]:
    """Platform, name and features of the processor that code is made for."""
    chosen, (line, name, features) = changed_settings(), llvm().processor()
    return line, chosen.get('CPU_NAME') or name, chosen.get('CPU_FEATURES', features)


def has_feature(name: str) -> bool:
    """Whether code is made for processors with a feature, such as 'avx512f'."""
    return f'+{name}' in processor()[2].split(',')


# ---- linking ----
def load(code: Code) -> int | None:
    """The address of a function once its code is linked; None if a symbol is missing, over which LLVM would abort."""
    make_missing(code.symbols)
    publish()
    if not all(map(_is_known, code.symbols)):
        return None
    return llvm().linked(code.bytes, code.function)


def _is_known(symbol: str) -> bool:
    if symbol.startswith('Py') and llvm().address_of(symbol) is None and hasattr(ctypes.pythonapi, symbol):
        address = ctypes.cast(getattr(ctypes.pythonapi, symbol), ctypes.c_void_p).value
        llvm().add_symbol(symbol, address)  # Python is a library that LLVM does not look into
    return llvm().address_of(symbol) is not None


# ---- making ----
@cache
def _target():
    from llvmlite import binding  # which only those need who make code

    for prepare in ('initialize_native_target', 'initialize_native_asmprinter'):
        getattr(binding, prepare)()
    triple, cpu, features = processor()
    return binding.Target.from_triple(triple).create_target_machine(
        cpu, features, opt=2, reloc='static', codemodel='jitdefault', jit=True)


def translated(module, function: str) -> Code:
    """Machine code of a module that was put together here; `function` is the one to be called."""
    from llvmlite import binding

    parsed = binding.parse_assembly(str(module))
    parsed.verify()
    return Code(function, undefined_symbols(parsed), _target().emit_object(parsed))


def undefined_symbols(module) -> tuple[str, ...]:
    """Names of what the code of a parsed module is linked with."""
    return tuple(thing.name for things in (module.functions, module.global_variables) for thing in things
                 if thing.is_declaration and not thing.name.startswith('llvm.'))
