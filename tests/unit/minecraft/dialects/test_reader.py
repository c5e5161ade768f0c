from __future__ import annotations

import pytest

from bridge.core.events import (
    Chat,
    ConsoleEcho,
    GameEvent,
    Join,
    Leave,
    Login,
    UuidSeen,
    VersionSeen,
)
from bridge.minecraft.dialects.detection import Found, ProxyFound
from bridge.minecraft.dialects.flavours import named
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.version import GameVersion
from tests.fakes.roster import Online

HEADER = "[12:00:00] [Server thread/INFO]: "
OLD = f"{HEADER}Starting minecraft server version 1.20.1"
NEW = f"{HEADER}Starting minecraft server version 26.3"
COMPLAINT = f"{HEADER}Unknown or incomplete command, see below for error"
ECHO = f"{HEADER}system ai default<--[HERE]"
ECHOED = ConsoleEcho(text="system ai default")
NEW_COMPLAINT = f"{HEADER}System chat: Unknown or incomplete command. See below for error"
NEW_ECHO = f"{HEADER}System chat: system ai default<--[HERE]"


def read(reader: Reader, *lines: str) -> list[GameEvent | None]:
    return [reader.read(line) for line in lines]


def test_the_consoles_echo_follows_its_complaint() -> None:
    assert read(Reader(), COMPLAINT, ECHO) == [None, ECHOED]
    assert read(Reader(), ECHO) == [None]


@pytest.mark.parametrize(("between", "heard"), [(0, True), (4, True), (5, False)])
def test_within_five_lines(between: int, heard: bool) -> None:
    lines = [COMPLAINT, *["a line between"] * between, ECHO]
    assert (read(Reader(), *lines)[-1] == ECHOED) is heard


def test_once_for_each_complaint() -> None:
    assert read(Reader(), COMPLAINT, ECHO, ECHO) == [None, ECHOED, None]
    assert read(Reader(), COMPLAINT, COMPLAINT, ECHO, ECHO, ECHO)[2:] == [ECHOED, ECHOED, None]


def test_by_the_thread_that_complained() -> None:
    other = ECHO.replace("Server thread", "Async Chat Thread - #0")
    assert read(Reader(), COMPLAINT, other, ECHO) == [None, None, ECHOED]


def test_chat_opens_no_gate_and_is_no_echo() -> None:
    complaint = f"{HEADER}<Mara> Unknown or incomplete command, see below for error"
    echo = f"{HEADER}<Mara> system ai default<--[HERE]"
    assert read(Reader(), complaint, ECHO)[1] is None
    assert isinstance(read(Reader(), COMPLAINT, echo)[1], Chat)


def test_from_26_3_the_prefix_is_needed_for_both() -> None:
    assert read(Reader(), NEW, NEW_COMPLAINT, NEW_ECHO)[-1] == ECHOED
    assert read(Reader(), NEW, COMPLAINT, NEW_ECHO)[-1] is None
    assert read(Reader(), NEW, NEW_COMPLAINT, ECHO)[-1] is None
    assert read(Reader(), OLD, NEW_COMPLAINT, NEW_ECHO)[-1] == ECHOED


def test_from_26_3_a_line_without_the_prefix_is_no_join() -> None:
    reader = Reader()
    joined = f"{HEADER}Mara joined the game"
    assert read(reader, joined, NEW, joined)[0::2] == [Join(player="Mara"), None]
    assert read(reader, OLD, joined)[1] == Join(player="Mara")
    assert reader.version == GameVersion((1, 20, 1))


def test_the_roster_counts_from_the_servers_start() -> None:
    reader = Reader(roster=Online("Mara"))
    chat = f"{HEADER}<Teo> hi"
    assert isinstance(reader.read(chat), Chat)
    assert isinstance(reader.read(OLD), VersionSeen)
    assert reader.read(chat) is None
    assert isinstance(reader.read(f"{HEADER}<Mara> hi"), Chat)


def test_the_roster_counts_when_the_caller_has_compared_it() -> None:
    reader = Reader(roster=Online("Mara"))
    reader.trust_roster()
    assert reader.read(f"{HEADER}<Teo> hi") is None


def test_without_a_roster_every_name_counts() -> None:
    reader = Reader()
    reader.trust_roster()
    assert isinstance(reader.read(f"{HEADER}<Teo> hi"), Chat)


def test_who_was_let_in_is_known_by_name_when_joining_decorated() -> None:
    roster = Online()
    reader = Reader(roster=roster)
    reader.read(OLD)
    uuid = f"{HEADER}UUID of player Mara is 11111111-2222-4333-8444-555555555555"
    assert isinstance(reader.read(uuid), UuidSeen)
    assert reader.read(f"{HEADER}Admin Mara joined the game") == Join(player="Mara")
    login = f"{HEADER}Juno Smith[/192.0.2.1:5] logged in with entity id 1 at (1, 2, 3)"
    assert isinstance(reader.read(login), Login)
    assert reader.read(f"{HEADER}[x] Juno Smith joined the game") == Join(player="Juno Smith")


LOST = "Mara lost connection: Disconnected"
LEFT_DECORATED = "[Red] Mara left the game"


@pytest.mark.parametrize(
    ("before", "heard"),
    [
        ((LOST,), True),
        ((), False),
        (("Teo lost connection: Disconnected",), False),
        (("<Teo> Mara lost connection: x",), False),
        ((LOST, "Mara left the game"), False),
    ],
)
def test_a_team_in_front_of_a_leave_is_told_from_a_plugins_tag(
    before: tuple[str, ...], heard: bool
) -> None:
    reader = Reader(named("paper"), Online("Mara", "Teo"))
    header = "[12:00:00 INFO]: "
    read(reader, f"{header}Starting minecraft server version 1.21.4")
    for line in before:
        reader.read(header + line)
    assert read(reader, header + LEFT_DECORATED) == [Leave(player="Mara") if heard else None]


def test_from_26_3_such_a_leave_needs_its_prefix() -> None:
    reader = Reader(named("paper"), Online("Mara"))
    read(reader, NEW, HEADER + LOST)
    assert read(reader, HEADER + LEFT_DECORATED) == [None]
    assert read(reader, f"{HEADER}System chat: {LEFT_DECORATED}") == [Leave(player="Mara")]


def test_who_is_let_in_and_never_comes_is_forgotten() -> None:
    reader = Reader(roster=Online())
    reader.read(OLD)
    for number in range(100):
        reader.read(f"{HEADER}UUID of player P{number} is 11111111-2222-4333-8444-{number:012}")
    assert reader.read(f"{HEADER}<P0> hi") is None
    assert isinstance(reader.read(f"{HEADER}<P99> hi"), Chat)


def test_auto_says_what_it_found_and_keeps_all_layouts() -> None:
    reader = Reader()
    assert reader.finding is None
    reader.read("[12:00:00 INFO]: This server is running Paper version 1 (MC: 1.20.1)")
    assert isinstance(reader.finding, Found)
    assert reader.dialect.name == "paper"
    assert reader.read(f"{HEADER}[Plugin] loaded") is None
    assert isinstance(reader.read("[12:00:00] [x/INFO] (Minecraft) <Mara> hi"), Chat)


def test_auto_takes_a_silent_server_for_vanilla_when_it_is_up() -> None:
    reader = Reader()
    read(reader, OLD, f'{HEADER}Done (3.3s)! For help, type "help"')
    assert reader.dialect.name == "vanilla"


def test_a_proxys_log_says_nothing_once_it_is_known() -> None:
    reader = Reader()
    reader.read("[12:00:00 INFO]: Booting up Velocity 3.3.0...")
    assert isinstance(reader.finding, ProxyFound)
    assert reader.read("[12:00:00 INFO]: <Mara> hi") is None


def test_a_configured_dialect_is_not_guessed_away() -> None:
    reader = Reader(named("vanilla"))
    reader.read(f"{HEADER}This server is running Paper version 1 (MC: 1.20.1)")
    assert reader.dialect is named("vanilla")
    assert reader.finding is None


def test_bytes_of_any_kind_are_read() -> None:
    assert Reader().read(b"\xff\xfe[12:00:00 INFO]: \xd2\xd1") is None
    assert Reader().read(HEADER.encode() + "<张三> 你好".encode("gbk")) is not None


@pytest.mark.parametrize("trusted", [True, False])
@pytest.mark.parametrize("name", ["Teo[x]", "Teo(x)", "~Teo"])
def test_a_name_that_looks_decorated_is_known_from_its_login(name: str, trusted: bool) -> None:
    roster = Online("Teo")
    reader = Reader(roster=roster)
    if trusted:
        reader.trust_roster()
    reader.read(f"{HEADER}{name}[/127.0.0.1:1] logged in with entity id 5 at (1.0, 2.0, 3.0)")
    assert reader.read(f"{HEADER}{name} joined the game") == Join(player=name)
    roster.online.append(name)
    assert reader.read(f"{HEADER}<{name}> hi") == Chat(player=name, text="hi")
    assert reader.bare
    assert reader.read(f"{HEADER}<[y]Teo> hi") == Chat(player="Teo", text="hi")
    assert not reader.bare
    assert reader.read(f"{HEADER}{name} left the game") == Leave(player=name)


@pytest.mark.parametrize(
    "said", ["[Teo] [/1.2.3.4:5]", "<Teo> x[/1.2.3.4:5]", "* Teo x[/1.2.3.4:5]", "<x[/1.2.3.4:5]"]
)
def test_nobody_logs_in_by_what_is_said(said: str) -> None:
    reader = Reader(roster=Online("Teo"))
    reader.trust_roster()
    reader.read(f"{HEADER}{said} logged in with entity id 5 at (1.0, 2.0, 3.0)")
    for name in ("[Teo] ", "x", "[Teo]"):
        assert reader.read(f"{HEADER}<{name}> hi") in {None, Chat(player="Teo", text="hi")}
