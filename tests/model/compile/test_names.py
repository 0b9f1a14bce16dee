"""Names of a compiled model."""

import mujoco
import numpy as np

from model.twins import assert_same, world
from torsor.model.load import compile_string


def test_layout():
    bodies = ''.join(f'<body name="body {i}"><geom name="é{i}" size="1"/></body><body/>' for i in range(30))
    xml = world(bodies + '<site name="x"/><frame name="f"/>', after='<keyframe><key name="k"/><key/></keyframe>')
    assert_same(xml)
    fields = compile_string(xml).fields
    model = mujoco.MjModel.from_xml_string(xml)
    text = fields['names'].tobytes()
    for i in range(model.ngeom):
        start = fields['name_geomadr'][i]
        assert text[start : text.index(b'\0', start)].decode() == model.geom(i).name


def test_model_name():
    assert compile_string('<mujoco model="my model"/>').fields['names'].tobytes() == b'my model\0world\0'
    assert np.array_equal(
        compile_string('<mujoco/>').fields['names_map'], mujoco.MjModel.from_xml_string('<mujoco/>').names_map
    )
