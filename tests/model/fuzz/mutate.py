"""Models that are broken at random: values, attributes, elements and bytes."""

import random
import xml.etree.ElementTree as ET

# every kind of element, small
SEEDS = {
    'tree': """<mujoco model="tree"><compiler angle="radian" autolimits="true"><lengthrange mode="none"/></compiler>
      <option timestep="0.01"><flag energy="enable"/></option><size nuserdata="3"/><statistic extent="2"/>
      <visual><map znear="0.1"/><rgba fog="1 0 0 1"/></visual>
      <default><geom rgba="1 0 0 1"/><default class="c"><geom size=".2"/><joint damping="1"/></default></default>
      <asset><texture name="t" type="2d" builtin="checker" width="8" height="8"/>
        <material name="m" texture="t"/></asset>
      <worldbody><light pos="0 0 3"/><camera name="cam" mode="targetbody" target="a" resolution="2 2"/>
        <geom name="floor" type="plane" size="1 1 1" material="m"/>
        <frame name="f" pos="0 0 1" euler="0 1 0"><body name="a" childclass="c"><freejoint/>
          <geom name="g" type="capsule" fromto="0 0 0 1 0 0" size=".1"/><site name="s" size=".1"/>
          <body name="b" pos="1 0 0"><joint name="j" range="-1 1" ref=".1" springref=".2" stiffness="1 2 3"/>
            <joint name="k" type="slide" axis="1 0 0" springdamper="1 1"/><geom name="h" type="box" size=".1 .2 .3"/>
            <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><site name="u" type="box" size=".1 .1 .1"/></body>
        </body></frame>
        <replicate count="2" offset="1 0 0" euler="0 0 .5"><body name="r"><joint name="rj" type="ball"/>
          <geom name="rg" type="ellipsoid" size=".1 .2 .3"/></body></replicate>
        <body name="m" mocap="true"><geom name="mg" type="cylinder" size=".1 .2"/></body></worldbody>
      <contact><pair geom1="g" geom2="h" friction="1 1 .1 .1 .1"/><exclude body1="a" body2="b"/></contact>
      <equality><connect body1="a" anchor="0 0 0"/><weld body1="b" body2="m"/>
        <joint joint1="j" joint2="k" polycoef="0 1 0 0 0"/></equality>
      <custom><numeric name="n" data="1 2 3" size="4"/><text name="x" data="hello"/>
        <tuple name="tu"><element objtype="body" objname="a" prm="1"/></tuple></custom>
      <keyframe><key name="key" qpos="0 0 1 1 0 0 0" time="1"/></keyframe></mujoco>""",
    'drives': """<mujoco><compiler><lengthrange inttotal=".2" interval=".1" tolrange="1000"/></compiler>
      <worldbody><site name="w" pos="0 0 1"/><body name="a"><joint name="j" range="-30 60"/>
        <geom name="g" size=".1"/><site name="s" pos="0 0 .2"/><geom name="c" type="cylinder" size=".05 .1"/>
        <body name="b" pos="1 0 0"><joint name="k"/><geom name="h" size=".1"/><site name="t" pos="0 0 .1"/></body>
        </body>
        <body name="o" pos="0 2 0"><joint name="ball" type="ball"/><geom size=".1"/><site name="os"/></body></worldbody>
      <tendon><fixed name="f" range="0 1" stiffness="1"><joint joint="j" coef="1"/><joint joint="k" coef="2"/></fixed>
        <spatial name="p" springlength="1" damping="1"><site site="w"/><geom geom="c" sidesite="s"/><site site="t"/>
          <pulley divisor="2"/><site site="s"/><site site="os"/></spatial></tendon>
      <actuator><general joint="j" dyntype="filter" dynprm="1" biastype="affine" biasprm="0 -1"/>
        <position joint="j" kp="2" dampratio="1"/><velocity joint="k" kv="2"/><intvelocity joint="k" actrange="0 1"/>
        <damper joint="k" kv="1" ctrlrange="0 1"/><cylinder tendon="f" area="2"/>
        <muscle joint="j"/><muscle tendon="p" lengthrange="0 1"/>
        <adhesion body="a" ctrlrange="0 1"/><motor site="s" refsite="w"/>
        <motor cranksite="s" slidersite="w" cranklength="1"/><orientation joint="ball" kp="1"/>
        <pid joint="j" ki="1" input="pos vel ff" velrange="0 1"/>
        <dcmotor joint="k" resistance="2" motorconst="3" input="pos" controller="1 2 3 4 5 6" lugre="1 2 3 4 5"/>
      </actuator></mujoco>""",
    'sensors': """<mujoco><worldbody><camera name="c" resolution="2 2"/><site name="s"/><geom name="g" size=".1"/>
        <body name="b"><joint name="j" range="0 1"/><geom name="h" size=".1"/><site name="t"/></body>
        <body name="d"><joint name="ball" type="ball"/><geom name="k" size=".1"/></body></worldbody>
      <actuator><motor name="m" joint="j" nsample="2" delay=".01"/></actuator>
      <sensor><touch site="t" cutoff="1"/><gyro site="t" noise="1"/><rangefinder camera="c" data="dist point"/>
        <jointpos joint="j" nsample="2" interval=".01 -.005"/><ballquat joint="ball"/><actuatorfrc actuator="m"/>
        <framepos objtype="body" objname="b" reftype="site" refname="s"/><subtreecom body="b"/>
        <insidesite objtype="geom" objname="h" site="s" enclosed="true"/><distance geom1="g" body2="b" cutoff="1"/>
        <contact geom1="g" num="3" data="found force" reduce="mindist"/><clock/><user dim="2" needstage="vel"/>
        <camprojection site="t" camera="c"/><jointlimitfrc joint="j"/></sensor></mujoco>""",
}
VALUES = (
    '', ' ', '0', '-1', '1', '-0.0', 'nan', 'inf', '-inf', '1e308', '-1e308', '1e-320', '2147483648',
    '99999999999999999999', '0 0', '0 0 0', '0 0 0 0', '1 1 1 1 1 1 1 1 1 1 1 1', '1e200 1e200 1e200', 'nan nan nan',
    'true', 'auto', 'world', 'x' * 300, '\u00e9', '%s%n', '../../../etc/passwd', '0x1p3', '1_000', '1,2', '-57 57',
    '1e9', '1000000', '3',
)  # fmt: skip


def mutated(rng: random.Random, seeds: list[str]) -> str:
    """One of the seeds with some mistakes in it."""
    text = rng.choice(seeds)
    if rng.random() < 0.1:
        return _bytes(rng, text)
    root = ET.fromstring(text)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        rng.choice(CHANGES)(rng, root)
    return ET.tostring(root, encoding='unicode')


def _elements(root: ET.Element) -> list[ET.Element]:
    return list(root.iter())


def _parents(root: ET.Element) -> list[ET.Element]:
    return [element for element in root.iter() if len(element)]


def _value(rng: random.Random, root: ET.Element) -> None:
    element = rng.choice([element for element in root.iter() if element.attrib] or [root])
    if element.attrib:
        element.set(rng.choice(list(element.attrib)), rng.choice(VALUES))


def _number(rng: random.Random, root: ET.Element) -> None:
    """One number of a vector, changed."""
    element = rng.choice([element for element in root.iter() if element.attrib] or [root])
    for name, text in element.attrib.items():
        words = text.split()
        if words and words[0].lstrip('-').replace('.', '', 1).isdigit():
            words[rng.randrange(len(words))] = rng.choice(('0', '-1', '1e300', 'nan', 'inf', '1e-300', '7', '-0.5'))
            element.set(name, ' '.join(words))
            return


def _attribute(rng: random.Random, root: ET.Element) -> None:
    """An attribute that another element has."""
    donors = [element for element in root.iter() if element.attrib]
    if donors:
        name, text = rng.choice(list(rng.choice(donors).attrib.items()))
        rng.choice(_elements(root)).set(name, rng.choice((text, rng.choice(VALUES))))


def _forget(rng: random.Random, root: ET.Element) -> None:
    element = rng.choice(_elements(root))
    if element.attrib:
        del element.attrib[rng.choice(list(element.attrib))]


def _remove(rng: random.Random, root: ET.Element) -> None:
    parents = _parents(root)
    if parents:
        parent = rng.choice(parents)
        parent.remove(rng.choice(list(parent)))


def _copy(rng: random.Random, root: ET.Element) -> None:
    """An element, once more or somewhere else."""
    elements = _elements(root)
    source = rng.choice(elements)
    text = ET.tostring(source, encoding='unicode')
    if len(text) < 20_000:
        rng.choice(elements).append(ET.fromstring(text))


def _rename(rng: random.Random, root: ET.Element) -> None:
    elements = _elements(root)
    rng.choice(elements).tag = rng.choice((rng.choice(elements).tag, 'nonsense', 'flexcomp', 'include', 'attach'))


CHANGES = (_value, _value, _value, _number, _number, _attribute, _forget, _remove, _copy, _rename)


def _bytes(rng: random.Random, text: str) -> str:
    """Characters changed, inserted or cut off."""
    letters = list(text)
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(letters))
        change = rng.randrange(4)
        if change == 0:
            letters[place] = chr(rng.randrange(1, 256))
        elif change == 1:
            letters.insert(place, rng.choice('<>"&\'/ =\0\u20ac'))
        elif change == 2:
            del letters[place : place + rng.randrange(1, 20)]
        else:
            letters = letters[: max(1, place)]
        letters = letters or [' ']
    return ''.join(letters)
