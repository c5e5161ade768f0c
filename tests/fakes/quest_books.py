"""Writes quest books and saves of any size, as a pack of 1.20 has them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final
from uuid import UUID

if TYPE_CHECKING:
    from pathlib import Path

PLACE: Final = "config/ftbquests/quests"
_LETTERS: Final = "abcdefghijklmnoprstuvw"


def quest_id(number: int) -> str:
    """The id of the quest with this number, from 1."""
    return f"{0x100000 + number:016X}"


def write_book(root: Path, *, files: int, quests: int, size: int, seed: int = 1) -> None:
    """A book of so many chapters and quests, about `size` bytes of SNBT, under a server's folder.

    Each quest depends on the one before it in its chapter; every fourth waits for it to be seen.
    """
    chance = random.Random(seed)
    words = ["".join(chance.choices(_LETTERS, k=chance.randint(3, 9))) for _ in range(4000)]
    folder = root / PLACE / "chapters"
    folder.mkdir(parents=True)
    frame = '{\n\tversion: 13\n\tprogression_mode: "linear"\n\ttitle: "Generated"\n}\n'
    (root / PLACE / "data.snbt").write_text(frame)
    (root / PLACE / "chapter_groups.snbt").write_text("{\n\tchapter_groups: [ ]\n}\n")
    number = 0
    for file in range(files):
        here = quests // files + (file < quests % files)
        parts = [
            _quest(chance, words, number + at, first=at == 1, size=size // quests)
            for at in range(1, here + 1)
        ]
        number += here
        head = (
            f'{{\n\tid: "{0xC0000 + file:016X}"\n\tgroup: ""\n\torder_index: {file}\n'
            f'\tfilename: "c{file}"\n\ttitle: "Chapter {words[file]}"\n\tquests: [\n'
        )
        text = f"{head}{''.join(parts)}\t]\n\tquest_links: [ ]\n}}\n"
        (folder / f"c{file}.snbt").write_text(text)


def _quest(chance: random.Random, words: list[str], number: int, *, first: bool, size: int) -> str:
    word = chance.choice
    count = chance.randint(1, 64)
    waits = "\t\t\thide_until_deps_complete: true\n" if number % 4 == 0 else ""
    needs = "" if first else f'\t\t\tdependencies: ["{quest_id(number - 1)}"]\n{waits}'
    body = (
        f'\t\t{{\n\t\t\tid: "{quest_id(number)}"\n\t\t\tx: {number % 40 * 1.5}d\n\t\t\ty: 0.5d\n'
        f'{needs}\t\t\ttitle: "&a{word(words)} {word(words)}"\n'
        f'\t\t\ttasks: [{{\n\t\t\t\tid: "{0x200000 + number:016X}"\n\t\t\t\ttype: "item"\n'
        f'\t\t\t\titem: "mod:{word(words)}_{word(words)}"\n\t\t\t\tcount: {count}L\n'
        f'\t\t\t}}]\n\t\t\trewards: [{{\n\t\t\t\tid: "{0x300000 + number:016X}"\n'
        '\t\t\t\ttype: "xp"\n\t\t\t\txp: 100\n\t\t\t}]\n\t\t\tdescription: [\n'
    )
    left = size - len(body) - 12
    while left > 0:
        line = f'\t\t\t\t"{" ".join(chance.choices(words, k=9))}"\n'
        body += line
        left -= len(line)
    return body + "\t\t\t]\n\t\t}\n"


def write_save(world: Path, player: int, done: range) -> UUID:
    """The save of the player with this number, alone in a team, who did the quests of a range."""
    uuid = UUID(int=player)
    folder = world / "ftbquests"
    folder.mkdir(parents=True, exist_ok=True)
    entries = "".join(
        f"\t\t{quest_id(number)}: 1700000000000L\n\t\t{0x200000 + number:016X}: 1700000000000L\n"
        for number in done
    )
    text = f'{{\n\tversion: 1\n\tuuid: "{uuid.hex}"\n\tcompleted: {{\n{entries}\t}}\n}}\n'
    (folder / f"{uuid}.snbt").write_text(text)
    return uuid
