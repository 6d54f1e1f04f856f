"""What stands beside the bodies of posts and may be called as they are: lines with a date, rows of links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import furniture_of, line_keys
from newsbody.rules.naming import step_of
from newsbody.rules.rule import Rule
from newsbody.rules.sample import PAGES_KEPT, only_dated

#: So many pages show that they begin with the same.
MIN_HEADED = 3
#: What stands below posts is the same line of links this often, and below this share of the posts; what stands between
#: them, all by itself each time, beside this share.
MIN_FEET, MIN_FEET_SHARE, MIN_BETWEEN_SHARE = 3, 0.4, 0.1


def without_beside(page: Page, bodies: Sequence[int]) -> list[int]:
    """The elements of those that a rule names which may be bodies: without a name, and a date or links alone, none."""
    return [body for body in bodies if not (step_of(page, body).is_bare and is_beside(page, body))]


def without_quoted(page: Page, bodies: Sequence[int]) -> list[int]:
    """Those that stand in no quote, where not all do: quoted posts may be called as the posts are."""
    quoted = _in_quotes(page)
    own = [body for body in bodies if not quoted[page.parent[body]]] if quoted.any() else []
    return own or list(bodies)


@remembered_meanwhile(maxsize=PAGES_KEPT)
def _in_quotes(page: Page) -> BoolArray:
    return page.inside(page.is_tag("blockquote"))


def without_links(page: Page, bodies: Sequence[int]) -> list[int]:
    """Those that have a name, or more than links: rows of buttons are none."""
    return [body for body in bodies if not (step_of(page, body).is_bare and is_all_links(page, body))]


def without_feet(page: Page, bodies: Sequence[int], rule: Rule) -> list[int]:
    """Those that do not end with a line of links which the rule leaves out, as what stands beside others does."""
    furniture = furniture_of(rule.furniture)
    feet = {body for body in bodies if (line := _line_of_links(page, body)) and furniture.has(line)}
    others = {int(page.parent[body]) for body in bodies if body not in feet} if feet else set()
    return [body for body in bodies if body not in feet or page.parent[body] not in others]


def without_heads(page: Page, bodies: Sequence[int], rule: Rule) -> list[int]:
    """Those but for the first ones that say nothing but what the rule leaves out: the heads of columns."""
    furniture, kept = furniture_of(rule.furniture), list(bodies)
    while kept and rule.furniture and (lines := _lines(page, kept[0])) and all(map(furniture.has, lines)):
        del kept[0]
    return kept


def learn_heads(pages: Sequence[Page], rule: Rule) -> tuple[str, ...]:
    """The lines, as a rule knows lines, of elements called as bodies are that each page begins with."""
    heads: set[str] = set()
    for template in rule.templates:
        if template.body[0].steps[-1].is_bare:
            named = [(page, found[0]) for page in pages if len(found := template.named(page)) > 1]
            firsts = {tuple(_lines(page, first)) for page, first in named}
            if len(named) >= MIN_HEADED and len(firsts) == 1:
                heads |= {line_keys(line)[0] for line in firsts.pop()}
    return tuple(sorted(heads))


def _lines(page: Page, index: int) -> list[str]:
    """The lines of an element."""
    runs = page.run_paragraph[page.first_run[index] : page.last_run[index]]
    return [page.paragraphs[line] for line in dict.fromkeys(runs.tolist())]


def learn_feet(pages: Sequence[Page], rule: Rule, posts: int) -> tuple[str, ...]:
    """The lines of links, as a rule knows lines, below most posts in elements called as bodies are, or between them.

    They are elements of their own: what all bodies end with is in them.
    """
    feet: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for template in rule.templates:
        if template.is_inside or not template.body[0].steps[-1].is_bare:
            continue
        for page in pages:
            lines = {index: line for index in template.named(page) if (line := _line_of_links(page, index))}
            feet.update(lines.values())
            alone.update(line for index, line in lines.items() if is_all_links(page, index))
    shares = {line: MIN_BETWEEN_SHARE if count == alone[line] else MIN_FEET_SHARE for line, count in feet.items()}
    often = [line for line, share in shares.items() if feet[line] >= share * posts and alone[line] >= MIN_FEET]
    return tuple(sorted({key for line in often for key in line_keys(line)}))


def is_beside(page: Page, index: int) -> bool:
    """Whether an element says no more than a date, or has links alone: what stands over a body, or below it."""
    return is_all_links(page, index) or only_dated(page, index)


def is_all_links(page: Page, index: int) -> bool:
    """Whether an element has text, and links are all of it."""
    first, last = int(page.first_run[index]), int(page.last_run[index])
    return first < last and bool(page.run_is_link[first:last].all())


def _line_of_links(page: Page, index: int) -> str:
    """The last line of an element where links are all of it, white space folded; "" where they are not."""
    first, last = int(page.first_run[index]), int(page.last_run[index])
    if first == last or not page.run_is_link[last - 1]:
        return ""
    first = max(first, int(page.paragraph_run[page.run_paragraph[last - 1]]))
    text = page.text[page.run_start[first] : page.run_stop[last - 1]]
    return " ".join(text.split()) if page.run_is_link[first:last].all() else ""
