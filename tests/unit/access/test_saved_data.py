import gzip
import io
from importlib import import_module
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.access.effective import UNSET, Permissions
from bridge.access.orders import MAX_LIMIT
from bridge.access.saved_data import decode, encode
from bridge.access.world_rules import WorldRules
from bridge.core.errors import NbtError
from bridge.core.modes import Mode
from bridge.minecraft import nbt

ONE, TWO = UUID(int=1), UUID("ffffffff-0000-0000-0000-000000000000")
PERMISSIONS = st.builds(
    Permissions,
    allow_ai=st.none() | st.booleans(),
    allow_free_chat=st.none() | st.booleans(),
    model_calls_per_day=st.none() | st.integers(0, MAX_LIMIT),
)
RULES = st.builds(
    WorldRules,
    default=st.sampled_from(Mode),
    defaults=PERMISSIONS,
    overrides=st.dictionaries(st.uuids(), PERMISSIONS.filter(lambda p: p != UNSET), max_size=8),
)
FULL = WorldRules(
    default=Mode.EXTENDED,
    defaults=Permissions(allow_ai=False, model_calls_per_day=5),
    overrides={
        TWO: Permissions(allow_ai=True, allow_free_chat=False, model_calls_per_day=0),
        ONE: Permissions(allow_free_chat=True),
    },
)


@given(RULES)
def test_rules_come_back_as_written(rules: WorldRules) -> None:
    assert decode(encode(rules, 4790)) == rules


def test_equal_rules_are_equal_bytes_in_whatever_order_they_were_set() -> None:
    turned = dict(reversed(list(FULL.overrides.items())))
    again = WorldRules(default=FULL.default, defaults=FULL.defaults, overrides=turned)
    assert encode(again, 4790) == encode(FULL, 4790)


def test_another_reader_finds_the_documented_tags() -> None:
    nbtlib: Any = import_module("nbtlib")
    data = gzip.decompress(encode(FULL, 4790))
    root: Any = nbtlib.File.parse(io.BytesIO(data))
    assert data.startswith(b"\x0a\x00\x00")
    assert isinstance(root["DataVersion"], nbtlib.Int)
    content: Any = root["data"]
    assert list(root) == ["DataVersion", "data"]
    assert list(content) == ["defaultMode", "defaults", "players"]
    assert list(content["players"]) == [str(ONE), str(TWO)]
    assert content["defaultMode"] == nbtlib.String("extended")
    tags = content["players"][str(TWO)]
    assert list(tags) == ["allowAi", "allowFreeChat", "modelCallsPerDay"]
    assert [type(tag) for tag in tags.values()] == [nbtlib.Byte, nbtlib.Byte, nbtlib.Int]
    assert content["defaults"] == {"allowAi": 0, "modelCallsPerDay": 5}


def test_a_missing_mode_is_standard_and_foreign_keys_are_ignored() -> None:
    assert decode(nbt.write({"data": {}, "more": 1})) == WorldRules()
    assert decode(nbt.write({"data": {"players": {str(ONE): {"new": 1}}}})) == WorldRules()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"defaultMode": "high"}, "data.defaultMode: 'high' is no mode"),
        ({"defaultMode": 3}, "data.defaultMode: 3 is no mode"),
        ({"defaults": 1}, "data.defaults: not a compound"),
        ({"defaults": {"allowAi": 2}}, "data.defaults.allowAi: 2 is neither 0 nor 1"),
        ({"defaults": {"allowAi": "x"}}, "data.defaults.allowAi: 'x' is neither 0 nor 1"),
        ({"defaults": {"modelCallsPerDay": -1}}, "data.defaults.modelCallsPerDay: -1 is not"),
        ({"defaults": {"modelCallsPerDay": 1.5}}, "data.defaults.modelCallsPerDay: 1.5 is not"),
        ({"players": {"Mara": {}}}, "data.players: 'Mara' is no UUID"),
        ({"players": {str(ONE): 1}}, f"data.players.{ONE}: not a compound"),
        ({"players": {str(ONE): {"allowFreeChat": 7}}}, f"data.players.{ONE}.allowFreeChat: 7 is"),
    ],
)
def test_a_value_that_the_rules_do_not_know_is_named(data: Any, problem: str) -> None:
    with pytest.raises(NbtError) as raised:
        decode(nbt.write({"DataVersion": 1, "data": data}), file="ai_access.dat")
    assert str(raised.value).startswith(f"ai_access.dat: {problem}")


@pytest.mark.parametrize("data", [b"", b"garbage", b"\x1f\x8b", encode(FULL, 1)[:-9]])
def test_bytes_that_are_not_nbt_are_an_error(data: bytes) -> None:
    with pytest.raises(NbtError, match=r"ai_access\.dat"):
        decode(data, file="ai_access.dat")
    with pytest.raises(NbtError, match="data: not a compound"):
        decode(nbt.write({"data": 1}))
