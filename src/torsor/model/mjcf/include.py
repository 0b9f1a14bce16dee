"""Finds the files of a model and replaces every <include> by the elements of its file."""

import posixpath

from ..files import Files, joined
from ..spec.errors import ModelError
from . import xml
from .xml import Element


def expand_includes(root: Element, files: Files, main: str | None = None) -> None:
    """Replace every <include> below `root`, also those inside included files."""
    included = {files.identity(main)} if main else set()
    pending = [root]
    while pending:
        parent = pending.pop()
        if any(child.tag == 'include' for child in parent.children):
            parent.children = _expanded(parent.children, files, included)
        pending.extend(parent.children)


def _expanded(children: list[Element], files: Files, included: set[str]) -> list[Element]:
    """`children` with every <include> replaced, in place and in order."""
    done: list[Element] = []
    pending = list(reversed(children))
    while pending:
        child = pending.pop()
        if child.tag == 'include':
            pending.extend(reversed(_included(child, files, included)))
        else:
            done.append(child)
    return done


def _included(element: Element, files: Files, included: set[str]) -> list[Element]:
    """The elements that stand in the file of one <include>."""
    if 'file' not in element.attributes:
        raise element.error('attribute "file" is required')
    if element.children:
        raise element.error('an <include> cannot have children; they belong into the included file')
    name = element.attributes['file']
    if not name:
        raise element.error('attribute "file" is empty; it needs the name of a file')
    content, path = _found(element, name, files)
    identity = files.identity(path)
    if identity in included:
        raise element.error(f'the file "{name}" is included twice; each file can be included once')
    if len(included) >= files.limits.includes:
        raise element.error(f'more than {files.limits.includes} files are included')
    included.add(identity)
    root = xml.parse(content, path, files.limits)
    if not root.children:
        raise element.error(f'the file "{name}" has nothing to include')
    return root.children


def _found(element: Element, name: str, files: Files) -> tuple[bytes, str]:
    """Content and path of an included file: relative to the main file, else to the file that includes it."""
    paths = [joined(files.directory, name), joined(posixpath.dirname(element.file), name)]
    for path in dict.fromkeys(paths):
        content = files.read(path)
        if content is not None:
            return content, path
    places = ' and '.join(files.places(path) for path in dict.fromkeys(paths))
    raise element.error(f'cannot open the file "{name}"; it is looked for as {places}')


def read_document(path: str, files: Files) -> Element:
    """The root element of the model file `path`, with its includes."""
    content = files.read(path)
    if content is None:
        raise ModelError(f'{path}: cannot open the model file; it is looked for as {files.places(path)}')
    root = xml.parse(content, path, files.limits)
    if b'<include' in content:
        expand_includes(root, files, path)
    return root


def read_text(source: str | bytes, files: Files | None = None) -> Element:
    """The root element of a model given as text, with its includes."""
    files = files or Files()
    root = xml.parse(source, '<string>', files.limits)
    if '<include' in source if isinstance(source, str) else b'<include' in source:
        expand_includes(root, files)
    return root
