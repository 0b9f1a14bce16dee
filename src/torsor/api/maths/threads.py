"""Thread pools."""

from ..errors import bad_argument, integer, is_data


def mju_threadpool(d, nthread: int) -> None:
    """Say how many threads may work on one step of d; none if nthread is not positive.

    A step takes one thread here, so this is a note only; whoever runs several steps side by side may look at it.
    """
    if not is_data(d):
        raise bad_argument('mju_threadpool', 'd', 'an MjData', d)
    d._arrays['threadpool'][...] = max(0, integer('mju_threadpool', 'nthread', nthread))
