"""Finds the files of a model and replaces every <include> by the elements of its file."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from ..spec.errors import ModelError
from . import xml
from .xml import Element

MAX_INCLUDES = 10_000


class Files:
    """Where a model's files come from: the given `assets` by name, else the directory of the main file."""

    def __init__(self, directory: Path, assets: Mapping[str, bytes] | None = None):
        self.directory = directory
        self.assets = dict(assets or {})

    def read(self, name: str) -> bytes | None:
        """The content of the file `name`, or None when there is no such file."""
        for key in (name, PurePosixPath(name).name):
            if key in self.assets:
                content = self.assets[key]
                return content.encode() if isinstance(content, str) else bytes(content)
        try:
            return (self.directory / name).read_bytes()
        except OSError:
            return None

    def identity(self, name: str) -> str:
        """The same text for all spellings of one file."""
        return str((self.directory / name).resolve())


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
    identity = files.identity(name)
    if identity in included:
        raise element.error(f'the file "{name}" is included twice; each file can be included once')
    if len(included) >= MAX_INCLUDES:
        raise element.error(f'more than {MAX_INCLUDES} files are included')
    included.add(identity)
    content = files.read(name)
    if content is None:
        raise element.error(f'cannot open the file "{name}"; it is looked up in {files.directory}')
    root = xml.parse(content, name)
    if not root.children:
        raise element.error(f'the file "{name}" has nothing to include')
    return root.children


def read_document(path: str, assets: Mapping[str, bytes] | None = None) -> Element:
    """The root element of the model file `path`, with its includes."""
    main = Path(path)
    files = Files(main.parent, assets)
    content = files.read(main.name)
    if content is None:
        raise ModelError(f'{path}: cannot open the model file')
    root = xml.parse(content, str(path))
    expand_includes(root, files, main.name)
    return root


def read_text(source: str | bytes, assets: Mapping[str, bytes] | None = None) -> Element:
    """The root element of a model given as text, with its includes."""
    root = xml.parse(source, '<string>')
    expand_includes(root, Files(Path(), assets))
    return root
