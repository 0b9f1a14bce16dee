"""The code in docs/ runs as it stands."""

import re
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[1] / 'docs').glob('*.md'))


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.stem)
def test_pages(page):
    names = {}
    for block in re.findall(r'```python\n(.*?)```', page.read_text(), re.S):
        exec(compile(block, page.name, 'exec'), names)
    assert names['A'].shape == (2 * names['m'].nv, 2 * names['m'].nv)


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.stem)
def test_links(page):
    links = re.findall(r'\]\(([^)#]+)\)', page.read_text())
    assert links
    for link in links:
        assert (page.parent / link).exists(), link
