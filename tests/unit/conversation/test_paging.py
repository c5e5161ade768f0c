"""Long answers in readable pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from bridge.conversation.paging import BYTES, ROWS, paged
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Show, Style
from bridge.ui.languages import say_line
from bridge.ui.markdown import lines_of
from bridge.ui.render import Look, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.core.cards import Line

OWN = Button((Plain("own"),), Run("system:help"))


def answer(*lines: str, buttons: tuple[Button, ...] = ()) -> Card:
    return Card(
        kind=CardKind.ANSWER,
        lines=tuple((Plain(line),) for line in lines),
        buttons=buttons,
        by_model=True,
    )


def pages(card: Card) -> Iterator[Card]:
    while True:
        yield card
        match card.buttons:
            case (Button(action=Show(card=following)),):
                card = following
            case _:
                return


def words(lines: tuple[Line, ...]) -> list[str]:
    return "".join(say_line(line, "en_us") + " " for line in lines).split()


def test_a_short_answer_is_one_page() -> None:
    card = answer("Use drawers.", buttons=(OWN,))
    assert paged(card) is card


def test_a_card_of_ours_stays_whole() -> None:
    card = Card(kind=CardKind.LIST, lines=((Plain("x"),),) * 100)
    assert paged(card) is card


def test_a_long_answer_is_pages_with_a_button_and_its_own_buttons_are_on_the_last() -> None:
    card = answer(*(f"line {number}" for number in range(30)), buttons=(OWN,))
    first, second, third = pages(paged(card))
    assert [len(page.lines) for page in (first, second, third)] == [12, 12, 6]
    assert [say_line(page.buttons[0].label, "en_us") for page in (first, second, third)] == [
        *("More (2/3)", "More (3/3)", "own"),
    ]
    assert all(page.by_model for page in (first, second, third))


def test_one_long_line_is_parted_at_the_end_of_a_sentence() -> None:
    card = answer("Put iron into the furnace and wait. " * 60)
    parts = list(pages(paged(card)))
    assert len(parts) > 2
    for page in parts:
        assert say_line(page.lines[-1], "en_us").rstrip().endswith("wait.")


def test_chinese_counts_its_width_and_its_bytes() -> None:
    parts = list(pages(paged(answer("把铁放进熔炉里。" * 100))))
    assert len(parts) > 2
    for page in parts[:-1]:
        assert say_line(page.lines[-1], "zh_cn").endswith("。")


@given(
    st.lists(
        st.text(st.sampled_from("ab c.。鐵🙂é"), min_size=1, max_size=900), min_size=1, max_size=30
    )
)
def test_nothing_is_lost_and_each_page_fits(lines: list[str]) -> None:
    card = answer(*lines)
    shown = list(pages(paged(card)))
    together = tuple(line for page in shown for line in page.lines)
    assert "".join(words(together)) == "".join(words(card.lines))
    for page in shown:
        text = [say_line(line, "en_us") for line in page.lines]
        assert len(page.lines) <= ROWS
        assert sum(len(line.encode()) for line in text) <= BYTES


@given(st.text(max_size=4000))
def test_a_page_of_whatever_a_model_writes_is_one_command_or_little_more(text: str) -> None:
    card = Card(kind=CardKind.ANSWER, lines=lines_of(text), by_model=True)
    look = Look(language="zh_cn", clicks="new", limit=1400, press="@ai")
    for page in pages(paged(card)):
        assert len(render(page, "abc", look)) <= 4


def test_styles_survive_the_parting() -> None:
    line: Line = (Plain("a " * 300, Style.STRONG), Plain("b " * 300, Style.GOOD))
    card = Card(kind=CardKind.ANSWER, lines=(line,), by_model=True)
    parts = [part for page in pages(paged(card)) for each in page.lines for part in each]
    assert {(part.text.strip()[0], part.style) for part in parts if isinstance(part, Plain)} == {
        ("a", Style.STRONG),
        ("b", Style.GOOD),
    }
