from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.dialects.flavours import DIALECTS, PROXIES
from bridge.minecraft.version import GameVersion
from bridge.setup.flavours import JarWords, judge


def test_the_most_special_kind_counts_and_the_newest_version() -> None:
    names = ["bukkit.yml", "paper.yml", "purpur.yml", "versions/1.19.4/x", "versions/1.20.1/x"]
    software = judge(names)
    assert (software.flavour, str(software.version)) == ("purpur", "1.20.1")
    assert software.sign == "purpur.yml"


def test_what_is_named_like_nothing_is_told_by_its_jar() -> None:
    jar = JarWords(main_class="io.papermc.paperclip.Main", version="1.21.4")
    software = judge(["server.jar"], [jar])
    assert (software.flavour, str(software.version)) == ("paper", "1.21.4")
    assert judge(["server.jar"]).flavour == ""
    assert judge([]).version is None


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("libraries/net/neoforged/neoforge/20.4.237", "1.20.4"),
        ("libraries/net/neoforged/neoforge/26.1.0.5", "26.1"),
        ("libraries/net/minecraftforge/forge/1.21-51.0.33", "1.21"),
        ("libraries/net/minecraft/server/1.21.1-20240808.144430", "1.21.1"),
        ("minecraft_server.1.7.10.jar", "1.7.10"),
        (".fabric/server/1.20.1-server.jar", "1.20.1"),
        ("cache/mojang_1.19.4.jar", "1.19.4"),
        ("versions/1.20.10000/x", "None"),
    ],
)
def test_a_version_is_read_off_the_names(name: str, version: str) -> None:
    assert str(judge([name]).version) == version


def test_a_proxy_is_none_of_the_game_servers() -> None:
    assert judge(["velocity.toml"]).is_proxy
    assert not judge(["spigot.yml"]).is_proxy


@given(st.lists(st.text(max_size=40)), st.lists(st.builds(JarWords)))
def test_any_names_have_a_known_kind_or_none(names: list[str], jars: list[JarWords]) -> None:
    software = judge(names, jars)
    assert software.flavour in {"", *DIALECTS, *PROXIES}
    assert software.version is None or isinstance(software.version, GameVersion)
