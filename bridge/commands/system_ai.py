"""`/system ai`: its six forms in one table, parsing, completion (spec 2; contract section 4). Pure.

The same text is read from the console's echo, the socket, chat and the shell; the shell's begins
with `ai`, the others with `system ai`, with or without a slash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.access.orders import (
    MAX_LIMIT,
    Reset,
    SetAi,
    SetDefault,
    SetFreeChat,
    SetLimit,
    ShowDefault,
    Status,
    SystemAi,
)
from bridge.commands.grammar import (
    Choice,
    Form,
    Literal,
    NoForm,
    Number,
    Problem,
    Token,
    Who,
    offers,
    tokens,
)
from bridge.commands.grammar import (
    parse as parse_words,
)
from bridge.core.cards import Words
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Collection

    from bridge.core.cards import Line

LEVEL = 2
"""The permission level that every form needs."""

_PREFIX = (Literal("system"), Literal("ai"))
_BEGINNING = "system ai "
_PLAYER = (*_PREFIX, Who(reserved=("default",)))
_SWITCH = Choice({"enable": True, "disable": False})
_MODES = Choice({str(mode): mode for mode in Mode}, name="mode")


def _default(mode: Mode | None = None) -> SystemAi:
    return ShowDefault() if mode is None else SetDefault(mode)


FORMS: tuple[Form[SystemAi], ...] = (
    Form(
        slots=(*_PREFIX, Literal("default"), _MODES),
        optional=1,
        build=_default,
        help="access.help.default",
    ),
    Form(slots=(*_PLAYER, _SWITCH), build=SetAi, help="access.help.ai"),
    Form(
        slots=(*_PLAYER, Literal("freechat"), _SWITCH),
        build=SetFreeChat,
        help="access.help.freechat",
    ),
    Form(
        slots=(*_PLAYER, Literal("limit"), Number("count", MAX_LIMIT)),
        build=SetLimit,
        help="access.help.limit",
    ),
    Form(slots=(*_PLAYER, Literal("status")), optional=1, build=Status, help="access.help.status"),
    Form(slots=(*_PLAYER, Literal("reset")), build=Reset, help="access.help.reset"),
)

_SHOWN_WORD = 40
"""How much of a wrong word is repeated."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """No command: what is wrong, with which word ("" if one is missing), and how it is written."""

    problem: Problem
    word: str
    usage: str

    @property
    def line(self) -> Line:
        """The one line that answers it."""
        args = {"word": self.word} if self.word else {}
        return (Words(f"access.malformed.{self.problem}", {**args, "usage": self.usage}),)


@dataclass(frozen=True, slots=True)
class Completion:
    """What may stand in place of the text from `start` (characters from 0) to the cursor."""

    items: tuple[str, ...]
    start: int


def addressed(text: str) -> bool:
    """Whether the text is `/system ai`, well-formed or not."""
    return [token.text.lower() for token in _words(text)[:2]] == ["system", "ai"]


def parse(text: str) -> SystemAi | Malformed:
    """What the text orders."""
    outcome = parse_words(FORMS, [token.text for token in _words(text)])
    if not isinstance(outcome, NoForm):
        return outcome
    mismatch = outcome.mismatch
    return Malformed(mismatch.problem, _plain(mismatch.word), _joined(outcome.usages))


def complete(text: str, cursor: int, players: Collection[str]) -> Completion:
    """What the word at the cursor may become; `players` are the names that are offered."""
    before = text[: max(cursor, 0)]
    words = _words(before)
    begun = Token("", len(before))
    if words and not before[-1].isspace():
        begun = words.pop()
    items = offers(FORMS, [token.text for token in words], begun.text, players)
    return Completion(items, begun.start)


def _words(text: str) -> list[Token]:
    """The words without the slash; the shell's leave out `system`."""
    words = tokens(text)
    if not words:
        return []
    first = words[0]
    if first.text.startswith(("/", "／")):
        words[0] = Token(first.text[1:], first.start + 1)
    elif first.text.lower() == "ai":
        words.insert(0, Token("system", first.start))
    return words


def _joined(usages: tuple[str, ...]) -> str:
    first, *others = usages
    return " | ".join(("/" + first, *(usage.removeprefix(_BEGINNING) for usage in others)))


def _plain(word: str) -> str:
    """The word as it may be repeated: short, and without formatting codes."""
    return "".join(c for c in word if c.isprintable() and c != "§")[:_SHOWN_WORD]
