from uuid import UUID

import pytest

from bridge.demo import entity_data
from bridge.demo.reader import CommandError

DATA = entity_data.of_player(UUID("00000001-ffff-ffff-0000-000200000003"), data_version=4189)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Health", "20.0f"),
        ("Pos", "[0.5d, 64.0d, 0.5d]"),
        ("Pos[1]", "64.0d"),
        ("Pos[-1]", "0.5d"),
        ("Dimension", '"minecraft:overworld"'),
        ("UUID", "[I; 1, -1, 2, 3]"),
        ("Inventory", "[]"),
    ],
)
def test_fields_are_shown_as_the_game_prints_them(path: str, text: str) -> None:
    assert entity_data.text(entity_data.at_path(DATA, path)) == text


def test_no_path_shows_everything() -> None:
    text = entity_data.text(entity_data.at_path(DATA, ""))
    assert text.startswith("{DataVersion: 4189, ")
    assert "Pos: [0.5d, 64.0d, 0.5d]" in text


@pytest.mark.parametrize(
    "path", ["Nope", "Pos[3]", "Pos.x", "Health[0]", "Health.x", "Pos[", "[0]"]
)
def test_a_path_to_nothing_is_an_error(path: str) -> None:
    with pytest.raises(CommandError) as caught:
        entity_data.at_path(DATA, path)
    assert caught.value.problem == f"Found no elements matching {path}"
