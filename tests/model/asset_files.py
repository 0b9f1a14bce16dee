"""Files of meshes, images and heights, made by code; and models with them, compared with the wheel's."""

import io
import struct

import mujoco
import numpy as np
from PIL import Image
from scipy.spatial import ConvexHull

from model.twins import SKIPPED, differences
from torsor.model.load import compile_string

BOX = np.array([[x, y, z] for x in (0, 1) for y in (0, 2) for z in (0, 3)], dtype=float)
BOX_FACES = np.array([
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
    [1, 5, 7], [1, 7, 3],
])  # fmt: skip
# the order in which the wheel's hash tables and lists have what is no part of the shape
ORDERS = {
    'mesh_graph', 'mesh_extrema', 'bvh_nodeid', 'bvh_aabb',
    *(f'mesh_poly{part}' for part in ('normal', 'vert', 'vertadr', 'vertnum', 'map')),
}  # fmt: skip


def bumpy(seed: int, count: int = 40, bumps: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (float32) and faces of a closed surface around the origin."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(count, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    faces = ConvexHull(points).simplices.copy()
    points = (points * rng.uniform(1 - bumps, 1 + bumps, (count, 1)) + rng.normal(size=3)).astype(np.float32)
    centre = points.mean(axis=0)
    corners = points[faces] - centre
    inward = np.einsum('ij,ij->i', np.cross(corners[:, 0], corners[:, 1]), corners[:, 2]) < 0
    faces[inward] = faces[inward][:, [0, 2, 1]]
    return points, faces


def stl(corners, header: bytes = b'') -> bytes:
    """A binary STL file of triangles (n, 3, 3)."""
    corners = np.asarray(corners, dtype='<f4')
    triangles = np.zeros(len(corners), dtype=[('normal', '<f4', 3), ('corners', '<f4', (3, 3)), ('bits', '<u2')])
    triangles['corners'] = corners
    return header.ljust(80, b'\0') + struct.pack('<I', len(corners)) + triangles.tobytes()


def obj(vertices, faces, normals=(), texcoords=(), corner='{v}') -> bytes:
    """An OBJ file; `corner` is the form of a corner of a face, with {v}, {t} and {n} for the same index."""
    lines = [f'v {x!r} {y!r} {z!r}' for x, y, z in np.asarray(vertices, dtype=float).tolist()]
    lines += [f'vn {x!r} {y!r} {z!r}' for x, y, z in np.asarray(normals, dtype=float).tolist()]
    lines += [f'vt {x!r} {y!r}' for x, y in np.asarray(texcoords, dtype=float).tolist()]
    lines += ['f ' + ' '.join(corner.format(v=i + 1, t=i + 1, n=i + 1) for i in face) for face in faces]
    return '\n'.join(lines).encode()


def msh(vertices, faces=(), normals=(), texcoords=()) -> bytes:
    """An MSH file."""
    counts = struct.pack('<4i', len(vertices), len(normals), len(texcoords), len(faces))
    parts = [np.asarray(part, dtype='<f4').tobytes() for part in (vertices, normals, texcoords)]
    return counts + b''.join(parts) + np.asarray(faces, dtype='<i4').tobytes()


def png(pixels, **options) -> bytes:
    """A PNG file of an array of pixels."""
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(pixels)).save(buffer, 'PNG', **options)
    return buffer.getvalue()


def numbers(values) -> str:
    return ' '.join(map(repr, np.asarray(values).ravel().tolist()))


def inline(vertices, faces=None, attributes: str = '') -> str:
    """A <mesh> named m whose numbers are written out."""
    written = f'face="{numbers(faces)}"' if faces is not None else ''
    return f'<mesh name="m" vertex="{numbers(np.asarray(vertices, dtype=float))}" {written} {attributes}/>'


def model(assets: str, geoms: str = '<geom type="mesh" mesh="m"/>', before: str = '') -> str:
    """A model with a free body of `geoms`."""
    return (
        f'<mujoco>{before}<asset>{assets}</asset>'
        f'<worldbody><body name="b"><freejoint/>{geoms}</body></worldbody></mujoco>'
    )


def assert_same(xml: str, files: dict[str, bytes] | None = None, skip=ORDERS) -> None:
    """Every size and field agrees with the wheel's, but for what `skip` names."""
    ours, theirs = compile_string(xml, files), mujoco.MjModel.from_xml_string(xml, files or {})
    found = differences(ours, theirs, {*SKIPPED, *skip})
    assert not found, '\n'.join(line[:400] for line in found)


def both(xml: str, files: dict[str, bytes] | None = None) -> tuple[str | None, str | None]:
    """The errors of Torsor and of the wheel; None where a model was accepted."""
    errors = []
    for load in (compile_string, mujoco.MjModel.from_xml_string):
        try:
            load(xml, files or {})
            errors.append(None)
        except ValueError as error:
            errors.append(str(error))
    return errors[0], errors[1]
