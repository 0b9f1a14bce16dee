"""Lists of what is to be coloured: for each part the pixels in which it is seen, and where.

A pixel has `factor` by `factor` samples. It is coloured once for each part that its samples see, weighted with their
number. Lists are sorted by part, so that the colours of one part are computed many at a time; what sees nothing comes
last, as if it were one more part.
"""

import numpy as np

from ..jit import helper, routine
from ..jit.arguments import In, Out
from ..jit.call import native

EVERYTHING, PARTS = -1, -2  # what is listed, if it is not one part


@helper
def is_listed(part, only):
    return only == EVERYTHING or part == only or (only == PARTS and part >= 0)


@helper
def is_uniform(ids, factor, row, column):
    """Whether all samples of a pixel see the same part."""
    part = ids[row, column]
    for b in range(factor):
        for a in range(factor):
            if ids[row + b, column + a] != part:
                return False
    return True


@helper
def faces_agree(faces, factor, row, column):
    """Whether all samples of a pixel, which see one part, see the same face of it."""
    return (factor == 1 or faces[row, column] == faces[row, column + 1] == faces[row + 1, column]
            == faces[row + 1, column + 1])


@helper
def is_first(ids, factor, row, column, b, a):
    """Whether no earlier sample of the pixel sees the same part as this one."""
    part = ids[row + b, column + a]
    earlier = 0
    for k in range(b * factor + a):
        earlier += ids[row + k // factor, column + k % factor] == part
    return earlier == 0


@native
def count_samples(ids: In('*,*', int), factor: int, rows: int, columns: int, only: int, starts: Out('*', int)):
    """Where the list of each part starts; `starts` has two numbers more than there are parts, of which the last is the
    length of all lists. With `only` at least 0 nothing but that part is listed, with PARTS all of them without what
    sees nothing."""
    parts = starts.size - 2
    for k in range(starts.size):
        starts[k] = 0
    for j in range(rows):
        for i in range(columns):
            row, column = factor * j, factor * i
            if is_uniform(ids, factor, row, column):
                part = ids[row, column]
                if is_listed(part, only):
                    starts[(part if part >= 0 else parts) + 1] += 1
                continue
            for b in range(factor):
                for a in range(factor):
                    part = ids[row + b, column + a]
                    if is_listed(part, only) and is_first(ids, factor, row, column, b, a):
                        starts[(part if part >= 0 else parts) + 1] += 1
    for k in range(parts + 1):
        starts[k + 1] += starts[k]


@routine
def average(nearness, ids, faces, factor, row, column, b, a, place, x, y, near, face, weight):
    """An entry for the part that a sample sees: the centre of all samples of the pixel that see it.

    If they see different faces of a mesh, this sample stands for all of them.
    """
    part, own = ids[row + b, column + a], faces[row + b, column + a]
    number, same, total, x_total, y_total = 0, True, 0.0, 0, 0
    for v in range(factor):
        for u in range(factor):
            if ids[row + v, column + u] == part:
                number += 1
                same = same and faces[row + v, column + u] == own
                total += nearness[row + v, column + u]
                x_total += u
                y_total += v
    share = 1.0 / number
    if same:
        x[place], y[place] = column + x_total * share + 0.5, row + y_total * share + 0.5
        near[place] = total * share
    else:
        x[place], y[place], near[place] = column + a + 0.5, row + b + 0.5, nearness[row + b, column + a]
    face[place], weight[place] = own, number / (factor * factor)


@native
def list_samples(nearness: In('*,*', np.float32), ids: In('*,*', int), faces: In('*,*', int), factor: int, rows: int,
                 columns: int, only: int, starts: In('*', int), next_place: Out('*', int), x: Out('*', np.float32),
                 y: Out('*', np.float32), near: Out('*', np.float32), face: Out('*', int), pixel: Out('*', int),
                 weight: Out('*', np.float32)):
    """Fill the lists; x and y go from 0 to 1 over the picture. `next_place` is room for what `starts` has."""
    parts, middle, share = starts.size - 2, 0.5 * factor, 1.0 / (factor * factor)
    right, up = 1.0 / (factor * columns), 1.0 / (factor * rows)
    for k in range(starts.size):
        next_place[k] = starts[k]
    for j in range(rows):
        for i in range(columns):
            row, column = factor * j, factor * i
            uniform = is_uniform(ids, factor, row, column)
            if uniform and faces_agree(faces, factor, row, column):
                part = ids[row, column]
                if not is_listed(part, only):
                    continue
                place = next_place[part if part >= 0 else parts]
                next_place[part if part >= 0 else parts] = place + 1
                pixel[place], face[place], weight[place] = j * columns + i, faces[row, column], 1.0
                x[place], y[place] = (column + middle) * right, (row + middle) * up
                total = 0.0
                for b in range(factor):
                    for a in range(factor):
                        total += nearness[row + b, column + a]
                near[place] = total * share
                continue
            for b in range(factor):
                for a in range(factor):
                    part = ids[row + b, column + a]
                    if (uniform and (a > 0 or b > 0)) or not is_listed(part, only):
                        continue
                    if uniform or is_first(ids, factor, row, column, b, a):
                        bucket = part if part >= 0 else parts
                        place = next_place[bucket]
                        next_place[bucket] = place + 1
                        pixel[place] = j * columns + i
                        average(nearness, ids, faces, factor, row, column, b, a, place, x, y, near, face, weight)
                        x[place], y[place] = x[place] * right, y[place] * up


@native
def blend(starts: In('*', int), opacity: In('*'), pixel: In('*', int), weight: In('*', np.float32),
          red: In('*', np.float32), green: In('*', np.float32), blue: In('*', np.float32),
          picture: Out('*,*', np.float32)):
    """Add colours of lists to a picture, of which opaque entries cover their share.

    `opacity` has a number for each list: it is 1 for what is opaque, less for what lets the picture behind through, and
    0 for light that is added to what is there.
    """
    for part in range(starts.size - 1):
        for k in range(starts[part], starts[part + 1]):
            p, share = pixel[k], weight[k]
            left = 1.0 - share * opacity[part]
            picture[p, 0] = picture[p, 0] * left + share * red[k]
            picture[p, 1] = picture[p, 1] * left + share * green[k]
            picture[p, 2] = picture[p, 2] * left + share * blue[k]
