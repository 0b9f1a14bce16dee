"""The grammar of what deforms: <flex>, <flexcomp>, which makes them, and <skin>."""

from ...schema.codes import mjtFlexSection, mjtFlexSelf
from .later_grammar import PLUGIN
from .rule import Rule, renamed
from .values import BOOL, INT, REAL, REAL2, REAL3, REAL4, REAL6, TEXT, Keyword, Names, ints, reals, words

FLEX_CONTACT = Rule({
    'contype': INT, 'conaffinity': INT, 'condim': INT, 'priority': INT, 'friction': reals(3, 1), 'solmix': REAL,
    'solref': reals(2, 1), 'solimp': reals(5, 1), 'margin': REAL, 'gap': REAL,
    'selfcollide': Keyword({
        word: getattr(mjtFlexSelf, f'mjFLEXSELF_{word.upper()}') for word in ('none', 'narrow', 'bvh', 'sap', 'auto')
    }),
    'activelayers': INT, 'passive': BOOL,
})  # fmt: skip
EDGE = {'stiffness': renamed(REAL, 'edgestiffness'), 'damping': renamed(REAL, 'edgedamping')}
ELASTICITY = Rule({
    'young': REAL, 'poisson': REAL, 'shear': REAL, 'damping': REAL, 'thickness': REAL,
    'yield': reals(2, 1, target='stressyield'), 'elastic2d': Keyword(words('none', 'bend', 'stretch', 'both')),
    'section': Keyword({
        'circle': mjtFlexSection.mjFLEXSECTION_CIRCLE, 'box': mjtFlexSection.mjFLEXSECTION_BOX,
    }),
    'sectionsize': REAL2,
})  # fmt: skip
# what a flexcomp hands on to its flex
SHARED = {
    'dim': INT, 'radius': REAL, 'material': Names(), 'rgba': REAL4, 'group': INT, 'flatskin': BOOL,
    'texcoord': reals(0, 1), 'cellcount': ints(3),
}  # fmt: skip
FLEX = Rule(
    {
        'name': TEXT, **SHARED, 'dof': Keyword({'trilinear': 1, 'quadratic': 2}, target='order'),
        'body': Names(target='vertbody'), 'vertex': reals(0, 1, target='vert'), 'element': ints(0, 1, target='elem'),
        'elemtexcoord': ints(0, 1), 'node': Names(target='nodebody'), 'nodecoord': reals(0, 1, target='node'),
    },
    {'contact': FLEX_CONTACT, 'edge': Rule(EDGE), 'elasticity': ELASTICITY},
    required=('body', 'element'),
    once=frozenset({'contact', 'edge', 'elasticity'}),
)  # fmt: skip

# its words for types and dofs are looked at where it is expanded
FLEXCOMP = Rule(
    {
        'name': TEXT, **SHARED, 'type': TEXT, 'dof': TEXT, 'count': ints(3), 'spacing': REAL3, 'point': reals(0, 1),
        'element': ints(0, 1), 'mass': REAL, 'inertiabox': REAL, 'file': TEXT, 'mesh': TEXT, 'rigid': BOOL,
        'scale': REAL3, 'origin': renamed(REAL3, 'centre'), 'pos': REAL3, 'quat': REAL4, 'axisangle': REAL4,
        'xyaxes': REAL6, 'zaxis': REAL3, 'euler': REAL3,
    },
    {
        'contact': FLEX_CONTACT,
        'edge': Rule({
            **EDGE, 'equality': Keyword({'false': 0, 'true': 1, 'strain': 3}), 'solref': reals(2, 1),
            'solimp': reals(5, 1),
        }),
        'elasticity': ELASTICITY,
        'pin': Rule(dict.fromkeys(('id', 'range', 'grid', 'gridrange'), ints(0, 1))),
        'plugin': PLUGIN,
    },
    required=('name',),
    exclusive=(('file', 'mesh'),),
    once=frozenset({'contact', 'edge', 'elasticity'}),
)  # fmt: skip
SKIN = Rule(
    {
        'name': TEXT, 'file': TEXT, 'vertex': reals(0, 1, target='vert'), 'texcoord': reals(0, 1), 'face': ints(0, 1),
        'inflate': REAL, 'material': TEXT, 'rgba': REAL4, 'group': INT,
    },
    {
        'bone': Rule(
            {'body': TEXT, 'bindpos': REAL3, 'bindquat': REAL4, 'vertid': ints(0, 1), 'vertweight': reals(0, 1)},
            required=('body', 'bindpos', 'bindquat', 'vertid', 'vertweight'),
        ),
    },
)  # fmt: skip
DEFORMABLE = Rule({}, {'flex': FLEX, 'skin': SKIN})
