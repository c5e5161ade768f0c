"""`manual`: the manual on the assistant itself, as players read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.cli import output
from bridge.cli.command import Command, Words
from bridge.cli.knowledge import ALL, AS, LANGUAGE, viewer, with_search
from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from bridge.cli.command import Given


def _manual(given: Given) -> int:
    from bridge.knowledge.contents import page_of

    reader = viewer(given)
    pages = with_search(given.options, lambda search: search.library.manual(reader))
    if not given.text:
        if given.options.json:
            output.document([{"page": n, "title": page.title} for n, page in enumerate(pages, 1)])
        else:
            output.table((str(number), page.title) for number, page in enumerate(pages, 1))
        return 0
    found = page_of(pages, given.text)
    if found is None:
        raise RefusedError(f"the manual has no page {given.text!r}")
    page = pages[found]
    if given.options.json:
        output.document({"page": found + 1, "title": page.title, "text": page.text})
    else:
        print(f"{page.title}\n\n{page.text}")
    return 0


COMMAND = Command(
    summary="The assistant's manual: its contents, or one page by number, title or subject.",
    run=_manual,
    words=Words("[PAGE...]", "a page; without it, the contents"),
    options=(ALL, AS, LANGUAGE),
)
