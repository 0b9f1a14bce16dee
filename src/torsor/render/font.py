"""A font of strokes: each character is a few lines on a grid, drawn as thick as the height asks for.

Points are pairs of digits, x and y; lines are separated by spaces. The baseline is at 2, small letters end at 6 and
capitals at 8, and what goes below the line at 0. A line of text is 12 units high.
"""

import functools
import itertools

import numpy as np

STROKES: dict[str, str] = dict(zip('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (
    '022842 1434', '02083847463505 3544433202', '4738180703123243', '02082846442202', '48080242 0535',
    '480802 0535', '473818070312324345 4525', '0208 4248 0545', '1218 0222 0828', '3833221203', '0208 4804 1542',
    '080242', '0208254842', '02084248', '120307183847433212', '02083847463505', '120307183847433212 2442',
    '02083847463505 2542', '473818070615354443321203', '0848 2822', '080312324348', '082248', '0812253248',
    '0248 0842', '082548 2522', '08480242'), strict=True))
STROKES |= zip('abcdefghijklmnopqrstuvwxyz', (
    '4642 4536160503123243', '0802 0516364543321203', '4536160503123243', '4842 4536160503123243',
    '04444536160503123243', '38281712 0626', '4641301001 4536160503123243', '0802 0516364542', '0602 0807',
    '161100 1817', '0802 3604 1532', '080312', '0602 05162522 25364542', '0602 0516364542', '120305163645433212',
    '0600 0516364543321203', '4640 4536160503123243', '0602 051636', '45361605143443321203', '18132232 0636',
    '0603123243 4642', '062246', '0612243246', '0246 0642', '0622 461000', '06460242'), strict=True)
STROKES |= zip('0123456789', (
    '120307183847433212 1337', '071812 0222', '07183847460242', '0718384746354443321203 1535', '32380444',
    '480805354443321203', '4738180703123243443505', '084812', '15060718384746351504031232434435',
    '4515060718384743321203'), strict=True)
STROKES |= {
    ' ': '', '.': '0203', ',': '1301', ':': '0203 0506', ';': '1301 1516', '!': '0804 0302', '?': '07183847462524 2322',
    '-': '0535', '_': '0141', '+': '0545 2327', '=': '0444 0646', '*': '2327 0446 0644', '/': '0248', '\\': '0842',
    '|': '0108', '(': '18070312', ')': '08171302', '[': '18080212', ']': '08181202', '{': '28171605141322',
    '}': '08171625141302', '<': '470543', '>': '074503', "'": '0806', '"': '0806 2826', '`': '0817', '^': '062846',
    '~': '04163446', '#': '1218 3238 0444 0646', '$': '473818070615354443321203 2129',
    '%': '0248 0818170708 3343423233', '&': '4206071827260403122244', '@': '3424152636344347381807031232',
}  # fmt: skip
UNKNOWN = '0208484202'  # a box
LINE = 12  # units of a line of text
GAP, BLANK = 2, 2  # units between characters, and width of a space


@functools.lru_cache(4096)
def glyph(character: str, height: int) -> np.ndarray:
    """Coverage of the pixels of a character, from the top row down; `height` is that of a line."""
    unit = height / LINE
    lines = [np.array([[int(c) for c in line[i:i + 2]] for i in range(0, len(line), 2)], float)
             for line in STROKES.get(character, UNKNOWN).split()]
    width = max((line[:, 0].max() for line in lines), default=BLANK)
    pixels = max(1, round((width + GAP) * unit))
    x, y = np.meshgrid((np.arange(pixels) + 0.5) / unit - 0.5 * GAP, (height - np.arange(height) - 0.5) / unit - 1.0)
    distance = np.full(x.shape, np.inf)
    for line in lines:
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            dx, dy = bx - ax, by - ay
            share = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0)
            distance = np.minimum(distance, np.hypot(x - ax - share * dx, y - ay - share * dy))
    radius = max(0.45 * unit, 0.6)  # half the thickness of strokes in pixels
    return np.clip(radius + 0.5 - distance * unit, 0.0, 1.0).astype(np.float32)


def text_width(text: str, height: int) -> int:
    """Width of a line of text in pixels."""
    return sum(glyph(character, height).shape[1] for character in text)


def text_image(text: str, height: int) -> np.ndarray:
    """Coverage of the pixels of a line of text, from the top row down."""
    return np.concatenate([glyph(character, height) for character in text] or [np.zeros((height, 0), np.float32)], 1)
