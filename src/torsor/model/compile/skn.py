"""SKN files: MuJoCo's own binary format for skins."""

import struct
from typing import NamedTuple

import numpy as np

from .mesh.surface import AssetError

NAME = 40  # bytes of a body's name, which ends with the first that is 0


class Bone(NamedTuple):
    """A body that vertices follow: its pose when the skin was made, and how much each vertex follows it."""

    body: str
    pos: np.ndarray
    quat: np.ndarray
    vertices: np.ndarray
    weights: np.ndarray


class SkinData(NamedTuple):
    """What a skin consists of."""

    vertices: np.ndarray
    texcoords: np.ndarray
    faces: np.ndarray
    bones: list[Bone]


class _Bytes:
    """A file that is read from its beginning."""

    def __init__(self, content: bytes):
        self.content, self.place = content, 0

    def take(self, dtype: str, count: int, what: str) -> np.ndarray:
        """The next numbers."""
        size = count * np.dtype(dtype).itemsize
        left = len(self.content) - self.place
        if not 0 <= size <= left:
            raise AssetError(f'the file ends before its {what}: {count} are to come, and {left} bytes are left')
        array = np.frombuffer(self.content, dtype, count, self.place)
        self.place += size
        return array


def read_skn(content: bytes) -> SkinData:
    """The skin in an SKN file."""
    file = _Bytes(content)
    header = file.take('<i4', 4, 'numbers of vertices, texture coordinates, faces and bones').tolist()
    vertices, texcoords, faces, bones = header
    if min(header) < 0 or texcoords not in (0, vertices):
        raise AssetError(
            'an SKN file has a texture coordinate for each vertex or none; '
            f'this one says {vertices} vertices, {texcoords} texture coordinates, {faces} faces, {bones} bones'
        )
    data = SkinData(
        file.take('<f4', 3 * vertices, 'vertices').reshape(-1, 3),
        file.take('<f4', 2 * texcoords, 'texture coordinates').reshape(-1, 2),
        file.take('<i4', 3 * faces, 'faces').reshape(-1, 3),
        [],
    )
    for index in range(bones):
        data.bones.append(_bone(file, f'bone {index}'))
    if file.place != len(content):
        raise AssetError(f'the file has {len(content) - file.place} bytes more than its skin')
    return data


def _bone(file: _Bytes, what: str) -> Bone:
    name = file.take('u1', NAME, what).tobytes().split(b'\0')[0]
    pose = file.take('<f4', 7, what)
    (count,) = struct.unpack('<i', file.take('u1', 4, what).tobytes())
    vertices, weights = file.take('<i4', count, what), file.take('<f4', count, what)
    try:
        return Bone(name.decode(), pose[:3], pose[3:], vertices, weights)
    except UnicodeDecodeError:
        raise AssetError(f'the name of the body of {what} is no UTF-8') from None
