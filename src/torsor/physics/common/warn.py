"""Warnings of the engine: counted in d.warning while native code runs, spoken by the API afterwards."""

from ...jit import helper


@helper
def warn(d, kind, info):
    """Count a warning of this kind; `info` says which dof, actuator or row it is about."""
    if d.warning.number[kind] == 0:  # the user hears of the first one
        d.work.warning_time[kind] = d.time
        d.warned |= 1 << kind
    d.warning.number[kind] += 1
    d.warning.lastinfo[kind] = info
