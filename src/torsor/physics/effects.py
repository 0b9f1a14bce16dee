"""What every stage reads, writes and runs. Made from the sources: python tools/effects.py --write

Symbol of a stage, of `symbol@lanes` where several worlds run something else: fields of the data that it reads, fields
of the model that it reads, fields of the data that it writes, what it runs. Which code that makes: jit/per_world.py.
"""

EFFECTS = {
    'physics.actuator.delay.read_delayed_controls': (
        'time history',
        'actuator_ctrladr actuator_ctrlnum actuator_history actuator_historyadr actuator_delay',
        'work.ctrl',
        '',
    ),
    'physics.actuator.force.activation_rates': (
        'ntree_awake act tree_awake body_awake work.ctrl',
        'jnt_type jnt_bodyid site_bodyid tendon_treenum tendon_treeid actuator_trntype actuator_dyntype '
        'actuator_gaintype actuator_biastype actuator_ctrladr actuator_outadr actuator_actadr actuator_actnum '
        'actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm actuator_gear opt.enableflags',
        'act_dot',
        'callback.act_dyn physics.actuator.motor.motor_rates physics.actuator.pid.pid_rates '
        'physics.actuator.rotation.rotation_rates',
    ),
    'physics.actuator.force.actuator_forces': (
        'ntree_awake moment_rownnz moment_rowadr moment_colind actuator_moment tree_awake body_awake qfrc_gravcomp '
        'actuator_force qfrc_actuator',
        'flg_gravcomp jnt_type jnt_dofadr jnt_bodyid jnt_actfrclimited jnt_actgravcomp jnt_actfrcrange site_bodyid '
        'tendon_treenum tendon_treeid tendon_actfrclimited actuator_trntype actuator_gaintype actuator_outadr '
        'actuator_outnum actuator_trnid actuator_group actuator_forcelimited actuator_forcerange opt.enableflags '
        'opt.disableactuator',
        'actuator_force qfrc_actuator',
        'physics.actuator.force.activation_rates physics.actuator.force.limit_tendon_forces '
        'physics.actuator.force.raw_forces physics.actuator.motor.motor_resistance '
        'physics.actuator.rotation.limit_rotation_force',
    ),
    'physics.actuator.force.controls': (
        'time work.ctrl warning.number',
        '',
        'work.warning_time work.ctrl warning.lastinfo warning.number',
        'physics.actuator.force.read_controls',
    ),
    'physics.actuator.force.limit_tendon_forces': (
        'actuator_force',
        'tendon_actfrclimited tendon_actfrcrange actuator_trntype actuator_outadr actuator_trnid',
        'actuator_force',
        '',
    ),
    'physics.actuator.force.raw_forces': (
        'ntree_awake act act_dot actuator_length tree_awake body_awake actuator_velocity work.ctrl',
        'jnt_type jnt_bodyid site_bodyid tendon_treenum tendon_treeid actuator_trntype actuator_dyntype '
        'actuator_gaintype actuator_biastype actuator_ctrladr actuator_outadr actuator_outnum actuator_actadr '
        'actuator_actnum actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm actuator_actlimited '
        'actuator_actrange actuator_actearly actuator_group actuator_gear actuator_acc0 actuator_lengthrange '
        'opt.timestep opt.enableflags opt.disableactuator',
        'actuator_force',
        'callback.act_bias callback.act_gain physics.actuator.motor.motor_decay physics.actuator.motor.motor_force '
        'physics.actuator.motor.motor_span physics.actuator.pid.pid_drive physics.actuator.rotation.rotation_force',
    ),
    'physics.actuator.force.read_controls': (
        'ctrl work.ctrl',
        'actuator_ctrllimited actuator_ctrlrange opt.disableflags',
        'work.ctrl',
        'physics.actuator.delay.read_delayed_controls',
    ),
    'physics.actuator.motor.motor_decay': (
        'actuator_velocity',
        'actuator_outadr actuator_dynprm actuator_biasprm',
        '',
        '',
    ),
    'physics.actuator.motor.motor_force': (
        'time act act_dot actuator_length actuator_velocity work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm '
        'actuator_actearly opt.timestep',
        '',
        '',
    ),
    'physics.actuator.motor.motor_rates': (
        'time act actuator_length actuator_velocity work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm '
        'actuator_biasprm opt.timestep',
        'act_dot',
        '',
    ),
    'physics.actuator.motor.motor_resistance': (
        'act actuator_length actuator_velocity',
        'actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm actuator_biasprm',
        '',
        '',
    ),
    'physics.actuator.motor.motor_resistance_by_length': (
        'actuator_length',
        'actuator_outadr actuator_biasprm',
        '',
        '',
    ),
    'physics.actuator.motor.motor_resistance_by_velocity': (
        'time',
        'actuator_actadr actuator_dynprm actuator_gainprm',
        '',
        '',
    ),
    'physics.actuator.motor.motor_slope_by_length': (
        'time act actuator_length actuator_velocity work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm '
        'actuator_actearly opt.timestep',
        '',
        '',
    ),
    'physics.actuator.motor.motor_slope_by_velocity': (
        'time act actuator_length actuator_velocity work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm '
        'actuator_actearly opt.timestep',
        '',
        '',
    ),
    'physics.actuator.motor.motor_span': (
        'time actuator_velocity',
        'actuator_outadr actuator_actadr actuator_dynprm actuator_gainprm actuator_biasprm opt.timestep',
        '',
        '',
    ),
    'physics.actuator.pid.pid_drive': (
        'act act_dot work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_actadr actuator_actnum actuator_dynprm actuator_gainprm '
        'actuator_biasprm actuator_actearly opt.timestep',
        '',
        '',
    ),
    'physics.actuator.pid.pid_rates': (
        'act actuator_length work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_actnum actuator_dynprm '
        'opt.timestep',
        'act_dot',
        '',
    ),
    'physics.actuator.rotation.forget_turns': (
        'act',
        'actuator_actadr',
        'act',
        '',
    ),
    'physics.actuator.rotation.limit_rotation_force': (
        'actuator_force',
        'actuator_outadr actuator_forcerange',
        'actuator_force',
        '',
    ),
    'physics.actuator.rotation.rotation_force': (
        'act act_dot actuator_length actuator_velocity work.ctrl',
        'actuator_ctrladr actuator_ctrlspec actuator_outadr actuator_actadr actuator_actnum actuator_gainprm '
        'actuator_biasprm actuator_actearly opt.timestep',
        'actuator_force',
        '',
    ),
    'physics.actuator.rotation.rotation_rates': (
        'work.ctrl',
        'actuator_ctrladr actuator_actadr actuator_actnum',
        'act_dot',
        '',
    ),
    'physics.actuator_length_range.push': (
        'time qvel qfrc_applied actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment qLD '
        'qLDiagInv',
        'M_rownnz M_rowadr M_colind',
        'qvel qfrc_applied',
        'physics.partial.step1 physics.partial.step2',
    ),
    'physics.batch.lanes.run_packs': (
        '',
        '',
        '',
        '',
    ),
    'physics.batch.lanes.run_worlds_together': (
        'eq_active warning.lastinfo warning.number',
        'flg_adhesion opt.jacobian opt.enableflags',
        'eq_active warning.lastinfo warning.number',
        'physics.batch.scalar.forward_up_to physics.constraint.rne_post_constraint.body_forces '
        'physics.lanes.contacts.list_pairs physics.lanes.split_worlds.split_constraints physics.pipeline.step '
        'upcall.reset upcall.warned',
    ),
    'physics.batch.queries.jacobians_of_worlds': (
        '',
        '',
        '',
        'physics.dynamics.inertia.com_pos physics.query.jacobian.jacobian_of_point',
    ),
    'physics.batch.queries.rays_of_worlds': (
        '',
        '',
        '',
        '',
    ),
    'physics.batch.scalar.forward_up_to': (
        '',
        'opt.disableflags opt.enableflags',
        '',
        'physics.force.energy.energy_position physics.force.energy.energy_velocity physics.forward.forward '
        'physics.forward.forward_position physics.forward.forward_velocity physics.sensor.evaluate.position_sensors '
        'physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.batch.scalar.run_worlds': (
        '',
        '',
        '',
        '',
    ),
    'physics.check.check_acc': (
        'time qacc warning.number',
        'opt.disableflags',
        'work.warning_time warning.lastinfo warning.number',
        'physics.forward.forward upcall.reset',
    ),
    'physics.check.check_pos': (
        'time qpos warning.number',
        'opt.disableflags',
        'work.warning_time warning.lastinfo warning.number',
        'upcall.reset',
    ),
    'physics.check.check_vel': (
        'time qvel warning.number',
        'opt.disableflags',
        'work.warning_time warning.lastinfo warning.number',
        'upcall.reset',
    ),
    'physics.collision.box.box_box': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.broad.every_pair': (
        'geom_xpos geom_xmat body_awake work.reach',
        'body_parentid body_weldid body_dofnum body_geomnum body_geomadr body_contype body_conaffinity geom_type '
        'geom_contype geom_conaffinity geom_rbound geom_margin geom_gap pair_geom1 pair_geom2 pair_margin pair_gap '
        'exclude_signature opt.o_margin opt.disableflags opt.enableflags',
        '',
        'physics.collision.motion.swept_bounds_touch physics.collision.narrow.narrow '
        'physics.collision.pairs.collide_bodies physics.collision.pairs.collide_listed',
    ),
    'physics.collision.broad.sweep_and_prune': (
        'geom_xpos geom_xmat body_awake work.box_low work.box_high work.sweep_order work.sweep_count work.sweep_room '
        'work.reach work.travel work.sweep timer.duration',
        'body_parentid body_weldid body_dofnum body_geomnum body_geomadr body_contype body_conaffinity geom_type '
        'geom_contype geom_conaffinity geom_bodyid geom_aabb geom_rbound geom_margin geom_gap pair_geom1 pair_geom2 '
        'pair_margin pair_gap exclude_signature opt.o_margin opt.disableflags opt.enableflags',
        'work.box_low work.box_high work.sweep_order work.sweep_count work.sweep_room timer.duration',
        'callback.time physics.collision.motion.swept_bounds_touch physics.collision.narrow.narrow '
        'physics.collision.pairs.collide_bodies physics.collision.pairs.collide_listed',
    ),
    'physics.collision.capsule.capsule_box': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.capsule.capsule_capsule': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.convex.collide.convex': (
        'geom_xpos geom_xmat work.found_num',
        'geom_type geom_size opt.ccd_tolerance opt.disableflags',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.multiccd.portal_contacts physics.collision.convex.pair.mesh_support '
        'physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.convex.collide.convex_flat': (
        'geom_xpos geom_xmat work.found_num',
        'geom_type geom_size geom_aabb geom_rbound opt.ccd_tolerance opt.disableflags',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.manifold.convex_manifold physics.collision.convex.multiccd.portal_contacts '
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.convex.epa.convex_depth': (
        '',
        'opt.ccd_tolerance opt.ccd_iterations',
        '',
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.convex.gjk.convex_distance': (
        '',
        'opt.ccd_tolerance opt.ccd_iterations',
        '',
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.convex.manifold.convex_manifold': (
        'work.found_num',
        '',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.shapes.mesh.mesh_edges physics.collision.convex.shapes.mesh.mesh_faces '
        'physics.collision.convex.shapes.mesh.mesh_lay_edge physics.collision.convex.shapes.mesh.mesh_lay_face',
    ),
    'physics.collision.convex.mpr.portal_depth': (
        '',
        'opt.ccd_tolerance opt.ccd_iterations',
        '',
        'physics.collision.convex.mpr.portal_support',
    ),
    'physics.collision.convex.mpr.portal_support': (
        '',
        'geom_type geom_size',
        '',
        'physics.collision.convex.shapes.mesh.mesh_along',
    ),
    'physics.collision.convex.multiccd.portal_contacts': (
        'geom_xpos geom_xmat work.found_num work.found_pos',
        'geom_type geom_size geom_rbound opt.disableflags',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.mpr.portal_depth',
    ),
    'physics.collision.convex.nearest.convex_nearest': (
        'geom_xpos geom_xmat work.found_num',
        'geom_type geom_size opt.ccd_tolerance',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.convex.pair.mesh_support': (
        'work.hull_start work.hull_clear',
        'geom_dataid geom_rbound mesh_vertadr mesh_vertnum mesh_graphadr mesh_extrema mesh_vert mesh_graph',
        'work.hull_start work.hull_clear',
        'physics.collision.convex.shapes.mesh.mesh_along',
    ),
    'physics.collision.convex.pair.plain_support': (
        '',
        '',
        '',
        'physics.collision.convex.shapes.mesh.mesh_along',
    ),
    'physics.collision.convex.shapes.mesh.mesh_along': (
        'work.hull_start work.hull_clear',
        'geom_dataid mesh_vertadr mesh_vertnum mesh_graphadr mesh_extrema mesh_vert mesh_graph',
        'work.hull_start work.hull_clear',
        '',
    ),
    'physics.collision.convex.shapes.mesh.mesh_edges': (
        '',
        'geom_dataid mesh_vertadr mesh_polyadr mesh_polyvertadr mesh_polyvertnum mesh_polyvert mesh_polymapadr '
        'mesh_polymapnum mesh_polymap',
        '',
        '',
    ),
    'physics.collision.convex.shapes.mesh.mesh_faces': (
        '',
        'geom_dataid mesh_vertadr mesh_polyadr mesh_polynormal mesh_polymapadr mesh_polymapnum mesh_polymap',
        '',
        '',
    ),
    'physics.collision.convex.shapes.mesh.mesh_lay_edge': (
        '',
        'geom_dataid mesh_vertadr mesh_vert',
        '',
        '',
    ),
    'physics.collision.convex.shapes.mesh.mesh_lay_face': (
        '',
        'geom_dataid mesh_vertadr mesh_vert mesh_polyadr mesh_polyvertadr mesh_polyvertnum mesh_polyvert',
        '',
        '',
    ),
    'physics.collision.driver.collision': (
        'maxuse_con ncon ntree_awake work.con_capacity timer.duration timer.number contact.geom',
        'body_conaffinity geom_type geom_dataid geom_size geom_aabb geom_margin geom_gap hfield_size opt.disableflags '
        'opt.enableflags',
        'maxuse_con ncon ne nf nl nefc nJ nY nA nisland nidof work.looked work.con_capacity work.cone_num '
        'timer.duration timer.number contact.*',
        'callback.time physics.collision.broad.every_pair physics.collision.broad.sweep_and_prune '
        'physics.collision.motion.set_motions physics.collision.pairs.collide_listed upcall.lacking',
    ),
    'physics.collision.hfield.hfield_convex': (
        'geom_xpos geom_xmat',
        'geom_type geom_dataid geom_size geom_rbound hfield_size hfield_nrow hfield_ncol',
        '',
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support '
        'physics.collision.hfield.hfield_prisms',
    ),
    'physics.collision.hfield.hfield_prisms': (
        'geom_xpos geom_xmat work.found_num',
        'geom_type geom_dataid geom_size hfield_size hfield_nrow hfield_ncol hfield_adr hfield_data opt.ccd_tolerance '
        'opt.disableflags',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.mpr.portal_depth physics.collision.convex.pair.mesh_support '
        'physics.collision.convex.pair.plain_support',
    ),
    'physics.collision.motion.set_motions': (
        'qvel geom_xpos subtree_com cdof work.travel work.turning',
        'body_parentid body_rootid body_dofnum body_dofadr geom_type geom_bodyid geom_rbound opt.timestep',
        'work.travel work.turning work.sweep',
        '',
    ),
    'physics.collision.motion.swept_bounds_touch': (
        'geom_xpos geom_xmat work.travel work.sweep',
        'geom_type geom_aabb geom_rbound',
        '',
        '',
    ),
    'physics.collision.narrow.add_contacts': (
        'ncon geom_xpos geom_xmat work.reach work.con_capacity work.found_ahead work.found_num work.found_dist '
        'work.found_pos work.found_normal work.found_tangent contact.dist contact.pos contact.frame '
        'contact.includemargin contact.friction contact.solref contact.solreffriction contact.solimp contact.adhesion '
        'contact.dim',
        'flg_surfacevel geom_condim geom_priority geom_solmix geom_solref geom_solimp geom_friction geom_margin '
        'geom_gap geom_surfacevel geom_adhesion pair_dim pair_solref pair_solreffriction pair_solimp pair_margin '
        'pair_gap pair_adhesion pair_friction opt.o_* opt.enableflags',
        'ncon contact.dist contact.pos contact.frame contact.includemargin contact.friction contact.solref '
        'contact.solreffriction contact.solimp contact.adhesion contact.surfacevel contact.mu contact.dim '
        'contact.geom contact.exclude contact.efc_address',
        'physics.collision.speculative.set_ahead upcall.more_contacts',
    ),
    'physics.collision.narrow.narrow': (
        'work.reach work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'geom_type geom_margin geom_gap pair_margin pair_gap opt.o_margin opt.disableflags opt.enableflags '
        'table.collider',
        'work.found_ahead work.found_reach work.found_num work.found_dist work.found_pos work.found_normal '
        'work.found_tangent',
        'callback.contactfilter physics.collision.narrow.add_contacts physics.collision.speculative.look_ahead '
        'table.collider',
    ),
    'physics.collision.pairs.collide_bodies': (
        'ncon geom_xpos geom_xmat work.reach work.sweep',
        'body_geomnum body_geomadr body_bvhnum geom_type geom_contype geom_conaffinity geom_aabb geom_rbound '
        'geom_margin geom_gap pair_geom1 pair_geom2 pair_margin pair_gap opt.o_margin opt.disableflags '
        'opt.enableflags',
        'ncon',
        'physics.collision.motion.swept_bounds_touch physics.collision.narrow.narrow '
        'physics.collision.pairs.collide_trees physics.collision.pairs.is_reached',
    ),
    'physics.collision.pairs.collide_listed': (
        'geom_xpos geom_xmat body_awake work.reach',
        'geom_type geom_bodyid geom_rbound geom_margin geom_gap pair_geom1 pair_geom2 pair_signature pair_margin '
        'pair_gap opt.o_margin opt.disableflags opt.enableflags',
        '',
        'physics.collision.motion.swept_bounds_touch physics.collision.narrow.narrow',
    ),
    'physics.collision.pairs.collide_trees': (
        'xipos ximat geom_xpos geom_xmat work.reach',
        'body_geomnum body_margin body_bvhadr bvh_child bvh_nodeid bvh_aabb geom_type geom_contype geom_conaffinity '
        'geom_dataid geom_size geom_aabb geom_rbound geom_margin geom_gap hfield_size pair_geom1 pair_geom2 '
        'pair_margin pair_gap opt.o_margin opt.disableflags opt.enableflags',
        '',
        'physics.collision.motion.swept_bounds_touch physics.collision.narrow.narrow',
    ),
    'physics.collision.pairs.is_reached': (
        'xipos ximat geom_xpos geom_xmat work.reach',
        'body_geomnum body_margin body_bvhadr body_bvhnum bvh_child bvh_nodeid bvh_aabb geom_type geom_bodyid '
        'geom_dataid geom_size geom_aabb geom_margin geom_gap hfield_size pair_margin pair_gap opt.o_margin '
        'opt.enableflags',
        '',
        '',
    ),
    'physics.collision.plane.plane_box': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.plane.plane_capsule': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.plane.plane_cylinder': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.plane.plane_ellipsoid': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.plane.plane_sphere': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.plane_mesh.plane_mesh': (
        'geom_xpos geom_xmat work.found_num',
        'geom_type geom_dataid geom_size mesh_vertadr mesh_vert mesh_polyadr mesh_polynormal mesh_polyvertadr '
        'mesh_polyvertnum mesh_polyvert mesh_polymapadr mesh_polymapnum mesh_polymap',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.convex.shapes.mesh.mesh_along',
    ),
    'physics.collision.sight.is_hidden': (
        'geom_xpos geom_xmat',
        'body_parentid body_weldid body_dofnum body_contype body_conaffinity geom_type geom_contype geom_conaffinity '
        'geom_bodyid geom_size geom_margin geom_gap pair_geom1 pair_geom2 pair_margin pair_gap exclude_signature '
        'opt.ccd_tolerance opt.o_margin opt.disableflags opt.enableflags',
        '',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support '
        'physics.ray.triangles.hfield_ray physics.ray.triangles.mesh_ray',
    ),
    'physics.collision.speculative.look_ahead': (
        'geom_xpos geom_xmat work.travel work.turning work.sweep work.found_speed work.found_num work.found_dist '
        'work.found_pos work.found_normal work.found_tangent',
        'geom_type geom_size geom_aabb geom_rbound opt.ccd_tolerance opt.disableflags',
        'work.found_ahead work.found_time work.found_speed work.found_num work.found_dist work.found_pos '
        'work.found_normal work.found_tangent',
        'physics.collision.convex.gjk.convex_distance physics.collision.convex.manifold.convex_manifold '
        'physics.collision.convex.pair.mesh_support physics.collision.convex.pair.plain_support '
        'physics.collision.convex.shapes.mesh.mesh_edges physics.collision.convex.shapes.mesh.mesh_faces '
        'physics.collision.convex.shapes.mesh.mesh_lay_edge physics.collision.convex.shapes.mesh.mesh_lay_face '
        'physics.collision.sight.is_hidden',
    ),
    'physics.collision.speculative.set_ahead': (
        'work.found_time work.found_speed contact.includemargin contact.solref',
        'opt.timestep opt.integrator opt.disableflags',
        'contact.dist contact.exclude',
        '',
    ),
    'physics.collision.sphere.sphere_box': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.sphere.sphere_capsule': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.sphere.sphere_cylinder': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.collision.sphere.sphere_sphere': (
        'geom_xpos geom_xmat work.found_num',
        'geom_size',
        'work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        '',
    ),
    'physics.constraint.attachment_force.add_attachment_forces': (
        'ne xpos xquat xmat site_xpos site_xquat subtree_com cfrc_ext efc_id efc_force',
        'body_rootid site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype eq_data',
        'cfrc_ext',
        '',
    ),
    'physics.constraint.contact.contact_rows': (
        'ncon nefc nJ subtree_com cdof work.cone_num contact.dist contact.pos contact.frame contact.includemargin '
        'contact.friction contact.dim contact.geom contact.exclude',
        'body_rootid body_weldid body_dofnum body_dofadr body_invweight0 dof_parentid geom_bodyid opt.impratio '
        'opt.cone opt.jacobian',
        'nefc nJ work.cone_num contact.mu contact.H contact.exclude contact.efc_address efc_type efc_id efc_J_rownnz '
        'efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss efc_diagA work.efc_here',
        '',
    ),
    'physics.constraint.delassus.dual_matrix': (
        'nefc nY nA efc_J_rowsuper efc_R efc_Y_rownnz efc_Y_rowadr efc_Y_colind efc_Y efc_AR_rownnz efc_AR_rowadr '
        'efc_AR',
        'opt.jacobian',
        'nA efc_AR_rownnz efc_AR_rowadr efc_AR_colind efc_AR',
        '',
    ),
    'physics.constraint.equality.equality_rows': (
        'nefc nJ qpos eq_active xpos xquat xmat site_xpos site_xquat subtree_com cdof ten_J ten_length body_awake '
        'efc_J tendon_efcadr',
        'qpos0 body_rootid body_weldid body_dofnum body_dofadr body_invweight0 jnt_qposadr jnt_dofadr jnt_bodyid '
        'dof_parentid dof_invweight0 site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype eq_data ten_J_rownnz '
        'ten_J_rowadr ten_J_colind tendon_length0 tendon_invweight0 opt.jacobian opt.enableflags',
        'nefc nJ efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss '
        'efc_diagA tendon_efcadr work.efc_here',
        'upcall.equality',
    ),
    'physics.constraint.force.add_contact_forces': (
        'ncon subtree_com cfrc_ext contact.pos contact.frame contact.friction contact.adhesion contact.dim '
        'contact.geom contact.efc_address efc_force',
        'body_rootid geom_bodyid opt.cone',
        'cfrc_ext',
        '',
    ),
    'physics.constraint.friction.friction_rows': (
        'nefc nJ ntree_awake ten_J tree_awake tendon_efcadr',
        'dof_treeid dof_frictionloss dof_invweight0 tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr '
        'ten_J_colind tendon_frictionloss tendon_invweight0 opt.jacobian opt.enableflags',
        'nefc nJ efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss '
        'efc_diagA tendon_efcadr work.efc_here',
        '',
    ),
    'physics.constraint.impedance.regularize': (
        'nefc efm_active contact.friction contact.solref contact.solreffriction contact.solimp contact.mu contact.dim '
        'efc_type efc_id efc_pos efc_margin efc_diagA work.efc_here',
        'jnt_solref jnt_solimp dof_solref dof_solimp eq_type eq_solref eq_solimp tendon_solref_lim tendon_solimp_lim '
        'tendon_solref_fri tendon_solimp_fri opt.timestep opt.integrator opt.cone opt.disableflags',
        'efc_diagA efc_KBIP efc_D efc_R',
        '',
    ),
    'physics.constraint.limit.joint_limit_rows': (
        'nefc nJ ntree_awake qpos body_awake work.reach',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid jnt_limited jnt_range jnt_margin dof_invweight0 opt.jacobian '
        'opt.enableflags',
        'nefc nJ efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss '
        'efc_diagA work.efc_here',
        '',
    ),
    'physics.constraint.limit.tendon_limit_rows': (
        'nefc nJ ntree_awake ten_J ten_length tree_awake work.reach tendon_efcadr',
        'tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr ten_J_colind tendon_limited tendon_range '
        'tendon_margin tendon_invweight0 opt.jacobian opt.enableflags',
        'nefc nJ efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss '
        'efc_diagA tendon_efcadr work.efc_here',
        '',
    ),
    'physics.constraint.make.group_rows': (
        'nefc efc_J_*',
        '',
        'efc_J_rowsuper',
        '',
    ),
    'physics.constraint.make.make_constraint': (
        'ncon',
        'jnt_type jnt_limited dof_frictionloss ten_J_rownnz tendon_limited tendon_frictionloss opt.disableflags',
        'ne nf nl nefc nJ nY nA nisland nidof',
        'physics.constraint.make.make_rows upcall.lacking',
    ),
    'physics.constraint.make.make_constraint@lanes': (
        'ncon work.pair_end',
        'flg_adhesion jnt_type jnt_limited dof_frictionloss ten_J_rownnz tendon_limited tendon_frictionloss '
        'opt.jacobian opt.disableflags opt.enableflags',
        'ne nf nl nefc nJ nY nA nisland nidof',
        'physics.constraint.make.make_constraint.apart physics.constraint.make.make_rows '
        'physics.lanes.merge_worlds.merge_contacts physics.lanes.rows.count_rows upcall.lacking',
    ),
    'physics.constraint.make.make_rows': (
        'maxuse_efc ncon ne nf nefc efm_active eq_active contact.dim contact.geom contact.exclude efc_diagA',
        'body_weldid body_dofnum body_dofadr jnt_type jnt_limited dof_parentid dof_frictionloss geom_bodyid '
        'site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype ten_J_rownnz ten_J_rowadr ten_J_colind tendon_limited '
        'tendon_frictionloss opt.integrator opt.cone opt.jacobian opt.solver opt.noslip_iterations opt.disableflags',
        'maxuse_efc ne nf nl nefc nJ efc_type efc_id efc_J_* efc_J efc_pos efc_margin efc_frictionloss efc_diagA '
        'efc_KBIP efc_D efc_R tendon_efcadr efc_vel efc_aref efc_b efc_state efc_force work.efc_*',
        'physics.constraint.contact.contact_rows physics.constraint.equality.equality_rows '
        'physics.constraint.friction.friction_rows physics.constraint.impedance.regularize '
        'physics.constraint.limit.joint_limit_rows physics.constraint.limit.tendon_limit_rows '
        'physics.constraint.make.group_rows',
    ),
    'physics.constraint.metric.inverse_metric_constraint': (
        'nefc M efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efm_sdiag work.efc_weight',
        'M_rownnz M_rowadr opt.jacobian opt.enableflags',
        'efc_diagA',
        'physics.constraint.impedance.regularize physics.constraint.project.project_rows '
        'physics.constraint.reference.late_reference',
    ),
    'physics.constraint.metric.metric_constraint': (
        'nefc M efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efm_sdiag work.efc_weight',
        'M_rownnz M_rowadr opt.jacobian opt.enableflags',
        'efc_diagA',
        'physics.constraint.impedance.regularize physics.constraint.project.project_rows '
        'physics.constraint.reference.late_reference',
    ),
    'physics.constraint.project.exact_diagonal': (
        'nefc efc_Y_rownnz efc_Y_rowadr efc_Y',
        'opt.jacobian',
        'efc_diagA',
        '',
    ),
    'physics.constraint.project.project_constraint': (
        'efm_active',
        'opt.integrator',
        '',
        'physics.constraint.project.project_rows',
    ),
    'physics.constraint.project.project_rows': (
        'nefc efm_active nY qLD qLDiagInv qH qHDiagInv efc_J_* efc_J efc_Y_rownnz efc_Y_rowadr efc_Y_colind',
        'M_rownnz M_rowadr M_colind opt.integrator opt.jacobian opt.solver opt.noslip_iterations opt.enableflags',
        'nY nA efc_Y_rownnz efc_Y_rowadr efc_Y_colind efc_Y',
        'physics.constraint.delassus.dual_matrix physics.constraint.impedance.regularize '
        'physics.constraint.project.exact_diagonal',
    ),
    'physics.constraint.reference.late_reference': (
        'ncon nefc qvel contact.friction contact.surfacevel contact.dim contact.efc_address efc_type efc_id '
        'efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_vel',
        'flg_surfacevel opt.cone opt.jacobian',
        'efc_vel',
        'physics.constraint.reference.reference_acceleration',
    ),
    'physics.constraint.reference.reference_acceleration': (
        'ncon ne nefc efm_active contact.adhesion contact.dim contact.efc_address efc_pos efc_margin efc_KBIP efc_R '
        'efc_vel efc_aref',
        'flg_adhesion opt.timestep opt.integrator opt.cone',
        'efc_aref',
        'physics.constraint.reference.subtract_rates',
    ),
    'physics.constraint.reference.reference_constraint': (
        'ncon nefc efm_active qvel contact.friction contact.surfacevel contact.dim contact.efc_address efc_type '
        'efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_vel',
        'flg_surfacevel opt.integrator opt.cone opt.jacobian',
        'efc_vel',
        'physics.constraint.reference.reference_acceleration',
    ),
    'physics.constraint.reference.reference_constraint@lanes': (
        'ncon nefc efm_active qvel contact.friction contact.surfacevel contact.dim contact.efc_address efc_type '
        'efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_vel',
        'flg_surfacevel flg_adhesion opt.integrator opt.cone opt.jacobian opt.enableflags',
        'efc_vel',
        'physics.constraint.reference.reference_acceleration physics.constraint.reference.reference_constraint.apart',
    ),
    'physics.constraint.reference.subtract_rates': (
        'ne qvel xpos xquat xmat site_xpos site_xquat subtree_com cdof cvel cdof_dot efc_id efc_aref',
        'body_rootid body_weldid body_dofnum body_dofadr jnt_type jnt_dofadr dof_bodyid dof_jntid dof_parentid '
        'site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype eq_data',
        'efc_aref',
        '',
    ),
    'physics.constraint.rne_post_constraint.body_forces': (
        'ncon ne nefc qvel xfrc_applied qacc xipos subtree_com cdof cinert cvel cdof_dot cacc cfrc_int cfrc_ext',
        'body_parentid body_rootid body_dofnum body_dofadr tendon_type opt.gravity opt.disableflags',
        'flg_rnepost cacc cfrc_int cfrc_ext',
        'physics.constraint.attachment_force.add_attachment_forces physics.constraint.force.add_contact_forces '
        'physics.constraint.tendon_force.add_tendon_forces',
    ),
    'physics.constraint.tendon_force.add_tendon_forces': (
        'ne nf nl nefc qvel plastic qacc subtree_com ten_* wrap_obj wrap_xpos cvel cdof_dot actuator_force cfrc_ext '
        'efc_type efc_id efc_force',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_bodyid site_bodyid eq_type eq_obj1id '
        'eq_obj2id eq_data tendon_type tendon_adr tendon_num tendon_actuatorid tendon_plasticadr ten_J_rownnz '
        'ten_J_rowadr ten_J_colind tendon_range tendon_margin tendon_stiffness tendon_stiffnesspoly tendon_damping '
        'tendon_dampingpoly tendon_armature tendon_lengthspring tendon_length0 wrap_type wrap_objid wrap_prm '
        'actuator_trntype actuator_outadr actuator_trnid actuator_damping actuator_dampingpoly actuator_armature '
        'actuator_gear opt.disableflags',
        'cfrc_ext',
        '',
    ),
    'physics.derivatives.analytic.acceleration.acceleration': (
        'qpos qvel act ctrl eq_active work.reach',
        'flg_gravcomp flg_adhesion jnt_type jnt_actfrclimited jnt_actgravcomp eq_type tendon_type tendon_actuatorid '
        'tendon_armature actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrlnum '
        'actuator_outadr actuator_outnum actuator_actnum actuator_trnid actuator_gear opt.integrator '
        'opt.noslip_iterations opt.disableflags opt.enableflags table.replaced',
        '',
        'physics.derivatives.analytic.acceleration.forward_slopes',
    ),
    'physics.derivatives.analytic.acceleration.constrained_step_slopes': (
        'nefc efm_active nefmT nefmA qacc_warmstart qacc ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment M qLDiagInv actuator_force work.reach contact.H contact.dim contact.efc_address efc_type '
        'efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as '
        'efc_state work.efc_here work.efc_phase',
        'ten_J_rownnz ten_J_rowadr ten_J_colind tendon_actfrclimited tendon_actfrcrange actuator_trntype '
        'actuator_outadr actuator_outnum actuator_trnid actuator_group M_rownnz M_rowadr M_colind opt.integrator '
        'opt.jacobian opt.disableflags opt.disableactuator',
        'qacc',
        'physics.derivatives.analytic.equations.ask_solver physics.derivatives.analytic.equations.refine '
        'physics.derivatives.analytic.equations.set_equations physics.derivatives.analytic.integrator.take_integrator '
        'physics.derivatives.analytic.solve.factor_dense',
    ),
    'physics.derivatives.analytic.acceleration.forward_slopes': (
        'ctrl qfrc_applied xfrc_applied',
        '',
        'ctrl qfrc_applied xfrc_applied',
        'physics.derivatives.analytic.acceleration.slopes_at_qacc '
        'physics.derivatives.analytic.unsolved.forward_unsolved',
    ),
    'physics.derivatives.analytic.acceleration.free_step_slopes': (
        'qacc qLDiagInv actuator_force work.step_acc',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tendon_actfrclimited tendon_actfrcrange '
        'actuator_trntype actuator_outadr actuator_trnid actuator_group opt.integrator opt.disableflags '
        'opt.disableactuator',
        'work.step_acc',
        'physics.derivatives.analytic.acceleration.solve_with_inertia '
        'physics.derivatives.analytic.equations.set_equations '
        'physics.derivatives.analytic.integrator.add_matrix_changes '
        'physics.derivatives.analytic.integrator.solve_with_matrix '
        'physics.derivatives.velocity.velocity.velocity_derivative physics.integrate.euler.damped_acceleration '
        'physics.integrate.implicit.implicit_acceleration physics.integrate.implicit.implicitfast_acceleration',
    ),
    'physics.derivatives.analytic.acceleration.slopes_at_qacc': (
        'nefc efm_active nefmT nefmA qacc_warmstart qacc ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment M qLDiagInv actuator_force work.reach contact.H contact.dim contact.efc_address efc_type '
        'efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as '
        'efc_state work.efc_here work.efc_phase',
        'tendon_type tendon_actuatorid ten_J_rownnz ten_J_rowadr ten_J_colind tendon_actfrclimited tendon_actfrcrange '
        'tendon_armature actuator_trntype actuator_ctrlnum actuator_outadr actuator_outnum actuator_actnum '
        'actuator_trnid actuator_group M_rownnz M_rowadr M_colind opt.integrator opt.jacobian opt.disableflags '
        'opt.disableactuator',
        'qacc',
        'physics.derivatives.analytic.acceleration.solve_with_inertia '
        'physics.derivatives.analytic.equations.ask_solver physics.derivatives.analytic.equations.refine '
        'physics.derivatives.analytic.equations.set_equations physics.derivatives.analytic.solve.factor_dense '
        'physics.derivatives.analytic.solve.solve_columns physics.derivatives.analytic.whole.whole_slopes',
    ),
    'physics.derivatives.analytic.acceleration.solve_with_inertia': (
        'qLD qLDiagInv',
        'body_treeid jnt_type dof_bodyid dof_jntid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.derivatives.analytic.closest.settle_touch': (
        'geom_xpos geom_xmat',
        'geom_dataid geom_size mesh_vertadr mesh_vertnum mesh_graphadr mesh_vert mesh_graph',
        '',
        '',
    ),
    'physics.derivatives.analytic.columns.add_rare_columns': (
        'ne nf nl',
        'opt.timestep',
        '',
        'physics.derivatives.analytic.columns.damping_on_duals physics.derivatives.analytic.columns.forces_on_duals '
        'physics.derivatives.analytic.columns.positions_on_duals physics.derivatives.analytic.columns.seed_columns',
    ),
    'physics.derivatives.analytic.columns.damping_on_duals': (
        'qDeriv work.step_acc',
        'D_rownnz D_rowadr D_colind opt.density opt.viscosity opt.disableflags',
        'qfrc_bias qDeriv',
        'physics.derivatives.velocity.fluid.fluid_derivative '
        'physics.derivatives.velocity.velocity.actuator_derivative '
        'physics.derivatives.velocity.velocity.damper_derivative',
    ),
    'physics.derivatives.analytic.columns.forces_on_duals': (
        'qfrc_passive qfrc_actuator qfrc_smooth qfrc_constraint',
        'opt.disableflags',
        'qfrc_smooth',
        'physics.actuator.force.actuator_forces physics.actuator.force.controls '
        'physics.derivatives.analytic.columns.passive_on_duals physics.derivatives.analytic.columns.rows_on_duals '
        'physics.dynamics.velocity.com_vel physics.position.tendon.tendon_velocities '
        'physics.position.transmission.actuator_velocities',
    ),
    'physics.derivatives.analytic.columns.load_duals': (
        'time qpos qvel act history plastic ctrl eq_active mocap_pos mocap_quat qacc act_dot work.step_acc',
        'jnt_type jnt_qposadr',
        '',
        '',
    ),
    'physics.derivatives.analytic.columns.passive_on_duals': (
        'qfrc_spring qfrc_damper',
        '',
        'qfrc_spring qfrc_damper qfrc_passive',
        'physics.force.passive.tendon_springs_and_dampers',
    ),
    'physics.derivatives.analytic.columns.positions_on_duals': (
        '',
        '',
        'ncon ne nf nl nefc nJ efm_active nY nA nisland nidof',
        'physics.constraint.make.make_constraint physics.dynamics.inertia.com_pos '
        'physics.position.kinematics.kinematics physics.position.tendon.tendons '
        'physics.position.transmission.transmission',
    ),
    'physics.derivatives.analytic.columns.rows_on_duals': (
        'nefc efm_active qacc qfrc_constraint work.reach contact.friction contact.mu contact.dim efc_type efc_id '
        'efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss efc_KBIP efc_D efc_R '
        'efc_aref efc_b efc_force',
        'opt.integrator opt.jacobian',
        'qfrc_constraint contact.H efc_D efc_b efc_state efc_force work.efc_phase',
        'physics.constraint.metric.inverse_metric_constraint physics.constraint.reference.reference_constraint',
    ),
    'physics.derivatives.analytic.columns.seed_columns': (
        '',
        'jnt_type jnt_qposadr jnt_dofadr dof_jntid',
        '',
        'physics.derivatives.analytic.columns.load_duals',
    ),
    'physics.derivatives.analytic.contacts.contacts_on_duals': (
        'ncon subtree_com cdof contact.dist contact.pos contact.frame contact.geom',
        'flg_surfacevel body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_condim geom_bodyid '
        'geom_priority geom_solmix geom_solref geom_solimp geom_friction geom_margin geom_gap geom_surfacevel '
        'geom_adhesion pair_dim pair_geom1 pair_geom2 pair_solref pair_solreffriction pair_solimp pair_margin '
        'pair_gap pair_adhesion pair_friction opt.o_* opt.enableflags',
        '',
        '',
    ),
    'physics.derivatives.analytic.convex.convex_on_duals': (
        'geom_xpos geom_xmat',
        'geom_type geom_size opt.ccd_tolerance opt.disableflags',
        '',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.manifold.convex_manifold physics.collision.convex.pair.mesh_support '
        'physics.collision.convex.pair.plain_support physics.derivatives.analytic.closest.settle_touch',
    ),
    'physics.derivatives.analytic.convex.hfield_on_duals': (
        'ncon geom_xpos geom_xmat contact.dist contact.pos contact.frame contact.geom',
        'geom_type geom_dataid geom_size hfield_size hfield_nrow hfield_ncol hfield_adr hfield_data opt.ccd_tolerance '
        'opt.disableflags',
        '',
        'physics.collision.convex.epa.convex_depth physics.collision.convex.gjk.convex_distance '
        'physics.collision.convex.mpr.portal_depth physics.collision.convex.pair.mesh_support '
        'physics.collision.convex.pair.plain_support physics.derivatives.analytic.closest.settle_touch',
    ),
    'physics.derivatives.analytic.equations.ask_solver': (
        '',
        '',
        '',
        'physics.solver.solve.prepare_solver physics.solver.solve.solve_constraint',
    ),
    'physics.derivatives.analytic.equations.refine': (
        'nefc efm_active nefmT nefmA qacc ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M '
        'qfrc_smooth qfrc_constraint work.reach contact.friction contact.mu contact.H contact.dim contact.efc_address '
        'efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin efc_frictionloss efc_KBIP '
        'efc_D efc_R efc_aref efm_c efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as efm_ca efc_state efc_force '
        'work.efc_here work.efc_phase',
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind '
        'opt.integrator opt.jacobian',
        'qacc qfrc_constraint contact.H efc_D efc_state efc_force work.efc_phase',
        'physics.derivatives.analytic.solve.factor_dense',
    ),
    'physics.derivatives.analytic.equations.set_equations': (
        'ncon ne nf nl nefc eq_active',
        'flg_adhesion jnt_type eq_type tendon_type actuator_trntype actuator_trnid opt.density opt.viscosity '
        'opt.disableflags',
        '',
        'physics.derivatives.analytic.columns.add_rare_columns physics.derivatives.analytic.fluid.add_fluid_slopes '
        'physics.derivatives.analytic.inverse.set_motions '
        'physics.derivatives.analytic.inverse.subtract_inverse_slopes '
        'physics.derivatives.analytic.pair.add_acting_contacts physics.derivatives.analytic.rows.add_scalar_rows '
        'physics.derivatives.analytic.smooth.add_actuator_slopes '
        'physics.derivatives.analytic.smooth.add_fixed_wrenches physics.derivatives.analytic.smooth.add_joint_slopes '
        'physics.derivatives.analytic.smooth.add_tendon_slopes '
        'physics.derivatives.analytic.smooth.set_actuator_slopes',
    ),
    'physics.derivatives.analytic.fluid.add_fluid_slopes': (
        'cdof cdof_dot work.fluid_load work.column work.drag_* work.load_column',
        'jnt_type jnt_dofadr dof_bodyid dof_jntid dof_parentid opt.wind',
        'work.column work.load_column',
        'physics.derivatives.velocity.fluid.subtree_drag',
    ),
    'physics.derivatives.analytic.frame.collide_on_duals': (
        'geom_xpos geom_xmat work.reach',
        'geom_type geom_margin geom_gap pair_geom1 pair_geom2 pair_margin pair_gap opt.o_margin opt.enableflags',
        '',
        'physics.collision.box.box_box physics.collision.capsule.capsule_box '
        'physics.collision.capsule.capsule_capsule physics.collision.plane.plane_box '
        'physics.collision.plane.plane_capsule physics.collision.plane.plane_cylinder '
        'physics.collision.plane.plane_ellipsoid physics.collision.plane.plane_sphere '
        'physics.collision.sphere.sphere_box physics.collision.sphere.sphere_capsule '
        'physics.collision.sphere.sphere_cylinder physics.collision.sphere.sphere_sphere '
        'physics.derivatives.analytic.convex.convex_on_duals physics.derivatives.analytic.convex.hfield_on_duals',
    ),
    'physics.derivatives.analytic.frame.contact_frames': (
        'ncon geom_xpos geom_xmat contact.dist contact.frame contact.geom',
        'geom_type geom_size',
        'geom_xpos geom_xmat',
        'physics.derivatives.analytic.frame.collide_on_duals physics.derivatives.analytic.frame.keep_contact',
    ),
    'physics.derivatives.analytic.frame.keep_contact': (
        'geom_xpos contact.dist contact.pos contact.frame contact.geom',
        '',
        '',
        '',
    ),
    'physics.derivatives.analytic.integrator.add_actuator_changes': (
        'moment_rownnz moment_rowadr moment_colind actuator_moment work.step_acc work.damping_slopes',
        'actuator_ctrladr actuator_ctrlnum actuator_outadr actuator_actadr actuator_actnum actuator_group '
        'opt.timestep opt.disableflags opt.disableactuator',
        '',
        '',
    ),
    'physics.derivatives.analytic.integrator.add_bias_changes': (
        'qvel work.step_acc',
        'body_treeid jnt_type dof_bodyid dof_jntid tree_dofadr tree_dofnum opt.timestep opt.integrator',
        'qvel',
        'physics.derivatives.analytic.inverse.set_motions '
        'physics.derivatives.analytic.inverse.subtract_inverse_slopes physics.dynamics.velocity.com_vel',
    ),
    'physics.derivatives.analytic.integrator.add_matrix_changes': (
        'eq_active',
        'body_parentid body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum eq_type tendon_type actuator_trntype '
        'actuator_gaintype actuator_biastype actuator_ctrlnum actuator_outadr actuator_actnum actuator_trnid '
        'actuator_gear opt.density opt.viscosity opt.integrator opt.disableflags',
        '',
        'physics.derivatives.analytic.columns.add_rare_columns '
        'physics.derivatives.analytic.integrator.add_actuator_changes '
        'physics.derivatives.analytic.integrator.add_bias_changes '
        'physics.derivatives.analytic.integrator.subtract_damper_changes',
    ),
    'physics.derivatives.analytic.integrator.inertia_slope_on_duals': (
        '',
        'M_rownnz M_rowadr M_colind',
        '',
        'physics.derivatives.analytic.columns.seed_columns physics.derivatives.analytic.residual.poses_on_duals',
    ),
    'physics.derivatives.analytic.integrator.set_step': (
        'qacc',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly opt.integrator opt.disableflags',
        'work.step_acc',
        'physics.derivatives.velocity.velocity.velocity_derivative physics.integrate.euler.damped_acceleration '
        'physics.integrate.implicit.implicit_acceleration physics.integrate.implicit.implicitfast_acceleration',
    ),
    'physics.derivatives.analytic.integrator.solve_with_matrix': (
        'qvel xpos xmat subtree_com crb M qH qHDiagInv qDeriv qLU work.block work.upper',
        'body_parentid body_dofadr body_treeid jnt_type dof_bodyid dof_jntid tree_dofadr tree_dofnum M_rownnz '
        'M_rowadr M_colind D_rowadr D_diag D_colind opt.timestep opt.integrator',
        'work.block',
        '',
    ),
    'physics.derivatives.analytic.integrator.step_columns': (
        'qvel xpos xmat subtree_com crb M qH qHDiagInv qDeriv qLU work.block work.upper',
        'body_parentid body_dofadr body_treeid jnt_type jnt_actuatorid dof_bodyid dof_jntid dof_damping '
        'dof_dampingpoly tree_dofadr tree_dofnum actuator_trntype actuator_outadr actuator_trnid actuator_damping '
        'actuator_dampingpoly actuator_gear M_rownnz M_rowadr M_colind D_* opt.timestep opt.integrator',
        'work.block',
        '',
    ),
    'physics.derivatives.analytic.integrator.subtract_damper_changes': (
        'qvel ten_J ten_velocity work.step_acc',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tendon_actuatorid ten_J_rownnz ten_J_rowadr '
        'ten_J_colind tendon_damping tendon_dampingpoly actuator_trntype actuator_outadr actuator_trnid '
        'actuator_damping actuator_dampingpoly actuator_gear opt.timestep opt.integrator',
        '',
        '',
    ),
    'physics.derivatives.analytic.integrator.take_integrator': (
        'qacc work.step_acc',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tendon_type tendon_actuatorid tendon_armature '
        'opt.integrator opt.disableflags',
        'work.step_acc',
        'physics.derivatives.analytic.integrator.add_matrix_changes '
        'physics.derivatives.analytic.integrator.inertia_slope_on_duals '
        'physics.derivatives.analytic.integrator.step_columns physics.derivatives.analytic.inverse.add_inertia_slope '
        'physics.derivatives.analytic.solve.solve_columns physics.derivatives.velocity.velocity.velocity_derivative '
        'physics.integrate.euler.damped_acceleration physics.integrate.implicit.implicit_acceleration '
        'physics.integrate.implicit.implicitfast_acceleration',
    ),
    'physics.derivatives.analytic.inverse.add_inertia_slope': (
        'cdof cinert crb work.joint_acc work.body_load work.axis_acc work.load_column work.axis_load',
        'body_parentid body_jntnum body_jntadr jnt_type jnt_dofadr dof_bodyid dof_jntid dof_parentid',
        'work.joint_acc work.body_load work.axis_acc work.load_column work.axis_load',
        '',
    ),
    'physics.derivatives.analytic.inverse.set_motions': (
        'qvel cdof cinert cvel cdof_dot work.joint_acc work.body_acc',
        'body_parentid body_jntnum body_jntadr jnt_type jnt_dofadr opt.gravity opt.disableflags',
        'work.momentum work.inertia_rate work.joint_acc work.body_acc work.body_load work.joint_acc_above '
        'work.velocity_above work.axis_acc',
        '',
    ),
    'physics.derivatives.analytic.inverse.subtract_inverse_slopes': (
        'qvel cdof crb cdof_dot work.axis_* work.column work.momentum work.inertia_rate work.body_load '
        'work.load_column',
        'body_parentid jnt_type jnt_dofadr dof_bodyid dof_jntid dof_parentid',
        'work.axis_rate work.column work.momentum work.inertia_rate work.body_load work.load_column work.axis_load '
        'work.axis_torque',
        '',
    ),
    'physics.derivatives.analytic.packs.ask_packs': (
        '',
        '',
        '',
        '',
    ),
    'physics.derivatives.analytic.packs.matrices_together': (
        '',
        '',
        '',
        'physics.derivatives.analytic.packs.slopes_together physics.derivatives.analytic.step.store_step',
    ),
    'physics.derivatives.analytic.packs.pullbacks_together': (
        'warning.number',
        'flg_adhesion tendon_type tendon_actuatorid tendon_armature actuator_trntype actuator_ctrlnum actuator_outnum '
        'actuator_actnum opt.integrator opt.jacobian opt.disableflags opt.enableflags',
        'eq_active warning.lastinfo warning.number',
        'physics.derivatives.analytic.refuse.reason_of_model physics.derivatives.analytic.refuse.reason_of_state '
        'physics.derivatives.analytic.reverse.pullback physics.derivatives.analytic.reverse.pulled '
        'physics.derivatives.analytic.unsolved.forward_unsolved physics.lanes.contacts.list_pairs '
        'physics.lanes.split_worlds.split_constraints',
    ),
    'physics.derivatives.analytic.packs.slopes_together': (
        'ncon ne nf nl nefc qacc work.step_acc',
        'tendon_type tendon_actuatorid tendon_armature actuator_trntype actuator_ctrlnum actuator_outnum '
        'actuator_actnum opt.integrator opt.disableflags',
        'ncon ne nf nl nefc work.step_acc',
        'physics.derivatives.analytic.acceleration.constrained_step_slopes '
        'physics.derivatives.analytic.acceleration.free_step_slopes '
        'physics.derivatives.analytic.acceleration.slopes_at_qacc '
        'physics.derivatives.analytic.integrator.take_integrator',
    ),
    'physics.derivatives.analytic.packs.transitions_together': (
        'ncon eq_active warning.number contact.geom',
        'flg_adhesion jnt_type geom_type eq_type tendon_type tendon_actuatorid tendon_armature actuator_trntype '
        'actuator_ctrlnum actuator_outnum actuator_actnum actuator_trnid opt.density opt.viscosity opt.integrator '
        'opt.jacobian opt.disableflags opt.enableflags',
        'eq_active warning.lastinfo warning.number',
        'physics.derivatives.analytic.packs.matrices_together physics.derivatives.analytic.refuse.reason_of_model '
        'physics.derivatives.analytic.refuse.reason_of_state physics.derivatives.analytic.transition.matrices '
        'physics.derivatives.analytic.transition.transition physics.derivatives.analytic.unsolved.forward_unsolved '
        'physics.lanes.contacts.list_pairs physics.lanes.split_worlds.split_constraints',
    ),
    'physics.derivatives.analytic.pair.add_acting_contacts': (
        'ncon contact.adhesion contact.dim contact.geom contact.efc_address efc_state work.efc_here work.efc_phase',
        'flg_adhesion geom_bodyid opt.cone opt.disableflags',
        '',
        'physics.derivatives.analytic.frame.contact_frames physics.derivatives.analytic.pair.add_to_pair '
        'physics.derivatives.analytic.pair.close_pair physics.derivatives.analytic.pair.open_pair',
    ),
    'physics.derivatives.analytic.pair.add_to_pair': (
        'geom_xpos geom_xmat subtree_com cvel work.reach work.joint_acc work.body_load contact.pos contact.frame '
        'contact.friction contact.adhesion contact.H contact.dim contact.geom contact.efc_address efc_type efc_pos '
        'efc_margin efc_KBIP efc_D efc_R efc_state efc_force work.efc_here work.efc_phase',
        'flg_surfacevel flg_adhesion body_rootid body_weldid body_dofnum body_dofadr geom_bodyid geom_surfacevel '
        'opt.cone opt.disableflags',
        'work.body_load',
        '',
    ),
    'physics.derivatives.analytic.pair.close_pair': (
        'cdof work.joint_acc_above work.velocity_above',
        'body_weldid body_dofnum body_dofadr',
        '',
        '',
    ),
    'physics.derivatives.analytic.pair.open_pair': (
        'cdof work.joint_acc_above work.velocity_above',
        'body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.derivatives.analytic.parameter.contacts_with_parameters': (
        'ncon contact.dist contact.pos contact.frame contact.geom',
        'geom_type geom_margin geom_gap pair_geom1 pair_geom2 pair_margin pair_gap opt.o_margin opt.enableflags',
        '',
        '',
    ),
    'physics.derivatives.analytic.parameter.parameter_columns': (
        'nefc efm_active nefmT nefmA qvel qfrc_applied xfrc_applied userdata ten_J moment_rownnz moment_rowadr '
        'moment_colind actuator_moment M work.step_acc contact.H contact.dim contact.efc_address efc_type efc_id '
        'efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as '
        'efc_state work.efc_here work.efc_phase',
        'jnt_type jnt_dofadr ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr '
        'M_colind opt.timestep opt.integrator opt.jacobian',
        '',
        'physics.derivatives.analytic.columns.load_duals '
        'physics.derivatives.analytic.parameter.contacts_with_parameters '
        'physics.derivatives.analytic.parameter.step_with_parameters '
        'physics.derivatives.analytic.residual.poses_on_duals physics.derivatives.analytic.residual.residual_on_duals '
        'physics.derivatives.analytic.solve.factor_dense',
    ),
    'physics.derivatives.analytic.parameter.settle': (
        'nefc efm_active nefmT nefmA qpos qvel act qacc_warmstart ctrl eq_active qacc ten_J moment_rownnz '
        'moment_rowadr moment_colind actuator_moment M qLDiagInv actuator_force work.reach contact.H contact.dim '
        'contact.efc_address efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid '
        'efm_tid efm_ts efm_aid efm_as efc_state work.efc_here work.efc_phase',
        'flg_gravcomp flg_adhesion jnt_type jnt_actfrclimited jnt_actgravcomp eq_type tendon_type tendon_actuatorid '
        'ten_J_rownnz ten_J_rowadr ten_J_colind tendon_actfrclimited tendon_actfrcrange tendon_armature '
        'actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrlnum actuator_outadr '
        'actuator_outnum actuator_actnum actuator_trnid actuator_group actuator_gear M_rownnz M_rowadr M_colind '
        'opt.integrator opt.jacobian opt.noslip_iterations opt.disableflags opt.enableflags opt.disableactuator '
        'table.replaced',
        'qacc',
        'physics.derivatives.analytic.equations.ask_solver physics.derivatives.analytic.equations.refine '
        'physics.derivatives.analytic.integrator.set_step physics.derivatives.analytic.solve.factor_dense '
        'physics.derivatives.analytic.unsolved.forward_unsolved',
    ),
    'physics.derivatives.analytic.parameter.step_with_parameters': (
        'qacc M qfrc_smooth',
        'M_rownnz M_rowadr M_colind',
        'qfrc_smooth qfrc_constraint',
        'physics.derivatives.analytic.integrator.set_step physics.integrate.euler.step_activations',
    ),
    'physics.derivatives.analytic.refuse.reason_of_model': (
        '',
        'flg_gravcomp jnt_type jnt_actfrclimited jnt_actgravcomp tendon_type tendon_actuatorid tendon_armature '
        'actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrlnum actuator_outadr '
        'actuator_outnum actuator_actnum actuator_trnid actuator_gear opt.integrator opt.noslip_iterations '
        'opt.disableflags opt.enableflags table.replaced',
        '',
        '',
    ),
    'physics.derivatives.analytic.refuse.reason_of_state': (
        'qpos qvel act ctrl eq_active work.reach',
        'flg_adhesion eq_type opt.integrator opt.disableflags',
        '',
        '',
    ),
    'physics.derivatives.analytic.residual.motions_on_duals': (
        'efm_active',
        'tendon_type tendon_actuatorid tendon_armature opt.integrator opt.disableflags',
        'efm_active nefmT nefmA actuator_force qfrc_actuator',
        'callback.control physics.actuator.force.actuator_forces physics.actuator.force.controls '
        'physics.constraint.make.make_constraint physics.discrete.metric.actuator_metric '
        'physics.discrete.metric.factor_backbone physics.discrete.metric.passive_metric '
        'physics.discrete.metric.reserve_metric physics.dynamics.bias.bias_force '
        'physics.dynamics.tendon_bias.add_tendon_bias physics.dynamics.velocity.com_vel physics.force.passive.passive '
        'physics.position.tendon.tendon_velocities physics.position.transmission.actuator_velocities '
        'physics.position.transmission.transmission',
    ),
    'physics.derivatives.analytic.residual.poses_on_duals': (
        '',
        '',
        'ncon',
        'physics.dynamics.inertia.com_pos physics.dynamics.inertia.make_inertia '
        'physics.position.kinematics.kinematics physics.position.tendon.tendons',
    ),
    'physics.derivatives.analytic.residual.residual_on_duals': (
        'efm_active qfrc_applied xfrc_applied qacc xipos subtree_com cdof M qfrc_bias qfrc_passive qfrc_actuator '
        'qfrc_smooth qfrc_constraint qfrc_inverse work.cfrc work.step_force',
        'body_parentid body_rootid dof_bodyid M_rownnz M_rowadr M_colind opt.integrator',
        'qfrc_smooth qfrc_inverse work.cfrc',
        'physics.derivatives.analytic.columns.rows_on_duals physics.derivatives.analytic.residual.motions_on_duals '
        'physics.discrete.inverse.metric_force',
    ),
    'physics.derivatives.analytic.reverse.pull_acceleration': (
        'qacc M',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly M_rownnz M_rowadr M_colind opt.timestep opt.integrator '
        'opt.disableflags',
        '',
        'physics.derivatives.analytic.equations.set_equations physics.derivatives.analytic.reverse.pull_integrator',
    ),
    'physics.derivatives.analytic.reverse.pull_activations': (
        '',
        'opt.disableflags',
        '',
        'physics.derivatives.analytic.step.set_activation_rows',
    ),
    'physics.derivatives.analytic.reverse.pull_integrator': (
        'qacc work.step_acc',
        '',
        '',
        'physics.derivatives.analytic.integrator.add_matrix_changes '
        'physics.derivatives.analytic.integrator.solve_with_matrix '
        'physics.derivatives.analytic.inverse.add_inertia_slope',
    ),
    'physics.derivatives.analytic.reverse.pull_matrices': (
        '',
        '',
        '',
        'physics.derivatives.analytic.transition.matrices',
    ),
    'physics.derivatives.analytic.reverse.pull_step': (
        'nefc efm_active nefmT nefmA qvel qacc_warmstart qacc ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment M qLDiagInv actuator_force work.reach work.step_acc contact.H contact.dim '
        'contact.efc_address efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid '
        'efm_tid efm_ts efm_aid efm_as efc_state work.efc_here work.efc_phase',
        'jnt_type jnt_dofadr ten_J_rownnz ten_J_rowadr ten_J_colind tendon_actfrclimited tendon_actfrcrange '
        'actuator_trntype actuator_outadr actuator_outnum actuator_trnid actuator_group M_rownnz M_rowadr M_colind '
        'opt.timestep opt.integrator opt.jacobian opt.disableflags opt.disableactuator',
        'qacc',
        'physics.derivatives.analytic.equations.ask_solver physics.derivatives.analytic.equations.refine '
        'physics.derivatives.analytic.integrator.set_step physics.derivatives.analytic.reverse.pull_acceleration '
        'physics.derivatives.analytic.reverse.pull_activations physics.derivatives.analytic.solve.factor_dense',
    ),
    'physics.derivatives.analytic.reverse.pullback': (
        'qpos qvel act ctrl qfrc_applied xfrc_applied eq_active work.reach',
        'flg_gravcomp flg_adhesion jnt_type jnt_actfrclimited jnt_actgravcomp eq_type tendon_type tendon_actuatorid '
        'tendon_armature actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrlnum '
        'actuator_outadr actuator_outnum actuator_actnum actuator_trnid actuator_gear opt.integrator '
        'opt.noslip_iterations opt.disableflags opt.enableflags table.replaced',
        'ctrl qfrc_applied xfrc_applied',
        'physics.derivatives.analytic.reverse.pulled physics.derivatives.analytic.unsolved.forward_unsolved',
    ),
    'physics.derivatives.analytic.reverse.pulled': (
        '',
        'body_parentid body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum tendon_type tendon_actuatorid '
        'tendon_armature actuator_trntype actuator_ctrlnum actuator_outnum actuator_actnum opt.integrator '
        'opt.disableflags',
        '',
        'physics.derivatives.analytic.reverse.pull_matrices physics.derivatives.analytic.reverse.pull_step',
    ),
    'physics.derivatives.analytic.rows.add_scalar_rows': (
        'ne nf nl qpos qvel qacc ten_J ten_length work.reach efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind '
        'efc_J efc_pos efc_margin efc_KBIP efc_D efc_state efc_force work.efc_here work.efc_phase',
        'qpos0 jnt_type jnt_qposadr jnt_dofadr eq_type eq_obj2id eq_data ten_J_rownnz ten_J_rowadr ten_J_colind '
        'tendon_length0 opt.jacobian',
        '',
        '',
    ),
    'physics.derivatives.analytic.rungekutta.activation_slopes': (
        '',
        'opt.disableflags',
        '',
        'physics.derivatives.analytic.rungekutta.chain_slopes physics.derivatives.analytic.step.set_activation_rows',
    ),
    'physics.derivatives.analytic.rungekutta.chain_slopes': (
        '',
        '',
        '',
        '',
    ),
    'physics.derivatives.analytic.rungekutta.chart_slopes': (
        '',
        'jnt_type jnt_dofadr',
        '',
        '',
    ),
    'physics.derivatives.analytic.rungekutta.rate_slopes': (
        'qvel',
        'jnt_type jnt_dofadr',
        '',
        'physics.derivatives.analytic.rungekutta.rates_on_duals',
    ),
    'physics.derivatives.analytic.rungekutta.rates_on_duals': (
        'qvel work.rk_rate',
        'jnt_type jnt_dofadr',
        'work.rk_rate',
        '',
    ),
    'physics.derivatives.analytic.rungekutta.rungekutta_slopes': (
        'ntree_awake qpos qvel act qacc act_dot body_awake',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid opt.timestep opt.enableflags',
        'qpos qvel act',
        'physics.derivatives.analytic.acceleration.forward_slopes '
        'physics.derivatives.analytic.rungekutta.activation_slopes '
        'physics.derivatives.analytic.rungekutta.chain_slopes physics.derivatives.analytic.rungekutta.chart_slopes '
        'physics.derivatives.analytic.rungekutta.rate_slopes '
        'physics.derivatives.analytic.rungekutta.store_activations '
        'physics.derivatives.analytic.rungekutta.store_rungekutta physics.forward.forward_from',
    ),
    'physics.derivatives.analytic.rungekutta.store_activations': (
        '',
        '',
        '',
        'physics.integrate.euler.step_activations',
    ),
    'physics.derivatives.analytic.rungekutta.store_rungekutta': (
        '',
        'opt.timestep',
        '',
        '',
    ),
    'physics.derivatives.analytic.sensors.sensor_slopes': (
        'ncon qfrc_applied xfrc_applied userdata',
        'tendon_type tendon_actuatorid tendon_armature actuator_trntype actuator_ctrlnum actuator_outnum '
        'actuator_actnum sensor_type opt.integrator opt.disableflags',
        '',
        'physics.constraint.make.make_constraint physics.derivatives.analytic.columns.positions_on_duals '
        'physics.derivatives.analytic.columns.seed_columns physics.derivatives.analytic.contacts.contacts_on_duals '
        'physics.derivatives.analytic.frame.contact_frames physics.derivatives.analytic.sensors.sensors_on_duals '
        'physics.derivatives.analytic.whole.residual_of_columns',
    ),
    'physics.derivatives.analytic.sensors.sensors_on_duals': (
        '',
        'sensor_type',
        'flg_energypos flg_subtreevel flg_rnepost',
        'physics.derivatives.analytic.columns.forces_on_duals physics.dynamics.inertia.make_inertia '
        'physics.position.camera.cameras_and_lights physics.sensor.evaluate.acceleration_sensors '
        'physics.sensor.evaluate.position_sensors physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.derivatives.analytic.smooth.actuators_on_duals': (
        'time act history ctrl actuator_length actuator_velocity qfrc_actuator',
        'jnt_bodyid site_bodyid tendon_treenum tendon_treeid actuator_trntype actuator_gaintype actuator_outadr '
        'actuator_trnid actuator_group actuator_forcelimited actuator_forcerange opt.integrator opt.enableflags '
        'opt.disableactuator',
        '',
        'physics.actuator.force.activation_rates physics.actuator.force.raw_forces '
        'physics.actuator.force.read_controls physics.actuator.motor.motor_resistance '
        'physics.actuator.rotation.limit_rotation_force physics.derivatives.analytic.smooth.seed_actuators '
        'physics.derivatives.analytic.smooth.set_velocity_slopes physics.integrate.euler.step_activations',
    ),
    'physics.derivatives.analytic.smooth.add_actuator_slopes': (
        'moment_rownnz moment_rowadr moment_colind actuator_moment qfrc_actuator work.force_slopes',
        'jnt_actfrclimited jnt_actfrcrange dof_jntid actuator_ctrladr actuator_ctrlnum actuator_outadr '
        'actuator_actadr actuator_actnum actuator_group opt.disableflags opt.disableactuator',
        '',
        '',
    ),
    'physics.derivatives.analytic.smooth.add_fixed_wrenches': (
        'xfrc_applied xipos subtree_com cdof work.body_load',
        'flg_gravcomp body_rootid body_weldid body_dofnum body_dofadr body_mass body_gravcomp dof_parentid '
        'opt.gravity opt.disableflags',
        'work.body_load',
        '',
    ),
    'physics.derivatives.analytic.smooth.add_joint_slopes': (
        'qpos qvel plastic',
        'qpos_spring jnt_type jnt_qposadr jnt_dofadr jnt_actuatorid jnt_plasticadr jnt_stiffness jnt_stiffnesspoly '
        'dof_jntid dof_damping dof_dampingpoly actuator_trntype actuator_outadr actuator_trnid actuator_damping '
        'actuator_dampingpoly actuator_gear opt.disableflags',
        '',
        '',
    ),
    'physics.derivatives.analytic.smooth.add_tendon_slopes': (
        'plastic ten_J ten_length ten_velocity',
        'tendon_actuatorid tendon_plasticadr ten_J_rownnz ten_J_rowadr ten_J_colind tendon_stiffness '
        'tendon_stiffnesspoly tendon_damping tendon_dampingpoly tendon_lengthspring actuator_trntype actuator_outadr '
        'actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.disableflags',
        '',
        '',
    ),
    'physics.derivatives.analytic.smooth.find_actuator_slopes': (
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment actuator_velocity qfrc_actuator',
        'actuator_ctrlnum actuator_outadr actuator_actnum opt.integrator',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment actuator_velocity qfrc_actuator '
        'work.force_slopes work.damping_slopes',
        'physics.derivatives.analytic.smooth.actuators_on_duals',
    ),
    'physics.derivatives.analytic.smooth.seed_actuators': (
        '',
        'actuator_trntype actuator_ctrladr actuator_ctrlnum actuator_outadr actuator_outnum actuator_actadr '
        'actuator_actnum',
        '',
        '',
    ),
    'physics.derivatives.analytic.smooth.set_actuator_slopes': (
        'ctrl actuator_length actuator_velocity work.ctrl',
        'jnt_type actuator_trntype actuator_gaintype actuator_biastype actuator_ctrladr actuator_ctrlnum '
        'actuator_outadr actuator_actnum actuator_trnid actuator_gainprm actuator_biasprm actuator_forcelimited '
        'actuator_forcerange actuator_ctrllimited actuator_ctrlrange actuator_gear opt.integrator opt.disableflags',
        'work.force_slopes',
        'physics.derivatives.analytic.smooth.find_actuator_slopes',
    ),
    'physics.derivatives.analytic.smooth.set_velocity_slopes': (
        '',
        'jnt_dofadr jnt_actfrclimited jnt_actfrcrange tendon_actfrclimited tendon_actfrcrange actuator_trntype '
        'actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrladr actuator_outadr actuator_actadr '
        'actuator_actnum actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm actuator_actlimited '
        'actuator_actrange actuator_actearly actuator_group actuator_forcelimited actuator_forcerange actuator_acc0 '
        'actuator_lengthrange opt.timestep opt.disableflags opt.disableactuator',
        '',
        'physics.actuator.motor.motor_decay physics.actuator.motor.motor_force '
        'physics.actuator.motor.motor_resistance physics.actuator.motor.motor_resistance_by_velocity '
        'physics.actuator.motor.motor_slope_by_velocity physics.actuator.motor.motor_span',
    ),
    'physics.derivatives.analytic.solve.factor_dense': (
        '',
        '',
        '',
        '',
    ),
    'physics.derivatives.analytic.solve.solve_columns': (
        '',
        '',
        '',
        '',
    ),
    'physics.derivatives.analytic.step.set_activation_columns': (
        'qfrc_applied xfrc_applied userdata',
        '',
        '',
        'physics.derivatives.analytic.columns.seed_columns physics.derivatives.analytic.residual.motions_on_duals '
        'physics.derivatives.analytic.residual.poses_on_duals physics.integrate.euler.step_activations',
    ),
    'physics.derivatives.analytic.step.set_activation_rows': (
        'moment_rownnz moment_rowadr moment_colind actuator_moment',
        'actuator_trntype actuator_ctrladr actuator_ctrlnum actuator_outadr actuator_outnum actuator_actadr '
        'actuator_actnum opt.disableflags',
        '',
        'physics.derivatives.analytic.smooth.actuators_on_duals '
        'physics.derivatives.analytic.step.set_activation_columns',
    ),
    'physics.derivatives.analytic.step.store_step': (
        'qvel work.step_acc',
        'jnt_type jnt_dofadr opt.timestep opt.disableflags',
        '',
        'physics.derivatives.analytic.step.set_activation_rows',
    ),
    'physics.derivatives.analytic.transition.inverse': (
        'nefc efm_active nefmT nefmA qpos qvel act ctrl eq_active qacc ten_J moment_rownnz moment_rowadr '
        'moment_colind actuator_moment M qfrc_smooth qfrc_constraint work.reach contact.friction contact.mu contact.H '
        'contact.dim contact.efc_address efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J '
        'efc_frictionloss efc_KBIP efc_D efc_R efc_aref efm_c efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as efm_ca '
        'efc_state efc_force work.efc_here work.efc_phase',
        'flg_gravcomp flg_adhesion jnt_type jnt_actfrclimited jnt_actgravcomp eq_type tendon_type tendon_actuatorid '
        'ten_J_rownnz ten_J_rowadr ten_J_colind tendon_armature actuator_trntype actuator_dyntype actuator_gaintype '
        'actuator_biastype actuator_ctrlnum actuator_outadr actuator_outnum actuator_actnum actuator_trnid '
        'actuator_gear M_rownnz M_rowadr M_colind opt.integrator opt.jacobian opt.noslip_iterations opt.disableflags '
        'opt.enableflags table.replaced',
        'qfrc_constraint contact.H efc_D efc_state efc_force work.efc_phase',
        'physics.derivatives.analytic.equations.set_equations physics.inverse.inverse_from',
    ),
    'physics.derivatives.analytic.transition.matrices': (
        'nefc',
        'tendon_type tendon_actuatorid tendon_armature actuator_trntype actuator_ctrlnum actuator_outnum '
        'actuator_actnum opt.integrator opt.disableflags',
        '',
        'physics.derivatives.analytic.acceleration.constrained_step_slopes '
        'physics.derivatives.analytic.acceleration.free_step_slopes '
        'physics.derivatives.analytic.acceleration.slopes_at_qacc '
        'physics.derivatives.analytic.integrator.take_integrator '
        'physics.derivatives.analytic.rungekutta.rungekutta_slopes physics.derivatives.analytic.step.store_step',
    ),
    'physics.derivatives.analytic.transition.transition': (
        'nefc qpos qvel act ctrl qfrc_applied xfrc_applied eq_active work.reach',
        'flg_gravcomp flg_surfacevel flg_adhesion jnt_type jnt_actfrclimited jnt_actgravcomp eq_type tendon_type '
        'tendon_actuatorid tendon_armature actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype '
        'actuator_ctrlnum actuator_outadr actuator_outnum actuator_actnum actuator_trnid actuator_gear sensor_type '
        'sensor_intprm opt.integrator opt.noslip_iterations opt.disableflags opt.enableflags table.replaced',
        'ctrl qfrc_applied xfrc_applied',
        'physics.derivatives.analytic.acceleration.constrained_step_slopes '
        'physics.derivatives.analytic.acceleration.free_step_slopes '
        'physics.derivatives.analytic.acceleration.slopes_at_qacc '
        'physics.derivatives.analytic.integrator.take_integrator '
        'physics.derivatives.analytic.rungekutta.rungekutta_slopes physics.derivatives.analytic.sensors.sensor_slopes '
        'physics.derivatives.analytic.step.store_step physics.derivatives.analytic.unsolved.forward_unsolved',
    ),
    'physics.derivatives.analytic.unsolved.forward_unsolved': (
        'maxuse_con ncon nefc efm_active ntree_awake flg_energypos flg_energyvel qfrc_applied xfrc_applied xipos '
        'subtree_com cdof qLD qLDiagInv tree_awake qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth qacc_smooth '
        'work.cfrc work.con_capacity contact.geom',
        'body_parentid body_rootid body_treeid body_conaffinity jnt_type dof_bodyid dof_jntid tree_dofadr tree_dofnum '
        'geom_type geom_dataid geom_size geom_aabb geom_margin geom_gap hfield_size tendon_type tendon_actuatorid '
        'tendon_armature M_rownnz M_rowadr M_colind opt.integrator opt.disableflags opt.enableflags table.lacks',
        'maxuse_con solver_niter ncon efm_active nefmT nefmA flg_energypos flg_energyvel flg_subtreevel energy qacc '
        'actuator_force qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint work.cfrc work.con_capacity '
        'work.cone_num contact.*',
        'callback.control physics.actuator.force.actuator_forces physics.actuator.force.controls '
        'physics.collision.broad.every_pair physics.collision.broad.sweep_and_prune '
        'physics.collision.motion.set_motions physics.collision.pairs.collide_listed '
        'physics.constraint.make.make_constraint physics.constraint.metric.metric_constraint '
        'physics.constraint.reference.reference_constraint physics.discrete.metric.actuator_metric '
        'physics.discrete.metric.correct_lone_bodies physics.discrete.metric.passive_metric '
        'physics.discrete.metric.reserve_metric physics.discrete.metric.smooth_step physics.dynamics.bias.bias_force '
        'physics.dynamics.inertia.factor_inertia physics.dynamics.inertia.make_inertia '
        'physics.dynamics.tendon_bias.add_tendon_bias physics.dynamics.velocity.com_vel '
        'physics.force.energy.energy_position physics.force.energy.energy_velocity physics.force.passive.passive '
        'physics.forward.forward_kinematics physics.island.wake.find_contacts '
        'physics.position.tendon.tendon_velocities physics.position.transmission.actuator_velocities '
        'physics.position.transmission.transmission physics.solver.solve.prepare_solver '
        'physics.solver.solve.solve_constraint upcall.lacking',
    ),
    'physics.derivatives.analytic.whole.residual_of_columns': (
        'ncon',
        '',
        '',
        'physics.derivatives.analytic.contacts.contacts_on_duals physics.derivatives.analytic.residual.poses_on_duals '
        'physics.derivatives.analytic.residual.residual_on_duals',
    ),
    'physics.derivatives.analytic.whole.solve_turned_bodies': (
        'nefc nisland qvel xpos xmat subtree_com crb M qfrc_smooth qfrc_constraint work.block efc_J_rownnz '
        'efc_J_rowadr efc_J_colind efc_J dof_island efm_c efm_diag efm_sdiag efm_fluid',
        'body_parentid body_dofadr body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind '
        'opt.timestep opt.jacobian',
        'work.block work.step_acc',
        '',
    ),
    'physics.derivatives.analytic.whole.whole_columns': (
        'qfrc_applied xfrc_applied userdata',
        '',
        '',
        'physics.derivatives.analytic.columns.seed_columns physics.derivatives.analytic.whole.residual_of_columns',
    ),
    'physics.derivatives.analytic.whole.whole_slopes': (
        'ncon nefc efm_active nefmT nefmA qacc_warmstart qacc ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment M work.reach contact.H contact.dim contact.efc_address efc_type efc_id efc_J_rownnz '
        'efc_J_rowadr efc_J_colind efc_J efc_D efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as efc_state '
        'work.efc_here work.efc_phase',
        'flg_surfacevel body_parentid body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum ten_J_rownnz '
        'ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind opt.integrator '
        'opt.jacobian opt.disableflags',
        'qacc',
        'physics.derivatives.analytic.equations.ask_solver physics.derivatives.analytic.equations.refine '
        'physics.derivatives.analytic.frame.contact_frames physics.derivatives.analytic.solve.factor_dense '
        'physics.derivatives.analytic.solve.solve_columns physics.derivatives.analytic.whole.solve_turned_bodies '
        'physics.derivatives.analytic.whole.whole_columns physics.discrete.metric.correct_lone_bodies',
    ),
    'physics.derivatives.analytic.worlds.pullbacks_of_worlds': (
        '',
        '',
        '',
        'physics.derivatives.analytic.reverse.pullback',
    ),
    'physics.derivatives.analytic.worlds.transitions_of_worlds': (
        '',
        '',
        '',
        'physics.derivatives.analytic.transition.transition',
    ),
    'physics.derivatives.finite.euler.repeat_euler': (
        'qH qHDiagInv qfrc_smooth qfrc_constraint work.step_acc',
        'M_rownnz M_rowadr M_colind',
        'work.step_acc',
        'physics.integrate.euler.advance',
    ),
    'physics.derivatives.finite.inverse.inverse_slopes': (
        'qpos qvel qacc sensordata M qfrc_actuator qfrc_inverse',
        'jnt_type jnt_qposadr jnt_dofadr opt.integrator opt.noslip_iterations opt.enableflags',
        'qpos qvel qacc',
        'physics.forward.forward_actuation physics.inverse.inverse_from',
    ),
    'physics.derivatives.finite.inverse.keep': (
        'qpos qvel qacc',
        '',
        '',
        '',
    ),
    'physics.derivatives.finite.inverse.restore': (
        '',
        '',
        'qpos qvel qacc',
        '',
    ),
    'physics.derivatives.finite.transition.keep': (
        'time qpos qvel act plastic qacc_warmstart ctrl',
        '',
        '',
        '',
    ),
    'physics.derivatives.finite.transition.restore': (
        '',
        '',
        'time qpos qvel act plastic qacc_warmstart ctrl',
        '',
    ),
    'physics.derivatives.finite.transition.step_onward': (
        'timer.duration timer.number',
        'opt.integrator opt.enableflags',
        'timer.duration timer.number',
        'callback.time physics.derivatives.finite.euler.repeat_euler physics.forward.forward_from '
        'physics.integrate.euler.discrete physics.integrate.euler.euler physics.integrate.implicit.implicit '
        'physics.integrate.implicit.implicitfast physics.inverse.compare_with_forward',
    ),
    'physics.derivatives.finite.transition.transition': (
        'time qpos qvel act plastic qacc_warmstart ctrl sensordata',
        'jnt_type jnt_qposadr jnt_dofadr jnt_actuatorid dof_jntid dof_damping dof_dampingpoly actuator_trntype '
        'actuator_outadr actuator_trnid actuator_damping actuator_dampingpoly actuator_ctrllimited actuator_ctrlrange '
        'actuator_gear opt.integrator opt.disableflags opt.enableflags',
        'time qpos qvel act plastic qacc_warmstart ctrl',
        'physics.check.check_pos physics.check.check_vel physics.derivatives.finite.transition.step_onward',
    ),
    'physics.derivatives.velocity.bias.bias_derivative': (
        'ntree_awake qvel cdof cinert crb tree_awake body_awake cvel cdof_dot qDeriv work.axis_rate work.column '
        'work.momentum work.inertia_rate',
        'body_parentid body_dofnum body_dofadr jnt_type jnt_dofadr jnt_bodyid dof_bodyid dof_treeid D_* '
        'opt.enableflags',
        'qDeriv work.axis_rate work.column work.momentum work.inertia_rate',
        'physics.derivatives.velocity.bias.follow_new_velocity',
    ),
    'physics.derivatives.velocity.bias.follow_new_velocity': (
        'ntree_awake qvel cdof cinert body_awake cvel cdof_dot qDeriv',
        'body_weldid body_dofnum body_dofadr jnt_type jnt_dofadr dof_jntid dof_parentid D_rownnz D_rowadr D_colind '
        'opt.enableflags',
        'qDeriv',
        '',
    ),
    'physics.derivatives.velocity.fluid.fluid_derivative': (
        'cdof qDeriv work.column work.drag_*',
        'dof_bodyid D_*',
        'qDeriv work.column',
        'physics.derivatives.velocity.fluid.subtree_drag',
    ),
    'physics.derivatives.velocity.fluid.subtree_drag': (
        'xipos ximat geom_xpos geom_xmat subtree_com cvel work.drag_*',
        'body_parentid body_rootid body_treeid body_geomnum body_geomadr body_mass body_inertia jnt_type dof_jntid '
        'tree_dofadr tree_dofnum geom_type geom_size geom_fluid opt.wind opt.density opt.viscosity opt.integrator',
        'work.drag_*',
        '',
    ),
    'physics.derivatives.velocity.velocity.actuator_derivative': (
        'act act_dot actuator_* moment_rownnz moment_rowadr moment_colind qDeriv qfrc_actuator work.ctrl',
        'jnt_dofadr jnt_actfrclimited jnt_actfrcrange tendon_actfrclimited tendon_actfrcrange actuator_trntype '
        'actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrladr actuator_outadr actuator_outnum '
        'actuator_actadr actuator_actnum actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm '
        'actuator_actlimited actuator_actrange actuator_actearly actuator_group actuator_forcelimited '
        'actuator_forcerange actuator_acc0 actuator_lengthrange D_rownnz D_rowadr D_colind opt.timestep '
        'opt.disableactuator',
        'qDeriv',
        'physics.actuator.force.read_controls physics.actuator.motor.motor_decay physics.actuator.motor.motor_force '
        'physics.actuator.motor.motor_resistance physics.actuator.motor.motor_resistance_by_velocity '
        'physics.actuator.motor.motor_slope_by_velocity physics.actuator.motor.motor_span',
    ),
    'physics.derivatives.velocity.velocity.damper_derivative': (
        'qvel ten_J ten_velocity qDeriv',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tendon_actuatorid ten_J_rownnz ten_J_rowadr '
        'ten_J_colind tendon_damping tendon_dampingpoly actuator_trntype actuator_outadr actuator_trnid '
        'actuator_damping actuator_dampingpoly actuator_gear D_*',
        'qDeriv',
        '',
    ),
    'physics.derivatives.velocity.velocity.velocity_derivative': (
        '',
        'opt.density opt.viscosity opt.integrator opt.disableflags',
        'qDeriv',
        'physics.derivatives.velocity.bias.bias_derivative physics.derivatives.velocity.fluid.fluid_derivative '
        'physics.derivatives.velocity.velocity.actuator_derivative '
        'physics.derivatives.velocity.velocity.damper_derivative',
    ),
    'physics.discrete.inverse.metric_force': (
        'nefc nefmT nefmA nisland qvel qacc xpos xmat subtree_com ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment crb M qfrc_smooth qfrc_constraint work.block work.step_force efc_J_rownnz efc_J_rowadr '
        'efc_J_colind efc_J dof_island efm_c efm_diag efm_sdiag efm_fluid efm_tid efm_ts efm_aid efm_as efm_ca',
        'body_parentid body_dofadr body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum ten_J_rownnz ten_J_rowadr '
        'ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind opt.timestep opt.jacobian',
        'work.block work.step_acc work.step_force',
        '',
    ),
    'physics.discrete.metric.actuator_metric': (
        'nefmA act act_dot actuator_* moment_rownnz moment_rowadr moment_colind qfrc_actuator work.ctrl efm_ak efm_ca',
        'jnt_dofadr jnt_actfrclimited jnt_actfrcrange tendon_actfrclimited tendon_actfrcrange actuator_trntype '
        'actuator_dyntype actuator_gaintype actuator_biastype actuator_ctrladr actuator_outadr actuator_outnum '
        'actuator_actadr actuator_actnum actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm '
        'actuator_actlimited actuator_actrange actuator_actearly actuator_group actuator_forcelimited '
        'actuator_forcerange actuator_acc0 actuator_lengthrange opt.timestep opt.solver opt.disableflags '
        'opt.disableactuator',
        'nefmA efm_aid efm_as efm_ak efm_ca',
        'physics.actuator.force.read_controls physics.actuator.motor.motor_decay physics.actuator.motor.motor_force '
        'physics.actuator.motor.motor_resistance physics.actuator.motor.motor_resistance_by_length '
        'physics.actuator.motor.motor_resistance_by_velocity physics.actuator.motor.motor_slope_by_length '
        'physics.actuator.motor.motor_slope_by_velocity physics.actuator.motor.motor_span',
    ),
    'physics.discrete.metric.correct_lone_bodies': (
        'nefc nisland ntree_awake qvel qacc xpos xmat subtree_com crb M body_awake qfrc_smooth qfrc_constraint '
        'work.block work.step_acc efc_J_rownnz efc_J_rowadr efc_J_colind efc_J dof_island efm_c efm_diag efm_sdiag '
        'efm_fluid',
        'body_parentid body_dofadr body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind '
        'opt.timestep opt.jacobian opt.enableflags',
        'qacc work.block work.step_acc',
        '',
    ),
    'physics.discrete.metric.factor_backbone': (
        'nefmT nefmA ntree_awake time ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M tree_awake qH '
        'warning.number efm_diag efm_sdiag efm_fluid efm_tid efm_ts efm_aid efm_as',
        'dof_treeid tree_dofadr tree_dofnum ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum '
        'M_rownnz M_rowadr M_colind opt.enableflags',
        'qH qHDiagInv work.warning_time warning.lastinfo warning.number efm_sdiag',
        '',
    ),
    'physics.discrete.metric.fluid_metric': (
        'cdof work.drag_*',
        'dof_bodyid M_rownnz M_rowadr M_colind opt.timestep',
        'efm_fluid',
        'physics.derivatives.velocity.fluid.subtree_drag',
    ),
    'physics.discrete.metric.joint_metric': (
        'qpos qvel plastic efm_ck',
        'qpos_spring jnt_type jnt_qposadr jnt_dofadr jnt_actuatorid jnt_plasticadr jnt_stiffness jnt_stiffnesspoly '
        'dof_jntid dof_damping dof_dampingpoly actuator_trntype actuator_outadr actuator_trnid actuator_damping '
        'actuator_dampingpoly actuator_gear opt.timestep opt.disableflags',
        'efm_c efm_diag efm_ck',
        '',
    ),
    'physics.discrete.metric.passive_metric': (
        'nefmT plastic ten_J ten_length ten_velocity efm_c efm_tid efm_tk',
        'tendon_actuatorid tendon_plasticadr ten_J_rownnz ten_J_rowadr ten_J_colind tendon_stiffness '
        'tendon_stiffnesspoly tendon_damping tendon_dampingpoly tendon_lengthspring actuator_trntype actuator_outadr '
        'actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.timestep opt.density opt.viscosity '
        'opt.disableflags',
        'efm_c efm_fluid efm_ts efm_tk',
        'physics.discrete.metric.fluid_metric physics.discrete.metric.joint_metric',
    ),
    'physics.discrete.metric.reserve_metric': (
        'nefmT',
        'tendon_actuatorid tendon_stiffness tendon_stiffnesspoly tendon_damping tendon_dampingpoly actuator_trntype '
        'actuator_outadr actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.solver '
        'opt.disableflags opt.enableflags',
        'efm_active nefmT nefmA efm_c efm_diag efm_ck efm_sdiag efm_fluid efm_tid efm_ts efm_tk efm_aid efm_as efm_ak '
        'efm_ca',
        '',
    ),
    'physics.discrete.metric.reserve_metric@lanes': (
        'ncon nefmT',
        'jnt_type jnt_limited dof_frictionloss tendon_actuatorid ten_J_rownnz tendon_limited tendon_stiffness '
        'tendon_stiffnesspoly tendon_damping tendon_dampingpoly tendon_frictionloss actuator_trntype actuator_outadr '
        'actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.solver opt.disableflags '
        'opt.enableflags',
        'efm_active nefmT nefmA efm_c efm_diag efm_ck efm_sdiag efm_fluid efm_tid efm_ts efm_tk efm_aid efm_as efm_ak '
        'efm_ca',
        '',
    ),
    'physics.discrete.metric.smooth_step': (
        'nefmT nefmA ntree_awake tree_awake qH qHDiagInv qfrc_smooth qacc_smooth efm_c efm_ca',
        'dof_treeid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind opt.enableflags',
        'qacc_smooth',
        'physics.discrete.metric.factor_backbone physics.discrete.metric.solve_coupled',
    ),
    'physics.discrete.metric.solve_coupled': (
        'nefmT nefmA ntree_awake time ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M tree_awake qH '
        'qHDiagInv qacc_smooth warning.number efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as',
        'dof_treeid tree_dofadr tree_dofnum ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum '
        'M_rownnz M_rowadr M_colind opt.tolerance opt.iterations opt.enableflags',
        'qacc_smooth work.warning_time warning.lastinfo warning.number',
        '',
    ),
    'physics.dynamics.bias.bias_force': (
        'ntree_awake qvel cdof cinert tree_awake body_awake cvel cdof_dot work.cacc work.cfrc',
        'body_parentid body_dofnum body_dofadr dof_bodyid tree_dofadr tree_dofnum opt.gravity opt.disableflags '
        'opt.enableflags',
        'qfrc_bias work.cacc work.cfrc',
        '',
    ),
    'physics.dynamics.bias.inverse_force': (
        'qvel qacc cdof cinert M body_awake cvel cdof_dot qfrc_inverse work.cacc work.cfrc',
        'body_parentid body_dofnum body_dofadr dof_bodyid M_rownnz M_rowadr M_colind opt.gravity opt.disableflags',
        'qfrc_inverse work.cacc work.cfrc',
        '',
    ),
    'physics.dynamics.inertia.com_pos': (
        'ntree_awake xmat xipos ximat xanchor xaxis subtree_com body_awake',
        'body_parentid body_rootid body_jntnum body_jntadr body_mass body_subtreemass body_inertia jnt_type '
        'jnt_dofadr opt.enableflags',
        'subtree_com cdof cinert',
        '',
    ),
    'physics.dynamics.inertia.composite_inertia': (
        'ntree_awake cdof cinert crb M tree_awake body_awake',
        'body_parentid jnt_type jnt_dofadr jnt_bodyid jnt_actuatorid dof_bodyid dof_simplenum dof_armature dof_M0 '
        'tree_dofadr tree_dofnum actuator_trntype actuator_outadr actuator_trnid actuator_armature actuator_gear '
        'M_rownnz M_rowadr M_colind opt.enableflags',
        'crb M',
        '',
    ),
    'physics.dynamics.inertia.factor_inertia': (
        'ntree_awake time M qLD tree_awake warning.number',
        'tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind opt.enableflags',
        'qLD qLDiagInv work.warning_time warning.lastinfo warning.number',
        '',
    ),
    'physics.dynamics.inertia.make_inertia': (
        '',
        'tendon_actuatorid tendon_armature',
        '',
        'physics.dynamics.inertia.composite_inertia physics.position.tendon.add_tendon_inertia',
    ),
    'physics.dynamics.inertia.reference_inertia': (
        'ntree_awake cdof cinert crb M body_awake',
        'body_parentid jnt_type jnt_dofadr jnt_bodyid jnt_actuatorid dof_bodyid dof_simplenum dof_armature '
        'actuator_trntype actuator_outadr actuator_trnid actuator_armature actuator_gear M_rownnz M_rowadr M_colind '
        'opt.enableflags',
        'crb M',
        '',
    ),
    'physics.dynamics.subtree.subtree_velocity': (
        'xipos ximat subtree_com cvel subtree_linvel subtree_angmom',
        'body_parentid body_rootid body_mass body_subtreemass body_inertia',
        'flg_subtreevel subtree_linvel subtree_angmom',
        '',
    ),
    'physics.dynamics.tendon_bias.add_tendon_bias': (
        'ntree_awake qvel subtree_com ten_wrapadr ten_wrapnum ten_J wrap_obj wrap_xpos tree_awake cvel cdof_dot '
        'qfrc_bias qfrc_inverse',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_bodyid site_bodyid tendon_type tendon_adr '
        'tendon_num tendon_actuatorid tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr ten_J_colind '
        'tendon_armature wrap_type wrap_objid wrap_prm actuator_trntype actuator_outadr actuator_trnid '
        'actuator_armature actuator_gear opt.enableflags',
        'qfrc_bias qfrc_inverse',
        '',
    ),
    'physics.dynamics.velocity.com_vel': (
        'ntree_awake qvel cdof body_awake cvel',
        'body_parentid body_jntnum body_jntadr jnt_type jnt_dofadr opt.enableflags',
        'cvel cdof_dot',
        '',
    ),
    'physics.force.energy.energy_position': (
        'qpos plastic xipos ten_length',
        'qpos_spring body_mass jnt_type jnt_qposadr jnt_plasticadr jnt_stiffness jnt_stiffnesspoly tendon_plasticadr '
        'tendon_stiffness tendon_stiffnesspoly tendon_lengthspring opt.gravity opt.disableflags',
        'flg_energypos energy',
        'upcall.lacking',
    ),
    'physics.force.energy.energy_velocity': (
        'qvel M',
        'M_rownnz M_rowadr M_colind',
        'flg_energyvel energy',
        '',
    ),
    'physics.force.fluid.fluid': (
        'ntree_awake xipos ximat geom_xpos geom_xmat subtree_com cdof tree_awake cvel work.cfrc',
        'body_parentid body_rootid body_geomnum body_geomadr body_mass body_inertia dof_bodyid tree_dofadr '
        'tree_dofnum geom_type geom_size geom_fluid opt.wind opt.density opt.viscosity opt.enableflags',
        'qfrc_fluid work.cfrc work.fluid_load',
        '',
    ),
    'physics.force.gravcomp.gravity_compensation': (
        'ntree_awake xipos subtree_com cdof tree_awake work.cfrc',
        'body_parentid body_rootid body_mass body_gravcomp dof_bodyid tree_dofadr tree_dofnum opt.gravity '
        'opt.enableflags',
        'qfrc_gravcomp work.cfrc',
        '',
    ),
    'physics.force.passive.adhesion': (
        'ncon ntree_awake subtree_com cdof tree_awake work.cfrc contact.pos contact.frame contact.adhesion '
        'contact.geom',
        'body_parentid body_rootid dof_bodyid tree_dofadr tree_dofnum geom_bodyid opt.enableflags',
        'qfrc_adhesion work.cfrc',
        '',
    ),
    'physics.force.passive.dof_dampers': (
        'ntree_awake qvel tree_awake qfrc_damper',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tree_dofadr tree_dofnum actuator_trntype '
        'actuator_outadr actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.enableflags',
        'qfrc_damper',
        '',
    ),
    'physics.force.passive.joint_springs': (
        'ntree_awake qpos plastic body_awake qfrc_spring',
        'qpos_spring jnt_type jnt_qposadr jnt_dofadr jnt_bodyid jnt_plasticadr jnt_stiffness jnt_stiffnesspoly '
        'opt.enableflags',
        'qfrc_spring',
        '',
    ),
    'physics.force.passive.passive': (
        'ncon ntree_awake tree_awake qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion',
        'flg_gravcomp flg_adhesion jnt_actgravcomp dof_jntid tree_dofadr tree_dofnum opt.density opt.viscosity '
        'opt.disableflags opt.enableflags',
        'qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive',
        'callback.passive physics.force.fluid.fluid physics.force.gravcomp.gravity_compensation '
        'physics.force.passive.adhesion physics.force.passive.dof_dampers physics.force.passive.joint_springs '
        'physics.force.passive.tendon_springs_and_dampers upcall.lacking',
    ),
    'physics.force.passive.tendon_springs_and_dampers': (
        'plastic ten_J ten_length ten_velocity qfrc_spring qfrc_damper',
        'tendon_actuatorid tendon_plasticadr ten_J_rownnz ten_J_rowadr ten_J_colind tendon_stiffness '
        'tendon_stiffnesspoly tendon_damping tendon_dampingpoly tendon_lengthspring actuator_trntype actuator_outadr '
        'actuator_trnid actuator_damping actuator_dampingpoly actuator_gear opt.disableflags',
        'qfrc_spring qfrc_damper',
        '',
    ),
    'physics.forward.forward': (
        '',
        '',
        '',
        'physics.forward.forward_from',
    ),
    'physics.forward.forward_acceleration': (
        'nefc efm_active ntree_awake qfrc_applied xfrc_applied xipos subtree_com cdof qLD qLDiagInv tree_awake '
        'qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth qacc_smooth work.cfrc',
        'body_parentid body_rootid dof_bodyid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind opt.integrator '
        'opt.enableflags',
        'qfrc_smooth qacc_smooth work.cfrc',
        'physics.constraint.metric.metric_constraint physics.discrete.metric.smooth_step upcall.lacking',
    ),
    'physics.forward.forward_actuation': (
        'efm_active timer.duration timer.number',
        'opt.integrator opt.disableflags',
        'actuator_force qfrc_actuator timer.duration timer.number',
        'callback.time physics.actuator.force.actuator_forces physics.actuator.force.controls '
        'physics.discrete.metric.actuator_metric',
    ),
    'physics.forward.forward_constraint': (
        'nefc efm_active qacc_smooth timer.duration timer.number',
        'body_parentid body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum opt.integrator',
        'solver_niter qacc qfrc_constraint timer.duration timer.number',
        'callback.time physics.discrete.metric.correct_lone_bodies physics.solver.solve.solve_constraint',
    ),
    'physics.forward.forward_from': (
        'flg_energypos flg_energyvel timer.duration timer.number',
        'opt.disableflags opt.enableflags',
        'flg_rnepost energy timer.duration timer.number',
        'callback.control callback.time physics.force.energy.energy_position physics.force.energy.energy_velocity '
        'physics.forward.forward_acceleration physics.forward.forward_actuation physics.forward.forward_constraint '
        'physics.forward.forward_position physics.forward.forward_velocity '
        'physics.sensor.evaluate.acceleration_sensors physics.sensor.evaluate.position_sensors '
        'physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.forward.forward_kinematics': (
        'ntree_awake',
        'opt.enableflags',
        'work.placed',
        'physics.dynamics.inertia.com_pos physics.island.wake.wake_by_tendons '
        'physics.position.camera.cameras_and_lights physics.position.kinematics.kinematics '
        'physics.position.tendon.tendons',
    ),
    'physics.forward.forward_position': (
        'nefc work.looked timer.duration timer.number',
        'opt.integrator opt.disableflags opt.enableflags table.lacks',
        'ncon efm_active nefmT nefmA flg_energypos work.looked timer.duration timer.number',
        'callback.time physics.constraint.make.make_constraint physics.discrete.metric.reserve_metric '
        'physics.dynamics.inertia.factor_inertia physics.dynamics.inertia.make_inertia '
        'physics.forward.forward_kinematics physics.island.wake.find_contacts physics.island.wake.wake_by_equalities '
        'physics.position.transmission.transmission physics.solver.solve.prepare_solver upcall.lacking',
    ),
    'physics.forward.forward_velocity': (
        'nefc efm_active timer.duration timer.number',
        'tendon_type tendon_actuatorid tendon_armature opt.integrator',
        'flg_energyvel flg_subtreevel timer.duration timer.number',
        'callback.time physics.constraint.reference.reference_constraint physics.discrete.metric.passive_metric '
        'physics.dynamics.bias.bias_force physics.dynamics.tendon_bias.add_tendon_bias '
        'physics.dynamics.velocity.com_vel physics.force.passive.passive physics.position.tendon.tendon_velocities '
        'physics.position.transmission.actuator_velocities upcall.lacking',
    ),
    'physics.integrate.euler.advance': (
        'ntree_awake time qpos qvel qacc tree_awake body_awake work.step_acc',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid tree_dofadr tree_dofnum opt.timestep opt.enableflags',
        'time qpos qvel qacc_warmstart',
        'physics.integrate.euler.step_activations physics.integrate.euler.step_buffers '
        'physics.integrate.euler.yield_references physics.integrate.sleep.fall_asleep '
        'physics.sensor.evaluate.record_readings',
    ),
    'physics.integrate.euler.damped_acceleration': (
        'ntree_awake time qvel M tree_awake qH qHDiagInv qfrc_smooth qfrc_constraint work.step_acc warning.number',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly tree_dofadr tree_dofnum actuator_trntype '
        'actuator_outadr actuator_trnid actuator_damping actuator_dampingpoly actuator_gear M_rownnz M_rowadr '
        'M_colind opt.timestep opt.enableflags',
        'qH qHDiagInv work.warning_time work.step_acc warning.lastinfo warning.number',
        '',
    ),
    'physics.integrate.euler.discrete': (
        'qacc',
        '',
        'work.step_acc',
        'physics.integrate.euler.advance',
    ),
    'physics.integrate.euler.euler': (
        'qacc work.step_acc',
        'jnt_actuatorid dof_jntid dof_damping dof_dampingpoly opt.disableflags',
        'work.step_acc',
        'physics.integrate.euler.advance physics.integrate.euler.damped_acceleration',
    ),
    'physics.integrate.euler.step_activations': (
        'act act_dot actuator_length actuator_velocity',
        'jnt_type actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_outadr '
        'actuator_actadr actuator_actnum actuator_trnid actuator_dynprm actuator_gainprm actuator_biasprm '
        'actuator_actlimited actuator_actrange actuator_group actuator_gear opt.timestep opt.disableflags '
        'opt.disableactuator',
        'act',
        'physics.actuator.motor.motor_decay physics.actuator.motor.motor_span physics.actuator.rotation.forget_turns',
    ),
    'physics.integrate.euler.step_buffers': (
        'time history ctrl',
        'actuator_ctrladr actuator_ctrlnum actuator_history actuator_historyadr',
        'history',
        '',
    ),
    'physics.integrate.euler.yield_references': (
        'qpos qvel plastic ten_J ten_length',
        'qpos_spring jnt_type jnt_qposadr jnt_plasticadr jnt_springyield tendon_plasticadr ten_J_rownnz ten_J_rowadr '
        'ten_J_colind tendon_springyield opt.timestep opt.disableflags',
        'plastic',
        '',
    ),
    'physics.integrate.implicit.implicit': (
        '',
        '',
        '',
        'physics.derivatives.velocity.velocity.velocity_derivative physics.integrate.euler.advance '
        'physics.integrate.implicit.implicit_acceleration',
    ),
    'physics.integrate.implicit.implicit_acceleration': (
        'ntree_awake time M tree_awake qDeriv qLU qfrc_smooth qfrc_constraint work.step_acc work.upper warning.number',
        'tree_dofadr tree_dofnum D_* mapM2D opt.timestep opt.enableflags',
        'qLU work.warning_time work.step_acc work.upper warning.lastinfo warning.number',
        '',
    ),
    'physics.integrate.implicit.implicitfast': (
        '',
        '',
        '',
        'physics.derivatives.velocity.velocity.velocity_derivative physics.integrate.euler.advance '
        'physics.integrate.implicit.implicitfast_acceleration',
    ),
    'physics.integrate.implicit.implicitfast_acceleration': (
        'ntree_awake time M tree_awake qH qHDiagInv qDeriv qfrc_smooth qfrc_constraint work.step_acc warning.number',
        'body_parentid body_treeid jnt_type dof_bodyid dof_jntid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind '
        'mapD2M opt.timestep opt.enableflags',
        'qH qHDiagInv work.warning_time work.step_acc warning.lastinfo warning.number',
        'physics.integrate.implicit.solve_lone_bodies',
    ),
    'physics.integrate.implicit.solve_lone_bodies': (
        'ntree_awake qvel xpos xmat subtree_com crb M body_awake qDeriv qfrc_smooth qfrc_constraint work.block '
        'work.step_acc',
        'body_parentid body_dofadr body_treeid jnt_type dof_jntid tree_dofadr tree_dofnum M_rownnz M_rowadr M_colind '
        'D_rowadr opt.timestep opt.enableflags',
        'work.block work.step_acc',
        '',
    ),
    'physics.integrate.inverse.continuous_acceleration': (
        'qvel qacc xpos xmat subtree_com crb M qLD qLDiagInv qH qDeriv qLU work.block work.step_force',
        'body_parentid body_dofadr body_treeid jnt_type jnt_actuatorid dof_bodyid dof_jntid dof_damping '
        'dof_dampingpoly tree_dofadr tree_dofnum actuator_trntype actuator_outadr actuator_trnid actuator_damping '
        'actuator_dampingpoly actuator_gear M_rownnz M_rowadr M_colind D_* mapM2D mapD2M opt.timestep opt.integrator '
        'opt.disableflags',
        'qacc qH qLU work.block work.step_acc work.step_force work.upper',
        'physics.derivatives.velocity.velocity.velocity_derivative',
    ),
    'physics.integrate.rungekutta.begin_stages': (
        'qpos qvel act qacc act_dot work.rk_rate work.rk_velocity work.rk_acceleration work.rk_activation',
        '',
        'work.rk_qpos work.rk_qvel work.rk_act work.rk_rate work.rk_velocity work.rk_acceleration work.rk_activation',
        '',
    ),
    'physics.integrate.rungekutta.end_stages': (
        'ntree_awake act qacc actuator_length tree_awake body_awake actuator_velocity work.rk_qpos work.rk_qvel '
        'work.rk_act work.rk_velocity work.rk_acceleration work.rk_activation',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid dof_treeid actuator_trntype actuator_dyntype actuator_gaintype '
        'actuator_biastype actuator_outadr actuator_actadr actuator_actnum actuator_trnid actuator_dynprm '
        'actuator_gainprm actuator_biasprm actuator_actlimited actuator_actrange actuator_group actuator_gear '
        'opt.timestep opt.disableflags opt.enableflags opt.disableactuator',
        'qpos qvel act qacc_warmstart qacc',
        'physics.actuator.motor.motor_decay physics.actuator.motor.motor_span physics.actuator.rotation.forget_turns '
        'physics.integrate.rungekutta.rest_at_start physics.integrate.rungekutta.restore_lengths '
        'physics.integrate.rungekutta.restore_speeds physics.integrate.rungekutta.yield_over_step',
    ),
    'physics.integrate.rungekutta.full_stage': (
        'ntree_awake qvel qacc act_dot body_awake work.rk_qpos work.rk_qvel work.rk_act work.rk_rate work.rk_velocity '
        'work.rk_acceleration work.rk_activation',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid opt.timestep opt.enableflags',
        'qpos qvel act work.rk_rate work.rk_velocity work.rk_acceleration work.rk_activation',
        'physics.forward.forward_from',
    ),
    'physics.integrate.rungekutta.half_stage': (
        'ntree_awake qvel qacc act_dot body_awake work.rk_qpos work.rk_qvel work.rk_act work.rk_rate work.rk_velocity '
        'work.rk_acceleration work.rk_activation',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid opt.timestep opt.enableflags',
        'qpos qvel act work.rk_rate work.rk_velocity work.rk_acceleration work.rk_activation',
        'physics.forward.forward_from',
    ),
    'physics.integrate.rungekutta.keep_lengths': (
        'actuator_length actuator_velocity',
        '',
        'work.rk_length work.rk_speed',
        '',
    ),
    'physics.integrate.rungekutta.keep_tendons': (
        'ten_J ten_length',
        '',
        'work.rk_ten_length work.rk_ten_J',
        '',
    ),
    'physics.integrate.rungekutta.rest_at_start': (
        'work.rk_qpos work.rk_qvel',
        '',
        'qpos qvel',
        'physics.integrate.sleep.fall_asleep',
    ),
    'physics.integrate.rungekutta.restore_lengths': (
        'work.rk_length',
        '',
        'actuator_length',
        '',
    ),
    'physics.integrate.rungekutta.restore_speeds': (
        'work.rk_speed',
        '',
        'actuator_velocity',
        '',
    ),
    'physics.integrate.rungekutta.rungekutta4': (
        'time',
        'jnt_type actuator_trntype actuator_dyntype actuator_gaintype actuator_biastype actuator_outadr '
        'actuator_actnum actuator_trnid actuator_gainprm actuator_biasprm actuator_gear opt.timestep opt.disableflags',
        'time',
        'physics.integrate.euler.step_buffers physics.integrate.rungekutta.begin_stages '
        'physics.integrate.rungekutta.end_stages physics.integrate.rungekutta.full_stage '
        'physics.integrate.rungekutta.half_stage physics.integrate.rungekutta.keep_lengths '
        'physics.integrate.rungekutta.keep_tendons physics.sensor.evaluate.record_readings',
    ),
    'physics.integrate.rungekutta.yield_over_step': (
        'qpos plastic ten_J ten_length work.rk_velocity work.rk_ten_length work.rk_ten_J',
        'qpos_spring jnt_type jnt_qposadr jnt_plasticadr jnt_springyield tendon_plasticadr ten_J_rownnz ten_J_rowadr '
        'ten_J_colind tendon_springyield opt.timestep opt.disableflags',
        'plastic ten_J ten_length',
        '',
    ),
    'physics.integrate.sleep.fall_asleep': (
        'nefc nisland qvel qfrc_applied xfrc_applied tree_asleep tree_island island_ntree island_itreeadr '
        'map_itree2tree',
        'dof_length tree_* opt.sleep_tolerance',
        'qvel tree_asleep',
        'physics.forward.forward_from physics.sleep.rest.list_awake',
    ),
    'physics.inverse.compare_with_forward': (
        'nefc efm_active qfrc_applied xfrc_applied xipos subtree_com cdof qfrc_actuator qfrc_constraint qfrc_inverse '
        'work.cfrc work.step_acc efc_force',
        'body_parentid body_rootid dof_bodyid opt.integrator opt.enableflags',
        'solver_fwdinv qacc qfrc_constraint work.cfrc efc_force',
        'physics.inverse.inverse_forces',
    ),
    'physics.inverse.constraint_forces': (
        'nefc qacc qfrc_constraint contact.friction contact.mu contact.dim efc_type efc_id efc_J_rownnz efc_J_rowadr '
        'efc_J_colind efc_J efc_frictionloss efc_D efc_R efc_aref efc_force',
        'opt.jacobian',
        'qfrc_constraint contact.H efc_state efc_force work.efc_phase',
        '',
    ),
    'physics.inverse.inverse': (
        '',
        '',
        '',
        'physics.inverse.inverse_from',
    ),
    'physics.inverse.inverse_acceleration': (
        'qfrc_passive qfrc_constraint qfrc_inverse',
        'tendon_type tendon_actuatorid tendon_armature',
        'qfrc_inverse',
        'physics.dynamics.bias.inverse_force physics.dynamics.tendon_bias.add_tendon_bias',
    ),
    'physics.inverse.inverse_constraint': (
        'nefc timer.duration timer.number',
        '',
        'qfrc_constraint timer.duration timer.number',
        'callback.time physics.inverse.constraint_forces',
    ),
    'physics.inverse.inverse_discrete': (
        'nefc qfrc_bias qfrc_passive qfrc_constraint work.step_force',
        '',
        'qfrc_inverse',
        'physics.constraint.metric.inverse_metric_constraint physics.discrete.inverse.metric_force '
        'physics.discrete.metric.actuator_metric physics.discrete.metric.factor_backbone '
        'physics.inverse.inverse_constraint',
    ),
    'physics.inverse.inverse_forces': (
        'efm_active',
        'opt.integrator opt.enableflags',
        '',
        'physics.integrate.inverse.continuous_acceleration physics.inverse.inverse_acceleration '
        'physics.inverse.inverse_constraint physics.inverse.inverse_discrete',
    ),
    'physics.inverse.inverse_from': (
        'efm_active flg_energypos flg_energyvel work.step_acc timer.duration timer.number',
        'opt.integrator opt.disableflags opt.enableflags',
        'flg_rnepost qacc timer.duration timer.number',
        'callback.time physics.force.energy.energy_position physics.force.energy.energy_velocity '
        'physics.forward.forward_velocity physics.inverse.inverse_forces physics.inverse.inverse_position '
        'physics.sensor.evaluate.acceleration_sensors physics.sensor.evaluate.position_sensors '
        'physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.inverse.inverse_position': (
        'nefc work.looked timer.duration timer.number',
        'opt.integrator opt.disableflags opt.enableflags table.lacks',
        'ncon efm_active nefmT nefmA flg_energypos work.looked timer.duration timer.number',
        'callback.time physics.constraint.make.make_constraint physics.constraint.project.project_constraint '
        'physics.discrete.metric.reserve_metric physics.dynamics.inertia.factor_inertia '
        'physics.dynamics.inertia.make_inertia physics.forward.forward_kinematics physics.island.wake.find_contacts '
        'physics.position.transmission.transmission upcall.lacking',
    ),
    'physics.island.find.find_islands': (
        'ne nf nefc nisland work.tree_leader tree_island island_ntree island_itreeadr map_itree2tree island_nv '
        'efc_island island_ne island_nf island_nefc island_iefcadr',
        'tree_dofadr tree_dofnum opt.disableflags',
        'nisland nidof work.tree_leader tree_island island_* map_* dof_island efc_island',
        'physics.island.find.join_trees',
    ),
    'physics.island.find.join_trees': (
        'nefc efm_active nefmT moment_rownnz moment_rowadr moment_colind work.tree_leader contact.geom efc_type '
        'efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_island efm_tid',
        'body_treeid jnt_dofadr dof_treeid geom_bodyid site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype '
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_gaintype actuator_biastype actuator_outadr actuator_outnum '
        'opt.jacobian opt.solver opt.disableflags',
        'work.tree_leader efc_island',
        '',
    ),
    'physics.island.sleep.start_asleep': (
        'nefc nisland qvel qfrc_applied xfrc_applied tree_asleep tree_island island_ntree island_itreeadr '
        'map_itree2tree',
        'dof_length tree_* opt.sleep_tolerance',
        'qvel tree_asleep',
        'physics.sleep.rest.list_awake',
    ),
    'physics.island.wake.find_contacts': (
        'ncon ntree_awake tree_asleep body_awake contact.geom contact.exclude',
        'body_treeid geom_bodyid opt.enableflags',
        'tree_asleep',
        'physics.collision.driver.collision physics.sleep.rest.list_awake',
    ),
    'physics.island.wake.find_contacts@lanes': (
        'work.pair_end',
        'flg_adhesion opt.jacobian opt.disableflags opt.enableflags',
        '',
        'physics.island.wake.find_contacts.apart physics.lanes.contacts.find_together',
    ),
    'physics.island.wake.wake_by_equalities': (
        'eq_active tree_asleep body_awake',
        'body_treeid jnt_bodyid site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype',
        'tree_asleep',
        'physics.sleep.rest.list_awake',
    ),
    'physics.island.wake.wake_by_tendons': (
        'tree_asleep ten_length',
        'tendon_treenum tendon_treeid tendon_limited tendon_range tendon_margin tendon_frictionloss opt.disableflags',
        'tree_asleep',
        'physics.sleep.rest.list_awake',
    ),
    'physics.lanes.contacts.collide_apart': (
        'geom_xpos geom_xmat work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'geom_type geom_aabb geom_rbound table.collider',
        'geom_xpos geom_xmat work.found_ahead work.found_reach work.found_num work.found_dist work.found_pos '
        'work.found_normal work.found_tangent',
        'table.collider',
    ),
    'physics.lanes.contacts.find_together': (
        'ncon geom_xpos geom_xmat work.pair_list work.pair_end work.con_capacity contact.dist',
        'geom_type geom_rbound geom_margin geom_gap',
        'ncon work.con_capacity work.cone_num contact.*',
        'physics.lanes.contacts.narrow_together',
    ),
    'physics.lanes.contacts.list_pairs': (
        'work.pair_end',
        'body_parentid body_weldid body_dofnum body_geomnum body_geomadr body_ipos body_iquat body_margin '
        'body_contype body_conaffinity body_bvhadr body_bvhnum bvh_nodeid bvh_aabb geom_type geom_contype '
        'geom_conaffinity geom_bodyid geom_dataid geom_size geom_aabb geom_pos geom_quat geom_margin geom_gap '
        'hfield_size exclude_signature opt.disableflags',
        'work.pair_list work.pair_end',
        '',
    ),
    'physics.lanes.contacts.narrow_together': (
        'geom_xpos geom_xmat work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'geom_type geom_rbound geom_margin geom_gap',
        'work.found_ahead work.found_num work.found_dist work.found_pos work.found_normal work.found_tangent',
        'physics.collision.capsule.capsule_capsule physics.collision.narrow.add_contacts '
        'physics.collision.plane.plane_box physics.collision.plane.plane_capsule physics.collision.plane.plane_sphere '
        'physics.collision.sphere.sphere_capsule physics.collision.sphere.sphere_sphere '
        'physics.lanes.contacts.collide_apart',
    ),
    'physics.lanes.islands.find_islands_together': (
        'nefc nisland nidof work.island_number contact.geom efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind '
        'efc_J island_ntree island_itreeadr map_itree2tree island_nv efc_island work.efc_here',
        'body_treeid jnt_dofadr dof_treeid geom_bodyid site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype '
        'opt.jacobian',
        'nisland nidof work.island_number work.islands_differ',
        'physics.island.find.find_islands',
    ),
    'physics.lanes.merge_worlds.merge_contacts': (
        'ncon contact.dist contact.pos contact.frame contact.includemargin contact.friction contact.solref '
        'contact.solreffriction contact.solimp contact.surfacevel contact.dim contact.geom',
        'geom_bodyid',
        'ncon work.cone_num contact.*',
        '',
    ),
    'physics.lanes.pgs.sweep_together': (
        'ncon nefc nY qacc_warmstart qacc M qLD qLDiagInv qacc_smooth work.dof_order contact.friction contact.mu '
        'contact.dim efc_type efc_id efc_J_* efc_J efc_frictionloss efc_D efc_R island_nv island_idofadr efc_Y_rownnz '
        'efc_Y_rowadr efc_Y_colind efc_Y efc_aref efc_b efc_force work.efc_here',
        'M_rownnz M_rowadr M_colind opt.jacobian opt.disableflags',
        'nY qacc contact.* efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_rowsuper efc_pos efc_margin '
        'efc_frictionloss efc_diagA efc_KBIP efc_D efc_R efc_Y_rownnz efc_Y_rowadr efc_Y_colind efc_Y efc_vel '
        'efc_aref efc_b efc_state efc_force work.efc_here work.efc_phase work.efc_start',
        'physics.lanes.pgs.sweep_world physics.lanes.split_worlds.merge_forces physics.solver.forces.accelerate '
        'physics.solver.order.order_dofs',
    ),
    'physics.lanes.pgs.sweep_world': (
        'nefc efc_frictionloss efc_AR_rowadr efc_AR_colind efc_AR efc_b efc_force',
        'opt.jacobian',
        'efc_force',
        'physics.constraint.delassus.dual_matrix physics.solver.pgs.gauss_seidel',
    ),
    'physics.lanes.rows.count_rows': (
        'nefc nJ efc_type work.efc_here',
        'opt.solver opt.noslip_iterations opt.disableflags',
        'nf nl nefc nJ nY nA nisland nidof',
        '',
    ),
    'physics.lanes.solve.solve_together': (
        'nefc nisland nidof',
        '',
        'ifrc_smooth iacc_smooth iacc iefc_* ifrc_constraint',
        'physics.solver.newton.newton_dense physics.solver.order.order_dofs physics.solver.start.choose_start',
    ),
    'physics.lanes.split_worlds.merge_forces': (
        'nefc efc_force work.efc_here',
        '',
        'efc_force',
        '',
    ),
    'physics.lanes.split_worlds.split_constraints': (
        'ncon nefc contact.dist contact.pos contact.frame contact.includemargin contact.friction contact.solref '
        'contact.solreffriction contact.solimp contact.surfacevel contact.mu contact.dim contact.geom contact.exclude '
        'contact.efc_address efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_pos efc_margin '
        'efc_frictionloss efc_diagA efc_KBIP efc_D efc_R tendon_efcadr efc_vel efc_aref efc_b efc_force work.efc_here',
        '',
        'ncon work.cone_num contact.* efc_type efc_id efc_J_* efc_J efc_pos efc_margin efc_frictionloss efc_diagA '
        'efc_KBIP efc_D efc_R tendon_efcadr efc_vel efc_aref efc_b efc_state efc_force work.efc_here work.efc_phase '
        'work.efc_start',
        '',
    ),
    'physics.partial.checked_kinematics': (
        '',
        '',
        '',
        'physics.forward.forward_kinematics upcall.lacking',
    ),
    'physics.partial.step1': (
        'flg_energypos flg_energyvel timer.duration timer.number',
        'opt.disableflags opt.enableflags',
        'energy timer.duration timer.number',
        'callback.control callback.time physics.check.check_pos physics.check.check_vel '
        'physics.force.energy.energy_position physics.force.energy.energy_velocity physics.forward.forward_position '
        'physics.forward.forward_velocity physics.sensor.evaluate.position_sensors '
        'physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.partial.step2': (
        'timer.duration timer.number',
        'opt.integrator opt.disableflags opt.enableflags',
        'flg_rnepost timer.duration timer.number',
        'callback.time physics.check.check_acc physics.forward.forward_acceleration physics.forward.forward_actuation '
        'physics.forward.forward_constraint physics.integrate.euler.discrete physics.integrate.euler.euler '
        'physics.integrate.implicit.implicit physics.integrate.implicit.implicitfast '
        'physics.inverse.compare_with_forward physics.sensor.evaluate.acceleration_sensors',
    ),
    'physics.pipeline.step': (
        'timer.duration timer.number',
        'opt.integrator opt.enableflags',
        'timer.duration timer.number',
        'callback.time physics.check.check_acc physics.check.check_pos physics.check.check_vel '
        'physics.forward.forward physics.integrate.euler.discrete physics.integrate.euler.euler '
        'physics.integrate.implicit.implicit physics.integrate.implicit.implicitfast '
        'physics.integrate.rungekutta.rungekutta4 physics.inverse.compare_with_forward',
    ),
    'physics.pipeline.steps': (
        '',
        '',
        '',
        'physics.pipeline.step',
    ),
    'physics.position.camera.cameras_and_lights': (
        'xpos xquat xmat cam_xpos light_xpos subtree_com body_awake work.placed',
        'cam_mode cam_bodyid cam_targetbodyid cam_pos cam_quat cam_poscom0 cam_pos0 cam_mat0 light_mode light_bodyid '
        'light_targetbodyid light_pos light_dir light_poscom0 light_pos0 light_dir0 opt.enableflags',
        'cam_xpos cam_xmat light_xpos light_xdir',
        '',
    ),
    'physics.position.kinematics.kinematics': (
        'ntree_awake qpos mocap_pos mocap_quat tree_asleep xpos xquat xmat xipos xiquat ximat body_awake work.placed',
        'qpos0 body_parentid body_mocapid body_jntnum body_jntadr body_treeid body_sameframe body_pos body_quat '
        'body_ipos body_iquat jnt_type jnt_qposadr jnt_pos jnt_axis geom_bodyid geom_sameframe geom_pos geom_quat '
        'site_bodyid site_sameframe site_pos site_quat opt.enableflags',
        'tree_asleep xpos xquat xmat xipos xiquat ximat xanchor xaxis geom_xpos geom_xquat geom_xmat site_xpos '
        'site_xquat site_xmat',
        'physics.sleep.rest.list_awake physics.sleep.wake.wake_touched',
    ),
    'physics.position.spatial.spatial_tendons': (
        'ntree_awake geom_xpos geom_xmat site_xpos subtree_com cdof ten_wrapadr ten_J tree_awake',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_bodyid geom_size site_bodyid tendon_type '
        'tendon_adr tendon_num tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr ten_J_colind wrap_type '
        'wrap_objid wrap_prm opt.enableflags',
        'ten_wrapadr ten_wrapnum ten_J ten_length wrap_obj wrap_xpos',
        '',
    ),
    'physics.position.tendon.add_tendon_inertia': (
        'ntree_awake ten_J M tree_awake',
        'dof_treeid tendon_actuatorid ten_J_rownnz ten_J_rowadr ten_J_colind tendon_armature actuator_trntype '
        'actuator_outadr actuator_trnid actuator_armature actuator_gear M_rownnz M_rowadr M_colind opt.enableflags',
        'M',
        '',
    ),
    'physics.position.tendon.fixed_tendons': (
        'ntree_awake qpos tree_awake',
        'jnt_qposadr jnt_dofadr tendon_type tendon_adr tendon_num tendon_treenum tendon_treeid ten_J_rownnz '
        'ten_J_rowadr ten_J_colind wrap_objid wrap_prm opt.enableflags',
        'ten_J ten_length',
        '',
    ),
    'physics.position.tendon.tendon_velocities': (
        'qvel ten_J',
        'ten_J_rownnz ten_J_rowadr ten_J_colind',
        'ten_velocity',
        '',
    ),
    'physics.position.tendon.tendons': (
        'ntree_awake tree_awake',
        'tendon_type tendon_treenum tendon_treeid ten_J_rownnz ten_J_rowadr opt.enableflags',
        'ten_wrapadr ten_wrapnum ten_J ten_length',
        'physics.position.spatial.spatial_tendons physics.position.tendon.fixed_tendons',
    ),
    'physics.position.transmission.actuator_velocities': (
        'qvel moment_rownnz moment_rowadr moment_colind actuator_moment',
        'opt.disableflags',
        'actuator_velocity',
        '',
    ),
    'physics.position.transmission.transmission': (
        'ntree_awake qpos ten_J ten_length tree_awake body_awake',
        'jnt_type jnt_qposadr jnt_dofadr jnt_bodyid site_bodyid tendon_treenum tendon_treeid ten_J_rownnz '
        'ten_J_rowadr ten_J_colind actuator_trntype actuator_outadr actuator_outnum actuator_trnid actuator_gear '
        'opt.enableflags',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment',
        'physics.position.wrench.contact_moment physics.position.wrench.crank_moment '
        'physics.position.wrench.rotation_moment physics.position.wrench.site_moment',
    ),
    'physics.position.wrench.contact_moment': (
        'ncon subtree_com cdof actuator_moment contact.pos contact.frame contact.geom contact.exclude',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_bodyid actuator_outadr actuator_trnid',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment',
        '',
    ),
    'physics.position.wrench.crank_moment': (
        'site_xpos site_xmat subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid site_bodyid actuator_outadr actuator_trnid '
        'actuator_cranklength actuator_gear',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment',
        '',
    ),
    'physics.position.wrench.rotation_moment': (
        'qpos site_xquat site_xmat cdof',
        'body_weldid body_dofnum body_dofadr jnt_qposadr jnt_dofadr dof_parentid site_bodyid actuator_outadr '
        'actuator_trnid',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment',
        '',
    ),
    'physics.position.wrench.site_moment': (
        'site_xpos site_xquat site_xmat subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid site_bodyid actuator_outadr actuator_trnid '
        'actuator_gear',
        'actuator_length moment_rownnz moment_rowadr moment_colind actuator_moment',
        '',
    ),
    'physics.query.constraint.contact_force': (
        'ncon contact.friction contact.adhesion contact.dim contact.exclude contact.efc_address efc_force',
        'opt.cone',
        '',
        '',
    ),
    'physics.query.constraint.dofs_from_rows': (
        'nefc efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J',
        'opt.jacobian',
        '',
        '',
    ),
    'physics.query.constraint.forces_from_rows': (
        'nefc qfrc_constraint contact.friction contact.mu contact.dim efc_type efc_id efc_J_rownnz efc_J_rowadr '
        'efc_J_colind efc_J efc_frictionloss efc_D efc_R efc_force',
        'opt.jacobian',
        'qfrc_constraint contact.H efc_state efc_force work.efc_phase',
        '',
    ),
    'physics.query.constraint.rows_from_dofs': (
        'nefc efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J',
        'opt.jacobian',
        '',
        '',
    ),
    'physics.query.delay.delayed_control': (
        'history ctrl',
        'actuator_ctrladr actuator_ctrlnum actuator_history actuator_historyadr actuator_delay',
        '',
        '',
    ),
    'physics.query.delay.delayed_reading': (
        'history sensordata',
        'sensor_dim sensor_adr sensor_history sensor_historyadr sensor_delay',
        '',
        '',
    ),
    'physics.query.distance.geom_distance': (
        'work.found_num work.found_dist work.found_pos work.found_normal',
        'geom_type opt.disableflags table.collider',
        'work.found_reach work.found_num',
        'physics.collision.convex.nearest.convex_nearest table.collider',
    ),
    'physics.query.jacobian.add_force': (
        'subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_angular_momentum': (
        'xipos ximat subtree_com cdof work.composite',
        'body_parentid body_rootid body_weldid body_dofnum body_dofadr body_mass body_inertia dof_parentid',
        'work.composite',
        '',
    ),
    'physics.query.jacobian.jacobian_of_axis': (
        'subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_body': (
        'xpos subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_centre': (
        'xipos subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_geom': (
        'geom_xpos subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid geom_bodyid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_point': (
        'subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_site': (
        'site_xpos subtree_com cdof',
        'body_rootid body_weldid body_dofnum body_dofadr dof_parentid site_bodyid',
        '',
        '',
    ),
    'physics.query.jacobian.jacobian_of_subtree': (
        'xipos ximat subtree_com cdof work.composite',
        'body_parentid body_rootid body_weldid body_dofnum body_dofadr body_mass body_subtreemass body_inertia '
        'dof_parentid',
        'work.composite',
        '',
    ),
    'physics.query.jacobian.jacobian_rate': (
        'subtree_com cdof cvel cdof_dot',
        'body_rootid body_weldid body_dofnum body_dofadr jnt_type jnt_dofadr dof_bodyid dof_jntid dof_parentid',
        '',
        '',
    ),
    'physics.query.mass.add_inertia': (
        'M',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.dense_inertia': (
        'M',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.multiply_inertia': (
        'M',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.multiply_root': (
        'qLD',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.scale_masses': (
        '',
        '',
        '',
        '',
    ),
    'physics.query.mass.solve_inertia': (
        'qLD qLDiagInv',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.solve_root': (
        'qLD',
        'M_rownnz M_rowadr M_colind',
        '',
        '',
    ),
    'physics.query.mass.total_mass': (
        '',
        'body_mass',
        '',
        '',
    ),
    'physics.query.motion.newton_euler': (
        'qvel qacc cdof cinert cvel cdof_dot work.cacc work.cfrc',
        'body_parentid body_dofnum body_dofadr dof_bodyid opt.gravity opt.disableflags',
        'work.cacc work.cfrc',
        '',
    ),
    'physics.query.motion.object_acceleration': (
        'xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel cacc',
        'body_rootid geom_bodyid site_bodyid cam_bodyid',
        '',
        '',
    ),
    'physics.query.motion.object_velocity': (
        'xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel',
        'body_rootid geom_bodyid site_bodyid cam_bodyid',
        '',
        '',
    ),
    'physics.query.motion.world_frame': (
        'xpos xquat xmat xipos xiquat ximat',
        '',
        '',
        '',
    ),
    'physics.query.position.move_position': (
        '',
        'jnt_type jnt_qposadr jnt_dofadr',
        '',
        '',
    ),
    'physics.query.position.normalize_position': (
        '',
        'jnt_type jnt_qposadr',
        '',
        '',
    ),
    'physics.query.position.position_difference': (
        '',
        'jnt_type jnt_qposadr jnt_dofadr',
        '',
        '',
    ),
    'physics.query.ray.cast_at_geom': (
        'geom_xpos geom_xmat',
        'geom_type geom_size',
        '',
        'physics.ray.triangles.hfield_ray physics.ray.triangles.mesh_ray',
    ),
    'physics.query.ray.cast_ray': (
        'geom_xpos geom_xmat',
        'body_weldid bvh_aabb geom_type geom_bodyid geom_dataid geom_matid geom_group geom_size geom_rgba mesh_bvhadr '
        'mesh_bvhnum hfield_size mat_rgba',
        '',
        'physics.ray.triangles.hfield_ray physics.ray.triangles.mesh_ray upcall.lacking',
    ),
    'physics.query.ray.cast_rays': (
        'xipos ximat geom_xpos geom_xmat',
        'body_weldid body_geomnum body_geomadr body_bvhadr body_bvhnum bvh_aabb geom_type geom_bodyid geom_dataid '
        'geom_matid geom_group geom_size geom_rbound geom_rgba mesh_bvhadr mesh_bvhnum hfield_size mat_rgba',
        '',
        'physics.ray.triangles.hfield_ray physics.ray.triangles.mesh_ray upcall.lacking',
    ),
    'physics.query.settings.is_dual': (
        '',
        'opt.solver opt.noslip_iterations',
        '',
        '',
    ),
    'physics.query.settings.is_pyramidal': (
        '',
        'opt.cone',
        '',
        '',
    ),
    'physics.query.settings.is_sparse': (
        '',
        'opt.jacobian',
        '',
        '',
    ),
    'physics.query.state.get_state': (
        'time qpos qvel act history plastic qacc_warmstart plugin_state ctrl qfrc_applied xfrc_applied eq_active '
        'mocap_pos mocap_quat userdata',
        '',
        '',
        'physics.query.state.state_size',
    ),
    'physics.query.state.set_state': (
        '',
        '',
        'time qpos qvel act history plastic qacc_warmstart plugin_state ctrl qfrc_applied xfrc_applied eq_active '
        'mocap_pos mocap_quat userdata',
        'physics.query.state.state_size',
    ),
    'physics.query.state.state_size': (
        '',
        '',
        '',
        '',
    ),
    'physics.ray.triangles.hfield_ray': (
        'geom_xpos geom_xmat',
        'geom_dataid hfield_size hfield_nrow hfield_ncol hfield_adr hfield_data',
        '',
        '',
    ),
    'physics.ray.triangles.mesh_ray': (
        'geom_xpos geom_xmat',
        'bvh_child bvh_nodeid bvh_aabb geom_dataid mesh_vertadr mesh_faceadr mesh_facenum mesh_bvhadr mesh_bvhnum '
        'mesh_vert mesh_face',
        '',
        '',
    ),
    'physics.reference.measures.measure': (
        'xpos xipos xanchor geom_xpos site_xpos M',
        'body_parentid body_mass jnt_type jnt_dofadr jnt_bodyid dof_bodyid dof_jntid geom_type geom_bodyid geom_size '
        'geom_rbound flex_vertadr flex_edgeadr flex_edgenum flex_vertbodyid flex_edge flexedge_length0 M_rownnz '
        'M_rowadr',
        '',
        '',
    ),
    'physics.reference.offsets.offsets': (
        'xpos cam_xpos cam_xmat light_xpos light_xdir subtree_com',
        'cam_bodyid cam_targetbodyid light_bodyid light_targetbodyid',
        '',
        '',
    ),
    'physics.reference.weights.reference_weights': (
        'xipos geom_xpos geom_xmat site_xpos subtree_com cdof ten_wrapadr ten_J ten_length actuator_length '
        'moment_rownnz moment_rowadr moment_colind actuator_moment M qLD qLDiagInv',
        'qpos0 body_rootid body_weldid body_dofnum body_dofadr body_simple body_mass jnt_type jnt_dofadr dof_parentid '
        'geom_bodyid geom_size site_bodyid tendon_type tendon_adr tendon_num ten_J_rownnz ten_J_rowadr ten_J_colind '
        'wrap_type wrap_objid wrap_prm M_rownnz M_rowadr M_colind',
        'qpos ten_wrapadr ten_wrapnum ten_J ten_length wrap_obj wrap_xpos work.placed',
        'physics.dynamics.inertia.factor_inertia physics.dynamics.inertia.make_inertia '
        'physics.dynamics.inertia.reference_inertia physics.forward.forward_kinematics '
        'physics.position.transmission.transmission',
    ),
    'physics.sensor.contact.contact_sensor': (
        'ncon site_xpos site_xmat subtree_com cvel contact.dist contact.pos contact.frame contact.friction '
        'contact.adhesion contact.dim contact.geom contact.efc_address efc_force',
        'body_parentid body_rootid geom_bodyid site_type site_dataid site_size sensor_objtype sensor_objid '
        'sensor_reftype sensor_refid sensor_intprm sensor_dim sensor_adr opt.cone',
        'sensordata',
        'physics.sensor.inside.mesh_holds',
    ),
    'physics.sensor.distance.distance_sensor': (
        'work.found_num work.found_dist work.found_pos work.found_normal',
        'body_geomnum body_geomadr geom_type sensor_type sensor_objtype sensor_objid sensor_reftype sensor_refid '
        'sensor_adr sensor_cutoff opt.disableflags table.collider',
        'sensordata work.found_reach work.found_num',
        'physics.collision.convex.nearest.convex_nearest table.collider',
    ),
    'physics.sensor.enclosure.enclosure_sensor': (
        'geom_xpos geom_xmat site_xpos site_xmat',
        'body_parentid geom_type geom_bodyid geom_size site_type site_size sensor_objtype sensor_objid sensor_refid '
        'sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.evaluate.acceleration_sensors': (
        'flg_rnepost time history sensordata',
        'sensor_type sensor_datatype sensor_needstage sensor_dim sensor_adr sensor_cutoff sensor_historyadr '
        'sensor_delay sensor_interval',
        'sensordata',
        'callback.sensor physics.constraint.rne_post_constraint.body_forces physics.sensor.contact.contact_sensor '
        'physics.sensor.distance.distance_sensor physics.sensor.evaluate.replay '
        'physics.sensor.frame.acceleration_sensor physics.sensor.frame.pose_sensor '
        'physics.sensor.frame.velocity_sensor physics.sensor.inertial.accelerometer '
        'physics.sensor.inertial.joint_force_sensor physics.sensor.inertial.magnetometer '
        'physics.sensor.inertial.site_velocity_sensor physics.sensor.inertial.touch_sensor '
        'physics.sensor.inside.inside_sensor physics.sensor.joint.joint_sensor physics.sensor.joint.limit_sensor '
        'physics.sensor.ray.projection_sensor physics.sensor.ray.rangefinder physics.sensor.subtree.clock_sensor '
        'physics.sensor.subtree.energy_sensor physics.sensor.subtree.subtree_position_sensor '
        'physics.sensor.subtree.subtree_velocity_sensor physics.sensor.tactile.tactile_sensor',
    ),
    'physics.sensor.evaluate.acceleration_sensors@lanes': (
        '',
        'flg_adhesion sensor_type opt.jacobian opt.enableflags',
        '',
        'physics.lanes.split_worlds.split_constraints physics.sensor.evaluate.acceleration_sensors.apart',
    ),
    'physics.sensor.evaluate.position_sensors': (
        'time history sensordata',
        'sensor_type sensor_datatype sensor_needstage sensor_dim sensor_adr sensor_cutoff sensor_historyadr '
        'sensor_delay sensor_interval',
        'sensordata',
        'callback.sensor physics.sensor.contact.contact_sensor physics.sensor.distance.distance_sensor '
        'physics.sensor.evaluate.replay physics.sensor.frame.acceleration_sensor physics.sensor.frame.pose_sensor '
        'physics.sensor.frame.velocity_sensor physics.sensor.inertial.accelerometer '
        'physics.sensor.inertial.joint_force_sensor physics.sensor.inertial.magnetometer '
        'physics.sensor.inertial.site_velocity_sensor physics.sensor.inertial.touch_sensor '
        'physics.sensor.inside.inside_sensor physics.sensor.joint.joint_sensor physics.sensor.joint.limit_sensor '
        'physics.sensor.ray.projection_sensor physics.sensor.ray.rangefinder physics.sensor.subtree.clock_sensor '
        'physics.sensor.subtree.energy_sensor physics.sensor.subtree.subtree_position_sensor '
        'physics.sensor.subtree.subtree_velocity_sensor physics.sensor.tactile.tactile_sensor',
    ),
    'physics.sensor.evaluate.position_sensors@lanes': (
        '',
        'flg_adhesion sensor_type opt.jacobian opt.enableflags',
        '',
        'physics.lanes.split_worlds.split_constraints physics.sensor.evaluate.position_sensors.apart',
    ),
    'physics.sensor.evaluate.read_accelerations': (
        '',
        'opt.disableflags',
        '',
        'physics.sensor.evaluate.acceleration_sensors',
    ),
    'physics.sensor.evaluate.read_positions': (
        '',
        'opt.disableflags',
        '',
        'physics.sensor.evaluate.position_sensors',
    ),
    'physics.sensor.evaluate.read_velocities': (
        '',
        'opt.disableflags',
        '',
        'physics.sensor.evaluate.velocity_sensors',
    ),
    'physics.sensor.evaluate.record_readings': (
        'time history sensordata',
        'sensor_type sensor_datatype sensor_dim sensor_adr sensor_cutoff sensor_history sensor_historyadr '
        'sensor_delay sensor_interval',
        'history sensordata',
        'physics.sensor.contact.contact_sensor physics.sensor.distance.distance_sensor '
        'physics.sensor.frame.acceleration_sensor physics.sensor.frame.pose_sensor '
        'physics.sensor.frame.velocity_sensor physics.sensor.inertial.accelerometer '
        'physics.sensor.inertial.joint_force_sensor physics.sensor.inertial.magnetometer '
        'physics.sensor.inertial.site_velocity_sensor physics.sensor.inertial.touch_sensor '
        'physics.sensor.inside.inside_sensor physics.sensor.joint.joint_sensor physics.sensor.joint.limit_sensor '
        'physics.sensor.ray.projection_sensor physics.sensor.ray.rangefinder physics.sensor.subtree.clock_sensor '
        'physics.sensor.subtree.energy_sensor physics.sensor.subtree.subtree_position_sensor '
        'physics.sensor.subtree.subtree_velocity_sensor physics.sensor.tactile.tactile_sensor',
    ),
    'physics.sensor.evaluate.replay': (
        'time history',
        'sensor_dim sensor_adr sensor_history sensor_historyadr sensor_delay',
        'sensordata',
        '',
    ),
    'physics.sensor.evaluate.velocity_sensors': (
        'flg_subtreevel time history sensordata',
        'sensor_type sensor_datatype sensor_needstage sensor_dim sensor_adr sensor_cutoff sensor_historyadr '
        'sensor_delay sensor_interval',
        'sensordata',
        'callback.sensor physics.dynamics.subtree.subtree_velocity physics.sensor.contact.contact_sensor '
        'physics.sensor.distance.distance_sensor physics.sensor.evaluate.replay '
        'physics.sensor.frame.acceleration_sensor physics.sensor.frame.pose_sensor '
        'physics.sensor.frame.velocity_sensor physics.sensor.inertial.accelerometer '
        'physics.sensor.inertial.joint_force_sensor physics.sensor.inertial.magnetometer '
        'physics.sensor.inertial.site_velocity_sensor physics.sensor.inertial.touch_sensor '
        'physics.sensor.inside.inside_sensor physics.sensor.joint.joint_sensor physics.sensor.joint.limit_sensor '
        'physics.sensor.ray.projection_sensor physics.sensor.ray.rangefinder physics.sensor.subtree.clock_sensor '
        'physics.sensor.subtree.energy_sensor physics.sensor.subtree.subtree_position_sensor '
        'physics.sensor.subtree.subtree_velocity_sensor physics.sensor.tactile.tactile_sensor',
    ),
    'physics.sensor.evaluate.velocity_sensors@lanes': (
        '',
        'flg_adhesion sensor_type opt.jacobian opt.enableflags',
        '',
        'physics.lanes.split_worlds.split_constraints physics.sensor.evaluate.velocity_sensors.apart',
    ),
    'physics.sensor.frame.acceleration_sensor': (
        'flg_rnepost xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel '
        'cacc',
        'body_rootid geom_bodyid site_bodyid cam_bodyid sensor_type sensor_objtype sensor_objid sensor_adr',
        'sensordata',
        'physics.constraint.rne_post_constraint.body_forces',
    ),
    'physics.sensor.frame.pose_sensor': (
        'xpos xquat xmat xipos xiquat ximat geom_xpos geom_xquat geom_xmat site_xpos site_xquat site_xmat cam_xpos '
        'cam_xmat',
        'geom_bodyid site_bodyid cam_bodyid cam_quat sensor_type sensor_objtype sensor_objid sensor_reftype '
        'sensor_refid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.frame.velocity_sensor': (
        'xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel',
        'body_rootid geom_bodyid site_bodyid cam_bodyid sensor_type sensor_objtype sensor_objid sensor_reftype '
        'sensor_refid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.inertial.accelerometer': (
        'flg_rnepost xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel '
        'cacc',
        'body_rootid geom_bodyid site_bodyid cam_bodyid sensor_objid sensor_adr',
        'sensordata',
        'physics.constraint.rne_post_constraint.body_forces',
    ),
    'physics.sensor.inertial.joint_force_sensor': (
        'flg_rnepost site_xpos site_xmat subtree_com cfrc_int',
        'body_rootid site_bodyid sensor_type sensor_objid sensor_adr',
        'sensordata',
        'physics.constraint.rne_post_constraint.body_forces',
    ),
    'physics.sensor.inertial.magnetometer': (
        'site_xmat',
        'sensor_objid sensor_adr opt.magnetic',
        'sensordata',
        '',
    ),
    'physics.sensor.inertial.site_velocity_sensor': (
        'xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel',
        'body_rootid geom_bodyid site_bodyid cam_bodyid sensor_type sensor_objid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.inertial.touch_sensor': (
        'ncon site_xpos site_xmat contact.pos contact.frame contact.friction contact.adhesion contact.dim '
        'contact.geom contact.efc_address efc_force',
        'geom_bodyid site_type site_bodyid site_size sensor_objid sensor_adr opt.cone',
        'sensordata',
        '',
    ),
    'physics.sensor.inside.inside_sensor': (
        'xpos xmat xipos ximat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat',
        'geom_bodyid site_type site_bodyid site_dataid site_size cam_bodyid sensor_objtype sensor_objid sensor_refid '
        'sensor_intprm sensor_adr',
        'sensordata',
        'physics.sensor.enclosure.enclosure_sensor physics.sensor.inside.mesh_holds',
    ),
    'physics.sensor.inside.mesh_holds': (
        '',
        'mesh_vertadr mesh_vert mesh_pos mesh_quat mesh_polynum mesh_polyadr mesh_polynormal mesh_polyvertadr '
        'mesh_polyvert',
        '',
        '',
    ),
    'physics.sensor.inside.point_in_site': (
        'site_xpos site_xmat',
        'site_type site_dataid site_size',
        '',
        'physics.sensor.inside.mesh_holds',
    ),
    'physics.sensor.joint.joint_sensor': (
        'qpos qvel ten_length actuator_length ten_velocity actuator_velocity actuator_force qfrc_actuator',
        'jnt_qposadr jnt_dofadr actuator_trntype actuator_outadr actuator_outnum actuator_trnid sensor_type '
        'sensor_objid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.joint.limit_sensor': (
        'ne nf nl efc_type efc_id efc_pos efc_margin efc_vel efc_force',
        'sensor_type sensor_objid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.ray.projection_sensor': (
        'site_xpos cam_xpos cam_xmat',
        'cam_fovy cam_resolution cam_sensorsize cam_intrinsic sensor_objid sensor_refid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.ray.rangefinder': (
        'geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat',
        'body_weldid bvh_aabb geom_type geom_bodyid geom_dataid geom_matid geom_group geom_size geom_rgba site_bodyid '
        'cam_bodyid cam_projection cam_fovy cam_resolution cam_sensorsize cam_intrinsic mesh_bvhadr mesh_bvhnum '
        'hfield_size mat_rgba sensor_objtype sensor_objid sensor_intprm sensor_adr',
        'sensordata',
        'physics.ray.triangles.hfield_ray physics.ray.triangles.mesh_ray',
    ),
    'physics.sensor.subtree.clock_sensor': (
        'time',
        'sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.subtree.energy_sensor': (
        'flg_energypos energy',
        'sensor_type sensor_adr',
        'sensordata',
        'physics.force.energy.energy_position physics.force.energy.energy_velocity',
    ),
    'physics.sensor.subtree.subtree_position_sensor': (
        'subtree_com',
        'sensor_objid sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sensor.subtree.subtree_velocity_sensor': (
        'flg_subtreevel subtree_linvel subtree_angmom',
        'sensor_type sensor_objid sensor_adr',
        'sensordata',
        'physics.dynamics.subtree.subtree_velocity',
    ),
    'physics.sensor.tactile.tactile_sensor': (
        'ncon sensordata geom_xpos geom_xmat subtree_com cvel contact.geom',
        'body_rootid body_weldid geom_type geom_bodyid geom_size mesh_vertadr mesh_vertnum mesh_normaladr '
        'mesh_normalnum mesh_vert mesh_normal sensor_objid sensor_refid sensor_dim sensor_adr',
        'sensordata',
        '',
    ),
    'physics.sleep.rest.list_awake': (
        'tree_asleep tree_awake body_awake',
        'body_parentid body_weldid body_mocapid body_treeid dof_treeid',
        'ntree_awake nbody_awake nparent_awake nv_awake tree_awake body_awake body_awake_ind parent_awake_ind '
        'dof_awake_ind',
        '',
    ),
    'physics.sleep.rest.sleeping': (
        '',
        '',
        '',
        '',
    ),
    'physics.sleep.wake.wake_all': (
        '',
        '',
        'tree_asleep',
        'physics.sleep.rest.list_awake',
    ),
    'physics.sleep.wake.wake_touched': (
        'qvel qfrc_applied xfrc_applied tree_asleep tree_awake',
        'tree_bodyadr tree_bodynum tree_dofadr tree_dofnum opt.enableflags',
        'tree_asleep',
        'physics.sleep.rest.list_awake physics.sleep.wake.wake_all',
    ),
    'physics.solver.conjugate.conjugate_gradient': (
        'nefc efm_active nefmT nefmA qacc ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M qLD '
        'qLDiagInv qH qHDiagInv qfrc_smooth qacc_smooth work.island_number work.dof_order work.dof_place '
        'contact.friction contact.mu contact.dim efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J '
        'efc_frictionloss efc_D efc_R dof_island island_nv island_idofadr map_dof2idof island_nefc island_iefcadr '
        'map_iefc2efc iefc_type iefc_id iefc_frictionloss iefc_D iefc_R efc_aref efm_c efm_diag efm_fluid efm_tid '
        'efm_ts efm_aid efm_as efm_ca iefc_state iefc_force efc_force work.efc_here work.efc_start',
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind '
        'opt.tolerance opt.ls_tolerance opt.integrator opt.jacobian opt.iterations opt.ls_iterations '
        'opt.noslip_iterations opt.disableflags',
        'solver_niter solver_nnz qacc qfrc_constraint solver.* contact.H ifrc_smooth iacc_smooth iacc iefc_* '
        'efc_state efc_force ifrc_constraint',
        '',
    ),
    'physics.solver.forces.accelerate': (
        'nefc efm_active nefmT nefmA qacc_warmstart qacc qLD qLDiagInv qH qHDiagInv qacc_smooth qfrc_constraint '
        'efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_force',
        'M_rownnz M_rowadr M_colind opt.integrator opt.jacobian opt.disableflags',
        'qacc qfrc_constraint',
        'physics.solver.forces.accelerate_coupled',
    ),
    'physics.solver.forces.accelerate_coupled': (
        'qacc_smooth qfrc_constraint',
        '',
        'qacc qacc_smooth',
        'physics.discrete.metric.solve_coupled',
    ),
    'physics.solver.forces.choose_forces': (
        'nefc qacc_warmstart qacc_smooth contact.friction contact.mu contact.dim efc_type efc_id efc_J_rownnz '
        'efc_J_rowadr efc_J_colind efc_J efc_frictionloss efc_D efc_R efc_AR_rowadr efc_AR_colind efc_AR efc_aref '
        'efc_b efc_force',
        'opt.jacobian opt.disableflags',
        'contact.H efc_b efc_force',
        '',
    ),
    'physics.solver.newton.newton_dense': (
        'nefc efm_active nefmT nefmA qacc ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M qLD '
        'qLDiagInv qH qHDiagInv qfrc_smooth qacc_smooth work.island_number work.dof_order work.dof_place '
        'contact.friction contact.mu contact.H contact.dim efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind '
        'efc_J efc_frictionloss efc_D efc_R dof_island island_nv island_idofadr map_dof2idof island_nefc '
        'island_iefcadr map_iefc2efc iefc_type iefc_id iefc_frictionloss iefc_D iefc_R efc_aref efm_c efm_diag '
        'efm_fluid efm_tid efm_ts efm_aid efm_as efm_ca iefc_state iefc_force efc_force work.efc_here work.efc_start',
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind '
        'opt.tolerance opt.ls_tolerance opt.integrator opt.jacobian opt.iterations opt.ls_iterations '
        'opt.noslip_iterations opt.disableflags',
        'solver_niter solver_nnz qacc qfrc_constraint solver.* contact.H ifrc_smooth iacc_smooth iacc iefc_* '
        'efc_state efc_force ifrc_constraint',
        '',
    ),
    'physics.solver.newton.newton_sparse': (
        'nefc efm_active nefmT nefmA qacc ten_J moment_rownnz moment_rowadr moment_colind actuator_moment M qLD '
        'qLDiagInv qH qHDiagInv qfrc_smooth qacc_smooth work.island_number work.dof_order work.dof_place '
        'contact.friction contact.mu contact.H contact.dim efc_type efc_id efc_J_rownnz efc_J_rowadr efc_J_colind '
        'efc_J efc_frictionloss efc_D efc_R dof_island island_nv island_idofadr map_dof2idof island_nefc '
        'island_iefcadr map_iefc2efc iefc_type iefc_id iefc_frictionloss iefc_D iefc_R efc_aref efm_c efm_diag '
        'efm_fluid efm_tid efm_ts efm_aid efm_as efm_ca iefc_state iefc_force efc_force work.efc_here work.efc_start',
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind '
        'opt.tolerance opt.ls_tolerance opt.integrator opt.jacobian opt.iterations opt.ls_iterations '
        'opt.noslip_iterations opt.disableflags',
        'solver_niter solver_nnz qacc qfrc_constraint solver.* contact.H ifrc_smooth iacc_smooth iacc iefc_* '
        'efc_state efc_force ifrc_constraint',
        '',
    ),
    'physics.solver.noslip.noslip': (
        'solver_niter nefc M work.dof_order contact.friction contact.dim efc_type efc_id efc_frictionloss efc_R '
        'island_nv island_idofadr island_nefc island_iefcadr map_efc2iefc map_iefc2efc efc_AR_rownnz efc_AR_rowadr '
        'efc_AR_colind efc_AR efc_b efc_force',
        'M_rownnz M_rowadr opt.noslip_tolerance opt.jacobian opt.noslip_iterations',
        'solver_niter solver.* efc_AR efc_state efc_force',
        '',
    ),
    'physics.solver.order.order_dofs': (
        'nisland work.tree_order island_ntree island_itreeadr map_itree2tree island_idofadr',
        'tree_dofadr tree_dofnum opt.jacobian',
        'work.tree_order work.dof_order work.dof_place',
        'physics.solver.order.order_trees',
    ),
    'physics.solver.order.order_trees': (
        'contact.geom efc_type efc_id island_ntree island_itreeadr map_itree2tree island_nefc island_iefcadr '
        'map_iefc2efc',
        'body_treeid jnt_dofadr dof_treeid geom_bodyid site_bodyid eq_type eq_obj1id eq_obj2id eq_objtype',
        'work.tree_order',
        '',
    ),
    'physics.solver.pgs.gauss_seidel': (
        'nefc contact.friction contact.dim efc_type efc_id efc_frictionloss island_nefc island_iefcadr map_efc2iefc '
        'map_iefc2efc efc_AR_rownnz efc_AR_rowadr efc_AR_colind efc_AR efc_b efc_force',
        'opt.tolerance opt.jacobian opt.iterations',
        'solver_niter solver_nnz solver.* efc_AR efc_state efc_force',
        '',
    ),
    'physics.solver.solve.prepare_solver': (
        'nefc',
        '',
        '',
        'physics.constraint.project.project_constraint physics.island.find.find_islands',
    ),
    'physics.solver.solve.prepare_solver@lanes': (
        'work.islands_differ',
        'flg_adhesion opt.jacobian opt.disableflags opt.enableflags',
        '',
        'physics.lanes.islands.find_islands_together physics.lanes.split_worlds.split_constraints '
        'physics.solver.solve.prepare_solver.apart',
    ),
    'physics.solver.solve.solve_constraint': (
        'nefc nisland nidof M work.dof_order efc_type efc_id efc_frictionloss efc_D efc_R island_nv island_idofadr '
        'island_nefc island_iefcadr map_iefc2efc efc_aref',
        'M_rownnz M_rowadr opt.jacobian opt.solver opt.noslip_iterations',
        'ifrc_smooth iacc_smooth iacc iefc_* ifrc_constraint',
        'physics.solver.conjugate.conjugate_gradient physics.solver.forces.accelerate '
        'physics.solver.forces.choose_forces physics.solver.newton.newton_dense physics.solver.newton.newton_sparse '
        'physics.solver.noslip.noslip physics.solver.order.order_dofs physics.solver.pgs.gauss_seidel '
        'physics.solver.start.choose_start upcall.solver',
    ),
    'physics.solver.solve.solve_constraint@lanes': (
        'work.islands_differ',
        'flg_adhesion opt.jacobian opt.solver opt.noslip_iterations opt.disableflags opt.enableflags',
        '',
        'physics.lanes.pgs.sweep_together physics.lanes.solve.solve_together physics.lanes.split_worlds.merge_forces '
        'physics.lanes.split_worlds.split_constraints physics.solver.solve.prepare_solver.apart '
        'physics.solver.solve.solve_constraint.apart',
    ),
    'physics.solver.start.choose_start': (
        'nefc efm_active nefmT nefmA nisland qacc_warmstart ten_J moment_rownnz moment_rowadr moment_colind '
        'actuator_moment M qacc_smooth work.island_number contact.friction contact.mu contact.dim efc_type efc_id '
        'efc_J_rownnz efc_J_rowadr efc_J_colind efc_J efc_frictionloss efc_D efc_R island_nv island_idofadr '
        'map_idof2dof efc_aref efm_diag efm_fluid efm_tid efm_ts efm_aid efm_as efc_b efc_force',
        'ten_J_rownnz ten_J_rowadr ten_J_colind actuator_outadr actuator_outnum M_rownnz M_rowadr M_colind '
        'opt.integrator opt.jacobian opt.disableflags',
        'qacc contact.H efc_b efc_state efc_force work.efc_start',
        'physics.solver.start.keep_islands_apart',
    ),
    'physics.solver.start.keep_islands_apart': (
        'nefc qacc qacc_smooth efc_J efc_aref',
        'opt.jacobian',
        'efc_b work.efc_start',
        '',
    ),
}
