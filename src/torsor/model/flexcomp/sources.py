"""Points of flexcomps that come from files and meshes."""

from itertools import pairwise

import numpy as np

from ...schema.codes import mjtMeshBuiltin
from ..compile.assets import file_path, resolve_paths
from ..compile.draft import Draft
from ..compile.mesh.builtin import SHAPES
from ..compile.mesh.obj import read_obj
from ..compile.mesh.process import Mesh
from ..compile.mesh.stl import read_stl
from ..compile.mesh.surface import AssetError, Surface
from ..compile.meshes import mesh_of
from ..compile.tree import Tree
from ..files import Files, extension
from ..spec.assets import Mesh as MeshItem
from ..spec.errors import did_you_mean
from ..spec.flexcomp import FlexComp
from ..spec.rotation import conjugate, matrix, normalized
from ..spec.spec import Spec
from .gmsh import read_gmsh
from .points import MAKERS, Cloud, shape_cloud

READERS = {'obj': read_obj, 'stl': read_stl}


# ---- files


def file_cloud(comp: FlexComp, spec: Spec, files: Files) -> Cloud:
    """The points of a file, with the coordinates that it has."""
    if not comp.file:
        raise AssetError(f'type="{comp.type}" needs the attribute "file" or "mesh"')
    compiler = comp.compiler or spec.compiler
    path = file_path(comp.file, compiler, compiler.meshdir)
    kind = extension(path)
    if comp.type == 'mesh' and kind not in READERS:
        raise AssetError(f'type="mesh" reads {", ".join(sorted(READERS))} files, not "{comp.file}"')
    content = files.read(path)
    if content is None:
        raise AssetError(f'cannot open the file "{comp.file}"; it is looked for as {files.places(path)}')
    try:
        if comp.type == 'gmsh':
            return read_gmsh(content)
        if comp.flex.dim == 1:
            return _lines(content, kind)
        return _with_dimension(comp, _surface_cloud(READERS[kind](content)))
    except AssetError as problem:
        raise AssetError(f'{path}: {problem}') from None


def _surface_cloud(surface: Surface) -> Cloud:
    """The triangles of a surface, in which points in the same place are one."""
    if not len(surface.faces):
        raise AssetError('there are no faces')
    points, numbers = _merged(surface.vertices.astype(float))
    texcoords = surface.texcoords if len(surface.texcoords) else None
    return Cloud(2, points, numbers[surface.faces], texcoords, surface.facetexcoords)


def _merged(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points without repetitions in the order of their first, and the number that each has there."""
    _, first, inverse = np.unique(points, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    return points[first[order]], ranks[inverse.ravel()]


def _lines(content: bytes, kind: str) -> Cloud:
    """The lines of an OBJ file."""
    if kind != 'obj':
        raise AssetError('a flexcomp with dim="1" takes the lines of an OBJ file')
    rows = [line.split() for line in content.decode('utf-8', 'replace').splitlines()]
    try:
        points = np.array([[float(word) for word in row[1:4]] for row in rows if row[:1] == ['v']], dtype=np.float32)
        chains = [[int(word.partition('/')[0]) for word in row[1:]] for row in rows if row[:1] == ['l']]
        points = points.reshape(-1, 3).astype(float)
    except ValueError:
        raise AssetError('a vertex or line has something that is no number') from None
    elements = np.array([pair for chain in chains for pair in pairwise(chain)], dtype=int).reshape(-1, 2)
    elements = np.where(elements < 0, elements + len(points), elements - 1)
    if not len(elements):
        raise AssetError('there are no lines; triangles make flexcomps with dim="2"')
    if elements.min() < 0 or elements.max() >= len(points):
        raise AssetError(f'a line refers to a vertex that is not there; there are {len(points)}')
    points, numbers = _merged(points)
    return Cloud(1, points, numbers[elements])


def _with_dimension(comp: FlexComp, cloud: Cloud) -> Cloud:
    """Triangles as they are, or tetrahedra between them and the point `origin`, which comes first."""
    if comp.flex.dim < 3:
        return cloud
    if comp.centre is None:
        raise AssetError('a surface makes a flexcomp with dim="3" only with the attribute "origin", to which its '
                         'triangles are connected')
    elements = np.column_stack([np.zeros(len(cloud.elements), dtype=int), cloud.elements + 1])
    return Cloud(3, np.vstack([comp.centre, cloud.points]), elements)


# ---- meshes of the model


def mesh_cloud(comp: FlexComp, spec: Spec, files: Files) -> Cloud:
    """The points of a mesh asset where a geom would have them: tetrahedra if it has some, else its triangles."""
    names = {mesh.name: mesh for mesh in spec.meshes}
    if comp.mesh not in names:
        raise AssetError(f'there is no mesh named "{comp.mesh}"{did_you_mean(comp.mesh, names)}')
    item = names[comp.mesh]
    solid = _solid(item)
    if solid is not None:
        if comp.flex.dim != 3:
            raise AssetError(f'the mesh "{comp.mesh}" consists of tetrahedra, which make a flexcomp with dim="3"')
        turn = np.array(matrix(conjugate(normalized(item.refquat))))
        solid.points = (solid.points - np.array(item.refpos)) * np.array(item.scale) @ turn.T
        return solid
    if comp.flex.dim == 1:
        raise AssetError('a mesh of triangles makes flexcomps with dim="2" or "3"')
    resolve_paths(spec)
    mesh = mesh_of(Draft(spec, Tree(spec.compiler), files=files), item)
    return _with_dimension(comp, Cloud(2, _original_places(mesh), mesh.faces))


def _solid(item: MeshItem) -> Cloud | None:
    """The tetrahedra of a mesh, written or made by a formula."""
    if item.tet:
        if len(item.node) % 3 or len(item.tet) % 4 or not 0 <= min(item.tet) <= max(item.tet) < len(item.node) // 3:
            raise AssetError(f'the tetrahedra of the mesh "{item.name}" need three numbers for each node, and four '
                             f'nodes that exist for each of them')
        return Cloud(3, np.array(item.node).reshape(-1, 3), np.array(item.tet).reshape(-1, 4))
    if item.builtin == mjtMeshBuiltin.mjMESH_BUILTIN_NONE or SHAPES[item.builtin].name not in MAKERS:
        return None
    params = item.params
    dim = int(params[6]) if len(params) > 6 else 3
    if SHAPES[item.builtin].flat(params) or dim < 3:
        return None
    return shape_cloud(SHAPES[item.builtin].name, 3, tuple(map(int, params[:3])), params[3:6])


def _original_places(mesh: Mesh) -> np.ndarray:
    """Vertices before they were moved to the centre of mass and turned to the principal axes."""
    turn = np.array(matrix(tuple(mesh.quat)))
    return mesh.vertices.astype(float) @ turn.T + np.array(mesh.pos)
