"""A safe XML reader: elements that know their file, line and column, and nothing else of XML.

There are no entities, no network, no external files; depth, size and the number of elements are limited.
"""

import re
from xml.parsers import expat

from ..limits import GENEROUS, Limits
from ..spec.errors import ModelError

_COMMENT = re.compile(r'<!--.*?-->', re.DOTALL)
_BARE_AMPERSAND = re.compile(r'&(?!(?:#\d+|#x[0-9a-fA-F]+|amp|lt|gt|quot|apos);)')
_NOT_NEWLINE = re.compile(r'[^\n]')


class Element:
    """One XML element, and where its tag starts. Its `text` is what stands in CDATA sections."""

    __slots__ = ('tag', 'attributes', 'children', 'text', 'file', 'line', 'column')

    def __init__(self, tag: str, attributes: dict[str, str], file: str, line: int, column: int):
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element] = []
        self.text = ''
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        name = self.attributes.get('name')
        return f'<{self.tag} name="{name}">' if name else f'<{self.tag}>'

    def error(self, problem: str) -> ModelError:
        """The exception that reports `problem` at this element."""
        return ModelError(f'{self.file}:{self.line}:{self.column}: {self}: {problem}')


def parse(source: str | bytes, file: str, limits: Limits = GENEROUS) -> Element:
    """The root element of an XML document. `file` is the name that errors show."""
    if len(source) > limits.xml_bytes:
        raise ModelError(f'{file}:1:1: the file has {len(source)} bytes, more than the limit of {limits.xml_bytes}')
    text = (source.decode(errors='replace') if isinstance(source, bytes) else source).removeprefix('\ufeff')
    if not text.strip():
        raise ModelError(f'{file}:1:1: the file is empty; an MJCF model starts with <mujoco>')
    # an XML declaration must come first, but strings in programs often start with a line break
    blank_lines = text[: len(text) - len(text.lstrip())].count('\n')
    text = text.lstrip()
    try:
        return _Builder(file, blank_lines, limits).build(text)
    except expat.ExpatError as first_error:
        try:
            return _Builder(file, blank_lines, limits).build(_tolerate(text))
        except expat.ExpatError:
            raise _syntax_error(first_error, file, blank_lines) from None


def _tolerate(text: str) -> str:
    """`text` without two common breaches of XML: '--' inside comments, and '&' that starts no entity."""
    text = _COMMENT.sub(lambda comment: _NOT_NEWLINE.sub(' ', comment.group()), text)
    return _BARE_AMPERSAND.sub('&amp;', text)


def _syntax_error(error: expat.ExpatError, file: str, blank_lines: int) -> ModelError:
    problem = expat.ErrorString(error.code)
    advice = 'the file ends too early' if 'no element found' in problem or 'unclosed' in problem else problem
    return ModelError(f'{file}:{error.lineno + blank_lines}:{error.offset + 1}: not well-formed XML: {advice}')


class _Builder:
    """Receives the events of one expat parser and keeps the stack of open elements."""

    def __init__(self, file: str, blank_lines: int, limits: Limits):
        self.file, self.limits = file, limits
        self.blank_lines = blank_lines
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.StartCdataSectionHandler = self.start_text
        parser.EndCdataSectionHandler = self.end_text
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity

    def build(self, text: str) -> Element:
        try:
            self.parser.Parse(text, True)
        finally:
            del self.parser  # which refers to this object
        assert self.root is not None
        return self.root

    def refuse(self, problem: str) -> ModelError:
        parser = self.parser
        line, column = parser.CurrentLineNumber + self.blank_lines, parser.CurrentColumnNumber + 1
        return ModelError(f'{self.file}:{line}:{column}: {problem}')

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= self.limits.depth:
            raise self.refuse(f'<{tag}>: elements are nested deeper than {self.limits.depth} levels')
        self.count += 1
        if self.count > self.limits.elements:
            raise self.refuse(f'<{tag}>: the file has more than {self.limits.elements} elements')
        parser = self.parser
        line, column = parser.CurrentLineNumber + self.blank_lines, parser.CurrentColumnNumber + 1
        element = Element(tag, attributes, self.file, line, column)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, _tag: str) -> None:
        self.open.pop()

    def start_text(self) -> None:
        self.parser.CharacterDataHandler = self.characters

    def end_text(self) -> None:
        self.parser.CharacterDataHandler = None

    def characters(self, text: str) -> None:
        self.open[-1].text += text

    def doctype(self, _name, _system_id, _public_id, has_internal_subset) -> None:
        if has_internal_subset:
            raise self.refuse('declarations inside <!DOCTYPE> are refused; remove them and write their text out')

    def entity(self, name, *_) -> None:
        raise self.refuse(f'the entity "{name}" is refused; write its text out')
