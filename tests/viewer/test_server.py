"""Who may come in, and what happens if a port is taken."""

import socket
import urllib.error
import urllib.request

import pytest

from torsor.viewer.server import Guard, Server

pytest.importorskip('viser', reason="needs the viewer: pip install 'torsor[viewer]'")


def get(port: int, path: str = '/', **headers) -> tuple[int, bytes, dict]:
    request = urllib.request.Request(f'http://127.0.0.1:{port}{path}', headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read(), dict(response.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), dict(error.headers)


@pytest.fixture
def server():
    server = Server(port=0)
    yield server
    server.stop()


def test_only_this_machine_unless_told_otherwise(server):
    assert server._socket.getsockname()[0] == '127.0.0.1'
    assert server.address == f'http://127.0.0.1:{server.port}/'
    status, page, _ = get(server.port)
    assert status == 200
    assert b'<html' in page


def test_a_taken_port_is_an_error_that_says_so(server):
    with pytest.raises(OSError, match=f'port {server.port} of 127.0.0.1 is taken'):
        Server(port=server.port)


def test_the_next_free_port_is_taken_if_none_is_asked_for():
    first, second = Server(), Server()
    try:
        assert second.port > first.port
    finally:
        first.stop()
        second.stop()


def test_a_stopped_server_frees_its_port(server):
    server.stop()
    socket.create_server(('127.0.0.1', server.port)).close()


@pytest.mark.parametrize('port', [-1, 65536, 'http'])
def test_ports_that_do_not_exist(port):
    with pytest.raises(ValueError, match='a port is a number'):
        Server(port=port)


def test_addresses_that_do_not_exist():
    with pytest.raises(OSError, match=r'cannot listen at nobody\.invalid'):
        Server(host='nobody.invalid')


def test_pages_of_others_are_kept_out(server):
    """A page that somebody visits must not reach the viewer through the visitor's browser."""
    assert get(server.port, Origin='http://evil.example')[0] == 403
    assert get(server.port, Host='evil.example')[0] == 403
    assert get(server.port, Origin=f'http://127.0.0.1:{server.port}')[0] == 200


def test_others_need_the_token():
    server = Server(host='0.0.0.0', port=0)
    try:
        assert server.token
        assert server.address.endswith(f'?token={server.token}')
        assert get(server.port)[0] == 403
        assert get(server.port, '/?token=guess')[0] == 403
        status, _, headers = get(server.port, f'/?token={server.token}')
        assert status == 200
        assert 'HttpOnly' in headers['Set-Cookie']
        assert get(server.port, Cookie=headers['Set-Cookie'].split(';')[0])[0] == 200
    finally:
        server.stop()


def test_sockets_need_the_token_too():
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect
    server = Server(port=0, token='secret')
    try:
        with pytest.raises(InvalidStatus, match='403'):
            connect(f'ws://127.0.0.1:{server.port}/')
    finally:
        server.stop()


@pytest.mark.parametrize('cookie', ['', ';;;', 'torsor-viewer-1', 'torsor-viewer-1="', '\x00=1'])
def test_strange_cookies_do_no_harm(cookie):
    assert not Guard(1, 'word', False).knows_token('/?token=%ff', {'Cookie': cookie})


def test_no_tunnels_to_the_internet(server):
    from viser import _messages
    assert _messages.ShareUrlRequest not in server.viser._websock_server._incoming_handlers
