"""Errors say where something stands in the form that editors jump to."""

from __future__ import annotations

import pytest

from bridge.core.errors import BridgeError, ConfigurationError, NbtError, SnbtError


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            ConfigurationError(file="b.toml", key="web.listen", problem="is wrong", line=3),
            "b.toml:3: web.listen: is wrong",
        ),
        (
            ConfigurationError(file="b.toml", key="web", problem="is wrong"),
            "b.toml:?: web: is wrong",
        ),
        (ConfigurationError(file="b.toml", key="", problem="is wrong"), "b.toml:?: is wrong"),
        (SnbtError("no value", file="a.snbt", line=2, column=7), "a.snbt:2:7: no value"),
        (SnbtError("no value", line=2, column=7), "2:7: no value"),
        (NbtError("cut off", file="level.dat", offset=12), "level.dat:byte 12: cut off"),
        (NbtError("cut off"), "cut off"),
        (NbtError("cut off", file="level.dat"), "level.dat: cut off"),
    ],
)
def test_the_message_begins_with_the_position(error: BridgeError, text: str) -> None:
    assert str(error) == text
