"""The printed grammar of MJCF names the elements and attributes that MuJoCo's does."""

import re

import mujoco
import pytest

import torsor

ROW = re.compile(r'class="el">(?:&nbsp;)*([^<]*)</td>\s*<td class="ty">([^<]*)</td>\s*<td class="at">([^<]*)</td>')


def elements(engine, padded):
    """Names with attributes, of elements that have any."""
    return {(name.replace('(world)', ''), attributes.strip()) for name, _, attributes
            in ROW.findall(engine.mj_printSchema(True, padded)) if attributes.strip()}


@pytest.mark.parametrize('padded', [False, True])
def test_html_has_the_wheels_elements(padded):
    ours, theirs = elements(torsor, padded), elements(mujoco, padded)
    assert theirs <= ours
    assert {name for name, _ in ours - theirs} == {'frame', 'replicate'}  # MuJoCo's reader takes these for bodies
    assert len(theirs) > 130


def test_text_tells_what_html_does():
    text = torsor.mj_printSchema(False, False)
    names = re.findall(r'^ *(\w+) \(([!?*R])\)', text, re.M)
    html = ROW.findall(torsor.mj_printSchema(True, False))
    assert names == [(name, occurs) for name, occurs, _ in html]
    assert re.sub(r'\(.\)', '', text).split() == [word for name, _, words in html for word in (name, *words.split())]
    assert dict(names)['default'] == dict(names)['frame'] == dict(names)['body'] == 'R'
    assert max(map(len, text.splitlines())) <= 72
