"""The binary format of Torsor: what `to_bytes` and pickles hold.

    8 bytes    a mark, which tells the format from others and notices text transfers
    uint32     version of the format
    uint32     CRC-32 of all that follows
    uint64     length of the table
    table      JSON: {"sizes": {name: number}, "fields": [[name, dtype, shape], ...]}
    arrays     one after the other, without gaps, in the order of the table

All numbers are little-endian. A file says what it holds, so that a field more or less is noticed by its name.
"""

import json
import struct
import zlib

import numpy as np

from .contents import SIZES, BinaryError, Contents, check_sizes, rows, shape_of

MARK = b'\x93TORSOR\n'
VERSION = 1
_HEADER = struct.Struct('<8sIIQ')
_SUMMED = struct.calcsize('<8sII')  # bytes before those that the checksum is of


def is_own(content: bytes) -> bool:
    """Whether bytes start as a file of this format does."""
    return content[: len(MARK)] == MARK


def write_own(contents: Contents) -> bytes:
    """A file with these contents."""
    arrays = {name: np.asarray(contents.fields[name], row.dtype.newbyteorder('<')) for name, row in rows()}
    table = json.dumps({
        'sizes': {name: int(contents.sizes[name]) for name in SIZES},
        'fields': [[name, array.dtype.str, list(array.shape)] for name, array in arrays.items()],
    }).encode()
    body = struct.pack('<Q', len(table)) + table + b''.join(array.tobytes() for array in arrays.values())
    return struct.pack('<8sII', MARK, VERSION, zlib.crc32(body)) + body


def read_own(content: bytes) -> Contents:
    """The contents of a file, all of whose bytes are accounted for."""
    if len(content) < _HEADER.size:
        raise BinaryError('the file ends within its header')
    _, version, checksum, length = _HEADER.unpack_from(content)
    if version != VERSION:
        raise BinaryError(f'the file has version {version} of the format, and this version of Torsor reads {VERSION}')
    if zlib.crc32(content[_SUMMED:]) != checksum:
        raise BinaryError('the file is damaged: its checksum is another one')
    sizes, listed = _table(content[_HEADER.size : _HEADER.size + length])
    return Contents(sizes, _arrays(content, _HEADER.size + length, sizes, listed))


def _table(text: bytes) -> tuple[dict[str, int], list]:
    """Sizes and fields as the table has them."""
    try:
        table = json.loads(text)
        sizes, listed = table['sizes'], table['fields']
        names = [name for name, _, _ in listed]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BinaryError('the table of the file cannot be read') from error
    if not isinstance(sizes, dict) or sorted(sizes) != sorted(SIZES) or any(type(n) is not int for n in sizes.values()):
        raise BinaryError('the file has other sizes than models of MuJoCo 4.0.0')
    if names != [name for name, _ in rows()]:
        raise BinaryError('the file has other fields than models of MuJoCo 4.0.0')
    check_sizes(sizes)
    return sizes, listed


def _arrays(content: bytes, start: int, sizes: dict[str, int], listed: list) -> dict[str, np.ndarray]:
    fields = {}
    for (name, row), (_, dtype, shape) in zip(rows(), listed, strict=True):
        expected = row.dtype.newbyteorder('<'), shape_of(row, sizes)
        if dtype != expected[0].str or shape != list(expected[1]):
            raise BinaryError(f'{name} is an array of {dtype} with the shape {shape}, not of {expected[0].str} with '
                              f'{list(expected[1])}')
        count = 1
        for dim in expected[1]:
            count *= int(dim)
        if start + count * row.dtype.itemsize > len(content):
            raise BinaryError(f'the file ends within {name}')
        raw = np.dtype(np.uint8) if row.dtype == bool else expected[0]
        fields[name] = np.frombuffer(content, raw, count, start).reshape(expected[1])
        start += count * row.dtype.itemsize
    if start != len(content):
        raise BinaryError(f'{len(content) - start} bytes follow the last array')
    return fields
