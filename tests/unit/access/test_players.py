from uuid import UUID

from bridge.access.players import AmbiguousPlayer, Directory, UnknownPlayer
from bridge.core.actors import Player

ONE, TWO, THREE = (UUID(int=number) for number in (1, 2, 3))


def directory(online: list[Player], *seen: list[Player]) -> Directory:
    return Directory(online.copy, *(players.copy for players in seen))


MARA = Player(name="Mara", uuid=ONE)
TOM = Player(name="tom", uuid=TWO)


def test_a_name_is_found_in_any_case_in_every_source() -> None:
    known = directory([MARA], [], [TOM])
    assert known.resolve("MARA") == MARA
    assert known.resolve("Tom") == TOM
    assert known.names() == {"Mara", "tom"}


def test_a_uuid_is_found_by_its_value_and_the_newest_source_names_it() -> None:
    known = directory([MARA], [Player(name="OldName", uuid=ONE)])
    assert known.resolve(ONE) == MARA
    assert known.resolve(THREE) == UnknownPlayer(str(THREE))


def test_an_unseen_name_is_unknown() -> None:
    assert directory([MARA]).resolve("Mar") == UnknownPlayer("Mar")


def test_names_that_differ_in_case_need_the_exact_one() -> None:
    shouted = Player(name="MARA", uuid=TWO)
    known = directory([MARA], [shouted])
    assert known.resolve("Mara") == MARA
    assert known.resolve("MARA") == shouted
    assert known.resolve("mara") == AmbiguousPlayer("mara", (MARA, shouted))


def test_a_name_that_changed_hands_is_the_one_who_is_online() -> None:
    former = Player(name="Mara", uuid=TWO)
    assert directory([MARA], [former]).resolve("mara") == MARA
    assert directory([], [MARA, former]).resolve("Mara") == AmbiguousPlayer("Mara", (MARA, former))


def test_one_player_in_several_sources_is_one() -> None:
    assert directory([MARA], [MARA], [MARA]).resolve("mara") == MARA


def test_a_known_uuid_goes_before_none() -> None:
    nameless = Player(name="Mara")
    assert directory([nameless], [MARA]).resolve("Mara") == MARA
    assert directory([nameless]).resolve("mara") == nameless
