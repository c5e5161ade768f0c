"""An item's name answers nothing by itself: it only leads to the item."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.core.cards import Card, CardKind, Plain
from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.lent import Loan
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from bridge.modules.workflow import Call
from bridge.prompts.core_prompts import CorePrompt
from bridge.prompts.snapshot import PromptSnapshot
from bridge.ui.render import plain
from bridge.workflows.question.workflow import ITEMS, workflow
from tests.fakes.cards import runs_of
from tests.fakes.clock import FakeClock
from tests.fakes.executions import MARA, asked, execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bridge.agent.execution import Execution
    from bridge.knowledge.entries import Viewer

PROMPTS: Final = PromptSnapshot(prompts={each: each for each in CorePrompt}, systems={})
QUESTION: Final = "how do I use a compass"
FROM_THE_WEB: Final = Card(kind=CardKind.ANSWER, lines=((Plain("It points to the spawn."),),))


@dataclass(frozen=True)
class Items:
    """A lender of items by their names."""

    names: tuple[str, ...]
    source: Source = Source.ITEMS

    async def lend(self, viewer: Viewer) -> Loan:
        del viewer
        entries = [
            Entry(source=Source.ITEMS, key=f"mod:item_{at}", title=name, text=f"mod:item_{at}")
            for at, name in enumerate(self.names)
        ]
        return Loan(view="items", state=self.names, entries=lambda: entries)


@dataclass
class Web:
    """`Online` that has one answer."""

    times: int = 0

    async def answer(self, call: Call, execution: Execution) -> Card:
        del call, execution
        self.times += 1
        return FROM_THE_WEB


@asynccontextmanager
async def search(root: Path, *names: str, note: str = "") -> AsyncGenerator[Search]:
    folder = root / "config" / "knowledge"
    folder.mkdir(parents=True)
    if note:
        (folder / "town.md").write_text(note, encoding="utf-8")
    folders = Folders(root=root, shipped=root / "none")
    library = KnowledgeLibrary(folders, cache=None, clock=FakeClock())
    async with library.opened():
        await library.reload()
        yield Search(library, [Items(names)])


async def locally(search: Search, question: str) -> Card:
    answer = workflow(search).without_model
    assert answer is not None
    return await answer(Call(player=MARA, language="en_us", input={"question": question}))


async def answered(search: Search, model: ScriptedModel, web: Web, *, online: bool) -> Card:
    request = replace(asked(), online=online, prompts=PROMPTS)
    async with execution(kernel(model), request=request) as opened:
        call = Call(player=MARA, language="en_us", input={"question": QUESTION}, execution=opened)
        return await workflow(search, web).run(call)


async def test_a_named_item_is_led_to_and_one_like_it_is_not(tmp_path: Path) -> None:
    async with search(tmp_path, "Compass", "Recovery Compass") as found:
        card = await locally(found, QUESTION)
        assert [(run.capability, run.input) for run in runs_of(card)] == [
            ("system:sources", {"item": "mod:item_0"})
        ]
        assert "Nothing is known here" in plain(
            await locally(found, "recovery of lost things"), "en_us"
        )


async def test_its_name_keeps_nobody_from_the_web_and_asks_no_model(tmp_path: Path) -> None:
    async with search(tmp_path, "Compass") as found:
        model, web = ScriptedModel(), Web()
        assert await answered(found, model, web, online=True) == FROM_THE_WEB
        card = await answered(found, model, web, online=False)
        assert [run.capability for run in runs_of(card)] == ["system:sources"]
        assert not card.by_model
        assert (web.times, model.requests) == (1, [])


async def test_a_model_is_shown_the_text_first_and_a_few_of_the_items(tmp_path: Path) -> None:
    many = ["Compass"] * (ITEMS + 4)
    note = "# Lost\nUse the compass at the gate to find the way home."
    async with search(tmp_path, *many, note=note) as found:
        model = ScriptedModel(['{"type": "answer", "text": "At the gate.", "sources": [1]}'])
        card = await answered(found, model, Web(), online=True)
        assert card.by_model
        assert [run.capability for run in runs_of(card)] == ["system:notes"]
        (request,) = model.requests
        shown = [each["result"] for each in json.loads(request.user)["observations"]]
        assert [each["source"] for each in shown] == ["notes", *["items"] * ITEMS]
