"""Where the files of a model come from: from memory by name, else from disk."""

import os
import posixpath
import stat
from collections import Counter
from collections.abc import Hashable, Mapping
from pathlib import Path

from .limits import GENEROUS, Fence, Limits


def normal(path: str) -> str:
    """A path with forward slashes, without '.' and without '..' where those can be resolved."""
    path = path.replace('\\', '/')
    return posixpath.normpath(path) if path else ''


def joined(*parts: str) -> str:
    """The path that several parts make, of which an absolute one replaces those before it."""
    return normal(posixpath.join(*[part.replace('\\', '/') for part in parts if part], ''))


def stem(path: str) -> str:
    """The name of a file without folders and without its last extension."""
    return posixpath.splitext(posixpath.basename(normal(path)))[0]


def extension(path: str) -> str:
    """The last extension of a file, in lower case, without its dot."""
    return posixpath.splitext(normal(path))[1][1:].lower()


class Source:
    """One file: what it contains, read when that is asked for, and a stamp that changes when it is written to."""

    def __init__(self, path: str, content: bytes | None = None, stamp: Hashable = None):
        self.path, self.stamp, self._content = path, stamp, content

    @property
    def content(self) -> bytes:
        """All bytes of the file; none when it has vanished."""
        if self._content is None:
            try:
                with open(self.path, 'rb', buffering=0) as file:
                    self._content = file.read()
            except OSError:
                self._content = b''
        return self._content


# what tells that a file is the same as before: all its bytes, or its stamp; None when there is no such file
Evidence = bytes | Hashable | None


class Files:
    """The files of one model. Those given in memory are found by their path, by the end of it, or by their name alone.

    `evidence` has all files that were looked for, with what tells them from others.
    """

    def __init__(
        self,
        directory: str = '',
        assets: Mapping[str, bytes | str] | None = None,
        limits: Limits = GENEROUS,
        fence: Fence | None = None,
    ):
        self.directory, self.limits, self.fence = directory, limits, fence
        self.nesting: list[str] = []  # models that are being read because another one needs them
        self.assets = {normal(name).lower(): content for name, content in assets.items()} if assets else {}
        names = Counter(map(posixpath.basename, self.assets)) if assets else {}
        self.by_name = {name: path for path in self.assets if names[name := posixpath.basename(path)] == 1}
        self.evidence: dict[str, Evidence] = {}

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None when there is none of this path."""
        source = self._found(path)
        self.evidence[path] = content = source and source.content
        return content

    def source(self, path: str) -> Source | None:
        """A file, without reading it, or None when there is none of this path."""
        source = self._found(path)
        self.evidence.setdefault(path, source and (source.stamp or source.content))
        return source

    def hold(self, evidence: Mapping[str, Evidence]) -> bool:
        """Whether all files of which there is evidence would be found, or not found, as they were."""
        for path, before in evidence.items():
            source = self._found(path)
            now = source and (source.content if isinstance(before, bytes) else source.stamp)
            if now != before:
                return False
        return True

    def _found(self, path: str) -> Source | None:
        content = self._in_memory(path)
        if content is not None:
            return Source(path, content.encode() if isinstance(content, str) else bytes(content))
        try:
            if self.fence is not None and not self.fence.allows(path):
                return None
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(status.st_mode) or status.st_size > self.limits.file_bytes:
            return None
        return Source(path, None, (os.path.abspath(path), status.st_mtime_ns, status.st_size, status.st_ino))

    def _in_memory(self, path: str) -> bytes | str | None:
        """Names in memory do not tell capitals from small letters."""
        if not self.assets:
            return None
        full = normal(path).lower()
        inside = normal(posixpath.relpath(full, self.directory.lower())) if self.directory else full
        name = posixpath.basename(full)
        for key in (full, inside, name, self.by_name.get(name)):
            if key in self.assets:
                return self.assets[key]
        return None

    def in_memory(self, path: str) -> bool:
        """Whether a file is not read from disk."""
        self.source(path)  # for the evidence
        return self._in_memory(path) is not None

    def identity(self, path: str) -> str:
        """The same text for all spellings of one file."""
        return str(Path(path).resolve())

    def places(self, path: str) -> str:
        """Where a file was looked for, for messages."""
        shown = path if posixpath.isabs(path) else f'{path} (in {Path.cwd()})'
        if self.fence is not None:
            shown += f'; the model is not trusted and reads only what is in {self.fence}'
        return f'{shown}, or among the {len(self.assets)} files in memory' if self.assets else shown
