"""Messages to the user: warnings of the engine, on the console, in a log file or to the user's own function."""

import copy
import ctypes
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ..jit import call
from ..jit.arguments import Range
from ..jit.call import checked
from ..jit.inside.objects import is_foreign
from ..schema.codes import mjtLogLevel, mjtLogTopic, mjtWarning
from .record import describe, plain_number

__all__ = ['MjLogConfig', 'MjLogMessage', 'get_mju_user_warning', 'mju_warningText', 'mju_writeLog',
           'set_mju_user_warning']

LOG_FILE = 'MUJOCO_LOG.TXT'
_TEXT_LIMIT = 1023  # bytes of a text field, without the terminating zero
_LEVELS = {int(mjtLogLevel.mjLOG_DEBUG): 'DEBUG', int(mjtLogLevel.mjLOG_INFO): 'INFO',
           int(mjtLogLevel.mjLOG_WARNING): 'WARNING', int(mjtLogLevel.mjLOG_ERROR): 'ERROR'}
_WARNINGS = {
    int(mjtWarning.mjWARN_INERTIA): 'Inertia matrix is too close to singular, or the effective-metric solve failed to '
                                    'converge, at DOF {}. Check model.',
    int(mjtWarning.mjWARN_CONTACTFULL): 'Too many contacts. The arena memory is full, increase arena memory '
                                        'allocation.(ncon = {})',
    int(mjtWarning.mjWARN_CNSTRFULL): 'Insufficient arena memory for the number of constraints generated. Increase '
                                      'arena memory allocation above {} bytes.',
    int(mjtWarning.mjWARN_BADQPOS): 'Nan, Inf or huge value in QPOS at DOF {}. The simulation is unstable.',
    int(mjtWarning.mjWARN_BADQVEL): 'Nan, Inf or huge value in QVEL at DOF {}. The simulation is unstable.',
    int(mjtWarning.mjWARN_BADQACC): 'Nan, Inf or huge value in QACC at DOF {}. The simulation is unstable.',
    int(mjtWarning.mjWARN_BADCTRL): 'Nan, Inf or huge value in CTRL at ACTUATOR {}. The simulation is unstable.',
}


class _Attribute:
    """A checked attribute; `convert` is None for one that only the engine sets."""

    def __init__(self, convert: Callable | None, default):
        self.convert, self.default = convert, default

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, thing, owner=None) -> Any:
        return self if thing is None else thing._values.get(self.name, self.default)

    def __set__(self, thing, value):
        if self.convert is None:
            raise AttributeError(f'{self.name} of {type(thing).__name__} cannot be assigned')
        thing._values[self.name] = self.convert(self.name, value)


def _whole(name: str, value) -> int:
    return int(plain_number(np.dtype(np.int32), value, name))


def _truth(name: str, value) -> bool:
    return bool(plain_number(np.dtype(bool), value, name))


def _short_text(name: str, value) -> str:
    if not isinstance(value, str):
        raise TypeError(f'{name} must be a str, not {value!r}')
    return value.encode()[:_TEXT_LIMIT].decode(errors='ignore')


class _LogStruct:
    """What the two log structs share: copies, comparison by value, printing."""

    __slots__ = ('_values',)

    def __init__(self):
        self._values = {}

    def __copy__(self):
        twin = type(self)()
        twin._values.update(self._values)
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._names())

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def _names(cls):
        return [name for name, member in vars(cls).items() if isinstance(member, _Attribute)]

    def __repr__(self):
        return describe(self, self._names())


class MjLogMessage(_LogStruct):
    """A message: how serious, what about (mjtLogTopic), one line of text, optional details and where it comes from."""

    __slots__ = ()
    level = _Attribute(_whole, 0)
    topic = _Attribute(_whole, 0)
    subject = _Attribute(_short_text, '')
    body = _Attribute(None, None)
    func = _Attribute(None, None)
    file = _Attribute(None, None)
    line = _Attribute(_whole, 0)
    timestamp = _Attribute(_truth, False)


class MjLogConfig(_LogStruct):
    """Where messages go, and which topics of informational messages are wanted: bit topic - 1 of `topics`."""

    __slots__ = ()
    logto_console = _Attribute(_truth, False)
    logto_file = _Attribute(_truth, False)
    logfile = _Attribute(_short_text, '')
    topics = _Attribute(_whole, 0)

    @staticmethod
    def get() -> 'MjLogConfig':
        """A copy of the settings in use."""
        return copy.copy(_config)

    def set(self) -> None:
        """Use these settings from now on."""
        _config._values = dict(self._values)


_config = MjLogConfig()
_config.logto_console, _config.logto_file, _config.logfile = True, True, LOG_FILE
_user_warning: Callable[[str], None] | None = None
warnings_given = 0  # in this process


def set_mju_user_warning(callback: Callable[[str], None] | None, /) -> None:
    """Send warnings to this function instead of the console and the log file; None: as before.

    A function in C (a ctypes function pointer) gets a `const char*`.
    """
    global _user_warning
    if callback is not None and not callable(callback):
        raise TypeError('callback is not an Optional[Callable]')
    _user_warning = callback


def get_mju_user_warning() -> Callable[[str], None] | None:
    """The function that receives warnings, if any."""
    return _user_warning


def warning(subject: str) -> None:
    """Warn the user."""
    global warnings_given
    warnings_given += 1
    if _user_warning is None:
        message(mjtLogLevel.mjLOG_WARNING, subject)
    elif is_foreign(_user_warning):
        _c_function(_user_warning)(subject.encode())
    else:
        _user_warning(subject)


def _c_function(function) -> Callable[[bytes], None]:
    """A function of ctypes as MuJoCo calls it, whatever arguments it is declared with."""
    return ctypes.CFUNCTYPE(None, ctypes.c_char_p)(ctypes.cast(function, ctypes.c_void_p).value)


def topic_enabled(topic: int) -> bool:
    """Whether the user wants informational messages on this topic (mjtLogTopic): ask before composing one."""
    return int(topic) == mjtLogTopic.mjTOPIC_NONE or bool(_config.topics >> (int(topic) - 1) & 1)


def info(topic: int, subject: str, body: str = '') -> None:
    """Inform the user about a topic, if wanted."""
    if topic_enabled(topic):
        message(mjtLogLevel.mjLOG_INFO, subject, body)


def message(level: int, subject: str, body: str = '') -> None:
    """Print a message on the console and append it, with the time of day, to the log file."""
    level, details = int(level), f'{body.rstrip()}\n' if body else ''
    end = '' if level == mjtLogLevel.mjLOG_DEBUG else '\n'
    if _config.logto_console:
        print(f'{_LEVELS[level]}: {subject}\n{details}', end=end, file=sys.stderr, flush=True)
    if _config.logto_file:
        _append(_config.logfile, f'{_LEVELS[level]} {time.ctime()}: {subject}\n{details}{end}')


@checked
def mju_writeLog(type: str, msg: str) -> None:
    """Append a message to MUJOCO_LOG.TXT."""
    _append(LOG_FILE, f'{time.ctime()}\n{type}: {msg}\n\n')


def _append(filename: str, entry: str) -> None:
    """Append to a file; a simulation does not fail because it cannot write its log."""
    try:
        with open(filename, 'a', encoding='utf-8') as file:
            file.write(entry)
    except OSError:
        pass


@checked
def mju_warningText(warning: int, info: Range(0, 2**64 - 1)) -> str:
    """What a warning (mjtWarning) says; `info` is the index or size it is about."""
    return _WARNINGS.get(warning, f'Unknown warning type {warning}.').format(info)


def report_warnings(m, d, kinds: int) -> None:
    """Tell the user about the first warnings of these kinds (a bit for each mjtWarning) that native code raised."""
    for kind in range(int(mjtWarning.mjNWARNING)):
        if kinds >> kind & 1:
            said = mju_warningText(kind, max(0, d._arrays['warning.lastinfo'].item(kind)))
            warning(f"{said} Time = {d._arrays['work.warning_time'].item(kind):.4f}.")


call.warning_handler = report_warnings
