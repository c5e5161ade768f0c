"""In which language a player is spoken to."""

from __future__ import annotations

from bridge.conversation.spoken import Spoken


def test_the_last_request_decides_and_the_servers_language_before_it() -> None:
    spoken = Spoken("en_us")
    assert spoken.of("Mara") == "en_us"
    assert spoken.heard("Mara", "有什么任务") == "zh_cn"
    assert (spoken.of("Mara"), spoken.of("Teo")) == ("zh_cn", "en_us")
    assert spoken.heard("Mara", "quests") == "en_us"
    assert spoken.of("Mara") == "en_us"


def test_on_a_chinese_server_everybody_is_spoken_to_in_chinese() -> None:
    spoken = Spoken("zh_cn")
    assert spoken.heard("Mara", "quests") == spoken.of("Mara") == spoken.of("Teo") == "zh_cn"


def test_what_was_chosen_goes_before_what_was_asked_in() -> None:
    spoken = Spoken("en_us")
    assert spoken.heard("Mara", "有什么任务", chosen="en_us") == "en_us"
    assert spoken.of("Mara", chosen="en_us") == "en_us"
    assert spoken.of("Mara") == "zh_cn"


def test_a_request_without_letters_is_in_the_language_before_it() -> None:
    spoken = Spoken("en_us")
    spoken.heard("Mara", "有什么任务")
    assert spoken.heard("Mara", "2") == spoken.heard("Mara", "２ ?!") == "zh_cn"
    assert spoken.of("Mara") == "zh_cn"
    assert spoken.heard("Mara", "2", chosen="en_us") == "en_us"
    assert spoken.heard("Teo", "2") == "en_us"
