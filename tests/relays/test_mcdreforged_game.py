"""What the plugin writes to the server's standard input, and what it takes from a line."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.minecraft.link.addressee import addressee
from bridge.minecraft.version import GameVersion

SOURCE = Path(__file__).parents[2] / "config/relays/mcdreforged/system_bridge"
game = runpy.run_path(str(SOURCE / "game.py"))
NotSafeError = game["NotSafeError"]
MARA = UUID(int=7)


@pytest.mark.parametrize("version", [None, "1.7.10", "1.8", "1.12.2", "1.13", "1.21.4", "26.3"])
@given(name=st.text(max_size=45) | st.sampled_from(["Mara", ".Bed Rock", "@a", 'a"b', "a\\"]))
def test_a_player_is_named_as_the_daemon_names_them(version: str | None, name: str) -> None:
    known = GameVersion.parse(version) if version else None
    for uuid in (None, MARA):
        try:
            expected = addressee(Player(name=name, uuid=uuid), known)
        except LinkError:
            with pytest.raises(NotSafeError):
                game["addressee"](name, str(uuid) if uuid else None, version)
        else:
            assert game["addressee"](name, str(uuid) if uuid else None, version) == expected


@given(st.text())
def test_a_component_is_one_line_of_ascii(text: str) -> None:
    command = game["tellraw"]("Mara", {"text": text})
    assert command.isascii()
    assert command.isprintable()
    assert json.loads(command.split(" ", 2)[2]) == {"text": text}


@pytest.mark.parametrize("command", ["", " ", "a\nstop", "a\rstop", "a\x00", "a\u2028stop"])
def test_a_command_is_one_line(command: str) -> None:
    with pytest.raises(NotSafeError):
        game["checked_command"](command)


@pytest.mark.parametrize("command", ["list", "list uuids", "data get entity Mara"])
def test_what_reads_may_be_repeated(command: str) -> None:
    assert game["only_reads"](command)


@pytest.mark.parametrize("command", ["say list", "listen", "give Mara dirt", "scoreboard players"])
def test_what_changes_something_may_not_be_repeated(command: str) -> None:
    assert not game["only_reads"](command)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Saved the game", "saved"),
        ("System chat: Saved the game", "saved"),
        ("[Mara: Saved the game]", "saved"),
        ("Reloading!", "reload"),
        ("System chat: [Rcon: Reloading!]", "reload"),
        ("<[Mod] Mara> Saved the game", None),
        ("[Mara] Saved the game", None),
        ("[Mara] x: Reloading!]", None),
        ("* Mara Saved the game", None),
    ],
)
def test_only_the_servers_own_words_are_believed(line: str, kind: str | None) -> None:
    assert game["happened"](line) == kind


@pytest.mark.parametrize("line", ["system ai", "/system ai default", " System  AI x"])
def test_our_command_at_the_console_is_known(line: str) -> None:
    assert game["is_system_ai"](line)


@pytest.mark.parametrize("line", ["system", "system aid", "say system ai", "//system ai"])
def test_the_servers_commands_stay_the_servers(line: str) -> None:
    assert not game["is_system_ai"](line)
