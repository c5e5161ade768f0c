"""Each kind of field, by table: what it takes, and what it refuses."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.minecraft.transports.socket_fields import (
    FLAG,
    HINTS,
    ID,
    JSON,
    JSON_DEPTH,
    JSON_OBJECT,
    PEER_PLAYER,
    PLAYER,
    WORDS,
    choice,
    optional,
    text,
    whole,
    word,
)
from bridge.minecraft.transports.socket_messages import CommandHint, PeerPlayer

if TYPE_CHECKING:
    from bridge.minecraft.transports.socket_fields import Kind

MARA = UUID("b50ad385-829d-3141-a216-7e7d7539ba7f")


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def nested(levels: int) -> object:
    value: object = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("kind", "value", "read"),
    [
        (text(4), "", ""),
        (text(4), "abcd", "abcd"),
        (text(4), "好", "好"),
        (word(3), "a b", "a b"),
        (whole(0, 5), 0, 0),
        (whole(0, 5), 5, 5),
        (choice(Colour), "red", Colour.RED),
        (FLAG, False, False),
        (ID, "a" * 128, "a" * 128),
        (ID, 2**63 - 1, 2**63 - 1),
        (JSON, None, None),
        (JSON, {"a": [1, 2.5, "x", None, True]}, {"a": [1, 2.5, "x", None, True]}),
        (JSON, nested(JSON_DEPTH), nested(JSON_DEPTH)),
        (JSON_OBJECT, {}, {}),
        (WORDS, [], ()),
        (WORDS, ["a", "b"], ("a", "b")),
        (HINTS, [], ()),
        (
            HINTS,
            [{"name": "n", "usage": "u", "description": "d", "more": 1}],
            (CommandHint(name="n", usage="u", description="d"),),
        ),
        (PLAYER, {"name": "Mara", "uuid": str(MARA)}, Player(name="Mara", uuid=MARA)),
        (PLAYER, {"name": "Mara"}, Player(name="Mara")),
        (PLAYER, {"name": "Cool Mara 7"}, Player(name="Cool Mara 7")),
        (PEER_PLAYER, {"name": ".小明", "uuid": MARA.hex}, PeerPlayer(name=".小明", uuid=MARA)),
        (
            PEER_PLAYER,
            {"name": "Mara", "uuid": None, "lang": "zh_cn"},
            PeerPlayer(name="Mara", lang="zh_cn"),
        ),
    ],
)
def test_a_right_value_is_read(kind: Kind, value: object, read: object) -> None:
    assert kind.read(value) == read


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (text(4), "abcde"),
        (text(4), "好好"),
        (text(4), b"a"),
        (text(4), None),
        (word(3), ""),
        (word(3), "abcd"),
        (word(3), "a\n"),
        (whole(0, 5), -1),
        (whole(0, 5), 6),
        (whole(0, 5), 1.0),
        (whole(0, 5), True),
        (whole(0, 5), "1"),
        (choice(Colour), "green"),
        (choice(Colour), 1),
        (FLAG, 1),
        (FLAG, "true"),
        (ID, ""),
        (ID, "a" * 129),
        (ID, 2**63),
        (ID, True),
        (ID, 1.5),
        (ID, None),
        (JSON, b"bytes"),
        (JSON, {"a": b"bytes"}),
        (JSON, [float("nan")]),
        (JSON, float("inf")),
        (JSON, nested(JSON_DEPTH + 1)),
        (JSON_OBJECT, []),
        (JSON_OBJECT, {"a": float("nan")}),
        (WORDS, "ab"),
        (WORDS, ["a", 1]),
        (HINTS, {}),
        (HINTS, [{"name": "n", "usage": "u"}]),
        (PLAYER, "Mara"),
        (PLAYER, {"uuid": str(MARA)}),
        *(
            (PEER_PLAYER, {"name": name, "uuid": str(MARA)})
            for name in ("", "@a", " a", 'a"b', "a'b", "a\\b", "a\nb", "a\u202eb", "x" * 65, 5)
        ),
        *(
            (PEER_PLAYER, {"name": "Mara", "uuid": uuid})
            for uuid in ("", f"{{{MARA}}}", f"urn:uuid:{MARA}", MARA.bytes, MARA.hex[1:], 7)
        ),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_wrong(kind: Kind, value: object) -> None:
    with pytest.raises(ValueError, match=r"^(is|holds) "):
        kind.read(value)


def test_op_is_only_what_is_plainly_true() -> None:
    claims: dict[object, bool] = {True: True, 2: False, "true": False, None: False}
    for claim, read in claims.items():
        player = PEER_PLAYER.read({"name": "Mara", "op": claim})
        assert isinstance(player, PeerPlayer)
        assert player.op is read


def test_an_unreadable_language_is_no_language() -> None:
    for lang in (None, "", 5, "x" * 65):
        assert PEER_PLAYER.read({"name": "Mara", "lang": lang}) == PeerPlayer(name="Mara")


def test_an_optional_kind_reads_the_same() -> None:
    assert optional(text(4)).read("abcd") == "abcd"
    assert optional(text(4)).optional
    assert not text(4).optional
