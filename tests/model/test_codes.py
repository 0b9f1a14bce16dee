"""Plain values of enumerations."""

from torsor.model import codes
from torsor.schema import enums


def test_every_code_is_that_of_its_enumeration():
    names = [name for name in vars(codes) if name.startswith('mjt')]
    assert names
    for name in names:
        values = vars(getattr(codes, name))
        assert values == {member.name: member.value for member in getattr(enums, name)}
        assert all(type(value) is int for value in values.values())
