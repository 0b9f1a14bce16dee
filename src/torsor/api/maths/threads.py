"""Thread pools."""

from ...jit.call import checked


@checked
def mju_threadpool(d, nthread: int) -> None:
    """Say how many threads may work on one step of d; none if nthread is not positive.

    A step takes one thread here, so this is a note only; whoever runs several steps side by side may look at it.
    """
    d._arrays['threadpool'][...] = max(0, nthread)
