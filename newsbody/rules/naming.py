"""How an element is named: by its classes; without any, by its id; else by its tag and what stands around it."""

from __future__ import annotations

import re

from newsbody.ground.remembered import remembered, remembered_meanwhile
from newsbody.rules.selector import Elements, Selector
from newsbody.rules.step import Step

#: Shorter beginnings of ids say nothing.
MIN_PREFIX_CHARS = 2
#: Elements without class are named by the nearest one around them, up to so many steps.
MAX_STEPS = 3

#: A star in a class is one of those that stand for numbers.
_CHANGING = re.compile(r"[\d*]+")


def step_of(page: Elements, index: int) -> Step:
    """The step that names an element: its classes; without any, its id; else the tag.

    Numbers become ``*`` in a class, and an id is named by what stands before its first number.
    """
    return name_of(page, index).steps[0]


@remembered_meanwhile(maxsize=1 << 14)
def name_of(page: Elements, index: int) -> Selector:
    """The chain of this one step."""
    classes = page.classes[index]
    identity = "" if classes and not classes.isspace() else page.elements[index].get("id") or ""
    return _make_name(page.tags[index], classes, identity)


@remembered(maxsize=65536)
def _make_name(tag: str, classes: str, identity: str) -> Selector:
    return Selector((_make_step(tag, classes, identity),))


def _make_step(tag: str, classes: str, identity: str) -> Step:
    names = tuple(dict.fromkeys(_CHANGING.sub("*", name) for name in classes.split()))
    if names:
        return Step(tag, names)
    prefix = _CHANGING.split(identity, maxsplit=1)[0]
    return Step(tag, attribute="id", prefix=prefix) if len(prefix) >= MIN_PREFIX_CHARS else Step(tag)


def selector_of(page: Elements, index: int, steps: int = 1) -> Selector:
    """The chain of up to ``steps`` steps that ends in an element."""
    if steps == 1:
        return name_of(page, index)
    chain: list[Step] = []
    while index >= 0 and len(chain) < steps:
        chain.append(step_of(page, index))
        index = int(page.parent[index])
    return Selector(tuple(reversed(chain)))


def name_inside(page: Elements, index: int, outermost: int) -> Selector | None:
    """The shortest chain from an element with class or id down to this one, none of it outside ``outermost``."""
    around = index
    for steps in range(1, MAX_STEPS + 1):
        if around < outermost:
            return None
        selector = selector_of(page, index, steps)
        if not selector.steps[0].is_bare:
            return selector
        around = int(page.parent[around])
    return None
