"""Exceptions of the API."""

from ..jit.errors import FatalError

__all__ = ['FatalError', 'UnexpectedError']


class UnexpectedError(Exception):
    """The engine met a condition that should not be possible."""


UnexpectedError.__module__ = 'torsor'
