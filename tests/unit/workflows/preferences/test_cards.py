"""The cards of a player's preferences."""

from __future__ import annotations

from itertools import product
from uuid import UUID

from bridge.access.effective import UNSET, Permissions, Situation
from bridge.access.rules import choices, effective
from bridge.core.cards import Run
from bridge.core.modes import Mode
from bridge.ui.render import plain
from bridge.workflows.preferences import cards
from tests.fakes.cards import runs_of
from tests.fakes.outside import Outside


def situation(default: Mode, saved: Mode, override: Permissions = UNSET) -> Situation:
    return Situation(
        default=default,
        defaults=UNSET,
        override=override,
        saved_mode=saved,
        circumstances=Outside()(UUID(int=1)),
    )


def test_the_menu_agrees_with_the_rules_and_marks_what_runs() -> None:
    for default, saved in product(Mode, Mode):
        case = situation(default, saved)
        access, menu = effective(case), choices(case, effective(case))
        card = cards.mode_menu(access, menu)
        assert [button.action for button in card.buttons] == [
            Run(cards.MODE, {cards.CHOSEN: str(mode)}) for mode in Mode if menu[mode] is None
        ]
        lines = plain(card, "en_us").splitlines()
        marked = [line for line in lines if "(in force)" in line]
        assert len(marked) == 1
        assert marked[0].startswith(access.mode.title())
        assert sum("(your choice)" in line for line in lines) == (saved is not access.mode)


def test_one_wanted_mode_has_one_button() -> None:
    case = situation(Mode.FREE, Mode.FREE)
    access = effective(case)
    card = cards.mode_menu(access, choices(case, access), only=Mode.EXTENDED)
    assert [run.input for run in runs_of(card)] == [{cards.CHOSEN: "extended"}]
