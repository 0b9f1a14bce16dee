"""Which fields of the model and of the data a kernel reads and writes, and which stages it runs.

Kernels are followed from call to call without running them: what a variable may stand for (the model, a field, a
bundle of fields, a function) is collected from all assignments, whatever the branch, and every helper is looked into
with the arguments that it is given. So what is found is all that can happen, and may be more than ever does. Stages are
not looked into, as they say themselves what they do, but fields that are given to them as arguments are followed.

Making room for a field of the arena counts as writing it, since what it held is lost. Sizes of the model and the
bookkeeping of memory do not count, and neither do stages without statements, which only refuse to be compiled.
"""

import ast
import builtins
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from torsor import physics
from torsor.jit import arena, inner, per_world, rows, simd, structs, table
from torsor.jit.callback import Callback
from torsor.jit.stage import STAGES, Stage
from torsor.jit.upcall import Upcall
from torsor.physics.world import DATA, MODEL

MEMORY = {'narena', 'pstack', 'pbase', 'parena', 'maxuse_stack', 'maxuse_arena'}
LOOKED_INTO = (physics.__name__, rows.__name__, inner.__name__, simd.__name__)
# give a part of their argument, or another view of it
SAME_FIELD = (rows.rest_of, structs.flat, per_world.alone, per_world.worlds_in)
NO_ITEMS = (structs.given, getattr)  # take fields, but neither read nor write items


# ---- what a variable may stand for ----
class Struct(NamedTuple):
    """The model, the data or a group of one, such as m.opt."""

    schema: Any
    group: str = ''


class Field(NamedTuple):
    schema: Any
    name: str


class Bundle(NamedTuple):
    """A tuple, or a named one."""

    parts: tuple[frozenset, ...]
    names: tuple[str, ...] = ()


class Known:
    """An object that a kernel finds by its name: a function, a module, a list of names."""

    def __init__(self, thing):
        self.thing = thing
        self.key = thing if isinstance(thing, str) else id(thing)
        self.name = f'{getattr(thing, "__module__", "")}.{getattr(thing, "__qualname__", "")}'

    def __eq__(self, other):
        return isinstance(other, Known) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


NOTHING: frozenset = frozenset()  # a number, or anything else that leads to no field


def known(thing) -> frozenset:
    """What an object stands for that was there before the kernel ran."""
    if isinstance(thing, tuple):
        return frozenset({Bundle(tuple(map(known, thing)), getattr(thing, '_fields', ()))})
    return frozenset({Known(thing)}) if callable(thing) or isinstance(thing, (str, ModuleType)) else NOTHING


def union(values: Iterable[frozenset]) -> frozenset:
    return NOTHING.union(*values)


# ---- what a kernel does ----
@dataclass
class Use:
    """Fields and stages, in the order in which they are met."""

    reads: dict[Field, None] = field(default_factory=dict)
    writes: dict[Field, None] = field(default_factory=dict)
    runs: dict[str, None] = field(default_factory=dict)

    def read(self, item: Field) -> None:
        if item.name not in MEMORY:
            self.reads[item] = None

    def write(self, item: Field) -> None:
        if item.name not in MEMORY:
            self.writes[item] = None


def all_stages() -> list[Stage]:
    """Every stage of the physics."""
    for module in pkgutil.walk_packages(physics.__path__, physics.__name__ + '.'):
        importlib.import_module(module.name)
    return [stage for stage in STAGES.values() if stage.__module__.startswith(physics.__name__ + '.')]


def forms_of(stage: Stage) -> dict[str, FunctionType]:
    """The kernels of a stage, each under the symbol of its row in the table of effects."""
    return {stage.symbol: stage.__wrapped__, **({f'{stage.symbol}@lanes': stage.lanes} if stage.lanes else {})}


def use_of_kernel(kernel: FunctionType, symbol: str) -> Use:
    """What a kernel reads, writes and runs."""
    structs_by_name = dict(m=frozenset({Struct(MODEL)}), d=frozenset({Struct(DATA)}))
    names = inspect.signature(kernel).parameters
    return followed(kernel, tuple((name, structs_by_name.get(name, NOTHING)) for name in names))[1]


@cache
def followed(function: FunctionType, given: tuple[tuple[str, frozenset], ...]) -> tuple[frozenset, Use]:
    """What a function may return for these arguments, and what it does."""
    body = Body(function, dict(given))
    before = None
    while before != body.extent():  # variables in loops stand for what comes later, too
        before = body.extent()
        body.follow(definition(function).body)
    return body.result, body.use


@cache
def definition(function: FunctionType) -> ast.FunctionDef:
    [node] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(node, ast.FunctionDef)
    return node


class Body:
    """The statements of a function, followed with given arguments."""

    def __init__(self, function: FunctionType, variables: dict[str, frozenset]):
        self.function, self.variables, self.result, self.use = function, variables, NOTHING, Use()
        self.outside = {**vars(builtins), **inspect.getclosurevars(function).globals,
                        **inspect.getclosurevars(function).nonlocals}

    def extent(self) -> tuple:
        """What can only grow while the statements are followed again."""
        return dict(self.variables), self.result

    # ---- statements ----
    def follow(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            getattr(self, f'_{type(statement).__name__}', self._other_statement)(statement)

    def _other_statement(self, node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                self.follow([child])
            elif isinstance(child, ast.expr):
                self.value(child)

    def _Return(self, node):
        if node.value is not None:
            self.result |= self.value(node.value)

    def _Assign(self, node):
        for target in node.targets:
            self._store(target, self.value(node.value))

    def _AugAssign(self, node):
        self.value(node.value)
        if not isinstance(node.target, ast.Name):
            self.value(node.target)  # is read first
            self._store(node.target, NOTHING)

    def _For(self, node):
        self._store(node.target, self._any_part(self.value(node.iter)))
        self.follow([*node.body, *node.orelse])

    def _store(self, target, value):
        if isinstance(target, ast.Name):
            self.variables[target.id] = self.variables.get(target.id, NOTHING) | value
        elif isinstance(target, ast.Tuple):
            for place, part in enumerate(target.elts):
                self._store(part, self._part(value, place))
        elif isinstance(target, ast.Subscript):
            self.value(target.slice)
            for atom in self.value(target.value):
                if isinstance(atom, Field):
                    self.use.write(atom)
        elif isinstance(target, ast.Attribute):
            for atom in self.value(target.value):
                if isinstance(atom, Struct) and (item := self._member(atom, target.attr)):
                    self.use.write(item)
        else:
            raise NotImplementedError(f'{self._place(target)}: assignment to {ast.unparse(target)}')

    # ---- expressions ----
    def value(self, node: ast.expr) -> frozenset:
        """What an expression may stand for."""
        return getattr(self, f'_{type(node).__name__}', self._other_expression)(node)

    def _other_expression(self, node):
        """Arithmetic: a number of numbers."""
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child)
            elif isinstance(child, ast.comprehension):
                self._store(child.target, self._any_part(self.value(child.iter)))
        return NOTHING

    def _Constant(self, node):
        return known(node.value)

    def _Name(self, node):
        if node.id in self.variables or node.id in self.function.__code__.co_varnames:
            return self.variables.get(node.id, NOTHING)
        return known(self.outside.get(node.id))

    def _Tuple(self, node):
        return frozenset({Bundle(tuple(self.value(part) for part in node.elts))})

    def _IfExp(self, node):
        self.value(node.test)
        return self.value(node.body) | self.value(node.orelse)

    def _Attribute(self, node):
        found = []
        for atom in self.value(node.value):
            if isinstance(atom, Struct):
                found.append(self._load(atom, node.attr))
            elif isinstance(atom, Bundle) and node.attr in atom.names:
                found.append(atom.parts[atom.names.index(node.attr)])
            elif isinstance(atom, Field):
                found.append(frozenset({atom}))  # a view, such as d.qpos.quat
            elif isinstance(atom, Known):
                found.append(known(getattr(atom.thing, node.attr)))
        return union(found)

    def _Subscript(self, node):
        self.value(node.slice)
        atoms, found = self.value(node.value), []
        for atom in atoms:
            if isinstance(atom, Field):
                self.use.read(atom)
                if atom.name.startswith('table.'):
                    found.append(frozenset({atom}))  # an address that stands for its table
        place = node.slice.value if isinstance(node.slice, ast.Constant) else None
        return union(found) | (self._any_part(atoms) if place is None else self._part(atoms, place))

    def _load(self, struct, name):
        """The attribute of a struct: a group of names, a field, or a single number, which is read at once."""
        item = self._member(struct, name)
        if item is None:
            group = name in struct.schema.groups and not struct.group
            return frozenset({Struct(struct.schema, name)}) if group else NOTHING
        if item.schema.fields[item.name].dims:
            return frozenset({item})
        self.use.read(item)
        return NOTHING

    def _member(self, struct, name):
        """The field of this name; None for groups, sizes and registers."""
        full = f'{struct.group}.{name}' if struct.group else name
        if full in struct.schema.fields:
            return Field(struct.schema, full)
        if full not in struct.schema.word and full not in struct.schema.groups:
            raise AttributeError(f'{self._place()}: {struct.schema.name} has no field {full}')
        return None

    @staticmethod
    def _part(value, place):
        return union(atom.parts[place] for atom in value if isinstance(atom, Bundle))

    @staticmethod
    def _any_part(value):
        return union(part for atom in value if isinstance(atom, Bundle) for part in atom.parts)

    # ---- calls ----
    def _Call(self, node):
        callees = self.value(node.func)
        given = [value for argument in node.args for value in self._arguments(argument)]
        named = {keyword.arg: self.value(keyword.value) for keyword in node.keywords}
        in_order = sorted(callees, key=lambda callee: getattr(callee, 'name', ''))
        return union([self._called(callee, given, named, node) for callee in in_order])

    def _arguments(self, node):
        """What an argument amounts to, which is several if it has a star."""
        if not isinstance(node, ast.Starred):
            return [self.value(node)]
        bundles = [atom.parts for atom in self.value(node.value) if isinstance(atom, Bundle)]
        return [union(parts) for parts in zip(*bundles, strict=True)]

    def _called(self, callee, given, named, node):
        if isinstance(callee, Field):
            return frozenset({callee})  # a method that gives a view
        if not isinstance(callee, Known):
            return NOTHING
        thing, every = callee.thing, [*given, *named.values()]
        if isinstance(thing, Stage):
            return self._run(thing, every, node)
        if isinstance(thing, (Callback, Upcall)):
            self.use.runs[f'{type(thing).__name__.lower()}.{thing.name}'] = None
        elif thing is table.call_at:
            self.use.runs |= {atom.name: None for atom in given[0] if isinstance(atom, Field)}
        elif thing is arena.reserve:
            self._reserve(*given[:2], node)
        elif thing in SAME_FIELD:
            return given[0]
        elif thing is structs.by_width:
            return union(given[1:])
        elif isinstance(thing, type) and issubclass(thing, tuple) and hasattr(thing, '_fields'):
            return self._bundle(thing, given, named)
        elif any(every) and thing not in NO_ITEMS:
            return self._follow_call(thing, given, named, node)
        return NOTHING

    def _run(self, stage, given, node):
        if len(definition(stage.__wrapped__).body) > 1:
            self.use.runs[stage.symbol] = None
        runs = dict(self.use.runs)
        fields = [frozenset(atom for atom in value if not isinstance(atom, Struct)) for value in given]
        self._follow_call(stage.__wrapped__, fields, {}, node)
        self.use.runs = runs  # it says itself what it runs
        return NOTHING

    def _follow_call(self, function, given, named, node):
        python = inspect.unwrap(function)
        if not isinstance(python, FunctionType) or not python.__module__.startswith(LOOKED_INTO):
            if any(isinstance(atom, Field) for value in (*given, *named.values()) for atom in value):
                raise NotImplementedError(f'{self._place(node)}: what does {ast.unparse(node.func)} do to a field?')
            return NOTHING
        bound = inspect.signature(python).bind(*given, **named)
        defaults = {name: known(parameter.default) for name, parameter in bound.signature.parameters.items()
                    if name not in bound.arguments and parameter.default is not parameter.empty}
        result, use = followed(python, tuple({**bound.arguments, **defaults}.items()))
        self.use.reads |= use.reads
        self.use.writes |= use.writes
        self.use.runs |= use.runs
        return result

    def _reserve(self, data, names, node):
        wanted = [name for atom in names for name in atom.thing.split(',')]
        if not wanted:
            raise NotImplementedError(f'{self._place(node)}: which fields are reserved?')
        for struct in data:
            for row in struct.schema.moving:
                if row.name in wanted or row.name.split('.')[0] in wanted:
                    self.use.write(Field(struct.schema, row.name))

    @staticmethod
    def _bundle(cls, given, named):
        parts = dict(zip(cls._fields, given)) | named
        defaults = {name: known(value) for name, value in cls._field_defaults.items()}
        return frozenset({Bundle(tuple((defaults | parts)[name] for name in cls._fields), cls._fields)})

    def _place(self, node=None):
        code = self.function.__code__
        return f'{code.co_filename}:{code.co_firstlineno + (node.lineno - 1 if node else 0)} ({code.co_name})'
