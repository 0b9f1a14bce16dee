"""LLVM is asked for the same by both ways, and llvmlite is imported by one only."""

import sys

import pytest

from jit.small import WITHOUT_LIBRARY, run_python
from torsor.jit.inside import llvm

DIRECT = pytest.mark.skipif(not llvm._known_library(), reason='this is not the llvmlite that the short way is made for')
STEP = """
import sys
import torsor
from torsor.jit.inside import llvm
{prepare}
m = torsor.MjModel.from_xml_string('<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>'
                                   '</worldbody></mujoco>')
d = torsor.MjData(m)
torsor.mj_step(m, d, 100)
print(d.qpos[0].hex(), type(llvm.llvm()).__name__, 'llvmlite' in sys.modules)
"""
PREPARATIONS = {
    'another version': "llvm.KNOWN_LLVMLITE = '0.0.'",
    'a library without the functions': "llvm._FUNCTIONS['NoSuchFunction'] = None, ()",
    'no library': "llvm._known_library = lambda: llvm.Path('/nowhere/libllvmlite.so')",
    'llvmlite is imported': 'import llvmlite',
}


@pytest.fixture(scope='module')
def filled(tmp_path_factory) -> dict:
    """A cache with what the step needs."""
    place = {**WITHOUT_LIBRARY, 'TORSOR_CACHE_DIR': str(tmp_path_factory.mktemp('cache'))}
    first = run_python(STEP.format(prepare=''), **place)
    assert first.returncode == 0, first.stderr
    return place


@DIRECT
@pytest.mark.slow
def test_a_second_process_does_not_import_llvmlite(filled):
    assert run_python(STEP.format(prepare=''), **filled).stdout.split()[1:] == ['Direct', 'False']


@DIRECT
@pytest.mark.slow
@pytest.mark.parametrize('what', PREPARATIONS)
def test_what_is_not_known_is_left_to_llvmlite(filled, what):
    """With the same bits, from the same files: the folder is named after the processor, as both ways tell it."""
    expected = run_python(STEP.format(prepare=''), **filled).stdout.split()[0]
    code = STEP.format(prepare=PREPARATIONS[what]) + 'assert "numba" not in sys.modules'
    result = run_python(code, **filled)
    assert (result.returncode, result.stdout.split()) == (0, [expected, 'ByLlvmlite', 'True']), result.stderr


@DIRECT
def test_both_ways_know_the_processor():
    assert llvm.Direct(llvm._known_library()).processor() == llvm.ByLlvmlite().processor()


@DIRECT
def test_both_ways_share_symbols():
    direct, other = llvm.Direct(llvm._known_library()), llvm.ByLlvmlite()
    direct.add_symbol('torsor_test_shared', 12)
    assert other.address_of('torsor_test_shared') == direct.address_of('torsor_test_shared') == 12
    assert direct.address_of('torsor_test_nowhere') is other.address_of('torsor_test_nowhere') is None


def test_who_wants_the_long_way_gets_it(monkeypatch):
    monkeypatch.setenv('TORSOR_LONG_WAY', '1')
    monkeypatch.delitem(sys.modules, 'llvmlite', raising=False)
    assert isinstance(llvm.llvm.__wrapped__(), llvm.ByLlvmlite)
