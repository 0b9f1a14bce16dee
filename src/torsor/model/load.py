"""From a file to a compiled model: what is read, and then compiled."""

import gc
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from os.path import dirname

from .compile.compile import Compiled, compile_spec
from .compile.references import dangling
from .files import Files
from .limits import GENEROUS, TIGHT, Fence, Limits
from .mjcf.check import problems, prune
from .mjcf.include import read_document, read_text
from .mjcf.read import read
from .mjcf.xml import Element
from .spec.angles import unify_angles
from .spec.errors import Errors, ModelError
from .spec.flexcomp import FlexComp, Place
from .spec.replicate import TREE_KINDS
from .spec.spec import Spec


def read_file(path: str | PathLike, assets: Mapping[str, bytes] | None = None, **trust) -> Spec:
    """The elements of the model file `path`, MJCF or URDF."""
    path = fspath(path)
    files = files_at(dirname(path), assets, **trust)
    return _read(read_document(path, files), files.directory, files)


def read_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None, **trust) -> Spec:
    """The elements of a model given as text."""
    files = files_at('', assets, **trust)
    return _read(read_text(xml, files), '', files)


def read_loaded(root: Element, files: Files) -> Spec:
    """The elements of a document that was found in `files`."""
    return _read(root, files.directory, files)


def _read(root: Element, directory: str, files: Files) -> Spec:
    if root.tag != 'robot':
        return read(root, directory, files, expand=_expand)
    from .urdf.read import read as read_urdf

    return read_urdf(root, directory, files)


def _expand(comp: FlexComp, spec: Spec, place: Place, files: Files) -> None:
    from .flexcomp.expand import expand  # which few models need

    expand(comp, spec, place, files)


def compile_file(path: str | PathLike, assets: Mapping[str, bytes] | None = None, **trust) -> Compiled:
    """Compile the MJCF file `path`; `assets` are files by name that take precedence over those on disk."""
    return compile_path(fspath(path), files_at(dirname(fspath(path)), assets, **trust))


def compile_string(xml: str | bytes, assets: Mapping[str, bytes] | None = None, **trust) -> Compiled:
    """Compile an MJCF model given as text."""
    return compile_text(xml, files_at('', assets, **trust))


def compile_path(path: str, files: Files) -> Compiled:
    """Compile the MJCF file `path`, which is one of `files`."""
    return _unlinked(compiled(_read(read_document(path, files), files.directory, files), files))


def compile_text(xml: str | bytes, files: Files) -> Compiled:
    """Compile an MJCF model given as text, which may refer to `files`."""
    return _unlinked(compiled(_read(read_text(xml, files), '', files), files))


def _unlinked(compiled: Compiled) -> Compiled:
    """Let elements forget their bodies, which nobody asks for any more: what is in no cycle is no work for gc."""
    for kind in TREE_KINDS:
        for item in compiled.elements.get(kind, ()):
            item.parent = None
    for body in compiled.elements['body']:
        for frame in body.frames:
            frame.parent = None
    return compiled


def compiled(spec: Spec, files: Files) -> Compiled:
    """Compile a model, which is changed if it has frames with scales or if its compiler simplifies it."""
    if spec.attached:
        unify_angles(spec)
    if spec.scaled:
        from .spec.scale import apply_scales

        apply_scales(spec)
    if spec.compiler.fusestatic or spec.compiler.discardvisual:
        from .compile.simplify import simplify

        simplify(spec, files)
    return compile_spec(spec, files)


def files_at(
    directory: str,
    assets: Mapping[str, bytes] | None,
    untrusted: bool = False,
    folders: Sequence[str | PathLike] = (),
    limits: Limits | None = None,
) -> Files:
    """Where a model may read files: anywhere, or, when it is not trusted, in its own folder and in `folders`."""
    fence = Fence(directory, *(fspath(folder) for folder in folders)) if untrusted else None
    return Files(directory, assets, limits or (TIGHT if untrusted else GENEROUS), fence)


def check_file(path: str | PathLike, assets: Mapping[str, bytes] | None = None, **trust) -> list[ModelError]:
    """Everything that is wrong with the MJCF file `path`, as far as it can be known at once.

    What refers to something is looked at only in a file whose elements are all right, and rules that concern the whole
    model only once everything that is referred to exists: those report one error at a time.
    """
    path = fspath(path)
    files, errors = files_at(dirname(path), assets, **trust), Errors(collects=True)
    try:
        root = read_document(path, files)
    except ModelError as error:
        return [error]
    errors.extend(problems(root))
    if root.tag != 'mujoco':
        return errors
    prune(root)
    try:
        spec = read(root, files.directory, files, errors, _expand)
        if not errors:
            errors.extend(dangling(spec))
        if not errors:
            compiled(spec, files)
    except ModelError as error:
        errors.append(error)
    return sorted(errors, key=_position)


def _position(error: ModelError) -> tuple[str, int, int]:
    """File, line and column of an error, to list errors in the order of the file."""
    match = _PLACE.match(str(error))
    return (match[1], int(match[2]), int(match[3])) if match else ('', 0, 0)


_PLACE = re.compile(r'(.*?):(\d+):(\d+): ')


@contextmanager
def garbage_kept() -> Iterator[None]:
    """While a model is loaded, many objects appear and vanish together: looking for garbage among them is a waste."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
