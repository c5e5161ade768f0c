"""`items find|show|sources|uses|index`: what the server's files say of items."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.cli import output
from bridge.cli.command import Command, Group, Words
from bridge.cli.options import Option
from bridge.cli.place import locate
from bridge.core.errors import ReadError, RefusedError, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator

    from bridge.cli.command import Given
    from bridge.cli.options import Options
    from bridge.core.cards import Card
    from bridge.items.index.build import Request
    from bridge.items.store import ItemStore

ITEM: Final = Words("ITEM...", "an id, a part of it, or a name", least=1)
AMOUNT: Final = Option("--amount", "of how many to tell what they take", "N")
CLIENT: Final = Option(
    "--client-assets", "your client's jar, assets folder or language file", "FILE"
)
FOUND: Final = 40
USES: Final = 100
PROBLEMS: Final = 50


def _find(given: Given) -> int:
    from bridge.items import telling

    with opened(given.options) as store:
        found = telling.found(store, given.text, locale="en_us", limit=FOUND)
    if not found:
        raise RefusedError(f"no item is called {given.text!r}")
    if given.options.json:
        output.document(found)
    else:
        output.table((each["id"], each["name"], each["mod"]) for each in found)
    return 0


def _show(given: Given) -> int:
    from bridge.items import telling

    amount = _amount(given)
    with opened(given.options) as store:
        item = named(store, given.text)
        told = telling.item(store, item, locale="en_us")
        told |= telling.tree(store, item, amount, {})
        gather = [
            (f"{n:g}", store.label(thing, "en_us").text) for thing, n in told["gather"].items()
        ]
    if given.options.json:
        output.document(told)
        return 0
    print(f"{told['name']}  {told['id']}  ({told['mod']})")
    output.table([*told["names"].items(), ("tags", " ".join(told["tags"]) or "-")])
    print(f"For {amount}:")
    output.table(gather)
    return 0


def _amount(given: Given) -> int:
    text = given.values.get(AMOUNT.name, "1")
    if not (text.isdecimal() and len(text) < 10 and int(text)):
        problem = f"{AMOUNT.name}: not a whole number from 1 on: {text}"
        raise UsageError(problem)
    return int(text)


def _sources(given: Given) -> int:
    from bridge.items import telling

    with opened(given.options) as store:
        item = named(store, given.text)
        if given.options.json:
            output.document(telling.sources(store, item, locale="en_us"))
        else:
            _print_card(store, "system:sources", item)
    return 0


def _uses(given: Given) -> int:
    from bridge.items import telling

    with opened(given.options) as store:
        item = named(store, given.text)
        if given.options.json:
            output.document(telling.used(store, item, locale="en_us", limit=USES))
        else:
            _print_card(store, "system:uses", item)
    return 0


def _index(given: Given) -> int:
    from bridge.items import telling
    from bridge.items.client_files import add_client_file

    if (client := given.values.get(CLIENT.name)) is not None:
        database = _request(given.options).database
        try:
            add_client_file(database, Path(client))
        except ReadError as error:
            raise RefusedError(str(error)) from error
    with opened(given.options) as store:
        told = telling.index(store, PROBLEMS)
    if given.options.json:
        output.document(told)
        return 0
    for each in told["problems"]:
        output.warn(f"{each['source']}: {each['file']}: {each['reason']}")
    output.table(
        (key, str(value))
        for key, value in told.items()
        if key not in {"problems", "sources_by_origin"}
    )
    return 0


@contextmanager
def opened(options: Options) -> Generator[ItemStore]:
    """The index, brought up to date first; how far that is goes to standard error."""
    from bridge.cli.progress import Bar
    from bridge.items.index.build import build
    from bridge.items.store import ItemStore

    request = _request(options)
    with Bar() as bar:
        build(request, lambda progress: bar.show(progress.done, progress.of, progress.place))
    store = ItemStore.open(request.database)
    if store is None:
        raise RefusedError(f"{request.database}: the index cannot be opened")
    try:
        yield store
    finally:
        store.close()


def named(store: ItemStore, text: str) -> str:
    """The item that is meant. Raises RefusedError, with what it could be."""
    from bridge.items.resolving import meant

    who = meant(store, text, "en_us")
    if who.item is not None:
        return who.item
    if not who.others:
        raise RefusedError(f"no item is called {text!r}")
    others = ", ".join(hit.item for hit in who.others)
    raise RefusedError(f"{text!r} could be one of these: {others}")


def _request(options: Options) -> Request:
    from bridge.items.client_files import client_files
    from bridge.items.index.build import Request
    from bridge.minecraft.world import server_properties, world_folder

    settings = locate(options).settings()
    name = settings.server_name(options.server)
    directory = settings.directory(settings.file.servers[name])
    try:
        world = world_folder(directory, server_properties(directory))
    except ReadError:
        world = directory / "world"
    database = settings.state_directory / f"items-{name}.db"
    return Request(
        directory=directory,
        world=world,
        database=database,
        client=tuple(client_files(database)),
    )


def _print_card(store: ItemStore, capability: str, item: str) -> None:
    from bridge.core.actors import Player
    from bridge.daemon.loop import run_on_loop
    from bridge.modules.workflow import Call
    from bridge.ui.render import plain
    from bridge.workflows.items.direct import DirectItems
    from bridge.workflows.items.workflow import workflows

    async def nothing_held(_player: Player) -> None:
        return

    flow = next(f for f in workflows(DirectItems(store), None, nothing_held) if f.id == capability)
    call = Call(player=Player(name="console"), language="en_us", input={"item": item})

    async def answer() -> Card:
        return await flow.run(call)

    print(plain(run_on_loop(answer()), "en_us"))


COMMAND = Group(
    summary="Items, from the server's own files.",
    commands={
        "find": Command(summary="Items like that, the best first.", run=_find, words=ITEM),
        "show": Command(
            summary="One item: names, tags, and what making it takes.",
            run=_show,
            words=ITEM,
            options=(AMOUNT,),
        ),
        "sources": Command(summary="The ways to get an item.", run=_sources, words=ITEM),
        "uses": Command(summary="What an item is used for.", run=_uses, words=ITEM),
        "index": Command(
            summary="Bring the index up to date, and tell what could not be read.",
            run=_index,
            options=(CLIENT,),
        ),
    },
)
