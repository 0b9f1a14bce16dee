"""Constraint rows by dense formulas, from the wheel's positions, velocities and contacts."""

from dataclasses import dataclass, field

import mujoco
import numpy as np

MINVAL, MINIMP, MAXIMP, MINMU = 1e-15, 1e-4, 0.9999, 1e-5
EQUALITY, FRICTION_DOF, FRICTION_TENDON, LIMIT_JOINT, LIMIT_TENDON, FRICTIONLESS, PYRAMIDAL, ELLIPTIC = range(8)
BODY = int(mujoco.mjtObj.mjOBJ_BODY)


@dataclass
class Rows:
    """Rows of one constraint: what the order of the solver's arrays is made from."""

    kind: int
    id: int
    J: np.ndarray
    pos: np.ndarray
    diag: np.ndarray
    solref: np.ndarray
    solimp: np.ndarray
    residual: float  # what the impedance is a function of
    margin: np.ndarray | float = 0.0
    frictionloss: float = 0.0
    solreffriction: np.ndarray = field(default_factory=lambda: np.zeros(2))
    bias: np.ndarray = field(default_factory=lambda: np.zeros(1))  # rate of J times qvel
    surface: np.ndarray | float = 0.0  # velocity of moving surfaces along each row
    adhesion: np.ndarray | float = 0.0  # attraction along each row
    contact: int = -1


# ---- Jacobians ----
def point_jacobian(m, d, point, body):
    jacp, jacr = np.zeros((2, 3, m.nv))
    mujoco.mj_jac(m, d, jacp, jacr, point, body)
    return jacp, jacr


def jacobian_rate(m, d, point, body):
    jacp, jacr = np.zeros((2, 3, m.nv))
    mujoco.mj_jacDot(m, d, jacp, jacr, point, body)
    return jacp, jacr


def tendon_jacobian(m, d, t):
    row = np.zeros(m.nv)
    entries = slice(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t])
    row[m.ten_J_colind[entries]] = d.ten_J[entries]
    return row


def unit(m, i):
    return np.eye(m.nv)[i]


# ---- quaternions ----
def multiply(p, q):
    return np.concatenate([[p[0] * q[0] - p[1:] @ q[1:]], p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])])


def conjugate(q):
    return q * (1, -1, -1, -1)


def pure(v):
    return np.concatenate([[0], v])


# ---- equality ----
def equalities(m, d):
    for e in range(m.neq):
        if d.eq_active[e]:
            yield EQUALITY_KINDS[m.eq_type[e]](m, d, e)


def equality(m, e, J, pos, diag, bias=None):
    pos, J = np.atleast_1d(pos), np.atleast_2d(J)
    residual = pos[0] if len(pos) == 1 else np.linalg.norm(pos)
    return Rows(EQUALITY, e, J, pos, diag * np.ones(len(pos)), m.eq_solref[e], m.eq_solimp[e], residual,
                bias=np.zeros(len(pos)) if bias is None else bias)


def anchors(m, d, e):
    """(body, point, orientation) of both sides of a connect or weld."""
    first, second = m.eq_obj1id[e], m.eq_obj2id[e]
    if m.eq_objtype[e] == BODY:
        local = (0, 3) if m.eq_type[e] == 0 else (3, 0)
        turn = (m.eq_data[e, 6:10], np.array([1.0, 0, 0, 0]))
        return [(b, d.xpos[b] + d.xmat[b].reshape(3, 3) @ m.eq_data[e, k:k + 3], multiply(d.xquat[b], q))
                for b, k, q in zip((first, second), local, turn)]
    return [(m.site_bodyid[s], d.site_xpos[s], d.site_xquat[s]) for s in (first, second)]


def translation(m, d, e):
    """Residual, Jacobian and Jdot v of the distance of two points."""
    (b1, p1, _), (b2, p2, _) = anchors(m, d, e)
    J = point_jacobian(m, d, p1, b1)[0] - point_jacobian(m, d, p2, b2)[0]
    rate = jacobian_rate(m, d, p1, b1)[0] - jacobian_rate(m, d, p2, b2)[0]
    return p1 - p2, J, rate @ d.qvel


def rotation(m, d, e):
    """Residual, Jacobian and Jdot v of the orientation of one frame in another."""
    (b1, p1, q1), (b2, p2, q2) = anchors(m, d, e)
    scale = m.eq_data[e, 10]

    def turn(w):
        return 0.5 * scale * multiply(multiply(conjugate(q2), pure(w)), q1)[1:]

    J1, J2 = point_jacobian(m, d, p1, b1)[1], point_jacobian(m, d, p2, b2)[1]
    D1, D2 = jacobian_rate(m, d, p1, b1)[1], jacobian_rate(m, d, p2, b2)[1]
    w1, w2 = J1 @ d.qvel, J2 @ d.qvel
    J = np.array([turn(column) for column in (J1 - J2).T]).T.reshape(3, m.nv)
    moving1, moving2 = 0.5 * multiply(pure(w1), q1), 0.5 * multiply(pure(w2), q2)
    bias = turn((D1 - D2) @ d.qvel) + 0.5 * scale * (
        multiply(multiply(conjugate(moving2), pure(w1 - w2)), q1)
        + multiply(multiply(conjugate(q2), pure(w1 - w2)), moving1))[1:]
    return scale * multiply(conjugate(q2), q1)[1:], J, bias


def weights(m, d, e):
    (b1, *_), (b2, *_) = anchors(m, d, e)
    return m.body_invweight0[b1] + m.body_invweight0[b2]


def connect(m, d, e):
    pos, J, bias = translation(m, d, e)
    return equality(m, e, J, pos, weights(m, d, e)[0], bias)


def weld(m, d, e):
    pos, J, bias = (np.concatenate(x) for x in zip(translation(m, d, e), rotation(m, d, e)))
    return equality(m, e, J, pos, weights(m, d, e).repeat(3), bias)


def coupling(m, e, values, jacobians, weights):
    """Residual y - p(x) of one or two scalars, given as differences from their references."""
    c = m.eq_data[e, :5]
    if len(values) == 1:
        return equality(m, e, jacobians[0], values[0] - c[0], weights[0])
    p = np.polynomial.Polynomial(c)
    y, x = values
    return equality(m, e, jacobians[0] - p.deriv()(x) * jacobians[1], y - p(x), sum(weights))


def sides(m, e):
    return [i for i in (m.eq_obj1id[e], m.eq_obj2id[e]) if i >= 0]


def joint_coupling(m, d, e):
    joints = sides(m, e)
    dofs, q = m.jnt_dofadr[joints], m.jnt_qposadr[joints]
    return coupling(m, e, d.qpos[q] - m.qpos0[q], [unit(m, i) for i in dofs], m.dof_invweight0[dofs])


def tendon_coupling(m, d, e):
    tendons = sides(m, e)
    lengths = d.ten_length[tendons] - m.tendon_length0[tendons]
    return coupling(m, e, lengths, [tendon_jacobian(m, d, t) for t in tendons], m.tendon_invweight0[tendons])


EQUALITY_KINDS = (connect, weld, joint_coupling, tendon_coupling)


# ---- dry friction and limits ----
def frictions(m, d):
    zero = np.zeros(1)
    for i in range(m.nv):
        if m.dof_frictionloss[i] > 0:
            yield Rows(FRICTION_DOF, i, unit(m, i)[None], zero, m.dof_invweight0[[i]], m.dof_solref[i],
                       m.dof_solimp[i], 0.0, frictionloss=m.dof_frictionloss[i])
    for t in range(m.ntendon):
        if m.tendon_frictionloss[t] > 0:
            yield Rows(FRICTION_TENDON, t, tendon_jacobian(m, d, t)[None], zero, m.tendon_invweight0[[t]],
                       m.tendon_solref_fri[t], m.tendon_solimp_fri[t], 0.0, frictionloss=m.tendon_frictionloss[t])


def limits(m, d):
    for j in range(m.njnt):
        if m.jnt_limited[j]:
            i = m.jnt_dofadr[j]
            rows = ball_limit(m, d, j) if m.jnt_type[j] == 1 else scalar_limits(
                d.qpos[m.jnt_qposadr[j]], m.jnt_range[j], unit(m, i))
            for distance, J in rows:
                if distance < m.jnt_margin[j]:
                    yield Rows(LIMIT_JOINT, j, J[None], np.array([distance]), m.dof_invweight0[[i]], m.jnt_solref[j],
                               m.jnt_solimp[j], distance - m.jnt_margin[j], margin=m.jnt_margin[j])
    for t in range(m.ntendon):
        if m.tendon_limited[t]:
            for distance, J in scalar_limits(d.ten_length[t], m.tendon_range[t], tendon_jacobian(m, d, t)):
                if distance < m.tendon_margin[t]:
                    yield Rows(LIMIT_TENDON, t, J[None], np.array([distance]), m.tendon_invweight0[[t]],
                               m.tendon_solref_lim[t], m.tendon_solimp_lim[t], distance - m.tendon_margin[t],
                               margin=m.tendon_margin[t])


def scalar_limits(value, bounds, J):
    return [(value - bounds[0], J), (bounds[1] - value, -J)]


def ball_limit(m, d, j):
    q = d.qpos[m.jnt_qposadr[j]:][:4] / np.linalg.norm(d.qpos[m.jnt_qposadr[j]:][:4])
    q = q if q[0] >= 0 else -q
    sine = np.linalg.norm(q[1:])
    angle, axis = 2 * np.arctan2(sine, q[0]), q[1:] / sine
    J = np.zeros(m.nv)
    J[m.jnt_dofadr[j]:][:3] = -axis
    return [(m.jnt_range[j].max() - angle, J)]


# ---- contacts ----
def contacts(m, d):
    for c in range(d.ncon):
        if d.contact.exclude[c] == 0:
            yield contact(m, d, c)


def contact(m, d, c):
    con = d.contact[c]
    b1, b2 = m.geom_bodyid[con.geom]
    (p1, r1), (p2, r2) = (point_jacobian(m, d, con.pos, b) for b in (b1, b2))
    frame = con.frame.reshape(3, 3)
    S = np.concatenate([frame @ (p2 - p1), frame @ (r2 - r1)])[:con.dim]
    weight = (m.body_invweight0[b1] + m.body_invweight0[b2]).repeat(3)[:con.dim]
    surface = np.concatenate([[0], con.surfacevel, [0, 0]])[:con.dim]
    distance, margin, adhesion = con.dist, con.includemargin, con.adhesion * np.eye(con.dim)[0]
    if con.dim == 1:
        kind, J, pos, diag = FRICTIONLESS, S, np.array([distance]), weight
    elif m.opt.cone:
        kind, J, diag = ELLIPTIC, S, weight
        pos = np.concatenate([[distance], np.zeros(con.dim - 1)])
    else:
        kind = PYRAMIDAL
        E = [(mu, k) for k in range(1, con.dim) for mu in (con.friction[k - 1], -con.friction[k - 1])]
        J = np.array([S[0] + mu * S[k] for mu, k in E]).reshape(-1, m.nv)
        diag = np.array([weight[0] + mu * mu * weight[k] for mu, k in E])
        pos, adhesion = distance * np.ones(len(E)), con.adhesion / len(E)
        surface = np.array([mu * surface[k] for mu, k in E])
    return Rows(kind, c, J, pos, diag, con.solref, con.solimp, distance - margin,
                margin=margin * (pos != 0) if kind == ELLIPTIC else margin,
                solreffriction=con.solreffriction, surface=surface, adhesion=adhesion, contact=c)


# ---- impedance ----
def impedance(solimp, x):
    """Impedance d(|x|) and its slope."""
    low, high = np.clip(solimp[:2], MINIMP, MAXIMP)
    width, middle, power = max(solimp[2], 0), np.clip(solimp[3], MINIMP, MAXIMP), max(solimp[4], 1)
    if low == high or width <= MINVAL:
        return 0.5 * (low + high), 0.0
    s = abs(x) / width
    if s >= 1 or s == 0:
        return (high if s >= 1 else low), 0.0
    if power == 1:
        y, slope = s, 1
    elif s <= middle:
        y, slope = s**power / middle**(power - 1), power * (s / middle)**(power - 1)
    else:
        y = 1 - (1 - s)**power / (1 - middle)**(power - 1)
        slope = power * ((1 - s) / (1 - middle))**(power - 1)
    return low + y * (high - low), slope * (high - low) * np.sign(x) / width


def is_discrete(m):
    return m.opt.integrator == mujoco.mjtIntegrator.mjINT_DISCRETE


def stiffness_and_damping(m, solref, high):
    """K and B of a spring, before the impedance scales it."""
    timeconst, dampratio = solref
    safe = not m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_REFSAFE
    if safe and timeconst > 0 and not is_discrete(m):
        timeconst = max(timeconst, 2 * m.opt.timestep)
    k = -timeconst / high**2 if timeconst <= 0 else 1 / max(MINVAL, high * timeconst * dampratio)**2
    b = -dampratio / high if dampratio <= 0 else 2 / max(MINVAL, high * timeconst)
    return k, b


def resolved(m, solref, K, B, imp):
    """K and B of a unilateral row that the discrete step is too long for."""
    h = m.opt.timestep
    safe = not m.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_REFSAFE
    if is_discrete(m) and safe and solref[0] > 0 and K * imp * h * h > 1:
        K = 1 / (h * h * imp)
        room = MAXIMP / (1 - MAXIMP) * (1 - imp) / imp - 2  # what the cap on the effective impedance leaves to damping
        B = max(0, min(2 * solref[1] * np.sqrt(K), room / h))
    return K, B


def parameters(m, rows):
    """KBIP of each row of a constraint."""
    high = np.clip(rows.solimp[1], MINIMP, MAXIMP)
    imp, P = impedance(rows.solimp, rows.residual)
    table = []
    for k in range(len(rows.pos)):
        tangent = rows.kind == ELLIPTIC and k > 0
        solref = rows.solreffriction if tangent and rows.solreffriction.any() else rows.solref
        K, B = stiffness_and_damping(m, solref, high)
        if tangent or rows.kind in (FRICTION_DOF, FRICTION_TENDON):
            K = 0.0
        elif rows.kind != EQUALITY:
            K, B = resolved(m, solref, K, B, imp)
        table.append((K, B, imp, P))
    return np.array(table)


def regularisation(m, d, rows, diag, KBIP):
    imp = KBIP[:, 2]
    R = np.maximum(MINVAL, (1 - imp) / imp * diag)
    if is_discrete(m):
        R = np.maximum(MINVAL, np.maximum(R / step_scale(m, KBIP), (1 - MAXIMP) / MAXIMP * diag))
    if rows.kind in (PYRAMIDAL, ELLIPTIC):
        friction = d.contact.friction[rows.contact]
        impratio = max(MINVAL, m.opt.impratio)
        if rows.kind == ELLIPTIC:
            R[1] = R[0] / impratio
            for k in range(2, len(R)):
                R[k] = R[1] * friction[0]**2 / friction[k - 1]**2
        else:
            R[:] = 2 * friction[0]**2 * R[0] / impratio
    return R


def step_scale(m, KBIP):
    """How much stronger a spring is that acts at the end of the step."""
    K, B, imp, _ = KBIP.T
    h = m.opt.timestep
    return 1 + h * B + h * h * K * imp


def diagonal(m, d, rows):
    """Diagonal of J inv(M) J', estimated from that of the reference pose or exact."""
    if not m.opt.enableflags & mujoco.mjtEnableBit.mjENBL_DIAGEXACT:
        return rows.diag * (metric_ratio(m, d, rows.J) if is_discrete(m) else 1)
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, d, M)
    if is_discrete(m):
        M += np.diag(d.efm_sdiag) + fluid_metric(m, d)
    return np.einsum('ri,ri->r', rows.J, np.linalg.solve(M, rows.J.T).T)


def metric_ratio(m, d, J):
    """How much smaller the diagonal gets by the metric of the discrete step, from the diagonals of the metrics."""
    M = d.M[m.M_rowadr + m.M_rownnz - 1]
    before, after = (J**2 / M).sum(1), (J**2 / (M + d.efm_sdiag)).sum(1)
    return np.where(before > MINVAL, after / np.maximum(before, MINVAL), 1)


def fluid_metric(m, d):
    """Off-diagonal drag of fluids in the metric."""
    full = np.zeros((m.nv, m.nv))
    mujoco.mju_sym2dense(full, d.efm_fluid, m.M_rownnz, m.M_rowadr, m.M_colind)
    return full - np.diag(np.diag(full))


# ---- all rows ----
def all_rows(m, d):
    off, bit = m.opt.disableflags, mujoco.mjtDisableBit
    if off & bit.mjDSBL_CONSTRAINT:
        return []
    parts = [(bit.mjDSBL_EQUALITY, equalities), (bit.mjDSBL_FRICTIONLOSS, frictions), (bit.mjDSBL_LIMIT, limits),
             (bit.mjDSBL_CONTACT, contacts)]
    found = [rows for flag, part in parts if not off & flag for rows in part(m, d)]
    return [rows for rows in found if rows.J.any()]


def reference_acceleration(m, rows, KBIP, vel, R):
    K, B, imp, _ = KBIP.T
    violation = rows.pos - rows.margin
    if is_discrete(m):
        violation = violation + m.opt.timestep * vel
    aref = -B * vel - K * imp * violation - rows.bias
    return (aref / step_scale(m, KBIP) if is_discrete(m) else aref) + R * rows.adhesion


def fields_of(m, d, rows):
    """Fields of the rows of one constraint."""
    KBIP = parameters(m, rows)
    R = regularisation(m, d, rows, diagonal(m, d, rows), KBIP)
    vel = rows.J @ d.qvel + rows.surface
    every = np.ones(len(rows.pos))
    return dict(type=rows.kind * every, id=rows.id * every, J=rows.J, pos=rows.pos, margin=rows.margin * every,
                frictionloss=rows.frictionloss * every, KBIP=KBIP, D=1 / R, R=R, vel=vel,
                diagA=R * KBIP[:, 2] / (1 - KBIP[:, 2]), aref=reference_acceleration(m, rows, KBIP, vel, R))


def reference(m, d):
    """All fields of the constraint rows: positions, Jacobians, parameters and reference accelerations."""
    groups = [fields_of(m, d, rows) for rows in all_rows(m, d)]
    return {name: np.concatenate([fields[name] for fields in groups]) for name in groups[0]} if groups else {}


# ---- cost ----
SATISFIED, QUADRATIC, LINEARNEG, LINEARPOS, CONE = range(5)


def update(m, d, jar):
    """Cost s(jar) of violating the constraints, the forces -grad s, their states, and the Hessians of cones."""
    cost, force, state, hessians = 0.0, np.zeros(d.nefc), np.zeros(d.nefc, int), {}
    i = 0
    while i < d.nefc:
        kind = d.efc_type[i]
        count = d.contact.dim[d.efc_id[i]] if kind == ELLIPTIC else 1
        rows = slice(i, i + count)
        if kind == ELLIPTIC:
            value, gradient, state[rows], hessian = cone_cost(d, d.efc_id[i], d.efc_D[rows], jar[rows])
            if hessian is not None:
                hessians[int(d.efc_id[i])] = hessian
        else:
            value, gradient, state[rows] = row_cost(kind, d.efc_D[i], d.efc_frictionloss[i], jar[i])
        cost += value
        force[rows] = -gradient
        i += count
    return cost, force, state, hessians


def row_cost(kind, D, most, x):
    if kind in (FRICTION_DOF, FRICTION_TENDON) and abs(x) * D >= most:  # Huber: linear where friction is exhausted
        return most * (abs(x) - 0.5 * most / D), np.sign(x) * most, LINEARPOS if x > 0 else LINEARNEG
    if kind > FRICTION_TENDON and x >= 0:
        return 0.0, 0.0, SATISFIED
    return 0.5 * D * x * x, D * x, QUADRATIC


def cone_cost(d, c, D, x):
    """Squared distance to the dual cone, in the metric D, in scaled coordinates where the cone is circular."""
    mu, dim = d.contact.mu[c], d.contact.dim[c]
    scale = np.concatenate([[mu], d.contact.friction[c, :dim - 1]])
    u = scale * x
    normal, tangent = u[0], np.linalg.norm(u[1:])
    if normal >= mu * tangent or (tangent < MINVAL and normal >= 0):
        return 0.0, np.zeros(dim), SATISFIED, None
    if mu * normal + tangent <= 0 or (tangent < MINVAL and normal < 0):
        return 0.5 * (D * x * x).sum(), D * x, QUADRATIC, None
    weight = D[0] / (mu * mu * (1 + mu * mu))
    gap = normal - mu * tangent
    direction = u[1:] / tangent
    slope = np.concatenate([[1], -mu * direction])
    curvature = np.outer(slope, slope)
    curvature[1:, 1:] -= gap * mu / tangent * (np.eye(dim - 1) - np.outer(direction, direction))
    return 0.5 * weight * gap**2, weight * gap * slope * scale, CONE, weight * curvature * np.outer(scale, scale)
