from hypothesis import given
from hypothesis import strategies as st

from bridge.minecraft.dialects.decoding import decode


def test_utf8_is_taken_as_it_is() -> None:
    assert decode("[00:00:00 INFO]: 张三 joined".encode()) == "[00:00:00 INFO]: 张三 joined"


def test_bytes_of_a_chinese_windows_console_are_read_as_such() -> None:
    assert decode("已加载 82 个实体".encode("gbk")) == "已加载 82 个实体"


def test_the_configured_encodings_are_tried_in_their_order() -> None:
    raw = "é".encode("latin-1")
    assert decode(raw, ("ascii", "latin-1")) == "é"


def test_what_no_encoding_reads_keeps_its_readable_part() -> None:
    assert decode(b"<Mara> \xff\xff hi", ()) == "<Mara> �� hi"


@given(st.binary(max_size=200))
def test_no_bytes_fail(raw: bytes) -> None:
    decode(raw)
