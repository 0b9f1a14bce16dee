"""A call that has work done in another thread, while the caller waits in native code (see ../shield.py)."""

from llvmlite import ir

from .wrapper import API, INT, OBJECT, WORD

NAME = 'torsor_shielded'
LOCK, WORK, ANSWER, ERROR, COUNT = 0, 1, 2, 3, 6  # words that the two threads share; an error has three
_API = API | {
    'PyErr_Fetch': (ir.VoidType(), [WORD.as_pointer()] * 3),
    'PyErr_Restore': (ir.VoidType(), [WORD] * 3),
    'PyObject_CallNoArgs': (WORD, [WORD]),
    'PyThread_acquire_lock': (INT, [WORD, INT]),
    'PyThread_allocate_lock': (WORD, []),
    'PyThread_free_lock': (ir.VoidType(), [WORD]),
    'PyThread_release_lock': (ir.VoidType(), [WORD]),
    'PyThread_start_new_thread': (WORD, [OBJECT, OBJECT]),
}


def module() -> ir.Module:
    """The function that has work done in another thread, for Python."""
    made = ir.Module(NAME)
    _emit_main(made, _emit_worker(made))
    return made


class _Function:
    """A function being emitted, with the words that the threads share."""

    def __init__(self, module, name, result, arguments):
        self.module = module
        self.function = ir.Function(module, ir.FunctionType(result, arguments), name)
        self.b = ir.IRBuilder(self.function.append_basic_block())
        self.words = None

    def api(self, name, *values):
        kind = ir.FunctionType(*_API[name])
        return self.b.call(self.module.globals.get(name) or ir.Function(self.module, kind, name), values)

    def place(self, i):
        return self.b.gep(self.words, [WORD(i)])

    def word(self, i):
        return self.b.load(self.place(i))


def _emit_worker(module):
    """What the other thread does: call, keep the answer or the error, and say that it is done."""
    f = _Function(module, NAME + '_worker', ir.VoidType(), [OBJECT])
    f.words = f.b.bitcast(f.function.args[0], WORD.as_pointer())
    gil, lock = f.api('PyGILState_Ensure'), f.word(LOCK)
    f.b.store(f.api('PyObject_CallNoArgs', f.word(WORK)), f.place(ANSWER))
    f.api('PyErr_Fetch', *(f.place(ERROR + i) for i in range(3)))
    f.api('PyGILState_Release', gil)
    f.api('PyThread_release_lock', lock)  # from here on the words may be gone
    f.b.ret_void()
    return f.function


def _emit_main(module, worker) -> None:
    """A function of Python: start the thread, wait for the lock that it opens, hand on what it has left."""
    f = _Function(module, NAME, WORD, [OBJECT, WORD.as_pointer(), WORD])
    b = f.b
    f.words = b.alloca(WORD, COUNT)
    work, lock = b.load(f.function.args[1]), f.api('PyThread_allocate_lock')
    b.store(work, f.place(WORK))
    b.store(lock, f.place(LOCK))
    f.api('PyThread_acquire_lock', lock, INT(1))
    thread = f.api('PyThread_start_new_thread', *(b.bitcast(x, OBJECT) for x in (worker, f.words)))
    refused, started = (f.function.append_basic_block() for _ in range(2))
    b.cbranch(b.icmp_unsigned('==', thread, WORD(-1)), refused, started)

    b.position_at_end(refused)  # no more threads: better with an interrupt than not at all
    f.api('PyThread_free_lock', lock)
    b.ret(f.api('PyObject_CallNoArgs', work))

    b.position_at_end(started)
    state = f.api('PyEval_SaveThread')
    f.api('PyThread_acquire_lock', lock, INT(1))
    f.api('PyEval_RestoreThread', state)
    f.api('PyThread_free_lock', lock)
    f.api('PyErr_Restore', *(f.word(ERROR + i) for i in range(3)))
    b.ret(f.word(ANSWER))
