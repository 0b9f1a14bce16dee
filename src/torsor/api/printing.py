"""MjModel and MjData as text files, for people to read."""

import re
from collections.abc import Iterator

import numpy as np

from ..jit.call import checked
from ..schema import DATA_ARENA, DATA_FIELDS, MODEL_FIELDS, MODEL_SIZES, OPTION, STATISTIC, VISUAL, Field
from ..schema.enums import mjtWarning
from .log import warning
from .names import PREFIX, names_of
from .struct_base import EngineStruct

__all__ = ['mj_printData', 'mj_printFormattedData', 'mj_printFormattedModel', 'mj_printModel']

FLOAT_FORMAT = '%- 9.2g'
_ONE_FLOAT = re.compile(r'%[-+ #0]*\d*(\.\d+)?[fgGeE]')
_TEXTS = ('names', 'paths', 'text_data')
_NAMED = {f'n{prefix}': prefix for prefix in PREFIX.values()}
_NUMBERS_PER_LINE = 16


@checked
def mj_printModel(m, filename: str) -> None:
    """Write a model to a text file: sizes, options and every array that has numbers."""
    _write('MjModel', filename, _model_lines(m, FLOAT_FORMAT))


@checked
def mj_printFormattedModel(m, filename: str, float_format: str) -> None:
    """Write a model to a text file, with this format (as of printf) for numbers that are not whole."""
    _write('MjModel', filename, _model_lines(m, _checked_format(float_format)))


@checked
def mj_printData(m, d, filename: str) -> None:
    """Write a data to a text file: every number and array, those in the arena included."""
    _write('MjData', filename, _data_lines(m, d, FLOAT_FORMAT))


@checked
def mj_printFormattedData(m, d, filename: str, float_format: str) -> None:
    """Write a data to a text file, with this format (as of printf) for numbers that are not whole."""
    _write('MjData', filename, _data_lines(m, d, _checked_format(float_format)))


def _checked_format(float_format: str) -> str:
    if _ONE_FLOAT.fullmatch(float_format):
        return float_format
    warning(f'float_format {float_format!r} is not a printf format for one float, such as %.3g; using {FLOAT_FORMAT!r}')
    return FLOAT_FORMAT


def _write(what: str, filename: str, lines: Iterator[str]) -> None:
    try:
        with open(filename, 'w', encoding='utf-8') as file:
            file.writelines(f'{line}\n' for line in lines)
    except OSError as error:
        warning(f'cannot write {what} to {filename!r}: {error.strerror}')


def _model_lines(m: EngineStruct, form: str) -> Iterator[str]:
    yield 'MODEL ' + m.names[:m.names.index(b'\0')].decode()
    yield from _heading('sizes')
    for row in MODEL_SIZES:
        if getattr(m, row.name):
            yield f'  {row.name:<18} {getattr(m, row.name):>10}   {row.meaning}'
    visual = ((f'vis.{name}', rows) for name, rows in VISUAL.items())
    for group, rows in (('opt', OPTION), ('stat', STATISTIC), *visual):
        yield from _heading(group)
        yield from _numbers(((row, m._arrays[f'{group}.{row.name}']) for row in rows), form)
    yield from _heading('fields')
    for row in MODEL_FIELDS:
        if row.name in _TEXTS:
            yield f'  {row.name}: {getattr(m, row.name)!r}'
        else:
            yield from _field(m, row, m._arrays[row.name], form)


def _data_lines(m: EngineStruct, d: EngineStruct, form: str) -> Iterator[str]:
    yield 'DATA of model ' + m.names[:m.names.index(b'\0')].decode()
    warnings = [(kind.name, d.warning[kind].number) for kind in mjtWarning if kind != mjtWarning.mjNWARNING]
    yield 'warnings: ' + (', '.join(f'{name} {number}' for name, number in warnings if number) or 'none')
    yield from _heading('fields')
    for row in DATA_FIELDS:
        yield from _field(m, row, d._arrays[row.name], form)
    yield from _heading('contacts')
    for i, contact in enumerate(d.contact):
        yield f'  contact {i}'
        yield from _numbers(((row, contact._arrays[row.name]) for row in contact._rows), form, '    ')
    yield from _heading('constraints and islands')
    for row in DATA_ARENA:
        yield from _field(m, row, getattr(d, row.name), form)


def _heading(title: str) -> tuple[str, str]:
    return '', title.upper()


def _numbers(rows, form: str, indent: str = '  ') -> Iterator[str]:
    """A line for each row of a record."""
    for row, array in rows:
        yield f'{indent}{row.name:<20} {_line(array, form)}{_unit(row)}'


def _field(m: EngineStruct, row: Field, array: np.ndarray, form: str) -> Iterator[str]:
    """A field: a number on one line; an array with a line for each of its rows, which begin with the element's name."""
    if not array.ndim:
        yield f'  {row.name:<20} {_line(array, form)}{_unit(row)}'
    elif array.size:
        yield f'  {row.name} {array.shape}{_unit(row)}   {row.meaning}'
        prefix = _NAMED.get(row.dims[0]) if row.dims else None
        if array.ndim == 1 and prefix is None:
            chunks = [array[i:i + _NUMBERS_PER_LINE] for i in range(0, len(array), _NUMBERS_PER_LINE)]
            labels = [str(_NUMBERS_PER_LINE * i) for i in range(len(chunks))]
        else:
            chunks = array
            labels = names_of(m, prefix).names if prefix else [''] * len(array)
            labels = [name or str(i) for i, name in enumerate(labels)]
        for label, numbers in zip(labels, chunks, strict=True):
            yield f'    {label:<16} {_line(np.asarray(numbers), form)}'


def _unit(row: Field) -> str:
    return f'   [{row.unit}]' if row.unit else ''


def _line(array: np.ndarray, form: str) -> str:
    if array.dtype.kind == 'f':
        return ' '.join(form % value for value in array.reshape(-1).tolist())
    return ' '.join(str(int(value)) for value in array.reshape(-1).tolist())
