"""Private fields of this room, `d.work.NAME` in kernels: what is sized anew in every step."""

from ...schema.field import Field

WORK_ARENA = (
    Field('efc_here',   'real', 'nefc', '1',    '1 where a world has the row, 0 where only its neighbours have it'),
    Field('efc_phase',  'real', 'nefc', '',     'efc_state of worlds that share rows, as they may differ'),
    Field('efc_start',  'real', 'nefc', '',     'J qacc - aref where a primal solver starts'),
    Field('efc_weight', 'real', 'nefc', '1/kg', 'efc_diagA without the metric of the integrator `discrete`'),
)
