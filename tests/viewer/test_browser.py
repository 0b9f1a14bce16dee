"""The viewer in a real browser: Chromium without a screen, which draws in software. `pytest -m viewer`."""

import json
import shutil
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import torsor
import torsor.viewer

pytestmark = [pytest.mark.viewer,
              pytest.mark.skipif(not (shutil.which('chromium') and shutil.which('chromedriver')),
                                 reason='needs chromium and chromium-driver')]
pytest.importorskip('viser', reason="needs the viewer: pip install 'torsor[viewer]'")
webdriver = pytest.importorskip('selenium.webdriver', reason='needs selenium')

from viewer.client import until  # noqa: E402

SIZE = 640, 480
FLAGS = ('--headless=new', '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
         f'--window-size={SIZE[0]},{SIZE[1]}')
XML = """<mujoco><option timestep="0.005" gravity="0 0 0"/><visual><global azimuth="90" elevation="0"/></visual>
<statistic center="0 0 0" extent="1"/><worldbody>
  <body name="box"><freejoint/><geom type="box" size=".25 .25 .25" rgba="1 .1 .1 1"/></body>
  <body name="arm" pos="-.6 0 0"><joint name="elbow" axis="0 1 0" damping="1"/>
    <geom type="capsule" size=".05 .2" rgba=".1 1 .1 1"/></body>
</worldbody><actuator><motor name="motor" joint="elbow" ctrlrange="-2 2"/></actuator></mujoco>"""


@pytest.fixture(scope='module')
def browser():
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which('chromium')
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability('goog:loggingPrefs', {'performance': 'ALL'})
    browser = webdriver.Chrome(options=options, service=Service(shutil.which('chromedriver')))
    browser.set_script_timeout(120)
    yield browser
    browser.quit()


@pytest.fixture(scope='module')
def session(browser):
    """A viewer that runs its simulation, and a browser that looks at it."""
    from torsor.viewer.handle import Handle
    from torsor.viewer.managed import Controls, run

    model = torsor.MjModel.from_xml_string(XML)
    controls = Controls()
    with Handle(model, torsor.MjData(model), port=0, controls=controls) as viewer:
        thread = threading.Thread(target=run, args=(viewer, controls, None), daemon=True)
        thread.start()
        browser.get(viewer.address)
        assert until(viewer._clients, 120)
        yield viewer, controls
        viewer.close()
        thread.join(10)


def picture(viewer) -> np.ndarray:
    """What the browser draws, without its panel."""
    return viewer._clients()[0].get_render(120, 160, timeout=120)[..., :3].astype(int)


def redness(image: np.ndarray) -> np.ndarray:
    return image[..., 0] - np.maximum(image[..., 1], image[..., 2])


def click(browser, text: str) -> None:
    buttons = browser.find_elements('xpath', f'//button[contains(., "{text}")]')
    assert buttons, f'no button {text}'
    browser.execute_script('arguments[0].click()', buttons[0])


def test_it_loads_without_any_outside_request(browser, session):
    viewer, _ = session
    asked = set()
    for entry in browser.get_log('performance'):
        message = json.loads(entry['message'])['message']
        if message['method'] in ('Network.requestWillBeSent', 'Network.webSocketCreated'):
            asked.add(message['params'].get('url') or message['params']['request']['url'])
    assert any(address.startswith(viewer.address.rstrip('/')) for address in asked)
    ours = (viewer.address.rstrip('/'), viewer.address.rstrip('/').replace('http', 'ws'), 'data:', 'blob:')
    assert not [address for address in asked if not address.startswith((*ours, 'chrome'))]


def test_a_picture_is_not_blank_and_shows_the_box(browser, session, tmp_path):
    viewer, _ = session
    assert until(lambda: redness(picture(viewer)).max() > 100, 60)
    image = picture(viewer)
    middle = redness(image)[50:70, 70:90]
    assert middle.min() > 60  # the box is in the middle
    assert redness(image)[:10].max() < 30  # and nowhere else
    browser.save_screenshot(str(tmp_path / 'page.png'))
    assert len(browser.find_elements('tag name', 'canvas')) >= 1


def test_it_moves(session):
    viewer, _ = session
    before = picture(viewer)
    viewer.ask(lambda m, d: d.qvel.__setitem__(slice(3, 6), (0, 0, 1.0)))
    assert until(lambda: np.abs(picture(viewer) - before).mean() > 1.0, 60)
    viewer.ask(lambda m, d: torsor.mj_resetData(m, d))


def test_a_button_pauses(browser, session):
    viewer, controls = session
    click(browser, 'Pause')
    assert until(lambda: controls.paused, 60)
    stopped = viewer.d.time
    time.sleep(0.3)
    assert viewer.d.time == stopped
    click(browser, 'Step')
    assert until(lambda: viewer.d.time == pytest.approx(stopped + 0.005), 60)
    click(browser, 'Run')
    assert until(lambda: viewer.d.time > stopped + 0.1, 60)


def test_a_slider_is_taken(browser, session):
    from selenium.webdriver.common.keys import Keys

    viewer, _ = session
    thumb = browser.find_element('xpath', '//*[text()="motor"]/following::*[@role="slider"][1]')
    browser.execute_script('arguments[0].scrollIntoView()', thumb)
    thumb.send_keys(Keys.END)
    assert until(lambda: viewer.d.ctrl[0] == 2.0, 60)
    thumb.send_keys(Keys.HOME)
    assert until(lambda: viewer.d.ctrl[0] == -2.0, 60)


def test_a_drag_pulls_a_body(browser, session):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    viewer, _ = session
    viewer.ask(lambda m, d: torsor.mj_resetData(m, d))
    canvas = max(browser.find_elements('tag name', 'canvas'), key=lambda found: found.size['width'])
    # the panel covers the right half of so small a page: the left edge of the box is free
    actions = ActionChains(browser, duration=400).key_down(Keys.CONTROL).move_to_element_with_offset(canvas, -30, 0)
    actions = actions.click_and_hold().move_by_offset(-20, -30).move_by_offset(-20, -60).pause(1.5)
    actions.perform()
    try:
        assert until(lambda: viewer.d.xpos[1, 2] > 0.05, 60)
        assert viewer.perturb.select == 1
    finally:
        ActionChains(browser).release().key_up(Keys.CONTROL).perform()
    assert until(lambda: not viewer.d.xfrc_applied.any(), 60)


def test_a_recording_plays_offline(browser, session, tmp_path):
    model = torsor.MjModel.from_xml_string(XML)
    path = Path(tmp_path / 'run.html')
    torsor.viewer.write_html(path, model, torsor.MjData(model), 0.2)
    browser.get_log('performance')
    browser.get(path.as_uri())
    assert until(lambda: browser.find_elements('tag name', 'canvas'), 60)
    time.sleep(3.0)
    urls = [json.loads(entry['message'])['message'] for entry in browser.get_log('performance')]
    sent = [message['params'] for message in urls if message['method'] == 'Network.requestWillBeSent']
    asked = [params['request']['url'] for params in sent]
    assert asked
    assert not [address for address in asked if not address.startswith(('file:', 'data:', 'blob:'))]
