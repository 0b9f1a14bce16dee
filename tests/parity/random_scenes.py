"""Random scenes that nobody would write by hand: every primitive, joint, constraint, actuator and option, mixed.

Half of them are aligned: positions on a grid, right angles, equal sizes, so that faces, edges and distances coincide.
"""

import numpy as np

SIZES = {'sphere': 1, 'capsule': 2, 'box': 3, 'cylinder': 2, 'ellipsoid': 3}
RIGHT_ANGLES = ('1 0 0 0', '1 1 0 0', '1 0 1 0', '1 0 0 1', '0 1 0 0', '0 0 0 1', '1 1 1 1', '1 -1 1 -1')
AXES = ('1 0 0', '0 1 0', '0 0 1', '0 0 -1')
LAYOUTS = ('stack', 'row', 'pile', 'trees', 'trees', 'mixture')
# flag: (what it is set to, how often)
FLAGS = {
    'refsafe': ('disable', 0.15), 'warmstart': ('disable', 0.15), 'filterparent': ('disable', 0.2),
    'midphase': ('disable', 0.15), 'multiccd': ('disable', 0.15), 'nativeccd': ('disable', 0.1),
    'eulerdamp': ('disable', 0.15), 'clampctrl': ('disable', 0.1), 'island': ('disable', 0.4),
    'equality': ('disable', 0.03), 'frictionloss': ('disable', 0.03), 'limit': ('disable', 0.03),
    'contact': ('disable', 0.03), 'spring': ('disable', 0.05), 'damper': ('disable', 0.05),
    'gravity': ('disable', 0.05), 'actuation': ('disable', 0.03),
    'override': ('enable', 0.1), 'energy': ('enable', 0.3), 'fwdinv': ('enable', 0.2), 'invdiscrete': ('enable', 0.2),
    'sleep': ('enable', 0.1), 'diagexact': ('enable', 0.2),
}


class Scene:
    """What has been drawn so far: names that constraints, tendons and actuators can refer to."""

    def __init__(self, seed: int):
        self.rng = np.random.default_rng(seed)
        self.aligned = self.chance(0.5)
        # contacts of the first three have formulas, those of others are found by iterations
        self.shapes = list(SIZES) if self.chance(0.5) else list(SIZES)[:3]
        self.bodies: list[str] = []
        self.mocaps: list[str] = []
        self.geoms: list[str] = []
        self.joints: list[str] = []  # of one degree of freedom
        self.round_joints: list[str] = []
        self.tendons: list[str] = []
        self.sites: list[str] = ['site0']

    # ------------------------------------------------------------------ numbers

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def pick(self, choices):
        return choices[int(self.rng.integers(len(choices)))]

    def number(self, low: float, high: float) -> str:
        value = self.rng.uniform(low, high)
        return f'{round(value, 1) or low:.15g}' if self.aligned else f'{value:.15g}'

    def numbers(self, count: int, low: float, high: float) -> str:
        return ' '.join(self.number(low, high) for _ in range(count))

    def place(self, scale: float = 0.3) -> str:
        spread = self.rng.normal(size=3) * scale
        return text(np.round(spread, 1) + 0.0 if self.aligned else spread)

    def turn(self) -> str:
        return self.pick(RIGHT_ANGLES) if self.aligned else text(self.rng.normal(size=4))

    def axis(self) -> str:
        return self.pick(AXES) if self.aligned else text(self.rng.normal(size=3))

    def maybe(self, probability: float, attributes: str) -> str:
        return f' {attributes}' if self.chance(probability) else ''

    # ------------------------------------------------------------------ attributes

    def solver(self, suffix: str = '') -> str:
        """solref in one of its two forms, and solimp."""
        attributes = ''
        if self.chance(0.3):
            direct = self.chance(0.3)
            ref = -self.rng.uniform((50, 1), (2000, 50)) if direct else self.rng.uniform((0.002, 0.3), (0.1, 1.5))
            attributes += f' solref{suffix}="{text(ref)}"'
        if self.chance(0.3):
            low, high = np.sort(self.rng.uniform(0.1, 0.999, size=2))
            rest = (self.pick((0.0, 0.001, 0.1, 1.0)), self.rng.uniform(0.1, 0.9), self.pick((1, 2, 2, 3, 1.7)))
            attributes += f' solimp{suffix}="{text((low, high, *rest))}"'
        return attributes

    def contact(self) -> str:
        """Attributes of a geom that matter in a contact."""
        attributes = f'condim="{self.pick((1, 3, 3, 3, 4, 6))}"' + self.solver()
        if self.chance(0.5):
            friction = self.rng.uniform((0.2, 0.001, 0.0001), (1.5, 0.1, 0.05))
            friction[self.rng.integers(3)] *= not self.chance(0.15)
            attributes += f' friction="{text(friction)}"'
        for often, name, value in ((0.2, 'margin', self.number(0, 0.1)), (0.1, 'gap', self.number(0, 0.1)),
                                   (0.1, 'priority', self.pick((1, 2))), (0.1, 'solmix', self.pick((0, 0.3, 5)))):
            attributes += self.maybe(often, f'{name}="{value}"')
        return attributes

    def passive(self) -> str:
        damping, stiffness = f'damping="{self.number(0.1, 2)}"', f'stiffness="{self.number(1, 50)}"'
        return self.maybe(0.3, damping) + self.maybe(0.2, stiffness) + self.friction(0.25)

    def friction(self, probability: float) -> str:
        return self.maybe(probability, f'frictionloss="{self.number(0.1, 2)}"{self.solver("friction")}')

    # ------------------------------------------------------------------ elements

    def geom(self, kind: str = '', at: str = '', turned: bool = True) -> str:
        kind = kind or self.pick(self.shapes)
        name = f'geom{len(self.geoms)}'
        self.geoms.append(name)
        size = text([0.1] * SIZES[kind]) if self.aligned else text(self.rng.uniform(0.05, 0.2, size=SIZES[kind]))
        pose = (f' pos="{at}"' if at else '') + (f' quat="{self.turn()}"' if turned else '')
        return f'<geom name="{name}" type="{kind}" size="{size}"{pose} {self.contact()}/>'

    def geoms_of_body(self) -> str:
        more = self.pick((0, 0, 0, 1, 2))
        return self.geom(turned=False) + ''.join(self.geom(at=self.place(0.1)) for _ in range(more))

    def new_body(self) -> str:
        self.bodies.append(f'body{len(self.bodies)}')
        return self.bodies[-1]

    def site(self) -> str:
        self.sites.append(f'site{len(self.sites)}')
        return f'<site name="{self.sites[-1]}" pos="{self.place(0.1)}" quat="{self.turn()}"/>'

    def loose(self, position, kind: str = '', quat: str = '1 0 0 0') -> str:
        """A free body."""
        joint = '<freejoint/>' if self.chance(0.7) else f'<joint type="free"{self.passive()}/>'
        geoms = self.geom(kind, turned=False) if kind else self.geoms_of_body()
        pose = f'pos="{text(position)}" quat="{quat}"'
        return f'<body name="{self.new_body()}" {pose}>{joint}{geoms}{self.site()}</body>'

    def joint(self, kind: str, several: bool) -> str:
        name = f'joint{len(self.joints) + len(self.round_joints)}'
        (self.round_joints if kind == 'ball' else self.joints).append(name)
        # without armature, axes that coincide would have no inertia of their own
        attributes = f'type="{kind}"' + self.passive() + self.maybe(1 if several else 0.3, 'armature="0.1"')
        if kind != 'ball':
            attributes += f' axis="{self.axis()}"' + self.maybe(0.2, f'ref="{self.number(-0.3, 0.3)}"')
            attributes += self.maybe(0.1, 'actuatorfrcrange="-3 2"')
        if kind != 'slide':
            attributes += self.maybe(0.3, f'pos="{self.place(0.1)}"')
        if self.chance(0.4):
            low = '0' if kind == 'ball' else self.number(-0.5, 0)
            attributes += f' range="{low} {self.number(0.1, 0.6)}"{self.solver("limit")}'
            attributes += self.maybe(0.3, f'margin="{self.number(0.1, 0.3)}"')
        return f'<joint name="{name}" {attributes}/>'

    def joints_of_body(self) -> str:
        kinds = self.pick((('hinge',), ('slide',), ('ball',), ('hinge', 'hinge'), ('slide', 'hinge'), (),
                           ('slide', 'slide', 'slide'), ('slide', 'ball')))
        return ''.join(self.joint(kind, len(kinds) > 1) for kind in kinds)

    def tree(self, count: int, position: str, is_root: bool = True) -> str:
        joints = '<freejoint/>' if is_root and self.chance(0.3) else self.joints_of_body()
        body = f'<body name="{self.new_body()}" pos="{position}" quat="{self.turn()}"'
        body += self.maybe(0.1, f'gravcomp="{self.pick((0.5, 1))}"') + f'>{joints}{self.geoms_of_body()}{self.site()}'
        left = count - 1
        while left > 0:
            part = int(self.rng.integers(1, left + 1))
            body += self.tree(part, self.place(0.2), is_root=False)
            left -= part
        return body + '</body>'

    def hand(self) -> str:
        name = f'hand{len(self.mocaps)}'
        self.mocaps.append(name)
        return (f'<body name="{name}" mocap="true" pos="{self.place()}" quat="{self.turn()}">'
                f'{self.geom()}{self.site()}</body>')

    # ------------------------------------------------------------------ layouts

    def stack(self) -> str:
        """Equal bodies on top of each other, touching or almost."""
        kind = self.pick(('box', '', *self.shapes))
        distance = self.pick((0.2, 0.2, 0.19, 0.201))
        lift = 0.1 if self.chance(0.7) else 0.095
        return ''.join(self.loose((0, 0, lift + distance * k), kind or self.pick(self.shapes))
                       for k in range(self.rng.integers(1, 6)))

    def row(self) -> str:
        """Equal bodies side by side on the floor."""
        kind, quat, distance = self.pick(self.shapes), self.turn(), self.pick((0.2, 0.2, 0.19, 0.25, 0.5))
        rows, columns = self.pick(((1, 3), (1, 5), (2, 2), (3, 3), (3, 4)))
        return ''.join(self.loose((distance * i, distance * j, 0.099), kind, quat)
                       for i in range(rows) for j in range(columns))

    def pile(self) -> str:
        spread = self.pick((0.15, 0.3))
        bodies = ''
        for _ in range(self.pick((2, 3, 4, 6, 8, 12))):
            position = self.rng.normal(size=3) * spread
            position[2] = abs(position[2]) + 0.05
            bodies += self.loose(np.round(position, 1) if self.aligned else position, quat=self.turn())
        return bodies

    def trees(self) -> str:
        return ''.join(self.tree(int(self.rng.integers(1, 7)), self.place()) for _ in range(self.pick((1, 1, 2, 3))))

    def mixture(self) -> str:
        return self.trees() + self.pile() + self.stack()

    # ------------------------------------------------------------------ sections

    def world(self) -> str:
        elements = '<site name="site0"/>'
        if self.chance(0.85):
            self.geoms.append('floor')
            elements += f'<geom name="floor" type="plane" size="2 2 0.1" {self.contact()}/>'
        if self.chance(0.2):
            elements += self.geom(at=self.place())
        if self.chance(0.15):
            elements += f'<body name="{self.new_body()}" pos="{self.place()}">{self.geom()}{self.site()}</body>'
        if self.chance(0.2):
            elements += self.hand()
        return elements + getattr(self, self.pick(LAYOUTS))()

    def equality(self) -> str:
        elements = ''
        for _ in range(self.pick((0, 0, 1, 2, 3, 5))):
            common = f'active="{"false" if self.chance(0.2) else "true"}"' + self.solver()
            kind = self.pick(('connect', 'weld', 'connect', 'weld', 'joint', 'tendon'))
            names = {'joint': self.joints, 'tendon': self.tendons}.get(kind)
            if names is None:
                elements += self.attachment(kind, common)
            elif names:
                first, second = self.pick(names), self.pick(names)
                other = f' {kind}2="{second}"' if first != second and self.chance(0.6) else ''
                elements += f'<{kind} {kind}1="{first}"{other} polycoef="{self.numbers(5, -1, 1)}" {common}/>'
        return elements * (2 if self.chance(0.1) else 1)  # redundant

    def attachment(self, kind: str, common: str) -> str:
        if kind == 'weld':
            common += self.maybe(0.3, f'torquescale="{self.number(0.1, 2)}"')
        if self.chance(0.4) and len(self.sites) > 1:
            first, second = self.rng.choice(self.sites, size=2, replace=False)
            return f'<{kind} site1="{first}" site2="{second}" {common}/>'
        names = self.bodies + self.mocaps + ['world']
        first, second = self.rng.choice(names, size=2, replace=False)
        if first == 'world':
            first, second = second, first
        other = f' body2="{second}"' if second != 'world' else ''
        anchor = f' anchor="{self.place(0.1)}"' if kind == 'connect' or self.chance(0.5) else ''
        return f'<{kind} body1="{first}"{other}{anchor} {common}/>'

    def tendon(self) -> str:
        elements = ''
        for k in range(self.pick((0, 0, 1, 2)) if self.joints else 0):
            name = f'tendon{k}'
            self.tendons.append(name)
            attributes = self.passive() + self.maybe(0.3, f'springlength="{self.number(0.1, 0.4)}"')
            if self.chance(0.5):
                attributes += f' range="{self.number(-0.5, 0)} {self.number(0.1, 0.5)}"{self.solver("limit")}'
                attributes += self.maybe(0.3, f'margin="{self.number(0.1, 0.3)}"')
            count = int(self.rng.integers(1, min(3, len(self.joints)) + 1))
            wraps = ''.join(f'<joint joint="{joint}" coef="{self.number(-1, 1)}"/>'
                            for joint in self.rng.choice(self.joints, size=count, replace=False))
            elements += f'<fixed name="{name}"{attributes}>{wraps}</fixed>'
        return elements

    def actuator(self) -> str:
        elements = ''
        targets = [f'joint="{name}"' for name in self.joints + self.round_joints]
        targets += [f'tendon="{name}"' for name in self.tendons]
        for _ in range(self.pick((0, 1, 3, 6)) if targets else 0):
            target, kind = self.pick(targets), self.pick(list(ACTUATORS))
            attributes = ACTUATORS[kind].format(p=self.number(1, 30), v=self.number(0.1, 3), t=self.number(0.1, 0.3))
            attributes += self.maybe(0.3, f'gear="{self.number(-2, 2)}"') + self.maybe(0.3, 'forcerange="-2 3"')
            attributes += self.maybe(0.15, 'armature="0.1"') + self.maybe(0.15, 'damping="0.2"')
            if 'ctrlrange' not in attributes:
                attributes += self.maybe(0.3, 'ctrlrange="-0.5 1"')
            elements += f'<{kind.split("_")[0]} {target} {attributes}/>'
        return elements

    def contact_section(self) -> str:
        elements = ''
        for _ in range(self.pick((0, 0, 0, 1, 2)) if len(self.geoms) > 1 else 0):
            first, second = self.rng.choice(self.geoms, size=2, replace=False)
            attributes = f'condim="{self.pick((1, 3, 4, 6))}"' + self.solver() + self.maybe(0.3, 'margin="0.05"')
            attributes += self.maybe(0.5, f'friction="{text(self.rng.uniform(0.05, 1.5, size=5))}"')
            attributes += self.maybe(0.2, 'solreffriction="0.01 1"') + self.maybe(0.2, 'gap="0.02"')
            elements += f'<pair geom1="{first}" geom2="{second}" {attributes}/>'
        if self.chance(0.15) and len(self.bodies) > 1:
            first, second = self.rng.choice(self.bodies, size=2, replace=False)
            elements += f'<exclude body1="{first}" body2="{second}"/>'
        return elements

    def option(self, without: tuple[str, ...]) -> str:
        attributes = f'solver="{self.pick(("Newton", "Newton", "Newton", "CG", "PGS"))}"'
        attributes += f' cone="{self.pick(("pyramidal", "elliptic"))}"'
        attributes += f' jacobian="{self.pick(("auto", "dense", "sparse"))}"'
        attributes += f' integrator="{self.pick(("Euler", "Euler", "RK4", "implicit", "implicitfast", "discrete"))}"'
        attributes += f' timestep="{self.pick((0.002, 0.002, 0.005, 0.001))}"'
        attributes += self.maybe(0.2, f'impratio="{self.pick((0.5, 3, 10))}"')
        attributes += self.maybe(0.15, 'noslip_iterations="5"')
        attributes += self.maybe(0.1, f'density="{self.number(1, 50)}"') + self.maybe(0.1, 'viscosity="0.1"')
        attributes += self.maybe(0.1, 'wind="1 0 0"') + self.maybe(0.1, 'gravity="1 -0.5 -3"')
        attributes += self.maybe(0.05, 'o_margin="0.05" o_solref="0.01 0.8" o_friction="0.5 0.5 0.01 0.001 0.001"')
        flags = {flag: value for flag, (value, often) in FLAGS.items() if self.chance(often)}
        for flag, refused_with in (('island', 'sleep'), ('fwdinv', 'invdiscrete')):  # by some integrators
            if refused_with in flags:
                flags.pop(flag, None)
        for flag in without:
            flags.pop(flag, None)
        text_of_flags = ' '.join(f'{flag}="{value}"' for flag, value in flags.items())
        return f'<option {attributes}><flag {text_of_flags}/></option>'

    def mjcf(self) -> str:
        parts = dict(worldbody=self.world(), tendon=self.tendon(), equality=self.equality(), actuator=self.actuator(),
                     contact=self.contact_section())
        sections = ''.join(f'<{name}>{elements}</{name}>' for name, elements in parts.items())
        without = ('sleep',) * ('tendon1=' in sections)  # which refuses equalities of tendons
        return f'<mujoco><compiler angle="radian"/><size memory="100M"/>{self.option(without)}{sections}</mujoco>'


ACTUATORS = {
    'motor': '', 'position': 'kp="{p}" kv="{v}"', 'position_soft': 'kp="{p}" timeconst="{t}" ctrlrange="-1 1"',
    'velocity': 'kv="{v}"', 'intvelocity': 'kp="{p}" actrange="-1 1"', 'damper': 'kv="{v}" ctrlrange="0 2"',
    'cylinder': 'timeconst="{t}" area="{v}" bias="0.1 -0.2 -0.1"',
    'general_filter': 'dyntype="filter" dynprm="{t}" gainprm="{p}" biastype="affine" biasprm="0.1 -1 -0.2"',
    'general_integrator': 'dyntype="integrator" gainprm="{p}" actrange="-0.5 0.5" actlimited="true"',
    'general_exact': 'dyntype="filterexact" dynprm="{t}" gainprm="{p}" actearly="true"',
    'general_affine': 'gaintype="affine" gainprm="{v} 0.5 -0.3" biastype="affine" biasprm="0 -1 -0.4"',
}


def random_scene(seed: int) -> str:
    """MJCF of the scene with this number."""
    return Scene(seed).mjcf()


def text(numbers) -> str:
    return ' '.join(f'{x:.15g}' for x in numbers)
