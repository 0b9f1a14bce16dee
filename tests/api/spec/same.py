"""Two compiled models, of either engine, compared field by field."""

from operator import attrgetter

import numpy as np

from torsor.schema import MODEL_FIELDS, MODEL_SIZES, VISUAL

OWN = ('nbuffer', 'narena', 'npaths', 'signature', 'paths')  # of memory and files, not of the model


# what solves with the inertia matrix amplifies rounding errors
AMPLIFIED = dict.fromkeys(('dof_invweight0', 'body_invweight0', 'tendon_invweight0', 'actuator_acc0'), 10)


def differences(ours, theirs, tolerance: float, besides: tuple[str, ...] = ()) -> list[str]:
    """Sizes that differ, or else fields and settings that do by more than `tolerance`; `besides` do not count."""
    sizes = [row.name for row in MODEL_SIZES if row.name not in (*OWN, *besides)]
    found = [name for name in sizes if getattr(ours, name) != getattr(theirs, name)]
    if found:
        return found
    names = [row.name for row in MODEL_FIELDS if row.name not in (*OWN, *besides) and not row.name.endswith('pathadr')]
    pairs = [(name, getattr(ours, name), getattr(theirs, name)) for name in names]
    for record in ('opt', 'stat', *(f'vis.{group}' for group in VISUAL)):
        a, b = attrgetter(record)(ours), attrgetter(record)(theirs)
        pairs += [(f'{record}.{name}', getattr(a, name), getattr(b, name)) for name in dir(b) if name[0] != '_']
    return [name for name, a, b in pairs if not callable(b) and not _same(a, b, tolerance * AMPLIFIED.get(name, 1))]


def _same(a, b, tolerance: float) -> bool:
    if isinstance(b, bytes):
        return a == b
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return False
    if np.array_equal(a, b) or b.dtype.kind != 'f':
        return np.array_equal(a, b)
    largest = max(1.0, float(np.nanmax(np.abs(b), initial=0.0)))
    return np.allclose(a, b, rtol=0, atol=tolerance * largest, equal_nan=True)
