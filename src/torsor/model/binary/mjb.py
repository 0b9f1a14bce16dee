"""MJB, the binary format of MuJoCo 4.0.0: what mj_saveModel writes.

    five int32      54321, bytes of a real number, how many sizes, version, how many arrays
    int64 each      the sizes of the model
    three structs   opt, vis and stat, laid out as a C compiler does
    three bytes     flags of features
    arrays          one after the other, without gaps

All numbers are little-endian. The file has neither a checksum nor the signature of the model. Its size nbuffer is that
of MuJoCo's memory, in which every array begins at a multiple of 64 bytes.
"""

import struct

import numpy as np

from .contents import ARRAYS, FLAGS, RECORDS, SIGNATURE, SIZES, BinaryError, Contents, check_sizes, shape_of

ID = 54321
VERSION = 4_000_000
_HEADER = struct.Struct('<5i')
_MEANINGS = ('', 'bytes of a real number', 'sizes', 'version of MuJoCo', 'arrays')
ALIGNMENT = 64
HEADER = ID, 8, len(SIZES), VERSION, len(ARRAYS)


def _record(names: list[str]) -> np.dtype:
    """The struct of these records, as C lays it out."""
    members = [(f'{name}.{row.name}', row.dtype, (row.item_size,) if row.item_size > 1 else shape_of(row, {}))
               for name in names for row in RECORDS[name]]
    return np.dtype(members, align=True)


STRUCTS = [_record(['opt']), _record([name for name in RECORDS if name.startswith('vis.')]), _record(['stat'])]


def is_mjb(content: bytes) -> bool:
    """Whether bytes start as a file of this format does."""
    return content[:4] == struct.pack('<i', ID)


def read_mjb(content: bytes) -> Contents:
    """The contents of a file, all of whose bytes are accounted for."""
    if len(content) < _HEADER.size:
        raise BinaryError('the file ends within its header')
    for meaning, found, expected in zip(_MEANINGS, _HEADER.unpack_from(content), HEADER, strict=True):
        if found != expected:
            raise BinaryError(f'the header says {meaning}: {found}, but files of MuJoCo 4.0.0 say {expected}: save the '
                              f'model with that version')
    start = _HEADER.size + 8 * len(SIZES)
    if len(content) < start:
        raise BinaryError('the file ends within the sizes of the model')
    sizes = dict(zip(SIZES, np.frombuffer(content, '<i8', len(SIZES), _HEADER.size).tolist(), strict=True))
    check_sizes(sizes)
    if len(content) != start + _content_size(sizes):
        raise BinaryError(f'the file has {len(content)} bytes, but a model of these sizes has '
                          f'{start + _content_size(sizes)}')
    found = Contents(sizes)
    for layout in STRUCTS:
        record = np.frombuffer(content, layout, 1, start)[0]
        found.fields |= {name: np.array(record[name]) for name in layout.names or ()}
        start += layout.itemsize
    for row in (*FLAGS, *ARRAYS):
        shape = shape_of(row, sizes)
        count = int(np.prod(shape, dtype=object))
        dtype = np.dtype(np.uint8) if row.dtype == bool else row.dtype
        found.fields[row.name] = np.frombuffer(content, dtype, count, start).reshape(shape)
        start += count * dtype.itemsize
    found.fields[SIGNATURE.name] = np.zeros((), SIGNATURE.dtype)
    return found


def write_mjb(contents: Contents) -> bytes:
    """A file with these contents."""
    sizes = contents.sizes | {'nbuffer': _memory(contents)}
    parts = [_HEADER.pack(*HEADER), np.array([sizes[name] for name in SIZES], '<i8').tobytes()]
    for layout in STRUCTS:
        record = np.zeros(1, layout)
        for name in layout.names or ():
            record[name][0] = contents.fields[name]
        parts.append(record.tobytes())
    parts += [np.ascontiguousarray(contents.fields[row.name], row.dtype).tobytes() for row in (*FLAGS, *ARRAYS)]
    return b''.join(parts)


def _memory(contents: Contents) -> int:
    """Bytes of MuJoCo's memory for the arrays of a model, with what it may need to begin at a multiple."""
    end = 0
    for row in ARRAYS:
        end = -(-end // ALIGNMENT) * ALIGNMENT + contents.fields[row.name].nbytes
    return end + ALIGNMENT - 1


def mjb_size(sizes: dict[str, int]) -> int:
    """Bytes of the file of a model."""
    return _HEADER.size + 8 * len(SIZES) + _content_size(sizes)


def _content_size(sizes: dict[str, int]) -> int:
    """Bytes that follow the sizes, in numbers that cannot overflow."""
    size = sum(layout.itemsize for layout in STRUCTS)
    for row in (*FLAGS, *ARRAYS):
        count = row.dtype.itemsize
        for dim in shape_of(row, sizes):
            count *= int(dim)
        size += count
    return size
