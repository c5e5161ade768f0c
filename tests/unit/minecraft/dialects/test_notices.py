from uuid import UUID

import pytest

from bridge.core.events import (
    Advancement,
    ConsoleEcho,
    Feedback,
    IssuedCommand,
    Join,
    RconThread,
    Ready,
    Relay,
    Reloading,
    Saved,
    Stopping,
    UuidSeen,
    VersionSeen,
)
from bridge.minecraft.dialects.names import EVERY_NAME
from bridge.minecraft.dialects.notices import (
    happened,
    read_advancement,
    read_echo,
    read_issued_command,
    read_rcon,
    read_ready,
    read_relay,
    read_stopping,
    read_version,
)

SIGNATURE = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    "deed",
    [
        "made the advancement",
        "completed the challenge",
        "reached the goal",
        "just earned the achievement",
    ],
)
def test_advancements(deed: str) -> None:
    event = Advancement(player="Mara", text="Cover Me in [Debris]")
    assert read_advancement(f"[x]Mara has {deed} [Cover Me in [Debris]]", EVERY_NAME) == event
    assert read_advancement(f"Mara said that Teo has {deed} [Hax]", EVERY_NAME) is None
    assert read_advancement(f"Mara has {deed} [x] y", EVERY_NAME) is None


def test_the_console_echo_is_what_was_typed() -> None:
    assert read_echo("system ai default<--[HERE]") == ConsoleEcho(text="system ai default")
    assert read_echo("<--[HERE]") is None


@pytest.mark.parametrize(
    "command", ["/system ai default", "/gamemode creative", "/reload", "/me waves", "/spawn"]
)
def test_commands_of_players_are_told(command: str) -> None:
    event = IssuedCommand(player="Mara", text=command)
    assert read_issued_command(f"Mara issued server command: {command}", EVERY_NAME) == event


@pytest.mark.parametrize(
    "command",
    [
        "/msg Teo secret",
        "/TELL Teo secret",
        "/minecraft:w Teo secret",
        "/essentials:emsg Teo secret",
        "/r secret",
        "/teammsg secret",
        "/login hunter2",
        "/register hunter2 hunter2",
        "/msg",
    ],
)
def test_private_words_and_passwords_are_not(command: str) -> None:
    assert read_issued_command(f"Mara issued server command: {command}", EVERY_NAME) is None


@pytest.mark.parametrize("name", ["CONSOLE", "Rcon", "Server"])
def test_the_console_is_no_player(name: str) -> None:
    assert read_issued_command(f"{name} issued server command: /list", EVERY_NAME) is None


def test_a_command_needs_a_bare_name_in_front() -> None:
    line = "Mara was slain by Teo issued server command: /system ai default free"
    assert read_issued_command(line, EVERY_NAME) is None


@pytest.mark.parametrize("front", ["", "system_ai.js#12: ", "system_ai.js:12: "])
def test_the_relay_is_handed_on_as_it_stands(front: str) -> None:
    data = f'1 a1b2 7 {SIGNATURE} {{"t": "chat", "text": "SYSAI 1"}}'
    assert read_relay(f"{front}SYSAI {data}") == Relay(name="SYSAI", data=data)


@pytest.mark.parametrize(
    "message",
    [
        f"x SYSAI 1 a 7 {SIGNATURE} {{}}",
        f"SYSAI 1 a 7 {SIGNATURE[1:]} {{}}",
        f"SYSAI 1 a x {SIGNATURE} {{}}",
        f"SYSAI 1 a 7 {SIGNATURE} []",
        "SYSAI",
    ],
)
def test_what_is_no_relay(message: str) -> None:
    assert read_relay(message) is None


@pytest.mark.parametrize("version", ["1.12.2", "26.3", "1.21.11-pre1", "26.3-snapshot-3", "25w03a"])
def test_version(version: str) -> None:
    line = f"Starting minecraft server version {version}"
    assert read_version(line) == VersionSeen(version=version)
    assert read_version("Starting minecraft server version ") is None


@pytest.mark.parametrize(
    "line",
    [
        'Done (14.532s)! For help, type "help" or "?"',
        'Done (85.404s)! For help, type "help"',
        'Done (3,3s)! For help, type "help"',
    ],
)
def test_ready(line: str) -> None:
    assert read_ready(line) == Ready()
    assert read_ready(line + " x") is None


def test_a_proxy_is_never_ready() -> None:
    assert read_ready("Done (3.11s)!") is None


def test_stopping() -> None:
    assert read_stopping("Stopping server") == Stopping()
    assert read_stopping("Stopping server soon") is None


@pytest.mark.parametrize(
    "line",
    [
        "Thread RCON Client /127.0.0.1 started",
        "Thread RCON Client /127.0.0.1 shutting down",
        "Thread RCON Client /[2001:db8::1] started",
        "Rcon connection from: /127.0.0.1",
        "RCON running on 0.0.0.0:25575",
    ],
)
def test_rcon(line: str) -> None:
    assert read_rcon(line) == RconThread()
    assert read_rcon(line + " x") is None


def test_feedback_of_a_save_or_reload_is_one_to_who_does_not_ask_by_whom() -> None:
    assert happened(Feedback(player="Rcon", text="Saved the game")) == Saved()
    assert happened(Feedback(player="Mara", text="Reloading!")) == Reloading()
    for event in (
        Feedback(player="Mara", text="Triggered [sysai]"),
        Join(player="Mara"),
        UuidSeen(player="Mara", uuid=UUID(int=1)),
    ):
        assert happened(event) is event
