"""Other models as assets: <model>, and <attach>, which copies parts of them, or of the model itself."""

from collections.abc import Callable
from typing import Any

from ...schema.codes import mjtEnableBit, mjtIntegrator, mjtSolver
from ..files import Files, joined
from ..spec.attach import Attachment, find_body, find_frame
from ..spec.bodies import Body
from ..spec.conflict import combine
from ..spec.errors import did_you_mean
from ..spec.flexcomp import FlexComp, Place
from ..spec.item import Frame
from ..spec.replicate import Scope
from ..spec.spec import Spec
from .include import read_document
from .xml import Element

MAX_NESTING = 32  # of models in models
Expand = Callable[[FlexComp, Spec, Place, Files], object]


def no_flexcomps(comp: FlexComp, _spec: Spec, _place: Place, _files: Files) -> None:
    """Where nobody can expand them."""
    raise comp.error('a flexcomp cannot be expanded here')


class Models:
    """Reads the other models of a model; `directory` is that of its main file, `read` turns documents into models.

    `expand` adds what a flexcomp stands for, which may be in a file.
    """

    def __init__(self, files: Files, directory: str, read: Callable[..., Spec], expand: Expand):
        self.files, self.directory, self.read, self.expand = files, directory, read, expand

    def add(self, element: Element, spec: Spec) -> None:
        """Read one <model>."""
        file = element.attributes['file']
        content_type = element.attributes.get('content_type', 'text/xml')
        if content_type != 'text/xml':
            raise element.error(f'attribute "content_type" is "{content_type}" but only "text/xml" can be read')
        paths = list(dict.fromkeys([joined(self.directory, file), joined(element.file, '..', file)]))
        path = next((path for path in paths if file and self.files.read(path) is not None), None)
        if path is None:
            places = ' and '.join(map(self.files.places, paths))
            raise element.error(f'cannot open the file "{file}"; it is looked for as {places}')
        identity = self.files.identity(path)
        if identity in self.files.nesting or len(self.files.nesting) >= MAX_NESTING:
            raise element.error(f'the file "{file}" is a model inside itself')
        self.files.nesting.append(identity)
        model = self.read(read_document(path, self.files), joined(path, '..'), self.files)
        self.files.nesting.pop()
        name = element.attributes.get('name') or model.modelname
        if name in spec.models:
            raise element.error(f'there is already a model named "{name}"; choose another name')
        spec.models[name] = model


def attach(element: Element, spec: Spec, body: Body, frame: Frame | None, scope: Scope) -> None:
    """Copy what an <attach> names into a frame of `body`."""
    given = element.attributes
    source, where = spec, 'this model'
    if 'model' in given:
        if given['model'] not in spec.models:
            known = did_you_mean(given['model'], spec.models)
            raise element.error(f'there is no model named "{given["model"]}" in <asset>{known}')
        source, where = spec.models[given['model']], f'the model "{given["model"]}"'
    elif 'body' not in given and 'frame' not in given:
        raise element.error('without "model" the attribute "body" or "frame" says what of this model to attach')
    if source is not spec:
        _settle(element, spec, source)
    attachment = Attachment(source, spec, given['prefix'], scope=scope)
    first = not scope.path or scope.suffix == ''.join(
        replicate.suffixes()[0] for replicate in reversed(scope.path) if replicate.count
    )
    if not attachment.within:
        attachment.classes()
    if not attachment.within and first:
        attachment.assets()
    if 'body' in given:
        found = find_body(source, given['body'])
        if found is None:
            raise element.error(f'there is no body named "{given["body"]}" in {where}')
        attachment.body(found, body, frame)
    elif 'frame' in given:
        place = find_frame(source, given['frame'])
        if place is None:
            raise element.error(f'there is no frame named "{given["frame"]}" in {where}')
        attachment.frame(*place, body, frame)
    else:
        attachment.world(body, frame)
    attachment.end_tree()
    if first:
        spec.attachments.append(attachment)


def _settle(element: Element, spec: Spec, source: Spec) -> None:
    """Make the settings of two models one, as far as this model asks for it."""
    problems = combine(spec, source)
    if problems:
        name, policy = element.attributes['model'], spec.compiler.conflict
        raise element.error(
            f'the settings of the model "{name}" are in conflict with those of this one: {"; ".join(problems)}; make '
            f'them equal, or write <compiler conflict="warning"/> instead of "{policy}" and those of this one count'
        )
    check_flags(element, spec.option)


def check_flags(element: Element, option: dict[str, Any]) -> None:
    """Refuse flags that exclude each other or other options."""
    if option['enableflags'] & mjtEnableBit.mjENBL_IPC:
        if option['integrator'] != mjtIntegrator.mjINT_DISCRETE:
            raise element.error('the flag "ipc" needs integrator="discrete"')
        if option['solver'] == mjtSolver.mjSOL_PGS:
            raise element.error('the flag "ipc" needs solver="Newton" or "CG"')
        if option['enableflags'] & mjtEnableBit.mjENBL_FWDINV:
            raise element.error('the flags "ipc" and "fwdinv" exclude each other; disable one of them')
