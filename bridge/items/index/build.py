"""Brings the index up to date: reads the sources that changed, and no other."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ReadError
from bridge.items.files.containers import opened_zip
from bridge.items.files.discovery import Origin, sources
from bridge.items.files.stamps import stamp
from bridge.items.index import finishing
from bridge.items.index.extraction import extract
from bridge.items.index.schema import TABLES, VERSION
from bridge.items.index.writer import Identity, Writer
from bridge.storage.derived import Derived, changed, made_anew

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bridge.items.files.discovery import Source

_logger = logging.getLogger(__name__)

_MANY: Final = 0.3
"""Above this share of changed sources a whole new file costs less than changing the old one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Which server to index, and into which file. `version`: the game's, if known."""

    directory: Path
    world: Path
    database: Path
    client: tuple[Path, ...] = ()
    version: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """So many of the sources that have to be read are read; `place` is the next one."""

    done: int
    of: int
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was done: sources there are, read anew, and gone."""

    sources: int
    read: int
    gone: int
    fresh: bool = False

    @property
    def changed(self) -> bool:
        """Whether there is anything new in the file."""
        return bool(self.read or self.gone or self.fresh)


@dataclass(frozen=True, slots=True)
class _Known:
    id: int
    identity: Identity


@dataclass(frozen=True, slots=True)
class _Found:
    source: Source
    identity: Identity


def build(request: Request, report: Callable[[Progress], None]) -> Outcome:
    """Bring the file up to date. Raises StoreError; a source's faults are kept in the file."""
    found = _found(request)
    known = _known(request)
    if known is None:
        return _anew(request, found, report)
    gone = [old.id for place, old in known.items() if place not in found]
    stale = {place: each for place, each in found.items() if _differs(each, known.get(place))}
    moved = [
        each
        for place, each in found.items()
        if place not in stale and each.identity != known[place].identity
    ]
    if len(stale) + len(gone) > max(8, _MANY * len(found)):
        return _anew(request, found, report)
    if stale or gone or moved:
        with changed(request.database, VERSION) as db:
            writer = Writer(db, fresh=False)
            for each in moved:
                _restamp(db, each.identity)
            for old in (*gone, *(known[place].id for place in stale if place in known)):
                writer.remove(old)
            _fill(writer, stale, report)
            finishing.finish_changed(db, writer.touched)
    return Outcome(sources=len(found), read=len(stale), gone=len(gone))


def _anew(
    request: Request, found: Mapping[str, _Found], report: Callable[[Progress], None]
) -> Outcome:
    with made_anew(request.database, VERSION, TABLES) as db:
        writer = Writer(db, fresh=True)
        _fill(writer, found, report)
        report(Progress(done=len(found), of=len(found), place=""))
        finishing.finish_fresh(db)
    return Outcome(sources=len(found), read=len(found), gone=0, fresh=True)


def _fill(writer: Writer, found: Mapping[str, _Found], report: Callable[[Progress], None]) -> None:
    for number, each in enumerate(found.values()):
        report(Progress(done=number, of=len(found), place=each.source.place))
        identity = each.identity
        if not identity.digest:
            identity = replace(identity, digest=_digest(each.source))
        writer.add(identity, extract(each.source))


def _found(request: Request) -> dict[str, _Found]:
    """The sources with the state they are in, the lowest first; one that is gone again is none."""
    found: dict[str, _Found] = {}
    every = sources(
        request.directory, request.world, client=request.client, version=request.version
    )
    for rank, source in enumerate(every):
        try:
            state, newest = stamp(source.path)
        except OSError:
            continue
        identity = Identity(
            place=source.place,
            origin=source.origin,
            rank=rank,
            stamp=state,
            digest="",
            newest=newest,
        )
        found[source.place] = _Found(source, identity)
    return found


def _known(request: Request) -> dict[str, _Known] | None:
    """The sources in the file; None where there is no file that could be used."""
    db = Derived.open(request.database, VERSION)
    if db is None:
        return None
    try:
        rows = db.all("SELECT id, place, origin, rank, stamp, digest, newest FROM source")
    finally:
        db.close()
    return {
        place: _Known(
            number,
            Identity(
                place=place,
                origin=Origin(origin),
                rank=rank,
                stamp=state,
                digest=digest,
                newest=newest,
            ),
        )
        for number, place, origin, rank, state, digest, newest in rows
    }


def _differs(found: _Found, known: _Known | None) -> bool:
    """Whether a source has to be read. An archive that was only touched or copied has not."""
    if known is None or known.identity.origin is not found.identity.origin:
        return True
    if known.identity.stamp == found.identity.stamp:
        return False
    return not known.identity.digest or known.identity.digest != _digest(found.source)


def _digest(source: Source) -> str:
    """What an archive's directory says of its content; nothing for a folder or a single file."""
    if source.path.is_dir() or source.path.suffix not in {".jar", ".zip"}:
        return ""
    try:
        with opened_zip(source.path) as container:
            return container.archive.digest
    except ReadError:
        return ""


def _restamp(db: Derived, identity: Identity) -> None:
    db.run(
        "UPDATE source SET rank = ?, stamp = ?, newest = ? WHERE place = ?",
        (identity.rank, identity.stamp, identity.newest, identity.place),
    )
