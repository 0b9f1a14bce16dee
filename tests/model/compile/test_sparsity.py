"""Sparsity patterns against dense matrices."""

import numpy as np
import pytest

from model.random_models import RandomModel
from model.twins import world
from torsor.model.load import compile_string

TREE = world(
    '<body><joint/><geom size=".1" pos=".1 0 0"/><body><joint/><geom size=".1" pos=".1 0 0"/><body><geom size=".1"/>'
    '</body></body><body><joint type="ball"/><geom size=".1"/></body></body><body><freejoint/><geom size=".1"/></body>'
)
MODELS = [TREE, RandomModel(3, 4).xml, world()]


def dense_coupling(fields):
    """couples[i, j]: one of the dofs is an ancestor of the other, or they are the same."""
    nv = len(fields['dof_parentid'])
    couples = np.eye(nv, dtype=bool)
    for i in range(nv):
        j = i
        while j >= 0:
            couples[i, j] = couples[j, i] = True
            j = fields['dof_parentid'][j]
    return couples


def positions(fields, name):
    """Row and column of every entry of a pattern."""
    rows = np.repeat(np.arange(len(fields[f'{name}_rownnz'])), fields[f'{name}_rownnz'])
    return rows, fields[f'{name}_colind']


@pytest.mark.parametrize('xml', MODELS)
def test_patterns_are_the_coupling(xml):
    fields = compile_string(xml).fields
    couples = dense_coupling(fields)
    d = np.zeros_like(couples)
    d[positions(fields, 'D')] = True
    assert np.array_equal(d, couples)
    simple = fields['dof_simplenum'] > 0
    lower = np.tril(couples)
    lower[simple] = np.eye(len(couples), dtype=bool)[simple]
    m = np.zeros_like(couples)
    m[positions(fields, 'M')] = True
    assert np.array_equal(m, lower)


@pytest.mark.parametrize('xml', MODELS)
def test_maps_point_to_the_same_entry(xml):
    fields = compile_string(xml).fields
    m_rows, m_columns = positions(fields, 'M')
    d_rows, d_columns = positions(fields, 'D')
    assert np.array_equal(d_rows[fields['mapD2M']], m_rows)
    assert np.array_equal(d_columns[fields['mapD2M']], m_columns)
    stored = fields['mapM2D'] >= 0
    source = fields['mapM2D'][stored]
    assert np.array_equal(np.maximum(d_rows, d_columns)[stored], m_rows[source])
    assert np.array_equal(np.minimum(d_rows, d_columns)[stored], m_columns[source])
    assert np.array_equal(d_columns[fields['D_rowadr'] + fields['D_diag']], np.arange(len(fields['D_diag'])))


@pytest.mark.parametrize('xml', MODELS)
def test_older_order_goes_up_from_the_dof(xml):
    fields = compile_string(xml).fields
    older = []  # row and column of every entry, as the tree gives them
    for i in range(len(fields['dof_parentid'])):
        assert fields['dof_Madr'][i] == len(older)
        j = i
        while j >= 0:
            older.append((i, j))
            j = fields['dof_parentid'][j]
    assert [older[k] for k in fields['mapM2M']] == list(
        zip(*map(np.ndarray.tolist, positions(fields, 'M')), strict=True)
    )
