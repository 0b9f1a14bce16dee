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
    Field('bodies',          'int',     '2',     '',               'the two bodies whose geoms are looked at'),
    Field('listed_next',     'int',     '',      '',               'listed pair of geoms that is looked at next'),
    Field('tree_pair',       'int',     '512',   '',               'pairs of nodes that wait'),
    Field('con_capacity',    'int',     '',      '',               'contacts there is room for'),
    # the pair of geoms that a collider looks at, and the points it finds
    Field('pair',            'int',     '2',     '',               'the two geoms, ordered by type'),
    Field('pair_listed',     'int',     '',      '',               'pair of the model that lists them; -1: none'),
    Field('found_at',        'int',     '',      '',               'the point that is being completed'),
    Field('reach',           'real',    '',      'm',              'distance below which points count'),
    Field('found_num',       'int',     '',      '',               'points found'),
    Field('found_dist',      'real',    '64',    'm',              'distance at each point, negative in penetration'),
    Field('found_pos',       'vec3',    '64',    'm',              'position of each point'),
    Field('found_normal',    'vec3',    '64',    '1',              'normal of each point, from the first geom on'),
    Field('found_tangent',   'vec3',    '64',    '1',              'wanted direction of the first tangent, or zero'),
    # two boxes: their edges, and a face of one while it is cut to a face of the other
    Field('promising',       'real',    '9',     'm^2',            'positive for edges whose gap can be the largest'),
    Field('polygon',         'real',    '144',   'm',              'corners of two polygons, before and after a cut'),
    # two convex shapes, a point of their difference, and their contact
    Field('convex_type',     'int',     '2',     '',               'type of each geom'),
    Field('convex_size',     'vec3',    '2',     'm',              'half sizes of each core'),
    Field('convex_radius',   'real',    '2',     'm',              'how far each shape extends beyond its core'),
    Field('convex_whole',    'int',     '',      '',               'whether these count, or just the cores'),
    Field('convex_way',      'vec3',    '',      '1',              'direction in which a point is looked for'),
    Field('convex_point',    'vec3',    '',      'm',              'support point of the difference'),
    Field('convex_part',     'vec3',    '2',     'm',              'points of the shapes that it is the difference of'),
    Field('convex_code',     'int',     '',      '',               'octants these are in, three bits for each shape'),
    Field('convex_limit',    'real',    '',      'm',              'distance above which it does not matter'),
    Field('convex_near',     'vec3',    '',      'm',              'point of the simplex closest to the origin'),
    Field('convex_dist',     'real',    '',      'm',              'distance of the shapes, negative in penetration'),
    Field('convex_pos',      'vec3',    '',      'm',              'middle between their closest points'),
    Field('convex_normal',   'vec3',    '',      '1',              'direction from the first shape to the second'),
    Field('touch_part',      'vec3',    '2',     'm',              'first of the points of each shape at the contact'),
    Field('touch_code',      'int',     '3',     '',               'octants that these points are in'),
    Field('tilt_pos',        'vec3',    '2',     'm',              'where the shapes stand when they are tilted'),
    Field('tilt_mat',        'mat3',    '2',     '1',              'how they are turned then'),
    # differences of points of two convex shapes: a simplex and a polytope of triangles
    Field('simplex',         'vec3',    '4',     'm',              'corners of the simplex'),
    Field('simplex_part',    'vec3',    '8',     'm',              'points that the corners are the differences of'),
    Field('simplex_code',    'int',     '4',     '',               'octants these are in'),
    Field('simplex_weight',  'real',    '4',     '1',              'weights of its point closest to the origin'),
    Field('simplex_volume',  'real',    '4',     'm^3',            'volume between the origin and each face'),
    Field('simplex_num',     'int',     '',      '',               'number of corners'),
    Field('hull_point',      'vec3',    '128',   'm',              'points of the polytope'),
    Field('hull_part',       'vec3',    '256',   'm',              'points that these are the differences of'),
    Field('hull_code',       'int',     '128',   '',               'octants these are in'),
    Field('hull_point_num',  'int',     '',      '',               'number of points'),
    Field('hull_role',       'int',     '5',     '',               'points that are the corners of the first polytope'),
    Field('hull_centre',     'vec3',    '',      'm',              'a point inside'),
    Field('hull_corner',     'int',     '768',   '',               'point that each half-edge starts at'),
    Field('hull_twin',       'int',     '768',   '',               'half-edge the other way'),
    Field('hull_foot',       'vec3',    '256',   'm',              'origin projected on each face, turned outwards'),
    Field('hull_dist2',      'real',    '256',   'm^2',            'squared distance of each face from the origin'),
    Field('hull_place',      'int',     '256',   '',               'place of each face in the list; -1 none, -2 gone'),
    Field('hull_face_num',   'int',     '',      '',               'faces there were at most'),
    Field('hull_listed',     'int',     '256',   '',               'faces that may be the closest'),
    Field('hull_listed_num', 'int',     '',      '',               'number of these'),
    Field('hull_free',       'int',     '256',   '',               'faces that are gone'),
    Field('hull_free_num',   'int',     '',      '',               'number of these'),
    Field('hull_wait',       'int',     '512',   '',               'half-edges whose faces are to be looked at'),
    Field('hull_rim',        'int',     '512',   '',               'half-edges around a hole'),
    # a face or edge of a convex shape while it is clipped by a face of another
    Field('convex_face',     'int',     '6',     '',               'side of each axis whose face touches, or 0'),
    Field('outline',         'vec3',    '80',    'm',              'corners of the face, the polygon and its part'),
    Field('convex_chosen',   'int',     '4',     '',               'corners of the polygon that become contacts'),
    # islands and constraint solvers
    Field('tree_leader',     'int',     'ntree', '',               'a tree before it in the same island, or itself'),
    Field('island',          'int',     '',      '',               'the island that is solved; -1: the whole model'),
    Field('iteration',       'int',     '',      '',               'steps of its solver so far'),
    Field('tree_order',      'int',     'ntree', '',               'trees of an island, those to eliminate first last'),
    Field('dof_order',       'int',     'nv',    '',               'dofs by island, in the order of its solver'),
    Field('dof_place',       'int',     'nv',    '',               'place of each dof among those of its island'),
    # derivatives by finite differences
    Field('skipped',         'int',     '',      '',               'stages left out: 1 position, 2 also velocity'),
    Field('sensing',         'int',     '',      '',               'whether sensors are computed'),
    Field('refactors',       'int',     '',      '',               'whether the matrix of the step is made anew'),
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
