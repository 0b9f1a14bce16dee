"""What the integrator `discrete` knows of flexes beforehand: the factor of their bending, an order of elimination."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from ..columns import Fields, column
from ..draft import Draft
from .bending import factor, filled, hinges
from .compiled import CompiledFlex
from .order import elimination_order


def set_bending(draft: Draft, flexes: list[CompiledFlex]) -> None:
    """Hinges of sheets, and the factor of their metric M + (h^2 + h damping) K for the discrete integrator."""
    fields, starts, sheets = draft.fields, [], []
    total = 0
    for flex in flexes:
        starts.append(total if flex.bends else -1)
        if flex.bends:
            item = flex.item
            records = hinges(flex.edges, flex.flaps, flex.points, item.young, item.poisson, item.thickness)
            sheets.append((flex, records))
            total += records.size
    fields['flex_edgeflap'] = np.concatenate([flex.flaps for flex in flexes])
    fields['flex_bendingadr'] = column('flex_bendingadr', starts)
    fields['flex_bending'] = np.concatenate([records.ravel() for _, records in sheets] or [np.zeros(0)])
    draft.sizes['nflexbending'] = total
    if sheets:
        _set_factor(draft, _Metric.of(draft, sheets))


@dataclass(eq=False, repr=False)
class _Metric:
    """The bending metric of the vertices that move: their first dofs, in order, a matrix of nonzeros, and K."""

    dofs: np.ndarray
    pattern: np.ndarray
    stiffness: np.ndarray

    @classmethod
    def of(cls, draft: Draft, sheets: list[tuple[CompiledFlex, np.ndarray]]) -> '_Metric':
        fields, step = draft.fields, draft.spec.option['timestep']
        first = [_first_dofs(fields, flex) for flex, _ in sheets]
        dofs = np.unique(np.concatenate(first))
        dofs = dofs[dofs >= 0]
        stiffness, pattern = np.zeros((len(dofs), len(dofs))), np.eye(len(dofs), dtype=bool)
        for (flex, records), starts in zip(sheets, first, strict=True):
            scale = step * step + step * flex.item.damping
            for edge in np.flatnonzero(flex.flaps[:, 1] >= 0).tolist():
                starting = starts[[*flex.edges[edge], *flex.flaps[edge]]]
                moving = np.flatnonzero(starting >= 0)
                own = np.searchsorted(dofs, starting[moving])
                stiffness[np.ix_(own, own)] += scale * records[edge, :16].reshape(4, 4)[np.ix_(moving, moving)]
                pattern[np.ix_(own, own)] = True
        return cls(dofs, pattern, stiffness)


def _first_dofs(fields: Fields, flex: CompiledFlex) -> np.ndarray:
    """The first dof of each vertex; -1 for those that are held. Bending knows vertices that slide along three axes."""
    dofs, joints = fields['body_dofnum'][flex.bodies], fields['body_jntnum'][flex.bodies]
    roots = fields['dof_parentid'][fields['body_dofadr'][flex.bodies]] < 0
    if ((fields['body_weldid'][flex.bodies] > 0) & ((dofs != 3) | (joints != 3) | ~roots)).any():
        raise flex.item.error('elasticity of bending (elastic2d "bend" or "both") of a flex whose vertices belong to '
                              'other moving bodies is not supported by this version of Torsor yet')
    return np.where(dofs == 3, fields['body_dofadr'][flex.bodies], -1)


def _set_factor(draft: Draft, metric: _Metric) -> None:
    """Fill efm0_*: rows of three dofs for each vertex, with room for all entries between two vertices."""
    fields, count = draft.fields, len(metric.dofs)
    masses = [fields['body_mass'][fields['dof_bodyid'][metric.dofs]] + fields['dof_armature'][metric.dofs + axis]
              for axis in range(3)]
    factors = [factor(metric.stiffness + np.diag(mass)) for mass in masses]
    columns, values, numbers = [], [], []
    pattern = filled(metric.pattern)
    for row, near in enumerate(pattern):
        others = np.flatnonzero(near[:row])
        alone = not pattern[row + 1 :, row].any()  # so that nothing fills in between its own three dofs
        for axis in range(3):
            dofs = [*(3 * other + each for other in others.tolist() for each in range(3)),
                    *range(3 * row + (axis if alone else 0), 3 * row + axis + 1)]
            entries = np.zeros(len(dofs))
            entries[axis : 3 * len(others) : 3] = factors[axis][row, others]
            entries[-1] = factors[axis][row, row]
            columns += dofs
            values.append(entries)
            numbers.append(len(dofs))
    fields['efm0_dofid'] = column('efm0_dofid', (metric.dofs[:, None] + np.arange(3)).ravel().tolist())
    fields['efm0_L_rownnz'] = column('efm0_L_rownnz', numbers)
    fields['efm0_L_rowadr'] = column('efm0_L_rowadr', list(accumulate(numbers, initial=0))[:-1])
    fields['efm0_L_colind'], fields['efm0_L'] = column('efm0_L_colind', columns), np.concatenate(values)
    draft.sizes['nefm0dof'], draft.sizes['nefm0L'] = 3 * count, len(columns)


def set_elimination(draft: Draft, flexes: list[CompiledFlex]) -> None:
    """The order in which vertices are eliminated that move along three axes: their first dofs, and -1 up to the end."""
    fields = draft.fields
    if not any(flex.item.dim > 1 and not flex.rigid for flex in flexes):
        return
    moving, edges, start = [], [], 0
    for index, flex in enumerate(flexes):
        if fields['flex_edgeequality'][index] or flex.elastic:
            dofs = fields['body_dofnum'][flex.bodies]
            if ((fields['body_weldid'][flex.bodies] > 0) & (dofs != 3)).any():
                moving = []  # vertices of other moving bodies: stiffness is no matter of single vertices
                break
            moving += (start + np.flatnonzero(dofs == 3)).tolist()
            edges += [*(start + flex.edges).tolist(), *(start + flex.flaps[flex.flaps[:, 1] >= 0]).tolist()]
        start += len(flex.points)
    bodies = np.concatenate([flex.bodies for flex in flexes])
    first = np.array(elimination_order(moving, edges), dtype=int)
    order = fields['body_dofadr'][bodies[first]].tolist()
    size = min(draft.sizes['nv'] // 3, draft.sizes['nflexvert'])
    fields['efmC_perm'] = column('efmC_perm', (order + [-1] * size)[:size])
    draft.sizes['nefmCvert'] = size
