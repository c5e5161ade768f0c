import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.version import GameVersion, Stage

IN_ORDER = [
    "1.12.2",
    "17w43a",
    "1.13-pre1",
    "1.13",
    "1.13.2",
    "1.16",
    "1.20.1",
    "24w45a",
    "1.21.4-pre1",
    "1.21.4-rc1",
    "1.21.4",
    "25w03a",
    "25w03b",
    "25w04a",
    "1.21.5-pre1",
    "1.21.5",
    "1.21.11-pre1",
    "1.21.11",
    "26.1-snapshot-1",
    "26.1",
    "26.3-snapshot-2",
    "26.3-snapshot-3",
    "26.3-pre-1",
    "26.3-rc-3",
    "26.3",
    "26.3.1",
    "26.4-snapshot-1",
]


def version(text: str) -> GameVersion:
    parsed = GameVersion.parse(text)
    assert parsed is not None
    return parsed


def test_versions_sort_as_they_were_published() -> None:
    versions = [version(text) for text in IN_ORDER]
    assert versions == sorted(versions)
    assert len(set(versions)) == len(versions)


@pytest.mark.parametrize("text", IN_ORDER)
def test_a_version_is_written_as_it_was_read(text: str) -> None:
    assert str(version(text)) == text


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("1.20.5 Pre-Release 4", "1.20.5-pre4"),
        ("1.21 Release Candidate 1", "1.21-rc1"),
        ("26.1 Snapshot 1", "26.1-snapshot-1"),
        ("1.21.11 Unobfuscated", "1.21.11"),
        ("26.3-pre-2", "26.3 Pre-Release 2"),
    ],
)
def test_long_names_are_the_same_versions(long: str, short: str) -> None:
    assert version(long) == version(short)


@pytest.mark.parametrize(
    "text", ["", "b1.8.1", "1", "1.20.x", "git-Paper-196", "1.20.1 x", "1.20-"]
)
def test_what_is_no_version_is_none(text: str) -> None:
    assert GameVersion.parse(text) is None


@given(st.text(max_size=20))
def test_no_text_fails(text: str) -> None:
    GameVersion.parse(text)


@pytest.mark.parametrize(
    ("ability", "last_without", "first_with"),
    [
        ("has_datapacks", "1.12.2", "1.13"),
        ("has_hex_colours", "1.15.2", "1.16"),
        ("text_is_snbt", "1.21.4", "1.21.5"),
        ("has_dialogs", "1.21.5", "1.21.6"),
        ("has_system_chat_prefix", "26.3-snapshot-2", "26.3-snapshot-3"),
    ],
)
def test_abilities_begin_with_a_version(ability: str, last_without: str, first_with: str) -> None:
    assert not getattr(version(last_without), ability)
    assert getattr(version(first_with), ability)
    assert getattr(version("26.4-snapshot-1"), ability)


def test_players_are_named_by_uuid_between_1_8_and_1_12_only() -> None:
    taken = {text: version(text).tellraw_takes_uuid for text in ("1.7.10", "1.8", "1.12.2", "1.13")}
    assert taken == {"1.7.10": False, "1.8": True, "1.12.2": True, "1.13": False}


def test_stages_stand_in_their_order() -> None:
    assert list(Stage) == sorted(Stage)
