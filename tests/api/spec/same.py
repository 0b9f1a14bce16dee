"""Two compiled models, of either engine, compared field by field."""

import numpy as np

from torsor.schema import MODEL_FIELDS, MODEL_SIZES

OWN = ('nbuffer', 'narena', 'npaths', 'signature', 'paths')  # of memory and files, not of the model


# what solves with the inertia matrix amplifies rounding errors
AMPLIFIED = dict.fromkeys(('dof_invweight0', 'body_invweight0', 'tendon_invweight0', 'actuator_acc0'), 10)


def differences(ours, theirs, tolerance: float) -> list[str]:
    """Sizes that differ, or else fields and options that do by more than `tolerance`."""
    sizes = [row.name for row in MODEL_SIZES if row.name not in OWN]
    found = [name for name in sizes if getattr(ours, name) != getattr(theirs, name)]
    if found:
        return found
    names = [row.name for row in MODEL_FIELDS if row.name not in OWN and not row.name.endswith('pathadr')]
    pairs = [(name, getattr(ours, name), getattr(theirs, name)) for name in names]
    for record in ('opt', 'stat'):
        values = [name for name in dir(getattr(theirs, record)) if not name.startswith('_')]
        pairs += [(f'{record}.{name}', getattr(getattr(ours, record), name), getattr(getattr(theirs, record), name))
                  for name in values]  # fmt: skip
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
