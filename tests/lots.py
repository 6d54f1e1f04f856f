"""Cases of which some run always, and all of them in the second stage of CI."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def lot(cases: Iterable[Any], always: int = 1) -> list[Any]:
    """Values for ``pytest.mark.parametrize``: the first ``always`` as they are, the others marked ``slow``."""
    listed = list(cases)
    return [*listed[:always], *(pytest.param(case, marks=pytest.mark.slow) for case in listed[always:])]


def rows(cases: Iterable[tuple[Any, ...]], always: int = 1) -> list[Any]:
    """The same for cases of several values each."""
    listed = list(cases)
    return [*listed[:always], *(pytest.param(*case, marks=pytest.mark.slow) for case in listed[always:])]
