"""Cards about players. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.cards import Card, CardKind, Plain, Style, Words
from bridge.modules.repeating import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bridge.core.actors import Player
    from bridge.core.cards import Line
    from bridge.tools.players.condition import Condition, Record

NAMES: Final = 40
ITEMS: Final = 16
ADVANCEMENTS: Final = 5
ASKED: Final = 40
"""Characters of a name that is repeated."""

_UNITS: Final = ((86_400, "days"), (3_600, "hours"), (60, "minutes"), (1, "seconds"))


def about(
    player: Player,
    online: Sequence[Player],
    condition: Condition | None,
    record: Record | None,
) -> Card:
    """Who is online, and what may be told of one player."""
    lines: list[Line] = [_online(online)]
    if player.uuid is None:
        lines.append((Words("players.unidentified", style=Style.FAINT),))
    elif condition is None and (record is None or record.age is None):
        lines.append((Words("players.no_data", style=Style.FAINT),))
    else:
        lines.append((Plain(player.name, Style.STRONG),))
        lines += [] if condition is None else _condition(condition)
        lines += [] if record is None else _record(record)
    return Card(
        kind=CardKind.ANSWER,
        title=(Words("players.online", {"count": len(online)}),),
        lines=tuple(lines),
    )


def stranger(name: str, online: Sequence[Player]) -> Card:
    """That somebody is online, and nothing else."""
    return Card(
        kind=CardKind.NOTICE,
        lines=(
            (Words("players.is_online", {"player": repeated(name, ASKED)}),),
            _online(online),
        ),
    )


def _online(online: Sequence[Player]) -> Line:
    if not online:
        return (Words("players.nobody_online", style=Style.FAINT),)
    more = f" … (+{len(online) - NAMES})" if len(online) > NAMES else ""
    return (Plain(", ".join(each.name for each in online[:NAMES]) + more),)


def _condition(condition: Condition) -> Iterator[Line]:
    if condition.position is not None:
        x, y, z = (round(each) for each in condition.position)
        place = Words("players.position", {"x": x, "y": y, "z": z})
        yield (place, Plain(f"  {condition.dimension or ''}", Style.FAINT))
    if condition.health is not None:
        yield (Words("players.health", {"health": f"{condition.health:g}"}),)
    if condition.level is not None:
        yield (Words("players.level", {"level": condition.level}),)
    if condition.inventory is not None:
        yield (Words("players.inventory"), Plain(_items(condition.inventory)))
    if not condition.live:
        yield (_timed("players.saved", condition.age, Style.FAINT),)


def _items(inventory: Mapping[str, int]) -> str:
    most = sorted(inventory.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = ", ".join(f"{count} x {item}" for item, count in most[:ITEMS])
    return f"{shown} … (+{len(most) - ITEMS})" if len(most) > ITEMS else shown or "-"


def _record(record: Record) -> Iterator[Line]:
    if record.played is not None:
        yield (_timed("players.played", record.played),)
    if record.deaths is not None:
        yield (Words("players.deaths", {"count": record.deaths}),)
    if record.kills is not None:
        yield (Words("players.kills", {"count": record.kills}),)
    if record.walked is not None:
        yield (Words("players.walked", {"count": record.walked}),)
    if record.advancements:
        newest = ", ".join(record.advancements[:ADVANCEMENTS])
        count = Words("players.advancements", {"count": len(record.advancements)})
        yield (count, Plain(f"  {newest}", Style.FAINT))


def _timed(key: str, seconds: float, style: Style = Style.NORMAL) -> Words:
    """A sentence about a time, in the largest unit that it has one of."""
    for length, unit in _UNITS:
        if seconds >= length:
            return Words(f"{key}.{unit}", {"count": int(seconds // length)}, style)
    return Words(f"{key}.seconds", {"count": 0}, style)
