"""C functions between Python and a kernel: they check and unbox arguments, call, and box the result.

One serves all kernels with the same kinds of arguments: which kernel to call stands in a record, an array that Python
hands over as `self`,

    record[0]   address of the kernel; zero if it is not compiled
    record[1]   address of a Python function `recover(reason, detail, error, *arguments)`
    record[2]   most dofs of models that keep other threads waiting, as their calls are too short to let go of the lock
    record[3]   of a shortcut: address of the Python function that it stands for

and `recover` is called whenever something is out of the ordinary, so that all messages and all patience are in Python:
an argument was refused, the kernel has raised, or it has left warnings. What is returned then, or raised, is up to it.

A shortcut stands for a Python function with defaults and keywords, around a kernel that fills arrays. It does the plain
calls, those with the first few arguments by position, and leaves all others to the function as they are.
"""

import functools

from llvmlite import ir

from . import convention, objects
from .convention import RAISED, REFUSED, WARNED

WORD, INT, REAL, BIT = ir.IntType(64), ir.IntType(32), ir.DoubleType(), ir.IntType(1)
OBJECT = ir.IntType(8).as_pointer()
API = {  # functions of CPython's stable interface
    'PyBool_FromLong': (OBJECT, [WORD]),
    'PyErr_Clear': (ir.VoidType(), []),
    'PyErr_GivenExceptionMatches': (INT, [OBJECT, OBJECT]),
    'PyErr_Occurred': (OBJECT, []),
    'PyEval_RestoreThread': (ir.VoidType(), [OBJECT]),
    'PyEval_SaveThread': (OBJECT, []),
    'PyFloat_AsDouble': (REAL, [OBJECT]),
    'PyFloat_FromDouble': (OBJECT, [REAL]),
    'PyGILState_Ensure': (INT, []),
    'PyGILState_Release': (ir.VoidType(), [INT]),
    'PyLong_AsLongLong': (WORD, [OBJECT]),
    'PyLong_FromLongLong': (OBJECT, [WORD]),
    'PyObject_Vectorcall': (OBJECT, [OBJECT, OBJECT.as_pointer(), WORD, OBJECT]),
    'PyTuple_Pack': (OBJECT, [WORD, ...]),
    'PyType_IsSubtype': (INT, [OBJECT, OBJECT]),
    'Py_DecRef': (ir.VoidType(), [OBJECT]),
    'Py_IncRef': (ir.VoidType(), [OBJECT]),
}
RESULTS = {None: OBJECT, int: WORD, float: REAL, bool: ir.IntType(8)}


class Wrapper:
    """Emits one wrapper. `model_word` and `data_word` tell the place of a name in the blocks of model and data."""

    parameters = OBJECT, OBJECT.as_pointer(), WORD  # self, arguments, their number

    def __init__(self, name: str, count: int, model_word, data_word):
        self.module = ir.Module(name)
        self.model_word, self.data_word = model_word, data_word
        self.function = ir.Function(self.module, ir.FunctionType(OBJECT, self.parameters), name)
        self.self, self.arguments = self.function.args[:2]
        self.count = count  # callers see to it that there are as many arguments
        self.b = ir.IRBuilder(self.function.append_basic_block('start'))
        self.refused = self.function.append_basic_block('refused')
        self.model = self.data = None
        self.passed = []

    # ---- small things ----
    def api(self, name, *values):
        result, arguments = API[name]
        kind = ir.FunctionType(result, [a for a in arguments if a is not ...], var_arg=... in arguments)
        return self.b.call(self.module.globals.get(name) or ir.Function(self.module, kind, name), values)

    def load(self, pointer, offset, kind=WORD):
        start = self.b.add(self.b.ptrtoint(pointer, WORD), WORD(offset))
        return self.b.load(self.b.inttoptr(start, kind.as_pointer()))

    def known(self, name):
        """Address of an object that the process has registered."""
        table = self.module.globals.get('torsor_objects') or ir.GlobalVariable(
            self.module, ir.ArrayType(WORD, len(objects.words)), 'torsor_objects')
        return self.b.load(self.b.gep(table, [WORD(0), WORD(objects.place(name))]))

    def require(self, accepted):
        """Go on if accepted, else leave it to Python."""
        after = self.function.append_basic_block()
        self.b.cbranch(accepted, after, self.refused)
        self.b.position_at_end(after)

    def record(self):
        """The numbers of the record."""
        return self.b.inttoptr(self.load(self.self, objects.DATA), WORD.as_pointer())

    def equal(self, a, b):
        return self.b.icmp_unsigned('==', a, b)

    def argument(self, i):
        return self.b.load(self.b.gep(self.arguments, [WORD(i)]))

    def field(self, block, word, kind):
        """Pointer to the numbers of a field."""
        return self.b.inttoptr(self.b.load(self.b.gep(block, [WORD(word)])), kind.as_pointer())

    def size(self, expression):
        """Value of a sum of products of sizes and digits, such as '2*nv+na'."""
        terms = (functools.reduce(self.b.mul, map(self.named_size, term.split('*'))) for term in expression.split('+'))
        return functools.reduce(self.b.add, terms)

    def named_size(self, name):
        """A number, a size of the model, or a counter of the data."""
        if name.isdigit():
            return WORD(int(name))
        if self.model is not None and self.model_word(name) is not None:
            return self.b.load(self.b.gep(self.model, [WORD(self.model_word(name))]))
        return self.b.sext(self.b.load(self.field(self.data, self.data_word(name), INT)), WORD)

    # ---- arguments ----
    def struct(self, i, name):
        """A model or data: of the registered class, or of one derived from it."""
        b, thing = self.b, self.argument(i)
        cls, wanted = self.load(thing, objects.TYPE), self.known(name)
        derived, after = self.function.append_basic_block(), self.function.append_basic_block()
        b.cbranch(self.equal(cls, wanted), after, derived)
        b.position_at_end(derived)
        is_derived = self.api('PyType_IsSubtype', b.inttoptr(cls, OBJECT), b.inttoptr(wanted, OBJECT))
        b.cbranch(b.icmp_unsigned('!=', is_derived, INT(0)), after, self.refused)
        b.position_at_end(after)
        array = b.inttoptr(self.load(thing, objects.SLOT), OBJECT)
        self.require(b.icmp_unsigned('!=', b.ptrtoint(array, WORD), WORD(0)))  # null before __init__ has run
        return b.inttoptr(self.load(array, objects.DATA), WORD.as_pointer())

    def add_model(self, i):
        self.model = self.struct(i, 'MjModel')
        self.passed.append(self.model)

    def add_data(self, i):
        self.data = self.struct(i, 'MjData')
        if self.model is not None:
            tokens = (self.b.load(self.b.gep(block, [WORD(word('token'))]))
                      for block, word in ((self.model, self.model_word), (self.data, self.data_word)))
            self.require(self.equal(*tokens))
        self.passed.append(self.data)

    def add_array(self, i, kind):
        """An array as declared; one of free size is passed with its rows and columns."""
        b, thing = self.b, self.argument(i)
        start, given = b.block, self.function.append_basic_block('given')
        after = self.function.append_basic_block('array')
        if kind.optional:
            b.cbranch(self.equal(b.ptrtoint(thing, WORD), self.known('None')), after, given)
            start = b.block
        else:
            b.branch(given)
        b.position_at_end(given)
        address, rows, columns = self.usable_array(thing, kind)
        end = b.block
        b.branch(after)
        b.position_at_end(after)
        for value in (address, rows, columns) if kind.free else (address,):
            if kind.optional:
                chosen = b.phi(WORD)
                chosen.add_incoming(WORD(0), start)
                chosen.add_incoming(value, end)
                value = chosen
            self.passed.append(value)

    def usable_array(self, thing, kind):
        """Address, rows and columns of an array whose dtype, memory and shape are as declared."""
        b = self.b
        self.require(self.equal(self.load(thing, objects.TYPE), self.known('ndarray')))
        flags = INT(objects.C_CONTIGUOUS | objects.ALIGNED | (objects.WRITEABLE if kind.writable else 0))
        self.require(b.and_(self.equal(self.load(thing, objects.DESCR), self.known(kind.dtype.name)),
                            self.equal(b.and_(self.load(thing, objects.FLAGS, INT), flags), flags)))
        ndim = self.load(thing, objects.NDIM, INT)
        is_matrix = self.equal(ndim, INT(2))
        self.require(b.or_(is_matrix, self.equal(ndim, INT(1))))
        shape = b.inttoptr(self.load(thing, objects.SHAPE), WORD.as_pointer())
        rows = b.load(shape)
        columns = b.select(is_matrix, b.load(b.gep(shape, [b.zext(is_matrix, WORD)])), WORD(1))
        for actual, wanted in zip((rows, columns), kind.dims):
            if wanted != '*':
                self.require(self.equal(actual, self.size(wanted)))
        return self.load(thing, objects.DATA), rows, columns

    def add_integer(self, i, kind):
        """An integer in its range; Python's answer to a fraction is an error."""
        b = self.b
        number = self.api('PyLong_AsLongLong', self.argument(i))
        if kind.size:
            self.require(b.icmp_unsigned('<', number, self.size(kind.size)))  # not so for -1, which stands for an error
        else:
            self.require(b.icmp_unsigned('<', b.add(number, WORD(2**31)), WORD(2**32)))
            self.refuse_error(self.equal(number, WORD(-1)))
        self.passed.append(number)

    def add_number(self, i, kind):
        number = self.api('PyFloat_AsDouble', self.argument(i))
        self.refuse_error(self.b.fcmp_ordered('==', number, REAL(-1.0)))
        self.passed.append(number)

    def add_flag(self, i, kind):
        b, thing = self.b, self.b.ptrtoint(self.argument(i), WORD)
        true = self.equal(thing, self.known('True'))
        self.require(b.or_(true, self.equal(thing, self.known('False'))))
        self.passed.append(b.zext(true, WORD))

    def refuse_error(self, suspicious):
        """Leave it to Python if the conversion that gave this number has failed."""
        b = self.b
        look, after = self.function.append_basic_block(), self.function.append_basic_block()
        b.cbranch(suspicious, look, after)
        b.position_at_end(look)
        b.cbranch(self.equal(b.ptrtoint(self.api('PyErr_Occurred'), WORD), WORD(0)), after, self.refused)
        b.position_at_end(after)

    # ---- the call ----
    def finish(self, result: type | None) -> ir.Module:
        """Call the kernel with what was added, and return its result to Python."""
        b = self.b
        record = self.record()
        kernel = b.load(record)
        self.require(b.icmp_unsigned('!=', kernel, WORD(0)))
        place, error = b.alloca(RESULTS[result]), b.alloca(WORD)
        b.store(WORD(0), error)
        kind = ir.FunctionType(INT, [place.type, error.type, *(v.type for v in self.passed)])
        if self.data is not None:
            stack = self.field(self.data, self.data_word('pstack'), WORD)
            mark, thread = b.load(stack), self.let_go(record)
        status = b.call(b.inttoptr(kernel, kind.as_pointer()), [place, error, *self.passed])
        if self.data is not None:
            self.take_back(thread)
        good = b.or_(self.equal(status, INT(convention.OK)), self.equal(status, INT(convention.NONE)))
        fine, wrong = self.function.append_basic_block('fine'), self.function.append_basic_block('wrong')
        b.cbranch(good, fine, wrong)
        b.position_at_end(wrong)
        if self.data is not None:
            b.store(mark, stack)  # scratch that nobody will release
        self.leave_error(status, b.load(error))
        b.position_at_end(fine)
        if self.data is not None:
            self.tell_warnings()
        b.ret(self.boxed(result, b.load(place)))
        self.refuse()
        return self.module

    def let_go(self, record):
        """Let other threads run, unless the model is small; where it is noted whom to take the lock back for, if so."""
        b, thread = self.b, self.b.alloca(OBJECT)
        b.store(OBJECT(None), thread)
        dofs = WORD(0) if self.model is None else self.named_size('nv')
        with b.if_then(b.icmp_signed('>', dofs, b.load(b.gep(record, [WORD(2)])))):
            b.store(self.api('PyEval_SaveThread'), thread)
        return thread

    def take_back(self, thread):
        """Go on as the only thread."""
        b, waiting = self.b, self.b.load(thread)
        with b.if_then(b.icmp_unsigned('!=', b.ptrtoint(waiting, WORD), WORD(0))):
            self.api('PyEval_RestoreThread', waiting)

    def refuse(self):
        """Leave the arguments to Python; but an interrupt, while one was asked for its number, is none of theirs."""
        b = self.b
        look, leave, ask = (self.function.append_basic_block() for _ in range(3))
        b.position_at_end(self.refused)
        error = self.api('PyErr_Occurred')
        b.cbranch(self.equal(b.ptrtoint(error, WORD), WORD(0)), ask, look)
        b.position_at_end(look)
        ordinary = self.api('PyErr_GivenExceptionMatches', error, b.inttoptr(self.known('Exception'), OBJECT))
        b.cbranch(self.equal(ordinary, INT(0)), leave, ask)
        b.position_at_end(leave)
        b.ret(OBJECT(None))
        b.position_at_end(ask)
        self.api('PyErr_Clear')
        b.ret(self.recover(REFUSED, WORD(0), WORD(0)))

    def leave_error(self, status, error):
        """Return to Python with the error that is set there, or with the one that the kernel describes."""
        b = self.b
        is_set, raised = self.function.append_basic_block(), self.function.append_basic_block()
        b.cbranch(self.equal(status, INT(convention.PYTHON_ERROR)), is_set, raised)
        b.position_at_end(is_set)
        b.ret(OBJECT(None))
        b.position_at_end(raised)
        b.ret(self.recover(RAISED, b.sext(status, WORD), error))

    def tell_warnings(self):
        """Let Python speak about the warnings that the kernel has left."""
        b = self.b
        warned = b.load(b.gep(self.data, [WORD(self.data_word('warned'))]))
        tell, failed, told, after = (self.function.append_basic_block() for _ in range(4))
        b.cbranch(self.equal(warned, WORD(0)), after, tell)
        b.position_at_end(tell)
        answer = self.recover(WARNED, warned, WORD(0))
        b.cbranch(self.equal(b.ptrtoint(answer, WORD), WORD(0)), failed, told)
        b.position_at_end(failed)
        b.ret(answer)
        b.position_at_end(told)
        self.api('Py_DecRef', answer)
        b.branch(after)
        b.position_at_end(after)

    def recover(self, reason, detail, error):
        """Call the Python function of the record with what happened, and all arguments."""
        b = self.b
        record = self.record()
        function = b.inttoptr(b.load(b.gep(record, [WORD(1)])), OBJECT)
        facts = [self.api('PyLong_FromLongLong', fact) for fact in (WORD(reason), detail, error)]
        values = facts + [self.argument(i) for i in range(self.count)]
        given = b.alloca(OBJECT, len(values))
        for i, value in enumerate(values):
            b.store(value, b.gep(given, [WORD(i)]))
        answer = self.api('PyObject_Vectorcall', function, given, WORD(len(values)), OBJECT(None))
        for fact in facts:
            self.api('Py_DecRef', fact)
        return answer

    def boxed(self, result, value):
        if result is None:
            none = self.b.inttoptr(self.known('None'), OBJECT)
            self.api('Py_IncRef', none)
            return none
        if result is float:
            return self.api('PyFloat_FromDouble', value)
        if result is bool:
            return self.api('PyBool_FromLong', self.b.zext(value, WORD))
        return self.api('PyLong_FromLongLong', value)


class Shortcut(Wrapper):
    """Emits one shortcut, for calls with `count` arguments; of arrays, which it returns, there may be more."""

    parameters = *Wrapper.parameters, OBJECT  # and the names of those that are given by keyword

    def __init__(self, name: str, count: int, model_word, data_word):
        super().__init__(name, count, model_word, data_word)
        b, (_, _, given, names) = self.b, self.function.args
        self.require(b.and_(self.equal(given, WORD(count)), self.equal(b.ptrtoint(names, WORD), WORD(0))))

    def add_nothing(self, i, kind):
        """An array that is not given."""
        self.passed.append(WORD(0))

    def boxed(self, result, value):
        """All arrays if the kernel returns zero; else the function finds out what is the matter."""
        self.require(self.equal(value, WORD(0)))
        none = self.b.inttoptr(self.known('None'), OBJECT)
        arrays = [self.argument(i) if i < self.count else none for i in range(2, len(self.passed))]
        return self.api('PyTuple_Pack', WORD(len(arrays)), *arrays)

    def refuse(self):
        """Leave the call to the function."""
        self.b.position_at_end(self.refused)
        function = self.b.inttoptr(self.b.load(self.b.gep(self.record(), [WORD(3)])), OBJECT)
        self.b.ret(self.api('PyObject_Vectorcall', function, *self.function.args[1:]))


def shortcut(name: str, kinds, count: int, model_word, data_word) -> ir.Module:
    """The shortcut to kernels of a model, a data and arrays: kinds as of a wrapper, of which `count` are given."""
    emitter = Shortcut(name, count, model_word, data_word)
    for i, (method, kind) in enumerate(kinds):
        getattr(emitter, method if i < count else 'add_nothing')(i, *([] if kind is None else [kind]))
    return emitter.finish(int)


def wrapper(name: str, kinds, result: type | None, model_word, data_word) -> ir.Module:
    """The wrapper for these kinds of arguments: pairs of the name of a method that adds one, and its kind."""
    emitter = Wrapper(name, len(kinds), model_word, data_word)
    for i, (method, kind) in enumerate(kinds):
        getattr(emitter, method)(i, *([] if kind is None else [kind]))
    return emitter.finish(result)
