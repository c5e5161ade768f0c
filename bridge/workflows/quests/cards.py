"""Cards about quests: of each, nothing but what the shelf tells. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words
from bridge.modules.repeating import repeated
from bridge.quests.shelf import State

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bridge.core.cards import Line, Part
    from bridge.quests.model import Quest, Task
    from bridge.quests.nearest import Missing, Step
    from bridge.quests.shelf import Shelf

PAGE: Final = 8
"""Quests on one card: what fits one command and a chat window."""
DESCRIPTION: Final = 900
"""Characters of a description; the book in the game has the rest."""
ITEMS: Final = 20
"""Tasks, rewards or needed quests on one card; what more there is, is counted."""
STEPS: Final = 5
"""Quests to do next on one card."""
MISSING: Final = 3
"""Open tasks of each of them."""
ALL: Final = "all"
"""The input by which an administrator asks for what is hidden, too."""

_UNITS: Final = ((86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds"))


def listing(shelf: Shelf, quests: Sequence[Quest], *, text: str, page: int) -> Card:
    """A page (from 1) of quests that match `text`, or of all where it is empty."""
    pages = max(1, -(-len(quests) // PAGE))
    page = min(max(page, 1), pages)
    shown = quests[(page - 1) * PAGE : page * PAGE]
    buttons = [Button(_named(shelf, quest), _open(shelf, quest)) for quest in shown]
    if page < pages:
        onward = {"page": str(page + 1)} | ({"text": text} if text else {}) | _all(shelf)
        label = Words("quests.more", {"page": page + 1, "pages": pages})
        buttons.append(Button((label,), Run("system:quests", onward)))
    heading = Words("quests.about", {"text": repeated(text)}) if text else Words("quests.all")
    count: Part = Words("quests.count", {"count": len(quests)}, Style.FAINT)
    return Card(
        kind=CardKind.LIST,
        title=(heading, count),
        lines=tuple(_age(shelf)),
        buttons=tuple(buttons),
    )


def upcoming(shelf: Shelf, steps: Sequence[Step]) -> Card:
    """What to do next, the nearest to done first, with what each still needs."""
    shown = steps[:STEPS]
    return Card(
        kind=CardKind.LIST,
        title=(
            Words("quests.next"),
            Words("quests.startable", {"count": len(steps)}, Style.FAINT),
        ),
        lines=(*(_upcoming(step) for step in shown if step.missing), *_age(shelf)),
        buttons=tuple(
            Button(
                (*_named(shelf, step.quest), Plain(f"  {int(step.share * 100)} %", Style.FAINT)),
                _open(shelf, step.quest),
            )
            for step in shown
        ),
    )


def _upcoming(step: Step) -> Line:
    missing = ", ".join(_left(each) for each in step.missing[:MISSING])
    more = f" … (+{len(step.missing) - MISSING})" if len(step.missing) > MISSING else ""
    return (Plain(f"{step.quest.title}: ", Style.STRONG), Plain(f"{missing}{more}"))


def _left(missing: Missing) -> str:
    task = missing.task
    return f"{task.title} ({missing.have}/{task.amount})" if missing.have else task.title


def choices(shelf: Shelf, quests: Iterable[Quest], *, text: str) -> Card:
    """Several quests that a title could mean."""
    return _options(shelf, quests, Words("quest.several", {"text": repeated(text)}))


def suggestions(shelf: Shelf, quests: Iterable[Quest], *, text: str) -> Card:
    """Quests about something that no quest is called."""
    return _options(shelf, quests, Words("quest.did_you_mean", {"text": repeated(text)}))


def _options(shelf: Shelf, quests: Iterable[Quest], heading: Words) -> Card:
    return Card(
        kind=CardKind.OPTIONS,
        title=(heading,),
        buttons=tuple(Button(_named(shelf, quest), _open(shelf, quest)) for quest in quests),
    )


def nothing(text: str) -> Card:
    """No quest matches; the word that was looked for is repeated, once."""
    return Card(
        kind=CardKind.NOTICE,
        lines=((Words("quests.none", {"text": repeated(text)}),),),
        buttons=(Button((Words("quests.all"),), Run("system:quests")),),
    )


def detail(shelf: Shelf, quest: Quest) -> Card:
    """One quest: where it is, what it says, what it asks, what it gives, what it needs."""
    return Card(
        kind=CardKind.ANSWER,
        title=(
            *_mark(shelf, quest),
            Plain(quest.title),
            Plain(f"  {shelf.chapter_title(quest)}", Style.FAINT),
        ),
        lines=(*_body(shelf, quest), *_standing(shelf, quest), *_age(shelf)),
        buttons=tuple(
            Button((Words("quest.needs"), Plain(other.title)), _open(shelf, other))
            for other in shelf.needed_by(quest)[:ITEMS]
        ),
    )


def _body(shelf: Shelf, quest: Quest) -> Iterator[Line]:
    if quest.subtitle:
        yield (Plain(quest.subtitle, Style.FAINT),)
    if shelf.tells_details(quest):
        if shelf.tells_text(quest):
            yield from _description(quest.description)
        yield from _items("quest.tasks", [_task(shelf, task) for task in quest.tasks])
        yield from _items(
            "quest.rewards",
            [(Plain("- ", Style.FAINT), Plain(reward.title)) for reward in quest.rewards],
        )
    else:
        yield (Words("quest.details_hidden", style=Style.FAINT),)
    needed = shelf.needed_by(quest)
    if len(needed) > ITEMS:
        yield (Words("quest.needs"), _more(len(needed)))
    if len(needed) > 1 and quest.requirement.startswith("one_"):
        yield (Words("quest.one_is_enough", style=Style.FAINT),)


def _task(shelf: Shelf, task: Task) -> Line:
    done = shelf.is_done(task)
    parts: list[Part] = [Plain("✔ ", Style.GOOD) if done else Plain("- ", Style.FAINT)]
    parts.append(Plain(task.title))
    if not done and (counted := shelf.counted(task)):
        parts.append(Plain(f" {counted}/{task.amount}", Style.FAINT))
    if task.optional:
        parts.append(Words("quest.optional", style=Style.FAINT))
    return tuple(parts)


def _standing(shelf: Shelf, quest: Quest) -> Iterator[Line]:
    """Done, startable, or what comes first."""
    match shelf.state(quest):
        case State.DONE:
            yield (Words("quest.done", style=Style.GOOD),)
        case State.STARTABLE:
            yield (Words("quest.startable", style=Style.GOOD),)
        case State.LOCKED:
            if pause := shelf.pause(quest):
                yield (_counted("quest.again", pause),)
                return
            blocking = ", ".join(each.title for each in shelf.blocked_by(quest)[:ITEMS])
            if blocking:
                yield (Words("quest.blocked", style=Style.BAD), Plain(blocking))
            else:
                yield (Words("quest.locked", style=Style.FAINT),)


def _age(shelf: Shelf) -> Iterator[Line]:
    """How old what is known of the progress is."""
    if shelf.age.seconds is not None:
        yield (_counted("quest.saved", shelf.age.seconds),)
    if shelf.age.problem:
        yield (Words("quest.unreadable", style=Style.BAD),)


def _counted(key: str, seconds: float) -> Words:
    """A sentence about a time, in the largest unit that it has one of."""
    for length, unit in _UNITS:
        if seconds >= length:
            return Words(f"{key}.{unit}", {"count": int(seconds // length)}, Style.FAINT)
    return Words(f"{key}.seconds", {"count": 1}, Style.FAINT)


def _description(lines: Iterable[str]) -> Iterator[Line]:
    left = DESCRIPTION
    for line in lines:
        if not line.strip():
            continue
        if len(line) > left:
            yield (Plain(line[:left].rstrip()), Plain(" …", Style.FAINT))
            return
        left -= len(line)
        yield (Plain(line),)


def _items(heading: str, items: Sequence[Line]) -> Iterator[Line]:
    if not items:
        return
    yield (Words(heading, style=Style.STRONG),)
    yield from items[:ITEMS]
    if len(items) > ITEMS:
        yield (_more(len(items)),)


def _more(count: int) -> Plain:
    return Plain(f"… (+{count - ITEMS})", Style.FAINT)


def _mark(shelf: Shelf, quest: Quest) -> Line:
    """Done quests are told from the others at a glance."""
    return (Plain("✔ ", Style.GOOD),) if shelf.state(quest) is State.DONE else ()


def _named(shelf: Shelf, quest: Quest) -> Line:
    """The title, with its chapter beside it: many quests share a title."""
    chapter = Plain(f" ({shelf.chapter_title(quest)})", Style.FAINT)
    return (*_mark(shelf, quest), Plain(quest.title), chapter)


def _all(shelf: Shelf) -> dict[str, str]:
    """What goes on with an administrator's question for all."""
    return {ALL: "yes"} if shelf.everything else {}


def _open(shelf: Shelf, quest: Quest) -> Run:
    return Run("system:quest", {"quest": quest.id} | _all(shelf))
