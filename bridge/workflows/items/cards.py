"""Cards about items. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words, notice
from bridge.items.origins import ByRecipe
from bridge.modules.repeating import repeated
from bridge.workflows.items import ways as lines
from bridge.workflows.items.parts import mod_name, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bridge.core.cards import Line
    from bridge.items.find import Hit
    from bridge.items.labels import Label
    from bridge.items.library import Building, Missing
    from bridge.items.origins import Way
    from bridge.items.uses import Uses
    from bridge.workflows.items.rewards import QuestReward

PAGE: Final = 8
"""Items on one card."""
WAYS: Final = 5
"""Ways or uses on one card."""
FOUND: Final = 40
"""Items that are found at most."""


def unready(state: Building | Missing) -> Card:
    """There is no index: how far it is, or why."""
    from bridge.items.library import Missing

    if isinstance(state, Missing):
        return notice("items.no_index")
    if not state.of:
        return notice("items.building")
    return notice("items.building_progress", percent=100 * state.done // state.of)


def nothing(text: str) -> Card:
    """No item is called so; the word that was looked for is repeated, once."""
    return notice("items.none", text=repeated(text))


def listing(hits: Sequence[Hit], mods: Mapping[str, str], *, text: str, page: int) -> Card:
    """A page (from 1) of items; a press tells where one comes from."""
    pages = max(1, -(-len(hits) // PAGE))
    page = min(max(page, 1), pages)
    shown = hits[(page - 1) * PAGE : page * PAGE]
    buttons = [Button(_labelled(hit, mods), _open(hit.item)) for hit in shown]
    if page < pages:
        buttons.append(_more("system:items", {"text": text}, page, pages))
    count = f"{len(hits)}+" if len(hits) >= FOUND else str(len(hits))
    heading = Words("items.about", {"text": repeated(text)})
    return Card(
        kind=CardKind.LIST,
        title=(heading, Plain(f"  {count}", Style.FAINT)),
        buttons=tuple(buttons),
    )


def choices(hits: Iterable[Hit], mods: Mapping[str, str], *, text: str, capability: str) -> Card:
    """Several items that the words could mean."""
    return Card(
        kind=CardKind.OPTIONS,
        title=(Words("items.which", {"text": repeated(text)}),),
        buttons=tuple(
            Button(_labelled(hit, mods), Run(capability, {"item": hit.item})) for hit in hits
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What things and mods are called in the player's language."""

    labels: Mapping[str, Label]
    mods: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained:
    """Everything that is known of getting an item. `remarks` are said after the ways."""

    item: str
    ways: Sequence[Way]
    rewards: Sequence[QuestReward] = ()
    remarks: Sequence[Words] = ()


def sources(gained: Gained, names: Names, *, page: int, others: Iterable[Hit] = ()) -> Card:
    """The ways to get an item, a page of them; where there is none, that none is known."""
    item, found, rewards = gained.item, gained.ways, gained.rewards
    pages = max(1, -(-len(found) // WAYS))
    page = min(max(page, 1), pages)
    shown = found[(page - 1) * WAYS : page * WAYS]
    body: list[Line] = [lines.line(way, item, names.labels) for way in shown]
    if page == 1:
        body += [_reward(reward) for reward in rewards[:WAYS]]
    body += [(remark,) for remark in gained.remarks]
    buttons: list[Button] = []
    if page < pages:
        buttons.append(_more("system:sources", {"item": item}, page, pages))
    buttons.append(Button((Words("items.to_uses"),), Run("system:uses", {"item": item})))
    if any(isinstance(way, ByRecipe) for way in found):
        buttons.append(Button((Words("items.to_craft"),), Run("system:craft", {"item": item})))
    buttons += [
        Button((Plain(reward.title),), Run("system:quest", {"quest": reward.quest}))
        for reward in rewards[:2]
    ]
    buttons += [
        Button((Words("items.also"), *_labelled(hit, names.mods)), _open(hit.item))
        for hit in others
    ]
    return Card(
        kind=CardKind.ANSWER,
        title=(Words("items.sources_of"), *_titled(item, names)),
        lines=tuple(body),
        buttons=tuple(buttons),
    )


def uses(found: Uses, names: Names, *, page: int, others: Iterable[Hit] = ()) -> Card:
    """What an item is used for, a page of it (the page is what `found` holds)."""
    item = found.item
    pages = max(1, -(-found.total // WAYS))
    body: list[Line] = [lines.use_line(recipe, names.labels) for recipe in found.recipes]
    if not found.total:
        body.append((Words("items.no_uses"),))
    buttons: list[Button] = []
    if page < pages:
        buttons.append(_more("system:uses", {"item": item}, page, pages))
    buttons.append(Button((Words("items.to_sources"),), _open(item)))
    buttons += [
        Button(
            (Words("items.also"), *_labelled(hit, names.mods)),
            Run("system:uses", {"item": hit.item}),
        )
        for hit in others
    ]
    count = Plain(f"  {found.total}", Style.FAINT)
    return Card(
        kind=CardKind.ANSWER,
        title=(Words("items.uses_of"), *_titled(item, names), count),
        lines=tuple(body),
        buttons=tuple(buttons),
    )


def _titled(item: str, names: Names) -> Line:
    whose = mod_name(item, names.mods)
    return (named(item, names.labels), Plain(f"  {item} ({whose})", Style.FAINT))


def _reward(reward: QuestReward) -> Line:
    return (Words("items.way.quest", style=Style.STRONG), Plain(reward.title))


def _labelled(hit: Hit, mods: Mapping[str, str]) -> Line:
    name = named(hit.item, {hit.item: hit.label})
    return (name, Plain(f" ({mod_name(hit.item, mods)})", Style.FAINT))


def _open(item: str) -> Run:
    return Run("system:sources", {"item": item})


def _more(capability: str, given: Mapping[str, str], page: int, pages: int) -> Button:
    label = Words("items.more", {"page": page + 1, "pages": pages})
    return Button((label,), Run(capability, {**given, "page": str(page + 1)}))
