"""Branches that the types of arguments decide are dropped before anybody looks at what is in them.

A kernel for one world and for several has `if width(d) == 1:` here and there, or asks a helper that begins so. What is
then never reached would be typed, emitted and optimised all the same, with all helpers that it calls.
"""

import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from numba import types
from numba.core import ir
from numba.core.bytecode import ByteCode, FunctionIdentity
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.interpreter import Interpreter
from numba.core.ir_utils import build_definitions

from .teach import DECIDED

UNKNOWN: Any = object()
MANY = 2000  # functions to remember, of which users may make ever more
HARMLESS = ir.Assign, ir.Del, ir.Jump, ir.Branch, ir.Return
COMPARISONS = operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge


# ---- who may know something ----
def helper_of(thing) -> Callable | None:
    """The function of a helper."""
    kind = getattr(thing, '_numba_type_', None)
    return kind.dispatcher.py_func if isinstance(kind, types.Dispatcher) else None


@lru_cache(MANY)
def asks_types(function: Callable) -> bool:
    """Whether a function calls something that types decide, or a helper that does."""
    for name in function.__code__.co_names:
        thing = function.__globals__.get(name)
        if isinstance(thing, Callable) and thing in DECIDED:
            return True
        helper = helper_of(thing)
        if helper and helper is not function and asks_types(helper):
            return True
    return False


class Decided(NamedTuple):
    """What a helper returns, and whether that is all it does."""

    result: Any
    is_pure: bool


NOTHING = Decided(UNKNOWN, False)


@lru_cache(MANY)
def decided(function: Callable, arguments: tuple) -> Decided:
    """What is known about a helper for arguments of these types; None stands for any."""
    if not asks_types(function) or function.__code__.co_exceptiontable:
        return NOTHING
    identity = FunctionIdentity.from_function(function)
    known = Known(Interpreter(identity).interpret(ByteCode(identity)).blocks, arguments)
    known.prune()
    ends = [block.terminator for block in known.blocks.values()]
    results = {known.value(end.value) for end in ends if isinstance(end, ir.Return)}
    known.settle_calls()
    return Decided(*results, known.is_pure()) if len(results) == 1 else NOTHING


# ---- what is known ----
class Known:
    """What is known about the variables of a function for arguments of some types."""

    def __init__(self, blocks: dict[int, ir.Block], arguments: tuple):
        self.blocks, self.arguments = blocks, arguments
        self.definitions = build_definitions(blocks)
        self.calls: dict[int, Any] = {}  # values of calls that do nothing else, by their expressions

    def definition(self, variable: ir.Var):
        """What a variable stands for; None if it may be several things."""
        found = self.definitions.get(variable.name, ())
        return found[0] if len(found) == 1 else None

    def type(self, variable: ir.Var) -> types.Type | None:
        """The type of a variable if it is an argument."""
        source = self.definition(variable)
        while isinstance(source, ir.Var):
            source = self.definition(source)
        return self.arguments[source.index] if isinstance(source, ir.Arg) else None

    def value(self, variable: ir.Var) -> Any:
        """The value of a variable, if types decide it."""
        source = self.definition(variable)
        if isinstance(source, ir.Var):
            return self.value(source)
        if isinstance(source, (ir.Const, ir.Global, ir.FreeVar)):
            return source.value
        return MEANINGS[source.op](self, source) if isinstance(source, ir.Expr) and source.op in MEANINGS else UNKNOWN

    def comparison(self, expr: ir.Expr) -> Any:
        sides = [self.value(side) for side in (expr.lhs, expr.rhs)]
        if expr.fn in COMPARISONS and all(isinstance(side, int) for side in sides):
            return expr.fn(*sides)
        return UNKNOWN

    def call(self, expr: ir.Expr) -> Any:
        function, kinds = self.value(expr.func), tuple(map(self.type, expr.args))
        known = NOTHING
        if expr.kws or expr.vararg or not isinstance(function, Callable):
            return UNKNOWN
        if function is bool:
            inner = self.value(expr.args[0])
            known = Decided(bool(inner), True) if isinstance(inner, int) else NOTHING
        elif function in DECIDED:
            known = NOTHING if None in kinds else Decided(DECIDED[function](*kinds), True)
        elif any(kinds) and helper_of(function):
            known = decided(helper_of(function), kinds)
        if known.is_pure and isinstance(known.result, int):
            self.calls[id(expr)] = known.result
        return known.result

    def cast(self, expr: ir.Expr) -> Any:
        return self.value(expr.value)

    def is_pure(self) -> bool:
        """Whether nothing is done but to find out what is known."""
        statements = [statement for block in self.blocks.values() for statement in block.body]
        return all(isinstance(s, HARMLESS) and not (isinstance(s, ir.Assign) and isinstance(s.value, ir.Expr)
                                                    and s.value.op == 'call') for s in statements)

    # ---- branches ----
    def prune(self) -> bool:
        """Drop branches that are never taken; whether there were any."""
        pruned = False
        while self.decide():
            self.drop_unreached()
            self.definitions, pruned = build_definitions(self.blocks), True
        if pruned:
            self.settle_calls()
        return pruned

    def decide(self) -> bool:
        """Turn branches whose condition is known into jumps; whether there were any."""
        found = False
        for block in self.blocks.values():
            branch = block.body[-1]
            condition = self.value(branch.cond) if isinstance(branch, ir.Branch) else UNKNOWN
            if isinstance(condition, int):
                block.body[-1] = ir.Jump(branch.truebr if condition else branch.falsebr, branch.loc)
                found = True
        return found

    def drop_unreached(self) -> None:
        """Drop blocks that no other leads to."""
        reached, waiting = set(), [min(self.blocks)]
        while waiting:
            label = waiting.pop()
            if label not in reached:
                reached.add(label)
                waiting += self.blocks[label].terminator.get_targets()
        for label in self.blocks.keys() - reached:
            del self.blocks[label]

    def settle_calls(self) -> None:
        """Put values in the place of calls that have decided."""
        for block in self.blocks.values():
            block.body = [self.settled(statement) for statement in block.body]

    def settled(self, statement):
        if isinstance(statement, ir.Assign) and id(statement.value) in self.calls:
            value = ir.Const(self.calls[id(statement.value)], statement.loc)
            return ir.Assign(value, statement.target, statement.loc)
        return statement


MEANINGS = {'binop': Known.comparison, 'call': Known.call, 'cast': Known.cast}


@register_pass(mutates_CFG=True, analysis_only=False)
class Prune(FunctionPass):
    """Drops what is never reached for arguments of these types."""

    _name = 'prune'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        code = state.func_ir
        return asks_types(state.func_id.func) and Known(code.blocks, state.args).prune()
