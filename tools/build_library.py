"""Compile every stage and every wrapper ahead, into shared libraries that need neither Numba nor llvmlite.

    python tools/build_library.py FOLDER

Writes FOLDER/LEVEL.so for each level of x86-64 (see src/torsor/jit/inside/library.py), and LEVEL.json, which says what
is in it. A library exports a table of addresses: of functions, then of words that it shares with Python. Slots of
stages are such words, and filled. What is compiled is found by importing every module, and by following what stages
call; there is no list to keep. Libraries that were made from these sources by this compiler are left as they are.
"""

import argparse
import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import tempfile
import zlib
from itertools import product
from pathlib import Path

import llvmlite
import numba
from llvmlite import binding

import torsor
from torsor.jit.call import SHORTCUTS, shortcut_name, wrapper_name
from torsor.jit.clock import COUNTER
from torsor.jit.inside import symbols
from torsor.jit.inside.convention import UPCALL
from torsor.jit.inside.library import LEVELS, TABLE
from torsor.jit.inside.sources import source_digest
from torsor.jit.layout import StructKind
from torsor.jit.load import compiler, prepare
from torsor.jit.scratch import Scratch
from torsor.jit.shield import NAME as SHIELD
from torsor.jit.stage import STAGES, register_kind
from torsor.physics.batch.lanes import run_worlds_together
from torsor.physics.derivatives.analytic.packs import pullbacks_together, transitions_together
from torsor.physics.world import DATA, DUAL, PARAMETRIC, PER_WORLD, SCALAR

TRIPLE = 'x86_64-unknown-linux-gnu'
TOGETHER = run_worlds_together, transitions_together, pullbacks_together  # what several worlds begin with
EXTRAS = ('torsor.envs', 'torsor.torch', 'torsor.jax')


# ---- what there is to compile ----
def import_everything() -> None:
    """Import every module of the package, so that every stage is known; those that need an extra have none."""
    for module in pkgutil.walk_packages(torsor.__path__, 'torsor.'):
        if not module.name.endswith('__main__') and not module.name.startswith(EXTRAS):
            importlib.import_module(module.name)


def stages(widths: tuple[int, ...]):
    """(stage, kind, optimised module, name of the function in it) of each stage for one world, and for other kinds.

    These are worlds that share registers, as many as `widths` say, and dual numbers. For them those are compiled that
    others call. Where one cannot be, nobody gets to it, and its slot stays empty.
    """
    prepare()
    together = [register_kind(SCALAR[0], StructKind(DATA, width, PER_WORLD)) for width in widths]
    waiting = [*((stage, SCALAR) for stage in STAGES.values()), *product(TOGETHER, together)]
    done = set()
    while waiting:
        for stage, kind in waiting:
            try:
                native = compiler().compiled_stage(stage, kind)
            except Exception as error:
                if kind == SCALAR or stage in TOGETHER:
                    raise RuntimeError(f'the stage {stage.symbol} does not compile') from error
                continue
            library = next(reversed(native.owner.overloads.values())).library
            yield stage, kind, binding.parse_bitcode(library._final_module.as_bitcode()), native.code.function
        done.update(waiting)
        every = [*STAGES.values(), *(stage.apart for stage in STAGES.values() if stage.apart)]
        waiting = [(stage, kind) for stage in every for kind in (*together, DUAL, PARAMETRIC)
                   if kind in stage._slots and (stage, kind) not in done]


def functions_for_python():
    """(name, module) of each function that Python calls, and of the one that calls Python."""
    yield UPCALL, compiler().upcall_module()
    yield SHIELD, compiler().shield_module()
    yield COUNTER, compiler().clock_module()
    calls = {(tuple(stage.signature.kinds.values()), stage.result) for stage in STAGES.values() if callable_(stage)}
    for kinds, result in sorted(calls, key=lambda call: wrapper_name(*call)):
        yield wrapper_name(kinds, result), compiler().wrapper_module(wrapper_name(kinds, result), kinds, result)
    for kinds, plain in SHORTCUTS:
        yield shortcut_name(kinds, plain), compiler().shortcut_module(shortcut_name(kinds, plain), kinds, plain)


def callable_(stage) -> bool:
    """Whether Python can call a stage: not if it takes scratch."""
    return not any(isinstance(kind, Scratch) for kind in stage.signature.kinds.values())


# ---- from modules to a library ----
def target(level: str):
    """What emits code for this level that may lie anywhere in memory."""
    for step in ('initialize_native_target', 'initialize_native_asmprinter'):
        getattr(binding, step)()
    return binding.Target.from_triple(TRIPLE).create_target_machine(level, '', opt=3, reloc='pic', codemodel='default')


def optimised(module, machine):
    """A module that was put together by hand, after LLVM's usual passes."""
    parsed = binding.parse_assembly(str(module))
    parsed.verify()
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(parsed, passes)
    return parsed


def adopted(module, function: str, name: str):
    """A module of which other modules see one function, under its new name."""
    module.get_function(function).name = name
    for thing in (*module.functions, *module.global_variables):
        if thing.is_declaration:
            if thing.name.startswith('torsor_'):
                thing.visibility = 'hidden'  # found in this library, without looking any further
        elif thing.name == name:
            thing.visibility = 'hidden'
        else:
            thing.linkage = 'internal'
    return module


def table(functions: list[str], words: dict[str, int], filled: dict[str, str]) -> str:
    """LLVM assembly of the words, and of the table with all addresses; `filled`: slots and the functions they hold."""
    lines = [f'target triple = "{TRIPLE}"']
    lines += [f'declare hidden void @"{name}"()' for name in functions]
    for symbol, count in words.items():
        start = f'ptrtoint (ptr @"{filled[symbol]}" to i64)' if symbol in filled else 'zeroinitializer'
        kind = 'i64' if symbol in filled else f'[{count} x i64]'
        lines.append(f'@"{symbol}" = hidden global {kind} {start}, align 8')
    entries = ', '.join(f'ptr @"{name}"' for name in (*functions, *words))
    lines.append(f'@{TABLE} = constant [{len(functions) + len(words)} x ptr] [{entries}]')
    return '\n'.join(lines)


def linker() -> list[str]:
    """The command that links: a C compiler of the system, or the one in the wheel `ziglang`."""
    for name in ('cc', 'gcc', 'clang'):
        if shutil.which(name):
            return [name]
    return [sys.executable, '-m', 'ziglang', 'cc', '-target', 'x86_64-linux-gnu.2.17']


def link(modules, machine, path: Path) -> None:
    """Link modules to a shared library."""
    with tempfile.TemporaryDirectory() as folder:
        objects = [Path(folder) / f'{i}.o' for i in range(len(modules))]
        for place, module in zip(objects, modules):
            place.write_bytes(machine.emit_object(module))
        options = ['-shared', '-nostartfiles', '-Wl,-z,now,-z,noexecstack,--hash-style=gnu,-s']
        subprocess.run([*linker(), *options, '-o', path, *objects, '-lm', '-lc'], check=True)


def build(level: str, folder: Path) -> dict:
    """Make the library of one level; what its manifest says about it."""
    import_everything()
    machine = target(level)
    modules = {name: adopted(optimised(module, machine), name, name) for name, module in functions_for_python()}
    found = stages(LEVELS[level].widths)
    compiled = {(stage, kind): (module, function) for stage, kind, module, function in found}
    modules |= {stage.code_name(kind): adopted(module, function, stage.code_name(kind))
                for (stage, kind), (module, function) in compiled.items()}
    for stage, kind in compiled:
        stage.slot(kind)  # also those that no other stage calls
    filled = {stage.slot_symbol(kind): stage.code_name(kind) for stage, kind in compiled}
    check_symbols(modules)
    words = dict(sorted(symbols.counts.items()))
    shared = binding.parse_assembly(table(list(modules), words, filled))
    shared.verify()
    path = folder / f'{level}.so'
    link([*modules.values(), shared], machine, path)
    remarks = {stage.code_name(SCALAR): stage.remark().decode('latin-1') for stage in STAGES.values()}
    return dict(crc32=zlib.crc32(path.read_bytes()), functions=list(modules), words=words, remarks=remarks)


def check_symbols(modules) -> None:
    """That everything of ours that code refers to is there."""
    for name, module in modules.items():
        for thing in (*module.functions, *module.global_variables):
            ours = thing.is_declaration and thing.name.startswith(('torsor_', 'numba', 'NRT_'))
            if ours and thing.name not in symbols.counts and thing.name != UPCALL:
                raise SystemExit(f'{name} needs {thing.name}, which is nowhere')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('folder', type=Path)
    parser.add_argument('--level', choices=LEVELS, help='make this one only, and print what the manifest says about it')
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.level:
        print(json.dumps(build(args.level, args.folder)))
        return
    sources = dict(sources=source_digest(), made_by=f'Numba {numba.__version__}, llvmlite {llvmlite.__version__}')
    running = {}
    for level in LEVELS:  # Numba compiles for one processor in a process
        manifest = args.folder / f'{level}.json'
        if manifest.exists() and json.loads(manifest.read_bytes()).items() >= sources.items():
            continue
        settings = {'NUMBA_CPU_NAME': level, 'NUMBA_CPU_FEATURES': '', 'TORSOR_CACHE_DIR': tempfile.mkdtemp()}
        running[manifest] = subprocess.Popen([sys.executable, __file__, str(args.folder), '--level', level],
                                             env={**os.environ, **settings}, stdout=subprocess.PIPE)
    for manifest, process in running.items():
        manifest.write_text(json.dumps(sources | json.loads(process.communicate()[0])))


if __name__ == '__main__':
    main()
