"""Server-sent events (WHATWG HTML section 9.2.6), as far as a chat completion uses them. Pure."""

from __future__ import annotations


class EventStream:
    """Cuts bytes, however they are split, into the data of events.

    Lines end in LF or CR LF; a lone CR is no end, since no provider sends one and it would have
    to be held back. Comments and all fields but `data` are dropped.
    """

    def __init__(self) -> None:
        self._rest = bytearray()
        self._data: bytearray | None = None

    @property
    def held(self) -> int:
        """Bytes that wait for the end of their event."""
        return len(self._rest) + len(self._data or b"")

    def feed(self, received: bytes) -> list[bytes]:
        """The data of the events that are complete now."""
        if b"\n" not in received:
            self._rest += received
            return []
        self._rest += received
        *lines, rest = bytes(self._rest).split(b"\n")
        self._rest = bytearray(rest)
        events: list[bytes] = []
        for line in lines:
            self._read(line.removesuffix(b"\r"), events)
        return events

    def end(self) -> list[bytes]:
        """What the end completes: some servers leave the last blank line out."""
        return [*self.feed(b"\n"), *self.feed(b"\n")]

    def _read(self, line: bytes, events: list[bytes]) -> None:
        if not line:
            if self._data is not None:
                events.append(bytes(self._data))
                self._data = None
        elif line.startswith(b"data:"):
            data = line[5:].removeprefix(b" ")
            if self._data is None:
                self._data = bytearray(data)
            else:
                self._data += b"\n" + data
