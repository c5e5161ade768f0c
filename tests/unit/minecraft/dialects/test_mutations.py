"""What no input may do: fail, make an event without a header, turn chat into something else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.events import Chat
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.names import OnlineNames
from bridge.minecraft.dialects.reader import Reader

SEEDS = [
    b"[10:03:34] [Server thread/INFO]: Starting minecraft server version 1.12.2",
    b"[12:00:00] [Server thread/INFO]: <[Warrior] Mara> hello [x] <y>",
    b"[12:00:00] [Server thread/INFO]: [Mara: Triggered [sysai] (set value to 5)]",
    b"[12:00:00] [Server thread/INFO]: Mara[/192.0.2.7:1] logged in with entity id 6 at (1, 2, 3)",
    b"[12:00:00] [Server thread/INFO]: System chat: system ai default<--[HERE]",
    b"[12:00:00 INFO]: [Not Secure] [C]<Mara> !!pb make",
    b"\x1b[?1h\x1b=>....\r\x1b[K[02:38:34 INFO]: \x1b[91mMara was slain by Teo",
    b"[03May2021 03:06:49.219] [RCON Listener #1/INFO] [net.minecraft.RConThread/]: Thread RCON",
    b"2012-10-10 12:00:00 [INFO] Mara issued server command: /system ai default",
    b"[12:00:00] [Server thread/INFO] [KubeJS Server/]: a.js#1: SYSAI 1 a 7 " + b"0" * 64 + b" {}",
    "[12:00:00] [Server thread/INFO]: §e张三 joined the game§r".encode(),
    "[09:57:52 INFO]: [UTN] 已加载".encode("gbk"),
]
SPICES = [
    *(bytes([byte]) for byte in b"[]<>():/* \t\r\x00\x1b\x7f\xff\xc2"),
    b"]: ",
    b"<--[HERE]",
    b"[Not Secure] ",
    b"System chat: ",
    b" joined the game",
    "§".encode(),
    "\u202e".encode(),
    b"\x1b[1G",
]
# Independent of the reader: a header is a time in brackets, or a plain date and time.
CAN_BE_HEADER = re.compile(rb"\[?\d|>|\r|\x1b|\xc2\xa7|\xe2|\xef")
EVENTS_OF_CHAT = st.sampled_from(
    [
        "Teo joined the game",
        "[12:00:00] [Server thread/INFO]: Saved the game",
        "x<--[HERE]",
        "[Mara: Reloading!]",
        "<Teo> hi",
        "System chat: Saved the game",
        "\r[12:00:00] [Server thread/INFO]: <Teo> hi",
    ]
)
HEADERS = st.sampled_from(
    [
        "[12:00:00] [Server thread/INFO]: ",
        "[12:00:00 INFO]: ",
        "[12:00:00] [Async Chat Thread - #3/INFO] [minecraft/MinecraftServer]: ",
        "[12:00:00] [Server thread/INFO] (Minecraft) [Not Secure] ",
    ]
)


class Online:
    online = ("Mara", "Teo")

    def __contains__(self, name: object) -> bool:
        return name in self.online


def mutated(line: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 4)):
        place = chance.randint(0, len(line))
        match chance.randint(0, 3):
            case 0:
                line = line[:place] + chance.choice(SPICES) + line[place:]
            case 1:
                line = line[:place] + line[place + chance.randint(1, 6) :]
            case 2:
                line = line[:place] + bytes([chance.randint(0, 255)]) + line[place + 1 :]
            case _:
                other = chance.choice(SEEDS)
                line = line[:place] + other[chance.randint(0, len(other)) :]
    return line


@pytest.mark.parametrize("seed", range(8))
def test_thousands_of_damaged_lines(seed: int) -> None:
    chance = random.Random(seed)
    reader = Reader(roster=Online())
    for _ in range(600):
        line = mutated(chance.choice(SEEDS), chance)
        alone = parse(line)
        reader.read(line)
        if not CAN_BE_HEADER.match(line):
            assert alone is None, line


@given(st.binary(max_size=300))
def test_no_bytes_fail(line: bytes) -> None:
    parse(line)
    parse(b"[12:00:00] [Server thread/INFO]: " + line)


@given(st.text(max_size=200))
def test_no_text_fails(line: str) -> None:
    parse(line)
    parse("[12:00:00] [Server thread/INFO]: " + line)
    parse("[12:00:00] [Server thread/INFO]: " + line, names=OnlineNames(Online()))


@given(HEADERS, st.one_of(st.text(max_size=120), EVENTS_OF_CHAT))
def test_chat_is_chat_whatever_is_said(header: str, text: str) -> None:
    for names in (None, OnlineNames(Online())):
        line = f"{header}<Mara> {text}"
        event = parse(line) if names is None else parse(line, names=names)
        assert event is None or (isinstance(event, Chat) and event.player == "Mara")
        if text.strip() and text.isprintable() and "§" not in text:
            assert event == Chat(player="Mara", text=text.strip())


@given(st.text(alphabet="[]<>(){}: .*§ab张", max_size=80))
def test_brackets_in_any_order_are_read_quickly(text: str) -> None:
    for names in (None, OnlineNames(Online())):
        for front in ("", "[", "<", "* ", "[Mara: "):
            line = f"[12:00:00] [Server thread/INFO]: {front}{text}"
            _ = parse(line) if names is None else parse(line, names=names)


def test_a_long_line_of_one_character_takes_no_long_time() -> None:
    for filler in ("[", "]", "<", " ", "a", "(", "{", ": ", "[a] ", "§", "/INFO", "was "):
        text = filler * (65_536 // len(filler))
        for front in ("", "[12:00:00] [", "[12:00:00] [Server thread/INFO]: "):
            parse(front + text)
