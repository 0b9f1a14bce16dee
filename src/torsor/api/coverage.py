"""What a model asks for that the engine does not compute yet, told once."""

import itertools
import warnings

from ..physics.collision.table import COLLIDERS
from ..schema.enums import mjtDisableBit, mjtGeom


def unknown_pairs(m) -> list[str]:
    """Pairs of types of geoms in the model, such as 'cylinder-box', that have no collider."""
    collides = (m.geom_contype | m.geom_conaffinity) != 0
    kinds = sorted({int(kind) for kind in m.geom_type[collides]} - {int(mjtGeom.mjGEOM_PLANE)})
    names = {int(kind): kind.name.removeprefix('mjGEOM_').lower() for kind in mjtGeom}
    return [f'{names[first]}-{names[second]}' for first, second in itertools.combinations_with_replacement(kinds, 2)
            if (first, second) not in COLLIDERS]


def missing_features(m) -> list[str]:
    """Parts of the model that have no effect in this version."""
    off = m.opt.disableflags
    if off & mjtDisableBit.mjDSBL_CONSTRAINT:
        return []
    missing = []
    if not off & mjtDisableBit.mjDSBL_CONTACT and (pairs := unknown_pairs(m)):
        missing.append(f'contacts of {", ".join(pairs)}')
    return missing


def warn_of_missing(m) -> None:
    """Warn if the model would move differently in a complete engine."""
    if missing := missing_features(m):
        warnings.warn(f'this version of Torsor does not compute all that the model asks for: {"; ".join(missing)}',
                      stacklevel=6)
