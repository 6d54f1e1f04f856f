"""Answers that are remembered; not those to long questions, for what a page says may be as long as a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: Characters of a question that is remembered with its answer: of 65,536 such ones 33 MB are kept at most. Lists of
#: classes and declarations of styles have some dozens.
LONGEST = 500


def remembered(maxsize: int, longest: int = LONGEST) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As ``functools.lru_cache``, but for arguments whose texts have more characters than ``longest``."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept = lru_cache(maxsize)(function)

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            if _length(args) > longest:
                return function(*args, **kwargs)
            return kept(*args, **kwargs)  # type: ignore[arg-type]  # what is remembered is hashable

        return asked

    return decorate


def _length(args: Iterable[object]) -> int:
    length = 0
    for arg in args:  # a sum takes three times as long, which is longer than most of the answers
        if isinstance(arg, str):
            length += len(arg)
        elif isinstance(arg, tuple):
            length += _length(arg)
    return length
