"""Functions that save models: the one that was loaded last, and archives."""

from os import PathLike
from typing import Any

from ...jit.errors import FatalError
from ...model.load import read_document, read_loaded, read_text
from .. import model as models
from ..model import MjModel
from . import archive
from .spec import MjSpec

__all__ = ['from_zip', 'mj_saveLastXML', 'to_zip']


def mj_saveLastXML(filename: str | PathLike, m: MjModel) -> None:
    """Save the model that was loaded last from XML, with the numbers that `m`, which came from it, has now."""
    if not isinstance(m, MjModel):
        raise TypeError(f'mj_saveLastXML(): incompatible function arguments: expected an MjModel, not {m!r}')
    if models.last_loaded is None:
        raise FatalError('no model was loaded from XML')
    kind, source, files = models.last_loaded
    root = read_document(source, files) if kind == 'compile_path' else read_text(source, files)
    spec = MjSpec._of(read_loaded(root, files), files.assets)
    if int(spec.compile().signature) != int(m.signature):
        raise FatalError('the model is not the one that was loaded last, or its files have changed')
    spec.copy_back(m)
    spec.to_file(filename)


def to_zip(spec: MjSpec, file: Any) -> None:
    """Save a spec with its files as an archive: a path or an open file."""
    archive.to_zip(spec, file)


def from_zip(file: Any) -> MjSpec:
    """The spec of an archive: a path or an open file."""
    return archive.from_zip(file)
