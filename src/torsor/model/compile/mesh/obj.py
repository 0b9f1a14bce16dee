"""OBJ files: vertices, normals and texture coordinates with indices of their own, and polygons of any size.

Of several objects or groups in a file only the first counts. The reader works on whole columns of a file; a line that
cannot be read sends it back to look for that line, so that the error can name it.
"""

import numpy as np

from .polygon import triangulated
from .surface import AssetError, Surface


def read_obj(content: bytes) -> Surface:
    """The surface of an OBJ file."""
    lines = _lines(content)
    vertices = _numbers(lines, b'v', 3)
    normals = _numbers(lines, b'vn', 3)
    texcoords = _numbers(lines, b'vt', 2)
    counts, corners = _corners(lines, (len(vertices), len(texcoords), len(normals)))
    triangles = triangulated(vertices, counts, corners[:, 0])
    faces, facetexcoords, facenormals = (corners[triangles, i] for i in range(3))
    if len(normals) and len(faces):
        _check_range(facenormals, len(normals), 'normal')
    if len(texcoords) and len(faces) and not ((facetexcoords >= 0) & (facetexcoords < len(texcoords))).all():
        texcoords = texcoords[:0]  # without one for every corner they are of no use
    texcoords = np.stack([texcoords[:, 0], np.float32(1) - texcoords[:, 1]], axis=1)  # images start at the top
    return Surface(
        vertices, faces, normals, texcoords,
        facenormals if len(normals) else None, facetexcoords if len(texcoords) else None,
    )  # fmt: skip


def _check_range(indices: np.ndarray, count: int, what: str) -> None:
    if not ((indices >= 0) & (indices < count)).all():
        raise AssetError(f'the file has {count} {what}s, but not all corners of faces refer to one of them')


def _lines(content: bytes) -> list[bytes]:
    """The lines of a file up to the second object or group, with single spaces in front and behind."""
    text = content.replace(b'\r', b'\n').replace(b'\t', b' ')
    lines = [line.strip() for line in text.split(b'\n')]
    started = False
    for index, line in enumerate(lines):
        start = line[:2]
        if start == b'f ':
            started = True
        elif started and start in (b'o ', b'g ', b'o', b'g'):
            # vertices may follow, faces of other objects do not count
            return lines[:index] + [line for line in lines[index:] if line[:1] == b'v']
    return lines


def _numbers(lines: list[bytes], tag: bytes, columns: int) -> np.ndarray:
    """The numbers after `tag`, of each line the first ones."""
    start = tag + b' '
    texts = [line[len(start) :] for line in lines if line.startswith(start)]
    if not texts:
        return np.zeros((0, columns), dtype=np.float32)
    words = b' '.join(texts).split()
    width, rest = divmod(len(words), len(texts))
    if rest or width < columns or any(len(text.split()) != width for text in texts):
        words = [word for text in texts for word in _first_words(text, tag, columns)]
        width = columns
    try:
        return np.array(words).astype(np.float32).reshape(-1, width)[:, :columns]
    except ValueError as error:
        raise AssetError(f'a line that starts with "{tag.decode()}" has something that is no number: {error}') from None


def _first_words(text: bytes, tag: bytes, columns: int) -> list[bytes]:
    words = text.split()
    if len(words) < columns:
        raise AssetError(f'the line "{tag.decode()} {_shown(text)}" has {len(words)} numbers but needs {columns}')
    return words[:columns]


def _shown(text: bytes) -> str:
    return text[:60].decode(errors='replace')


def _corners(lines: list[bytes], known: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The number of corners of each polygon, and for each corner its vertex, texture coordinate and normal, or -1."""
    texts = [line[2:].partition(b'#')[0] for line in lines if line.startswith(b'f ')]
    polygons = [words for words in map(bytes.split, texts) if len(words) >= 3]  # fewer corners make no surface
    counts = np.array([len(words) for words in polygons], dtype=np.int64)
    words = [word for polygon in polygons for word in polygon]
    indices = np.zeros((len(words), 3), dtype=np.int64)
    if not words:
        return counts, indices
    slashes = {word.count(b'/') for word in words}
    try:
        if len(slashes) == 1 and (used := slashes.pop() + 1) <= 3:
            flat = b' '.join(words).replace(b'//', b'/0/').replace(b'/', b' ').split()
            indices[:, :used] = np.array(flat).astype(np.int64).reshape(-1, used)
        else:
            for corner, word in enumerate(words):
                parts = [int(part or 0) for part in word.split(b'/')]
                indices[corner, : len(parts)] = parts
    except ValueError as error:
        raise AssetError(f'a face has something that is no index: {error}') from None
    return counts, _absolute(indices, lines, known, counts)


def _absolute(indices: np.ndarray, lines: list[bytes], known: tuple[int, int, int], counts: np.ndarray) -> np.ndarray:
    """Indices from 0, -1 for none. In a file they start with 1, or are negative and count from the line backwards."""
    if (indices[:, 0] == 0).any():
        raise AssetError('a face refers to vertex 0; vertices of an OBJ file are numbered from 1')
    if (indices < 0).any():
        before = np.repeat(_defined_before(lines, known), counts, axis=0)
        indices = np.where(indices < 0, before + indices + 1, indices)
        if (indices < 0).any():
            raise AssetError('a face refers to something before the beginning of the file')
    return indices - 1


def _defined_before(lines: list[bytes], known: tuple[int, int, int]) -> np.ndarray:
    """For each polygon, how many vertices, texture coordinates and normals stand above it."""
    seen, found = {b'v ': 0, b'vt': 0, b'vn': 0}, []
    for line in lines:
        if line[:2] in seen:
            seen[line[:2]] += 1
        elif line[:2] == b'f ' and len(line.partition(b'#')[0].split()) > 3:
            found.append(tuple(seen.values()))
    return np.array(found or [known], dtype=np.int64)
