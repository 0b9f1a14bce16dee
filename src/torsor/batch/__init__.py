"""Many simulations of one model: `Batch` runs them on threads, `lanes` several of them in one register."""

from .batch import Batch, SimulationError
from .fields import DATA_FIELDS, MODEL_FIELDS, is_structural
from .given import ids_of

__all__ = ['DATA_FIELDS', 'MODEL_FIELDS', 'Batch', 'SimulationError']

_ids, _structural = ids_of, is_structural  # as the tests of MuJoCo's package call them
