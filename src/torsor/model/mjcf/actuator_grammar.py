"""The grammar of actuators: what all have, what each shortcut adds, and what they act on."""

from ...schema.enums import mjtCtrlChart, mjtCtrlInput
from .later_grammar import ACTUATOR_PLUGIN
from .rule import NAMED, USER, Rule, renamed
from .values import BOOL, INT, REAL, REAL2, REAL3, TEXT, TRISTATE, Keyword, Kind, OrderedWords, reals, words

INPUTS = OrderedWords(
    {
        'pos': mjtCtrlInput.mjINPUT_POS, 'vel': mjtCtrlInput.mjINPUT_VEL, 'ff': mjtCtrlInput.mjINPUT_FF,
        'voltage': mjtCtrlInput.mjINPUT_VOLTAGE, 'pressure': mjtCtrlInput.mjINPUT_PRESSURE,
    },
    {
        '': 0, 'none': mjtCtrlInput.mjINPUT_NONE, 'expmap': mjtCtrlChart.mjCHART_EXPMAP,
        'quat': mjtCtrlChart.mjCHART_QUAT,
    },
    target='ctrlspec',
)  # fmt: skip
CHART = Keyword(
    {'': 0, 'expmap': mjtCtrlChart.mjCHART_EXPMAP, 'quat': mjtCtrlChart.mjCHART_QUAT}, target='ctrlspec'
)
DELAY = {'nsample': INT, 'interp': Keyword(words('zoh', 'linear', 'cubic')), 'delay': REAL}
FORCE_LIMIT = {'forcelimited': TRISTATE, 'forcerange': REAL2}
# what every actuator has that acts along a length
COMMON = {
    'group': INT, 'ctrllimited': TRISTATE, 'ctrlrange': REAL2, **FORCE_LIMIT, 'gear': reals(6, 1),
    'damping': reals(3, 1), 'armature': REAL, 'user': USER, **DELAY, 'cranklength': REAL,
}  # fmt: skip
# what those have that act on something else
SIMPLE = {'group': INT, 'ctrlrange': REAL2, **FORCE_LIMIT, 'user': USER, **DELAY}
SERVO = {'kp': REAL, 'kv': REAL, 'dampratio': REAL}


def without(attributes: dict[str, Kind], *names: str) -> dict[str, Kind]:
    """`attributes` but for some."""
    return {name: kind for name, kind in attributes.items() if name not in names}


SHORTCUTS: dict[str, dict[str, Kind]] = {
    'general': {
        **COMMON, 'actlimited': TRISTATE, 'actrange': REAL2, 'actdim': INT, 'actearly': BOOL,
        'dyntype': Keyword(words('none', 'integrator', 'filter', 'filterexact', 'muscle', 'dcmotor', 'pid', 'user')),
        'gaintype': Keyword(words('fixed', 'affine', 'muscle', 'dcmotor', 'so3', 'pid', 'user')),
        'biastype': Keyword(words('none', 'affine', 'muscle', 'dcmotor', 'so3', 'user')),
        'dynprm': reals(10, 1), 'gainprm': reals(10, 1), 'biasprm': reals(10, 1), 'inheritrange': REAL,
        'input': INPUTS, 'velrange': REAL2, 'ffrange': REAL2,
    },
    'motor': COMMON,
    'position': {**COMMON, **SERVO, 'timeconst': REAL, 'inheritrange': REAL},
    'velocity': {**COMMON, 'kv': REAL},
    'intvelocity': {
        **COMMON, **SERVO, 'inheritrange': REAL, 'actrange': REAL2,
        'actlimited': Keyword(dict.fromkeys(('false', 'true', 'auto'))),  # the range alone decides
    },
    'orientation': {**SIMPLE, **SERVO, 'input': CHART},
    'pid': {
        **COMMON, **SERVO, 'ki': REAL, 'imax': REAL, 'slewmax': REAL, 'input': INPUTS, 'inheritrange': REAL,
        'posrange': renamed(REAL2, 'ctrlrange'), 'velrange': REAL2, 'ffrange': REAL2,
    },
    'damper': {**without(COMMON, 'ctrllimited'), 'kv': REAL},
    'cylinder': {**COMMON, 'timeconst': REAL, 'area': REAL, 'diameter': REAL, 'bias': REAL3},
    'muscle': {
        **COMMON, 'timeconst': REAL2, 'range': REAL2,
        **dict.fromkeys(('force', 'scale', 'lmin', 'lmax', 'vmax', 'fpmax', 'fvmax'), REAL),
    },
    'adhesion': {**SIMPLE, 'gain': REAL},
    'dcmotor': {
        **without(COMMON, 'forcelimited', 'forcerange'), 'resistance': REAL, 'motorconst': reals(2, 1),
        'nominal': reals(3, 1), 'inductance': reals(2, 1), 'thermal': reals(6, 1), 'saturation': reals(3, 1),
        'cogging': reals(3, 1), 'lugre': reals(5, 1), 'controller': reals(6, 1), 'input': INPUTS,
    },
}  # fmt: skip

# what actuators act on; `shortcuts.py` has the order of precedence
LENGTHS = {
    **dict.fromkeys(('joint', 'jointinparent', 'tendon', 'cranksite', 'slidersite'), TEXT), 'lengthrange': REAL2,
}  # fmt: skip
SITES = {'site': TEXT, 'refsite': TEXT}
TARGETS: dict[str, dict[str, Kind]] = {
    **{tag: {**LENGTHS, **SITES} for tag in SHORTCUTS},
    'general': {**LENGTHS, **SITES, 'body': TEXT},
    'orientation': {'joint': TEXT, **SITES},
    'muscle': {**LENGTHS, 'tausmooth': REAL},
    'adhesion': {'body': TEXT},
}
ACTUATOR = Rule(
    {},
    {
        **{tag: Rule({**NAMED, **SHORTCUTS[tag], **TARGETS[tag]}) for tag in SHORTCUTS},
        'adhesion': Rule({**NAMED, **SHORTCUTS['adhesion'], **TARGETS['adhesion']}, required=('body',)),
        'plugin': ACTUATOR_PLUGIN,
    },
)
SHORTCUT_DEFAULTS: dict[str, Rule] = {tag: Rule(attributes) for tag, attributes in SHORTCUTS.items()}
