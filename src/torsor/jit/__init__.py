"""How Python becomes native code: values, lanes, structs, stages and their cache."""

from .stage import apart_of, helper, lanes_of, routine, stage

__all__ = ['apart_of', 'helper', 'lanes_of', 'routine', 'stage']
