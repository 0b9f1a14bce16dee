"""Random MJCF models of the supported elements, for comparisons with the wheel."""

import re

import numpy as np

GEOMS = {'sphere': 1, 'capsule': 2, 'cylinder': 2, 'ellipsoid': 3, 'box': 3}
ASSETS = '<asset><texture name="t" builtin="flat" width="2"/><material name="m" texture="t"/></asset>'
FORMS = {'quat': 4, 'axisangle': 4, 'euler': 3, 'xyaxes': 6, 'zaxis': 3}


class RandomModel:
    """The text of one model, drawn from a seed."""

    def __init__(self, seed: int, size: int = 8):
        self.rng = np.random.default_rng(seed)
        self.joints: list[str] = []
        self.scalar_joints: list[str] = []
        self.count = 0
        compiler = self.pick(
            '<compiler/>', '<compiler angle="radian"/>', '<compiler eulerseq="XYZ"/>', '<compiler eulerseq="zyx"/>',
            '<compiler alignfree="true"/>', '<compiler eulerseq="xYz"/>', '<compiler inertiagrouprange="0 3"/>',
            '<compiler boundmass=".3" boundinertia=".01"/>', '<compiler inertiafromgeom="true"/>',
        )  # fmt: skip
        bodies = ''.join(self.body(3, top=True) for _ in range(size))
        world = ''.join(self.item() for _ in range(3)) + bodies
        self.xml = (
            f'<mujoco model="random {seed}">{compiler}{self.defaults()}{ASSETS}<worldbody>{world}</worldbody>'
            f'<contact>{self.pairs(world)}</contact>{self.tendons()}<equality>{self.equalities(world)}</equality>'
            f'<actuator>{self.actuators()}</actuator>'
            '<keyframe><key name="k"/></keyframe></mujoco>'
        )

    def pick(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def chance(self, probability):
        return self.rng.random() < probability

    def numbers(self, count, low=-1.0, high=1.0):
        return ' '.join(f'{x:.5g}' for x in self.rng.uniform(low, high, count))

    def name(self, kind):
        self.count += 1
        return f' name="{kind}{self.count}"' if self.chance(0.7) else ''

    def pose(self):
        text = f' pos="{self.numbers(3)}"' if self.chance(0.8) else ''
        if self.chance(0.6):
            form = self.pick(*FORMS)
            text += f' {form}="{self.numbers(FORMS[form], -3, 3)}"'
        return text

    def defaults(self):
        return (
            f'<default><geom density="{self.numbers(1, 100, 2000)}" friction=".7" rgba="1 0 0 1"/>'
            f'<joint damping="{self.numbers(1, 0, 1)}" armature=".01"/>'
            '<default class="a"><geom group="2" margin=".01" gap=".02"/><joint stiffness="3 .1"/>'
            '<site size=".1" type="box"/><position kp="20" kv="2"/></default>'
            '<default class="b"><joint frictionloss=".2" range="-1 1"/><geom contype="2" solref=".1"/>'
            '<general gainprm="3" gear="2"/></default></default>'
        )

    def geom(self):
        kind = self.pick(*GEOMS)
        text = f'<geom type="{kind}"{self.name("g")} group="{self.rng.integers(5)}"'
        if kind != 'sphere' and self.chance(0.3):
            text += f' fromto="{self.numbers(6)}" size="{self.numbers(1, 0.05, 0.3)}"'
        else:
            text += f' size="{self.numbers(GEOMS[kind], 0.05, 0.3)}"{self.pose()}'
        text += self.pick('', f' mass="{self.numbers(1, 0.5, 3)}"', ' shellinertia="true"', ' fluidshape="ellipsoid"')
        text += self.pick('', '', ' class="a"', ' class="b"', f' user="{self.numbers(2)}"')
        text += self.pick('', '', ' contype="0" conaffinity="0"', ' material="m"', ' adhesion="1" priority="1"')
        return text + '/>'

    def item(self):
        return self.pick(
            self.geom(), self.geom(),
            f'<site{self.name("s")}{self.pose()}/>', f'<camera{self.name("c")}{self.pose()}/>',
            f'<light{self.name("l")} pos="{self.numbers(3)}" dir="{self.numbers(3, 0.1, 1)}"/>',
            f'<frame{self.pose()}>{self.geom()}<site/><frame{self.pose()}>{self.geom()}<camera/></frame></frame>',
        )  # fmt: skip

    def joint(self, kind):
        self.count += 1
        name = f'j{self.count}'
        self.joints.append(name)
        if kind != 'ball':
            self.scalar_joints.append(name)
        text = f'<joint name="{name}" type="{kind}"'
        if self.chance(0.6):
            axis = self.pick('1 0 0', '0 1 0', self.numbers(3, 0.1, 1))
            text += f' axis="{axis}"'
        text += f' pos="{self.numbers(3)}"' if self.chance(0.4) else ''
        text += self.pick('', ' class="a"', '' if kind == 'ball' else ' class="b"', ' springyield=".3"')
        text += self.pick('', ' ref=".2" springref=".4"', ' actuatorfrcrange="-1 2"', ' margin=".1"')
        return text + '/>'

    def motion(self, top):
        if top and self.chance(0.3):
            return self.pick('<freejoint/>', '<freejoint align="true"/>', '<joint type="free"/>')
        several = self.pick(('slide', 'hinge'), ('hinge', 'hinge'), ('slide', 'ball'))
        kinds = self.pick((), ('hinge',), ('slide',), ('ball',), several)
        return ''.join(self.joint(kind) for kind in kinds)

    def body(self, depth, top=False):
        text = f'<body{self.name("b")}{self.pose()}'
        text += self.pick('', '', ' gravcomp="1"', ' childclass="a"', ' simple="false"') + '>'
        text += self.motion(top)
        if self.chance(0.3):
            text += (
                f'<inertial pos="{self.numbers(3)}" mass="{self.numbers(1, 0.1, 3)}" '
                + self.pick('diaginertia=".1 .11 .12" quat="1 .2 .3 .4"', 'fullinertia=".3 .35 .4 .02 -.03 .01"')
                + '/>'
            )
        text += self.geom() + ''.join(self.item() for _ in range(self.rng.integers(3)))
        if depth:
            children = ''.join(self.body(depth - 1) for _ in range(self.rng.integers(3)))
            text += self.pick(children, f'<frame{self.pose()}>{children}</frame>')
        return text + '</body>'

    def pairs(self, world):
        named = re.findall(r' name="(g\d+)"', world)
        if not named:  # in a small world
            return ''
        names = self.rng.choice(named, (4, 2))
        settings = self.pick('', ' condim="6" friction="1 2 3 4 5"', ' solref="nan" friction="nan" margin="nan"')
        return ''.join(f'<pair geom1="{one}" geom2="{two}"{settings}/>' for one, two in names)

    def tendons(self):
        """Over joints with one coordinate, of which there may be none."""
        if not self.scalar_joints:
            return ''
        text = ''
        for name in ('t0', 't1'):
            count = 1 + self.rng.integers(min(3, len(self.scalar_joints)))
            joints = self.rng.choice(self.scalar_joints, count, replace=False)
            path = ''.join(f'<joint joint="{joint}" coef="{self.numbers(1)}"/>' for joint in joints)
            settings = self.pick('', ' armature=".1"', ' range="-1 1" stiffness="1 2"', ' springyield="1" damping="1"')
            text += f'<fixed name="{name}"{settings}>{path}</fixed>'
        return f'<tendon>{text}</tendon>'

    def equalities(self, world):
        text = ''.join(
            self.pick(f'<connect body1="{body}" anchor="{self.numbers(3)}"/>', f'<weld body2="{body}" body1="world"/>')
            for body in re.findall(r'<body name="(b\d+)"', world)
            if self.chance(0.3)
        )
        if len(self.scalar_joints) > 1:
            one, two = self.rng.choice(self.scalar_joints, 2, replace=False)
            text += f'<joint joint1="{one}" joint2="{two}" polycoef="{self.numbers(3)}"/>'
            text += '<tendon tendon1="t0" tendon2="t1"/>'
        return text

    def actuators(self):
        text = '<motor tendon="t0" armature=".1"/><intvelocity tendon="t1"/>' if self.scalar_joints else ''
        for name in self.joints:
            if self.chance(0.5):
                text += self.pick(
                    f'<motor joint="{name}" ctrlrange="-1 1" gear="2 3"/>', f'<position joint="{name}" class="a"/>',
                    f'<velocity joint="{name}" kv="2" forcerange="-3 3"/>', f'<general joint="{name}" class="b"/>',
                    f'<damper joint="{name}" ctrlrange="0 1" armature=".1"/>',
                    f'<position joint="{name}" kp="3" timeconst=".1" damping="1 2"/>',
                )  # fmt: skip
        return text
