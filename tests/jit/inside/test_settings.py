"""Settings that are read before Numba is imported mean what they mean to Numba."""

import pytest

from jit.small import run_python

ASK = """
import sys
from torsor.jit.inside.settings import changed_settings, jit_enabled
before = changed_settings(), jit_enabled()
assert 'numba' not in sys.modules
import numba
assert (changed_settings(), jit_enabled()) == before
print(*before)
"""


@pytest.mark.parametrize(('variables', 'expected'), [
    ({}, '{} True'),
    ({'NUMBA_DISABLE_JIT': '1'}, '{} False'),
    ({'NUMBA_DISABLE_JIT': '0'}, '{} True'),
    ({'NUMBA_OPT': '1'}, "{'OPT': '1'} True"),
    ({'NUMBA_OPT': '3'}, '{} True'),
    ({'NUMBA_LOOP_VECTORIZE': '0'}, "{'LOOP_VECTORIZE': '0'} True"),
    ({'NUMBA_CPU_NAME': 'haswell'}, "{'CPU_NAME': 'haswell'} True"),
    ({'NUMBA_CPU_NAME': 'haswell', 'NUMBA_CPU_FEATURES': ''}, "{'CPU_NAME': 'haswell', 'CPU_FEATURES': ''} True"),
    ({'NUMBA_CPU_NAME': 'generic'}, "{'CPU_NAME': 'generic', 'CPU_FEATURES': ''} True"),
    ({'NUMBA_CPU_FEATURES': '+avx2'}, "{'CPU_FEATURES': '+avx2'} True"),
])
def test_variables(variables, expected):
    result = run_python(ASK, **variables)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == expected


def test_worlds_share_the_registers_that_code_is_made_for():
    ask = 'from torsor.batch.lanes import widths; print(*widths())'
    assert run_python(ask, NUMBA_CPU_NAME='nehalem', NUMBA_CPU_FEATURES='').stdout.strip() == '4'
    assert run_python(ask, NUMBA_CPU_FEATURES='+avx2,-avx512f').stdout.strip() == '4 8'
    assert run_python(ask, NUMBA_CPU_FEATURES='+avx2,+avx512f').stdout.strip() == '8'


def test_a_file_is_left_to_numba(tmp_path, monkeypatch):
    pytest.importorskip('yaml')
    (tmp_path / '.numba_config.yaml').write_text('opt: "1"\n')
    monkeypatch.chdir(tmp_path)
    code = ASK.replace("assert 'numba' not in sys.modules\n", '')
    result = run_python(code)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "{'OPT': '1'} True"
