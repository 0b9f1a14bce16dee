"""Drawing a scene: tables of parts, looks, lights and cameras for the kernels, and the passes over them."""

import math
from typing import Any, NamedTuple

import numpy as np

from ..schema.enums import mjtCatBit, mjtGeom, mjtRndFlag, mjtTexture
from .content import Textures, Triangles
from .shade import LIGHT_SIZE, LOOK_SIZE, shade
from .shapes import BOX, CAPSULE, CONE, CYLINDER, ELLIPSOID, PLANE, SPHERE, TRIANGLES
from .visible import CAMERA_SIZE, PART_SIZE, see_mesh, see_parts

ANALYTIC = {int(mjtGeom.mjGEOM_PLANE): PLANE, int(mjtGeom.mjGEOM_SPHERE): SPHERE, int(mjtGeom.mjGEOM_CAPSULE): CAPSULE,
            int(mjtGeom.mjGEOM_ELLIPSOID): ELLIPSOID, int(mjtGeom.mjGEOM_CYLINDER): CYLINDER,
            int(mjtGeom.mjGEOM_BOX): BOX}
ARROWS = {int(mjtGeom.mjGEOM_ARROW): 1, int(mjtGeom.mjGEOM_ARROW1): 0, int(mjtGeom.mjGEOM_ARROW2): 2}  # how many heads
MESH, HFIELD, SDF, LINE, LINEBOX = (int(getattr(mjtGeom, f'mjGEOM_{name}'))
                                    for name in ('MESH', 'HFIELD', 'SDF', 'LINE', 'LINEBOX'))
DECOR = int(mjtCatBit.mjCAT_DECOR)
SHADOW_SIDE = 1024
HEAD_WIDTH, HEAD_LENGTH = 1.75, 3.0  # of arrows, in widths of their shafts


class Eye(NamedTuple):
    """A camera row and the size of the picture."""

    row: np.ndarray
    width: int
    height: int


def eye(scn, width: int, height: int) -> Eye:
    """The camera between the two of a scene, for a picture of this size."""
    left, right = scn.camera
    row = np.zeros(CAMERA_SIZE)
    forward, up = left.forward.astype(float), left.up.astype(float)
    row[:3] = 0.5 * (left.pos.astype(float) + right.pos)
    row[3:6], row[6:9], row[9:12] = np.cross(forward, up), up, forward
    top, bottom, near = left.frustum_top, left.frustum_bottom, left.frustum_near
    half = 0.5 * (top - bottom) * width / height
    half = left.frustum_width or half
    row[12:19] = left.frustum_center - half, bottom, 2.0 * half, top - bottom, near, left.frustum_far, left.orthographic
    return Eye(row, width, height)


class Parts:
    """Tables of what is drawn, a row for each shape; opaque shapes first, then transparent ones by distance."""

    def __init__(self, scn, triangles: Triangles, camera: np.ndarray, pixel: float):
        self.rows: list = []
        self.ranges: list = []
        self.geoms: Any = []
        self.columns, self.triangles, self.camera, self.pixel = scn._rows.columns, triangles, camera, pixel
        for g in range(scn.ngeom):
            self._add(g)
        order = sorted(range(len(self.rows)), key=lambda k: self.ranges[k] is not None)
        self.table = np.array([self.rows[k] for k in order], float).reshape(-1, PART_SIZE)
        self.ranges = [self.ranges[k] for k in order]
        self.geoms = np.array([self.geoms[k] for k in order], np.int32)

    def _part(self, g: int, kind: int, pos, mat, size, faces=None) -> None:
        self.rows.append((kind, g, *pos, *np.asarray(mat, float).reshape(-1), *size))
        self.ranges.append(faces)
        self.geoms.append(g)

    def _add(self, g: int) -> None:
        c = self.columns
        kind, (pos, mat, size) = int(c['type'][g]), (c[name][g].astype(float) for name in ('pos', 'mat', 'size'))
        if not (np.isfinite(pos).all() and np.isfinite(mat).all() and np.isfinite(size).all()):
            return
        if kind in ANALYTIC:
            self._part(g, ANALYTIC[kind], pos, mat, size)
        elif kind in (MESH, SDF) and ('mesh', int(c['dataid'][g])) in self.triangles.ranges:
            self._part(g, TRIANGLES, pos, mat, size, self.triangles.ranges['mesh', int(c['dataid'][g])])
        elif kind == HFIELD:
            self._part(g, TRIANGLES, pos, mat, size, self.triangles.ranges['hfield', int(c['dataid'][g])])
        elif kind in ARROWS:
            self._arrow(g, ARROWS[kind], pos, mat, size)
        elif kind == LINE:
            self._line(g, pos, pos + mat[:, 2] * size[2], size[0], mat)
        elif kind == LINEBOX:
            self._box_of_lines(g, pos, mat, size)

    def _arrow(self, g, heads, pos, mat, size) -> None:
        width, length = size[0], size[2]
        head = min(HEAD_LENGTH * width, 0.5 * length) if heads else 0.0
        back = head if heads == 2 else 0.0
        axis, shaft = mat[:, 2], max(length - head - back, 0.0)
        self._part(g, CYLINDER, pos + axis * (back + 0.5 * shaft), mat, (width, width, 0.5 * shaft))
        tip = HEAD_WIDTH * width, HEAD_WIDTH * width, max(head, 1e-9)
        if heads:
            self._part(g, CONE, pos + axis * (length - head), mat, tip)
        if heads == 2:
            self._part(g, CONE, pos + axis * back, mat * (1.0, -1.0, -1.0), tip)

    def _line(self, g, start, end, pixels, mat) -> None:
        middle = 0.5 * (start + end)
        distance = abs((middle - self.camera[:3]) @ self.camera[9:12])
        radius = 0.5 * pixels * self.pixel * distance
        self._part(g, CYLINDER, middle, mat, (radius, radius, 0.5 * np.linalg.norm(end - start)))

    def _box_of_lines(self, g, pos, mat, size) -> None:
        for k in range(3):
            turned = np.roll(mat, -k - 1, 1)  # its z axis is axis k
            for a in (-1.0, 1.0):
                for b in (-1.0, 1.0):
                    corner = np.zeros(3)
                    corner[(k + 1) % 3], corner[(k + 2) % 3] = a * size[(k + 1) % 3], b * size[(k + 2) % 3]
                    middle, way = pos + mat @ corner, mat[:, k] * size[k]
                    self._line(g, middle - way, middle + way, 1.0, turned)


class Painter:
    """What stays the same from picture to picture of a model."""

    def __init__(self, m):
        self.m = m
        self.triangles, self.textures = Triangles(m), Textures(m)
        self.shadow_side = min(SHADOW_SIDE, max(1, int(m.vis.quality.shadowsize))) if m.vis.quality.shadowsize else 0

    def visible(self, camera: np.ndarray, parts: Parts, chosen, rows: int, columns: int):
        """Distances, parts and faces that the samples of a picture see; `chosen` says which parts there are."""
        depth = np.full((rows, columns), camera[17])
        ids, faces = np.full((rows, columns), -1, np.int32), np.zeros((rows, columns), np.int32)
        for k in np.flatnonzero(chosen).tolist():
            if parts.ranges[k] is None:
                see_parts(camera, parts.table, k, k + 1, depth, ids)
            else:
                see_mesh(camera, parts.table, k, self.triangles.points, self.triangles.corners, *parts.ranges[k], depth,
                         ids, faces)
        return depth, ids, faces

    def measure(self, scn, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
        """Distances [m] and geoms (-1: none) that the middles of pixels see, from the lowest row up."""
        view = eye(scn, width, height)
        parts = Parts(scn, self.triangles, view.row, _pixel(view))
        depth, ids, _ = self.visible(view.row, parts, np.ones(len(parts.geoms), bool), height, width)
        return depth, np.where(ids >= 0, parts.geoms[ids], -1) if len(parts.geoms) else ids

    def draw(self, scn, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
        """Picture (colours from 0 to 1) and distances of its samples, from the lowest row up."""
        view = eye(scn, width, height)
        parts = Parts(scn, self.triangles, view.row, _pixel(view))
        factor = 2 if self.m.vis.quality.offsamples > 1 else 1
        alpha = scn._rows.columns['rgba'][parts.geoms, 3] if len(parts.geoms) else np.zeros(0)
        tables = (parts.table, self._looks(scn, parts), *self._lights(scn, parts, alpha))
        size = factor * height, factor * width
        seen = self.visible(view.row, parts, alpha >= 1.0, *size)
        picture, distance = self._shaded(scn, view, seen, tables, factor), seen[0]
        if scn.flags[mjtRndFlag.mjRND_REFLECTION]:
            self._reflect(scn, view, seen[1], parts, alpha, tables, factor, picture)
        for k in self._far_first(parts, alpha, view):
            layer = self.visible(view.row, parts, np.arange(len(alpha)) == k, *size)
            shown = (layer[1] >= 0) & (layer[0] < distance)
            if shown.any():
                share = alpha[k] * shown.reshape(height, factor, width, factor).mean((1, 3))[..., None]
                layer = layer[0], np.where(shown, layer[1], -1), layer[2]
                picture = picture * (1.0 - share) + self._shaded(scn, view, layer, tables, factor) * share
        return np.clip(picture, 0.0, 1.0), distance

    def _shaded(self, scn, view: Eye, seen, tables, factor: int) -> np.ndarray:
        t, x = self.triangles, self.textures
        sky = x.sky if scn.flags[mjtRndFlag.mjRND_SKYBOX] else -1
        picture = np.zeros((view.height, 3 * view.width))
        shade(view.row, *seen, *tables, x.texels, x.levels, t.points, t.corners, t.normals, t.normal_corners, t.uvs,
              t.uv_corners, factor, x.first[sky] if sky >= 0 else -1, x.last[sky] if sky >= 0 else -1, np.zeros(3),
              picture)
        return picture.reshape(view.height, view.width, 3)

    def _reflect(self, scn, view: Eye, ids, parts: Parts, alpha, tables, factor: int, picture) -> None:
        """Add mirror images to planes that reflect: what a camera behind them sees of the parts in front of them."""
        reflectance = scn._rows.columns['reflectance'][parts.geoms]
        for k in np.flatnonzero((parts.table[:, 0] == PLANE) & (reflectance > 0.0) & (alpha >= 1.0)).tolist():
            shown = (ids == k).reshape(view.height, factor, view.width, factor).mean((1, 3))[..., None]
            if not shown.any():
                continue
            origin, normal = parts.table[k, 2:5], parts.table[k, [7, 10, 13]]
            mirror = np.eye(3) - 2.0 * np.outer(normal, normal)
            row = view.row.copy()
            row[:3] = origin + mirror @ (row[:3] - origin)
            for axis in (3, 6, 9):
                row[axis:axis + 3] = mirror @ row[axis:axis + 3]
            above = (parts.table[:, 2:5] - origin) @ normal > 0.0
            seen = self.visible(row, parts, above & (alpha >= 1.0), *ids.shape)
            image = self._shaded(scn, Eye(row, view.width, view.height), seen, tables, factor)
            covered = (seen[1] >= 0).reshape(view.height, factor, view.width, factor).mean((1, 3))[..., None]
            picture += shown * covered * reflectance[k] * image

    def _far_first(self, parts: Parts, alpha, view: Eye) -> list[int]:
        """Transparent parts, the farthest first."""
        distance = (parts.table[:, 2:5] - view.row[:3]) @ view.row[9:12]
        return sorted(np.flatnonzero((alpha < 1.0) & (alpha > 0.0)).tolist(), key=lambda k: -distance[k])

    def _looks(self, scn, parts: Parts) -> np.ndarray:
        """Colours, materials and textures of parts."""
        c, g, x = scn._rows.columns, parts.geoms, self.textures
        looks = np.zeros((len(g), LOOK_SIZE))
        if not len(g):
            return looks
        looks[:, :4] = c['rgba'][g]
        looks[:, 4], looks[:, 5], looks[:, 6] = c['emission'][g], c['specular'][g], 128.0 * c['shininess'][g]
        texture = np.where(c['matid'][g] >= 0, c['texid'][g], -1)
        has = texture >= 0
        if has.any():
            which = texture[has]
            looks[has, 7] = 1.0
            looks[has, 8] = self.m.tex_type[which] != mjtTexture.mjTEXTURE_2D
            looks[has, 9], looks[has, 10] = np.array(x.first)[which], np.array(x.last)[which]
            looks[has, 11:13] = c['texrepeat'][g][has]
            looks[has, 13] = c['texuniform'][g][has]
            looks[has, 14] = c['texcoord'][g][has]
        looks[:, 15] = c['reflectance'][g]
        return looks

    def _lights(self, scn, parts: Parts, alpha) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Lights, and cameras and distances of those that cast shadows."""
        c, n = scn._lights, scn.nlight
        lights = np.zeros((n, LIGHT_SIZE))
        for name, place in dict(pos=0, dir=3, attenuation=7, ambient=12, diffuse=15, specular=18).items():
            lights[:, place:place + 3] = c[name][:n]
        lights[:, 6], lights[:, 11], lights[:, 21] = c['type'][:n], c['exponent'][:n], -1.0
        lights[:, 10] = np.cos(np.radians(c['cutoff'][:n].astype(float)))
        shadowed = np.flatnonzero(c['castshadow'][:n] != 0) if scn.flags[mjtRndFlag.mjRND_SHADOW] else []
        side = self.shadow_side
        cameras, maps = np.zeros((max(len(shadowed), 1), CAMERA_SIZE)), []
        casts = (alpha >= 1.0) & (scn._rows.columns['castshadow'][parts.geoms] != 0) & (parts.table[:, 0] != PLANE)
        for k, i in enumerate(shadowed if side else []):
            lights[i, 21] = k
            cameras[k] = self._light_camera(lights[i], float(c['cutoff'][i]), scn)
            maps.append(self.visible(cameras[k], parts, casts, side, side)[0])
        return lights, cameras, np.concatenate(maps) if maps else np.zeros((1, 1))

    def _light_camera(self, light, cutoff: float, scn) -> np.ndarray:
        """What a light sees of the model."""
        m, row = self.m, np.zeros(CAMERA_SIZE)
        forward = light[3:6]
        side = np.cross(forward, (0.0, 0.0, 1.0) if abs(forward[2]) < 0.9 else (1.0, 0.0, 0.0))
        side = side / np.linalg.norm(side)
        row[3:6], row[6:9], row[9:12] = side, np.cross(side, forward), forward
        near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
        if light[6] == 1:
            half = m.vis.map.shadowclip * m.stat.extent
            row[:3] = light[:3]
            row[12:19] = -half, -half, 2.0 * half, 2.0 * half, near, far, 1.0
        else:
            half = near * math.tan(math.radians(min(cutoff * m.vis.map.shadowscale, 80.0)))
            row[:3] = light[:3]
            row[12:19] = -half, -half, 2.0 * half, 2.0 * half, near, far, 0.0
        return row


def _pixel(view: Eye) -> float:
    """Size of a pixel at unit distance, or at any for parallel projection."""
    return view.row[15] / view.height / (1.0 if view.row[18] else view.row[16])
