"""What is wrong with a book in itself.

References to nothing are not: the mod drops them silently, and packs with overlays have them (F7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.quests.model import Book, Chapter


def repeated_ids(book: Book) -> Iterator[tuple[str, str]]:
    """The file and a sentence for each id that a second object carries.

    The mod keeps the first and gives the second a new id at every start.
    """
    first: dict[str, str] = {}
    for chapter in book.chapters:
        for identifier in _ids(chapter):
            if identifier in first:
                yield chapter.file, f"the id {identifier} is used again, after {first[identifier]}"
            else:
                first[identifier] = chapter.file


def _ids(chapter: Chapter) -> Iterator[str]:
    yield chapter.id
    for quest in chapter.quests:
        yield quest.id
        for part in (*quest.tasks, *quest.rewards):
            yield part.id
    for link in chapter.links:
        yield link.id
