from itertools import islice, pairwise
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.core.errors import ProtocolError, RconError, RconTooLongError
from bridge.minecraft.transports.rcon_codec import (
    COMMAND,
    MAX_REPLY,
    PIECE,
    PROBE,
    Collecting,
    Command,
    Complete,
    Login,
    Packet,
    PacketDecoder,
    ProbeDue,
    Refused,
    Step,
    encode,
    request_ids,
)
from tests.peers.rcon_flavours import (
    CUBERITE,
    FLAVOURS,
    FORGE,
    VANILLA,
    Flavour,
    one_read,
    packet,
)

COMMAND_ID, PROBE_ID = 7, 8
PROBE_ANSWER = packet(PROBE_ID, 0, b"Unknown request 64")


def command() -> Command:
    return Command("list", request=COMMAND_ID, probe=PROBE_ID)


def packets(*raw: bytes) -> list[Packet]:
    return PacketDecoder().feed(b"".join(raw))


def cuts(data: bytes, points: list[int]) -> list[bytes]:
    edges = [0, *sorted(point % (len(data) + 1) for point in points), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def filler(letter: str, length: int, tail: str) -> str:
    return letter * length + tail


# Lengths around where replies are cut, of one to four bytes a character, and anything at the cut.
texts = st.builds(
    filler,
    st.sampled_from("aß你🎉"),
    st.sampled_from([0, 1, 1023, 1024, 1365, 2047, 2048, 4094, 4095, 4096, 4097, 8191, 8192, 9000]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
)


class TestEncode:
    def test_lays_out_length_id_type_body_and_two_nuls(self) -> None:
        assert encode(request=7, kind=COMMAND, text="é") == bytes.fromhex(
            "0c000000 07000000 02000000 c3a9 0000"
        )

    def test_fills_one_read_of_the_server_and_no_more(self) -> None:
        longest = encode(request=1, kind=COMMAND, text="x" * 1446)
        assert one_read(longest).text == "x" * 1446
        with pytest.raises(RconTooLongError):
            encode(request=1, kind=COMMAND, text="x" * 1447)

    def test_counts_bytes_not_characters(self) -> None:
        assert len(encode(request=1, kind=COMMAND, text="你" * 482)) == 1460
        with pytest.raises(RconTooLongError, match="1449"):
            encode(request=1, kind=COMMAND, text="你" * 483)

    def test_refuses_nul(self) -> None:
        with pytest.raises(RconError, match="NUL"):
            encode(request=1, kind=COMMAND, text="say a\0b")

    def test_sends_half_a_character_as_a_question_mark(self) -> None:
        assert one_read(encode(request=1, kind=COMMAND, text="a\ud83cb")).text == "a?b"


def test_request_ids_grow_from_one_and_are_never_zero_or_negative() -> None:
    assert list(islice(request_ids(), 4)) == [1, 2, 3, 4]


class TestPacketDecoder:
    @settings(deadline=None)
    @given(
        st.lists(st.tuples(st.integers(-1, 2**31 - 1), st.integers(0, 100), st.binary())),
        st.lists(st.integers(0, 10_000), max_size=20),
    )
    def test_gives_the_same_packets_however_the_stream_is_cut(
        self, sent: list[tuple[int, int, bytes]], points: list[int]
    ) -> None:
        decoder = PacketDecoder()
        stream = b"".join(packet(*fields) for fields in sent)
        came = [p for part in cuts(stream, points) for p in decoder.feed(part)]
        assert came == [Packet(id=i, type=kind, body=body) for i, kind, body in sent]

    def test_takes_packets_byte_by_byte(self) -> None:
        decoder = PacketDecoder()
        stream = packet(1, 0, b"one") + packet(2, 0, b"")
        came = [p for byte in stream for p in decoder.feed(bytes([byte]))]
        assert [p.body for p in came] == [b"one", b""]

    @pytest.mark.parametrize("length", [-1, 0, 9, MAX_REPLY + 1, 0x20505448])
    def test_refuses_a_length_that_is_not_rcon_as_soon_as_it_is_read(self, length: int) -> None:
        with pytest.raises(ProtocolError):
            PacketDecoder().feed(length.to_bytes(4, "little", signed=True))

    def test_waits_for_a_packet_of_the_longest_length(self) -> None:
        assert PacketDecoder().feed(MAX_REPLY.to_bytes(4, "little") + b"x" * 100) == []

    def test_refuses_a_packet_that_does_not_end_in_nuls(self) -> None:
        with pytest.raises(ProtocolError):
            PacketDecoder().feed(packet(1, 0, b"x")[:-2] + b"\0x")

    def test_reads_a_long_packet_in_small_reads_in_linear_time(self) -> None:
        stream = packet(1, 0, b"x" * 4_000_000)
        decoder = PacketDecoder()
        before = process_time()
        came = [p for i in range(0, len(stream), 64) for p in decoder.feed(stream[i : i + 64])]
        assert len(came[0].body) == 4_000_000
        # Some 30 ms; copying what is buffered at each read would take a quarter of a minute.
        assert process_time() - before < 3


class TestLogin:
    def test_sends_the_password_in_a_login_packet(self) -> None:
        request = one_read(Login("secret", request=3).request)
        assert (request.id, request.kind, request.text) == (3, 3, "secret")

    def test_is_complete_with_its_id_in_type_two(self) -> None:
        assert Login("x", request=3).take(packets(packet(3, 2, b""))) == Complete("")

    def test_is_refused_by_id_minus_one(self) -> None:
        assert Login("x", request=3).take(packets(packet(-1, 2, b""))) == Refused()

    def test_passes_over_the_empty_packet_that_source_sends_first(self) -> None:
        login = Login("x", request=3)
        assert login.take(packets(packet(3, 0, b""))) == Collecting()
        assert login.take(packets(packet(3, 2, b""))) == Complete("")


def converse(flavour: Flavour, messages: list[str], reads: list[int]) -> tuple[str, int]:
    """The text that comes out of a reply cut into reads, and how many probes were sent."""
    exchange, decoder, probes = command(), PacketDecoder(), 0
    stream = b"".join(flavour.reply(COMMAND_ID, messages))
    for part in cuts(stream, reads):
        step: Step = exchange.take(decoder.feed(part))
        if step == ProbeDue():
            probes += 1
        if isinstance(step, Complete):
            return step.text, probes
    step = exchange.take(decoder.feed(PROBE_ANSWER))
    assert isinstance(step, Complete)
    return step.text, probes


class TestCommand:
    def test_sends_the_command_and_has_a_probe_of_another_id(self) -> None:
        asked, probe = one_read(command().request), one_read(command().probe)
        assert (asked.id, asked.kind, asked.text) == (COMMAND_ID, COMMAND, "list")
        assert (probe.id, probe.kind, probe.text) == (PROBE_ID, PROBE, "")

    @pytest.mark.parametrize("flavour", FLAVOURS, ids=lambda flavour: flavour.name)
    @settings(deadline=None)
    @given(st.lists(texts, min_size=1, max_size=3), st.lists(st.integers(0, 99_999), max_size=12))
    def test_gives_exactly_what_is_on_the_wire(
        self, flavour: Flavour, messages: list[str], reads: list[int]
    ) -> None:
        text, probes = converse(flavour, messages, reads)
        assert text == flavour.wire_text(messages)
        assert probes <= 1

    @pytest.mark.parametrize("units", [0, 1, 4095])
    def test_needs_no_probe_when_the_first_piece_is_not_full(self, units: int) -> None:
        for text in ("a" * units, "你" * units, "🎉" * (units // 2)):
            assert converse(VANILLA, [text], []) == (text, 0)

    @pytest.mark.parametrize("units", [4096, 8192, 12288])
    def test_probes_when_the_last_piece_is_full(self, units: int) -> None:
        for text in ("a" * units, "你" * units, "🎉" * (units // 2), "a你" * (units // 2)):
            assert converse(VANILLA, [text], []) == (text, 1)

    def test_needs_no_probe_when_one_read_brought_the_end(self) -> None:
        assert converse(VANILLA, ["你" * 9000], []) == ("你" * 9000, 0)

    def test_probes_for_a_full_piece_of_bytes(self) -> None:
        text = "x" + "你" * 1365  # 4,096 bytes, far fewer units
        step = command().take(packets(packet(COMMAND_ID, 0, text.encode())))
        assert step == ProbeDue()

    def test_joins_bytes_before_it_decodes(self) -> None:
        text = "你" * 2000
        assert converse(FORGE, [text], [PIECE, PIECE + 20]) == (text + "\n", 1)

    def test_shows_what_vanilla_made_of_a_character_at_the_cut(self) -> None:
        text = "a" * 4095 + "🎉b"
        assert converse(VANILLA, [text], [])[0] == "a" * 4095 + "??b"

    def test_replaces_bytes_that_are_no_text(self) -> None:
        step = command().take(packets(packet(COMMAND_ID, 0, b"a\xffb")))
        assert step == Complete("a\ufffdb")

    def test_waits_for_the_probe_even_when_the_end_comes_first(self) -> None:
        exchange = command()
        first, last = VANILLA.reply(COMMAND_ID, ["x" * 4097])
        assert exchange.take(packets(first)) == ProbeDue()
        assert exchange.take(packets(last)) == Collecting()
        assert exchange.take(packets(PROBE_ANSWER)) == Complete("x" * 4097)

    def test_does_not_probe_twice(self) -> None:
        exchange = command()
        first, second, _ = VANILLA.reply(COMMAND_ID, ["x" * 8193])
        assert exchange.take(packets(first)) == ProbeDue()
        assert exchange.take(packets(second)) == Collecting()

    @pytest.mark.parametrize("size", [1, 4096, 4157, 1_000_010])
    def test_takes_a_type_two_reply_as_a_whole(self, size: int) -> None:
        assert converse(CUBERITE, ["x" * size], []) == ("x" * size, 0)
        alone = CUBERITE.reply(COMMAND_ID, ["x" * size])[0]
        assert command().take(packets(alone)) == Complete("x" * size)

    def test_takes_a_piece_longer_than_full_as_a_whole(self) -> None:
        step = command().take(packets(packet(COMMAND_ID, 0, b"x" * 4097)))
        assert step == Complete("x" * 4097)

    def test_drops_packets_of_other_ids_and_types(self) -> None:
        exchange = command()
        foreign = packet(COMMAND_ID - 1, 0, b"late"), packet(COMMAND_ID, 3, b"odd")
        assert exchange.take(packets(*foreign)) == Collecting()
        reply = packet(COMMAND_ID, 0, b"mine")
        assert exchange.take(packets(*foreign, reply)) == Complete("mine")

    def test_does_not_take_the_probes_id_before_the_probe(self) -> None:
        assert command().take(packets(PROBE_ANSWER)) == Collecting()

    def test_is_refused_by_id_minus_one(self) -> None:
        assert command().take(packets(packet(-1, 2, b""))) == Refused()

    def test_refuses_a_reply_without_an_end(self) -> None:
        exchange = command()
        endless = Packet(id=COMMAND_ID, type=0, body=b"x" * (MAX_REPLY // 2))
        with pytest.raises(ProtocolError):
            exchange.take([endless, endless, endless])
