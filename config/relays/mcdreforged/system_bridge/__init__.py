"""The MCDReforged plugin of system-bridge: a `Relay` is given MCDReforged's events and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcdreforged.api.all import GreedyText, Literal, MCDRPluginEvents

from system_bridge.relay import Relay, Settings

if TYPE_CHECKING:
    from types import ModuleType

    from mcdreforged.api.all import CommandContext, CommandSource, PluginServerInterface

ASK = "!!ai"
ADMINISTER = "!!system"
DEFAULTS = {"state": "", "server": "", "prefix": "@ai"}

loaded: list[Relay] = []
"""The relay of this load; the next one asks it who is online."""


def on_load(server: PluginServerInterface, prev: ModuleType | None) -> None:
    """Loaded, or loaded again in place of the module `prev`."""
    config: Any = server.load_config_simple(
        default_config=DEFAULTS, echo_in_console=False, failure_policy="raise"
    )
    settings = Settings(**{key: str(config[key]) for key in DEFAULTS})
    before: list[Relay] = getattr(prev, "loaded", [])
    relay = Relay(server, settings, {player for each in before for player in each.online})
    loaded.append(relay)
    _listen(server, relay)
    _register(server, relay)
    relay.start()


def _listen(server: PluginServerInterface, relay: Relay) -> None:
    for event, told in (
        (MCDRPluginEvents.GENERAL_INFO, lambda _, info: relay.line(info)),
        (MCDRPluginEvents.USER_INFO, lambda _, info: relay.said(info)),
        (MCDRPluginEvents.PLAYER_JOINED, lambda _, player, info: relay.joined(player)),
        (MCDRPluginEvents.PLAYER_LEFT, lambda _, player: relay.left(player)),
        (MCDRPluginEvents.SERVER_STOP, lambda _, code: relay.server_stopped()),
        (MCDRPluginEvents.PLUGIN_UNLOADED, lambda _: relay.close()),
        # MCDReforged ends without unloading.
        (MCDRPluginEvents.MCDR_STOP, lambda _: relay.close()),
    ):
        server.register_event_listener(event, told)


def _register(server: PluginServerInterface, relay: Relay) -> None:
    def ask(source: CommandSource, context: CommandContext) -> None:
        relay.question(source, context.get("text", ""))

    def administer(source: CommandSource, context: CommandContext) -> None:
        relay.administer(source, f"system ai {context.get('words', '')}".rstrip())

    def continued(start: str, root: str) -> Any:
        """What may follow `root`, which the daemon knows as `start`."""

        def suggestions(source: CommandSource, context: CommandContext) -> list[str]:
            typed = context.command[len(root) + 1 :].lstrip(" ")
            found = relay.complete(source, f"{start} {typed}")
            return [text[len(start) + 1 :] for text in found]

        return suggestions

    text = GreedyText("text").suggests(continued(relay.prefix, ASK)).runs(ask)
    server.register_command(Literal(ASK).runs(ask).then(text))
    continuing = continued("system ai", f"{ADMINISTER} ai")
    words = GreedyText("words").suggests(continuing).runs(administer)
    ai = Literal("ai").runs(administer).then(words)
    server.register_command(Literal(ADMINISTER).then(ai))
    server.register_help_message(ASK, server.rtr("system_bridge.help.ask"))
    server.register_help_message(f"{ADMINISTER} ai", server.rtr("system_bridge.help.administer"))
