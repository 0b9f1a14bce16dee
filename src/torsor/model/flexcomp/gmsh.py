"""Triangles and tetrahedra of GMSH files (formats 2.2 and 4.1, text or binary).

A file consists of sections, $Name to $EndName. Format 2.2 lists nodes and elements one by one, 4.1 in blocks of one
entity each. See the chapter "MSH file format" of Gmsh's reference manual.
"""

import re
from typing import ClassVar

import numpy as np

from ..compile.mesh.surface import AssetError, require
from .points import Cloud

CORNERS = {2: 3, 4: 4}  # of types of elements: triangles and tetrahedra
OTHER_CORNERS = {1: 2, 15: 1}  # of lines and points, which are passed over
_HEADER = re.compile(rb'\$MeshFormat\r?\n\s*(\S+)\s+(\S+)\s+(\S+)[^\n]*\n')


def read_gmsh(content: bytes) -> Cloud:
    """The nodes of a file with its tetrahedra, or with its triangles if it has none."""
    header = _HEADER.search(content)
    if header is None:
        raise AssetError('the file does not start with $MeshFormat')
    version, binary = header[1], header[2] == b'1'
    if (version, header[3]) not in ((b'2.2', b'8'), (b'4.1', b'8')):
        raise AssetError(f'the format is 2.2 or 4.1 with numbers of 8 bytes, not {version.decode(errors="replace")}')
    nodes, elements = (_section(content, name) for name in (b'Nodes', b'Elements'))
    reader = _Binary if binary else _Text
    read_nodes, read_elements = READERS[version]
    tags, points = read_nodes(reader(nodes))
    kinds = read_elements(reader(elements))
    kind = 4 if 4 in kinds else 2
    if kind not in kinds:
        raise AssetError('there are neither triangles nor tetrahedra')
    return Cloud(CORNERS[kind] - 1, points, _numbered(tags, kinds[kind]))


def _section(content: bytes, name: bytes) -> bytes:
    start, end = content.find(b'$' + name), content.rfind(b'$End' + name)
    if start < 0 or end < start:
        raise AssetError(f'there is no section ${name.decode()}')
    return content[content.index(b'\n', start) + 1 : end]


def _numbered(tags: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Corners by the places of nodes rather than by their tags."""
    order = np.argsort(tags, kind='stable')
    places = np.searchsorted(tags[order], corners)
    found = order[np.minimum(places, len(order) - 1)]
    require(bool((tags[found] == corners).all()), 'an element refers to a node that is not there')
    return found


class _Text:
    """Numbers in the order in which they are written."""

    def __init__(self, section: bytes):
        self.words, self.place = section.split(), 0

    def take(self, kind: str, count: int = 1) -> np.ndarray:
        """The next numbers: 'd' real, 'i' or 'l' whole ones."""
        words = self.words[self.place : self.place + count]
        self.place += count
        require(count >= 0 and len(words) == count, 'a section ends too early')
        try:
            return np.array([float(word) for word in words] if kind == 'd' else [int(word) for word in words])
        except ValueError:
            raise AssetError('a section has something that is no number') from None


class _Binary:
    """Numbers of fixed lengths: real ones of 8 bytes, whole ones of 4 ('i') or 8 ('l')."""

    TYPES: ClassVar = {'d': '<f8', 'i': '<i4', 'l': '<i8'}

    def __init__(self, section: bytes):
        self.section, self.place = section, 0

    def take(self, kind: str, count: int = 1) -> np.ndarray:
        dtype = np.dtype(self.TYPES[kind])
        end = self.place + dtype.itemsize * count
        require(count >= 0 and end <= len(self.section), 'a section ends too early')
        values = np.frombuffer(self.section[self.place : end], dtype)
        self.place = end
        return values


def _count_line(reader: _Text | _Binary) -> int:
    """How many there are, which format 2.2 writes as text also in a binary file."""
    if isinstance(reader, _Text):
        return int(reader.take('l')[0])
    line, _, rest = reader.section.partition(b'\n')
    require(line.strip().isdigit(), 'a section does not start with a number')
    reader.section = rest
    return int(line)


# ---- format 2.2


def _nodes_22(reader) -> tuple[np.ndarray, np.ndarray]:
    count = _count_line(reader)
    if isinstance(reader, _Text):
        rows = reader.take('d', 4 * count).reshape(-1, 4)
        return rows[:, 0].astype(int), rows[:, 1:]
    record = np.dtype([('tag', '<i4'), ('point', '<f8', 3)])
    require(count * record.itemsize <= len(reader.section), 'a section ends too early')
    rows = np.frombuffer(reader.section[: count * record.itemsize], record)
    return rows['tag'].astype(int), rows['point']


def _elements_22(reader) -> dict[int, np.ndarray]:
    """Text has number, type and tags before the corners of each; binary has headers of several of a kind."""
    count, found = _count_line(reader), {}
    while count > 0:
        if isinstance(reader, _Text):
            _, kind, tags = reader.take('l', 3).tolist()
            following = 1
        else:
            kind, following, tags = reader.take('i', 3).tolist()
        corners = _corners(kind)
        require(following > 0 and tags >= 0, 'a header of elements makes no sense')
        before = tags if isinstance(reader, _Text) else tags + 1
        rows = reader.take('i', following * (before + corners)).reshape(following, -1)[:, before:]
        found.setdefault(kind, []).append(rows)
        count -= following
    return {kind: np.concatenate(rows) for kind, rows in found.items()}


# ---- format 4.1


def _nodes_41(reader) -> tuple[np.ndarray, np.ndarray]:
    blocks = int(reader.take('l', 4)[0])
    tags, points = [], []
    for _ in range(blocks):
        reader.take('i', 3)  # entity: dimension, tag; parametric coordinates
        number = int(reader.take('l')[0])
        tags.append(reader.take('l', number))
        points.append(reader.take('d', 3 * number).reshape(-1, 3))
    require(bool(tags), 'there are no nodes')
    return np.concatenate(tags), np.concatenate(points)


def _elements_41(reader) -> dict[int, np.ndarray]:
    blocks, found = int(reader.take('l', 4)[0]), {}
    for _ in range(blocks):
        kind = int(reader.take('i', 3)[2])
        number = int(reader.take('l')[0])
        columns = 1 + _corners(kind)
        found.setdefault(kind, []).append(reader.take('l', number * columns).reshape(-1, columns)[:, 1:])
    return {kind: np.concatenate(rows) for kind, rows in found.items()}


def _corners(kind: int) -> int:
    number = CORNERS.get(kind) or OTHER_CORNERS.get(kind)
    if number is None:
        raise AssetError(f'elements of type {kind} are not read: triangles (2) and tetrahedra (4) are')
    return number


READERS = {b'2.2': (_nodes_22, _elements_22), b'4.1': (_nodes_41, _elements_41)}
