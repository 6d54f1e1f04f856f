"""Works of learning, played without a crawl: what they ask for is answered by a table, or put off at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from newsbody.crawl.learning.actions import Action, InTurn, Keep, Together, Work

T = TypeVar("T")


class Played:
    """``answers``: by kind of action, what comes of it; an exception is thrown into the work."""

    def __init__(self, answers: Mapping[type[Action[Any]], Callable[[Any], Any]]) -> None:
        self.answers: dict[type[Action[Any]], Callable[[Any], Any]] = {Keep: lambda action: action.profile}
        self.answers.update(answers)

    def run(self, work: Work[T]) -> T:
        """Do some work to its end, at once."""
        played = self.steps(work)
        while True:
            try:
                next(played)
            except StopIteration as end:
                result: T = end.value
                return result

    def steps(self, work: Work[T]) -> Work[T]:
        """The same, a step for each action, so that other works may have theirs in between."""
        act: Callable[[], Action[Any]] = work.__next__
        while True:
            try:
                action = act()
            except StopIteration as end:
                result: T = end.value
                return result
            yield action
            try:
                answer = yield from self._answer(action)
            except Exception as error:  # noqa: BLE001 - raised in the work
                act = partial(work.throw, error)
            else:
                act = partial(work.send, answer)

    def _each(self, works: Sequence[Work[Any]]) -> Work[list[Any]]:
        answers: list[Any] = []
        for work in works:
            answers += [(yield from self.steps(work))]
        return answers

    def _answer(self, action: Action[Any]) -> Work[Any]:
        if isinstance(action, InTurn):
            return (yield from self.steps(action.work))
        if isinstance(action, Together):
            return (yield from self._each(action.works))
        return self.answers[type(action)](action)
