"""Each player sees the book by their team's progress, and teams share what they can."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.quests import views as quest_views
from bridge.quests.model import Book, Chapter, Era, Hiding, Quest
from bridge.quests.progress import TeamProgress
from bridge.quests.saves import Saved
from bridge.quests.shelf import Stock
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.quests.views import Views
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    import pytest

MARA, TEO = UUID(int=1), UUID(int=2)
BOOK = Book(
    era=Era.LANG,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(
            id="C",
            title="C",
            quests=(
                Quest(id="A", chapter="C", title="Iron"),
                Quest(
                    id="B",
                    chapter="C",
                    title="Zinc",
                    dependencies=("A",),
                    hiding=Hiding(until_complete=True),
                ),
            ),
        ),
    ),
)
STOCK = Stock(BOOK)


class Kept:
    """`Saves` whose content a test sets."""

    def __init__(self) -> None:
        self.saved: dict[UUID, Saved] = {}

    async def of(self, player: UUID) -> Saved:
        return self.saved.get(player, Saved(progress=TeamProgress()))


def save(*done: str, team: str) -> Saved:
    return Saved(progress=TeamProgress(completed=frozenset(done)), team=team, age=3)


def views() -> tuple[Views, Kept]:
    kept = Kept()
    return Views(kept, clock=FakeClock()), kept


async def seen(of: Views, viewer: Viewer) -> list[str]:
    return [quest.id for quest in (await of.of(STOCK, viewer)).open_quests]


async def test_what_is_done_shows_more_to_that_team_alone() -> None:
    of, kept = views()
    kept.saved[MARA] = save("A", team="1")
    assert await seen(of, Viewer(uuid=MARA)) == ["A", "B"]
    assert await seen(of, Viewer(uuid=TEO)) == ["A"]
    assert await seen(of, ANYBODY) == ["A"]
    assert await seen(of, Viewer(uuid=TEO, everything=True)) == ["A", "B"]
    shelf = await of.of(STOCK, Viewer(uuid=TEO))
    assert shelf.find("zinc") == shelf.named("zinc") == ()
    assert shelf.age.seconds is None


async def test_a_view_is_made_once_for_a_team_and_again_when_its_save_changed() -> None:
    of, kept = views()
    kept.saved[MARA] = kept.saved[TEO] = save("A", team="1")
    first = await of.of(STOCK, Viewer(uuid=MARA))
    assert (await of.of(STOCK, Viewer(uuid=TEO))).sight is first.sight
    assert first.age.seconds == 3
    kept.saved[MARA] = save(team="1")
    assert await seen(of, Viewer(uuid=MARA)) == ["A"]
    other = await of.of(Stock(BOOK), Viewer(uuid=MARA))
    assert other.stock is not STOCK


async def test_what_the_order_of_a_list_costs_is_paid_once_for_a_team(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []

    def startable(_book: Book, quest: Quest, _progress: TeamProgress) -> bool:
        looked.append(quest.id)
        return True

    monkeypatch.setattr("bridge.quests.shelf.startable", startable)
    of, _ = views()
    for _ in range(3):
        shelf = await of.of(STOCK, Viewer(uuid=MARA))
        assert [quest.id for quest in shelf.listed] == ["A"]
    assert looked == ["A"]


async def test_only_so_many_views_are_kept() -> None:
    of, kept = views()
    for number in range(quest_views.MOST + 5):
        kept.saved[UUID(int=number)] = save("A", team=str(number))
        assert await seen(of, Viewer(uuid=UUID(int=number))) == ["A", "B"]
    assert len(of._kept) == quest_views.MOST  # pyright: ignore[reportPrivateUsage] - how many are kept is nowhere else
