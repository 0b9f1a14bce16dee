"""A browser's part of the conversation with the viewer, spoken by Python."""

import contextlib
import threading
import time

import msgspec.msgpack
import viser
import websockets.exceptions
import zstandard
from websockets.sync.client import connect


def until(condition, seconds: float = 20.0):
    """Wait for a condition, and return what it gave at last."""
    end = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return value


class Client:
    """Connects like a browser, remembers what it is told, and does what a hand would do."""

    def __init__(self, viewer):
        self.viewer = viewer
        self.nodes: dict[str, dict] = {}
        self.gui: dict[str, dict] = {}
        self.commands: dict[str, str] = {}
        self.socket = connect(f'ws://127.0.0.1:{viewer._server.port}/', max_size=None,
                              subprotocols=[f'viser-v{viser.__version__}'])  # type: ignore[list-item]
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        self.look((3.0, 0.0, 1.0), (0.0, 0.0, 0.0))
        assert until(viewer._clients)

    def _listen(self) -> None:
        with contextlib.suppress(websockets.exceptions.ConnectionClosed):
            for raw in self.socket:
                size = int.from_bytes(raw[8:16], 'little')
                content = msgspec.msgpack.decode(zstandard.ZstdDecompressor().decompress(raw[16:16 + size]))
                for message in content['messages']:
                    self._hear(message)

    def _hear(self, message: dict) -> None:
        kind = message['type']
        if kind in ('BatchedMeshesMessage', 'BatchedGlbMessage', 'MeshMessage'):
            self.nodes[message['name']] = {}
        elif kind == 'SceneNodeUpdateMessage':
            seen = self.nodes.setdefault(message['name'], {})
            for name in message['updates']:
                seen[name] = seen.get(name, 0) + 1
        elif kind == 'RemoveSceneNodeMessage':
            self.nodes.pop(message['name'], None)
        elif kind == 'RegisterCommandMessage':
            self.commands[message['props']['hotkey']] = message['uuid']
        elif kind.startswith('Gui') and 'props' in message:
            self.gui[message['props'].get('label') or message['uuid']] = message

    def send(self, kind: str, **fields) -> None:
        self.socket.send(msgspec.msgpack.encode(dict(type=kind, **fields)))

    def look(self, position, look_at) -> None:
        self.send('ViewerCameraMessage', wxyz=(1, 0, 0, 0), position=position, fov=0.8, near=0.01, far=100.0,
                  image_height=300, image_width=400, look_at=look_at, up_direction=(0, 0, 1))

    def set(self, label: str, value) -> None:
        """Move a slider, choose, press a button (True)."""
        assert until(lambda: label in self.gui), f'no {label} among {sorted(self.gui)}'
        self.send('GuiUpdateMessage', uuid=self.gui[label]['uuid'], updates={'value': value})

    def drag(self, phase: str, name: str, instance: int, start, end) -> None:
        self.send('SceneNodeDragMessage', phase=phase, name=name, instance_index=instance, start_position=start,
                  start_screen_pos=(0.5, 0.5), end_position=end, end_screen_pos=(0.5, 0.5), button='left',
                  modifier='cmd/ctrl', owner='')

    def press(self, hotkey: str) -> None:
        self.send('CommandTriggerMessage', uuid=until(lambda: self.commands.get(hotkey)))

    def close(self) -> None:
        self.socket.close()
