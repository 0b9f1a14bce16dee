"""Look inside a step: every quantity the engine computes on the way is an array you can read."""

import numpy as np

import torsor
from torsor import models


def main() -> None:
    model = torsor.MjModel.from_xml_path(str(models.path('humanoid')))
    model.opt.disableflags |= torsor.mjtDisableBit.mjDSBL_CONSTRAINT    # free flight: the floor plays no part
    data = torsor.MjData(model)
    torsor.mj_resetDataKeyframe(model, data, model.key('somersault').id)
    data.actuator('left_elbow').ctrl = 0.2
    torsor.mj_forward(model, data)

    print('where things are')
    print(f'  head            {data.body("head").xpos.round(3)} m')
    print(f'  left hand       {data.site("left_hand").xpos.round(3)} m')
    print(f'  centre of mass  {data.subtree_com[0].round(3)} m')

    print('what moves them')
    print(f'  left elbow: motor {data.joint("left_elbow").qfrc_actuator[0]:.2f} N m, '
          f'spring and damper {data.joint("left_elbow").qfrc_passive[0]:.2f} N m')

    # the equation of motion that was solved: M qacc + bias = passive + actuator
    inertia = np.zeros((model.nv, model.nv))
    torsor.mj_fullM(model, data, inertia)
    residual = inertia @ data.qacc + data.qfrc_bias - data.qfrc_passive - data.qfrc_actuator
    print('the equation of motion')
    print(f'  M is {model.nv} x {model.nv}, condition number {np.linalg.cond(inertia):.0f}')
    print(f'  largest residual {np.abs(residual).max():.1e} N m')


if __name__ == '__main__':
    main()
