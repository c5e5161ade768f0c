import pytest

from bridge.core.errors import UsageError
from bridge.demo.version import GameVersion


@pytest.mark.parametrize("name", ["1.20.5", "1.21", "1.21.4", "1.21.11-pre1", "26.3", "26.3-rc-1"])
def test_releases_and_their_previews_are_versions(name: str) -> None:
    assert GameVersion.parse(name).name == name


@pytest.mark.parametrize("name", ["", "1", "25w03a", "latest", "1.20.4", "1.12.2", "1.21.4 "])
def test_what_is_not_simulated_is_refused(name: str) -> None:
    with pytest.raises(UsageError):
        GameVersion.parse(name)


@pytest.mark.parametrize(
    ("name", "snbt", "dialogs", "mark"),
    [
        ("1.20.5", False, False, ""),
        ("1.21.4", False, False, ""),
        ("1.21.5", True, False, ""),
        ("1.21.6", True, True, ""),
        ("1.21.11", True, True, ""),
        ("26.2", True, True, ""),
        ("26.3", True, True, "System chat: "),
        ("27.1", True, True, "System chat: "),
    ],
)
def test_generations_begin_where_the_game_changed(
    name: str, snbt: bool, dialogs: bool, mark: str
) -> None:
    version = GameVersion.parse(name)
    assert (version.snbt_text, version.dialogs, version.system_mark) == (snbt, dialogs, mark)


def test_26_3_words_an_unknown_command_with_a_full_stop() -> None:
    assert "command, see" in GameVersion.parse("26.2").unknown_command
    assert "command. See" in GameVersion.parse("26.3").unknown_command


def test_an_unlisted_version_has_the_data_version_of_the_one_before() -> None:
    assert GameVersion.parse("1.21.4").data_version == 4189
    assert GameVersion.parse("26.3").data_version == GameVersion.parse("1.21.11").data_version
