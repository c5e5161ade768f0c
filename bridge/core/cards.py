"""The structured result shown to a player. `ui` renders it, `conversation` answers its buttons.

A part of a card is `Words` (a sentence of ours, in the player's language), `Plain` (what a pack, a
player or a model wrote: shown as it is, and never put into a click or hover), or `Named` (something
of the game's own, which the client names itself).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Style(StrEnum):
    """What a part is, not how it looks; `ui` decides colours by the game's version."""

    NORMAL = "normal"
    STRONG = "strong"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Words:
    """A sentence of ours by its key in the language files; `args` fill its `{name}` places."""

    key: str
    args: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])
    style: Style = Style.NORMAL


@dataclass(frozen=True, slots=True)
class Plain:
    """Text that is not ours, already plain: no codes, no line breaks."""

    text: str
    style: Style = Style.NORMAL


@dataclass(frozen=True, slots=True)
class Named:
    """The name of something of the game's own: the client shows it in its player's language.

    `key` is the client's translation key; `text` the name as far as we know it, which stands
    wherever no client translates.
    """

    key: str
    text: str
    style: Style = Style.NORMAL


Part = Words | Plain | Named
Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Run a capability with this input, under the access the player has when pressing."""

    capability: str
    input: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Show:
    """Show a card that is there already, such as the next page of an answer."""

    card: Card


Action = Run | Show


@dataclass(frozen=True, slots=True)
class Button:
    """One numbered choice; its number is its place in the card, counted from 1."""

    label: Line
    action: Action


class CardKind(StrEnum):
    """What a card is for."""

    ANSWER = "answer"
    LIST = "list"
    OPTIONS = "options"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One answer. `title` may be empty; buttons are shown after the lines, numbered.

    `by_model`: a model wrote it, which is marked, so that it cannot pass for a server message.
    """

    kind: CardKind
    title: Line = ()
    lines: tuple[Line, ...] = ()
    buttons: tuple[Button, ...] = ()
    by_model: bool = False


def notice(key: str, **args: str | int) -> Card:
    """A card of one sentence of ours."""
    return Card(kind=CardKind.NOTICE, lines=((Words(key, args),),))
