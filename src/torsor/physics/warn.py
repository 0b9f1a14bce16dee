"""Warnings of the engine: counted in d.warning while native code runs, spoken by the API afterwards."""

from ..jit import helper


@helper
def warn(d, kind, info):
    """Count a warning of this kind; `info` says which dof, contact or row it is about."""
    d.warning.number[kind] += 1
    d.warning.lastinfo[kind] = info
