from uuid import UUID

from bridge.access.effective import UNSET, Circumstances, Situation
from bridge.access.rules import effective
from bridge.access.wire import frame, of_player, shown
from bridge.core.actors import Player
from bridge.core.modes import Mode

MARA = Player(name="Mara", uuid=UUID("11111111-2222-3333-4444-555555555555"))
ACCESS = effective(
    Situation(
        default=Mode.STANDARD,
        defaults=UNSET,
        override=UNSET,
        saved_mode=Mode.FREE,
        circumstances=Circumstances(model_configured=True, configured_calls=50),
    )
)
REASONS = {
    "maxMode": {"reason": "ceiling", "source": "world"},
    "allowAi": {"reason": "unset", "source": "builtin"},
    "allowFreeChat": {"reason": "unset", "source": "builtin"},
    "modelCallsPerDay": {"reason": "configured", "source": "configuration"},
    "modelConfigured": {"reason": "model_ready", "source": "model"},
    "mode": {"reason": "ceiling", "source": "world"},
}


def test_the_six_fields_are_plain_json_values() -> None:
    assert shown(ACCESS) == {
        "maxMode": "standard",
        "allowAi": True,
        "allowFreeChat": True,
        "modelCallsPerDay": 50,
        "modelConfigured": True,
        "mode": "standard",
    }
    assert all(type(value) in {str, bool, int} for value in shown(ACCESS).values())


def test_the_frame_adds_what_is_used_saved_and_why() -> None:
    assert frame(ACCESS, 3) == {
        **shown(ACCESS),
        "usedToday": 3,
        "savedMode": "free",
        "reasons": REASONS,
    }


def test_access_show_has_exactly_the_contracts_keys() -> None:
    assert list(of_player(ACCESS, MARA, 0)) == [
        "player",
        "uuid",
        "maxMode",
        "allowAi",
        "allowFreeChat",
        "modelCallsPerDay",
        "modelConfigured",
        "mode",
        "usedToday",
        "savedMode",
        "reasons",
        "host",
    ]
    assert of_player(ACCESS, MARA, 0)["uuid"] == str(MARA.uuid)
    assert of_player(ACCESS, Player(name="Ghost"), 0)["uuid"] is None
