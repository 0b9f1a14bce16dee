"""Pairs of geoms that always collide, and pairs of bodies that never do."""

import math
from operator import itemgetter
from typing import Any

from ...schema.constants import mjMINVAL
from ..spec.bodies import Geom
from ..spec.contacts import Pair
from ..spec.rotation import Vector
from .columns import column, copy_columns
from .draft import Draft
from .elements import Elements

PAIR_COLUMNS = (
    ('pair_dim', 'condim'),
    ('pair_solreffriction', 'solreffriction'),
    ('pair_adhesion', 'adhesion'),
)


def set_pair_fields(draft: Draft) -> None:
    """Fill pair_*, and put pairs into the order of their bodies."""
    fields, geoms = draft.fields, draft.elements['geom']
    pairs = _by_bodies(draft.elements, 'pair', fields['geom_bodyid'].tolist())
    fields['pair_signature'] = column('pair_signature', (signature for signature, *_ in pairs))
    fields['pair_geom1'] = column('pair_geom1', (a for _, a, _, _ in pairs))
    fields['pair_geom2'] = column('pair_geom2', (b for _, _, b, _ in pairs))
    copy_columns(fields, draft.elements['pair'], PAIR_COLUMNS)
    properties = [pair_properties(pair, geoms[a], geoms[b]) for _, a, b, pair in pairs]
    for name in ('friction', 'solref', 'solimp', 'margin', 'gap'):
        fields[f'pair_{name}'] = column(f'pair_{name}', (values[name] for values in properties))


def set_exclude_fields(draft: Draft) -> None:
    """Fill exclude_*, and put exclusions into the order of their bodies."""
    exclusions = _by_bodies(draft.elements, 'exclude', range(len(draft.elements['body'])))
    draft.fields['exclude_signature'] = column('exclude_signature', (signature for signature, *_ in exclusions))


def _by_bodies(elements: Elements, kind: str, owners) -> list[tuple[int, int, int, Any]]:
    """Signature, first and second member, and item; `owners` are the bodies of the members."""
    found = []
    for item in elements[kind]:
        a, b = (elements.find(item, *reference) for reference in item.references())
        if owners[a] > owners[b]:
            a, b = b, a
        found.append((owners[a] << 16 | owners[b], a, b, item))
    found.sort(key=itemgetter(0))
    elements[kind] = [item for *_, item in found]
    return found


# ---- properties that a pair takes from its geoms


def pair_properties(pair: Pair, a: Geom, b: Geom) -> dict[str, Any]:
    """Friction, solver parameters and distances of a pair; what is NaN in the pair comes from its geoms."""
    if pair.condim not in (1, 3, 4, 6):
        raise pair.error(f'attribute "condim" is {pair.condim} but can only be 1, 3, 4 or 6')
    share = _share(a, b)
    return {
        'friction': pair.friction if _given(pair.friction) else _friction(a, b),
        'solref': pair.solref if _given(pair.solref) else _solref(a, b, share),
        'solimp': pair.solimp if _given(pair.solimp) else _average(a.solimp, b.solimp, share),
        'margin': max(a.margin, b.margin) if math.isnan(pair.margin) else pair.margin,
        'gap': max(a.gap, b.gap) if math.isnan(pair.gap) else pair.gap,
    }


def _given(values: Vector) -> bool:
    return not math.isnan(values[0])


def _friction(a: Geom, b: Geom) -> Vector:
    """The friction of the geom with priority, else the larger of each coefficient."""
    if a.priority != b.priority:
        sliding, torsional, rolling = a.friction if a.priority > b.priority else b.friction
    else:
        sliding, torsional, rolling = map(max, a.friction, b.friction)
    return sliding, sliding, torsional, rolling, rolling


def _share(a: Geom, b: Geom) -> float:
    """How much the first geom counts in an average."""
    if a.priority != b.priority:
        return float(a.priority > b.priority)
    if a.solmix >= mjMINVAL and b.solmix >= mjMINVAL:
        return a.solmix / (a.solmix + b.solmix)
    if a.solmix < mjMINVAL and b.solmix < mjMINVAL:
        return 0.5
    return float(a.solmix >= mjMINVAL)


def _solref(a: Geom, b: Geom, share: float) -> Vector:
    """Time constant and damping ratio are averaged; stiffness and damping, which are negative, are not."""
    if a.priority == b.priority and not (a.solref[0] > 0 and b.solref[0] > 0):
        return tuple(map(min, a.solref, b.solref))
    return _average(a.solref, b.solref, share)


def _average(a: Vector, b: Vector, share: float) -> Vector:
    return tuple(share * x + (1 - share) * y for x, y in zip(a, b, strict=True))
