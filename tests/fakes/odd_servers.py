"""Writes a drawn book under a server's folder: in its era's layout, in every allowed spelling."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Final

from bridge.quests.model import Era
from tests.fakes import odd_trees
from tests.fakes.odd_books import ADDRESS, JAR, KUBEJS
from tests.fakes.odd_trees import Long

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from random import Random

    from tests.fakes.odd_books import DrawnBook, DrawnChapter, DrawnQuest, DrawnTask
    from tests.fakes.odd_trees import Tree

_WRITERS: Final = {
    Era.BINARY: (odd_trees.nbt, ".nbt"),
    Era.EARLY: (odd_trees.snbt, ".snbt"),
    Era.INLINE: (odd_trees.snbt, ".snbt"),
    Era.LANG: (odd_trees.snbt, ".snbt"),
    Era.JSON5: (odd_trees.json5, ".json5"),
}


def write(book: DrawnBook, chance: Random, server: Path) -> None:
    """The book, the words behind its keys, and files beside it that are no part of it."""
    write_words(server)
    if book.era < Era.INLINE:
        _Early(book, chance, server / "config/ftbquests/normal").write()
    else:
        _Modern(book, chance, server / "config/ftbquests/quests").write()


def write_words(server: Path) -> None:
    """A language file of KubeJS and one in a mod's jar."""
    words = server / "kubejs/assets/odd/lang/en_us.json"
    words.parent.mkdir(parents=True)
    words.write_text(json.dumps(KUBEJS), "utf-8-sig")
    (server / "mods").mkdir()
    with zipfile.ZipFile(server / "mods/odd.jar", "w") as jar:
        jar.writestr("assets/odd/lang/en_us.json", json.dumps(JAR))


class _Files:
    def __init__(self, book: DrawnBook, chance: Random, root: Path) -> None:
        self.book = book
        self.chance = chance
        self.root = root

    def save(self, name: str, tree: Tree) -> None:
        writer, suffix = _WRITERS[self.book.era]
        path = self.root / f"{name}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(writer(self.shuffled(tree), self.chance))

    def shuffled(self, tree: Mapping[str, object]) -> Tree:
        """With its keys in any order."""
        return dict(self.chance.sample(list(tree.items()), len(tree)))

    def signed(self, number: int) -> int:
        bits = self.book.bits
        return number - (1 << bits) if number >> (bits - 1) else number

    def junk(self) -> Tree:
        """Fields that nobody knows."""
        return self.chance.choice(
            [{}, {"odd_new_field": 3}, {"odd_list": ["a", "b"]}, {"odd_tree": {"id": "no"}}]
        )


class _Modern(_Files):
    def __init__(self, book: DrawnBook, chance: Random, root: Path) -> None:
        super().__init__(book, chance, root)
        self.texts: Tree = {}

    def write(self) -> None:
        book = self.book
        self.save("data", {"version": 13, "progression_mode": "linear", **self.junk()})
        groups = [
            {"id": self.spelled(each), **self.said("chapter_group", each, {"title": title})}
            for each, title in book.groups
        ]
        self.save("chapter_groups", {"chapter_groups": groups})
        for number, chapter in enumerate(self.chance.sample(book.chapters, len(book.chapters))):
            self.save(f"chapters/{number}_{chapter.order}", self.chapter(chapter))
        table, title = book.table
        said = self.said("reward_table", table, {"title": title})
        rewards: list[object] = [{"item": "odd:gear"}, {"type": "xp", "xp": 3, "weight": 2.0}]
        self.save("reward_tables/t", {"id": self.spelled(table), "rewards": rewards, **said})
        (self.root / "chapters/notes.txt").write_text("{ no quest")
        if book.era is Era.LANG:
            self.save("lang/en_us", self.texts)
            self.save("lang/pt_br", dict.fromkeys(self.texts, "não"))
            self.save("lang/en_us/chapters/left", dict.fromkeys(self.texts, "not this"))
        elif book.era is Era.JSON5:
            half = dict(list(self.texts.items())[::2])
            self.save("lang/en_us/chapters/one", half)
            self.save("lang/en_us/rest", {k: v for k, v in self.texts.items() if k not in half})
            self.save("lang/pt_br/rest", dict.fromkeys(self.texts, "não"))

    def spelled(self, number: int) -> object:
        shown = self.book.id(number)
        return self.chance.choice([shown, shown, shown.lower(), Long(self.signed(number))])

    def said(self, kind: str, number: int, texts: Tree) -> Tree:
        """The texts as they stand in the object; in eras 4 and 5 most stand elsewhere."""
        texts = {key: text for key, text in texts.items() if text}
        if self.book.era is Era.INLINE or (self.chance.random() < 0.1 and kind != "reward_table"):
            return texts
        fields = {"subtitle": f"{kind}_subtitle", "description": "quest_desc"}
        for key, text in texts.items():
            self.texts[f"{kind}.{self.book.id(number)}.{fields.get(key, key)}"] = text
        return {}

    def chapter(self, chapter: DrawnChapter) -> Tree:
        group: Tree = {"group": self.spelled(chapter.group)} if chapter.group else {}
        group = group or self.chance.choice([{}, {"group": ""}])
        return {
            "id": self.spelled(chapter.id),
            "order_index": chapter.order,
            **group,
            **self.said("chapter", chapter.id, {"title": chapter.title[0]}),
            "quests": [self.shuffled(self.quest(quest)) for quest in chapter.quests],
            "quest_links": [
                {"id": self.spelled(chapter.id + 1 + at), "linked_quest": self.book.id(each)}
                for at, each in enumerate(chapter.links)
            ],
            **self.junk(),
        }

    def quest(self, quest: DrawnQuest) -> Tree:
        texts: Tree = {
            "title": quest.title[0],
            "subtitle": quest.subtitle[0],
            "description": _lines(self.book, quest),
        }
        marks = ["", "", "#"]
        wanted = [f"{self.chance.choice(marks)}{self.book.id(each)}" for each in quest.dependencies]
        return {
            "id": self.spelled(quest.id),
            "x": 1.5,
            **self.said("quest", quest.id, texts),
            **({"dependencies": wanted} if wanted else {}),
            **({"tasks": [self.task(task) for task in quest.tasks]} if quest.tasks else {}),
            "rewards": [self.reward(*reward[:2]) for reward in quest.rewards],
            **self.junk(),
        }

    def task(self, task: DrawnTask) -> Tree:
        fields = dict(task.fields)
        title: Tree = {"title": fields.pop("title")} if "title" in fields else {}
        return {"id": self.spelled(task.id), **fields, **self.said("task", task.id, title)}

    def reward(self, number: int, fields: Tree) -> Tree:
        fields = dict(fields)
        title: Tree = {"title": fields.pop("title")} if "title" in fields else {}
        return {"id": self.spelled(number), **fields, **self.said("reward", number, title)}


class _Early(_Files):
    def write(self) -> None:
        book = self.book
        self.save("file", {"version": 9, **self.junk()})
        self.save("chapters/index", {"index": [self.written(each.id) for each in book.chapters]})
        for chapter in book.chapters:
            place = f"chapters/{book.id(chapter.id)}"
            self.save(f"{place}/chapter", {"title": chapter.title[0], **self.junk()})
            for quest in chapter.quests:
                self.save(f"{place}/{book.id(quest.id)}", self.quest(quest))
        table, title = book.table
        self.save(f"reward_tables/{book.id(table)}", {"title": title, "rewards": []})

    def written(self, number: int) -> object:
        return self.signed(number) if self.book.era is Era.BINARY else self.book.id(number)

    def quest(self, quest: DrawnQuest) -> Tree:
        wanted = [self.written(each) for each in quest.dependencies]
        single = len(wanted) == 1 and self.chance.random() < 0.5
        texts: Tree = {
            "title": quest.title[0],
            "description": quest.subtitle[0],
            "text": _lines(self.book, quest),
        }
        return {
            **{key: text for key, text in texts.items() if text},
            **({"dependency": wanted[0]} if single else {"dependencies": wanted}),
            "tasks": [{"uid": self.written(task.id), **task.fields} for task in quest.tasks],
            "rewards": [{"uid": self.written(each), **tree} for each, tree, _ in quest.rewards],
            **self.junk(),
        }


def _lines(book: DrawnBook, quest: DrawnQuest) -> list[str]:
    raw = [line for line, _ in quest.lines]
    if quest.page:
        click = {"action": "change_page", "value": book.id(quest.page)}
        raw.append(json.dumps({"text": "This way", "clickEvent": click}))
        click = {"action": "open_url", "value": ADDRESS}
        raw.append(json.dumps(["", {"text": "The wiki", "clickEvent": click}]))
    return raw
