# Written by tools/make_stub.py; do not edit.
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .schema.codes import *
from .schema.constants import *

__version__: str

HEADERS_DIR: str
MJTNUM_DTYPE: Any
MjStruct: Any
PLUGINS_DIR: str
found: Any

class FatalError(Exception): ...

class GLContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def as_current(self) -> Any: ...
    def free(self) -> None: ...
    def make_current(self) -> None: ...

class MjByteVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str) -> Any: ...

class MjCharVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str, count: int = ...) -> MjCharVec: ...

class MjContact:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    H: np.ndarray
    adhesion: float
    dim: int
    dist: float
    efc_address: int
    elem: np.ndarray
    exclude: int
    flex: np.ndarray
    frame: np.ndarray
    friction: np.ndarray
    geom: np.ndarray
    geom1: int
    geom2: int
    includemargin: float
    mu: float
    pos: np.ndarray
    solimp: np.ndarray
    solref: np.ndarray
    solreffriction: np.ndarray
    surfacevel: np.ndarray
    vert: np.ndarray

class MjData:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    M: np.ndarray
    act: np.ndarray
    act_dot: np.ndarray
    def actuator(self, name: str | int = ...) -> Any: ...
    actuator_force: np.ndarray
    actuator_length: np.ndarray
    actuator_moment: np.ndarray
    actuator_velocity: np.ndarray
    def bind(self, elements: Any) -> Any: ...
    def bind_scalar(self, element: Any) -> Any: ...
    def body(self, name: str | int = ...) -> Any: ...
    body_awake: np.ndarray
    body_awake_ind: np.ndarray
    bvh_aabb_dyn: np.ndarray
    bvh_active: np.ndarray
    cacc: np.ndarray
    def cam(self, name: str | int = ...) -> Any: ...
    cam_xmat: np.ndarray
    cam_xpos: np.ndarray
    def camera(self, name: str | int = ...) -> Any: ...
    cdof: np.ndarray
    cdof_dot: np.ndarray
    cfrc_ext: np.ndarray
    cfrc_int: np.ndarray
    cinert: np.ndarray
    contact: Any
    crb: np.ndarray
    ctrl: np.ndarray
    cvel: np.ndarray
    dof_awake_ind: np.ndarray
    dof_island: np.ndarray
    efc_AR: np.ndarray
    efc_AR_colind: np.ndarray
    efc_AR_rowadr: np.ndarray
    efc_AR_rownnz: np.ndarray
    efc_D: np.ndarray
    efc_J: np.ndarray
    efc_J_colind: np.ndarray
    efc_J_rowadr: np.ndarray
    efc_J_rownnz: np.ndarray
    efc_J_rowsuper: np.ndarray
    efc_KBIP: np.ndarray
    efc_R: np.ndarray
    efc_Y: np.ndarray
    efc_Y_colind: np.ndarray
    efc_Y_rowadr: np.ndarray
    efc_Y_rownnz: np.ndarray
    efc_aref: np.ndarray
    efc_b: np.ndarray
    efc_diagA: np.ndarray
    efc_force: np.ndarray
    efc_frictionloss: np.ndarray
    efc_id: np.ndarray
    efc_island: np.ndarray
    efc_margin: np.ndarray
    efc_pos: np.ndarray
    efc_state: np.ndarray
    efc_type: np.ndarray
    efc_vel: np.ndarray
    efm_K_colind: np.ndarray
    efm_K_rowadr: np.ndarray
    efm_K_rownnz: np.ndarray
    efm_K_val: np.ndarray
    efm_L: np.ndarray
    efm_active: int
    efm_aid: np.ndarray
    efm_ak: np.ndarray
    efm_as: np.ndarray
    efm_c: np.ndarray
    efm_ca: np.ndarray
    efm_ck: np.ndarray
    efm_con_ind: np.ndarray
    efm_con_val: np.ndarray
    efm_diag: np.ndarray
    efm_dofid: np.ndarray
    efm_fluid: np.ndarray
    efm_sdiag: np.ndarray
    efm_tid: np.ndarray
    efm_tk: np.ndarray
    efm_ts: np.ndarray
    energy: np.ndarray
    eq_active: np.ndarray
    flex_hessian_valid: np.ndarray
    flexedge_J: np.ndarray
    flexedge_hessian: np.ndarray
    flexedge_length: np.ndarray
    flexedge_velocity: np.ndarray
    flexelem_aabb: np.ndarray
    flexelem_krot: np.ndarray
    flexvert_conage: np.ndarray
    flexvert_hessian: np.ndarray
    flexvert_lambda: np.ndarray
    flexvert_xpos: np.ndarray
    flg_energypos: bool
    flg_energyvel: bool
    flg_rnepost: bool
    flg_subtreevel: bool
    def geom(self, name: str | int = ...) -> Any: ...
    geom_xmat: np.ndarray
    geom_xpos: np.ndarray
    geom_xquat: np.ndarray
    history: np.ndarray
    iacc: np.ndarray
    iacc_smooth: np.ndarray
    iefc_D: np.ndarray
    iefc_R: np.ndarray
    iefc_aref: np.ndarray
    iefc_force: np.ndarray
    iefc_frictionloss: np.ndarray
    iefc_id: np.ndarray
    iefc_state: np.ndarray
    iefc_type: np.ndarray
    ifrc_constraint: np.ndarray
    ifrc_smooth: np.ndarray
    island_dofadr: np.ndarray
    island_idofadr: np.ndarray
    island_iefcadr: np.ndarray
    island_itreeadr: np.ndarray
    island_ne: np.ndarray
    island_nefc: np.ndarray
    island_nf: np.ndarray
    island_ntree: np.ndarray
    island_nv: np.ndarray
    def jnt(self, name: str | int = ...) -> Any: ...
    def joint(self, name: str | int = ...) -> Any: ...
    def light(self, name: str | int = ...) -> Any: ...
    light_xdir: np.ndarray
    light_xpos: np.ndarray
    map_dof2idof: np.ndarray
    map_efc2iefc: np.ndarray
    map_idof2dof: np.ndarray
    map_iefc2efc: np.ndarray
    map_itree2tree: np.ndarray
    maxuse_arena: int
    maxuse_con: int
    maxuse_efc: int
    maxuse_stack: int
    mocap_pos: np.ndarray
    mocap_quat: np.ndarray
    model: MjModel
    moment_colind: np.ndarray
    moment_rowadr: np.ndarray
    moment_rownnz: np.ndarray
    nA: int
    nJ: int
    nY: int
    narena: int
    nbody_awake: int
    nbuffer: int
    ncon: int
    ne: int
    nefc: int
    nefmA: int
    nefmK: int
    nefmL: int
    nefmT: int
    nefmcon: int
    nefmdof: int
    nf: int
    nidof: int
    nisland: int
    nl: int
    nparent_awake: int
    nplugin: int
    ntree_awake: int
    nv_awake: int
    parena: int
    parent_awake_ind: np.ndarray
    pbase: int
    plastic: np.ndarray
    plugin: np.ndarray
    plugin_data: np.ndarray
    plugin_state: np.ndarray
    pstack: int
    qDeriv: np.ndarray
    qH: np.ndarray
    qHDiagInv: np.ndarray
    qLD: np.ndarray
    qLDiagInv: np.ndarray
    qLU: np.ndarray
    qacc: np.ndarray
    qacc_smooth: np.ndarray
    qacc_warmstart: np.ndarray
    qfrc_actuator: np.ndarray
    qfrc_adhesion: np.ndarray
    qfrc_applied: np.ndarray
    qfrc_bias: np.ndarray
    qfrc_constraint: np.ndarray
    qfrc_damper: np.ndarray
    qfrc_fluid: np.ndarray
    qfrc_gravcomp: np.ndarray
    qfrc_inverse: np.ndarray
    qfrc_passive: np.ndarray
    qfrc_smooth: np.ndarray
    qfrc_spring: np.ndarray
    qpos: np.ndarray
    qvel: np.ndarray
    def sensor(self, name: str | int = ...) -> Any: ...
    sensordata: np.ndarray
    signature: int
    def site(self, name: str | int = ...) -> Any: ...
    site_xmat: np.ndarray
    site_xpos: np.ndarray
    site_xquat: np.ndarray
    solver: Any
    solver_fwdinv: np.ndarray
    solver_niter: np.ndarray
    solver_nnz: np.ndarray
    subtree_angmom: np.ndarray
    subtree_com: np.ndarray
    subtree_linvel: np.ndarray
    def ten(self, name: str | int = ...) -> Any: ...
    ten_J: np.ndarray
    ten_length: np.ndarray
    ten_velocity: np.ndarray
    ten_wrapadr: np.ndarray
    ten_wrapnum: np.ndarray
    def tendon(self, name: str | int = ...) -> Any: ...
    tendon_efcadr: np.ndarray
    threadpool: int
    time: float
    timer: Any
    tree_asleep: np.ndarray
    tree_awake: np.ndarray
    tree_island: np.ndarray
    userdata: np.ndarray
    warning: Any
    wrap_obj: np.ndarray
    wrap_xpos: np.ndarray
    xanchor: np.ndarray
    xaxis: np.ndarray
    xfrc_applied: np.ndarray
    ximat: np.ndarray
    xipos: np.ndarray
    xiquat: np.ndarray
    xmat: np.ndarray
    xpos: np.ndarray
    xquat: np.ndarray

class MjDoubleVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str) -> Any: ...

class MjFloatVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str) -> Any: ...

class MjIntVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str) -> Any: ...

class MjLROpt:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    accel: Any
    interval: Any
    inttotal: Any
    maxforce: Any
    mode: Any
    timeconst: Any
    timestep: Any
    tolrange: Any
    useexisting: Any
    uselimit: Any

class MjLogConfig:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    get: Any
    logfile: Any
    logto_console: Any
    logto_file: Any
    def set(self) -> None: ...
    topics: Any

class MjLogMessage:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    body: Any
    file: Any
    func: Any
    level: Any
    line: Any
    subject: Any
    timestamp: Any
    topic: Any

class MjModel:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    B_colind: np.ndarray
    B_rowadr: np.ndarray
    B_rownnz: np.ndarray
    D_colind: np.ndarray
    D_diag: np.ndarray
    D_rowadr: np.ndarray
    D_rownnz: np.ndarray
    M_colind: np.ndarray
    M_rowadr: np.ndarray
    M_rownnz: np.ndarray
    def actuator(self, name: str | int = ...) -> Any: ...
    actuator_acc0: np.ndarray
    actuator_actadr: np.ndarray
    actuator_actearly: np.ndarray
    actuator_actlimited: np.ndarray
    actuator_actnum: np.ndarray
    actuator_actrange: np.ndarray
    actuator_armature: np.ndarray
    actuator_biasprm: np.ndarray
    actuator_biastype: np.ndarray
    actuator_cranklength: np.ndarray
    actuator_ctrladr: np.ndarray
    actuator_ctrllimited: np.ndarray
    actuator_ctrlnum: np.ndarray
    actuator_ctrlrange: np.ndarray
    actuator_ctrlspec: np.ndarray
    actuator_damping: np.ndarray
    actuator_dampingpoly: np.ndarray
    actuator_delay: np.ndarray
    actuator_dynprm: np.ndarray
    actuator_dyntype: np.ndarray
    actuator_forcelimited: np.ndarray
    actuator_forcerange: np.ndarray
    actuator_gainprm: np.ndarray
    actuator_gaintype: np.ndarray
    actuator_gear: np.ndarray
    actuator_group: np.ndarray
    actuator_history: np.ndarray
    actuator_historyadr: np.ndarray
    actuator_length0: np.ndarray
    actuator_lengthrange: np.ndarray
    actuator_outadr: np.ndarray
    actuator_outnum: np.ndarray
    actuator_plugin: np.ndarray
    actuator_trnid: np.ndarray
    actuator_trntype: np.ndarray
    actuator_user: np.ndarray
    def bind(self, elements: Any) -> Any: ...
    def bind_scalar(self, element: Any) -> Any: ...
    def body(self, name: str | int = ...) -> Any: ...
    body_bvhadr: np.ndarray
    body_bvhnum: np.ndarray
    body_conaffinity: np.ndarray
    body_contype: np.ndarray
    body_dofadr: np.ndarray
    body_dofnum: np.ndarray
    body_geomadr: np.ndarray
    body_geomnum: np.ndarray
    body_gravcomp: np.ndarray
    body_inertia: np.ndarray
    body_invweight0: np.ndarray
    body_ipos: np.ndarray
    body_iquat: np.ndarray
    body_jntadr: np.ndarray
    body_jntnum: np.ndarray
    body_margin: np.ndarray
    body_mass: np.ndarray
    body_mocapid: np.ndarray
    body_parentid: np.ndarray
    body_plugin: np.ndarray
    body_pos: np.ndarray
    body_quat: np.ndarray
    body_rootid: np.ndarray
    body_sameframe: np.ndarray
    body_simple: np.ndarray
    body_subtreemass: np.ndarray
    body_treeid: np.ndarray
    body_user: np.ndarray
    body_weldid: np.ndarray
    bvh_aabb: np.ndarray
    bvh_child: np.ndarray
    bvh_depth: np.ndarray
    bvh_nodeid: np.ndarray
    callbacks: Any
    def cam(self, name: str | int = ...) -> Any: ...
    cam_bodyid: np.ndarray
    cam_fovy: np.ndarray
    cam_intrinsic: np.ndarray
    cam_ipd: np.ndarray
    cam_mat0: np.ndarray
    cam_mode: np.ndarray
    cam_output: np.ndarray
    cam_pos: np.ndarray
    cam_pos0: np.ndarray
    cam_poscom0: np.ndarray
    cam_projection: np.ndarray
    cam_quat: np.ndarray
    cam_resolution: np.ndarray
    cam_sensorsize: np.ndarray
    cam_targetbodyid: np.ndarray
    cam_user: np.ndarray
    def camera(self, name: str | int = ...) -> Any: ...
    dof_M0: np.ndarray
    dof_Madr: np.ndarray
    dof_armature: np.ndarray
    dof_bodyid: np.ndarray
    dof_damping: np.ndarray
    dof_dampingpoly: np.ndarray
    dof_frictionloss: np.ndarray
    dof_invweight0: np.ndarray
    dof_jntid: np.ndarray
    dof_length: np.ndarray
    dof_parentid: np.ndarray
    dof_simplenum: np.ndarray
    dof_solimp: np.ndarray
    dof_solref: np.ndarray
    dof_treeid: np.ndarray
    efm0_L: np.ndarray
    efm0_L_colind: np.ndarray
    efm0_L_rowadr: np.ndarray
    efm0_L_rownnz: np.ndarray
    efm0_dofid: np.ndarray
    efmC_perm: np.ndarray
    def eq(self, name: str | int = ...) -> Any: ...
    eq_active0: np.ndarray
    eq_data: np.ndarray
    eq_obj1id: np.ndarray
    eq_obj2id: np.ndarray
    eq_objtype: np.ndarray
    eq_solimp: np.ndarray
    eq_solref: np.ndarray
    eq_type: np.ndarray
    def equality(self, name: str | int = ...) -> Any: ...
    def exclude(self, name: str | int = ...) -> Any: ...
    exclude_signature: np.ndarray
    flex_activelayers: np.ndarray
    flex_bending: np.ndarray
    flex_bendingadr: np.ndarray
    flex_bvhadr: np.ndarray
    flex_bvhnum: np.ndarray
    flex_cellnum: np.ndarray
    flex_centered: np.ndarray
    flex_conaffinity: np.ndarray
    flex_condim: np.ndarray
    flex_contype: np.ndarray
    flex_damping: np.ndarray
    flex_dim: np.ndarray
    flex_edge: np.ndarray
    flex_edgeadr: np.ndarray
    flex_edgedamping: np.ndarray
    flex_edgeequality: np.ndarray
    flex_edgeflap: np.ndarray
    flex_edgenum: np.ndarray
    flex_edgestiffness: np.ndarray
    flex_elem: np.ndarray
    flex_elemadr: np.ndarray
    flex_elemdataadr: np.ndarray
    flex_elemedge: np.ndarray
    flex_elemedgeadr: np.ndarray
    flex_elemlayer: np.ndarray
    flex_elemnum: np.ndarray
    flex_elemtexcoord: np.ndarray
    flex_flatskin: np.ndarray
    flex_friction: np.ndarray
    flex_gap: np.ndarray
    flex_group: np.ndarray
    flex_interp: np.ndarray
    flex_margin: np.ndarray
    flex_matid: np.ndarray
    flex_node: np.ndarray
    flex_node0: np.ndarray
    flex_nodeadr: np.ndarray
    flex_nodebodyid: np.ndarray
    flex_nodenum: np.ndarray
    flex_passive: np.ndarray
    flex_plasticadr: np.ndarray
    flex_plasticmode: np.ndarray
    flex_priority: np.ndarray
    flex_radius: np.ndarray
    flex_rgba: np.ndarray
    flex_rigid: np.ndarray
    flex_selfcollide: np.ndarray
    flex_shell: np.ndarray
    flex_shelldataadr: np.ndarray
    flex_shellnum: np.ndarray
    flex_size: np.ndarray
    flex_solimp: np.ndarray
    flex_solmix: np.ndarray
    flex_solref: np.ndarray
    flex_stiffness: np.ndarray
    flex_stiffnessadr: np.ndarray
    flex_texcoord: np.ndarray
    flex_texcoordadr: np.ndarray
    flex_vert: np.ndarray
    flex_vert0: np.ndarray
    flex_vertadr: np.ndarray
    flex_vertbodyid: np.ndarray
    flex_vertcell: np.ndarray
    flex_vertnum: np.ndarray
    flex_yield: np.ndarray
    flexedge_J_colind: np.ndarray
    flexedge_J_rowadr: np.ndarray
    flexedge_J_rownnz: np.ndarray
    flexedge_invweight0: np.ndarray
    flexedge_length0: np.ndarray
    flexedge_rigid: np.ndarray
    flg_adhesion: bool
    flg_gravcomp: bool
    flg_surfacevel: bool
    @classmethod
    def from_binary_path(cls, filename: str | PathLike, assets: Mapping[str, bytes] | None = ..., vfs: MjVfs | None = ...) -> MjModel: ...
    @classmethod
    def from_bytes(cls, content: bytes) -> MjModel: ...
    @classmethod
    def from_xml_path(cls, filename: str | PathLike, assets: Mapping[str, bytes] | None = ..., vfs: MjVfs | None = ..., untrusted: bool = ..., folders: Sequence[str | PathLike] = ..., limits: Any = ...) -> MjModel: ...
    @classmethod
    def from_xml_string(cls, xml: str | bytes, assets: Mapping[str, bytes] | None = ..., vfs: MjVfs | None = ..., untrusted: bool = ..., folders: Sequence[str | PathLike] = ..., limits: Any = ...) -> MjModel: ...
    def geom(self, name: str | int = ...) -> Any: ...
    geom_aabb: np.ndarray
    geom_adhesion: np.ndarray
    geom_bodyid: np.ndarray
    geom_castshadow: np.ndarray
    geom_conaffinity: np.ndarray
    geom_condim: np.ndarray
    geom_contype: np.ndarray
    geom_dataid: np.ndarray
    geom_fluid: np.ndarray
    geom_friction: np.ndarray
    geom_gap: np.ndarray
    geom_group: np.ndarray
    geom_margin: np.ndarray
    geom_matid: np.ndarray
    geom_plugin: np.ndarray
    geom_pos: np.ndarray
    geom_priority: np.ndarray
    geom_quat: np.ndarray
    geom_rbound: np.ndarray
    geom_rgba: np.ndarray
    geom_sameframe: np.ndarray
    geom_size: np.ndarray
    geom_solimp: np.ndarray
    geom_solmix: np.ndarray
    geom_solref: np.ndarray
    geom_surfacevel: np.ndarray
    geom_type: np.ndarray
    geom_user: np.ndarray
    def hfield(self, name: str | int = ...) -> Any: ...
    hfield_adr: np.ndarray
    hfield_data: np.ndarray
    hfield_ncol: np.ndarray
    hfield_nrow: np.ndarray
    hfield_pathadr: np.ndarray
    hfield_size: np.ndarray
    def jnt(self, name: str | int = ...) -> Any: ...
    jnt_actfrclimited: np.ndarray
    jnt_actfrcrange: np.ndarray
    jnt_actgravcomp: np.ndarray
    jnt_actuatorid: np.ndarray
    jnt_axis: np.ndarray
    jnt_bodyid: np.ndarray
    jnt_dofadr: np.ndarray
    jnt_group: np.ndarray
    jnt_limited: np.ndarray
    jnt_margin: np.ndarray
    jnt_plasticadr: np.ndarray
    jnt_pos: np.ndarray
    jnt_qposadr: np.ndarray
    jnt_range: np.ndarray
    jnt_solimp: np.ndarray
    jnt_solref: np.ndarray
    jnt_springyield: np.ndarray
    jnt_stiffness: np.ndarray
    jnt_stiffnesspoly: np.ndarray
    jnt_type: np.ndarray
    jnt_user: np.ndarray
    def joint(self, name: str | int = ...) -> Any: ...
    def key(self, name: str | int = ...) -> Any: ...
    key_act: np.ndarray
    key_ctrl: np.ndarray
    key_mpos: np.ndarray
    key_mquat: np.ndarray
    key_plastic: np.ndarray
    key_qpos: np.ndarray
    key_qvel: np.ndarray
    key_time: np.ndarray
    def keyframe(self, name: str | int = ...) -> Any: ...
    def light(self, name: str | int = ...) -> Any: ...
    light_active: np.ndarray
    light_ambient: np.ndarray
    light_attenuation: np.ndarray
    light_bodyid: np.ndarray
    light_bulbradius: np.ndarray
    light_castshadow: np.ndarray
    light_cutoff: np.ndarray
    light_diffuse: np.ndarray
    light_dir: np.ndarray
    light_dir0: np.ndarray
    light_exponent: np.ndarray
    light_intensity: np.ndarray
    light_mode: np.ndarray
    light_pos: np.ndarray
    light_pos0: np.ndarray
    light_poscom0: np.ndarray
    light_range: np.ndarray
    light_softness: np.ndarray
    light_specular: np.ndarray
    light_targetbodyid: np.ndarray
    light_texid: np.ndarray
    light_type: np.ndarray
    mapD2M: np.ndarray
    mapM2D: np.ndarray
    mapM2M: np.ndarray
    def mat(self, name: str | int = ...) -> Any: ...
    mat_emission: np.ndarray
    mat_metallic: np.ndarray
    mat_reflectance: np.ndarray
    mat_rgba: np.ndarray
    mat_roughness: np.ndarray
    mat_shininess: np.ndarray
    mat_specular: np.ndarray
    mat_texid: np.ndarray
    mat_texrepeat: np.ndarray
    mat_texuniform: np.ndarray
    def material(self, name: str | int = ...) -> Any: ...
    def mesh(self, name: str | int = ...) -> Any: ...
    mesh_bvhadr: np.ndarray
    mesh_bvhnum: np.ndarray
    mesh_extrema: np.ndarray
    mesh_face: np.ndarray
    mesh_faceadr: np.ndarray
    mesh_facenormal: np.ndarray
    mesh_facenum: np.ndarray
    mesh_facetexcoord: np.ndarray
    mesh_graph: np.ndarray
    mesh_graphadr: np.ndarray
    mesh_normal: np.ndarray
    mesh_normaladr: np.ndarray
    mesh_normalnum: np.ndarray
    mesh_octadr: np.ndarray
    mesh_octnum: np.ndarray
    mesh_pathadr: np.ndarray
    mesh_polyadr: np.ndarray
    mesh_polymap: np.ndarray
    mesh_polymapadr: np.ndarray
    mesh_polymapnum: np.ndarray
    mesh_polynormal: np.ndarray
    mesh_polynum: np.ndarray
    mesh_polyvert: np.ndarray
    mesh_polyvertadr: np.ndarray
    mesh_polyvertnum: np.ndarray
    mesh_pos: np.ndarray
    mesh_quat: np.ndarray
    mesh_scale: np.ndarray
    mesh_texcoord: np.ndarray
    mesh_texcoordadr: np.ndarray
    mesh_texcoordnum: np.ndarray
    mesh_vert: np.ndarray
    mesh_vertadr: np.ndarray
    mesh_vertnum: np.ndarray
    nB: int
    nC: int
    nD: int
    nJfe: int
    nJmom: int
    nJten: int
    nM: int
    na: int
    nactuator: int
    name_actuatoradr: np.ndarray
    name_bodyadr: np.ndarray
    name_camadr: np.ndarray
    name_eqadr: np.ndarray
    name_excludeadr: np.ndarray
    name_flexadr: np.ndarray
    name_geomadr: np.ndarray
    name_hfieldadr: np.ndarray
    name_jntadr: np.ndarray
    name_keyadr: np.ndarray
    name_lightadr: np.ndarray
    name_matadr: np.ndarray
    name_meshadr: np.ndarray
    name_numericadr: np.ndarray
    name_pairadr: np.ndarray
    name_pluginadr: np.ndarray
    name_sensoradr: np.ndarray
    name_siteadr: np.ndarray
    name_skinadr: np.ndarray
    name_tendonadr: np.ndarray
    name_texadr: np.ndarray
    name_textadr: np.ndarray
    name_tupleadr: np.ndarray
    names: bytes
    names_map: np.ndarray
    narena: int
    nbody: int
    nbuffer: int
    nbvh: int
    nbvhdynamic: int
    nbvhstatic: int
    ncam: int
    nconmax: int
    nefm0L: int
    nefm0dof: int
    nefmCvert: int
    nemax: int
    neq: int
    nexclude: int
    nflex: int
    nflexbending: int
    nflexedge: int
    nflexelem: int
    nflexelemdata: int
    nflexelemedge: int
    nflexnode: int
    nflexshelldata: int
    nflexstiffness: int
    nflextexcoord: int
    nflexvert: int
    ngeom: int
    ngravcomp: int
    nhfield: int
    nhfielddata: int
    nhistory: int
    njmax: int
    njnt: int
    nkey: int
    nlight: int
    nmat: int
    nmesh: int
    nmeshdegmax: int
    nmeshface: int
    nmeshgraph: int
    nmeshnormal: int
    nmeshpoly: int
    nmeshpolymap: int
    nmeshpolyvert: int
    nmeshtexcoord: int
    nmeshvert: int
    nmocap: int
    nnames: int
    nnames_map: int
    nnumeric: int
    nnumericdata: int
    noct: int
    nout: int
    npair: int
    npaths: int
    nplastic: int
    nplugin: int
    npluginattr: int
    npluginstate: int
    npolygonmax: int
    nq: int
    nsensor: int
    nsensordata: int
    nsite: int
    nskin: int
    nskinbone: int
    nskinbonevert: int
    nskinface: int
    nskintexvert: int
    nskinvert: int
    ntendon: int
    ntex: int
    ntexdata: int
    ntext: int
    ntextdata: int
    ntree: int
    ntuple: int
    ntupledata: int
    nu: int
    def numeric(self, name: str | int = ...) -> Any: ...
    numeric_adr: np.ndarray
    numeric_data: np.ndarray
    numeric_size: np.ndarray
    nuser_actuator: int
    nuser_body: int
    nuser_cam: int
    nuser_geom: int
    nuser_jnt: int
    nuser_sensor: int
    nuser_site: int
    nuser_tendon: int
    nuserdata: int
    nv: int
    nwrap: int
    oct_aabb: np.ndarray
    oct_child: np.ndarray
    oct_coeff: np.ndarray
    oct_depth: np.ndarray
    opt: MjOption
    def pair(self, name: str | int = ...) -> Any: ...
    pair_adhesion: np.ndarray
    pair_dim: np.ndarray
    pair_friction: np.ndarray
    pair_gap: np.ndarray
    pair_geom1: np.ndarray
    pair_geom2: np.ndarray
    pair_margin: np.ndarray
    pair_signature: np.ndarray
    pair_solimp: np.ndarray
    pair_solref: np.ndarray
    pair_solreffriction: np.ndarray
    paths: bytes
    plugin: np.ndarray
    plugin_attr: np.ndarray
    plugin_attradr: np.ndarray
    plugin_stateadr: np.ndarray
    plugin_statenum: np.ndarray
    qpos0: np.ndarray
    qpos_spring: np.ndarray
    def sensor(self, name: str | int = ...) -> Any: ...
    sensor_adr: np.ndarray
    sensor_cutoff: np.ndarray
    sensor_datatype: np.ndarray
    sensor_delay: np.ndarray
    sensor_dim: np.ndarray
    sensor_history: np.ndarray
    sensor_historyadr: np.ndarray
    sensor_interval: np.ndarray
    sensor_intprm: np.ndarray
    sensor_needstage: np.ndarray
    sensor_noise: np.ndarray
    sensor_objid: np.ndarray
    sensor_objtype: np.ndarray
    sensor_plugin: np.ndarray
    sensor_refid: np.ndarray
    sensor_reftype: np.ndarray
    sensor_type: np.ndarray
    sensor_user: np.ndarray
    signature: int
    def site(self, name: str | int = ...) -> Any: ...
    site_bodyid: np.ndarray
    site_dataid: np.ndarray
    site_group: np.ndarray
    site_matid: np.ndarray
    site_pos: np.ndarray
    site_quat: np.ndarray
    site_rgba: np.ndarray
    site_sameframe: np.ndarray
    site_size: np.ndarray
    site_type: np.ndarray
    site_user: np.ndarray
    def skin(self, name: str | int = ...) -> Any: ...
    skin_boneadr: np.ndarray
    skin_bonebindpos: np.ndarray
    skin_bonebindquat: np.ndarray
    skin_bonebodyid: np.ndarray
    skin_bonenum: np.ndarray
    skin_bonevertadr: np.ndarray
    skin_bonevertid: np.ndarray
    skin_bonevertnum: np.ndarray
    skin_bonevertweight: np.ndarray
    skin_face: np.ndarray
    skin_faceadr: np.ndarray
    skin_facenum: np.ndarray
    skin_group: np.ndarray
    skin_inflate: np.ndarray
    skin_matid: np.ndarray
    skin_pathadr: np.ndarray
    skin_rgba: np.ndarray
    skin_texcoord: np.ndarray
    skin_texcoordadr: np.ndarray
    skin_vert: np.ndarray
    skin_vertadr: np.ndarray
    skin_vertnum: np.ndarray
    stat: MjStatistic
    ten_J_colind: np.ndarray
    ten_J_rowadr: np.ndarray
    ten_J_rownnz: np.ndarray
    def tendon(self, name: str | int = ...) -> Any: ...
    tendon_actfrclimited: np.ndarray
    tendon_actfrcrange: np.ndarray
    tendon_actuatorid: np.ndarray
    tendon_adr: np.ndarray
    tendon_armature: np.ndarray
    tendon_damping: np.ndarray
    tendon_dampingpoly: np.ndarray
    tendon_frictionloss: np.ndarray
    tendon_group: np.ndarray
    tendon_invweight0: np.ndarray
    tendon_length0: np.ndarray
    tendon_lengthspring: np.ndarray
    tendon_limited: np.ndarray
    tendon_margin: np.ndarray
    tendon_matid: np.ndarray
    tendon_num: np.ndarray
    tendon_plasticadr: np.ndarray
    tendon_range: np.ndarray
    tendon_rgba: np.ndarray
    tendon_solimp_fri: np.ndarray
    tendon_solimp_lim: np.ndarray
    tendon_solref_fri: np.ndarray
    tendon_solref_lim: np.ndarray
    tendon_springyield: np.ndarray
    tendon_stiffness: np.ndarray
    tendon_stiffnesspoly: np.ndarray
    tendon_treeid: np.ndarray
    tendon_treenum: np.ndarray
    tendon_type: np.ndarray
    tendon_user: np.ndarray
    tendon_width: np.ndarray
    def tex(self, name: str | int = ...) -> Any: ...
    tex_adr: np.ndarray
    tex_colorspace: np.ndarray
    tex_contenttypeadr: np.ndarray
    tex_data: np.ndarray
    tex_height: np.ndarray
    tex_nchannel: np.ndarray
    tex_pathadr: np.ndarray
    tex_type: np.ndarray
    tex_width: np.ndarray
    text_adr: np.ndarray
    text_data: bytes
    text_size: np.ndarray
    def texture(self, name: str | int = ...) -> Any: ...
    def to_bytes(self) -> bytes: ...
    tree_bodyadr: np.ndarray
    tree_bodynum: np.ndarray
    tree_dofadr: np.ndarray
    tree_dofnum: np.ndarray
    tree_sleep_policy: np.ndarray
    def tuple(self, name: str | int = ...) -> Any: ...
    tuple_adr: np.ndarray
    tuple_objid: np.ndarray
    tuple_objprm: np.ndarray
    tuple_objtype: np.ndarray
    tuple_size: np.ndarray
    vis: MjVisual
    wrap_objid: np.ndarray
    wrap_prm: np.ndarray
    wrap_type: np.ndarray

class MjOption:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    ccd_iterations: int
    ccd_tolerance: float
    cone: int
    density: float
    disableactuator: int
    disableflags: int
    enableflags: int
    gravity: np.ndarray
    impratio: float
    integrator: int
    iterations: int
    jacobian: int
    ls_iterations: int
    ls_tolerance: float
    magnetic: np.ndarray
    noslip_iterations: int
    noslip_tolerance: float
    o_friction: np.ndarray
    o_margin: float
    o_solimp: np.ndarray
    o_solref: np.ndarray
    sdf_initpoints: int
    sdf_iterations: int
    sleep_tolerance: float
    solver: int
    timestep: float
    tolerance: float
    viscosity: float
    wind: np.ndarray

class MjPreContact:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    dist: Any
    normal: Any
    pos: Any
    tangent: Any

class MjSolverStat:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    gradient: float
    improvement: float
    lineslope: float
    nactive: int
    nchange: int
    neval: int
    nupdate: int

class MjSpec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def activate_plugin(self, name: str) -> None: ...
    def actuator(self, name: str) -> Any: ...
    actuators: Any
    def add_actuator(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_default(self, name: str, parent: MjsDefault | None = ...) -> MjsDefault | None: ...
    def add_equality(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_exclude(self, **values: Any) -> Any: ...
    def add_flex(self, **values: Any) -> Any: ...
    def add_hfield(self, **values: Any) -> Any: ...
    def add_key(self, **values: Any) -> Any: ...
    def add_material(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_mesh(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_numeric(self, **values: Any) -> Any: ...
    def add_pair(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_plugin(self, **values: Any) -> Any: ...
    def add_sensor(self, **values: Any) -> Any: ...
    def add_skin(self, **values: Any) -> Any: ...
    def add_tendon(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_text(self, **values: Any) -> Any: ...
    def add_texture(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_tuple(self, **values: Any) -> Any: ...
    def adopt_inertial(self, body: MjsBody, vfs: MjVfs | None = ...) -> None: ...
    assets: Any
    def attach(self, child: MjSpec, prefix: str | None = ..., suffix: str | None = ..., site: Any = ..., frame: Any = ...) -> MjsFrame: ...
    authored: Any
    bodies: Any
    def body(self, name: str) -> Any: ...
    def camera(self, name: str) -> Any: ...
    cameras: Any
    comment: Any
    def compile(self, vfs: MjVfs | None = ...) -> MjModel: ...
    compiler: Any
    def copy(self) -> MjSpec: ...
    def copy_back(self, model: MjModel) -> None: ...
    copy_during_attach: Any
    def dedup_assets(self) -> int: ...
    default: Any
    def delete(self, element: Any) -> None: ...
    def discard_visual(self, vfs: MjVfs | None = ...) -> int: ...
    def encode(self, filename: str, model: MjModel | None = ..., content_type: str | None = ...) -> int: ...
    equalities: Any
    def equality(self, name: str) -> Any: ...
    def exclude(self, name: str) -> Any: ...
    excludes: Any
    def find_default(self, name: str) -> MjsDefault | None: ...
    def flex(self, name: str) -> Any: ...
    flexes: Any
    def frame(self, name: str) -> Any: ...
    frames: Any
    @classmethod
    def from_file(cls, filename: str | PathLike, include: Mapping[str, bytes] | None = ..., assets: dict[str, bytes] | None = ..., vfs: MjVfs | None = ...) -> MjSpec: ...
    @classmethod
    def from_string(cls, xml: str | bytes, include: Mapping[str, bytes] | None = ..., assets: dict[str, bytes] | None = ..., vfs: MjVfs | None = ...) -> MjSpec: ...
    from_zip: Any
    def fuse_static(self, vfs: MjVfs | None = ...) -> int: ...
    def geom(self, name: str) -> Any: ...
    geoms: Any
    hasImplicitPluginElem: Any
    def hfield(self, name: str) -> Any: ...
    hfields: Any
    def joint(self, name: str) -> Any: ...
    joints: Any
    def key(self, name: str) -> Any: ...
    keys: Any
    def light(self, name: str) -> Any: ...
    lights: Any
    def material(self, name: str) -> Any: ...
    materials: Any
    memory: Any
    def mesh(self, name: str) -> Any: ...
    meshdir: Any
    meshes: Any
    modelfiledir: Any
    modelname: Any
    nconmax: Any
    nemax: Any
    njmax: Any
    nkey: Any
    nstack: Any
    def numeric(self, name: str) -> Any: ...
    numerics: Any
    nuser_actuator: Any
    nuser_body: Any
    nuser_cam: Any
    nuser_geom: Any
    nuser_jnt: Any
    nuser_sensor: Any
    nuser_site: Any
    nuser_tendon: Any
    nuserdata: Any
    option: Any
    override_assets: Any
    def pair(self, name: str) -> Any: ...
    pairs: Any
    parent: Any
    def plugin(self, name: str) -> Any: ...
    plugins: Any
    def recompile(self, m: MjModel, d: MjData, vfs: MjVfs | None = ...) -> tuple[MjModel, Any]: ...
    resolve_orientation: Any
    def sensor(self, name: str) -> Any: ...
    sensors: Any
    def site(self, name: str) -> Any: ...
    sites: Any
    def skin(self, name: str) -> Any: ...
    skins: Any
    stat: Any
    strippath: Any
    def tendon(self, name: str) -> Any: ...
    tendons: Any
    def text(self, name: str) -> Any: ...
    texts: Any
    def texture(self, name: str) -> Any: ...
    texturedir: Any
    textures: Any
    timer: Any
    def to_file(self, filename: str | PathLike) -> None: ...
    def to_xml(self) -> str: ...
    def to_zip(self, file: Any) -> None: ...
    def tuple(self, name: str) -> Any: ...
    tuples: Any
    visual: Any
    worldbody: Any

class MjStatistic:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    center: np.ndarray
    extent: float
    meaninertia: float
    meanmass: float
    meansize: float

class MjStringVec:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    @classmethod
    def of(cls, item: Any, field: str) -> Any: ...

class MjTimerStat:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    duration: float
    number: int

class MjVfs:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def close(self) -> None: ...

class MjVisual:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    Global: Any
    Headlight: Any
    Map: Any
    Quality: Any
    Rgba: Any
    Scale: Any
    global_: Any
    headlight: MjVisualHeadlight
    map: Any
    quality: Any
    rgba: MjVisualRgba
    scale: Any

class MjVisualHeadlight:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    active: int
    ambient: np.ndarray
    diffuse: np.ndarray
    specular: np.ndarray

class MjVisualRgba:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actuator: np.ndarray
    actuatornegative: np.ndarray
    actuatorpositive: np.ndarray
    bv: np.ndarray
    bvactive: np.ndarray
    camera: np.ndarray
    com: np.ndarray
    connect: np.ndarray
    constraint: np.ndarray
    contactforce: np.ndarray
    contactfriction: np.ndarray
    contactgap: np.ndarray
    contactpoint: np.ndarray
    contacttorque: np.ndarray
    crankbroken: np.ndarray
    fog: np.ndarray
    force: np.ndarray
    frustum: np.ndarray
    haze: np.ndarray
    inertia: np.ndarray
    joint: np.ndarray
    light: np.ndarray
    rangefinder: np.ndarray
    selectpoint: np.ndarray
    slidercrank: np.ndarray

class MjWarningStat:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    lastinfo: int
    number: int

class MjrContext:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    charHeight: Any
    charHeightBig: Any
    charWidth: Any
    charWidthBig: Any
    def free(self) -> None: ...
    def line(self, font: int) -> int: ...
    mat_texid: Any
    mat_texrepeat: Any
    mat_texuniform: Any
    def prepared(self) -> Any: ...
    texture: Any
    textureType: Any

class MjrRect:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    bottom: Any
    height: Any
    left: Any
    width: Any

class MjrRendererInfo:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    backend: Any
    renderer: Any

class MjrVertexAttribute:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    type: Any
    usage: Any

class MjsActuator:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actdim: int
    actearly: bool
    actlimited: int
    actrange: np.ndarray
    armature: float
    biasprm: np.ndarray
    biastype: int
    classname: MjsDefault
    compiler: MjsCompiler
    cranklength: float
    ctrllimited: int
    ctrlrange: np.ndarray
    ctrlspec: int
    damping: np.ndarray
    delay: float
    dynprm: np.ndarray
    dyntype: int
    ffrange: np.ndarray
    forcelimited: int
    forcerange: np.ndarray
    gainprm: np.ndarray
    gaintype: int
    gear: np.ndarray
    group: int
    id: int
    info: str
    inheritrange: float
    interp: int
    lengthrange: np.ndarray
    name: str
    nsample: int
    plugin: MjsPlugin
    refsite: str
    def set_to_adhesion(self, gain: float) -> None: ...
    def set_to_cylinder(self, timeconst: float, bias: float, area: float, diameter: float = ...) -> None: ...
    def set_to_damper(self, kv: float) -> None: ...
    def set_to_dcmotor(self, motorconst: Sequence[float], resistance: float, nominal: Sequence[float] = ..., saturation: Sequence[float] = ..., inductance: Sequence[float] = ..., cogging: Sequence[float] = ..., controller: Sequence[float] = ..., thermal: Sequence[float] = ..., lugre: Sequence[float] = ..., ctrlspec: int = ...) -> None: ...
    def set_to_intvelocity(self, kp: float, kv: float = ..., dampratio: float = ..., timeconst: float = ..., inheritrange: float = ...) -> None: ...
    def set_to_motor(self) -> None: ...
    def set_to_muscle(self, timeconst: Sequence[float] = ..., tausmooth: float = ..., range: Sequence[float] = ..., force: float = ..., scale: float = ..., lmin: float = ..., lmax: float = ..., vmax: float = ..., fpmax: float = ..., fvmax: float = ...) -> None: ...
    def set_to_orientation(self, kp: float, kv: float = ..., dampratio: float = ..., ctrlspec: int = ...) -> None: ...
    def set_to_pid(self, kp: float, kv: float = ..., dampratio: float = ..., ki: float = ..., imax: float = ..., slewmax: float = ..., inheritrange: float = ..., ctrlspec: int = ...) -> None: ...
    def set_to_position(self, kp: float, kv: float = ..., dampratio: float = ..., timeconst: float = ..., inheritrange: float = ...) -> None: ...
    def set_to_velocity(self, kv: float) -> None: ...
    signature: int
    slidersite: str
    target: str
    trntype: int
    type: int
    userdata: MjDoubleVec
    velrange: np.ndarray

class MjsAuthored:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    disableactuator: int
    disableflags: int
    enableflags: int
    option: int
    visual_global: int
    visual_headlight: int
    visual_map: int
    visual_quality: int
    visual_rgba: int
    visual_scale: int

class MjsBody:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def add_body(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_camera(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_frame(self, default: MjsFrame | None = ..., **values: Any) -> MjsFrame: ...
    def add_freejoint(self, **values: Any) -> MjsJoint: ...
    def add_geom(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_joint(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_light(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_site(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    alt: MjsOrientation
    def attach_frame(self, frame: MjsFrame, prefix: str | None = ..., suffix: str | None = ...) -> MjsFrame: ...
    bodies: list
    cameras: list
    childclass: str
    classname: MjsDefault
    compiler: MjsCompiler
    explicitinertial: bool
    def find_all(self, kind: int | str) -> list[Any]: ...
    def find_child(self, name: str) -> MjsBody | None: ...
    def first_body(self) -> Any: ...
    def first_camera(self) -> Any: ...
    def first_frame(self) -> Any: ...
    def first_geom(self) -> Any: ...
    def first_joint(self) -> Any: ...
    def first_light(self) -> Any: ...
    def first_site(self) -> Any: ...
    frame: Any
    frames: list
    fullinertia: np.ndarray
    fuse: int
    geoms: list
    gravcomp: float
    ialt: MjsOrientation
    id: int
    inertia: np.ndarray
    info: str
    ipos: np.ndarray
    iquat: np.ndarray
    joints: list
    lights: list
    def make_flex(self, name: str, type: str | None = ..., dim: int = ..., dof: str | None = ..., count: Sequence[int] | None = ..., cellcount: Sequence[int] | None = ..., spacing: Sequence[float] | None = ..., scale: Sequence[float] | None = ..., radius: float = ..., mass: float = ..., inertiabox: float = ..., equality: int = ..., rigid: int = ..., flatskin: int = ..., elastic2d: int = ..., pos: Sequence[float] | None = ..., quat: Sequence[float] | None = ..., origin: Sequence[float] | None = ..., file: str | None = ..., mesh: str | None = ..., vfs: Any = ...) -> MjsFlex: ...
    mass: float
    mocap: bool
    name: str
    def next_body(self, after: MjsElement) -> Any: ...
    def next_camera(self, after: MjsElement) -> Any: ...
    def next_frame(self, after: MjsElement) -> Any: ...
    def next_geom(self, after: MjsElement) -> Any: ...
    def next_joint(self, after: MjsElement) -> Any: ...
    def next_light(self, after: MjsElement) -> Any: ...
    def next_site(self, after: MjsElement) -> Any: ...
    parent: MjsBody
    plugin: MjsPlugin
    pos: np.ndarray
    quat: np.ndarray
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    simple: int
    sites: list
    sleep: int
    def to_frame(self) -> MjsFrame: ...
    userdata: MjDoubleVec

class MjsCamera:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    alt: MjsOrientation
    classname: MjsDefault
    compiler: MjsCompiler
    focal_length: np.ndarray
    focal_pixel: np.ndarray
    fovy: float
    frame: Any
    id: int
    info: str
    intrinsic: np.ndarray
    ipd: float
    mode: int
    name: str
    output: int
    parent: MjsBody
    pos: np.ndarray
    principal_length: np.ndarray
    principal_pixel: np.ndarray
    proj: int
    quat: np.ndarray
    resolution: np.ndarray
    sensor_size: np.ndarray
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    targetbody: str
    userdata: MjDoubleVec

class MjsCompiler:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    LRopt: MjLROpt
    alignfree: bool
    authored: int
    autolimits: bool
    balanceinertia: bool
    boundinertia: float
    boundmass: float
    conflict: int
    degree: bool
    discardvisual: bool
    eulerseq: MjCharVec
    fitaabb: bool
    fusestatic: bool
    inertiafromgeom: int
    inertiagrouprange: np.ndarray
    meshdir: str
    passthrough: int
    savecanonical: bool
    savecompiled: bool
    saveinertial: bool
    settotalmass: float
    texturedir: str
    usethread: bool

class MjsDefault:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actuator: Any
    camera: Any
    equality: Any
    flex: Any
    geom: Any
    joint: Any
    light: Any
    material: Any
    mesh: Any
    name: Any
    pair: Any
    site: Any
    tendon: Any
    texture: Any

class MjsElement:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: Any
    id: Any
    name: Any
    signature: Any

class MjsEquality:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    active: bool
    classname: MjsDefault
    compiler: MjsCompiler
    data: np.ndarray
    id: int
    info: str
    name: str
    name1: str
    name2: str
    objtype: int
    signature: int
    solimp: np.ndarray
    solref: np.ndarray
    type: int

class MjsExclude:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    bodyname1: str
    bodyname2: str
    compiler: MjsCompiler
    id: int
    info: str
    name: str
    signature: int

class MjsFlex:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    activelayers: int
    cellcount: np.ndarray
    compiler: MjsCompiler
    conaffinity: int
    condim: int
    contype: int
    damping: float
    dim: int
    edgedamping: float
    edgestiffness: float
    elastic2d: int
    elastic3d: int
    elem: MjIntVec
    elemtexcoord: MjIntVec
    flatskin: bool
    friction: np.ndarray
    gap: float
    group: int
    id: int
    info: str
    margin: float
    material: MjStringVec
    name: str
    node: MjDoubleVec
    nodebody: MjStringVec
    order: int
    passive: int
    poisson: float
    priority: int
    radius: float
    rgba: np.ndarray
    section: int
    sectionsize: np.ndarray
    selfcollide: int
    shear: float
    signature: int
    size: np.ndarray
    solimp: np.ndarray
    solmix: float
    solref: np.ndarray
    stressyield: np.ndarray
    texcoord: MjFloatVec
    thickness: float
    vert: MjDoubleVec
    vertbody: MjStringVec
    young: float

class MjsFrame:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def add_body(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_camera(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_frame(self, default: MjsFrame | None = ..., **values: Any) -> MjsFrame: ...
    def add_geom(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_joint(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_light(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    def add_site(self, default: MjsDefault | None = ..., **values: Any) -> Any: ...
    alt: MjsOrientation
    def attach_body(self, body: MjsBody, prefix: str | None = ..., suffix: str | None = ...) -> MjsBody: ...
    childclass: str
    compiler: MjsCompiler
    frame: Any
    id: int
    info: str
    massscale: float
    name: str
    parent: MjsBody
    pos: np.ndarray
    quat: np.ndarray
    scale: np.ndarray
    scaling: int
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int

class MjsGeom:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    adhesion: float
    alt: MjsOrientation
    castshadow: bool
    classname: MjsDefault
    compiler: MjsCompiler
    conaffinity: int
    condim: int
    contype: int
    density: float
    fitscale: float
    fluid_coefs: np.ndarray
    fluid_ellipsoid: float
    frame: Any
    friction: np.ndarray
    fromto: np.ndarray
    gap: float
    group: int
    hfieldname: str
    id: int
    info: str
    margin: float
    mass: float
    material: str
    meshname: str
    name: str
    parent: MjsBody
    plugin: MjsPlugin
    pos: np.ndarray
    priority: int
    quat: np.ndarray
    rgba: np.ndarray
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    size: np.ndarray
    solimp: np.ndarray
    solmix: float
    solref: np.ndarray
    surfacevel: np.ndarray
    type: int
    typeinertia: int
    userdata: MjDoubleVec

class MjsHField:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: MjsCompiler
    content_type: str
    file: str
    id: int
    info: str
    name: str
    ncol: int
    nrow: int
    signature: int
    size: np.ndarray
    userdata: MjFloatVec

class MjsJoint:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actfrclimited: int
    actfrcrange: np.ndarray
    actgravcomp: bool
    align: int
    armature: float
    axis: np.ndarray
    classname: MjsDefault
    compiler: MjsCompiler
    damping: np.ndarray
    frame: Any
    frictionloss: float
    group: int
    id: int
    info: str
    limited: int
    margin: float
    name: str
    parent: MjsBody
    pos: np.ndarray
    range: np.ndarray
    ref: float
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    solimp_friction: np.ndarray
    solimp_limit: np.ndarray
    solref_friction: np.ndarray
    solref_limit: np.ndarray
    springdamper: np.ndarray
    springref: float
    springyield: float
    stiffness: np.ndarray
    type: int
    userdata: MjDoubleVec

class MjsKey:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    act: MjDoubleVec
    compiler: MjsCompiler
    ctrl: MjDoubleVec
    id: int
    info: str
    mpos: MjDoubleVec
    mquat: MjDoubleVec
    name: str
    plastic: MjDoubleVec
    qpos: MjDoubleVec
    qvel: MjDoubleVec
    signature: int
    time: float

class MjsLight:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    active: bool
    ambient: np.ndarray
    attenuation: np.ndarray
    bulbradius: float
    castshadow: bool
    classname: MjsDefault
    compiler: MjsCompiler
    cutoff: float
    diffuse: np.ndarray
    dir: np.ndarray
    exponent: float
    frame: Any
    id: int
    info: str
    intensity: float
    mode: int
    name: str
    parent: MjsBody
    pos: np.ndarray
    range: float
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    softness: float
    specular: np.ndarray
    targetbody: str
    texture: str
    type: int

class MjsMaterial:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    classname: MjsDefault
    compiler: MjsCompiler
    emission: float
    id: int
    info: str
    metallic: float
    name: str
    reflectance: float
    rgba: np.ndarray
    roughness: float
    shininess: float
    signature: int
    specular: float
    texrepeat: np.ndarray
    textures: MjStringVec
    texuniform: bool

class MjsMesh:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    classname: MjsDefault
    compiler: MjsCompiler
    content_type: str
    file: str
    id: int
    inertia: int
    info: str
    def make_box(self, count: Sequence[int], spacing: Sequence[float], dim: int = ...) -> None: ...
    def make_cone(self, nedge: int, radius: float) -> None: ...
    def make_cylinder(self, count: Sequence[int], spacing: Sequence[float], dim: int = ...) -> None: ...
    def make_disc(self, count: Sequence[int], spacing: Sequence[float]) -> None: ...
    def make_ellipsoid(self, count: Sequence[int], spacing: Sequence[float], dim: int = ...) -> None: ...
    def make_grid(self, count: Sequence[int], spacing: Sequence[float], dim: int = ...) -> None: ...
    def make_hemisphere(self, resolution: int) -> None: ...
    def make_plate(self, resolution: Sequence[int] = ...) -> None: ...
    def make_sphere(self, subdivision: int) -> None: ...
    def make_square(self, count: Sequence[int], spacing: Sequence[float]) -> None: ...
    def make_supersphere(self, resolution: int, e: float, n: float) -> None: ...
    def make_supertorus(self, resolution: int, radius: float, s: float, t: float) -> None: ...
    def make_wedge(self, resolution: Sequence[int] = ..., fov: Sequence[float] = ..., gamma: float = ...) -> Any: ...
    material: str
    maxhullvert: int
    name: str
    needsdf: bool
    octree_maxdepth: int
    plugin: MjsPlugin
    refpos: np.ndarray
    refquat: np.ndarray
    scale: np.ndarray
    signature: int
    smoothnormal: bool
    userface: MjIntVec
    userfacenormal: MjIntVec
    userfacetexcoord: MjIntVec
    usernode: MjDoubleVec
    usernormal: MjFloatVec
    usertet: MjIntVec
    usertexcoord: MjFloatVec
    uservert: MjFloatVec

class MjsNumeric:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: MjsCompiler
    data: MjDoubleVec
    id: int
    info: str
    name: str
    signature: int
    size: int

class MjsOrientation:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    axisangle: np.ndarray
    euler: np.ndarray
    type: int
    xyaxes: np.ndarray
    zaxis: np.ndarray

class MjsPair:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    adhesion: float
    classname: MjsDefault
    compiler: MjsCompiler
    condim: int
    friction: np.ndarray
    gap: float
    geomname1: str
    geomname2: str
    id: int
    info: str
    margin: float
    name: str
    signature: int
    solimp: np.ndarray
    solref: np.ndarray
    solreffriction: np.ndarray

class MjsPlugin:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    active: bool
    compiler: MjsCompiler
    config: dict
    id: int
    info: str
    name: str
    plugin_name: str
    signature: int

class MjsSensor:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: MjsCompiler
    cutoff: float
    datatype: int
    delay: float
    dim: int
    def get_data_size(self) -> int: ...
    id: int
    info: str
    interp: int
    interval: np.ndarray
    intprm: np.ndarray
    name: str
    needstage: int
    noise: float
    nsample: int
    objname: str
    objtype: int
    plugin: MjsPlugin
    refname: str
    reftype: int
    signature: int
    type: int
    userdata: MjDoubleVec

class MjsSite:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    alt: MjsOrientation
    def attach_body(self, body: MjsBody, prefix: str | None = ..., suffix: str | None = ...) -> MjsBody: ...
    classname: MjsDefault
    compiler: MjsCompiler
    frame: Any
    fromto: np.ndarray
    group: int
    id: int
    info: str
    material: str
    meshname: str
    name: str
    parent: MjsBody
    pos: np.ndarray
    quat: np.ndarray
    rgba: np.ndarray
    def set_frame(self, frame: MjsFrame | None) -> None: ...
    signature: int
    size: np.ndarray
    type: int
    userdata: MjDoubleVec

class MjsSkin:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    bindpos: MjFloatVec
    bindquat: MjFloatVec
    bodyname: MjStringVec
    compiler: MjsCompiler
    face: MjIntVec
    file: str
    group: int
    id: int
    inflate: float
    info: str
    material: str
    name: str
    rgba: np.ndarray
    signature: int
    texcoord: MjFloatVec
    vert: MjFloatVec
    vertid: list
    vertweight: list

class MjsTendon:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actfrclimited: int
    actfrcrange: np.ndarray
    armature: float
    compiler: MjsCompiler
    damping: np.ndarray
    def default(self) -> MjsDefault: ...
    frictionloss: float
    group: int
    id: int
    info: str
    limited: int
    margin: float
    material: str
    name: str
    path: MjsTendonPath
    range: np.ndarray
    rgba: np.ndarray
    signature: int
    solimp_friction: np.ndarray
    solimp_limit: np.ndarray
    solref_friction: np.ndarray
    solref_limit: np.ndarray
    springlength: np.ndarray
    springyield: float
    stiffness: np.ndarray
    userdata: MjDoubleVec
    width: float
    def wrap_geom(self, name: str, sidesite: str) -> MjsWrap: ...
    def wrap_joint(self, name: str, coef: float) -> MjsWrap: ...
    def wrap_pulley(self, divisor: float) -> MjsWrap: ...
    def wrap_site(self, name: str) -> MjsWrap: ...

class MjsTendonPath:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class MjsText:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: MjsCompiler
    data: str
    id: int
    info: str
    name: str
    signature: int

class MjsTexture:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    builtin: int
    classname: MjsDefault
    colorspace: int
    compiler: MjsCompiler
    content_type: str
    cubefiles: MjStringVec
    data: bytes
    embed: int
    file: str
    gridlayout: MjCharVec
    gridsize: np.ndarray
    height: int
    hflip: bool
    id: int
    info: str
    mark: int
    markrgb: np.ndarray
    name: str
    nchannel: int
    random: float
    rgb1: np.ndarray
    rgb2: np.ndarray
    signature: int
    type: int
    vflip: bool
    width: int

class MjsTuple:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    compiler: MjsCompiler
    id: int
    info: str
    name: str
    objname: MjStringVec
    objprm: MjDoubleVec
    objtype: MjIntVec
    signature: int

class MjsWrap:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    coef: Any
    compiler: Any
    divisor: Any
    id: Any
    info: Any
    name: Any
    sidesite: Any
    signature: Any
    target: Any
    type: Any

class MjvCamera:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    azimuth: Any
    distance: Any
    elevation: Any
    fixedcamid: Any
    lookat: Any
    orthographic: Any
    trackbodyid: Any
    type: Any

class MjvFigure:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    figurergba: Any
    flg_barplot: Any
    flg_extend: Any
    flg_legend: Any
    flg_selection: Any
    flg_symmetric: Any
    flg_ticklabel: Any
    gridrgb: Any
    gridsize: Any
    gridwidth: Any
    highlight: Any
    highlightid: Any
    legendoffset: Any
    legendrgba: Any
    linedata: Any
    linename: Any
    linepnt: Any
    linergb: Any
    linewidth: Any
    minwidth: Any
    panergba: Any
    range: Any
    selection: Any
    subplot: Any
    textrgb: Any
    title: Any
    xaxisdata: Any
    xaxispixel: Any
    xformat: Any
    xlabel: Any
    yaxisdata: Any
    yaxispixel: Any
    yformat: Any

class MjvGLCamera:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    forward: Any
    frustum_bottom: Any
    frustum_center: Any
    frustum_far: Any
    frustum_near: Any
    frustum_top: Any
    frustum_width: Any
    orthographic: Any
    pos: Any
    up: Any

class MjvGeom:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    camdist: Any
    castshadow: Any
    category: Any
    dataid: Any
    emission: Any
    label: Any
    mat: Any
    matid: Any
    modelrbound: Any
    objid: Any
    objtype: Any
    pos: Any
    reflectance: Any
    rgba: Any
    segid: Any
    shininess: Any
    size: Any
    specular: Any
    texcoord: Any
    texid: Any
    texrepeat: Any
    texuniform: Any
    transparent: Any
    type: Any

class MjvLight:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    ambient: Any
    attenuation: Any
    bulbradius: Any
    castshadow: Any
    cutoff: Any
    diffuse: Any
    dir: Any
    exponent: Any
    headlight: Any
    id: Any
    intensity: Any
    pos: Any
    range: Any
    softness: Any
    specular: Any
    texid: Any
    type: Any

class MjvOption:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    actuatorgroup: Any
    bvh_depth: Any
    flags: Any
    flex_layer: Any
    flexgroup: Any
    frame: Any
    geomgroup: Any
    jointgroup: Any
    label: Any
    sitegroup: Any
    skingroup: Any
    tendongroup: Any

class MjvPerturb:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    active: Any
    active2: Any
    flexselect: Any
    localmass: Any
    localpos: Any
    refpos: Any
    refquat: Any
    refselpos: Any
    scale: Any
    select: Any
    skinselect: Any

class MjvScene:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    camera: Any
    enabletransform: Any
    flags: Any
    flexedge: Any
    flexedgeadr: Any
    flexedgenum: Any
    flexedgeopt: Any
    flexface: Any
    flexfaceadr: Any
    flexfacenum: Any
    flexfaceopt: Any
    flexfaceused: Any
    flexnormal: Any
    flexskinopt: Any
    flextexcoord: Any
    flexvert: Any
    flexvertadr: Any
    flexvertnum: Any
    flexvertopt: Any
    framergb: Any
    framewidth: Any
    geomorder: Any
    geoms: Any
    lights: Any
    maxgeom: Any
    nflex: Any
    ngeom: Any
    nlight: Any
    nskin: Any
    rotate: Any
    scale: Any
    skinfacenum: Any
    skinnormal: Any
    skinvert: Any
    skinvertadr: Any
    skinvertnum: Any
    status: Any
    stereo: Any
    translate: Any

class Renderer:
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def close(self) -> None: ...
    def disable_depth_rendering(self) -> None: ...
    def disable_segmentation_rendering(self) -> None: ...
    def enable_depth_rendering(self) -> None: ...
    def enable_segmentation_rendering(self) -> None: ...
    height: Any
    model: Any
    def render(self, out: np.ndarray | None = ...) -> np.ndarray: ...
    scene: Any
    def update_scene(self, data: MjData, camera: int | str | MjvCamera = ..., scene_option: MjvOption | None = ...) -> None: ...
    width: Any

class UnexpectedError(Exception): ...

def from_zip(file: Any) -> MjSpec: ...
def get_mjcb_act_bias() -> Callable | None: ...
def get_mjcb_act_dyn() -> Callable | None: ...
def get_mjcb_act_gain() -> Callable | None: ...
def get_mjcb_contactfilter() -> Callable | None: ...
def get_mjcb_control() -> Callable | None: ...
def get_mjcb_passive() -> Callable | None: ...
def get_mjcb_sensor() -> Callable | None: ...
def get_mjcb_time() -> Callable | None: ...
def get_mju_user_free() -> Callable | None: ...
def get_mju_user_malloc() -> Callable | None: ...
def get_mju_user_warning() -> Callable[[str], None] | None: ...
def kernel(function: Callable) -> Callable: ...
def mj_Euler(m: MjModel, d: MjData) -> None: ...
def mj_RungeKutta(m: MjModel, d: MjData, N: int) -> None: ...
def mj_actuatorInputName(m: MjModel, id: int, input: int) -> str | None: ...
def mj_addContact(m: MjModel, d: MjData, con: Any) -> int: ...
def mj_addM(m: MjModel, d: MjData, dst: np.ndarray, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> None: ...
def mj_angmomMat(m: MjModel, d: MjData, mat: np.ndarray, body: int) -> None: ...
def mj_applyFT(m: MjModel, d: MjData, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: int, qfrc_target: np.ndarray) -> None: ...
def mj_camlight(m: MjModel, d: MjData) -> None: ...
def mj_checkAcc(m: MjModel, d: MjData) -> None: ...
def mj_checkPos(m: MjModel, d: MjData) -> None: ...
def mj_checkVel(m: MjModel, d: MjData) -> None: ...
def mj_clearCache(cache: Any) -> None: ...
def mj_collision(m: MjModel, d: MjData) -> None: ...
def mj_comPos(m: MjModel, d: MjData) -> None: ...
def mj_comVel(m: MjModel, d: MjData) -> None: ...
def mj_compareFwdInv(m: MjModel, d: MjData) -> None: ...
def mj_constraintUpdate(m: MjModel, d: MjData, jar: ArrayLike, cost: np.ndarray | None, flg_coneHessian: int) -> None: ...
def mj_contactForce(m: MjModel, d: MjData, id: int, result: np.ndarray) -> None: ...
def mj_copyData(dest: MjData, m: MjModel, src: MjData) -> None: ...
def mj_copyState(m: MjModel, src: MjData, dst: MjData, sig: int) -> None: ...
def mj_crb(m: MjModel, d: MjData) -> None: ...
def mj_defaultLROpt(opt: MjLROpt) -> None: ...
def mj_defaultOption(opt: MjOption) -> None: ...
def mj_defaultSolRefImp(solref: np.ndarray | None, solimp: np.ndarray | None) -> None: ...
def mj_defaultVisual(vis: MjVisual) -> None: ...
def mj_differentiatePos(m: MjModel, qvel: np.ndarray, dt: float, qpos1: ArrayLike, qpos2: ArrayLike) -> None: ...
def mj_embedAssets(m: MjModel) -> MjModel: ...
def mj_energyPos(m: MjModel, d: MjData) -> None: ...
def mj_energyVel(m: MjModel, d: MjData) -> None: ...
def mj_extractState(m: MjModel, src: ArrayLike, srcsig: int, dst: np.ndarray, dstsig: int) -> None: ...
def mj_factorM(m: MjModel, d: MjData) -> None: ...
def mj_flex(m: MjModel, d: MjData) -> None: ...
def mj_forward(m: MjModel, d: MjData) -> None: ...
def mj_forwardSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None: ...
def mj_fullM(m: MjModel, d: MjData, dst: np.ndarray) -> None: ...
def mj_fwdAcceleration(m: MjModel, d: MjData) -> None: ...
def mj_fwdActuation(m: MjModel, d: MjData) -> None: ...
def mj_fwdConstraint(m: MjModel, d: MjData) -> None: ...
def mj_fwdKinematics(m: MjModel, d: MjData) -> None: ...
def mj_fwdPosition(m: MjModel, d: MjData) -> None: ...
def mj_fwdVelocity(m: MjModel, d: MjData) -> None: ...
def mj_geomDistance(m: MjModel, d: MjData, geom1: int, geom2: int, distmax: float, fromto: np.ndarray | None) -> float: ...
def mj_getCache() -> Any: ...
def mj_getCacheCapacity(cache: Any) -> int: ...
def mj_getCacheSize(cache: Any) -> int: ...
def mj_getState(m: MjModel, d: MjData, state: np.ndarray, sig: int) -> None: ...
def mj_getTotalmass(m: MjModel) -> float: ...
def mj_id2name(m: MjModel, type: int, id: int) -> str | None: ...
def mj_implicit(m: MjModel, d: MjData) -> None: ...
def mj_initCtrlHistory(m: MjModel, d: MjData, id: int, times: ArrayLike | None, values: ArrayLike) -> None: ...
def mj_initSensorHistory(m: MjModel, d: MjData, id: int, times: ArrayLike | None, values: ArrayLike, phase: float) -> None: ...
def mj_insideSite(m: MjModel, d: MjData, siteid: int, point: ArrayLike) -> int: ...
def mj_integratePos(m: MjModel, qpos: np.ndarray, qvel: ArrayLike, dt: float) -> None: ...
def mj_invConstraint(m: MjModel, d: MjData) -> None: ...
def mj_invPosition(m: MjModel, d: MjData) -> None: ...
def mj_invVelocity(m: MjModel, d: MjData) -> None: ...
def mj_inverse(m: MjModel, d: MjData) -> None: ...
def mj_inverseSkip(m: MjModel, d: MjData, skipstage: int, skipsensor: int) -> None: ...
def mj_isDual(m: MjModel) -> int: ...
def mj_isPyramidal(m: MjModel) -> int: ...
def mj_isSparse(m: MjModel) -> int: ...
def mj_island(m: MjModel, d: MjData) -> None: ...
def mj_jac(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, point: ArrayLike, body: int) -> None: ...
def mj_jacBody(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, body: int) -> None: ...
def mj_jacBodyCom(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, body: int) -> None: ...
def mj_jacDot(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, point: ArrayLike, body: int) -> None: ...
def mj_jacGeom(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, geom: int) -> None: ...
def mj_jacPointAxis(m: MjModel, d: MjData, jacPoint: np.ndarray | None, jacAxis: np.ndarray | None, point: ArrayLike, axis: ArrayLike, body: int) -> None: ...
def mj_jacSite(m: MjModel, d: MjData, jacp: np.ndarray | None, jacr: np.ndarray | None, site: int) -> None: ...
def mj_jacSubtreeCom(m: MjModel, d: MjData, jacp: np.ndarray, body: int) -> None: ...
def mj_kinematics(m: MjModel, d: MjData) -> None: ...
def mj_loadAllPluginLibraries(directory: str) -> None: ...
def mj_loadPluginLibrary(path: str) -> None: ...
def mj_loadTexture(m: MjModel, id: int) -> tuple[np.ndarray, int]: ...
def mj_local2Global(d: MjData, xpos: np.ndarray, xmat: np.ndarray, pos: ArrayLike, quat: ArrayLike, body: int, sameframe: int) -> None: ...
def mj_makeConstraint(m: MjModel, d: MjData) -> None: ...
def mj_makeM(m: MjModel, d: MjData) -> None: ...
def mj_maxContact(m: MjModel, g1: int, g2: int, has_margin: int) -> int: ...
def mj_mulJacTVec(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None: ...
def mj_mulJacVec(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None: ...
def mj_mulM(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None: ...
def mj_mulM2(m: MjModel, d: MjData, res: np.ndarray, vec: ArrayLike) -> None: ...
def mj_multiRay(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: int, geomid: np.ndarray | None, dist: np.ndarray, normal: np.ndarray | None, nray: int, cutoff: float) -> None: ...
def mj_name2id(m: MjModel, type: int, name: str) -> int: ...
def mj_normalizeQuat(m: MjModel, qpos: np.ndarray) -> None: ...
def mj_objectAcceleration(m: MjModel, d: MjData, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None: ...
def mj_objectVelocity(m: MjModel, d: MjData, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None: ...
def mj_passive(m: MjModel, d: MjData) -> None: ...
def mj_printData(m: MjModel, d: MjData, filename: str) -> None: ...
def mj_printFormattedData(m: MjModel, d: MjData, filename: str, float_format: str) -> None: ...
def mj_printFormattedModel(m: MjModel, filename: str, float_format: str) -> None: ...
def mj_printModel(m: MjModel, filename: str) -> None: ...
def mj_printSchema(flg_html: bool, flg_pad: bool) -> str: ...
def mj_projectConstraint(m: MjModel, d: MjData) -> None: ...
def mj_ray(m: MjModel, d: MjData, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None, flg_static: bool, bodyexclude: int, geomid: np.ndarray | None, normal: np.ndarray | None = ...) -> float: ...
def mj_rayHfield(m: MjModel, d: MjData, geomid: int, pnt: ArrayLike, vec: ArrayLike, normal: np.ndarray | None = ...) -> float: ...
def mj_rayMesh(m: MjModel, d: MjData, geomid: int, pnt: ArrayLike, vec: ArrayLike, normal: np.ndarray | None = ...) -> float: ...
def mj_readCtrl(m: MjModel, d: MjData, id: int, time: float, result: np.ndarray, interp: int) -> np.ndarray: ...
def mj_readSensor(m: MjModel, d: MjData, id: int, time: float, result: np.ndarray, interp: int) -> np.ndarray: ...
def mj_referenceConstraint(m: MjModel, d: MjData) -> None: ...
def mj_resetCallbacks() -> None: ...
def mj_resetCtrl(m: MjModel, d: MjData) -> None: ...
def mj_resetData(m: MjModel, d: MjData) -> None: ...
def mj_resetDataDebug(m: MjModel, d: MjData, debug_value: int) -> None: ...
def mj_resetDataKeyframe(m: MjModel, d: MjData, key: int) -> None: ...
def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: np.ndarray) -> None: ...
def mj_rnePostConstraint(m: MjModel, d: MjData) -> None: ...
def mj_saveLastXML(filename: str | PathLike, m: MjModel) -> None: ...
def mj_saveModel(m: MjModel, filename: str | None = ..., buffer: np.ndarray | None = ...) -> None: ...
def mj_sensorAcc(m: MjModel, d: MjData) -> None: ...
def mj_sensorPos(m: MjModel, d: MjData) -> None: ...
def mj_sensorVel(m: MjModel, d: MjData) -> None: ...
def mj_setCacheCapacity(cache: Any, size: int) -> int: ...
def mj_setConst(m: MjModel, d: MjData) -> None: ...
def mj_setKeyframe(m: MjModel, d: MjData, k: int) -> None: ...
def mj_setLengthRange(m: MjModel, d: MjData, index: int, opt: MjLROpt) -> None: ...
def mj_setState(m: MjModel, d: MjData, state: np.ndarray, sig: int) -> None: ...
def mj_setTotalmass(m: MjModel, newmass: float) -> None: ...
def mj_sizeModel(m: MjModel) -> int: ...
def mj_solveM(m: MjModel, d: MjData, x: np.ndarray, y: ArrayLike) -> None: ...
def mj_solveM2(m: MjModel, d: MjData, x: np.ndarray, y: ArrayLike, sqrtInvD: ArrayLike) -> None: ...
def mj_stateSize(m: MjModel, sig: int) -> int: ...
def mj_step(m: MjModel, d: MjData, nstep: int = ...) -> None: ...
def mj_step1(m: MjModel, d: MjData) -> None: ...
def mj_step2(m: MjModel, d: MjData) -> None: ...
def mj_subtreeVel(m: MjModel, d: MjData) -> None: ...
def mj_tendon(m: MjModel, d: MjData) -> None: ...
def mj_transmission(m: MjModel, d: MjData) -> None: ...
def mj_version() -> int: ...
def mj_versionString() -> str: ...
def mjd_inverseFD(m: MjModel, d: MjData, eps: float, flg_actuation: bool, DfDq: np.ndarray | None, DfDv: np.ndarray | None, DfDa: np.ndarray | None, DsDq: np.ndarray | None, DsDv: np.ndarray | None, DsDa: np.ndarray | None, DmDq: np.ndarray | None) -> None: ...
def mjd_quatIntegrate(vel: ArrayLike, scale: float, Dquat: np.ndarray, Dvel: np.ndarray, Dscale: np.ndarray) -> None: ...
def mjd_subQuat(qa: ArrayLike, qb: ArrayLike, Da: np.ndarray | None, Db: np.ndarray | None) -> None: ...
def mjd_transitionFD(m: MjModel, d: MjData, eps: float, flg_centered: bool, A: np.ndarray | None, B: np.ndarray | None, C: np.ndarray | None, D: np.ndarray | None) -> None: ...
def mjr_addAux(index: int, width: int, height: int, samples: int, con: Any) -> None: ...
def mjr_blitAux(index: int, src: Any, left: int, bottom: int, con: Any) -> None: ...
def mjr_blitBuffer(src: Any, dst: Any, flg_color: int, flg_depth: int, con: Any) -> None: ...
def mjr_changeFont(fontscale: int, con: Any) -> None: ...
def mjr_defaultRendererInfo(info: Any) -> None: ...
def mjr_drawPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None: ...
def mjr_figure(viewport: Any, fig: Any, con: Any) -> None: ...
def mjr_findRect(x: int, y: int, nrect: int, rect: Any) -> int: ...
def mjr_finish() -> None: ...
def mjr_getError() -> int: ...
def mjr_getRendererInfo(info: Any) -> None: ...
def mjr_label(viewport: Any, font: int, txt: Any, r: float, g: float, b: float, a: float, rt: float, gt: float, bt: float, con: Any) -> None: ...
def mjr_maxViewport(con: Any) -> MjrRect: ...
def mjr_overlay(font: int, gridpos: int, viewport: Any, overlay: Any, overlay2: Any, con: Any) -> None: ...
def mjr_readPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None: ...
def mjr_rectangle(viewport: Any, r: float, g: float, b: float, a: float) -> None: ...
def mjr_render(viewport: Any, scn: Any, con: Any) -> None: ...
def mjr_resizeOffscreen(width: int, height: int, con: Any) -> None: ...
def mjr_restoreBuffer(con: Any) -> None: ...
def mjr_setAux(index: int, con: Any) -> None: ...
def mjr_setBuffer(framebuffer: int, con: Any) -> None: ...
def mjr_text(font: int, txt: Any, con: Any, x: float, y: float, r: float, g: float, b: float) -> None: ...
def mjr_uploadHField(m: MjModel, con: Any, hfieldid: int) -> None: ...
def mjr_uploadMesh(m: MjModel, con: Any, meshid: int) -> None: ...
def mjr_uploadTexture(m: MjModel, con: Any, texid: int) -> None: ...
def mju_Halton(index: int, base: int) -> float: ...
def mju_L1(vec: np.ndarray) -> float: ...
def mju_add(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_add3(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_addScl(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None: ...
def mju_addScl3(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike, scl: float) -> None: ...
def mju_addTo(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_addTo3(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_addToScl(res: np.ndarray, vec: ArrayLike, scl: float) -> None: ...
def mju_addToScl3(res: np.ndarray, vec: ArrayLike, scl: float) -> None: ...
def mju_axisAngle2Quat(res: np.ndarray, axis: ArrayLike, angle: float) -> None: ...
def mju_band2Dense(res: np.ndarray, mat: ArrayLike, ntotal: int, nband: int, ndense: int, flg_sym: bool) -> None: ...
def mju_bandDiag(i: int, ntotal: int, nband: int, ndense: int) -> int: ...
def mju_bandMulMatVec(res: np.ndarray, mat: ArrayLike, vec: ArrayLike, ntotal: int, nband: int, ndense: int, nvec: int, flg_sym: bool) -> None: ...
def mju_boxQP(res: np.ndarray, R: np.ndarray, index: np.ndarray | None, H: ArrayLike, g: ArrayLike, lower: ArrayLike | None, upper: ArrayLike | None) -> int: ...
def mju_cholFactor(mat: np.ndarray, mindiag: float) -> int: ...
def mju_cholFactorBand(mat: np.ndarray, ntotal: int, nband: int, ndense: int, diagadd: float, diagmul: float) -> float: ...
def mju_cholSolve(res: np.ndarray, mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_cholSolveBand(res: np.ndarray, mat: ArrayLike, vec: ArrayLike, ntotal: int, nband: int, ndense: int) -> None: ...
def mju_cholUpdate(mat: np.ndarray, x: np.ndarray, flg_plus: int) -> int: ...
def mju_clip(x: float, min: float, max: float) -> float: ...
def mju_copy(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_copy3(res: np.ndarray, data: ArrayLike) -> None: ...
def mju_copy4(res: np.ndarray, data: ArrayLike) -> None: ...
def mju_cross(res: np.ndarray, a: ArrayLike, b: ArrayLike) -> None: ...
def mju_d2n(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_decodePyramid(force: np.ndarray, pyramid: ArrayLike, mu: ArrayLike) -> None: ...
def mju_dense2Band(res: np.ndarray, mat: ArrayLike, ntotal: int, nband: int, ndense: int) -> None: ...
def mju_dense2sparse(res: np.ndarray, mat: ArrayLike, rownnz: np.ndarray, rowadr: np.ndarray, colind: np.ndarray) -> int: ...
def mju_derivQuat(res: np.ndarray, quat: ArrayLike, vel: ArrayLike) -> None: ...
def mju_dist3(pos1: ArrayLike, pos2: ArrayLike) -> float: ...
def mju_dot(vec1: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_dot3(vec1: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_eig3(eigval: np.ndarray, eigvec: np.ndarray, quat: np.ndarray, mat: ArrayLike) -> int: ...
def mju_encodePyramid(pyramid: np.ndarray, force: ArrayLike, mu: ArrayLike) -> None: ...
def mju_euler2Quat(quat: np.ndarray, euler: ArrayLike, seq: str) -> None: ...
def mju_eye(mat: np.ndarray) -> None: ...
def mju_f2n(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_fill(res: np.ndarray, val: float) -> None: ...
def mju_getXMLDependencies(filename: str) -> list[str]: ...
def mju_insertionSort(list: np.ndarray) -> None: ...
def mju_insertionSortInt(list: np.ndarray) -> None: ...
def mju_isBad(x: float) -> int: ...
def mju_isZero(vec: np.ndarray) -> int: ...
def mju_mat2Quat(quat: np.ndarray, mat: ArrayLike) -> None: ...
def mju_mat2Rot(quat: np.ndarray, mat: ArrayLike) -> int: ...
def mju_max(a: float, b: float) -> float: ...
def mju_min(a: float, b: float) -> float: ...
def mju_mulMatMat(res: np.ndarray, mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatMatT(res: np.ndarray, mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatTMat(res: np.ndarray, mat1: ArrayLike, mat2: ArrayLike) -> None: ...
def mju_mulMatTVec(res: np.ndarray, mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatTVec3(res: np.ndarray, mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatVec(res: np.ndarray, mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulMatVec3(res: np.ndarray, mat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_mulPose(posres: np.ndarray, quatres: np.ndarray, pos1: ArrayLike, quat1: ArrayLike, pos2: ArrayLike, quat2: ArrayLike) -> None: ...
def mju_mulQuat(res: np.ndarray, quat1: ArrayLike, quat2: ArrayLike) -> None: ...
def mju_mulQuatAxis(res: np.ndarray, quat: ArrayLike, axis: ArrayLike) -> None: ...
def mju_mulVecMatVec(vec1: ArrayLike, mat: ArrayLike, vec2: ArrayLike) -> float: ...
def mju_muscleBias(len: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float: ...
def mju_muscleDynamics(ctrl: float, act: float, prm: ArrayLike) -> float: ...
def mju_muscleGain(len: float, vel: float, lengthrange: ArrayLike, acc0: float, prm: ArrayLike) -> float: ...
def mju_n2d(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_n2f(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_negPose(posres: np.ndarray, quatres: np.ndarray, pos: ArrayLike, quat: ArrayLike) -> None: ...
def mju_negQuat(res: np.ndarray, quat: ArrayLike) -> None: ...
def mju_norm(res: ArrayLike) -> float: ...
def mju_norm3(vec: ArrayLike) -> float: ...
def mju_normalize(res: np.ndarray) -> float: ...
def mju_normalize3(vec: np.ndarray) -> float: ...
def mju_normalize4(vec: np.ndarray) -> float: ...
def mju_printMat(mat: ArrayLike) -> None: ...
def mju_printMatSparse(mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_quat2Mat(res: np.ndarray, quat: ArrayLike) -> None: ...
def mju_quat2Vel(res: np.ndarray, quat: ArrayLike, dt: float) -> None: ...
def mju_quatIntegrate(quat: np.ndarray, vel: ArrayLike, scale: float) -> None: ...
def mju_quatZ2Vec(quat: np.ndarray, vec: ArrayLike) -> None: ...
def mju_rayGeom(pos: ArrayLike, mat: ArrayLike, size: ArrayLike, pnt: ArrayLike, vec: ArrayLike, geomtype: int, normal: np.ndarray | None = ...) -> float: ...
def mju_raySkin(nface: int, nvert: int, face: ArrayLike, vert: ArrayLike, pnt: ArrayLike, vec: ArrayLike, vertid: np.ndarray | None) -> float: ...
def mju_rotVecQuat(res: np.ndarray, vec: ArrayLike, quat: ArrayLike) -> None: ...
def mju_round(x: float) -> int: ...
def mju_scl(res: np.ndarray, vec: ArrayLike, scl: float) -> None: ...
def mju_scl3(res: np.ndarray, vec: ArrayLike, scl: float) -> None: ...
def mju_sigmoid(x: float) -> float: ...
def mju_sign(x: float) -> float: ...
def mju_sparse2dense(res: np.ndarray, mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float: ...
def mju_sqrMatTD(res: np.ndarray, mat: ArrayLike, diag: np.ndarray | None) -> None: ...
def mju_standardNormal(num2: float | None) -> float: ...
def mju_str2Type(str: str) -> int: ...
def mju_sub(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_sub3(res: np.ndarray, vec1: ArrayLike, vec2: ArrayLike) -> None: ...
def mju_subFrom(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_subFrom3(res: np.ndarray, vec: ArrayLike) -> None: ...
def mju_subQuat(res: np.ndarray, qa: ArrayLike, qb: ArrayLike) -> None: ...
def mju_sum(vec: np.ndarray) -> float: ...
def mju_sym2dense(res: np.ndarray, mat: ArrayLike, rownnz: ArrayLike, rowadr: ArrayLike, colind: ArrayLike) -> None: ...
def mju_symmetrize(res: np.ndarray, mat: ArrayLike) -> None: ...
def mju_threadpool(d: MjData, nthread: int) -> None: ...
def mju_transformSpatial(res: np.ndarray, vec: ArrayLike, flg_force: int, newpos: ArrayLike, oldpos: ArrayLike, rotnew2old: ArrayLike) -> None: ...
def mju_transpose(res: np.ndarray, mat: ArrayLike) -> None: ...
def mju_trnVecPose(res: np.ndarray, pos: ArrayLike, quat: ArrayLike, vec: ArrayLike) -> None: ...
def mju_type2Str(type: int) -> str | None: ...
def mju_unit4(res: np.ndarray) -> None: ...
def mju_warningText(warning: int, info: int) -> str: ...
def mju_writeLog(type: str, msg: str) -> None: ...
def mju_writeNumBytes(nbytes: int) -> str: ...
def mju_zero(res: np.ndarray) -> None: ...
def mju_zero3(res: np.ndarray) -> None: ...
def mju_zero4(res: np.ndarray) -> None: ...
def mjv_addGeoms(m: MjModel, d: MjData, opt: Any, pert: Any, catmask: int, scn: Any) -> None: ...
def mjv_alignToCamera(res: np.ndarray, vec: ArrayLike, forward: ArrayLike) -> None: ...
def mjv_applyPerturbForce(m: MjModel, d: MjData, pert: Any) -> None: ...
def mjv_applyPerturbPose(m: MjModel, d: MjData, pert: Any, flg_paused: int) -> None: ...
def mjv_averageCamera(cam1: Any, cam2: Any) -> MjvGLCamera: ...
def mjv_camera2GLCamera(m: MjModel, d: MjData, cam: Any) -> MjvGLCamera: ...
def mjv_cameraFrame(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, right: np.ndarray, d: MjData, cam: Any) -> None: ...
def mjv_cameraFrustum(zver: np.ndarray, zhor: np.ndarray, zclip: np.ndarray, m: MjModel, cam: Any) -> None: ...
def mjv_cameraInModel(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None: ...
def mjv_cameraInRoom(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None: ...
def mjv_connector(geom: MjvGeom, type: int, width: float, from_: ArrayLike, to: ArrayLike) -> None: ...
def mjv_defaultCamera(cam: Any) -> None: ...
def mjv_defaultFigure(fig: Any) -> None: ...
def mjv_defaultFreeCamera(m: MjModel, cam: Any) -> None: ...
def mjv_defaultOption(opt: Any) -> None: ...
def mjv_defaultPerturb(pert: Any) -> None: ...
def mjv_frustumHeight(scn: Any) -> float: ...
def mjv_initGeom(geom: MjvGeom, type: int, size: ArrayLike | None, pos: ArrayLike | None, mat: ArrayLike | None, rgba: ArrayLike | None) -> None: ...
def mjv_initPerturb(m: MjModel, d: MjData, scn: Any, pert: Any) -> None: ...
def mjv_makeLights(m: MjModel, d: MjData, scn: Any) -> None: ...
def mjv_model2room(roompos: np.ndarray, roomquat: np.ndarray, modelpos: ArrayLike, modelquat: ArrayLike, scn: Any) -> None: ...
def mjv_moveCamera(m: MjModel, action: int, reldx: float, reldy: float, cam: Any) -> None: ...
def mjv_moveModel(m: MjModel, action: int, reldx: float, reldy: float, roomup: ArrayLike, scn: Any) -> None: ...
def mjv_movePerturb(m: MjModel, d: MjData, action: int, reldx: float, reldy: float, scn: Any, pert: Any) -> None: ...
def mjv_room2model(modelpos: np.ndarray, modelquat: np.ndarray, roompos: ArrayLike, roomquat: ArrayLike, scn: Any) -> None: ...
def mjv_select(m: MjModel, d: MjData, vopt: Any, aspectratio: float, relx: float, rely: float, scn: Any, selpnt: np.ndarray, geomid: np.ndarray, flexid: np.ndarray, skinid: np.ndarray) -> int: ...
def mjv_updateCamera(m: MjModel, d: MjData, cam: Any, scn: Any) -> None: ...
def mjv_updateScene(m: MjModel, d: MjData, opt: Any, pert: Any, cam: Any, catmask: int, scn: Any) -> None: ...
def mjv_updateSkin(m: MjModel, d: MjData, scn: Any) -> None: ...
def set_mjcb_act_bias(callback: Callable | None) -> None: ...
def set_mjcb_act_dyn(callback: Callable | None) -> None: ...
def set_mjcb_act_gain(callback: Callable | None) -> None: ...
def set_mjcb_contactfilter(callback: Callable | None) -> None: ...
def set_mjcb_control(callback: Callable | None) -> None: ...
def set_mjcb_passive(callback: Callable | None) -> None: ...
def set_mjcb_sensor(callback: Callable | None) -> None: ...
def set_mjcb_time(callback: Callable | None) -> None: ...
def set_mju_user_free(function: Callable | None) -> None: ...
def set_mju_user_malloc(function: Callable | None) -> None: ...
def set_mju_user_warning(callback: Callable[[str], None] | None) -> None: ...
def to_zip(spec: MjSpec, file: Any) -> None: ...
