"""A creature whose legs are attached copies of one leg: built in a program, simulated, grown while it runs, and saved.

An MjSpec is a model as its elements. `leg` makes one with a single leg; `attach` copies it to frames around a body,
with names that tell the copies apart. `recompile` gives the creature another leg without forgetting how it moves.
"""

import math

import torsor as mujoco


def leg(length: float = 0.3) -> mujoco.MjSpec:
    """A thigh and a shin, each with a hinge and a servo."""
    spec = mujoco.MjSpec()
    thigh = spec.worldbody.add_body(name='thigh')
    thigh.add_joint(name='hip', axis=[0, 1, 0], range=[-40, 40], damping=1.0)
    thigh.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[0.03], fromto=[0, 0, 0, length, 0, 0])
    shin = thigh.add_body(name='shin', pos=[length, 0, 0])
    shin.add_joint(name='knee', axis=[0, 1, 0], range=[-20, 60], damping=1.0)
    shin.add_geom(type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[0.02], fromto=[0, 0, 0, 0, 0, -length])
    for name in ('hip', 'knee'):
        servo = spec.add_actuator(name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        servo.set_to_position(kp=30.0)
    return spec


def creature(legs: int) -> mujoco.MjSpec:
    """A ball with legs all around, on a floor."""
    spec = mujoco.MjSpec()
    spec.modelname = 'creature'
    spec.copy_during_attach = True
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[5, 5, 0.1])
    body = spec.worldbody.add_body(name='body', pos=[0, 0, 0.5])
    body.add_freejoint()
    body.add_geom(size=[0.15])
    template = leg()
    for index in range(legs):
        turn = 2 * math.pi * index / legs
        place = body.add_frame(pos=[0.15 * math.cos(turn), 0.15 * math.sin(turn), 0], euler=[0, 0, math.degrees(turn)])
        spec.attach(template, frame=place, prefix=f'{index}/')
    return spec


def main() -> None:
    spec = creature(legs=5)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 500)
    print(f'{model.nu} servos hold the body {data.body("body").xpos[2]:.2f} m above the floor')

    head = spec.body('body').add_body(name='head', pos=[0, 0, 0.2])
    head.add_geom(size=[0.08], rgba=[1, 0.8, 0, 1])
    model, data = spec.recompile(model, data)
    mujoco.mj_step(model, data, 500)
    print(f'with a head of {model.bind(head).mass[0]:.1f} kg it is {data.body("body").xpos[2]:.2f} m')

    saved = spec.to_xml()
    again = mujoco.MjModel.from_xml_string(saved)
    print(f'saved as {len(saved.splitlines())} lines of MJCF, which have {again.nbody} bodies')


if __name__ == '__main__':
    main()
