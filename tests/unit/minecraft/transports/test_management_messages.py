from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.core.events import Join, Leave, Ready, Saved, Stopping, UuidSeen, VersionSeen
from bridge.minecraft.transports.management_messages import (
    OPERATORS,
    PLAYERS,
    STATUS,
    SYSTEM_MESSAGE,
    ManagementEvent,
    Operator,
    OperatorAdded,
    OperatorRemoved,
    OperatorsListed,
    PlayersListed,
    answered,
    notified,
    system_message,
)

ID = "853c80ef-3c37-49fd-aa49-938b674adae6"
MARA = {"id": ID, "name": "Mara"}
PLAYER = Player(name="Mara", uuid=UUID(ID))
OPERATOR = {"player": MARA, "permissionLevel": 3, "bypassesPlayerLimit": True}
NAMES = ["joined", "left", "added", "removed", "status", "started", "stopping", "saved", "x"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from([ID, "Mara"]),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["player", "players", "status", "version", "name", "id"]) | st.text(),
            inner,
        )
    ),
    max_leaves=12,
)


def told(name: str, params: object = None) -> list[ManagementEvent]:
    return list(notified(f"minecraft:notification/{name}", params))


class TestNotified:
    @pytest.mark.parametrize(
        ("name", "event"),
        [("server/started", Ready()), ("server/stopping", Stopping()), ("server/saved", Saved())],
    )
    @pytest.mark.parametrize("params", [None, [], {}, [1]])
    def test_knows_the_servers_own(self, name: str, event: object, params: object) -> None:
        assert told(name, params) == [event]

    @pytest.mark.parametrize("params", [[MARA], {"player": MARA}])
    def test_tells_who_came_with_uuid_and_who_went(self, params: object) -> None:
        assert told("players/joined", params) == [
            UuidSeen(player="Mara", uuid=UUID(ID)),
            Join(player="Mara"),
        ]
        assert told("players/left", params) == [Leave(player="Mara")]

    @pytest.mark.parametrize("params", [[OPERATOR], {"player": OPERATOR}])
    def test_tells_who_became_operator_and_who_is_none(self, params: object) -> None:
        assert told("operators/added", params) == [OperatorAdded(Operator(player=PLAYER, level=3))]
        assert told("operators/removed", params) == [OperatorRemoved(PLAYER)]

    @pytest.mark.parametrize("level", [None, -1, 5, True, "4", 2.0])
    def test_takes_no_level_that_is_none(self, level: object) -> None:
        added = told("operators/added", [{"player": MARA, "permissionLevel": level}])
        assert added == [OperatorAdded(Operator(player=PLAYER, level=None))]

    def test_reads_the_heartbeat(self) -> None:
        status = {"started": True, "players": [MARA], "version": {"name": "26.3", "protocol": 1}}
        assert told("server/status", [status]) == [
            VersionSeen(version="26.3"),
            PlayersListed((PLAYER,)),
        ]

    def test_takes_no_absent_list_for_an_empty_one(self) -> None:
        assert told("server/status", [{"started": True}]) == []

    @pytest.mark.parametrize(
        "method",
        [
            "minecraft:notification/gamerules/updated",
            "minecraft:notification/server/saving",
            "minecraft:notification/server/activity",
            "notification:chat_message",
            "server/saved",
            "other:notification/server/saved",
            "",
        ],
    )
    def test_passes_over_what_it_does_not_know(self, method: str) -> None:
        assert list(notified(method, [MARA])) == []

    @pytest.mark.parametrize(
        "player",
        [
            *(None, {}, {"id": ID}, {"name": ""}, {"name": " "}, {"name": "x" * 41}),
            *({"name": "a\nb"}, {"name": "\u202eMara"}, {"name": 1}, "Mara", ["Mara"]),
        ],
    )
    def test_knows_nobody_without_a_name(self, player: object) -> None:
        assert told("players/joined", [player]) == []
        assert told("players/left", [player]) == []
        assert told("operators/added", [{"player": player}]) == []

    @pytest.mark.parametrize("uuid", [None, "", "x", ID[:-1], ID.replace("-", ""), f"{{{ID}}}", 1])
    def test_takes_no_uuid_that_is_none(self, uuid: object) -> None:
        assert told("players/joined", [{"name": "Mara", "id": uuid}]) == [Join(player="Mara")]

    @given(st.sampled_from(["server/", "players/", "operators/"]), st.sampled_from(NAMES), ANYTHING)
    def test_never_raises(self, kind: str, name: str, params: object) -> None:
        told(kind + name, params)


class TestAnswered:
    def test_lists_players(self) -> None:
        listed = [MARA, {"name": "Teo"}, {"id": ID}, 1]
        assert list(answered(PLAYERS, listed)) == [PlayersListed((PLAYER, Player(name="Teo")))]
        assert list(answered(PLAYERS, [])) == [PlayersListed(())]

    def test_lists_operators(self) -> None:
        assert list(answered(OPERATORS, [OPERATOR, {}])) == [
            OperatorsListed((Operator(player=PLAYER, level=3),))
        ]

    def test_reads_a_status_before_the_start(self) -> None:
        status: dict[str, Any] = {"started": False, "version": {"name": "1.21.9", "protocol": 773}}
        assert list(answered(STATUS, status)) == [VersionSeen(version="1.21.9")]

    def test_reads_a_status_without_a_version(self) -> None:
        assert list(answered(STATUS, {"started": True, "players": [MARA]})) == [
            PlayersListed((PLAYER,))
        ]

    @given(st.sampled_from([STATUS, PLAYERS, OPERATORS, SYSTEM_MESSAGE, "x"]), ANYTHING)
    def test_never_raises(self, method: str, result: object) -> None:
        list(answered(method, result))


class TestSystemMessage:
    def test_names_a_player_by_uuid_where_it_is_known(self) -> None:
        assert system_message(PLAYER, "hi", overlay=False) == {
            "message": {"literal": "hi"},
            "overlay": False,
            "receivingPlayers": [{"id": ID}],
        }

    def test_names_a_player_by_name_else(self) -> None:
        message = system_message(Player(name="Mara"), "hi", overlay=True)
        assert message["receivingPlayers"] == [{"name": "Mara"}]
        assert message["overlay"] is True

    @pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb"])
    def test_is_for_nobody_without_a_name(self, name: str) -> None:
        with pytest.raises(LinkError, match="not a player's name"):
            system_message(Player(name=name), "hi", overlay=False)
