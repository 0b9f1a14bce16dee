"""Native code that every model needs."""

from jit.small import run_python
from torsor.jit import ahead
from torsor.model.native.needed import ALWAYS


def test_every_model_reaches_these_stages():
    result = run_python("""
import torsor
from torsor.jit import world
from torsor.jit.stage import named
from torsor.model.native.needed import ALWAYS
torsor.MjModel.from_xml_string('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>')
print(*[symbol for symbol in ALWAYS if not named(symbol).slot(world.SCALAR)[0]])
""")
    assert (result.returncode, result.stdout.strip()) == (0, ''), result.stderr


def test_others_begin_where_nothing_is_compiled(monkeypatch):
    handed_out = []
    monkeypatch.setattr(ahead._team, 'hand_out', handed_out.extend)
    monkeypatch.setattr(ahead, '_may_start', lambda: True)
    monkeypatch.setattr(ahead, '_is_missing', lambda stage: not stage.symbol.endswith('kinematics'))
    ahead.begin(ALWAYS)
    assert handed_out == [symbol for symbol in ALWAYS if not symbol.endswith('kinematics')]


def test_nobody_begins_for_a_few_stages_or_without_another_core(monkeypatch):
    def fail(symbols):
        raise AssertionError(symbols)

    monkeypatch.setattr(ahead._team, 'hand_out', fail)
    monkeypatch.setattr(ahead, '_is_missing', lambda stage: True)
    monkeypatch.setattr(ahead, '_may_start', lambda: True)
    ahead.begin(ALWAYS[:3])
    monkeypatch.setattr(ahead, '_may_start', lambda: False)
    ahead.begin(ALWAYS)
