from bridge.demo.accounts import account
from bridge.demo.player import Player
from bridge.demo.screen import Kind


def test_a_player_sees_only_while_in_the_game() -> None:
    player = Player(account("Teo", online_mode=True))
    player.see(Kind.SYSTEM, "missed")
    player.entity = 5
    player.see(Kind.CHAT, "seen")
    player.see(Kind.ACTIONBAR, "bold", {"text": "bold", "bold": True})
    assert [(shown.kind, shown.text, shown.component) for shown in player.screen.shown] == [
        (Kind.CHAT, "seen", "seen"),
        (Kind.ACTIONBAR, "bold", {"text": "bold", "bold": True}),
    ]


async def test_messages_come_from_the_screen() -> None:
    player = Player(account("Teo", online_mode=True), entity=1)
    messages = player.messages()
    player.see(Kind.SYSTEM, "hi")
    player.screen.close()
    assert [shown.text async for shown in messages] == ["hi"]
