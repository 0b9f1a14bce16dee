"""`torsor info`: what a model is made of."""

import argparse
from collections.abc import Iterator

import numpy as np

import torsor

from ..schema import MODEL_SIZES, OPTION
from ..schema.enums import mjtDisableBit, mjtEnableBit, mjtGeom, mjtIntegrator, mjtJoint
from .errors import OK
from .loading import add_trust_options, load
from .terminal import table

SIZES = ('nq', 'nv', 'nu', 'na', 'nbody', 'njnt', 'ngeom', 'nsite', 'ncam', 'nlight', 'nmesh', 'nhfield', 'ntendon',
         'neq', 'nsensor', 'nkey', 'nmocap', 'nflex', 'nplugin')

# options that are numbers in the model but words in its file: (enumeration, prefix of its names, is it a set of bits?)
WORDS = {
    'integrator': (mjtIntegrator, 'mjINT_', False),
    'disableflags': (mjtDisableBit, 'mjDSBL_', True),
    'enableflags': (mjtEnableBit, 'mjENBL_', True),
}


def add_parser(commands) -> None:
    """Declare the command and its options."""
    parser = commands.add_parser('info', help='sizes, tree, masses and options of a model', description=__doc__)
    parser.add_argument('model', help='a model file, or the name of a bundled model')
    add_trust_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carry out the command."""
    model = load(args.model, untrusted=args.untrusted)
    mass = float(np.sum(model.body_mass))
    sections = {
        'sizes': table(_sizes(model)),
        f'tree (total mass {mass:.6g} kg)': '\n'.join(tree(model)),
        'keyframes': ', '.join(model.key(k).name or str(k) for k in range(model.nkey)),
        'options that differ from the defaults': table(options) if (options := changed_options(model)) else '',
    }
    print(args.model)
    for title, text in sections.items():
        if text:
            print(f'\n{title}\n' + '\n'.join('  ' + line for line in text.splitlines()))
    return OK


def _sizes(model) -> list[tuple[str, str]]:
    meaning = {row.name: row.meaning for row in MODEL_SIZES}
    return [(name, f'{getattr(model, name):>4d}  {meaning.get(name, "")}'.rstrip())
            for name in SIZES if getattr(model, name)]


def tree(model) -> Iterator[str]:
    """The bodies as an indented tree: a line per body with its mass and shapes, then one per joint that moves it."""
    last_child = {int(parent): body for body, parent in enumerate(model.body_parentid) if body}
    indent = {0: ''}
    yield _body(model, 0)
    for body in range(1, model.nbody):  # bodies are numbered depth first
        parent = int(model.body_parentid[body])
        last = last_child[parent] == body
        yield indent[parent] + ('└─ ' if last else '├─ ') + _body(model, body)
        indent[body] = indent[parent] + ('   ' if last else '│  ')
        stem = indent[body] + ('│  ' if body in last_child else '   ')
        for i in range(model.body_jntnum[body]):
            yield stem + '~ ' + _joint(model, model.body_jntadr[body] + i)


def _body(model, body: int) -> str:
    first = model.body_geomadr[body]
    shapes = [_word(mjtGeom, 'mjGEOM_', model.geom_type[first + i]) for i in range(model.body_geomnum[body])]
    name = model.body(body).name or f'body {body}'
    mass = f'{model.body_mass[body]:.4g} kg' if body else ''
    return '  '.join(filter(None, (name, mass, ', '.join(shapes))))


def _joint(model, joint: int) -> str:
    kind = mjtJoint(int(model.jnt_type[joint]))
    text = f'{_word(mjtJoint, "mjJNT_", kind)} {model.joint(joint).name}'.rstrip()
    if not model.jnt_limited[joint]:
        return text
    low, high = model.jnt_range[joint]
    if kind == mjtJoint.mjJNT_SLIDE:
        return f'{text} {low:.4g}..{high:.4g} m'
    return f'{text} {np.degrees(low):.4g}..{np.degrees(high):.4g} deg'


def changed_options(model) -> list[tuple[str, str]]:
    """The physics options whose value is not the default."""
    default = torsor.MjModel.from_xml_string('<mujoco/>').opt
    values = ((row.name, getattr(model.opt, row.name), getattr(default, row.name)) for row in OPTION)
    return [(name, _option(name, value)) for name, value, usual in values if not np.array_equal(value, usual)]


def _option(name: str, value) -> str:
    if name not in WORDS:
        return ' '.join(f'{number:g}' for number in np.atleast_1d(value))
    enum, prefix, is_bits = WORDS[name]
    if is_bits:
        members = [bit for bit in enum if bit.name.startswith(prefix) and value & bit]
        return ' '.join(_word(enum, prefix, bit) for bit in members) or 'none'
    return _word(enum, prefix, value)


def _word(enum, prefix: str, value: int) -> str:
    return enum(int(value)).name.removeprefix(prefix).lower()
