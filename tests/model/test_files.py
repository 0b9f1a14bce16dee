"""Where files are found: folders, spellings, memory."""

import os

import mujoco
import pytest

from model.asset_files import BOX, BOX_FACES, stl
from torsor.model.files import Files, extension, joined, normal, stem
from torsor.model.load import compile_file, compile_string
from torsor.model.spec.errors import ModelError

CONTENT = stl(BOX[BOX_FACES])


def text(compiler: str = '', file: str = 'm.stl') -> str:
    return f'<mujoco>{compiler}<asset><mesh name="m" file="{file}"/></asset></mujoco>'


def paths(fields) -> bytes:
    return fields['paths'].tobytes().rstrip(b'\0')


@pytest.mark.parametrize(('path', 'expected'), [
    ('a\\b', 'a/b'), ('./a//b/../c', 'a/c'), ('../a', '../a'), ('/a/./b', '/a/b'), ('', ''),
])  # fmt: skip
def test_normal(path, expected):
    assert normal(path) == expected


def test_parts():
    assert joined('/models', 'meshes', '../a.stl') == '/models/a.stl'
    assert joined('/models', '/elsewhere', 'a.stl') == '/elsewhere/a.stl'
    assert joined('', '', 'a.stl') == 'a.stl'
    assert stem('x\\y/part.v2.stl') == 'part.v2'
    assert extension('a.b/part.STL') == 'stl'
    assert extension('a.b/part') == ''


@pytest.mark.parametrize(('compiler', 'file'), [
    ('', 'm.stl'), ('', './m.stl'), ('', 'sub\\m.stl'), ('<compiler meshdir="meshes"/>', 'm.stl'),
    ('<compiler meshdir="meshes/"/>', 'm.stl'), ('<compiler meshdir="./sub/../meshes"/>', 'm.stl'),
    ('<compiler assetdir="sub" meshdir="meshes"/>', 'm.stl'), ('<compiler assetdir="sub"/>', 'm.stl'),
    ('<compiler strippath="true" meshdir="meshes"/>', 'foo/bar/m.stl'),
    ('<compiler meshdir="nowhere"/><compiler meshdir="meshes"/>', 'm.stl'),
    ('<compiler meshdir="meshes"/>', '{folder}/m.stl'), ('<compiler meshdir="{folder}/meshes"/>', 'm.stl'),
])  # fmt: skip
def test_files_of_assets(tmp_path, compiler, file):
    for folder in ('', 'meshes', 'sub'):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / 'm.stl').write_bytes(CONTENT)
    main = tmp_path / 'main.xml'
    main.write_text(text(compiler.format(folder=tmp_path), file.format(folder=tmp_path)))
    assert paths(compile_file(main).fields) == mujoco.MjModel.from_xml_path(str(main)).paths.rstrip(b'\0')


@pytest.mark.parametrize('name', ['m.stl', './m.stl', 'M.STL', 'meshes/m.stl'])
def test_files_in_memory(name):
    xml = text('<compiler meshdir="meshes"/>')
    assert compile_string(xml, {name: CONTENT}).sizes['nmesh'] == 1
    assert mujoco.MjModel.from_xml_string(xml, {name: CONTENT}).nmesh == 1


def test_memory_comes_before_disk(tmp_path):
    (tmp_path / 'm.stl').write_bytes(CONTENT)
    (tmp_path / 'main.xml').write_text(text())
    with pytest.raises(ModelError, match=r'm\.stl: an STL file has at least'):
        compile_file(tmp_path / 'main.xml', {'m.stl': b'broken'})


def test_relative_to_the_working_directory(tmp_path, monkeypatch):
    (tmp_path / 'm.stl').write_bytes(CONTENT)
    (tmp_path / 'main.xml').write_text(text())
    monkeypatch.chdir(tmp_path)
    assert paths(compile_file('main.xml').fields) == b'm.stl' == paths(compile_string(text()).fields)


def test_what_is_no_file(tmp_path):
    files = Files()
    assert files.read(str(tmp_path)) is None
    assert files.read('a\0b') is None
    fifo = tmp_path / 'fifo'
    os.mkfifo(fifo)
    assert files.read(str(fifo)) is None  # and does not wait for somebody to write to it
