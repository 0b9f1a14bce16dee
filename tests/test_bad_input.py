"""Bad input is told, not suffered: what is wrong, where, and how to put it right; nothing is left half-changed."""

import json
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import torsor

BODY = """<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="hinge"/>
      {}
    </body>
  </worldbody>
</mujoco>"""
GEOM = '<geom size="0.1"/>'


def arm(line: str) -> str:
    """A model whose fifth line, from column 7, is this one."""
    return BODY.format(line)


# name: (model, line:column of the message, what it must say)
MODELS = {
    'empty': ('', '1:1', ['empty', '<mujoco>']),
    'blank': (' \n ', '1:1', ['empty']),
    'truncated': (arm(GEOM)[:60], '4:', ['not well-formed']),
    'no end': ('<mujoco>\n<worldbody>', '2:', ['ends too early']),
    'not XML': ('solid cube', '1:1', ['not well-formed']),
    'two roots': ('<mujoco/>\n<mujoco/>', '2:1', ['not well-formed']),
    'binary': ('<mujoco>\0\1\2</mujoco>', '1:9', ['not well-formed']),
    'wrong root': ('<scene/>', '1:1', ['root', '<mujoco>', '<scene>']),
    'unknown element': (arm('<goem size="1"/>'), '5:7', ['<goem>', 'did you mean "geom"?']),
    'unknown attribute': (arm('<geom sise="1"/>'), '5:7', ['"sise"', 'did you mean "size"?']),
    'unknown keyword': (arm('<geom type="shpere" size="1"/>'), '5:7', ['"shpere"', 'did you mean "sphere"?']),
    'misplaced element': (arm('<option/>'), '5:7', ['<option> does not belong in <body>', '<mujoco>']),
    'missing attribute': (arm('<inertial mass="1"/>'), '5:7', ['"pos" is required']),
    'repeated name': (arm(f'{GEOM}<body name="arm"/>'), '5:25', ['already a body named "arm"']),
    'not a number': (arm('<geom size="big"/>'), '5:7', ['"size"', 'number', '"big"']),
    'commas': (arm('<geom pos="0,1,2" size="1"/>'), '5:7', ['"pos"', '"0,1,2"']),
    'too few numbers': (arm('<geom pos="0 1" size="1"/>'), '5:7', ['"pos" has 2 numbers but needs 3']),
    'too many numbers': (arm('<geom pos="0 1 2 3" size="1"/>'), '5:7', ['"pos" has 4 numbers but needs 3']),
    'NaN': (arm('<geom pos="0 nan 0" size="1"/>'), '5:7', ['"pos"', 'NaN']),
    'overflow': (arm('<geom pos="0 1e400 0" size="1"/>'), '5:7', ['"pos"', '1e400', 'too large']),
    'zero size': (arm('<geom size="0"/>'), '5:7', ['"size"', 'positive']),
    'negative size': (arm('<geom type="box" size="1 -1 1"/>'), '5:7', ['"size"', 'positive']),
    'zero mass': (arm('<geom size="0.1" mass="0"/>'), '3:5', ['"arm"', 'positive mass', 'boundmass']),
    'negative mass': (arm('<geom size="0.1" mass="-1"/>'), '5:7', ['negative mass']),
    'no mass': (arm(''), '3:5', ['positive mass', '<inertial>']),
    'negative inertia': (arm('<inertial pos="0 0 0" mass="1" diaginertia="1 1 -1"/>'), '3:5', ['positive', 'inertia']),
    'impossible inertia': (arm('<inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/>'), '3:5', ['balanceinertia']),
    'zero quaternion': (arm('<geom quat="0 0 0 0" size="1"/>'), '5:7', ['"quat"', 'zero']),
    'zero axis': (arm(f'<joint axis="0 0 0"/>{GEOM}'), '5:7', ['"axis"']),
    'unknown class': (arm('<geom class="steel" size="1"/>'), '5:7', ['class', '"steel"']),
    'class inside': ('<mujoco>\n<default class="main"><default class="main"/></default></mujoco>', '2:23', ['"main"']),
    'class twice': ('<mujoco><default>\n<default class="a"/><default class="a"/></default></mujoco>', '2:21', ['"a"']),
    'nameless class': ('<mujoco>\n<default><default/></default></mujoco>', '2:10', ['needs a name']),
    'too many dofs': (arm(f'<joint type="ball"/><joint type="ball"/>{GEOM}'), '3:5', ['6 degrees of freedom']),
    'nested free joint': (arm(f'{GEOM}<body><freejoint/>{GEOM}</body>'), '5:31', ['free joint', 'world']),
    'joint of the world': ('<mujoco><worldbody>\n<joint/></worldbody></mujoco>', '2:1', ['<joint>']),
    'dangling actuator': ('<mujoco><actuator>\n<motor joint="knee"/></actuator></mujoco>', '2:1', ['joint', '"knee"']),
    'long keyframe': ('<mujoco><keyframe>\n<key qpos="1 2"/></keyframe></mujoco>', '2:1', ['"qpos" has 2 numbers']),
    'missing include': ('<mujoco>\n<include file="lost.xml"/></mujoco>', '2:1', ['cannot open', '"lost.xml"']),
    'include of itself': ('<mujoco>\n<include file="model.xml"/></mujoco>', '2:1', ['included twice', '"model.xml"']),
    'entities': ('<!DOCTYPE m [\n<!ENTITY a "b">]><mujoco model="&a;"/>', '1:', ['<!DOCTYPE>', 'refused']),
    'external entity': ('<!DOCTYPE m [<!ENTITY a SYSTEM "/etc/passwd">]><mujoco model="&a;"/>', '1:', ['refused']),
}


@pytest.mark.python_mode
@pytest.mark.parametrize('case', MODELS)
def test_model_errors_say_where_what_and_how(case, tmp_path):
    text, place, words = MODELS[case]
    file = tmp_path / 'model.xml'
    file.write_text(text)
    with pytest.raises(ValueError, match=r'model\.xml') as raised:
        torsor.MjModel.from_xml_path(str(file))
    message = str(raised.value)
    assert message.startswith(f'{file}:{place}')
    for word in words:
        assert word in message


def test_errors_in_included_files_name_that_file(tmp_path):
    (tmp_path / 'main.xml').write_text('<mujoco><include file="part.xml"/></mujoco>')
    (tmp_path / 'part.xml').write_text('<mujoco>\n  <worldbody><goem/></worldbody>\n</mujoco>')
    with pytest.raises(ValueError, match=r'part\.xml:2:14: <goem>'):
        torsor.MjModel.from_xml_path(str(tmp_path / 'main.xml'))


def test_errors_in_text_have_a_place_too():
    with pytest.raises(ValueError, match=r'^<string>:5:7: <goem>'):
        torsor.MjModel.from_xml_string(arm('<goem/>'))


@pytest.mark.parametrize('path', ['missing.xml', '.', ''])
def test_files_that_cannot_be_read(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match='cannot open'):
        torsor.MjModel.from_xml_path(path)


@pytest.mark.parametrize('bad', [None, 3, [b'<mujoco/>']])
@pytest.mark.parametrize('constructor', ['from_xml_path', 'from_xml_string'])
def test_models_are_made_of_text(constructor, bad):
    with pytest.raises(TypeError):
        getattr(torsor.MjModel, constructor)(bad)


def test_quaternions_are_normalised():
    m = torsor.MjModel.from_xml_string(arm(f'{GEOM}<body quat="2 0 0 2"/>'))
    np.testing.assert_allclose(m.body_quat[2], [np.sqrt(0.5), 0, 0, np.sqrt(0.5)], rtol=1e-15)


# ---- models made to hurt: in a process of their own, with little memory and time

HOSTILE = textwrap.dedent("""
    import json, resource, sys
    import torsor
    used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**29, used + 2**29))
    entities = ''.join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(12))
    models = {
        'billion laughs': f'<!DOCTYPE m [<!ENTITY e0 "ha">{entities}]><mujoco model="&e12;"/>',
        'parameter entities': '<!DOCTYPE m [<!ENTITY % a SYSTEM "file:///dev/zero"> %a;]><mujoco/>',
        'deep bodies': '<mujoco><worldbody>' + 10_000 * '<body>' + 10_000 * '</body>' + '</worldbody></mujoco>',
        'deep defaults': '<mujoco>' + 10_000 * '<default class="a">' + 10_000 * '</default>' + '</mujoco>',
        'deep nonsense': 100_000 * '<a>' + 100_000 * '</a>',
        'unclosed': 100_000 * '<a>',
        'long attribute': f'<mujoco><option gravity="{"1 " * 1_000_000}"/></mujoco>',
        'long number': f'<mujoco><option timestep="{"1" * 1_000_000}"/></mujoco>',
        'huge count': '<mujoco><size nuserdata="2000000000"/></mujoco>',
        'many keys': '<mujoco><size nkey="2000000000"/></mujoco>',
        'negative count': '<mujoco><size nuserdata="-1"/></mujoco>',
    }
    outcomes = {}
    for name, text in models.items():
        try:
            torsor.MjModel.from_xml_string(text)
            outcomes[name] = 'accepted'
        except Exception as error:
            outcomes[name] = f'{type(error).__mro__[-4].__name__}: {error}'[:300]
    print(json.dumps(outcomes))
""")


@pytest.fixture(scope='module')
def hostile_outcomes():
    """What happened to each hostile model."""
    done = subprocess.run([sys.executable, '-c', HOSTILE], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not sys.platform.startswith('linux'), reason='limits the memory of a process the Linux way')
@pytest.mark.parametrize('name', ['billion laughs', 'parameter entities', 'deep bodies', 'deep defaults',
                                  'deep nonsense', 'unclosed', 'long attribute', 'long number', 'huge count',
                                  'many keys', 'negative count'])
def test_hostile_models_are_refused(name, hostile_outcomes):
    assert hostile_outcomes[name].startswith('ValueError'), hostile_outcomes[name]


# ---- calls

ARM = """<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody><body name="a"><joint/><geom size="0.1"/></body></worldbody> <keyframe><key/></keyframe>
</mujoco>"""
BALL = ARM.replace('<joint/>', '<joint type="ball"/>')
READ_ONLY = np.zeros((3, 1))
READ_ONLY.setflags(write=False)

# name: (call on a model, its data and the data of another model; exception; what it must say)
CALLS = {
    'no model': (lambda m, d, o: torsor.mj_step(None, d), TypeError, ['mj_step', 'MjModel', 'got None']),
    'no data': (lambda m, d, o: torsor.mj_step(m, None), TypeError, ['mj_step', 'MjData', 'got None']),
    'swapped': (lambda m, d, o: torsor.mj_step(d, m), TypeError, ['mj_step', 'MjModel']),
    'too few arguments': (lambda m, d, o: torsor.mj_step(m), TypeError, ['mj_step', "'d'"]),
    'unknown keyword': (lambda m, d, o: torsor.mj_step(m, d, steps=2), TypeError, ['mj_step', 'steps']),
    'count is text': (lambda m, d, o: torsor.mj_step(m, d, '3'), TypeError, ['integer']),
    'count is a float': (lambda m, d, o: torsor.mj_step(m, d, 1.5), TypeError, ['integer']),
    'count is None': (lambda m, d, o: torsor.mj_step(m, d, None), TypeError, ['integer']),
    'data of another model': (lambda m, d, o: torsor.mj_step(m, o), ValueError, ['another MjModel', 'MjData(model)']),
    'forward of another': (lambda m, d, o: torsor.mj_forward(m, o), ValueError, ['another MjModel']),
    'skip of another': (lambda m, d, o: torsor.mj_forwardSkip(m, o, 0, 0), ValueError, ['another MjModel']),
    'matrix of another': (lambda m, d, o: torsor.mj_fullM(m, o, np.zeros((1, 1))), ValueError, ['another MjModel']),
    'reset of another': (lambda m, d, o: torsor.mj_resetData(m, o), ValueError, ['another MjModel']),
    'unknown integrator': (lambda m, d, o: (setattr(m.opt, 'integrator', 99), torsor.mj_step(m, d)), torsor.FatalError,
                           ['integrator']),
    'order of Runge-Kutta': (lambda m, d, o: torsor.mj_RungeKutta(m, d, 5), torsor.FatalError, ['mj_RungeKutta', '4']),
    'not implicit': (lambda m, d, o: torsor.mj_implicit(m, d), torsor.FatalError, ['mj_implicit', 'integrator']),
    'keyframe is text': (lambda m, d, o: torsor.mj_resetDataKeyframe(m, d, 'home'), TypeError, ['key', 'integer']),
    'keyframe too large': (lambda m, d, o: torsor.mj_setKeyframe(m, d, 1), torsor.FatalError, ['mj_setKeyframe', '1']),
    'matrix of wrong shape': (lambda m, d, o: torsor.mj_fullM(m, d, np.zeros((2, 2))), TypeError, ['nv', '(2, 2)']),
    'matrix of singles': (lambda m, d, o: torsor.mj_fullM(m, d, np.zeros((1, 1), np.float32)), TypeError, ['float64']),
    'matrix is a list': (lambda m, d, o: torsor.mj_fullM(m, d, [[0.0]]), TypeError, ['float64 array']),
    'read-only matrix': (lambda m, d, o: torsor.mj_jac(m, d, READ_ONLY, None, np.zeros(3), 1), TypeError, ['writable']),
    'point of two': (lambda m, d, o: torsor.mj_jac(m, d, np.zeros((3, 1)), None, np.zeros(2), 1), TypeError, ['point']),
    'body out of range': (lambda m, d, o: torsor.mj_jac(m, d, np.zeros((3, 1)), None, np.zeros(3), 7), IndexError,
                          ['body is 7', 'nbody = 2']),
    'negative body': (lambda m, d, o: torsor.mj_jacBody(m, d, np.zeros((3, 1)), None, -1), IndexError, ['-1']),
    'state of wrong size': (lambda m, d, o: torsor.mj_setState(m, d, np.zeros(1), torsor.mjtState.mjSTATE_PHYSICS),
                            TypeError, ['state size']),
    'name of no body': (lambda m, d, o: m.body('arm'), KeyError, ["'arm'", "'a'"]),
    'index of no body': (lambda m, d, o: m.body(9), IndexError, ['9', '0 to 1']),
    'name that is a number': (lambda m, d, o: torsor.mj_name2id(m, 1, None), TypeError, ['name', 'str']),
    'too many positions': (lambda m, d, o: setattr(d, 'qpos', [1, 2]), ValueError, ['(2,)', '(1,)']),
    'positions as text': (lambda m, d, o: setattr(d, 'qpos', 'ab'), ValueError, ["'ab'"]),
    'index of position': (lambda m, d, o: d.qpos[1], IndexError, ['1']),
    'time as text': (lambda m, d, o: setattr(d, 'time', 'now'), TypeError, ['time', "'now'"]),
    'gravity in a plane': (lambda m, d, o: setattr(m.opt, 'gravity', [0, 1]), ValueError, ['(2,)', '(3,)']),
    'misspelt field': (lambda m, d, o: setattr(d, 'qpso', 1), AttributeError, ['qpso']),
    'size': (lambda m, d, o: setattr(m, 'nq', 3), AttributeError, ['nq']),
    'data of nothing': (lambda m, d, o: torsor.MjData(None), TypeError, ['MjModel']),
    'data of data': (lambda m, d, o: torsor.MjData(d), TypeError, ['MjModel', 'MjData']),
    'model of nothing': (lambda m, d, o: torsor.MjModel(), TypeError, ['from_xml_path']),
}


@pytest.fixture
def world():
    """A model in motion, and the data of another model."""
    m, other = torsor.MjModel.from_xml_string(ARM), torsor.MjModel.from_xml_string(BALL)
    d = torsor.MjData(m)
    d.qvel[0] = 1
    torsor.mj_step(m, d, 3)
    return m, d, torsor.MjData(other)


def contents(*structs) -> list[bytes]:
    """Every field of models and data."""
    return [array.tobytes() for struct in structs for array in struct._arrays.values()]


@pytest.mark.parametrize('case', CALLS)
def test_bad_calls_say_what_is_wrong_and_change_nothing(case, world):
    call, exception, words = CALLS[case]
    m, d, other = world
    before = contents(d, other)
    with pytest.raises(exception) as raised:
        call(m, d, other)
    assert type(raised.value) is exception
    for word in words:
        assert word in str(raised.value)
    assert contents(d, other) == before


def test_a_refused_call_does_not_harm_the_next_one(world):
    m, d, other = world
    twin = torsor.MjData(m)
    twin.qvel[0] = 1
    torsor.mj_step(m, twin, 3)
    for call, exception, _ in CALLS.values():
        if exception is not torsor.FatalError:  # those change an option on their way
            with pytest.raises(exception):
                call(m, d, other)
    torsor.mj_step(m, d)
    torsor.mj_step(m, twin)
    assert d.qpos.tobytes() == twin.qpos.tobytes()
