"""Visual settings, one table per group of mjVisual."""

from .field import Field

# free camera and rendering
GLOBAL = (
    Field('cameraid',         'int',   '', '',      'camera shown first; -1: free camera'),
    Field('orthographic',     'int',   '', '',      'free camera projects in parallel'),
    Field('fovy',             'float', '', 'deg|m', 'free camera: vertical field of view, or height if orthographic'),
    Field('ipd',              'float', '', 'm',     'free camera: distance between the eyes in stereo'),
    Field('azimuth',          'float', '', 'deg',   'free camera: initial angle about z; 90 looks along y'),
    Field('elevation',        'float', '', 'deg',   'free camera: initial angle; negative looks down'),
    Field('linewidth',        'float', '', '1',     'width of lines in wireframe, in pixels'),
    Field('glow',             'float', '', '1',     'emission added to the selected body'),
    Field('realtime',         'float', '', '1',     'initial speed of the viewer; 1: real time'),
    Field('offwidth',         'int',   '', '',      'width of the off-screen buffer in pixels'),
    Field('offheight',        'int',   '', '',      'height of the off-screen buffer in pixels'),
    Field('ellipsoidinertia', 'int',   '', '',      'draw inertias as ellipsoids, not boxes'),
    Field('bvactive',         'int',   '', '',      'record in bvh_active which volumes were reached'),
)

# level of detail
QUALITY = (
    Field('shadowsize', 'int', '', '', 'side of the shadow map in pixels'),
    Field('offsamples', 'int', '', '', 'samples per pixel; 0 or 1: no anti-aliasing'),
    Field('numslices',  'int', '', '', 'subdivisions of round shapes around z'),
    Field('numstacks',  'int', '', '', 'subdivisions of round shapes along z'),
    Field('numquads',   'int', '', '', 'subdivisions of the faces of a box'),
)

# light at the camera
HEADLIGHT = (
    Field('ambient',  'float', '3', '1', 'ambient colour'),
    Field('diffuse',  'float', '3', '1', 'diffuse colour'),
    Field('specular', 'float', '3', '1', 'specular colour'),
    Field('active',   'int',   '',  '',  '0: off, 1: on, 2: viewer decides'),
)

# how physical quantities become pictures
MAP = (
    Field('stiffness',      'float', '', '1/s^2', 'mouse spring: acceleration per displacement'),
    Field('stiffnessrot',   'float', '', '1/s^2', 'mouse spring: angular acceleration per angle'),
    Field('force',          'float', '', 's^2',   'arrow length per force over mean mass'),
    Field('torque',         'float', '', 's^2/m', 'arrow length per torque over mean mass'),
    Field('alpha',          'float', '', '1',     'factor on opacity when bodies are drawn transparent'),
    Field('fogstart',       'float', '', '1',     'distance where fog begins, in model extents'),
    Field('fogend',         'float', '', '1',     'distance where fog is complete, in model extents'),
    Field('znear',          'float', '', '1',     'near clipping plane, in model extents'),
    Field('zfar',           'float', '', '1',     'far clipping plane, in model extents'),
    Field('haze',           'float', '', '1',     'share of the way to the horizon that is hazy'),
    Field('shadowclip',     'float', '', '1',     'half width of directional shadows, in model extents'),
    Field('shadowscale',    'float', '', '1',     "share of a spot's cone that casts shadows"),
    Field('actuatortendon', 'float', '', '1',     'width of actuated tendons over that of others'),
)

# sizes of decorations, in units of stat.meansize
SCALE = (
    Field('forcewidth',     'float', '', '1', 'radius of force arrows'),
    Field('contactwidth',   'float', '', '1', 'radius of contact discs'),
    Field('contactheight',  'float', '', '1', 'height of contact discs'),
    Field('connect',        'float', '', '1', 'radius of the links between bodies and joints'),
    Field('com',            'float', '', '1', 'radius of centres of mass'),
    Field('camera',         'float', '', '1', 'size of cameras'),
    Field('light',          'float', '', '1', 'size of lights'),
    Field('selectpoint',    'float', '', '1', 'radius of the selected point'),
    Field('jointlength',    'float', '', '1', 'length of joint axes'),
    Field('jointwidth',     'float', '', '1', 'radius of joint axes'),
    Field('actuatorlength', 'float', '', '1', 'length of actuator arrows'),
    Field('actuatorwidth',  'float', '', '1', 'radius of actuator arrows'),
    Field('framelength',    'float', '', '1', 'length of frame axes'),
    Field('framewidth',     'float', '', '1', 'radius of frame axes'),
    Field('constraint',     'float', '', '1', 'radius of lines between constrained points'),
    Field('slidercrank',    'float', '', '1', 'radius of slider-cranks'),
    Field('frustum',        'float', '', '1', 'distance from a camera to the far end of its frustum'),
)

# colours of decorations
RGBA = (
    Field('fog',              'float', '4', '1', 'distant fog'),
    Field('haze',             'float', '4', '1', 'haze at the horizon'),
    Field('force',            'float', '4', '1', 'perturbation forces'),
    Field('inertia',          'float', '4', '1', 'equivalent inertia shapes'),
    Field('joint',            'float', '4', '1', 'joint axes'),
    Field('actuator',         'float', '4', '1', 'actuators at rest'),
    Field('actuatornegative', 'float', '4', '1', 'actuators at the lower end of their range'),
    Field('actuatorpositive', 'float', '4', '1', 'actuators at the upper end of their range'),
    Field('com',              'float', '4', '1', 'centres of mass'),
    Field('camera',           'float', '4', '1', 'camera bodies'),
    Field('light',            'float', '4', '1', 'light bodies'),
    Field('selectpoint',      'float', '4', '1', 'the selected point'),
    Field('connect',          'float', '4', '1', 'links between bodies and joints'),
    Field('contactpoint',     'float', '4', '1', 'contact discs'),
    Field('contactforce',     'float', '4', '1', 'contact forces'),
    Field('contactfriction',  'float', '4', '1', 'friction part of split contact forces'),
    Field('contacttorque',    'float', '4', '1', 'contact torques'),
    Field('contactgap',       'float', '4', '1', 'contacts in the gap, without force'),
    Field('rangefinder',      'float', '4', '1', 'rangefinder rays'),
    Field('constraint',       'float', '4', '1', 'violated spatial constraints'),
    Field('slidercrank',      'float', '4', '1', 'slider-cranks'),
    Field('crankbroken',      'float', '4', '1', 'slider-cranks whose rod is too short'),
    Field('frustum',          'float', '4', '1', 'camera frustums'),
    Field('bv',               'float', '4', '1', 'bounding volumes'),
    Field('bvactive',         'float', '4', '1', 'bounding volumes reached by the collision search'),
)

VISUAL = {
    'global_': GLOBAL,
    'quality': QUALITY,
    'headlight': HEADLIGHT,
    'map': MAP,
    'scale': SCALE,
    'rgba': RGBA,
}
