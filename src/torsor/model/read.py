"""From XML elements to a Spec: settings, classes of defaults, the kinematic tree, actuators, keyframes."""

from ..schema.enums import mjtEnableBit, mjtIntegrator, mjtJoint, mjtTrn
from . import grammar, settings
from .attributes import apply
from .check import check
from .defaults import Default, Defaults
from .grammar import BODY, DISABLE_FLAGS, ENABLE_FLAGS, FRAME, MUJOCO
from .shortcuts import apply_actuator
from .spec import Body, Frame, Inertial, Item, Joint, Key, Member, Spec
from .xml import Element

MAX_COUNT = 10_000_000  # of anything that a file asks for by number


def read(root: Element) -> Spec:
    """The model that an MJCF document describes."""
    check(root)
    return _Reader(root).spec


class _Reader:
    """One pass over a document, section by section in the order in which they depend on each other."""

    def __init__(self, root: Element):
        self.spec = Spec(
            modelname=root.attributes.get('model', 'MuJoCo Model'),
            option=dict(settings.OPTION),
            statistic=dict(settings.STATISTIC),
            visual={group: dict(values) for group, values in settings.VISUAL.items()},
        )
        self.names: set[tuple[str, str]] = {('body', 'world')}
        sections: dict[str, list[Element]] = {tag: [] for tag in MUJOCO.children}
        for section in root.children:
            sections[section.tag].append(section)
        self.defaults = Defaults(sections['default'])
        for tag, read_section in (
            ('compiler', self.compiler),
            ('option', self.option),
            ('size', self.size),
            ('statistic', self.statistic),
            ('visual', self.visual),
            ('worldbody', self.worldbody),
            ('actuator', self.actuators),
            ('keyframe', self.keyframe),
        ):
            for section in sections[tag]:
                read_section(section)

    def register(self, kind: str, item: Item, element: Element) -> None:
        """Remember where `item` comes from, and that its name is taken."""
        item.source = element
        if item.name and (kind, item.name) in self.names:
            raise element.error(f'there is already a {kind} named "{item.name}"')
        self.names.add((kind, item.name))

    # ---- settings

    def compiler(self, section: Element) -> None:
        compiler = self.spec.compiler
        apply(section, grammar.COMPILER, compiler, skip=('assetdir', 'coordinate'))
        if section.attributes.get('coordinate', 'local') != 'local':
            raise section.error('only local coordinates are supported; remove the attribute "coordinate"')
        if len(compiler.eulerseq) != 3:
            raise section.error(f'attribute "eulerseq" needs three letters, not "{compiler.eulerseq}"')
        directory = section.attributes.get('assetdir')
        for name in ('meshdir', 'texturedir'):
            if directory is not None and name not in section.attributes:
                setattr(compiler, name, directory)

    def option(self, section: Element) -> None:
        option = self.spec.option
        apply(section, grammar.OPTION, option, skip=('actuatorgroupdisable',))
        if 'actuatorgroupdisable' in section.attributes:
            kind = grammar.OPTION.attributes['actuatorgroupdisable']
            groups = kind.parse(section.attributes['actuatorgroupdisable'], section, 'actuatorgroupdisable') or ()
            if not all(0 <= group <= 30 for group in groups):
                raise section.error('attribute "actuatorgroupdisable" takes groups from 0 to 30')
            option['disableactuator'] = sum(1 << group for group in set(groups))
        for flags in section.children:
            self._flags(flags)
        if option['enableflags'] & mjtEnableBit.mjENBL_IPC and option['integrator'] != mjtIntegrator.mjINT_DISCRETE:
            raise section.error('the flag "ipc" needs integrator="discrete"')

    def _flags(self, flags: Element) -> None:
        option = self.spec.option
        for bits, names, value in (('disableflags', DISABLE_FLAGS, 'disable'), ('enableflags', ENABLE_FLAGS, 'enable')):
            for bit, name in enumerate(names):
                if name not in flags.attributes:
                    continue
                grammar.SWITCH.parse(flags.attributes[name], flags, name)
                option[bits] &= ~(1 << bit)
                if flags.attributes[name] == value:
                    option[bits] |= 1 << bit

    def size(self, section: Element) -> None:
        size = self.spec.size
        apply(section, grammar.SIZE, size)
        for name in section.attributes:
            if name not in ('memory', 'nuserdata', 'nkey') and getattr(size, name) < -1:
                raise section.error(f'attribute "{name}" cannot be less than -1')
            if name != 'memory' and getattr(size, name) > MAX_COUNT:
                raise section.error(f'attribute "{name}" is above the limit of {MAX_COUNT}')
        if size.nuserdata < 0:
            raise section.error('attribute "nuserdata" cannot be negative')
        if size.memory == 0:
            raise section.error('attribute "memory" cannot be 0; leave it out to let the compiler choose')

    def statistic(self, section: Element) -> None:
        apply(section, grammar.STATISTIC, self.spec.statistic)
        extent = self.spec.statistic['extent']
        if extent is not None and extent <= 0:
            raise section.error('attribute "extent" must be positive')

    def visual(self, section: Element) -> None:
        for group in section.children:
            apply(group, grammar.VISUAL.child(group.tag), self.spec.visual[group.tag])
            if group.tag == 'map' and self.spec.visual['map']['znear'] <= 0:
                raise group.error('attribute "znear" must be positive')

    # ---- the kinematic tree

    def worldbody(self, section: Element) -> None:
        """Read everything below <worldbody>; nesting is followed with a list of what is left to do, not recursion."""
        world = self.spec.worldbody
        pending = [(child, world, None, self.defaults.main) for child in reversed(section.children)]
        while pending:
            element, body, frame, default = pending.pop()
            inside = _READ[element.tag](self, element, body, frame, default)
            if inside is not None:
                pending.extend((child, *inside) for child in reversed(element.children))

    def body(self, element: Element, parent: Body, frame: Frame | None, default: Default):
        """Add a body; returns the context of its children: body, frame and class of defaults."""
        body = Body(parent=parent, frame=frame)
        apply(element, BODY, body, skip=('childclass',))
        self.register('body', body, element)
        parent.bodies.append(body)
        return body, None, self.defaults.find(element, 'childclass') if 'childclass' in element.attributes else default

    def frame(self, element: Element, body: Body, outer: Frame | None, default: Default):
        """Enter a frame; returns the context of its children: body, frame and class of defaults."""
        frame = Frame(frame=outer)
        apply(element, FRAME, frame, skip=('childclass',))
        self.register('frame', frame, element)
        return body, frame, self.defaults.find(element, 'childclass') if 'childclass' in element.attributes else default

    def item(self, element: Element, body: Body, frame: Frame | None, default: Default) -> None:
        """Add a joint, geom, site, camera or light."""
        if 'class' in element.attributes:
            default = self.defaults.find(element, 'class')
        item = default.create(element.tag)
        apply(element, BODY.child(element.tag), item, skip=('class',))
        self.add(element, item, body, frame)

    def freejoint(self, element: Element, body: Body, frame: Frame | None, _default: Default) -> None:
        """Add a free joint, which takes nothing from the defaults."""
        joint = Joint(type=mjtJoint.mjJNT_FREE)
        apply(element, BODY.child('freejoint'), joint)
        self.add(element, joint, body, frame)

    def inertial(self, element: Element, body: Body, frame: Frame | None, _default: Default) -> None:
        """Set the mass and inertia of a body."""
        self._not_in_world(element, body)
        if body.inertial is not None:
            raise element.error('the body has two <inertial>; keep one of them')
        body.inertial = Inertial(frame=frame, source=element)
        apply(element, grammar.INERTIAL, body.inertial)

    def add(self, element: Element, item: Member, body: Body, frame: Frame | None) -> None:
        """Put an element into its body."""
        if isinstance(item, Joint):
            self._not_in_world(element, body)
        self.register('joint' if isinstance(item, Joint) else element.tag, item, element)
        item.frame = frame
        getattr(body, _LISTS[type(item).__name__]).append(item)

    def _not_in_world(self, element: Element, body: Body) -> None:
        if body is self.spec.worldbody:
            raise element.error(f'the world cannot have a <{element.tag}>; put it into a <body>')

    # ---- actuators and keyframes

    def actuators(self, section: Element) -> None:
        for element in section.children:
            default = self.defaults.find(element, 'class') if 'class' in element.attributes else self.defaults.main
            actuator = default.create('actuator')
            apply_actuator(element, grammar.ACTUATOR.child(element.tag), actuator, default.ancestry())
            if 'joint' in element.attributes:
                actuator.trntype = mjtTrn.mjTRN_JOINT
            self.register('actuator', actuator, element)
            self.spec.actuators.append(actuator)

    def keyframe(self, section: Element) -> None:
        for element in section.children:
            key = Key()
            apply(element, grammar.KEYFRAME.child('key'), key)
            self.register('key', key, element)
            self.spec.keys.append(key)


_LISTS = {'Joint': 'joints', 'Geom': 'geoms', 'Site': 'sites', 'Camera': 'cameras', 'Light': 'lights'}
_READ = {
    'body': _Reader.body,
    'frame': _Reader.frame,
    'inertial': _Reader.inertial,
    'freejoint': _Reader.freejoint,
    **dict.fromkeys(('joint', 'geom', 'site', 'camera', 'light'), _Reader.item),
}
