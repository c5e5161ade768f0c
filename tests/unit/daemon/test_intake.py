"""From an event to what a player is shown: who is answered by what, and where errors end."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, cast

import pytest

from bridge.commands.explicit import Argument, Command
from bridge.conversation.bindings import Bindings
from bridge.conversation.kept_answers import KEPT_SECONDS, KeptAnswers
from bridge.conversation.language_choice import LanguageChoice
from bridge.conversation.local import LocalMatching
from bridge.conversation.matcher import Example, Matcher
from bridge.conversation.shown import LIFETIME, ShownCards
from bridge.conversation.spoken import Spoken
from bridge.conversation.turns import WAITING, Turns
from bridge.core.cards import Button, Card, CardKind, Plain, Run, Words, notice
from bridge.core.errors import (
    LinkError,
    PlayerAwayError,
    RconLostError,
    RconTooLongError,
    StoreError,
)
from bridge.core.events import (
    Chat,
    ConsoleEcho,
    IssuedCommand,
    Join,
    Leave,
    Pressed,
    Reloading,
    Saved,
)
from bridge.core.modes import Mode
from bridge.daemon.answering import Answers
from bridge.daemon.intake import Intake
from bridge.daemon.server_place import ServerPlace
from bridge.daemon.unfinished import Unfinished
from bridge.minecraft.identity import Proof
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Workflow
from bridge.settings.schema import ServerTable
from tests.fakes.conversations import SHIPPED, FakeConversation
from tests.fakes.executions import FakeAuthority
from tests.fakes.server_link import RecordingLink
from tests.unit.daemon.conftest import MARA, TEO

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.core.actors import Player
    from bridge.core.events import GameEvent
    from bridge.daemon.access_desk import AccessDesk
    from bridge.minecraft.link.server import ServerLink
    from bridge.modules.workflow import Call
    from bridge.storage.database import Database
    from tests.unit.daemon.conftest import Around

NO_CARD = "There is no card with buttons to press."
NO_NUMBER = "That card has no button 9."
EXPIRED = "That card is too old. Ask again to get a fresh one."


class Features:
    """Workflows that say what they are asked, wait, or fail."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked: list[tuple[str, str]] = []

    async def say(self, call: Call) -> Card:
        text = call.input.get("text", "")
        self.asked.append((call.player.name, text))
        await self.gate.wait()
        button = Button((Plain("more"),), Run("system:say", {"text": f"pressed {text}"}))
        return Card(kind=CardKind.ANSWER, lines=((Plain(f"said {text}"),),), buttons=(button,))

    async def fail(self, call: Call) -> Card:
        raise ZeroDivisionError(call.player.name)

    async def menu(self, call: Call) -> Card:
        return Card(kind=CardKind.LIST, lines=((Plain(f"menu {call.language}"),),))

    def workflows(self) -> list[Workflow]:
        def command(name: str) -> Command:
            return Command(name=name, usage="u", summary="s", argument=Argument.OPTIONAL)

        return [
            Workflow(id="system:say", run=self.say, command=command("say")),
            Workflow(id="system:fail", run=self.fail, command=command("fail")),
            Workflow(id="system:menu", run=self.menu, command=command("menu"), management=True),
        ]


class Scene:
    """An intake at a recording link."""

    def __init__(self, root: Path, desk: AccessDesk, around: Around, db: Database) -> None:
        self.root = root
        self.desk = desk
        self.clock = around.clock
        self.link = RecordingLink()
        self.link.online = around.online
        self.features = Features()
        self.reloads = 0
        self.saves = 0
        self.came: list[tuple[Player, bool]] = []
        """Who joined, and whether the store knew them by then."""
        (root / "server.properties").write_text("online-mode=true\n")
        matching = LocalMatching(Matcher([Example(capability="system:say", text="say {text}")]))
        ids = iter(f"c{number:02}" for number in range(100))
        unfinished = Unfinished(db, "main", around.clock)
        link = cast("ServerLink", self.link)
        place = ServerPlace(root, ServerTable(directory=str(root)))
        self.answers = Answers(
            link=link,
            place=place,
            shown=ShownCards(self.clock, lambda: next(ids)),
            spoken=Spoken("en_us"),
            languages=LanguageChoice(cast("Database", None), {}),
            kept=KeptAnswers(self.clock),
            unfinished=unfinished,
        )
        self.intake = Intake(
            link=link,
            place=place,
            router=FakeConversation(
                ModuleRegistry(self.features.workflows()),
                matching,
                authority=FakeAuthority(mode=Mode.OFFLINE),
            ).router,
            prompts=lambda: SHIPPED,
            answers=self.answers,
            turns=Turns(),
            desk=desk,
            bindings=Bindings(cast("Database", None), "main/world", {}),
            unfinished=unfinished,
            generation=lambda player: 0,
            reload=self._reload,
            saved=self._saved,
            joined=self._joined,
        )

    async def _reload(self) -> str:
        self.reloads += 1
        return ""

    def _saved(self) -> None:
        self.saves += 1

    async def _joined(self, player: Player) -> None:
        self.came.append((player, player in self.desk.access.seen()))

    async def after(self, *events: tuple[GameEvent | Pressed, Player | None]) -> None:
        """Let these happen and see to them to the end."""
        for event, player in events:
            self.link.happen(event, player)
        self.link.end()
        await self.intake.listen()

    async def ask(self, text: str, player: Player = MARA, *, proof: Proof = Proof.SHOWN) -> str:
        """What this player is shown after this chat line."""
        before = len(self.link.told[player.name])
        self.link.happen(Chat(player=player.name, text=text), player, proof=proof)
        await self.after()
        return "\n".join(self.told(player)[before:])

    def told(self, player: Player = MARA) -> list[str]:
        """All that this player was shown, as plain text."""
        return [plain(component) for component in self.link.told[player.name]]

    def make_operators(self, *players: Player) -> None:
        listed = [{"uuid": str(each.uuid), "name": each.name, "level": 4} for each in players]
        (self.root / "ops.json").write_text(json.dumps(listed))


def plain(component: str) -> str:
    parts = json.loads(component)
    return "".join(part if isinstance(part, str) else part["text"] for part in parts)


@pytest.fixture
def scene(tmp_path: Path, desk: AccessDesk, around: Around, db: Database) -> Scene:
    around.online.append(MARA)
    return Scene(tmp_path, desk, around, db)


async def test_a_line_with_a_prefix_is_answered_to_that_player_alone(scene: Scene) -> None:
    assert "said hello" in await scene.ask("@ai /say hello")
    assert "said 你好" in await scene.ask("！AI say 你好", TEO)
    assert set(scene.link.told) == {"Mara", "Teo"}


async def test_what_is_not_for_us_is_left_alone(scene: Scene) -> None:
    await scene.after(
        (Chat(player="Mara", text="hello"), MARA),
        (Chat(player="Mara", text="@aiden hi"), MARA),
        (Chat(player="Mara", text="@ai hi"), None),
        (Leave(player="Mara"), None),
        (ConsoleEcho(text="help"), None),
    )
    assert scene.link.told == {}
    assert scene.features.asked == []


async def test_the_prefix_alone_is_the_menu_in_the_servers_language(scene: Scene) -> None:
    assert await scene.ask("@ai") == "menu en_us"


async def test_chinese_is_answered_in_chinese(scene: Scene) -> None:
    assert "没有 /不存在 这个命令。" in await scene.ask("@ai /不存在")


async def test_who_did_not_just_ask_is_told_in_the_language_they_last_asked_in(
    scene: Scene,
) -> None:
    await scene.ask("@ai /say 你好")
    for player in (MARA, TEO):
        await scene.answers.tell(player, notice("press.no_card"))
    assert scene.told(MARA)[-1] == "现在没有可以按的卡片。"
    assert scene.told(TEO) == [NO_CARD]


async def test_progress_is_on_the_players_bar_in_their_language(scene: Scene) -> None:
    await scene.ask("@ai /say 你好")
    await scene.answers.show_progress(MARA, Words("progress.thinking"))
    await scene.answers.show_progress(MARA, None)
    assert scene.link.bars["Mara"] == [
        '{"text":"AI 正在思考…","color":"gray"}',
        '{"text":""}',
    ]


async def test_there_is_no_progress_where_operators_would_be_told_of_each(scene: Scene) -> None:
    (scene.root / "server.properties").write_text("broadcast-rcon-to-ops=true\n")
    await scene.answers.show_progress(MARA, Words("progress.thinking"))
    assert scene.link.bars == {}


async def test_what_cannot_be_shown_is_an_error_of_whoever_tells_it(scene: Scene) -> None:
    scene.link.errors["Mara"] = RconLostError("gone", written=True)
    with pytest.raises(RconLostError):
        await scene.answers.tell(MARA, notice("press.no_card"))


async def test_a_press_runs_the_button_of_that_card_or_of_the_newest(scene: Scene) -> None:
    await scene.ask("@ai /say one")
    await scene.ask("@ai /say two")
    assert "said pressed one" in await scene.ask("@ai 1 c00")
    assert "said pressed pressed one" in await scene.ask("@ai １")


async def test_a_press_that_finds_no_button_says_why(scene: Scene) -> None:
    assert await scene.ask("@ai 1") == NO_CARD
    await scene.ask("@ai /say one")
    assert await scene.ask("@ai 1 zzz") == NO_CARD
    assert await scene.ask("@ai 9") == NO_NUMBER
    scene.clock.advance(LIFETIME)
    assert await scene.ask("@ai 1") == EXPIRED
    assert scene.features.asked == [("Mara", "one")]


async def test_buttons_of_one_player_are_not_anothers(scene: Scene) -> None:
    await scene.ask("@ai /say one")
    await scene.ask("@ai 1 c00", TEO)
    assert scene.features.asked == [("Mara", "one")]


async def test_whoever_joins_or_asks_was_seen_at_todays_default(scene: Scene) -> None:
    await scene.after((Join(player="Teo"), TEO))
    await scene.ask("@ai /menu")
    assert {player.name for player in scene.desk.access.seen()} == {"Mara", "Teo"}
    assert scene.desk.access.effective(TEO.uuid).saved_mode is Mode.STANDARD
    assert scene.told(TEO) == []


async def test_who_joins_is_seen_first_and_then_told_what_waits_for_them(scene: Scene) -> None:
    await scene.after((Join(player="Teo"), TEO), (Join(player="Nobody"), None))
    assert scene.came == [(TEO, True)]


async def test_a_save_of_the_world_is_passed_on(scene: Scene) -> None:
    await scene.after((Saved(), None), (Saved(), None))
    assert (scene.saves, scene.link.told) == (2, {})


async def test_a_store_that_fails_is_told_once_and_keeps_no_answer_back(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def see(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(type(scene.desk.access), "see", see)
    assert "said one" in await scene.ask("@ai /say one")
    assert "said two" in await scene.ask("@ai /say two")
    await scene.after((Join(player="Mara"), MARA))
    assert scene.came == [(MARA, False)]
    assert caplog.messages == ["the disk is full"]


async def test_reload_in_the_game_reads_the_book_again(scene: Scene) -> None:
    await scene.after((Reloading(), None))
    assert scene.reloads == 1


async def test_one_request_of_a_player_at_a_time_but_management_and_presses_at_once(
    scene: Scene,
) -> None:
    await scene.ask("@ai /say zero")
    scene.features.gate.clear()
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        listening = group.create_task(scene.intake.listen())
        for text in ("@ai /say one", "@ai /say two", "@ai /menu", "@ai 1 c00"):
            scene.link.happen(Chat(player="Mara", text=text), MARA)
        scene.link.happen(Chat(player="Teo", text="@ai /say mine"), TEO)
        while len(scene.features.asked) < 4 or len(scene.told()) < 2:
            await asyncio.sleep(0)
        assert ("Mara", "two") not in scene.features.asked
        assert {("Mara", "one"), ("Mara", "pressed zero"), ("Teo", "mine")} < set(
            scene.features.asked
        )
        assert "menu" in scene.told()[-1]
        scene.features.gate.set()
        scene.link.end()
        await listening
    assert scene.features.asked[-1] == ("Mara", "two")


async def test_one_too_many_is_told_at_once_that_the_others_wait(scene: Scene) -> None:
    await scene.ask("@ai /menu")
    scene.features.gate.clear()
    async with asyncio.timeout(10), asyncio.TaskGroup() as group:
        listening = group.create_task(scene.intake.listen())
        for number in range(WAITING + 2):
            scene.link.happen(Chat(player="Mara", text=f"@ai /say {number}"), MARA)
        while len(scene.told()) < 2:
            await asyncio.sleep(0)
        assert str(WAITING) in scene.told()[-1]
        scene.features.gate.set()
        scene.link.end()
        await listening
    assert [text for _, text in scene.features.asked] == [str(n) for n in range(WAITING + 1)]


async def test_the_console_is_answered_in_the_log_and_to_administrators_online(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.link.online.append(TEO)
    scene.make_operators(TEO)
    with caplog.at_level(logging.INFO, "bridge.daemon.intake"):
        await scene.after((ConsoleEcho(text="system ai default free"), None))
    said = "The default mode of this world is now free."
    assert caplog.messages == [f"system ai default free: {said}"]
    assert scene.told(TEO) == [said]
    assert scene.told(MARA) == []


async def test_an_administrator_who_cannot_be_told_does_not_keep_it_from_the_others(
    scene: Scene,
) -> None:
    scene.link.online.append(TEO)
    scene.make_operators(MARA, TEO)
    scene.link.errors["Mara"] = RconTooLongError("too long")
    await scene.after((ConsoleEcho(text="system ai default"), None))
    assert scene.told(TEO) == ["The default mode of this world is standard."]


async def test_an_operator_may_give_orders_in_chat(scene: Scene) -> None:
    scene.make_operators(MARA)
    assert await scene.ask("@ai /system ai default free") == (
        "The default mode of this world is now free."
    )
    (entry,) = await scene.desk.access.history()
    assert (entry.author.actor, entry.author.origin) == (MARA, "chat")


@pytest.mark.parametrize(
    "why", ["no operator", "names not verified", "nicknames", "a decorated name"]
)
async def test_whose_name_proves_no_administrator_changes_nothing_by_chat(
    scene: Scene, why: str
) -> None:
    if why != "no operator":
        scene.make_operators(MARA)
    if why == "names not verified":
        (scene.root / "server.properties").write_text("online-mode=false\n")
    if why == "nicknames":
        (scene.root / "plugins").mkdir()
        (scene.root / "plugins" / "EssentialsX.jar").touch()
    proof = Proof.NOTHING if why == "a decorated name" else Proof.SHOWN
    refused = await scene.ask("@ai /system ai default free", proof=proof)
    assert refused.startswith("Administrators are recognised in chat only where")
    assert scene.desk.access.rules.default is Mode.STANDARD
    assert scene.features.asked == []


async def test_an_error_of_ours_is_logged_whole_and_the_player_is_told(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    assert "an error on our side" in await scene.ask("@ai /fail")
    (record,) = [record for record in caplog.records if record.exc_info]
    assert record.levelno == logging.ERROR
    assert "ZeroDivisionError" in caplog.text
    assert "said on" in await scene.ask("@ai /say on")


async def test_a_request_that_fails_in_the_store_is_one_line_and_the_player_is_told(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def amend(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(type(scene.desk.access), "amend", amend)
    scene.make_operators(MARA)
    assert "an error on our side" in await scene.ask("@ai /system ai default free")
    assert caplog.messages == [
        "Mara: '@ai /system ai default free': a request failed: the disk is full"
    ]
    assert [record.exc_info for record in caplog.records] == [None]


@pytest.mark.parametrize("text", ["@ai /say hello", "@ai /fail", "@ai /menu"])
async def test_an_answer_that_cannot_be_given_is_one_line(
    scene: Scene, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    scene.link.errors["Mara"] = RconLostError("gone", written=True)
    assert await scene.ask(text) == ""
    assert caplog.messages[-1] == f"Mara: {text!r}: an answer could not be given: gone"
    assert sum(record.exc_info is not None for record in caplog.records) == (text == "@ai /fail")
    scene.link.errors["Mara"] = RconTooLongError("too long")
    await scene.ask(text)
    assert caplog.messages[-1] == f"Mara: {text!r}: an answer could not be given: too long"


async def test_nobody_is_told_of_an_error_who_did_not_ask(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def see(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(type(scene.desk.access), "see", see)
    await scene.after((Join(player="Mara"), MARA))
    assert scene.told(MARA) == []


async def test_nothing_is_started_while_there_is_no_way_back(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.link.closed = LinkError("no way back to players: rcon: off")
    await scene.ask("@ai /say hello")
    await scene.ask("@ai /menu")
    await scene.after((Pressed(player="Mara", card="c00", number=1), MARA))
    assert scene.features.asked == []
    assert list(scene.desk.access.seen()) == []
    problem = "an answer could not be given: no way back to players: rcon: off"
    asked = ("Mara: '@ai /say hello'", "Mara: '@ai /menu'", "Mara")
    assert caplog.messages == [f"{each}: {problem}" for each in asked]


async def test_a_request_is_marked_as_begun_before_anything_is_done(scene: Scene) -> None:
    scene.link.closed = LinkError("no way back")
    await scene.ask("@ai /say hello")
    assert scene.link.begun_with == 1
    await scene.after((ConsoleEcho(text="system ai default"), None), (Leave(player="Mara"), None))
    assert scene.link.begun_with == 2


async def test_what_a_killed_daemon_had_begun_is_reported_once(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    await scene.intake.unfinished.begin("Mara: '@ai /say hello'")
    await scene.ask("@ai /say one", TEO)
    assert caplog.messages == ["Mara: '@ai /say hello': a request was cut off when we were killed"]
    caplog.clear()
    await scene.ask("@ai /say two")
    assert caplog.messages == []


async def test_a_stop_while_a_request_is_being_stored_leaves_it_to_the_next_start(
    scene: Scene, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    storing = asyncio.Event()

    async def begin(*_: object) -> int:
        storing.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(Unfinished, "begin", begin)
    scene.link.happen(Chat(player="Mara", text="@ai /say hello"), MARA)
    async with asyncio.TaskGroup() as group:
        listening = group.create_task(scene.intake.listen())
        await storing.wait()
        listening.cancel()
    assert (scene.features.asked, caplog.messages) == ([], [])


@pytest.mark.parametrize("text", ["/say hello", "/fail", "/menu"])
async def test_what_has_ended_however_it_did_is_not_reported_again(
    scene: Scene, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    await scene.ask(f"@ai {text}")
    caplog.clear()
    await scene.after()
    assert caplog.messages == []


async def test_a_request_that_a_stop_cuts_off_is_reported_by_the_stop_alone(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.features.gate.clear()
    scene.link.happen(Chat(player="Mara", text="@ai /say hello"), MARA)
    async with asyncio.TaskGroup() as group:
        listening = group.create_task(scene.intake.listen())
        while not scene.features.asked:
            await asyncio.sleep(0)
        listening.cancel()
    cut = "Mara: '@ai /say hello': a request was cut off: we are stopping"
    assert caplog.messages == [cut]
    await scene.after()
    assert caplog.messages == [cut]


async def test_an_answer_to_a_player_who_left_is_shown_at_their_next_join(scene: Scene) -> None:
    scene.link.left.add("Mara")
    assert await scene.ask("@ai /say one") == ""
    scene.link.left.clear()
    scene.link.errors["Mara"] = PlayerAwayError("Mara is not in the game")
    assert await scene.ask("@ai /say two") == ""
    scene.link.errors.clear()
    await scene.after((Join(player="Teo"), TEO), (Join(player="Mara"), MARA))
    assert [text.partition("\n")[0] for text in scene.told()] == ["said one", "said two"]
    assert scene.told(TEO) == []
    await scene.after((Join(player="Mara"), MARA))
    assert len(scene.told()) == 2


async def test_an_answer_waits_ten_minutes_and_no_longer(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.Event()

    async def later() -> None:
        """While the intake listens: a stop would report what is still kept."""
        await asked.wait()
        scene.link.left.clear()
        scene.clock.advance(KEPT_SECONDS)
        scene.link.happen(Join(player="Mara"), MARA)
        scene.link.end()

    scene.link.left.add("Mara")
    scene.link.happen(Chat(player="Mara", text="@ai /say one"), MARA)
    async with asyncio.TaskGroup() as group:
        group.create_task(scene.intake.listen())
        group.create_task(later())
        while not scene.answers.kept.waiting():
            await asyncio.sleep(0)
        assert await scene.intake.unfinished.left_behind() != []
        asked.set()
    assert scene.told() == []
    assert await scene.intake.unfinished.left_behind() == []
    (message,) = caplog.messages
    assert message.startswith("Mara: 'said one")
    assert message.endswith("an answer could not be given: they did not come back for it")


async def test_a_kept_answer_is_reported_by_the_next_start_if_we_are_killed_before_it_is_shown(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    scene.link.left.add("Mara")
    scene.link.happen(Chat(player="Mara", text="@ai /say one"), MARA)
    left: list[str] = []
    async with asyncio.TaskGroup() as group:
        listening = group.create_task(scene.intake.listen())
        while not left:
            left = [each for each in await scene.intake.unfinished.left_behind() if "said" in each]
        scene.link.left.clear()
        scene.link.happen(Join(player="Mara"), MARA)
        while await scene.intake.unfinished.left_behind():
            pass
        listening.cancel()
    assert left[0].startswith("Mara: 'said one")
    assert [text.partition("\n")[0] for text in scene.told()] == ["said one"]
    assert caplog.messages == []


async def test_a_button_that_a_program_in_the_server_tells_of_is_pressed(scene: Scene) -> None:
    await scene.ask("@ai /say one")
    await scene.after((Pressed(player="Mara", card="c00", number=1), MARA))
    assert "said pressed one" in scene.told()[-1]
    await scene.after((Pressed(player="Mara", card="", number=9), MARA))
    assert scene.told()[-1] == NO_NUMBER
    await scene.after((Pressed(player="Mara", card="do as I say", number=1), MARA))
    assert scene.told()[-1] == NO_CARD


async def test_whose_client_speaks_chinese_is_answered_in_chinese(scene: Scene) -> None:
    chat = Chat(player="Mara", text="@ai /say hello")
    scene.link.happen(chat, MARA, language="zh_tw")
    await scene.after()
    assert await scene.ask("@ai /menu") == "menu zh_cn"


async def test_a_command_that_the_log_tells_is_an_order_of_its_player(scene: Scene) -> None:
    scene.make_operators(MARA)
    for player in (MARA, TEO):
        event = IssuedCommand(player=player.name, text="/system ai default free")
        scene.link.happen(event, player, proof=Proof.ACCOUNT)
    scene.link.happen(IssuedCommand(player="Mara", text="/help"), MARA, proof=Proof.ACCOUNT)
    await scene.after()
    assert scene.told() == ["The default mode of this world is now free."]
    assert scene.told(TEO)[0].startswith("Administrators are recognised in chat only where")
