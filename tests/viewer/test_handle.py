"""The viewer's handle, with a Python program in the place of a browser."""

import os
import socket
import time

import numpy as np
import pytest

import torsor
import torsor.viewer
from torsor.viewer.managed import Controls, from_bytes, run

pytest.importorskip('viser', reason="needs the viewer: pip install 'torsor[viewer]'")

from viewer.client import Client, until

XML = """<mujoco><option timestep="0.01"/><worldbody>
  <light pos="0 0 3"/><geom type="plane" size="2 2 .1"/><camera name="high" pos="0 0 4"/>
  <body name="ball" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  <body name="arm" pos="1 0 1"><joint name="elbow" range="-90 90"/><geom type="capsule" size=".05 .2"/></body>
</worldbody><actuator><motor name="motor" joint="elbow" ctrlrange="-2 2"/></actuator>
<keyframe><key name="up" qpos="0 0 3 1 0 0 0 .5"/></keyframe>
<equality><joint name="lock" joint1="elbow" active="false"/></equality></mujoco>"""
BALL = '/scene/sphere_-1_-1_False'


@pytest.fixture
def model():
    return torsor.MjModel.from_xml_string(XML)


@pytest.fixture
def data(model):
    data = torsor.MjData(model)
    torsor.mj_forward(model, data)
    return data


@pytest.fixture
def viewer(model, data):
    with torsor.viewer.launch_passive(model, data, port=0, browser=False) as viewer:
        yield viewer


@pytest.fixture
def client(viewer):
    client = Client(viewer)
    yield client
    client.close()


def synced(viewer, condition):
    """Whether a condition becomes true while the program calls sync."""
    return until(lambda: (viewer.sync(), condition())[1])


def test_a_handle_has_what_the_oracles_has(viewer):
    import inspect

    import mujoco.viewer as oracle
    public = {name for name in vars(oracle.Handle) if not name.startswith('_')}
    assert not [name for name in public if not hasattr(viewer, name)]
    assert [hasattr(viewer, name) for name in ('__enter__', '__exit__')] == [True, True]
    for name in ('launch', 'launch_passive', 'launch_from_path'):
        theirs, ours = (inspect.signature(getattr(module, name)) for module in (oracle, torsor.viewer))
        assert list(theirs.parameters) == list(ours.parameters)[:len(theirs.parameters)]
    for name in public:
        method = getattr(oracle.Handle, name)
        if callable(method):
            assert list(inspect.signature(method).parameters)[1:] == list(
                inspect.signature(getattr(viewer, name)).parameters)


def test_steps_are_seen(viewer, client, model, data):
    assert until(lambda: BALL in client.nodes)
    before = client.nodes[BALL].get('batched_positions', 0)
    for _ in range(20):
        torsor.mj_step(model, data)
        viewer.sync()
        time.sleep(0.02)
    assert until(lambda: client.nodes[BALL].get('batched_positions', 0) > before)
    assert len([name for name in client.nodes if name.startswith('/scene/')]) == 4  # plane, sphere, tube, dome


def test_the_program_is_left_alone_until_it_syncs(viewer, client, data):
    client.set('motor', 1.5)
    client.set('elbow', 0.25)
    time.sleep(0.2)
    assert data.ctrl[0] == 0.0
    assert synced(viewer, lambda: data.ctrl[0] == 1.5 and data.qpos[7] == 0.25)


def test_state_only_computes_the_rest(viewer, model, data):
    data.qpos[2] = 0.7
    viewer.sync(state_only=True)
    assert viewer._shadow.geom_xpos[1, 2] == pytest.approx(0.7)
    data.qpos[2] = 0.6
    viewer.sync()
    assert viewer._shadow.geom_xpos[1, 2] == 1.0  # as the program has it, which has not computed it


def test_keyframes_reset_and_equalities(viewer, client, data):
    client.set('Load keyframe', True)
    assert synced(viewer, lambda: data.qpos[2] == 3.0)
    client.set('Reset', True)
    assert synced(viewer, lambda: data.qpos[2] == 1.0)
    client.set('lock', True)
    assert synced(viewer, lambda: data.eq_active[0])


def test_flags_of_physics_and_of_pictures(viewer, client, model):
    client.set('disable gravity', True)
    assert synced(viewer, lambda: model.opt.disableflags & torsor.mjtDisableBit.mjDSBL_GRAVITY)
    client.set('contactforce', True)
    assert until(lambda: viewer.opt.flags[torsor.mjtVisFlag.mjVIS_CONTACTFORCE])
    client.set('geom group 3', True)
    assert until(lambda: viewer.opt.geomgroup[3])


def test_a_drag_pulls_a_body_and_lets_go(viewer, client, model, data):
    assert until(lambda: BALL in client.nodes)
    client.drag('start', BALL, 0, (0.0, -0.1, 1.0), (0.0, -0.1, 1.0))
    client.drag('update', BALL, 0, (0.0, -0.1, 1.0), (0.0, -0.1, 2.0))
    assert synced(viewer, lambda: data.xfrc_applied[1, 2] > 0.0)
    assert viewer.perturb.select == 1
    # the spring of the oracle, at the point that was grabbed
    assert viewer.perturb.localpos == pytest.approx([0.0, -0.1, 0.0])
    assert viewer.perturb.refselpos == pytest.approx([0.0, -0.1, 2.0])
    client.drag('end', BALL, 0, (0.0, -0.1, 1.0), (0.0, -0.1, 2.0))
    assert synced(viewer, lambda: not data.xfrc_applied.any())


def test_a_browser_that_disappears_lets_go_of_its_body(viewer, client, data):
    assert until(lambda: BALL in client.nodes)
    client.drag('start', BALL, 0, (0.0, 0.0, 1.0), (0.0, 0.0, 2.0))
    assert synced(viewer, lambda: data.xfrc_applied.any())
    client.socket.socket.shutdown(socket.SHUT_RDWR)  # without a word
    assert synced(viewer, lambda: not data.xfrc_applied.any())
    assert viewer.is_running()


def test_the_world_cannot_be_dragged(viewer, client, data):
    plane = until(lambda: next((name for name in client.nodes if 'plane' in name), ''))
    client.drag('start', plane, 0, (0, 0, 0), (0, 0, 1))
    time.sleep(0.2)
    viewer.sync()
    assert not data.xfrc_applied.any()


def test_cameras_follow_each_other(viewer, client):
    def followed():  # the viewer may not listen yet when it hears of a browser
        client.look((0.0, -2.0, 0.0), (0.0, 0.0, 0.0))
        time.sleep(0.05)
        return viewer.cam.azimuth == pytest.approx(90.0) and viewer.cam.distance == pytest.approx(2.0)

    assert until(followed)
    with viewer.lock():
        viewer.cam.azimuth = 0.0
    viewer.sync()
    camera = viewer._clients()[0].camera
    assert until(lambda: camera.position == pytest.approx([-2.0, 0.0, 0.0], abs=1e-4))
    client.set('Camera', 'high')
    assert until(lambda: camera.position == pytest.approx([0.0, 0.0, 4.0], abs=1e-4))


def test_labels(viewer, client):
    client.set('label', 'body')
    assert until(lambda: viewer.opt.label == torsor.mjtLabel.mjLABEL_BODY)
    assert until(lambda: [handle.text for handle in viewer._labels.handles] == ['ball', 'arm'])
    client.set('label', 'none')
    assert until(lambda: not any(handle.visible for handle in viewer._labels.handles))


def test_geoms_of_the_program(viewer, client):
    until(lambda: client.nodes)
    torsor.mjv_initGeom(viewer.user_scn.geoms[0], torsor.mjtGeom.mjGEOM_BOX, [.1, .1, .1], [0, 0, 2], np.eye(3).ravel(),
                        [1, 0, 0, 1])
    viewer.user_scn.ngeom = 1
    viewer.sync()
    assert until(lambda: '/scene/box_-1_-1_False' in client.nodes)


def test_texts_figures_and_images(viewer, client):
    viewer.set_texts((None, None, 'left', 'right'))
    figure = torsor.MjvFigure()
    figure.linepnt[0], figure.linedata[0, :4] = 2, (0, 1, 1, 3)
    rect = torsor.MjrRect(0, 0, 10, 10)
    viewer.set_figures([(rect, figure)])
    viewer.set_images((rect, np.zeros((4, 4, 3), np.uint8)))
    assert until(lambda: {'GuiHtmlMessage', 'GuiUplotMessage', 'GuiImageMessage'} <= {
        message['type'] for message in client.gui.values()})
    viewer.clear_texts()
    viewer.clear_figures()
    viewer.clear_images()
    for wrong in ((rect, 3), 'text'):
        with pytest.raises(TypeError, match='or a list of them'):
            viewer.set_figures(wrong)
    with pytest.raises(ValueError, match='uint8'):
        viewer.set_images((rect, np.zeros((4, 4))))


def test_plots_of_signals(viewer, client, model, data):
    client.set('Signal', 'energy')
    client.set('Add plot', True)
    assert until(lambda: viewer._panel.plots)
    for _ in range(3):
        torsor.mj_step(model, data)
        viewer.sync()
        time.sleep(0.05)
    assert until(lambda: len(viewer._panel.plots[0].times) > 1)
    client.set('Signal', 'enregy')
    client.set('Add plot', True)
    assert until(lambda: "did you mean 'energy'?" in viewer._panel.complaint.content)


def test_keys_reach_the_program(model, data):
    pressed: list[int] = []
    with torsor.viewer.launch_passive(model, data, key_callback=pressed.append, port=0, browser=False) as viewer:
        client = Client(viewer)
        client.press('space')
        client.press('Q')
        client.press('arrowleft')
        assert until(lambda: sorted(pressed) == [32, 81, 263])
        client.close()


@pytest.mark.parametrize('rubbish', [b'', b'\xff' * 100, b'\x81\xa4type\xa7Nothing', 'text', os.urandom(1000)])
def test_rubbish_disturbs_nobody(viewer, client, model, data, rubbish):
    from websockets.exceptions import ConnectionClosed
    other = Client(viewer)

    def send_on():
        for _ in range(100):
            other.socket.send(rubbish)
            time.sleep(0.01)

    with pytest.raises(ConnectionClosed):  # it is shown the door
        send_on()
    assert until(lambda: len(viewer._clients()) == 1)
    client.set('motor', 0.5)
    assert synced(viewer, lambda: data.ctrl[0] == 0.5)


@pytest.mark.parametrize('value', ['much', None, float('nan'), float('inf'), [1], -1e300])
def test_values_that_are_none_do_no_harm(viewer, client, data, value):
    client.set('motor', value)
    time.sleep(0.1)
    viewer.sync()
    assert np.isfinite(data.ctrl[0])
    assert -2.0 <= data.ctrl[0] <= 2.0
    client.set('motor', 1.0)
    assert synced(viewer, lambda: data.ctrl[0] == 1.0)


def test_a_simulation_that_has_diverged_is_drawn(viewer, client, data):
    data.qpos[:] = np.nan
    viewer.sync(state_only=True)
    frames = viewer.frames
    viewer.redraw()
    assert until(lambda: viewer.frames > frames)


def test_updates_of_assets_out_of_range(viewer):
    for update in (viewer.update_mesh, viewer.update_hfield, viewer.update_texture):
        with pytest.raises(ValueError, match='the model has 0 of these'):
            update(0)


def test_closing_twice_and_syncing_afterwards(model, data):
    viewer = torsor.viewer.launch_passive(model, data, port=0, browser=False)
    assert viewer.is_running()
    viewer.close()
    viewer.close()
    viewer.sync()
    assert not viewer.is_running()


def test_the_browser_can_close_the_viewer(viewer, client):
    client.set('Close the viewer', True)
    assert until(lambda: not viewer.is_running())


def test_a_slow_browser_never_blocks(viewer, model, data):
    """A client that reads nothing: its socket fills up."""
    import viser
    from websockets.sync.client import connect
    with connect(f'ws://127.0.0.1:{viewer._server.port}/', max_queue=1, close_timeout=0.1,
                 subprotocols=[f'viser-v{viser.__version__}']):  # type: ignore[list-item]
        longest = 0.0
        for _ in range(50):
            torsor.mj_step(model, data)
            before = time.perf_counter()
            viewer.sync()
            longest = max(longest, time.perf_counter() - before)
            time.sleep(0.01)
    assert longest < 1.0


def test_a_recording_is_one_page_that_needs_nothing(model, data, tmp_path):
    torsor.viewer.write_html(tmp_path / 'run.html', model, data, 0.3)
    page = (tmp_path / 'run.html').read_text()
    assert '__VISER_EMBED_DATA__' in page
    assert data.time == pytest.approx(0.3)
    assert 0.5e6 < len(page) < 3e6


def test_a_notebook_shows_a_frame(viewer):
    assert viewer._repr_html_().startswith(f'<iframe src="{viewer.address}"')


# ---- launch


@pytest.fixture
def managed(model, data):
    import threading

    from torsor.viewer.handle import Handle
    controls = Controls()
    with Handle(model, data, port=0, controls=controls) as viewer:
        thread = threading.Thread(target=run, args=(viewer, controls, None), daemon=True)
        thread.start()
        yield viewer, controls
        viewer.close()
        thread.join(10)
        assert not thread.is_alive()


def test_pause_step_and_go_on(managed):
    viewer, controls = managed
    client = Client(viewer)
    assert until(lambda: viewer.d.time > 0.1)
    client.set('Pause', True)
    assert until(lambda: controls.paused)
    time.sleep(0.1)
    stopped = viewer.d.time
    client.set('Step', True)
    assert until(lambda: viewer.d.time == pytest.approx(stopped + 0.01))
    client.press('space')
    assert until(lambda: viewer.d.time > stopped + 0.1)
    client.set('Speed', 2.0)
    assert until(lambda: controls.speed == 2.0)


def test_a_model_from_the_browser(managed):
    viewer, controls = managed
    controls.opened('other.xml', b'<mujoco><worldbody><body><freejoint/><geom size=".2"/></body></worldbody></mujoco>')
    assert until(lambda: viewer.m.nbody == 2)
    controls.opened('broken.xml', b'<mujoco><wordlbody/></mujoco>')
    assert until(lambda: 'wordlbody' in viewer._panel.message.content)
    assert viewer.m.nbody == 2


@pytest.mark.parametrize(('name', 'content', 'message'), [
    ('a.txt', b'', 'not a model'), ('a.xml', b'', 'empty'), ('a.mjb', b'abc', 'no binary model'),
    ('a.zip', b'PK', 'not a zip file'),
    ('a.xml', b'<mujoco><asset><mesh file="/etc/passwd.obj"/></asset></mujoco>', 'not trusted'),
])
def test_files_from_browsers_that_are_no_models(name, content, message):
    with pytest.raises(ValueError, match=message):
        from_bytes(name, content)


def archive(**files: str) -> bytes:
    import io
    import zipfile
    content = io.BytesIO()
    with zipfile.ZipFile(content, 'w') as zipped:
        for name, text in files.items():
            zipped.writestr(name.replace('_', '.'), text)
    return content.getvalue()


def test_archives_bring_their_own_files_and_no_others():
    mesh = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n'
    xml = '<mujoco><asset><mesh file="{}"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    model, _ = from_bytes('a.zip', archive(model_xml=xml.format('m.obj'), m_obj=mesh))
    assert model.nmesh == 1
    with pytest.raises(ValueError, match='not trusted'):
        from_bytes('a.mjz', archive(model_xml=xml.format('/etc/m.obj')))
    with pytest.raises(ValueError, match='the archive has no model'):
        from_bytes('a.zip', archive(m_obj=mesh))


def test_launch_ends_in_time_and_takes_a_loader(capsys):
    calls = []

    def loader():
        calls.append(1)
        model = torsor.MjModel.from_xml_string(XML)
        return model, torsor.MjData(model)

    torsor.viewer.launch(loader=loader, port=0, browser=False, seconds=0.3)
    assert calls == [1]
    assert 'viewer at http://127.0.0.1:' in capsys.readouterr().err


@pytest.mark.parametrize('arguments', [(3, None), (None, 3)])
def test_what_is_no_model_is_refused(arguments, model):
    with pytest.raises(ValueError, match=r'mujoco.MjModel|the model of the data'):
        torsor.viewer.launch(*arguments)
    with pytest.raises(ValueError, match=r'mujoco\.MjData'):
        torsor.viewer.launch_passive(model, 3)
