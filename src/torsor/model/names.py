"""The layout of names in a compiled model: one buffer of zero-terminated texts, and hash tables to find them."""

from collections.abc import Mapping, Sequence

import numpy as np

# in the order of the buffer: size, field of addresses
NAMED = (
    ('nbody', 'name_bodyadr'),
    ('njnt', 'name_jntadr'),
    ('ngeom', 'name_geomadr'),
    ('nsite', 'name_siteadr'),
    ('ncam', 'name_camadr'),
    ('nlight', 'name_lightadr'),
    ('nflex', 'name_flexadr'),
    ('nmesh', 'name_meshadr'),
    ('nskin', 'name_skinadr'),
    ('nhfield', 'name_hfieldadr'),
    ('ntex', 'name_texadr'),
    ('nmat', 'name_matadr'),
    ('npair', 'name_pairadr'),
    ('nexclude', 'name_excludeadr'),
    ('neq', 'name_eqadr'),
    ('ntendon', 'name_tendonadr'),
    ('nactuator', 'name_actuatoradr'),
    ('nsensor', 'name_sensoradr'),
    ('nnumeric', 'name_numericadr'),
    ('ntext', 'name_textadr'),
    ('ntuple', 'name_tupleadr'),
    ('nkey', 'name_keyadr'),
    ('nplugin', 'name_pluginadr'),
)
SLOTS_PER_NAME = 2


def hash_name(name: bytes, slots: int) -> int:
    """Where the search for `name` starts in a table of `slots`: Bernstein's hash, with exclusive or, in 64 bits.

    Bytes are signed, which matters for names outside ASCII.
    """
    value = 5381
    for byte in name:
        value = (value * 33 ^ (byte if byte < 128 else byte - 256)) & 0xFFFF_FFFF_FFFF_FFFF
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


def set_names(fields: dict[str, np.ndarray], modelname: str, names: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Fill `names`, `names_map` and the addresses; `names` maps a size such as 'nbody' to the names of its elements."""
    buffer = bytearray(modelname.encode() + b'\0')
    table: list[int] = []
    for size, addresses in NAMED:
        encoded = [name.encode() for name in names.get(size, ())]
        starts = []
        for name in encoded:
            starts.append(len(buffer))
            buffer += name + b'\0'
        fields[addresses] = np.array(starts, dtype=np.int32)
        table += name_table(encoded)
    fields['names'] = np.frombuffer(bytes(buffer), dtype=np.int8)
    fields['names_map'] = np.array(table, dtype=np.int32)
    return {'nnames': len(buffer), 'nnames_map': len(table)}
