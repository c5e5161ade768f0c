"""The one error tree.

BridgeError
├── ConfigurationError      what the owner wrote is wrong: `file:line: key: problem`, exit 2
├── UsageError              the command line was used wrongly, exit 2
├── RefusedError            asked correctly, not done: the reason is the message, exit 1
├── ReadError               a file of the game or the pack cannot be read, with its position
│   ├── SnbtError
│   └── NbtError
├── StoreError              the database
│   └── NewerStoreError     written by a newer version of this program
├── LinkError               a way to the game
│   ├── UnconfirmedError    it went, or said nothing: what was sent may have arrived
│   ├── PlayerAwayError     the game says that the player is not there: nothing was shown
│   ├── RconError
│   │   ├── RconRefusedError    the server answered and does not accept the password
│   │   ├── RconLostError       no connection, or it went away; `written`: the command may have run
│   │   ├── RconTimeoutError    no answer in time: the command may have run
│   │   └── RconTooLongError    the command does not fit one packet; nothing was sent
│   └── ManagementError         the management protocol
│       ├── ManagementRefusedError  the secret, or the server's certificate, is not accepted
│       ├── ManagementLostError     no connection, or no answer; `written`: it may have been done
│       └── ManagementAnswerError   the server answered that it was not done, and why
├── PromptError             a prompt is asked for that no pack has
├── ModelError              a call of a model brought no text; `counted`: it was spent all the same
└── ProtocolError           a peer sent what the protocol does not allow

A foreign exception is mapped to one of these once, at the boundary, with `from`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.core.model_calls import ModelFailure, Usage


class BridgeError(Exception):
    """Anything this program raises on purpose; `str()` is one line for an administrator."""


class ConfigurationError(BridgeError):
    """What the owner wrote is wrong.

    `line` is where `key` first stands, counted from 1, or None when that is not known.
    """

    def __init__(self, *, file: str, key: str, problem: str, line: int | None = None) -> None:
        self.file = file
        self.key = key
        self.problem = problem
        self.line = line
        where = f"{file}:{'?' if line is None else line}"
        super().__init__(f"{where}: {key}: {problem}" if key else f"{where}: {problem}")


class UsageError(BridgeError):
    """The command line was used wrongly."""


class RefusedError(BridgeError):
    """The request was understood and is not carried out."""


class ReadError(BridgeError):
    """A file cannot be read as what it should be.

    `line` and `column` count from 1 (columns in characters); both are None for binary files,
    where `offset` (bytes from 0) says where.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str = "",
        line: int | None = None,
        column: int | None = None,
        offset: int | None = None,
    ) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
        self.offset = offset
        if line is not None:
            position = f"{line}:{column}: "
        elif offset is not None:
            position = f"byte {offset}: "
        else:
            position = " " if file else ""
        super().__init__(f"{file}:{position}{problem}" if file else f"{position}{problem}")


class SnbtError(ReadError):
    """Text that is not SNBT, or exceeds a limit of the reader."""


class NbtError(ReadError):
    """Bytes that are not NBT, or exceed a limit of the reader."""


class StoreError(BridgeError):
    """The database cannot be opened, read or written."""


class NewerStoreError(StoreError):
    """The database was written by a newer version of this program."""


class LinkError(BridgeError):
    """A way to the game is not usable now."""


class UnconfirmedError(LinkError):
    """What was sent may have arrived, and is never sent again."""


class PlayerAwayError(LinkError):
    """The player is not in the game, so nothing was shown."""


class RconError(LinkError):
    """RCON did not do what was asked."""


class RconRefusedError(RconError):
    """The server is there and does not accept the password."""


class RconLostError(RconError):
    """No connection, or it went away.

    `written` is true when the command's packet had been handed to the socket: it may have run,
    and is never sent again.
    """

    def __init__(self, problem: str, *, written: bool) -> None:
        self.written = written
        super().__init__(problem)


class RconTimeoutError(RconError):
    """The server did not answer in time; the command may have run."""


class RconTooLongError(RconError):
    """The command's UTF-8 bytes do not fit one packet (vanilla: 1,446); nothing was sent."""


class ManagementError(LinkError):
    """The management protocol did not do what was asked."""


class ManagementRefusedError(ManagementError):
    """The server does not accept the secret, or we do not accept its certificate."""


class ManagementLostError(ManagementError):
    """No connection, or it went away, or no answer came in time.

    `written` is true when the request had been handed to the socket: it may have been carried
    out, and is never sent again.
    """

    def __init__(self, problem: str, *, written: bool) -> None:
        self.written = written
        super().__init__(problem)


class ManagementAnswerError(ManagementError):
    """The server answered with an error: nothing was done. `code` is that of JSON-RPC."""

    def __init__(self, code: int, problem: str) -> None:
        self.code = code
        super().__init__(f"the server answered: {problem} ({code})")


class PromptError(BridgeError):
    """No pack has the prompt of this id."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        super().__init__(f"no pack has the prompt {prompt}")


class ModelError(BridgeError):
    """A call of a model brought no text that can be used.

    `counted` is false only if the request was not sent or was answered with 4xx or 5xx: then the
    call is given back (contract section 4). `status` is the HTTP status of that answer.
    `retry_after` are the seconds for which the provider, or its closed gateway, wants to be left
    alone. `usage` is what the provider says that it counted in spite of the failure.
    """

    def __init__(
        self,
        problem: str,
        *,
        kind: ModelFailure,
        counted: bool,
        status: int | None = None,
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        self.kind = kind
        self.counted = counted
        self.status = status
        self.retry_after = retry_after
        self.usage = usage
        super().__init__(problem)


class ProtocolError(BridgeError):
    """A peer sent something its protocol does not allow. `code` is the wire's word for it."""

    def __init__(self, code: str, problem: str) -> None:
        self.code = code
        super().__init__(problem)
