"""What several sources tell is one message, what one tells twice is two."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.events import Chat, Join, Saved
from bridge.minecraft.link.heard import LOG, SCRIPT, Heard
from bridge.minecraft.link.merging import HELD_SECONDS, WINDOW_SECONDS, Merging, Stage
from tests.fakes.clock import FakeClock

PEER = "peer"


def said(text: str, source: str = LOG, player: str = "Mara") -> Heard:
    return Heard(event=Chat(player=player, text=text), source=source)


def news(merging: Merging, heard: Heard) -> bool:
    """Whether it is news; what is, is begun."""
    message = merging.admit(heard)
    if message.stage is not Stage.NEWS:
        return False
    message.stage = Stage.BEGUN
    return True


def freed(merging: Merging, peer: str) -> list[Heard]:
    return [message.heard for message in merging.gone(peer)]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def merging(clock: FakeClock) -> Merging:
    merging = Merging(clock.monotonic)
    for peer in (PEER, "one", "two"):
        merging.came(peer)
    return merging


@pytest.mark.parametrize("order", [(LOG, PEER), (PEER, LOG), (SCRIPT, LOG), (LOG, SCRIPT)])
def test_the_same_by_two_sources_is_one(merging: Merging, order: tuple[str, str]) -> None:
    first, second = order
    assert news(merging, said("hi", first))
    assert not news(merging, said("hi", second))


def test_equal_lines_of_one_source_are_as_many(merging: Merging) -> None:
    assert [news(merging, said("hi")) for _ in range(3)] == [True] * 3
    assert [news(merging, said("hi", PEER)) for _ in range(4)] == [False] * 3 + [True]


def test_codes_and_blanks_make_no_other_message(merging: Merging) -> None:
    assert news(merging, said("a  b"))
    assert not news(merging, said("\u00a7aa b ", SCRIPT))
    assert news(merging, said("a  b", player="Teo"))


def test_while_a_peer_tells_chat_the_log_does_not(merging: Merging) -> None:
    assert news(merging, said("hi", PEER))
    assert merging.peers_tell
    assert not news(merging, said("only in the log"))
    assert not news(merging, said("only in the log"))
    assert news(merging, said("only in the log", PEER))


def test_a_peer_that_tells_other_things_leaves_chat_to_the_log(merging: Merging) -> None:
    assert news(merging, Heard(event=Join(player="Mara"), source=PEER))
    assert news(merging, said("hi", SCRIPT))
    assert news(merging, said("other"))


def test_what_a_peer_did_not_tell_any_more_when_it_went_is_told_by_the_log(
    merging: Merging, clock: FakeClock
) -> None:
    news(merging, said("hi", PEER))
    news(merging, said("hi"))
    news(merging, said("early"))
    clock.advance(HELD_SECONDS + 1)
    late = said("late")
    assert not news(merging, late)
    assert freed(merging, PEER) == [late]
    assert freed(merging, PEER) == []
    assert news(merging, said("next"))


def test_what_a_peer_had_sent_before_it_went_makes_nobody_wait_for_it(merging: Merging) -> None:
    news(merging, said("hi", PEER))
    freed(merging, PEER)
    assert news(merging, said("late", PEER))
    assert not merging.peers_tell
    assert not news(merging, said("late"))
    assert news(merging, said("only in the log"))


def test_the_last_of_several_peers_sets_the_log_free(merging: Merging) -> None:
    news(merging, said("a", "one"))
    news(merging, said("b", "two"))
    held = said("c")
    news(merging, held)
    assert freed(merging, "one") == []
    assert freed(merging, "two") == [held]


def test_the_same_words_much_later_are_other_ones(merging: Merging, clock: FakeClock) -> None:
    assert news(merging, said("hi"))
    clock.advance(WINDOW_SECONDS + 1)
    assert news(merging, said("hi", PEER))


def test_other_events_pass(merging: Merging) -> None:
    assert news(merging, Heard(event=Saved()))
    assert news(merging, Heard(event=Saved(), source=PEER))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([LOG, SCRIPT])), max_size=60))
def test_each_text_is_admitted_as_often_as_the_source_that_told_it_most(
    told: list[tuple[str, str]],
) -> None:
    merging = Merging(FakeClock().monotonic)
    admitted = Counter(text for text, source in told if news(merging, said(text, source)))
    by_source = {source: Counter(t for t, s in told if s == source) for source in (LOG, SCRIPT)}
    assert admitted == by_source[LOG] | by_source[SCRIPT]
