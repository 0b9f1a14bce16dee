"""An operation: a row of one of the tables from which calls are drawn."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """Source of a statement with tokens for its arguments.

    `checkpoint` names the stage of parity.trace after which the data is (fields that no stage has written yet are not
    compared). `whole` says that the result depends on the state only, so that the judge of whole steps can be asked.
    `forgets` are beginnings of fields that mean nothing afterwards in the wheel.
    """

    name: str
    template: str
    checkpoint: str = ''
    whole: bool = False
    weight: float = 1.0
    forgets: tuple[str, ...] = ()


def function(name: str, signature: str, checkpoint: str = '', whole: bool = False, weight: float = 1.0) -> Operation:
    """The call of a function of the engine with these arguments."""
    arguments = []
    for k, token in enumerate(signature.split()):
        kind, _, details = token.partition(':')
        label = kind if kind in ('m', 'd') else f'{kind}#{k}'
        arguments.append(f'{{{label}:{details}}}' if details else f'{{{label}}}')
    return Operation(name, f'out = call(mj.{name}, {", ".join(arguments)})', checkpoint, whole, weight)
