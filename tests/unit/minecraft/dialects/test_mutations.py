"""What no input may do: fail, make an event without a header, turn chat into something else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bridge.core.events import Chat
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.names import OnlineNames
from scripts.prove.log_lines import prove
from tests.fakes.roster import Online

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


def test_thousands_of_damaged_lines() -> None:
    outcome = prove(2_000)
    assert outcome.damaged == 2_000
    assert len(outcome.events) > 10


@given(st.binary(max_size=300))
def test_no_bytes_fail(line: bytes) -> None:
    parse(line)
    parse(b"[12:00:00] [Server thread/INFO]: " + line)


@given(st.text(max_size=200))
def test_no_text_fails(line: str) -> None:
    parse(line)
    parse("[12:00:00] [Server thread/INFO]: " + line)
    parse("[12:00:00] [Server thread/INFO]: " + line, names=OnlineNames(Online("Mara", "Teo")))


@given(HEADERS, st.one_of(st.text(max_size=120), EVENTS_OF_CHAT))
def test_chat_is_chat_whatever_is_said(header: str, text: str) -> None:
    for names in (None, OnlineNames(Online("Mara", "Teo"))):
        line = f"{header}<Mara> {text}"
        event = parse(line) if names is None else parse(line, names=names)
        assert event is None or (isinstance(event, Chat) and event.player == "Mara")
        if text.strip() and text.isprintable() and "§" not in text:
            assert event == Chat(player="Mara", text=text.strip())


@given(st.text(alphabet="[]<>(){}: .*§ab张", max_size=80))
def test_brackets_in_any_order_are_read_quickly(text: str) -> None:
    for names in (None, OnlineNames(Online("Mara", "Teo"))):
        for front in ("", "[", "<", "* ", "[Mara: "):
            line = f"[12:00:00] [Server thread/INFO]: {front}{text}"
            _ = parse(line) if names is None else parse(line, names=names)


def test_a_long_line_of_one_character_takes_no_long_time() -> None:
    for filler in ("[", "]", "<", " ", "a", "(", "{", ": ", "[a] ", "§", "/INFO", "was "):
        text = filler * (65_536 // len(filler))
        for front in ("", "[12:00:00] [", "[12:00:00] [Server thread/INFO]: "):
            parse(front + text)
