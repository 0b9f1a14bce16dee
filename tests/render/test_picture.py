"""Pictures: of shapes whose outline, distance and colour are known, and of what cannot be drawn."""

import numpy as np
import pytest

import torsor

BALL = """<mujoco><visual><global offwidth="64" offheight="48"/><quality numslices="100" numstacks="100"/><headlight
    ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual><asset><mesh name="cube"
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


FOCAL = 48 / 2 / np.tan(np.pi / 6)  # pixels


def flagged(renderer, **flags):
    """A picture with some flags of the scene set."""
    for name, value in flags.items():
        renderer.scene.flags[getattr(torsor.mjtRndFlag, f'mjRND_{name}')] = value
    return renderer.render()


def test_distances_are_of_the_polyhedra_that_quality_asks_for():
    """Four slices and two stacks of a ball are an octahedron; in colours it is round all the same."""
    renderer, d = renderer_of('size="1"')
    m = renderer.model
    m.vis.quality.numslices, m.vis.quality.numstacks = 4, 2
    with torsor.Renderer(m, 48, 64) as renderer:
        renderer.update_scene(d, camera='front')
        assert renderer.render().any(-1).sum() == pytest.approx(np.pi / 15.0 * FOCAL**2, rel=0.15)  # soft edges, too
        renderer.enable_depth_rendering()
        depth = renderer.render()
        seen = depth < 10.0
        assert seen.sum() == pytest.approx(2.0 * (FOCAL / 4.0) ** 2, rel=0.06)
        # faces are |x| + |y| + |z| = 1: a ray (a, 1, b) from (0, -4, 0) meets them at a t + 4 - t + b t = 1
        row, column = np.mgrid[:48, :64]
        a, b = np.abs(column - 31.5) / FOCAL, np.abs(row - 23.5) / FOCAL
        np.testing.assert_allclose(depth[seen], (3.0 / (1.0 - a - b))[seen], rtol=1e-5)


def test_wireframe_shows_edges_of_faces_and_no_diagonals():
    renderer, d = renderer_of('type="box" size="1 1 1"')
    renderer.update_scene(d, camera='front')
    filled = renderer.render().any(-1).sum()
    shown = flagged(renderer, WIREFRAME=1).any(-1)
    assert 0.2 * filled < shown.sum() < 0.7 * filled
    side = 2.0 / 3.0 * FOCAL
    middle = shown[round(23.5 + side / 8.0)]  # between lines that go across: five are met
    assert np.count_nonzero(np.diff(middle.astype(int)) == 1) == 5
    renderer.enable_depth_rendering()
    assert (renderer.render() < 10.0).sum() == pytest.approx(side**2, rel=0.04)  # faces are measured all the same


def test_wireframes_have_the_width_that_is_asked_for():
    m = torsor.MjModel.from_xml_string(BALL.format(geom='type="box" size="1 1 1"'))
    d, scene, camera = torsor.MjData(m), torsor.MjvScene(m, 10), torsor.MjvCamera()
    torsor.mj_forward(m, d)
    camera.type, camera.fixedcamid = torsor.mjtCamera.mjCAMERA_FIXED, 0
    torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, camera, 7, scene)
    scene.flags[torsor.mjtRndFlag.mjRND_WIREFRAME] = 1
    context, area, depth = torsor.MjrContext(m, 100), torsor.MjrRect(0, 0, 64, 48), np.zeros((48, 64), np.float32)
    shares = []
    for width in (1.0, 3.0):
        context.lineWidth = width
        torsor.mjr_render(area, scene, context)
        torsor.mjr_readPixels(None, depth, area, context)
        shares.append((depth < 1.0).sum())
    # five lines each way of 27.7 pixels, counted once where they cross
    assert shares[0] == pytest.approx(2 * 5 * 27.7 - 25, rel=0.1)
    assert shares[1] == pytest.approx(2 * 5 * 27.7 * 3 - 25 * 9 + 4 * 27.7, rel=0.1)


@pytest.mark.parametrize('geom', ['type="sphere" size="1"', 'type="box" size="1 1 1"', 'type="mesh" mesh="cube"',
                                  'type="capsule" size="1 .5"', 'type="cylinder" size="1 1"'])
def test_shapes_are_seen_from_inside_if_no_faces_are_skipped(geom):
    renderer, d = renderer_of(geom)
    d.geom_xpos[0] = 0.0, -4.0, 0.0
    renderer.update_scene(d, camera='front')
    assert not renderer.render().any()
    np.testing.assert_allclose(flagged(renderer, CULL_FACE=0), np.broadcast_to((255, 128, 0), (48, 64, 3)), atol=1)


@pytest.mark.parametrize('geom', ['type="sphere" size="1"', 'type="ellipsoid" size="1 1.2 1"',
                                  'type="capsule" size=".6 .8"', 'type="cylinder" size="1 1"'])
def test_flat_textures_go_around(geom):
    """A checker board of two by two fields: colours change at the equator, and behind the shape."""
    found = []
    for turn in (0, 180):
        m = torsor.MjModel.from_xml_string(f"""<mujoco><visual><global offwidth="64" offheight="48"/><headlight
            ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual><asset><texture name="board" type="2d"
            builtin="checker" width="64" height="64" rgb1="1 0 0" rgb2="0 0 1"/><material name="board"
            texture="board"/></asset><worldbody><camera name="front" pos="0 -4 0" xyaxes="1 0 0 0 0 1" fovy="60"/>
            <geom {geom} euler="0 0 {turn}" material="board"/></worldbody></mujoco>""")
        d = torsor.MjData(m)
        torsor.mj_forward(m, d)
        renderer = torsor.Renderer(m, 48, 64)
        renderer.update_scene(d, camera='front')
        found.append(renderer.render())
    front, back = found
    upper, lower = (20, slice(30, 34)), (27, slice(30, 34))
    for picture, above, below in ((front, (0, 0, 255), (255, 0, 0)), (back, (255, 0, 0), (0, 0, 255))):
        np.testing.assert_array_equal(picture[upper], np.broadcast_to(above, (4, 3)))
        np.testing.assert_array_equal(picture[lower], np.broadcast_to(below, (4, 3)))


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


@pytest.mark.parametrize('flags', [dict(WIREFRAME=1), dict(CULL_FACE=0), dict(WIREFRAME=1, CULL_FACE=0)])
@pytest.mark.parametrize('geom', ['type="mesh" mesh="cube" euler="0 0 45"', 'type="capsule" size=".5 3"'])
def test_lines_and_backs_across_the_near_plane(geom, flags):
    """The camera is inside of a shape: its back is seen if no faces are skipped."""
    renderer, d = renderer_of(geom)
    for pose in (0.0, np.nan):
        d.geom_xpos[0] = pose, -3.55, 0.0
        renderer.update_scene(d, camera='front')
        assert flagged(renderer, **flags).any() == (pose == 0.0 and 'CULL_FACE' in flags)


@pytest.mark.parametrize(('slices', 'stacks', 'quads'), [(0, 0, 0), (-1, -1, -1), (1, 1, 1), (10**9, 10**9, 10**9)])
def test_strange_qualities_are_brought_into_range(slices, stacks, quads):
    renderer, d = renderer_of('size="1"')
    quality = renderer.model.vis.quality
    quality.numslices, quality.numstacks, quality.numquads = slices, stacks, quads
    with torsor.Renderer(renderer.model, 48, 64) as strange:
        strange.update_scene(d, camera='front')
        assert flagged(strange, WIREFRAME=1).any()
        strange.enable_depth_rendering()
        assert 2.9 < strange.render().min() < 4.0


def test_sizes_that_cannot_be_drawn_are_refused():
    renderer, _ = renderer_of('size="1"')
    for width, height in ((65, 48), (64, 49)):
        with pytest.raises(ValueError, match='framebuffer'):
            torsor.Renderer(renderer.model, height, width)
    for width, height in ((0, 1), (1, -3)):
        with pytest.raises(torsor.FatalError, match='cannot be drawn'):
            torsor.Renderer(renderer.model, height, width)
    for camera in ('nobody', -2, 1):
        with pytest.raises(ValueError, match='camera'):
            renderer.update_scene(torsor.MjData(renderer.model), camera=camera)


def test_contexts_give_the_same_picture_upside_down():
    renderer, d = renderer_of('size="1"')
    renderer.model.vis.quality.offsamples = 0  # with several samples per pixel, depths are those of the first
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


def test_buffers_and_fonts_that_do_not_exist_are_refused():
    m = torsor.MjModel.from_xml_string(BALL.format(geom='size="1"'))
    for height, width in ((0, 10), (10, 0), (-1, 10)):
        with pytest.raises(torsor.FatalError, match='cannot be drawn'):
            torsor.Renderer(m, height, width)
    with pytest.raises(ValueError, match='framebuffer'):
        torsor.Renderer(m, 48, 65)
    context = torsor.MjrContext(m, torsor.mjtFontScale.mjFONTSCALE_100)
    for width, height in ((0, 5), (10**6, 5)):
        with pytest.raises(torsor.FatalError, match='cannot be drawn'):
            torsor.mjr_resizeOffscreen(width, height, context)
    with pytest.raises(torsor.FatalError, match='not inside the buffer'):
        torsor.mjr_render(torsor.MjrRect(0, 0, 65, 48), torsor.MjvScene(m, 10), context)
    with pytest.raises(torsor.FatalError, match='font scale'):
        torsor.mjr_changeFont(7, context)
    with pytest.raises(ValueError, match='font_scale'):
        torsor.Renderer(m, 10, 10, font_scale=7)


def test_geoms_of_users_that_make_no_sense_are_not_drawn():
    """Types, meshes and textures that do not exist, sizes of zero, poses that are no numbers."""
    renderer, d = renderer_of('size="1"')
    d.geom_xpos[0] = 0.0, -100.0, 0.0
    renderer.update_scene(d, camera='front')
    scene = renderer.scene
    for kind, size, pos, data, texture in ((1234, 1.0, 0.0, -1, -1), (7, 1.0, 0.0, 99, -1), (1, 1.0, 0.0, -1, -1),
                                           (-5, 1.0, 0.0, -1, -1), (2, np.nan, 0.0, -1, -1), (6, 1.0, np.inf, -1, 5)):
        torsor.mjv_initGeom(scene.geoms[scene.ngeom], kind, np.full(3, size), np.full(3, pos), np.eye(3).ravel(),
                            np.ones(4, np.float32))
        scene.geoms[scene.ngeom].dataid, scene.geoms[scene.ngeom].texid = data, texture
        scene.ngeom += 1
    for kind in (2, 3, 4, 5, 6, 100):  # a camera would be inside, or sees a line
        torsor.mjv_initGeom(scene.geoms[scene.ngeom], kind, np.zeros(3), np.zeros(3), np.eye(3).ravel(),
                            np.ones(4, np.float32))
        scene.ngeom += 1
    picture = renderer.render()
    assert np.count_nonzero(picture.any(-1)) <= 4


def test_auxiliary_buffers_and_rectangles():
    m = torsor.MjModel.from_xml_string(BALL.format(geom='size="1"'))
    context = torsor.MjrContext(m, torsor.mjtFontScale.mjFONTSCALE_100)
    torsor.mjr_addAux(3, 20, 10, 0, context)
    torsor.mjr_setAux(3, context)
    torsor.mjr_rectangle(torsor.MjrRect(0, 0, 20, 10), 1.0, 0.5, 0.0, 1.0)
    torsor.mjr_restoreBuffer(context)
    torsor.mjr_blitAux(3, torsor.MjrRect(0, 0, 5, 4), 10, 20, context)
    pixels = np.zeros((48, 64, 3), np.uint8)
    torsor.mjr_readPixels(pixels, None, torsor.MjrRect(0, 0, 64, 48), context)
    expected = np.zeros_like(pixels)
    expected[20:24, 10:15] = 255, 128, 0
    np.testing.assert_array_equal(pixels, expected)
    for call in (lambda: torsor.mjr_setAux(2, context), lambda: torsor.mjr_addAux(10, 5, 5, 0, context)):
        with pytest.raises(torsor.FatalError, match='no auxiliary buffer'):
            call()


def test_text_and_figures_stay_in_their_rectangles():
    m = torsor.MjModel.from_xml_string(BALL.format(geom='size="1"'))
    context, whole = torsor.MjrContext(m, torsor.mjtFontScale.mjFONTSCALE_50), torsor.MjrRect(0, 0, 64, 48)
    pixels = np.zeros((48, 64, 3), np.uint8)

    def drawn():
        torsor.mjr_readPixels(pixels, None, whole, context)
        torsor.mjr_rectangle(whole, 0.0, 0.0, 0.0, 1.0)
        return pixels.any(-1)

    place = torsor.MjrRect(10, 10, 30, 20)
    torsor.mjr_label(place, 0, 'a label that is far too long', 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, context)
    shown = drawn()
    assert shown[10:30, 10:40].any()
    assert shown.sum() == shown[10:30, 10:40].sum()
    figure = torsor.MjvFigure()
    figure.linepnt[0], figure.linedata[0, :6] = 3, (0.0, 0.0, 0.5, np.nan, 1.0, 1.0)
    torsor.mjr_figure(place, figure, context)
    shown = drawn()
    assert shown.sum() == shown[10:30, 10:40].sum()
    for position in torsor.mjtGridPos:
        torsor.mjr_overlay(0, int(position), whole, b'ab\nc', 'd', context)  # gymnasium gives bytes
        assert drawn().any()
    torsor.mjr_text(1, 'x', context, 2.0, np.nan, 1.0, 1.0, 1.0)  # outside
    assert not drawn().any()


def test_text_is_placed_in_the_rectangle_that_was_drawn_last():
    m = torsor.MjModel.from_xml_string(BALL.format(geom='size="1"'))
    context, whole = torsor.MjrContext(m, torsor.mjtFontScale.mjFONTSCALE_50), torsor.MjrRect(0, 0, 64, 48)
    pixels, corners = np.zeros((48, 64, 3), np.uint8), []
    for place in (whole, torsor.MjrRect(32, 24, 20, 20)):
        torsor.mjr_rectangle(whole, 0.0, 0.0, 0.0, 1.0)
        torsor.mjr_rectangle(place, 0.0, 0.0, 0.0, 1.0)
        torsor.mjr_text(0, 'x', context, 0.25, 0.25, 1.0, 1.0, 1.0)
        torsor.mjr_readPixels(pixels, None, whole, context)
        corners.append(np.argwhere(pixels.any(-1)).min(0))
    np.testing.assert_array_equal(corners[1] - corners[0], (24 + 5 - 12, 32 + 5 - 16))
