"""Machine code: made from LLVM modules, kept as bytes, brought back, and linked by the names of symbols."""

import ctypes
from functools import cache
from typing import NamedTuple

from llvmlite import binding

from .settings import changed_settings
from .symbols import unpublished

_LINE = binding.get_default_triple()


class Code(NamedTuple):
    """Relocatable machine code of a function, and the symbols that it must be linked with."""

    function: str
    symbols: tuple[str, ...]
    bytes: bytes


def publish() -> None:
    """Tell LLVM what was defined; to be called before code is linked."""
    while unpublished:
        binding.add_symbol(*unpublished.popitem())


def processor() -> tuple[str, str, str]:
    """Platform, name and features of the processor that code is made for."""
    chosen = changed_settings()
    return (_LINE, chosen.get('CPU_NAME') or binding.get_host_cpu_name(),
            chosen.get('CPU_FEATURES') or binding.get_host_cpu_features().flatten())


def has_feature(name: str) -> bool:
    """Whether this processor has a feature, such as 'avx512f'."""
    return bool(binding.get_host_cpu_features().get(name))


@cache
def _target():
    for prepare in ('initialize_native_target', 'initialize_native_asmprinter'):
        getattr(binding, prepare)()
    triple, cpu, features = processor()
    machine = binding.Target.from_triple(triple).create_target_machine(
        cpu, features, opt=2, reloc='static', codemodel='jitdefault', jit=True)
    return machine, binding.create_mcjit_compiler(binding.parse_assembly(''), machine)


def translated(module, function: str) -> Code:
    """Machine code of a module that was put together here; `function` is the one to be called."""
    parsed = binding.parse_assembly(str(module))
    parsed.verify()
    return Code(function, undefined_symbols(parsed), _target()[0].emit_object(parsed))


def load(code: Code) -> int | None:
    """The address of a function once its code is linked; None if a symbol is missing, over which LLVM would abort."""
    publish()
    if not all(map(_is_known, code.symbols)):
        return None
    engine = _target()[1]
    engine.add_object_file(binding.ObjectFileRef.from_data(code.bytes))
    engine.finalize_object()
    return engine.get_function_address(code.function)


def _is_known(symbol: str) -> bool:
    if symbol.startswith('Py') and binding.address_of_symbol(symbol) is None and hasattr(ctypes.pythonapi, symbol):
        address = ctypes.cast(getattr(ctypes.pythonapi, symbol), ctypes.c_void_p).value
        binding.add_symbol(symbol, address)  # Python is a library that LLVM does not look into
    return binding.address_of_symbol(symbol) is not None


def undefined_symbols(module) -> tuple[str, ...]:
    """Names of what the code of a parsed module is linked with."""
    return tuple(thing.name for things in (module.functions, module.global_variables) for thing in things
                 if thing.is_declaration and not thing.name.startswith('llvm.'))
