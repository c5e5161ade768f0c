"""The six rules of visibility, in both meanings of `hide` (reference page, A5)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.quests.dependencies import NO_PROGRESS
from bridge.quests.model import (
    Book,
    Chapter,
    ChapterGroup,
    Era,
    Hiding,
    Quest,
    QuestLink,
    Requirement,
    Task,
)
from bridge.quests.visibility import (
    HideMeans,
    details_visible,
    hide_meaning,
    openly_visible,
    text_visible,
    visible,
    visible_quests,
)

COMPLETE, VISIBLE = HideMeans.COMPLETE, HideMeans.VISIBLE
BOTH = (COMPLETE, VISIBLE)


@dataclass(frozen=True)
class Done:
    """A team's progress."""

    completed: frozenset[str] = frozenset()
    started: frozenset[str] = frozenset()


def _quest(identifier: str, *dependencies: str, hiding: Hiding | None = None) -> Quest:
    tasks = tuple(Task(id=f"{identifier}{number}", type="custom", title="t") for number in range(2))
    return Quest(
        id=identifier,
        chapter="C",
        title=identifier,
        dependencies=dependencies,
        tasks=tasks,
        hiding=hiding or Hiding(),
    )


def _book(*quests: Quest, hiding: Hiding | None = None, era: Era = Era.INLINE) -> Book:
    chapter = Chapter(id="C", title="C", quests=quests, hiding=hiding or Hiding())
    return Book(era=era, locale="en_us", title="x", chapters=(chapter,))


def _seen(book: Book, hide: HideMeans, completed: str = "", started: str = "") -> str:
    progress = Done(frozenset(completed.split()), frozenset(started.split()))
    return " ".join(sorted(visible_quests(book, progress, hide)))


HIDDEN = _quest("H", hiding=Hiding(invisible=True))


@pytest.mark.parametrize("hide", BOTH)
def test_rule_1_invisible_until_completed_or_some_tasks_are(hide: HideMeans) -> None:
    assert _seen(_book(HIDDEN), hide) == ""
    assert _seen(_book(HIDDEN), hide, "H0 H1") == ""
    assert _seen(_book(HIDDEN), hide, "H") == "H"
    teased = _quest("H", hiding=Hiding(invisible=True, until_tasks=1))
    assert _seen(_book(teased), hide) == ""
    assert _seen(_book(teased), hide, "H1") == "H"


@pytest.mark.parametrize("hide", BOTH)
def test_rule_2_excluded_quests_hide_if_the_book_wants_it(hide: HideMeans) -> None:
    choice = replace(_quest("A"), maximum_dependents=1)
    book = _book(choice, _quest("X", "A"), _quest("Y", "A"))
    assert _seen(book, hide, "A X") == "A X Y"
    assert _seen(replace(book, hide_excluded=True), hide, "A X") == "A X"
    assert _seen(replace(book, hide_excluded=True), hide, "A") == "A X Y"


@pytest.mark.parametrize("hide", BOTH)
def test_rule_3_without_valid_dependencies_a_quest_is_visible(hide: HideMeans) -> None:
    strict = Hiding(until_complete=True)
    book = _book(_quest("A", hiding=strict), _quest("B", "gone", hiding=strict))
    assert _seen(book, hide) == "A B"


@pytest.mark.parametrize("hide", BOTH)
def test_rule_4_hidden_until_the_dependencies_are_complete(hide: HideMeans) -> None:
    book = _book(_quest("A"), _quest("B", "A", hiding=Hiding(until_complete=True)))
    assert _seen(book, hide) == "A"
    assert _seen(book, hide, started="A") == "A"
    assert _seen(book, hide, "A") == "A B"


@pytest.mark.parametrize("hide", BOTH)
def test_rule_5_hidden_until_the_dependencies_are_visible(hide: HideMeans) -> None:
    waits = _quest("W", "A", "H", hiding=Hiding(until_visible=True))
    book = _book(_quest("A"), HIDDEN, waits)
    assert _seen(book, hide) == "A"
    assert _seen(book, hide, "H") == "A H W"
    one = replace(waits, requirement=Requirement.ONE_COMPLETED)
    assert _seen(_book(_quest("A"), HIDDEN, one), hide) == "A W"
    two = replace(one, minimum=2)
    assert _seen(_book(_quest("A"), HIDDEN, two), hide) == "A"


@pytest.mark.parametrize("hide", BOTH)
def test_rule_6_else_one_visible_dependency_is_enough(hide: HideMeans) -> None:
    book = _book(_quest("A"), HIDDEN, _quest("W", "A", "H"), _quest("V", "H"))
    assert _seen(book, hide) == "A W"
    assert _seen(book, hide, "H") == "A H V W"


def test_the_old_hide_means_another_rule_in_each_time() -> None:
    book = _book(_quest("A"), _quest("B", "A", hiding=Hiding(legacy=True)))
    assert _seen(book, COMPLETE) == "A"
    assert _seen(book, VISIBLE) == "A B"
    assert _seen(book, COMPLETE, "A") == "A B"
    shown = _book(_quest("A"), _quest("B", "A", hiding=Hiding(legacy=False)))
    assert _seen(shown, COMPLETE) == "A B"


def test_the_chapter_decides_where_the_quest_does_not() -> None:
    quests = (_quest("A"), _quest("B", "A"), _quest("D", "A", hiding=Hiding(legacy=False)))
    until_visible = _book(*quests, hiding=Hiding(until_visible=True))
    assert _seen(until_visible, COMPLETE) == "A D"
    assert _seen(until_visible, VISIBLE) == "A B D"
    until_complete = _book(*quests, hiding=Hiding(until_complete=True))
    assert _seen(until_complete, COMPLETE) == "A D"
    assert _seen(until_complete, VISIBLE) == "A"


@pytest.mark.parametrize("hide", BOTH)
def test_tasks_count_as_visible_and_chapters_if_something_in_them_is(hide: HideMeans) -> None:
    book = _book(HIDDEN, _quest("T", "H0"), _quest("U", "0000000000000001"))
    assert _seen(book, hide) == "T U"
    other = Chapter(id="D", title="D", quests=(_quest("X", "C"),), links=())
    alone = replace(_book(HIDDEN), chapters=(*_book(HIDDEN).chapters, other))
    assert _seen(alone, hide) == ""
    assert _seen(alone, hide, "H") == "H X"


def test_a_link_and_a_group_show_their_chapter() -> None:
    linked = Chapter(id="L", title="L", group="G", links=(QuestLink(id="K", quest="A"),))
    waiting = Chapter(id="D", title="D", quests=(_quest("X", "L"), _quest("Y", "G")))
    book = replace(
        _book(_quest("A")),
        groups=(ChapterGroup(id="G", title="G"),),
        chapters=(*_book(_quest("A")).chapters, linked, waiting),
    )
    assert _seen(book, VISIBLE) == "A X Y"


@pytest.mark.parametrize("hide", BOTH)
def test_an_always_invisible_chapter_shows_nothing_to_anybody(hide: HideMeans) -> None:
    book = _book(_quest("A"))
    secret = replace(book.chapters[0], always_invisible=True)
    linking = Chapter(id="L", title="L", links=(QuestLink(id="K", quest="A"),))
    assert _seen(replace(book, chapters=(secret, linking)), hide, "A") == ""


@pytest.mark.parametrize("hide", BOTH)
def test_a_circle_does_not_show_itself_but_can_be_shown(hide: HideMeans) -> None:
    circle = (_quest("X", "Y"), _quest("Y", "X"))
    assert _seen(_book(*circle), hide) == ""
    entered = (_quest("A"), _quest("X", "Y"), _quest("Y", "X", "A"))
    assert _seen(_book(*entered), hide) == "A X Y"
    assert _seen(_book(*reversed(entered)), hide) == "A X Y"
    assert _seen(_book(_quest("S", "S")), hide) == ""


def test_two_quests_with_one_id_are_judged_by_the_first() -> None:
    book = _book(_quest("A", hiding=Hiding(invisible=True)), _quest("A"))
    assert _seen(book, VISIBLE) == ""


@pytest.mark.parametrize(
    ("minecraft", "meaning"),
    [((1, 12, 2), COMPLETE), ((1, 19, 2), COMPLETE), ((1, 20, 1), VISIBLE), ((26, 1), VISIBLE)],
)
def test_the_version_says_what_hide_means(minecraft: tuple[int, ...], meaning: HideMeans) -> None:
    assert hide_meaning(_book(), minecraft) is meaning


def test_without_a_version_the_book_says_it_and_else_more_is_hidden() -> None:
    assert hide_meaning(_book(_quest("A", hiding=Hiding(legacy=True)))) is COMPLETE
    assert hide_meaning(_book(era=Era.BINARY)) is COMPLETE
    assert hide_meaning(_book(era=Era.LANG)) is VISIBLE
    assert hide_meaning(_book(_quest("A", hiding=Hiding(until_visible=False)))) is VISIBLE
    assert hide_meaning(_book(hiding=Hiding(until_complete=True))) is VISIBLE
    assert hide_meaning(_book(hiding=Hiding(until_visible=True))) is COMPLETE


def test_what_everybody_may_see_is_what_no_progress_shows() -> None:
    book = _book(_quest("A"), HIDDEN, _quest("B", "A", hiding=Hiding(until_complete=True)))
    assert [openly_visible(book, quest) for quest in book.quests()] == [True, False, False]
    assert visible(book, "B", Done(frozenset("A")))
    assert not visible(book, "gone", NO_PROGRESS)


def test_details_wait_for_the_start_and_texts_for_the_end() -> None:
    hiding = Hiding(details_until_startable=True, text_until_complete=True)
    own = _quest("B", "A", hiding=hiding)
    free = _quest("D", "A", hiding=Hiding(details_until_startable=False, text_until_complete=False))
    book = _book(_quest("A"), own, _quest("E", "A"), free, hiding=hiding)
    quests = {quest.id: quest for quest in book.quests()}

    def shown(completed: str) -> list[tuple[bool, bool]]:
        progress = Done(frozenset(completed))
        return [
            (
                details_visible(book, quests[each], progress),
                text_visible(book, quests[each], progress),
            )
            for each in "ABED"
        ]

    assert shown("") == [(True, False), (False, False), (False, False), (True, True)]
    assert shown("A") == [(True, True), (True, False), (True, False), (True, True)]
    assert shown("B") == [(True, False), (True, True), (False, False), (True, True)]


@st.composite
def books(draw: st.DrawFn) -> Book:
    """Small books with dependencies of every kind, circles and references to nothing."""
    names = "ABCD"
    flag = st.sampled_from((None, True, False))
    quests = [
        replace(
            _quest(
                name,
                *draw(
                    st.lists(
                        st.sampled_from((*names, "A0", "gone", "C", "K")), max_size=3, unique=True
                    )
                ),
                hiding=Hiding(
                    invisible=draw(st.booleans()),
                    until_tasks=draw(st.integers(0, 2)),
                    legacy=draw(flag),
                    until_visible=draw(flag),
                    until_complete=draw(flag),
                ),
            ),
            minimum=draw(st.integers(0, 2)),
            requirement=draw(st.sampled_from(Requirement)),
        )
        for name in names
    ]
    return _book(*quests, hiding=Hiding(until_visible=draw(flag)))


@settings(max_examples=60)
@given(books(), st.frozensets(st.sampled_from("ABCD")), st.sampled_from(BOTH))
def test_more_progress_never_hides_a_quest(
    book: Book, completed: frozenset[str], hide: HideMeans
) -> None:
    assert visible_quests(book, NO_PROGRESS, hide) <= visible_quests(book, Done(completed), hide)


@settings(max_examples=60)
@given(books(), st.sampled_from(BOTH), st.permutations(range(4)))
def test_the_order_of_the_quests_does_not_matter(
    book: Book, hide: HideMeans, order: list[int]
) -> None:
    quests = list(book.quests())
    shuffled = _book(*(quests[each] for each in order), hiding=book.chapters[0].hiding)
    assert visible_quests(shuffled, NO_PROGRESS, hide) == visible_quests(book, NO_PROGRESS, hide)
