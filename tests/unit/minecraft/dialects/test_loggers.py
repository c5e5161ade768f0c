import pytest

from bridge.minecraft.dialects.loggers import is_game, is_script


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
    assert is_game(logger)


@pytest.mark.parametrize(
    "logger", ["KubeJS Server/", "FML", "STDOUT", "x.minecraft.Evil", "minecraftx"]
)
def test_others_are_not_the_game(logger: str) -> None:
    assert not is_game(logger)


def test_scripts_are_known_by_their_logger() -> None:
    assert is_script("KubeJS Server/")
    assert is_script("KubeJS Server")
    assert not is_script("NotKubeJS")
