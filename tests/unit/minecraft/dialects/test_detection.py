from __future__ import annotations

import pytest

from bridge.minecraft.dialects.detection import Detector, Found, ProxyFound
from bridge.minecraft.dialects.header import read_header

VERSION = "Starting minecraft server version 1.20.1"
DONE = 'Done (3.3s)! For help, type "help"'


def fed(*lines: str) -> Detector:
    detector = Detector()
    for line in lines:
        headed = read_header(
            line if line.startswith(("[00:", "00:")) else f"[00:00:00] [Server thread/INFO]: {line}"
        )
        assert headed is not None
        detector.feed(headed)
    return detector


def name(detector: Detector) -> str | None:
    match detector.finding:
        case Found(dialect=dialect):
            return dialect.name
        case ProxyFound(proxy=proxy):
            return proxy
        case None:
            return None


@pytest.mark.parametrize(
    ("line", "dialect"),
    [
        (
            "This server is running Paper version git-Paper-196 (MC: 1.20.1) (Implementing ...)",
            "paper",
        ),
        ("This server is running Purpur version 1.20.1-2062 (MC: 1.20.1)", "purpur"),
        ("This server is running CraftBukkit version 3638-Spigot-d90018e (MC: 1.19.3)", "spigot"),
        ("This server is running Arclight version arclight-1.20.1 (MC: 1.20.1)", "arclight"),
        ("This server is running SomeFork version 1 (MC: 1.20.1)", "paper"),
        ("Loading Minecraft 1.20.1 with Fabric Loader 0.14.21", "fabric"),
        ("Loading Minecraft 1.19.2 with Quilt Loader 0.17.5", "quilt"),
        ("ModLauncher running: args [--launchTarget, x, --fml.forgeVersion, 47.1.1]", "forge"),
        ("ModLauncher running: args [--fml.neoForgeVersion, 20.4.1]", "neoforge"),
        (
            "ModLauncher running: args [--launchTarget, arclightserver, --fml.forgeVersion]",
            "arclight",
        ),
        ("Forge Mod Loader version 14.23.5.2859 for Minecraft 1.12.2 loading", "forge"),
        ("[00:23:38 INFO]: Booting up Velocity 3.0.0...", "velocity"),
        ("[00:23:38 INFO]: [connected player] Mara (/192.0.2.1:1) has connected", "velocity"),
        ("00:23:38 [INFO] Enabled BungeeCord version git:BungeeCord", "bungeecord"),
        ("00:23:38 [INFO] [/192.0.2.1:1|Mara] <-> InitialHandler has connected", "bungeecord"),
        ("00:23:38 [INFO] Enabled Waterfall version git:Waterfall", "waterfall"),
    ],
)
def test_a_server_is_known_by_its_own_words(line: str, dialect: str) -> None:
    detector = fed(line)
    assert name(detector) == dialect
    assert detector.finding is not None
    assert detector.finding.why in line


def test_a_server_that_says_nothing_of_itself_is_known_by_its_layout_when_it_is_up() -> None:
    assert name(fed(VERSION)) is None
    assert name(fed(VERSION, DONE)) == "vanilla"
    assert name(fed(f"[00:00:00] [main/INFO] [minecraft/X]: {DONE}")) == "forge"
    assert name(fed(f"[00:00:00 INFO]: {DONE}")) is None


def test_a_hybrid_is_more_than_the_loader_it_runs_on() -> None:
    loader = "ModLauncher running: args [--fml.forgeVersion, 47]"
    mohist = "This server is running Mohist version 1 (MC: 1.20.1)"
    assert name(fed(loader, mohist, "Forge mod loading, version 47", DONE)) == "mohist"


def test_another_start_may_be_another_kind() -> None:
    paper = "This server is running Paper version 1 (MC: 1.20.1)"
    assert name(fed(paper, DONE)) == "paper"
    assert name(fed(paper, DONE, VERSION, DONE)) == "vanilla"
    assert name(fed(paper, DONE, "Loading Minecraft 1.20 with Fabric Loader 1", DONE)) == "fabric"


def test_chat_names_no_server() -> None:
    assert name(fed("<Mara> This server is running Paper version 1")) is None
    assert name(fed("[Mara] Booting up Velocity 3")) is None


def test_a_finding_is_told_once() -> None:
    headed = read_header("[00:00:00] [main/INFO]: Loading Minecraft 1.20 with Fabric Loader 0.14")
    assert headed is not None
    detector = Detector()
    assert isinstance(detector.feed(headed), Found)
    assert detector.feed(headed) is None
