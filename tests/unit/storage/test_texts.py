"""Texts as SQLite takes them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from hypothesis import given
from hypothesis import strategies as st

from bridge.storage.texts import storable


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_can_be_stored_and_a_sound_one_stays_as_it_is(text: str) -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        ((kept,),) = db.execute("SELECT ?", (storable(text),)).fetchall()
    assert len(kept) == len(text)
    if not any("\ud800" <= each <= "\udfff" for each in text):
        assert kept == text
