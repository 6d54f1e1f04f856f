"""News pages of our own writing, with the text that is their body."""

from __future__ import annotations

from collections.abc import Sequence

SENTENCES = (
    "The bridge across the lower river was closed on Monday after engineers found cracks in two of its piers.",
    "Traffic is being sent over the old crossing, which adds about twenty minutes to most journeys, police said.",
    "The council expects the repair to last until the end of next month and to cost less than was feared.",
    "Shop owners on the northern bank asked for a temporary ferry, as there had been in the flood year.",
    "“We will look at it,” the mayor answered, “but nobody should expect a boat before the weekend.”",
    "An inquiry into who was to inspect the piers, and when, begins on Thursday in the town hall.",
)
SENTENCES_ZH = (
    "大桥因发现裂缝于周一关闭，工程师预计维修工作将持续到下个月底。",
    "警方表示，车辆目前绕行旧桥，多数行程因此延长约二十分钟，请市民提前安排。",
    "市政府说，维修费用低于原先的预计，北岸商户则要求临时开通轮渡。",
    "市长回应称会研究这一要求，但周末之前不会有船，调查将于周四开始。",
)
ABOUT = "The Riverside Gazette has been printed here for ninety years, by people who live in the towns it reports on."


def article(
    number: int = 0, sentences: Sequence[str] = SENTENCES, paragraphs: int = 6, about: str = ABOUT
) -> tuple[str, list[str]]:
    """A page with menu, headline, body, teasers and a footer; and the paragraphs of its body."""
    body = [f"{sentences[(number + step) % len(sentences)]} ({number}.{step})" for step in range(paragraphs)]
    links = "".join(f'<li><a href="/s/{link}">Section {link}</a></li>' for link in range(12))
    teasers = "".join(
        f'<div class="teaser"><a href="/n/{number + 3 * link}">Another story from the valley, part {link}</a></div>'
        for link in range(6)
    )
    paragraphs_html = "".join(f"<p>{text}</p>" for text in body)
    html = (
        f"<html><head><title>Story {number} of the bridge</title></head><body>"
        f'<ul class="menu">{links}</ul><div class="page"><h1>Story {number} of the bridge</h1>'
        f'<div class="text">{paragraphs_html}</div><div class="more"><h3>More stories</h3>{teasers}</div></div>'
        f'<div class="foot"><p>{about}</p><p>Copyright Riverside Gazette. All rights reserved.</p></div></body></html>'
    )
    return html, body


def index_page(number: int = 0) -> str:
    """A list page: headlines that lead to stories, each with a date."""
    rows = "".join(
        f'<li><a href="/n/{number}/{row}">Council meets again about bridge number {row} of the valley</a>'
        f"<span>{row % 28 + 1} May</span></li>"
        for row in range(40)
    )
    return f'<html><head><title>News</title></head><body><h1>News</h1><ul class="list">{rows}</ul></body></html>'
