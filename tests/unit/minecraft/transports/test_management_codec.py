import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.core.errors import ManagementError, ProtocolError
from bridge.minecraft.transports.management_codec import (
    MAX_REQUEST,
    Answer,
    Failure,
    Message,
    Notification,
    decode,
    encode,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
FIELDS = st.fixed_dictionaries(
    {"jsonrpc": st.sampled_from(["2.0", "1.0", 2])},
    optional={"id": JSON, "method": JSON, "params": JSON, "result": JSON, "error": JSON},
)


class TestEncode:
    def test_leaves_params_out_where_there_are_none(self) -> None:
        assert json.loads(encode(3, "minecraft:players")) == {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "minecraft:players",
        }

    def test_puts_params_in_an_array(self) -> None:
        assert json.loads(encode(8, "minecraft:server/save", True))["params"] == [True]

    @given(st.text())
    def test_writes_any_text_in_ascii(self, text: str) -> None:
        frame = encode(1, "m", {"literal": text})
        assert frame.isascii()
        assert json.loads(frame)["params"] == [{"literal": text}]

    def test_refuses_what_the_server_would_not_read(self) -> None:
        room = MAX_REQUEST - len(encode(1, "m", ""))
        assert len(encode(1, "m", "x" * room)) == MAX_REQUEST
        with pytest.raises(ManagementError, match="65537 bytes"):
            encode(1, "m", "x" * (room + 1))


class TestDecode:
    @pytest.mark.parametrize(
        ("frame", "message"),
        [
            ('{"jsonrpc":"2.0","id":7,"result":[1]}', Answer(id=7, result=[1])),
            ('{"jsonrpc":"2.0","id":7,"result":null}', Answer(id=7, result=None)),
            ('{"jsonrpc":"2.0","id":"7","result":1}', None),
            ('{"jsonrpc":"2.0","id":true,"result":1}', None),
            ('{"jsonrpc":"2.0","method":"a:b"}', Notification(method="a:b", params=None)),
            (
                '{"jsonrpc":"2.0","method":"a:b","params":[2],"extra":0}',
                Notification(method="a:b", params=[2]),
            ),
            ('{"jsonrpc":"2.0","id":1,"method":"a:b"}', None),
            (
                '{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"No","data":"a:b"}}',
                Failure(id=4, code=-32601, problem="No: a:b"),
            ),
            (
                '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
                Failure(id=None, code=-32700, problem="Parse error"),
            ),
            (
                '{"jsonrpc":"2.0","error":{"code":"x","message":1}}',
                Failure(id=None, code=0, problem=""),
            ),
        ],
    )
    def test_tells_messages_apart(self, frame: str, message: Message | None) -> None:
        assert decode(frame) == message

    def test_puts_a_servers_words_on_one_short_line(self) -> None:
        words = "a\n[12:00:00] [Server thread/INFO]: \u202eforged" + "x" * 1000
        error = {"code": 1, "message": words}
        message = decode(json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}))
        assert isinstance(message, Failure)
        assert message.problem.isprintable()
        assert len(message.problem) == 200

    @pytest.mark.parametrize(
        "frame",
        [
            *("", "{", "null", "[]", '"x"', "\x00", "[" * 100_000, '{"a":' * 100_000),
            *('{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","method":"a"}', '{"method":"a"}'),
            '[{"jsonrpc":"2.0","method":"a"}]',
            '{"jsonrpc":"2.0","method":1}',
            '{"jsonrpc":"2.0","id":1,"error":"no"}',
            '{"jsonrpc":"2.0","id":1,"result":NaN}',
            '{"jsonrpc":"2.0","id":1,"result":' + "9" * 5000 + "}",
        ],
        ids=lambda frame: frame[:40],
    )
    def test_refuses_what_is_not_the_protocol(self, frame: str) -> None:
        with pytest.raises(ProtocolError):
            decode(frame)

    @given(st.text() | FIELDS.map(json.dumps) | JSON.map(json.dumps))
    def test_raises_nothing_else(self, frame: str) -> None:
        with suppress(ProtocolError):
            decode(frame)
