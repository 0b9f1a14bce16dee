"""Which sources native code was made from."""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
_NATIVE = ('schema', 'jit', 'physics', 'api/maths')


@cache
def source_digest() -> str:
    """Hash of every source that takes part in compilation."""
    digest = hashlib.sha256()
    for folder in _NATIVE:
        for path in sorted((PACKAGE / folder).rglob('*.py')):
            digest.update(str(path.relative_to(PACKAGE)).encode() + b'\0' + path.read_bytes() + b'\0')
    return digest.hexdigest()
