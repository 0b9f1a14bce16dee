"""Drawing a scene: the passes over tables of parts, looks, lights and cameras."""

from typing import NamedTuple

import numpy as np

from ..jit.simd import WIDTH as PACK
from ..schema.enums import mjtRndFlag
from .content import Textures, Triangles
from .haze import add_haze
from .light import LIGHT_SIZE
from .overlay import geom_labels
from .parts import Parts, Sight
from .samples import EVERYTHING, PARTS, blend, count_samples, list_samples
from .shade import shade, shade_sky
from .shadow import bounding_balls, light_camera
from .shapes import PLANE
from .sky import SKY, sky_faces, sky_nearness
from .visible import BACK, BOTH, CAMERA_SIZE, FIRST_POINT, FRONT, LAST_POINT, OWNER, mirror_limits, see

SHADOW_SIDES = 256, 512, 1024, 2048
UNLIMITED = np.zeros((1, 1), np.float32)
NOTHING = -1
FROM_BEHIND = 0.3  # opacity of planes that are seen from below
FIRST_SAMPLE = 0.375, 0.125  # where in a pixel OpenGL takes the depth of pictures with several samples per pixel
LEVEL = 1.0 - 1e-6  # upward part of the normal of a plane that counts as level
CLOSER = 1.0 - 1e-5  # what is behind a mirror is less near than the mirror, by more than rounding


class Samples:
    """What samples see: nearness, parts and faces, in rows of whole packs."""

    def __init__(self, rows: int, columns: int):
        self.shape, self.columns = (rows, -(-columns // PACK) * PACK), columns
        self.nearness = np.empty(self.shape, np.float32)
        self.ids, self.faces = np.empty(self.shape, np.int32), np.zeros(self.shape, np.int32)

    def clear(self, camera: np.ndarray, background: np.ndarray | None = None) -> None:
        """See nothing up to a background that is so near, or up to the far plane."""
        if background is None:
            self.nearness.fill(0.0 if camera[18] else 1.0 / camera[17])
        else:
            self.nearness[...] = background
        self.ids.fill(NOTHING)


class Lists:
    """Room for lists of samples, and for their colours."""

    def __init__(self, number: int):
        self.x, self.y, self.near, self.weight, self.red, self.green, self.blue = (
            np.zeros(number + PACK, np.float32) for _ in range(7))
        self.face, self.pixel = np.zeros(number + PACK, np.int32), np.zeros(number + PACK, np.int32)


class Eye(NamedTuple):
    """A camera row, the size of the picture, and samples per pixel in each direction."""

    row: np.ndarray
    width: int
    height: int
    factor: int


class Tables(NamedTuple):
    """What drawing needs to know of a scene."""

    parts: Parts
    sight: Sight
    looks: np.ndarray
    lights: np.ndarray
    shadow_cameras: np.ndarray
    shadows: np.ndarray
    air: np.ndarray


def eye(scn, width: int, height: int, factor: int = 1, middle: tuple[float, float] = (0.5, 0.5)) -> Eye:
    """The camera between the two of a scene, for a picture of this size; `middle` is where pixels are looked at."""
    left, right = scn.camera
    row = np.zeros(CAMERA_SIZE)
    forward, up = left.forward.astype(float), left.up.astype(float)
    row[:3] = 0.5 * (left.pos.astype(float) + right.pos)
    row[3:6], row[6:9], row[9:12] = np.cross(forward, up), up, forward
    top, bottom, near = left.frustum_top, left.frustum_bottom, left.frustum_near
    half = left.frustum_width or 0.5 * (top - bottom) * width / height
    row[12:19] = left.frustum_center - half, bottom, 2.0 * half, top - bottom, near, left.frustum_far, left.orthographic
    row[12:14] += row[14:16] * (np.array(middle) - 0.5) / (width, height)
    row[19] = (top - bottom) / height / (1.0 if left.orthographic else near)
    return Eye(row, width, height, factor)


class Painter:
    """What stays the same from picture to picture of a model."""

    def __init__(self, m):
        self.m = m
        self.triangles, self.textures = Triangles(m), Textures(m)
        t = self.triangles
        most = max(int(r[3] - r[2]) for r in (*t.meshes, *t.fields, *t.skins, *t.shapes.values()))
        self._projected = np.zeros((most + 1, 3))
        self.line_width = float(m.vis.global_.linewidth) or 1.0  # of wireframes [pixels]
        self._kept: dict = {}
        self._sky: tuple = None, None

    def _reuse(self, make, *size):
        """An object that was made for such a size before, or a new one instead of one of another size."""
        name, found = make.__name__ + str(size[2:]), self._kept.get(make.__name__ + str(size[2:]))
        if found is None or found[0] != size:
            found = self._kept[name] = size, make(*size[:2])
        return found[1]

    # ---- what is seen ----
    def _see(self, camera, sight: Sight, chosen, samples: Samples, limits=UNLIMITED) -> None:
        """Let samples see the chosen parts."""
        table = sight.table
        if sight.wire:
            most = int((table[:, LAST_POINT] - table[:, FIRST_POINT]).max(initial=0.0))
            self._projected = np.resize(self._projected, (max(most + 1, len(self._projected)), 3))
        rows = np.asarray(chosen, np.int32)[table[:, OWNER].astype(int)]
        see(camera, table, rows, sight.points, sight.corners, sight.halves, samples.columns, sight.wire, sight.sides,
            limits, samples.nearness, samples.ids, samples.faces, self._projected)

    def _samples(self, view: Eye, purpose: str) -> Samples:
        return self._reuse(Samples, view.factor * view.height, view.factor * view.width, purpose)

    def _sight(self, scn, parts: Parts, usual: Sight, line_width: float) -> Sight:
        """How a scene wants to be seen; lines if they have a width [samples]."""
        culled = scn.flags[mjtRndFlag.mjRND_CULL_FACE]
        if line_width > 0.0 and scn.flags[mjtRndFlag.mjRND_WIREFRAME]:
            return parts.lines(0.5 * line_width, FRONT if culled else BOTH)
        return usual if culled else parts.unculled()

    def measure(self, scn, width: int, height: int, drawn: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Distances [m] and geoms (-1: none) that the middles of pixels see, from the lowest row up.

        Nothing but faces is measured, unless distances are wanted as they are after a picture is `drawn`: of the sky
        and of haze, too, of lines if the flags of the scene ask for them, of what is behind transparent parts, and with
        several samples per pixel of the first of them.
        """
        first = FIRST_SAMPLE if drawn and self.m.vis.quality.offsamples > 0 else (0.5, 0.5)
        view = eye(scn, width, height, middle=first)
        parts, samples = Parts(scn, self.triangles, view.row, view.row[19]), self._samples(view, 'middles')
        samples.clear(view.row, self._sky_nearness(view, self._haze_steepness(scn, view, parts))
                      if drawn and self._has_sky(scn) else None)
        sight = self._sight(scn, parts, parts.measured(), self.line_width if drawn else 0.0)
        chosen = self._looks(scn, parts)[:, 3] >= 1.0 if drawn else np.ones(len(parts.geoms))
        self._see(view.row, sight, chosen, samples)
        geoms = np.append(parts.geoms, NOTHING)[samples.ids[:, :width]]
        return distances(samples.nearness[:, :width], view.row), geoms

    # ---- colours ----
    def draw(self, scn, width: int, height: int, text: int = 18) -> np.ndarray:
        """A picture of uint8 colours, from the lowest row up; labels have lines of `text` pixels."""
        view = eye(scn, width, height, 2 if self.m.vis.quality.offsamples > 1 else 1)
        parts = Parts(scn, self.triangles, view.row, view.row[19])
        looks = self._looks(scn, parts)
        alpha = looks[:, 3]
        tables = Tables(parts, self._sight(scn, parts, parts.exact(), view.factor * self.line_width), looks,
                        *self._lights(scn, parts, alpha, max(width, height)), self._air(scn))
        samples = self._samples(view, 'opaque')
        samples.clear(view.row, self._sky_nearness(view) if self._has_sky(scn) else None)
        self._see(view.row, tables.sight, alpha >= 1.0, samples)
        picture = np.zeros((height * width, 3), np.float32)
        self._paint(scn, view, samples, tables, picture)
        if scn.flags[mjtRndFlag.mjRND_REFLECTION]:
            self._reflect(scn, view, samples, tables, picture)
        self._paint_transparent(scn, view, samples, tables, picture)
        picture *= np.float32(255.0)
        picture += np.float32(0.5)
        rgb = np.minimum(picture, np.float32(255.0), out=picture).astype(np.uint8).reshape(height, width, 3)
        geom_labels(rgb, scn, view.row, text)
        return rgb

    def _looks(self, scn, parts: Parts) -> np.ndarray:
        looks = parts.looks(scn, self.textures, self.m.tex_type)
        looks[parts.planes_from_behind(), 3] *= FROM_BEHIND
        return looks

    def _paint(self, scn, view: Eye, samples: Samples, tables: Tables, picture, only: int = EVERYTHING,
               opacity: float = 0.0, strength: float = 1.0) -> None:
        """Add colours of what samples see to a picture: of one part, of all PARTS, or of EVERYTHING, the sky too.

        What samples of a pixel see side by side adds up; `opacity` is for one part that hides what was there before.
        """
        number = len(tables.looks)
        starts = np.zeros(number + 2, np.int32)
        size = view.factor, view.height, view.width
        count_samples(samples.ids, *size, only, starts)
        if not starts[-1]:
            return
        lists = self._reuse(Lists, 1 << int(starts[-1]).bit_length())
        list_samples(samples.nearness, samples.ids, samples.faces, *size, only, starts, np.empty_like(starts), lists.x,
                     lists.y, lists.near, lists.face, lists.pixel, lists.weight)
        self._shade(view.row, starts, lists, tables)
        if only == EVERYTHING:
            self._shade_sky(scn, view.row, starts, lists)
            self._add_haze(scn, view.row, starts, lists, tables.parts)
        if strength != 1.0:
            for channel in (lists.red, lists.green, lists.blue):
                channel *= np.float32(strength)
        blend(starts, np.full(number + 1, opacity), lists.pixel, lists.weight, lists.red, lists.green, lists.blue,
              picture)

    def _shade(self, camera, starts, lists: Lists, tables: Tables) -> None:
        t, x = self.triangles, self.textures
        shade(camera, starts, lists.x, lists.y, lists.near, lists.face, tables.parts.table, tables.looks, tables.lights,
              tables.shadow_cameras, tables.shadows, x.texels, x.levels, t.points, t.corners, t.normals,
              t.normal_corners, t.uvs, t.uv_corners, tables.air, lists.red, lists.green, lists.blue)

    def _shade_sky(self, scn, camera, starts, lists: Lists) -> None:
        first, last = int(starts[-2]), int(starts[-1])
        sky = self.textures.sky
        if sky is not None and self._has_sky(scn) and not self._fog(scn):
            shade_sky(camera, first, last, lists.x, lists.y, self.textures.texels, self.textures.levels, *sky,
                      lists.red, lists.green, lists.blue)
        else:
            background = self.m.vis.rgba.fog if self._fog(scn) else np.zeros(3)
            for channel, value in zip((lists.red, lists.green, lists.blue), background):
                channel[first:last] = value

    def _haze(self, scn, camera, parts: Parts) -> tuple[int, np.ndarray, float] | None:
        """The first endless plane, whose end is hidden: its number, normal, and distance from the camera above it."""
        endless = np.flatnonzero((parts.table[:, 0] == PLANE) & (parts.table[:, 14:16] <= 0.0).all(1))
        if not (self._has_sky(scn) and scn.flags[mjtRndFlag.mjRND_HAZE] and len(endless)) or self._fog(scn):
            return None
        plane = parts.table[endless[0]]
        normal = plane[[7, 10, 13]]
        height = float((camera[:3] - plane[2:5]) @ normal)
        return (int(endless[0]), normal, height) if height > 0.0 else None

    def _add_haze(self, scn, camera, starts, lists: Lists, parts: Parts) -> None:
        """Hide the end of the first endless plane."""
        vis, found = self.m.vis, self._haze(scn, camera, parts)
        if found is None:
            return
        number, normal, height = found
        for first, last in (starts[number:number + 2], starts[-2:]):
            if first < last:
                add_haze(camera, int(first), int(last), lists.x, lists.y, normal, height,
                         SKY * vis.map.zfar * self.m.stat.extent, float(vis.map.haze), vis.rgba.haze[:3].astype(float),
                         lists.red, lists.green, lists.blue)

    def _has_sky(self, scn) -> bool:
        return self.textures.sky is not None and bool(scn.flags[mjtRndFlag.mjRND_SKYBOX])

    def _fog(self, scn) -> bool:
        return bool(scn.flags[mjtRndFlag.mjRND_FOG])

    def _reflect(self, scn, view: Eye, seen: Samples, tables: Tables, picture) -> None:
        """Add mirror images to planes that reflect: what a camera behind them sees of the parts in front of them."""
        parts, alpha = tables.parts, tables.looks[:, 3]
        reflectance = scn._rows.columns['reflectance'][parts.geoms]
        for k in np.flatnonzero((parts.table[:, 0] == PLANE) & (reflectance > 0.0) & (alpha >= 1.0)).tolist():
            limits, surface = self._samples(view, 'limits').nearness, seen
            if tables.sight.wire:  # a plane mirrors between its lines, too
                surface = self._samples(view, 'surface')
                surface.nearness[...] = seen.nearness
                surface.ids.fill(NOTHING)
                self._see(view.row, parts.exact(), np.arange(len(alpha)) == k, surface)
            if not mirror_limits(surface.nearness, surface.ids, k, CLOSER, limits):
                continue
            row, samples = _mirrored(view.row, parts.table[k]), self._samples(view, 'mirror')
            samples.clear(row)
            self._see(row, tables.sight, (alpha >= 1.0) & (np.arange(len(alpha)) != k), samples, limits)
            mirror, share = Eye(row, *view[1:]), float(reflectance[k])
            if (alpha >= 1.0).all():
                self._paint(scn, mirror, samples, tables, picture, PARTS, strength=share)
                continue
            image = np.zeros_like(picture)
            self._paint(scn, mirror, samples, tables, image, PARTS)
            self._paint_transparent(scn, mirror, samples, tables, image, limits)
            picture += np.float32(share) * image

    def _paint_transparent(self, scn, view: Eye, seen: Samples, tables: Tables, picture, limits=UNLIMITED) -> None:
        """Parts that let the picture behind through: the nearest first, then all of them again, the farthest first.

        If no faces are skipped, those at the back of a part come before those at the front.
        """
        table, alpha = tables.parts.table, tables.looks[:, 3]
        order = np.flatnonzero((alpha < 1.0) & (alpha > 0.0))
        if not len(order):
            return
        order = order[np.argsort((table[order, 2:5] - view.row[:3]) @ view.row[9:12], kind='stable')]
        additive = bool(scn.flags[mjtRndFlag.mjRND_ADDITIVE])
        samples = self._samples(view, 'transparent')
        order = order if additive else np.concatenate((order, order[::-1]))
        layers = (BACK, FRONT) if tables.sight.sides == BOTH else (FRONT,)
        for k, sides in ((k, sides) for k in order.tolist() for sides in layers):
            samples.nearness[...] = seen.nearness
            samples.ids.fill(NOTHING)
            self._see(view.row, tables.sight._replace(sides=sides), np.arange(len(alpha)) == k, samples, limits)
            self._paint(scn, view, samples, tables, picture, k, 0.0 if additive else float(alpha[k]), float(alpha[k]))

    def _sky_nearness(self, view: Eye, haze: float = 0.0) -> np.ndarray:
        """How near the sky is to samples, and haze that is so steep."""
        key = (*view.row[3:19], *view[1:], haze)
        if self._sky[0] != key:
            rows, columns = view.factor * view.height, view.factor * view.width
            found = np.empty((rows, -(-columns // PACK) * PACK), np.float32)
            sky_nearness(sky_faces(view.row, max(int(self.m.vis.quality.numslices), 3), haze), columns, found)
            self._sky = key, found
        return self._sky[1]

    def _haze_steepness(self, scn, view: Eye, parts: Parts) -> float:
        """How much of its radius haze loses per metre below the camera; 0 without haze on a level plane."""
        found = None if view.row[18] else self._haze(scn, view.row, parts)
        return self.m.vis.map.haze / found[2] if found and found[1][2] > LEVEL else 0.0

    # ---- lights ----
    def _air(self, scn) -> np.ndarray:
        vis, extent = self.m.vis, self.m.stat.extent
        if not self._fog(scn):
            return np.zeros(5)
        return np.array((vis.map.fogstart * extent, vis.map.fogend * extent, *vis.rgba.fog[:3]), float)

    def _lights(self, scn, parts: Parts, alpha, longest: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Lights, and cameras and maps of those that cast shadows, for a picture of this length."""
        c, n = scn._lights, scn.nlight
        lights = np.zeros((n, LIGHT_SIZE))
        for name, place in dict(pos=0, dir=3, attenuation=7, ambient=12, diffuse=15, specular=18).items():
            lights[:, place:place + 3] = c[name][:n]
        lights[:, 6], lights[:, 11], lights[:, 21] = c['type'][:n], c['exponent'][:n], -1.0
        lights[:, 10] = np.cos(np.radians(c['cutoff'][:n].astype(float)))
        side = min((s for s in SHADOW_SIDES if s >= longest), default=SHADOW_SIDES[-1])
        side = min(side, self.m.vis.quality.shadowsize // PACK * PACK)
        wanted = scn.flags[mjtRndFlag.mjRND_SHADOW] and not scn.flags[mjtRndFlag.mjRND_WIREFRAME] and side
        shadowed = np.flatnonzero(c['castshadow'][:n] != 0) if wanted else []
        casts = (alpha >= 1.0) & (scn._rows.columns['castshadow'][parts.geoms] != 0) & (parts.table[:, 0] != PLANE)
        if not len(shadowed) or not casts.any():
            return lights, np.zeros((1, CAMERA_SIZE)), np.zeros((1, PACK), np.float32)
        balls = bounding_balls(parts.table[casts])
        cameras, maps = np.zeros((len(shadowed), CAMERA_SIZE)), self._reuse(np.empty, (len(shadowed) * side, side),
                                                                            np.float32)
        for k, i in enumerate(shadowed):
            lights[i, 21] = k
            cameras[k] = light_camera(self.m, lights[i], float(c['cutoff'][i]), balls, side)
            samples = self._reuse(Samples, side, side, 'shadow')
            samples.nearness = maps[k * side:(k + 1) * side]
            samples.clear(cameras[k])
            self._see(cameras[k], parts.exact(), casts, samples)
        return lights, cameras, maps


def distances(nearness: np.ndarray, camera: np.ndarray) -> np.ndarray:
    """Distances [m] from the plane of a camera."""
    return camera[17] - nearness if camera[18] else 1.0 / nearness


def _mirrored(camera: np.ndarray, plane: np.ndarray) -> np.ndarray:
    """The camera on the other side of a plane that sees its mirror image."""
    origin, normal, row = plane[2:5], plane[[7, 10, 13]], camera.copy()
    mirror = np.eye(3) - 2.0 * np.outer(normal, normal)
    row[:3] = origin + mirror @ (row[:3] - origin)
    for axis in (3, 6, 9):
        row[axis:axis + 3] = mirror @ row[axis:axis + 3]
    return row
