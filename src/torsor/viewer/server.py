"""The viewer's web server: one socket, a guard at its door, and viser behind it.

viser would take the next free port if one is taken, listen to everybody, and open a tunnel through a server on the
internet when a browser asks for one. Here the socket is bound first, with an error that says what is wrong; nobody gets
in from other web pages, nor without the token where there is one; and there are no tunnels.
"""

import contextlib
import functools
import io
import logging
import secrets
import socket
import warnings
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

FIRST_PORT, TRIES = 8080, 100
LOOPBACK = ('127.0.0.1', 'localhost', '::1')
_QUIET = logging.getLogger('torsor.viewer.socket')  # of connections that fail: whoever sends rubbish is disconnected
_QUIET.setLevel(logging.CRITICAL)


def require_viser() -> None:
    """Raise an ImportError that says how to get what the viewer needs."""
    try:
        import viser  # noqa: F401  # pyright: ignore[reportMissingImports]
    except ImportError as error:
        raise ImportError("the viewer needs viser: pip install 'torsor[viewer]'", name='viser') from error


class Server:
    """A viser server that only those reach who should. `address` is for the browser, with the token if there is one."""

    def __init__(self, host: str = '127.0.0.1', port: int | None = None, token: str | None = None):
        require_viser()
        import viser  # pyright: ignore[reportMissingImports]

        open_to_all = host not in LOOPBACK
        self.token = token or (secrets.token_urlsafe(16) if open_to_all else None)
        self._socket = _bound(host, port)
        self.host, self.port = host, self._socket.getsockname()[1]
        _prepare_websockets()
        with contextlib.redirect_stdout(io.StringIO()):  # viser would say that it listens, and where, without the token
            self.viser = viser.ViserServer(_Door(host, self._socket, Guard(self.port, self.token, open_to_all)),
                                           self.port, label='Torsor', verbose=False)
        self._no_tunnels()

    def _no_tunnels(self) -> None:
        from viser import _messages  # pyright: ignore[reportMissingImports]

        for request in (_messages.ShareUrlRequest, _messages.ShareUrlDisconnect):
            self.viser._websock_server.unregister_handler(request)

    @property
    def address(self) -> str:
        """What to open in a browser."""
        host = {'0.0.0.0': socket.gethostname(), '::': socket.gethostname(), '::1': '[::1]'}.get(self.host, self.host)
        return f'http://{host}:{self.port}/' + (f'?token={self.token}' if self.token else '')

    def stop(self) -> None:
        """Close all connections and free the port."""
        with contextlib.redirect_stdout(io.StringIO()):
            self.viser.stop()
        self._socket.close()


def _bound(host: str, port: int | None) -> socket.socket:
    """A socket at this port; or at a free one if none is asked for, with the usual one first."""
    if port is not None and not (isinstance(port, int) and 0 <= port < 65536):
        raise ValueError(f'a port is a number from 0 (any that is free) to 65535, not {port!r}')
    candidates = range(FIRST_PORT, FIRST_PORT + TRIES) if port is None else (port,)
    problem = OSError()
    for candidate in candidates:
        try:
            return socket.create_server((host, candidate), family=socket.AF_INET6 if ':' in host else socket.AF_INET)
        except OSError as error:
            problem = error
            if isinstance(error, socket.gaierror) or error.errno not in _TAKEN:
                raise OSError(error.errno, f'the viewer cannot listen at {host}: {error.strerror or error}') from error
    raise OSError(problem.errno, f'port {candidates[0]} of {host} is taken, by another viewer perhaps: close it, or '
                                 'give another port, or 0 for any that is free') from problem


def _taken() -> tuple[int, ...]:
    import errno

    return errno.EADDRINUSE, errno.EACCES


_TAKEN = _taken()


class Guard:
    """Who may come in: pages of this server only, and with a token only those who know it."""

    def __init__(self, port: int, token: str | None, open_to_all: bool):
        self.token, self.open_to_all, self.cookie = token, open_to_all, f'torsor-viewer-{port}'

    def refusal(self, path: str, headers) -> str:
        """Why a request is refused; empty if it is not."""
        host = headers.get('Host', '')
        if not self.open_to_all and _name(host) not in LOOPBACK:
            return 'this viewer is for this machine only'  # another name for it is how foreign pages would get in
        origin = headers.get('Origin')
        if origin is not None and urlsplit(origin).netloc != host:
            return 'pages of other servers have no access'
        if self.token is not None and not self.knows_token(path, headers):
            return 'open the address with the token that the viewer has printed'
        return ''

    def knows_token(self, path: str, headers) -> bool:
        """Whether the address or a cookie holds the token."""
        given = parse_qs(urlsplit(path).query).get('token', [])
        try:
            cookie = SimpleCookie(headers.get('Cookie', '')).get(self.cookie)
        except CookieError:
            cookie = None
        given += [cookie.value] if cookie else []
        return any(secrets.compare_digest(word.encode(), (self.token or '').encode()) for word in given)

    def around(self, process_request):
        """The function that answers requests for pages, behind this guard."""
        from websockets.datastructures import Headers  # pyright: ignore[reportMissingImports]
        from websockets.http11 import Response  # pyright: ignore[reportMissingImports]

        def guarded(connection, request):
            refusal = self.refusal(request.path, request.headers)
            if refusal:
                body = f'403: {refusal}\n'.encode()
                headers = Headers({'Content-Type': 'text/plain', 'Content-Length': str(len(body))})
                return Response(HTTPStatus.FORBIDDEN, 'Forbidden', headers, body)
            response = process_request(connection, request)
            if response is not None and self.token is not None:
                response.headers['Set-Cookie'] = f'{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict'
            return response

        return guarded


def _name(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f'//{host}').hostname or ''
    except ValueError:
        return ''


class _Door(str):
    """The name of a host which brings its socket and its guard along, through viser, to where they are needed."""

    __slots__ = ('guard', 'socket')

    def __new__(cls, host: str, socket, guard: Guard):
        door = super().__new__(cls, host)
        door.socket, door.guard = socket, guard
        return door


@functools.cache
def _prepare_websockets() -> None:
    """Let websockets serve at a door as it does at a host; other programs in this process notice nothing."""
    import websockets.asyncio.server as module  # pyright: ignore[reportMissingImports]

    # a browser may go at any time, also while its camera is moved
    warnings.filterwarnings('ignore', message='Queued a .* on a closed connection.*', category=UserWarning)
    original = module.serve

    def serve(handler, host=None, port=None, **options):
        if isinstance(host, _Door):
            options['process_request'] = host.guard.around(options['process_request'])
            return original(handler, sock=host.socket, logger=_QUIET, **options)
        return original(handler, host, port, **options)

    module.serve = serve
