"""MSH files: MuJoCo's own binary format, with an item of each kind per vertex."""

import numpy as np

from .surface import AssetError, Surface

HEADER = 16


def read_msh(content: bytes) -> Surface:
    """The surface of an MSH file."""
    if len(content) < HEADER:
        raise AssetError(f'an MSH file has at least {HEADER} bytes, this one has {len(content)}')
    counts = np.frombuffer(content, '<i4', 4).tolist()
    vertices, normals, texcoords, faces = counts
    if vertices < 4 or normals not in (0, vertices) or texcoords not in (0, vertices) or faces < 0:
        raise AssetError(
            'an MSH file has at least 4 vertices, and a normal and a texture coordinate for all of them or none; '
            f'this one says {vertices} vertices, {normals} normals, {texcoords} texture coordinates, {faces} faces'
        )
    size = HEADER + 12 * (vertices + normals + faces) + 8 * texcoords
    if len(content) != size:
        raise AssetError(f'an MSH file with these counts has {size} bytes, this one has {len(content)}')
    parts, start = [], HEADER
    for count, columns, dtype in ((vertices, 3, '<f4'), (normals, 3, '<f4'), (texcoords, 2, '<f4'), (faces, 3, '<i4')):
        parts.append(np.frombuffer(content, dtype, count * columns, start).reshape(count, columns))
        start += 4 * count * columns
    return Surface(vertices=parts[0], normals=parts[1], texcoords=parts[2], faces=parts[3])
