"""From Numba's typed statements to LLVM's instructions, with fewer of both than Numba needs for programs of all kinds.

A third of all instructions that Numba emits for kernels counts loops, and a sixth looks at what calls report. Here a
loop over a range is a number that is compared and goes up by one, and what a call reports is compared once. What is
never emitted need not be printed, parsed and optimised away.
"""

import operator
from functools import cache
from itertools import count

from llvmlite.ir._utils import DuplicatedNameError, NameScope
from llvmlite.ir.instructions import AllocaInstr, GEPInstr, LoadInstr, StoreInstr
from llvmlite.ir.types import IntType, LiteralStructType
from llvmlite.ir.values import Argument
from numba import types
from numba.core import cgutils, funcdesc, ir
from numba.core.callconv import CPUCallConv, Status
from numba.core.compiler import _LowerResult
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.cpu import CPUContext
from numba.core.datamodel import ArgPacker, DataModelManager
from numba.core.errors import LoweringError, NumbaNotImplementedError, new_error_context
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering
from numba.core.utils import pysignature
from numba.extending import models

from .aliasing import annotate
from .definitions import used_by

COUNTING = types.int32, types.int64  # of these a range is counted here


# ---- what is known about values and functions ----
class Bundle(models.TupleModel):
    """A named tuple, passed by reference; Numba passes each of its elements, and has to take it apart at every call.

    Who is called only reads it, so that a variable need not be copied; and reads of it only what it needs.
    """

    def get_argument_type(self):
        return self.get_value_type().as_pointer()

    def as_argument(self, builder, value):
        place = place_of(builder, value)
        if place is None:
            with builder.goto_entry_block():
                place = builder.alloca(value.type)
            builder.store(value, place)
        return place

    def from_argument(self, builder, value):
        return builder.load(value)


def home_of(place):
    """The variable or the argument that a place is in."""
    while isinstance(place, GEPInstr):
        place = place.operands[0]
    return place if isinstance(place, (AllocaInstr, Argument)) else None


def place_of(builder, bundle):
    """The place from which a bundle was just read, if that still holds it."""
    home = home_of(bundle.operands[0]) if isinstance(bundle, LoadInstr) else None
    if home is None:
        return None
    for instruction in reversed(builder.block.instructions):
        if instruction is bundle:
            return bundle.operands[0]
        if isinstance(instruction, StoreInstr) and home_of(instruction.operands[1]) is home:
            return None
    return None


@cache
def kernel_models(manager: DataModelManager) -> DataModelManager:
    """How values are laid out and passed; what is registered later is known there too."""
    view = DataModelManager().chain(manager)
    view.register(types.NamedTuple, Bundle)
    return view


arg_packer = cache(ArgPacker)


@cache
def takes_place(emitter) -> bool:
    """Whether a function that emits code wants to know for which line."""
    return 'loc' in pysignature(emitter).parameters


class Emitter:
    """A function that emits code, for arguments of some types."""

    def __init__(self, function, context, sig):
        self.function, self.context, self.sig = function, context, sig

    def __call__(self, builder, args, loc=None):
        known = {'loc': loc} if takes_place(self.function) else {}
        result = self.function(self.context, builder, self.sig, args, **known)
        self.context.add_linking_libs(getattr(self.function, 'libs', ()))
        return result

    def __getattr__(self, name):
        return getattr(self.function, name)


class KernelConvention(CPUCallConv):
    """Calls whose errors go straight to the caller: who is called writes them where the caller of the caller looks.

    The status is zero unless there is an error; only of what may be None there is a third, which Numba deals with.
    """

    def call_function(self, builder, callee, resty, argtys, args, attrs=None):
        if isinstance(resty, types.Optional):
            return super().call_function(builder, callee, resty, argtys, args, attrs)
        with builder.goto_entry_block():
            place = builder.alloca(self.get_return_type(resty).pointee)
        error = self._get_excinfo_argument(builder.function)
        packed = self._get_arg_packer(argtys).as_arguments(builder, args)
        code = builder.call(callee, [place, error, *packed], attrs=attrs or ())
        failed = builder.icmp_signed('!=', code, code.type(0))
        status = Status(code, None, None, failed, None, None, None, error)
        if resty is types.none:
            return status, self.context.get_dummy_value()
        return status, self.context.get_returned_value(builder, resty, builder.load(place))

    def return_status_propagate(self, builder, status):
        if status.excinfoptr is self._get_excinfo_argument(builder.function):
            builder.ret(status.code)
        else:
            super().return_status_propagate(builder, status)


class KernelContext(CPUContext):
    """What Numba knows about emitting code, with shorter ways to it."""

    @property
    def call_conv(self):
        return KernelConvention(self)

    def get_function(self, fn, sig, _firstcall=True):
        plain = sig.as_function()
        key = fn.get_impl_key(plain) if isinstance(fn, types.Callable) else fn
        try:
            return Emitter(self._defns[key].find(plain.args), self, plain)
        except NumbaNotImplementedError:
            return super().get_function(fn, sig, _firstcall)

    def get_arg_packer(self, fe_args):
        return arg_packer(self.data_model_manager, tuple(fe_args))

    def declare_function(self, module, fndesc):
        known = module.globals.get(fndesc.mangled_name)
        return super().declare_function(module, fndesc) if known is None else known

    def cast(self, builder, val, fromty, toty):
        return val if fromty is toty else super().cast(builder, val, fromty, toty)

    def pair_first(self, builder, val, ty):
        return builder.extract_value(val, 0)

    def pair_second(self, builder, val, ty):
        return builder.extract_value(val, 1)


def kernel_context(context: CPUContext) -> KernelContext:
    """A view of a context that Numba has made for one function."""
    view = object.__new__(KernelContext)
    view.__dict__ = context.__dict__
    view.data_model_manager = kernel_models(context.data_model_manager)
    return view


# ---- statements ----
class KernelLower(Lower):
    """Emits code in which nothing is counted but loops: a variable is a value, or a place in memory, and no more."""

    def init(self):
        super().init()
        self.counters: dict[int, tuple] = {}  # of iterators over ranges, by their expressions: number, end and step
        self.counted_by_numba: set[int] = set()

    def pre_block(self, block):
        """Nothing: there are no variables to be deleted, and exceptions go to the caller."""

    def lower_block(self, block):
        inst = None
        try:
            for inst in block.body:
                self.loc = inst.loc
                self.lower_inst(inst)
        except Exception as error:
            with new_error_context('lowering "{inst}" at {loc}', inst=inst, loc=self.loc,
                                   errcls_=lambda message: LoweringError(message, loc=self.loc)):
                raise error

    def lower_inst(self, inst):
        if type(inst) is ir.Assign:
            name = inst.target.name
            if not self.leaves_in_place(name, inst.value):
                self.storevar(self.lower_assign(self.typeof(name), inst), name)
        else:
            super().lower_inst(inst)

    def lower_assign(self, ty, inst):
        if isinstance(ty, (types.Function, types.Dispatcher)) and isinstance(inst.value, (ir.Global, ir.FreeVar)):
            return self.context.get_dummy_value()  # whoever calls it looks at its type
        return super().lower_assign(ty, inst)

    def leaves_in_place(self, name, source):
        """Let an argument that is a bundle be its own variable, unless that becomes another; whether it is."""
        kind = self.typeof(name)
        if not (type(source) is ir.Arg and isinstance(kind, types.NamedTuple) and name in self.assigned_once
                and self.typeof(f'arg.{source.name}') == kind):
            return False
        whole = self.fnargs[source.index]
        whole.parent.instructions.remove(whole)  # nobody has read it yet
        self.varmap[name] = whole.operands[0]
        self._singly_assigned_vars.discard(name)
        return True

    def lower_function_body(self):
        entry = super().lower_function_body()
        drop_unread_bundles(self.function)
        return entry

    def lower_expr(self, resty, expr):
        emit = SHORTER.get(expr.op)
        value = None if emit is None else emit(self, resty, expr)
        return super().lower_expr(resty, expr) if value is None else value

    def lower_binop(self, resty, expr, op):
        if expr.static_lhs is not ir.UNDEFINED or expr.static_rhs is not ir.UNDEFINED:
            return super().lower_binop(resty, expr, op)
        context, wanted = self.context, self.fndesc.calltypes[expr]
        operands = [self._cast_var(side, kind) for side, kind in zip((expr.lhs, expr.rhs), wanted.args, strict=True)]
        function = context.typing_context.resolve_value_type(op)
        meaning = function.get_call_type(context.typing_context, wanted.args, {})
        result = context.get_function(function, meaning)(self.builder, operands)
        return context.cast(self.builder, result, wanted.return_type, resty)

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        number_names(self.function.scope)

    # ---- variables ----
    def _find_singly_assigned_variable(self):
        self._singly_assigned_vars, self.assigned_once = values_of_blocks(self.blocks)
        self._blk_local_varmap = {}

    def alloca_lltype(self, name, lltype, datamodel=None):
        with self.builder.goto_entry_block():
            return self.builder.alloca(lltype, name=name)

    def getvar(self, name):
        place = self.varmap.get(name)
        if place is None:
            place = self.varmap[name] = self.alloca(name, self.typeof(name))
        return place

    def loadvar(self, name):
        value = self._blk_local_varmap.get(name)
        return self.builder.load(self.getvar(name)) if value is None else value

    def storevar(self, value, name, argidx=None):
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))


def number_names(scope: NameScope) -> None:
    """Tell names of a function apart by one number; llvmlite counts for each name, and nearly all are empty."""
    taken, numbers = scope._useset, count()

    def register(name, deduplicate=False):
        while name in taken:
            if not deduplicate:
                raise DuplicatedNameError(name)
            name = f'{name}.{next(numbers)}'
        taken.add(name)
        return name

    scope.register = register


def values_of_blocks(blocks) -> tuple[set[str], set[str]]:
    """Variables that are assigned once, and used only after that in the same block: they need no place in memory.

    And all that are assigned once.
    """
    home, shared, changing = {}, set(), set()
    for block in blocks.values():
        for statement in block.body:
            is_assignment = type(statement) is ir.Assign
            for variable in used_by(statement):
                if home.get(variable.name) is not block:
                    shared.add(variable.name)
            if is_assignment:
                name = statement.target.name
                if name in home:
                    changing.add(name)
                home[name] = block
    return home.keys() - shared - changing, home.keys() - changing


# ---- bundles ----
def emit_attribute(lower, resty, expr):
    """What is in a bundle, read from where that is: a bundle has dozens of words."""
    name, builder = expr.value.name, lower.builder
    kind = lower.typeof(name)
    if not isinstance(kind, types.NamedTuple) or expr.attr not in kind.fields:
        return None
    index, value = kind.fields.index(expr.attr), lower._blk_local_varmap.get(name)
    place = lower.getvar(name) if value is None else place_of(builder, value)
    if place is None or kind.types[index] != resty:
        return None
    pointer = builder.gep(place, [IntType(32)(0), IntType(32)(index)], inbounds=True)
    return annotate(builder, builder.load(pointer), 'bundle')


def drop_unread_bundles(function) -> None:
    """Drop reads of bundles of which only the place was needed."""
    read = {id(operand) for block in function.blocks for instruction in block.instructions
            for operand in instruction.operands}
    for block in function.blocks:
        block.instructions[:] = [instruction for instruction in block.instructions
                                 if id(instruction) in read or not isinstance(instruction, LoadInstr)
                                 or not isinstance(instruction.type, LiteralStructType)]


# ---- loops over a range ----
# What comes next rides on the LLVM value of a variable, as these are used by the next statement of the same block.
def emit_range(lower, resty, expr):
    """range(stop), range(start, stop) or range(start, stop, constant): the numbers, kept with a tuple of them."""
    if not (isinstance(resty, types.RangeType) and resty.dtype in COUNTING):
        return None
    step = constant_of(lower.func_ir, expr.args[2]) if len(expr.args) == 3 else 1
    if not step:
        return None
    number = lower.context.get_value_type(resty.dtype)
    start, stop = [number(0), *(lower._cast_var(argument, resty.dtype) for argument in expr.args[:2])][-2:]
    whole = cgutils.make_anonymous_struct(lower.builder, [start, stop, number(step)])
    whole.bounds = start, stop, step
    return whole


def constant_of(code, variable) -> int:
    """The integer that a variable stands for, or what it is the negative of; 0 if there is none."""
    source, sign = guard(get_definition, code, variable), 1
    if isinstance(source, ir.Expr) and source.op == 'unary' and source.fn is operator.neg:
        source, sign = guard(get_definition, code, source.value), -1
    value = source.value if isinstance(source, (ir.Const, ir.Global, ir.FreeVar)) else 0
    return sign * value if type(value) is int else 0


def emit_iterator(lower, resty, expr):
    """The place of a number that counts; the loop knows it by the variable that stands for the iterator."""
    bounds = getattr(lower.loadvar(expr.value.name), 'bounds', None)
    if bounds is None or id(expr) in lower.counted_by_numba:
        return None
    start, stop, step = bounds
    place = lower.alloca_lltype('', start.type)
    lower.builder.store(start, place)
    lower.counters[id(expr)] = place, stop, step
    return lower.context.get_constant_undef(resty)


def emit_next(lower, resty, expr):
    """The number, and whether the loop goes on; the next number is a step further."""
    source = guard(get_definition, lower.func_ir, expr.value)
    if id(source) not in lower.counters:
        if source is None and lower.counters:
            raise LoweringError('this iterator comes from several places', loc=lower.loc)
        lower.counted_by_numba.add(id(source))
        return None
    place, stop, step = lower.counters[id(source)]
    builder = lower.builder
    number = builder.load(place)
    goes_on = builder.icmp_signed('<' if step > 0 else '>', number, stop)
    builder.store(builder.add(number, number.type(step), flags=['nsw'] if abs(step) == 1 else ()), place)
    return cgutils.make_anonymous_struct(builder, [number, goes_on], lower.context.get_value_type(resty))


SHORTER = {'call': emit_range, 'getattr': emit_attribute, 'getiter': emit_iterator, 'iternext': emit_next}


# ---- functions ----
_sizes: dict[str, int] = {}


def size_of(context, kind) -> int:
    """Bytes of what LLVM keeps in a type; it takes a module to find out."""
    known = _sizes.get(str(kind))
    if known is None:
        known = _sizes[str(kind)] = context.get_abi_sizeof(kind)
    return known


def bundle_arguments(lower: KernelLower) -> list:
    """The arguments of a function that are bundles."""
    return [argument for argument in lower.call_conv.get_arguments(lower.function)
            if argument.type.is_pointer and isinstance(argument.type.pointee, LiteralStructType)]


class HelperLower(KernelLower):
    """Emits the code of a helper, of which every stage that uses it has a copy."""

    def emit_environment_object(self):
        """Nothing: it uses no objects of Python, and nobody but stages calls it, of which Numba expects one."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.function.linkage = 'linkonce_odr'
        for argument in bundle_arguments(self):  # what is read in a branch may be read before it
            argument.attributes.dereferenceable = size_of(self.context, argument.type.pointee)


class RoutineLower(HelperLower):
    """Emits the code of a helper that is to be called."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.function.attributes.add('noinline')
        for argument in bundle_arguments(self):
            argument.add_attribute('noalias')


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(BaseNativeLowering):
    """Emits the code of a stage."""

    _name, lowering_class = 'kernel_lowering', KernelLower


@register_pass(mutates_CFG=True, analysis_only=False)
class HelperLowering(LoweringPass):
    """Emits the code of a helper and tells Numba where callers find it."""

    _name = 'helper_lowering'

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        context, flags = state.targetctx, state.flags
        descriptor = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir, state.typemap, state.return_type, state.calltypes, mangler=context.mangler,
            inline=flags.forceinline, noalias=flags.noalias, abi_tags=())
        with context.push_code_library(state.library):
            kind = HelperLower if flags.forceinline else RoutineLower
            lower = kind(context, state.library, descriptor, state.func_ir, metadata=state.metadata)
            lower.lower()
        name = object()  # by which callers know this version of the helper; otherwise it would be its Python wrapper
        context.insert_user_function(name, descriptor, [state.library])
        state['cr'] = _LowerResult(descriptor, lower.call_helper, cfunc=name, env=lower.env)
        return True
