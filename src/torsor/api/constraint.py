"""Default parameters of constraints."""

from ..jit.arguments import Out
from ..jit.call import checked

__all__ = ['mj_defaultSolRefImp']


@checked
def mj_defaultSolRefImp(solref: Out('2', optional=True), solimp: Out('5', optional=True)) -> None:
    """Write the default solver parameters of constraints to arrays of 2 and 5 numbers."""
    from ..model.spec.settings import SOLIMP, SOLREF  # the compiler of models is loaded when it is needed

    for place, numbers in ((solref, SOLREF), (solimp, SOLIMP)):
        if place is not None:
            place[:] = numbers
