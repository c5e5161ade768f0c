"""`system:organize`: a model proposes a tidied note, an administrator confirms, then it is written.

Proposing changes nothing. What is confirmed is exactly what was shown: the button names the note
and the digests of its old and its new bytes, and is never picked from words.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.agent.failures import FailureError
from bridge.agent.loop import ReActLoop
from bridge.agent.policy import ExecutionPolicy
from bridge.agent.react import ReActContext, ToolContext
from bridge.agent.user_message import Question, observed
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Style, Words, notice
from bridge.core.errors import RefusedError
from bridge.core.modes import Mode
from bridge.files.background import in_background
from bridge.knowledge.contents import page_of
from bridge.knowledge.notes import digest_of, read_note, replace_note
from bridge.knowledge.sections import parted_comments
from bridge.modules.inputs import TextInput, TextInputs
from bridge.modules.workflow import Routing, Workflow
from bridge.prompts.core_prompts import CorePrompt
from bridge.storage.completion import to_the_end
from bridge.tools.priority import Priority
from bridge.ui.languages import language_of, phrases
from bridge.workflows.knowledge import cards
from bridge.workflows.knowledge.proposals import Proposal, Proposals
from bridge.workflows.knowledge.tidying import LEAST, Difference, as_note, difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bridge.core.cards import Line
    from bridge.knowledge.library import KnowledgeLibrary
    from bridge.knowledge.sections import Page
    from bridge.modules.workflow import Call

CONFIRM: Final = "system:organize_confirm"
LONGEST: Final = 6_000
"""Bytes of a note: what fits one observation, which would else be cut, and one answer."""
SHOWN: Final = 10
"""Lines that are shown of what goes and of what comes."""
LINE: Final = 200
"""Characters of one of them."""
POLICY: Final = ExecutionPolicy(
    model_calls=2,
    tool_calls=2,
    steps=6,
    write_steps=1,
    input_bytes=65_536,
    output_tokens=4_096,
    total_tokens=65_536,
    ttl=90.0,
    model_timeout=60.0,
    rounds=1,
)


def workflows(library: KnowledgeLibrary) -> tuple[Workflow, ...]:
    """The proposal and its confirmation, over the notes of one daemon."""
    tidying = Tidying(library)
    return (
        Workflow(
            id=cards.ORGANIZE,
            run=tidying.propose,
            needs=Mode.STANDARD,
            policy=POLICY,
            routing=Routing(
                description=(
                    "For administrators: propose a tidied version of one of the server's notes, "
                    "which they then confirm."
                ),
                inputs=TextInputs({"note": TextInput("the note's title", required=True)}),
                priority=Priority.PAID,
                explicit_entry=True,
            ),
        ),
        Workflow(
            id=CONFIRM,
            run=tidying.confirm,
            needs=Mode.STANDARD,
            policy=POLICY,
            writes=True,
            routing=Routing(description="Write a tidied note.", structured_only=True),
        ),
    )


class Tidying:
    """Proposes and writes; what waits for its confirmation is forgotten with the daemon."""

    def __init__(self, library: KnowledgeLibrary) -> None:
        self._library = library
        self._proposals = Proposals(library.clock)

    async def propose(self, call: Call) -> Card:
        """The card with what would change, and the button that does it."""
        if not call.administrator:
            return notice("organize.only_administrators")
        notes = await self._library.notes()
        name = _name(notes, call.input["note"])
        if name is None:
            return cards.nothing(call.input["note"])
        try:
            read = partial(read_note, self._library.notes_folder, name)
            old, before = await in_background(read)
        except RefusedError:
            return notice("organize.unreadable", note=name)
        shown, comments = parted_comments(old)
        if len(shown.encode()) > LONGEST:
            return notice("organize.too_long", note=name, most=LONGEST)
        title = notes[name].title
        new = as_note(title, await _tidied(shown, notes[name], call), comments)
        change = difference(old, new)
        if not (change.removed or change.added):
            return notice("organize.tidy_already", note=name)
        if change.kept < LEAST:
            return notice("organize.lost_too_much", note=name)
        after = digest_of(new.encode())
        asker = call.player.uuid
        proposal = Proposal(note=name, text=new, before=before, after=after, asker=asker)
        self._proposals.put(proposal)
        return _proposal(proposal, change)

    async def confirm(self, call: Call) -> Card:
        """Write what was proposed, once, if the note still is what it was."""
        if not call.administrator:
            return notice("organize.only_administrators")
        execution = call.execution
        assert execution is not None, "a workflow that needs a mode runs in an execution"
        note, before, after = (call.input.get(each, "") for each in ("note", "before", "after"))
        proposal = self._proposals.take(note, before, after, asker=call.player.uuid)
        if proposal is None:
            return notice("organize.no_proposal")
        folder = self._library.notes_folder
        write = partial(replace_note, folder, note, proposal.text, before=before)
        try:
            await execution.write(
                f"organize/{note}/{after}", lambda: to_the_end(asyncio.to_thread(write))
            )
        except FailureError:
            raise  # why it may not run now; the rest of its kind comes from the file
        except RefusedError:
            return notice("organize.not_written", note=note)
        return notice("organize.written", note=note)


async def _tidied(old: str, page: Page, call: Call) -> str:
    """The model's text. Raises FailureError.

    It is asked in the note's own language, because it answers in the question's.
    """
    execution = call.execution
    assert execution is not None, "a workflow that needs a mode runs in an execution"
    language = language_of(old, "en_us")
    shown = observed(1, "tool", "note", {"note": page.name}, {"title": page.title, "text": old})
    context = ReActContext(
        question=Question(
            task=CorePrompt.ORGANIZE.task,
            text=phrases(language)["organize.request"].format(title=page.title),
            player=execution.asked.sent_as,
            language=language,
        ),
        system=execution.asked.prompts.text(CorePrompt.ORGANIZE, language),
        tools=ToolContext(()),
        rounds=1,
        observations=[shown],
    )
    finished = await ReActLoop(context, execution).run()
    if finished.answer is None:
        assert finished.failure is not None, "a loop without an answer says why"
        raise FailureError(finished.failure)
    return finished.answer.text


def _name(notes: Mapping[str, Page], asked: str) -> str | None:
    """The file of the note that is meant."""
    if asked in notes:
        return asked
    found = page_of(list(notes.values()), asked)
    return None if found is None else list(notes)[found]


def _proposal(proposal: Proposal, change: Difference) -> Card:
    action = Run(
        CONFIRM,
        {"note": proposal.note, "before": proposal.before, "after": proposal.after},
    )
    return Card(
        kind=CardKind.OPTIONS,
        title=(Words("organize.title", {"note": proposal.note}),),
        lines=tuple(_lines(change)),
        buttons=(Button((Words("organize.confirm", {"note": proposal.note}),), action),),
        by_model=True,
    )


def _lines(change: Difference) -> Iterator[Line]:
    yield (Words("organize.lines", {"before": change.before, "after": change.after}),)
    yield from _listed("- ", change.removed, Style.BAD)
    yield from _listed("+ ", change.added, Style.GOOD)
    if change.lost:
        yield (Words("organize.lost", {"facts": ", ".join(change.lost[:SHOWN])}, Style.BAD),)
    if change.invented:
        facts = ", ".join(change.invented[:SHOWN])
        yield (Words("organize.invented", {"facts": facts}, Style.BAD),)
    yield (Words("organize.nothing_yet", style=Style.FAINT),)


def _listed(mark: str, lines: Sequence[str], style: Style) -> Iterator[Line]:
    for line in lines[:SHOWN]:
        yield (Plain(mark, style), Plain(_shortened(line), style))
    if len(lines) > SHOWN:
        yield (Plain(f"{mark}… (+{len(lines) - SHOWN})", style),)


def _shortened(line: str) -> str:
    """A line that says where something of it is not shown."""
    return line if len(line) <= LINE else f"{line[: LINE - 1]}…"
