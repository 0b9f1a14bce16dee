"""Which fields can be bound or expanded, and what is said about those that cannot."""

import difflib
from collections.abc import Iterable

import numpy as np

from ..api.struct_base import is_array
from ..physics.world import DATA, MODEL
from ..schema import DATA_ARENA
from ..schema import DATA_FIELDS as DATA_ROWS
from ..schema import MODEL_FIELDS as MODEL_ROWS
from ..schema.field import Field
from .tables import STATE_FIELDS

COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nA', 'nisland', 'nidof')
_ASSETS = ('mesh_', 'hfield_', 'tex_', 'skin_', 'oct_', 'bvh_')
_TEXTS = ('names', 'paths', 'text_data')
_IN_STATE = frozenset(STATE_FIELDS.values())


def _is_asset(row: Field) -> bool:
    return (row.name.startswith(_ASSETS) and row.name != 'bvh_aabb') or row.name in _TEXTS


# fields of MjData that `bind` accepts, and of MjModel that `expand` accepts
DATA_FIELDS = frozenset({row.name for row in DATA_ROWS if is_array(row)} | {'time', *COUNTS})
MODEL_FIELDS = frozenset({row.name for row in MODEL_ROWS if is_array(row) and not _is_asset(row)} |
                         {name for name in MODEL.fields if name.startswith('opt.')})
_ASSET_FIELDS = frozenset(row.name for row in MODEL_ROWS if is_array(row) and _is_asset(row))
_ARENA_FIELDS = frozenset(row.name for row in DATA_ARENA)


def is_state(name: str) -> bool:
    """Whether a field of MjData is part of the state, so that the user may write it."""
    return name in _IN_STATE


def is_structural(field: str, part: np.ndarray) -> bool:
    """Whether a field of the model holds addresses, counts, ids or types, which make up its structure."""
    return (part.dtype.kind in 'iu' and field.endswith(('adr', 'num', 'id', 'type'))
            and not field.endswith('contype'))


# ---- what is said ----
def did_you_mean(name: str, names: Iterable[str]) -> str:
    """A hint at names that are spelt alike, or nothing."""
    near = difflib.get_close_matches(name, sorted(names), n=3)
    return f' (did you mean {", ".join(map(repr, near))}?)' if near else ''


def hint(name: str, names: Iterable[str]) -> str:
    """Where a name belongs, or which of these is spelt alike."""
    if name in MODEL_FIELDS:
        return f'; {name} is an MjModel field: use expand({name!r})'
    if f'opt.{name}' in MODEL_FIELDS:
        return f"; {name} is an MjOption field: use expand('opt.{name}')"
    return did_you_mean(name, names)


def not_bindable(name: str) -> ValueError:
    """The error for a name that is not in DATA_FIELDS."""
    if name in MODEL_FIELDS:
        return ValueError(f'{name} is an MjModel field: use expand({name!r})')
    if name in _ARENA_FIELDS:
        return ValueError(f'{name} is in the arena, whose size changes from step to step, and cannot be bound')
    if name in DATA.fields and not DATA.fields[name].dims:
        return ValueError(f'{name} is not one of the MjData scalars bind() accepts: {", ".join(sorted(COUNTS))}')
    return ValueError(f'{name} is not an MjData array field{hint(name, DATA_FIELDS)}')


def not_expandable(name: str) -> ValueError:
    """The error for a name that is not in MODEL_FIELDS."""
    if name in DATA_FIELDS:
        return ValueError(f'{name} is an MjData field: use bind({name!r})')
    if name in _ASSET_FIELDS:
        return ValueError(f'{name} is asset data, shared by all simulations, and cannot be expanded')
    return ValueError(f'{name} is not an expandable MjModel field{hint(name, MODEL_FIELDS)}')


def is_output(name: str) -> ValueError:
    """The error for writing a field that calls compute."""
    return ValueError(f'{name} is computed by every call and cannot be written: write fields of the state '
                      '(qpos, ctrl, ...), or expand fields of the model')
