import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.demo.rcon_rules import Answer, Close, Execute, Session, reply
from tests.unit.demo.conftest import COMMAND, LOGIN, packet

PASSWORD = "hunter2"
NOT_ACCEPTED = Answer((bytes.fromhex("0a000000 ffffffff 02000000 0000"),))


@pytest.fixture
def session() -> Session:
    return Session(PASSWORD, authenticated=True)


def test_the_right_password_is_answered_with_its_id_in_type_2() -> None:
    session = Session(PASSWORD)
    assert session.receive(packet(7, LOGIN, b"hunter2")) == Answer(
        (bytes.fromhex("0a000000 07000000 02000000 0000"),)
    )
    assert session.receive(packet(8, COMMAND, b"list")) == Execute(8, "list")


@pytest.mark.parametrize("wrong", [b"hunter", b"hunter22", b""])
def test_a_wrong_password_is_answered_with_minus_one(wrong: bytes) -> None:
    assert Session(PASSWORD).receive(packet(7, LOGIN, wrong)) == NOT_ACCEPTED


def test_an_empty_password_is_never_right() -> None:
    assert Session("").receive(packet(7, LOGIN, b"")) == NOT_ACCEPTED


def test_a_wrong_password_logs_out(session: Session) -> None:
    assert session.receive(packet(7, LOGIN, b"no")) == NOT_ACCEPTED
    assert session.receive(packet(8, COMMAND, b"list")) == NOT_ACCEPTED


def test_a_command_before_the_login_is_answered_with_minus_one() -> None:
    assert Session(PASSWORD).receive(packet(7, COMMAND, b"list")) == NOT_ACCEPTED


@pytest.mark.parametrize(
    ("kind", "word"), [(100, "64"), (0, "0"), (1, "1"), (-1, "ffffffff"), (4, "4")]
)
def test_an_unknown_type_is_answered_with_its_hexadecimal(
    session: Session, kind: int, word: str
) -> None:
    expected = packet(9, 0, f"Unknown request {word}".encode())
    assert session.receive(packet(9, kind, b"")) == Answer((expected,))


def test_an_unknown_type_is_answered_without_a_login() -> None:
    expected = packet(9, 0, b"Unknown request 64")
    assert Session(PASSWORD).receive(packet(9, 100, b"")) == Answer((expected,))


def test_two_packets_in_one_read_close(session: Session) -> None:
    assert session.receive(packet(1, COMMAND, b"list") * 2) == Close()


@given(st.integers(1, 16))
def test_a_part_of_a_packet_closes(missing: int) -> None:
    whole = packet(1, COMMAND, b"list")
    assert Session(PASSWORD, authenticated=True).receive(whole[:-missing]) == Close()


def test_1446_bytes_of_body_pass_and_1447_close(session: Session) -> None:
    assert session.receive(packet(1, COMMAND, b"x" * 1446)) == Execute(1, "x" * 1446)
    assert session.receive(packet(1, COMMAND, b"x" * 1447)) == Close()


def test_what_comes_behind_a_full_read_is_lost_without_a_word(session: Session) -> None:
    full = packet(1, COMMAND, b"x" * 1446)
    assert session.receive(full + packet(2, COMMAND, b"list")) == Execute(1, "x" * 1446)


def test_fewer_than_ten_bytes_close(session: Session) -> None:
    assert session.receive(struct.pack("<iiB", 5, 1, 2)) == Close()


def test_a_packet_shorter_than_its_header_takes_its_type_from_the_read_before(
    session: Session,
) -> None:
    short = struct.pack("<iih", 6, 5, 100)
    assert session.receive(short) == Answer((packet(5, 0, b"Unknown request 64"),))
    session.receive(packet(1, 0x00010000, b""))
    assert session.receive(short) == Answer((packet(5, 0, b"Unknown request 10064"),))


@pytest.mark.parametrize("kind", [COMMAND, LOGIN])
def test_a_packet_without_room_for_a_body_closes(session: Session, kind: int) -> None:
    assert session.receive(struct.pack("<iii", 8, 1, kind)) == Close()


def test_a_body_ends_at_its_first_nul_and_never_has_the_last_byte(session: Session) -> None:
    assert session.receive(packet(1, COMMAND, b"list\0 uuids")) == Execute(1, "list")
    without_nul = struct.pack("<iii", 12, 1, COMMAND) + b"list"
    assert session.receive(without_nul) == Execute(1, "lis")


def test_bytes_that_are_no_utf_8_become_replacement_characters(session: Session) -> None:
    assert session.receive(packet(1, COMMAND, b"say \xff")) == Execute(
        1, "say \N{REPLACEMENT CHARACTER}"
    )


def test_an_empty_reply_is_one_packet() -> None:
    assert reply(3, "") == (packet(3, 0, b""),)


def test_exactly_4096_units_are_one_packet_and_4097_two() -> None:
    assert reply(3, "x" * 4096) == (packet(3, 0, b"x" * 4096),)
    assert reply(3, "x" * 4097) == (packet(3, 0, b"x" * 4096), packet(3, 0, b"x"))


def test_units_are_counted_not_bytes() -> None:
    assert reply(3, "你" * 4096) == (packet(3, 0, "你".encode() * 4096),)


def test_an_emoji_on_the_border_is_cut_into_question_marks() -> None:
    packets = reply(3, "x" * 4095 + "🎉" + "y")
    assert packets == (packet(3, 0, b"x" * 4095 + b"?"), packet(3, 0, b"?y"))


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=60), st.integers(0, 4100))
def test_a_reply_can_be_put_together_again(text: str, padding: int) -> None:
    whole = "x" * padding + text
    bodies = [each[12:-2] for each in reply(3, whole)]
    units = [body.decode() for body in bodies]
    assert all(len(unit.encode("utf-16-le")) == 2 * 4096 for unit in units[:-1])
    # A client can know no more than this: a pair that was cut is two question marks.
    expected = whole.encode("utf-16-le", "surrogatepass")
    cuts = [expected[start : start + 8192] for start in range(0, len(expected), 8192)]
    as_java = [cut.decode("utf-16-le", "surrogatepass").encode("utf-8", "replace") for cut in cuts]
    assert b"".join(bodies) == b"".join(as_java)
    if len(bodies) == 1 or b"?" not in bodies[0][-1:] + bodies[-1][:1]:
        assert b"".join(bodies).decode() == whole
