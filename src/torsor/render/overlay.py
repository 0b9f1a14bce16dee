"""What is drawn over pictures: rectangles, text, labels of geoms, figures. Pictures go from the lowest row up."""

import numpy as np

from ..schema.enums import mjtGridPos
from .font import text_image, text_width

SHADE = 0.5  # opacity of the background of text in corners
WHITE, BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
TOP, BOTTOM, LEFT, RIGHT = ({int(getattr(mjtGridPos, f'mjGRID_{name}')) for name in names} for names in (
    ('TOPLEFT', 'TOPRIGHT', 'TOP'), ('BOTTOMLEFT', 'BOTTOMRIGHT', 'BOTTOM'), ('TOPLEFT', 'BOTTOMLEFT', 'LEFT'),
    ('TOPRIGHT', 'BOTTOMRIGHT', 'RIGHT')))


def fill(rgb: np.ndarray, left: int, bottom: int, width: int, height: int, colour, opacity: float = 1.0) -> None:
    """A rectangle of one colour; what is outside of the picture is left out."""
    cover(rgb, left, bottom, np.full((max(height, 0), max(width, 0)), opacity, np.float32), colour)


def cover(rgb: np.ndarray, left: int, bottom: int, coverage: np.ndarray, colour) -> None:
    """A colour where an image, from the lowest row up, says how much it covers."""
    rows, columns = coverage.shape
    low, high = max(bottom, 0), min(bottom + rows, rgb.shape[0])
    first, last = max(left, 0), min(left + columns, rgb.shape[1])
    if low >= high or first >= last:
        return
    part, share = rgb[low:high, first:last], coverage[low - bottom:high - bottom, first - left:last - left, None]
    target = 255.0 * np.clip(np.asarray(colour, np.float32)[:3], 0.0, 1.0)
    part[...] = (part + share * (target - part) + 0.5).astype(np.uint8)


def write(rgb: np.ndarray, left: float, bottom: float, text: str, height: int, colour=WHITE,
          shadow: bool = False) -> None:
    """A line of text whose lower left corner is here."""
    image = text_image(text, height)[::-1]
    if shadow:
        cover(rgb, round(left) + 1, round(bottom) - 1, image, BLACK)
    cover(rgb, round(left), round(bottom), image, colour)


def table(rgb: np.ndarray, position: int, left: str, right: str, height: int) -> None:
    """Two columns of lines of text in a corner or at the middle of a side of a picture (mjtGridPos)."""
    columns = [[line.rstrip('\r') for line in text.split('\n')] if text else [] for text in (left, right)]
    lines = max(map(len, columns))
    if not lines:
        return
    widths = [max((text_width(line, height) for line in column), default=0) for column in columns]
    gap = height if all(columns) else 0
    wide, tall, edge = sum(widths) + gap + height, lines * height + height // 2, height // 4
    rows, length = rgb.shape[:2]
    x = edge if position in LEFT else length - wide - edge if position in RIGHT else (length - wide) // 2
    y = rows - tall - edge if position in TOP else edge if position in BOTTOM else (rows - tall) // 2
    fill(rgb, x, y, wide, tall, BLACK, SHADE)
    for column, start in zip(columns, (x + height // 2, x + height // 2 + widths[0] + gap)):
        for k, line in enumerate(column):
            write(rgb, start, y + tall - edge - (k + 1) * height, line, height)


def geom_labels(rgb: np.ndarray, scn, camera: np.ndarray, height: int) -> None:
    """The labels of geoms in front of the camera, beside their positions."""
    columns, n = scn._rows.columns, scn.ngeom
    for g in np.flatnonzero(columns['label'][:n] != b'').tolist():
        way = columns['pos'][g].astype(float) - camera[:3]
        z = way @ camera[9:12]
        if not camera[16] < z < camera[17]:
            continue
        scale = 1.0 if camera[18] else camera[16] / z
        x = (way @ camera[3:6] * scale - camera[12]) / camera[14] * rgb.shape[1]
        y = (way @ camera[6:9] * scale - camera[13]) / camera[15] * rgb.shape[0]
        write(rgb, x, y, columns['label'][g].decode(errors='replace'), height, shadow=True)
