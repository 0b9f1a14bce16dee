"""The stub for type checkers says what the package has."""

import runpy
from pathlib import Path

import torsor

REPOSITORY = Path(__file__).parent.parent


def test_the_stub_is_up_to_date():
    tool = runpy.run_path(str(REPOSITORY / 'tools' / 'make_stub.py'))
    written = Path(torsor.__file__).with_name('__init__.pyi').read_text()
    assert tool['stub']() == written, 'run tools/make_stub.py'
