"""`/items`, `/sources`, `/uses` and `/craft`, answered from the index alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from bridge.commands.explicit import Argument, Command
from bridge.core.cards import Style, Words
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bridge.core.actors import Player
    from bridge.core.cards import Card
    from bridge.items.find import Hit
    from bridge.items.labels import Label
    from bridge.items.library import Building, Missing
    from bridge.items.origins import Ways
    from bridge.items.resolving import Meant
    from bridge.items.store import ItemStore
    from bridge.items.tree import Plan
    from bridge.items.uses import Uses
    from bridge.modules.workflow import Call
    from bridge.workflows.items.rewards import QuestReward, QuestRewards

T = TypeVar("T")

MOST: Final = 9_999
"""Of how many it is told what they take."""
_COUNT: Final = re.compile(r"[0-9]{1,15}")
_COUNTED: Final = re.compile(r"([0-9]{1,15})\s*(?:[x×*个]\s*|\s)(\S.*)", re.I | re.S)
_COUNTED_BEHIND: Final = re.compile(
    r"(\S.*?)(?:\s+[x×*]?\s?|[x×*]\s?)([0-9]{1,15})\s?[x×个]?", re.I | re.S
)

ITEMS = Command(
    name="items",
    usage="command.items.usage",
    summary="command.items.summary",
    argument=Argument.REQUIRED,
)
SOURCES = Command(
    name="sources",
    usage="command.sources.usage",
    summary="command.sources.summary",
    argument=Argument.REQUIRED,
    input="item",
)
CRAFT = Command(
    name="craft",
    usage="command.craft.usage",
    summary="command.craft.summary",
    argument=Argument.REQUIRED,
    input="item",
)
USES = Command(
    name="uses",
    usage="command.uses.usage",
    summary="command.uses.summary",
    argument=Argument.REQUIRED,
    input="item",
)


class Items(Protocol):
    """Where the index is."""

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        """What a question makes of the index, in a thread; or that there is none yet."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    hits: Sequence[Hit]
    mods: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _About:
    """What is known of the item that was meant."""

    meant: Meant
    mods: Mapping[str, str]
    labels: Mapping[str, Label]
    ways: Ways | None = None
    uses: Uses | None = None
    plan: Plan | None = None


def workflows(
    items: Items,
    rewards: QuestRewards | None,
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]],
) -> tuple[Workflow, ...]:
    """All four, over one index; `held` tells what a player carries: items by id, or None."""
    shown = _Shown(items, rewards, held)
    return (
        Workflow(
            id="system:items",
            run=shown.items,
            command=ITEMS,
            routing=Routing(
                description="Show the items of this pack that are called like some words.",
                inputs=TextInputs({"text": TextInput("words or an id", required=True)}),
            ),
        ),
        Workflow(
            id="system:sources",
            run=shown.sources,
            command=SOURCES,
            routing=Routing(
                description="Show where an item comes from: recipes, loot, trades, quests.",
                inputs=TextInputs({"item": TextInput("its name or id", required=True)}),
            ),
        ),
        Workflow(
            id="system:uses",
            run=shown.uses,
            command=USES,
            routing=Routing(
                description="Show what an item is used for.",
                inputs=TextInputs({"item": TextInput("its name or id", required=True)}),
            ),
        ),
        Workflow(
            id="system:craft",
            run=shown.craft,
            command=CRAFT,
            routing=Routing(
                description="Show all that making so many of an item takes, down to raw materials, "
                "against what the player carries.",
                inputs=TextInputs(
                    {
                        "item": TextInput("its name or id", required=True),
                        "count": TextInput("how many; 1 if left out"),
                    }
                ),
            ),
        ),
    )


class _Shown:
    # What answers is imported when the first question comes: a daemon starts without it.

    def __init__(
        self,
        items: Items,
        rewards: QuestRewards | None,
        held: Callable[[Player], Awaitable[Mapping[str, int] | None]],
    ) -> None:
        self._items = items
        self._rewards = rewards
        self._held = held

    async def items(self, call: Call) -> Card:
        from bridge.workflows.items import cards

        text = call.input.get("text", "")
        found = await self._items.ask(partial(_list, text=text, locale=call.language))
        if not isinstance(found, _Listed):
            return cards.unready(found)
        if not found.hits:
            return cards.nothing(text)
        return cards.listing(found.hits, found.mods, text=text, page=_page(call))

    async def sources(self, call: Call) -> Card:
        from bridge.workflows.items import cards

        text = call.input.get("item", "")
        about = await self._items.ask(
            partial(_sources, text=text, locale=call.language, page=_page(call))
        )
        if not isinstance(about, _About):
            return cards.unready(about)
        if about.ways is None:
            return _unclear(about, text, "system:sources")
        item = about.ways.item
        given: Sequence[QuestReward] = ()
        if self._rewards is not None:
            given = await self._rewards.giving(item, call.player, call.language)
        gained = cards.Gained(
            item=item,
            ways=about.ways.ways,
            rewards=given,
            remarks=_remarks(about.ways, rewarded=bool(given)),
        )
        names = cards.Names(labels=about.labels, mods=about.mods)
        return cards.sources(gained, names, page=_page(call), others=about.meant.others)

    async def uses(self, call: Call) -> Card:
        from bridge.workflows.items import cards

        text = call.input.get("item", "")
        page = _page(call)
        about = await self._items.ask(partial(_uses, text=text, locale=call.language, page=page))
        if not isinstance(about, _About):
            return cards.unready(about)
        if about.uses is None:
            return _unclear(about, text, "system:uses")
        names = cards.Names(labels=about.labels, mods=about.mods)
        return cards.uses(about.uses, names, page=page, others=about.meant.others)

    async def craft(self, call: Call) -> Card:
        from bridge.workflows.items import cards, crafting

        count, text = counted(call.input.get("item", ""), call.input.get("count", ""))
        held = await self._held(call.player)
        about = await self._items.ask(
            partial(_plan, text=text, locale=call.language, count=count, held=held or {})
        )
        if not isinstance(about, _About):
            return cards.unready(about)
        if about.plan is None:
            return _unclear(about, text, "system:craft")
        return crafting.card(about.plan, about.labels, knows_inventory=held is not None)


def counted(text: str, count: str = "") -> tuple[int, str]:
    """`12 hoppers` as 12 and the rest: a number in front counts where none was given apart."""
    written = _COUNTED.fullmatch(text.strip())
    if not count.strip() and written is not None:
        count, text = written.groups()
    number = _COUNT.fullmatch(count.strip())
    return (min(max(int(number[0]), 1), MOST) if number else 1), text


def counted_behind(text: str) -> tuple[int, str] | None:
    """`hopper 12` or `hopper x12` as 12 and the rest; None where no number ends it."""
    written = _COUNTED_BEHIND.fullmatch(text.strip())
    return None if written is None else counted(written[1], written[2])


def _unclear(about: _About, text: str, capability: str) -> Card:
    from bridge.workflows.items import cards

    if not about.meant.others:
        return cards.nothing(text)
    return cards.choices(about.meant.others, about.mods, text=text, capability=capability)


def _remarks(known: Ways, *, rewarded: bool) -> list[Words]:
    """What has to be said plainly beside the ways, or instead of them."""
    if not known.ways and not rewarded:
        return [
            Words("items.no_source"),
            Words("items.no_source_why", style=Style.FAINT),
        ]
    if known.circular and not rewarded:
        return [Words("items.circular", style=Style.BAD)]
    return []


def _list(store: ItemStore, *, text: str, locale: str) -> _Listed:
    from bridge.items.find import find
    from bridge.workflows.items.cards import FOUND

    return _Listed(hits=find(store, text, locale=locale, limit=FOUND), mods=store.mods)


def _sources(store: ItemStore, *, text: str, locale: str, page: int) -> _About:
    from bridge.items.origins import ways
    from bridge.items.resolving import meant
    from bridge.workflows.items.cards import WAYS
    from bridge.workflows.items.ways import things_of

    who = meant(store, text, locale)
    if who.item is None:
        return _About(meant=who, mods=store.mods, labels={})
    found = ways(store, who.item)
    pages = max(1, -(-len(found.ways) // WAYS))
    page = min(max(page, 1), pages)
    things = things_of(found.ways[(page - 1) * WAYS : page * WAYS])
    labels = store.labels((who.item, *things), locale)
    return _About(meant=who, mods=store.mods, labels=labels, ways=found)


def _uses(store: ItemStore, *, text: str, locale: str, page: int) -> _About:
    from bridge.items.resolving import meant
    from bridge.items.uses import uses
    from bridge.workflows.items.cards import WAYS
    from bridge.workflows.items.ways import recipe_things

    who = meant(store, text, locale)
    if who.item is None:
        return _About(meant=who, mods=store.mods, labels={})
    found = uses(store, who.item, limit=WAYS, offset=(max(page, 1) - 1) * WAYS)
    things = (thing for recipe in found.recipes for thing in recipe_things(recipe))
    labels = store.labels((who.item, *things), locale)
    return _About(meant=who, mods=store.mods, labels=labels, uses=found)


def _plan(
    store: ItemStore, *, text: str, locale: str, count: int, held: Mapping[str, int]
) -> _About:
    from bridge.items.resolving import is_called, meant
    from bridge.items.tree import plan
    from bridge.workflows.items.crafting import things_of

    behind = counted_behind(text) if count == 1 else None
    # A number can be part of a name (`music disc 13`); then it is no count.
    if behind is not None and not is_called(store, text, locale):
        count, text = behind
    who = meant(store, text, locale)
    if who.item is None:
        return _About(meant=who, mods=store.mods, labels={})
    planned = plan(store, who.item, count, held)
    labels = store.labels(things_of(planned), locale)
    return _About(meant=who, mods=store.mods, labels=labels, plan=planned)


def _page(call: Call) -> int:
    text = call.input.get("page", "1")
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 6 else 1
