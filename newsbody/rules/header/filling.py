"""What one slot around bodies holds in the posts of a sample."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from newsbody.page import Page
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import normalised
from newsbody.rules.values import is_name, read_position

#: So many posts for each of some texts are more than one in a few people writes.
FEW = 9

Key = tuple[int, int]


@dataclass
class Filling:
    """What one slot holds in each post, (page, post) -> the first value there."""

    order: int
    values: dict[Key, str] = field(default_factory=dict)
    elements: dict[Key, int] = field(default_factory=dict)
    links: dict[Key, str] = field(default_factory=dict)
    marked: dict[Key, bool] = field(default_factory=dict)
    before: dict[Key, bool] = field(default_factory=dict)
    #: Posts in which the slot stands again with another value.
    several: set[Key] = field(default_factory=set)
    chars: int = 0
    #: Posts in which it is only around another element with a name.
    wraps: int = 0
    #: Posts in which the page's title begins with it, or their text below that heading, or in which it leads to another
    #: page of that kind.
    titled: int = 0
    #: Posts in which it is said of their last change.
    edited: int = 0
    #: Posts in which it is called as names of people are.
    called: int = 0
    #: What elements say beside which it stands.
    rests: dict[Key, str] = field(default_factory=dict)

    def add(
        self,
        key: Key,
        element: int,
        value: str,
        chars: int = 0,
        link: str | None = None,
        rest: str = "",
        *,
        marked: bool = False,
        before: bool = False,
        wraps: bool = False,
        titled: bool = False,
        edited: bool = False,
        called: bool = False,
    ) -> None:
        if key not in self.values or (self.values[key] != value and not is_name(self.values[key]) and is_name(value)):
            self.values[key] = value
            self.elements[key] = element
            self.marked[key] = marked
            self.before[key] = before
            self.chars += chars
            self.wraps += wraps
            self.titled += titled
            self.edited += edited
            self.called += called
            self.rests[key] = rest
            if link:
                self.links[key] = link
        elif value != self.values[key]:
            self.several.add(key)

    def is_bare(self, people: Collection[str]) -> bool:
        """Whether nothing tells that the texts are names: no link, mark or class, nor that these ``people`` wrote."""
        told = self.links or self.called or any(self.marked.values())
        return not told and set(people).isdisjoint(self.values.values())

    def are_labels(self, people: Collection[str]) -> bool:
        """Whether a few texts come back so often that they are no names, if nothing tells that: "staff", "member"."""
        return FEW * len(set(self.values.values())) <= len(self.values) and self.is_bare(people)

    def is_part(self) -> bool:
        """Whether what stands beside the texts differs as they do: names go on there (``Ann <b>Lee</b>``)."""
        pairs = {(value, normalised(self.rests[key])) for key, value in self.values.items()}
        said = len(set(self.values.values()))
        return len(pairs) == said and 2 * len({rest for _, rest in pairs}) > max(2, said)

    def add_number(self, key: Key, element: int, value: str) -> None:
        """The first number that stands in the slot, or that it holds something else ("first floor")."""
        if read_position(value) is None:
            self.several.add(key)
        elif key not in self.values:
            self.values[key] = value
            self.elements[key] = element


def complete_own(texts: Mapping[Slot, Filling], pages: Sequence[Page]) -> None:
    """Where some elements of a name have others beside their text, that of those without is all that they say."""
    for slot, own in texts.items():
        whole = texts.get(replace(slot, own=False), own)
        for key in whole.values.keys() - own.values.keys():
            value, index = whole.values[key], whole.elements[key]
            if pages[key[0]].own_text_of(index) == value:
                marked, before = whole.marked[key], whole.before[key]
                own.add(key, index, value, len(value), whole.links.get(key), marked=marked, before=before)
