"""No word of a hidden quest leaves a running daemon, by whatever way a player may ask.

The book has quests that this player may not see, with a word of its own in every field. Every
explicit command, every tool by a model in free mode, sentences, pages and buttons are tried, with
words of the secrets and without. What then stands on the screen, in what the model was sent, in the
explanation of a route and on the command line is searched for the secrets.
"""

from __future__ import annotations

import asyncio
import json
import re
import zipfile
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from bridge.cli.main import run
from bridge.daemon.asking import asked
from tests.peers.model_server import ModelServer
from tests.scenarios.conftest import PATIENCE, Game, playing
from tests.scenarios.test_access import configure
from tests.scenarios.test_trouble import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

    from bridge.demo.screen import Shown

ToolCall = dict[str, Any]
NOWHERE: Final = "zqqqvvwwxxqz"
OPEN, HIDDEN, COVERED, LATER = (f"00000000000000B{n}" for n in range(1, 5))
PRIZE: Final = "m:prize"
"""An item that everybody knows of, and that hidden quests give."""


class Words:
    """Words that stand nowhere else; those made by `secret` must not be told."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.secrets: list[str] = []

    def open(self) -> str:
        number = next(self._numbers)
        return "word" + "".join(chr(ord("a") + int(digit)) * 2 for digit in f"{number:03}")

    def secret(self) -> str:
        self.secrets.append("hush" + self.open()[4:])
        return self.secrets[-1]


def quest(words: Words, identifier: str, *, hides: str, more: str = "") -> str:
    """`hides` is what of it is a secret: all, details or nothing."""
    name = words.secret if hides == "all" else words.open
    part = words.open if hides == "nothing" else words.secret
    number = identifier[-1]
    opens = {"action": "open_url", "value": f"https://{part()}.example"}
    link = json.dumps({"text": part(), "clickEvent": opens})
    return f"""{{
        id: "{identifier}" x: 0.0d y: 0.0d title: "{name()}" subtitle: "{name()}"
        description: ["{part()}" '{link}']
        tasks: [
            {{ id: "00000000000000C{number}" type: "item" item: "m:{part()}" title: "{part()}" }}
            {{ id: "00000000000001C{number}" type: "item" item: "m:{part()}" }}
            {{ id: "00000000000002C{number}" type: "advancement" advancement: "m:{part()}" }}
        ]
        rewards: [
            {{ id: "00000000000000D{number}" type: "item" item: "{PRIZE}" title: "{part()}" }}
            {{ id: "00000000000001D{number}" type: "item" item: "{PRIZE}" }}
            {{ id: "00000000000002D{number}" type: "command" command: "/{part()}" }}
            {{ id: "00000000000003D{number}" type: "loot" table_data: {{ title: "{part()}"
                rewards: [{{ item: "{PRIZE}" title: "{part()}" }}] }} }}
        ]
        tags: ["{part()}"] note: "{part()}" {more}
    }}"""


def write_pack(root: Path, words: Words) -> None:
    """A book with an open, a hidden, a covered and a later quest, and a mod with the prize."""
    place = root / "server/config/ftbquests/quests"
    (place / "chapters").mkdir(parents=True)
    (place / "data.snbt").write_text("{ version: 13 }")
    leads = f'dependencies: ["{HIDDEN}"]'
    parts = (
        quest(words, OPEN, hides="nothing"),
        quest(words, HIDDEN, hides="all", more="invisible: true"),
        quest(
            words, COVERED, hides="details", more=f"hide_details_until_startable: true {leads}"
        ).replace(leads, f'dependencies: ["{OPEN}"]'),
        quest(words, LATER, hides="all", more=f"hide_until_deps_complete: true {leads}"),
    )
    (place / "chapters/one.snbt").write_text(
        f'{{ id: "00000000000000A1" filename: "one" title: "Chapter" order_index: 0\n'
        f'quests: [{"".join(parts)}]\nquest_links: [{{ id: "00000000000000E1" '
        f'linked_quest: "{LATER}" }}] }}'
    )
    (place / "chapters/two.snbt").write_text(
        f'{{ id: "00000000000000A2" filename: "{words.secret()}" title: "{words.secret()}" '
        f"order_index: 1 always_invisible: true\n"
        f"quests: [{quest(words, '00000000000000B5', hides='all')}] }}"
    )
    words.secrets += [HIDDEN, LATER, "00000000000000B5", "00000000000000A2", "00000000000000C3"]
    mods = root / "server/mods"
    mods.mkdir()
    recipe = {"type": "minecraft:crafting_shapeless", "ingredients": [{"item": "m:gear"}]}
    with zipfile.ZipFile(mods / "m.jar", "w") as jar:
        jar.writestr("META-INF/mods.toml", '[[mods]]\nmodId="m"\n')
        jar.writestr("data/m/recipe/prize.json", json.dumps(recipe | {"result": {"id": PRIZE}}))
        jar.writestr("assets/m/lang/en_us.json", '{"item.m.prize": "Prize", "item.m.gear": "Gear"}')


def commands(word: str) -> Iterator[str]:
    """Every explicit command about a word."""
    for command in ("quests", "quest", "items", "sources", "uses", "manual", "notes", "search"):
        yield f"/{command} {word}"
    yield f"/quests --all {word}"
    yield f"/quest #{word}"
    yield f"what quests are there about {word}?"
    yield f"有哪些关于{word}的任务"
    yield f"where do I get {word}"
    yield word


PLAIN: Final = (
    *("/quests", "1", "2", "3", "/next", "1", "2", "/players", "/manual", "/help", "1", "2", "3"),
    *(
        "/quest " + OPEN,
        "1",
        "2",
        "3",
        "/quest " + COVERED,
        "1",
        "2",
        "3",
        "/items prize",
        "1",
        "2",
    ),
    *(f"/sources {PRIZE}", "1", "2", "3", f"/uses {PRIZE}", "/uses m:gear", "1", "2", "/history"),
    *("what can I do next?", "how do I get a prize?", "please explain everything", "1", "2", "3"),
)


def calls(word: str) -> Iterator[ToolCall]:
    """Every tool about a word, as a model would call it."""
    yield {"type": "quests.find", "input": {"text": word}}
    yield {"type": "quests.find", "input": {"text": word, "everything": True}}
    yield {"type": "quests.detail", "input": {"quest": word}}
    yield {"type": "items.find", "input": {"text": word}}
    yield {"type": "items.sources", "input": {"item": word}}
    yield {"type": "items.uses", "input": {"item": word}}
    yield {"type": "items.query", "input": {"part": word}}
    yield {"type": "database.query", "input": {"query": word}}
    yield {"type": "database.query", "input": {"query": word, "sources": ["quests", "items"]}}
    yield {"type": "manual.read", "input": {"page": word}}
    yield {"type": "players.info", "input": {"player": word}}


WORDLESS: Final[tuple[ToolCall, ...]] = (
    {"type": "quests.list", "input": {}},
    {"type": "quests.list", "input": {"everything": True}},
    {"type": "quests.next", "input": {"count": 10}},
    {"type": "quests.detail", "input": {"quest": OPEN}},
    {"type": "quests.detail", "input": {"quest": COVERED}},
    {"type": "items.sources", "input": {"item": PRIZE}},
    {"type": "items.uses", "input": {"item": PRIZE}},
    {"type": "items.query", "input": {"mod": "m"}},
    {"type": "items.find", "input": {"text": "prize"}},
    {"type": "database.query", "input": {"query": "quest prize chapter"}},
    {"type": "manual.read", "input": {}},
    {"type": "players.info", "input": {}},
)


class Asker:
    """Teo, who is no operator, and all that he was told."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._screen = game.server.player("Teo").screen
        self._asked = 0

    async def __call__(self, text: str) -> str:
        """All that is shown for a request, up to the answer to another one behind it."""
        self._asked += 1
        end = f"/end{self._asked}x"
        before = self._screen.shown[-1:]
        for words in (text, end):
            await self._game.ask(words, "Teo")
        await until(lambda: any(end in each for each in self._told(before)))
        told = self._told(before)
        return "\n".join(each for each in told if end not in each and f"@ai {text}" not in each)

    def _told(self, before: tuple[Shown, ...]) -> list[str]:
        shown = self._screen.shown
        after = [at + 1 for at, each in enumerate(shown) if before and each is before[0]]
        return [
            f"{each.text} {each.component}"
            for each in shown[max(after, default=0) :]
            if not each.text.startswith("<Teo>")
        ]

    async def at_once(self, text: str, shown: str) -> None:
        """Give a management command; what it brings may come among other things."""
        await self._game.server.chat("Teo", f"@ai {text}")
        await until(lambda: any(shown in each for each in self._told(())))

    async def by_a_model(self, model: ModelServer, call: ToolCall) -> str:
        """What the model is sent after it called a tool; Teo is in free mode."""
        before = len(model.requests)
        await self._game.ask("tell me about it", "Teo")
        await self._game.daemon.turns.idle()
        sent = [request.user for request in model.requests[before:]]
        assert len(sent) == 2, call
        (observation,) = sent[1]["observations"]
        return json.dumps([sent[0], observation["result"], sent[1]["tools"]], ensure_ascii=False)


def told(secrets: list[str], text: str) -> list[str]:
    return [secret for secret in secrets if secret.lower() in text.lower()]


async def ready(game: Game) -> Asker:
    """Teo in the game, when books and items are read."""
    await game.server.join("Teo")
    teo = Asker(game)
    async with asyncio.timeout(PATIENCE):
        while "Gear" not in await teo(f"/sources {PRIZE}"):
            pass
        while "word" not in await teo("/quests"):
            pass
    return teo


async def test_no_command_sentence_page_or_button_tells_of_a_hidden_quest(tmp_path: Path) -> None:
    words = Words()
    write_pack(tmp_path, words)
    async with playing(tmp_path) as game:
        teo = await ready(game)
        assert "Prize" in await teo(f"/quest {OPEN}")
        for text in PLAIN:
            assert told(words.secrets, await teo(text)) == [], text
        nothing = [_bare(await teo(text)) for text in commands(NOWHERE)]
        for secret in words.secrets[::7]:
            answers = [_bare(await teo(text)) for text in commands(secret)]
            for text, answer, other in zip(commands(secret), answers, nothing, strict=True):
                assert answer.replace(secret, NOWHERE) == other, text
        explained = await asked(
            game.daemon.server(None),
            {"player": "Teo", "text": f"quests about {words.secrets[0]}", "explain": True},
        )
        assert len(told(words.secrets, json.dumps(explained.data))) <= 1  # the question itself


def _bare(text: str) -> str:
    """Without the ids of cards, which are new each time."""
    return re.sub(r"@ai (\d+) \w+", r"@ai \1", text)


async def test_no_tool_tells_a_model_of_a_hidden_quest(tmp_path: Path) -> None:
    words = Words()
    write_pack(tmp_path, words)
    asked_for = [*words.secrets[::5], NOWHERE]
    made = [*WORDLESS, *(call for word in asked_for for call in calls(word))]
    answer = '{"type": "answer", "text": "done"}'
    model = ModelServer([reply for call in made for reply in (json.dumps(call), answer)])
    async with model.running():
        file = {"baseUrl": model.url, "model": "scripted", "apiKeyRequired": False}
        configure(tmp_path, "system-model.json", file)
        limits = {"requestsPerMinute": 0, "modelCallsPerPlayerDay": 100_000}
        configure(tmp_path, "system-agent.json", limits | {"modelCallsPerServerDay": 100_000})
        async with playing(tmp_path) as game:
            teo = await ready(game)
            await game.console("system ai default free")
            await teo.at_once("/history off", "History: off")
            await teo.at_once("/mode free", "Your mode is now Free")
            for call in WORDLESS:
                assert told(words.secrets, await teo.by_a_model(model, call)) == [], call
            results = {
                word: [(await teo.by_a_model(model, call)) for call in calls(word)]
                for word in asked_for
            }
            for word in asked_for:
                for text, other in zip(results[word], results[NOWHERE], strict=True):
                    assert text.replace(word, NOWHERE) == other


def test_the_command_line_tells_no_more_than_that_player_may_see(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = Words()
    write_pack(tmp_path, words)
    server = str(tmp_path / "server")
    for command in (
        *(("quests", "list"), ("quests", "next"), ("quests", "show", OPEN)),
        *(("quests", "show", COVERED), ("items", "sources", PRIZE), ("items", "show", PRIZE)),
        *(("items", "uses", PRIZE), ("items", "find", "prize")),
    ):
        run([*command, "--as", "Teo", "--directory", server, "--json"])
        out = capsys.readouterr()
        assert told(words.secrets, out.out + out.err) == [], command
    assert run(["quests", "list", "--all", "--json", "--directory", server]) == 0
    assert len(told(words.secrets, capsys.readouterr().out)) > 20
