"""Random settings of the simulation: every solver, cone, integrator and flag, and few iterations."""

from xml.etree.ElementTree import Element, SubElement

import numpy as np

# attribute: (how often it is given, what it may be)
OPTIONS = {
    'solver': (0.7, ('Newton', 'Newton', 'CG', 'PGS')),
    'cone': (0.7, ('pyramidal', 'elliptic')),
    'jacobian': (0.7, ('dense', 'sparse', 'auto')),
    'integrator': (0.8, ('Euler', 'Euler', 'RK4', 'implicit', 'implicitfast', 'discrete')),
    'timestep': (0.4, ('0.002', '0.005', '0.001', '0.01', '0.0001')),
    'iterations': (0.4, ('0', '1', '2', '3', '5', '10', '200')),
    'ls_iterations': (0.3, ('0', '1', '2', '3', '5', '10', '100')),
    'tolerance': (0.3, ('0', '1e-4', '1e-12')),
    'ls_tolerance': (0.1, ('0.5', '1e-6')),
    'noslip_iterations': (0.15, ('1', '3', '10')),
    'noslip_tolerance': (0.05, ('0', '1e-3')),
    'ccd_iterations': (0.1, ('5', '100')),
    'ccd_tolerance': (0.1, ('1e-3', '1e-9')),
    'impratio': (0.2, ('0.1', '3', '10')),
    'gravity': (0.15, ('0 0 0', '1 -0.5 -3', '0 0 9.81')),
    'magnetic': (0.05, ('0 -0.5 0.1',)),
    'wind': (0.1, ('1 -2 0.5',)),
    'density': (0.1, ('1.2', '1000')),
    'viscosity': (0.1, ('0.001', '0.5')),
    'o_margin': (0.1, ('0', '0.05', '-0.01')),
    'o_solref': (0.1, ('0.01 0.8', '-100 -10', '0.05')),
    'o_solimp': (0.1, ('0.5 0.9 0.01', '0.1 0.99 0 0.3 3')),
    'o_friction': (0.1, ('0.5 0.5 0.01 0.001 0.001', '0.2', '1 0')),
    'sleep_tolerance': (0.1, ('0', '0.1', '1')),
    'actuatorgroupdisable': (0.1, ('0', '2', '0 1 2')),
}
# flag: how often it differs from its default
OFF = {
    'constraint': 0.02, 'equality': 0.05, 'frictionloss': 0.05, 'limit': 0.05, 'contact': 0.05, 'spring': 0.05,
    'damper': 0.05, 'gravity': 0.05, 'clampctrl': 0.05, 'warmstart': 0.15, 'filterparent': 0.15, 'actuation': 0.05,
    'refsafe': 0.1, 'midphase': 0.1, 'eulerdamp': 0.15, 'autoreset': 0.05, 'nativeccd': 0.1, 'island': 0.4,
    'multiccd': 0.1, 'sensor': 0.05,
}  # fmt: skip
ON = {'override': 0.1, 'energy': 0.3, 'fwdinv': 0.2, 'invdiscrete': 0.15, 'sleep': 0.2, 'diagexact': 0.15,
      'speculative': 0.1}


def vary(root: Element, rng: np.random.Generator) -> None:
    """Replace the settings of a model; some models keep theirs."""
    if rng.random() < 0.1:
        return
    for old in root.findall('option'):
        root.remove(old)
    given = {name: choices[rng.integers(len(choices))]
             for name, (often, choices) in OPTIONS.items() if rng.random() < often}
    flags = {name: setting for table, setting in ((OFF, 'disable'), (ON, 'enable'))
             for name, often in table.items() if rng.random() < often}
    SubElement(SubElement(root, 'option', given), 'flag', flags)
