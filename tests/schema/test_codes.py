"""Plain values of enumerations."""

from torsor.schema import codes, enums


def test_every_code_is_that_of_its_enumeration():
    for name in enums.__all__:
        members = {member: value for member, value in vars(getattr(codes, name)).items() if not member.startswith('_')}
        assert members == {member: value.value for member, value in getattr(enums, name).__members__.items()}
        assert all(type(value) is int for value in members.values())
        assert getattr(enums, name) is getattr(enums, name)  # made once
