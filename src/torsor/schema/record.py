"""Records that mjData holds in lists: contacts, warnings, timers, solver statistics."""

from .field import Field

PRECONTACT = (
    Field('dist',    'real', '', 'm', 'distance between the surfaces; negative: overlap'),
    Field('pos',     'vec3', '', 'm', 'midpoint between the surfaces, in the world'),
    Field('normal',  'vec3', '', '1', 'from the first to the second geom'),
    Field('tangent', 'vec3', '', '1', 'first tangent; zero: any'),
)  # fmt: skip

CONTACT = (
    Field('dist',           'real', '',   'm',         'distance between the surfaces; negative: overlap'),
    Field('pos',            'vec3', '',   'm',         'midpoint between the surfaces, in the world'),
    Field('frame',          'mat3', '',   '1',         'rows: normal from the first to the second, two tangents'),
    Field('includemargin',  'real', '',   'm',         'distance below which a force acts'),
    Field('friction',       'real', '5',  '1,1,m,m,m', 'two sliding, torsional, two rolling coefficients'),
    Field('solref',         'real', '2',  's,1',       'normal direction: time constant, damping ratio'),
    Field('solreffriction', 'real', '2',  's,1',       'friction directions; 0 0: as the normal'),
    Field('solimp',         'real', '5',  '1,1,m,1,1', 'impedance curve'),
    Field('adhesion',       'real', '',   'N',         'attractive normal force'),
    Field('surfacevel',     'vec3', '',   'm/s,rad/s', 'second minus first surface velocity: tangents, spin'),
    Field('mu',             'real', '',   '1',         'friction coefficient of the regularised cone'),
    Field('H',              'real', '36', 'varies',    'Hessian of the elliptic cone, 6 x 6'),
    Field('dim',            'int',  '',   '',          'contact dimension: 1, 3, 4 or 6'),
    Field('geom1',          'int',  '',   '',          'first geom; -1: flex'),
    Field('geom2',          'int',  '',   '',          'second geom; -1: flex'),
    Field('geom',           'int',  '2',  '',          'both geoms; -1: flex'),
    Field('flex',           'int',  '2',  '',          'both flexes; -1: geom'),
    Field('elem',           'int',  '2',  '',          'flex elements; -1: geom or vertex'),
    Field('vert',           'int',  '2',  '',          'flex vertices; -1: geom or element'),
    Field('exclude',        'int',  '',   '',          '0: has rows; else why not: 1 in the gap, 4 passive flex'),
    Field('efc_address',    'int',  '',   '',          'first constraint row; -1: none'),
)

WARNING = (
    Field('lastinfo', 'int', '', '', 'index or size that the last warning was about'),
    Field('number',   'int', '', '', 'how often it was raised'),
)

TIMER = (
    Field('duration', 'real', '', 's', 'total time'),
    Field('number',   'int',  '', '',  'how often it was called'),
)

SOLVER = (
    Field('improvement', 'real', '', '1', 'cost reduction, scaled'),
    Field('gradient',    'real', '', '1', 'norm of the gradient, scaled'),
    Field('lineslope',   'real', '', '1', 'slope at the end of the line search'),
    Field('nactive',     'int',  '', '',  'active constraint rows'),
    Field('nchange',     'int',  '', '',  'rows that changed state'),
    Field('neval',       'int',  '', '',  'cost evaluations of the line search'),
    Field('nupdate',     'int',  '', '',  'rank-one updates of the factor'),
)
