"""Arguments of calls on many simulations: which ones, integers of each, arrays to write into."""

import numpy as np


def ids_of(ids, nsim: int) -> np.ndarray | None:
    """Numbers of simulations as int32, from sorted integers or a mask; None stands for all of them."""
    if ids is None:
        return None
    ids = np.asarray(ids)
    if ids.dtype == bool:
        if ids.shape != (nsim,):
            raise ValueError(f'a boolean mask must have shape ({nsim},), got {ids.shape}')
        return None if ids.all() else np.flatnonzero(ids).astype(np.int32)
    if ids.ndim != 1:
        raise ValueError('ids must be one-dimensional: a list of integers or a boolean mask')
    if not ids.size:
        return np.zeros(0, np.int32)
    if ids.dtype.kind not in 'iu':
        raise ValueError(f'ids must be integers, got {ids.dtype}')
    wrong = np.flatnonzero(ids[:-1] >= ids[1:])  # compared, as differences of unsigned numbers wrap around
    if wrong.size:
        raise ValueError(f'ids must be sorted and unique, got {ids[wrong[0]]} before {ids[wrong[0] + 1]}')
    if ids[0] < 0 or ids[-1] >= nsim:
        raise ValueError(f'ids must be in [0, {nsim}), got {ids[0] if ids[0] < 0 else ids[-1]}')
    return np.ascontiguousarray(ids, np.int32)


def whole_numbers(values, shape: tuple[int, ...], low: int, high: int, name: str) -> np.ndarray:
    """Integers from low up to high, as int32, one for all or one for each."""
    values = np.asarray(values)
    if values.dtype.kind not in 'iu':
        raise ValueError(f'{name} must be integers, got {values.dtype}')
    bad = values[(values < low) | (values >= high)]
    if bad.size:
        raise ValueError(f'{name} must be in [{low}, {high}), got {bad.flat[0]}')
    return np.ascontiguousarray(np.broadcast_to(values, shape), np.int32)


def check_array(name: str, array, dtype, shape: tuple[int, ...], writable: bool = False) -> None:
    """Refuse what native code cannot take as it is: of another type with a TypeError, of another shape otherwise."""
    dtype = np.dtype(dtype)
    if not (isinstance(array, np.ndarray) and array.dtype == dtype and array.dtype.isnative and array.flags.c_contiguous
            and (array.flags.writeable or not writable)):
        raise TypeError(f'{name} must be a {"writable " if writable else ""}C-contiguous {dtype} array')
    if array.shape != shape:
        raise ValueError(f'{name} must have shape {shape}, got {array.shape}')


def check_ids(ids, nsim: int) -> None:
    """Refuse ids that are not what `ids_of` gives."""
    if ids is None:
        return
    if not (isinstance(ids, np.ndarray) and ids.dtype == np.int32 and ids.ndim == 1 and ids.flags.c_contiguous):
        raise TypeError('ids must be a C-contiguous int32 vector')
    ids_of(ids, nsim)
