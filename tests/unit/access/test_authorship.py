from uuid import UUID

import pytest

from bridge.access.authorship import author_columns, author_of
from bridge.access.history import Author
from bridge.core.actors import Console, Player


@pytest.mark.parametrize(
    "author",
    [
        Author(Player(name="Mara", uuid=UUID(int=1)), "chat"),
        Author(Player(name="Mara"), "kubejs"),
        Author(Console(origin="shell"), "shell"),
    ],
)
def test_an_author_comes_back_as_stored(author: Author) -> None:
    assert author_of(author_columns(author)) == author
