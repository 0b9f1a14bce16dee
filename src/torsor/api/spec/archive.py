"""Specs in files: archives with a model and the files that it needs, and the formats that a name can ask for."""

import os
import posixpath
import zipfile
import zlib
from typing import Any

from ...jit.errors import FatalError
from ...model.files import joined
from ...model.limits import GENEROUS
from .spec import MjSpec

MODELS = ('.xml', '.mjcf', '.urdf')
# what zipfile raises about archives that are damaged, encrypted or compressed in ways that it does not know
DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError)
TYPES = {'text/xml': '.xml', 'application/zip': '.mjz', 'application/mjz': '.mjz'}


def to_zip(spec: MjSpec, file: Any) -> None:
    """Save a spec with its files: to a path or an open file."""
    text = spec.to_xml()
    name = spec._data.modelname
    with zipfile.ZipFile(file if hasattr(file, 'write') else os.fspath(file), 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f'{name}/{name}.xml', text)
        for path, content in _needed_files(spec).items():
            archive.writestr(posixpath.normpath(f'{name}/{path}'), content)


def _needed_files(spec: MjSpec) -> dict[str, Any]:
    """Files in memory by their names, and those on disk by the names that the saved model has for them."""
    found = dict(spec.assets)
    files = spec._all_files(None)
    data = spec._data
    for asset in (*data.meshes, *data.hfields, *data.textures):
        compiler = asset.compiler or data.compiler
        folder = compiler.texturedir if asset in data.textures else compiler.meshdir
        for name, path in _named_paths(asset):
            inside = joined(folder, name)
            if path and inside not in found and not posixpath.isabs(inside) and not inside.startswith('..'):
                content = files.read(path)
                if content is not None:
                    found[inside] = content
    return found


def _named_paths(asset: Any) -> list[tuple[str, str]]:
    faces = zip(getattr(asset, 'cubefiles', ()), getattr(asset, 'facepaths', ()))
    return [(name, path) for name, path in ((asset.file, asset.path), *faces) if name]


def from_zip(file: Any) -> MjSpec:
    """The spec of an archive: a path or an open file."""
    source = file if hasattr(file, 'read') else os.fspath(file)
    stem = '' if hasattr(file, 'read') else posixpath.splitext(posixpath.basename(source.replace('\\', '/')))[0]
    content = _unpacked(source, stem or 'the file')
    main = main_model(content, stem)
    folder = posixpath.dirname(main)
    assets = {posixpath.relpath(name, folder) if folder else name: data for name, data in content.items()}
    xml = assets.pop(posixpath.basename(main))
    include = {name: data for name, data in assets.items() if name.lower().endswith(MODELS)}
    return MjSpec.from_string(xml.decode(), include=include,
                              assets={name: data for name, data in assets.items() if name not in include})  # fmt: skip


def _unpacked(source: Any, name: str) -> dict[str, bytes]:
    """All files of an archive, in memory."""
    if not zipfile.is_zipfile(source):
        raise ValueError(f'{name} is not a zip archive')
    try:
        with zipfile.ZipFile(source) as archive:
            files = [info for info in archive.infolist() if not info.is_dir()]
            size = sum(info.file_size for info in files)
            if size > GENEROUS.file_bytes:
                raise ValueError(f'{name} has {size} bytes when unpacked, more than the limit of {GENEROUS.file_bytes}')
            return {info.filename: archive.read(info) for info in files}
    except DAMAGES as error:
        raise ValueError(f'{name} is a zip archive that cannot be read: {error}') from error


def main_model(content: dict[str, bytes], stem: str) -> str:
    """Which file of an archive is the model: by its usual names, else the only one at the top."""
    usual = ['model.xml', f'{stem}.xml', f'{stem}/{stem}.xml', f'{stem}/model.xml']
    found = next((name for name in usual if name in content), None)
    models = sorted((name for name in content if name.lower().endswith('.xml')), key=lambda name: name.count('/'))
    if found is None and models:
        found = next((name for name in models if _is_named_after_folder(name)), models[0])
    if found is None:
        raise ValueError(f'the archive has no model; it needs one of {", ".join(usual)}')
    return found


def _is_named_after_folder(name: str) -> bool:
    folder, _, base = name.rpartition('/')
    return posixpath.basename(folder) == posixpath.splitext(base)[0]


def encode(spec: MjSpec, filename: str, model: Any, content_type: str | None) -> int:
    """Save a spec, or a model that was compiled from it, in the format that its name asks for; how many bytes."""
    extension = TYPES.get(content_type or '', os.path.splitext(os.fspath(filename))[1].lower())
    if extension not in ENCODERS:
        raise FatalError(f'no encoder writes "{filename}"; known are {", ".join(sorted(ENCODERS))}')
    if model is not None and extension in ('.xml', '.mjz', '.zip'):
        spec.copy_back(model)
    ENCODERS[extension](spec, filename, model)
    return os.path.getsize(filename)


def _encode_text(_spec: MjSpec, filename: str, model: Any) -> None:
    from ..printing import mj_printModel

    if model is None:
        raise FatalError('a text of a model needs a compiled one; give "model"')
    mj_printModel(model, filename)


ENCODERS = {
    '.xml': lambda spec, filename, model: spec.to_file(filename),
    '.mjz': lambda spec, filename, model: to_zip(spec, filename),
    '.zip': lambda spec, filename, model: to_zip(spec, filename),
    '.txt': _encode_text,
}
