"""The two structs of the engine, Model and Data, put together from the tables of the schema and of the rooms."""

from dataclasses import replace

from ..jit import arena, callback, world  # noqa: F401, native code finds Python through their words
from ..jit.layout import Schema
from ..jit.world import CALLBACKS
from ..schema import (
    CONTACT,
    DATA_ARENA,
    DATA_FIELDS,
    MODEL_FIELDS,
    MODEL_SIZES,
    OPTION,
    SOLVER,
    STATISTIC,
    TIMER,
    VISUAL,
    WARNING,
    Field,
)
from ..schema.codes import mjtTimer, mjtWarning
from ..schema.constants import mjNISLAND, mjNSOLVER
from .actuator import fields as actuator
from .collision import fields as collision
from .common import fields as common
from .common import upcalls  # noqa: F401, native code finds Python through their words
from .constraint import fields as constraint
from .derivatives.analytic import fields as slope
from .derivatives.velocity import fields as derivative
from .discrete import fields as discrete
from .dynamics import fields as dynamics
from .force import fields as force
from .integrate import fields as integrate
from .island import fields as island
from .position import fields as position
from .query import fields as query
from .solver import fields as solver

# private fields, each declared by the room that it belongs to
WORKSPACE = tuple(row for room in (common, position, dynamics, force, actuator, derivative, collision, discrete,
                                   island, solver, integrate, query, slope) for row in room.WORK)


def group(prefix: str, rows: tuple[Field, ...], count: str = '') -> tuple[Field, ...]:
    """Rows under a dotted name; records of a list get the length of the list as their first axis."""
    return tuple(replace(row, name=f'{prefix}.{row.name}', shape=','.join(filter(None, (count, row.shape))))
                 for row in rows)


# geom1 and geom2 of a contact are the two columns of its geom
CONTACT_ROWS = group('contact', tuple(row for row in CONTACT if row.name not in ('geom1', 'geom2')), 'ncon')
RECORDS = (
    *group('warning', WARNING, str(int(mjtWarning.mjNWARNING))),
    *group('timer', TIMER, str(int(mjtTimer.mjNTIMER))),
    *group('solver', SOLVER, str(mjNSOLVER * mjNISLAND)),
)

VISUAL_ROWS = tuple(row for name, rows in VISUAL.items() for row in group(f'vis.{name}', rows))

CALLBACK_WORDS = tuple(f'callback.{name}' for name in CALLBACKS)
MODEL = Schema(
    'Model',
    rows=(*MODEL_FIELDS, *group('opt', OPTION), *group('stat', STATISTIC), *VISUAL_ROWS,
          *group('table', (*collision.TABLES, *common.TABLES))),
    sizes=tuple(row.name for row in MODEL_SIZES),
    registers=('token', 'worlds', 'sizes', *CALLBACK_WORDS),
    const=True,
)
DATA = Schema(
    'Data',
    rows=(*DATA_FIELDS, *group('work', WORKSPACE), *RECORDS),
    registers=('token', 'arena', 'warned', 'worlds', 'sizes', 'dual', 'dual_model', *CALLBACK_WORDS),
    moving=(*CONTACT_ROWS, *DATA_ARENA, *group('work', constraint.WORK_ARENA)),
)
# statistics are kept for a register of worlds as a whole
PER_WORLD = frozenset(DATA.fields) - {row.name for row in RECORDS} - {*common.ONCE}


def _colliders():
    from .collision.table import COLLIDERS  # which nobody needs who has native code

    return [collider for collider, _ in COLLIDERS.values()]


world.define(MODEL, DATA, 'physics.pipeline.step', f'{__package__}.effects', f'{__package__}.lanes',
             {'collider': _colliders}, PER_WORLD, slope.PARAMETERS, slope.WITH_SLOPES)
SCALAR, DUAL, PARAMETRIC = world.SCALAR, world.DUAL, world.PARAMETRIC
