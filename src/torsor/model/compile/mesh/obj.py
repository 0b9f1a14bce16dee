"""OBJ files: vertices, normals and texture coordinates with indices of their own, and polygons of any size.

Of several objects or groups in a file only the first counts. The reader works on whole columns of the file at once.
"""

import re
import warnings
from collections import defaultdict
from operator import methodcaller

import numpy as np

from .polygon import triangulated
from .surface import AssetError, Surface

_FACE = re.compile(rb'^ *f ', re.M)
_GROUP = re.compile(rb'^ *[og] ', re.M)
_spaces, _slashes = methodcaller('count', b' '), methodcaller('count', b'/')

PROBLEM = 'a face has something that is no index'
Lines = dict[bytes, list[bytes]]  # lines by their first two letters


@np.errstate(over='ignore')
def read_obj(content: bytes) -> Surface:
    """The surface of an OBJ file."""
    text = content.replace(b'\r', b'\n') if b'\r' in content else content
    text = text.replace(b'\t', b' ') if b'\t' in text else text
    lines = _sorted_lines(text)
    vertices, normals, texcoords = (_numbers(lines, *kind) for kind in ((b'v ', 3), (b'vn', 3), (b'vt', 2)))
    counts, corners = _corners(text, lines)
    triangles = triangulated(vertices, counts, corners[:, 0])
    faces, facetexcoords, facenormals = (corners[triangles, i].astype(np.int32) for i in range(3))
    if len(normals) and len(faces) and not _exist(facenormals, len(normals)):
        raise AssetError(f'the file has {len(normals)} normals, but not all corners of faces refer to one of them')
    if len(faces) and not _exist(facetexcoords, len(texcoords)):
        texcoords = texcoords[:0]  # without one for every corner they are of no use
    if not len(faces):
        normals, texcoords = normals[:0], texcoords[:0]  # those of a cloud of points belong to nothing
    texcoords = np.stack([texcoords[:, 0], np.float32(1) - texcoords[:, 1]], axis=1)  # images start at the top
    return Surface(
        vertices, faces, normals, texcoords,
        facenormals if len(normals) else None, facetexcoords if len(texcoords) else None,
    )  # fmt: skip


def _exist(indices: np.ndarray, count: int) -> bool:
    return bool(((indices >= 0) & (indices < count)).all())


def _sorted_lines(text: bytes) -> Lines:
    lines: Lines = defaultdict(list)
    for line in text.split(b'\n'):
        lines[line[:2]].append(line)
    if any(start[:1] == b' ' for start in lines):
        return _sorted_lines(b'\n'.join([line.strip() for line in text.split(b'\n')]))
    return lines


def _numbers(lines: Lines, tag: bytes, columns: int) -> np.ndarray:
    """The numbers after `tag`, of each line the first ones; more are weights or colours."""
    chosen = lines.get(tag, [])
    if not chosen:
        return np.zeros((0, columns), dtype=np.float32)
    problem = f'a line that starts with "{tag.decode().strip()}" has something that is no number'
    if len(set(map(_spaces, chosen))) == 1:
        values = _parsed(b' '.join(chosen).replace(tag.strip(), b''), float, problem)
        if len(values) >= columns * len(chosen) and len(values) % len(chosen) == 0:
            return values.reshape(len(chosen), -1)[:, :columns].astype(np.float32)
    words = [line.split()[1:] for line in chosen]  # spaces differ, so numbers may
    short = next((line for line, found in zip(chosen, words, strict=True) if len(found) < columns), None)
    if short is not None:
        raise AssetError(f'the line "{short[:60].decode(errors="replace")}" needs {columns} numbers')
    flat = b' '.join([word for found in words for word in found[:columns]])
    return _parsed(flat, float, problem).reshape(-1, columns).astype(np.float32)


def _parsed(text: bytes, dtype: type, problem: str) -> np.ndarray:
    """All numbers of a text."""
    with warnings.catch_warnings():
        warnings.simplefilter('error', DeprecationWarning)  # that there is text which is no number
        try:
            values = np.fromstring(text, dtype=dtype, sep=' ')
        except (ValueError, DeprecationWarning):
            raise AssetError(problem) from None
    return values if text.strip() else values[:0]


def _corners(text: bytes, lines: Lines) -> tuple[np.ndarray, np.ndarray]:
    """The number of corners of each polygon, and for each corner its vertex, texture coordinate and normal, or -1."""
    whole, text = text, _first_group(text, lines)
    polygons = (lines if whole is text else _sorted_lines(text)).get(b'f ', [])
    if any(b'#' in line for line in polygons):
        polygons = [line.partition(b'#')[0] for line in polygons]
    counts, indices = _alike(polygons) or _various(polygons)
    if (indices[:, 0] == 0).any():
        raise AssetError('a face refers to vertex 0; vertices of an OBJ file are numbered from 1')
    if (indices < 0).any():
        above = np.repeat(_defined_above(text), counts, axis=0)
        indices = np.where(indices < 0, above + indices + 1, indices)
        if (indices < 0).any():
            raise AssetError('a face refers to something before the beginning of the file')
    return counts, indices - 1


def _first_group(text: bytes, lines: Lines) -> bytes:
    """The text up to the second object or group, for what counts are the faces of the first."""
    if b'o ' in lines or b'g ' in lines:
        first = _FACE.search(text)
        second = _GROUP.search(text, first.start()) if first else None
        return text[: second.start()] if second else text
    return text


def _alike(polygons: list[bytes]) -> tuple[np.ndarray, np.ndarray] | None:
    """Counts of corners and their indices, where all lines have the same form; None where they have not."""
    spaces, slashes = set(map(_spaces, polygons)), set(map(_slashes, polygons))
    if len(spaces) != 1 or len(slashes) != 1:
        return None
    corners, slash = spaces.pop(), slashes.pop()
    if corners < 3 or slash % corners or slash // corners > 2:
        return None
    used = slash // corners + 1
    text = b' '.join(polygons).replace(b'f', b'').replace(b'//', b'/0/').replace(b'/', b' ')
    flat = _parsed(text, np.int64, PROBLEM)
    if len(flat) != used * corners * len(polygons):
        return None
    indices = np.zeros((corners * len(polygons), 3), dtype=np.int64)
    indices[:, :used] = flat.reshape(-1, used)
    return np.full(len(polygons), corners), indices


def _various(polygons: list[bytes]) -> tuple[np.ndarray, np.ndarray]:
    """What _alike() finds, corner by corner; polygons of less than three are no surface."""
    chosen = [words for words in (line.split()[1:] for line in polygons) if len(words) >= 3]
    words = [word for polygon in chosen for word in polygon]
    counts = np.array([len(polygon) for polygon in chosen], dtype=np.int64)
    indices = np.zeros((len(words), 3), dtype=np.int64)
    slashes = set(map(_slashes, words))
    used = slashes.pop() + 1 if len(slashes) == 1 else 0
    if 0 < used <= 3:  # all corners of the same form
        flat = _parsed(b' '.join(words).replace(b'//', b'/0/').replace(b'/', b' '), np.int64, PROBLEM)
        if len(flat) == used * len(words):
            indices[:, :used] = flat.reshape(-1, used)
            return counts, indices
    try:
        for corner, word in enumerate(words):
            parts = [int(part or 0) for part in word.split(b'/')]
            indices[corner, : len(parts)] = parts
    except (ValueError, OverflowError):
        raise AssetError(PROBLEM) from None
    return counts, indices


def _defined_above(text: bytes) -> np.ndarray:
    """For each polygon, how many vertices, texture coordinates and normals stand above it."""
    seen, found = {b'v ': 0, b'vt': 0, b'vn': 0}, []
    for line in (line.strip() for line in text.split(b'\n')):
        if line[:2] in seen:
            seen[line[:2]] += 1
        elif line[:2] == b'f ' and len(line.partition(b'#')[0].split()) > 3:
            found.append(tuple(seen.values()))
    return np.array(found, dtype=np.int64)
