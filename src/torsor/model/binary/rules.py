"""What the integers of a model may be, as tables: a row per field.

An integer is a number of something (an id or an address), one of the values of an enumeration, or free. The engine
follows these without looking: whatever stands here has been checked before a model from a file is used.
"""

from ...schema import enums

# ids: field -> (what it is a number of, the least that it may be: -1 where there may be none)
IDS: dict[str, tuple[str, int]] = {
    'body_parentid': ('nbody', 0), 'body_rootid': ('nbody', 0), 'body_weldid': ('nbody', 0),
    'body_mocapid': ('nmocap', -1), 'body_treeid': ('ntree', -1),
    'jnt_bodyid': ('nbody', 0), 'jnt_actuatorid': ('nactuator', -2), 'jnt_plasticadr': ('nplastic', -1),
    'dof_bodyid': ('nbody', 0), 'dof_jntid': ('njnt', 0), 'dof_parentid': ('nv', -1), 'dof_treeid': ('ntree', 0),
    'geom_bodyid': ('nbody', 0), 'geom_matid': ('nmat', -1),
    'site_bodyid': ('nbody', 0), 'site_dataid': ('nmesh', -1), 'site_matid': ('nmat', -1),
    'cam_bodyid': ('nbody', 0), 'cam_targetbodyid': ('nbody', -1),
    'light_bodyid': ('nbody', 0), 'light_targetbodyid': ('nbody', -1), 'light_texid': ('ntex', -1),
    'mat_texid': ('ntex', -1), 'bvh_depth': ('nbvh', 0), 'bvh_child': ('nbvh', -1), 'mesh_graphadr': ('nmeshgraph', -1),
    'actuator_historyadr': ('nhistory', -1), 'sensor_historyadr': ('nhistory', -1),
    'body_plugin': ('nplugin', -1), 'geom_plugin': ('nplugin', -1), 'actuator_plugin': ('nplugin', -1),
    'sensor_plugin': ('nplugin', -1),
    'pair_geom1': ('ngeom', 0), 'pair_geom2': ('ngeom', 0),
    'tendon_matid': ('nmat', -1), 'tendon_actuatorid': ('nactuator', -2), 'tendon_plasticadr': ('nplastic', -1),
    'tendon_treeid': ('ntree', -1), 'ten_J_colind': ('nv', 0),
    'flex_vertbodyid': ('nbody', -1), 'flex_nodebodyid': ('nbody', 0), 'flex_matid': ('nmat', -1),
    'flex_texcoordadr': ('nflextexcoord', -1), 'flex_plasticadr': ('nplastic', -1), 'flexedge_J_colind': ('nv', 0),
    'flex_stiffnessadr': ('nflexstiffness', -1), 'flex_bendingadr': ('nflexbending', -1), 'efmC_perm': ('nv', -1),
    'flex_elemdataadr': ('nflexelemdata', 0), 'flex_elemedgeadr': ('nflexelemedge', 0),
    'flex_shelldataadr': ('nflexshelldata', -1), 'efm0_dofid': ('nv', 0), 'efm0_L_colind': ('nefm0dof', 0),
    'skin_matid': ('nmat', -1), 'skin_texcoordadr': ('nskintexvert', -1), 'skin_bonebodyid': ('nbody', 0),
    'skin_pathadr': ('npaths', -1), 'mesh_pathadr': ('npaths', -1), 'hfield_pathadr': ('npaths', -1),
    'tex_pathadr': ('npaths', -1), 'tex_contenttypeadr': ('npaths', -1),
    **dict.fromkeys((
        'name_bodyadr', 'name_jntadr', 'name_geomadr', 'name_siteadr', 'name_camadr', 'name_lightadr',
        'name_meshadr', 'name_hfieldadr', 'name_texadr', 'name_matadr', 'name_pairadr', 'name_excludeadr',
        'name_eqadr', 'name_tendonadr', 'name_actuatoradr', 'name_sensoradr', 'name_numericadr', 'name_textadr',
        'name_tupleadr', 'name_keyadr', 'name_flexadr', 'name_skinadr',
    ), ('nnames', 0)),
}  # fmt: skip

# stretches of another array: (first, how many, of what); the first is -1 or anything where there are none
STRETCHES: tuple[tuple[str, str, str], ...] = (
    ('body_jntadr', 'body_jntnum', 'njnt'),
    ('body_dofadr', 'body_dofnum', 'nv'),
    ('body_geomadr', 'body_geomnum', 'ngeom'),
    ('body_bvhadr', 'body_bvhnum', 'nbvh'),
    ('tree_bodyadr', 'tree_bodynum', 'nbody'),
    ('tree_dofadr', 'tree_dofnum', 'nv'),
    ('mesh_vertadr', 'mesh_vertnum', 'nmeshvert'),
    ('mesh_faceadr', 'mesh_facenum', 'nmeshface'),
    ('mesh_bvhadr', 'mesh_bvhnum', 'nbvh'),
    ('mesh_octadr', 'mesh_octnum', 'noct'),
    ('mesh_normaladr', 'mesh_normalnum', 'nmeshnormal'),
    ('mesh_texcoordadr', 'mesh_texcoordnum', 'nmeshtexcoord'),
    ('mesh_polyadr', 'mesh_polynum', 'nmeshpoly'),
    ('mesh_polyvertadr', 'mesh_polyvertnum', 'nmeshpolyvert'),
    ('mesh_polymapadr', 'mesh_polymapnum', 'nmeshpolymap'),
    ('flex_nodeadr', 'flex_nodenum', 'nflexnode'),
    ('flex_vertadr', 'flex_vertnum', 'nflexvert'),
    ('flex_edgeadr', 'flex_edgenum', 'nflexedge'),
    ('flex_elemadr', 'flex_elemnum', 'nflexelem'),
    ('flex_bvhadr', 'flex_bvhnum', 'nbvh'),
    ('flexedge_J_rowadr', 'flexedge_J_rownnz', 'nJfe'),
    ('skin_vertadr', 'skin_vertnum', 'nskinvert'),
    ('skin_faceadr', 'skin_facenum', 'nskinface'),
    ('skin_boneadr', 'skin_bonenum', 'nskinbone'),
    ('skin_bonevertadr', 'skin_bonevertnum', 'nskinbonevert'),
    ('efm0_L_rowadr', 'efm0_L_rownnz', 'nefm0L'),
    ('tendon_adr', 'tendon_num', 'nwrap'),
    ('ten_J_rowadr', 'ten_J_rownnz', 'nJten'),
    ('actuator_ctrladr', 'actuator_ctrlnum', 'nu'),
    ('actuator_outadr', 'actuator_outnum', 'nout'),
    ('actuator_actadr', 'actuator_actnum', 'na'),
    ('sensor_adr', 'sensor_dim', 'nsensordata'),
    ('numeric_adr', 'numeric_size', 'nnumericdata'),
    ('text_adr', 'text_size', 'ntextdata'),
    ('tuple_adr', 'tuple_size', 'ntupledata'),
)

# ids that depend on the type of their element: (ids, types) -> {type: (number of what, least)}, and None for all others
OF_TYPE = {
    ('geom_dataid', 'geom_type'): {
        enums.mjtGeom.mjGEOM_MESH: ('nmesh', 0), enums.mjtGeom.mjGEOM_HFIELD: ('nhfield', 0),
        None: ('nmesh', -1),  # the mesh that a shape was fitted to
    },
    ('wrap_objid', 'wrap_type'): {
        enums.mjtWrap.mjWRAP_JOINT: ('njnt', 0), enums.mjtWrap.mjWRAP_SITE: ('nsite', 0),
        enums.mjtWrap.mjWRAP_SPHERE: ('ngeom', 0), enums.mjtWrap.mjWRAP_CYLINDER: ('ngeom', 0), None: ('', -1),
    },
}  # fmt: skip

# numbers of elements by mjtObj, for fields that say the type of what they refer to
OBJECTS = {
    enums.mjtObj.mjOBJ_BODY: 'nbody', enums.mjtObj.mjOBJ_XBODY: 'nbody', enums.mjtObj.mjOBJ_JOINT: 'njnt',
    enums.mjtObj.mjOBJ_DOF: 'nv', enums.mjtObj.mjOBJ_GEOM: 'ngeom', enums.mjtObj.mjOBJ_SITE: 'nsite',
    enums.mjtObj.mjOBJ_CAMERA: 'ncam', enums.mjtObj.mjOBJ_LIGHT: 'nlight', enums.mjtObj.mjOBJ_MESH: 'nmesh',
    enums.mjtObj.mjOBJ_HFIELD: 'nhfield', enums.mjtObj.mjOBJ_TEXTURE: 'ntex', enums.mjtObj.mjOBJ_MATERIAL: 'nmat',
    enums.mjtObj.mjOBJ_PAIR: 'npair', enums.mjtObj.mjOBJ_EXCLUDE: 'nexclude', enums.mjtObj.mjOBJ_EQUALITY: 'neq',
    enums.mjtObj.mjOBJ_TENDON: 'ntendon', enums.mjtObj.mjOBJ_ACTUATOR: 'nactuator',
    enums.mjtObj.mjOBJ_SENSOR: 'nsensor', enums.mjtObj.mjOBJ_NUMERIC: 'nnumeric', enums.mjtObj.mjOBJ_TEXT: 'ntext',
    enums.mjtObj.mjOBJ_TUPLE: 'ntuple', enums.mjtObj.mjOBJ_KEY: 'nkey', enums.mjtObj.mjOBJ_FLEX: 'nflex',
    enums.mjtObj.mjOBJ_SKIN: 'nskin',
}  # fmt: skip
# an object of no type is number -1
TYPED = (('sensor_objid', 'sensor_objtype'), ('sensor_refid', 'sensor_reftype'), ('tuple_objid', 'tuple_objtype'))

# what is one of the values of an enumeration
VALUES: dict[str, tuple[int, ...]] = {
    field: tuple(int(value) for value in getattr(enums, enumeration))
    for field, enumeration in {
        'jnt_type': 'mjtJoint', 'cam_mode': 'mjtCamLight', 'light_mode': 'mjtCamLight', 'light_type': 'mjtLightType',
        'cam_projection': 'mjtProjection', 'tree_sleep_policy': 'mjtSleepPolicy', 'tex_type': 'mjtTexture',
        'tex_colorspace': 'mjtColorSpace', 'tendon_type': 'mjtTendon', 'wrap_type': 'mjtWrap', 'eq_type': 'mjtEq',
        'actuator_trntype': 'mjtTrn', 'actuator_dyntype': 'mjtDyn', 'actuator_gaintype': 'mjtGain',
        'actuator_biastype': 'mjtBias', 'sensor_type': 'mjtSensor', 'sensor_datatype': 'mjtDataType',
        'sensor_needstage': 'mjtStage', 'body_sameframe': 'mjtSameFrame', 'geom_sameframe': 'mjtSameFrame',
        'site_sameframe': 'mjtSameFrame', 'opt.integrator': 'mjtIntegrator', 'opt.cone': 'mjtCone',
        'opt.jacobian': 'mjtJacobian', 'opt.solver': 'mjtSolver', 'flex_selfcollide': 'mjtFlexSelf',
    }.items()
} | {
    'body_simple': (0, 1, 2), 'geom_condim': (1, 3, 4, 6), 'pair_dim': (1, 3, 4, 6), 'tex_nchannel': (1, 3, 4),
    'eq_objtype': tuple(int(enums.mjtObj[f'mjOBJ_{name}']) for name in ('UNKNOWN', 'BODY', 'SITE', 'JOINT', 'TENDON')),
    'flex_dim': (1, 2, 3), 'flex_interp': (-2, -1, 0, 1, 2), 'flex_plasticmode': (0, 1, 2, 3),
    'geom_type': tuple(range(8)), 'site_type': tuple(range(8)),  # from the plane to the mesh
}  # fmt: skip

# integers that may be anything: bits, groups, priorities and what only tells users something
FREE = frozenset({
    'jnt_group', 'geom_group', 'site_group', 'tendon_group', 'actuator_group', 'geom_priority', 'geom_contype',
    'geom_conaffinity', 'body_contype', 'body_conaffinity', 'pair_signature', 'exclude_signature', 'tex_data', 'names',
    'paths', 'text_data', 'plugin_attr', 'opt.disableflags', 'opt.enableflags', 'opt.disableactuator',
    'opt.iterations', 'opt.ls_iterations', 'opt.noslip_iterations', 'opt.ccd_iterations', 'opt.sdf_initpoints',
    'opt.sdf_iterations', 'cam_output', 'cam_resolution', 'actuator_ctrlspec', 'sensor_intprm',
    'signature', 'flex_contype', 'flex_conaffinity', 'flex_condim', 'flex_priority', 'flex_activelayers',
    'flex_passive', 'flex_group', 'skin_group', 'flex_cellnum', 'flex_vertcell', 'flex_elemlayer', 'flex_edgeequality',
})  # fmt: skip
