"""Custom fields: numbers, texts and lists of elements, which only the user's program reads."""

from itertools import accumulate

import numpy as np

from .columns import column
from .draft import Draft, Fields


def set_numeric_fields(draft: Draft) -> None:
    """Fill numeric_*, and the size nnumericdata."""
    fields, numerics = draft.fields, draft.elements['numeric']
    sizes = [numeric.size or len(numeric.data) for numeric in numerics]
    for numeric, size in zip(numerics, sizes):
        if size <= 0:
            raise numeric.error('attribute "size" must be positive', 'size cannot be zero')
        if len(numeric.data) > size:
            raise numeric.error(f'it has {len(numeric.data)} numbers but its size is {size}')
    padded = [numeric.data + (0.0,) * (size - len(numeric.data)) for numeric, size in zip(numerics, sizes)]
    fields['numeric_data'] = column('numeric_data', (number for numbers in padded for number in numbers))
    draft.sizes['nnumericdata'] = _set_layout(fields, 'numeric', sizes)


def set_text_fields(draft: Draft) -> None:
    """Fill text_*, and the size ntextdata."""
    for text in draft.elements['text']:
        if not text.data:
            raise text.error('the text is empty', 'size cannot be zero')
    encoded = [text.data.encode() + b'\0' for text in draft.elements['text']]
    draft.fields['text_data'] = np.frombuffer(bytearray().join(encoded), dtype=np.int8)
    draft.sizes['ntextdata'] = _set_layout(draft.fields, 'text', [len(text) for text in encoded])


def set_tuple_fields(draft: Draft) -> None:
    """Fill tuple_*, and the size ntupledata."""
    fields, elements = draft.fields, draft.elements
    tuples = elements['tuple']
    for item in tuples:
        if not item.objtype:
            raise item.error('the tuple is empty; give it an <element>')
        if not len(item.objtype) == len(item.objname) == len(item.objprm):
            raise item.error('the tuple needs as many types as names and numbers')
    ids = [elements.find(item, kind, name) for item in tuples for kind, name in item.references()]
    fields['tuple_objid'] = column('tuple_objid', ids)
    fields['tuple_objtype'] = column('tuple_objtype', (of for item in tuples for of in item.objtype))
    fields['tuple_objprm'] = column('tuple_objprm', (number for item in tuples for number in item.objprm))
    draft.sizes['ntupledata'] = _set_layout(fields, 'tuple', [len(item.objtype) for item in tuples])


def _set_layout(fields: Fields, prefix: str, sizes: list[int]) -> int:
    """Where each element's data starts; returns the length of all data."""
    *starts, total = accumulate(sizes, initial=0)
    fields[f'{prefix}_adr'] = column(f'{prefix}_adr', starts)
    fields[f'{prefix}_size'] = column(f'{prefix}_size', sizes)
    return total
