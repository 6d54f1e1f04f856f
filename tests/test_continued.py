"""Text that a reader gets by one control of the page is body; what is hidden otherwise is none."""

from __future__ import annotations

import time

import pytest

from newsbody.extractors import EXTRACTORS, get_extractor
from newsbody.page import Page
from newsbody.page.excerpt import Outline
from newsbody.page.hidden import says_read_on
from tests.article_pages import SENTENCES, SENTENCES_ZH

FRONT, REST = SENTENCES[:3], SENTENCES[3:]


def paragraphs(sentences: tuple[str, ...], marks: str = "") -> str:
    return "".join(f"<p {marks}>{sentence} {sentence}</p>" for sentence in sentences)


def page_of(text: str, behind: str = "") -> Page:
    return Page.parse(
        "<html><head><title>The bridge is closed</title><style>.gone{display:none}</style></head><body>"
        f"<h1>The bridge is closed</h1><div class=text>{text}</div>{behind}<p>© Riverside Gazette</p></body></html>"
    )


CONTROL = "<div class=open>继续阅读</div>"
HIDDEN = paragraphs(REST, "style='display:none'")
SHOWN_BY_CONTROL = {
    "behind the last that is seen": page_of(paragraphs(FRONT) + CONTROL + HIDDEN),
    "behind what is hidden": page_of(paragraphs(FRONT) + HIDDEN + "<button>Read more ▾</button>"),
    "behind the container": page_of(paragraphs(FRONT) + HIDDEN, "<a href='#'>展开全文</a>"),
    "behind what is around the container": page_of(
        f"<div><div>{paragraphs(FRONT)}{HIDDEN}</div></div>", "<a href='javascript:;'>点击展开剩余 60%</a>"
    ),
    "one block": page_of(f"{paragraphs(FRONT)}{CONTROL}<div class=gone>{paragraphs(REST)}</div>"),
    "two blocks": page_of(f"<div>{paragraphs(FRONT)}</div><div hidden>{paragraphs(REST)}</div>{CONTROL}"),
    "a class by its name": page_of(f"{paragraphs(FRONT)}<div class=d-none>{paragraphs(REST)}</div>{CONTROL}"),
    "in one paragraph": page_of(
        f"<p>{' '.join(FRONT)}<span>…</span><span class=gone>{' '.join(REST)}</span></p>{CONTROL}"
    ),
    "an answer": page_of(
        f"{paragraphs(FRONT)}<div><button aria-controls=a>How?</button><div id=a hidden>{paragraphs(REST)}</div></div>"
    ),
    "an answer by another attribute": page_of(
        f"{paragraphs(FRONT)}<h3><a data-target='#a1'>How?</a></h3><div id=a1 class=gone>{paragraphs(REST)}</div>"
    ),
    "sent late": page_of(
        f"{paragraphs(FRONT)}<template id=B:1></template>", f"<div hidden id=S:1>{paragraphs(REST)}</div>"
    ),
    "a script and a picture between": page_of(f"{paragraphs(FRONT)}{HIDDEN}<script>x</script><p><img></p>{CONTROL}"),
}
STILL_HIDDEN = {
    "no control": page_of(paragraphs(FRONT) + HIDDEN),
    "a control that nobody sees": page_of(paragraphs(FRONT) + HIDDEN + "<div class=gone>继续阅读</div>"),
    "a control to another page": page_of(paragraphs(FRONT) + HIDDEN + "<a href='/bridge/2'>Read more</a>"),
    "a line that says more": page_of(paragraphs(FRONT) + HIDDEN + "<p>Read more: the ferries of the summer</p>"),
    "in the midst of the text": page_of(
        paragraphs(FRONT[:1]) + HIDDEN + paragraphs(FRONT[1:]) + paragraphs(SENTENCES_ZH) + CONTROL
    ),
    "nothing in front": page_of(f"{HIDDEN}{CONTROL}{paragraphs(FRONT)}"),
    "of another kind": page_of(f"{paragraphs(FRONT)}<form class=gone><label>{' '.join(REST)}</label></form>{CONTROL}"),
    "hidden in what is hidden": page_of(
        f"{paragraphs(FRONT)}<div class=gone><ul><li class=gone>{' '.join(REST)}</li></ul><p>Boats.</p></div>{CONTROL}"
    ),
    "a control that names another": page_of(
        f"{paragraphs(FRONT)}<p><button aria-controls=a2>How?</button></p><div id=a1 hidden>{paragraphs(REST)}</div>"
    ),
    "a control with a comment": page_of(
        f"{paragraphs(FRONT)}<p><!-- button --><b>How?</b></p><div id=a1 hidden>{paragraphs(REST)}</div>"
    ),
    "a control far from what it names": page_of(
        f"<p><a aria-controls=a1>How long?</a></p>{paragraphs(FRONT)}<div id=a1 hidden>{paragraphs(REST)}</div>"
    ),
    "a name without a place": page_of(paragraphs(FRONT), f"<div hidden id=S:1>{paragraphs(REST)}</div>"),
    "a place for another": page_of(
        f"{paragraphs(FRONT)}<template id=B:2></template>", f"<div hidden id=S:1>{paragraphs(REST)}</div>"
    ),
    "text between": page_of(f"{paragraphs(FRONT)}{HIDDEN}<p>{SENTENCES_ZH[0]}</p>{CONTROL}"),
    "loose text between": page_of(f"{paragraphs(FRONT)}{HIDDEN}{SENTENCES_ZH[0]}{CONTROL}"),
    "loose text behind the container": page_of(paragraphs(FRONT) + HIDDEN, f"{SENTENCES_ZH[0]}{CONTROL}"),
}


@pytest.mark.parametrize("name", EXTRACTORS)
@pytest.mark.parametrize("case", SHOWN_BY_CONTROL)
def test_what_a_control_shows_is_body(name: str, case: str) -> None:
    body = get_extractor(name).extract(SHOWN_BY_CONTROL[case])
    if name in ("auto", "cecs"):
        assert FRONT[0] in body.text
        assert REST[-1] in body.text
    assert body.hidden == 0


@pytest.mark.parametrize("name", EXTRACTORS)
@pytest.mark.parametrize("case", STILL_HIDDEN)
def test_what_is_hidden_otherwise_is_none(name: str, case: str) -> None:
    body = get_extractor(name).extract(STILL_HIDDEN[case])
    assert not any(sentence in body.text for sentence in REST)


@pytest.mark.parametrize("case", [*SHOWN_BY_CONTROL, *STILL_HIDDEN])
def test_what_a_rule_looks_at_says_the_same(case: str) -> None:
    page = (SHOWN_BY_CONTROL | STILL_HIDDEN)[case]
    excerpt = Outline(page.root).excerpt([one for one in page.root.iter("div") if one.get("class") == "text"], 10.0)
    assert excerpt is not None
    text = [one for one, tag in enumerate(excerpt.tags) if tag in ("p", "span", "li", "label")]
    assert [excerpt.is_hidden(one) for one in text] == [
        page.is_hidden[page.index_of(excerpt.elements[one]) or 0] for one in text
    ]


def test_the_control_is_no_body() -> None:
    for page in SHOWN_BY_CONTROL.values():
        text = get_extractor("auto").extract(page).text
        assert not any(map(says_read_on, text.splitlines()))


CONTROLS = (
    "展开全文|展开剩余 87 %|Show\n more|点击展开阅读全文|阅读剩余全文（50%）|查看更多 >>|余下全文|展開 ∨|Read more…|"
    "READ FULL STORY|Show more|Continue reading|Read the rest of the article|mehr lesen|Weiterlesen|"
    "Den ganzen Artikel lesen|Lire la suite|ler mais|Leer más|Leggi tutto|Lees verder|Czytaj dalej|"
    "Читать далее|続きを読む|もっと見る|더보기"
)
NO_CONTROLS = (
    "阅读(1660)|阅读原文|查看评论|查看更多评论|打开APP阅读全文|Read|Read more: ferries|The full story|Mehr|"
    "More stories|1,660 views|…||Suite|もっと"
)


@pytest.mark.parametrize("text", CONTROLS.split("|"))
def test_words_of_controls(text: str) -> None:
    assert says_read_on(text)


@pytest.mark.parametrize("text", NO_CONTROLS.split("|"))
def test_words_of_others(text: str) -> None:
    assert not says_read_on(text)


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + SENTENCES[0] + "<p hidden>A sentence.</p>" * 20_000 + "<a>Read more</a>",
        "<p>" + SENTENCES[0] + "<p class=hidden>A sentence.</p>" * 20_000 + "<a>Read more</a>",
        f"<div hidden>{SENTENCES[0]}<a>Read more</a>" * 20_000,
        f"{SENTENCES[0]}<p hidden>{SENTENCES[1]}<p>Read more</p>" * 10_000,
    ],
    ids=["siblings", "named", "nested", "runs"],
)
def test_a_page_of_hidden_text_takes_linear_time(html: str) -> None:
    page = Page.parse(html)
    started = time.process_time()
    get_extractor("auto").extract(page)
    assert page.is_hidden is not None
    assert time.process_time() - started < 8
