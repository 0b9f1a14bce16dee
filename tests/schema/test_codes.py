"""Plain values of enumerations."""

from types import SimpleNamespace

from torsor.schema import codes, enums
from torsor.schema.enum_base import CEnum


def test_every_code_is_that_of_its_enumeration():
    names = [name for name, value in vars(codes).items() if isinstance(value, SimpleNamespace)]
    assert set(names) == {name for name, value in vars(enums).items() if isinstance(value, type) and value is not CEnum}
    for name in names:
        values = vars(getattr(codes, name))
        assert values == {member: value.value for member, value in getattr(enums, name).__members__.items()}
        assert all(type(value) is int for value in values.values())
