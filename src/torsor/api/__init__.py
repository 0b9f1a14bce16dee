"""The public names: MuJoCo's classes, functions, enumerations and constants, and ours."""

from typing import Any

import numpy as np

from ..schema import constants as _constants
from ..schema import enums as _enums
from . import (
    callbacks,
    constraint,
    contacts,
    controls,
    derivatives,
    engine,
    errors,
    log,
    maths,
    names,
    printing,
    reset,
    set_const,
    state,
    support,
    vfs,
)
from .callbacks import kernel
from .colliders import found
from .data import MjData
from .model import MjModel
from .record import (
    MjContact,
    MjOption,
    MjSolverStat,
    MjStatistic,
    MjTimerStat,
    MjVisual,
    MjVisualHeadlight,
    MjVisualRgba,
    MjWarningStat,
)

MJTNUM_DTYPE = np.float64
HEADERS_DIR = PLUGINS_DIR = ''  # there are no C headers and no plugin libraries
MjStruct = Any  # elements of an editable model

_OWN = ['HEADERS_DIR', 'MJTNUM_DTYPE', 'MjContact', 'MjData', 'MjModel', 'MjOption', 'MjSolverStat', 'MjStatistic',
        'MjStruct', 'MjTimerStat', 'MjVisual', 'MjVisualHeadlight', 'MjVisualRgba', 'MjWarningStat', 'PLUGINS_DIR',
        'found', 'kernel']
_MODULES = (constraint, contacts, controls, derivatives, engine, errors, log, maths, names, printing,
            reset, set_const, state, support, vfs)


def _collect() -> list[str]:
    """Gather the names of all parts here; the complete list."""
    namespace, collected = globals(), list(_OWN)
    for module in _MODULES:
        namespace.update({name: getattr(module, name) for name in module.__all__})
        collected += module.__all__
    namespace.update(callbacks.FUNCTIONS)
    collected += callbacks.FUNCTIONS
    for table in (_enums, _constants):
        public = {name: value for name, value in vars(table).items() if name.startswith(('mj', 'MJ'))}
        namespace.update(public)
        collected += public
    return sorted(collected)


__all__ = _collect()
