"""Who is online, from events and from the server's own list."""

from __future__ import annotations

from uuid import UUID

from bridge.core.events import Chat, Join, Leave, Login, Stopping, UuidSeen, VersionSeen
from bridge.minecraft.presence import Presence, parse_list_uuids

MARA = UUID("11111111-2222-4333-8444-555555555555")


def test_players_come_by_login_or_join_and_go_by_leave() -> None:
    presence = Presence()
    for event in (Login(player="Mara"), Join(player="Mara"), Join(player="Teo")):
        presence.apply(event)
    assert presence.online == ("Mara", "Teo")
    presence.apply(Leave(player="Mara"))
    presence.apply(Leave(player="Nobody"))
    assert presence.online == ("Teo",)
    assert "Teo" in presence
    assert "Mara" not in presence


def test_chat_makes_nobody_present() -> None:
    presence = Presence()
    presence.apply(Chat(player="Mara", text="Teo joined the game"))
    assert presence.online == ()


def test_a_start_or_stop_of_the_server_empties_it_but_uuids_stay() -> None:
    for event in (VersionSeen(version="1.21.4"), Stopping()):
        presence = Presence()
        presence.apply(UuidSeen(player="Mara", uuid=MARA))
        presence.apply(Join(player="Mara"))
        presence.apply(event)
        assert presence.online == ()
        assert presence.uuids == {"Mara": MARA}


def test_the_server_s_list_is_believed() -> None:
    presence = Presence()
    presence.apply(Join(player="Gone"))
    presence.reconcile([("Mara", MARA)])
    assert presence.online == ("Mara",)
    assert presence.uuids == {"Mara": MARA}


def test_list_uuids_is_read() -> None:
    reply = f"There are 2 of a max of 20 players online: Mara ({MARA}), .Bed Rock ({MARA})"
    assert parse_list_uuids(reply) == (("Mara", MARA), (".Bed Rock", MARA))


def test_a_listed_name_may_hold_anything_that_the_game_lets_in() -> None:
    names = ("a,b", "Teo[x]", "x(y)", "a:b", "Mara", "(", ",")
    players = ", ".join(f"{name} ({MARA})" for name in names)
    reply = f"There are {len(names)} of a max of 20 players online: {players}\n"
    assert parse_list_uuids(reply) == tuple((name, MARA) for name in names)


def test_who_came_or_went_since_the_list_was_asked_for_is_told_by_the_log() -> None:
    presence = Presence()
    for name in ("Gone", "Stayed", "Came"):
        presence.apply(Join(player=name))
    presence.apply(Leave(player="Gone"))
    listed = [(name, MARA) for name in ("Gone", "Stayed", "Unseen")]
    presence.reconcile(listed, asked=("Gone", "Stayed"))
    assert presence.online == ("Stayed", "Unseen", "Came")


def test_the_past_changes_nothing_once_the_list_is_there() -> None:
    presence = Presence()
    presence.apply(Join(player="Mara"), past=True)
    assert presence.online == ("Mara",)
    presence.reconcile([("Mara", MARA)])
    for event in (Join(player="Ghost"), Leave(player="Mara"), VersionSeen(version="1.21.4")):
        presence.apply(event, past=True)
    presence.apply(UuidSeen(player="Teo", uuid=MARA), past=True)
    assert presence.online == ("Mara",)
    assert presence.listed
    assert presence.uuids == {"Mara": MARA, "Teo": MARA}


def test_an_empty_list_is_an_answer_too() -> None:
    assert parse_list_uuids("There are 0 of a max of 20 players online: ") == ()


def test_other_answers_tell_nothing() -> None:
    for reply in (
        "There are 2 of a max of 20 players online: Mara, Teo",
        "There are 1/20 players online: Mara",
        "Unknown or incomplete command, see below for errorlist uuids<--[HERE]",
        "",
    ):
        assert parse_list_uuids(reply) is None


def test_who_came_by_the_log_has_entered_whatever_the_list_says() -> None:
    presence = Presence()
    presence.reconcile([])
    presence.apply(Join(player="Mara"), past=True)
    assert "Mara" not in presence
    assert presence.has_entered("Mara")
    presence.apply(Leave(player="Mara"))
    assert not presence.has_entered("Mara")
    presence.apply(Login(player="Teo"))
    presence.apply(VersionSeen(version="1.21.4"))
    assert not presence.has_entered("Teo")


def test_whoever_went_has_left_until_they_come_again() -> None:
    presence = Presence()
    presence.apply(Join(player="Mara"))
    assert not presence.has_left("Mara")
    presence.apply(Leave(player="Mara"))
    assert presence.has_left("Mara")
    presence.apply(Login(player="Mara"))
    assert not presence.has_left("Mara")


def test_a_server_that_stops_lets_everybody_go() -> None:
    presence = Presence()
    presence.apply(Join(player="Mara"))
    presence.apply(Stopping())
    assert presence.has_left("Mara")
    assert not presence.has_left("Teo")


def test_whom_the_servers_list_no_longer_has_has_left() -> None:
    presence = Presence()
    presence.reconcile([("Mara", UUID(int=1)), ("Teo", UUID(int=2))])
    presence.reconcile([("Teo", UUID(int=2))])
    assert presence.has_left("Mara")
    presence.reconcile([("Mara", UUID(int=1))])
    assert not presence.has_left("Mara")


def test_a_program_in_the_server_tells_a_uuid() -> None:
    presence = Presence()
    presence.identify("Mara", UUID(int=1))
    assert presence.uuids == {"Mara": UUID(int=1)}
