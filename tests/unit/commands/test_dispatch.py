"""`/system ai` as text, carried out the same way wherever it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

import pytest

from bridge.access.history import Author
from bridge.access.orders import SetDefault, Status
from bridge.access.players import Directory
from bridge.access.reply import Reply
from bridge.commands.dispatch import SystemAi
from bridge.core.actors import Console, Player
from bridge.core.cards import Plain
from bridge.core.errors import StoreError
from bridge.core.modes import Mode
from bridge.ui.languages import say_line

if TYPE_CHECKING:
    from bridge.access.administration import Administration
    from bridge.access.orders import Order
    from bridge.access.players import KnownPlayers

SHELL = Author(Console(origin="shell"), "shell")
MARA = Player(name="Mara", uuid=UUID(int=1))
TEO = Player(name="Teo", uuid=UUID(int=2))


class Recording:
    """An administration that writes down what it is ordered."""

    def __init__(self) -> None:
        self.orders: list[tuple[Order, Author, KnownPlayers]] = []
        self.error: StoreError | None = None

    async def carry_out(self, order: Order, *, author: Author, players: KnownPlayers) -> Reply:
        if self.error is not None:
            raise self.error
        self.orders.append((order, author, players))
        return Reply(lines=((Plain("done"),),))


@pytest.fixture
def recording() -> Recording:
    return Recording()


@pytest.fixture
def players() -> Directory:
    return Directory(lambda: [MARA], lambda: [MARA, TEO])


@pytest.fixture
def commands(recording: Recording, players: Directory) -> SystemAi:
    return SystemAi(cast("Administration", recording), players)


@pytest.mark.parametrize("start", ["/system ai", "system ai", "ai", "／SYSTEM AI"])
async def test_an_order_is_handed_on_with_its_author(
    commands: SystemAi, recording: Recording, players: Directory, start: str
) -> None:
    reply = await commands.carry_out(f"{start} default free", SHELL)
    assert reply.lines == ((Plain("done"),),)
    await commands.carry_out(f"{start} Mara", SHELL)
    assert recording.orders == [
        (SetDefault(Mode.FREE), SHELL, players),
        (Status("Mara"), SHELL, players),
    ]


@pytest.mark.parametrize("text", ["", "/system ai", "/system ai default turbo", "/help"])
async def test_what_is_written_wrongly_is_one_line_exit_2_and_does_nothing(
    commands: SystemAi, recording: Recording, text: str
) -> None:
    reply = await commands.carry_out(text, SHELL)
    assert reply.exit == 2
    (line,) = reply.lines
    assert "Usage: /system ai" in say_line(line, "en_us")
    assert recording.orders == []


async def test_an_error_of_the_store_is_for_the_caller(
    commands: SystemAi, recording: Recording
) -> None:
    recording.error = StoreError("the disk is full")
    with pytest.raises(StoreError):
        await commands.carry_out("ai default free", SHELL)


def test_completion_knows_every_player(commands: SystemAi) -> None:
    text = "/system ai "
    assert {"Mara", "Teo", "default"} <= set(commands.complete(text, len(text)).items)
    assert commands.complete("/system ai te", 13).items == ("Teo",)
