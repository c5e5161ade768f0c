"""A model's tidied text is data: it names no file, hides nothing, and harms nothing that is fenced.

What an administrator is shown is what the file becomes, or the card says where it is cut.
"""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.agent.failures import FailureError
from bridge.core.actors import Player
from bridge.core.modes import Mode
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.sections import page
from bridge.modules.workflow import Call
from bridge.prompts.core_prompts import CorePrompt
from bridge.prompts.snapshot import PromptSnapshot
from bridge.ui.render import plain
from bridge.workflows.knowledge.organize import POLICY, workflows
from bridge.workflows.knowledge.proposals import Proposal, Proposals
from bridge.workflows.knowledge.tidying import as_note
from tests.fakes.cards import runs_of
from tests.fakes.clock import FakeClock
from tests.fakes.executions import MARA, FakeAuthority, asked, execution, kernel
from tests.fakes.model import ScriptedModel

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.cards import Card, Run

MESSY = "# Town\nthe bank opens at 6, ask with /bank\nno griefing in town\n"
TIDY = "Bank:\n- The bank opens at 6: ask with /bank.\n- No griefing in town."
PROMPTS = PromptSnapshot(prompts={CorePrompt.ORGANIZE: "Put in order."}, systems={})
TEO = Player(name="Teo", uuid=UUID(int=2))


class Scene:
    def __init__(self, root: Path, library: KnowledgeLibrary) -> None:
        self.root = root
        self.folder = library.notes_folder
        self.library = library
        self.model = ScriptedModel(iter(lambda: self.reply, None))
        self.authority = FakeAuthority()
        self.reply = json.dumps({"type": "answer", "text": TIDY})
        self.flows = {flow.id: flow for flow in workflows(library)}

    async def write(self, text: str, name: str = "town.md") -> None:
        (self.folder / name).write_text(text)
        await self.library.reload()

    async def run(self, capability: str, player: Player = MARA, **given: str) -> Card:
        request = replace(asked(player), prompts=PROMPTS)
        opening = execution(kernel(self.model), self.authority, policy=POLICY, request=request)
        async with opening as opened:
            call = Call(
                player=player, language="en_us", input=given, execution=opened, administrator=True
            )
            flow = self.flows[capability]
            with opened.needing(flow.needs):
                return await flow.run(call)

    async def propose(self, tidied: str, player: Player = MARA) -> Card:
        self.reply = json.dumps({"type": "answer", "text": tidied})
        return await self.run("system:organize", player, note="town.md")

    async def press(self, run: Run, player: Player = MARA) -> str:
        return plain(await self.run(run.capability, player, **run.input), "en_us")

    @property
    def files(self) -> dict[str, str]:
        """All that stands anywhere under the root."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text()
            for path in self.root.rglob("*")
            if path.is_file()
        }


@asynccontextmanager
async def staged(root: Path) -> AsyncGenerator[Scene]:
    (root / "config" / "knowledge").mkdir(parents=True)
    folders = Folders(root=root, shipped=root / "none")
    library = KnowledgeLibrary(folders, cache=None, clock=FakeClock())
    async with library.opened():
        scene = Scene(root, library)
        await scene.write(MESSY)
        yield scene


@pytest.mark.parametrize(
    "trick",
    [
        "# ../../evil.md\n" + TIDY,
        "note: ../evil.md\n" + TIDY,
        TIDY + "\n```\n/etc/passwd\n```",
        TIDY + "\n[x](file:///etc/passwd)",
        TIDY + "\n<!-- hidden --><!<!---- twice -->",
    ],
)
async def test_whatever_a_model_writes_only_the_shown_note_changes(
    tmp_path: Path, trick: str
) -> None:
    async with staged(tmp_path) as scene:
        (press,) = runs_of(await scene.propose(trick))
        assert "was replaced" in await scene.press(press)
        assert scene.files.keys() == {"config/knowledge/town.md", "config/knowledge/town.md.bak"}
        assert scene.files["config/knowledge/town.md.bak"] == MESSY
        written = scene.files["config/knowledge/town.md"]
        assert written.startswith("# Town\n")
        assert "<!--" not in written
        assert page("town.md", written).title == "Town"


@pytest.mark.parametrize("note", ["../town.md", "/etc/passwd", "town.md.bak", "zeppelin", "0"])
async def test_a_note_is_asked_for_by_title_and_no_path_is_one(tmp_path: Path, note: str) -> None:
    async with staged(tmp_path) as scene:
        (tmp_path / "config" / "secret.md").write_text("# Secret\n")
        card = await scene.run("system:organize", note=note)
        assert "Secret" not in plain(card, "en_us")
        assert all(run.input.get("note", "town.md") == "town.md" for run in runs_of(card))
        assert "town.md.bak" not in "".join(scene.files)


async def test_comments_reach_no_model_and_stay(tmp_path: Path) -> None:
    async with staged(tmp_path) as scene:
        await scene.write(MESSY.replace("opens", "<!-- the code is 4711 -->opens"))
        (press,) = runs_of(await scene.propose(TIDY))
        (request,) = scene.model.requests
        assert "4711" not in request.user + request.system
        await scene.press(press)
        written = scene.files["config/knowledge/town.md"]
        assert written.endswith("\n<!-- the code is 4711 -->\n")
        assert "4711" not in page("town.md", written).text


def test_what_is_fenced_stays_as_it_is() -> None:
    fenced = "```yaml\nserver:\n# port:\n  port: 1\n```"
    assert as_note("T", f"Setup:\n{fenced}\nEnd:\n- x") == (
        f"# T\n\n## Setup\n{fenced}\n\n## End\n- x\n"
    )


async def test_two_administrators_who_get_the_same_text_have_a_proposal_each(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as scene:
        (mine,) = runs_of(await scene.propose(TIDY))
        (theirs,) = runs_of(await scene.propose(TIDY, TEO))
        assert mine == theirs
        assert "was replaced" in await scene.press(mine)
        assert "changed meanwhile" in await scene.press(theirs, TEO)


def test_a_proposal_made_again_lives_from_then_on() -> None:
    clock = FakeClock()
    proposals = Proposals(clock)
    proposal = Proposal(note="a.md", text="x", before="1", after="2", asker=None)
    proposals.put(proposal)
    clock.advance(500)
    proposals.put(proposal)
    clock.advance(500)
    assert proposals.take("a.md", "1", "2", asker=None) == proposal
    assert proposals.take("a.md", "1", "2", asker=None) is None


async def test_a_press_after_access_was_taken_away_writes_nothing(tmp_path: Path) -> None:
    async with staged(tmp_path) as scene:
        (press,) = runs_of(await scene.propose(TIDY))
        scene.authority.default = Mode.OFFLINE
        with pytest.raises(FailureError):
            await scene.press(press)
        assert scene.files == {"config/knowledge/town.md": MESSY}


async def test_a_disk_that_is_full_leaves_the_old_note_and_no_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, target: Path) -> None:
        del path, target
        raise OSError(28, "No space left on device")

    async with staged(tmp_path) as scene:
        (press,) = runs_of(await scene.propose(TIDY))
        monkeypatch.setattr(Path, "replace", full)
        assert "Nothing was changed" in await scene.press(press)
        monkeypatch.undo()
        assert scene.files == {"config/knowledge/town.md": MESSY}
        assert "no such proposal" in await scene.press(press)


async def test_the_old_note_is_kept_before_the_new_one_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments: list[dict[str, str]] = []
    replace_whole = Path.replace

    async with staged(tmp_path) as scene:
        (press,) = runs_of(await scene.propose(TIDY))

        def watched(path: Path, target: Path) -> Path:
            done = replace_whole(path, target)
            moments.append({name: text for name, text in scene.files.items() if ".tmp" not in name})
            return done

        monkeypatch.setattr(Path, "replace", watched)
        await scene.press(press)
    kept, written = moments
    assert kept == {"config/knowledge/town.md": MESSY, "config/knowledge/town.md.bak": MESSY}
    assert written["config/knowledge/town.md"] != MESSY


async def test_a_line_that_is_not_shown_whole_says_so(tmp_path: Path) -> None:
    async with staged(tmp_path) as scene:
        text = plain(await scene.propose(f"{TIDY}\n- {'word ' * 100}"), "en_us")
        (cut,) = [line for line in text.splitlines() if "word word" in line]
        assert cut.endswith("…")
