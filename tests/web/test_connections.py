"""However many connections a visitor opens, the others are answered."""

import asyncio
import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from plyground.web.launch.connections import Connections

SERVE = """
import resource, sys
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (512, 512 if sys.argv[2] == "hard" else hard))
from pathlib import Path
from plyground.web.launch import start
from plyground.web.settings import Settings
def say(line):
    print(line, flush=True)
start.serve(Settings(data=Path(sys.argv[1])), "127.0.0.1", int(sys.argv[3]), [], say)
"""


def get(port: int, path: str = "/") -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of open files")
@pytest.mark.parametrize("limit", ["soft", "hard"])
@pytest.mark.slow
def test_idle_connections_shut_nobody_out(tmp_path: Path, limit: str) -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= before[1] < 2000:
        pytest.skip("this process may not open enough files itself")
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    port = free_port()
    command = [sys.executable, "-c", SERVE, str(tmp_path), limit, str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert "Plyground is at" in server.stdout.readline()
        with ExitStack() as idle:
            for _ in range(600):
                connected(port, idle)
            assert [get(port) for _ in range(5)] == [200] * 5
    finally:
        server.terminate()
        _, log = server.communicate(timeout=600)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert len(log.splitlines()) < 20, log


@contextmanager
def serving(connections: Connections) -> Iterator[int]:
    """A server that answers at once, at the path /slow only when it ends; its port."""
    ended = asyncio.Event()

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        if scope["path"] == "/slow":
            await send({"type": "http.response.body", "body": b"begun", "more_body": True})
            with suppress(asyncio.CancelledError):
                await ended.wait()
        await send({"type": "http.response.body", "body": b""})

    config = uvicorn.Config(
        answer, http=connections.protocol, lifespan="off", log_level="error", ws="none"
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            thread.join(600)


def connected(port: int, held: ExitStack) -> socket.socket:
    return held.enter_context(socket.create_connection(("127.0.0.1", port), 600))


def slow(port: int, held: ExitStack) -> socket.socket:
    """A connection on which an answer has begun and does not end."""
    one = connected(port, held)
    one.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    heard = b""
    while b"begun" not in heard:
        received = one.recv(1000)
        assert received
        heard += received
    return one


def is_open(one: socket.socket) -> bool:
    one.setblocking(False)
    try:
        return one.recv(1) != b""
    except BlockingIOError:
        return True
    finally:
        one.settimeout(600)


def test_a_request_that_is_not_complete_is_ended() -> None:
    with serving(Connections(complete_within=0.3)) as port, ExitStack() as held:
        streaming = slow(port, held)
        parts = (b"", b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")
        for part in parts:
            one = connected(port, held)
            one.sendall(part)
            while one.recv(1000):  # until it is closed; what was asked may be answered before
                pass
        assert get(port) == 200
        assert is_open(streaming)


def test_at_a_limit_the_idle_give_way_and_not_who_is_answered() -> None:
    connections = Connections(most=20)
    assert connections.most_of_an_address == 15
    with serving(connections) as port, ExitStack() as held:
        streams = [slow(port, held) for _ in range(10)]
        idle = [connected(port, held) for _ in range(40)]
        assert get(port) == 200
        assert idle[0].recv(1) == b""  # the oldest is gone
        more = [slow(port, held) for _ in range(5)]
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            get(port)  # all 15 are in use now
        assert all(map(is_open, streams + more))


def test_there_is_room_for_other_files() -> None:
    assert Connections(files=1024).most == 724
    assert Connections(files=None).most == Connections(files=1 << 20).most == 4000
