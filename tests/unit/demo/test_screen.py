import asyncio
from collections.abc import AsyncIterator

from bridge.demo.screen import Kind, Screen, Shown


def shown(text: str) -> Shown:
    return Shown(kind=Kind.SYSTEM, text=text, component=text)


async def test_a_reader_sees_what_is_shown_from_its_call_on() -> None:
    screen = Screen()
    screen.show(shown("before"))
    messages = screen.messages()
    screen.show(shown("after"))
    assert (await anext(messages)).text == "after"
    assert [one.text for one in screen.shown] == ["before", "after"]


async def test_a_waiting_reader_is_woken() -> None:
    screen = Screen()
    messages = screen.messages()
    async with asyncio.TaskGroup() as tasks:
        read = tasks.create_task(text_of(messages))
        await asyncio.sleep(0)
        screen.show(shown("now"))
    assert read.result() == "now"


async def test_readers_do_not_take_from_each_other_and_end_with_the_screen() -> None:
    screen = Screen()
    first, second = screen.messages(), screen.messages()
    screen.show(shown("a"))
    screen.show(shown("b"))
    screen.close()
    assert [one.text async for one in first] == ["a", "b"]
    assert [one.text async for one in second] == ["a", "b"]


async def test_a_slow_reader_misses_only_what_is_no_longer_kept() -> None:
    screen = Screen()
    messages = screen.messages()
    for number in range(1500):
        screen.show(shown(str(number)))
    screen.close()
    texts = [one.text async for one in messages]
    assert texts == [str(number) for number in range(500, 1500)]


async def text_of(messages: AsyncIterator[Shown]) -> str:
    return (await anext(messages)).text
