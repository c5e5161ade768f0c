"""One server's matcher: its own names, and the limits of the configuration."""

from __future__ import annotations

import asyncio

from bridge.conversation.local import LocalMatching, built_in_matcher
from bridge.conversation.matcher import Example, Matcher, Reason
from bridge.conversation.pack_matching import PackMatching
from bridge.core.modes import Mode
from bridge.settings.semantic_file import ModeScores, SemanticFile

EXAMPLES = [
    Example(capability="system:sources", text="where do I get {item:thing}"),
    Example(capability="system:quests", text="what quests are there about {text}"),
]
ASKED = "where do I get gribblefrotz"
ALMOST = "tell me which quests there might be on storage"


class Titles:
    """A book that a test changes."""

    def __init__(self, *titles: str) -> None:
        self.titles = frozenset(titles)
        self.renewed = asyncio.Event()

    async def newer_titles(self, known: frozenset[str] | None) -> frozenset[str]:
        while self.titles == known:
            await self.renewed.wait()
            self.renewed.clear()
        return self.titles


def matching(file: SemanticFile | None = None) -> PackMatching:
    return PackMatching(LocalMatching(Matcher(EXAMPLES)), lambda: file or SemanticFile())


async def test_a_name_of_the_pack_is_trusted_and_no_other_servers_matcher_knows_it() -> None:
    whole = LocalMatching(Matcher(EXAMPLES))
    one, other = (PackMatching(whole, SemanticFile) for _ in range(2))
    await one.learn(frozenset({"Gribblefrotz"}))
    assert (await one.decide(ASKED, mode=Mode.OFFLINE)).reason is Reason.MATCHED
    assert (await other.decide(ASKED, mode=Mode.OFFLINE)).reason is not Reason.MATCHED


async def test_a_new_book_is_learnt() -> None:
    mine, titles = matching(), Titles()
    keeping = asyncio.get_running_loop().create_task(mine.keep(titles))
    titles.titles = frozenset({"Gribblefrotz"})
    titles.renewed.set()
    async with asyncio.timeout(10):
        while (await mine.decide(ASKED, mode=Mode.OFFLINE)).match is None:
            await asyncio.sleep(0.001)
    keeping.cancel()


async def test_the_file_says_how_sure_a_match_must_be() -> None:
    file = SemanticFile()
    mine = PackMatching(LocalMatching(built_in_matcher()), lambda: file)
    assert (await mine.decide(ALMOST, mode=Mode.STANDARD)).match is not None
    assert (await mine.decide(ALMOST, mode=Mode.EXTENDED)).reason is Reason.BELOW_THRESHOLD
    file = SemanticFile(mode_scores=ModeScores(free_chat=-0.1))
    assert (await mine.decide(ALMOST, mode=Mode.EXTENDED)).match is not None
    file = SemanticFile(coverage=1)
    assert (await mine.decide(ALMOST, mode=Mode.STANDARD)).reason is Reason.LOW_COVERAGE
    file = SemanticFile(margin=1)
    assert (await mine.decide(ALMOST, mode=Mode.STANDARD)).reason is Reason.SMALL_MARGIN
    file = SemanticFile(max_candidates=1)
    assert len((await mine.decide("quests", mode=Mode.STANDARD)).candidates) <= 1
    assert mine.most == 1


async def test_what_is_meant_and_not_allowed_is_told_and_offers_what_is() -> None:
    decision = await matching().decide(
        "what quests are there about storage", mode=Mode.OFFLINE, allowed={"system:sources"}
    )
    assert (decision.match, decision.reason) == (None, Reason.NOT_ALLOWED)
    assert decision.meant is not None
    assert decision.meant.capability == "system:quests"
    assert decision.candidates == ()
