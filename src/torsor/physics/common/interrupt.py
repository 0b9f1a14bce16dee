"""Long computations that the user can interrupt."""

from ...jit import helper
from ...jit.clock import AVAILABLE, now
from ...jit.upcall import listen

PATIENCE = 0.1  # [s] between two looks at whether there is a signal, such as Ctrl-C


@helper
def answer(last):
    """Let Python act on signals if that was last done, at the time `last`, a while ago; when it was last done now."""
    if AVAILABLE and now() - last < PATIENCE:
        return last
    listen()
    return now()
