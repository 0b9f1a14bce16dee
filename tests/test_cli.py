"""The command line: what it prints, what it writes, and how it says no."""

import subprocess
import sys
import warnings

import numpy as np
import pytest

import torsor
from torsor import signals
from torsor.cli import bench, info, main, simulate
from torsor.cli.loading import load
from torsor.cli.terminal import grid, table


def rows(text: str) -> dict[str, str]:
    """The two-column lines of a summary, by label."""
    return {label.strip(): value.strip() for label, _, value in
            (line.strip().partition('  ') for line in text.splitlines()) if value}


def run(capsys, *argv: str) -> tuple[int, str, str]:
    code = main(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


class TestSimulate:
    def test_summary_says_what_happened(self, capsys):
        code, out, _ = run(capsys, 'simulate', 'pendulum', '--time', '2')
        summary = rows(out)
        assert code == 0
        assert summary['start'] == 'keyframe released'
        assert summary['steps'] == '400 of 0.005 s'
        assert summary['simulated time'] == '2 s'
        assert summary['energy at start'].startswith('10.4329 J')
        assert abs(float(summary['energy drift'].split()[0])) < 1e-6
        assert {'compiling', 'stepping', 'steps per second', 'real-time factor', 'final axle'} <= set(summary)

    def test_no_drift_is_claimed_where_energy_is_lost(self, capsys):
        _, out, _ = run(capsys, 'simulate', 'cart_pole', '--time', '0.1')
        assert 'energy drift' not in out

    def test_trajectory_is_that_of_plain_stepping(self, capsys, tmp_path):
        file = tmp_path / 'run.npz'
        code, _, _ = run(capsys, 'simulate', 'double_pendulum', '--time', '0.5', '--rate', '50',
                         '--trajectory', str(file), '--signal', 'qpos', '--signal', 'site/tip/xpos')
        assert code == 0
        recorded = np.load(file)
        assert set(recorded) == {'time', 'qpos', 'site/tip/xpos'}
        assert recorded['time'] == pytest.approx(np.arange(26) / 50)

        model = load('double_pendulum')
        data = torsor.MjData(model)
        torsor.mj_resetDataKeyframe(model, data, 0)
        for qpos, tip in zip(recorded['qpos'], recorded['site/tip/xpos'], strict=True):
            assert np.array_equal(qpos, data.qpos)  # looking does not change the run, to the last bit
            torsor.mj_kinematics(model, data)
            assert np.array_equal(tip, data.site('tip').xpos)
            torsor.mj_step(model, data, nstep=10)

    def test_csv_has_the_numbers_of_npz(self, capsys, tmp_path):
        for suffix in ('npz', 'csv'):
            run(capsys, 'simulate', 'humanoid', '--disable', 'constraint', '--time', '0.1',
                '--trajectory', str(tmp_path / f'run.{suffix}'))
        arrays = np.load(tmp_path / 'run.npz')
        header, *_ = (tmp_path / 'run.csv').read_text().splitlines()
        columns = header.split(',')
        assert columns[:3] == ['time', 'qpos:root.x', 'qpos:root.y']
        assert columns[-3:] == ['energy:potential', 'energy:kinetic', 'energy:total']
        table_of_csv = np.loadtxt(tmp_path / 'run.csv', delimiter=',', skiprows=1)
        assert np.array_equal(table_of_csv, np.column_stack([arrays[name] for name in arrays]))

    def test_plot_is_a_picture(self, capsys, tmp_path):
        pytest.importorskip('matplotlib')
        file = tmp_path / 'run.png'
        code, out, _ = run(capsys, 'simulate', 'chain', '--time', '0.1', '--plot', str(file), '--signal', 'com')
        assert code == 0
        assert f'wrote {file}: 11 samples' in out
        assert file.read_bytes().startswith(b'\x89PNG')

    def test_missing_matplotlib_is_explained(self, capsys, tmp_path, monkeypatch):
        monkeypatch.setitem(sys.modules, 'matplotlib', None)
        code, _, err = run(capsys, 'simulate', 'pendulum', '--plot', str(tmp_path / 'run.png'))
        assert code == 2
        assert "pip install 'torsor[plot]'" in err

    def test_divergence_is_told(self, capsys, tmp_path):
        file = tmp_path / 'run.npz'
        code, out, _ = run(capsys, 'simulate', 'chain', '--timestep', '0.05', '--trajectory', str(file))
        assert code == 3
        assert 'shorter --timestep' in rows(out)['diverged']
        assert 'not finite or huge' in rows(out)['warning']
        assert np.isfinite(np.load(file)['qpos']).all()

    def test_disabled_gravity_leaves_a_pendulum_at_rest(self, capsys):
        _, out, _ = run(capsys, 'simulate', 'pendulum', '--disable', 'gravity', '--time', '0.5')
        assert float(rows(out)['final axle']) == pytest.approx(np.pi / 3, abs=1e-5)

    def test_reference_pose_instead_of_a_keyframe(self, capsys):
        _, out, _ = run(capsys, 'simulate', 'pendulum', '--key', 'none', '--time', '0.1')
        assert rows(out)['start'] == 'reference pose'

    @pytest.mark.parametrize(('model', 'name', 'unit'), [
        ('double_pendulum', 'qvel', 'rad/s'),
        ('cart_pole', 'joint/slide/qpos', 'm'),
        ('cart_pole', 'joint/hinge/qfrc_bias', 'N m'),
        ('cart_pole', 'qvel', 'm/s, rad/s'),
        ('chain', 'site/tip/xpos', 'm'),
    ])
    def test_units_suit_the_joints(self, model, name, unit):
        assert signals.signal(name, load(model)).unit == unit

    @pytest.mark.parametrize(('argv', 'message'), [
        (['--signal', 'qpso', '--plot', 'x.png'], "did you mean 'qpos'?"),
        (['--signal', 'bdoy/pole/xpos', '--plot', 'x.png'], "did you mean 'body'?"),
        (['--signal', 'body/pol/xpos', '--plot', 'x.png'], "did you mean 'pole'?"),
        (['--signal', 'body/pole/xpo', '--plot', 'x.png'], "did you mean 'xpos'?"),
        (['--signal', 'qpos'], 'add --trajectory FILE or --plot FILE'),
        (['--trajectory', 'x.txt'], 'must end in .npz or .csv'),
        (['--plot', 'nowhere/x.png'], 'no folder nowhere'),
        (['--key', 'hangin'], "did you mean 'hanging'?"),
        (['--disable', 'gravty'], "did you mean 'gravity'?"),
    ])
    def test_wrong_usage_names_the_remedy(self, capsys, argv, message):
        code, out, err = run(capsys, 'simulate', 'cart_pole', *argv)
        assert (code, out) == (2, '')
        assert message in err

    @pytest.mark.parametrize('value', ['0', '-1', 'inf', 'nan', 'soon'])
    def test_time_must_be_a_positive_number(self, value, capsys):
        with pytest.raises(SystemExit) as stop:
            main(['simulate', 'pendulum', '--time', value])
        assert stop.value.code == 2


class TestBadModels:
    def test_a_misspelt_name(self, capsys):
        code, _, err = run(capsys, 'info', 'humanoit')
        assert code == 1
        assert "did you mean 'humanoid'?" in err

    def test_a_broken_file(self, capsys, tmp_path):
        file = tmp_path / 'broken.xml'
        file.write_text('<mujoco><worldbody><bdy/></worldbody></mujoco>')
        code, out, err = run(capsys, 'simulate', str(file))
        assert (code, out) == (1, '')
        assert 'broken.xml' in err
        assert 'bdy' in err
        assert 'Traceback' not in err


class TestLoadWarnings:
    """What loading warns of is a line on standard error, unless the constraints it is about are switched off."""

    @pytest.fixture(autouse=True)
    def warning_loader(self, monkeypatch):
        read = torsor.MjModel.from_xml_path

        def warn(path):
            warnings.warn('mind the gap', stacklevel=2)
            return read(path)
        monkeypatch.setattr(torsor.MjModel, 'from_xml_path', warn)

    def test_shown(self, capsys):
        assert 'torsor: pendulum: mind the gap\n' in run(capsys, 'simulate', 'pendulum', '--time', '0.1')[2]

    def test_silenced(self, capsys):
        _, _, err = run(capsys, 'simulate', 'pendulum', '--time', '0.1', '--disable', 'constraint')
        assert 'mind the gap' not in err


class TestConservative:
    """Only models that can neither gain nor lose energy have a meaningful drift."""

    BOB = '<mujoco>{}<worldbody><body><joint {}/><geom size=".1" {}/></body>{}</worldbody></mujoco>'

    @pytest.mark.parametrize(('fill', 'expected'), [
        (('', '', '', ''), True),
        (('', 'damping="1"', '', ''), False),
        (('', 'range="0 1" limited="true"', '', ''), False),
        (('<option viscosity="1"/>', '', '', ''), False),
        (('', '', '', '<geom type="plane" size="1 1 1"/>'), False),
        (('', '', 'contype="0" conaffinity="0"', '<geom type="plane" size="1 1 1"/>'), True),
        (('<option><flag constraint="disable"/></option>', '', '', '<geom type="plane" size="1 1 1"/>'), True),
    ])
    def test_models(self, fill, expected):
        with warnings.catch_warnings(action='ignore'):
            model = torsor.MjModel.from_xml_string(self.BOB.format(*fill))
        assert simulate.conservative(model) is expected


class TestInfo:
    def test_humanoid(self, capsys):
        code, out, _ = run(capsys, 'info', 'humanoid')
        assert code == 0
        assert 'total mass 70 kg' in out
        assert '│  └─ left_shank  3.031 kg  capsule' in out
        assert '~ hinge left_knee -2..145 deg' in out
        assert rows(out)['nv'].startswith('29')
        assert rows(out)['integrator'] == 'implicitfast'
        assert 'stand, squat, somersault' in out

    def test_tree_has_every_body_and_joint_once(self):
        model = load('chain')
        lines = list(info.tree(model))
        assert len(lines) == model.nbody + model.njnt
        assert all(any(line.endswith(f' joint{k}') for line in lines) for k in range(1, 21))

    def test_flags_are_words(self):
        xml = '<mujoco><option gravity="0 0 -1"><flag contact="disable" energy="enable"/></option></mujoco>'
        options = dict(info.changed_options(torsor.MjModel.from_xml_string(xml)))
        assert options == {'gravity': '0 0 -1', 'disableflags': 'contact', 'enableflags': 'energy'}


def test_warm_lists_each_model(capsys):
    code, out, _ = run(capsys, 'warm', 'pendulum', 'cart_pole')
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ['model', 'pendulum', 'cart_pole']


class TestBench:
    ARGV = ('bench', 'pendulum', '--windows', '2', '--settle', '5')

    def test_ratio_to_the_reference(self, capsys):
        code, out, _ = run(capsys, *self.ARGV)
        header, *body = out.splitlines()[1:4]
        assert code == 0
        assert header.split()[-3:] == ['torsor', 'mujoco', 'ratio']
        for line in body:
            ours, theirs, ratio = map(float, line.split()[-3:])
            assert ratio == pytest.approx(theirs / ours, abs=0.02, rel=0.02)

    def test_without_the_reference(self, capsys, monkeypatch):
        monkeypatch.setattr(bench, 'reference_engine', list)
        code, out, _ = run(capsys, *self.ARGV)
        assert code == 0
        assert 'mujoco' not in out


class TestTerminal:
    def test_table_aligns_the_values(self):
        assert table([('a', '1'), ('long', '2')]) == 'a     1\nlong  2'

    def test_grid_aligns_numbers_right(self):
        assert grid(('name', 'n'), [('x', '100')]) == 'name    n\nx     100'


def test_interrupted_by_the_user(capsys, monkeypatch):
    def interrupt(*_, **_options):
        raise KeyboardInterrupt
    monkeypatch.setattr(info, 'load', interrupt)
    assert run(capsys, 'info', 'pendulum')[::2] == (130, 'torsor: interrupted\n')


def test_a_reader_that_stops_reading_is_no_error():
    process = subprocess.Popen([sys.executable, '-m', 'torsor', 'info', 'chain'],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    errors = [line for line in process.stderr.read().splitlines() if b'compiling native code' not in line]
    assert (errors, process.wait()) == ([], 0)


def test_as_a_process():
    done = subprocess.run([sys.executable, '-m', 'torsor', 'simulate', 'pendulum', '--time', '0.1'],
                          capture_output=True, text=True, check=True)
    assert rows(done.stdout)['steps'] == '20 of 0.005 s'


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit):
        main(['--help'])
    out = capsys.readouterr().out
    assert all(command in out for command in ('simulate', 'info', 'warm', 'bench'))


# ---- stages


def test_stages_lists_all_of_them(capsys):
    assert main(['stages']) == 0
    listed = capsys.readouterr().out.split()
    assert 'physics.pipeline.step' in listed
    assert 'physics.position.kinematics.kinematics' in listed


def test_a_stage_says_what_it_reads_writes_and_runs(capsys):
    assert main(['stages', 'com_vel']) == 0
    out = capsys.readouterr().out
    reads, writes = out.index('reads'), out.index('writes')
    assert reads < out.index('qvel') < writes < out.index('cvel', writes)


def test_both_kernels_of_a_stage_are_shown(capsys):
    assert main(['stages', 'find_contacts']) == 0
    assert 'find_contacts, for several worlds in one register' in capsys.readouterr().out


def test_a_misspelt_stage(capsys):
    assert main(['stages', 'kinematic']) == 2
    assert "did you mean 'kinematics'?" in capsys.readouterr().err


# ---- check


def test_check_lists_all_errors(tmp_path, capsys):
    path = tmp_path / 'model.xml'
    path.write_text('<mujoco>\n<option timestep="x"/>\n<worldbody><geom sise="1"/></worldbody></mujoco>')
    assert main(['check', str(path)]) == 1
    printed = capsys.readouterr()
    assert [line.split(': ')[0] for line in printed.out.splitlines()] == [f'{path}:2:1', f'{path}:3:12']
    assert '2 errors' in printed.err


def test_check_without_errors(capsys):
    assert main(['check', 'humanoid']) == 0
    assert capsys.readouterr().out == 'humanoid: no errors\n'


def test_untrusted_models_on_the_command_line(tmp_path, capsys):
    (tmp_path / 'model').mkdir()
    (tmp_path / 'part.xml').write_text('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    path = tmp_path / 'model' / 'main.xml'
    path.write_text('<mujoco><include file="../part.xml"/></mujoco>')
    for command in ('check', 'info'):
        assert main([command, str(path)]) == 0
        assert main([command, str(path), '--untrusted']) == 1
    assert 'not trusted' in capsys.readouterr().err
