"""Books of eras 1 to 4, written by the small writers here, come back whole."""

from __future__ import annotations

import gzip
import io
import tempfile
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.quests.loading import load_book
from bridge.quests.model import Era

Tree = dict[str, object]
nbtlib: Any = import_module("nbtlib")

WORDS = st.text(alphabet="ab 2中é'\"", min_size=1, max_size=6).map(str.strip).filter(bool)


@dataclass(frozen=True)
class Spec:
    """A quest to write: its number, texts, numbers of dependencies, and how many parts it has."""

    number: int
    title: str
    lines: tuple[str, ...]
    dependencies: tuple[int, ...]
    tasks: int
    rewards: int


@st.composite
def specs(draw: st.DrawFn) -> list[list[Spec]]:
    """The quests of each chapter."""
    sizes = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    numbers = draw(st.permutations(range(1, sum(sizes) + 1)))
    chapters: list[list[Spec]] = []
    for size in sizes:
        quests = [
            Spec(
                number=numbers[sum(map(len, chapters)) + place],
                title=draw(st.just("") | WORDS),
                lines=tuple(draw(st.lists(WORDS, max_size=2))),
                dependencies=tuple(draw(st.lists(st.integers(1, 20), max_size=2, unique=True))),
                tasks=draw(st.integers(0, 3)),
                rewards=draw(st.integers(0, 2)),
            )
            for place in range(size)
        ]
        chapters.append(quests)
    return chapters


# Ids: the top bit is set in some, because they are signed numbers in the files.
def _number(kind: int, number: int, bits: int) -> int:
    return (kind << 8 | number) | (number % 2) << (bits - 1)


def _id(kind: int, number: int, bits: int) -> str:
    value = _number(kind, number, bits)
    return f"{value:016X}" if bits == 64 else f"{value:08x}"


def _snbt(value: object, comma: str) -> str:
    match value:
        case dict():
            pairs = cast("Tree", value).items()
            return "{" + comma.join(f"{key}: {_snbt(each, comma)}" for key, each in pairs) + "}"
        case list():
            return (
                "[" + comma.join(_snbt(each, comma) for each in cast("list[object]", value)) + "]"
            )
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case _:
            return str(value)


def _nbt(value: object) -> object:
    match value:
        case dict():
            tree = cast("Tree", value)
            return nbtlib.Compound({key: _nbt(each) for key, each in tree.items()})
        case list():
            items = [_nbt(each) for each in cast("list[object]", value)]
            ints = bool(items) and all(isinstance(each, nbtlib.Int) for each in items)
            return nbtlib.IntArray(items) if ints else nbtlib.List(items)
        case str():
            return nbtlib.String(value)
        case _:
            return nbtlib.Int(value)


def _signed(value: int) -> int:
    return value - (1 << 32) if value >= 1 << 31 else value


def _part(kind: int, number: int, era: Era, content: Tree) -> Tree:
    if era is Era.BINARY:
        return {"uid": _signed(_number(kind, number, 32)), **content}
    if era is Era.EARLY:
        return {"uid": _id(kind, number, 32), **content}
    return {"id": _id(kind, number, 64), **content}


def _quest(spec: Spec, era: Era) -> Tree:
    bits = 32 if era < Era.INLINE else 64
    texts: Tree = {"title": spec.title} if spec.title else {}
    if spec.lines:
        texts["text" if bits == 32 else "description"] = list(spec.lines)
    wanted: list[object] = [_id(1, each, bits) for each in spec.dependencies]
    if era is Era.BINARY:
        wanted = [_signed(_number(1, each, bits)) for each in spec.dependencies]
    return {
        **({} if era is Era.LANG else texts),
        **({"dependencies": wanted} if wanted else {}),
        "tasks": [
            _part(2, spec.number * 4 + part, era, {"type": "item", "item": "pack:gear"})
            for part in range(spec.tasks)
        ],
        "rewards": [
            _part(3, spec.number * 4 + part, era, {"type": "xp", "xp": 5})
            for part in range(spec.rewards)
        ],
    }


def _save(path: Path, tree: Tree, era: Era) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if era is Era.BINARY:
        raw = io.BytesIO()
        nbtlib.File(cast("Tree", _nbt(tree))).write(raw)
        path.with_suffix(".nbt").write_bytes(gzip.compress(raw.getvalue()))
    else:
        comma = ",\n" if era is Era.EARLY else "\n"
        path.with_suffix(".snbt").write_text(_snbt(tree, comma), "utf-8")


def _write(chapters: list[list[Spec]], era: Era, server: Path) -> None:
    place = server / "config/ftbquests"
    if era < Era.INLINE:
        _save(place / "normal/chapters/index", {"index": []}, era)
    texts: Tree = {}
    for number, quests in enumerate(chapters, 1):
        bits = 32 if era < Era.INLINE else 64
        chapter_id = _id(4, number, bits)
        if era < Era.INLINE:
            folder = place / "normal/chapters" / chapter_id
            _save(folder / "chapter", {"title": f"Chapter {number}"}, era)
            for spec in quests:
                _save(folder / _id(1, spec.number, 32), _quest(spec, era), era)
            continue
        written = [{"id": _id(1, spec.number, 64), **_quest(spec, era)} for spec in quests]
        title: Tree = {"title": f"Chapter {number}"} if era is Era.INLINE else {}
        tree = {"id": chapter_id, "order_index": number, "quests": written, **title}
        _save(place / f"quests/chapters/chapter_{number}", tree, era)
        texts[f"chapter.{chapter_id}.title"] = f"Chapter {number}"
        for spec in quests:
            entry = f"quest.{_id(1, spec.number, 64)}."
            texts |= {entry + "title": spec.title} if spec.title else {}
            texts |= {entry + "quest_desc": list(spec.lines)} if spec.lines else {}
    if era is Era.LANG:
        _save(place / "quests/lang/en_us", texts, era)


@settings(max_examples=15, deadline=None)
@given(specs())
@pytest.mark.parametrize("era", [Era.BINARY, Era.EARLY, Era.INLINE, Era.LANG])
def test_a_written_book_comes_back(era: Era, chapters: list[list[Spec]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _write(chapters, era, Path(folder))
        loaded = load_book(Path(folder))
    book = loaded.book
    assert book is not None
    assert book.era is era
    assert loaded.problems == ()
    bits = 32 if era < Era.INLINE else 64
    assert {chapter.title for chapter in book.chapters} == {
        f"Chapter {number}" for number in range(1, len(chapters) + 1)
    }
    for number, quests in enumerate(chapters, 1):
        chapter = book.chapter(_id(4, number, bits))
        assert chapter is not None
        found = {quest.id: quest for quest in chapter.quests}
        assert set(found) == {_id(1, spec.number, bits) for spec in quests}
        for spec in quests:
            quest = found[_id(1, spec.number, bits)]
            assert quest.title == (spec.title or ("Gear" if spec.tasks else "Unnamed"))
            assert quest.description == spec.lines
            assert quest.dependencies == tuple(_id(1, each, bits) for each in spec.dependencies)
            parts = [spec.number * 4 + part for part in range(3)]
            assert [task.id for task in quest.tasks] == [
                _id(2, part, bits) for part in parts[: spec.tasks]
            ]
            assert [reward.id for reward in quest.rewards] == [
                _id(3, part, bits) for part in parts[: spec.rewards]
            ]
