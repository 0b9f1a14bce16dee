"""What a binary model consists of: sizes, numbers of the records opt, vis and stat, flags and arrays."""

from dataclasses import dataclass, field

import numpy as np

from ...schema import MODEL_FIELDS, MODEL_SIZES, OPTION, STATISTIC, VISUAL
from ...schema.field import Field, evaluate

SIZES = tuple(row.name for row in MODEL_SIZES)
FLAGS = tuple(row for row in MODEL_FIELDS if not row.dims and row.name.startswith('flg_'))
ARRAYS = tuple(row for row in MODEL_FIELDS if row.dims)
SIGNATURE = next(row for row in MODEL_FIELDS if row.name == 'signature')
RECORDS: dict[str, tuple[Field, ...]] = {
    'opt': tuple(OPTION),
    **{f'vis.{group}': tuple(rows) for group, rows in VISUAL.items()},
    'stat': tuple(STATISTIC),
}


class BinaryError(ValueError):
    """A binary model that cannot be read or used."""


@dataclass
class Contents:
    """A model as it stands in a file: `fields` has records by their full names ('opt.timestep'), flags and arrays."""

    sizes: dict[str, int] = field(default_factory=dict)
    fields: dict[str, np.ndarray] = field(default_factory=dict)


def rows() -> list[tuple[str, Field]]:
    """All fields of a model with their full names, in the order of MuJoCo's files, which lack the last."""
    records = [(f'{record}.{row.name}', row) for record, members in RECORDS.items() for row in members]
    return records + [(row.name, row) for row in (*FLAGS, *ARRAYS, SIGNATURE)]


def shape_of(row: Field, sizes: dict[str, int]) -> tuple[int, ...]:
    """The shape of the array of a field."""
    shape = tuple(evaluate(dim, sizes) for dim in row.dims)
    return (*shape, row.item_size) if row.item_size > 1 else shape


def check_sizes(sizes: dict[str, int]) -> None:
    """Refuse sizes that no model has. Those of memory that grows may be -1, which leaves them open."""
    for name, value in sizes.items():
        lowest = -1 if name in ('njmax', 'nconmax') else 1 if name == 'nbody' else 0
        if not lowest <= value < 2**62:
            raise BinaryError(f'the size {name} is {value}')
