"""Reads one source whole: its own files, and the jars inside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.items.files import assets
from bridge.items.files.containers import FolderContainer, ZipContainer, opened_zip
from bridge.items.files.discovery import Origin
from bridge.items.model import Facts
from bridge.items.reading import jsontext, kubejs, places
from bridge.items.reading.documents import Documents, order
from bridge.items.reading.places import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.items.files.containers import Container, Wanted
    from bridge.items.files.discovery import Source
    from bridge.items.reading.places import Place

LARGEST_FILE: Final = 1 << 20
"""Bytes of a recipe, a table or a tag."""
LARGEST_NAMES: Final = 4 << 20
LARGEST_EXPORT: Final = 64 << 20
"""Bytes of the one file that KubeJS wrote for 1.16 and 1.18."""
BUDGET: Final = 256 << 20
"""Bytes that one source may unpack to, the jars inside it apart."""
FILES: Final = 60_000
"""Files of one source that are read: more than the game itself has, several times over."""
BROKEN: Final = 5_000
"""Files of one source that may be broken before the rest is left."""
DEEPEST: Final = 3
"""Jars inside jars."""
JARS: Final = 200
"""Jars inside one source."""


def extract(source: Source) -> Facts:
    """Everything that a source says. What cannot be read is among its problems, never raised."""
    facts = Facts()
    try:
        _extract(source, facts)
    except ReadError as error:
        facts.complain(source.place, str(error))
    except OSError as error:
        facts.complain(source.place, error.strerror or str(error))
    return facts


def _extract(source: Source, facts: Facts) -> None:
    reading = _Reading(facts)
    if source.origin is Origin.EXPORT:
        _export(source, facts, reading)
    elif source.origin is Origin.CLIENT:
        _client(source, facts, reading)
    elif source.path.is_dir():
        reading.read(FolderContainer(source.path), "")
    else:
        with opened_zip(source.path) as container:
            reading.read_zip(container, "", 0)


def _client(source: Source, facts: Facts, reading: _Reading) -> None:
    """The client's jar, a folder of the game's, an asset index, or a language file."""
    path = source.path
    if path.is_dir():
        if (index := assets.newest_index(path)) is None:
            reading.read(FolderContainer(path), "")
            return
        path = index
    if path.suffix not in {".json", ".lang"}:
        with opened_zip(path) as container:
            reading.read_zip(container, "", 0)
        return
    container = FolderContainer(path.parent)
    content = container.read(path.name, LARGEST_NAMES)
    documents = Documents(facts)
    for locale, namespace, file in assets.languages(path, content):
        place = places.Place(Kind.NAMES, locale, namespace)
        if file == path:
            documents.add(place, source.place, content)
        else:
            content_there = FolderContainer(file.parent).read(file.name, LARGEST_NAMES)
            documents.add(place, f"{source.place}: {locale}", content_there)


def _export(source: Source, facts: Facts, reading: _Reading) -> None:
    if not source.path.is_dir():
        container = FolderContainer(source.path.parent)
        value = jsontext.parse(container.read(source.path.name, LARGEST_EXPORT))
        kubejs.read_single(value, Documents(facts), facts)
        return
    container = FolderContainer(source.path)
    reading.read(container, "", place_of=kubejs.place_of, wanted=_everything)
    for path in container.files(_everything):
        if kubejs.REGISTRY.fullmatch(path):
            value = jsontext.parse(container.read(path, LARGEST_NAMES))
            facts.registry.extend(kubejs.read_registry(value))


def _everything(name: bytes) -> object:
    return name


class _Reading:
    """The budget of one source."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._left = BUDGET
        self._files = FILES
        self._jars = JARS

    def read(
        self,
        container: Container,
        prefix: str,
        *,
        place_of: Callable[[str], Place | None] = places.place_of,
        wanted: Wanted = places.wanted,
    ) -> list[str]:
        """The files of one container; the paths of the jars in it."""
        documents = Documents(self._facts)
        nested: list[str] = []
        for path, place in self._found(container, prefix, place_of, wanted):
            if place.kind is Kind.NESTED:
                nested.append(path)
                continue
            content = self._content(container, path, place, prefix)
            if content is not None:
                documents.add(place, f"{prefix}{path}", content)
            if self._left <= 0 or self._files <= 0 or self._facts.unread > BROKEN:
                self._facts.complain(prefix or path, "holds more than is read of one source")
                break
        return nested

    def read_zip(self, container: ZipContainer, prefix: str, depth: int) -> None:
        """An archive, and those inside it."""
        for path in self.read(container, prefix):
            self._jars -= 1
            where = f"{prefix}{path}"
            if self._jars < 0 or depth >= DEEPEST:
                self._facts.complain(where, "is one jar inside others too many")
                return
            try:
                with container.nested(path) as inner:
                    self.read_zip(inner, f"{where}!", depth + 1)
            except ReadError as error:
                self._facts.complain(where, str(error))

    def _found(
        self,
        container: Container,
        prefix: str,
        place_of: Callable[[str], Place | None],
        wanted: Wanted,
    ) -> list[tuple[str, Place]]:
        found: list[tuple[str, Place]] = []
        try:
            # What was found before a damaged part of the directory stays.
            found.extend(
                (path, place)
                for path in container.files(wanted)
                if (place := place_of(path)) is not None
            )
        except ReadError as error:
            self._facts.complain(prefix or "(directory)", str(error))
        found.sort(key=lambda each: order(each[0]))
        return found

    def _content(self, container: Container, path: str, place: Place, prefix: str) -> bytes | None:
        limit = LARGEST_NAMES if place.kind is Kind.NAMES else LARGEST_FILE
        try:
            content = container.read(path, limit)
        except ReadError as error:
            self._facts.complain(f"{prefix}{path}", str(error))
            self._left -= LARGEST_FILE
            self._files -= 1
            return None
        self._left -= len(content)
        self._files -= 1
        return content
