"""What the viewer costs: 100 free bodies at 60 Hz, with a client that reads everything in another process.

Prints CPU milliseconds per frame, of copying in the simulation's thread, drawing, and sending; the best and the median
of some windows of a second.
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


class Clocks:
    """CPU seconds of what shows a simulation: copying, drawing, and sending."""

    def __init__(self, viewer):
        self.viewer, self.copying = viewer, 0.0
        self.sender = time.pthread_getcpuclockid(viewer._server.viser._websock_server._server_thread.ident)

    def sync(self) -> None:
        before = time.thread_time()
        self.viewer.sync()
        self.copying += time.thread_time() - before

    def read(self) -> tuple[float, int]:
        return self.copying + self.viewer.seconds + time.clock_gettime(self.sender), self.viewer.frames


def window(seconds: float, model, data, clocks: Clocks) -> tuple[float, float]:
    """CPU seconds per frame, and frames per second, of a simulation in real time."""
    (before, first), start, shown = clocks.read(), time.monotonic(), 0
    while time.monotonic() - start < seconds:
        torsor.mj_step(model, data, nstep=4)
        clocks.sync()
        shown += 1
        time.sleep(max(0.0, start + shown / 60.0 - time.monotonic()))
    after, last = clocks.read()
    return (after - before) / (last - first), (last - first) / (time.monotonic() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bodies', type=int, default=100)
    parser.add_argument('--windows', type=int, default=8, help='of a second each')
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
        clocks = Clocks(viewer)
        window(1.0, model, data, clocks)
        torsor.mj_resetData(model, data)
        data.qvel[:] = 0.3
        windows = [window(1.0, model, data, clocks) for _ in range(args.windows)]
        frames = viewer.frames
    size = int(listener.stdout.read().split()[-1])
    listener.wait(10)
    costs = sorted(1e3 * cost for cost, _ in windows)
    print(f'{args.bodies} bodies: CPU per frame {costs[0]:.2f} ms at best, {costs[len(costs) // 2]:.2f} in the median; '
          f'up to {max(rate for _, rate in windows):.0f} frames a second of {size / frames / 1024:.1f} kB')


if __name__ == '__main__':
    main()
