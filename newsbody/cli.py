"""The command line: ``newsbody COMMAND …``. Every command is a module of newsbody.commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

import newsbody.commands


def parser() -> argparse.ArgumentParser:
    """The parser with all commands that newsbody.commands holds."""
    main_parser = argparse.ArgumentParser(prog="newsbody", description="Clean bodies of news articles and forum posts.")
    commands = main_parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for found in sorted(iter_modules(newsbody.commands.__path__), key=lambda module: module.name):
        module = import_module(f"newsbody.commands.{found.name}")
        command = commands.add_parser(found.name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return main_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its return value is the exit status."""
    args = parser().parse_args(argv)
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
