"""What the renderer keeps of a model: triangles of its shapes, and textures with levels of detail."""

from typing import Any

import numpy as np

from ..schema.enums import mjtTexture
from .facets import Surface, sheet, unit_shapes

RANGE = 7  # first and end of faces and of points, and half sizes of a box about the origin that holds the points


class Triangles:
    """Corners with normals and texture coordinates of all meshes, hulls, height fields, skins and polyhedra."""

    def __init__(self, m):
        self.points: Any = []
        self.normals: Any = []
        self.uvs: Any = [np.zeros((1, 3))]
        self.corners: Any = []
        self.normal_corners: Any = []
        self.uv_corners: Any = []
        self.halves: Any = []  # whether a triangle is half of a quadrangle: see Surface
        self.meshes = np.zeros((2 * m.nmesh, RANGE))  # of each mesh and its hull: see RANGE
        self.fields = np.zeros((m.nhfield, RANGE))
        self.skins = np.zeros((m.nskin, RANGE))
        self.shapes: dict[str, np.ndarray] = {}
        self._skin_normals: list[slice] = []
        self._sizes = [0, 0, 1, 0]  # points, normals, texture coordinates, faces so far
        for mesh in range(m.nmesh):
            self._add_mesh(m, mesh)
        for field in range(m.nhfield):
            self._add_field(m, field)
        for skin in range(m.nskin):
            self._add_skin(m, skin)
        for name, (points, corners) in unit_shapes(m.vis.quality).items():
            self.shapes[name] = np.zeros(RANGE)
            self._add(self.shapes[name], points, np.zeros((0, 3)), corners, np.zeros_like(corners), halves=1)
        self.points, self.normals, self.uvs = (np.concatenate(x or [np.zeros((1, 3))]).astype(np.float32)
                                               for x in (self.points, self.normals, self.uvs))
        self.corners, self.normal_corners, self.uv_corners, self.halves = (
            np.concatenate(x).astype(np.int32)
            for x in (self.corners, self.normal_corners, self.uv_corners, self.halves))

    def with_surfaces(self, surfaces: list[Surface]) -> tuple[tuple[np.ndarray, ...], list[np.ndarray]]:
        """Points, corners and halves with those of further surfaces, and the ranges of these."""
        points, corners, halves, ranges = [self.points], [self.corners], [self.halves], []
        p, f = len(self.points), len(self.corners)
        for surface in surfaces:
            points.append(surface.points.astype(np.float32))
            corners.append((surface.corners + p).astype(np.int32))
            halves.append(np.ones(len(surface.corners), np.int32))
            ranges.append(_range(f, p, *surface))
            p, f = p + len(surface.points), f + len(surface.corners)
        return (np.concatenate(points), np.concatenate(corners), np.concatenate(halves)), ranges

    def _add(self, row, points, normals, corners, normal_corners, uvs=None, uv_corners=None,
             halves: Any = 0) -> None:
        p, n, t, f = self._sizes
        self.points.append(points)
        self.normals.append(normals)
        self.corners.append(corners + p)
        self.normal_corners.append(normal_corners + n)
        self.uv_corners.append(np.zeros_like(corners) if uv_corners is None else uv_corners + t)
        if uvs is not None:
            self.uvs.append(np.pad(uvs, ((0, 0), (0, 1))))
        self.halves.append(np.broadcast_to(halves, len(corners)))
        row[:] = _range(f, p, points, corners)
        self._sizes = [p + len(points), n + len(normals), t + (0 if uvs is None else len(uvs)), f + len(corners)]

    def _add_mesh(self, m, i: int) -> None:
        points = m.mesh_vert[m.mesh_vertadr[i]:][:m.mesh_vertnum[i]]
        faces = slice(m.mesh_faceadr[i], m.mesh_faceadr[i] + m.mesh_facenum[i])
        normals = m.mesh_normal[m.mesh_normaladr[i]:][:m.mesh_normalnum[i]]
        uvs, uv_corners = None, None
        if m.mesh_texcoordadr[i] >= 0:
            uvs = m.mesh_texcoord[m.mesh_texcoordadr[i]:][:m.mesh_texcoordnum[i]]
            uv_corners = m.mesh_facetexcoord[faces]
        self._add(self.meshes[2 * i], points, normals, m.mesh_face[faces], m.mesh_facenormal[faces], uvs, uv_corners)
        if m.mesh_graphadr[i] >= 0:
            graph = m.mesh_graph[m.mesh_graphadr[i]:]
            vertices, number = graph[:2]
            corners = graph[2 + 3 * vertices + 3 * number:][:3 * number].reshape(-1, 3)
            a, b, c = (points[corners[:, k]] for k in range(3))
            flat = np.cross(b - a, c - a)
            self._add(self.meshes[2 * i + 1], points, flat, corners, np.repeat(np.arange(number)[:, None], 3, 1))

    def _add_skin(self, m, i: int) -> None:
        """The triangles of a skin; where its points are, a scene says."""
        points = m.skin_vert[m.skin_vertadr[i]:][:m.skin_vertnum[i]]
        corners = m.skin_face[m.skin_faceadr[i]:][:m.skin_facenum[i]]
        uvs = None if m.skin_texcoordadr[i] < 0 else m.skin_texcoord[m.skin_texcoordadr[i]:][:len(points)]
        self._skin_normals.append(slice(self._sizes[1], self._sizes[1] + len(points)))
        self._add(self.skins[i], points, np.zeros_like(points), corners, corners, uvs, None if uvs is None else corners)

    def place_skins(self, scn) -> None:
        """Take over points and normals of the skins of a scene."""
        points, normals = scn.skinvert.reshape(-1, 3), scn.skinnormal.reshape(-1, 3)
        for i, row in enumerate(self.skins):
            place = slice(scn.skinvertadr[i], scn.skinvertadr[i] + scn.skinvertnum[i])
            self.points[int(row[2]):int(row[3])] = points[place]
            self.normals[self._skin_normals[i]] = normals[place]
            row[4:] = np.abs(points[place]).max(0)

    def _add_field(self, m, i: int) -> None:
        """The surface of a height field, its sides and its bottom."""
        rows, columns, (x, y, top, base) = m.hfield_nrow[i], m.hfield_ncol[i], m.hfield_size[i]
        height = m.hfield_data[m.hfield_adr[i]:][:rows * columns].reshape(rows, columns).astype(float) * top
        u, v = np.meshgrid(np.linspace(-x, x, columns), np.linspace(-y, y, rows))
        points = np.stack((u, v, height), -1).reshape(-1, 3)
        slope_v, slope_u = np.gradient(height, 2.0 * y / (rows - 1), 2.0 * x / (columns - 1))
        normals = np.stack((-slope_u, -slope_v, np.ones_like(u)), -1).reshape(-1, 3)
        a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).reshape(-1)
        across = a + columns
        corners = np.concatenate((np.stack((a, a + 1, across + 1), 1), np.stack((a, across + 1, across), 1)))
        top = len(corners)
        points, normals, corners, normal_corners = _with_walls(points, normals, corners, rows, columns, base)
        self._add(self.fields[i], points, normals, corners, normal_corners, halves=np.arange(len(corners)) >= top)


def _range(first_face: int, first_point: int, points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """What is kept of triangles from some place on: see RANGE."""
    return np.array((first_face, first_face + len(corners), first_point, first_point + len(points),
                     *np.abs(points).max(0)))


def _with_walls(points, normals, corners, rows: int, columns: int, base: float):
    """Add the four sides and the bottom to a surface."""
    grid = np.arange(rows * columns).reshape(rows, columns)
    all_points, all_normals, all_corners, all_normal = [points], [normals], [corners], [corners]
    number, kinds = len(points), len(normals)
    for edge, outward in ((grid[0], (0, -1, 0)), (grid[:, -1], (1, 0, 0)), (grid[-1, ::-1], (0, 1, 0)),
                          (grid[::-1, 0], (-1, 0, 0))):
        high = points[edge]
        low = high * (1.0, 1.0, 0.0) - (0.0, 0.0, base)
        all_points += [high, low]
        k, n = np.arange(len(edge) - 1) + number, len(edge)
        wall = np.concatenate((np.stack((k + n, k + n + 1, k + 1), 1), np.stack((k + 1, k, k + n), 1)))
        all_corners.append(wall)
        all_normals.append(np.array([outward], float))
        all_normal.append(np.full_like(wall, kinds))
        number, kinds = number + 2 * n, kinds + 1
    flat = points * (1.0, 1.0, 0.0) - (0.0, 0.0, base)
    bottom = sheet(flat.reshape(rows, columns, 3))  # rows go up, so that it faces down
    all_points.append(bottom.points)
    all_corners.append(bottom.corners + number)
    all_normals.append(np.array([(0.0, 0.0, -1.0)]))
    all_normal.append(np.full_like(bottom.corners, kinds))
    return tuple(map(np.concatenate, (all_points, all_normals, all_corners, all_normal)))


class Textures:
    """Colours of all textures, each at full size, half, a quarter and so on; a texel is an integer, see texture.py."""

    def __init__(self, m):
        texels, levels, first, last, start = [np.zeros(1, np.int32)], [], [], [], 1
        for i in range(m.ntex):
            first.append(len(levels))
            for image in _halvings(_image(m, i)):
                levels.append((image.shape[2], image.shape[1], start))
                texels.append(_words(image))
                start += len(texels[-1])
            last.append(len(levels) - 1)
        self.texels = np.concatenate(texels)
        self.levels = np.array(levels or [(1, 1, 0)], np.int32)
        self.first, self.last = np.array(first, int), np.array(last, int)
        skies = np.flatnonzero(m.tex_type == mjtTexture.mjTEXTURE_SKYBOX)
        self.sky = (int(self.first[skies[0]]), int(self.last[skies[0]])) if len(skies) else None  # its levels


def _words(image: np.ndarray) -> np.ndarray:
    """Colours from 0 to 255 as integers."""
    red, green, blue = np.moveaxis(np.rint(image).astype(np.int32).reshape(-1, 3), 1, 0)
    return red | green << 8 | blue << 16


def _image(m, i: int) -> np.ndarray:
    """The faces of a texture: (1 or 6, height, width, 3)."""
    height, width, channels = m.tex_height[i], m.tex_width[i], m.tex_nchannel[i]
    data = np.asarray(m.tex_data[m.tex_adr[i]:][:height * width * channels]).reshape(height, width, channels)
    data = data[..., :3] if channels >= 3 else np.repeat(data[..., :1], 3, 2)
    faces = 6 if m.tex_type[i] != mjtTexture.mjTEXTURE_2D and height == 6 * width else 1
    image = data.reshape(faces, height // faces, width, 3).astype(np.float32)
    return np.repeat(image, 6, 0) if faces == 1 and m.tex_type[i] != mjtTexture.mjTEXTURE_2D else image


def _halvings(image: np.ndarray):
    """An image and smaller ones, each the average of the one before."""
    while True:
        yield image
        faces, height, width, _ = image.shape
        if height < 2 and width < 2:
            return
        a, b = (2 if height > 1 else 1), (2 if width > 1 else 1)
        even = image[:, :height // a * a, :width // b * b]
        image = even.reshape(faces, height // a, a, width // b, b, 3).mean((2, 4))
