from datetime import UTC, datetime
from pathlib import Path

from bridge.demo.rcon_record import RconRecord

NOW = datetime(2026, 11, 30, 12, 0, 0, 7000, tzinfo=UTC)


def test_every_command_is_one_line_with_its_time(tmp_path: Path) -> None:
    path = tmp_path / "rcon-commands.log"
    record = RconRecord(path)
    record.add("tellraw Mara 你好", now=NOW)
    record.add("say a\nb\r\\n", now=NOW)
    assert path.read_text("utf-8").splitlines() == [
        "2026-11-30T12:00:00.007+00:00 tellraw Mara 你好",
        "2026-11-30T12:00:00.007+00:00 say a\\nb\\r\\\\n",
    ]
    assert record.commands == ["tellraw Mara 你好", "say a\nb\r\\n"]


def test_an_earlier_record_is_continued(tmp_path: Path) -> None:
    for command in ("one", "two"):
        RconRecord(tmp_path / "record").add(command, now=NOW)
    assert len((tmp_path / "record").read_text("utf-8").splitlines()) == 2
