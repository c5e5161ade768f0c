"""Protocol 1 of the socket without I/O: maps to typed messages and back (contract section 7).

One table says for every type of message which fields it has and what each may hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from bridge.core.errors import ProtocolError
from bridge.core.modes import Mode
from bridge.minecraft.transports import socket_messages as said
from bridge.minecraft.transports.socket_fields import (
    FLAG,
    HINTS,
    ID,
    JSON,
    JSON_OBJECT,
    PEER_PLAYER,
    PLAYER,
    WORDS,
    Kind,
    choice,
    optional,
    text,
    whole,
    word,
)
from bridge.minecraft.transports.socket_frames import (
    BAD_FRAME,
    BAD_VERSION,
    FRAME_BYTES,
    UNKNOWN_TYPE,
    pack,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.minecraft.transports.socket_messages import DaemonMessage, FrameId, PeerMessage


@dataclass(frozen=True, slots=True)
class _Spec:
    """One type of message. A field's wire name in snake case is its attribute."""

    type: str
    value: Callable[..., Any]
    fields: Mapping[str, tuple[str, Kind]]


def _spec(type_: str, value: Callable[..., Any], **fields: Kind) -> _Spec:
    return _Spec(type_, value, {name: (_snake(name), kind) for name, kind in fields.items()})


def _snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


_NOTE = text(1 << 10)
_TEXT = text(1 << 15)
_OUTPUT = text(1 << 18)
_ANY_TEXT = text(FRAME_BYTES)
_WORD = word(64)
_LONG_WORD = word(128)
_ROLE = choice(said.Role)
_MODE = choice(Mode)
_EXIT = whole(0, 255)
_PLACE = whole(0, FRAME_BYTES)
_COUNT = whole(0, (1 << 63) - 1)
_VERSION = whole(0, 1 << 31)

_EITHER_WAY = (
    _spec("ping", said.Ping, id=optional(ID)),
    _spec("pong", said.Pong, id=optional(ID)),
)

_FROM_PEER = (
    *_EITHER_WAY,
    _spec(
        "hello",
        said.Hello,
        v=_VERSION,
        role=_ROLE,
        server=optional(_WORD),
        token=_NOTE,
        agent=optional(_NOTE),
        mc=optional(_NOTE),
        host=optional(_NOTE),
    ),
    _spec("chat", said.Chat, player=PEER_PLAYER, text=_TEXT, id=ID),
    _spec("command", said.Command, player=optional(PEER_PLAYER), text=_TEXT, id=ID),
    _spec(
        "complete",
        said.Complete,
        text=_TEXT,
        cursor=_PLACE,
        player=optional(PEER_PLAYER),
        id=ID,
    ),
    _spec("join", said.Join, player=PEER_PLAYER),
    _spec("leave", said.Leave, player=PEER_PLAYER),
    _spec("reload", said.Reload),
    _spec("saved", said.Saved),
    _spec("action", said.Action, player=PEER_PLAYER, card=_LONG_WORD, number=_COUNT, id=ID),
    _spec("result", said.Result, id=ID, ok=FLAG, text=optional(_OUTPUT)),
    _spec("call", said.Call, verb=_WORD, args=optional(JSON_OBJECT), id=ID),
)

_FROM_DAEMON = (
    *_EITHER_WAY,
    _spec("welcome", said.Welcome, v=_VERSION, session=_LONG_WORD),
    _spec("error", said.Error, code=_WORD, message=_TEXT, id=optional(ID)),
    _spec("send", said.Send, player=PLAYER, components=JSON, plain=_ANY_TEXT, id=ID),
    _spec("run", said.Run, command=_ANY_TEXT, id=ID),
    _spec("completions", said.Completions, id=ID, items=WORDS, start=_PLACE),
    _spec("reply", said.Reply, id=ID, ok=FLAG, exit=_EXIT, text=_ANY_TEXT, data=optional(JSON)),
    _spec(
        "access",
        said.Access,
        player=PLAYER,
        maxMode=_MODE,
        allowAi=FLAG,
        allowFreeChat=FLAG,
        modelCallsPerDay=_COUNT,
        usedToday=_COUNT,
        modelConfigured=FLAG,
        mode=_MODE,
        savedMode=optional(_MODE),
        reasons=optional(JSON),
    ),
    _spec("commands", said.Commands, player=PLAYER, items=HINTS),
    _spec("close_menu", said.CloseMenu, player=PLAYER),
)

_PEER_TYPES: Final = {spec.type: spec for spec in _FROM_PEER}
_DAEMON_TYPES: Final = {spec.type: spec for spec in _FROM_DAEMON}
_SPEC_OF: Final = {spec.value: spec for spec in (*_FROM_PEER, *_FROM_DAEMON)}


def decode_from_peer(frame: Mapping[str, object]) -> PeerMessage:
    """What a peer says. Raises ProtocolError (`bad_frame`, `unknown_type`)."""
    return cast("PeerMessage", _decode(frame, _PEER_TYPES))


def decode_from_daemon(frame: Mapping[str, object]) -> DaemonMessage:
    """What the daemon says. Raises ProtocolError (`bad_frame`, `unknown_type`)."""
    return cast("DaemonMessage", _decode(frame, _DAEMON_TYPES))


def decode_hello(frame: Mapping[str, object]) -> said.Hello:
    """A peer's first frame; another version's other fields are not looked at.

    Raises ProtocolError (`bad_version`, `bad_frame`).
    """
    if frame.get("t") != "hello":
        raise ProtocolError(BAD_FRAME, "the first frame is not hello")
    version = frame.get("v")
    if type(version) is not int or version != said.PROTOCOL:
        problem = f"this is protocol {said.PROTOCOL}, and the peer speaks another"
        raise ProtocolError(BAD_VERSION, problem)
    return cast("said.Hello", _decode({"token": "", **frame}, _PEER_TYPES))


def frame_id(frame: Mapping[str, object]) -> FrameId | None:
    """The id of a frame whose other fields may be anything; None without a right one."""
    try:
        return cast("FrameId", ID.read(frame.get("id")))
    except ValueError:
        return None


def _decode(frame: Mapping[str, object], types: Mapping[str, _Spec]) -> object:
    type_ = frame.get("t")
    if not isinstance(type_, str):
        raise ProtocolError(BAD_FRAME, "a frame says no type: t is missing")
    spec = types.get(type_)
    if spec is None:
        raise ProtocolError(UNKNOWN_TYPE, f"unknown type {type_[:64]!r}")
    members: dict[str, object] = {}
    for name, (attribute, kind) in spec.fields.items():
        value = frame.get(name)
        if value is None and kind.optional:
            continue
        try:
            members[attribute] = kind.read(value)
        except ValueError as error:
            raise ProtocolError(BAD_FRAME, f"{type_}: {name} {error}") from error
    return spec.value(**members)


def encode(message: PeerMessage | DaemonMessage) -> bytes:
    """The frame of a message. Raises ProtocolError like `socket_frames.pack`."""
    spec = _SPEC_OF[type(message)]
    frame: dict[str, object] = {"t": spec.type}
    for name, (attribute, kind) in spec.fields.items():
        value = getattr(message, attribute)
        if value is not None or not kind.optional:
            frame[name] = kind.write(value)
    return pack(frame)
