"""How Python becomes native code: values, lanes, structs, stages and their cache."""

from .stage import helper, stage

__all__ = ['helper', 'stage']
