"""Rows of contacts: how the point of contact of the second body moves as seen from the first, in the contact frame.

An elliptic cone has a row for each direction: the normal, two tangents, spin about the normal, roll about the tangents.
A pyramid has two for each direction of friction, the normal plus and minus the direction times its coefficient.
"""

from ...jit import helper, stage
from ...jit.lanes import maximum, sqrt, where
from ...jit.structs import width
from ...jit.values import cross, dot
from ..common.chain import last_dof, tree_centre
from ..common.names import MINVAL, PYRAMIDAL, ROW_ELLIPTIC, ROW_FRICTIONLESS, ROW_PYRAMIDAL
from ..common.settings import has_sparse_rows
from .rows import append, count_parted, count_unused, set_column

NO_DOFS = 3  # contact.exclude: nothing can move the bodies apart


@helper
def contact_body(m, d, c, side):
    return m.geom_bodyid[d.contact.geom[c, side]]


@helper
def is_pyramid(m, d, c):
    return m.opt.cone == PYRAMIDAL and d.contact.dim[c] > 1


@helper
def contact_size(m, d, c):
    """Rows of a contact."""
    return 2 * (d.contact.dim[c] - 1) if is_pyramid(m, d, c) else d.contact.dim[c]


@helper
def contact_entries(m, d, c):
    """Entries in each row of a contact, if the Jacobian is sparse: dofs that move both bodies alike have none."""
    return count_parted(m, last_dof(m, contact_body(m, d, c, 0)), last_dof(m, contact_body(m, d, c, 1)))


@helper
def put_edges(d, at, stride, normal, along):
    """Store an entry of the two rows of a direction of friction; returns where it is in the row after them."""
    d.efc_J[at], d.efc_J[at + stride] = normal + along, normal - along
    return at + 2 * stride


@helper
def put_pyramid(d, c, frame, dim, at, stride, linear, angular):
    """Store an entry of the rows of a pyramid: velocities of the contact by the motion of one dof."""
    normal = dot(frame.row_x, linear)
    at = put_edges(d, at, stride, normal, d.contact.friction[c, 0] * dot(frame.row_y, linear))
    at = put_edges(d, at, stride, normal, d.contact.friction[c, 1] * dot(frame.row_z, linear))
    if dim > 3:
        at = put_edges(d, at, stride, normal, d.contact.friction[c, 2] * dot(frame.row_x, angular))
    if dim > 4:
        at = put_edges(d, at, stride, normal, d.contact.friction[c, 3] * dot(frame.row_y, angular))
        put_edges(d, at, stride, normal, d.contact.friction[c, 4] * dot(frame.row_z, angular))


@helper
def put_directions(d, frame, dim, at, stride, linear, angular):
    """Store an entry of the rows of an elliptic or frictionless contact."""
    d.efc_J[at] = dot(frame.row_x, linear)
    if dim > 1:
        d.efc_J[at + stride], d.efc_J[at + 2 * stride] = dot(frame.row_y, linear), dot(frame.row_z, linear)
    if dim > 3:
        d.efc_J[at + 3 * stride] = dot(frame.row_x, angular)
    if dim > 4:
        d.efc_J[at + 4 * stride], d.efc_J[at + 5 * stride] = dot(frame.row_y, angular), dot(frame.row_z, angular)


@helper
def put_contact(m, d, c, pyramid, count, start, stride):
    """Store the Jacobian of a contact: walk up the dofs of both bodies until they meet."""
    b1, b2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    arm1, arm2 = d.contact.pos[c] - tree_centre(m, d, b1), d.contact.pos[c] - tree_centre(m, d, b2)
    i, j, entry = last_dof(m, b1), last_dof(m, b2), stride
    frame, dim = d.contact.frame[c], d.contact.dim[c]
    while i != j:
        if i > j:
            k, sign, arm = i, -1.0, arm1
            i = m.dof_parentid[i]
        else:
            k, sign, arm = j, 1.0, arm2
            j = m.dof_parentid[j]
        motion, entry = d.cdof[k], entry - 1
        linear, angular = (motion.lin + cross(motion.ang, arm)) * sign, motion.ang * sign
        at = set_column(m, d, start, stride, count, entry, k)
        if pyramid:
            put_pyramid(d, c, frame, dim, at, stride, linear, angular)
        else:
            put_directions(d, frame, dim, at, stride, linear, angular)


@helper
def is_here(d, c):
    """In which worlds a contact acts; it is farther than its margin where only neighbours in registers have it.

    A world by itself has no other contacts than its own, of which some act from farther away: those that adhere, and
    those of geoms that are about to meet.
    """
    return (d.contact.dist[c] < d.contact.includemargin[c]) | (width(d) == 1)


@helper
def set_contact(m, d, c, pyramid, row, count, here):
    """Position, margin and estimated diagonal of J inv(M) J' of the rows of a contact."""
    b1, b2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    linear = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    angular = m.body_invweight0[b1, 1] + m.body_invweight0[b2, 1]
    for r in range(count):
        if pyramid:
            mu = d.contact.friction[c, r // 2]
            d.efc_diagA[row + r] = linear + mu * mu * (linear if r < 4 else angular)
        else:
            d.efc_diagA[row + r] = linear if r < 3 else angular
        d.efc_pos[row + r], d.efc_margin[row + r] = 0.0, 0.0
        if pyramid or r == 0:
            d.efc_pos[row + r] = where(here, d.contact.dist[c], d.contact.includemargin[c])
            d.efc_margin[row + r] = d.contact.includemargin[c]


@helper
def add_contact_rows(m, d, c):
    """The rows of one contact, unless it has none."""
    row, count, pyramid = d.nefc, contact_size(m, d, c), is_pyramid(m, d, c)
    here = is_here(d, c)
    if last_dof(m, contact_body(m, d, c, 0)) == last_dof(m, contact_body(m, d, c, 1)):
        d.contact.exclude[c] = NO_DOFS
        count_unused(m, d, here, count)
        return
    kind = ROW_PYRAMIDAL if pyramid else ROW_ELLIPTIC
    if d.contact.dim[c] == 1:
        kind = ROW_FRICTIONLESS
    entries = contact_entries(m, d, c) if has_sparse_rows(m, d) else 0
    start, stride = append(m, d, kind, c, count, entries, here)
    put_contact(m, d, c, pyramid, count, start, stride)
    set_contact(m, d, c, pyramid, row, count, here)
    d.contact.efc_address[c] = row
    if d.contact.dim[c] > 1:
        d.contact.mu[c] = d.contact.friction[c, 0] / sqrt(maximum(m.opt.impratio, MINVAL))


@helper
def clear_cones(d):
    """Set contact.H to zero where nobody has yet: only elliptic cones need it, and it is half of a contact."""
    for c in range(d.work.cone_num, d.ncon):
        for i in range(36):
            d.contact.H[c, i] = 0.0
    d.work.cone_num = d.ncon


@stage
def contact_rows(m, d):
    """Append the rows of contacts."""
    if m.opt.cone != PYRAMIDAL:
        clear_cones(d)
    for c in range(d.ncon):
        d.contact.efc_address[c], d.contact.mu[c] = -1, 0.0
        if d.contact.exclude[c] == 0:
            add_contact_rows(m, d, c)
