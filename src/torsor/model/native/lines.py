"""Lines of OBJ files: numbers of vertices, texture coordinates and normals, and polygons.

Numbers are whole ones up to 2^53, times or over a power of ten up to 10^22: both are exact, and so their product or
quotient is the float64 that is nearest to the text. Texts that are no such number are left to Python.
"""

import math

import numpy as np

from ...jit import helper, routine, stage
from ...jit.arguments import In, Out
from .names import BEFORE, CORNERS, FACE, GROUP, INDEX_0, NO_INDEX, NORMAL, OTHER, TEXCOORD, VERTEX

MOST = 2**53
POWERS = tuple(10.0**i for i in range(23))
MOST_DIGITS = 18  # of an index
NO_EXPONENT = 1000
_TAB, _NEWLINE, _FORMFEED, _RETURN, _BLANK = b'\t\n\f\r '
_HASH, _PLUS, _MINUS, _POINT, _SLASH, _ZERO, _E, _SMALL_E = b'#+-./0Ee'
_V, _T, _N, _F, _O, _G = b'vtnfog'


@helper
def is_blank(letter):
    """Whether words end here."""
    return letter in (_BLANK, _TAB) or _NEWLINE < letter <= _FORMFEED


@helper
def word_start(text, at, end):
    """Where the next word starts."""
    while at < end and is_blank(text[at]):
        at += 1
    return at


@helper
def word_end(text, at, end):
    """Where a word ends."""
    while at < end and not is_blank(text[at]):
        at += 1
    return at


@helper
def line_end(text, at):
    """Where a line ends."""
    while at < text.size and text[at] != _NEWLINE and text[at] != _RETURN:
        at += 1
    return at


@routine
def kind_of(text, start, end):
    """What kind of line starts with this word: one letter before a blank, or two."""
    size = word_end(text, start, end) - start
    first, second = 0 + text[start] if size > 0 else 0, 0 + text[start + 1] if size > 1 else 0
    if size == 2 and first == _V:
        return TEXCOORD if second == _T else NORMAL if second == _N else OTHER
    if size != 1 or start + 1 == end:
        return OTHER
    return VERTEX if first == _V else FACE if first == _F else GROUP if first in (_O, _G) else OTHER


@routine
def words_in(text, at, end):
    """How many words there are."""
    count, at = 0, word_start(text, at, end)
    while at < end:
        count, at = count + 1, word_start(text, word_end(text, at, end), end)
    return count


@helper
def without_comment(text, at, end):
    """Where a line ends for polygons."""
    while at < end and text[at] != _HASH:
        at += 1
    return at


@stage
def count_lines(text: In('*', np.uint8), counts: Out('6', np.int64)) -> None:
    """How many lines of each kind there are, of polygons those with at least three corners, and their corners.

    What counts are the polygons of the first object or group.
    """
    for kind in range(CORNERS + 1):
        counts[kind] = 0
    at, any_face, over = 0, False, False
    while at < text.size:
        end = line_end(text, at)
        start = word_start(text, at, end)
        kind = kind_of(text, start, end)
        if kind == FACE and not over:
            any_face = True
            corners = words_in(text, start + 1, without_comment(text, start, end))
            counts[FACE] += corners > 2
            counts[CORNERS] += corners if corners > 2 else 0
        elif kind == GROUP:
            over = any_face
        elif kind < FACE:
            counts[kind] += 1
        at = end + 1


@stage
def read_lines(text: In('*', np.uint8), vertices: Out('*'), texcoords: Out('*'), normals: Out('*'),
               vertex_words: Out('*', np.int64), texcoord_words: Out('*', np.int64), normal_words: Out('*', np.int64),
               counts: Out('*', np.int64), corners: Out('*,*', np.int64)) -> int:
    """Numbers of all lines, where their words start, how many corners polygons have, indices from 0 on, -1 for none.

    Returns what is wrong with indices. A number that Python has to read is NaN; where one is missing, its word starts
    before the beginning of the text, by one more than its line starts behind it.
    """
    at, any_face, over, polygon, corner, wrong = 0, False, False, 0, 0, 0
    nv, nt, nn = 0, 0, 0
    while at < text.size:
        end = line_end(text, at)
        start = word_start(text, at, end)
        kind = kind_of(text, start, end)
        if kind == VERTEX:
            read_numbers(text, start, end, 1, 3, vertices, vertex_words, nv)
            nv += 1
        elif kind == TEXCOORD:
            read_numbers(text, start, end, 2, 2, texcoords, texcoord_words, nt)
            nt += 1
        elif kind == NORMAL:
            read_numbers(text, start, end, 2, 3, normals, normal_words, nn)
            nn += 1
        elif kind == GROUP:
            over = any_face
        elif kind == FACE and not over:
            any_face = True
            end_of_words = without_comment(text, start, end)
            size = words_in(text, start + 1, end_of_words)
            if size > 2:
                counts[polygon] = size
                polygon += 1
                wrong |= read_corners(text, start + 1, end_of_words, corners, corner, nv, nt, nn)
                corner += size
        at = end + 1
    return wrong


@routine
def read_numbers(text, start, end, skipped, columns, numbers, words, row):
    """The first numbers of a line, behind its first letters."""
    at = word_start(text, start + skipped, end)
    for column in range(columns):
        place = columns * row + column
        stop = word_end(text, at, end)
        words[place] = at if at < end else -1 - start
        numbers[place] = number(text, at, stop)
        at = word_start(text, stop, end)


@routine
def number(text, at, end):
    """The number that a word is, or NaN."""
    negative = at < end and text[at] == _MINUS
    at += negative or (at < end and text[at] == _PLUS)
    whole, digits, power = 0, 0, 0
    behind_point = False
    while at < end:
        letter = text[at]
        if letter == _POINT and not behind_point:
            behind_point = True
        elif _ZERO <= letter <= _ZERO + 9:
            whole = 10 * whole + (letter - _ZERO)
            if whole > MOST:
                return math.nan
            digits, power = digits + 1, power - behind_point
        else:
            break
        at += 1
    if digits == 0:
        return math.nan
    if at < end:
        if text[at] != _E and text[at] != _SMALL_E:
            return math.nan
        shift = exponent(text, at + 1, end)
        power = power + shift if shift != NO_EXPONENT else NO_EXPONENT
    if power > 22 or power < -22:
        return math.nan
    value = whole / POWERS[-power] if power < 0 else whole * POWERS[power]
    return -value if negative else value


@routine
def exponent(text, at, end):
    """The whole number that ends a word, of at most three digits; else NO_EXPONENT."""
    negative = at < end and text[at] == _MINUS
    at += negative or (at < end and text[at] == _PLUS)
    value = 0
    if at == end or end - at > 3:
        return NO_EXPONENT
    while at < end:
        if not _ZERO <= text[at] <= _ZERO + 9:
            return NO_EXPONENT
        value, at = 10 * value + (text[at] - _ZERO), at + 1
    return -value if negative else value


@routine
def read_corners(text, at, end, corners, corner, vertices, texcoords, normals):
    """The indices of corners of a polygon, those below 0 counted from what stands above; what is wrong with them."""
    wrong = 0
    at = word_start(text, at, end)
    while at < end:
        stop = word_end(text, at, end)
        for part in range(3):
            index, digits, negative = 0, 0, False
            if at < stop and (text[at] == _MINUS or text[at] == _PLUS):
                negative = text[at] == _MINUS
                at += 1
                digits = -MOST_DIGITS if at == stop or text[at] == _SLASH else 0  # a sign alone
            while at < stop and _ZERO <= text[at] <= _ZERO + 9:
                index, digits, at = 10 * index + (text[at] - _ZERO), digits + 1, at + 1
                if digits > MOST_DIGITS:
                    return NO_INDEX
            if digits < 0 or (at < stop and (text[at] != _SLASH or part == 2)):
                return NO_INDEX
            above = vertices if part == 0 else texcoords if part == 1 else normals
            if negative and index > 0:
                index = above - index + 1
                wrong |= BEFORE if index < 0 else 0
            elif part == 0 and index == 0:
                wrong |= INDEX_0
            corners[corner, part] = index - 1
            at += at < stop  # behind the slash
        corner, at = corner + 1, word_start(text, at, end)
    return wrong
