"""Native code as it is kept."""

from typing import NamedTuple


class Code(NamedTuple):
    """Relocatable machine code of a function, the symbols that it must be linked with, and what else was said of it."""

    function: str
    symbols: tuple[str, ...]
    bytes: bytes
    remark: bytes = b''
