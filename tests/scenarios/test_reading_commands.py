"""`notes` and `manual` on the command line, without a daemon."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bridge.cli.main import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def configured(tmp_path: Path) -> Path:
    notes = tmp_path / "config" / "knowledge"
    notes.mkdir(parents=True)
    (notes / "town.md").write_text(
        "# Town\nThe bank opens at dawn. 银行\n\n## Rules\nNo griefing.\n", "utf-8"
    )
    (tmp_path / "config" / "bridge.toml").write_text('[servers.main]\ndirectory = "."\n')
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], root: Path, *words: str) -> tuple[int, str, str]:
    code = run([*words, "--config", str(root / "config" / "bridge.toml")])
    out = capsys.readouterr()
    return code, out.out, out.err


def document(capsys: pytest.CaptureFixture[str], root: Path, *words: str) -> Any:
    code, out, _ = told(capsys, root, *words, "--json")
    assert code == 0
    return json.loads(out)


def test_notes_are_listed_and_found_in_both_languages(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, configured, "notes") == (0, "town.md  Town\n", "")
    assert document(capsys, configured, "notes") == [{"note": "town.md", "title": "Town"}]
    for words in (("bank",), ("银行",), ("when", "does", "the", "bank", "open")):
        code, out, _ = told(capsys, configured, "notes", *words, "--as", "Mara")
        assert (code, out) == (0, "Town  (town.md)\n  The bank opens at dawn. 银行\n")
    (found,) = document(capsys, configured, "notes", "griefing")
    assert found == {"note": "town.md", "title": "Town › Rules", "text": "No griefing."}
    code, out, error = told(capsys, configured, "notes", "zeppelin")
    assert (code, out, error) == (1, "", "no note says anything about 'zeppelin'\n")


def test_the_manual_has_contents_and_pages_and_those_of_administrators_only_with_all(
    configured: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    titles = [page["title"] for page in document(capsys, configured, "manual")]
    every = [page["title"] for page in document(capsys, configured, "manual", "--all")]
    assert titles == every[: len(titles)] == titles
    assert "Administration" in set(every) - set(titles)
    page = document(capsys, configured, "manual", "modes")
    assert page["title"] == "Modes"
    assert page["text"] in told(capsys, configured, "manual", str(page["page"]))[1]
    assert (
        told(capsys, configured, "manual", "--language", "zh_cn")[1]
        != told(capsys, configured, "manual")[1]
    )
    for words, code in (
        (("manual", "administration"), 1),
        (("manual", "99"), 1),
        (("manual", "--language", "xx"), 2),
        (("manual", "--all", "--as", "Mara"), 2),
    ):
        assert told(capsys, configured, *words)[0] == code
