"""Models that hold something the engine cannot compute yet: it refuses to move them rather than move them wrongly."""

from ...jit import helper
from ...jit.upcall import Upcall
from ...schema.field import Field

# words of the model that are filled in when it is compiled
TABLES = (Field('lacks', 'size', '', '', 'whether the model holds what the engine may not be able to compute'),)

refuse_model = Upcall('lacking')


@helper
def refuse_what_is_lacking(m, d):
    """Leave with an error that names what the engine cannot compute."""
    if m.table.lacks:
        refuse_model(m, d, 0)
