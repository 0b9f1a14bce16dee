"""The sky: a prism around the camera, whose faces depths show, with a texture that is filtered."""

import numpy as np
import pytest

import torsor

WIDTH, HEIGHT = 40, 30
SKY = """<mujoco><statistic extent="2" center="0 0 0"/><visual><map znear=".5" zfar="20"/>
    <quality numslices="{slices}" offsamples="{samples}"/><global offwidth="40" offheight="30"/></visual>
  <asset><texture type="skybox" builtin="flat" mark="random" rgb1="0 0 0" markrgb="1 1 1" random=".3" width="256"
    height="1536"/></asset>
  <worldbody><camera pos="1 -3 1" xyaxes="{axes}" {camera}/>{floor}</worldbody></mujoco>"""
FAR = 40.0


def scene_and_context(slices=28, samples=0, axes='1 0 0 0 0 1', camera='fovy="90"', floor=''):
    m = torsor.MjModel.from_xml_string(SKY.format(slices=slices, samples=samples, axes=axes, camera=camera,
                                                  floor=floor))
    d = torsor.MjData(m)
    torsor.mj_forward(m, d)
    scene, cam = torsor.MjvScene(m, 10), torsor.MjvCamera()
    cam.type, cam.fixedcamid = torsor.mjtCamera.mjCAMERA_FIXED, 0
    torsor.mjv_updateScene(m, d, torsor.MjvOption(), None, cam, torsor.mjtCatBit.mjCAT_ALL, scene)
    context = torsor.MjrContext(m, torsor.mjtFontScale.mjFONTSCALE_100)
    torsor.mjr_setBuffer(torsor.mjtFramebuffer.mjFB_OFFSCREEN, context)
    return scene, context


def drawn(scene, context, width=WIDTH, height=HEIGHT):
    """Colours and depths from the lowest row up."""
    area = torsor.MjrRect(0, 0, width, height)
    rgb, depth = np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.float32)
    torsor.mjr_render(area, scene, context)
    torsor.mjr_readPixels(rgb, depth, area, context)
    return rgb, depth


def basis(scene):
    """The directions to the right, up and forward."""
    forward, up = (getattr(scene.camera[0], name).astype(float) for name in ('forward', 'up'))
    return np.cross(forward, up), up, forward


def prism_distance(start, way, slices):
    """How far along a ray from inside a prism its surface is: corners at 0.7 of the far plane, one of them at +x."""
    radius, found = 0.7 * FAR, np.inf
    for k in range(slices):
        angle = 2.0 * np.pi * (k + 0.5) / slices
        normal = np.array((np.cos(angle), np.sin(angle), 0.0))
        if way @ normal > 1e-12:
            found = min(found, (radius * np.cos(np.pi / slices) - start @ normal) / (way @ normal))
    if abs(way[2]) > 1e-12:
        found = min(found, (radius - start[2] * np.sign(way[2])) / abs(way[2]))
    return found


@pytest.mark.parametrize('slices', [4, 5, 28])
@pytest.mark.parametrize('axes', ['1 0 0 0 0 1', '1 1 0 0 0 1', '1 .2 .1 0 1 0', '-1 .2 .1 0 1 .3'])
def test_depths_of_the_sky_are_of_a_prism_around_the_camera(slices, axes):
    scene, context = scene_and_context(slices=slices, axes=axes)
    right, up, forward = basis(scene)
    depth = drawn(scene, context)[1]
    near = scene.camera[0].frustum_near
    for j, i in np.ndindex(HEIGHT, WIDTH):
        x, y = (2.0 * i + 1.0 - WIDTH) / HEIGHT, (2.0 * j + 1.0 - HEIGHT) / HEIGHT
        distance = prism_distance(np.zeros(3), forward + x * right + y * up, slices)
        assert near * FAR / (FAR - depth[j, i] * (FAR - near)) == pytest.approx(distance, rel=1e-5)


def test_depths_of_the_sky_in_parallel_projection():
    scene, context = scene_and_context(slices=5, axes='1 .2 .1 0 1 .8', camera='projection="orthographic" fovy="20"')
    right, up, forward = basis(scene)
    depth = drawn(scene, context)[1]
    near = scene.camera[0].frustum_near
    for j, i in np.ndindex(HEIGHT, WIDTH):
        x, y = (2.0 * i + 1.0 - WIDTH) / HEIGHT, (2.0 * j + 1.0 - HEIGHT) / HEIGHT
        distance = prism_distance(10.0 * (x * right + y * up), forward, 5)
        assert near + depth[j, i] * (FAR - near) == pytest.approx(distance, rel=1e-5)


@pytest.mark.parametrize('is_hazy', [False, True])
def test_depths_of_haze_are_of_a_pyramid_that_ends_at_the_sky(is_hazy):
    """Its corners are at 1 - 0.3 of the radius of the sky on the plane, and at the sky at the height of the camera."""
    scene, context = scene_and_context(slices=8, axes='1 .3 0 0 0 1', camera='fovy="20"',
                                       floor='<geom type="plane" size="0 0 1" pos="0 0 -2"/>')
    scene.flags[torsor.mjtRndFlag.mjRND_HAZE] = is_hazy
    right, up, forward = basis(scene)
    depth, near, height = drawn(scene, context)[1], scene.camera[0].frustum_near, 3.0
    hidden = 0
    for j, i in np.ndindex(HEIGHT, WIDTH):
        x, y = (2.0 * i + 1.0 - WIDTH) / HEIGHT, (2.0 * j + 1.0 - HEIGHT) / HEIGHT
        way = forward + np.tan(np.radians(10.0)) * (x * right + y * up)
        distance = prism_distance(np.zeros(3), way, 8)
        if way[2] < 0.0:
            wall = prism_distance(np.zeros(3), way * (1.0, 1.0, 0.0), 8)  # of the radius in this direction
            ground, haze = height / -way[2], 1.0 / (1.0 / wall - 0.3 * way[2] / height)
            hidden += haze < min(distance, ground)
            distance = min(distance, ground, haze if is_hazy else np.inf)
        assert near * FAR / (FAR - depth[j, i] * (FAR - near)) == pytest.approx(distance, rel=1e-5)
    assert hidden > 50


def test_without_a_sky_depths_are_of_the_far_plane():
    scene, context = scene_and_context()
    scene.flags[torsor.mjtRndFlag.mjRND_SKYBOX] = 0
    assert (drawn(scene, context)[1] == 1.0).all()


@pytest.mark.parametrize('samples', [0, 4])
def test_a_sky_is_filtered_at_a_distance(samples):
    """A pixel shows hundreds of texels, 30 % of which are white: it is grey. A single texel is black or white."""
    rgb = drawn(*scene_and_context(samples=samples), 16, 16)[0]
    assert np.abs(rgb - 0.3 * 255.0).max() < 35.0


def test_a_sky_is_sharp_near_by():
    """A texel covers many pixels: some are black, some are white."""
    rgb = drawn(*scene_and_context(camera='fovy="2"'))[0]
    assert rgb.min() < 10
    assert rgb.max() > 245
