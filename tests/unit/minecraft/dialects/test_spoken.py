import pytest

from bridge.core.events import Chat, Feedback, Me, Say
from bridge.minecraft.dialects.names import EVERY_NAME
from bridge.minecraft.dialects.spoken import read_bracket, read_chat, read_feedback, read_me


@pytest.mark.parametrize(
    ("message", "player", "text"),
    [
        ("<Mara> hi", "Mara", "hi"),
        ("<Mara> <Admin> !cmd", "Mara", "<Admin> !cmd"),
        ("<Mara> > quoted", "Mara", "> quoted"),
        ("<[A>B] Mara> hi", "Mara", "hi"),
        ("<Mara>   blanks  ", "Mara", "blanks"),
    ],
)
def test_chat_belongs_to_the_first_brackets(message: str, player: str, text: str) -> None:
    assert read_chat(message, EVERY_NAME) == Chat(player=player, text=text)


@pytest.mark.parametrize("message", ["<Mara>", "<Mara> ", "<> hi", "<Mara hi", "<***> hi"])
def test_what_has_no_name_or_no_text_is_no_chat(message: str) -> None:
    assert read_chat(message, EVERY_NAME) is None


def test_me() -> None:
    assert read_me("* [x] Mara waves", EVERY_NAME) == Me(player="Mara", text="waves")
    for message in ("* Mara", "*Mara waves", "* : waves", "* "):
        assert read_me(message, EVERY_NAME) is None


@pytest.mark.parametrize(
    ("message", "event"),
    [
        ("[Mara] hello all", Say(player="Mara", text="hello all")),
        ("[[Warrior]Mara] hello", Say(player="Mara", text="hello")),
        ("[Mara] <Admin> !cmd", Say(player="Mara", text="<Admin> !cmd")),
        ("[Server] up", Say(player="Server", text="up")),
        ("[Rcon] up", Say(player="Rcon", text="up")),
        ("[C]<Mara> hi", Chat(player="Mara", text="hi")),
        ("[world_nether]<Mara> [x] hi", Chat(player="Mara", text="[x] hi")),
        ("[Essentials] Rcon issued server command: /list", None),
        ("[@] hi", Say(player="@", text="hi")),
        ("[Mara -> Teo] secret", None),
        ("[Mara]", None),
        ("[Mara] ", None),
        ("[Mara: x] y", None),
        ("[", None),
    ],
)
def test_brackets(message: str, event: object) -> None:
    assert read_bracket(message, EVERY_NAME, tags=False) == event


def test_where_plugins_tag_their_lines_a_tag_alone_is_no_say() -> None:
    assert read_bracket("[UTN] loaded", EVERY_NAME, tags=True) is None
    assert read_bracket("[Server] up", EVERY_NAME, tags=True) == Say(player="Server", text="up")
    assert read_bracket("[C]<Mara> hi", EVERY_NAME, tags=True) == Chat(player="Mara", text="hi")


@pytest.mark.parametrize(
    ("message", "player", "text"),
    [
        (
            "[Mara: Triggered [sysai] (set value to 5)]",
            "Mara",
            "Triggered [sysai] (set value to 5)",
        ),
        ("[[Warrior]Mara: Gave 1 [Stone] to Teo]", "Mara", "Gave 1 [Stone] to Teo"),
        ("[Mara: Gave 1 [Sw]ord] to Teo]", "Mara", "Gave 1 [Sw]ord] to Teo"),
        ("[Mara: Set x: y]", "Mara", "Set x: y"),
        ("[Rcon: Made Mara a server operator]", "Rcon", "Made Mara a server operator"),
    ],
)
def test_feedback(message: str, player: str, text: str) -> None:
    assert read_feedback(message, EVERY_NAME) == Feedback(player=player, text=text)


@pytest.mark.parametrize(
    "message", ["[Mara: x", "[Mara: ]", "[Mara] x: y]", "[: x]", "[a b c d: x]"]
)
def test_what_is_no_feedback(message: str) -> None:
    assert read_feedback(message, EVERY_NAME) is None
