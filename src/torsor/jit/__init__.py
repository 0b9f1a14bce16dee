"""How Python becomes native code: values, lanes, structs, stages and their cache."""

from .stage import helper, routine, stage

__all__ = ['helper', 'routine', 'stage']
