"""Physics options and model statistics."""

from .field import Field

OPTION = (
    Field('timestep',                'real',    '',                    '',        ''),
    Field('impratio',                'real',    '',                    '',        ''),
    Field('tolerance',               'real',    '',                    '',        ''),
    Field('ls_tolerance',            'real',    '',                    '',        ''),
    Field('noslip_tolerance',        'real',    '',                    '',        ''),
    Field('ccd_tolerance',           'real',    '',                    '',        ''),
    Field('sleep_tolerance',         'real',    '',                    '',        ''),
    Field('gravity',                 'vec3',    '',                    '',        ''),
    Field('wind',                    'vec3',    '',                    '',        ''),
    Field('magnetic',                'vec3',    '',                    '',        ''),
    Field('density',                 'real',    '',                    '',        ''),
    Field('viscosity',               'real',    '',                    '',        ''),
    Field('o_margin',                'real',    '',                    '',        ''),
    Field('o_solref',                'real',    '2',                   '',        ''),
    Field('o_solimp',                'real',    '5',                   '',        ''),
    Field('o_friction',              'real',    '5',                   '',        ''),
    Field('integrator',              'int',     '',                    '',        ''),
    Field('cone',                    'int',     '',                    '',        ''),
    Field('jacobian',                'int',     '',                    '',        ''),
    Field('solver',                  'int',     '',                    '',        ''),
    Field('iterations',              'int',     '',                    '',        ''),
    Field('ls_iterations',           'int',     '',                    '',        ''),
    Field('noslip_iterations',       'int',     '',                    '',        ''),
    Field('ccd_iterations',          'int',     '',                    '',        ''),
    Field('disableflags',            'int',     '',                    '',        ''),
    Field('enableflags',             'int',     '',                    '',        ''),
    Field('disableactuator',         'int',     '',                    '',        ''),
    Field('sdf_initpoints',          'int',     '',                    '',        ''),
    Field('sdf_iterations',          'int',     '',                    '',        ''),
)

STATISTIC = (
    Field('meaninertia',             'real',    '',                    '',        ''),
    Field('meanmass',                'real',    '',                    '',        ''),
    Field('meansize',                'real',    '',                    '',        ''),
    Field('extent',                  'real',    '',                    '',        ''),
    Field('center',                  'vec3',    '',                    '',        ''),
)
