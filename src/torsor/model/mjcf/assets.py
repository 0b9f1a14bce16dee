"""Assets that can come from files: <mesh>, <hfield> and <texture>."""

from collections.abc import Iterable

from ..files import joined, stem
from ..spec.assets import Asset, Mesh, Texture
from ..spec.defaults import Default
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .attributes import apply
from .grammar import CUBE_FILES, Rule
from .xml import Element

LEAST_HULL_VERTICES = 4


def apply_asset(element: Element, rule: Rule, asset: Asset, _default: Default) -> None:
    """Set an asset from its element; one without a name has that of its file."""
    apply(element, rule, asset, skip=('class',))
    if not asset.name and asset.file:
        asset.name = stem(asset.file)


def apply_mesh(element: Element, rule: Rule, mesh: Mesh, default: Default) -> None:
    """Set a mesh from its element."""
    apply_asset(element, rule, mesh, default)
    check_hull_vertices(element, mesh)


def apply_texture(element: Element, rule: Rule, texture: Texture, _default: Default) -> None:
    """Set a texture from its element; the files of a cube's faces are one attribute each."""
    apply(element, rule, texture, skip=('class', *CUBE_FILES))
    if any(name in element.attributes for name in CUBE_FILES):
        texture.cubefiles = tuple([element.attributes.get(name, '') for name in CUBE_FILES])
    if not texture.name and texture.file:
        texture.name = stem(texture.file)
    check_grid(element, texture)


def check_grid(element: Element, texture: Texture) -> None:
    """A grid has a letter for every cell; a new size without a layout starts with an empty one."""
    rows, columns = texture.gridsize
    if 'gridsize' in element.attributes and 'gridlayout' not in element.attributes:
        texture.gridlayout = ''
    if texture.gridlayout and len(texture.gridlayout) != rows * columns:
        raise element.error(
            f'attribute "gridlayout" has {len(texture.gridlayout)} letters, but a grid of {rows} x {columns} cells'
        )


def check_hull_vertices(element: Element, mesh: Mesh) -> None:
    """A hull has at least four vertices; -1 stands for any number."""
    if mesh.maxhullvert != -1 and mesh.maxhullvert < LEAST_HULL_VERTICES:
        raise element.error(
            f'attribute "maxhullvert" is {mesh.maxhullvert} but needs {LEAST_HULL_VERTICES} or more, or -1 for any'
        )


def resolve_paths(spec: Spec, directory: str) -> None:
    """Find out where the files of all assets are; `directory` is that of the main file."""
    compiler = spec.compiler
    _resolve((*spec.meshes, *spec.hfields), directory, compiler.meshdir, compiler)
    _resolve(spec.textures, directory, compiler.texturedir, compiler)
    for texture in spec.textures:
        texture.cubefiles = tuple([
            file and _path(file, directory, compiler.texturedir, compiler) for file in texture.cubefiles
        ])  # fmt: skip


def _resolve(assets: Iterable[Asset], directory: str, folder: str, compiler: Compiler) -> None:
    for asset in assets:
        if asset.file and not asset.path:  # that of an attached model is known
            asset.path = _path(asset.file, directory, folder, compiler)


def _path(file: str, directory: str, folder: str, compiler: Compiler) -> str:
    """The path of a file: absolute as it is, else in the folder for its kind, which is in that of the model."""
    if compiler.strippath:
        file = joined(file).rpartition('/')[2]
    return joined(directory, folder, file)
