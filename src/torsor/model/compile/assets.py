"""What meshes, height fields, skins and textures share: contents of files, and their paths in the compiled model."""

from collections.abc import Sequence

import numpy as np

from ..files import Source, joined
from ..spec.assets import Asset, HField, Texture
from ..spec.settings import Compiler
from ..spec.spec import Spec
from .columns import column
from .draft import Draft


def resolve_paths(spec: Spec) -> None:
    """Find out where the files of all assets are: in the folders of the model that they come from."""
    for asset in (*spec.meshes, *spec.hfields, *spec.skins):
        if asset.file:
            compiler = asset.compiler or spec.compiler
            asset.path = file_path(asset.file, compiler, compiler.meshdir)
    for texture in spec.textures:
        compiler = texture.compiler or spec.compiler
        texture.path, *faces = (
            file and file_path(file, compiler, compiler.texturedir) for file in (texture.file, *texture.cubefiles)
        )
        texture.facepaths = tuple(faces)


def file_path(file: str, compiler: Compiler, folder: str) -> str:
    """The path of a file: absolute as it is, else in the folder for its kind, which is in that of the model."""
    if compiler.strippath:
        file = joined(file).rpartition('/')[2]
    return joined(compiler.directory, folder, file)


def look_beside_includes(draft: Draft) -> None:
    """Let assets that an included file names, and that are not where they should be, be those beside that file."""
    spec = draft.spec
    for asset in (*spec.meshes, *spec.hfields, *spec.skins, *spec.textures):
        compiler = asset.compiler or spec.compiler
        asset.folder = None if compiler.strippath else asset.folder
        if asset.folder is None:
            continue
        # as in MuJoCo, a height field that is beside both files is looked for without the folder "meshdir"
        first = joined(compiler.directory, asset.file) if isinstance(asset, HField) else asset.path
        asset.path = _beside(draft, asset, asset.file, asset.path, first)
        if isinstance(asset, Texture):
            faces = zip(asset.cubefiles, asset.facepaths, strict=True)
            asset.facepaths = tuple([_beside(draft, asset, file, path, path) for file, path in faces])


def _beside(draft: Draft, asset: Asset, file: str, path: str, first: str) -> str:
    """The path of a file beside the one that names it, unless there is none, or one at `first`; else `path`."""
    if file and draft.files.source(first) is None:
        other = joined(asset.folder or '', file)
        if draft.files.source(other) is not None:
            return other
    return path


def source_of(draft: Draft, asset: Asset, path: str | None = None) -> Source:
    """The file of an asset; its error when there is none."""
    path = asset.path if path is None else path
    source = draft.files.source(path)
    if source is None:
        beside = f', and beside the file that names it, in {asset.folder or "."}' if asset.folder is not None else ''
        raise asset.error(f'cannot open the file; it is looked for as {draft.files.places(path)}{beside}')
    return source


def set_paths(draft: Draft) -> None:
    """Fill `paths` with the files of all assets, and where each of them starts."""
    buffer = bytearray()
    for kind, prefix in PATHS:
        if draft.elements[kind]:
            name, paths = f'{prefix}_pathadr', [asset.path for asset in draft.elements[kind]]
            draft.fields[name] = column(name, _addresses(buffer, paths))
    if draft.elements['texture']:
        types = [texture.content_type if texture.path else '' for texture in draft.elements['texture']]
        draft.fields['tex_contenttypeadr'] = column('tex_contenttypeadr', _addresses(buffer, types))
    draft.fields['paths'] = np.frombuffer(buffer or bytearray(1), dtype=np.int8)
    draft.sizes['npaths'] = max(len(buffer), 1)


def _addresses(buffer: bytearray, texts: Sequence[str]) -> list[int]:
    """Append texts, and tell where each of them starts; -1 for those that are empty."""
    addresses = []
    for text in texts:
        addresses.append(len(buffer) if text else -1)
        buffer += text.encode() + b'\0' if text else b''
    return addresses


# kinds of assets with the prefixes of their fields, in the order of their paths
PATHS = (('hfield', 'hfield'), ('mesh', 'mesh'), ('skin', 'skin'), ('texture', 'tex'))
