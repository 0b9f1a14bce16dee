"""What LLVM is asked to bring back code that was kept: symbols, memory, the name of the processor.

To import llvmlite takes a tenth of the time until the first step, most of it for what makes code. So a few functions
of its library are called directly, if this is the version whose functions are written down here and nobody has
imported llvmlite before; else llvmlite itself is asked. Whatever is called has LLVM objects of its own, and `apart`
sees to it that it is alone.
"""

import ctypes
import os
import sys
from ctypes import POINTER, c_bool, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .settings import avoids_short_way

KNOWN_LLVMLITE = '0.50.'
_TEXT, _OBJECT = POINTER(c_char_p), c_void_p  # of a text LLVM is given the place
# function: what it returns, what it is given
_FUNCTIONS: dict[str, tuple[Any, tuple]] = {
    'InitializeNativeTarget': (None, ()),
    'InitializeNativeAsmPrinter': (None, ()),
    'DisposeString': (None, (c_char_p,)),
    'GetDefaultTargetTriple': (None, (_TEXT,)),
    'GetHostCPUName': (None, (_TEXT,)),
    'GetHostCPUFeatures': (c_int, (_TEXT,)),
    'AddSymbol': (None, (c_char_p, c_void_p)),
    'SearchAddressOfSymbol': (c_void_p, (c_char_p,)),
    'GetTargetFromTriple': (_OBJECT, (c_char_p, _TEXT)),
    'CreateTargetMachine': (_OBJECT, (_OBJECT, *[c_char_p] * 3, c_int, *[c_char_p] * 2, c_int, c_int, c_char_p)),
    'ContextCreate': (_OBJECT, ()),
    'ParseAssembly': (_OBJECT, (_OBJECT, c_char_p, _TEXT)),
    'CreateMCJITCompiler': (_OBJECT, (_OBJECT, _OBJECT, c_bool, _TEXT)),
    'CreateObjectFile': (_OBJECT, (c_char_p, c_size_t)),
    'MCJITAddObjectFile': (None, (_OBJECT, _OBJECT)),
    'FinalizeObject': (None, (_OBJECT,)),
    'GetFunctionAddress': (c_uint64, (_OBJECT, c_char_p)),
}


class Direct:
    """LLVM by the functions of llvmlite's library."""

    def __init__(self, path: Path):
        library = ctypes.CDLL(str(path))
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, f'LLVMPY_{name}')
            function.restype, function.argtypes = result, arguments
            setattr(self, f'_{name}', function)
        self._InitializeNativeTarget()
        self._InitializeNativeAsmPrinter()

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)  # the functions are set above, which a type checker cannot see

    def _text(self, function) -> str:
        text = c_char_p()
        function(ctypes.byref(text))
        value = (text.value or b'').decode()
        self._DisposeString(text)
        return value

    def processor(self) -> tuple[str, str, str]:
        """Platform, name and features of this processor."""
        features = sorted(filter(None, self._text(self._GetHostCPUFeatures).split(',')), key=lambda text: text[1:])
        return self._text(self._GetDefaultTargetTriple), self._text(self._GetHostCPUName), ','.join(features)

    def add_symbol(self, name: str, address: int) -> None:
        """Let code that is linked from now on find an address."""
        self._AddSymbol(name.encode(), address)

    def address_of(self, name: str) -> int | None:
        """What code that is linked would find."""
        return self._SearchAddressOfSymbol(name.encode())

    @cache  # noqa: B019, there is one for the whole process
    def _engine(self):
        error = ctypes.byref(c_char_p())
        triple = self._text(self._GetDefaultTargetTriple).encode()
        machine = self._CreateTargetMachine(self._GetTargetFromTriple(triple, error), triple, b'', b'', 2, b'static',
                                            b'jitdefault', 0, 1, b'')
        empty = self._ParseAssembly(self._ContextCreate(), b'', error)
        return self._CreateMCJITCompiler(empty, machine, False, error)

    def linked(self, code: bytes, function: str) -> int:
        """The address of a function of this code, all of whose symbols are known."""
        engine = self._engine()
        self._MCJITAddObjectFile(engine, self._CreateObjectFile(code, len(code)))
        self._FinalizeObject(engine)
        return self._GetFunctionAddress(engine, function.encode())


class ByLlvmlite:
    """LLVM as llvmlite offers it."""

    def __init__(self):
        from llvmlite import binding

        self._binding = binding
        self.add_symbol, self.address_of = binding.add_symbol, binding.address_of_symbol
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()

    def processor(self) -> tuple[str, str, str]:
        """Platform, name and features of this processor."""
        binding = self._binding
        return binding.get_default_triple(), binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()

    @cache  # noqa: B019, there is one for the whole process
    def _engine(self):
        binding = self._binding
        machine = binding.Target.from_default_triple().create_target_machine(
            opt=2, reloc='static', codemodel='jitdefault', jit=True)
        return binding.create_mcjit_compiler(binding.parse_assembly(''), machine)

    def linked(self, code: bytes, function: str) -> int:
        """The address of a function of this code, all of whose symbols are known."""
        engine = self._engine()
        engine.add_object_file(self._binding.ObjectFileRef.from_data(code))
        engine.finalize_object()
        return engine.get_function_address(function)


@cache
def llvm() -> Direct | ByLlvmlite:
    """LLVM in this process."""
    path = None if 'llvmlite' in sys.modules or avoids_short_way() else _known_library()
    try:
        return Direct(path) if path else ByLlvmlite()
    except (AttributeError, OSError):
        return ByLlvmlite()


def _known_library() -> Path | None:
    """The file of llvmlite's library, if its functions are as they are written down here."""
    if sys.platform != 'linux' or os.uname().machine != 'x86_64' or KNOWN_LLVMLITE.encode() not in version('llvmlite'):
        return None
    return Path(find_spec('llvmlite').origin).with_name('binding') / 'libllvmlite.so'  # type: ignore[union-attr]


@cache
def version(package: str) -> bytes:
    """The file in which a package says its version, without importing it; empty if it is not installed."""
    spec = find_spec(package)
    try:
        return Path(spec.origin).with_name('_version.py').read_bytes() if spec and spec.origin else b''
    except OSError:
        return b''
