"""Custom fields: the contents of <custom>."""

from ..spec.custom import Numeric, Text, Tuple
from ..spec.defaults import Default
from .attributes import apply
from .grammar import Rule
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
    item.objtype, item.objname, item.objprm = zip(*objects) if objects else ((), (), ())
