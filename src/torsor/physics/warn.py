"""Warnings of the engine: counted in d.warning while native code runs, spoken by the API afterwards."""

from ..jit import helper


@helper
def warn(d, kind, info):
    """Count a warning of this kind; `info` says which dof, actuator or row it is about."""
    d.warning.number[kind] += 1
    d.warning.lastinfo[kind] = info
    d.work.warning_time[kind] = d.time
    d.warned |= 1 << kind
