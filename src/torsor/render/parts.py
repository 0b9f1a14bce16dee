"""Tables of what is drawn, a row for each shape: where it is, and how it looks."""

from typing import NamedTuple

import numpy as np

from ..schema.enums import mjtGeom, mjtTexture
from .content import Textures, Triangles
from .facets import ROUND, plane_grid, with_facets
from .shade import LOOK_SIZE
from .shapes import BOX, CAPSULE, CONE, CYLINDER, ELLIPSOID, PLANE, SPHERE, TRIANGLES
from .visible import BOTH, FIRST_FACE, FRAME, FRONT, KIND, OWNER, PART_SIZE, POSITION, SIZE


def _type(name: str) -> int:
    return int(getattr(mjtGeom, f'mjGEOM_{name}'))


ANALYTIC = {_type('PLANE'): PLANE, _type('SPHERE'): SPHERE, _type('CAPSULE'): CAPSULE, _type('ELLIPSOID'): ELLIPSOID,
            _type('CYLINDER'): CYLINDER, _type('BOX'): BOX}
MESHES = _type('MESH'), _type('SDF')
HFIELD, SKIN, LINE, LINEBOX = _type('HFIELD'), _type('SKIN'), _type('LINE'), _type('LINEBOX')
ARROWS = {_type('ARROW'): 1, _type('ARROW1'): 0, _type('ARROW2'): 2}  # how many heads
FAINT = 1e-3  # highlights that are not drawn
HEAD_WIDTH, HEAD_LENGTH = 1.75, 3.0  # of arrows, in widths of their shafts
KINDS = np.full(max(ANALYTIC) + 1, -1)
KINDS[list(ANALYTIC)] = list(ANALYTIC.values())


class Sight(NamedTuple):
    """What samples look for: rows of shapes, the triangles of those that have some, and what is seen of these.

    `wire` is half the width of lines [samples], or 0 if faces are seen; `sides` says from where they are seen.
    """

    table: np.ndarray
    points: np.ndarray
    corners: np.ndarray
    halves: np.ndarray
    wire: float = 0.0
    sides: int = FRONT


class Parts:
    """The shapes of a scene as a camera sees it; some geoms are drawn as several."""

    def __init__(self, scn, triangles: Triangles, camera: np.ndarray, pixel: float):
        columns, n = scn._rows.columns, scn.ngeom
        self.camera, self.pixel, self.triangles = camera, pixel, triangles
        self.pos, self.mat, self.size = (columns[name][:n].astype(float) for name in ('pos', 'mat', 'size'))
        self.types = columns['type'][:n]
        finite = np.isfinite(self.pos).all(1) & np.isfinite(self.mat).all((1, 2)) & np.isfinite(self.size).all(1)
        tables = [self._analytic(finite & (self.types <= max(ANALYTIC)))]
        tables += self._triangles(columns['dataid'][:n], finite, triangles)
        if len(triangles.skins):
            triangles.place_skins(scn)
            tables.append(self._skins(columns['objid'][:n], triangles))
        if (self.types[finite] > max(ANALYTIC)).any():
            tables += self._arrows(finite) + self._lines(finite)
        table = np.concatenate(tables)
        self.table = table[np.argsort(table[:, 1], kind='stable')] if len(tables) > 1 else table
        self.geoms = self.table[:, 1].astype(np.int32)
        self.table[:, OWNER] = np.arange(len(self.table))

    def exact(self) -> Sight:
        """Round shapes are round."""
        t = self.triangles
        return Sight(self.table, t.points, t.corners, t.halves)

    def measured(self) -> Sight:
        """Round shapes are polyhedra."""
        return self.exact()._replace(table=self._with_facets(ROUND))

    def unculled(self) -> Sight:
        """All solid shapes are polyhedra, whose faces are seen from behind, too."""
        return self.exact()._replace(table=self._with_facets((*ROUND, BOX)), sides=BOTH)

    def lines(self, wire: float, sides: int) -> Sight:
        """The edges of polyhedra, and grids in place of planes."""
        table = self._with_facets((*ROUND, BOX))
        planes = np.flatnonzero(table[:, KIND] == PLANE)
        rows, surfaces = zip(*(plane_grid(table[k], self.camera) for k in planes)) if len(planes) else ((), ())
        arrays, ranges = self.triangles.with_surfaces(list(surfaces))
        for k, row, found in zip(planes, rows, ranges):
            table[k] = row
            table[k, FIRST_FACE:OWNER], table[k, SIZE:FIRST_FACE] = found[:4], found[4:]
        return Sight(table, *arrays, wire=wire, sides=sides)

    def _with_facets(self, kinds) -> np.ndarray:
        solid = ~np.isin(self.types[self.geoms], (LINE, LINEBOX))
        return with_facets(self.table, kinds, solid, self.triangles.shapes)

    def planes_from_behind(self) -> np.ndarray:
        """Which parts are planes that the camera sees from below."""
        height = np.einsum('ni,ni->n', self.camera[:3] - self.table[:, POSITION:FRAME], self.table[:, (7, 10, 13)])
        return (self.table[:, 0] == PLANE) & (height < 0.0)

    def rows(self, kind, geoms, pos, mat, size) -> np.ndarray:
        """Rows of shapes of some kind that stand for these geoms."""
        table = np.zeros((len(geoms), PART_SIZE))
        table[:, 0], table[:, 1] = kind, geoms
        table[:, POSITION:FRAME], table[:, FRAME:SIZE] = pos, np.asarray(mat).reshape(-1, 9)
        table[:, SIZE:FIRST_FACE] = size
        return table

    def _of(self, geoms, kind) -> np.ndarray:
        return self.rows(kind, geoms, self.pos[geoms], self.mat[geoms], self.size[geoms])

    def _analytic(self, chosen) -> np.ndarray:
        chosen = np.flatnonzero(chosen)
        kinds = KINDS[np.maximum(self.types[chosen], 0)]
        return self._of(chosen[kinds >= 0], kinds[kinds >= 0])

    def _triangles(self, data, finite, triangles: Triangles) -> list[np.ndarray]:
        tables = []
        is_mesh, is_field = np.isin(self.types, MESHES), self.types == HFIELD
        for is_one, ranges in ((is_mesh, triangles.meshes), (is_field, triangles.fields)):
            geoms = np.flatnonzero(is_one & finite & (data >= 0) & (data < len(ranges)))
            if len(geoms):
                table = self._of(geoms, TRIANGLES)
                found = ranges[data[geoms]]
                table[:, FIRST_FACE:OWNER], table[:, SIZE:FIRST_FACE] = found[:, :4], found[:, 4:]
                tables.append(table)
        return tables

    def _skins(self, ids, triangles: Triangles) -> np.ndarray:
        """Skins, whose points are in the frame of the world."""
        geoms = np.flatnonzero((self.types == SKIN) & (ids >= 0) & (ids < len(triangles.skins)))
        found = triangles.skins[ids[geoms]]
        finite = np.isfinite(found).all(1)
        table = self.rows(TRIANGLES, geoms[finite], 0.0, np.eye(3).reshape(1, 9), found[finite, 4:])
        table[:, FIRST_FACE:OWNER] = found[finite, :4]
        return table

    def _arrows(self, finite) -> list[np.ndarray]:
        tables = []
        for kind, heads in ARROWS.items():
            geoms = np.flatnonzero((self.types == kind) & finite)
            pos, mat, width, length = self.pos[geoms], self.mat[geoms], self.size[geoms, 0], self.size[geoms, 2]
            head = np.minimum(HEAD_LENGTH * width, 0.5 * length) if heads else 0.0 * length
            back, axis = head if heads == 2 else 0.0 * length, mat[:, :, 2]
            shaft = np.maximum(length - head - back, 0.0)
            tables.append(self.rows(CYLINDER, geoms, pos + axis * (back + 0.5 * shaft)[:, None], mat,
                                    np.stack((width, width, 0.5 * shaft), 1)))
            tip = np.stack((HEAD_WIDTH * width, HEAD_WIDTH * width, np.maximum(head, 1e-9)), 1)
            if heads:
                tables.append(self.rows(CONE, geoms, pos + axis * (length - head)[:, None], mat, tip))
            if heads == 2:
                tables.append(self.rows(CONE, geoms, pos + axis * back[:, None], mat * (1.0, -1.0, -1.0), tip))
        return tables

    def _lines(self, finite) -> list[np.ndarray]:
        geoms = np.flatnonzero((self.types == LINE) & finite)
        axis = self.mat[geoms, :, 2] * self.size[geoms, 2:]
        tables = [self._line(geoms, self.pos[geoms] + 0.5 * axis, self.mat[geoms], 0.5 * self.size[geoms, 2],
                             self.size[geoms, 0])]
        geoms = np.flatnonzero((self.types == LINEBOX) & finite)
        pos, mat, size = self.pos[geoms], self.mat[geoms], self.size[geoms]
        for k in range(3):
            turned = np.roll(mat, -k - 1, 2)  # its z axis is axis k
            for a, b in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                corner = np.zeros_like(size)
                corner[:, (k + 1) % 3], corner[:, (k + 2) % 3] = a * size[:, (k + 1) % 3], b * size[:, (k + 2) % 3]
                middle = pos + np.einsum('nij,nj->ni', mat, corner)
                tables.append(self._line(geoms, middle, turned, size[:, k], np.ones(len(geoms))))
        return tables

    def _line(self, geoms, middle, mat, half, pixels) -> np.ndarray:
        """Cylinders as wide as so many pixels."""
        distance = np.abs((middle - self.camera[:3]) @ self.camera[9:12])
        radius = 0.5 * pixels * self.pixel * distance
        return self.rows(CYLINDER, geoms, middle, mat, np.stack((radius, radius, half), 1))

    def looks(self, scn, textures: Textures, tex_type) -> np.ndarray:
        """Colours, materials and textures of all parts."""
        g, table = self.geoms, np.zeros((len(self.geoms), LOOK_SIZE))
        c = {name: column[g] for name, column in scn._rows.columns.items() if name in LOOK_COLUMNS}
        table[:, :4], table[:, 4], table[:, 5] = c['rgba'], c['emission'], c['specular']
        table[:, 6] = 128.0 * c['shininess']
        table[:, 17] = FAINT ** (1.0 / np.maximum(table[:, 6], 1e-3))
        has = np.flatnonzero((c['matid'] >= 0) & (c['texid'] >= 0) & (c['texid'] < len(textures.first)))
        if len(has):
            which, size = c['texid'][has], self.size[g[has]]
            cube, uniform = tex_type[which] != mjtTexture.mjTEXTURE_2D, c['texuniform'][has] != 0
            table[has, 7], table[has, 8] = 1.0, cube
            table[has, 9], table[has, 10] = textures.first[which], textures.last[which]
            repeat, kinds = c['texrepeat'][has], self.table[has, KIND]
            table[has, 11:13] = across = np.where(uniform[:, None], size[:, :2], 1.0) * repeat
            table[has, 13], table[has, 14:17] = c['texcoord'][has], _scales(size, repeat, cube, uniform, kinds)
            begins = (size[:, :2] > 0.0) & (kinds == PLANE)[:, None]  # at the lower left corner, else in the middle
            table[has, 18:20] = np.where(begins, 0.5 * across, 0.5)
        return table


LOOK_COLUMNS = {'rgba', 'emission', 'specular', 'shininess', 'matid', 'texid', 'texuniform', 'texrepeat', 'texcoord'}


def _scales(size, repeat, cube, uniform, kinds) -> np.ndarray:
    """Factors from places on a shape to places in its texture.

    A flat texture is stretched over the whole shape, or has its own size if it is uniform; so has a cube, unless the
    shape is made of triangles.
    """
    given = size > 0.0
    stretched = given & ~uniform[:, None]
    flat = np.where(stretched, 0.5 / np.where(given, size, 1.0), 0.5) * np.pad(repeat, ((0, 0), (0, 1))) * (1, -1, 1)
    fitted = stretched.all(1) & (kinds != TRIANGLES)
    round_ = np.where(fitted[:, None], 1.0 / np.where(given, size, 1.0), 1.0)
    return np.where(cube[:, None], round_, flat)
