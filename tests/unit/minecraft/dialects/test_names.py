from __future__ import annotations

import pytest

from bridge.minecraft.dialects.names import EVERY_NAME, KnownNames, OnlineNames, is_name
from tests.fakes.roster import Online


def among(*names: str) -> OnlineNames:
    return OnlineNames(Online(*names))


DECORATED = [
    ("Mara", "Mara"),
    ("[Warrior]Mara", "Mara"),
    ("[AFK] Mara", "Mara"),
    ("Mara [VIP]", "Mara"),
    ("[[Owner]] Mara", "Mara"),
    ("(staff) {x} Mara", "Mara"),
    ("【团】Mara", "Mara"),
    ("~Mara", "Mara"),
    ("✦ Mara ✦", "Mara"),
    ("[x].Juno", ".Juno"),
    ("[x] .Juno Smith", ".Juno Smith"),
    ("张三", "张三"),
    ("[x]张三", "张三"),
    ("Jo", "Jo"),
]


@pytest.mark.parametrize(("display", "player"), DECORATED)
def test_decoration_is_taken_off_by_rule(display: str, player: str) -> None:
    assert EVERY_NAME.shown(display) == player
    assert EVERY_NAME.stated(display) == player


@pytest.mark.parametrize(("display", "player"), DECORATED)
def test_decoration_is_taken_off_by_who_is_online(display: str, player: str) -> None:
    names = among("Someone", player)
    assert names.shown(display) == player
    assert names.stated(display) == player


@pytest.mark.parametrize(
    ("display", "player"),
    [("Server Owner Mara", "Mara"), ("Dr. Mara", "Mara"), ("Mara the Great of Old", "Mara")],
)
def test_words_around_a_name_are_allowed_inside_chat_brackets(display: str, player: str) -> None:
    assert among(player).shown(display) == player


def test_without_knowing_who_is_online_words_are_taken_off_only_where_no_name_has_so_many() -> None:
    assert EVERY_NAME.shown("Juno Smith") == "Juno Smith"
    assert EVERY_NAME.shown("Owner of it all Mara") == "Mara"
    assert EVERY_NAME.stated("Owner of it all Mara") is None


@pytest.mark.parametrize(
    "display", ["", "[Mara]", "***", "Mara: hi", "a" * 40, "Mara was slain by Teo"]
)
def test_what_is_no_name_opens_no_sentence(display: str) -> None:
    assert EVERY_NAME.stated(display) is None


def test_the_longest_online_name_wins() -> None:
    assert among("Mara", "Amara", "ra").shown("[x] Amara") == "Amara"
    assert among("Smith", "Juno Smith").shown("[x] Juno Smith") == "Juno Smith"


def test_a_part_of_a_word_is_no_name() -> None:
    names = among("Mara")
    for display in ("xMara", "Mara2", "_Mara", ".Mara", "Samara", "Mara-x"):
        assert names.shown(display) is None
        assert names.stated(display) is None


def test_who_is_not_online_is_nobody() -> None:
    names = among("Mara")
    assert names.shown("Teo") is None
    assert names.exact("Teo") is None
    assert names.opening("Teo waves") is None


def test_a_sentence_shaped_by_a_mobs_name_names_nobody() -> None:
    names = among("Mara", "Teo")
    assert names.stated("Mara was slain by Teo") is None
    assert names.stated("Mara was slain by") is None
    assert names.stated("Admin Mara") == "Mara"
    assert names.moved("Mara was slain by Teo") is None


def test_who_comes_need_not_be_known() -> None:
    assert among("Mara").moved("[x]Teo") == "Teo"


def test_who_is_let_in_counts_before_being_in_the_game() -> None:
    names = OnlineNames(Online(), {"Mara": None})
    assert names.shown("[x] Mara") == "Mara"


@pytest.mark.parametrize(
    ("text", "player", "rest"),
    [
        ("Mara waves", "Mara", "waves"),
        ("[x] Mara waves at Teo", "Mara", "waves at Teo"),
        ("Mara [VIP] waves", "Mara", "[VIP] waves"),
        (".Juno waves", ".Juno", "waves"),
    ],
)
def test_a_text_is_split_behind_the_name_it_begins_with(text: str, player: str, rest: str) -> None:
    assert EVERY_NAME.opening(text) == (player, rest)
    assert among(player).opening(text) == (player, rest)


def test_a_name_with_blanks_is_split_whole_where_it_is_known() -> None:
    assert among("Juno", "Juno Smith").opening("Juno Smith waves") == ("Juno Smith", "waves")


def test_names_have_a_longest_length() -> None:
    assert is_name("a" * 16)
    assert not is_name("a" * 18)
    assert not is_name("Juno Smith the third of a long line")


@pytest.mark.parametrize("name", ["Teo[x]", "[x]Teo", "~Teo", "Teo(x)", "[Teo]", "a,b"])
def test_an_online_name_that_looks_decorated_is_taken_as_it_is(name: str) -> None:
    online = among("Teo", name)
    for names in (online, KnownNames(online)):
        assert names.exact(name) == name
        assert names.shown(name) == name
        assert names.stated(name) == name
        assert names.moved(name) == name
        assert names.opening(f"{name} waves") == (name, "waves")
        assert names.shown("[y] Teo") == "Teo"
    assert KnownNames(online).shown("[x] Ghost") == "Ghost"
    assert KnownNames(online).exact("Ghost") == "Ghost"
    assert KnownNames(online).opening("[x] Ghost waves") == ("Ghost", "waves")
