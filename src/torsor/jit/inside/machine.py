"""Machine code: made from LLVM modules, kept as bytes, brought back, and linked by the names of symbols."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from llvmlite import binding, ir

from .apart import apart

_LINE = binding.get_default_triple()
_unpublished: dict[str, int] = {}  # LLVM is told about symbols by those who compile


class Code(NamedTuple):
    """Relocatable machine code of a function, and the symbols that it must be linked with."""

    function: str
    symbols: tuple[str, ...]
    bytes: bytes


def define(symbol: str, address: int) -> None:
    """Let native code that is linked from now on find an address under a name."""
    _unpublished[symbol] = address


def publish() -> None:
    """Tell LLVM what was defined; to be called before code is linked."""
    while _unpublished:
        binding.add_symbol(*_unpublished.popitem())


def define_api(*names: str) -> None:
    """Let native code find functions of CPython."""
    for name in names:
        define(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)


def processor() -> tuple[str, str, str]:
    """Platform, name and features of the processor that code is made for."""
    from numba.core import config

    return (_LINE, config.CPU_NAME or binding.get_host_cpu_name(),
            config.CPU_FEATURES or binding.get_host_cpu_features().flatten())


def has_feature(name: str) -> bool:
    """Whether this processor has a feature, such as 'avx512f'."""
    return apart(lambda: bool(binding.get_host_cpu_features().get(name)))


@cache
def _target():
    for prepare in ('initialize_native_target', 'initialize_native_asmprinter'):
        getattr(binding, prepare)()
    triple, cpu, features = processor()
    machine = binding.Target.from_triple(triple).create_target_machine(
        cpu, features, opt=2, reloc='static', codemodel='jitdefault', jit=True)
    return machine, binding.create_mcjit_compiler(binding.parse_assembly(''), machine)


def translated(module: ir.Module, function: str) -> Code:
    """Machine code of a module that was put together here; `function` is the one to be called."""
    parsed = binding.parse_assembly(str(module))
    parsed.verify()
    return Code(function, undefined_symbols(parsed), _target()[0].emit_object(parsed))


def load(code: Code) -> int | None:
    """The address of a function once its code is linked; None if a symbol is missing, over which LLVM would abort."""
    publish()
    if any(binding.address_of_symbol(name) is None for name in code.symbols):
        return None
    engine = _target()[1]
    engine.add_object_file(binding.ObjectFileRef.from_data(code.bytes))
    engine.finalize_object()
    return engine.get_function_address(code.function)


def counter(code: Code) -> Callable[[], int]:
    """A Python function from code that takes nothing and returns a word."""
    return ctypes.PYFUNCTYPE(ctypes.c_int64)(load(code))


def undefined_symbols(module) -> tuple[str, ...]:
    """Names of what the code of a parsed module is linked with."""
    return tuple(thing.name for things in (module.functions, module.global_variables) for thing in things
                 if thing.is_declaration and not thing.name.startswith('llvm.'))
