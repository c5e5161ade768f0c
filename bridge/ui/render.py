"""Cards as text components (minecraft-server.md D2). Pure.

A card becomes a sequence of messages, each a JSON component small enough for one command.
JSON is read by every version: from 1.21.5 on it is a subset of SNBT. What differs is the click's
key, `clickEvent` up to 1.21.4 and `click_event` after; a key of the other generation is ignored.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Final, Literal

from bridge.core.cards import CardKind, Named, Plain, Style, Words
from bridge.ui.languages import say, say_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bridge.core.cards import Button, Card, Line, Part
    from bridge.minecraft.version import GameVersion

Clicks = Literal["old", "new"]
"""Which generation of click keys a version reads."""

_COLOURS: Final[Mapping[Style, str]] = {
    Style.NORMAL: "white",
    Style.STRONG: "gold",
    Style.FAINT: "gray",
    Style.GOOD: "green",
    Style.BAD: "red",
}
_BUTTON_COLOUR: Final = "aqua"
_BY_MODEL: Final = Words("card.by_model", style=Style.FAINT)
"""A line of its own before everything in each message: what a model writes cannot push it away."""
_OTHERS: Final = str.maketrans("[]［］◆◈❖⬥⬧♦", "()（）------")
"""Our signs of a button and of a title: where a model writes them, others are shown."""
_MINIMUM: Final = 64  # bytes: a piece of text this small is moved to the next message, not cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Everything about the receiver that changes how a card is written."""

    language: str
    clicks: Clicks
    limit: int
    """Bytes of UTF-8 that one component may have."""
    press: str
    """What is put into the chat box before `<number> <card>` when a button is clicked."""


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message: its component as JSON, and the same words as plain text."""

    component: str
    plain: str


@dataclass(frozen=True, slots=True)
class _Segment:
    text: str
    colour: str
    click: str | None = None
    translate: str | None = None
    """The client's own key for `text`; such a segment is never cut."""


def render(card: Card, card_id: str, look: Look) -> tuple[Message, ...]:
    """The messages that show `card`; `card_id` is what a click names it by."""
    head = (_mark(look), _BREAK) if card.by_model else ()
    return tuple(_pack(_segments(card, card_id, look), look, head))


def bar(words: Words | None, language: str) -> str:
    """A component for the action bar: one sentence of ours, or nothing to clear it."""
    text = "" if words is None else say(words, language)
    colour = {} if words is None else {"color": _COLOURS[Style.FAINT]}
    return _dumps({"text": text, **colour})


def clicks_of(version: GameVersion | None) -> Clicks:
    """The generation that a version reads; of an unknown one, what most packs run on."""
    return "new" if version is not None and version.text_is_snbt else "old"


def plain(card: Card, language: str) -> str:
    """The same words for a terminal, a line for each of the card's."""
    rows: list[Line] = [(_BY_MODEL,)] if card.by_model else []
    if card.title:
        rows.append(card.title)
    rows.extend(card.lines)
    texts = ["".join(_said(part, card, language) for part in row) for row in rows]
    texts.extend(
        f"[{number}] {say_line(button.label, language)}"
        for number, button in enumerate(card.buttons, start=1)
    )
    return "\n".join(texts)


def _segments(card: Card, card_id: str, look: Look) -> Iterator[_Segment]:
    """Everything the card says, in order; a segment that is only a line break parts the lines."""
    first = True
    for line in _lines(card):
        if not first:
            yield _BREAK
        first = False
        for part in line:
            key = part.key if isinstance(part, Named) else None
            text = _clean(_said(part, card, look.language))
            yield _Segment(text, _COLOURS[part.style], translate=key)
    for number, button in enumerate(card.buttons, start=1):
        if not first:
            yield _BREAK
        first = False
        yield from _button(number, button, card_id, look)


def _said(part: Part, card: Card, language: str) -> str:
    text = say(part, language)
    if card.by_model and isinstance(part, Plain):
        return text.translate(_OTHERS)
    return text


def _mark(look: Look) -> _Segment:
    return _Segment(say(_BY_MODEL, look.language), _COLOURS[_BY_MODEL.style])


def _lines(card: Card) -> Iterator[Line]:
    if card.title:
        mark: Line = (Plain("◆ ", Style.STRONG),) if card.kind is not CardKind.NOTICE else ()
        yield (*mark, *(_strong(part) for part in card.title))
    yield from card.lines


def _strong(part: Part) -> Part:
    if part.style is not Style.NORMAL:
        return part
    match part:
        case Words():
            return Words(part.key, part.args, Style.STRONG)
        case Plain():
            return Plain(part.text, Style.STRONG)
        case Named():
            return Named(part.key, part.text, Style.STRONG)


def _button(number: int, button: Button, card_id: str, look: Look) -> Iterator[_Segment]:
    label = _clean(say_line(button.label, look.language))
    yield _Segment(f"[{number}] {label}", _BUTTON_COLOUR, f"{look.press} {number} {card_id}")


_dumps: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_FRAME: Final = len(_dumps([{"text": "", "color": "light_purple"}]))
_BREAK: Final = _Segment("\n", _COLOURS[Style.NORMAL])


def _clean(text: str) -> str:
    """One line without codes: what a pack wrote cannot colour or break our lines."""
    return "".join(character for character in text if character.isprintable() and character != "§")


def _pack(
    segments: Iterable[_Segment], look: Look, head: tuple[_Segment, ...]
) -> Iterator[Message]:
    """Fill messages up to the limit; cut between lines, a line that fits no message inside it.

    Each begins with `head`.
    """
    pending = list(segments)
    pending.reverse()
    current = list(head)
    most = empty = _FRAME + sum(_most(each, look) for each in head)
    while pending:
        segment = pending.pop()
        if segment is _BREAK and len(current) == len(head):
            continue
        most += _most(segment, look)
        if most <= look.limit or _size((*current, segment), look) <= look.limit:
            current.append(segment)
            continue
        begun = _begun_line(current, head)
        if begun and _size((*head, *begun, *_rest_of_line(segment, pending)), look) <= look.limit:
            pending.append(segment)
            pending.extend(reversed(begun))
            yield _message(current[: -len(begun)], look)
            current = list(head)
            continue
        is_new = len(current) == len(head)
        if segment.translate is not None and is_new:
            # It fits no message whole; cut, it would name nothing.
            pending.append(replace(segment, translate=None))
            continue
        piece, tail = _cut(segment, look.limit - _size((*current, _emptied(segment)), look))
        if piece and (is_new or len(piece.text.encode()) >= _MINIMUM):
            current.append(piece)
            pending.append(tail)
        elif not is_new:
            pending.append(segment)
        yield _message(current, look)
        current = list(head)
        most = empty
    if len(current) > len(head):
        yield _message(current, look)


def _begun_line(current: Sequence[_Segment], head: tuple[_Segment, ...]) -> list[_Segment]:
    """What the last line of a message has so far; nothing where it is the message's only one."""
    begun: list[_Segment] = []
    for segment in reversed(current[len(head) :]):
        if segment is _BREAK:
            return begun[::-1]
        begun.append(segment)
    return []


def _rest_of_line(segment: _Segment, pending: Sequence[_Segment]) -> Iterator[_Segment]:
    """`segment` and what follows it on its line; `pending` is in reverse."""
    yield segment
    yield from takewhile(lambda each: each is not _BREAK, reversed(pending))


def _emptied(segment: _Segment) -> _Segment:
    return _Segment("", segment.colour, segment.click)


def _cut(segment: _Segment, room: int) -> tuple[_Segment | None, _Segment]:
    """The longest head whose escaped text has at most `room` bytes, preferably whole words; where
    it can be, no accent or sign of colour is parted from what it stands on.
    """
    used = 0
    end = 0
    if segment.translate is not None:
        return None, segment
    for character in segment.text:
        used += len(_dumps(character).encode()) - 2
        if used > room:
            break
        end += 1
    blank = segment.text.rfind(" ", 0, end)
    if end < len(segment.text) and blank >= end // 2 > 0:
        end = blank + 1
    else:
        end = _border(segment.text, end)
    head = _Segment(segment.text[:end], segment.colour, segment.click) if end else None
    return head, _Segment(segment.text[end:], segment.colour, segment.click)


def _border(text: str, end: int) -> int:
    """The last place up to `end` where one written character ends; `end` where there is none."""
    place = end
    while 0 < place < len(text) and _leans(text[place]):
        place -= 1
    return place or end


def _leans(character: str) -> bool:
    """Whether it is written on the one before: accents, variation selectors, colours of skin."""
    return unicodedata.category(character)[0] == "M" or "\U0001f3fb" <= character <= "\U0001f3ff"


def _message(segments: list[_Segment], look: Look) -> Message:
    while segments and segments[-1] is _BREAK:
        segments.pop()
    return Message(_json(segments, look), "".join(segment.text for segment in segments))


def _size(segments: Sequence[_Segment], look: Look) -> int:
    return len(_json(segments, look).encode())


def _most(segment: _Segment, look: Look) -> int:
    """What a segment adds to a message at most: whether it needs its colour is known later."""
    component = _component(segment, "", look.clicks)
    return len(_dumps(component).encode()) + 1


def _json(segments: Sequence[_Segment], look: Look) -> str:
    """A list, whose first element hands its colour on: the one that is asked for most often."""
    colours = Counter(segment.colour for segment in segments if segment is not _BREAK)
    inherited = colours.most_common(1)[0][0] if colours else ""
    components: list[object] = [{"text": "", "color": inherited} if inherited else ""]
    components.extend(_component(segment, inherited, look.clicks) for segment in segments)
    return _dumps(components)


def _component(segment: _Segment, inherited: str, clicks: Clicks) -> object:
    if segment is _BREAK:
        return "\n"
    if segment.colour == inherited and segment.click is None and segment.translate is None:
        return segment.text
    # `fallback` is read since 1.19.4; before, an unknown key is shown itself.
    component: dict[str, object] = (
        {"text": segment.text}
        if segment.translate is None
        else {"translate": segment.translate, "fallback": segment.text}
    )
    if segment.colour != inherited:
        component["color"] = segment.colour
    if segment.click is not None:
        key, command = ("clickEvent", "value") if clicks == "old" else ("click_event", "command")
        component[key] = {"action": "suggest_command", command: segment.click}
    return component
