"""Options and their default values; and what there is of MuJoCo's caches, plugins and flexes: very little.

The compiler of models, which knows the defaults, is loaded when they are asked for.
"""

from typing import Any

from ..jit.call import checked
from ..schema.field import Field
from .callbacks import FUNCTIONS
from .errors import FatalError
from .record import MjOption, MjVisual, record_class

__all__ = ['MjLROpt', 'mj_clearCache', 'mj_defaultLROpt', 'mj_defaultOption', 'mj_defaultVisual', 'mj_flex',
           'mj_getCache', 'mj_getCacheCapacity', 'mj_getCacheSize', 'mj_loadAllPluginLibraries',
           'mj_loadPluginLibrary', 'mj_resetCallbacks', 'mj_setCacheCapacity', 'mj_setLengthRange']

MjLROpt = record_class('MjLROpt', (
    Field('mode',        'int',  '', '',      'which actuators (mjtLRMode)'),
    Field('useexisting', 'int',  '', '',      'keep a range that there is'),
    Field('uselimit',    'int',  '', '',      'take the limits of a joint or tendon'),
    Field('accel',       'real', '', 'm/s^2', 'acceleration that the force is to cause'),
    Field('maxforce',    'real', '', 'N',     'largest force; 0: no limit'),
    Field('timeconst',   'real', '', 's',     'time in which velocities decay'),
    Field('timestep',    'real', '', 's',     'time step; 0: that of the model'),
    Field('inttotal',    'real', '', 's',     'duration of the search'),
    Field('interval',    'real', '', 's',     'its last part, in which the length is not to change'),
    Field('tolrange',    'real', '', '1',     'how much it may change there, by the range'),
), 'How ranges of actuator lengths are found.')


# ---- defaults ----
def mj_defaultLROpt(opt: 'MjLROpt') -> None:
    """Set the options of the search for length ranges to the values that MJCF gives them."""
    from ..model.spec.settings import LENGTH_RANGE

    for name, value in LENGTH_RANGE.items():
        setattr(opt, name, value)


def mj_defaultOption(opt: MjOption) -> None:
    """Set physics options to their default values."""
    opt._assign(MjOption())


def mj_defaultVisual(vis: MjVisual) -> None:
    """Set visual options to their default values."""
    from ..model.spec.settings import VISUAL

    for group, values in VISUAL.items():
        record = getattr(vis, 'global_' if group == 'global' else group)
        for name, value in values.items():
            record._arrays[name][...] = value


def mj_setLengthRange(m, d, index: int, opt: 'MjLROpt') -> None:
    """Set actuator_lengthrange of an actuator, as the options say: keep it, copy a limit, or find it by simulation."""
    from .length_range import Unsettled, set_length_range

    if not 0 <= index < m.nactuator:
        raise FatalError(f'mj_setLengthRange: there is no actuator {index}: the model has {m.nactuator}')
    try:
        set_length_range(m, index, {row.name: getattr(opt, row.name) for row in MjLROpt._rows})
    except Unsettled as problem:
        raise FatalError(f'mj_setLengthRange: {problem}') from None


def mj_resetCallbacks() -> None:
    """Remove the Python callbacks of all models."""
    for name, function in FUNCTIONS.items():
        if name.startswith('set_'):
            function(None)


# ---- assets are read anew for every model: there is a cache in name only ----
class _Cache:
    """The cache of assets, which is always empty."""

    capacity = 0


_CACHE = _Cache()


def mj_getCache() -> Any:
    """The cache of assets."""
    return _CACHE


def mj_clearCache(cache: Any) -> None:
    """Empty the cache of assets."""


def mj_getCacheCapacity(cache: Any) -> int:
    """How many bytes the cache may hold."""
    return cache.capacity


def mj_setCacheCapacity(cache: Any, size: int) -> int:
    """Say how many bytes the cache may hold; returns it."""
    cache.capacity = size
    return size


def mj_getCacheSize(cache: Any) -> int:
    """How many bytes the cache holds."""
    return 0


# ---- what does not exist here ----
@checked
def mj_flex(m, d) -> None:
    """Refuse models with flexes, whose vertices and edges are not computed yet."""
    if m.nflex:
        from .unsupported import refuse

        refuse(m, d, 0)


def mj_loadPluginLibrary(path: str) -> None:
    """Refuse to load a library: plugins are written against MuJoCo's C structs."""
    raise FatalError(f'mj_loadPluginLibrary: {path}: plugins in libraries cannot be loaded; functions of a model can '
                     f'do their work, see model.callbacks')


def mj_loadAllPluginLibraries(directory: str) -> None:
    """Load all plugins in a directory: there are none that could be."""
