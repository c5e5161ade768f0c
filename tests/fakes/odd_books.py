"""Writes quest books of every era with everything that real ones have, and says what is in them.

What is in them is known from the drawing, never from a reading. Ids are told as the game prints
them; the files hold them in any case, with `#`, or as numbers. `draw` draws a book, and
`odd_servers` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.quests.model import Era
from tests.fakes.odd_trees import Long

if TYPE_CHECKING:
    from random import Random

    from tests.fakes.odd_trees import Tree

# Raw titles, and how they read. The keys stand in kubejs, a mod jar, or nowhere.
TITLES: Final = (
    ("Plain words", "Plain words"),
    ("&6Gold &l&oand&r bold", "Gold and bold"),
    ("&#FFAA00Hex", "Hex"),
    ("§aOld §rcodes", "Old codes"),
    ("I\\&F", "I&F"),
    ("Chaos Shard{s}", "Chaos Shard{s}"),
    ("{odd.pack.title}", "From KubeJS"),
    ("{odd.mod.title} too", "From a jar too"),
    ('{"text": "A component", "color": "red"}', "A component"),
    ('["", {"text": "Two "}, {"text": "parts"}]', "Two parts"),
    ("中文标题", "中文标题"),
)
LINES: Final = (*TITLES, ("{@pagebreak}", ""), ("{image:odd:textures/a.png width:9 height:9}", ""))
KUBEJS: Final = {"odd.pack.title": "From KubeJS", "item.odd.named": "The Named One"}
JAR: Final = {"odd.mod.title": "From a jar", "odd.pack.title": "Not this one"}
ADDRESS: Final = "https://example.org/wiki"


@dataclass(frozen=True, kw_only=True)
class DrawnTask:
    id: int
    type: str
    fields: Tree
    title: str
    items: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, kw_only=True)
class DrawnQuest:
    id: int
    title: tuple[str, str]
    subtitle: tuple[str, str]
    lines: tuple[tuple[str, str], ...]
    page: int
    """A quest that the last line leads to, 0 for none."""
    tasks: tuple[DrawnTask, ...]
    rewards: tuple[tuple[int, Tree, str], ...]
    dependencies: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnChapter:
    id: int
    title: tuple[str, str]
    group: int
    order: int
    quests: tuple[DrawnQuest, ...]
    links: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class DrawnBook:
    era: Era
    groups: tuple[tuple[int, str], ...]
    chapters: tuple[DrawnChapter, ...]
    table: tuple[int, str]

    @property
    def bits(self) -> int:
        return 32 if self.era < Era.INLINE else 64

    def id(self, number: int) -> str:
        """As the game prints it; "" for none."""
        if not number:
            return ""
        return f"{number:016X}" if self.bits == 64 else f"{number:08x}"


def _tasks(chance: Random, era: Era, ids: list[int]) -> tuple[DrawnTask, ...]:
    return tuple(_task(chance, era, ids.pop()) for _ in range(chance.choice([0, 1, 1, 2, 3])))


def _task(chance: Random, era: Era, number: int) -> DrawnTask:
    count = chance.choice([1, 1, 3, 64])
    many = f"{count} x " if count > 1 else ""
    prefix = chance.choice(["", "ftbquests:"])
    stack: Tree = {"id": "odd:gear", "Count": 1, "tag": {"Damage": 3}}
    if era >= Era.LANG:
        stack = {"id": "odd:gear", "count": 1, "components": {"odd:a": {"b": 1}}}
    parts: list[Tree] = [{"id": "odd:a"}, {"id": "odd:b", "Count": 2}]
    either: Tree = {"id": "itemfilters:or", "Count": 1, "tag": {"items": parts}}
    smart = "or(item(odd:a)item(odd:c))"
    filtered: Tree = {"id": "ftbfiltersystem:smart_filter", "count": 1}
    key = "components" if era >= Era.LANG else "tag"
    filtered[key] = {"ftbfiltersystem:filter": smart}
    own = {"title": "&aSet"}
    kinds: list[tuple[str, Tree, str, tuple[str, ...]]] = [
        ("item", {"item": "odd:big_gear", "count": Long(count)}, f"{many}Big Gear", ("big_gear",)),
        ("item", {"item": "odd:named"}, "The Named One", ("named",)),
        ("item", {"item": stack, "count": Long(count)}, f"{many}Gear", ("gear",)),
        ("item", {"item": either, **own}, "Set", ("a", "b")),
        ("item", {"item": filtered, **own}, "Set", ("a", "c")),
        ("checkmark", {"title": "&lRead this"}, "Read this", ()),
        ("checkmark", {}, "Checkmark", ()),
        ("kill", {"entity": "odd:big_bug", "value": Long(5)}, "Kill 5 Big Bug", ()),
        ("xp", {"value": Long(7), "points": True}, "7 XP", ()),
        ("odd_kind", {"odd": 1.5}, "Unknown type: odd_kind", ()),
    ]
    kind, fields, title, items = chance.choice(kinds)
    optional = chance.random() < 0.2
    return DrawnTask(
        id=number,
        type=kind,
        fields={
            "type": prefix + kind,
            **fields,
            **({"optional_task": True} if optional else {}),
        },
        title=title,
        items=tuple(f"odd:{each}" for each in items),
        optional=optional,
    )


def _rewards(
    chance: Random, ids: list[int], table: tuple[int, str], era: Era
) -> tuple[tuple[int, Tree, str], ...]:
    kinds: list[tuple[Tree, str]] = [
        ({"type": "xp", "xp": 5}, "5 XP"),
        ({"item": "odd:big_gear", "count": 2}, "2 x Big Gear"),
        ({"type": "command", "command": "/say x", "title": "&dA party"}, "A party"),
    ]
    if era >= Era.INLINE:
        signed = table[0] - (1 << 64) if table[0] >= 1 << 63 else table[0]
        random: Tree = {"type": "ftbquests:random", "table_id": Long(signed)}
        kinds.append((random, f"Random Reward: {table[1]}"))
    return tuple((ids.pop(), *chance.choice(kinds)) for _ in range(chance.choice([0, 1, 2])))


def draw(chance: Random, era: Era) -> DrawnBook:
    """A book of up to five chapters."""
    bits = 32 if era < Era.INLINE else 64
    ids = list({chance.randrange(2, 1 << bits) for _ in range(300)})
    table = (ids.pop(), "Treasure")
    groups = tuple(
        (ids.pop(), f"Group {at}") for at in range(chance.randint(0, 3) if bits == 64 else 0)
    )
    sizes = [chance.randint(0, 4) for _ in range(chance.randint(1, 5))]
    numbers = [ids.pop() for _ in range(sum(sizes))]
    left = list(numbers)
    chapters: list[DrawnChapter] = []
    for place, size in enumerate(sizes):
        group = chance.choice([0, *(each for each, _ in groups)]) if bits == 64 else 0
        quests = tuple(_quest(chance, era, left.pop(), (ids, numbers, table)) for _ in range(size))
        links = tuple(chance.sample(numbers, min(2, len(numbers)))) if bits == 64 else ()
        chapters.append(
            DrawnChapter(
                id=ids.pop(),
                title=chance.choice(TITLES),
                group=group,
                order=place,
                quests=quests,
                links=links,
            )
        )
    return DrawnBook(era=era, groups=groups, chapters=tuple(chapters), table=table)


def _quest(
    chance: Random, era: Era, number: int, known: tuple[list[int], list[int], tuple[int, str]]
) -> DrawnQuest:
    ids, numbers, table = known
    nothing = ("", "")
    gone = ids[0]  # leads to nothing
    return DrawnQuest(
        id=number,
        title=chance.choice([nothing, *TITLES]),
        subtitle=chance.choice([nothing, *TITLES]),
        lines=tuple(chance.choices(LINES, k=chance.randint(0, 4))),
        page=chance.choice([0, *numbers]) if era >= Era.INLINE else 0,
        tasks=_tasks(chance, era, ids),
        rewards=_rewards(chance, ids, table, era),
        dependencies=tuple(dict.fromkeys(chance.choices([*numbers, gone], k=chance.randint(0, 3)))),
    )
