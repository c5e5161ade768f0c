from uuid import UUID

from bridge.core.events import Chat, Saved, UuidSeen
from bridge.minecraft.dialects.wire import as_json


def test_an_event_is_its_word_and_its_fields() -> None:
    assert as_json(Chat(player="Mara", text="hi")) == {
        "event": "chat",
        "player": "Mara",
        "text": "hi",
    }
    assert list(as_json(Chat(player="Mara", text="hi"))) == ["event", "player", "text"]
    assert as_json(Saved()) == {"event": "saved"}


def test_a_uuid_has_its_dashes() -> None:
    uuid = "11111111-2222-4333-8444-555555555555"
    assert as_json(UuidSeen(player="Mara", uuid=UUID(uuid)))["uuid"] == uuid
