"""What other versions of MuJoCo read and this one does not, and what to write instead."""

ELEMENTS = {
    'composite': 'MuJoCo had it before 4.0.0; write the bodies out, or use <replicate>',
    'flexvert': 'MuJoCo had it from 3.5.0 to 3.17; it has no successor',
}
# (element, attribute)
ATTRIBUTES = {
    ('compiler', 'exactmeshinertia'): 'MuJoCo had it before 3.2.5; use the attribute "inertia" of <mesh>',
    ('compiler', 'convexhull'): 'MuJoCo had it before 3.2.5; remove it, hulls are always computed',
    ('option', 'mpr_tolerance'): 'it is called "ccd_tolerance" since MuJoCo 3.2.3',
    ('option', 'mpr_iterations'): 'it is called "ccd_iterations" since MuJoCo 3.2.3',
    ('option', 'collision'): 'MuJoCo had it before 3.0.0; remove it, or choose contacts with <pair> and contype',
    ('option', 'apirate'): 'MuJoCo had it before 3.3.7, without effect; remove it',
    ('flag', 'passive'): 'MuJoCo had it before 3.3.6; use "spring" and "damper"',
    ('camera', 'orthographic'): 'since MuJoCo 3.5.0 it is written projection="orthographic"',
}
