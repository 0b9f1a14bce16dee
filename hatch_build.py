"""Build hook: with TORSOR_PRECOMPILE=1 a wheel for Linux on x86-64 that compiles nothing; otherwise a pure one."""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WISH = 'TORSOR_PRECOMPILE'


class NativeHook(BuildHookInterface):
    """Adds the libraries that tools/build_library.py makes, which the package loads (jit/inside/library.py)."""

    PLUGIN_NAME = 'custom'

    def dependencies(self) -> list[str]:
        """What the builder needs: Numba, and where there is no C compiler to link with, the one in a wheel."""
        if not _is_wished():
            return []
        has_linker = any(map(shutil.which, ('cc', 'gcc', 'clang')))
        return [*self.metadata.core.dependencies, *([] if has_linker else ['ziglang'])]

    def initialize(self, version: str, build_data: dict) -> None:
        """Build the libraries, and say for which systems the wheel is."""
        if not _is_wished() or self.target_name != 'wheel' or version == 'editable':
            return
        if (sys.platform, platform.machine()) != ('linux', 'x86_64'):
            raise RuntimeError(f'{WISH} makes wheels on Linux and x86-64 only, not on {sys.platform} and '
                               f'{platform.machine()}: build without it')
        folder = Path(self.root) / 'build' / 'native'  # pip asks twice, for metadata and for the wheel
        environment = {**os.environ, 'PYTHONPATH': str(Path(self.root) / 'src')}
        subprocess.run([sys.executable, Path(self.root) / 'tools' / 'build_library.py', folder], check=True,
                       env=environment)
        for path in folder.iterdir():
            build_data['force_include'][str(path)] = f'torsor/native/{path.name}'
        build_data['pure_python'] = False
        build_data['tag'] = f'py3-none-manylinux_2_{_newest_glibc(folder)}_x86_64'  # any Python: see the wrappers


def _is_wished() -> bool:
    return os.environ.get(WISH, '0') not in ('', '0')


def _newest_glibc(folder: Path) -> int:
    """The x of the newest version 2.x of the C library that some function is asked from; not below manylinux2014."""
    contents = (path.read_bytes() for path in folder.glob('*.so'))
    return max([17, *(int(minor) for content in contents for minor in re.findall(rb'GLIBC_2\.(\d+)', content))])
