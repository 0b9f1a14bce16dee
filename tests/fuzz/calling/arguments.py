"""Arguments of calls as Python source, drawn at random: good ones, and those that should be refused.

A token names a kind of argument, `kind#label:details`. The same token twice in one call is the same argument.
"""

import random
import re
from collections.abc import Callable

import mujoco

TOKEN = re.compile(r'\{([^{}]+)\}')
ELEMENTS = {'body': 'nbody', 'geom': 'ngeom', 'site': 'nsite', 'jnt': 'njnt', 'tendon': 'ntendon', 'cam': 'ncam',
            'actuator': 'nactuator', 'sensor': 'nsensor', 'key': 'nkey', 'light': 'nlight', 'eq': 'neq',
            'mesh': 'nmesh',            'hfield': 'nhfield', 'flex': 'nflex'}
OBJECTS = {'body': 'BODY', 'geom': 'GEOM', 'site': 'SITE', 'jnt': 'JOINT', 'tendon': 'TENDON', 'cam': 'CAMERA',
           'actuator': 'ACTUATOR', 'sensor': 'SENSOR', 'key': 'KEY', 'light': 'LIGHT', 'eq': 'EQUALITY'}
NOT_NUMBERS = ('None', "'1'", '[1]', '1j')
NOT_INTEGERS = (*NOT_NUMBERS, '1.5', 'np.float64(1)', '2**40', '-2**70')
ODD_INTEGERS = ('np.int64({})', 'np.int32({})', 'np.uint8({})', 'np.array({})')
STATE_BITS = 15


class Draw:
    """Choices for one call; `world` has the wheel's `m` and `d`. `spoil` is the token that gets a bad argument."""

    def __init__(self, rng: random.Random, world: dict, spoil: str = ''):
        self.rng, self.m, self.d, self.spoil = rng, world['m'], world['d'], spoil
        self.known: dict[str, str | None] = {}

    def fill(self, template: str) -> str | None:
        """The template with all of its tokens replaced; None if the model has no such element."""
        for token in TOKEN.findall(template):
            if token not in self.known:
                self.known[token] = self.argument(token)
            if self.known[token] is None:
                return None
        return TOKEN.sub(lambda match: self.known[match[1]], template)

    def argument(self, token: str) -> str | None:
        head, _, details = token.partition(':')
        kind = head.partition('#')[0]
        good = self.element(kind) if kind in ELEMENTS else GOOD[kind](self, details)
        if token != self.spoil or good is None:
            return good
        bad = BAD.get(kind, spoiled_integer)
        return bad(self, good)

    # ------------------------------------------------------------------ parts of arguments

    def pick(self, choices):
        return choices[self.rng.randrange(len(choices))]

    def seed(self) -> int:
        return self.rng.randrange(1000)

    def element(self, kind: str) -> str | None:
        count = getattr(self.m, ELEMENTS[kind])
        return str(self.rng.randrange(count)) if count else None

    def number(self) -> str:
        return self.pick(('0.0', '1.0', '-1.0', '0.5', f'{self.rng.gauss(0, 1):.3f}', f'{self.rng.gauss(0, 10):.3f}'))

    def name(self, kind: str) -> str | None:
        """Name of some element of this kind."""
        count = getattr(self.m, ELEMENTS[kind])
        code = getattr(mujoco.mjtObj, f'mjOBJ_{OBJECTS[kind]}')
        names = [name for k in range(count) if (name := mujoco.mj_id2name(self.m, code, k))]
        return repr(self.pick(names)) if names else None


# ---------------------------------------------------------------------------------------------- good arguments

def array(draw: Draw, details: str) -> str:
    scale = draw.pick(('', '', '', '10 * ', '0.01 * ', '0 * '))
    return f'{scale}normal({draw.seed()}, {details})'


def optional(draw: Draw, details: str) -> str:
    return 'None' if draw.rng.random() < 0.3 else array(draw, details)


def unit(draw: Draw, details: str) -> str:
    """A quaternion; seldom of another length."""
    seed = draw.seed()
    return draw.pick((f'normal({seed}, 4)', *2 * (f'normal({seed}, 4) / np.linalg.norm(normal({seed}, 4))',),
                      'np.array([1.0, 0, 0, 0])'))


def group(draw: Draw, details: str) -> str:
    flags = [draw.rng.randrange(2) for _ in range(6)]
    return draw.pick(('None', f'np.array({flags}, np.uint8)'))


def contact(draw: Draw, details: str) -> str | None:
    return str(draw.rng.randrange(draw.d.ncon)) if draw.d.ncon else None


def signature(draw: Draw, details: str) -> str:
    return draw.pick((str(draw.rng.randrange(1 << STATE_BITS)), str(1 << draw.rng.randrange(STATE_BITS)),
                      'int(mj.mjtState.mjSTATE_INTEGRATION)', 'int(mj.mjtState.mjSTATE_FULLPHYSICS)'))


GOOD: dict[str, Callable[[Draw, str], str | None]] = {
    'm': lambda draw, details: 'm',
    'd': lambda draw, details: 'd',
    'in': array,
    'out': array,
    # a ray without a direction ends the wheel's process
    'direction': lambda draw, details: f'normal({draw.seed()}, {details})',
    'out?': optional,
    'ids': lambda draw, details: f'np.zeros({details}, np.int32)',
    'ids?': lambda draw, details: draw.pick(('None', f'np.zeros({details}, np.int32)')),
    'quat': unit,
    'mat': lambda draw, details: f'np.linalg.qr(normal({draw.seed()}, 3, 3))[0].ravel()',
    'group': group,
    'contact': contact,
    'sig': signature,
    'seed': lambda draw, details: str(draw.seed()),
    'number': lambda draw, details: draw.number(),
    'positive': lambda draw, details: f'{draw.rng.lognormvariate(0, 1):.3f}',
    'factor': lambda draw, details: draw.pick(('0.5', '1.1', '2.0', '1.001', '0.9', '0.0')),
    'eps': lambda draw, details: draw.pick(('1e-6', '1e-5', '1e-4')),
    'flag': lambda draw, details: draw.pick(('0', '1')),
    'bool': lambda draw, details: draw.pick(('True', 'False')),
    'int': lambda draw, details: str(draw.rng.randint(*map(int, details.split(',')))),
    'one': lambda draw, details: draw.pick(details.split('|')),
    'name': lambda draw, details: draw.name(details),
    'text': lambda draw, details: draw.pick(("'a'", "'world'", "''", "'no such thing'", "'body'")),
}


# ---------------------------------------------------------------------------------------------- bad ones

def spoiled_array(draw: Draw, good: str) -> str:
    if good == 'None':
        return draw.pick(('3', "'no'", 'np.zeros(0)', 'np.zeros((2, 2))'))
    return draw.pick((
        'None', '3.0', "'no'", f'({good}).tolist()', f'({good}).astype(np.float32)', f'({good}).astype(int)',
        f'locked(({good}).copy())', f'np.append({good}, 1.0)', f'({good}).ravel()[1:]', f'({good}).ravel()',
        f'({good})[None]', f'({good}).T', f'np.asfortranarray({good})', f'np.repeat({good}, 2, axis=-1)[..., ::2]',
        'np.zeros(0)', f'({good})[..., None]', f'({good}).astype(complex)', f'({good})[::-1]', f'np.nan * {good}'))


def spoiled_integer(draw: Draw, good: str) -> str:
    return draw.pick((*NOT_INTEGERS, *(odd.format(good) for odd in ODD_INTEGERS)))


def spoiled_number(draw: Draw, good: str) -> str:
    return draw.pick((*NOT_NUMBERS, 'np.nan', 'np.inf', f'np.float32({good})', f'np.array({good})', 'np.array([1.0])'))


def spoiled_model(draw: Draw, good: str) -> str:
    return draw.pick(('None', 'd', '3', "'m'", 'type(m)'))


def spoiled_data(draw: Draw, good: str) -> str:
    return draw.pick(('None', 'm', '3', '[d]', 'type(d)'))


BAD: dict[str, Callable[[Draw, str], str]] = {
    'm': spoiled_model, 'd': spoiled_data,
    **dict.fromkeys(('in', 'out', 'out?', 'direction', 'ids', 'ids?', 'quat', 'mat', 'group'), spoiled_array),
    **dict.fromkeys(('number', 'positive', 'factor', 'eps'), spoiled_number),
    'name': lambda draw, good: draw.pick(('None', '3', "b'x'", "'no such thing'", "''")),
    'text': lambda draw, good: draw.pick(('3', "b'x'")),
}


def is_spoilable(token: str) -> bool:
    """Whether a token stands for an argument, rather than for a part of a statement."""
    kind = token.partition(':')[0].partition('#')[0]
    return kind in BAD or kind in ELEMENTS or kind in ('flag', 'bool')
