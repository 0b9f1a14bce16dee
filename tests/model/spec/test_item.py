"""What all elements share."""

from torsor.model.spec.bodies import Body, Camera, Geom
from torsor.model.spec.custom import Tuple
from torsor.model.spec.equality import Equality
from torsor.model.spec.errors import ModelError
from torsor.model.spec.tendons import Tendon, Wrap
from torsor.schema.codes import mjtEq, mjtObj


class Line:
    """An origin that knows where it is."""

    def error(self, problem):
        return ModelError(f'file.xml:3:5: {problem}')


def test_errors_are_reported_at_the_origin():
    assert str(Geom(name='a', origin=Line()).error('too small')) == 'file.xml:3:5: too small'
    assert str(Geom(name='a').error('too small')) == 'geom "a": too small'


def test_a_clone_is_another_element_with_the_same_values():
    geom = Geom(name='a', size=(1.0, 2.0, 3.0), origin=Line())
    clone = geom.clone()
    assert vars(clone) == vars(geom)
    assert clone != geom
    clone.size = (4.0, 5.0, 6.0)
    assert geom.size == (1.0, 2.0, 3.0)


def test_a_tree_of_bodies_can_be_hashed_and_printed():
    body = Body(name='a')
    body.bodies.append(Body(name='b', parent=body))
    assert body in {body}
    assert 'b' in repr(body)


def test_references_can_be_replaced():
    camera = Camera(targetbody='torso')
    equality = Equality(name1='a', name2='world')
    alone = Equality(type=mjtEq.mjEQ_JOINT, name1='j')
    pairs = Tuple(objtype=(mjtObj.mjOBJ_XBODY, mjtObj.mjOBJ_GEOM), objname=('b', 'g'), objprm=(1.0, 2.0))
    tendon = Tendon(path=(Wrap(target='j'), Wrap(target='k')))
    assert camera.references() == [('body', 'torso')]
    assert equality.references() == [('body', 'a'), ('body', 'world')]
    assert pairs.references() == [('body', 'b'), ('geom', 'g')]
    assert tendon.references() == [('joint', 'j'), ('joint', 'k')]
    path = tendon.path
    for item in (camera, equality, alone, pairs, tendon):
        item.refer([name + '-1' for _, name in item.references()])
    assert camera.references() == [('body', 'torso-1')]
    assert equality.references() == [('body', 'a-1'), ('body', 'world-1')]
    assert (alone.name1, alone.name2) == ('j-1', '')
    assert pairs.references() == [('body', 'b-1'), ('geom', 'g-1')]
    assert tendon.references() == [('joint', 'j-1'), ('joint', 'k-1')]
    assert [wrap.target for wrap in path] == ['j', 'k']  # they may belong to another tendon
