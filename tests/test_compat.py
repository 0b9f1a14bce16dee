"""Torsor under the name `mujoco`: what an import finds, and what is left afterwards."""

import importlib
import importlib.util
import sys

import pytest

import torsor
from torsor import compat


def modules_of_mujoco() -> dict:
    return {name: module for name, module in sys.modules.items() if name.partition('.')[0] == 'mujoco'}


@pytest.fixture(autouse=True)
def _unchanged_afterwards():
    """Other tests use the original: it must be in its place again."""
    before = modules_of_mujoco()
    yield
    compat.uninstall()
    for name in modules_of_mujoco():
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture
def _not_imported():
    """As in a process that has not imported `mujoco` yet."""
    for name in modules_of_mujoco():
        del sys.modules[name]


@pytest.fixture
def place(_not_imported):
    """Torsor in the place of `mujoco`."""
    compat.install()
    return sys.modules['mujoco']


@pytest.mark.usefixtures('_not_imported')
def test_one_line_is_enough():
    compat.install()
    import mujoco
    from mujoco import MjData, MjModel
    assert (MjModel, MjData, mujoco.mj_step) == (torsor.MjModel, torsor.MjData, torsor.mj_step)
    m = mujoco.MjModel.from_xml_string('<mujoco><option timestep="0.5"/></mujoco>')
    d = mujoco.MjData(m)
    mujoco.mj_step(m, d)
    assert d.time == 0.5


def test_star_import_gives_all_public_names(place):
    namespace: dict = {}
    exec('from mujoco import *', namespace)
    assert {name: namespace[name] for name in torsor.__all__} == {name: getattr(place, name) for name in torsor.__all__}


def test_version_is_that_of_the_reproduced_engine(place):
    assert place.__version__ == '4.0.0' != torsor.__version__


@pytest.mark.usefixtures('place')
def test_module_can_be_looked_up():
    """Packages ask `find_spec` whether an optional dependency is there."""
    assert importlib.util.find_spec('mujoco') is not None
    assert importlib.util.find_spec('mujoco.viewer') is not None
    assert importlib.util.find_spec('mujoco.mjx') is None


# ---- what draws


@pytest.mark.usefixtures('place')
@pytest.mark.parametrize('line', [
    'import mujoco.viewer as module',
    'from mujoco import viewer',
    'from mujoco.viewer import Handle, launch, launch_passive',
    'from mujoco import Renderer, GLContext, MjrContext, MjvScene, mjr_render, mjv_updateScene',
    'from mujoco.renderer import Renderer',
    'from mujoco.egl import GLContext',
    'from mujoco.glfw import GLContext',
    'from mujoco.osmesa import GLContext',
])
def test_what_draws_can_be_imported(line):
    exec(line, {})


def test_what_draws_says_so_when_called(place):
    with pytest.raises(place.FatalError, match=r'^mujoco\.mjr_nonsense draws what Torsor cannot draw yet: '):
        place.mjr_nonsense(None, width=3)


def test_the_viewer_is_torsors(place):
    assert place.viewer is importlib.import_module('torsor.viewer')
    with pytest.raises(ValueError, match=r'`model` is not a mujoco\.MjModel'):
        place.viewer.launch_passive(None, None)


def test_what_draws_serves_as_base_and_annotation(place):
    class Window(place.Renderer):
        scene: place.MjvScene | None = None

    assert place.Renderer is place.renderer.Renderer
    with pytest.raises(TypeError, match='MjModel'):
        Window(None)


@pytest.mark.usefixtures('place')
def test_modules_of_many_worlds_are_torsors():
    from mujoco import batch, minimize, rollout
    from mujoco.batch import Batch
    assert (batch, minimize, rollout) == tuple(
        importlib.import_module(f'torsor.{name}') for name in ('batch', 'minimize', 'rollout'))
    assert Batch is importlib.import_module('torsor.batch').Batch


@pytest.mark.parametrize('module', ['egl', 'glfw', 'osmesa', 'cgl', 'gl_context'])
def test_contexts_hold_nothing(place, module):
    """Packages make one before they draw."""
    context = getattr(place, module).GLContext(640, 480)
    context.make_current()
    context.free()


# ---- what does not exist


@pytest.mark.usefixtures('place')
@pytest.mark.parametrize('module', ['mujoco.mjx', 'mujoco.nonsense', 'mujoco.studio'])
def test_absent_modules_are_absent(module):
    """Even if the folder of the original has them."""
    with pytest.raises(ModuleNotFoundError, match=module):
        importlib.import_module(module)


def test_absent_names_are_absent(place):
    assert not hasattr(place, 'nonsense')
    with pytest.raises(AttributeError, match=r'Torsor has no mujoco\.nonsense'):
        place.nonsense  # noqa: B018
    with pytest.raises(ImportError, match='nonsense'):
        exec('from mujoco import nonsense', {})


# ---- next to the original


def test_refused_when_the_original_is_imported():
    original = importlib.import_module('mujoco')
    with pytest.raises(ImportError, match=r'already imported from .*replace=True') as caught:
        compat.install()
    assert original.__file__ in str(caught.value)
    assert sys.modules['mujoco'] is original


def test_replaced_on_request():
    original = importlib.import_module('mujoco')
    before = modules_of_mujoco()
    compat.install(replace=True)
    assert importlib.import_module('mujoco').MjModel is torsor.MjModel
    assert 'mujoco._structs' in before
    assert sys.modules['mujoco._structs'].MjvScene is torsor.MjvScene
    compat.uninstall()
    assert modules_of_mujoco() == before
    assert importlib.import_module('mujoco') is original


@pytest.mark.usefixtures('_not_imported')
def test_import_that_was_forbidden_stays_forbidden():
    sys.modules['mujoco'] = None  # type: ignore[assignment]
    with compat.installed():
        assert importlib.import_module('mujoco').MjModel is torsor.MjModel
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module('mujoco')


def test_twice_is_once(place):
    compat.install()
    assert sys.modules['mujoco'] is place
    compat.uninstall()
    compat.uninstall()
    assert 'mujoco' not in sys.modules


@pytest.mark.usefixtures('_not_imported')
def test_block_leaves_nothing_behind():
    with compat.installed() as outer:
        with compat.installed() as inner:
            assert inner is outer is sys.modules['mujoco']
        assert sys.modules['mujoco'] is outer
    assert not modules_of_mujoco()


@pytest.mark.usefixtures('_not_imported')
def test_block_cleans_up_after_an_error():
    with pytest.raises(ZeroDivisionError), compat.installed():
        1 / 0  # noqa: B018
    assert not modules_of_mujoco()
