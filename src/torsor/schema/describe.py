"""What a field is, in one line of text."""

from functools import cache

from . import (
    CONTACT,
    DATA_ARENA,
    DATA_FIELDS,
    MODEL_FIELDS,
    MODEL_SIZES,
    OPTION,
    SOLVER,
    STATISTIC,
    TIMER,
    VISUAL,
    WARNING,
    Field,
)


def describe(name: str) -> str:
    """Type, shape, unit and meaning of a field, such as 'body_pos', 'opt.timestep' or 'vis.map.znear'.

    A name that occurs in several places gives one line for each, with the full names.

    >>> describe('body_mass')
    'body_mass  float64 (nbody)  [kg]  mass'
    """
    fields = _fields()
    found = [full for full in fields if full == name or full.endswith(f'.{name}')]
    if not found:
        raise ValueError(f'there is no field {name!r}{_suggestion(name)}')
    return '\n'.join(_line(name if len(found) == 1 else full, fields[full]) for full in found)


@cache
def _fields() -> dict[str, Field]:
    """Every public field under the name a user reaches it by, from the model m or the data d."""
    tables = {
        'm': MODEL_SIZES + MODEL_FIELDS,
        'm.opt': OPTION,
        'm.stat': STATISTIC,
        **{f'm.vis.{group}': rows for group, rows in VISUAL.items()},
        'd': DATA_FIELDS + DATA_ARENA,
        'd.contact': CONTACT,
        'd.warning': WARNING,
        'd.timer': TIMER,
        'd.solver': SOLVER,
    }
    return {f'{owner}.{field.name}': field for owner, rows in tables.items() for field in rows}


def _line(name: str, field: Field) -> str:
    dims = field.dims if field.item_size == 1 else (*field.dims, str(field.item_size))
    shape = f' ({", ".join(dims)})' if dims else ''
    parts = [name, f'{field.dtype}{shape}', f'[{field.unit}]' if field.unit else '', field.meaning]
    return '  '.join(part for part in parts if part)


def _suggestion(name: str) -> str:
    """The nearest spelling, with as much of the path as the user wrote."""
    depth = name.count('.') + 1
    known = {'.'.join(full.split('.')[-depth:]) for full in _fields()}
    from difflib import get_close_matches  # only now: it takes its time

    near = get_close_matches(name, sorted(known), n=1)
    return f'; did you mean {near[0]!r}?' if near else '; see the tables of torsor.schema for all names'
