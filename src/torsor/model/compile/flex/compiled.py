"""A flex with what follows from its elements."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...spec.flexes import Flex
from .topology import flaps

BEND, STRETCH = 1, 2  # bits of elastic2d


@dataclass(eq=False, repr=False)
class CompiledFlex:
    """One flex with what follows from it; vertices are counted from 0 within the flex."""

    item: Flex
    bodies: np.ndarray
    local: np.ndarray
    points: np.ndarray  # in the world, at qpos0
    elements: np.ndarray
    edges: np.ndarray
    element_edges: np.ndarray
    shell: np.ndarray
    layer: np.ndarray

    @property
    def rigid(self) -> bool:
        """Whether all vertices belong to one body."""
        return bool((self.bodies == self.bodies[0]).all())


    @property
    def bends(self) -> bool:
        """Whether it is a sheet that resists bending."""
        item = self.item
        return item.young > 0 and item.dim == 2 and bool(item.elastic2d & BEND) and not self.rigid


    @property
    def elastic(self) -> bool:
        """Whether elements push back when they are deformed."""
        return self.item.young > 0 and (self.item.dim != 2 or bool(self.item.elastic2d))

    @cached_property
    def flaps(self) -> np.ndarray:
        """The vertices opposite to each edge of a sheet that bends, else -1."""
        if self.bends:
            return flaps(self.elements, self.edges, self.element_edges)
        return np.full((len(self.edges), 2), -1, dtype=np.int32)
