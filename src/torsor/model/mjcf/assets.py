"""Assets that can come from files: <mesh>, <hfield> and <texture>."""

from ..files import stem
from ..spec.assets import Asset, HField, Mesh, Texture
from ..spec.defaults import Default
from ..spec.rotation import Vector
from .attributes import apply
from .grammar import CUBE_FILES, Rule
from .xml import Element

LEAST_HULL_VERTICES = 4


def apply_asset(element: Element, rule: Rule, asset: Asset, _default: Default) -> None:
    """Set an asset from its element; one without a name has that of its file."""
    apply(element, rule, asset, skip=('class',))
    if not asset.name and asset.file:
        asset.name = stem(asset.file)


def apply_hfield(element: Element, rule: Rule, hfield: HField, default: Default) -> None:
    """Set a height field from its element, which has the top row first."""
    apply_asset(element, rule, hfield, default)
    hfield.elevation = upside_down(hfield)


def upside_down(hfield: HField) -> Vector:
    """The heights with rows in the opposite order."""
    heights, columns = hfield.elevation, hfield.ncol
    if columns <= 0 or len(heights) != hfield.nrow * columns:
        return heights
    return tuple(
        number for start in reversed(range(0, len(heights), columns)) for number in heights[start : start + columns]
    )  # fmt: skip


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
