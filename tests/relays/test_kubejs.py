"""The KubeJS script as it is shipped, in Node and in Rhino, against the daemon's own reading.

It was never run in a game: the API around it is ours (`kubejs_api.js`).
"""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from bridge.core.events import Relay
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.transports.signed_key import KEY_FILE, write_key
from bridge.minecraft.transports.signed_lines import (
    Refusal,
    ScriptLoaded,
    SignedLines,
)
from bridge.minecraft.transports.socket_messages import Action, Chat, Command, PeerPlayer
from tests.peers.kubejs_script import MARA, SCRIPT, is_installed, lines, play

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "[12Nov2026 12:00:00.123] [Server thread/INFO] [KubeJS Server/]: system_bridge.js#12: "


def engine(name: str) -> str:
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")
    return name


class Game:
    """The script in its engine, and the daemon's reading of its lines by the same key file."""

    def __init__(self, engine: str, root: Path) -> None:
        self._engine = engine
        self._root = root
        self.signed = SignedLines(write_key(root, ["@ai", "!ai"]))

    def play(self, *events: dict[str, Any]) -> list[Any]:
        return play(self._engine, self._root, list(events), key=self._root / KEY_FILE)

    def read(self, line: str) -> object:
        """What a line of the log means."""
        event = parse(HEADER + line)
        assert isinstance(event, Relay)
        return self.signed.read(event.data)

    def messages(self, *events: dict[str, Any]) -> list[object]:
        """What the daemon learns, but that the script is there."""
        heard = [self.read(line) for line in lines(self.play(*events))]
        return [each for each in heard if not isinstance(each, ScriptLoaded)]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(engine("node"), tmp_path)


def chat(text: str) -> dict[str, Any]:
    return {"act": "chat", "text": text, **MARA}


def run(text: str, level: int) -> dict[str, Any]:
    return {"act": "run", "text": text, "level": level, **MARA}


TEXTS = (
    "@ai where is iron?",
    "@AI",
    "！ＡＩ　铁 é 🎉",
    '@ai "quoted" \\ ${jndi:ldap://x} §c',
    "@ai \u2028\u0000\u007f" + "长" * 250,
)


def test_what_is_for_the_assistant_is_handed_over_and_private(game: Game) -> None:
    outcome = game.play(*map(chat, TEXTS))
    assert [each["cancelled"] for each in outcome if "cancelled" in each] == list(TEXTS)
    for line in lines(outcome):
        assert line.isascii()
        assert line.isprintable()
        assert "${" not in line
    said = [game.read(line) for line in lines(outcome)]
    heard = [each for each in said if isinstance(each, Chat)]
    assert [each.text for each in heard] == list(TEXTS)
    assert {each.player.uuid for each in heard} == {UUID(MARA["uuid"])}
    assert {each.player.name for each in heard} == {"Mara"}
    assert len({each.id for each in heard}) == len(TEXTS)


def test_other_chat_stays_chat(game: Game) -> None:
    outcome = game.play(chat("@aiden hi"), chat("hello @ai"), chat("x"))
    assert not [each for each in outcome if "cancelled" in each]
    assert len(lines(outcome)) == 1  # the script's own hello


FORMS = (
    "system ai default",
    "system ai default free",
    "system ai Teo",
    "system ai Teo enable",
    "system ai Teo disable",
    "system ai Teo freechat enable",
    "system ai Teo freechat disable",
    "system ai .Bed_rock limit 12",
    "system ai 00000000-0000-0000-0000-000000000007 status",
    "system ai Teo reset",
)


def test_every_form_of_the_command_is_there_for_level_2_alone(game: Game) -> None:
    assert not game.messages(*(run(text, level) for text in FORMS for level in (0, 1)))
    by_mara = game.messages(*(run(text, 2) for text in FORMS))
    assert [each.text for each in by_mara if isinstance(each, Command)] == list(FORMS)
    players = {each.player for each in by_mara if isinstance(each, Command)}
    assert players == {PeerPlayer(name="Mara", uuid=UUID(MARA["uuid"]))}
    by_console = game.messages(*({"act": "run", "text": text, "level": 4} for text in FORMS))
    assert [each.text for each in by_console if isinstance(each, Command)] == list(FORMS)
    assert {each.player for each in by_console if isinstance(each, Command)} == {None}


def test_a_selector_is_no_player(game: Game) -> None:
    outcome = game.play(*(run(f"system ai {who} reset", 4) for who in ("@a", "@p", '"a b"')))
    assert [each["result"] for each in outcome if "result" in each] == [None, None, None]


def test_anybody_may_press(game: Game) -> None:
    (pressed,) = game.messages(run("system press abc 2", 0))
    assert isinstance(pressed, Action)
    assert (pressed.card, pressed.number, pressed.player.name) == ("abc", 2, "Mara")
    assert not game.messages({"act": "run", "text": "system press abc 2", "level": 4})


def test_completion_offers_what_may_follow(game: Game) -> None:
    def complete(text: str, level: int = 2) -> dict[str, Any]:
        return {"act": "complete", "text": text, "level": level, **MARA}

    texts = ("system ", "system ai t", "system ai ", "system ai Teo ", "system ai default ")
    outcome = game.play(*map(complete, texts), complete("system ", 0), complete("system ai ", 0))
    assert [each["offers"] for each in outcome if "offers" in each] == [
        ["ai", "press"],
        ["Teo"],
        [".Bedrock", "Mara", "Teo", "default"],
        ["disable", "enable", "freechat", "limit", "reset", "status"],
        ["extended", "free", "offline", "standard"],
        ["press"],
        [],
    ]


def test_a_line_counts_once_and_an_older_load_is_over(game: Game) -> None:
    first = lines(game.play(chat("@ai one"), chat("@ai two")))
    for line in first:
        assert not isinstance(game.read(line), Refusal)
    assert {game.read(line) for line in first} == {Refusal.OLD}
    second = lines(game.play({"act": "loaded"}))
    assert [game.read(line) for line in second] == [ScriptLoaded(), ScriptLoaded()]
    assert {game.read(line) for line in first} == {Refusal.OLD}


def test_another_key_signs_nothing(game: Game, tmp_path: Path) -> None:
    other = SignedLines(write_key(tmp_path / "other", []))
    for line in lines(game.play(chat("@ai one"))):
        assert other.read(line.removeprefix("SYSAI ")) is Refusal.KEY


def test_without_a_key_the_script_does_nothing(tmp_path: Path) -> None:
    outcome = play(engine("node"), tmp_path, [], key=None)
    assert [list(each) for each in outcome] == [["error"]]


def test_rhino_does_what_node_does(game: Game, tmp_path: Path) -> None:
    """KubeJS runs on a fork of Rhino."""
    events = (
        *map(chat, TEXTS),
        *(run(FORMS[place], 2) for place in (0, 5, 7)),
        run("system press abc 2", 0),
        {"act": "complete", "text": "system ai ", "level": 2, **MARA},
    )
    in_node = game.play(*events)
    in_rhino = Game(engine("rhino"), tmp_path).play(*events)

    def meant(outcome: list[Any]) -> list[Any]:
        reading = SignedLines(write_key(tmp_path, ["@ai", "!ai"]))
        for each in outcome:
            if "log" in each:
                message = reading.read(each["log"].removeprefix("SYSAI "))
                assert not isinstance(message, Refusal)
                each["log"] = (
                    message
                    if isinstance(message, ScriptLoaded)
                    else {**asdict(message), "id": None}
                )
        return outcome

    assert meant(in_rhino) == meant(in_node)


def test_the_script_asks_no_more_of_an_engine_than_es5() -> None:
    code = re.sub(r"//.*|'[^'\n]*'", "", SCRIPT.read_text("utf-8"))
    assert not re.search(r"\b(?:let|const|class|async|await|yield)\b|=>|`|\.\.\.", code)
