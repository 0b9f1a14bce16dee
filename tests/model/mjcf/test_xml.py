"""The XML reader: lines and columns, limits, and what it refuses."""

import pytest

from torsor.model.limits import Limits
from torsor.model.mjcf.xml import parse
from torsor.model.spec.errors import ModelError


def test_lines_and_columns():
    root = parse('<a>\n  <b x="1"/>\n  <c>\n<d/></c></a>', 'file.xml')
    b, c = root.children
    assert (b.line, b.column, b.attributes) == (2, 3, {'x': '1'})
    assert (c.children[0].line, c.children[0].column) == (4, 1)
    assert str(b.error('why')) == 'file.xml:2:3: <b>: why'


def test_leading_lines_count():
    root = parse('\n\n  <?xml version="1.0"?>\n<a/>', 'file.xml')
    assert root.line == 4


def test_text_and_name():
    root = parse('<a name="x"><b>hello <![CDATA[<&>]]></b></a>', 'file.xml')
    assert root.children[0].text == '<&>'
    assert str(root) == '<a name="x">'


@pytest.mark.parametrize(
    'text',
    ['', '   \n', 'hello', '{"a": 1}', '<a>', '<a', '<a><b></a>', '<a x="1" x="2"/>', '<a x="1', '<!-- <a/>', '\0'],
)
def test_refuses_broken_files(text):
    with pytest.raises(ModelError, match=r'^file.xml:\d+:\d+: '):
        parse(text, 'file.xml')
    with pytest.raises(ModelError, match=r'^file.xml:\d+:\d+: '):
        parse(text.encode(), 'file.xml')


def test_truncated_file_says_so():
    with pytest.raises(ModelError, match=r'file\.xml:2:4: .*ends too early'):
        parse('<a>\n<b>', 'file.xml')


@pytest.mark.parametrize(
    'declaration',
    [
        '<!ENTITY x "text">',
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!ENTITY x SYSTEM "file:///etc/passwd">',
        '<!ENTITY % x SYSTEM "http://example.com/x.dtd">%x;',
    ],
)
def test_refuses_entities(declaration):
    with pytest.raises(ModelError, match='refused'):
        parse(f'<!DOCTYPE a [{declaration}]><a y="&x;"/>', 'file.xml')


def test_allows_plain_doctype():
    assert parse('<!DOCTYPE mujoco><mujoco/>', 'file.xml').tag == 'mujoco'


def test_refuses_depth():
    depth = 10_000
    with pytest.raises(ModelError, match='nested deeper'):
        parse('<a>' * depth + '</a>' * depth, 'file.xml')


def test_refuses_size_and_count():
    with pytest.raises(ModelError, match='more than 3 elements'):
        parse('<a><b/><b/><b/></a>', 'file.xml', Limits(elements=3))
    with pytest.raises(ModelError, match='more than the limit of 10'):
        parse('<a>' + ' ' * 10 + '</a>', 'file.xml', Limits(xml_bytes=10))
    with pytest.raises(ModelError, match='deeper than 2 levels'):
        parse('<a><b><c/></b></a>', 'file.xml', Limits(depth=2))


def test_tolerates_common_breaches():
    root = parse('<a>\n<!-- one -- two --- -->\n<b x="this & that"/></a>', 'file.xml')
    assert root.children[0].attributes == {'x': 'this & that'}
    assert root.children[0].line == 3


def test_byte_order_mark_and_foreign_bytes():
    assert parse('\ufeff<a/>'.encode(), 'file.xml').tag == 'a'
    assert parse(b'<!-- caf\xe9 --><a/>', 'file.xml').tag == 'a'
