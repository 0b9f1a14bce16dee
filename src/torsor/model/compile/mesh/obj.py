"""OBJ files: vertices, normals and texture coordinates with indices of their own, and polygons of any size.

Of several objects or groups in a file only the polygons of the first count.
"""

import re

import numpy as np

from ....jit.stage import Stages
from ...native.names import BEFORE, CORNERS, FACE, INDEX_0, NO_INDEX, NORMAL, TEXCOORD, VERTEX
from .polygon import triangulated
from .surface import AssetError, Surface

native = Stages('model.native.lines')

_WORD, _LINE = re.compile(rb'\S+'), re.compile(rb'[^\r\n]*')
WRONG = {
    NO_INDEX: 'a face has something that is no index',
    INDEX_0: 'a face refers to vertex 0; vertices of an OBJ file are numbered from 1',
    BEFORE: 'a face refers to something before the beginning of the file',
}


@np.errstate(over='ignore')
def read_obj(content: bytes) -> Surface:
    """The surface of an OBJ file."""
    text, lines = np.frombuffer(content, np.uint8), np.empty(CORNERS + 1, np.int64)
    native.count_lines(text, lines)
    counts, corners = np.empty(lines[FACE], np.int64), np.empty((lines[CORNERS], 3), np.int64)
    numbers = [np.empty(columns * lines[kind]) for kind, columns in ((VERTEX, 3), (TEXCOORD, 2), (NORMAL, 3))]
    words = [np.empty(len(column), np.int64) for column in numbers]
    wrong = native.read_lines(text, *numbers, *words, counts, corners)
    tags = ('v', 3), ('vt', 2), ('vn', 3)
    vertices, texcoords, normals = (_completed(content, *tag, *found) for tag, *found in zip(tags, numbers, words))
    for bit, problem in WRONG.items():
        if wrong & bit:
            raise AssetError(problem)
    triangles = triangulated(vertices, counts, corners[:, 0])
    faces = corners[triangles, 0].astype(np.int32)
    if not len(faces):
        normals, texcoords = normals[:0], texcoords[:0]  # those of a cloud of points belong to nothing
    # which few files have
    facetexcoords = corners[triangles, 1].astype(np.int32) if len(texcoords) else None
    facenormals = corners[triangles, 2].astype(np.int32) if len(normals) else None
    if facenormals is not None and not _exist(facenormals, len(normals)):
        raise AssetError(f'the file has {len(normals)} normals, but not all corners of faces refer to one of them')
    if facetexcoords is not None and not _exist(facetexcoords, len(texcoords)):
        texcoords, facetexcoords = texcoords[:0], None  # without one for every corner they are of no use
    texcoords = np.stack([texcoords[:, 0], np.float32(1) - texcoords[:, 1]], axis=1)  # images start at the top
    return Surface(vertices, faces, normals, texcoords, facenormals, facetexcoords)


def _exist(indices: np.ndarray, count: int) -> bool:
    return bool(((indices >= 0) & (indices < count)).all())


def _completed(content: bytes, tag: str, columns: int, numbers: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Rows of numbers in float32, with those that were left to Python: long ones, and what may be none at all."""
    for place in np.isnan(numbers).nonzero()[0].tolist() if len(numbers) else ():
        start = int(words[place])
        if start < 0:
            line = _at(_LINE, content, -1 - start)
            raise AssetError(f'the line "{line[:60].decode(errors="replace")}" needs {columns} numbers')
        word = _at(_WORD, content, start).replace(b'_', b'?')  # which Python allows among digits
        try:
            numbers[place] = float(word)
        except ValueError:
            raise AssetError(f'a line that starts with "{tag}" has something that is no number') from None
    return numbers.reshape(-1, columns).astype(np.float32)


def _at(pattern: re.Pattern[bytes], content: bytes, start: int) -> bytes:
    """What a pattern finds at a place."""
    found = pattern.match(content, start)
    return found[0] if found else b''
