import json
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest

from bridge.core.errors import ReadError
from bridge.demo.accounts import OPERATOR, VISITOR, Operators, account, save_user_cache


def test_an_offline_uuid_is_the_game_s() -> None:
    # The published example of `OfflinePlayer:Notch`.
    assert account("Notch", online_mode=False).uuid == UUID("b50ad385-829d-3141-a216-7e7d7539ba7f")


def test_online_uuids_look_like_accounts_and_stay_the_same() -> None:
    names = [OPERATOR, VISITOR, "Zoe", "zoe"]
    uuids = [account(name, online_mode=True).uuid for name in names]
    assert [uuid.version for uuid in uuids] == [4] * 4
    assert len(set(uuids)) == 4
    assert uuids == [account(name, online_mode=True).uuid for name in names]


def test_operators_are_written_at_once_and_never_read_again(tmp_path: Path) -> None:
    path = tmp_path / "ops.json"
    mara, teo = (account(name, online_mode=True) for name in ("Mara", "Teo"))
    Operators.create(path, mara)
    operators = Operators(path)
    assert (operators.level(mara.uuid), operators.level(teo.uuid)) == (4, 0)
    path.write_text("[]")
    assert operators.level(mara.uuid) == 4
    assert operators.add(teo, 2)
    assert not operators.add(teo, 2)
    assert json.loads(path.read_text("utf-8")) == [
        {"uuid": str(mara.uuid), "name": "Mara", "level": 4, "bypassesPlayerLimit": False},
        {"uuid": str(teo.uuid), "name": "Teo", "level": 2, "bypassesPlayerLimit": False},
    ]
    assert operators.remove(mara.uuid)
    assert not operators.remove(mara.uuid)
    assert [entry["name"] for entry in json.loads(path.read_text("utf-8"))] == ["Teo"]


@pytest.mark.parametrize("content", ["", "{}x", '["Mara"]', '[{"name": "Mara"}]', "3"])
def test_a_file_without_operators_is_told_by_name(tmp_path: Path, content: str) -> None:
    path = tmp_path / "ops.json"
    path.write_text(content)
    with pytest.raises(ReadError, match=r"ops\.json: not a list of operators"):
        Operators(path)


def test_the_user_cache_says_until_when_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "usercache.json"
    teo = account("Teo", online_mode=True)
    save_user_cache(path, [teo], now=datetime(2026, 11, 30, 21, 9, tzinfo=UTC))
    assert path.read_text("utf-8") == (
        f'[{{"name":"Teo","uuid":"{teo.uuid}","expiresOn":"2026-12-30 21:09:00 +0000"}}]'
    )
