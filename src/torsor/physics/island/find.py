"""Finding islands, by joining the trees that take part in a constraint (Tarjan 1975), and listing them.

`work.tree_leader` leads from a tree towards the first tree of its group, which leads to itself.
"""

from ...jit import helper, stage
from ...jit.arena import reserve, scratch_ints
from ...jit.lanes import any_
from ...jit.per_world import take
from ..actuator.bias import is_constant_bias
from ..actuator.gain import is_constant_gain
from ..common.names import (
    EQ_JOINT,
    EQ_TENDON,
    OFF_ACTUATION,
    OFF_ISLAND,
    PGS,
    ROW_EQUALITY,
    ROW_FRICTION_DOF,
    ROW_FRICTION_TENDON,
    ROW_LIMIT_JOINT,
    ROW_LIMIT_TENDON,
)
from ..common.settings import has_sparse_rows, is_sparse
from ..constraint.attachment import attached_body
from ..constraint.contact import contact_body

NONE = -1
ANY = -1  # world
ISLANDS = ('island_ntree,island_itreeadr,island_nv,island_idofadr,island_dofadr,island_ne,island_nf,island_nefc,'
           'island_iefcadr')


# ---- groups of trees ----
@helper
def first_of(leader, tree):
    """The first tree of a group; on the way, paths to it become shorter."""
    while leader[tree] != tree:
        leader[tree] = leader[leader[tree]]
        tree = leader[tree]
    return tree


@helper
def join(leader, one, other):
    """Make the groups of two trees one, and return a tree of it; NONE, what does not move, joins nothing."""
    if one == NONE:
        return other
    if other != NONE:
        a, b = first_of(leader, one), first_of(leader, other)
        leader[max(a, b)] = min(a, b)
    return one


@helper
def row_trees(m, d, r):
    """The trees of the two sides of row r of the constraints, NONE if there is none; not for couplings and tendons."""
    kind, thing = d.efc_type[r], d.efc_id[r]
    if kind == ROW_FRICTION_DOF:
        return m.dof_treeid[thing], NONE
    if kind == ROW_LIMIT_JOINT:
        return m.dof_treeid[m.jnt_dofadr[thing]], NONE
    if kind == ROW_EQUALITY:
        return m.body_treeid[attached_body(m, thing, False)], m.body_treeid[attached_body(m, thing, True)]
    return m.body_treeid[contact_body(m, d, thing, 0)], m.body_treeid[contact_body(m, d, thing, 1)]


@helper
def is_known_by_columns(m, d, r):
    """Whether only the Jacobian of row r tells on which trees it acts: of tendons, and of couplings of joints."""
    kind = d.efc_type[r]
    if kind == ROW_EQUALITY:
        equality = m.eq_type[d.efc_id[r]]
        return equality == EQ_JOINT or equality == EQ_TENDON
    return kind == ROW_FRICTION_TENDON or kind == ROW_LIMIT_TENDON


@helper
def is_entry(m, d, q, world):
    """Whether a number of the constraint Jacobian couples its dof in a world, or in any: zeros do in a sparse one."""
    if is_sparse(m):
        return True
    return any_(d.efc_J[q] != 0.0) if world == ANY else take(d.efc_J[q], world) != 0.0


@helper
def join_entries(m, d, leader, r, world):
    """Join the trees of the dofs that row r couples in a world, or in any; returns one of them."""
    tree = NONE
    if has_sparse_rows(m, d):
        for q in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            if is_entry(m, d, q, world):
                tree = join(leader, tree, m.dof_treeid[d.efc_J_colind[q]])
    else:
        for i in range(m.nv):
            if is_entry(m, d, m.nv * r + i, world):
                tree = join(leader, tree, m.dof_treeid[i])
    return tree


@helper
def join_row(m, d, leader, r, world):
    """Join the trees that row r of the constraints acts on in a world, or in any; returns one of them."""
    if is_known_by_columns(m, d, r):
        return join_entries(m, d, leader, r, world)
    one, other = row_trees(m, d, r)
    return join(leader, one, other)


@helper
def is_repeated(d, r):
    """Whether row r of the constraints belongs to the same constraint as the row before."""
    return r > 0 and d.efc_type[r] == d.efc_type[r - 1] and d.efc_id[r] == d.efc_id[r - 1]


@helper
def may_vary(m, a):
    """Whether the force of an actuator may depend on its length or velocity."""
    return not (is_constant_gain(m.actuator_gaintype[a]) and is_constant_bias(m.actuator_biastype[a]))


@helper
def join_columns(m, leader, start, count, columns):
    """Join the trees of the dofs in a sparse row."""
    tree = NONE
    for k in range(start, start + count):
        tree = join(leader, tree, m.dof_treeid[columns[k]])


@helper
def join_metric(m, d, leader):
    """Join trees that the metric of the integrator `discrete` may couple by tendons and actuators."""
    for n in range(d.nefmT):
        t = d.efm_tid[n]
        join_columns(m, leader, m.ten_J_rowadr[t], m.ten_J_rownnz[t], m.ten_J_colind)
    if m.opt.solver != PGS and not m.opt.disableflags & OFF_ACTUATION:
        for a in range(m.nactuator):
            if may_vary(m, a):
                for output in range(m.actuator_outadr[a], m.actuator_outadr[a] + m.actuator_outnum[a]):
                    join_columns(m, leader, d.moment_rowadr[output], d.moment_rownnz[output], d.moment_colind)


@stage
def join_trees(m, d):
    """work.tree_leader: groups of trees that are connected; efc_island: a tree of each row."""
    leader = d.work.tree_leader
    for t in range(m.ntree):
        leader[t] = t
    for r in range(d.nefc):
        d.efc_island[r] = d.efc_island[r - 1] if is_repeated(d, r) else join_row(m, d, leader, r, ANY)
    if d.efm_active:
        join_metric(m, d, leader)


# ---- lists ----
@helper
def number_islands(m, d, leader):
    """tree_island and nisland: groups with constraints or of several trees, in the order of their first trees."""
    d.nisland = 0
    for t in range(m.ntree):
        d.tree_island[t] = NONE
    for t in range(m.ntree):
        if first_of(leader, t) != t:
            d.tree_island[first_of(leader, t)] = 0
    for r in range(d.nefc):
        d.tree_island[first_of(leader, d.efc_island[r])] = 0
    for t in range(m.ntree):
        first = first_of(leader, t)
        if d.tree_island[first] != NONE:
            if first == t:
                d.tree_island[t] = d.nisland
                d.nisland += 1
            else:
                d.tree_island[t] = d.tree_island[first]
    for r in range(d.nefc):
        d.efc_island[r] = d.tree_island[first_of(leader, d.efc_island[r])]


@helper
def first_places(d, counts, places):
    """Running sums of the counts of islands; returns the sum of all."""
    total = 0
    for k in range(d.nisland):
        places[k] = total
        total += counts[k]
    return total


@helper
def list_trees(m, d, filled):
    """Trees, sorted by island; those of none come last."""
    for k in range(d.nisland):
        d.island_ntree[k], filled[k] = 0, 0
    for t in range(m.ntree):
        if d.tree_island[t] != NONE:
            d.island_ntree[d.tree_island[t]] += 1
    rest = first_places(d, d.island_ntree, d.island_itreeadr)
    for t in range(m.ntree):
        k = d.tree_island[t]
        if k == NONE:
            d.map_itree2tree[rest] = t
            rest += 1
        else:
            d.map_itree2tree[d.island_itreeadr[k] + filled[k]] = t
            filled[k] += 1


@helper
def list_dofs(m, d):
    """Dofs, sorted by island; those of none come last."""
    i = 0
    for k in range(d.nisland):
        d.island_nv[k], d.island_idofadr[k] = 0, i
        for s in range(d.island_itreeadr[k], d.island_itreeadr[k] + d.island_ntree[k]):
            t = d.map_itree2tree[s]
            d.island_nv[k] += m.tree_dofnum[t]
            i += m.tree_dofnum[t]
        d.island_dofadr[k] = m.tree_dofadr[d.map_itree2tree[d.island_itreeadr[k]]]
    d.nidof, i = i, 0
    for s in range(m.ntree):
        t = d.map_itree2tree[s]
        for dof in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            d.dof_island[dof] = d.tree_island[t]
            d.map_dof2idof[dof], d.map_idof2dof[i] = i, dof
            i += 1


@helper
def list_rows(d, filled):
    """Rows, sorted by island."""
    for k in range(d.nisland):
        d.island_ne[k], d.island_nf[k], d.island_nefc[k], filled[k] = 0, 0, 0, 0
    for r in range(d.nefc):
        k = d.efc_island[r]
        d.island_nefc[k] += 1
        d.island_ne[k] += r < d.ne
        d.island_nf[k] += d.ne <= r < d.ne + d.nf
    first_places(d, d.island_nefc, d.island_iefcadr)
    for r in range(d.nefc):
        k = d.efc_island[r]
        s = d.island_iefcadr[k] + filled[k]
        d.map_efc2iefc[r], d.map_iefc2efc[s] = s, r
        filled[k] += 1


@helper
def list_one(m, d):
    """The only island of a model with one tree: all of it, as there are rows."""
    d.nisland, d.nidof = 1, m.nv
    reserve(d, ISLANDS, 1)
    d.tree_island[0], d.map_itree2tree[0], d.island_ntree[0], d.island_itreeadr[0] = 0, 0, 1, 0
    d.island_nv[0], d.island_idofadr[0], d.island_dofadr[0] = m.nv, 0, 0
    d.island_ne[0], d.island_nf[0], d.island_nefc[0], d.island_iefcadr[0] = d.ne, d.nf, d.nefc, 0
    for i in range(m.nv):
        d.dof_island[i], d.map_dof2idof[i], d.map_idof2dof[i] = 0, i, i
    for r in range(d.nefc):
        d.efc_island[r], d.map_efc2iefc[r], d.map_iefc2efc[r] = 0, r, r


@stage
def find_islands(m, d):
    """Which islands there are, and the trees, dofs and rows of each."""
    d.nisland, d.nidof = 0, 0
    if m.opt.disableflags & OFF_ISLAND:
        return
    reserve(d, 'tree_island,map_itree2tree', m.ntree)
    reserve(d, 'dof_island,map_dof2idof,map_idof2dof', m.nv)
    reserve(d, 'efc_island,map_efc2iefc,map_iefc2efc', d.nefc)
    if m.ntree == 1 and d.nefc:
        list_one(m, d)
        return
    join_trees(m, d)
    number_islands(m, d, d.work.tree_leader)
    reserve(d, ISLANDS, d.nisland)
    mark = d.pstack
    filled = scratch_ints(d, d.nisland)
    list_trees(m, d, filled)
    list_dofs(m, d)
    list_rows(d, filled)
    d.pstack = mark
