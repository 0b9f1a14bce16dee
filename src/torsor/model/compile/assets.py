"""What meshes, height fields and textures share: the content of their files, and the paths in the compiled model."""

from collections.abc import Sequence

import numpy as np

from ..spec.assets import Asset
from .columns import column
from .draft import Draft


def content_of(draft: Draft, asset: Asset, path: str | None = None) -> bytes:
    """The content of the file of an asset; its error when there is none."""
    path = asset.path if path is None else path
    content = draft.files.read(path)
    if content is None:
        raise asset.error(f'cannot open the file; it is looked for as {draft.files.places(path)}')
    return content


def set_paths(draft: Draft) -> None:
    """Fill `paths` with the files of all assets, and where each of them starts."""
    buffer = bytearray()
    for kind, prefix in PATHS:
        name = f'{prefix}_pathadr'
        draft.fields[name] = column(name, _addresses(buffer, draft.elements.get(kind, ())))
    draft.fields['paths'] = np.frombuffer(buffer or bytearray(1), dtype=np.int8)
    draft.sizes['npaths'] = max(len(buffer), 1)


def _addresses(buffer: bytearray, assets: Sequence[Asset]) -> list[int]:
    addresses = []
    for asset in assets:
        addresses.append(len(buffer) if asset.path else -1)
        buffer += asset.path.encode() + b'\0' if asset.path else b''
    return addresses


# kinds of assets with the prefixes of their fields, in the order of their paths
PATHS = (('hfield', 'hfield'), ('mesh', 'mesh'), ('texture', 'tex'))
