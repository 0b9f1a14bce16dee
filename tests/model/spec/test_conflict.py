"""Settings of models that are put together, under each policy, against the wheel."""

import mujoco
import pytest

from model.twins import SKIPPED, differences
from torsor.model.load import compile_string
from torsor.model.spec.conflict import RULES
from torsor.model.spec.errors import ModelError

CHILD = '<mujoco>{}<worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>'
PARENT = (
    '<mujoco><compiler conflict="{policy}"/>{settings}<asset><model name="c" file="c.xml"/><model name="d" '
    'file="d.xml"/></asset><worldbody>{world}</worldbody></mujoco>'
)
ONCE = '<attach model="c" body="b" prefix="c_"/>'
TWICE = ONCE + '<attach model="d" body="b" prefix="d_"/>'

# two values of every setting
OPTIONS = {
    'gravity': ('0 0 1', '0 0 2'), 'wind': ('0 0 1', '0 0 2'), 'magnetic': ('0 0 1', '0 0 2'),
    'integrator': ('RK4', 'implicit'), 'cone': ('elliptic', 'pyramidal'), 'jacobian': ('dense', 'sparse'),
    'solver': ('CG', 'PGS'), 'o_solref': ('.03 1', '.04 1'), 'o_solimp': ('.9', '.8'), 'o_friction': ('1', '2'),
    'actuatorgroupdisable': ('1', '2'),
}  # fmt: skip
NAMES = [name for group, name in RULES if group == 'option'] + ['actuatorgroupdisable']
SETTINGS = [
    *(tuple(f'<option {name}="{value}"/>' for value in OPTIONS.get(name, ('1', '2'))) for name in NAMES),
    *(tuple(f'<size {name}="{value}"/>' for value in (('1M', '2M') if name == 'memory' else (1, 2)))
      for group, name in RULES if group == 'size'),
    *(tuple(f'<visual><{group} {name}="{value}"/></visual>' for value in (1, 2))
      for group, name in (*(key for key in RULES if key[0] in ('map', 'global')), ('map', 'haze'), ('scale', 'com'))),
    *(tuple(f'<option><flag {name}="{value}"/></option>' for value in ('enable', 'disable'))
      for name in ('contact', 'multiccd', 'energy', 'sleep')),
    ('<option><flag contact="disable"/></option>', '<option><flag limit="disable" energy="enable"/></option>'),
    ('<statistic extent="1"/>', '<statistic extent="2"/>'),
]  # fmt: skip


def both(policy: str, settings: str, child: str, world: str = ONCE, other: str = ''):
    """The model or the error of Torsor, and of the wheel."""
    xml = PARENT.format(policy=policy, settings=settings, world=world)
    files = {'c.xml': CHILD.format(child).encode(), 'd.xml': CHILD.format(other).encode()}
    found = []
    for load in (compile_string, mujoco.MjModel.from_xml_string):
        try:
            found.append(load(xml, files))
        except ValueError as error:
            found.append(error)
    return found


def agree(ours, theirs) -> None:
    if isinstance(theirs, ValueError):
        assert isinstance(ours, ModelError)
        assert 'are in conflict with those of this one' in str(ours)
    else:
        found = differences(ours, theirs, SKIPPED)
        assert not found, '\n'.join(found)


@pytest.mark.parametrize('policy', ['warning', 'merge', 'error'])
@pytest.mark.parametrize(('one', 'other'), SETTINGS)
def test_every_setting(policy, one, other):
    for settings, child in (('', one), ('', other), (one, other), (other, one), (one, one)):
        agree(*both(policy, settings, child))


@pytest.mark.parametrize('policy', ['merge', 'error'])
@pytest.mark.parametrize(('one', 'other'), [SETTINGS[0], SETTINGS[6], SETTINGS[12], SETTINGS[-3], SETTINGS[-2]])
def test_two_models_one_after_the_other(policy, one, other):
    """What was taken over from the first counts as written."""
    for settings, first, second in (('', one, other), ('', other, one), ('', one, one), (one, one, other)):
        agree(*both(policy, settings, first, TWICE, second))


def test_a_model_that_is_not_attached_has_no_say():
    agree(*both('merge', '', '<option gravity="0 0 1"/>', ''))


def test_the_error_names_all_settings():
    ours, _ = both('error', '<option timestep=".1" gravity="0 0 1"><flag limit="disable"/></option>',
                   '<option timestep=".2" gravity="0 0 2"><flag limit="enable"/></option>')  # fmt: skip
    assert str(ours).startswith('<string>:1:')
    for part in ('timestep is 0.1 here and 0.2 there', 'gravity is 0 0 1 here and 0 0 2 there', 'the flag "limit"'):
        assert part in str(ours)


def test_what_the_merged_flags_need():
    ipc = '<option integrator="discrete"><flag ipc="enable"/></option>'
    agree(*both('merge', '', ipc))
    ours, theirs = both('merge', '<option><flag fwdinv="enable"/></option>', ipc)
    assert isinstance(theirs, ValueError)
    assert 'exclude each other' in str(ours)
