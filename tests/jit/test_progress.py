"""Compiling is announced on stderr, but only when it takes long."""

import io
import sys

import pytest

from torsor.jit import progress as module
from torsor.jit.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def seconds(monkeypatch):
    """A clock that the test moves."""
    now = [0.0]
    monkeypatch.setattr(module.time, 'perf_counter', lambda: now[0])
    return now


def compile_stages(progress, seconds, durations):
    for i, duration in enumerate(durations):
        with progress.compiling(f'stage{i}'):
            seconds[0] += duration


def test_quick_compilations_are_silent(seconds, capsys):
    progress = Progress()
    compile_stages(progress, seconds, [0.3, 0.3, 0.3])
    assert capsys.readouterr() == ('', '')
    assert progress.count == 3
    assert progress.seconds == pytest.approx(0.9)


def test_after_a_second_there_is_one_line(seconds, capsys):
    compile_stages(Progress(), seconds, [0.6, 0.6, 0.6, 0.6])
    out, err = capsys.readouterr()
    assert out == ''
    assert err.count('\n') == 1
    assert 'compiling' in err


def test_time_between_compilations_does_not_count(seconds, capsys):
    progress = Progress()
    for _ in range(3):
        compile_stages(progress, seconds, [0.2])
        seconds[0] += 100.0
    assert capsys.readouterr().err == ''


def test_a_terminal_shows_the_stage_and_is_left_clean(seconds, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, 'stderr', terminal)
    compile_stages(Progress(), seconds, [1.5, 0.5, 0.5])
    text = terminal.getvalue()
    assert 'stage0' not in text
    assert 'compiling stage1 (1 stages in 2 s)' in text
    assert 'stage2' in text
    assert text.endswith('\r\x1b[K')
    assert '\n' not in text


def test_the_line_is_cleared_when_a_compilation_fails(seconds, monkeypatch):
    terminal, progress = Terminal(), Progress()
    monkeypatch.setattr(sys, 'stderr', terminal)
    compile_stages(progress, seconds, [1.5])
    with pytest.raises(ValueError, match='broken'), progress.compiling('bad'):
        raise ValueError('broken')
    assert terminal.getvalue().endswith('\r\x1b[K')


def test_programs_without_stderr(seconds, monkeypatch):
    monkeypatch.setattr(sys, 'stderr', None)
    compile_stages(Progress(), seconds, [1.5, 1.5])
