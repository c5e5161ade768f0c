"""Which server software a folder holds, by the names in it. Pure.

Each kind leaves files that no other one leaves (minecraft-server.md A1 lists the kinds). The names
of the kinds are those of the dialects of their logs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.minecraft.dialects.flavours import PROXIES
from bridge.minecraft.version import GameVersion

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_V: Final = r"(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?)(?![\d.]*\d)"

# The most special first: a hybrid also has the files of the loader and of Bukkit, Purpur those of
# Paper, and each Bukkit those of vanilla.
_NAMES: Final = (
    ("velocity", r"velocity\.toml|velocity-.*\.jar"),
    ("waterfall", r"waterfall\.yml|waterfall.*\.jar"),
    ("bungeecord", r"modules\.yml|bungeecord.*\.jar"),
    ("arclight", rf"arclight\.conf|\.arclight|arclight-(?:[a-z]+-)?{_V}.*\.jar"),
    ("mohist", rf"mohist-config|mohist-{_V}.*\.jar"),
    ("catserver", rf"catserver\.yml|catserver-{_V}.*\.jar"),
    ("magma", rf"magma\.yml|magma-(?:[a-z]+-)?{_V}.*\.jar"),
    ("folia", rf"(?:versions/[^/]+/)?folia-{_V}.*\.jar"),
    ("purpur", rf"purpur\.yml|(?:versions/[^/]+/)?purpur-{_V}.*\.jar"),
    ("paper", rf"config/paper-global\.yml|paper\.yml|(?:versions/[^/]+/)?paper-{_V}.*\.jar"),
    (
        "spigot",
        rf"spigot\.yml|bukkit\.yml|(?:bundler/versions/)?(?:spigot|craftbukkit)-{_V}.*\.jar",
    ),
    ("neoforge", rf"libraries/net/neoforged/(?:neoforge/.+|forge/{_V}-.*)|neoforge-.*\.jar"),
    ("forge", rf"libraries/net/minecraftforge/forge/{_V}-.*|forge-{_V}-.*\.jar"),
    ("quilt", r"quilt-server-launch\.jar|libraries/org/quiltmc/quilt-loader/.+"),
    (
        "fabric",
        (
            r"fabric-server-launch(?:er)?\.(?:jar|properties)|\.fabric"
            rf"|libraries/net/fabricmc/fabric-loader/.+|fabric-server-mc\.{_V}-.*\.jar"
        ),
    ),
)
_SIGNS: Final = tuple((name, re.compile(pattern, re.I)) for name, pattern in _NAMES)

_MAIN_CLASSES: Final = (
    ("com.velocitypowered.", "velocity"),
    ("io.github.waterfallmc.", "waterfall"),
    ("net.md_5.bungee.", "bungeecord"),
    ("io.izzel.arclight.", "arclight"),
    ("com.mohistmc.", "mohist"),
    ("catserver.", "catserver"),
    ("foxlaunch.", "catserver"),
    ("org.magmafoundation.", "magma"),
    ("io.papermc.", "paper"),
    ("com.destroystokyo.paperclip.", "paper"),
    ("org.bukkit.craftbukkit.", "spigot"),
    ("org.quiltmc.", "quilt"),
    ("net.fabricmc.", "fabric"),
    ("net.neoforged.", "neoforge"),
    ("net.minecraftforge.", "forge"),
    ("net.minecraft.", "vanilla"),
)
_VANILLA: Final = re.compile(rf"(?:versions/[^/]+/)?(?:minecraft_)?server[.-]{_V}\.jar", re.I)

_VERSIONS: Final = re.compile(
    rf"(?:libraries/(?:net/neoforged/neoform|de/oceanlabs/mcp/mcp_config|net/minecraft/server"
    rf"|net/fabricmc/intermediary)|versions|\.fabric/server)/{_V}(?:[-/].*)?|cache/mojang_{_V}\.jar"
)
_NEOFORGE: Final = re.compile(r"libraries/net/neoforged/neoforge/(\d+)\.(\d+)\.(\d+)(\.\d+)?\D?.*")
_BY_YEAR: Final = 26

LOOKED_INTO: Final = (
    ".fabric/server",
    "bundler/versions",
    "cache",
    "libraries/de/oceanlabs/mcp/mcp_config",
    "libraries/net/fabricmc/fabric-loader",
    "libraries/net/fabricmc/intermediary",
    "libraries/net/minecraft/server",
    "libraries/net/minecraftforge/forge",
    "libraries/net/neoforged/forge",
    "libraries/net/neoforged/neoform",
    "libraries/net/neoforged/neoforge",
    "libraries/org/quiltmc/quilt-loader",
    "versions",
)
"""The folders, beside the server's own, whose entries tell something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JarWords:
    """What a jar says of itself: the class that it starts, the version of the game in it."""

    main_class: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Software:
    """`flavour` is the name of a dialect or of a proxy, "" if unknown; `sign` is what told it."""

    flavour: str = ""
    version: GameVersion | None = None
    sign: str = ""

    @property
    def is_proxy(self) -> bool:
        """Whether it is no game server."""
        return self.flavour in PROXIES


def judge(names: Iterable[str], jars: Iterable[JarWords] = ()) -> Software:
    """The software whose files are called so, from the server's folder with `/`.

    Of several versions the newest counts: updates leave the older ones behind.
    """
    names, jars = sorted(names), list(jars)
    flavour, sign = _flavour(names, jars)
    texts = [*_versions(names), *(jar.version for jar in jars)]
    versions = [version for text in texts if (version := GameVersion.parse(text))]
    return Software(flavour=flavour, version=max(versions, default=None), sign=sign)


def _flavour(names: list[str], jars: list[JarWords]) -> tuple[str, str]:
    for flavour, pattern in _SIGNS:
        for name in names:
            if pattern.fullmatch(name):
                return flavour, name
    for start, flavour in _MAIN_CLASSES:
        for jar in jars:
            if jar.main_class.startswith(start):
                return flavour, jar.main_class
    vanilla = next(filter(_VANILLA.fullmatch, names), "")
    return ("vanilla", vanilla) if vanilla else ("", "")


def _versions(names: list[str]) -> Iterator[str]:
    for pattern in (_VERSIONS, _VANILLA, *(pattern for _, pattern in _SIGNS)):
        for name in names:
            if (match := pattern.fullmatch(name)) and match.lastindex:
                yield match[match.lastindex]
    for name in names:
        if match := _NEOFORGE.fullmatch(name):
            yield _of_neoforge(int(match[1]), int(match[2]), int(match[3]))


def _of_neoforge(first: int, second: int, third: int) -> str:
    """NeoForge 21.1.77 is for 1.21.1; since the game counts by year, 26.1.2.5 is for 26.1.2."""
    if first >= _BY_YEAR:
        return f"{first}.{second}.{third}"
    return f"1.{first}.{second}"
