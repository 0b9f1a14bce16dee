"""Settings of two models that become one: the policies of <compiler conflict="..."/>.

A setting counts as written if its model gives it, even with the value it has anyway. With "merge" the model takes over
what only the attached one has written; where both have, a rule per setting decides, or there is no answer. With "error"
nothing is taken over, and no two written values may differ. With "warning" the settings of the model count.
"""

from collections.abc import Callable
from typing import Any

from .settings import DISABLE_FLAGS, ENABLE_FLAGS

SMALLER = (
    'timestep', 'tolerance', 'ls_tolerance', 'noslip_tolerance', 'ccd_tolerance', 'sleep_tolerance',
)  # fmt: skip
LARGER = (
    'iterations', 'ls_iterations', 'noslip_iterations', 'ccd_iterations', 'sdf_iterations', 'sdf_initpoints',
)  # fmt: skip
STRICT = (
    'gravity', 'wind', 'magnetic', 'density', 'viscosity', 'integrator', 'cone', 'jacobian', 'solver', 'impratio',
    'o_margin', 'o_solref', 'o_solimp', 'o_friction',
)  # fmt: skip
SIZES = (
    'memory', 'njmax', 'nconmax', 'nuserdata', 'nkey', 'nuser_body', 'nuser_jnt', 'nuser_geom', 'nuser_site',
    'nuser_cam', 'nuser_tendon', 'nuser_actuator', 'nuser_sensor',
)  # fmt: skip
# group and name of every setting that two models share, and how both values become one
RULES: dict[tuple[str, str], Callable | None] = {
    **{('option', name): min for name in SMALLER},
    **{('option', name): max for name in LARGER},
    **{('option', name): None for name in STRICT},
    **{('size', name): max for name in SIZES},
    ('map', 'znear'): min,
    ('map', 'zfar'): max,
    ('global', 'realtime'): min,
}
UNITED = ('disableflags', 'enableflags', 'disableactuator')  # bits, which both models may set
FLAGS = {name: (bits, 1 << bit) for bits, names in (('disableflags', DISABLE_FLAGS), ('enableflags', ENABLE_FLAGS))
         for bit, name in enumerate(names)}  # fmt: skip


def combine(target: Any, source: Any) -> list[str]:
    """Settle the settings of the Spec `source`, of which parts are attached to `target`; what has no answer."""
    policy = target.compiler.conflict
    if policy == 'warning':
        return []
    problems = _different_flags(target, source) if policy == 'error' else []
    for (group, name), rule in RULES.items():
        if name not in source.authored.get(group, ()):
            continue
        ours, theirs = _group(target, group), _group(source, group)[name]
        if name not in target.authored.get(group, ()):
            if policy == 'merge':
                ours[name] = theirs
                target.authored.setdefault(group, set()).add(name)
        elif ours[name] != theirs:
            if policy == 'error' or rule is None:
                problems.append(f'{name} is {_text(ours[name])} here and {_text(theirs)} there')
            else:
                ours[name] = rule(ours[name], theirs)
    if policy == 'merge':
        for bits in UNITED:
            target.option[bits] |= source.option[bits]
        target.authored.setdefault('flag', set()).update(source.authored.get('flag', ()))
    return problems


def _different_flags(target: Any, source: Any) -> list[str]:
    """What differs between the flags that both models have written."""
    shared = target.authored.get('flag', set()) & source.authored.get('flag', set())
    return [
        f'the flag "{name}" is set in one of them'
        for name, (bits, bit) in FLAGS.items()
        if name in shared and (target.option[bits] ^ source.option[bits]) & bit
    ]


def _group(spec: Any, group: str) -> dict[str, Any]:
    if group == 'option':
        return spec.option
    return vars(spec.size) if group == 'size' else spec.visual[group]


def _text(value: Any) -> str:
    return ' '.join(f'{number:g}' for number in value) if isinstance(value, tuple) else f'{value:g}'
