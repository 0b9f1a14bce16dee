"""The exception that kernels may raise."""


class FatalError(Exception):
    """The engine was asked for something it cannot do."""


FatalError.__module__ = 'torsor'
