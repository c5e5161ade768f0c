"""One connection to the daemon, kept up by one thread until it is closed.

MCDReforged's threads only put frames into a queue: none of them ever waits for the daemon.
"""

from __future__ import annotations

import random
import selectors
import socket
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from system_bridge.meeting import NoDaemonError, connect
from system_bridge.wire import Decoder, WireError, pack

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

    from system_bridge.meeting import Meeting

    Frame = dict[str, Any]
    Answered = Callable[[Frame | None], None]

SHORTEST = 0.25
LONGEST = 30.0
_WAITING_BYTES = 1 << 20
"""With more that the daemon has not taken, the connection is given up."""
_QUESTIONS = frozenset({"completions", "reply"})


class _ClosedError(Exception):
    """The other end is gone."""


class Connection:
    """Says hello, sends and hears frames, and comes back after a loss; made anew after `close`.

    `hello` gives the first frame without its token; `welcomed` and `heard` are called on the
    connection's own thread.
    """

    def __init__(
        self,
        name: str,
        find: Callable[[], Meeting],
        hello: Callable[[], Frame],
        logger: logging.Logger,
    ) -> None:
        self.welcomed: Callable[[], None] = lambda: None
        self.heard: Callable[[Frame], None] = lambda frame: None
        self._name = name
        self._find = find
        self._hello = hello
        self._logger = logger
        self._lock = threading.Lock()
        self._outgoing: deque[bytes] = deque()
        self._waiting = 0
        self._answers: dict[str, Answered] = {}
        self._up = False
        self._overrun = False
        self._problem = ""
        self._stopping = threading.Event()
        self._wake, self._woken = socket.socketpair()
        self._wake.setblocking(False)
        self._woken.setblocking(False)
        self._thread = threading.Thread(target=self._keep_up, name=f"system_bridge {name}")
        self._thread.daemon = True  # a server that is being killed does not wait for us

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End; returns when the thread has. Once more is harmless."""
        self._stopping.set()
        self._rouse()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()
        self._wake.close()
        self._woken.close()

    @property
    def is_up(self) -> bool:
        """Whether the daemon has welcomed us."""
        return self._up

    def send(self, frame: Frame) -> bool:
        """Put a frame on its way; False without a daemon."""
        try:
            data = pack(frame)
        except WireError as error:
            self._logger.warning("%s: %s", frame.get("t"), error)
            return False
        with self._lock:
            if not self._up:
                return False
            self._outgoing.append(data)
            self._waiting += len(data)
            self._overrun = self._waiting > _WAITING_BYTES
        self._rouse()
        return True

    def ask(self, frame: Frame, answered: Answered) -> bool:
        """Send a frame that has an answer by its id; `answered` gets None when it cannot come."""
        key = frame["id"]
        with self._lock:
            self._answers[key] = answered
        if self.send(frame):
            return True
        with self._lock:
            self._answers.pop(key, None)
        return False

    def forget(self, key: str) -> None:
        """Nobody waits for that answer any more."""
        with self._lock:
            self._answers.pop(key, None)

    def _rouse(self) -> None:
        with suppress(OSError):  # full: it is awake; closed: it has ended
            self._wake.send(b"!")

    def _keep_up(self) -> None:
        delay = SHORTEST
        while not self._stopping.is_set():
            problem = self._one_connection()
            if self._lost():
                delay = SHORTEST
            if problem and problem != self._problem and not self._stopping.is_set():
                self._logger.warning("%s: %s; trying again", self._name, problem)
            self._problem = problem
            self._stopping.wait(delay * (1 - random.random() / 2))
            delay = min(delay * 2, LONGEST)

    def _one_connection(self) -> str:
        """Why it ended."""
        try:
            meeting = self._find()
            with connect(meeting) as link, selectors.DefaultSelector() as selector:
                link.settimeout(None)
                link.setblocking(False)
                selector.register(self._woken, selectors.EVENT_READ)
                selector.register(link, selectors.EVENT_READ)
                first = pack({**self._hello(), "token": meeting.token})
                with self._lock:
                    self._outgoing.append(first)
                    self._waiting += len(first)
                self._serve(link, selector)
        except (NoDaemonError, WireError, _ClosedError) as error:
            return str(error)
        except OSError as error:
            return f"the daemon cannot be reached: {error.strerror or error}"
        return ""

    def _serve(self, link: socket.socket, selector: selectors.BaseSelector) -> None:
        decoder = Decoder()
        unsent = b""
        while not self._stopping.is_set():
            unsent = self._write(link, unsent)
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if unsent else 0)
            selector.modify(link, events)
            for key, mask in selector.select():
                if key.fileobj is self._woken:
                    self._woken.recv(1 << 12)
                elif mask & selectors.EVENT_READ:
                    self._read(link, decoder)
        self._write(link, unsent)

    def _write(self, link: socket.socket, unsent: bytes) -> bytes:
        """Send what is there; what the daemon does not take yet."""
        with self._lock:
            if self._overrun:
                raise _ClosedError("the daemon does not read")
            data = unsent + b"".join(self._outgoing)
            self._outgoing.clear()
        try:
            sent = link.send(data) if data else 0
        except BlockingIOError:
            sent = 0
        with self._lock:
            self._waiting -= sent
        return data[sent:]

    def _read(self, link: socket.socket, decoder: Decoder) -> None:
        data = link.recv(1 << 16)
        if not data:
            raise _ClosedError("the daemon has closed the connection")
        for frame in decoder.feed(data):
            self._take(frame)

    def _take(self, frame: Frame) -> None:
        kind = frame.get("t")
        if kind == "ping":
            self.send({**frame, "t": "pong"})
        elif kind == "welcome":
            with self._lock:
                self._up = True
            self._problem = ""
            self._logger.info("%s: connected to the daemon", self._name)
            self.welcomed()
        elif kind == "error" and not self._answer(frame):
            message = f"the daemon says: {frame.get('code')}: {frame.get('message')}"
            if not self._up:
                raise _ClosedError(message)
            self._logger.warning("%s: %s", self._name, message)
        elif kind in _QUESTIONS:
            self._answer(frame)
        elif kind != "error":
            self.heard(frame)

    def _answer(self, frame: Frame) -> bool:
        with self._lock:
            answered = self._answers.pop(str(frame.get("id")), None)
        if answered is not None:
            answered(frame)
        return answered is not None

    def _lost(self) -> bool:
        """Let go of what belonged to a connection; whether there had been one."""
        with self._lock:
            was_up, self._up, self._overrun = self._up, False, False
            self._outgoing.clear()
            self._waiting = 0
            owed = list(self._answers.values())
            self._answers.clear()
        for answered in owed:
            answered(None)
        return was_up
