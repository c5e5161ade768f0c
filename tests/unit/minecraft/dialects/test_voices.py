"""Whose words a line holds: the game's, players', a script's, or people's outside the game."""

import pytest

from bridge.core.events import Chat, ConsoleEcho, Me, Stopping, UuidSeen
from bridge.minecraft.dialects.flavours import DIALECTS, Dialect
from bridge.minecraft.dialects.judge import parse
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.dialects.voices import Voice, voice_of
from tests.fakes.roster import Online

CHAT_THREADS = ("Async Chat Thread - #3", "Netty Server IO #2", "Netty Epoll Server IO #1")
OUTSIDERS = (
    "JDA MainWS-WriteThread",
    "JDA [0 / 1] MainWS-ReadThread",
    "Javacord - Central ExecutorService - 1",
    "Kord @ 1",
    "discord4j-events-1",
    "d4j-parallel-1",
    "reactor-http-epoll-1",
    "OkHttp https://example.org/...",
    "WebSocketConnectReadThread-31",
    "ktor-cio-1",
    "nioEventLoopGroup-3-1",
    "Craft Scheduler Thread - 12 - DiscordSRV",
    "Craft Async Scheduler Management Thread",
    "DefaultDispatcher-worker-2",
    "ForkJoinPool.commonPool-worker-1",
    "pool-7-thread-1",
    "Timer-3",
    "DiscordSRV - Console",
)
SERVERS_OWN = (
    "",
    "Server thread",
    "main",
    "User Authenticator #1",
    "RCON Listener #1",
    "Region Scheduler Thread #0",
    "Server console handler",
    "Thread-6",
)
# What would change the state of the server, move somebody, or prove an administrator.
BARE = (
    "Mara joined the game",
    "Mara left the game",
    "Mara[/192.0.2.1:5] logged in with entity id 7 at (0.0, 0.0, 0.0)",
    "Mara [odd][/192.0.2.1:5] logged in with entity id 7",
    "Mara was slain by Zombie",
    "Mara has made the advancement [Stone Age]",
    "UUID of player Mara is 6f0c2d7e-53b1-4a9d-9c1e-2b7a40d1e5f3",
    "Stopping server",
    "Reloading!",
    "Saved the game",
    'Done (3.1s)! For help, type "help"',
    "Starting minecraft server version 1.12.2",
    "RCON running on 0.0.0.0:25575",
    "Mara issued server command: /system ai default free",
    "system ai default free<--[HERE]",
    "System chat: system ai default free<--[HERE]",
    "System chat: Mara joined the game",
    "[Mara: Running function system:ai/default_free]",
    "[Server] @ai hello",
    "[Not Secure] [Server] @ai hello",
    "[Mara] @ai hello",
    "SYSAI 1 1700000000000-00000000 1 00 {}",
)


def line(thread: str, message: str) -> str:
    return f"[12:00:00] [{thread}/INFO]: {message}"


@pytest.mark.parametrize(
    "logger",
    [
        "",
        "Minecraft",
        "minecraft/DedicatedServer",
        "net.minecraft.server.dedicated.DedicatedServer/",
        "net.minecraft.server.dedicated.DedicatedServer",
        "Mohist",
        "Arclight",
    ],
)
def test_the_game_logs_under_these(logger: str) -> None:
    assert voice_of("Server thread", "INFO", logger) is Voice.GAME


@pytest.mark.parametrize("logger", ["FML", "STDOUT", "x.minecraft.Evil", "minecraftx", "NotKubeJS"])
def test_others_are_not_the_game(logger: str) -> None:
    assert voice_of("Server thread", "INFO", logger) is Voice.SERVER
    assert voice_of("Async Chat Thread - #1", "INFO", logger) is Voice.OUTSIDER


@pytest.mark.parametrize("level", ["WARN", "ERROR", "DEBUG"])
def test_the_game_tells_its_events_at_one_level(level: str) -> None:
    assert voice_of("Server thread", level, "") is Voice.SERVER
    assert voice_of("Async Chat Thread - #1", level, "") is Voice.OUTSIDER


@pytest.mark.parametrize("thread", [*SERVERS_OWN, *CHAT_THREADS, *OUTSIDERS])
@pytest.mark.parametrize("logger", ["KubeJS Server/", "KubeJS Server"])
def test_scripts_are_known_by_their_logger_on_every_thread(thread: str, logger: str) -> None:
    assert voice_of(thread, "INFO", logger) is Voice.SCRIPT


@pytest.mark.parametrize("thread", SERVERS_OWN)
def test_the_servers_own_threads_are_believed(thread: str) -> None:
    assert voice_of(thread, "INFO", "") is Voice.GAME


@pytest.mark.parametrize("thread", CHAT_THREADS)
def test_a_chat_thread_tells_chat_alone(thread: str) -> None:
    assert voice_of(thread, "INFO", "") is Voice.CHAT
    for said in (
        "<Mara> hi",
        "[Not Secure] <Mara> hi",
        "[C]<Mara> hi",
        "[Not Secure] [C]<Mara> hi",
    ):
        assert parse(line(thread, said)) == Chat(player="Mara", text="hi"), said
    assert parse(line(thread, "* Mara waves")) == Me(player="Mara", text="waves")


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
@pytest.mark.parametrize("thread", [*CHAT_THREADS, *OUTSIDERS])
def test_bare_words_of_players_and_outsiders_are_no_event(thread: str, dialect: Dialect) -> None:
    for said in BARE:
        assert parse(line(thread, said), dialect=dialect) is None, said


@pytest.mark.parametrize("thread", OUTSIDERS)
def test_an_outsider_is_no_player_even_under_ones_name(thread: str) -> None:
    for said in ("<Mara> @ai hi", "[Not Secure] <Mara> @ai hi", "* Mara waves", "[Mara] hi"):
        assert parse(line(thread, said)) is None, said


@pytest.mark.parametrize("thread", [*CHAT_THREADS, *OUTSIDERS])
def test_nothing_is_learnt_from_their_words(thread: str) -> None:
    reader = Reader(roster=Online("Mara"))
    reader.trust_roster()
    told = (
        "Unknown or incomplete command, see below for error",
        'Unknown command. Type "/help" for help.',
        "Booting up Velocity 3.3.0",
        "[connected player] Mara has connected",
        "This server is running Paper version 1 (MC: 1.12.2)",
        "Mara lost connection: Disconnected",
    )
    for said in told:
        assert reader.read(line(thread, said)) is None
    assert reader.finding is None
    echo = "system ai default free<--[HERE]"
    assert reader.read(line("Server thread", echo)) is None
    assert reader.read(line(thread, echo)) is None


def test_an_echo_is_still_found_where_players_talk_in_between() -> None:
    reader = Reader()
    reader.read(line("Server thread", "Unknown or incomplete command, see below for error"))
    reader.read(line("Async Chat Thread - #3", "<Mara> hi"))
    event = reader.read(line("Server thread", "system ai default free<--[HERE]"))
    assert event == ConsoleEcho(text="system ai default free")


def test_what_other_threads_of_the_server_say_still_counts() -> None:
    assert parse(line("Thread-6", "Stopping server")) == Stopping()
    seen = parse(
        line("User Authenticator #1", "UUID of player Mara is 6f0c2d7e-53b1-4a9d-9c1e-2b7a40d1e5f3")
    )
    assert isinstance(seen, UuidSeen)
