"""Scratch with names: a struct of fixed size that a computation takes from the arena and passes on.

    HULL = Scratch('hull', (
        Field('point', 'vec3', '128', 'm', 'points of the polytope'),
        Field('point_num', 'int', '', '', 'how many there are'),
    ))

    @stage
    def grow_hull(m, d, hull: HULL): ...      # a stage is given one ...

    hull = HULL(d)                            # ... by who took it; not cleared
    hull.point[hull.point_num] = ZERO
    hull.point_num += 1

It belongs to the room that declares it, costs nothing while it is not in use, and is released, as all scratch, by
setting d.pstack back. Taken from a data of duals (dual.py) its real numbers are duals.
"""

import numpy as np

from ..schema.field import Field
from . import vocabulary
from .arena import python_take
from .layout import static_columns
from .python_mode import PythonField
from .structs import VALUES

ALIGNMENT = 16


class Scratch:
    """The rows of a struct, and where they lie in it; `scratch(d)` takes one."""

    def __init__(self, name: str, rows: tuple[Field, ...]):
        self.name, self.rows = name, {row.name: row for row in rows}
        self.places, self.size = self.laid_out(1)
        vocabulary.add(self)

    def laid_out(self, width: int) -> tuple[dict[str, int], int]:
        """Where fields lie, and the size of all, if each real number takes the place of `width`: those of duals do."""
        places, size, alignment = {}, 0, max(ALIGNMENT, 8 * width)  # a dual is loaded as a whole
        for name, row in self.rows.items():
            places[name] = size
            numbers = int(np.prod(row.array_shape({}), dtype=np.int64)) * (width if row.dtype == np.float64 else 1)
            size += -(-numbers * row.dtype.itemsize // alignment) * alignment
        return places, size

    def __call__(self, d) -> 'PythonScratch':
        """With JIT disabled."""
        start = python_take(d, 'pstack', 'maxuse_stack', self.size)
        return PythonScratch(self, d.struct._arenas[-1][start:start + self.size])

    def __repr__(self):
        return f'<scratch {self.name}>'


class PythonScratch:
    """Scratch as kernels that Python runs see it."""

    def __init__(self, scratch: Scratch, memory: np.ndarray):
        fields = {}
        for name, row in scratch.rows.items():
            start, count = scratch.places[name], int(np.prod(row.array_shape({}), dtype=np.int64))
            numbers = memory[start:start + count * row.dtype.itemsize].view(row.dtype)
            fields[name] = PythonField(numbers, False, VALUES.get(row.item), static_columns(row))
        self.__dict__.update(scratch=scratch, fields=fields)

    def __getattr__(self, name):
        if name not in self.fields:
            raise AttributeError(f'{self.scratch.name} has no field {name}')
        return self.fields[name] if self.scratch.rows[name].dims else self.fields[name][0]

    def __setattr__(self, name, value):
        if name not in self.fields or self.scratch.rows[name].dims:
            raise AttributeError(f'cannot assign {name} of {self.scratch.name}')
        self.fields[name][0] = value
