"""What users get wrong: the message names the file, the line and the column, and says what to do.

A row is a piece of a model, in which the wrong element is marked by a ^ before its <, and a part of the message.
"""

import pytest

import torsor
from torsor.model.load import check_file, compile_string
from torsor.model.spec.errors import ModelError

BODY = (
    '<worldbody><body name="b"><joint name="hinge"/><geom name="ball" size=".1"/><site name="tip"/></body></worldbody>'
)
BALL = '<worldbody><body name="b"><joint name="j" type="ball"/><geom size=".1"/></body></worldbody>'


def inside(text):
    """A body with `text` in it."""
    return f'<worldbody>\n<body name="b">\n{text}<geom name="ball" size=".1"/></body></worldbody>'


MISTAKES = {
    # elements
    'misspelt section': ('^<worldbdy/>', '<worldbdy> is not an element of MJCF; did you mean "worldbody"?'),
    'misspelt element': ('<worldbody>^<gem size="1"/></worldbody>', 'did you mean "geom"?'),
    'element in the wrong place': ('^<geom size="1"/>', '<geom> does not belong in <mujoco>; it goes in'),
    'joint in the world': ('<worldbody>^<joint/></worldbody>', 'does not belong in <worldbody>; it goes in'),
    'two inertials': (inside('<inertial pos="0 0 0" mass="1"/>^<inertial pos="0 0 0" mass="1"/>'),
                      '<body> can hold only one <inertial>'),
    'removed element': ('<worldbody>^<composite/></worldbody>', 'MuJoCo had it before 4.0.0'),
    'flexcomp of later': ('<worldbody>^<flexcomp name="f" dim="3" dof="trilinear"/></worldbody>', 'not supported'),
    'rod': ('<worldbody>^<flexcomp name="f" dim="1" count="5 1 1"><elasticity young="1"/></flexcomp></worldbody>',
            'elasticity of flexes with dim="1" (rods) is not supported'),
    'strain': ('<worldbody>^<flexcomp name="f" count="3 3 1"><edge equality="strain"/></flexcomp></worldbody>',
               'equality="strain" is for dof="trilinear" and "quadratic"'),
    'too many points': ('<worldbody>^<flexcomp name="f" count="90000 90000 1"/></worldbody>', 'the limit is'),
    'flexcomp without elements': ('<worldbody>^<flexcomp name="f" count="1 5 1"/></worldbody>', 'has no elements'),
    'flexcomp that always touches': ('<worldbody>^<flexcomp name="f" count="3 3 1" radius="1"/></worldbody>',
                                     '"spacing" is less than twice the radius'),
    'type of flexcomp': ('<worldbody>^<flexcomp name="f" type="gird"/></worldbody>', 'did you mean "grid"?'),
    'flexcomp in a body without a name': ('<worldbody><body>^<flexcomp name="f" count="3 3 1"/></body></worldbody>',
                                          'needs a body with a name'),
    'pin beyond all points': ('<worldbody>^<flexcomp name="f" count="2 2 1"><pin id="4"/></flexcomp></worldbody>',
                              'numbered from 0 to 3'),
    'body of a flex': ('<deformable>^<flex body="nobody" element="0 1 2"/></deformable>', 'no body named "nobody"'),
    'element of a flex': ('<deformable>^<flex body="world" vertex="0 0 0 1 0 0 0 1 0" element="0 1 3"/></deformable>',
                          'refers to vertices from 0 to 3'),
    'stiff edges of a sheet': (
        '<deformable>^<flex body="world" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"><edge stiffness="1"/></flex>'
        '</deformable>', 'stiffness of edges is for flexes with dim="1"'),
    'skin': ('<deformable>^<skin/></deformable>', 'a skin needs vertices, faces and bones, or a file'),
    'plugin': ('<extension><plugin plugin="mujoco.pid">^<instance name="p"/></plugin></extension>',
               'plugins are not supported by this version of Torsor yet; this is an instance of "mujoco.pid"'),
    'sensor plugin': ('<sensor>^<plugin plugin="x"/></sensor>', 'does not support it yet'),
    'misspelt sensor': (BODY + '<sensor>^<jointposition joint="hinge"/></sensor>', 'did you mean "jointpos"?'),
    'misspelt actuator': (BODY + '<actuator>^<positon joint="hinge"/></actuator>', 'did you mean "position"?'),
    'joint in a fixed tendon of sites': ('<tendon><spatial>^<joint joint="a" coef="1"/></spatial></tendon>',
                                         '<joint> does not belong in <spatial>'),
    # attributes
    'misspelt attribute': ('<worldbody>^<geom sise="1"/></worldbody>', 'did you mean "size"?'),
    'capital letters': ('<worldbody>^<geom Size="1"/></worldbody>', 'did you mean "size"?'),
    'attribute of another element': ('<worldbody>^<geom damping="1"/></worldbody>', 'attribute "damping" is not known'),
    'removed attribute': ('^<compiler exactmeshinertia="true"/>', 'use the attribute "inertia" of <mesh>'),
    'renamed attribute': ('^<option mpr_tolerance="1"/>', 'it is called "ccd_tolerance" since MuJoCo 3.2.3'),
    'removed flag': ('<option>^<flag passive="disable"/></option>', 'use "spring" and "damper"'),
    'renamed camera': ('<worldbody>^<camera orthographic="true"/></worldbody>', 'projection="orthographic"'),
    'global coordinates': ('^<compiler coordinate="global"/>', 'only local coordinates are supported'),
    'required attribute': (inside('^<inertial pos="0 0 0"/>'), 'attribute "mass" is required'),
    'one of two': (BODY + '<sensor>^<rangefinder/></sensor>', 'attribute "site" or "camera" is required'),
    'only one of two': ('<worldbody>^<camera fovy="30" sensorsize="1 1"/></worldbody>', 'exclude each other'),
    'both or none': (BODY + '<sensor>^<framepos objtype="body" objname="b" reftype="site"/></sensor>',
                     'attributes "reftype" and "refname" go together; "reftype" stands alone'),
    # values
    'no number': ('<worldbody>^<geom size="small"/></worldbody>', 'attribute "size" needs a number, not "small"'),
    'comma in a vector': ('<worldbody>^<geom pos="1, 2, 3" size="1"/></worldbody>', 'needs a number, not "1,"'),
    'too few numbers': ('<worldbody>^<geom pos="1 2" size="1"/></worldbody>', 'has 2 numbers but needs 3'),
    'too many numbers': ('<worldbody>^<geom size="1 2 3 4"/></worldbody>', 'has 4 numbers but needs 1 to 3'),
    'not a number': ('<worldbody>^<geom pos="nan 0 0" size="1"/></worldbody>', 'is not a number (NaN)'),
    'too large': ('<worldbody>^<geom size="1e400"/></worldbody>', 'too large'),
    'no whole number': ('<worldbody>^<geom group="1.5" size="1"/></worldbody>', 'needs a whole number, not "1.5"'),
    'beyond 32 bits': ('<worldbody>^<geom group="5000000000" size="1"/></worldbody>', 'does not fit in 32 bits'),
    'no keyword': ('<worldbody>^<geom type="spere" size="1"/></worldbody>', 'did you mean "sphere"?'),
    'no keyword of few': ('^<option cone="round"/>', 'cannot be "round"; use one of: elliptic, pyramidal'),
    'no boolean': ('^<compiler autolimits="yes"/>', 'cannot be "yes"; use one of: false, true'),
    'no flag': ('<option>^<flag gravity="false"/></option>', 'use one of: disable, enable'),
    'memory': ('^<size memory="1X"/>', 'needs a number of bytes'),
    'order of words': (BODY + '<sensor>^<contact data="force found"/></sensor>', 'needs the order: found, force'),
    'word twice': (BODY + '<sensor>^<contact data="found found"/></sensor>', 'has "found" twice'),
    'eulerseq': ('^<compiler eulerseq="xy"/>', 'needs three letters'),
    'two orientations': ('<worldbody>^<geom quat="1 0 0 0" euler="0 0 0" size="1"/></worldbody>', 'keep one of them'),
    'zero quaternion': ('<worldbody>^<geom quat="0 0 0 0" size="1"/></worldbody>', 'positive length'),
    'zero axis': (inside('^<joint axis="0 0 0"/>'), 'axis'),
    'zero zaxis': ('<worldbody>^<geom zaxis="0 0 0" size="1"/></worldbody>', 'too short to give a direction'),
    # classes and names
    'unknown class': ('<worldbody>^<geom class="nope" size="1"/></worldbody>',
                      'there is no class of defaults named "nope"'),
    'misspelt class': ('<default><default class="wheel"/></default><worldbody>^'
                       '<geom class="weel" size="1"/></worldbody>',
                       'did you mean "wheel"?'),
    'class without a name': ('<default>^<default/></default>', 'needs a name'),
    'class twice': ('<default><default class="a"/>^<default class="a"/></default>', 'already a class'),
    'outermost class': ('^<default class="robot"/>', 'the outermost class is always "main"'),
    'name twice': ('<worldbody><geom name="g" size="1"/>^<geom name="g" size="1"/></worldbody>',
                   'there is already a geom named "g"'),
    'unknown joint': (BODY + '<actuator>^<motor joint="hing"/></actuator>', 'did you mean "hinge"?'),
    'unknown tendon': (BODY + '<actuator>^<motor tendon="t"/></actuator>', 'there is no tendon named "t"'),
    'unknown site': (BODY + '<sensor>^<gyro site="tipp"/></sensor>', 'did you mean "tip"?'),
    'unknown body': (BODY + '<contact>^<exclude body1="b" body2="c"/></contact>', 'there is no body named "c"'),
    'unknown material': ('<worldbody>^<geom size="1" material="gold"/></worldbody>',
                         'there is no material named "gold"'),
    'unknown texture': ('<asset>^<material name="m" texture="t"/></asset>', 'there is no texture named "t"'),
    'unknown target': ('<worldbody>^<camera target="sun"/></worldbody>', 'there is no body named "sun"'),
    'unknown element of a tuple': ('<custom>^<tuple name="t"><element objtype="body" objname="x"/></tuple></custom>',
                                   'there is no body named "x"'),
    'empty name': (BODY + '<sensor>^<gyro site=""/></sensor>', 'empty'),
    # bodies, joints, geoms
    'free joint below another body': ('<worldbody><body><geom size="1"/><body>^<freejoint/>'
                                      '<geom size="1"/></body></body>'
                                      '</worldbody>', 'needs a body that is a child of the world'),
    'mocap body with joints': ('<worldbody>^<body mocap="true"><joint/><geom size="1"/></body></worldbody>', 'mocap'),
    'moving without mass': ('<worldbody>^<body><joint/></body></worldbody>', 'mass'),
    'geom without size': ('<worldbody>^<geom type="box" size="1"/></worldbody>', 'size'),
    'negative size': ('<worldbody>^<geom size="-1"/></worldbody>', 'size'),
    'mesh without a mesh': ('<worldbody>^<geom type="mesh"/></worldbody>', 'mesh'),
    'limited without range': (inside('^<joint limited="true"/>'), 'needs its first number smaller than its second'),
    'range without autolimits': ('<compiler autolimits="false"/>' + inside('^<joint range="0 1"/>'), 'autolimits'),
    'condim': ('<worldbody>^<geom condim="2" size="1"/></worldbody>', '1, 3, 4 or 6'),
    'inertia that no body has': ('<worldbody>^<body>'
                                 '<inertial pos="0 0 0" mass="1" diaginertia="1 1 9"/></body></worldbody>',
                                 'set balanceinertia="true"'),
    'replicate without a count': ('<worldbody>^<replicate/></worldbody>', 'attribute "count" is required'),
    # tendons
    'empty tendon': (BODY + '<tendon>^<fixed/></tendon>', 'the tendon has no path; give it a <joint>'),
    'tendon of one site': (BODY + '<tendon>^<spatial><site site="tip"/></spatial></tendon>', 'at least two sites'),
    'site twice': (BODY + '<tendon><spatial><site site="tip"/>^<site site="tip"/></spatial></tendon>',
                   'follows itself'),
    'ball in a tendon': (BALL + '<tendon><fixed>^<joint joint="j" coef="1"/></fixed></tendon>',
                         'neither a slide nor a hinge'),
    'divisor': ('<worldbody><site name="s"/><site name="t"/></worldbody><tendon><spatial>^<pulley divisor="0"/>'
                '<site site="s"/><site site="t"/></spatial></tendon>', 'attribute "divisor" must be positive'),
    'width': ('<worldbody><site name="s"/><site name="t"/></worldbody><tendon>^<spatial width="0"><site site="s"/>'
              '<site site="t"/></spatial></tendon>', 'attribute "width" must be positive'),
    'distance to terrain': ('<asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset><worldbody>'
                            '<geom name="t" type="hfield" hfield="h"/><geom name="b" size="1"/></worldbody>'
                            '<sensor>^<distance geom1="b" geom2="t"/></sensor>', 'is a height field'),
    # actuators
    'actuator of nothing': (BODY + '<actuator>^<motor/></actuator>', 'needs something to act on'),
    'kv and dampratio': (BODY + '<actuator>^<position joint="hinge" kv="1" dampratio="1"/></actuator>',
                         'exclude each other'),
    'negative kv': (BODY + '<actuator>^<position joint="hinge" kv="-1"/></actuator>', 'cannot be negative'),
    'delay without a buffer': (BODY + '<actuator>^<motor joint="hinge" delay="1"/></actuator>', 'set "nsample"'),
    'motor without a constant': (BODY + '<actuator>^<dcmotor joint="hinge" resistance="1"/></actuator>',
                                 '"motorconst"'),
    'orientation of a hinge': (BODY + '<actuator>^<orientation joint="hinge"/></actuator>', 'needs a ball joint'),
    'crank without a slider': (BODY + '<actuator>^<motor cranksite="tip" cranklength="1"/></actuator>', '"slidersite"'),
    'reference of a joint': (BODY + '<actuator>^<motor joint="hinge" refsite="tip"/></actuator>', 'goes with "site"'),
    'adhesion without a range': (BODY + '<actuator>^<adhesion body="b"/></actuator>', 'ctrlrange'),
    'muscle': (BODY + '<actuator>^<muscle joint="hinge" lengthrange="0 1" lmin="2"/></actuator>', 'lmin < 1 < lmax'),
    # sensors, equalities, keyframes, custom
    'sensor of a ball': (BALL + '<sensor>^<jointpos joint="j"/></sensor>', 'neither a slide nor a hinge'),
    'sensor of no limit': (BODY + '<sensor>^<jointlimitpos joint="hinge"/></sensor>', 'has no limits to measure'),
    'cutoff of a direction': (BODY + '<sensor>^<framexaxis objtype="body" objname="b" cutoff="1"/></sensor>',
                              'unit vector'),
    'equality with itself': (BODY + '<equality>^<weld body1="b" body2="b"/></equality>', 'coupled to itself'),
    'equality without an anchor': (BODY + '<equality>^<connect body1="b"/></equality>',
                                   'attribute "anchor" is required'),
    'keyframe too long': (BODY + '<keyframe>^<key qpos="1 2 3"/></keyframe>', 'has 3 numbers but the model has 1'),
    'empty text': ('<custom>^<text name="t"/></custom>', 'the text is empty'),
    'empty tuple': ('<custom>^<tuple name="t"/></custom>', 'the tuple is empty'),
    'size of numbers': ('<custom>^<numeric name="n" size="1" data="1 2"/></custom>', 'has 2 numbers but "size" is 1'),
    # files
    'missing include': ('^<include file="nowhere.xml"/>', 'cannot open the file "nowhere.xml"; it is looked for as'),
    'include without a file': ('^<include/>', 'attribute "file" is required'),
    'missing model': ('<asset>^<model name="m" file="nowhere.xml"/></asset>', 'cannot open the file "nowhere.xml"'),
    'unknown model': ('<worldbody>^<attach model="m" prefix="p"/></worldbody>', 'there is no model named "m"'),
}  # fmt: skip


def place(text: str) -> tuple[str, int, int]:
    """The text without its mark, and the line and column that was marked."""
    before = text[: text.index('^<')]
    return text.replace('^<', '<', 1), before.count('\n') + 1, len(before) - before.rfind('\n')


@pytest.mark.parametrize('mistake', MISTAKES)
def test_place_and_hint(mistake, tmp_path):
    piece, hint = MISTAKES[mistake]
    text, line, column = place(f'<mujoco>\n  {piece}\n</mujoco>')
    path = tmp_path / 'model.xml'
    path.write_text(text)
    with pytest.raises(ModelError) as raised:
        torsor.MjModel.from_xml_path(str(path))
    message = str(raised.value)
    assert message.startswith(f'{path}:{line}:{column}: ')
    assert hint in message


def test_there_are_enough():
    assert len(MISTAKES) >= 80


def test_included_files_keep_their_names(tmp_path):
    (tmp_path / 'parts').mkdir()
    (tmp_path / 'parts' / 'arm.xml').write_text('<mujocoinclude>\n <geom sise="1"/>\n</mujocoinclude>')
    main = tmp_path / 'main.xml'
    main.write_text('<mujoco><worldbody>\n<include file="parts/arm.xml"/></worldbody></mujoco>')
    with pytest.raises(ModelError) as raised:
        torsor.MjModel.from_xml_path(str(main))
    assert str(raised.value) == (
        f'{tmp_path}/parts/arm.xml:2:2: <geom>: attribute "sise" is not known; did you mean "size"?'
    )


# ---- all errors of a file

SEVERAL = """<mujoco>
  <option timestep="fast" gravity="0 0"/>
  <default><geom size="big"/><default class="a"/><default class="a"/></default>
  <worldbdy/>
  <worldbody>
    <geom sise="1"/>
    <body pos="1 2"><geom size="x"/><joint class="none"/></body>
    <geom name="g" size="1"/><geom name="g" size="1"/>
  </worldbody>
  <sensor><gyro site="s"/><gyroscope/></sensor>
</mujoco>"""


def test_all_errors_of_a_file(tmp_path):
    path = tmp_path / 'model.xml'
    path.write_text(SEVERAL)
    errors = [str(error).removeprefix(f'{path}:') for error in check_file(path)]
    places = [':'.join(error.split(':')[:2]) for error in errors]
    assert places == ['2:3', '3:12', '3:50', '4:3', '6:5', '7:5', '7:21', '7:37', '8:30', '10:27']


def test_all_references_of_a_file(tmp_path):
    path = tmp_path / 'model.xml'
    path.write_text(f'<mujoco>\n{BODY}\n<actuator><motor joint="x"/><motor tendon="y"/></actuator>\n'
                    '<sensor><gyro site="z"/><clock/></sensor></mujoco>')
    assert [str(error).split(': ', 2)[-1] for error in check_file(path)] == [
        'there is no joint named "x"; use one of: hinge', 'there is no tendon named "y"',
        'there is no site named "z"; use one of: tip',
    ]  # fmt: skip


def test_a_file_without_errors(tmp_path):
    path = tmp_path / 'model.xml'
    path.write_text(f'<mujoco>{BODY}</mujoco>')
    assert check_file(path) == []


def test_files_that_are_no_models(tmp_path):
    for text, problem in (('', 'empty'), ('<mujoco>', 'well-formed'), ('<robot/>', 'URDF'), ('<a/>', '<mujoco>')):
        path = tmp_path / 'model.xml'
        path.write_text(text)
        (error,) = check_file(path)
        assert str(error).startswith(f'{path}:1:')
        assert problem in str(error)
    assert 'cannot open' in str(check_file(tmp_path / 'missing.xml')[0])


def test_nothing_is_lost_by_collecting():
    with pytest.raises(ModelError, match='big'):
        compile_string(SEVERAL.replace('<worldbdy/>', '').replace('sise', 'size').replace('<gyroscope/>', ''))
