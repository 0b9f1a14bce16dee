"""Torsor's model with the fields that the wheel has compiled, so that tests of the engine see the wheel's own model."""

import mujoco
import numpy as np

import torsor
from torsor.schema import MODEL_SIZES


def adopted(reference: mujoco.MjModel) -> torsor.MjModel:
    """A model of Torsor with all sizes and numbers of one of the wheel's."""
    m = torsor.MjModel._from_memory(tuple((row.name, int(getattr(reference, row.name))) for row in MODEL_SIZES))
    for name, array in m._arrays.items():
        value = reference
        for part in name.split('.'):
            value = getattr(value, 'global_' if part == 'global' else part, None)
        if isinstance(value, bytes):
            value = np.frombuffer(value, np.uint8).view(array.dtype)
        if value is not None and np.size(value) == array.size and not name.startswith('table.'):
            array[...] = np.reshape(value, array.shape)
    return m


def twins(xml: str):
    """Model and data of Torsor and of the wheel: (m, d, rm, rd)."""
    rm = mujoco.MjModel.from_xml_string(xml)
    m = adopted(rm)
    return m, torsor.MjData(m), rm, mujoco.MjData(rm)


def share_state(d: torsor.MjData, rd: mujoco.MjData) -> None:
    """Our state := the wheel's."""
    for name in ('time', 'qpos', 'qvel', 'act', 'history', 'plastic', 'qacc_warmstart', 'ctrl', 'qfrc_applied',
                 'xfrc_applied', 'eq_active', 'mocap_pos', 'mocap_quat', 'userdata'):
        setattr(d, name, getattr(rd, name))
