"""What a model picked, kept for the same words under the same mode."""

from __future__ import annotations

from bridge.conversation.cache import RoutingCache
from bridge.core.cards import Run
from bridge.core.modes import Mode

PICK = Run("system:quests", {"text": "storage"})
STANDARD = Mode.STANDARD


def test_the_same_words_of_the_same_player_under_the_same_mode_are_found() -> None:
    cache = RoutingCache(lambda: 9)
    cache.put("Mara", STANDARD, "Where  is\tStorage", PICK)
    assert cache.get("Mara", STANDARD, "where is storage") == PICK
    assert cache.get("Mara", STANDARD, "ｗｈｅｒｅ is storage") == PICK
    assert cache.get("Teo", STANDARD, "where is storage") is None
    assert cache.get("Mara", Mode.EXTENDED, "where is storage") is None


def test_the_longest_unused_goes_first() -> None:
    cache = RoutingCache(lambda: 2)
    for text in ("a", "b"):
        cache.put("Mara", STANDARD, text, PICK)
    cache.get("Mara", STANDARD, "a")
    cache.put("Mara", STANDARD, "c", PICK)
    assert [cache.get("Mara", STANDARD, text) is None for text in "abc"] == [False, True, False]


def test_its_size_may_change_and_be_none() -> None:
    size = 3
    cache = RoutingCache(lambda: size)
    for text in ("a", "b", "c"):
        cache.put("Mara", STANDARD, text, PICK)
    size = 0
    cache.put("Mara", STANDARD, "d", PICK)
    assert all(cache.get("Mara", STANDARD, text) is None for text in "abcd")


def test_a_long_text_is_not_kept() -> None:
    cache = RoutingCache(lambda: 9)
    cache.put("Mara", STANDARD, "x" * 201, PICK)
    assert cache.get("Mara", STANDARD, "x" * 201) is None


def test_one_player_or_all_can_be_forgotten() -> None:
    cache = RoutingCache(lambda: 9)
    for player in ("Mara", "Teo"):
        cache.put(player, STANDARD, "x", PICK)
    cache.forget("Mara")
    assert cache.get("Mara", STANDARD, "x") is None
    assert cache.get("Teo", STANDARD, "x") == PICK
    cache.clear()
    assert cache.get("Teo", STANDARD, "x") is None
