"""What Numba, llvmlite, NumPy and CPython do not promise, all in one room.

    aliasing     what LLVM is told about memory
    apart        compiling in a thread of its own, one thing at a time
    calling      calls in Numba's convention, as LLVM instructions
    compiler     from a Python function to machine code
    convention   how Numba's functions are called, and how they report errors
    code         machine code as it is kept
    definitions  one definition for each variable
    inference    types of variables, with what Numba has found out before
    library      machine code that came with the package
    linking      the code of a stage and of its helpers, put together and optimised
    llvm         what LLVM is asked to link it, without importing llvmlite where that is possible
    lowering     LLVM's instructions for Numba's statements
    machine      machine code: from LLVM, to and from files, with the symbols it is linked with
    numba        the parts of Numba's inside that types and emitters of the other rooms build on
    objects      where CPython and NumPy keep what a call from Python needs
    pipeline     Numba's passes without those that kernels have no use for
    pruning      branches that types decide
    settings     what users tell Numba and us by variables of the environment
    shield       a call that has work done in another thread
    sources      which sources machine code was made from
    symbols      words of memory that machine code knows by names
    teach        how Numba learns about what kernels may call
    upcall       how native code calls Python
    wrapper      C functions that check and unbox the arguments of a call from Python

Of these, `apart`, `code`, `convention`, `library`, `objects`, `settings`, `sources` and `symbols` import neither Numba
nor llvmlite, and `llvm` and `machine` llvmlite at most: what was compiled earlier is called with no more than that.

Nothing outside imports `numba.core` or `llvmlite.binding`, or reads memory of Python objects: a test says so. What is
fragile has a longer way that works without it, is tried at its first use, and is given up for the longer way when the
trial fails: `compiler.pipeline()`, `llvm.llvm()`, `objects.layout_holds()`.
"""
