"""Compiled models as bytes: MuJoCo's MJB, and Torsor's own format with a checksum. Both are checked when read."""

import os
from collections.abc import Mapping

import numpy as np

from ..jit.call import checked
from ..model.binary.contents import SIZES, Contents, rows
from ..model.binary.mjb import mjb_size, write_mjb
from ..model.binary.own import write_own
from ..model.binary.read import read_binary
from .errors import FatalError
from .log import warning
from .model import MjModel
from .unsupported import note_lacks

__all__ = ['mj_saveModel', 'mj_sizeModel']


@checked
def mj_sizeModel(m) -> int:
    """Bytes of a model in an MJB file."""
    return mjb_size(_sizes(m))


def mj_saveModel(m: MjModel, filename: str | None = None, buffer: np.ndarray | None = None) -> None:
    """Write a model to an MJB file, or to a buffer of at least mj_sizeModel bytes if there is one."""
    if not isinstance(filename, (str, bytes, os.PathLike, type(None))):  # a number would be an open file's descriptor
        raise TypeError('mj_saveModel(): incompatible function arguments: filename must be a path or None, '
                        f'got {filename!r}')
    content = mjb_bytes(m)
    if buffer is not None:
        is_vector = isinstance(buffer, np.ndarray) and buffer.size == max(buffer.shape, default=0)
        if not is_vector or buffer.dtype != np.uint8:
            raise TypeError('mj_saveModel(): incompatible function arguments: buffer must be a vector of uint8')
        if buffer.size < len(content):
            raise FatalError(f'mj_saveModel: the buffer has {buffer.size} bytes, and the model needs {len(content)}')
        buffer.reshape(-1)[:len(content)] = np.frombuffer(content, np.uint8)
        return
    try:
        with open('' if filename is None else filename, 'wb') as file:
            file.write(content)
    except OSError as error:
        warning(f"Could not save model to '{filename}': {error.strerror}")


def mjb_bytes(m: MjModel) -> bytes:
    """A model as an MJB file."""
    return write_mjb(_contents(m))


def model_bytes(m: MjModel) -> bytes:
    """A model in Torsor's own format."""
    return write_own(_contents(m))


def model_from_bytes(content: bytes, name: str = 'the bytes of a model', is_trusted: bool = False) -> MjModel:
    """The model of a file in one of the formats."""
    found = read_binary(content, name, is_trusted)
    m = MjModel._from_memory(tuple(found.sizes.items()))
    for field, array in found.fields.items():
        m._arrays[field][...] = array
    note_lacks(m)
    return m


def model_from_pickle(content: bytes) -> MjModel:
    """The model of a pickle, which is trusted: it may hold kinds of elements that only its user knows."""
    return model_from_bytes(content, is_trusted=True)


def file_content(filename: str | os.PathLike, assets: Mapping[str, bytes] | None) -> bytes:
    """A file from memory, else from disk."""
    name = os.fspath(filename)
    if assets and name in assets:
        return bytes(assets[name])
    try:
        with open(name, 'rb') as file:
            return file.read()
    except OSError as error:
        raise ValueError(f'the binary model {name} cannot be read: {error.strerror}') from error


def _sizes(m: MjModel) -> dict[str, int]:
    return {name: getattr(m, name) for name in SIZES}


def _contents(m: MjModel) -> Contents:
    return Contents(_sizes(m), {name: m._arrays[name] for name, _ in rows()})
