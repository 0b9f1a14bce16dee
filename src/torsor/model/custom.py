"""Custom fields: numbers, texts and lists of elements, which only the user's program reads."""

from itertools import accumulate

import numpy as np

from ..schema.enums import mjtObj
from .attributes import apply
from .columns import Fields, column
from .elements import Elements
from .grammar import Rule
from .spec import Default, Numeric, Spec, Text, Tuple
from .xml import Element

MAX_SIZE = 10_000_000


def apply_numeric(element: Element, rule: Rule, numeric: Numeric, _default: Default) -> None:
    """Set `numeric` from its element; its size may come from its data."""
    apply(element, rule, numeric)
    if 'size' not in element.attributes:
        numeric.size = len(numeric.data)
    if not 0 < numeric.size <= MAX_SIZE:
        raise element.error(f'attribute "size" must be between 1 and {MAX_SIZE}; leave it out to take that of "data"')
    if len(numeric.data) > numeric.size:
        raise element.error(f'attribute "data" has {len(numeric.data)} numbers but "size" is {numeric.size}')


def apply_text(element: Element, rule: Rule, text: Text, _default: Default) -> None:
    """Set `text` from its element's attribute, or from a CDATA section inside it."""
    apply(element, rule, text)
    if text.data and element.text:
        raise element.error('give the text either as the attribute "data" or as CDATA, not both')
    text.data = text.data or element.text
    if not text.data:
        raise element.error('the text is empty; write it into the attribute "data" or into <![CDATA[ ]]>')


def apply_tuple(element: Element, rule: Rule, item: Tuple, _default: Default) -> None:
    """Set `item` from its element and the list inside it."""
    apply(element, rule, item)
    objects = []
    for member in element.children:
        values = {'prm': 0.0}
        apply(member, rule.child('element'), values)
        objects.append((values['objtype'], values['objname'], values['prm']))
    item.objects = tuple(objects)


def set_custom_fields(fields: Fields, spec: Spec, elements: Elements) -> dict[str, int]:
    """Fill numeric_*, text_* and tuple_*; returns the sizes of their data."""
    return {
        'nnumericdata': _set_numerics(fields, spec.numerics),
        'ntextdata': _set_texts(fields, spec.texts),
        'ntupledata': _set_tuples(fields, spec.tuples, elements),
    }


def _set_numerics(fields: Fields, numerics: list[Numeric]) -> int:
    padded = [numeric.data + (0.0,) * (numeric.size - len(numeric.data)) for numeric in numerics]
    fields['numeric_data'] = column('numeric_data', (number for numbers in padded for number in numbers))
    return _set_layout(fields, 'numeric', [numeric.size for numeric in numerics])


def _set_texts(fields: Fields, texts: list[Text]) -> int:
    encoded = [text.data.encode() + b'\0' for text in texts]
    fields['text_data'] = np.frombuffer(bytearray().join(encoded), dtype=np.int8)
    return _set_layout(fields, 'text', [len(text) for text in encoded])


def _set_tuples(fields: Fields, tuples: list[Tuple], elements: Elements) -> int:
    for item in tuples:
        if not item.objects:
            raise item.error('the tuple is empty; give it an <element>')
    ids = [elements.find(item, kind, name) for item in tuples for kind, name in item.references()]
    objects = [entry for item in tuples for entry in item.objects]
    fields['tuple_objid'] = column('tuple_objid', ids)
    fields['tuple_objtype'] = column('tuple_objtype', (mjtObj[f'mjOBJ_{kind.upper()}'] for kind, _, _ in objects))
    fields['tuple_objprm'] = column('tuple_objprm', (number for _, _, number in objects))
    return _set_layout(fields, 'tuple', [len(item.objects) for item in tuples])


def _set_layout(fields: Fields, prefix: str, sizes: list[int]) -> int:
    """Where each element's data starts; returns the length of all data."""
    *starts, total = accumulate(sizes, initial=0)
    fields[f'{prefix}_adr'] = column(f'{prefix}_adr', starts)
    fields[f'{prefix}_size'] = column(f'{prefix}_size', sizes)
    return total
