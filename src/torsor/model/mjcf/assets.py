"""Assets that can come from files: <mesh>, <hfield> and <texture>."""

from collections.abc import Iterable

from ..files import joined, stem
from ..spec.assets import Asset, Mesh
from ..spec.defaults import Default
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .attributes import apply
from .grammar import Rule
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


def _resolve(assets: Iterable[Asset], directory: str, folder: str, compiler: Compiler) -> None:
    for asset in assets:
        if asset.file:
            asset.path = _path(asset.file, directory, folder, compiler)


def _path(file: str, directory: str, folder: str, compiler: Compiler) -> str:
    """The path of a file: absolute as it is, else in the folder for its kind, which is in that of the model."""
    if compiler.strippath:
        file = joined(file).rpartition('/')[2]
    return joined(directory, folder, file)
