"""Private fields of the engine, not part of mjModel and mjData: `d.work.NAME` and `m.table.NAME` in kernels."""

from .field import Field

WORKSPACE = (
    # warnings and controls
    Field('warning_time',    'real',    '7',     's',              'when each kind of warning last occurred'),
    Field('ctrl',            'real',    'nu',    'varies',         'controls clamped; all zero if one is not a number'),
    # recursive Newton-Euler
    Field('cacc',            'spatial', 'nbody', 'rad/s^2,m/s^2',  'acceleration of each body'),
    Field('cfrc',            'spatial', 'nbody', 'N m,N',          'force on each body, then on its subtree'),
    Field('composite',       'inertia', 'nbody', 'kg m^2,kg m,kg', 'inertia of the part of each subtree that counts'),
    # integrators
    Field('step_acc',        'real',    'nv',    'm/s^2|rad/s^2',  'change of velocity in a step, per time'),
    Field('step_force',      'real',    'nv',    'N|N m',          'force that a change of velocity amounts to'),
    Field('upper',           'real',    'nD',    'kg|kg m^2',      'upper triangle of a matrix, transposed'),
    Field('block',           'real',    '36',    'kg|kg m^2',      'equations of one free body'),
    Field('rk_qpos',         'real',    'nq',    'm|rad',          'position at the start of a Runge-Kutta step'),
    Field('rk_qvel',         'real',    'nv',    'm/s|rad/s',      'velocity at the start of a Runge-Kutta step'),
    Field('rk_act',          'real',    'na',    'varies',         'activation at the start of a Runge-Kutta step'),
    Field('rk_rate',         'real',    'nv',    'm/s|rad/s',      'rate of the displacement from the start'),
    Field('rk_velocity',     'real',    'nv',    'm/s|rad/s',      'weighted mean of the rates of the stages'),
    Field('rk_acceleration', 'real',    'nv',    'm/s^2|rad/s^2',  'weighted mean of the accelerations of the stages'),
    Field('rk_activation',   'real',    'na',    'varies',         'weighted mean of the activation rates'),
    Field('rk_length',       'real',    'nout',  'm|rad',          'actuator lengths at the start of a step'),
    Field('rk_ten_length',   'real',    'ntendon', 'm|rad',        'tendon lengths at the start of a step'),
    Field('rk_ten_J',        'real',    'nJten', '1|m',            'their Jacobian at the start of a step'),
    # collision: boxes and order of bodies in the sweep, bodies and nodes of trees that are looked at
    Field('box_low',         'vec3',    'nbody', 'm',              'lower corner of a body in the axes of the sweep'),
    Field('box_high',        'vec3',    'nbody', 'm',              'upper corner of a body in the axes of the sweep'),
    Field('sweep_order',     'int',     'nbody', '',               'all bodies in the order of their lower ends'),
    Field('sweep_count',     'int',     '',      '',               'bodies in this list; 0 before the first sweep'),
    Field('sweep_room',      'int',     '',      '',               'pairs of bodies that the last sweep had room for'),
    Field('con_capacity',    'int',     '',      '',               'contacts there is room for'),
    # the pair of geoms that a collider looks at, and the points it finds
    Field('found_reach',     'real',    '',      'm',              'distance up to which they count'),
    Field('found_num',       'int',     '',      '',               'points found'),
    Field('found_dist',      'real',    '64',    'm',              'distance at each point, negative in penetration'),
    Field('found_pos',       'vec3',    '64',    'm',              'position of each point'),
    Field('found_normal',    'vec3',    '64',    '1',              'normal of each point, from the first geom on'),
    Field('found_tangent',   'vec3',    '64',    '1',              'wanted direction of the first tangent, or zero'),
    # islands and constraint solvers
    Field('tree_leader',     'int',     'ntree', '',               'a tree before it in the same island, or itself'),
    Field('island',          'int',     '',      '',               'the island that is solved; -1: the whole model'),
    Field('iteration',       'int',     '',      '',               'steps of its solver so far'),
    Field('tree_order',      'int',     'ntree', '',               'trees of an island, those to eliminate first last'),
    Field('dof_order',       'int',     'nv',    '',               'dofs by island, in the order of its solver'),
    Field('dof_place',       'int',     'nv',    '',               'place of each dof among those of its island'),
    # derivatives by velocity
    Field('axis_rate',       'spatial', 'nv',    '1/s,m/s',        'change of body acceleration with velocity above'),
    Field('column',          'spatial', 'nv',    'N m s,N s',      'change of subtree force with velocity of a dof'),
    Field('momentum',        'spatial', 'nbody', 'N m s,N s',      'momentum of each subtree'),
    Field('inertia_rate',    'mat3',    'nbody', 'kg m^2/s',       'rate of the rotational inertia of each subtree'),
    Field('drag_torque_ang', 'mat3',    'nbody', 'N m s',          'change of fluid torque with angular velocity'),
    Field('drag_torque_lin', 'mat3',    'nbody', 'N s',            'change of fluid torque with linear velocity'),
    Field('drag_force_ang',  'mat3',    'nbody', 'N s',            'change of fluid force with angular velocity'),
    Field('drag_force_lin',  'mat3',    'nbody', 'N s/m',          'change of fluid force with linear velocity'),
    # sleeping
    Field('placed',          'int',     '',      '',               'whether what does not move has its pose'),
)

# what is sized anew in every step
WORK_ARENA = (
    Field('efc_weight', 'real', 'nefc', '1/kg', 'efc_diagA without the metric of the integrator `discrete`'),
)

# words of the model that are filled in for each process
TABLES = (
    Field('collider', 'size', '81', '', 'address of the slot of the collider for each pair of geom types; 0: none'),
)
