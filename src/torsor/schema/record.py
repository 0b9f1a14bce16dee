"""Records that mjData holds in lists: contacts, warnings, timers, solver statistics."""

from .field import Field

CONTACT = (
    Field('dist',                    'real',    '',                    '',        ''),
    Field('pos',                     'vec3',    '',                    '',        ''),
    Field('frame',                   'mat3',    '',                    '',        ''),
    Field('includemargin',           'real',    '',                    '',        ''),
    Field('friction',                'real',    '5',                   '',        ''),
    Field('solref',                  'real',    '2',                   '',        ''),
    Field('solreffriction',          'real',    '2',                   '',        ''),
    Field('solimp',                  'real',    '5',                   '',        ''),
    Field('adhesion',                'real',    '',                    '',        ''),
    Field('surfacevel',              'vec3',    '',                    '',        ''),
    Field('mu',                      'real',    '',                    '',        ''),
    Field('H',                       'real',    '36',                  '',        ''),
    Field('dim',                     'int',     '',                    '',        ''),
    Field('geom1',                   'int',     '',                    '',        ''),
    Field('geom2',                   'int',     '',                    '',        ''),
    Field('geom',                    'int',     '2',                   '',        ''),
    Field('flex',                    'int',     '2',                   '',        ''),
    Field('elem',                    'int',     '2',                   '',        ''),
    Field('vert',                    'int',     '2',                   '',        ''),
    Field('exclude',                 'int',     '',                    '',        ''),
    Field('efc_address',             'int',     '',                    '',        ''),
)

WARNING = (
    Field('lastinfo',                'int',     '',                    '',        ''),
    Field('number',                  'int',     '',                    '',        ''),
)

TIMER = (
    Field('duration',                'real',    '',                    '',        ''),
    Field('number',                  'int',     '',                    '',        ''),
)

SOLVER = (
    Field('improvement',             'real',    '',                    '',        ''),
    Field('gradient',                'real',    '',                    '',        ''),
    Field('lineslope',               'real',    '',                    '',        ''),
    Field('nactive',                 'int',     '',                    '',        ''),
    Field('nchange',                 'int',     '',                    '',        ''),
    Field('neval',                   'int',     '',                    '',        ''),
    Field('nupdate',                 'int',     '',                    '',        ''),
)
