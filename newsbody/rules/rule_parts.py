"""What a rule is made of beside selectors: where posts say something about themselves, and what speaks for the rule."""

from __future__ import annotations

from dataclasses import dataclass, replace

from newsbody.rules.selector import Selector
from newsbody.rules.step import Step

#: Where a name stands in the written form of what frames it.
NAME = "…"
#: … and what says that only the text counts that stands directly in an element.
OWN = "text()"


@dataclass(frozen=True)
class RuleEvidence:
    """What a rule rests on.

    ``pages`` seen and ``posts`` (or articles) on them, ``votes`` of single pages for this rule,
    ``margin`` over the next best (0 to 1), ``matched``/``missed``: pages since then.
    """

    pages: int = 0
    posts: int = 0
    votes: int = 0
    margin: float = 0.0
    matched: int = 0
    missed: int = 0


NO_EVIDENCE = RuleEvidence()


@dataclass(frozen=True)
class Slot:
    """Where a post says something about itself: an element, or one attribute of it.

    ``word``: what it says is the last word there, and no number. ``own``: it stands beside the elements in that one.
    ``frame``: between two constant texts, the second of them before a date: ``Submitted by`` Ann ``on`` 3 May 2024.
    """

    selector: Selector
    attribute: str = ""
    word: bool = False
    own: bool = False
    frame: tuple[str, str] | None = None

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """The selector and, of a longer chain, its last two steps alone, or without the name of what it begins with.

        Posts with a frame of their own, as opening posts are, say it in the same place of that, but where all that is
        around is named.
        """
        first, *rest = self.selector.steps
        if len(rest) < 2 or first.tag == "html":
            return (self.selector,)
        shorter = (Step(first.tag), *rest) if rest[-1].is_bare else rest[-2:]
        return self.selector, Selector(tuple(shorter))

    def near(self, steps: int) -> Slot:
        """The same with the last steps alone, wherever these stand."""
        return replace(self, selector=Selector(self.selector.steps[-steps:]))

    def __str__(self) -> str:
        words = (str(self.selector), f"@{self.attribute}" * bool(self.attribute), "word" * self.word, OWN * self.own)
        frame = f"| {NAME.join(self.frame)}" if self.frame else ""
        return " ".join(filter(None, (*words, frame)))

    @classmethod
    def parse(cls, text: str) -> Slot:
        """Read ``p.author > a``, ``time @datetime``, ``div @id word``, ``h5 text()`` or ``p | By … on``.

        Raises SelectorError.
        """
        text, _, framed = text.partition(" | ")
        own = text.endswith(f" {OWN}")
        selector, _, said = text.removesuffix(f" {OWN}").partition(" @")
        attribute, _, word = said.strip().partition(" ")
        before, name, after = framed.partition(NAME)
        return cls(Selector.parse(selector), attribute, word == "word", own, (before, after) if name else None)


def names_of(slot: Slot | None) -> frozenset[str]:
    """The classes of the element that a slot names, that text stands in."""
    return frozenset(slot.selector.steps[-1].classes if slot and not slot.attribute else ())
