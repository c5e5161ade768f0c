"""`items.find|query|sources|uses|craft`: what the server's files say of items.

Sources come ranked, each with the file that says so. That nothing is known is said, not guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeVar

from pydantic import Field

from bridge.core.errors import RefusedError
from bridge.items import telling
from bridge.items.library import Building, Missing
from bridge.items.query import Query, query
from bridge.items.resolving import meant
from bridge.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bridge.core.actors import Player
    from bridge.items.store import ItemStore
    from bridge.tools.tool import Asker

T = TypeVar("T")

FOUND: Final = 12
PAGE: Final = 20
SOURCES: Final = 8
"""Ways to get an item that a model is shown; the best come first."""

_Text = Annotated[str, Field(min_length=1, max_length=200)]
_Item = Annotated[
    str, Field(min_length=1, max_length=200, description="an id such as minecraft:torch, or a name")
]


class Items(Protocol):
    """Where the index is; `items.library.ItemLibrary` is one."""

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        """What a question makes of the index, in a thread; or that there is none yet."""
        ...


class Reward(Protocol):
    """A quest that gives an item."""

    @property
    def quest(self) -> str:
        """Its id."""
        ...

    @property
    def title(self) -> str:
        """Its title."""
        ...


class Rewards(Protocol):
    """Where quest rewards come from; it tells only what this player may see."""

    async def giving(self, item: str, player: Player, language: str) -> Sequence[Reward]:
        """The visible quests that give this item."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FindInput:
    """Words to look for."""

    text: _Text


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryInput:
    """What all that is given must hold for."""

    mod: Annotated[str, Field(max_length=100, description="a mod's id or name")] = ""
    tag: Annotated[str, Field(max_length=200, description="a tag such as c:ingots")] = ""
    made_by: Annotated[str, Field(max_length=200, description="a recipe type")] = ""
    part: Annotated[str, Field(max_length=100, description="a part of the id")] = ""
    page: Annotated[int, Field(ge=1, le=10_000, description="from 1")] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemInput:
    """One item."""

    item: _Item


@dataclass(frozen=True, slots=True, kw_only=True)
class CraftInput:
    """An item, and how many of it are to be made."""

    item: _Item
    count: Annotated[int, Field(ge=1, le=9_999)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Items, each with id, name, mod and how it fits."""

    items: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selected:
    """A page of ids, and how many fit in all."""

    items: tuple[str, ...]
    total: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the index says of one item; the keys are those of `system-bridge items --json`."""

    item: dict[str, Any]


def tools(
    items: Items,
    rewards: Rewards | None,
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]],
) -> tuple[Tool[Any, Any], ...]:
    """All five, over one index; `held` tells what a player carries: items by id, or None."""

    async def find_items(asker: Asker, given: FindInput) -> Found:
        ask = partial(telling.found, text=given.text, locale=asker.language, limit=FOUND)
        return Found(items=tuple(_ready(await items.ask(ask))))

    async def query_items(asker: Asker, given: QueryInput) -> Selected:
        del asker
        if not (given.mod or given.tag or given.made_by or given.part):
            raise RefusedError("give a mod, a tag, a recipe type or a part of the id")
        wanted = Query(mod=given.mod, tag=given.tag, made_by=given.made_by, part=given.part)
        offset = (given.page - 1) * PAGE
        page = _ready(await items.ask(partial(query, asked=wanted, limit=PAGE, offset=offset)))
        pages = max(1, -(-page.total // PAGE))
        return Selected(items=page.items, total=page.total, page=given.page, pages=pages)

    async def item_sources(asker: Asker, given: ItemInput) -> Told:
        told = _ready(await items.ask(partial(_sources, text=given.item, locale=asker.language)))
        if rewards is not None:
            quests = await rewards.giving(told["id"], asker.player, asker.language)
            told["quests"] = [{"id": each.quest, "title": each.title} for each in quests]
        told["known"] = bool(told["known"] or told.get("quests"))
        return Told(item=told)

    async def item_uses(asker: Asker, given: ItemInput) -> Told:
        ask = partial(_uses, text=given.item, locale=asker.language)
        return Told(item=_ready(await items.ask(ask)))

    async def item_craft(asker: Asker, given: CraftInput) -> Told:
        inventory = await held(asker.player)
        ask = partial(
            _craft,
            text=given.item,
            locale=asker.language,
            count=given.count,
            inventory=inventory or {},
        )
        told = _ready(await items.ask(ask))
        return Told(item=told | {"inventory_known": inventory is not None})

    return (
        Tool("items.find", FindInput, Found, find_items).for_reasoning(
            "Find items of this pack by name or a part of the id, misspelt too."
        ),
        Tool("items.query", QueryInput, Selected, query_items).for_reasoning(
            "List items by mod, tag, recipe type or a part of the id, page by page."
        ),
        Tool("items.sources", ItemInput, Told, item_sources).for_reasoning(
            "The ways to get one item in this pack, the best first: recipes, loot, trades, quests."
        ),
        Tool("items.uses", ItemInput, Told, item_uses).for_reasoning(
            "What one item is used for in this pack: the recipes that take it."
        ),
        Tool("items.craft", CraftInput, Told, item_craft).for_reasoning(
            "All that making so many of an item takes, down to what has to be gathered, against "
            "what the asking player carries."
        ),
    )


def _ready(answer: T | Building | Missing) -> T:
    """Raises RefusedError where there is no index yet."""
    match answer:
        case Building():
            raise RefusedError("the item index is still being built; ask again in a while")
        case Missing():
            raise RefusedError("there is no item index on this server")
        case _:
            return answer


def _sources(store: ItemStore, text: str, locale: str) -> dict[str, Any]:
    told = telling.sources(store, _named(store, text, locale), locale=locale)
    ways = told["sources"]
    told["sources"], told["total"] = ways[:SOURCES], len(ways)
    return told


def _uses(store: ItemStore, text: str, locale: str) -> dict[str, Any]:
    return telling.used(store, _named(store, text, locale), locale=locale, limit=PAGE)


def _craft(
    store: ItemStore, text: str, locale: str, count: int, inventory: Mapping[str, int]
) -> dict[str, Any]:
    item = _named(store, text, locale)
    told = telling.tree(store, item, count, inventory)
    return {"id": item, "name": store.label(item, locale).text, "count": count, **told}


def _named(store: ItemStore, text: str, locale: str) -> str:
    """The one item that is meant. Raises RefusedError, with what it could be."""
    who = meant(store, text, locale)
    if who.item is not None:
        return who.item
    if not who.others:
        raise RefusedError("no item is called so; look for it with items.find")
    others = ", ".join(hit.item for hit in who.others)
    raise RefusedError(f"it could be one of these: {others}")
