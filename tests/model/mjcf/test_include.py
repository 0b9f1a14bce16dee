"""Files of a model: includes and assets."""

import mujoco
import pytest

from torsor.model.load import compile_file, compile_string
from torsor.model.spec.errors import ModelError


@pytest.fixture
def folder(tmp_path):
    def write(**files):
        for name, text in files.items():
            path = tmp_path / (name.replace('__', '/') + '.xml')
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        return tmp_path / 'main.xml'

    return write


def world(body):
    return f'<mujoco><worldbody>{body}</worldbody></mujoco>'


def radii(path):
    ours = compile_file(path).fields['geom_size'][:, 0].tolist()
    assert ours == mujoco.MjModel.from_xml_path(str(path)).geom_size[:, 0].tolist()
    return ours


def test_order_and_nesting(folder):
    path = folder(
        main=world('<geom size="1"/><include file="a.xml"/><geom size="4"/>'),
        a='<any><geom size="2"/><include file="b.xml"/></any>',
        b='<mujocoinclude><geom size="3"/></mujocoinclude>',
    )
    assert radii(path) == [1, 2, 3, 4]


def test_nested_files_are_relative_to_the_main_file(folder):
    path = folder(
        main=world('<include file="sub/a.xml"/>'), sub__a='<x><include file="b.xml"/></x>',
        sub__b='<x><geom size="7"/></x>', b='<x><geom size="9"/></x>',
    )  # fmt: skip
    assert radii(path) == [9]


def test_whole_sections(folder):
    path = folder(main='<mujoco><include file="a.xml"/></mujoco>', a=world('<geom size="5"/>'))
    assert radii(path) == [5]


@pytest.mark.parametrize(
    ('body', 'message'),
    [
        ('<include file="a.xml"/><include file="./a.xml"/>', 'included twice'),
        ('<include file="self.xml"/>', 'included twice'),
        ('<include file="main.xml"/>', 'included twice'),
        ('<include file="empty.xml"/>', 'nothing to include'),
        ('<include file="missing.xml"/>', 'cannot open the file "missing.xml"'),
        ('<include/>', '"file" is required'),
        ('<include file="a.xml"><geom size="1"/></include>', 'cannot have children'),
    ],
)
def test_refuses(folder, body, message):
    path = folder(main=world(body), a='<x><geom size="1"/></x>', empty='<x/>', self='<x><include file="self.xml"/></x>')
    with pytest.raises(ModelError, match=message):
        compile_file(path)
    with pytest.raises(ValueError, match='Error'):
        mujoco.MjModel.from_xml_path(str(path))


def test_errors_name_the_included_file(folder):
    path = folder(main=world('<include file="a.xml"/>'), a='<x>\n  <geom size="x"/></x>')
    with pytest.raises(ModelError, match=rf'^{path.parent}/a.xml:2:3: <geom>: attribute "size" needs a number'):
        compile_file(path)


def test_assets_come_first(folder):
    path = folder(main=world('<include file="a.xml"/>'), a='<x><geom size="1"/></x>')
    assert compile_file(path, {'a.xml': b'<x><geom size="2"/></x>'}).fields['geom_size'][0, 0] == 2
    text = world('<include file="somewhere/a.xml"/>')
    assert compile_string(text, {'a.xml': b'<x><geom size="3"/></x>'}).fields['geom_size'][0, 0] == 3


def test_missing_model_file():
    with pytest.raises(ModelError, match='cannot open the model file'):
        compile_file('/nowhere/model.xml')


@pytest.mark.parametrize(('files', 'radius'), [
    ({'sub__arm': '<x><include file="hand.xml"/></x>', 'sub__hand': '<x><geom size="2"/></x>'}, 2),
    ({'sub__arm': '<x><include file="hand.xml"/></x>', 'sub__hand': '<x><geom size="2"/></x>',
      'hand': '<x><geom size="3"/></x>'}, 3),
    ({'sub__arm': '<x><include file="sub/hand.xml"/></x>', 'sub__hand': '<x><geom size="2"/></x>'}, 2),
])  # fmt: skip
def test_a_neighbour_of_the_file_that_includes_it(folder, files, radius):
    """Files are relative to the main one, else to the one that includes them."""
    assert radii(folder(main=world('<include file="sub/arm.xml"/>'), **files)) == [radius]


def test_a_missing_file_tells_where_it_was_looked_for(folder):
    path = folder(main=world('<include file="sub/arm.xml"/>'), sub__arm='<x><include file="hand.xml"/></x>')
    with pytest.raises(ModelError, match=f'{path.parent}/hand.xml and {path.parent}/sub/hand.xml'):
        compile_file(path)
