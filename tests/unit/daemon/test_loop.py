"""The best loop that is installed."""

from __future__ import annotations

import asyncio
import sys

import pytest

from bridge.daemon.loop import run_on_loop


async def loop_module() -> str:
    return type(asyncio.get_running_loop()).__module__.split(".")[0]


def test_uvloop_where_it_is_installed() -> None:
    pytest.importorskip("uvloop")
    assert run_on_loop(loop_module()) == "uvloop"


def test_the_standard_loop_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert run_on_loop(loop_module()) == "asyncio"


def test_an_error_comes_out_as_it_is() -> None:
    async def failing() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        run_on_loop(failing())
