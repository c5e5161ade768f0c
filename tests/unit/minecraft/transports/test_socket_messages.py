"""The values themselves: what they show, and what they are compared by."""

from __future__ import annotations

from bridge.minecraft.transports.socket_messages import Hello, PeerPlayer, Role


def test_a_hello_does_not_show_its_token() -> None:
    assert "secret" not in repr(Hello(role=Role.CONTROL, token="secret"))


def test_what_a_peer_claims_about_operators_takes_no_part() -> None:
    assert PeerPlayer(name="Mara", op=True) == PeerPlayer(name="Mara")
    assert repr(PeerPlayer(name="Mara", op=True)) == repr(PeerPlayer(name="Mara"))
