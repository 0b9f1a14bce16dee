"""Every constant of the API.

The directories of the installation and the NumPy type of mjtNum are set where they are known, not here.
"""

# version of the API: major * 1000000 + minor * 1000 + patch
mjVERSION_HEADER = 4000000

# bytes of a real number
MJTNUM_BYTES = 8

# numbers
mjPI = 3.141592653589793
mjMINVAL = 1e-15          # smallest denominator
mjMAXVAL = 1e10           # qpos, qvel or qacc beyond this has diverged
mjMINMU = 1e-5            # smallest friction coefficient
mjMINIMP = 0.0001         # smallest impedance
mjMAXIMP = 0.9999         # largest impedance

# limits of the engine
mjMAXCONPAIR = 50         # contacts of one geom pair
mjMAXTREEDEPTH = 50       # depth of a bounding volume hierarchy
mjMAXFLEXNODES = 27       # nodes of a cell of an interpolated flex
mjMINAWAKE = 10           # steps a tree must rest before it falls asleep

# widths of model arrays
mjNEQDATA = 12            # eq_data
mjNDYN = 10               # actuator_dynprm
mjNGAIN = 10              # actuator_gainprm
mjNBIAS = 10              # actuator_biasprm
mjNPOLY = 2               # *_stiffnesspoly, *_dampingpoly
mjNFLUID = 12             # geom_fluid
mjNREF = 2                # *_solref
mjNIMP = 5                # *_solimp
mjNSENS = 3               # sensor_intprm

# lengths of the solver statistics
mjNSOLVER = 200           # iterations
mjNISLAND = 20            # islands

# limits of visualisation
mjNGROUP = 6              # groups that can be shown and hidden
mjMAXLIGHT = 100          # lights in a scene
mjMAXOVERLAY = 500        # characters of an overlay
mjMAXLINE = 100           # lines of a figure
mjMAXLINEPNT = 1001       # points of a line
mjMAXPLANEGRID = 200      # grid lines of a plane, per direction

# part that a model array plays in mj_setConst
mjSC_IN = 1               # read
mjSC_OUT = 2              # derived
mjSC_INOUT = 3            # both

# names of the bits of mjtDisableBit and mjtEnableBit
mjDISABLESTRING = (
    'Constraint', 'Equality', 'Frictionloss', 'Limit', 'Contact', 'Spring', 'Damper', 'Gravity', 'Clampctrl',
    'Warmstart', 'Filterparent', 'Actuation', 'Refsafe', 'Sensor', 'Midphase', 'Eulerdamp', 'AutoReset', 'NativeCCD',
    'Island', 'MultiCCD',
)
mjENABLESTRING = (
    'Override', 'Energy', 'Fwdinv', 'InvDiscrete', 'Sleep', 'DiagExact', 'IPC', 'Speculative',
)

# names of the values of mjtTimer, mjtLabel and mjtFrame
mjTIMERSTRING = (
    'step', 'forward', 'inverse', 'position', 'velocity', 'actuation', 'constraint', 'advance', 'pos_kinematics',
    'pos_inertia', 'pos_collision', 'pos_make', 'pos_project', 'col_broadphase', 'col_narrowphase',
)
mjLABELSTRING = (
    'None', 'Body', 'Joint', 'Geom', 'Site', 'Camera', 'Light', 'Tendon', 'Actuator', 'Constraint', 'Flex', 'Skin',
    'Selection', 'SelPoint', 'Contact', 'ContactForce', 'Island',
)
mjFRAMESTRING = (
    'None', 'Body', 'Geom', 'Site', 'Camera', 'Light', 'Contact', 'World',
)

# name, default and keyboard shortcut of the values of mjtVisFlag and mjtRndFlag
mjVISSTRING = (
    ('Convex Hull', '0', 'H'), ('Texture', '1', 'X'), ('Joint', '0', 'J'), ('Camera', '0', 'Q'), ('Actuator', '0', 'U'),
    ('Activation', '0', ','), ('Light', '0', 'Z'), ('Tendon', '1', 'V'), ('Range Finder', '1', 'Y'),
    ('Equality', '0', 'E'), ('Inertia', '0', 'I'), ('Scale Inertia', '0', "'"), ('Perturb Force', '0', 'B'),
    ('Perturb Object', '1', 'O'), ('Contact Point', '0', 'C'), ('Island', '0', 'N'), ('Contact Force', '0', 'F'),
    ('Contact Split', '0', 'P'), ('Transparent', '0', 'T'), ('Auto Connect', '0', 'A'), ('Center of Mass', '0', 'M'),
    ('Select Point', '0', ''), ('Static Body', '1', 'D'), ('Skin', '1', ';'), ('Flex Vert', '0', ''),
    ('Flex Edge', '1', ''), ('Flex Face', '0', ''), ('Flex Skin', '1', ''), ('Body Tree', '0', '`'),
    ('Mesh Tree', '0', '\\'), ('SDF iters', '0', ''),
)
mjRNDSTRING = (
    ('Shadow', '1', 'S'), ('Wireframe', '0', 'W'), ('Reflection', '1', 'R'), ('Additive', '0', 'L'),
    ('Skybox', '1', 'K'), ('Fog', '0', 'G'), ('Haze', '1', '/'), ('Depth', '0', ''), ('Segment', '0', ','),
    ('Id Color', '0', ''), ('Cull Face', '1', ''), ('Post Processing', '1', ''),
)

__all__ = [name for name in globals() if name.startswith(('mj', 'MJ'))]
