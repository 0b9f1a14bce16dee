"""`torsor convert`: a model in another format."""

import argparse
from collections.abc import Callable
from pathlib import Path

import torsor

from .errors import OK, CommandError, ModelError
from .loading import ARCHIVES, find, load

SOURCES = ('.xml', '.mjcf', '.urdf', '.mjz', '.zip', '.mjb')


def add_parser(commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        'convert', help='write a model in another format',
        description='Write a model in the format that the end of OUT asks for: .xml (MJCF), .mjz or .zip (MJCF with '
                    'its files), .mjb (compiled, as MuJoCo 4.0.0 writes it).')
    parser.add_argument('model', metavar='IN', help=f'a file ({", ".join(SOURCES)}), or the name of a bundled model')
    parser.add_argument('out', metavar='OUT', help='the file to write')
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read one file and write another."""
    source, target = find(args.model), Path(args.out)
    write = WRITERS.get(target.suffix.lower())
    if write is None:
        raise CommandError(f'{args.out}: the name of the file to write must end with {", ".join(WRITERS)}')
    try:
        write(source, target)
    except (ValueError, OSError, torsor.FatalError) as error:
        raise ModelError(f'{args.model}: {str(error).strip()}') from error
    print(f'wrote {target}')
    return OK


def _spec(source: Path) -> 'torsor.MjSpec':
    """The model of a file, as it can be written in MJCF."""
    if source.suffix.lower() == '.mjb':
        raise ValueError('a compiled model cannot be written in MJCF: what it was compiled from is not in it')
    if source.suffix.lower() in ARCHIVES:
        return torsor.MjSpec.from_zip(str(source))
    return torsor.MjSpec.from_file(str(source))


def _write_text(source: Path, target: Path) -> None:
    spec = _spec(source)
    spec.compile()  # what has errors is not written
    target.write_text(spec.to_xml())


def _write_archive(source: Path, target: Path) -> None:
    spec = _spec(source)
    spec.compile()
    spec.to_zip(str(target))


def _write_compiled(source: Path, target: Path) -> None:
    from ..api.binary import mjb_bytes

    target.write_bytes(mjb_bytes(load(str(source))))


WRITERS: dict[str, Callable[[Path, Path], None]] = {
    '.xml': _write_text, '.mjcf': _write_text, '.mjz': _write_archive, '.zip': _write_archive, '.mjb': _write_compiled,
}  # fmt: skip
