import pytest

from bridge.demo import targets
from bridge.demo.accounts import account
from bridge.demo.player import Player
from bridge.demo.reader import CommandError, Reader

MARA, TEO = (
    Player(account(name, online_mode=True), entity=number)
    for number, name in enumerate(("Mara", "Teo"), start=1)
)
ONLINE = [MARA, TEO]


def found(text: str, asking: Player | None = None) -> list[str]:
    target = targets.read_players(Reader(text, "unknown"))
    return [player.name for player in targets.find_players(target, ONLINE, asking)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Mara", ["Mara"]),
        ("mara", ["Mara"]),
        ('"Teo"', ["Teo"]),
        (str(TEO.uuid), ["Teo"]),
        (str(TEO.uuid).upper(), ["Teo"]),
        ("@a", ["Mara", "Teo"]),
        ("@a[]", ["Mara", "Teo"]),
        ("@a[name=Teo]", ["Teo"]),
        ("@a[limit=1]", ["Mara"]),
        ("@a[name=Mara,limit=3]", ["Mara"]),
        ("@p", ["Mara"]),
        ("@r", ["Mara"]),
    ],
)
def test_players_are_found(text: str, names: list[str]) -> None:
    assert found(text) == names


def test_self_is_who_asks() -> None:
    assert found("@s", TEO) == ["Teo"]
    with pytest.raises(CommandError, match="No player was found"):
        found("@s")


@pytest.mark.parametrize(
    "text",
    [
        "Nobody",
        "00000000-0000-0000-0000-000000000001",
        "1-2-3-4-5",
        "@a[name=Nobody]",
        "@a[name=mara]",
    ],
)
def test_nobody_is_no_fault_of_the_text(text: str) -> None:
    with pytest.raises(CommandError) as caught:
        found(text)
    assert caught.value.messages() == ("No player was found",)


@pytest.mark.parametrize(
    ("text", "problem", "cursor"),
    [
        ("seventeen_letters", "Invalid name or UUID", 0),
        (TEO.uuid.hex, "Invalid name or UUID", 0),
        ("{}", "Invalid name or UUID", 0),
        ("@", "Missing selector type", 0),
        ("@ a", "Missing selector type", 0),
        ("@x", "Unknown selector type '@x'", 0),
        ("@e", "Only players may be affected", 0),
        ("@n", "Only players may be affected", 0),
        ("@a[colour=1]", "Unknown option 'colour'", 3),
        ("@a[name]", "Expected value for option 'name'", 3),
        ("@a[name=a,name=b]", "Unknown option 'name'", 10),
        ("@a[limit=0]", "Limit must be at least 1", 9),
        ("@a[limit=x]", "Expected integer", 9),
        ("@a[name=a", "Expected end of options", 9),
        ("@a[", "Unknown option ''", 3),
    ],
)
def test_bad_targets_are_refused(text: str, problem: str, cursor: int) -> None:
    with pytest.raises(CommandError, match=problem) as caught:
        found(text)
    assert caught.value.cursor == cursor


def test_one_entity_is_wanted_for_some_commands() -> None:
    target = targets.read_entity(Reader("@e[limit=1]", "unknown"))
    assert targets.find_entity(target, ONLINE, None) is MARA
    with pytest.raises(CommandError, match="Only one entity is allowed"):
        targets.read_entity(Reader("@a", "unknown"))
    nobody = targets.read_entity(Reader("Nobody", "unknown"))
    with pytest.raises(CommandError, match="No entity was found"):
        targets.find_entity(nobody, ONLINE, None)


def test_a_target_ends_where_its_characters_end() -> None:
    reader = Reader("Mara {}", "unknown")
    targets.read_players(reader)
    assert reader.rest == " {}"
