"""The cards of `/mode`, `/history` and `/settings`. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.access import reply
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.access.effective import Because, Effective
    from bridge.core.cards import Line

MODE: Final = "system:mode"
HISTORY: Final = "system:history"
CHOSEN: Final = "choose"
"""The input that only our own commands and buttons give: what is named here is done at once."""


def mode_menu(
    access: Effective, choices: Mapping[Mode, Because | None], *said: Line, only: Mode | None = None
) -> Card:
    """All four modes; a button for each that may be chosen (or for `only` that one)."""
    offered = [mode for mode in Mode if choices[mode] is None and only in {None, mode}]
    return Card(
        kind=CardKind.LIST,
        title=(Words("preferences.mode.title"),),
        lines=(*said, *_modes(access, choices)),
        buttons=tuple(_mode_button(mode) for mode in offered),
    )


def refused(mode: Mode, why: Because) -> Line:
    """A mode that may not be chosen."""
    name = Words(f"preferences.mode.{mode}.name", style=Style.STRONG)
    return (name, Words("preferences.mode.refused"), *reply.why(why))


def settings(
    name: str,
    access: Effective,
    choices: Mapping[Mode, Because | None],
    *,
    used_today: int,
    history: bool,
) -> Card:
    """Everything that holds for a player: what administrators set is for reading alone."""
    return Card(
        kind=CardKind.LIST,
        title=(Words("preferences.settings.title"),),
        lines=(
            *reply.status(name, access, used_today),
            *_modes(access, choices),
            _history_line(on=history),
        ),
        buttons=(
            *(_mode_button(mode) for mode in Mode if choices[mode] is None),
            _history_button(on=not history),
        ),
    )


def history(*, on: bool, offered: tuple[bool, ...]) -> Card:
    """Whether history is kept, with buttons for the `offered` states."""
    return Card(
        kind=CardKind.LIST,
        title=(Words("preferences.history.title"),),
        lines=(_history_line(on=on), (Words("preferences.history.hint", style=Style.FAINT),)),
        buttons=tuple(_history_button(on=each) for each in offered),
    )


def _modes(access: Effective, choices: Mapping[Mode, Because | None]) -> Iterator[Line]:
    for mode in Mode:
        why = choices[mode]
        strong, weak = (Style.STRONG, Style.NORMAL) if why is None else (Style.FAINT, Style.FAINT)
        yield (
            Words(f"preferences.mode.{mode}.name", style=strong),
            Plain(" - ", style=Style.FAINT),
            Words(f"preferences.mode.{mode}.about", style=weak),
            *_mark(mode, access),
            *(() if why is None else (Plain(" "), *reply.why(why))),
        )


def _mark(mode: Mode, access: Effective) -> Line:
    """What is in force, and what was chosen where that is another."""
    if mode is access.mode:
        return (Plain(" "), Words("preferences.mode.in_force", style=Style.GOOD))
    if mode is access.saved_mode:
        return (Plain(" "), Words("preferences.mode.saved", style=Style.FAINT))
    return ()


def _mode_button(mode: Mode) -> Button:
    label = Words(f"preferences.mode.{mode}.choose")
    return Button((label,), Run(MODE, {CHOSEN: str(mode)}))


def _history_line(*, on: bool) -> Line:
    style = Style.GOOD if on else Style.FAINT
    return (Words(f"preferences.history.{_word(on=on)}", style=style),)


def _history_button(*, on: bool) -> Button:
    word = _word(on=on)
    return Button((Words(f"preferences.history.turn_{word}"),), Run(HISTORY, {CHOSEN: word}))


def _word(*, on: bool) -> str:
    return "on" if on else "off"
