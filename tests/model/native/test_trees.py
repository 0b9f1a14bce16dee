"""Trees of boxes, against lists that are sorted and halved."""

import numpy as np
import pytest

from torsor.jit.stage import Stages
from torsor.model.compile.mesh.hierarchy import halved

pytestmark = pytest.mark.python_mode
trees = Stages('model.native.trees')


def obvious(lower, upper, centres, leaves, depth=0, place=0):
    """(depth, children, leaf, box) of a node and of all below it, in preorder."""
    low, high = lower[leaves].min(axis=0), upper[leaves].max(axis=0)
    box = [*((low + high) / 2), *((high - low) / 2)]
    if len(leaves) == 1:
        return [(depth, (-1, -1), leaves[0], box)]
    axis = int(np.argmax(high - low))
    ordered = sorted(leaves, key=lambda leaf: (centres[leaf, axis], leaf))
    half = len(leaves) // 2
    left = obvious(lower, upper, centres, ordered[:half], depth + 1, place + 1)
    right = obvious(lower, upper, centres, ordered[half:], depth + 1, place + 1 + len(left))
    return [(depth, (place + 1, place + 1 + len(left)), -1, box), *left, *right]


@pytest.mark.parametrize('count', [1, 2, 3, 7, 64, 101])
@pytest.mark.parametrize('steps', [2, 1000])  # with many equal centres, and with few
def test_halves(count, steps):
    rng = np.random.default_rng(count)
    centres = rng.integers(0, steps, (count, 3)).astype(float)
    sizes = rng.uniform(0, 1, (2, count, 3))
    tree = halved(centres - sizes[0], centres + sizes[1], centres)
    expected = obvious(centres - sizes[0], centres + sizes[1], centres, list(range(count)))
    for name, values in zip(tree._fields, zip(*expected)):
        assert np.array_equal(getattr(tree, name), np.array(values)), name


def test_leaves_in_any_order_take_no_longer():
    count = 300
    line = np.zeros((count, 3))
    for places in (np.arange(count), -np.arange(count), np.abs(np.arange(count) - count // 2)):
        line[:, 0] = places
        leaves = halved(line, line, line).triangle
        assert sorted(leaves[leaves >= 0].tolist()) == list(range(count))


def test_boxes_and_centres_of_triangles():
    vertices = np.array([[0, 0, 0], [4, 0, 0], [0, 2, 0], [2, 1, 5], [1, 0, 0]], float)
    right, flat = [0, 1, 2], [0, 4, 1]  # the circle of a right angle has its centre on the long side
    lower, upper, centres = np.empty((3, 2, 3))
    trees.measure_triangles(vertices, np.array([right, flat], np.int32), lower, upper, centres)
    assert lower.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert upper.tolist() == [[4, 2, 0], [4, 0, 0]]
    assert np.allclose(centres, [[2, 1, 0], [5 / 3, 0, 0]])
