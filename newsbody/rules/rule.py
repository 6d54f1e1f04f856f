"""The one rule type: where a site's bodies stand, what of them is furniture, and what speaks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from lxml import etree

from newsbody.rules import written
from newsbody.rules.rule_parts import NO_EVIDENCE, RuleEvidence, Slot
from newsbody.rules.selector import Elements, Selector, outermost
from newsbody.rules.written import RuleError

#: Posts of a page that are read, which is said of those that have more: each costs a look at the page's text.
MAX_BODIES = 2_000
#: Templates of a site's articles at most. Seven portals of 60 pages each show 1 to 5.
MAX_TEMPLATES = 6

RuleKind = Literal["thread", "article"]
#: How the body is chosen: by the slot whose text changes from post to post, or by the paper's keywords.
Method = Literal["slots", "ksf"]
#: Where posts say who, when and which.
HeaderPlace = Literal["around", "inside", "before", "behind", "page"]
Status = Literal["learned", "confirmed", "doubted", "pinned"]


@dataclass(frozen=True)
class Rule:
    """How the bodies of one site are found.

    ``body``: elements that hold bodies (several selectors: any of them). ``post``: elements that
    hold a whole post, its body and what is said about it. ``leave_out``: elements in bodies that
    are not part of them; ``quotes``: elements in bodies that hold others' words; ``furniture``:
    lines in bodies, as :func:`~newsbody.rules.apply.line_keys` gives them, that the site
    repeats. ``seen``: the kinds of elements that stood in bodies so far; a page with others in
    its body is of another template (empty: any may stand there); ``shown_once``: those that one article alone of
    the sample had, which may be of what the extractor took wrongly. ``before``: the kinds of elements
    with sentences in front of bodies so far; others may belong to the body. ``author``, ``time``,
    ``position``, ``post_id``: where posts say these; ``header``: whether that is around bodies, also inside of
    them, before or behind each where nothing holds posts together, or who wrote them anywhere on the page.
    ``counts_from``: the number that the first post of a thread has, or would have (0: its reply is number 1). ``more``:
    rules for the posts of this site that stand in other templates (the opening post, answers, another skin), each with
    its evidence. ``site_names``: what the
    TITLEs of all its threads begin or end with; ``title_form``: where in them a thread's own stands (`{} @*`).

    ``learned`` and ``changed`` are dates as ISO 8601, given by the caller. A pinned rule is
    never learned again.
    """

    kind: RuleKind
    body: tuple[Selector, ...]
    post: tuple[Selector, ...] = ()
    leave_out: tuple[Selector, ...] = ()
    quotes: tuple[Selector, ...] = ()
    furniture: tuple[str, ...] = ()
    seen: tuple[Selector, ...] = ()
    shown_once: tuple[Selector, ...] = ()
    before: tuple[Selector, ...] = ()
    author: Slot | None = None
    time: Slot | None = None
    position: Slot | None = None
    post_id: Slot | None = None
    counts_from: int = 1
    header: HeaderPlace = "around"
    day_first: bool | None = None
    year_first: bool = False
    site_names: tuple[str, ...] = ()
    title_form: str = ""
    more: tuple[Rule, ...] = ()
    evidence: RuleEvidence = NO_EVIDENCE
    learned: str = ""
    changed: str = ""
    status: Status = "learned"

    @property
    def is_inside(self) -> bool:
        """Whether posts say in their bodies who and when."""
        return self.header == "inside"

    @property
    def templates(self) -> tuple[Rule, ...]:
        """The rule for each template of the site, this one first; of threads, what is left out is the same for all."""
        if not self.more or self.kind == "article":
            return (self, *self.more)
        names = ("leave_out", "quotes", "furniture", "counts_from", "day_first", "year_first")
        shared: dict[str, Any] = {name: getattr(self, name) for name in names}
        return (self, *(replace(other, **shared) for other in self.more))

    @property
    def name(self) -> tuple[tuple[Selector, ...], tuple[Selector, ...]]:
        """What tells a template from others: its bodies, and what holds them."""
        return self.body, self.post

    def select(self, page: Elements, among: Sequence[int] | None = None, most: int | None = MAX_BODIES) -> list[int]:
        """The elements of a page that hold bodies, in document order, none inside another, at most so many.

        ``among`` some of them, where the others cannot.
        """
        return outermost(page, self.named(page, among))[:most]

    def named(self, page: Elements, among: Sequence[int] | None = None) -> list[int]:
        """All elements of a page, or of some, that are called as bodies are, in document order."""
        return sorted({index for selector in self.body for index in selector.select(page, among)})

    def find(self, root: etree._Element) -> list[etree._Element]:
        """The elements of a tree that hold bodies, none inside another; what no page has among them, too (NOSCRIPT)."""
        found = dict.fromkeys(element for selector in self.body for element in selector.find(root))
        return [element for element in found if not any(outer in found for outer in element.iterancestors())]

    def with_status(self, status: Status, changed: str) -> Rule:
        """The same rule in another state since ``changed``; a pinned rule stays pinned."""
        return self if self.status == "pinned" else replace(self, status=status, changed=changed)

    def without_evidence(self) -> Rule:
        """Where things stand on a page, without what says how sure that is."""
        more = tuple(other.without_evidence() for other in self.more)
        return replace(self, more=more, evidence=NO_EVIDENCE, learned="", changed="", status="learned")

    def joined(self, others: Iterable[Rule], most: int) -> Rule:
        """This rule with other templates of the same site, ``most`` in all, and what is left out of their bodies."""
        more = (*self.more, *others)[: most - 1]
        leave_out = dict.fromkeys((*self.leave_out, *(name for one in more for name in one.leave_out)))
        return replace(self, more=more, leave_out=tuple(leave_out))

    def widened(self, other: Rule, changed: str) -> Rule:
        """This rule with what another knows of other pages of the site, since ``changed``.

        What only one of them leaves out of bodies, though both have met it, neither knows afterwards: a page with it
        does not match.
        """
        if self.kind == "article":
            return self._with_templates(other, changed)
        other = self._without_tags(other)
        counts_from = (self if any(template.position for template in self.templates) else other).counts_from
        known = {template.name for template in self.templates}
        more = (*self.more, *(replace(one, more=()) for one in other.templates if one.name not in known))
        if other.body == self.body:
            return replace(self._widened(other, changed), more=more[:MAX_TEMPLATES], counts_from=counts_from)
        shared: dict[str, Any] = {"more": more[:MAX_TEMPLATES], "changed": changed, "counts_from": counts_from}
        for name in ("leave_out", "quotes", "furniture"):
            shared[name] = tuple(dict.fromkeys((*getattr(self, name), *getattr(other, name))))
        return replace(self, **shared)

    def _without_tags(self, other: Rule) -> Rule:
        """Another rule but for quotes and notes that it tells by their tag alone, as ``ul``: known posts have such."""
        fewer: dict[str, Any] = {
            name: tuple(
                one
                for one in getattr(other, name)
                if not one.steps[-1].is_bare or one.steps[-1].tag == "blockquote" or one in getattr(self, name)
            )
            for name in ("leave_out", "quotes")
        }
        return replace(other, **fewer)

    def _with_templates(self, other: Rule, changed: str) -> Rule:
        """Those of the same bodies are made one; what most articles showed is tried first."""
        found = {template.body: replace(template, more=()) for template in self.templates}
        for template in other.templates:
            mine = found.get(template.body)
            found[template.body] = mine._widened(template, changed) if mine else replace(template, more=())
        first, *more = sorted(found.values(), key=lambda template: -template.evidence.posts)[:MAX_TEMPLATES]
        return replace(first, more=tuple(more), changed=changed)

    def _widened(self, other: Rule, changed: str) -> Rule:
        odd = {name for name in self.leave_out if name in other.seen and name not in other.leave_out}
        odd |= {name for name in other.leave_out if name in self.seen and name not in self.leave_out}
        wider: dict[str, Any] = {}
        for name in ("post", "leave_out", "quotes", "furniture", "before"):
            both = dict.fromkeys((*getattr(self, name), *getattr(other, name)))
            wider[name] = tuple(part for part in both if part not in odd)
        if self.seen:  # else anything may stand in its bodies
            twice = (name for name in self.shown_once if name in other.shown_once)
            wider["seen"] = tuple(name for name in dict.fromkeys((*self.seen, *other.seen, *twice)) if name not in odd)
            told = {*wider["seen"], *wider["leave_out"], *odd}
            once = dict.fromkeys((*self.shown_once, *other.shown_once))
            wider["shown_once"] = tuple(name for name in once if name not in told)
        for name in ("author", "time", "position", "post_id"):
            wider[name] = getattr(self, name) or getattr(other, name)
        mine, theirs = self.evidence, other.evidence
        evidence = replace(
            mine, pages=mine.pages + theirs.pages, posts=mine.posts + theirs.posts, votes=mine.votes + theirs.votes
        )
        return replace(self, **wider, evidence=evidence, changed=changed)

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives; what is empty is left out."""
        row: dict[str, Any] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "evidence":
                row[field.name] = {part.name: getattr(value, part.name) for part in fields(value)}
            elif field.name == "more":
                if value:
                    row[field.name] = [other.to_dict() for other in value]
            elif isinstance(value, tuple) and value:
                row[field.name] = [str(part) for part in value]
            elif isinstance(value, Slot):
                row[field.name] = str(value)
            elif field.name in ("kind", "status") or value not in (None, "", (), field.default):
                row[field.name] = value
        return row

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Rule:
        """The rule that :meth:`to_dict` gave, or that somebody wrote. Raises :class:`RuleError`.

        Only ``kind`` and ``body`` are needed.
        """
        if not isinstance(row, Mapping):
            raise RuleError(f"a rule is an object with 'kind' and 'body', not {row!r}")
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(row) - known)
        if unknown:
            raise RuleError(f"a rule has no field {unknown[0]!r}; its fields are {', '.join(sorted(known))}")
        body = written.selectors(row, "body")
        if not body:
            raise RuleError("a rule needs 'body': one selector or more, such as ['td.body'] or ['div[id^=post_]']")
        return cls(
            kind=written.choice(row, "kind", get_args(RuleKind), None),
            body=body,
            post=written.selectors(row, "post"),
            leave_out=written.selectors(row, "leave_out"),
            quotes=written.selectors(row, "quotes"),
            furniture=tuple(written.texts(row, "furniture")),
            seen=written.selectors(row, "seen"),
            shown_once=written.selectors(row, "shown_once"),
            before=written.selectors(row, "before"),
            author=written.slot(row, "author"),
            time=written.slot(row, "time"),
            position=written.slot(row, "position"),
            post_id=written.slot(row, "post_id"),
            counts_from=written.count(row, "counts_from", 1),
            header=written.choice(row, "header", get_args(HeaderPlace), "around"),
            day_first=written.flag(row, "day_first"),
            year_first=bool(written.flag(row, "year_first")),
            site_names=tuple(written.texts(row, "site_names")),
            title_form=written.text(row, "title_form"),
            more=tuple(map(cls.from_dict, written.rows(row, "more"))),
            evidence=written.evidence(row.get("evidence", {})),
            learned=written.text(row, "learned"),
            changed=written.text(row, "changed"),
            status=written.choice(row, "status", get_args(Status), "learned"),
        )
