"""Room for as many contacts, constraint rows and islands as the user says, to be filled by whoever computed them.

Packages that simulate elsewhere, on a graphics card for instance, hand their results over like this. They find the
functions under the names that MuJoCo's package has for them, see `compat.py`.
"""

import operator
from collections.abc import Iterable

from ..jit.arena import extend
from ..physics.world import CONTACT_ROWS, DATA
from ..schema import DATA_ARENA
from .data import MjData, Moving
from .errors import FatalError

_FIELDS = {row.name: Moving.of(row) for row in (*CONTACT_ROWS, *DATA_ARENA)}
_OF_ISLANDS = [name for name, field in _FIELDS.items() if field.of_islands or field.count == 'nidof']
_OF_CONSTRAINTS = [
    name for name, field in _FIELDS.items() if field.count in ('ncon', 'nefc', 'nJ') and name not in _OF_ISLANDS]
_COUNTS = ('ncon', 'ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof', 'efm_active')
_UNITS = ((1 << 30, 'G'), (1 << 20, 'M'), (1 << 10, 'K'), (1, ''))


def realloc_con_efc(d: MjData, ncon: int, nefc: int, nJ: int = -1) -> None:
    """Forget all contacts, rows and islands, and make room for others, of zeros; -1 keeps the length of `efc_J`."""
    counts = {'ncon': ncon, 'nefc': nefc, 'nJ': d.nJ if nJ == -1 else nJ}
    for name in (*_COUNTS, 'parena', 'work.con_capacity', 'work.cone_num'):
        d._arrays[name][...] = 0
    for name in _FIELDS:
        d._block[DATA.word[name]] = 0
    _make_room(d, _OF_CONSTRAINTS, counts)
    d._arrays['work.con_capacity'][...] = ncon


def realloc_island(d: MjData, nisland: int, nidof: int) -> None:
    """Make room for islands, which belong to none yet, beside what the arena holds."""
    d.nisland = d.nidof = 0
    _make_room(d, _OF_ISLANDS, {'nisland': nisland, 'nidof': nidof})


def _make_room(d: MjData, names: Iterable[str], counts: dict[str, int]) -> None:
    """Let fields be as long as `counts` say, if the memory that the model asks for is enough for them."""
    for name, count in counts.items():
        if operator.index(count) < 0:
            raise FatalError(f'{name} is {count}, and must not be negative')
    lengths = {name: counts.get(_FIELDS[name].count, _FIELDS[name].length(d)) for name in names}
    needed = sum(length * _FIELDS[name].item_bytes for name, length in lengths.items())
    available = max(int(d._model.narena), d.narena)
    if d.parena + needed > available:
        number, unit = next((available // size, unit) for size, unit in _UNITS if available >= size)
        raise FatalError(f'Insufficient arena memory, currently allocated memory="{number}{unit}". Increase using '
                         '<size memory="X"/>.')
    for name, length in lengths.items():
        extend(d, name, 0, length)
    for count, length in counts.items():
        d._arrays[count][...] = length
    for name in names:
        _FIELDS[name].array(d)[...] = _FIELDS[name].fill

