"""Falling asleep at the end of a step."""

from ...jit import stage
from ..forward import forward_from
from ..island.sleep import count_rest, has_unknown_islands, put_to_sleep
from ..sleep.rest import list_awake


@stage
def fall_asleep(m, d):
    """Let trees fall asleep, at the end of a step. All that depends on velocity is computed again for their rest."""
    if has_unknown_islands(d):
        return
    count_rest(m, d)
    if put_to_sleep(m, d):
        forward_from(m, d, 1, False)  # other velocities, the same positions
        list_awake(m, d)
