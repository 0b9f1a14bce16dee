"""The one way from native code into Python: call a function with four integers, and report whether it failed.

A Python error stays set in the thread, and travels on its own once native code has returned: nothing is caught, stored
or lost in between, an interrupt by the user included.
"""

from llvmlite import ir

from .calling import fail_if
from .convention import UPCALL as NAME
from .numba import cgutils
from .wrapper import API, INT, OBJECT, REAL, WORD

COUNT = 4
_KIND = ir.FunctionType(INT, [WORD] * (1 + COUNT) + [REAL.as_pointer()])


def emit(context, builder, function, numbers, result=None):
    """Emit a call of the Python function whose address is in the word `function`; its result goes to `result`."""
    callee = cgutils.get_or_insert_function(builder.module, _KIND, NAME)
    padded = [*numbers, *[WORD(0)] * (COUNT - len(numbers))]
    place = REAL.as_pointer()(None) if result is None else result
    fail_if(context, builder, builder.call(callee, [function, *padded, place]))


def word(builder, symbol: str):
    """The contents of a word that native code knows by a symbol."""
    place = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, WORD, symbol)
    return builder.load(place)


def module() -> ir.Module:
    """The function that calls Python."""
    made = ir.Module(NAME)
    function = ir.Function(made, _KIND, NAME)
    callee, *numbers, result = function.args
    b = ir.IRBuilder(function.append_basic_block('start'))
    called, number, end, done = (function.append_basic_block(name) for name in ('called', 'number', 'end', 'done'))

    def api(name, *values):
        kind = ir.FunctionType(*API[name])
        return b.call(made.globals.get(name) or ir.Function(made, kind, name), values)

    gil = api('PyGILState_Ensure')
    arguments = b.alloca(OBJECT, COUNT)
    objects = [api('PyLong_FromLongLong', number) for number in numbers]
    for i, thing in enumerate(objects):
        b.store(thing, b.gep(arguments, [WORD(i)]))
    answer = api('PyObject_Vectorcall', b.inttoptr(callee, OBJECT), arguments, WORD(COUNT), OBJECT(None))
    for thing in objects:
        api('Py_DecRef', thing)
    status = b.alloca(INT)
    b.store(INT(1), status)
    b.cbranch(b.icmp_unsigned('==', b.ptrtoint(answer, WORD), WORD(0)), done, called)
    b.position_at_end(called)
    b.store(INT(0), status)
    b.cbranch(b.icmp_unsigned('==', b.ptrtoint(result, WORD), WORD(0)), end, number)
    b.position_at_end(number)
    b.store(api('PyFloat_AsDouble', answer), result)
    error = b.icmp_unsigned('!=', b.ptrtoint(api('PyErr_Occurred'), WORD), WORD(0))
    b.store(b.zext(error, INT), status)
    b.branch(end)
    b.position_at_end(end)
    api('Py_DecRef', answer)
    b.branch(done)
    b.position_at_end(done)
    api('PyGILState_Release', gil)
    b.ret(b.load(status))
    return made

