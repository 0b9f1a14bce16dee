"""MjVfs: files in memory, from which models are loaded instead of from disk."""

__all__ = ['MjVfs']


class MjVfs:
    """Files by name: `vfs['box.obj'] = content`. It can be used in a `with` statement, or closed."""

    __slots__ = ('_files',)

    def __init__(self):
        self._files: dict[str, bytes] | None = {}

    def close(self) -> None:
        """Forget all files. Nothing else can be done with it then."""
        self._files = None

    def __enter__(self) -> 'MjVfs':
        return self

    def __exit__(self, *_) -> None:
        self.close()

    @property
    def _open_files(self) -> dict[str, bytes]:
        if self._files is None:
            raise RuntimeError('VFS is closed')
        return self._files

    def __setitem__(self, name: str, content: bytes) -> None:
        files = self._open_files
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise TypeError(f'__setitem__(): incompatible function arguments: a file has a str for a name and bytes '
                            f'for its content, not {type(name).__name__} and {type(content).__name__}')
        if name in files:
            raise ValueError(f'Repeated file name in VFS: {name}; delete the file before adding another of its name')
        files[name] = content

    def __delitem__(self, name: str) -> None:
        del self._open_files[name]

    def __contains__(self, name: str) -> bool:
        return name in self._open_files
