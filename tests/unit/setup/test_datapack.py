from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import RefusedError
from bridge.minecraft.version import GameVersion
from bridge.setup.applying import apply
from bridge.setup.datapack import Pack, difference, for_version, look, planned, standing

V = GameVersion((1, 21, 4))
FILES = st.dictionaries(st.sampled_from(["a", "b/c", "b/d"]), st.binary(max_size=3))
OURS = {"pack.mcmeta": b'{"pack": {"description": "system-bridge: x"}}'}


@given(FILES, FILES)
def test_the_difference_makes_one_of_the_other(
    tmp_path_factory: pytest.TempPathFactory, there: dict[str, bytes], wanted: dict[str, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("pack")
    for change in difference(folder, OURS | there, {}):
        apply(change)
    assert standing(folder) == OURS | there
    for change in difference(folder, OURS | wanted, OURS | there):
        apply(change)
    assert standing(folder) == OURS | wanted
    assert difference(folder, OURS | wanted, OURS | wanted) == ()


def test_a_pack_is_planned_once(tmp_path: Path) -> None:
    wanted = for_version(V)
    plan = planned(look(tmp_path), V, wanted)
    (step,) = plan.steps
    assert f"{len(wanted)} of {len(wanted)} files" in step.what
    assert step.after == ""
    assert planned(look(tmp_path), V, wanted, busy=True).steps[0].after
    for change in step.changes:
        apply(change)
    assert planned(look(tmp_path), V, wanted) == type(plan)()
    other = GameVersion((1, 20, 1))
    assert planned(look(tmp_path), other, for_version(other)).steps


def test_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "datapacks" / "system-bridge"
    folder.mkdir(parents=True)
    (folder / "pack.mcmeta").write_text("{}")
    pack = look(tmp_path)
    assert "holds something else" in pack.problem
    plan = planned(pack, V, for_version(V))
    assert plan.steps == ()
    assert plan.todo
    with pytest.raises(RefusedError):
        standing(folder)


def test_an_archive_of_it_is_its_owners(tmp_path: Path) -> None:
    (tmp_path / "datapacks").mkdir()
    (tmp_path / "datapacks" / "system-bridge-1.20.zip").touch()
    plan = planned(look(tmp_path), V, {})
    assert (plan.steps, len(plan.todo)) == ((), 1)


def test_a_version_that_is_not_known_yet_is_said_so() -> None:
    version = GameVersion((27, 1, 0))
    (step,) = planned(Pack(folder=Path("/w")), version, for_version(version)).steps
    assert "27.1 is not known" in step.details[0]
    with pytest.raises(RefusedError):
        for_version(GameVersion((1, 12, 2)))
