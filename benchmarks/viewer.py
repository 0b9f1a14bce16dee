"""What the viewer costs: 100 free bodies at 60 Hz, with a client that reads everything in another process.

Prints CPU milliseconds per frame: of all threads of the viewer's process beyond what the steps alone take.
"""

import argparse
import subprocess
import sys
import time

import torsor
import torsor.viewer

KINDS = ('box', 'sphere', 'capsule', 'cylinder')
LISTENER = """
import sys, msgspec.msgpack, viser
from websockets.sync.client import connect
with connect(sys.argv[1], max_size=None, subprotocols=['viser-v' + viser.__version__]) as socket:
    socket.send(msgspec.msgpack.encode(dict(
        type='ViewerCameraMessage', wxyz=(1, 0, 0, 0), position=(3, 0, 1), fov=0.8, near=0.01, far=100.0,
        image_height=300, image_width=400, look_at=(0, 0, 0), up_direction=(0, 0, 1))))
    print('ready', flush=True)
    size = 0
    try:
        for message in socket:
            size += len(message)
    finally:
        print(size, flush=True)
"""


def scene(count: int) -> torsor.MjModel:
    bodies = ''.join(f'<body pos="{0.3 * (i % 10) - 1.5} {0.3 * (i // 10) - 1.5} {1 + 0.01 * i}"><freejoint/>'
                     f'<geom type="{KINDS[i % 4]}" size=".1 .1 .1"/></body>' for i in range(count))
    return torsor.MjModel.from_xml_string('<mujoco><option timestep="0.004"/><worldbody><light pos="0 0 5"/><geom '
                                          f'type="plane" size="5 5 .1"/>{bodies}</worldbody></mujoco>')


def cpu_of(seconds: float, model, data, show) -> tuple[float, int]:
    """CPU time of the process while a simulation runs in real time, and how often it was shown."""
    torsor.mj_resetData(model, data)
    data.qvel[:] = 0.3
    before, start, frames = time.process_time(), time.monotonic(), 0
    while time.monotonic() - start < seconds:
        torsor.mj_step(model, data, nstep=4)
        show()
        frames += 1
        time.sleep(max(0.0, start + frames / 60.0 - time.monotonic()))
    return time.process_time() - before, frames


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bodies', type=int, default=100)
    parser.add_argument('--seconds', type=float, default=5.0)
    args = parser.parse_args()
    model = scene(args.bodies)
    data = torsor.MjData(model)
    torsor.mj_step(model, data, nstep=2000)  # compile what falling and lying bodies need
    with torsor.viewer.launch_passive(model, data, port=0, browser=False) as viewer:
        listener = subprocess.Popen([sys.executable, '-c', LISTENER, viewer.address.replace('http', 'ws')],
                                    stdout=subprocess.PIPE, text=True)
        assert listener.stdout is not None
        listener.stdout.readline()
        while not viewer._clients():
            time.sleep(0.05)
        cpu_of(1.0, model, data, viewer.sync)
        drawn = viewer.frames
        shown, _ = cpu_of(args.seconds, model, data, viewer.sync)
        drawn = viewer.frames - drawn
        alone, _ = cpu_of(args.seconds, model, data, lambda: None)
    size = int(listener.stdout.read().split()[-1])
    listener.wait(10)
    print(f'{args.bodies} bodies: {drawn / args.seconds:.0f} frames a second, '
          f'{1e3 * (shown - alone) / drawn:.2f} ms of CPU each, {size / drawn / 1024:.1f} kB at most')


if __name__ == '__main__':
    main()
