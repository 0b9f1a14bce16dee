"""Long jobs tell how far they are; short ones are silent."""

from torsor.progress import Progress


def test_quick_work_is_silent_in_a_log(capsys):
    progress = Progress('work')
    progress.update(0.5)
    progress.close()
    assert capsys.readouterr().err == ''


def test_long_work_reports_each_tenth_in_a_log(capsys, monkeypatch):
    monkeypatch.setattr(Progress, 'PATIENCE', -1.0)
    progress = Progress('work')
    for fraction in (0.05, 0.1, 0.15, 0.2):
        progress.update(fraction)
    assert [line.split(' after')[0] for line in capsys.readouterr().err.splitlines()] == ['work: 10%', 'work: 20%']
