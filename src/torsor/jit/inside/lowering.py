"""From Numba's typed statements to LLVM's instructions, with fewer of both than Numba needs for programs of all kinds.

A third of all instructions that Numba emits for kernels counts loops, and a sixth looks at what calls report. Here a
loop over a range is a number that is compared and goes up by one, and what a call reports is compared once. What is
never emitted need not be printed, parsed and optimised away.
"""

from functools import cache
from itertools import count

from llvmlite.ir._utils import DuplicatedNameError, NameScope
from llvmlite.ir.instructions import AllocaInstr, LoadInstr, StoreInstr
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

COUNTING = types.int32, types.int64  # of these a range is counted here


# ---- what is known about values and functions ----
class Bundle(models.TupleModel):
    """A named tuple, passed by reference; Numba passes each of its elements, and has to take it apart at every call.

    Who is called only reads it, so that a variable need not be copied.
    """

    def get_argument_type(self):
        return self.get_value_type().as_pointer()

    def as_argument(self, builder, value):
        if is_still_there(builder, value):
            return value.operands[0]
        with builder.goto_entry_block():
            place = builder.alloca(value.type)
        builder.store(value, place)
        return place

    def from_argument(self, builder, value):
        return builder.load(value)


def is_still_there(builder, value) -> bool:
    """Whether a value has just been read from a variable that still holds it."""
    if not (isinstance(value, LoadInstr) and isinstance(value.operands[0], AllocaInstr)):
        return False
    for instruction in reversed(builder.block.instructions):
        if instruction is value:
            return True
        if isinstance(instruction, StoreInstr) and instruction.operands[1] is value.operands[0]:
            return False
    return False


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
        self.counters: dict[int, tuple] = {}  # of an iterator over a range, by its expression: the number, and the end
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
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        else:
            super().lower_inst(inst)

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
        self._singly_assigned_vars, self._blk_local_varmap = values_of_blocks(self.blocks), {}

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


def values_of_blocks(blocks) -> set[str]:
    """Variables that are assigned once, and used only after that in the same block: they need no place in memory."""
    home, shared = {}, set()
    for block in blocks.values():
        for statement in block.body:
            is_assignment = type(statement) is ir.Assign
            source = statement.value if is_assignment else statement
            if isinstance(source, ir.Var):
                used = (source,)
            else:
                used = source.list_vars() if isinstance(source, ir.Inst) else ()
            for variable in used:
                if home.get(variable.name) is not block:
                    shared.add(variable.name)
            if is_assignment:
                name = statement.target.name
                if name in home:
                    shared.add(name)
                home[name] = block
    return home.keys() - shared


# ---- loops over a range ----
# What comes next rides on the LLVM value of a variable, as these are used by the next statement of the same block.
def emit_range(lower, resty, expr):
    """range(stop) or range(start, stop): the two numbers, kept with a tuple of them."""
    if not (isinstance(resty, types.RangeType) and resty.dtype in COUNTING and 0 < len(expr.args) < 3):
        return None
    number = lower.context.get_value_type(resty.dtype)
    bounds = [number(0), *(lower._cast_var(argument, resty.dtype) for argument in expr.args)][-2:]
    whole = cgutils.make_anonymous_struct(lower.builder, [*bounds, number(1)])
    whole.bounds = bounds
    return whole


def emit_iterator(lower, resty, expr):
    """The place of a number that counts; the loop knows it by the variable that stands for the iterator."""
    bounds = getattr(lower.loadvar(expr.value.name), 'bounds', None)
    if bounds is None or id(expr) in lower.counted_by_numba:
        return None
    start, stop = bounds
    place = lower.alloca_lltype('', start.type)
    lower.builder.store(start, place)
    lower.counters[id(expr)] = place, stop
    return lower.context.get_constant_undef(resty)


def emit_next(lower, resty, expr):
    """The number, and whether the loop goes on; the next number is one more."""
    source = guard(get_definition, lower.func_ir, expr.value)
    if id(source) not in lower.counters:
        if source is None and lower.counters:
            raise LoweringError('this iterator comes from several places', loc=lower.loc)
        lower.counted_by_numba.add(id(source))
        return None
    place, stop = lower.counters[id(source)]
    builder = lower.builder
    number = builder.load(place)
    goes_on = builder.icmp_signed('<', number, stop)
    builder.store(builder.add(number, number.type(1), flags=['nsw']), place)
    return cgutils.make_anonymous_struct(builder, [number, goes_on], lower.context.get_value_type(resty))


SHORTER = {'call': emit_range, 'getiter': emit_iterator, 'iternext': emit_next}


# ---- functions ----
class HelperLower(KernelLower):
    """Emits the code of a helper, of which every stage that uses it has a copy."""

    def emit_environment_object(self):
        """Nothing: it uses no objects of Python, and nobody but stages calls it, of which Numba expects one."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.function.linkage = 'linkonce_odr'


class RoutineLower(HelperLower):
    """Emits the code of a helper that is to be called."""

    def setup_function(self, fndesc):
        super().setup_function(fndesc)
        self.function.attributes.add('noinline')


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
