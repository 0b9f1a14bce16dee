"""What Numba, llvmlite, NumPy and CPython do not promise, all in one room.

    apart        compiling in a thread of its own, one thing at a time
    compiler     from a Python function to machine code
    convention   how Numba's functions are called, and how they report errors
    machine      machine code: from LLVM, to and from files, with the symbols it is linked with
    numba        the parts of Numba's inside that types and emitters of the other rooms build on
    objects      where CPython and NumPy keep what a call from Python needs
    pipeline     Numba's passes without those that kernels have no use for
    shield       work that an interrupt must not leave half done
    teach        how Numba learns about what kernels may call
    upcall       how native code calls Python
    wrapper      C functions that check and unbox the arguments of a call from Python

Nothing outside imports `numba.core` or `llvmlite.binding`, or reads memory of Python objects: a test says so. What is
fragile has a longer way that works without it, is tried at its first use, and is given up for the longer way when the
trial fails: `compiler.pipeline()`, `objects.layout_holds()`.
"""
