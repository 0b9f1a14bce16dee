"""Pixels of textures that are in the model, or left in their files."""

import mujoco
import numpy as np
import pytest
from PIL import Image

import torsor

XML = """<mujoco><compiler passthrough="{how}"/><asset><texture name="file" type="2d" file="{file}"/>
  <texture name="drawn" type="2d" builtin="checker" rgb1="1 0 0" width="4" height="6"/></asset></mujoco>"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / 'picture.png'
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (2, 3, 3), dtype=np.uint8)).save(path)
    return path


@pytest.mark.parametrize('how', ['none', 'textures'])
def test_pixels_are_the_wheels(file, how):
    xml = XML.format(how=how, file=file)
    m, rm = torsor.MjModel.from_xml_string(xml), mujoco.MjModel.from_xml_string(xml)
    assert (m.tex_adr[0] < 0) == (how == 'textures')
    for t in range(2):
        ours, theirs = torsor.mj_loadTexture(m, t), mujoco.mj_loadTexture(rm, t)
        np.testing.assert_array_equal(ours[0], theirs[0])
        assert ours[1] == theirs[1]
        assert not np.shares_memory(ours[0], m.tex_data)


def test_embedding_is_what_compiling_would_have_done(file):
    left, held = (torsor.MjModel.from_xml_string(XML.format(how=how, file=file)) for how in ('textures', 'none'))
    embedded = torsor.mj_embedAssets(left)
    assert torsor.mj_sizeModel(embedded) == torsor.mj_sizeModel(held) > torsor.mj_sizeModel(left)
    for name in ('tex_data', 'tex_adr', 'tex_height', 'tex_width', 'tex_nchannel', 'tex_colorspace', 'body_pos'):
        np.testing.assert_array_equal(getattr(embedded, name), getattr(held, name), err_msg=name)


def test_what_is_refused(file):
    m = torsor.MjModel.from_xml_string(XML.format(how='textures', file=file))
    with pytest.raises(ValueError, match='out of range'):
        torsor.mj_loadTexture(m, 2)
    file.unlink()
    with pytest.raises(ValueError, match=r'texture 0: .*picture.png'):
        torsor.mj_loadTexture(m, 0)
    with pytest.raises(ValueError, match=r'texture 0: .*picture.png'):
        torsor.mj_embedAssets(m)
