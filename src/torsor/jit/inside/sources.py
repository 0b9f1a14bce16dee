"""Which sources native code was made from."""

import hashlib
import os
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
_NATIVE = ('schema', 'jit', 'physics', 'model/native', 'api/maths', 'render')


@cache
def source_digest() -> str:
    """Hash of every source that takes part in compilation."""
    digest = hashlib.sha256()
    for name in sorted(name for folder in _NATIVE for name in _sources(str(PACKAGE), folder)):
        with open(os.path.join(PACKAGE, name), 'rb', buffering=0) as file:
            digest.update(name.encode() + b'\0' + file.read() + b'\0')
    return digest.hexdigest()


def _sources(package: str, folder: str):
    """Names of the sources in a folder of the package; at every start, so as quickly as it can be done."""
    with os.scandir(os.path.join(package, folder)) as entries:
        for entry in entries:
            name = f'{folder}/{entry.name}'
            if name.endswith('.py'):
                yield name
            elif entry.is_dir() and entry.name != '__pycache__':
                yield from _sources(package, name)
