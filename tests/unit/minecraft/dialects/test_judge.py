from __future__ import annotations

import pytest

from bridge.core.events import Chat, ConsoleEcho, Feedback, IssuedCommand, Join, Relay, Saved, Say
from bridge.minecraft.dialects.flavours import DIALECTS, named
from bridge.minecraft.dialects.judge import Gate, parse
from bridge.minecraft.dialects.names import OnlineNames
from tests.fakes.roster import Online

HEADERS = {
    "vanilla": "[12:00:00] [Server thread/INFO]: ",
    "fabric": "[12:00:00] [Server thread/INFO] (Minecraft) ",
    "paper": "[12:00:00 INFO]: ",
    "forge": "[12:00:00] [Server thread/INFO] [minecraft/MinecraftServer]: ",
    "neoforge": "[03May2026 12:00:00.123] [Server thread/INFO] [net.minecraft.X/]: ",
    "arclight": "[12:00:00 INFO] [Minecraft]: ",
    "spigot": "2012-10-10 12:00:00 [INFO] ",
}
VANILLA = HEADERS["vanilla"]
SIGNED = f"SYSAI 1 a 7 {'0' * 64} {{}}"


@pytest.mark.parametrize("header", HEADERS.values())
def test_a_message_means_the_same_in_every_layout(header: str) -> None:
    assert parse(f"{header}<[AFK] Mara> hi") == Chat(player="Mara", text="hi")
    assert parse(f"{header}[Not Secure] <Mara> hi") == Chat(player="Mara", text="hi")
    assert parse(f"{header}System chat: Mara joined the game") == Join(player="Mara")
    assert parse(f"{header}Saved the game".encode()) == Saved()


@pytest.mark.parametrize(("dialect", "header"), HEADERS.items())
def test_a_named_dialect_reads_its_layouts(dialect: str, header: str) -> None:
    assert parse(f"{header}Saved the game", dialect=named(dialect)) == Saved()


def test_a_named_dialect_reads_no_others() -> None:
    line = f"{HEADERS['paper']}Saved the game"
    assert parse(line, dialect=named("vanilla")) is None
    assert parse(f"{HEADERS['forge']}Saved the game", dialect=named("paper")) is None


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_proxys_layout_is_read_by_no_dialect(dialect: object) -> None:
    assert parse("12:00:00 [INFO] Mara joined the game") is None
    assert dialect is not None


def test_a_plugins_tag_is_no_say_where_plugins_are() -> None:
    line = f"{VANILLA}[Foo] loaded"
    assert parse(line) == Say(player="Foo", text="loaded")
    assert parse(line, dialect=named("paper")) is None
    assert parse(f"{HEADERS['paper']}[UTN] loaded") is None
    secured = f"{HEADERS['paper']}[Not Secure] [Mara] hi"
    assert parse(secured) == Say(player="Mara", text="hi")


@pytest.mark.parametrize("front", ["", "[Not Secure] "])
def test_a_chat_format_of_a_plugin_is_no_say(front: str) -> None:
    chat_thread = "[12:00:00] [Async Chat Thread - #2/INFO]: "
    for message in ("[G] Mara: hi", "[G] Mara hi", "Mara: hi", "[G] Mara >> hi"):
        assert parse(f"{chat_thread}{front}{message}") is None
    assert parse(f"{VANILLA}{front}[G] Mara >> hi") is None
    assert parse(f"{VANILLA}{front}[G] Mara » hi") is None


def test_behind_the_prefix_of_system_messages_there_is_no_chat() -> None:
    for message in ("<Mara> hi", "[Mara] hi", "* Mara waves", "[Not Secure] <Mara> hi"):
        assert parse(f"{VANILLA}System chat: {message}") is None


@pytest.mark.parametrize("message", ["Mara joined the game", "Mara left the game", "Mara drowned"])
def test_a_decorated_name_opens_a_sentence(message: str) -> None:
    plain = parse(VANILLA + message)
    assert plain is not None
    for header in (VANILLA, HEADERS["paper"]):
        assert parse(f"{header}[Warrior]{message}") == plain
    assert parse(f"{VANILLA}System chat: [AFK] {message}") == plain


def test_a_rank_and_a_blank_in_front_of_a_sentence_is_a_say_by_whoever_can_be_called_so() -> None:
    message = "[AFK] Mara joined the game"
    assert parse(VANILLA + message) == Say(player="AFK", text="Mara joined the game")
    assert parse(VANILLA + message, names=OnlineNames(Online("Mara"))) == Join(player="Mara")
    assert parse(HEADERS["paper"] + message, names=OnlineNames(Online("Mara"))) is None


def test_behind_not_secure_there_is_only_chat() -> None:
    for message in ("Mara joined the game", "Saved the game", "[Mara: Reloading!]"):
        assert parse(f"{VANILLA}[Not Secure] {message}") is None


@pytest.mark.parametrize(
    "message",
    [
        "Mara joined the game",
        "Mara left the game",
        "Mara was slain by Zombie",
        "Mara has made the advancement [Stone Age]",
        "[Mara: Triggered [sysai]]",
        "Saved the game",
        "Reloading!",
        "system ai default<--[HERE]",
    ],
)
def test_from_26_3_on_what_the_game_tells_needs_its_prefix(message: str) -> None:
    gate = Gate(prefix_needed=True)
    assert parse(VANILLA + message, gate=gate) is None
    assert parse(f"{VANILLA}System chat: {message}", gate=gate) is not None


@pytest.mark.parametrize(
    "message",
    [
        "<Mara> hi",
        "[Mara] hi",
        "* Mara waves",
        "UUID of player Mara is 11111111-2222-4333-8444-555555555555",
        "Mara[/192.0.2.7:11115] logged in with entity id 665 at (1.5, 2.5, -3.5)",
        "Starting minecraft server version 26.3",
        'Done (1.0s)! For help, type "help"',
        "Stopping server",
        "Thread RCON Client /127.0.0.1 started",
        "Mara issued server command: /system ai default",
    ],
)
def test_what_the_log_alone_is_told_never_has_the_prefix(message: str) -> None:
    assert parse(VANILLA + message, gate=Gate(prefix_needed=True)) is not None
    if not message.startswith(("<", "[", "*")):
        assert parse(f"{VANILLA}System chat: {message}") is None


def test_the_console_echo_needs_an_open_gate() -> None:
    line = f"{VANILLA}system ai default<--[HERE]"
    assert parse(line) == ConsoleEcho(text="system ai default")
    assert parse(line, gate=Gate(echo=False)) is None


def test_a_players_command_that_ends_like_an_echo_is_the_players() -> None:
    line = f"{VANILLA}Mara issued server command: /x<--[HERE]"
    assert parse(line) == IssuedCommand(player="Mara", text="/x<--[HERE]")


def test_warnings_and_other_mods_make_no_events() -> None:
    for header in (
        "[12:00:00] [Server thread/WARN]: ",
        "[12:00:00] [Server thread/INFO] [othermod/]: ",
        "[12:00:00] [Server thread/INFO] [KubeJS Server/]: ",
    ):
        assert parse(f"{header}<Mara> hi") is None


def test_the_relay_comes_from_the_scripts_logger_or_where_there_are_no_loggers() -> None:
    relay = Relay(name="SYSAI", data=SIGNED.removeprefix("SYSAI "))
    script = "[12:00:00] [Server thread/INFO] [KubeJS Server/]: system_ai.js#12: "
    assert parse(script + SIGNED) == relay
    assert parse(f"{VANILLA}system_ai.js#12: {SIGNED}") == relay
    assert parse(f"[12:00:00] [x/INFO] [othermod/]: {SIGNED}") is None
    assert parse(f"{VANILLA}<Mara> {SIGNED}") == Chat(player="Mara", text=SIGNED)


def test_feedback_is_told_as_what_it_is() -> None:
    line = f"{VANILLA}System chat: [Rcon: Saved the game]"
    assert parse(line) == Feedback(player="Rcon", text="Saved the game")


def test_line_ends_are_no_part_of_a_line() -> None:
    assert parse(f"{VANILLA}<Mara> hi\r\n".encode()) == Chat(player="Mara", text="hi")
