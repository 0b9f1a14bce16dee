"""What a model asks for that the engine does not compute yet, told once."""

import warnings

from ..schema.enums import mjtDisableBit


def missing_features(m) -> list[str]:
    """Parts of the model that have no effect in this version."""
    off = mjtDisableBit
    parts = {
        'contacts': ((m.nbvh > 0 and m.ngeom > 1) or m.npair > 0, off.mjDSBL_CONTACT),
        'joint limits': (m.jnt_limited.any(), off.mjDSBL_LIMIT),
        'friction loss': ((m.dof_frictionloss > 0).any(), off.mjDSBL_FRICTIONLOSS),
    }
    if m.opt.disableflags & off.mjDSBL_CONSTRAINT:
        return []
    return [name for name, (present, bit) in parts.items() if present and not m.opt.disableflags & bit]


def warn_of_missing(m) -> None:
    """Warn if the model would move differently in a complete engine."""
    missing = missing_features(m)
    if missing:
        warnings.warn(f'this version of Torsor computes no forces of constraints: {" and ".join(missing)} of the model '
                      'have no effect; disable the flag "constraint" to say that this is meant', stacklevel=6)
