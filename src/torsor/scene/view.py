"""What the families of elements are asked with: a model, its data, what the user wants to see, and where geoms go."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..schema.enums import mjtCatBit, mjtFrame, mjtLabel, mjtObj, mjtVisFlag
from .rows import Rows

STATIC, DYNAMIC = int(mjtCatBit.mjCAT_STATIC), int(mjtCatBit.mjCAT_DYNAMIC)
UNKNOWN = int(mjtObj.mjOBJ_UNKNOWN)
GROUPS = 6


@dataclass(frozen=True)
class View:
    """One update of a scene."""

    m: Any
    d: Any
    opt: Any
    pert: Any
    categories: int
    rows: Rows
    eye: np.ndarray

    def shows(self, flag: mjtVisFlag) -> bool:
        return bool(self.opt.flags[flag])

    def labels(self, label: mjtLabel) -> bool:
        return self.opt.label == label

    def frames(self, frame: mjtFrame) -> bool:
        return self.opt.frame == frame

    @property
    def unit(self) -> float:
        """The size of a typical body, in which sizes of decorations are measured."""
        return self.m.stat.meansize

    def size(self, name: str) -> float:
        """A size of decorations in metres."""
        return getattr(self.m.vis.scale, name) * self.unit

    def colour(self, name: str) -> np.ndarray:
        return np.array(getattr(self.m.vis.rgba, name), np.float64)

    @cached_property
    def body_categories(self) -> np.ndarray:
        """Static for bodies that never move, dynamic for all others."""
        m = self.m
        fixed = (m.body_weldid == 0) & (m.body_mocapid[m.body_rootid] < 0)
        return np.where(fixed, STATIC, DYNAMIC)

    def wanted(self, categories: np.ndarray) -> np.ndarray:
        return (categories & self.categories) != 0

    def glow(self, bodies: np.ndarray, emission=0.0):
        """Emission of what belongs to these bodies: more for the selected one."""
        return emission + np.where((bodies == self.pert.select) & (bodies > 0), self.m.vis.global_.glow, 0.0)

    def names(self, kind: str, ids: Iterable[int], substitute: str = '') -> list[bytes]:
        """Labels of elements: their names, or their kind (or what substitutes it) and number."""
        every = self.m.names
        starts = getattr(self.m, f'name_{PREFIX.get(kind, kind)}adr')
        found = [every[starts[i]:every.index(0, starts[i])] for i in ids]
        return [name or f'{substitute or kind + " "}{i}'.encode() for name, i in zip(found, ids)]


PREFIX = {'joint': 'jnt', 'camera': 'cam', 'equality': 'eq'}


def in_groups(groups: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """Which elements are in groups that are shown; groups out of range count as the nearest."""
    return shown[np.clip(groups, 0, GROUPS - 1)] != 0
