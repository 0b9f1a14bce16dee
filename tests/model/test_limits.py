"""What a model may ask for, and what an untrusted one may read."""

import os
import time

import numpy as np
import pytest

import torsor
from model.asset_files import BOX, BOX_FACES, obj, png
from torsor.model.limits import TIGHT, Fence, Limits
from torsor.model.load import check_file, compile_file, compile_string
from torsor.model.spec.errors import ModelError

INSIDE = '<mujoco><worldbody><geom name="{}" size="1"/></worldbody></mujoco>'
MAIN = '<mujoco><include file="{}"/></mujoco>'


@pytest.fixture
def folders(tmp_path):
    """A model with friends in its folder, and a secret outside of it."""
    model, other = tmp_path / 'model', tmp_path / 'other'
    (model / 'parts').mkdir(parents=True)
    other.mkdir()
    (model / 'parts' / 'friend.xml').write_text(INSIDE.format('friend'))
    (other / 'secret.xml').write_text(INSIDE.format('secret'))
    (model / 'link.xml').symlink_to(other / 'secret.xml')
    (model / 'away').symlink_to(other)
    return model, other


def main(folder, included):
    path = folder / 'main.xml'
    path.write_text(MAIN.format(included))
    return path


OUTSIDE = ['../other/secret.xml', 'link.xml', 'away/secret.xml', 'parts/../../other/secret.xml']


@pytest.mark.parametrize('included', OUTSIDE)
def test_untrusted_models_stay_in_their_folder(folders, included):
    path = main(folders[0], included)
    assert compile_file(path).sizes['ngeom'] == 1  # as MuJoCo does
    with pytest.raises(ModelError, match=r'main.xml:1:9: <include>: cannot open the file .* not trusted'):
        compile_file(path, untrusted=True)
    with pytest.raises(ValueError, match='not trusted'):
        torsor.MjModel.from_xml_path(path, untrusted=True)
    assert 'not trusted' in str(check_file(path, untrusted=True)[0])
    # a folder that is given is as good as its own
    assert compile_file(path, untrusted=True, folders=[folders[1]]).sizes['ngeom'] == 1


def test_untrusted_models_read_absolute_paths_inside_only(folders):
    model, other = folders
    assert compile_file(main(model, model / 'parts' / 'friend.xml'), untrusted=True).sizes['ngeom'] == 1
    with pytest.raises(ModelError, match='not trusted'):
        compile_file(main(model, other / 'secret.xml'), untrusted=True)


def test_files_in_memory_are_the_callers(folders):
    path = main(folders[0], '../other/secret.xml')
    files = {'secret.xml': INSIDE.format('mine').encode()}
    assert compile_file(path, files, untrusted=True).sizes['ngeom'] == 1


def test_other_models_are_fenced_too(folders):
    xml = '<mujoco><asset><model name="m" file="../other/secret.xml"/></asset></mujoco>'
    path = folders[0] / 'main.xml'
    path.write_text(xml)
    compile_file(path)
    with pytest.raises(ModelError, match='not trusted'):
        compile_file(path, untrusted=True)


def test_assets_are_fenced_too(folders):
    """By a link to a file and by a folder that is one, for meshes and textures alike."""
    model, other = folders
    (other / 'box.obj').write_bytes(obj(BOX, BOX_FACES))
    (other / 'grey.png').write_bytes(png(np.zeros((2, 2, 3), np.uint8)))
    (model / 'box.obj').symlink_to(other / 'box.obj')
    path = model / 'main.xml'
    for asset in ('mesh file="box.obj"', 'mesh file="away/box.obj"', 'texture type="2d" file="away/grey.png"'):
        path.write_text(f'<mujoco><asset><{asset} name="a"/></asset></mujoco>')
        compile_file(path)
        with pytest.raises(ModelError, match=r'main.xml:1:16: .* not trusted'):
            compile_file(path, untrusted=True)
        compile_file(path, untrusted=True, folders=[other])


def test_devices_and_folders_are_no_files(folders):
    for name in (os.devnull, '/dev/zero', 'parts'):
        with pytest.raises(ModelError, match='cannot open'):
            compile_file(main(folders[0], name))


def test_fence():
    assert not Fence('/tmp/a').allows('/tmp/ab/x')
    assert Fence('/tmp/a').allows('/tmp/a/b/../x')
    assert not Fence('/tmp/a').allows('/tmp/a/../b')
    assert not Fence('/tmp/a').allows('a\0b')


BOMBS = {
    'replicas in replicas': '<worldbody>' + '<replicate count="1000">' * 5 + '<geom size="1"/>' + '</replicate>' * 5
    + '</worldbody>',
    'one replicate': '<worldbody><replicate count="2000000"><geom size="1"/></replicate></worldbody>',
    'itself in itself': '<worldbody><body name="a"><geom size="1"/></body>' + ''.join(
        f'<frame name="f{i}"><body name="b{i}"><attach body="{"a" if not i else f"b{i - 1}"}" prefix="{i}x"/>'
        f'<attach body="{"a" if not i else f"b{i - 1}"}" prefix="{i}y"/></body></frame>' for i in range(30))
    + '</worldbody>',
    'nesting': '<worldbody>' + '<body>' * 600 + '</body>' * 600 + '</worldbody>',
    'numbers': '<custom><numeric name="n" size="2000000000"/></custom>',
    'keys': '<size nkey="2000000000"/>',
}  # fmt: skip


@pytest.mark.parametrize('bomb', BOMBS)
def test_bombs(bomb):
    with pytest.raises(ModelError, match=r'^<string>:\d+:\d+: .*(limit|more than|deeper|between)'):
        compile_string(f'<mujoco>{BOMBS[bomb]}</mujoco>', limits=Limits(elements=100_000))


def test_limits_can_be_changed():
    xml = '<mujoco><worldbody><replicate count="20"><geom size="1"/></replicate></worldbody></mujoco>'
    assert compile_string(xml).sizes['ngeom'] == 20
    for limits, problem in ((Limits(replicas=10), 'limit of 10'), (Limits(elements=10), 'more than 10 elements'),
                            (Limits(xml_bytes=20), 'limit of 20'), (Limits(depth=2), 'deeper than 2')):
        with pytest.raises(ModelError, match=problem):
            compile_string(xml, limits=limits)
    assert TIGHT.elements < Limits().elements


JOINT = (
    '<worldbody><camera name="c" resolution="100000 100000"/><body><joint name="j"/><geom size="1"/></body></worldbody>'
)
THRICE = '<replicate count="1000">' * 3 + '<geom size="1"/>' + '</replicate>' * 3
EXPENSIVE = [
    f'<worldbody>{THRICE}</worldbody>',
    f'{JOINT}<actuator><motor joint="j" nsample="1000000000" delay="1"/></actuator>',
    f'{JOINT}<sensor><rangefinder camera="c"/></sensor>',
    '<sensor><user dim="1000000000"/></sensor>',
    '<sensor><user dim="3"/><clock nsample="1000000000"/></sensor>',
    '<asset><texture name="t" type="2d" builtin="flat" width="100000" height="100000"/></asset>',
    '<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset>',
]  # fmt: skip


@pytest.mark.parametrize('untrusted', [False, True])
@pytest.mark.parametrize('inside', EXPENSIVE)
def test_what_would_take_all_memory_is_refused_at_once(inside, untrusted):
    start = time.perf_counter()
    with pytest.raises(ModelError, match=r'^<string>:1:\d+: .*limit'):
        torsor.MjModel.from_xml_string(f'<mujoco>{inside}</mujoco>', untrusted=untrusted)
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize('inside', [
    '<asset><texture name="t" type="2d" builtin="flat" width="6000" height="6000"/></asset>',
    '<asset><hfield name="h" nrow="6000" ncol="6000" size="1 1 1 1"/></asset>',
    '<sensor><user dim="2000000"/></sensor>',
])  # fmt: skip
def test_untrusted_models_get_less(inside):
    xml = f'<mujoco>{inside}</mujoco>'
    compile_string(xml)
    with pytest.raises(ModelError, match='limit'):
        torsor.MjModel.from_xml_string(xml, untrusted=True)
