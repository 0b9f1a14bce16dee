"""Texts, figures and images that programs give to a viewer; in the browser they are parts of its panel."""

import html
from collections.abc import Callable

import numpy as np

from ..api.scene import MjrRect, MjvFigure
from ..media import pixels


def as_list(given, what: str, check: Callable) -> list[tuple]:
    """One item or a list of items, each checked."""
    items = [given] if isinstance(given, tuple) else list(given)
    for item in items:
        if not isinstance(item, tuple) or not check(item):
            raise TypeError(f'{what}, or a list of them; not {item!r}')
    return items


def texts(given) -> list[tuple]:
    """Items of font, grid position, and two texts; each may be None."""
    return as_list(given, 'a text is a tuple (font, gridpos, text1, text2)', lambda item: len(item) == 4)


def figures(given) -> list[tuple]:
    """Items of a viewport and a figure."""
    return as_list(given, 'a figure is a tuple (MjrRect, MjvFigure)', lambda item: _is_pair(item, MjvFigure))


def images(given) -> list[tuple]:
    """Items of a viewport and a picture of shape (height, width, 3), uint8, copied."""
    items = as_list(given, 'an image is a tuple (MjrRect, array)', lambda item: _is_pair(item, np.ndarray))
    for _, image in items:
        if image.ndim != 3 or image.shape[-1] != 3 or image.dtype != np.uint8:
            raise ValueError(f'an image has shape (height, width, 3) and dtype uint8, not {image.shape}, {image.dtype}')
    return [(rect, image.copy()) for rect, image in items]


def _is_pair(item: tuple, second: type) -> bool:
    return len(item) == 2 and isinstance(item[0], MjrRect) and isinstance(item[1], second)


class Overlays:
    """Shows texts, figures and images in a folder of the panel."""

    def __init__(self, gui):
        self.gui, self.handles = gui, {'texts': [], 'figures': [], 'images': []}

    def show(self, kind: str, items: list[tuple]) -> None:
        """Replace everything of one kind."""
        for handle in self.handles[kind]:
            handle.remove()
        self.handles[kind] = [made for item in items for made in [MAKERS[kind](self.gui, item)] if made is not None]


def _text(gui, item: tuple):
    left, right = ((text or '').strip().split('\n') for text in item[2:])
    rows = [(a, b) for a, b in zip(left + [''] * (len(right) - len(left)), right + [''] * (len(left) - len(right)))]
    cells = ''.join(f'<tr><td>{html.escape(a)}</td><td>&emsp;{html.escape(b)}</td></tr>' for a, b in rows)
    return gui.add_html(f'<table style="margin:0.5em 1em;font-size:0.85em">{cells}</table>')


def _figure(gui, item: tuple):
    figure = item[1]
    lines = [k for k in range(len(figure.linepnt)) if figure.linepnt[k] > 0]
    if not lines:
        return None
    points = {k: figure.linedata[k][:2 * figure.linepnt[k]].reshape(-1, 2).astype(float) for k in lines}
    x = np.unique(np.concatenate([line[:, 0] for line in points.values()]))
    curves = [_at(x, line) for line in points.values()]
    names = [bytes(figure.linename[k]).split(b'\0')[0].decode(errors='replace') for k in lines]
    series = [dict(label=figure.xlabel or 'x')] + [
        dict(label=name or str(k), stroke='rgb({:.0f},{:.0f},{:.0f})'.format(*(255 * figure.linergb[k])), width=2)
        for k, name in zip(lines, names)]
    return gui.add_uplot((x, *curves), tuple(series), title=figure.title or None, aspect=1.6,
                         scales=dict(x=dict(time=False)))


def _at(x: np.ndarray, line: np.ndarray) -> np.ndarray:
    """A line at common places, not a number beyond its ends."""
    order = np.argsort(line[:, 0], kind='stable')
    return np.interp(x, line[order, 0], line[order, 1], left=np.nan, right=np.nan)


def _image(gui, item: tuple):
    return gui.add_image(pixels(item[1]), format='jpeg')


MAKERS = {'texts': _text, 'figures': _figure, 'images': _image}
