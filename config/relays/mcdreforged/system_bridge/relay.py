"""Between MCDReforged and the daemon: what happens here goes there, and the answers come back.

The daemon decides everything: who may ask, who administers (never by what we say of a player),
what is for the assistant at all. A player is told by name alone; who that is the daemon knows.
"""

from __future__ import annotations

import threading
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcdreforged.api.all import PlayerCommandSource

from system_bridge import game, meeting
from system_bridge.connection import Connection

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcdreforged.api.all import CommandSource, Info, PluginServerInterface

    Frame = dict[str, Any]

AGENT = "MCDReforged"
COMMAND_SIGN = "!!"
_COMPLETION_SECONDS = 0.4


@dataclass(frozen=True)
class Settings:
    """`config.json` of the plugin."""

    state: str
    """The daemon's state folder, from MCDReforged's working directory."""
    server: str
    """Which of the daemon's servers this is; empty where it has one."""
    prefix: str
    """What stands before a question of `!!ai`: one of that server's `chat_prefixes`."""


class Relay:
    """Lives from the plugin's load to its unload. `online` is known from what came since."""

    def __init__(
        self, server: PluginServerInterface, settings: Settings, online: Iterable[str] = ()
    ) -> None:
        self.online = set(online)
        self._lock = threading.Lock()
        self._server = server
        self._settings = settings
        self._game = self._connection("server")
        self._console = self._connection("console")
        self._game.welcomed = self._tell_who_is_here
        self._game.heard = self._heard

    def _connection(self, role: str) -> Connection:
        def find() -> meeting.Meeting:
            return meeting.find(self._settings.state)

        def hello() -> Frame:
            named = {"server": self._settings.server} if self._settings.server else {}
            version = self._version
            known = {"mc": version} if version else {}
            return {"t": "hello", "v": 1, "role": role, "agent": AGENT, **named, **known}

        return Connection(role, find, hello, self._server.logger)

    def start(self) -> None:
        """Begin to look for the daemon."""
        self._game.start()
        self._console.start()

    def close(self) -> None:
        """End both connections and their threads."""
        self._game.close()
        self._console.close()

    @property
    def prefix(self) -> str:
        """What stands before a question of `!!ai` in the chat frame."""
        return self._settings.prefix

    @property
    def _version(self) -> str | None:
        return self._server.get_server_information().version

    # What happens here

    def joined(self, player: str) -> None:
        """A player is in the game."""
        with self._lock:
            self.online.add(player)
        self._game.send({"t": "join", "player": _named(player)})

    def left(self, player: str) -> None:
        """A player is not in the game any more."""
        with self._lock:
            self.online.discard(player)
        self._game.send({"t": "leave", "player": _named(player)})

    def server_stopped(self) -> None:
        """Nobody is in the game any more."""
        for player in sorted(self.online):
            self.left(player)

    def line(self, info: Info) -> None:
        """A line of the server that is nobody's words."""
        if info.is_from_server and not info.is_player and info.content:
            kind = game.happened(info.content)
            if kind is not None:
                self._game.send({"t": kind})

    def said(self, info: Info) -> None:
        """Chat, or a line typed at the console. Commands of MCDReforged are not ours to read."""
        text = info.content or ""
        source = info.get_command_source()
        if info.player is not None:
            if not text.startswith(COMMAND_SIGN):
                self._say(info.player, text)
        elif info.is_from_console and source is not None and game.is_system_ai(text):
            info.cancel_send_to_server()
            self.administer(source, text.strip())

    def _say(self, player: str, text: str) -> bool:
        frame = {"t": "chat", "player": _named(player), "text": text, "id": _new_id()}
        return self._game.send(frame)

    # Commands

    def question(self, source: CommandSource, text: str) -> None:
        """`!!ai <text>`."""
        if not isinstance(source, PlayerCommandSource):
            source.reply(self._server.rtr("system_bridge.players_only"))
        elif not self._say(source.player, f"{self.prefix} {text}".rstrip()):
            source.reply(self._server.rtr("system_bridge.absent"))

    def administer(self, source: CommandSource, text: str) -> None:
        """`system ai ...`, with or without a slash in front."""
        frame = {"t": "command", "text": text, "id": _new_id(), **_asker(source)}

        def answered(reply: Frame | None) -> None:
            if reply is None:
                source.reply(self._server.rtr("system_bridge.gone"))
                return
            words = reply.get("text") or reply.get("message")
            for line in str(words or "").splitlines():
                self._answer(source, line)

        if not self._of(source).ask(frame, answered):
            source.reply(self._server.rtr("system_bridge.absent"))

    def complete(self, source: CommandSource, text: str) -> list[str]:
        """What `text` may become, whole; nothing where the daemon does not say at once."""
        key = _new_id()
        found: list[Frame | None] = []
        done = threading.Event()

        def answered(reply: Frame | None) -> None:
            found.append(reply)
            done.set()

        frame = {"t": "complete", "text": text, "cursor": len(text), "id": key, **_asker(source)}
        link = self._of(source)
        if not link.ask(frame, answered) or not done.wait(_COMPLETION_SECONDS):
            link.forget(key)
        reply = found[0] if found else None
        if reply is None:
            return []
        return [text[: reply.get("start", 0)] + str(item) for item in reply.get("items", ())]

    def _of(self, source: CommandSource) -> Connection:
        return self._game if isinstance(source, PlayerCommandSource) else self._console

    def _answer(self, source: CommandSource, line: str) -> None:
        if isinstance(source, PlayerCommandSource):
            self._show(source.player, None, {"text": line})
        else:
            source.reply(line)

    # What the daemon wants

    def _tell_who_is_here(self) -> None:
        with self._lock:
            here = sorted(self.online)
        for player in here:
            self._game.send({"t": "join", "player": _named(player)})

    def _heard(self, frame: Frame) -> None:
        kind = frame.get("t")
        try:
            if kind == "send":
                player = frame["player"]
                text = self._show(player["name"], player.get("uuid"), frame["components"])
            elif kind == "run":
                text = self._run(game.checked_command(frame["command"]))
            else:
                return  # what needs a client's own screen
        except (game.NotSafeError, KeyError, TypeError) as error:
            self._result(frame, ok=False, text=f"{type(error).__name__}: {error}")
        else:
            self._result(frame, ok=text is not None, text=text or "")

    def _result(self, frame: Frame, *, ok: bool, text: str) -> None:
        words = text if ok or text else "the server does not run, or its answer cannot be had"
        self._game.send({"t": "result", "id": frame.get("id"), "ok": ok, "text": words})

    def _show(self, name: str, uuid_: str | None, components: Any) -> str | None:
        who = game.addressee(name, uuid_, self._version)
        return self._execute(game.tellraw(who, components))

    def _run(self, command: str) -> str | None:
        """What the command answers, where that can be known; None when it did not run.

        What only reads is not written to a console that gives its answer to nobody.
        """
        if game.only_reads(command):
            return self._server.rcon_query(command) if self._server.is_rcon_running() else None
        return self._execute(command)

    def _execute(self, command: str) -> str | None:
        if not self._server.is_server_running():
            return None
        self._server.execute(command)
        return ""


def _named(player: str) -> Frame:
    return {"name": player, "op": False}


def _asker(source: CommandSource) -> Frame:
    return {"player": _named(source.player)} if isinstance(source, PlayerCommandSource) else {}


def _new_id() -> str:
    return uuid.uuid4().hex
