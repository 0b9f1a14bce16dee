"""The layout of names in a compiled model: one buffer of zero-terminated texts, and hash tables to find them."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain

import numpy as np

from ...jit.stage import Stages
from ...schema.model import FIELDS
from ..native.names import SLOTS_PER_NAME
from ..spec.item import Item
from .columns import Fields

hashes = Stages('model.native.hashes')

# fields of addresses in the order of the buffer, by the prefix of the elements that they name
ADDRESSES = {
    field.name.removeprefix('name_').removesuffix('adr'): field.name
    for field in FIELDS
    if field.name.startswith('name_')
}


def name_tables(kinds: Sequence[Sequence[bytes]], text: bytes, starts: np.ndarray) -> np.ndarray:
    """One table after the other for names of several kinds, whose slots hold the number of a name in its kind or -1.

    Empty names are left out. In `text` a zero follows each name, and `starts` says where they start and the last ends.
    """
    counts = np.array([len(names) for names in kinds], np.int32)
    table = np.empty(SLOTS_PER_NAME * (len(starts) - 1), np.int32)
    hashes.fill_tables(np.frombuffer(text, np.uint8), starts, counts, table)
    return table


def joined(names: Sequence[bytes]) -> tuple[bytes, np.ndarray]:
    """Names with a zero after each; where they start, and where the last one ends."""
    return b'\0'.join([*names, b'']), np.array(list(accumulate([len(name) + 1 for name in names], initial=0)), np.int32)


def set_names(fields: Fields, modelname: str, named: Mapping[str, Sequence[Item]]) -> dict[str, int]:
    """Fill `names`, `names_map` and the addresses of names; `named` has elements by the prefix of their fields.

    Returns the sizes nnames and nnames_map.
    """
    kinds = {
        addresses: [item.name.encode() for item in named[prefix]]
        for prefix, addresses in ADDRESSES.items()
        if named.get(prefix)
    }
    text, starts = joined([modelname.encode(), *chain(*kinds.values())])
    first = 1
    for addresses, names in kinds.items():
        fields[addresses] = starts[first : first + len(names)]
        first += len(names)
    fields['names'] = np.frombuffer(bytearray(text), np.int8)
    fields['names_map'] = name_tables(list(kinds.values()), text, starts[1:])
    return {'nnames': len(text), 'nnames_map': len(fields['names_map'])}
