"""Skins in the viewer: what is sent to browsers is where the scene has the vertices."""

from pathlib import Path

import numpy as np
import pytest

import torsor
import torsor.viewer
from torsor.viewer.nodes import mean_colours
from torsor.viewer.skins import Skins

SKINS = Path(__file__).parents[1] / 'scene/skins.xml'


class Handle:
    """What viser gives back for a mesh."""

    def __init__(self, vertices, faces, look):
        self.vertices, self.faces, self.look, self.visible = vertices, faces, look, True


class Scene:
    """A scene of viser that remembers its meshes."""

    def __init__(self):
        self.made = []

    def add_mesh_simple(self, name, vertices, faces, **look):
        self.made.append((name, Handle(vertices, faces, look)))
        return self.made[-1][1]


class Stage:
    """Skins of a model in a scene of viser, drawn by hand."""

    def __init__(self):
        self.m = torsor.MjModel.from_xml_path(str(SKINS))
        self.d, self.opt = torsor.MjData(self.m), torsor.MjvOption()
        torsor.mj_forward(self.m, self.d)
        self.scn, self.viser = torsor.MjvScene(self.m, 100), Scene()
        self.skins = Skins(self.viser, self.m, mean_colours(self.m))

    def draw(self, wireframe=False):
        torsor.mjv_updateScene(self.m, self.d, self.opt, None, torsor.MjvCamera(), torsor.mjtCatBit.mjCAT_ALL, self.scn)
        self.skins.update(self.d, self.opt, self.scn, wireframe)

    @property
    def nodes(self):
        return dict(self.viser.made)


@pytest.fixture
def stage():
    stage = Stage()
    stage.draw()
    return stage


def test_skins_are_sent_as_the_scene_has_them(stage):
    assert sorted(stage.nodes) == ['/scene/skin_0', '/scene/skin_1', '/scene/skin_2']  # the fourth's group is hidden
    everything = stage.scn.skinvert.reshape(-1, 3)
    for skin in range(3):
        first, count = stage.m.skin_vertadr[skin], stage.m.skin_vertnum[skin]
        np.testing.assert_array_equal(stage.nodes[f'/scene/skin_{skin}'].vertices, everything[first:first + count])
    snake, veil, patch = (stage.nodes[f'/scene/skin_{skin}'].look for skin in range(3))
    checker = 255.0 * np.mean([(0.2, 0.6, 0.3), (0.9, 0.8, 0.2)], axis=0)
    np.testing.assert_allclose(snake['color'], checker, atol=1.0)
    assert veil['opacity'] == pytest.approx(0.6)
    assert patch['color'] == (255, 77, 26)
    assert patch['opacity'] is None


def test_only_what_has_moved_is_sent(stage):
    sent = [handle.vertices for _, handle in stage.viser.made]
    stage.draw()
    assert all(handle.vertices is before for (_, handle), before in zip(stage.viser.made, sent, strict=True))
    stage.d.qpos[2] += 0.25
    torsor.mj_forward(stage.m, stage.d)
    stage.draw()
    np.testing.assert_allclose(stage.nodes['/scene/skin_0'].vertices, sent[0] + np.float32((0, 0, 0.25)), atol=1e-6)
    assert len(stage.viser.made) == 3


def test_skins_are_hidden_and_drawn_as_edges(stage):
    stage.opt.skingroup[2] = 0
    stage.draw()
    assert [stage.nodes[f'/scene/skin_{skin}'].visible for skin in range(3)] == [True, True, False]
    stage.opt.flags[torsor.mjtVisFlag.mjVIS_SKIN] = False
    stage.draw()
    assert not any(handle.visible for handle in stage.nodes.values())
    stage.opt.flags[torsor.mjtVisFlag.mjVIS_SKIN] = True
    stage.draw(wireframe=True)
    assert stage.nodes['/scene/skin_0'].look['wireframe']


def test_a_skin_that_is_nowhere_is_left_out(stage):
    stage.d.xpos[stage.m.body('tail').id] = np.nan
    stage.skins.update(stage.d, stage.opt, stage.scn, False)
    assert [stage.nodes[f'/scene/skin_{skin}'].visible for skin in range(3)] == [False, True, False]


def test_a_browser_gets_them():
    pytest.importorskip('viser', reason="needs the viewer: pip install 'torsor[viewer]'")
    from viewer.client import Client, until

    m = torsor.MjModel.from_xml_path(str(SKINS))
    d = torsor.MjData(m)
    with torsor.viewer.launch_passive(m, d, port=0, browser=False) as viewer:
        client = Client(viewer)
        assert until(lambda: '/scene/skin_0' in client.nodes)
        d.qpos[2] += 0.1
        viewer.sync(state_only=True)
        assert until(lambda: client.nodes['/scene/skin_0'].get('vertices'))
        client.close()
