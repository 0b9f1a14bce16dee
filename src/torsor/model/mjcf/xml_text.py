"""XML that is written: elements with attributes, indented as MuJoCo indents them."""

from collections.abc import Mapping
from typing import Any

ESCAPES = str.maketrans({
    '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;', '\r': '&#13;', '\t': '&#9;',
})  # fmt: skip


class Node:
    """An element that is to be written; one without attributes and children is left out unless it is `kept`."""

    def __init__(self, tag: str, attributes: Mapping[str, Any] | None = None, kept: bool = False, comment: str = ''):
        self.tag, self.kept, self.comment = tag, kept, comment
        self.attributes: dict[str, str] = {
            name: text for name, text in (attributes or {}).items() if text is not None
        }  # fmt: skip
        self.children: list[Node] = []

    def add(self, child: 'Node') -> None:
        """Append a child, if there is something in it."""
        if child.kept or child.attributes or child.children:
            self.children.append(child)

    def text(self) -> str:
        """The whole document, with a blank line between its sections."""
        lines = [self._start() + '>']
        if self.comment:
            lines.append(f'  <!-- {self.comment.strip().replace("--", "- -")} -->')
        sections = ['\n'.join(child.lines(1)) for child in self.children]
        return '\n'.join(lines) + '\n' + '\n\n'.join(sections) + f'\n</{self.tag}>\n'

    def _start(self) -> str:
        given = ''.join(f' {name}="{text.translate(ESCAPES)}"' for name, text in self.attributes.items())
        return f'<{self.tag}{given}'

    def lines(self, depth: int) -> list[str]:
        """The lines of this element and of those inside; a list of what is left to write spares Python's stack."""
        lines: list[str] = []
        pending: list[tuple[Node | str, int]] = [(self, depth)]
        while pending:
            node, level = pending.pop()
            if isinstance(node, str):
                lines.append('  ' * level + node)
            elif node.children:
                lines.append('  ' * level + node._start() + '>')
                pending.append((f'</{node.tag}>', level))
                pending.extend((child, level + 1) for child in reversed(node.children))
            else:
                lines.append('  ' * level + node._start() + '/>')
        return lines
