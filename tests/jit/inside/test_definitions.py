"""One definition for each variable: the same as Numba finds, which looks at every block for each variable."""

import pytest
from numba.core.bytecode import ByteCode, FunctionIdentity
from numba.core.interpreter import Interpreter
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg

from torsor.jit.inside.definitions import define_once


def straight(x):
    x = x + 1
    x = 2 * x
    return x


def branches(x, y):
    if x > 0:
        y = x
    elif x < -5:
        x, y = y, x
    return x + y


def loops(n):
    total, last = 0, 0
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
            total = total + j
            last = total
        total = total + last
    while total > 10:
        total = total - n
        if total == 7:
            continue
        last = total
    return total, last


def sometimes_defined(x):
    if x > 0:
        y = x
    z = 0
    while z < 3:
        z = z + 1
        if x > 0:
            z = z + y
    return z


def statements(blocks) -> list[tuple[int, list[str]]]:
    return [(label, [str(statement) for statement in block.body]) for label, block in sorted(blocks.items())]


@pytest.mark.parametrize('function', [straight, branches, loops, sometimes_defined])
def test_as_numba_does(function):
    identity = FunctionIdentity.from_function(function)
    ours, theirs = (Interpreter(identity).interpret(ByteCode(identity)) for _ in range(2))
    for code in (ours, theirs):
        code.blocks = canonicalize_cfg(code.blocks)
    assert statements(define_once(ours.blocks)) == statements(reconstruct_ssa(theirs).blocks)
