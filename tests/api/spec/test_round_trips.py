"""Models that come with the package and with the tests, there and back in every way; round_trips.py takes any."""

from importlib.resources import files
from pathlib import Path

import pytest

from api.spec.round_trips import WAYS, listed, main, outcome

BUNDLED = [Path(str(path)) for path in (files('torsor') / 'models').iterdir() if path.name.endswith('.xml')]
HERE = sorted((Path(__file__).parents[2] / 'parity' / 'fuzz' / 'models').glob('*.xml'))


@pytest.mark.parametrize('way', WAYS)
@pytest.mark.parametrize('path', BUNDLED + HERE, ids=lambda path: path.stem)
def test_the_same_model_comes_back(path, way):
    assert outcome(way, path) == ''


def test_a_difference_is_told(tmp_path, monkeypatch, capsys):
    (tmp_path / 'good.xml').write_text('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    (tmp_path / 'bad.xml').write_text('<mujoco><worldbody><geom size="-1"/></worldbody></mujoco>')
    (tmp_path / 'list').write_text('# two\ngood.xml\n\nbad.xml\n')
    assert [path.name for path in listed(f'@{tmp_path / "list"}')] == ['good.xml', 'bad.xml']
    monkeypatch.setattr('sys.argv', ['round_trips.py', '--ways', 'xml,binary', f'@{tmp_path / "list"}'])
    assert main() == 1
    told = capsys.readouterr().out
    assert 'bad.xml xml: ModelError' in told
    assert 'binary: 1 of 2' in told
