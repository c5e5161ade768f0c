from bridge.demo import properties, startup
from bridge.demo.version import GameVersion

VERSION = GameVersion.parse("1.21.4")


def test_a_start_begins_with_the_version_and_ends_with_done() -> None:
    lines = startup.lines(VERSION, properties.defaults(), seconds=1.5)
    assert lines[0] == ("Starting minecraft server version 1.21.4", "INFO")
    assert lines[-1] == ('Done (1.500s)! For help, type "help"', "INFO")
    assert ("Starting Minecraft server on 127.0.0.1:25565", "INFO") in lines
    assert {line.level for line in lines} == {"INFO"}


def test_offline_mode_is_warned_of() -> None:
    settings = properties.defaults() | {"online-mode": "false", "server-ip": ""}
    lines = startup.lines(VERSION, settings, seconds=0)
    assert ("**** SERVER IS RUNNING IN OFFLINE/INSECURE MODE!", "WARN") in lines
    assert ("Starting Minecraft server on *:25565", "INFO") in lines
