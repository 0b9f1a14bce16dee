"""How far the sky is: the faces of a prism around the camera, which hides everything behind it.

Its corners are at a distance of 0.7 times that of the far plane from the vertical axis through the camera, one on the
x axis; its ends are as far above and below the camera. Haze on a level plane is part of an inverted pyramid that meets
the prism at the height of the camera.
"""

import numpy as np

from ..jit import helper
from ..jit.arguments import In, Out
from ..jit.call import native

SKY = 0.7  # distance of the sky from the camera, in distances of the far plane
PARALLEL = 1e-9  # cosine below which a face counts as parallel to the view


def sky_faces(camera: np.ndarray, slices: int, haze: float = 0.0) -> np.ndarray:
    """A row (a, b, c) for each face: a + b x + c y is how near it is, x and y going from 0 to 1 over the picture.

    Nearness is 1 / z in perspective, and the distance from the far plane otherwise. Either is linear in x and y, and
    the face that is seen is the one with the greatest value. `haze` is the part of its radius that the pyramid loses
    per metre.
    """
    angle = 2.0 * np.pi * (np.arange(slices) + 0.5) / slices
    apothem = SKY * np.cos(np.pi / slices)
    walls = np.stack((np.cos(angle), np.sin(angle), np.zeros(slices)), -1) / apothem
    normals = np.concatenate((walls, np.array(((0.0, 0.0, 1.0), (0.0, 0.0, -1.0))) / SKY)) / camera[17]
    if haze:
        normals = np.concatenate((normals, normals[:slices] - (0.0, 0.0, haze)))
    right, up, forward = normals @ camera[3:6], normals @ camera[6:9], normals @ camera[9:12]
    left, bottom, width, height, near, far, parallel = camera[12:19]
    x, y = (right * left + up * bottom), np.stack((right * width, up * height), -1)
    if not parallel:
        return np.column_stack((forward + x / near, y / near))
    ahead = forward > PARALLEL * np.linalg.norm(normals, axis=1)
    return np.column_stack((far - (1.0 - x[ahead]) / forward[ahead], y[ahead] / forward[ahead, None]))


@helper
def value(faces, k, x, y):
    return faces[k, 0] + faces[k, 1] * x + faces[k, 2] * y


@native
def sky_nearness(faces: In('*,*'), columns: int, nearness: Out('*,*', np.float32)) -> None:
    """The greatest value of all faces at each sample; a row is filled from one change of the face to the next."""
    rows = nearness.shape[0]
    for j in range(rows):
        y, i = (j + 0.5) / rows, 0
        while i < nearness.shape[1]:
            x, best = (i + 0.5) / columns, 0
            for k in range(1, faces.shape[0]):
                if value(faces, k, x, y) > value(faces, best, x, y):
                    best = k
            end = 2.0
            for k in range(faces.shape[0]):
                steeper = faces[k, 1] - faces[best, 1]
                if steeper > 0.0:
                    end = min(end, (value(faces, best, 0.0, y) - value(faces, k, 0.0, y)) / steeper)
            stop = min(max(int(end * columns + 0.5), i + 1), nearness.shape[1])
            first, change = value(faces, best, 0.5 / columns, y), faces[best, 1] / columns
            for column in range(i, stop):
                nearness[j, column] = first + column * change
            i = stop
