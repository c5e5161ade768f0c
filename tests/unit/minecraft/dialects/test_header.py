import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.dialects.header import Layout, read_header
from bridge.minecraft.dialects.voices import Voice

MESSAGES = ("hi", "<Mara> [x/INFO]: y", "[Server thread/INFO]: z", "a]: b (c) [d/e]: f")
FORMS = [
    ("[10:03:34] [Server thread/INFO]: ", Layout.THREAD, "Server thread", ""),
    ("[10:03:34.123] [main/INFO]: ", Layout.THREAD, "main", ""),
    (
        "[16:50:20] [RCON Client /127.0.0.1 #2/INFO]: ",
        Layout.THREAD,
        "RCON Client /127.0.0.1 #2",
        "",
    ),
    (
        "[16:50:20] [RCON Client /[2001:db8::1] #2/INFO]: ",
        Layout.THREAD,
        "RCON Client /[2001:db8::1] #2",
        "",
    ),
    (
        "[11:47:11] [Server thread/INFO] (Minecraft) ",
        Layout.PARENTHESES,
        "Server thread",
        "Minecraft",
    ),
    (
        "[00:55:26] [Server thread/INFO] [minecraft/PlayerList]: ",
        Layout.THREAD_LOGGER,
        "Server thread",
        "minecraft/PlayerList",
    ),
    (
        "[03May2021 03:06:49.219] [RCON Listener #1/INFO] [net.minecraft.RConThread/]: ",
        Layout.THREAD_LOGGER,
        "RCON Listener #1",
        "net.minecraft.RConThread/",
    ),
    ("[12toukok.2026 03:06:49.219] [main/INFO] [a.B/C]: ", Layout.THREAD_LOGGER, "main", "a.B/C"),
    ("[30thg 112026 03:06:49.219] [main/INFO] [a.B/C]: ", Layout.THREAD_LOGGER, "main", "a.B/C"),
    ("[2026-11-30T10:03:34.123+0100] [main/INFO]: ", Layout.THREAD, "main", ""),
    ("[00:11:54 INFO]: ", Layout.LEVEL, "", ""),
    ("[2026-11-30 00:11:54 INFO]: ", Layout.LEVEL, "", ""),
    ("[13:26:18 INFO] [Arclight/CLCACHE]: ", Layout.LEVEL_LOGGER, "", "Arclight/CLCACHE"),
    ("2012-10-10 00:11:54 [INFO] ", Layout.LEGACY, "", ""),
    ("00:11:54 [INFO] ", Layout.BUNGEE, "", ""),
    ("2026-11-30 10:03:34 [Server thread/INFO]: ", Layout.THREAD, "Server thread", ""),
    ("2026-11-30 10:03:34,123 [10:03:34] [main/INFO]: ", Layout.THREAD, "main", ""),
    ("> [10:03:34] [main/INFO]: ", Layout.THREAD, "main", ""),
]


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize(("header", "layout", "thread", "logger"), FORMS)
def test_every_layout_is_read_whatever_the_message(
    header: str, layout: Layout, thread: str, logger: str, message: str
) -> None:
    headed = read_header(header + message)
    assert headed is not None
    source, said = headed
    assert (source.layout, source.thread, source.level, source.logger, said) == (
        layout,
        thread,
        "INFO",
        logger,
        message,
    )


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Average time per tick: 4.0ms (Target: 50.0ms)",
        "\tat net.minecraft.server.MinecraftServer.main(SourceFile:887) [minecraft_server.jar:?]",
        " [10:03:34] [Server thread/INFO]: a blank in front",
        "x [10:03:34] [Server thread/INFO]: a letter in front",
        "[10:03:34] [Server thread/LOUD]: no such level",
        "[10:03] [Server thread/INFO]: no seconds",
        "[aa:bb:cc] [Server thread/INFO]: no digits",
        "[10:03:34] [Server thread/INFO]:no blank",
        "[10:03:34] [Server thread]: no level",
        "[10:03:34]: nothing but a time",
    ],
)
def test_a_line_without_a_header_has_none(line: str) -> None:
    assert read_header(line) is None


def test_the_levels_of_warnings_and_of_other_mods_are_not_the_game() -> None:
    for header in ("[10:03:34] [main/WARN]: ", "[10:03:34] [main/INFO] [othermod/]: "):
        headed = read_header(header + "x")
        assert headed is not None
        assert headed[0].voice is not Voice.GAME


@given(st.sampled_from([form[0] for form in FORMS]), st.text(max_size=60))
def test_a_header_is_the_same_in_front_of_any_text(header: str, text: str) -> None:
    alone, before = read_header(header), read_header(header + text)
    assert alone is not None
    assert before is not None
    assert before[0] == alone[0]
