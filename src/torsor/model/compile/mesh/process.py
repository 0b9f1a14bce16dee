"""From a surface to a mesh of the compiled model: scaled, centred and aligned with its principal axes."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ....schema.codes import mjtMeshInertia
from ...spec.rotation import IDENTITY, ZERO3, Vector, matrix, normalized
from ..inertia import principal_axes
from ..moments import Moments
from .hierarchy import Hierarchy, hierarchy
from .hull import NO_EXTREMA, NO_GRAPH, Hull, convex_hull, extrema, graph
from .normals import turned_normals, vertex_normals
from .polygons import Polygons, mirrored, no_polygons, outlines, polygons
from .solid import seen_from, solid_of
from .surface import AssetError, Surface, turned

LEAST_VERTICES = 4
AXES_PRECISION = 1e-7  # that of float32, in which vertices are stored


class Settings(NamedTuple):
    """What is asked of a mesh."""

    scale: Vector = (1.0, 1.0, 1.0)
    refpos: Vector = ZERO3
    refquat: Vector = IDENTITY
    inertia: int = mjtMeshInertia.mjMESH_INERTIA_LEGACY
    smoothnormal: int = 0
    maxhullvert: int = -1
    needs_hull: bool = False


@dataclass(eq=False, repr=False)
class Mesh:
    """A mesh about its centre of mass, along its principal axes, which have the pose (pos, quat) in the asset.

    `content` is its volume, or its area when it is a shell; `half` are the half sizes of the box with its mass and
    moments; `lower` and `upper` the corners of the box around it. Without a hull its graph and polygons are empty.
    """

    vertices: np.ndarray
    faces: np.ndarray
    normals: np.ndarray
    facenormals: np.ndarray
    texcoords: np.ndarray
    facetexcoords: np.ndarray
    scale: Vector
    pos: Vector
    quat: Vector
    content: float
    half: Vector
    lower: Vector
    upper: Vector
    hierarchy: Hierarchy
    graph: np.ndarray
    extrema: np.ndarray
    polygons: Polygons

    @property
    def size(self) -> Vector:
        """Half sizes of the box about the centre of mass."""
        return tuple([max(abs(a), abs(b)) for a, b in zip(self.lower, self.upper, strict=True)])

    @property
    def box(self) -> tuple[Vector, Vector]:
        """Centre and half sizes of the box around all vertices."""
        corners = list(zip(self.lower, self.upper, strict=True))
        return tuple([(a + b) / 2 for a, b in corners]), tuple([(b - a) / 2 for a, b in corners])


def _equivalent_box(content: float, moments: Moments) -> Vector:
    """Half sizes of the box with the same mass and moments."""
    x, y, z = moments
    return tuple([0.5 * math.sqrt(max(6 * term / content, 0.0)) for term in (y + z - x, x + z - y, x + y - z)])


@np.errstate(over='ignore', under='ignore', invalid='ignore', divide='ignore')
def process(surface: Surface, settings: Settings) -> Mesh:
    """Check a surface, and compute all that the model holds of it. What overflows is noticed by its results."""
    vertices = np.asarray(surface.vertices, dtype=float)
    _check(vertices, surface.faces)
    shell = settings.inertia == mjtMeshInertia.mjMESH_INERTIA_SHELL
    convex = settings.inertia == mjtMeshInertia.mjMESH_INERTIA_CONVEX
    cloud = not len(surface.faces)
    hull = None
    if cloud or convex or settings.needs_hull:
        hull = _hull_if_possible(vertices, settings, needed=cloud or convex or not shell)
    loops = outlines(vertices, hull.faces) if hull else None
    faces = hull.faces if cloud and hull is not None else surface.faces
    normals, facenormals = _normals(surface, vertices, faces, bool(settings.smoothnormal))
    facetexcoords = faces if surface.facetexcoords is None else surface.facetexcoords

    vertices, normals = _placed(vertices, normals, settings)
    triples = [faces, facenormals, facetexcoords]
    if math.prod(settings.scale) < 0:
        triples = [triple[:, [0, 2, 1]] for triple in triples]
        hull = hull and Hull(hull.faces[:, [0, 2, 1]], hull.vertices, hull.facets)
        loops = loops and mirrored(loops)
    of_inertia = hull.faces if convex and hull is not None else triples[0]
    solid = solid_of(vertices, of_inertia, settings.inertia)
    moments, quat = principal_axes(solid.inertia, AXES_PRECISION)
    axes = np.array(matrix(quat)).reshape(9)
    vertices = seen_from(solid.centre, axes, vertices)
    return Mesh(
        vertices, triples[0], turned_normals(normals, axes), triples[1],
        surface.texcoords, triples[2] if len(surface.texcoords) else np.zeros_like(triples[0]),
        settings.scale, tuple(solid.centre.tolist()), quat, solid.content, _equivalent_box(solid.content, moments),
        tuple(vertices.min(axis=0).tolist()), tuple(vertices.max(axis=0).tolist()), hierarchy(vertices, triples[0]),
        graph(hull) if hull else NO_GRAPH, extrema(vertices, hull) if hull else NO_EXTREMA,
        polygons(vertices, loops) if loops else no_polygons(len(vertices)),
    )  # fmt: skip


def _check(vertices: np.ndarray, faces: np.ndarray) -> None:
    if len(vertices) < LEAST_VERTICES:
        raise AssetError(f'a mesh needs at least {LEAST_VERTICES} vertices, this one has {len(vertices)}')
    finite = np.isfinite(vertices)
    if not finite.all():
        raise AssetError(f'vertex {int(np.argmin(finite.all(axis=1)))} has a coordinate that is not finite')
    if len(faces) and not 0 <= faces.min() <= faces.max() < len(vertices):
        face, corner = np.argwhere((faces < 0) | (faces >= len(vertices)))[0].tolist()
        raise AssetError(f'face {face} refers to vertex {faces[face, corner]}, but there are {len(vertices)}')


def _hull_if_possible(vertices: np.ndarray, settings: Settings, needed: bool) -> Hull | None:
    """The convex hull; a shell may be flat and do without one."""
    try:
        return convex_hull(vertices, settings.maxhullvert)
    except AssetError:
        if needed:
            raise
        return None


def _normals(
    surface: Surface, vertices: np.ndarray, faces: np.ndarray, smooth: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Normals and the indices of faces among them: given, or computed for every vertex."""
    if not len(surface.normals):
        return vertex_normals(vertices, faces, smooth), faces
    own = surface.facenormals
    return surface.normals, faces * surface.normals_per_vertex if own is None else own


def _placed(vertices: np.ndarray, normals: np.ndarray, settings: Settings) -> tuple[np.ndarray, np.ndarray]:
    """Relative to the reference pose, and then scaled; normals are covectors."""
    if settings.refpos != ZERO3:
        vertices = vertices - np.array(settings.refpos)
    if settings.refquat != IDENTITY:
        turn = np.array(matrix(normalized(settings.refquat)))
        vertices, normals = turned(vertices, turn), turned(normals, turn).astype(np.float32)
    if settings.scale != (1.0, 1.0, 1.0):
        scale = np.array(settings.scale)
        with np.errstate(divide='ignore', invalid='ignore'):
            vertices, normals = vertices * scale, (normals / scale).astype(np.float32)
    return vertices, normals
