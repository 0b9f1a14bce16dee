"""The dofs that move a body: from the one nearest to it along `dof_parentid` to the root."""

from ...jit import helper


@helper
def last_dof(m, b):
    """The last of the dofs that move body b, or -1; a body without joints moves with the one it is fixed to."""
    carrier = m.body_weldid[b]
    return m.body_dofadr[carrier] + m.body_dofnum[carrier] - 1 if m.body_dofnum[carrier] > 0 else -1


@helper
def tree_centre(m, d, b):
    """The point about which the spatial quantities of body b are taken."""
    return d.subtree_com[m.body_rootid[b]]


@helper
def is_below(m, b, top):
    """Whether a body is in the subtree of another."""
    while b > top:
        b = m.body_parentid[b]
    return b == top
