"""Gives each variable one definition, by Numba's rules (static single assignment).

Numba looks through the whole function for each variable that has several; here only through blocks that mention it.
"""

from collections import defaultdict

from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.ssa import (
    _CacheListVars,
    _compute_phi_locations,
    _FixSSAVars,
    _fresh_vars,
    _iterated_domfronts,
    _make_states,
    _run_block_rewrite,
)


def used_by(statement) -> list[ir.Var]:
    """The variables that a statement reads."""
    source = statement.value if type(statement) is ir.Assign else statement
    if isinstance(source, ir.Var):
        return [source]
    return source.list_vars() if isinstance(source, ir.Inst) else []


def mentions_of(blocks) -> tuple[dict[str, list[int]], dict[str, set[int]]]:
    """For each variable, the labels of blocks that assign it, once for each time, and of those that read it."""
    assigned, read = defaultdict(list), defaultdict(set)
    for label, block in blocks.items():
        for statement in block.body:
            target = statement.target.name if type(statement) is ir.Assign else None
            if target is not None:
                assigned[target].append(label)
            for variable in used_by(statement):
                if variable.name != target:
                    read[variable.name].add(label)
    return assigned, read


def define_once(blocks: dict[int, ir.Block]) -> dict[int, ir.Block]:
    """The same blocks with variables that have one definition each, and phis where several meet."""
    graph = compute_cfg_from_blocks(blocks)
    assigned, read = mentions_of(blocks)
    several = [name for name, labels in assigned.items() if len(labels) > 1]
    dominators = graph.dominators()
    several += [name for name, labels in read.items() if len(assigned[name]) <= 1
                and not all(dominators[label].intersection(assigned[name]) for label in labels)]
    if not several:
        return blocks
    frontiers, seen = _iterated_domfronts(graph), _CacheListVars()
    for name in several:
        labels = read[name].union(assigned[name])
        part, definitions = _fresh_vars({label: blocks[label] for label in blocks if label in labels}, name)
        phis = defaultdict(list)
        states = dict(_make_states(blocks), varname=name, defmap=definitions, phimap=phis, cfg=graph,
                      phi_locations=_compute_phi_locations(frontiers, definitions))
        blocks = {**blocks, **_run_block_rewrite(part, states, _FixSSAVars(seen))}
        for label, more in phis.items():
            blocks[label].body = more + blocks[label].body
    return blocks
