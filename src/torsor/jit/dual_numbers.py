"""Dual numbers: an element that is a number together with its derivatives by up to seven variables.

They lie in one register, the number first. Sums, products, quotients and elementary functions follow the rules of
calculus (emit/symbol.py); comparisons are of the numbers, and give plain bools, so that kernels that take one world at
a time may branch. So a stage that is compiled for data whose fields hold duals (`world.DUAL`) computes, from the same
source, its results and their derivatives. Next to the data of a world lies one of duals, if somebody has made it:

    duals = dual_data(d)                    # in a kernel
    numbers = slopes_in(duals.geom_xpos)    # the same memory as plain numbers, WIDTH for each element
"""

import functools

from . import trace_stages
from .formula import formula

WIDTH = 8
SLOPES = WIDTH - 1


def dual_data(d):
    """The data of duals next to the data of one world."""
    trace_stages.end()
    raise NotImplementedError('exact derivatives need native code: enable JIT')


def has_duals(d):
    """Whether there is a data of duals next to the data of one world."""
    return True  # as far as Python gets


def dual_model(d):
    """The model of duals next to the data of one world: for derivatives by numbers of the model."""
    trace_stages.end()
    raise NotImplementedError('exact derivatives need native code: enable JIT')


def slopes_in(field):
    """A field of duals as plain numbers: of each element the number, then its derivatives."""
    trace_stages.end()
    raise NotImplementedError('exact derivatives need native code: enable JIT')


# ---- functions that look into the representation of their arguments, and so have rules of their own ----
@formula
def number_of(x):
    """The number of a dual, without its derivatives: where a kernel asks only on which side of a border it is."""
    return x.number() if getattr(x, 'is_dual', False) else x


def _slopes(x):
    """The derivatives of x, as a dual whose number is zero."""
    return x.slopes() if getattr(x, 'is_dual', False) else 0.0


def differentiated(rule):
    """Decorator: what a formula gives for duals. `rule(function, *numbers)` gives the values and, for each of them, the
    factors of the derivatives of all arguments."""

    def decorate(function):
        @functools.wraps(function)
        def both(*arguments):
            if not any(getattr(x, 'is_dual', False) for x in arguments):
                return function(*arguments)
            values, factors = rule(function, *map(number_of, arguments))
            results = tuple(value + sum((factor * _slopes(x) for factor, x in zip(row, arguments)), 0.0)
                            for value, row in zip(values, factors))
            return results if len(results) > 1 else results[0]

        return both

    return decorate


def by_slope(slope):
    """The rule of a function y of one number x, whose derivative is slope(x, y)."""

    def rule(function, x):
        y = function(x)
        return (y,), ((slope(x, y),),)

    return rule
