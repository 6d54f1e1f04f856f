"""The command line as a whole."""

from __future__ import annotations

import pytest

from newsbody.cli import INTERRUPTED, main
from newsbody.commands import demo


@pytest.mark.parametrize("moment", ["add_arguments", "run"])
def test_ctrl_c_ends_a_command_without_a_traceback(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, moment, interrupted)
    assert main(["demo"]) == INTERRUPTED
