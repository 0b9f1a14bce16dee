"""What is drawn: abstract geoms, lights and cameras of a scene, and what the user wants to see of it."""

from .field import Field

GEOM = (
    Field('type',        'int',   '',    '',    'shape (mjtGeom)'),
    Field('dataid',      'int',   '',    '',    'plane, height field or mesh (twice its id, +1: its hull); -1: none'),
    Field('objtype',     'int',   '',    '',    'kind of element it stands for (mjtObj); unknown for decorations'),
    Field('objid',       'int',   '',    '',    'element it stands for'),
    Field('category',    'int',   '',    '',    'static, dynamic or decoration (mjtCatBit)'),
    Field('matid',       'int',   '',    '',    'material with texture; -1: none'),
    Field('texid',       'int',   '',    '',    'texture; -1: none'),
    Field('texuniform',  'int',   '',    '',    'texture repeats per unit of length, not per object'),
    Field('texcoord',    'int',   '',    '',    'mesh has texture coordinates'),
    Field('segid',       'int',   '',    '',    'number in segmented pictures; -1: not shown'),
    Field('size',        'float', '3',   'm',   'sizes of the shape'),
    Field('pos',         'float', '3',   'm',   'position in the world'),
    Field('mat',         'float', '3,3', '1',   'orientation in the world'),
    Field('rgba',        'float', '4',   '1',   'colour and opacity'),
    Field('emission',    'float', '',    '1',   'share of its colour that it emits'),
    Field('specular',    'float', '',    '1',   'strength of highlights'),
    Field('shininess',   'float', '',    '1',   'sharpness of highlights'),
    Field('reflectance', 'float', '',    '1',   'strength of the mirror image'),
    Field('texrepeat',   'float', '2',   '1',   'repetitions of the texture'),
    Field('castshadow',  'byte',  '',    '',    'casts shadows'),
    Field('label',       'char',  '100', '',    'text beside it'),
    Field('camdist',     'float', '',    'm',   'distance from the camera, set when it is drawn'),
    Field('modelrbound', 'float', '',    'm',   'bounding radius of a geom of the model; 0: other'),
    Field('transparent', 'byte',  '',    '',    'drawn as transparent, set when it is drawn'),
)  # fmt: skip

LIGHT = (
    Field('id',          'int',   '',  '',            'light of the model; -1: at the camera'),
    Field('pos',         'float', '3', 'm',           'position in the world'),
    Field('dir',         'float', '3', '1',           'unit direction in the world'),
    Field('type',        'int',   '',  '',            'kind (mjtLightType)'),
    Field('texid',       'int',   '',  '',            'texture of an image light; -1: none'),
    Field('attenuation', 'float', '3', '1,1/m,1/m^2', 'constant, linear and quadratic fall-off'),
    Field('cutoff',      'float', '',  'deg',         'half angle of a spot'),
    Field('exponent',    'float', '',  '1',           'concentration of a spot'),
    Field('ambient',     'float', '3', '1',           'ambient colour'),
    Field('diffuse',     'float', '3', '1',           'diffuse colour'),
    Field('specular',    'float', '3', '1',           'specular colour'),
    Field('headlight',   'byte',  '',  '',            'is the light at the camera'),
    Field('castshadow',  'byte',  '',  '',            'casts shadows'),
    Field('bulbradius',  'float', '',  'm',           'radius of the emitter'),
    Field('intensity',   'float', '',  'cd',          'luminous intensity'),
    Field('range',       'float', '',  'm',           'distance beyond which it lights nothing'),
    Field('softness',    'float', '',  '1',           'share of the cone over which a spot fades out'),
)  # fmt: skip

GLCAMERA = (
    Field('pos',            'float', '3', 'm', 'position in the world'),
    Field('forward',        'float', '3', '1', 'direction of view'),
    Field('up',             'float', '3', '1', 'upward direction'),
    Field('frustum_center', 'float', '',  'm', 'horizontal centre of the picture on the near plane'),
    Field('frustum_width',  'float', '',  'm', 'half width of the picture on the near plane; 0: from the aspect ratio'),
    Field('frustum_bottom', 'float', '',  'm', 'lower end of the picture on the near plane'),
    Field('frustum_top',    'float', '',  'm', 'upper end of the picture on the near plane'),
    Field('frustum_near',   'float', '',  'm', 'distance of the near plane'),
    Field('frustum_far',    'float', '',  'm', 'distance of the far plane'),
    Field('orthographic',   'int',   '',  '',  'projects in parallel'),
)  # fmt: skip

CAMERA = (
    Field('type',         'int',  '', '',    'free, tracking, fixed or set by the user (mjtCamera)'),
    Field('fixedcamid',   'int',  '', '',    'camera of the model'),
    Field('trackbodyid',  'int',  '', '',    'body that is followed'),
    Field('lookat',       'vec3', '', 'm',   'point that it looks at'),
    Field('distance',     'real', '', 'm',   'distance from that point'),
    Field('azimuth',      'real', '', 'deg', 'angle about z; 90 looks along y'),
    Field('elevation',    'real', '', 'deg', 'angle above the horizon of its direction'),
    Field('orthographic', 'int',  '', '',    'projects in parallel'),
)  # fmt: skip

VISUAL_OPTION = (
    Field('label',         'int',  '',   '', 'what has labels (mjtLabel)'),
    Field('frame',         'int',  '',   '', 'what has frames (mjtFrame)'),
    Field('geomgroup',     'byte', '6',  '', 'groups of geoms that are shown'),
    Field('sitegroup',     'byte', '6',  '', 'groups of sites that are shown'),
    Field('jointgroup',    'byte', '6',  '', 'groups of joints that are shown'),
    Field('tendongroup',   'byte', '6',  '', 'groups of tendons that are shown'),
    Field('actuatorgroup', 'byte', '6',  '', 'groups of actuators that are shown'),
    Field('flexgroup',     'byte', '6',  '', 'groups of flexes that are shown'),
    Field('skingroup',     'byte', '6',  '', 'groups of skins that are shown'),
    Field('flags',         'byte', '31', '', 'what is shown (mjtVisFlag)'),
    Field('bvh_depth',     'int',  '',   '', 'depth of the bounding volumes that are shown'),
    Field('flex_layer',    'int',  '',   '', 'layer of a solid flex that is shown'),
)  # fmt: skip

PERTURB = (
    Field('select',     'int',  '', '',   'selected body; 0: none'),
    Field('flexselect', 'int',  '', '',   'selected flex; -1: none'),
    Field('skinselect', 'int',  '', '',   'selected skin; -1: none'),
    Field('active',     'int',  '', '',   'what the mouse does (mjtPertBit)'),
    Field('active2',    'int',  '', '',   'what a second mouse does (mjtPertBit)'),
    Field('refpos',     'vec3', '', 'm',  'where the centre of mass of the body is wanted'),
    Field('refquat',    'quat', '', '1',  'how its inertial frame is wanted'),
    Field('refselpos',  'vec3', '', 'm',  'where the selected point is wanted'),
    Field('localpos',   'vec3', '', 'm',  'selected point in the body frame'),
    Field('localmass',  'real', '', 'kg', 'mass that is felt at the selected point'),
    Field('scale',      'real', '', 'm',  'motion in space per motion of the mouse over the whole window'),
)  # fmt: skip

FIGURE = (
    Field('flg_legend',    'int',   '',         '',  'show a legend'),
    Field('flg_ticklabel', 'int',   '2',        '',  'show numbers at the axes'),
    Field('flg_extend',    'int',   '',         '',  'extend the axes to fit the data'),
    Field('flg_barplot',   'int',   '',         '',  'draw separate segments'),
    Field('flg_selection', 'int',   '',         '',  'draw a vertical line at `selection`'),
    Field('flg_symmetric', 'int',   '',         '',  'vertical axis is symmetric about zero'),
    Field('linewidth',     'float', '',         '1', 'width of lines in pixels'),
    Field('gridwidth',     'float', '',         '1', 'width of grid lines in pixels'),
    Field('gridsize',      'int',   '2',        '',  'number of grid lines'),
    Field('gridrgb',       'float', '3',        '1', 'colour of the grid'),
    Field('figurergba',    'float', '4',        '1', 'colour of the figure'),
    Field('panergba',      'float', '4',        '1', 'colour of the pane'),
    Field('legendrgba',    'float', '4',        '1', 'colour of the legend'),
    Field('textrgb',       'float', '3',        '1', 'colour of text'),
    Field('linergb',       'float', '100,3',    '1', 'colours of lines'),
    Field('range',         'float', '2,2',      'varies', 'ranges of the axes; empty: automatic'),
    Field('xformat',       'char',  '20',       '',  'how numbers at the horizontal axis are printed'),
    Field('yformat',       'char',  '20',       '',  'how numbers at the vertical axis are printed'),
    Field('minwidth',      'char',  '20',       '',  'text that the vertical numbers have room for'),
    Field('title',         'char',  '1000',     '',  'title; parts are separated by two spaces'),
    Field('xlabel',        'char',  '100',      '',  'label of the horizontal axis'),
    Field('linename',      'char',  '100,100',  '',  'names of lines in the legend'),
    Field('legendoffset',  'int',   '',         '',  'lines by which the legend is moved down'),
    Field('subplot',       'int',   '',         '',  'part of the title that is highlighted'),
    Field('highlight',     'int',   '2',        '',  'point whose line in the legend is highlighted'),
    Field('highlightid',   'int',   '',         '',  'line that is highlighted; -1: none'),
    Field('selection',     'float', '',         'varies', 'where the vertical line is'),
    Field('linepnt',       'int',   '100',      '',  'points of each line'),
    Field('linedata',      'float', '100,2002', 'varies', 'points of each line: x, y, x, y, ...'),
    Field('xaxispixel',    'int',   '2',        '',  'ends of the horizontal axis in pixels, when drawn'),
    Field('yaxispixel',    'int',   '2',        '',  'ends of the vertical axis in pixels, when drawn'),
    Field('xaxisdata',     'float', '2',        'varies', 'ends of the horizontal axis, when drawn'),
    Field('yaxisdata',     'float', '2',        'varies', 'ends of the vertical axis, when drawn'),
)  # fmt: skip

RECT = (
    Field('left',   'int', '', '', 'left end in pixels'),
    Field('bottom', 'int', '', '', 'lower end in pixels'),
    Field('width',  'int', '', '', 'width in pixels'),
    Field('height', 'int', '', '', 'height in pixels'),
)  # fmt: skip

VERTEX_ATTRIBUTE = (
    Field('usage', 'int', '', '', 'what vertices have there (mjrVertexAttributeUsage)'),
    Field('type',  'int', '', '', 'which numbers these are (mjrVertexAttributeType)'),
)  # fmt: skip
