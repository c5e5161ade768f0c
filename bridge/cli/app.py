"""The tree of commands. Importing it must stay cheap: each command imports its own when it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bridge import __version__
from bridge.cli import access, items, logs, quests, service
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from bridge.cli.options import Options

COMMON = (
    "Every command takes --config FILE (default: config/bridge.toml, from here upward), "
    "--directory SERVER_DIRECTORY (that server alone, its state in state/<its name>), "
    "--server NAME (when there are several) and --json, in any place; for ai before its words."
)


def invoke(arguments: list[str], options: Options) -> int:
    """Run one command; its exit code. Raises UsageError and other BridgeErrors."""
    if "--version" in arguments[:1]:
        print(f"system-bridge {__version__}")
        return 0
    command = typer.main.get_command(_tree())
    try:
        code = command.main(
            arguments or ["--help"],
            prog_name="system-bridge",
            standalone_mode=False,
            obj=options,
        )
    except typer.TyperException as error:
        problem = f"{error.format_message()} See system-bridge --help"
        raise UsageError(problem) from error
    except typer.Abort:
        return 1
    except SystemExit:
        # By itself typer leaves only when whoever read the output is gone (`| head`); else it is
        # us, on a signal that came before there was anything to end.
        return 0
    return code if isinstance(code, int) else 0


def _tree() -> typer.Typer:
    tree = typer.Typer(
        add_completion=False,
        help="An assistant beside a Minecraft server.",
        epilog=COMMON,
        pretty_exceptions_enable=False,
    )
    service.add_to(tree)
    access.add_to(tree)
    quests.add_to(tree)
    items.add_to(tree)
    logs.add_to(tree)
    return tree
