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
    Field('rk_ten_length',   'real',    'ntendon', 'm|rad',        'tendon lengths at the start of a step'),
    Field('rk_ten_J',        'real',    'nJten', '1|m',            'their Jacobian at the start of a step'),
    # collision: boxes and order of bodies in the sweep, bodies and nodes of trees that are looked at
    Field('box_low',         'vec3',    'nbody', 'm',              'lower corner of a body in the axes of the sweep'),
    Field('box_high',        'vec3',    'nbody', 'm',              'upper corner of a body in the axes of the sweep'),
    Field('sweep_order',     'int',     'nbody', '',               'bodies in the order of their lower ends'),
    Field('sweep_count',     'int',     '',      '',               'bodies in the sweep'),
    Field('sweep_room',      'int',     '',      '',               'pairs of bodies that the last sweep had room for'),
    Field('bodies',          'int',     '2',     '',               'the two bodies whose geoms are looked at'),
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
    # two convex cores
    Field('convex_type',     'int',     '2',     '',               'type of each geom'),
    Field('convex_radius',   'real',    '2',     'm',              'how far each shape extends beyond its core'),
    Field('convex_offset',   'vec3',    '',      'm',              'centre of the first core, from that of the second'),
    Field('convex_size',     'real',    '6',     'm',              'half sizes of both cores'),
    Field('convex_axes',     'real',    '18',    '1',              'axes of both cores'),
    Field('convex_scale',    'real',    '',      'm',              'sum of the offset and the sizes'),
    Field('convex_kink',     'int',     '6',     '',               'kind of kink of the extent across each axis'),
    Field('convex_way',      'vec3',    '',      '1',              'direction of support, in the end the normal'),
    Field('convex_point',    'vec3',    '',      'm',              'support point'),
    Field('convex_dist',     'real',    '',      'm',              'distance along the way, negative in penetration'),
    Field('convex_rough',    'real',    '',      '1',              'share of the distance that may be uncertain'),
    Field('convex_overlap',  'int',     '',      '',               'whether the cores overlap'),
    Field('convex_exact',    'int',     '',      '',               'whether the way could be refined'),
    Field('convex_side',     'int',     '6',     '',               'side of each axis that the way is on; 0: across'),
    Field('convex_part',     'vec3',    '2',     'm',              'middle of the farthest part of each core'),
    Field('convex_polygon',  'vec3',    '64',    'm',              'face or edge that is clipped by another face'),
    Field('convex_clipped',  'vec3',    '64',    'm',              'part of the polygon'),
    Field('convex_chosen',   'int',     '4',     '',               'corners of the polygon that become contacts'),
    # differences of points of two convex cores: a simplex and a polytope
    Field('simplex',         'vec3',    '4',     'm',              'points of the simplex'),
    Field('simplex_weight',  'real',    '4',     '1',              'weights of its point closest to the origin'),
    Field('hull_point',      'vec3',    '128',   'm',              'points of the polytope'),
    Field('hull_point_num',  'int',     '',      '',               'number of points'),
    Field('hull_face',       'size',    '256,3', '',               'corners of each face'),
    Field('hull_face_num',   'int',     '',      '',               'number of faces and free places among them'),
    Field('hull_normal',     'vec3',    '256',   '1',              'outward normal of each face'),
    Field('hull_dist',       'real',    '256',   'm',              'distance of each face from the origin'),
    Field('hull_edge',       'size',    '128,2', '',               'ends of each edge of the outline of a hole'),
    Field('hull_edge_num',   'int',     '',      '',               'number of edges'),
    # constraint solvers
    Field('island',          'int',     '',      '',               'the island that is solved; -1: the whole model'),
    Field('iteration',       'int',     '',      '',               'steps of its solver so far'),
    Field('dof_order',       'int',     'nv',    '',               'dofs by island, in the order of its solver'),
    Field('dof_place',       'int',     'nv',    '',               'place of each dof among those of its island'),
    # derivatives by finite differences
    Field('skipped',         'int',     '',      '',               'stages left out: 1 position, 2 also velocity'),
    Field('sensing',         'int',     '',      '',               'whether sensors are computed'),
    # derivatives by velocity
    Field('axis_rate',       'spatial', 'nv',    '1/s,m/s',        'change of body acceleration with velocity above'),
    Field('column',          'spatial', 'nv',    'N m s,N s',      'change of subtree force with velocity of a dof'),
    Field('momentum',        'spatial', 'nbody', 'N m s,N s',      'momentum of each subtree'),
    Field('inertia_rate',    'mat3',    'nbody', 'kg m^2/s',       'rate of the rotational inertia of each subtree'),
    Field('drag_torque_ang', 'mat3',    'nbody', 'N m s',          'change of fluid torque with angular velocity'),
    Field('drag_torque_lin', 'mat3',    'nbody', 'N s',            'change of fluid torque with linear velocity'),
    Field('drag_force_ang',  'mat3',    'nbody', 'N s',            'change of fluid force with angular velocity'),
    Field('drag_force_lin',  'mat3',    'nbody', 'N s/m',          'change of fluid force with linear velocity'),
)

# words of the model that are filled in for each process
TABLES = (
    Field('collider', 'size', '81', '', 'address of the slot of the collider for each pair of geom types; 0: none'),
)
