"""What happens with each event of one server: who asks, in which order, and what comes of it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.access.history import Author
from bridge.commands import system_ai
from bridge.conversation.addressing import Press, addressed, press
from bridge.conversation.request import Request
from bridge.conversation.shown import NoButton
from bridge.conversation.turns import BusyError
from bridge.core.actors import Console
from bridge.core.cards import Card, CardKind, notice
from bridge.core.errors import LinkError, StoreError
from bridge.core.events import Chat, ConsoleEcho, IssuedCommand, Join, Pressed, Reloading, Saved
from bridge.minecraft.link.heard import asks, described
from bridge.ui.languages import say_line

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
    from uuid import UUID

    from bridge.conversation.bindings import Bindings
    from bridge.conversation.router import HybridRouter
    from bridge.conversation.turns import Turns
    from bridge.core.actors import Player
    from bridge.core.cards import Line
    from bridge.daemon.access_desk import AccessDesk
    from bridge.daemon.answering import Answers
    from bridge.daemon.server_place import ServerPlace
    from bridge.daemon.unfinished import Unfinished
    from bridge.minecraft.identity import Proof
    from bridge.minecraft.link.server import Heard, ServerLink
    from bridge.prompts.snapshot import PromptSnapshot

_logger = logging.getLogger(__name__)

AT_ONCE: Final = 48
"""Requests of one player under way or waiting, of whatever kind; more are left out."""
AT_ONCE_TOGETHER: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """One server's requests, from the event to what the player sees."""

    link: ServerLink
    place: ServerPlace
    router: HybridRouter
    prompts: Callable[[], PromptSnapshot]
    """Those in force; a request keeps what it began with."""
    answers: Answers
    turns: Turns
    desk: AccessDesk
    bindings: Bindings
    unfinished: Unfinished
    generation: Callable[[UUID | None], int]
    """A player's memory counter, as it is now."""
    reload: Callable[[], Coroutine[None, None, object]]
    saved: Callable[[], None]
    joined: Callable[[Player], Coroutine[None, None, None]]
    told: set[str] = field(default_factory=set[str])
    """What was reported and need not be again."""

    async def listen(self) -> None:
        """Take in events while there are any, and see to each to its end, or until cancelled."""
        under_way: Counter[str] = Counter()
        async with self._reporting(), asyncio.TaskGroup() as requests:
            async for heard in self.link.events():
                who = heard.player.name if heard.player else ""
                work = self._work(heard)
                if work is None:
                    continue
                if under_way[who] >= AT_ONCE or under_way.total() >= AT_ONCE_TOGETHER:
                    work.close()
                    self._tell_once(f"{who}: more than {AT_ONCE} requests at once; left out")
                    continue
                number = await self._begun(heard, work)
                under_way[who] += 1
                task = requests.create_task(self._guarded(work, heard, number))
                task.add_done_callback(partial(_ended, under_way, heard, work))

    @asynccontextmanager
    async def _reporting(self) -> AsyncGenerator[None]:
        """What a daemon before us was killed at is reported, and what is in memory when we stop."""
        if cut_off := await self.unfinished.left_behind():
            for asked in cut_off:
                _logger.warning("%s: a request was cut off when we were killed", asked)
            await self.unfinished.clear()
        try:
            yield
        finally:
            await self.answers.end()
            await self.unfinished.clear()

    async def _begun(self, heard: Heard, work: Coroutine[None, None, object]) -> int | None:
        """A request is stored as begun before the next event is taken: see `ServerLink.events`."""
        if not asks(heard.event):
            return None
        try:
            return await self.unfinished.begin(described(heard))
        except asyncio.CancelledError:
            work.close()
            raise

    def _work(self, heard: Heard) -> Coroutine[None, None, object] | None:
        """What an event asks us to do; None for most events."""
        if heard.player is not None and heard.language is not None:
            self.answers.spoken.told(heard.player.name, heard.language)
        match heard.event:
            case Chat(text=text):
                words = addressed(text, self.place.table.chat_prefixes)
                if words is None or heard.player is None:
                    return None
                return self._asked(heard.player, words or "/menu", heard.proof)
            case Pressed(number=number, card=card) if heard.player is not None:
                return self._pressed_by(heard.player, Press(number, card or None), heard.proof)
            case IssuedCommand(text=text) if heard.player and system_ai.addressed(text):
                return self._asked(heard.player, text, heard.proof)
            case ConsoleEcho(text=text) if system_ai.addressed(text):
                return self._ordered(text)
            case Join() if heard.player is not None:
                return self._joined(heard.player)
            case Saved():
                self.saved()
                return None
            case Reloading():
                return self.reload()
            case _:
                return None

    async def _remember(self, player: Player) -> None:
        """The first sight of a player; an answer need not fail where nothing can be stored."""
        try:
            await self.desk.access.see(player)
        except StoreError as error:
            self._tell_once(str(error))

    def _tell_once(self, problem: str) -> None:
        if problem not in self.told:
            self.told.add(problem)
            _logger.warning("%s", problem)

    async def _guarded(
        self, work: Coroutine[None, None, object], heard: Heard, number: int | None
    ) -> None:
        """The one place where an error of ours ends: it is logged whole, and the player is told."""
        try:
            if number is not None:
                await self.link.begun()
            await work
        except LinkError as error:
            _logger.warning("%s: an answer could not be given: %s", described(heard), error)
        except StoreError as error:
            _logger.warning("%s: a request failed: %s", described(heard), error)
            await self._apologise(heard)
        except Exception:
            _logger.exception("%s: a request failed", described(heard))
            await self._apologise(heard)
        if number is not None:
            await self.unfinished.end(number)

    async def _apologise(self, heard: Heard) -> None:
        """To whoever asked; nobody is told of an error who did not."""
        if heard.player is None or not isinstance(heard.event, Chat | Pressed):
            return
        try:
            await self.answers.tell(heard.player, notice("request.failed"))
        except LinkError as error:
            _logger.warning("%s: an answer could not be given: %s", described(heard), error)

    async def _asked(self, player: Player, text: str, proof: Proof) -> None:
        await self.link.ready()
        language = self.answers.language_heard(player, text)
        request = self._request(player, text, language, proof)
        await self._remember(player)
        if system_ai.addressed(text):
            await self._ordered_by(request, proof)
        elif pressed := press(text):
            await self._show_all(request, await self.pressed(request, pressed))
        elif self.router.is_management(text):
            await self._show_all(request, await self.router.managed(request))
        else:
            await self._in_turn(request)

    async def _pressed_by(self, player: Player, pressed: Press, proof: Proof) -> None:
        """A button that a program in the server tells of."""
        await self.link.ready()
        await self._remember(player)
        language = self.answers.language_of(player)
        request = self._request(player, f"{pressed.number}", language, proof)
        await self._show_all(request, await self.pressed(request, pressed))

    def _request(self, player: Player, text: str, language: str, proof: Proof) -> Request:
        """What was asked, pinned to the prompts of this moment."""
        return Request(
            player=player,
            text=text,
            language=language,
            prompts=self.prompts(),
            system=self.bindings.of(player.uuid),
            generation=self.generation(player.uuid),
            administrator=self.place.may_administer(player, proof),
        )

    async def _in_turn(self, request: Request) -> None:
        try:
            turn = self.turns.turn(request.player.name)
            async with turn, self.router.answered(request) as cards:
                await self._show_all(request, cards)
        except BusyError as error:
            card = notice("request.busy", count=str(error))
            await self.answers.show(request.player, card, request.language)

    async def pressed(self, request: Request, pressed: Press) -> Sequence[Card]:
        """What the button that is meant brings, or why there is none."""
        match self.answers.shown.find(request.player.name, pressed):
            case NoButton.NO_CARD:
                return (notice("press.no_card"),)
            case NoButton.EXPIRED:
                return (notice("press.expired"),)
            case NoButton.NO_SUCH_NUMBER:
                return (notice("press.no_such_number", number=pressed.number),)
            case button:
                return await self.router.press(request, button.action)

    async def _ordered(self, text: str) -> None:
        """`/system ai` at the console: the answer goes to our log and to administrators online."""
        author = Author(Console(origin="console"), "console")
        reply = await self.desk.system_ai.carry_out(text, author)
        for line in reply.lines:
            _logger.info("%s: %s", text, say_line(line, "en_us"))
        for player in self.place.administrators(self.link.online):
            try:
                await self.answers.tell(player, _card(reply.lines))
            except LinkError as error:
                _logger.warning("%s could not be told: %s", player.name, error)

    async def _ordered_by(self, request: Request, proof: Proof) -> None:
        """`/system ai` of a player, who has to be proven (contract section 4, "Identity")."""
        player = request.player
        if not self.place.may_administer(player, proof):
            await self.answers.show(player, notice("access.not_in_chat"), request.language)
            return
        reply = await self.desk.system_ai.carry_out(request.text, Author(player, "chat"))
        await self.answers.show(player, _card(reply.lines), request.language)

    async def _joined(self, player: Player) -> None:
        await self._remember(player)
        await self.answers.show_kept(player)
        await self.joined(player)

    async def _show_all(self, request: Request, cards: Sequence[Card]) -> None:
        for card in cards:
            await self.answers.show(request.player, card, request.language)


def _ended(
    under_way: Counter[str],
    heard: Heard,
    work: Coroutine[None, None, object],
    task: asyncio.Task[None],
) -> None:
    under_way.subtract([heard.player.name if heard.player else ""])
    if task.cancelled():
        work.close()  # it may not even have begun
        _logger.warning("%s: a request was cut off: we are stopping", described(heard))


def _card(lines: Sequence[Line]) -> Card:
    return Card(kind=CardKind.NOTICE, lines=tuple(lines))
