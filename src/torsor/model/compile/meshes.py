"""Meshes: read, processed, and laid one after the other in the fields of the model."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np

from ...jit.parallel_map import together
from ...schema.codes import mjtGeom, mjtMeshBuiltin
from ..files import Source, extension
from ..spec.assets import Mesh as MeshItem
from .assets import source_of
from .cache import Cache
from .columns import column
from .draft import Draft
from .mesh.builtin import inertia_of, make_builtin
from .mesh.msh import read_msh
from .mesh.obj import read_obj
from .mesh.process import Mesh, Settings, process
from .mesh.stl import read_stl
from .mesh.surface import AssetError, Surface

READERS: dict[str, Callable[[bytes], Surface]] = {'stl': read_stl, 'obj': read_obj, 'msh': read_msh}
MESHES: Cache[Mesh] = Cache('mesh', Mesh)
# media types take precedence over the ends of file names
TYPES = {'model/stl': 'stl', 'model/obj': 'obj', 'model/vnd.mujoco.msh': 'msh'}


def set_mesh_fields(draft: Draft) -> None:
    """Fill mesh_*, and the sizes of all that meshes need."""
    items = draft.elements['mesh']
    hulls = _meshes_with_hulls(draft)
    draft.meshes = meshes = together(
        lambda index: mesh_of(draft, items[index], index in hulls), range(len(items)), draft.spec.compiler.usethread
    )
    for name, part in (
        ('vert', 'vertices'), ('normal', 'normals'), ('texcoord', 'texcoords'), ('face', 'faces'),
    ):
        _lay(draft, name, [getattr(mesh, part) for mesh in meshes])
    _set_indices(draft, meshes)
    _set_hulls(draft, meshes)
    _set_polygons(draft, meshes)
    fields = draft.fields
    fields['mesh_scale'] = column('mesh_scale', (mesh.scale for mesh in meshes))
    fields['mesh_pos'] = column('mesh_pos', (mesh.pos for mesh in meshes))
    fields['mesh_quat'] = column('mesh_quat', (mesh.quat for mesh in meshes))
    fields['mesh_octadr'] = column('mesh_octadr', [-1] * len(meshes))


# ---- reading


def mesh_of(draft: Draft, item: MeshItem, needs_hull: bool = False) -> Mesh:
    """A mesh, processed."""
    if not item.name:
        raise item.error('a mesh needs a name; give it the attribute "name"')
    _check_supported(item)
    inertia = inertia_of(item.builtin, item.params, item.inertia) if item.builtin else item.inertia
    settings = Settings(
        item.scale, item.refpos, item.refquat, inertia, item.smoothnormal, item.maxhullvert, needs_hull
    )
    try:
        if not item.file or item.builtin:
            surface = _surface(item)
            return MESHES.get(settings, Source('', surface.content()), lambda _: process(surface, settings))
        kind = _kind(item)
        return MESHES.get(
            (kind, settings), source_of(draft, item), lambda content: process(READERS[kind](content), settings)
        )
    except AssetError as problem:
        raise item.error(f'{item.path}: {problem}' if item.path else str(problem)) from None


def _check_supported(item: MeshItem) -> None:
    """Refuse what a mesh can be given and is not read yet."""
    for name, what in (
        ('needsdf', 'signed distances (needsdf)'),
        ('facenormal', 'normals per face (userfacenormal)'),
        ('facetexcoord', 'texture coordinates per face (userfacetexcoord)'),
    ):  # fmt: skip
        if getattr(item, name):
            raise item.error(f'{what} are not supported by this version of Torsor yet')


def _surface(item: MeshItem) -> Surface:
    """The surface of a mesh that is not in a file."""
    if item.builtin == mjtMeshBuiltin.mjMESH_BUILTIN_NONE:
        return _written(item)
    if item.vertex or item.file:
        raise item.error('a builtin mesh has its vertices from a formula; remove "vertex" and "file"')
    return make_builtin(item.builtin, item.params)


def _kind(item: MeshItem) -> str:
    """The format of the file of a mesh."""
    if item.vertex or item.face or item.normal or item.texcoord:
        raise item.error('a mesh has its numbers from a file or written out; remove "file" or the numbers')
    kind = TYPES.get(item.content_type, extension(item.path))
    if kind not in READERS:
        raise item.error(f'meshes are read from {", ".join(sorted(READERS))} files, not from "{item.file}"')
    return kind


def _written(item: MeshItem) -> Surface:
    """The surface whose numbers stand in the model."""
    parts = {}
    for name, columns, dtype in (
        ('vertex', 3, np.float32), ('normal', 3, np.float32), ('texcoord', 2, np.float32), ('face', 3, np.int32),
    ):
        numbers = getattr(item, name)
        if len(numbers) % columns:
            raise item.error(f'attribute "{name}" has {len(numbers)} numbers, which is no multiple of {columns}')
        parts[name] = np.array(numbers, dtype=dtype).reshape(-1, columns)
    count = len(parts['vertex'])
    if len(parts['texcoord']) not in (0, count):
        raise item.error(f'attribute "texcoord" needs a pair of numbers for each of the {count} vertices')
    facenormals = None if len(parts['normal']) in (0, count) else np.zeros_like(parts['face'])
    return Surface(parts['vertex'], parts['face'], parts['normal'], parts['texcoord'], facenormals)


def _meshes_with_hulls(draft: Draft) -> set[int]:
    """Ids of meshes that can collide, or that are sites."""
    ids, pairs = draft.elements.ids('mesh'), draft.spec.pairs
    paired = {name for pair in pairs for name in (pair.geomname1, pair.geomname2)}
    colliding = [
        geom.meshname
        for geom in draft.tree.geoms
        if geom.type == mjtGeom.mjGEOM_MESH and (geom.contype or geom.conaffinity or geom.name in paired)
    ]
    sites = [site.meshname for site in draft.tree.sites if site.type == mjtGeom.mjGEOM_MESH]
    return {ids[name] for name in (*colliding, *sites) if name in ids}


# ---- laying out


def _lay(draft: Draft, name: str, parts: list[np.ndarray]) -> None:
    """Put arrays one after the other: mesh_<name>, and where each of them starts and how long it is.

    Large arrays stay in parts, here and below, which are joined when they are copied into the model.
    """
    counts = [len(part) for part in parts]
    starts = [start if count or name != 'texcoord' else -1 for start, count in zip(_starts(counts), counts)]
    draft.fields[f'mesh_{name}'] = parts
    draft.fields[f'mesh_{name}adr'] = column(f'mesh_{name}adr', starts)
    draft.fields[f'mesh_{name}num'] = column(f'mesh_{name}num', counts)
    draft.sizes[f'nmesh{name}'] = sum(counts)


def _starts(counts: Sequence[int]) -> list[int]:
    return list(accumulate(counts, initial=0))[:-1]


def _set_indices(draft: Draft, meshes: Sequence[Mesh]) -> None:
    for name, part in (('mesh_facenormal', 'facenormals'), ('mesh_facetexcoord', 'facetexcoords')):
        draft.fields[name] = [getattr(mesh, part) for mesh in meshes]


def _set_hulls(draft: Draft, meshes: Sequence[Mesh]) -> None:
    counts = [len(mesh.graph) for mesh in meshes]
    starts = [start if count else -1 for start, count in zip(_starts(counts), counts)]
    draft.fields['mesh_graph'] = [mesh.graph for mesh in meshes]
    draft.fields['mesh_graphadr'] = column('mesh_graphadr', starts)
    draft.fields['mesh_extrema'] = column('mesh_extrema', [mesh.extrema for mesh in meshes])
    draft.sizes['nmeshgraph'] = sum(counts)


def _set_polygons(draft: Draft, meshes: Sequence[Mesh]) -> None:
    """Fill mesh_poly*, and the largest numbers of vertices of a polygon and of polygons at a vertex."""
    fields, sizes, found = draft.fields, draft.sizes, [mesh.polygons for mesh in meshes]
    counts, degrees = _joined([part.counts for part in found]), _joined([part.counts_at_vertex for part in found])
    per_mesh = [len(part.counts) for part in found]
    fields['mesh_polynum'] = column('mesh_polynum', per_mesh)
    fields['mesh_polyadr'] = column('mesh_polyadr', _starts(per_mesh))
    fields['mesh_polynormal'] = [part.normals for part in found]
    fields['mesh_polyvertnum'], fields['mesh_polyvertadr'] = counts, np.cumsum(counts) - counts
    fields['mesh_polyvert'] = [part.vertices for part in found]
    fields['mesh_polymapnum'] = degrees
    has_hull = np.repeat(np.array(per_mesh, dtype=int) > 0, [len(part.counts_at_vertex) for part in found])
    fields['mesh_polymapadr'] = np.where(has_hull, np.cumsum(degrees) - degrees, 0)
    fields['mesh_polymap'] = [part.at_vertex for part in found]
    sizes |= {
        'nmeshpoly': len(counts), 'nmeshpolyvert': int(counts.sum()), 'nmeshpolymap': int(degrees.sum()),
        'npolygonmax': int(counts.max(initial=0)), 'nmeshdegmax': int(degrees.max(initial=0)),
    }  # fmt: skip


def _joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def set_mesh_hierarchies(draft: Draft) -> None:
    """Append the boxes around the triangles of all meshes to those around geoms; fill mesh_bvh*."""
    fields, trees = draft.fields, [mesh.hierarchy for mesh in draft.meshes]
    counts = [len(tree.depth) for tree in trees]
    first = len(fields['bvh_depth'])
    fields['mesh_bvhnum'] = column('mesh_bvhnum', counts)
    fields['mesh_bvhadr'] = column('mesh_bvhadr', [first + start for start in _starts(counts)])
    for name, part in (
        ('bvh_depth', 'depth'), ('bvh_child', 'children'), ('bvh_nodeid', 'triangle'), ('bvh_aabb', 'boxes'),
    ):  # fmt: skip
        fields[name] = [fields[name], *(getattr(tree, part) for tree in trees)]
    draft.sizes['nbvh'] = draft.sizes['nbvhstatic'] = first + sum(counts)
