"""The layout of names in a compiled model: one buffer of zero-terminated texts, and hash tables to find them."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np

from ...schema.model import FIELDS
from ..spec.item import Item
from .columns import Fields

# fields of addresses in the order of the buffer, by the prefix of the elements that they name
ADDRESSES = {
    field.name.removeprefix('name_').removesuffix('adr'): field.name
    for field in FIELDS
    if field.name.startswith('name_')
}
SLOTS_PER_NAME = 2
CHUNK = 32  # bytes after which a hash is cut to 64 bits; before, it grows by 5 bits a byte


def hash_name(name: bytes, slots: int) -> int:
    """Where the search for `name` starts in a table of `slots`: Bernstein's hash, with exclusive or, in 64 bits.

    Bytes are signed, which matters for names outside ASCII.
    """
    value, signed = 5381, memoryview(name).cast('b')
    for start in range(0, len(signed), CHUNK):
        for byte in signed[start : start + CHUNK]:
            value = value * 33 ^ byte
        value &= 0xFFFF_FFFF_FFFF_FFFF
    return value % slots


def name_table(names: Sequence[bytes]) -> list[int]:
    """Open addressing with linear probing: slots hold the index of a name or -1; empty names are left out."""
    slots = SLOTS_PER_NAME * len(names)
    table = [-1] * slots
    for index, name in enumerate(names):
        if name:
            slot = hash_name(name, slots)
            while table[slot] != -1:
                slot = (slot + 1) % slots
            table[slot] = index
    return table


def set_names(fields: Fields, modelname: str, named: Mapping[str, Sequence[Item]]) -> dict[str, int]:
    """Fill `names`, `names_map` and the addresses of names; `named` has elements by the prefix of their fields.

    Returns the sizes nnames and nnames_map.
    """
    buffer = bytearray(modelname.encode() + b'\0')
    table: list[int] = []
    for prefix, addresses in ADDRESSES.items():
        items = named.get(prefix)
        if not items:
            continue
        encoded = [item.name.encode() for item in items]
        *starts, _ = accumulate([len(name) + 1 for name in encoded], initial=len(buffer))
        buffer += b'\0'.join(encoded) + b'\0'
        fields[addresses] = np.array(starts, dtype=np.int32)
        table += name_table(encoded)
    fields['names'] = np.frombuffer(buffer, dtype=np.int8)
    fields['names_map'] = np.array(table, dtype=np.int32)
    return {'nnames': len(buffer), 'nnames_map': len(table)}
