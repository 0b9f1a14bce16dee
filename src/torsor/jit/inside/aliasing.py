"""What LLVM is told about memory: that of different kinds never overlaps, and some never changes."""

from functools import lru_cache

from llvmlite import ir

WORD = ir.IntType(64)


def annotate(builder, instruction, kind, const=False):
    """Tell LLVM that memory of different kinds never aliases and that const memory never changes."""
    instruction.set_metadata('tbaa', _alias_tag(builder.module, kind))
    if const:
        instruction.set_metadata('invariant.load', _empty_tag(builder.module))
    return instruction


# LLVM modules are garbage collected in cycles, and looking a node up in one takes as long as emitting an instruction
@lru_cache(maxsize=32)
def _alias_tag(module, kind):
    node = module.add_metadata([kind, module.add_metadata(['torsor']), WORD(0)])
    return module.add_metadata([node, node, WORD(0)])


@lru_cache(maxsize=4)
def _empty_tag(module):
    return module.add_metadata([])
