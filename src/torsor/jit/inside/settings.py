"""Settings of Numba and ours that matter before Numba is imported: variables of the environment."""

import os
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

# what changes native code: Numba's variable, and what it is if nobody sets it
_OF_CODE = {'OPT': 3, 'LOOP_VECTORIZE': 1, 'SLP_VECTORIZE': 0, 'BOUNDSCHECK': None, 'CPU_NAME': None,
            'CPU_FEATURES': None}


def jit_enabled() -> bool:
    """Whether kernels are compiled; else Python runs them, checking every index."""
    return not _number('DISABLE_JIT')


def avoids_short_way() -> bool:
    """Whether the user wants nothing but Numba's own passes, which take longer."""
    return bool(os.environ.get('TORSOR_LONG_WAY'))


def changed_settings() -> dict[str, str]:
    """What the user has set of that which changes native code."""
    values = {name: _value(name) for name in _OF_CODE}
    return {name: str(values[name]) for name, usual in _OF_CODE.items() if str(values[name]) != str(usual)}


def _number(name: str) -> int:
    value = _value(name)
    return int(value) if str(value).isdigit() else int(value == 'True')


def _value(name: str):
    if sys.modules.get('numba') or _has_file():
        from numba import config

        value = getattr(config, name)
        return int(value) if isinstance(value, int) else value  # some are of classes of its own
    value, usual = os.environ.get(f'NUMBA_{name}'), _OF_CODE.get(name)
    if name == 'CPU_FEATURES':  # none at all is a choice, and that of a processor of no particular kind
        return value if value is not None else '' if str(_value('CPU_NAME')).lower() == 'generic' else usual
    return value or usual


@cache
def _has_file() -> bool:
    """Whether Numba is set up by a file, which it alone can read."""
    return Path('.numba_config.yaml').exists() and find_spec('numba') is not None
