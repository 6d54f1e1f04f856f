"""The command line: ``newsbody COMMAND …``. Every command is a module of newsbody.commands."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules

import newsbody.commands
from newsbody._version import __version__

#: What a shell reports of a program that Ctrl-C ended.
INTERRUPTED = 130
#: And of one whose output nobody reads any more.
BROKEN_PIPE = 141


def command_names() -> list[str]:
    """The commands there are, in order."""
    names = (module.name for module in iter_modules(newsbody.commands.__path__))
    return sorted(name for name in names if not name.startswith("_"))


def parser(names: Iterable[str]) -> argparse.ArgumentParser:
    """The parser with these commands."""
    main_parser = argparse.ArgumentParser(prog="newsbody", description="Clean bodies of news articles and forum posts.")
    main_parser.add_argument("--version", action="version", version=f"newsbody {__version__}")
    commands = main_parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        module = import_module(f"newsbody.commands.{name}")
        examples = getattr(module, "EXAMPLES", "")
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.HELP,
            epilog=f"examples:\n{examples}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return main_parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its return value is the exit status."""
    _say_anything()
    argv = sys.argv[1:] if argv is None else argv
    known = command_names()
    # Only what was asked for is loaded: a command must not pay for the libraries of another.
    chosen = argv[:1] if argv and argv[0] in known else known
    try:
        args = parser(chosen).parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # who reads has read enough, as head does
        _say_no_more()
        return BROKEN_PIPE
    except OSError as error:
        print(f"newsbody {args.command}: {error}", file=sys.stderr)
        _say_no_more()
        return 2
    return status


def _say_anything() -> None:
    """What a terminal has no letters for is escaped; a pipe, or a file, gets UTF-8, as all files that are written."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            own = stream.isatty() or "PYTHONIOENCODING" in os.environ
            stream.reconfigure(encoding=stream.encoding if own else "utf-8", errors="backslashreplace")


def _say_no_more() -> None:
    """What is still to be written has no place to go: Python would say so once more when it ends."""
    with suppress(OSError), open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
