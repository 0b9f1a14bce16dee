"""What meshes, height fields and textures share: the content of their files, and the paths in the compiled model."""

from collections.abc import Sequence

import numpy as np

from ..files import Source
from ..spec.assets import Asset
from .columns import column
from .draft import Draft


def source_of(draft: Draft, asset: Asset, path: str | None = None) -> Source:
    """The file of an asset; its error when there is none."""
    path = asset.path if path is None else path
    source = draft.files.source(path)
    if source is None:
        raise asset.error(f'cannot open the file; it is looked for as {draft.files.places(path)}')
    return source


def set_paths(draft: Draft) -> None:
    """Fill `paths` with the files of all assets, and where each of them starts."""
    buffer = bytearray()
    for kind, prefix in PATHS:
        assets = draft.elements[kind]
        name = f'{prefix}_pathadr'
        draft.fields[name] = column(name, _addresses(buffer, [asset.path for asset in assets]))
    textures = draft.elements['texture']
    types = [texture.content_type if texture.path else '' for texture in textures]
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
PATHS = (('hfield', 'hfield'), ('mesh', 'mesh'), ('texture', 'tex'))
