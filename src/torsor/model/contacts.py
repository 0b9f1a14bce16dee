"""Pairs of geoms that always collide, and pairs of bodies that never do."""

from typing import Any

from ..schema.constants import mjMINVAL
from .columns import Fields, column, copy_columns
from .elements import Elements
from .spec import Exclude, Geom, Pair, Vector

PAIR_COLUMNS = (
    ('pair_dim', 'condim'),
    ('pair_solreffriction', 'solreffriction'),
    ('pair_adhesion', 'adhesion'),
)
SPATIAL = (0, 0, 1, 2, 2)  # sliding, torsional and rolling friction of a geom, for the five directions of a contact


def sort_contacts(fields: Fields, elements: Elements) -> None:
    """Put pairs and exclusions into the order of their bodies, which is the order of the compiled model."""
    for kind, bodies_of in (('pair', _bodies_of_pair), ('exclude', _bodies_of_exclusion)):
        elements[kind] = sorted(elements[kind], key=lambda item: bodies_of(fields, elements, item))


def set_contact_fields(fields: Fields, elements: Elements) -> None:
    """Fill pair_* and exclude_*."""
    pairs: Any = elements['pair']
    for pair in pairs:
        if pair.condim not in (1, 3, 4, 6):
            raise pair.error(f'attribute "condim" is {pair.condim} but can only be 1, 3, 4 or 6')
    ends = [_geoms(elements, pair) for pair in pairs]
    fields['pair_geom1'] = column('pair_geom1', (first for first, _ in ends))
    fields['pair_geom2'] = column('pair_geom2', (second for _, second in ends))
    geoms: Any = elements['geom']
    properties = [_properties(pair, geoms[a], geoms[b]) for pair, (a, b) in zip(pairs, ends, strict=True)]
    for name in ('friction', 'solref', 'solimp', 'margin', 'gap'):
        fields[f'pair_{name}'] = column(f'pair_{name}', (values[name] for values in properties))
    copy_columns(fields, pairs, PAIR_COLUMNS)
    fields['pair_signature'] = column('pair_signature', (_signature(_bodies_of_pair(fields, elements, pair)) for pair in pairs))
    fields['exclude_signature'] = column(
        'exclude_signature',
        (_signature(_bodies_of_exclusion(fields, elements, exclusion)) for exclusion in elements['exclude']),
    )
