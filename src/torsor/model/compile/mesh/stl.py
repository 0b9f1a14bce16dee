"""STL files: triangles without any connection, whose equal corners become one vertex."""

import re

import numpy as np

from .surface import AssetError, Surface

HEADER = 80
TRIANGLE = np.dtype([('normal', '<f4', 3), ('corners', '<f4', (3, 3)), ('attributes', '<u2')])
MOST_FACES = 200_000
FARTHEST = 2**30  # [m]

_TEXT = re.compile(rb'\s*solid\b')
_VERTEX = re.compile(rb'\bvertex\s+(\S+)\s+(\S+)\s+(\S+)')


def read_stl(content: bytes) -> Surface:
    """The surface of an STL file, binary or text."""
    corners = _binary_corners(content)
    if corners is None:
        corners = _text_corners(content)
    if not (np.abs(corners) <= FARTHEST).all() and not np.isnan(corners).any():
        raise AssetError(f'a vertex is more than {FARTHEST} away from the origin')
    return merged(corners)


def _binary_corners(content: bytes) -> np.ndarray | None:
    """Corners (faces, 3, 3); None for a text file. Binary files may start with the word that marks texts."""
    if len(content) < HEADER + 4:
        if _TEXT.match(content):
            return None
        raise AssetError(
            f'stl_decoder: invalid header: an STL file has at least {HEADER + 4} bytes, this one has {len(content)}'
        )
    count = int.from_bytes(content[HEADER : HEADER + 4], 'little')
    size = HEADER + 4 + count * TRIANGLE.itemsize
    if len(content) != size and _TEXT.match(content):
        return None
    if not 1 <= count <= MOST_FACES:
        raise AssetError(f'an STL file has between 1 and {MOST_FACES} faces, this one says {count}')
    if len(content) != size:
        raise AssetError(f'an STL file of {count} faces has {size} bytes, this one has {len(content)}')
    return np.frombuffer(content, TRIANGLE, count, HEADER + 4)['corners']


def _text_corners(content: bytes) -> np.ndarray:
    words = _VERTEX.findall(content)
    if not words or len(words) % 3 or len(words) > 3 * MOST_FACES:
        raise AssetError(
            f'a text file needs three vertices for each of at most {MOST_FACES} faces, this one has {len(words)}'
        )
    try:
        return np.array(words).astype(np.float32).reshape(-1, 3, 3)
    except ValueError as error:
        raise AssetError(f'a coordinate is no number: {error}') from None


def merged(corners: np.ndarray) -> Surface:
    """Corners with the same bits become one vertex, in the order in which they first appear."""
    points = np.ascontiguousarray(corners.reshape(-1, 3), dtype='<f4')
    x, y, z = points.view('<u4').T.astype(np.uint64)
    xy = x << np.uint64(32) | y
    order = np.lexsort((z, xy))  # of equal ones the first comes first
    is_new = np.concatenate([[True], (np.diff(xy[order]) != 0) | (np.diff(z[order]) != 0)])
    first = np.zeros(len(points), dtype=bool)
    first[order[is_new]] = True
    number = np.cumsum(first) - 1  # of vertices in the order of the file
    faces = np.empty(len(points), dtype=np.int32)
    faces[order] = number[order[is_new]][np.cumsum(is_new) - 1]
    return Surface(points[first], faces.reshape(-1, 3))
