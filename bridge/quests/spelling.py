"""What the eras call the same things, and what reading an object needs besides its tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.quests import ids

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """The field names and the id format of some eras.

    In 1.12 `description` is the one line under a quest's title and `text` is the long part.
    """

    ids: Callable[[object], str]
    digits: int
    id_key: str
    subtitle: str
    description: str
    dependencies: tuple[str, ...]


MODERN: Final = Spelling(
    ids=ids.modern,
    digits=16,
    id_key="id",
    subtitle="subtitle",
    description="description",
    dependencies=("dependencies", "dependency"),
)
EARLY: Final = Spelling(
    ids=ids.early,
    digits=8,
    id_key="uid",
    subtitle="description",
    description="text",
    dependencies=("dependencies", "dependency"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything that the reading of one object needs: how it is spelled, and the words.

    `tables` are the titles of the reward tables by id, in the order of the book's list of them.
    """

    spelling: Spelling
    lexicon: Lexicon
    tables: Mapping[str, str] = field(default_factory=dict[str, str])

    def object_id(self, tree: Tree, place: str, number: int, part: str = "") -> str:
        """An object's id; one without gets a stable substitute for its place.

        `part` is the list in the object `place` that it is the `number`th of.
        """
        spelling = self.spelling
        if found := spelling.ids(tree.get(spelling.id_key)):
            return found
        where = f"{place}/{part}" if part else place
        return ids.substitute(f"{where}/{number}", digits=spelling.digits)
