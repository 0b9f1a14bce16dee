"""The same text compiled by Torsor and by the wheel, and the differences between the two."""

import mujoco
import numpy as np

from torsor.model.compile.compile import Compiled
from torsor.model.load import compile_string
from torsor.schema.model import FIELDS, SIZES

# what needs dynamics is computed after compilation; memory is allocated differently
DYNAMIC = {
    'body_invweight0', 'dof_invweight0', 'dof_M0', 'dof_length', 'cam_pos0', 'cam_poscom0', 'cam_mat0',
    'light_pos0', 'light_poscom0', 'light_dir0', 'actuator_length0', 'actuator_acc0', 'tendon_invweight0',
    'flexedge_length0', 'flexedge_invweight0',
}  # fmt: skip
OURS = {'signature', 'narena', 'nbuffer'}
SKIPPED = DYNAMIC | OURS


def world(body: str = '', before: str = '', after: str = '') -> str:
    """A model with `body` in its worldbody, and sections before and after it."""
    return f'<mujoco>{before}<worldbody>{body}</worldbody>{after}</mujoco>'


def twins(xml: str) -> tuple[Compiled, mujoco.MjModel]:
    """Torsor's and the wheel's compiled model."""
    return compile_string(xml), mujoco.MjModel.from_xml_string(xml)


def refused(xml: str) -> tuple[str | None, str | None]:
    """The errors of Torsor and of the wheel; None where a model was accepted."""
    errors = []
    for load in (compile_string, mujoco.MjModel.from_xml_string):
        try:
            load(xml)
            errors.append(None)
        except ValueError as error:
            errors.append(str(error))
    return errors[0], errors[1]


def assert_same(xml: str, skip=SKIPPED) -> None:
    """Every size, field and setting agrees; floats to 1e-12 of the largest number of their field."""
    ours, theirs = twins(xml)
    found = differences(ours, theirs, skip)
    assert not found, '\n'.join(found)


def differences(ours: Compiled, theirs: mujoco.MjModel, skip=SKIPPED) -> list[str]:
    """One line per size, field or setting that differs."""
    found = [
        f'{row.name}: {ours.sizes[row.name]}, expected {getattr(theirs, row.name)}'
        for row in SIZES
        if row.name not in skip and ours.sizes[row.name] != getattr(theirs, row.name)
    ]
    for row in FIELDS:
        if row.name not in skip:
            a, b = ours.fields[row.name], _array(getattr(theirs, row.name), row, ours.fields[row.name])
            if a.dtype != row.dtype or a.shape != b.shape or not _close(a, b):
                found.append(f'{row.name}: {a.tolist()}, expected {b.tolist()}')
    for name, value in ours.option.items():
        if not np.array_equal(value, getattr(theirs.opt, name)):
            found.append(f'opt.{name}: {value}, expected {getattr(theirs.opt, name)}')
    for group, values in ours.visual.items():
        expected = getattr(theirs.vis, 'global_' if group == 'global' else group)
        for name, value in values.items():
            number = np.asarray(getattr(expected, name), dtype=np.float32)
            # the wheel shows the colours bv and bvactive as empty arrays
            if number.size and not np.array_equal(np.asarray(value, dtype=np.float32), number):
                found.append(f'vis.{group}.{name}: {value}, expected {number}')
    return found


def _array(value, row, ours: np.ndarray) -> np.ndarray:
    """The wheel shows texts as bytes without their last zeros."""
    if row.item == 'char':
        return np.frombuffer(bytes(value).ljust(ours.size, b'\0'), dtype=row.dtype) if ours.size else ours
    return np.asarray(value)


def _close(a: np.ndarray, b: np.ndarray) -> bool:
    if a.dtype.kind != 'f':
        return bool(np.array_equal(a, b))
    largest = np.abs(b[np.isfinite(b)]).max(initial=0)
    tolerance = largest * (1e-12 if a.dtype == np.float64 else 1e-7)
    return bool(((a == b) | (np.abs(a - b) <= tolerance) | (np.isnan(a) & np.isnan(b))).all())
