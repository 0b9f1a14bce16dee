"""Private fields of this room, `d.work.NAME` in kernels: exact derivatives."""

from ....schema import MODEL_FIELDS
from ....schema.field import Field

_ELEMENTS = ('body_', 'jnt_', 'dof_', 'geom_', 'site_', 'tendon_', 'actuator_', 'eq_', 'pair_', 'qpos0', 'qpos_spring')
# real numbers of the model by which there are derivatives: those of elements, and what of the options is physics
PARAMETERS = frozenset({row.name for row in MODEL_FIELDS if row.dtype == float and row.name.startswith(_ELEMENTS)}
                       | {f'opt.{name}' for name in ('gravity', 'wind', 'density', 'viscosity', 'impratio')})
# What derivatives read of the results of forward dynamics, besides rows and what belongs to each of several worlds
# alone: worlds that share registers hand it to each alone (packs.py).
FORWARD = ('qacc', 'qacc_smooth', 'act_dot', 'xpos', 'xmat', 'xipos', 'ximat', 'geom_xpos', 'geom_xmat',
           'subtree_com', 'cdof', 'cinert', 'ten_J', 'ten_length', 'actuator_length', 'actuator_moment', 'crb', 'M',
           'qLD', 'qLDiagInv', 'ten_velocity', 'actuator_velocity', 'cvel', 'cdof_dot', 'actuator_force',
           'qfrc_actuator', 'qfrc_smooth', 'qfrc_constraint', 'work.ctrl', 'work.fluid_load', 'moment_rownnz',
           'moment_rowadr', 'moment_colind', 'efm_active', 'nefmT', 'nefmA')

UNPREPARED = -1  # the reason of a data without duals, or whose duals do not know callbacks yet: Python can mend that

# What users' functions may use on duals: fields that have right derivatives there when a callback of a kind runs.
_INPUTS = ('time', 'qpos', 'qvel', 'act', 'ctrl', 'qfrc_applied', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'userdata',
           'pstack')
_MOTION = ('xpos', 'xquat', 'xmat', 'xipos', 'xiquat', 'ximat', 'xanchor', 'xaxis', 'geom_xpos', 'geom_xquat',
           'geom_xmat', 'site_xpos', 'site_xquat', 'site_xmat', 'subtree_com', 'cdof', 'cinert', 'crb', 'M',
           'ten_length', 'ten_velocity', 'actuator_length', 'actuator_velocity', 'cvel', 'cdof_dot', 'qfrc_passive')
_LATER = frozenset((*_INPUTS, *_MOTION, 'qfrc_bias'))
WITH_SLOPES = {'passive': frozenset((*_INPUTS, *_MOTION)), 'control': _LATER, 'act_dyn': _LATER, 'act_gain': _LATER,
               'act_bias': _LATER}

WORK = (
    Field('joint_acc',       'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body by that of joints alone'),
    Field('body_acc',        'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body, against gravity'),
    Field('body_load',       'spatial', 'nbody', 'N m,N',          'force on each subtree, less that of contacts'),
    Field('joint_acc_above', 'spatial', 'nv',    'rad/s^2,m/s^2',  'the first of these, before the joint of each dof'),
    Field('velocity_above',  'spatial', 'nv',    'rad/s,m/s',      'velocity before the joint of each dof'),
    Field('axis_acc',        'spatial', 'nv',    '1/s^2,m/s^2',    'second rate of the axis of each dof'),
    Field('load_column',     'spatial', 'nv',    'N m,N',          'change of subtree force with position of a dof'),
    Field('axis_load',       'spatial', 'nv',    'kg m^2,kg m',    'momentum of the subtree that moves along each dof'),
    Field('axis_torque',     'vec3',    'nv',    'N m s',          'the gyroscopic force of a subtree, along each dof'),
    Field('force_by_velocity', 'real',  'nout',  'N s/m|N m s',    'change of the force of each actuator output'),
    Field('force_slopes',    'real',    'nout,8', 'varies',        'slopes of its force, if worlds share registers'),
    Field('damping_slopes',  'real',    'nout,8', 'varies',        'slopes of that change'),
)
