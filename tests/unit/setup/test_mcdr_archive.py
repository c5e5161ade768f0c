from __future__ import annotations

import shutil
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

from bridge.files.shipped import shipped
from bridge.setup.mcdr_archive import archive

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = shipped("config") / "relays" / "mcdreforged"


def test_the_same_files_give_the_same_bytes_and_nothing_else_is_packed(tmp_path: Path) -> None:
    copy = shutil.copytree(SOURCE, tmp_path / "copy")
    (copy / "system_bridge" / "__pycache__").mkdir(exist_ok=True)
    (copy / "system_bridge" / "__pycache__" / "x.pyc").touch()
    name, content = archive(SOURCE)
    assert archive(copy) == (name, content)
    assert name.startswith("system_bridge-")
    with zipfile.ZipFile(BytesIO(content)) as opened:
        names = opened.namelist()
        assert opened.testzip() is None
    assert {"mcdreforged.plugin.json", "system_bridge/__init__.py"} <= set(names)
    assert not any(each.endswith(".pyc") for each in names)
