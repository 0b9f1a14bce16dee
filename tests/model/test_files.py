"""Where files are found: folders, spellings, memory."""

import os

import mujoco
import numpy as np
import pytest

import torsor
from model.asset_files import BOX, BOX_FACES, png, stl
from torsor.model.files import Files, extension, joined, normal, stem
from torsor.model.load import compile_file, compile_string
from torsor.model.spec.errors import ModelError

CONTENT = stl(BOX[BOX_FACES])
HEIGHTS = png(np.arange(20, dtype=np.uint8).reshape(4, 5))


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
    with pytest.raises(ModelError, match=r'm\.stl: stl_decoder: invalid header'):
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


HERE = '<mujoco>{}<asset><hfield name="h" size="1 1 1 1" file="h.png"/></asset></mujoco>'
PICTURE = '<mujoco>{}<asset><texture name="h" type="2d" file="h.png"/></asset></mujoco>'
MAIN = '<mujoco><include file="part/part.xml"/></mujoco>'


@pytest.mark.parametrize(('part', 'places', 'found'), [
    (HERE.format(''), ['part/h.png'], 'part/h.png'),
    (HERE.format(''), ['h.png', 'part/h.png'], 'h.png'),
    (HERE.format('<compiler meshdir="x"/>'), ['part/h.png', 'part/x/h.png'], 'part/h.png'),
    (HERE.format('<compiler meshdir="x"/>'), ['part/h.png', 'x/h.png'], 'part/h.png'),
    (HERE.format('<compiler meshdir="x"/>'), ['part/h.png', 'x/h.png', 'h.png'], 'x/h.png'),
    (PICTURE.format('<compiler texturedir="x"/>'), ['part/h.png', 'h.png'], 'part/h.png'),
    (PICTURE.format('<compiler texturedir="x"/>'), ['part/h.png', 'x/h.png'], 'x/h.png'),
    (HERE.format('<compiler strippath="true"/>'), ['part/h.png'], ''),
    (HERE.format('<compiler meshdir="x"/>'), ['part/x/h.png'], ''),
])  # fmt: skip
def test_assets_beside_an_included_file(tmp_path, part, places, found):
    """They are found there when they are not where the main file would have them; folders do not count then."""
    files = {'main.xml': MAIN.encode(), 'part/part.xml': part.encode()} | dict.fromkeys(places, HEIGHTS)
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    for engine in (mujoco, torsor):
        if found:
            model = engine.MjModel.from_xml_path(str(tmp_path / 'main.xml'))
            assert bytes(model.paths).rstrip(b'\0').decode() == f'{tmp_path}/{found}'
        else:
            with pytest.raises(ValueError, match=r'h\.png'):
                engine.MjModel.from_xml_path(str(tmp_path / 'main.xml'))


@pytest.mark.parametrize('key', ['h.png', 'H.png', 'folder/h.png', '/folder/h.png', '../h.png'])
@pytest.mark.parametrize('file', ['h.png', 'other/h.png'])
def test_files_in_memory_are_found_by_their_name(key, file):
    xml = HERE.format('').replace('file="h.png"', f'file="{file}"')
    for engine in (mujoco, torsor):
        assert engine.MjModel.from_xml_string(xml, {key: HEIGHTS}).nhfield == 1


def test_two_files_of_one_name_are_found_by_their_paths_only():
    files = Files('', {'a/h.png': b'first', 'b/h.png': b'second'})
    assert files.read('b/h.png') == b'second'
    assert files.read('h.png') is None
