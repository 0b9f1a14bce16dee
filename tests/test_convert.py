"""`torsor convert`: a model is the same in another format."""

import mujoco
import numpy as np
import pytest

import torsor
from torsor import models
from torsor.cli import main

XML = models.path('cart_pole').read_text()


@pytest.mark.parametrize('end', ['.xml', '.mjz', '.mjb'])
def test_there_and_back(end, tmp_path, capsys):
    out = tmp_path / f'model{end}'
    assert main(['convert', 'cart_pole', str(out)]) == 0
    assert f'wrote {out}' in capsys.readouterr().out
    if end == '.mjb':
        found = mujoco.MjModel.from_binary_path(str(out))
    elif end == '.xml':
        found = mujoco.MjModel.from_xml_path(str(out))
    else:
        found = torsor.MjSpec.from_zip(str(out)).compile()
    expected = mujoco.MjModel.from_xml_string(XML)
    for field in ('body_mass', 'jnt_range', 'geom_size', 'actuator_gear'):
        assert np.allclose(getattr(found, field), getattr(expected, field), rtol=1e-12), field


def test_a_compiled_model_to_a_compiled_one(tmp_path):
    main(['convert', 'pendulum', str(tmp_path / 'a.mjb')])
    assert main(['convert', str(tmp_path / 'a.mjb'), str(tmp_path / 'b.mjb')]) == 0
    assert (tmp_path / 'a.mjb').read_bytes() == (tmp_path / 'b.mjb').read_bytes()
    assert main(['info', '--untrusted', str(tmp_path / 'a.mjb')]) == 0


def test_a_urdf(tmp_path):
    (tmp_path / 'arm.urdf').write_text(
        '<robot name="arm"><link name="a"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" '
        'iyz="0"/></inertial></link><link name="b"><inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1" ixy="0" '
        'ixz="0" iyz="0"/></inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/>'
        '</joint></robot>')
    assert main(['convert', str(tmp_path / 'arm.urdf'), str(tmp_path / 'arm.xml')]) == 0
    assert mujoco.MjModel.from_xml_path(str(tmp_path / 'arm.xml')).njnt == 1


@pytest.mark.parametrize(('words', 'code', 'message'), [
    (['pendulum', 'out.stl'], 2, 'must end with .xml'),
    (['nothing.xml', 'out.xml'], 1, 'no model'),
    (['bad.xml', 'out.mjb'], 1, 'bad.xml'),
    (['bad.mjb', 'out.mjb'], 1, 'no binary model'),
    (['bad.mjb', 'out.xml'], 1, 'cannot be written in MJCF'),
    (['pendulum', 'nowhere/out.mjb'], 1, 'nowhere'),
])
def test_what_cannot_be_converted(words, code, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'bad.xml').write_text('<mujoco><wurldbody/></mujoco>')
    (tmp_path / 'bad.mjb').write_bytes(b'rubbish')
    assert main(['convert', *words]) == code
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob('out.*'))


URDF = ('<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/>{}</joint>'
        '</robot>')


@pytest.mark.parametrize(('name', 'end'), [('good', ''), ('bad', 'rubbish')])
def test_every_format_can_be_checked(name, end, tmp_path, capsys):
    """An MJCF has all its errors told; other files are read as a whole."""
    for suffix in ('.mjb', '.mjz', '.xml'):
        assert main(['convert', 'cart_pole', str(tmp_path / f'{name}{suffix}')]) == 0
        with open(tmp_path / f'{name}{suffix}', 'r+b') as file:
            file.seek(0, 0 if end else 2)
            file.write(end.encode())
    (tmp_path / f'{name}.urdf').write_text(URDF.format('<child link="none"/>' if end else '<child link="b"/>'))
    for suffix in ('.mjb', '.mjz', '.xml', '.urdf'):
        capsys.readouterr()
        assert main(['check', str(tmp_path / f'{name}{suffix}')]) == int(bool(end)), suffix
        told = ''.join(capsys.readouterr())
        assert ('no errors' in told) != bool(end)
        assert f'{name}{suffix}' in told


def test_archives_are_not_read_from_strangers(tmp_path, capsys):
    main(['convert', 'pendulum', str(tmp_path / 'a.mjz')])
    assert main(['info', str(tmp_path / 'a.mjz')]) == 0
    assert main(['info', '--untrusted', str(tmp_path / 'a.mjz')]) == 2
    assert 'unpack it' in capsys.readouterr().err
