"""Advice at the end of errors."""

from torsor.model.spec.errors import did_you_mean


def test_did_you_mean():
    assert did_you_mean('sise', ['size', 'pos']) == '; did you mean "size"?'
    assert did_you_mean('Sphere', ['sphere', 'box']) == '; did you mean "sphere"?'
    assert did_you_mean('zzz', ['size', 'pos']) == '; use one of: pos, size'
