"""Pictures: of shapes whose outline, distance and colour are known, and of what cannot be drawn."""

import numpy as np
import pytest

import torsor

BALL = """<mujoco><visual><global offwidth="64" offheight="48"/><headlight ambient="1 1 1" diffuse="0 0 0"
    specular="0 0 0"/></visual><asset><mesh name="cube"
    vertex="-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 -1 1 1"/>
  </asset><worldbody><camera name="front" pos="0 -4 0" xyaxes="1 0 0 0 0 1" fovy="60"/>
    <body><freejoint/><geom {geom} rgba="1 .5 0 1"/></body></worldbody></mujoco>"""


def renderer_of(geom, **size):
    m = torsor.MjModel.from_xml_string(BALL.format(geom=geom))
    d = torsor.MjData(m)
    torsor.mj_kinematics(m, d)
    torsor.mj_camlight(m, d)
    return torsor.Renderer(m, size.get('height', 48), size.get('width', 64)), d


@pytest.mark.parametrize(('geom', 'nearest', 'area'), [
    ('type="sphere" size="1"', 3.0, np.pi / 15.0 * (48 / 2 / np.tan(np.pi / 6)) ** 2),  # a cone of half angle asin(1/4)
    ('type="box" size="1 1 1"', 3.0, (2.0 / 3.0 * 48 / 2 / np.tan(np.pi / 6)) ** 2),
    ('type="mesh" mesh="cube"', 3.0, (2.0 / 3.0 * 48 / 2 / np.tan(np.pi / 6)) ** 2),
    ('type="cylinder" size="1 1" euler="90 0 0"', 3.0, np.pi / 9.0 * (48 / 2 / np.tan(np.pi / 6)) ** 2),
])  # fmt: skip
def test_distance_outline_and_colour(geom, nearest, area):
    renderer, d = renderer_of(geom)
    renderer.update_scene(d, camera='front')
    picture = renderer.render()
    assert picture.shape == (48, 64, 3)
    assert picture.dtype == np.uint8
    np.testing.assert_allclose(picture[24, 32], (255, 128, 0), atol=1)
    assert not picture[0, 0].any()
    renderer.enable_depth_rendering()
    assert renderer.render()[23:25, 31:33].min() == pytest.approx(nearest, abs=2e-3)
    renderer.enable_segmentation_rendering()
    seen = renderer.render()[..., 1] == int(torsor.mjtObj.mjOBJ_GEOM)
    assert seen.sum() == pytest.approx(area, rel=0.04)


def test_what_is_behind_the_camera_or_no_number_is_not_drawn():
    for pose in (-8.0, np.nan, np.inf):
        renderer, d = renderer_of('type="mesh" mesh="cube"')
        d.geom_xpos[0, 1] = pose
        renderer.update_scene(d, camera='front')
        assert not renderer.render().any()


def test_a_mesh_across_the_near_plane():
    """The camera is just in front of a wall that reaches behind it."""
    renderer, d = renderer_of('type="mesh" mesh="cube" euler="0 0 45"')
    d.geom_xpos[0] = 0.0, -2.55, 0.0
    renderer.update_scene(d, camera='front')
    renderer.enable_depth_rendering()
    depth = renderer.render()
    assert np.isfinite(depth).all()
    assert depth.min() < 0.3


def test_sizes_that_cannot_be_drawn_are_refused():
    renderer, _ = renderer_of('size="1"')
    for width, height in ((65, 48), (64, 49)):
        with pytest.raises(ValueError, match='framebuffer'):
            torsor.Renderer(renderer.model, height, width)
    for width, height in ((0, 1), (1, -3)):
        with pytest.raises(torsor.FatalError, match='cannot be drawn'):
            torsor.Renderer(renderer.model, height, width)
    with pytest.raises(ValueError, match='camera'):
        renderer.update_scene(torsor.MjData(renderer.model), camera='nobody')


def test_contexts_give_the_same_picture_upside_down():
    renderer, d = renderer_of('size="1"')
    renderer.update_scene(d, camera='front')
    context, area = torsor.MjrContext(renderer.model, 100), torsor.MjrRect(0, 0, 64, 48)
    rgb, depth = np.zeros((48, 64, 3), np.uint8), np.zeros((48, 64), np.float32)
    torsor.mjr_setBuffer(1, context)
    torsor.mjr_render(area, renderer.scene, context)
    torsor.mjr_readPixels(rgb, depth, area, context)
    np.testing.assert_array_equal(rgb[::-1], renderer.render())
    camera = renderer.scene.camera[0]
    near, far = camera.frustum_near, camera.frustum_far
    renderer.enable_depth_rendering()
    seen = renderer.render()[::-1] < 0.9 * far
    distance = near * far / (far - depth * (far - near))
    np.testing.assert_allclose(distance[seen], renderer.render()[::-1][seen], rtol=1e-3)
    with pytest.raises(torsor.FatalError, match='not inside'):
        torsor.mjr_render(torsor.MjrRect(1, 0, 64, 48), renderer.scene, context)
