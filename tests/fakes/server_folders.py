"""Folders as each kind of server leaves them, as far as their names tell it."""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PROPERTIES = (
    "#Minecraft server properties\n"
    "#Tue Nov 30 12:00:00 UTC 2026\n"
    "broadcast-rcon-to-ops=true\n"
    "enable-rcon=false\n"
    "level-name=world\n"
    "motd=A Minecraft Server\n"
    "online-mode=true\n"
    "rcon.password=\n"
    "rcon.port=25575\n"
)


@dataclass(frozen=True)
class Kind:
    """`names`: files that such a server leaves; `jar`: what is in its jar, if that tells it."""

    flavour: str
    version: str
    names: tuple[str, ...] = ()
    jars: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, "Mapping[str, str]"])


def _jar(main: str, version: str = "", **files: str) -> dict[str, str]:
    manifest = f"Manifest-Version: 1.0\r\nMain-Class: {main}\r\n\r\n"
    game = {"version.json": json.dumps({"id": version, "name": version})} if version else {}
    return {"META-INF/MANIFEST.MF": manifest, **game, **files}


BUNDLER = "net.minecraft.bundler.Main"
PAPERCLIP = "io.papermc.paperclip.Main"

KINDS = (
    Kind("vanilla", "1.21.4", jars={"server.jar": _jar(BUNDLER, "1.21.4")}),
    Kind("vanilla", "1.12.2", ("minecraft_server.1.12.2.jar",)),
    Kind("vanilla", "26.3", ("versions/26.3/server-26.3.jar",)),
    Kind("spigot", "1.8.8", ("spigot.yml", "bukkit.yml", "spigot-1.8.8.jar")),
    Kind("spigot", "1.20.1", ("bukkit.yml", "bundler/versions/spigot-1.20.1-R0.1-SNAPSHOT.jar")),
    Kind("paper", "1.20.4", ("bukkit.yml", "config/paper-global.yml", "paper-1.20.4-496.jar")),
    Kind("paper", "1.21.4", jars={"server.jar": _jar(PAPERCLIP, "1.21.4")}),
    Kind("paper", "1.16.5", ("spigot.yml", "paper.yml", "paper-1.16.5-794.jar")),
    Kind("purpur", "1.20.1", ("paper.yml", "purpur.yml", "versions/1.20.1/purpur-1.20.1.jar")),
    Kind("folia", "1.20.6", ("config/paper-global.yml", "versions/1.20.6/folia-1.20.6.jar")),
    Kind(
        "fabric",
        "1.20.1",
        (
            "fabric-server-launch.jar",
            "libraries/net/fabricmc/fabric-loader/0.15.3/x.jar",
            "libraries/net/fabricmc/intermediary/1.20.1/intermediary-1.20.1.jar",
        ),
    ),
    Kind(
        "fabric",
        "1.19.2",
        jars={
            "fabric.jar": _jar(
                "net.fabricmc.installer.ServerLauncher",
                **{"install.properties": "fabric-loader-version=0.14\ngame-version=1.19.2\n"},
            )
        },
    ),
    Kind("fabric", "1.21", (".fabric/server/1.21-server.jar", "fabric-server-launch.jar")),
    Kind("paper", "1.19.4", ("paper.jar", "config/paper-global.yml", "cache/mojang_1.19.4.jar")),
    Kind(
        "quilt",
        "1.20.1",
        (
            "quilt-server-launch.jar",
            "libraries/org/quiltmc/quilt-loader/0.23.1/x.jar",
            "libraries/net/fabricmc/intermediary/1.20.1/x.jar",
        ),
    ),
    Kind("forge", "1.20.1", ("run.sh", "libraries/net/minecraftforge/forge/1.20.1-47.2.0/x.jar")),
    Kind("forge", "1.12.2", ("forge-1.12.2-14.23.5.2860.jar", "minecraft_server.1.12.2.jar")),
    Kind("neoforge", "1.21.1", ("libraries/net/neoforged/neoforge/21.1.77/x.jar",)),
    Kind("neoforge", "1.21", ("libraries/net/neoforged/neoforge/21.0.167/x.jar",)),
    Kind("neoforge", "1.20.1", ("libraries/net/neoforged/forge/1.20.1-47.1.106/x.jar",)),
    Kind("neoforge", "26.1.2", ("libraries/net/neoforged/neoforge/26.1.2.5-beta/x.jar",)),
    Kind(
        "neoforge",
        "1.21.4",
        (
            "libraries/net/neoforged/neoforge/21.4.3-beta/x.jar",
            "libraries/net/neoforged/neoform/1.21.4-20241203.161809/x.jar",
        ),
    ),
    Kind(
        "arclight",
        "1.20.1",
        (
            "arclight.conf",
            "arclight-forge-1.20.1-1.0.5.jar",
            "bukkit.yml",
            "libraries/net/minecraftforge/forge/1.20.1-47.2.0/x.jar",
        ),
    ),
    Kind("arclight", "1.21.1", ("arclight-neoforge-1.21.1-1.0.2-SNAPSHOT-abc.jar", "spigot.yml")),
    Kind("mohist", "1.20.1", ("mohist-config/mohist.yml", "mohist-1.20.1-702-server.jar")),
    Kind("catserver", "1.12.2", ("catserver.yml", "CatServer-1.12.2-f2b3f1-universal.jar")),
    Kind("magma", "1.12.2", ("magma.yml", "Magma-1.12.2-b5e1-server.jar", "bukkit.yml")),
)
PROXIES = (
    Kind("velocity", "", ("velocity.toml", "velocity-3.3.0.jar", "forwarding.secret")),
    Kind("waterfall", "", ("waterfall.yml", "config.yml", "modules.yml")),
    Kind("bungeecord", "", ("config.yml", "modules.yml", "BungeeCord.jar")),
    Kind("velocity", "", jars={"proxy.jar": _jar("com.velocitypowered.proxy.Velocity")}),
    Kind("bungeecord", "", jars={"proxy.jar": _jar("net.md_5.bungee.Bootstrap")}),
)


def id_of(kind: Kind) -> str:
    """For the names of tests."""
    return f"{kind.flavour}-{kind.version or next(iter(kind.names or ('jar',)))}"


def build(kind: Kind, directory: Path) -> None:
    """The files of such a server, but for server.properties and the world."""
    directory.mkdir(parents=True, exist_ok=True)
    for name in kind.names:
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for name, files in kind.jars.items():
        with zipfile.ZipFile(directory / name, "w") as archive:
            for inner, text in files.items():
                archive.writestr(inner, text)


def make_world(directory: Path, version: str, disabled: tuple[str, ...] = ()) -> None:
    """A world that this version has saved; the packs that it has switched off."""
    directory.mkdir(parents=True, exist_ok=True)
    packs: dict[str, nbt.Tag] = {"Disabled": [f"file/{name}" for name in disabled]}
    level = nbt.write({"Data": {"Version": {"Name": version}, "DataPacks": packs}})
    (directory / "level.dat").write_bytes(level)


def server(directory: Path, version: str = "1.21.4", properties: str = PROPERTIES) -> Path:
    """A stopped vanilla server that has run."""
    build(KINDS[0], directory)
    (directory / "server.properties").write_text(properties)
    make_world(directory / "world", version)
    return directory


def snapshot(*roots: Path) -> dict[str, tuple[int, bytes]]:
    """Every file with its mode and content."""
    return {
        str(file): (file.stat().st_mode, file.read_bytes())
        for root in roots
        for file in sorted(root.rglob("*"))
        if file.is_file()
    }
