"""Who is let in, and what each role may send: the whole table."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from bridge.core.errors import ProtocolError
from bridge.minecraft.transports import socket_messages as said
from bridge.minecraft.transports.socket_messages import Hello, Role
from bridge.minecraft.transports.socket_roles import Peer, admitted, require_allowed

if TYPE_CHECKING:
    from collections.abc import Collection

TOKEN = "right"
MARA = said.PeerPlayer(name="Mara")


def server_of(hello: Hello, servers: Collection[str]) -> str | None:
    peer = admitted(hello, session="s", token=TOKEN, servers=servers)
    assert (peer.session, peer.role) == ("s", hello.role)
    return peer.server


@pytest.mark.parametrize(
    ("role", "named", "servers", "server"),
    [
        (Role.SERVER, "main", ["main"], "main"),
        (Role.SERVER, None, ["main"], "main"),
        (Role.SERVER, "other", ["main", "other"], "other"),
        (Role.CONSOLE, None, ["main"], "main"),
        (Role.CONSOLE, None, ["main", "other"], None),
        (Role.CONTROL, None, ["main", "other"], None),
        (Role.CONTROL, "other", ["main", "other"], "other"),
        (Role.CONTROL, None, [], None),
    ],
)
def test_a_peer_belongs_to_the_named_or_the_only_server(
    role: Role, named: str | None, servers: list[str], server: str | None
) -> None:
    assert server_of(Hello(role=role, token=TOKEN, server=named), servers) == server


@pytest.mark.parametrize(
    ("role", "named", "servers"),
    [
        (Role.SERVER, None, ["main", "other"]),
        (Role.SERVER, None, []),
        *((role, "none", ["main", "other"]) for role in Role),
    ],
)
def test_an_unclear_server_is_refused(role: Role, named: str | None, servers: list[str]) -> None:
    with pytest.raises(ProtocolError) as caught:
        server_of(Hello(role=role, token=TOKEN, server=named), servers)
    assert caught.value.code == "unknown_server"


@pytest.mark.parametrize("token", ["", "Right", "right ", "rıght", "r"])
def test_a_wrong_token_is_refused_before_anything_is_told(token: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        server_of(Hello(role=Role.SERVER, token=token, server="none"), ["main"])
    assert caught.value.code == "bad_token"
    assert "main" not in str(caught.value)


EXAMPLES: dict[type, said.PeerMessage] = {
    type(message): message
    for message in (
        Hello(role=Role.SERVER, token=TOKEN),
        said.Chat(player=MARA, text="", id=1),
        said.Command(player=MARA, text="", id=1),
        said.Complete(text="", cursor=0, id=1),
        said.Join(player=MARA),
        said.Leave(player=MARA),
        said.Reload(),
        said.Saved(),
        said.Action(player=MARA, card="c", number=1, id=1),
        said.Result(id=1, ok=True),
        said.Call(verb="status", id=1),
        said.Ping(),
        said.Pong(),
    )
}
REPORTS = {said.Chat, said.Join, said.Leave, said.Reload, said.Saved, said.Action, said.Result}
ALLOWED = {
    Role.SERVER: REPORTS | {said.Command, said.Complete, said.Ping, said.Pong},
    Role.CONSOLE: {said.Command, said.Complete, said.Ping, said.Pong},
    Role.CONTROL: {said.Call, said.Ping, said.Pong},
}


def refused(role: Role, message: said.PeerMessage) -> bool:
    try:
        require_allowed(Peer(session="s", role=role, server="main", agent="a"), message)
    except ProtocolError as error:
        return error.code == "forbidden"
    return False


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("type_", get_args(said.PeerMessage))
def test_a_role_may_send_what_is_its_and_nothing_else(role: Role, type_: type) -> None:
    assert refused(role, EXAMPLES[type_]) is (type_ not in ALLOWED[role])


def test_only_a_console_has_commands_without_a_player() -> None:
    command = said.Command(text="/system ai default", id=1)
    assert refused(Role.SERVER, command)
    assert not refused(Role.CONSOLE, command)
