"""Visual settings, one table per group of mjVisual."""

from .field import Field

GLOBAL = (
    Field('cameraid',                'int',     '',                    '',        ''),
    Field('orthographic',            'int',     '',                    '',        ''),
    Field('fovy',                    'float',   '',                    '',        ''),
    Field('ipd',                     'float',   '',                    '',        ''),
    Field('azimuth',                 'float',   '',                    '',        ''),
    Field('elevation',               'float',   '',                    '',        ''),
    Field('linewidth',               'float',   '',                    '',        ''),
    Field('glow',                    'float',   '',                    '',        ''),
    Field('realtime',                'float',   '',                    '',        ''),
    Field('offwidth',                'int',     '',                    '',        ''),
    Field('offheight',               'int',     '',                    '',        ''),
    Field('ellipsoidinertia',        'int',     '',                    '',        ''),
    Field('bvactive',                'int',     '',                    '',        ''),
)

QUALITY = (
    Field('shadowsize',              'int',     '',                    '',        ''),
    Field('offsamples',              'int',     '',                    '',        ''),
    Field('numslices',               'int',     '',                    '',        ''),
    Field('numstacks',               'int',     '',                    '',        ''),
    Field('numquads',                'int',     '',                    '',        ''),
)

HEADLIGHT = (
    Field('ambient',                 'float',   '3',                   '',        ''),
    Field('diffuse',                 'float',   '3',                   '',        ''),
    Field('specular',                'float',   '3',                   '',        ''),
    Field('active',                  'int',     '',                    '',        ''),
)

MAP = (
    Field('stiffness',               'float',   '',                    '',        ''),
    Field('stiffnessrot',            'float',   '',                    '',        ''),
    Field('force',                   'float',   '',                    '',        ''),
    Field('torque',                  'float',   '',                    '',        ''),
    Field('alpha',                   'float',   '',                    '',        ''),
    Field('fogstart',                'float',   '',                    '',        ''),
    Field('fogend',                  'float',   '',                    '',        ''),
    Field('znear',                   'float',   '',                    '',        ''),
    Field('zfar',                    'float',   '',                    '',        ''),
    Field('haze',                    'float',   '',                    '',        ''),
    Field('shadowclip',              'float',   '',                    '',        ''),
    Field('shadowscale',             'float',   '',                    '',        ''),
    Field('actuatortendon',          'float',   '',                    '',        ''),
)

SCALE = (
    Field('forcewidth',              'float',   '',                    '',        ''),
    Field('contactwidth',            'float',   '',                    '',        ''),
    Field('contactheight',           'float',   '',                    '',        ''),
    Field('connect',                 'float',   '',                    '',        ''),
    Field('com',                     'float',   '',                    '',        ''),
    Field('camera',                  'float',   '',                    '',        ''),
    Field('light',                   'float',   '',                    '',        ''),
    Field('selectpoint',             'float',   '',                    '',        ''),
    Field('jointlength',             'float',   '',                    '',        ''),
    Field('jointwidth',              'float',   '',                    '',        ''),
    Field('actuatorlength',          'float',   '',                    '',        ''),
    Field('actuatorwidth',           'float',   '',                    '',        ''),
    Field('framelength',             'float',   '',                    '',        ''),
    Field('framewidth',              'float',   '',                    '',        ''),
    Field('constraint',              'float',   '',                    '',        ''),
    Field('slidercrank',             'float',   '',                    '',        ''),
    Field('frustum',                 'float',   '',                    '',        ''),
)

RGBA = (
    Field('fog',                     'float',   '4',                   '',        ''),
    Field('haze',                    'float',   '4',                   '',        ''),
    Field('force',                   'float',   '4',                   '',        ''),
    Field('inertia',                 'float',   '4',                   '',        ''),
    Field('joint',                   'float',   '4',                   '',        ''),
    Field('actuator',                'float',   '4',                   '',        ''),
    Field('actuatornegative',        'float',   '4',                   '',        ''),
    Field('actuatorpositive',        'float',   '4',                   '',        ''),
    Field('com',                     'float',   '4',                   '',        ''),
    Field('camera',                  'float',   '4',                   '',        ''),
    Field('light',                   'float',   '4',                   '',        ''),
    Field('selectpoint',             'float',   '4',                   '',        ''),
    Field('connect',                 'float',   '4',                   '',        ''),
    Field('contactpoint',            'float',   '4',                   '',        ''),
    Field('contactforce',            'float',   '4',                   '',        ''),
    Field('contactfriction',         'float',   '4',                   '',        ''),
    Field('contacttorque',           'float',   '4',                   '',        ''),
    Field('contactgap',              'float',   '4',                   '',        ''),
    Field('rangefinder',             'float',   '4',                   '',        ''),
    Field('constraint',              'float',   '4',                   '',        ''),
    Field('slidercrank',             'float',   '4',                   '',        ''),
    Field('crankbroken',             'float',   '4',                   '',        ''),
    Field('frustum',                 'float',   '4',                   '',        ''),
    Field('bv',                      'float',   '4',                   '',        ''),
    Field('bvactive',                'float',   '4',                   '',        ''),
)

