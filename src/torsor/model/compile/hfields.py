"""Height fields: heights between 0 and 1 on a grid, from a file or written out."""

import struct
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from ...jit.parallel_map import together
from ..files import extension
from ..spec.assets import HField
from .assets import source_of
from .cache import Cache
from .columns import column
from .draft import Draft
from .image.png import read_png
from .mesh.surface import AssetError

LEAST = 2  # samples along each side
MOST_SAMPLES = 2**28
PNG, BINARY = 'image/png', 'image/vnd.mujoco.hfield'


class Heights(NamedTuple):
    """Heights (rows, columns) from 0 to 1, first row at the bottom."""

    grid: np.ndarray


HEIGHTS: Cache[Heights] = Cache('heights', Heights, on_disk=False)  # reading them takes as long as computing them


def set_hfield_fields(draft: Draft) -> None:
    """Fill hfield_*, and the size nhfielddata."""
    fields, items = draft.fields, draft.elements['hfield']
    grids = together(partial(_heights, draft), items, draft.spec.compiler.usethread)
    counts = np.array([grid.size for grid in grids], dtype=np.int64)
    fields['hfield_size'] = column('hfield_size', (item.size for item in items))
    fields['hfield_nrow'] = column('hfield_nrow', (len(grid) for grid in grids))
    fields['hfield_ncol'] = column('hfield_ncol', (grid.shape[1] for grid in grids))
    fields['hfield_adr'] = np.cumsum(counts) - counts
    fields['hfield_data'] = grids  # which are joined when they are copied into the model
    draft.sizes['nhfielddata'] = int(counts.sum())


def _heights(draft: Draft, item: HField) -> np.ndarray:
    """The grid of a height field, first row at the bottom."""
    if not item.name:
        raise item.error('a height field needs a name; give it the attribute "name"')
    if not all(number > 0 for number in item.size):
        raise item.error('attribute "size" of a height field needs 4 positive numbers')
    if not item.file:
        return _normalized(_written(item, draft.files.limits.file_bytes))
    kind = item.content_type or (PNG if extension(item.path) == 'png' else BINARY)
    if kind not in READERS:
        raise item.error(f'height fields are read from {PNG} and {BINARY}, not from "{kind}"')
    try:
        return HEIGHTS.get(kind, source_of(draft, item), READERS[kind]).grid
    except AssetError as problem:
        raise item.error(f'{item.path}: {problem}') from None


def _written(item: HField, most_bytes: int) -> np.ndarray:
    """Rows from bottom to top; without numbers all are 0."""
    if item.nrow <= 0 or item.ncol <= 0:
        raise item.error('a height field needs the attribute "file", or "nrow" and "ncol"')
    try:
        _check(item.nrow, item.ncol, most_bytes // 4)
    except AssetError as problem:
        raise item.error(str(problem)) from None
    if not item.elevation:
        return np.zeros((item.nrow, item.ncol), dtype=np.float32)
    if len(item.elevation) != item.nrow * item.ncol:
        raise item.error(
            f'attribute "elevation" has {len(item.elevation)} numbers, but nrow * ncol is {item.nrow * item.ncol}',
            'elevation data length must match nrow*ncol',
        )
    return np.array(item.elevation, dtype=np.float32).reshape(item.nrow, item.ncol)


def _image(content: bytes) -> Heights:
    grid = read_png(content, 1).pixels[::-1, :, 0]
    _check(*grid.shape)
    return Heights(_normalized(grid.astype(np.float32)))


def _binary(content: bytes) -> Heights:
    if len(content) < 8:
        raise AssetError(f'a file of heights has at least 8 bytes, this one has {len(content)}')
    rows, columns = struct.unpack_from('<ii', content)
    _check(rows, columns)
    size = 8 + 4 * rows * columns
    if len(content) != size:
        raise AssetError(f'a file of {rows} x {columns} heights has {size} bytes, this one has {len(content)}')
    grid = np.frombuffer(content, '<f4', rows * columns, 8).reshape(rows, columns)
    if not np.isfinite(grid).all():
        raise AssetError('a height is not finite')
    return Heights(_normalized(grid))


READERS: dict[str, Callable[[bytes], Heights]] = {PNG: _image, BINARY: _binary}


def _check(rows: int, columns: int, most: int = MOST_SAMPLES) -> None:
    if rows < LEAST or columns < LEAST:
        raise AssetError(f'a height field has at least {LEAST} rows and columns, this one has {rows} and {columns}')
    most = min(most, MOST_SAMPLES)
    if rows * columns > most:
        raise AssetError(f'a height field of {rows} x {columns} samples is above the limit of {most}')


def _normalized(grid: np.ndarray) -> np.ndarray:
    """Heights from 0 to 1."""
    lowest, highest = grid.min(), grid.max()
    grid = grid - lowest
    return grid / (highest - lowest) if highest > lowest else grid
