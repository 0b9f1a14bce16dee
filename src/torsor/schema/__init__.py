"""What exists: every field, enumeration and constant, with its type, shape, unit and meaning.

The tables are tuples of `Field` rows in the order of the C structs. Everything that can be derived from them
(allocation, copying, state size, printing, documentation) is derived.
"""

from .data import ARENA as DATA_ARENA
from .data import FIELDS as DATA_FIELDS
from .field import Field
from .model import FIELDS as MODEL_FIELDS
from .model import SIZES as MODEL_SIZES
from .option import OPTION, STATISTIC
from .record import CONTACT, PRECONTACT, SOLVER, TIMER, WARNING
from .visual import VISUAL

__all__ = [
    'CONTACT', 'DATA_ARENA', 'DATA_FIELDS', 'Field', 'MODEL_FIELDS', 'MODEL_SIZES', 'OPTION', 'PRECONTACT', 'SOLVER',
    'STATISTIC', 'TIMER', 'VISUAL', 'WARNING',
]
