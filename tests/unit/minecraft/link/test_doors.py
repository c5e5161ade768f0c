"""What goes through a console: ASCII, whole, and in one line. `test_ways` has the rest of a way."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.cards import Card, CardKind, Plain
from bridge.minecraft.link.doors import CONSOLE_ROOM, ConsoleWay, in_ascii
from bridge.minecraft.transports.child_lines import command_line
from bridge.minecraft.transports.child_states import ChildState, Running
from bridge.minecraft.version import GameVersion
from bridge.ui.render import Look, render

MARA = Player(name="Mara")
VERSIONS = [None, "1.12.2", "1.16.5", "1.20.1", "1.21.4", "1.21.5", "1.21.11", "26.3"]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def version_of(text: str | None) -> GameVersion | None:
    return None if text is None else GameVersion.parse(text)


def read(component: str, version: GameVersion | None) -> object:
    """As that version does: JSON, or SNBT, whose eight-digit escapes JSON does not know."""
    if version is not None and version.text_is_snbt:
        assert not re.search(r"(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]", component)
        component = re.sub(
            r"(?<!\\)((?:\\\\)*)\\U([0-9a-f]{8})",
            lambda found: found[1] + chr(int(found[2], 16)),
            component,
        )
    return json.loads(component)


@dataclass
class Typed:
    """A server's console, as its end of the pipe gets it."""

    state: ChildState = field(default_factory=lambda: Running(1))
    lines: list[bytes] = field(default_factory=list[bytes])

    async def write(self, line: str) -> None:
        self.lines.append(command_line(line))


@dataclass(frozen=True)
class Said:
    component: str
    plain: str = ""


@pytest.mark.parametrize(
    ("version", "escaped"),
    [
        ("1.20.1", r'["\u4f60 \ud83c\udf89 \u00e9 \"\\\u4f60"]'),
        ("1.21.4", r'["\u4f60 \ud83c\udf89 \u00e9 \"\\\u4f60"]'),
        ("1.21.5", r'["\u4f60 \U0001f389 \u00e9 \"\\\u4f60"]'),
        ("26.3", r'["\u4f60 \U0001f389 \u00e9 \"\\\u4f60"]'),
        (None, r'["\u4f60 \ud83c\udf89 \u00e9 \"\\\u4f60"]'),
    ],
)
def test_what_is_not_ascii_is_escaped_as_the_version_reads_it(
    version: str | None, escaped: str
) -> None:
    component = json.dumps(['你 🎉 é "\\你'], ensure_ascii=False)
    assert in_ascii(component, version_of(version)) == escaped


@given(texts, st.sampled_from(VERSIONS))
def test_escaped_it_says_the_same(text: str, version: str | None) -> None:
    component = json.dumps(["", {"text": text}], ensure_ascii=False)
    escaped = in_ascii(component, version_of(version))
    assert escaped.isascii()
    assert "\x7f" not in escaped
    assert read(escaped, version_of(version)) == ["", {"text": text}]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("text", ["я ждал ", "你好，世界", "🎉🎉", "a b ", '"\\'], ids=ascii)
async def test_the_longest_card_is_typed_in_lines_that_the_console_takes(
    text: str, version: str | None
) -> None:
    game = version_of(version)
    console = Typed()
    way = ConsoleWay(console, lambda: game)
    card = Card(kind=CardKind.ANSWER, lines=((Plain(text * 8_000),),))
    look = Look(language="zh_cn", clicks="old", limit=way.room(MARA), press="@ai")
    for message in render(card, "abc", look):
        await way.show(MARA, message)
    assert len(console.lines) > 1
    said = ""
    for line in console.lines:
        assert line.isascii()
        component: Any = read(line.decode().removeprefix("tellraw Mara "), game)
        said += str(component[-1])
    assert said == text * 8_000


async def test_a_component_at_the_bound_of_the_room_still_fits_a_line() -> None:
    console = Typed()
    way = ConsoleWay(console, lambda: None)
    for character in ("é", "你", "🎉"):
        most = CONSOLE_ROOM // len(character.encode()) - 2
        await way.show(MARA, Said(json.dumps(character * most, ensure_ascii=False)))
    assert len(console.lines) == 3
