"""Models that are loaded again: the same numbers in memory of their own, and never those of other files."""

import os

import numpy as np
import pytest

import torsor
from torsor.api import model_cache
from torsor.model.limits import Limits

BALL = '<mujoco><worldbody><body><freejoint/><geom size="{}"/></body></worldbody></mujoco>'
INCLUDING = '<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>'
PART = '<mujoco><geom name="{}" size="1"/></mujoco>'
MESHED = '<mujoco><asset><mesh name="m" file="m.obj"/></asset>' \
         '<worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
TETRAHEDRON = 'v 0 0 0\nv {} 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'


@pytest.fixture(autouse=True)
def nothing_known():
    model_cache.forget()
    yield
    model_cache.forget()


@pytest.fixture
def compiled(monkeypatch):
    """How many models were compiled."""
    count = []
    original = torsor.MjModel._from_compiled.__func__
    monkeypatch.setattr(torsor.MjModel, '_from_compiled', classmethod(lambda *rest: count.append(1) or original(*rest)))
    return count


def test_a_model_is_compiled_once(tmp_path, compiled):
    path = tmp_path / 'ball.xml'
    path.write_text(BALL.format(0.5))
    first, second, third = (torsor.MjModel.from_xml_path(name) for name in (path, str(path), os.fspath(path)))
    assert len(compiled) == 1
    for again in (second, third):
        assert again._buffer.tobytes() == first._buffer.tobytes()
        assert not np.shares_memory(again._buffer, first._buffer)
    torsor.mj_step(second, torsor.MjData(third))


def test_changes_of_a_model_stay_in_it():
    m = torsor.MjModel.from_xml_string(BALL.format(0.5))
    m.geom_size[0] = 7.0
    again = torsor.MjModel.from_xml_string(BALL.format(0.5))
    again.opt.timestep = 7.0
    third = torsor.MjModel.from_xml_string(BALL.format(0.5))
    assert third.geom_size[0, 0] == 0.5
    assert third.opt.timestep == 0.002


def test_a_file_of_the_same_size_and_time_is_read_again(tmp_path):
    path = tmp_path / 'ball.xml'
    sizes = []
    for size in ('0.5', '0.6'):
        path.write_text(BALL.format(size))
        os.utime(path, (1, 1))
        sizes.append(torsor.MjModel.from_xml_path(path).geom_size[0, 0])
    assert sizes == [0.5, 0.6]


def test_included_files_count(tmp_path, compiled):
    path, part = tmp_path / 'whole.xml', tmp_path / 'part.xml'
    path.write_text(INCLUDING)
    for name in ('a', 'a', 'b'):
        part.write_text(PART.format(name))
        assert torsor.MjModel.from_xml_path(path).geom(0).name == name
    assert len(compiled) == 2
    part.unlink()
    with pytest.raises(ValueError, match=r'cannot open the file "part\.xml"'):
        torsor.MjModel.from_xml_path(path)


def test_a_file_that_appears_where_there_was_none_counts(tmp_path):
    folder = tmp_path / 'inner'
    folder.mkdir()
    (tmp_path / 'whole.xml').write_text(INCLUDING.replace('part', 'inner/outer'))
    (folder / 'outer.xml').write_text('<mujoco><include file="part.xml"/></mujoco>')
    (folder / 'part.xml').write_text(PART.format('beside'))
    assert torsor.MjModel.from_xml_path(tmp_path / 'whole.xml').geom(0).name == 'beside'
    (tmp_path / 'part.xml').write_text(PART.format('first'))
    assert torsor.MjModel.from_xml_path(tmp_path / 'whole.xml').geom(0).name == 'first'


def test_assets_count(tmp_path, compiled):
    path, mesh = tmp_path / 'meshed.xml', tmp_path / 'm.obj'
    path.write_text(MESHED)
    widths = []
    for width in (1, 1, 20):
        mesh.write_text(TETRAHEDRON.format(width))
        os.utime(mesh, (width, width))
        widths.append(np.ptp(torsor.MjModel.from_xml_path(path).mesh_vert, axis=0).max())
    assert len(compiled) == 2
    assert widths[0] == widths[1] < widths[2]


def test_files_in_memory_count(compiled):
    names = [
        torsor.MjModel.from_xml_string(INCLUDING, {'part.xml': PART.format(name).encode()}).geom(0).name
        for name in ('a', 'a', 'b')
    ]
    assert names == ['a', 'a', 'b']
    assert len(compiled) == 2
    with pytest.raises(ValueError, match=r'cannot open the file "part\.xml"'):
        torsor.MjModel.from_xml_string(INCLUDING)


def test_limits_and_trust_count(tmp_path, compiled):
    path = tmp_path / 'ball.xml'
    path.write_text(BALL.format(0.5))
    torsor.MjModel.from_xml_path(path)
    torsor.MjModel.from_xml_path(path, untrusted=True)
    assert len(compiled) == 2
    with pytest.raises(ValueError, match='nested deeper than 2 levels'):
        torsor.MjModel.from_xml_path(path, limits=Limits(depth=2))


def test_a_model_that_warns_warns_again():
    body = '<body name="{}"><freejoint/><geom size="1"/></body>'
    xml = f'<mujoco><worldbody>{body.format("a")}{body.format("b")}</worldbody><deformable>' \
          '<flex name="f" dim="1" body="a b" vertex="0 0 0 1 0 0" element="0 1"/></deformable></mujoco>'
    said = []
    torsor.set_mju_user_warning(said.append)
    try:
        for count in (1, 2):
            torsor.MjModel.from_xml_string(xml)
            assert len(said) == count
    finally:
        torsor.set_mju_user_warning(None)


def test_callbacks_of_the_user_may_have_had_a_part(compiled):
    torsor.set_mjcb_control(lambda m, d: None)
    try:
        for _ in range(2):
            torsor.MjModel.from_xml_string(BALL.format(0.5))
    finally:
        torsor.set_mjcb_control(None)
    assert len(compiled) == 2


@pytest.mark.parametrize('limit', ['MEMORY', 'COUNT'])
def test_the_least_recently_used_makes_room(monkeypatch, compiled, limit):
    size = torsor.MjModel.from_xml_string(BALL.format(0.1))._buffer.nbytes
    monkeypatch.setattr(model_cache, limit, {'MEMORY': 2 * size + 100, 'COUNT': 2}[limit])
    for radius, count in ((0.2, 2), (0.1, 2), (0.3, 3), (0.1, 3), (0.2, 4)):
        torsor.MjModel.from_xml_string(BALL.format(radius))
        assert len(compiled) == count
    monkeypatch.setattr(model_cache, 'MEMORY', size - 100)
    for _ in range(2):
        torsor.MjModel.from_xml_string(BALL.format(0.9))
    assert len(compiled) == 6


def test_large_parts_of_assets_are_not_copied(tmp_path):
    (tmp_path / 'm.xml').write_text('<mujoco><asset><texture name="t" type="2d" builtin="gradient" width="400"'
                                    ' height="400"/></asset><worldbody><geom size="1"/></worldbody></mujoco>')
    first = torsor.MjModel.from_xml_path(tmp_path / 'm.xml')
    (kept,) = model_cache._models.values()
    assert sum(len(content) for _, content in kept.copies) == first._buffer.nbytes - first.ntexdata
    pixels, first.tex_data[:] = first.tex_data.copy(), 0
    again = torsor.MjModel.from_xml_path(tmp_path / 'm.xml')
    assert (again.tex_data == pixels).all()
    again.tex_data[:] = 0
    third = torsor.MjModel.from_xml_path(tmp_path / 'm.xml')
    assert (third.tex_data == pixels).all()
    first.tex_data[:] = pixels
    assert third._buffer.tobytes() == first._buffer.tobytes()


def test_the_signature_tells_models_apart():
    one, other = (torsor.MjModel.from_xml_string(BALL.format(size)) for size in (0.5, 0.6))
    model_cache.forget()
    assert torsor.MjModel.from_xml_string(BALL.format(0.5)).signature == one.signature != other.signature
