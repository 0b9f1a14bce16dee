"""Private fields of this room, `d.work.NAME` in kernels: the order of the sweep, points found between two geoms."""

from ...schema.field import Field

TYPES = 9  # of geoms that collide
FEWEST = 16  # contacts there is room for
MOST_PAIRS = 512  # of geoms that are listed for several worlds
STEPS = 8  # along each axis of a lattice of directions
LATTICE = STEPS ** 3  # cells of such a lattice

WORK = (
    Field('box_low',         'vec3',    'nbody', 'm',              'lower corner of a body in the axes of the sweep'),
    Field('box_high',        'vec3',    'nbody', 'm',              'upper corner of a body in the axes of the sweep'),
    Field('sweep_order',     'int',     'nbody', '',               'all bodies in the order of their lower ends'),
    Field('sweep_count',     'int',     '',      '',               'bodies in this list; 0 before the first sweep'),
    Field('sweep_room',      'int',     '',      '',               'pairs of bodies that the last sweep had room for'),
    Field('pair_list',       'int',     '1024',  '',               'pairs of geoms that may touch, for several worlds'),
    Field('pair_end',        'int',     '',      '',               'how many plus 1; 0: not listed, -1: too many'),
    Field('reach',           'real',    '',      'm|rad',          'how far beyond margins contacts and limits count'),
    Field('con_capacity',    'int',     '',      '',               'contacts there is room for'),
    Field('cone_num',        'int',     '',      '',               'contacts whose H is set; else it is anything'),
    Field('travel',          'vec3',    'ngeom', 'm',              'how far a geom goes in a step (speculative)'),
    Field('turning',         'vec3',    'ngeom', 'rad',            'by how much it turns meanwhile'),
    Field('sweep',           'real',    'ngeom', 'm',              'how far its surface goes at most'),
    Field('hull_start',      'int',     f'nmesh*{LATTICE}', '',    'vertex of a hull found last, by direction, plus 1'),
    Field('hull_clear',      'int',     'nmesh', '',               'vertices of a hull without twins; else negative'),
    Field('found_ahead',     'int',     '',      '',               'whether the points are met only later in the step'),
    Field('found_time',      'real',    '',      '1',              'in which part of the step that is'),
    Field('found_speed',     'real',    '',      'm',              'how much closer the geoms come in a step'),
    Field('found_reach',     'real',    '',      'm',              'distance up to which they count'),
    Field('found_num',       'int',     '',      '',               'points found'),
    Field('found_dist',      'real',    '64',    'm',              'distance at each point, negative in penetration'),
    Field('found_pos',       'vec3',    '64',    'm',              'position of each point'),
    Field('found_normal',    'vec3',    '64',    '1',              'normal of each point, from the first geom on'),
    Field('found_tangent',   'vec3',    '64',    '1',              'wanted direction of the first tangent, or zero'),
)

# words of the model that are filled in for each process
TABLES = (
    Field('collider', 'size', '81', '', 'address of the slot of the collider for each pair of geom types; 0: none'),
    Field('replaced', 'size', '', '', "how many of these are a user's own"),
)
