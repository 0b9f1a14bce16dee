"""From the words of a command line to a model and its initial state.

The functions take the engine as an argument because `torsor bench` loads the same model into two of them.
"""

import argparse
import sys
import warnings
from pathlib import Path

import torsor

from .. import models
from ..schema.enums import mjtDisableBit
from ..spelling import suggestion
from .errors import CommandError, ModelError


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options shared by the commands that run a model."""
    add_trust_options(parser)
    parser.add_argument('--key', metavar='NAME', help='keyframe to start from, or "none" (default: the first one)')
    parser.add_argument('--timestep', type=positive, metavar='SECONDS', help="instead of the model's own")
    parser.add_argument('--disable', action='append', default=[], metavar='FLAG',
                        help='switch off a part of the physics, such as constraint, gravity or damper; repeatable')


def positive(text: str) -> float:
    """A finite number above zero, for argparse."""
    value = float(text)
    if not 0 < value < float('inf'):
        raise argparse.ArgumentTypeError(f'{text} is not a finite number above zero')
    return value


def add_trust_options(parser: argparse.ArgumentParser) -> None:
    """The option for models from strangers."""
    parser.add_argument('--untrusted', action='store_true',
                        help='let the model read files of its own folder only, with tight limits (see SECURITY.md)')


ARCHIVES = ('.mjz', '.zip')
# how a file that is not XML becomes a model, by how its name ends
READERS = {
    '.mjb': lambda engine, path: engine.MjModel.from_binary_path(path),
    **dict.fromkeys(ARCHIVES, lambda engine, path: engine.MjSpec.from_zip(path).compile()),
}


def load(model: str, engine=torsor, quiet: bool = False, untrusted: bool = False):
    """The model in a file, or the bundled one of that name. Warnings go to standard error, unless `quiet`."""
    path = find(model)
    kind = path.suffix.lower()
    if untrusted and kind in ARCHIVES:
        raise CommandError(f'{model}: an archive cannot be read with --untrusted; unpack it, and name the model in it')
    options = {'untrusted': True} if untrusted and kind not in READERS else {}  # a compiled model names no other files
    read = READERS.get(kind, lambda engine, path: engine.MjModel.from_xml_path(path, **options))
    try:
        with warnings.catch_warnings(record=True, action='always') as caught:
            loaded = read(engine, str(path))
    except (ValueError, OSError) as error:
        raise ModelError(f'{model}: {str(error).strip()}') from error
    for warning in [] if quiet else caught:
        print(f'torsor: {model}: {warning.message}', file=sys.stderr)
    return loaded


def find(model: str) -> Path:
    """The file of a model, which is given by its path, or by its name if it is a bundled one."""
    if model in models.names():
        return models.path(model)
    path = Path(model)
    if path.is_file():
        return path
    raise ModelError(f'no model {model!r}: neither a file nor a bundled model; {suggestion(model, models.names())}')


def prepare(args: argparse.Namespace, engine=torsor):
    """The model of a command line, with its options applied."""
    # the warning that a model may give is about constraints, and who switches them off knows
    model = load(args.model, engine, quiet='constraint' in args.disable, untrusted=args.untrusted and engine is torsor)
    if args.timestep:
        model.opt.timestep = args.timestep
    for flag in args.disable:
        model.opt.disableflags |= _disable_bit(flag)
    return model


def _disable_bit(flag: str) -> int:
    prefix = 'mjDSBL_'
    bits = {bit.name.removeprefix(prefix).lower(): int(bit) for bit in mjtDisableBit if bit.name.startswith(prefix)}
    if flag not in bits:
        raise CommandError(f'--disable {flag}: no such flag; {suggestion(flag, bits)}')
    return bits[flag]


def initial_data(model, key: str | None, engine=torsor):
    """Data at the keyframe `key`, or the first one, or else the reference pose; and a phrase that says which."""
    data = engine.MjData(model)
    keys = [model.key(k).name for k in range(model.nkey)]
    if key == 'none' or (key is None and not keys):
        return data, 'reference pose'
    if key is not None and key not in keys:
        raise CommandError(f'--key {key}: no such keyframe; {suggestion(key, [*keys, "none"])}')
    index = 0 if key is None else keys.index(key)
    engine.mj_resetDataKeyframe(model, data, index)
    return data, f'keyframe {keys[index] or index}'
