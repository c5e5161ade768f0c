import pytest

from bridge.core.errors import UsageError
from bridge.minecraft.dialects.flavours import ANY, DIALECTS, PROXIES, named
from bridge.minecraft.dialects.header import Layout


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_is_found_by_its_name_in_any_case(name: str) -> None:
    assert named(name.upper()).name == name


@pytest.mark.parametrize("name", sorted(PROXIES))
def test_a_proxy_is_refused_with_what_to_do(name: str) -> None:
    with pytest.raises(UsageError, match=r"proxy.*name the directory of a game server behind it"):
        named(name)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="vanilla, fabric"):
        named("vanila")


def test_every_dialect_reads_the_log_file_of_its_kind() -> None:
    for dialect in DIALECTS.values():
        assert Layout.THREAD in dialect.layouts
        assert Layout.BUNGEE not in dialect.layouts
    assert ANY.layouts == frozenset(Layout) - {Layout.BUNGEE}
