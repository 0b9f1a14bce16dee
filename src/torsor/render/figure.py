"""Two-dimensional figures: lines over a grid, with numbers at the axes, a title and a legend."""

import itertools
import math

import numpy as np

from .font import text_width
from .overlay import cover, fill, write


def draw_figure(rgb: np.ndarray, fig, height: int, corner: tuple[int, int]) -> None:
    """Draw an MjvFigure over a whole picture, with lines of text of this height.

    Fills its fields about axes, in pixels of a buffer in which the picture has its lower left corner here.
    """
    rows, columns = rgb.shape[:2]
    fill(rgb, 0, 0, columns, rows, fig.figurergba, float(fig.figurergba[3]))
    numbers = text_width(fig.minwidth, height) if fig.flg_ticklabel[1] else 0
    left, right = numbers + height // 2, columns - height // 2
    bottom = (height if fig.flg_ticklabel[0] else 0) + (height if fig.xlabel else 0) + height // 2
    top = rows - (height if fig.title else 0) - height // 2
    if right - left < 2 or top - bottom < 2:
        return
    fill(rgb, left, bottom, right - left, top - bottom, fig.panergba, float(fig.panergba[3]))
    x_range, y_range = _axis(fig, 0), _axis(fig, 1)
    fig.xaxispixel[:] = left + corner[0], right + corner[0]
    fig.yaxispixel[:] = bottom + corner[1], top + corner[1]
    fig.xaxisdata[:], fig.yaxisdata[:] = x_range, y_range
    pane = Pane(rgb, (left, right, bottom, top), x_range, y_range)
    _grid(pane, fig, height)
    if fig.flg_selection:
        pane.line([(fig.selection, y_range[0]), (fig.selection, y_range[1])], fig.gridwidth, fig.textrgb)
    for k in np.flatnonzero(fig.linepnt > 0).tolist():
        points = fig.linedata[k, :2 * fig.linepnt[k]].reshape(-1, 2)
        pieces = points[:len(points) // 2 * 2].reshape(-1, 2, 2) if fig.flg_barplot else [points]
        for piece in pieces:
            pane.line(piece, fig.linewidth * (2.0 if k == fig.highlightid else 1.0), fig.linergb[k])
    _texts(pane, fig, height)


class Pane:
    """The part of a picture in which lines are drawn, and the ranges of its axes."""

    def __init__(self, rgb, pixels, x_range, y_range):
        self.rgb, (self.left, self.right, self.bottom, self.top) = rgb, pixels
        self.x_range, self.y_range = x_range, y_range

    def place(self, points) -> np.ndarray:
        """Points in pixels."""
        points = np.asarray(points, float)
        low, high = np.array((self.x_range[0], self.y_range[0])), np.array((self.x_range[1], self.y_range[1]))
        corner, size = np.array((self.left, self.bottom)), np.array((self.right - self.left, self.top - self.bottom))
        return corner + (points - low) / (high - low) * size

    def line(self, points, width: float, colour) -> None:
        """A chain of straight lines, cut off at the edges of the pane."""
        points = self.place(points)
        points = points[np.isfinite(points).all(1)]
        height, length = self.top - self.bottom, self.right - self.left
        coverage = np.zeros((height, length), np.float32)
        for a, b in itertools.pairwise(points):
            _add_segment(coverage, a - (self.left, self.bottom), b - (self.left, self.bottom), 0.5 * max(width, 1.0))
        cover(self.rgb, self.left, self.bottom, coverage, colour)


def _add_segment(coverage, a, b, radius: float) -> None:
    """Let a straight line cover pixels around it."""
    rows, columns = coverage.shape
    low = np.floor(np.minimum(a, b) - radius - 1.0).clip(0, (columns, rows)).astype(int)
    high = np.ceil(np.maximum(a, b) + radius + 1.0).clip(0, (columns, rows)).astype(int)
    if (low >= high).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5 - a[0], np.arange(low[1], high[1]) + 0.5 - a[1])
    way = b - a
    share = np.clip((x * way[0] + y * way[1]) / max(way @ way, 1e-12), 0.0, 1.0)
    distance = np.hypot(x - share * way[0], y - share * way[1])
    part = coverage[low[1]:high[1], low[0]:high[0]]
    np.maximum(part, np.clip(radius + 0.5 - distance, 0.0, 1.0), out=part)


def _axis(fig, k: int) -> tuple[float, float]:
    """The range of an axis: what is given, extended to the data, or the data alone if it is empty."""
    low, high = (float(x) for x in fig.range[k])
    is_given = low < high
    if not is_given or fig.flg_extend:
        data = [fig.linedata[i, k:2 * fig.linepnt[i]:2] for i in np.flatnonzero(fig.linepnt > 0)]
        values = np.concatenate(data) if data else np.zeros(0)
        values = values[np.isfinite(values)]
        if len(values):
            found = float(values.min()), float(values.max())
            low, high = (min(low, found[0]), max(high, found[1])) if is_given else found
    if k == 1 and fig.flg_symmetric:
        high = max(abs(low), abs(high))
        low = -high
    return (low, high) if low < high else (low - 0.5, low + 0.5)


def _grid(pane: Pane, fig, height: int) -> None:
    """Lines of the grid and the numbers at them."""
    for k, (low, high) in enumerate((pane.x_range, pane.y_range)):
        for i in range(max(int(fig.gridsize[k]), 0)):
            value = low + (high - low) * i / max(int(fig.gridsize[k]) - 1, 1)
            ends = ((value, pane.y_range[0]), (value, pane.y_range[1])) if k == 0 else (
                (pane.x_range[0], value), (pane.x_range[1], value))
            pane.line(ends, fig.gridwidth, fig.gridrgb)
            if fig.flg_ticklabel[k]:
                text = _printed((fig.xformat, fig.yformat)[k], value)
                x, y = pane.place([ends[0]])[0]
                wide = text_width(text, height)
                if k == 0:
                    write(pane.rgb, min(max(x - 0.5 * wide, 0), pane.rgb.shape[1] - wide), y - height, text, height,
                          fig.textrgb)
                else:
                    write(pane.rgb, x - wide - height // 4, y - height // 2, text, height, fig.textrgb)


def _printed(format: str, value: float) -> str:
    """A number in C's manner; plainly if the format is not one for a number."""
    try:
        return format % value if math.isfinite(value) else ''
    except (TypeError, ValueError):
        return f'{value:g}'


def _texts(pane: Pane, fig, height: int) -> None:
    """Title, label of the horizontal axis and legend."""
    middle = 0.5 * (pane.left + pane.right)
    if fig.title:
        write(pane.rgb, middle - 0.5 * text_width(fig.title, height), pane.top, fig.title, height, fig.textrgb)
    if fig.xlabel:
        write(pane.rgb, middle - 0.5 * text_width(fig.xlabel, height), 0, fig.xlabel, height, fig.textrgb)
    names = [(k, fig.linename[k].decode(errors='replace')) for k in range(len(fig.linename)) if fig.linename[k]]
    if not fig.flg_legend or not names:
        return
    wide = max(text_width(name, height) for _, name in names) + height
    top = pane.top - fig.legendoffset * height
    fill(pane.rgb, pane.right - wide, top - len(names) * height, wide, len(names) * height, fig.legendrgba,
         float(fig.legendrgba[3]))
    for row, (k, name) in enumerate(names):
        write(pane.rgb, pane.right - wide + height // 2, top - (row + 1) * height, name, height, fig.linergb[k])
