"""Answers that are remembered; not those to long questions, for what a page says may be as long as a page.

What is asked about the same few pages again and again while a rule is learned is remembered until it is learned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

#: Characters of a question that is remembered with its answer: of 65,536 such ones 33 MB are kept at most. Lists of
#: classes and declarations of styles have some dozens.
LONGEST = 500
#: What functions were asked, and answered, since :func:`meanwhile` began; None outside of it.
_meanwhile: ContextVar[dict[Callable[..., Any], Callable[..., Any]] | None] = ContextVar("_meanwhile", default=None)


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


@contextmanager
def meanwhile() -> Iterator[None]:
    """Within it functions under :func:`remembered_meanwhile` answer a question once; at its end all is forgotten."""
    began = _meanwhile.set({})
    try:
        yield
    finally:
        _meanwhile.reset(began)


def is_meanwhile() -> bool:
    """Whether answers are remembered for a while."""
    return _meanwhile.get() is not None


def remembered_meanwhile(maxsize: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """As ``functools.lru_cache``, but within :func:`meanwhile` alone. Answers are shared: nobody may change them."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            caches = _meanwhile.get()
            if caches is None:
                return function(*args, **kwargs)
            if function not in caches:
                caches[function] = lru_cache(maxsize)(function)
            answer: T = caches[function](*args, **kwargs)
            return answer

        return asked

    return decorate
