"""Which elements in bodies hold the words of others: those beside which their posts say more."""

from __future__ import annotations

import random

import pytest

from newsbody.page import Page
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.words.boilerplate import learned_on
from newsbody.rules.words.quoted import part_quoted_lines
from tests.forum_pages import Written, page, thread
from tests.made_forums.words import sentence

OPENING = "The first words of a thread stand in an element of their own that holds all of the cell."


def _first_page(number: int) -> Page:
    def layout(post: Written) -> str:
        said = [f"{OPENING} {number}", post.text] if post.floor == 1 else [post.text]
        own = f'<div class="own"><p>{"</p><p>".join(said)}</p></div>' if post.floor == 1 else post.text
        return _post(post, own)

    return page(thread(number, 6), layout, number)


def _second_page(number: int) -> Page:
    def layout(post: Written) -> str:
        quote = f"<blockquote>{OPENING} {number}</blockquote>" if post.floor % 3 else ""
        return _post(post, quote + post.text)

    return page(thread(40 + number, 6), layout, number)


def _post(post: Written, words: str) -> str:
    return (
        f'<div class="floor" id="p{post.number}"><div class="top"><a class="who" href="u{post.user}">{post.author}</a>'
        f' <span class="at">{post.time}</span><b>#{post.floor}</b></div>'
        f'<table class="case"><tr><td>{words}</td></tr></table></div>'
    )


def test_what_holds_all_words_of_openers_is_no_quote_though_others_quote_it() -> None:
    rule = learn_thread_rule([one(number) for number in (1, 2, 3) for one in (_first_page, _second_page)], "")
    assert rule is not None
    opener = read_posts(_first_page(4), rule)[0]
    assert opener.text.startswith(OPENING)
    assert not opener.quotes
    answer = read_posts(_second_page(4), rule)[0]
    assert answer.quotes == [f"{OPENING} 4"]


def test_pages_that_say_the_same_show_what_the_software_adds_no_better_than_one() -> None:
    """`?tid=7` and `?pid=412` show one page: its opening post stands there twice, and so does what quotes it."""

    def one(number: int) -> Page:
        said, posts = random.Random(number), thread(number, 4)
        text = [f"{sentence(said, 'en')} {sentence(said, 'en')}" for _ in posts]
        words = [f'<h3>Title of thread {number}</h3><p class="own">{text[0]}</p>', *text[1:]]
        words[1] = f'<div class="quoted">{posts[0].author} wrote: {text[0]}</div>{text[1]}'
        return page(posts, lambda post: _post(post, words[post.floor - 1]), number)

    rule = learn_thread_rule([one(number) for number in range(1, 6)], "")
    assert rule is not None
    assert learned_on(rule, [one(number) for number in (6, 6, 7, 7)]) == rule


@pytest.mark.parametrize(
    ("quote", "held"),
    [
        ('<div class="h"><span>引用 <a href="u40">{who}</a>：</span>{said}</div>', "引用 {who}：{said}"),
        (
            '<p class="q">{who} 在 2021-03-01 10:15 写道：</p><p class="q">{said}</p>',
            "{who} 在 2021-03-01 10:15 写道：\n{said}",
        ),
        ("<p>引用 {who}：{said}</p>", ""),
        ('<p class="head">{who} said:</p><p class="words">{said}</p>', ""),
    ],
    ids=["all in one line", "two paragraphs of one name", "no name", "two names"],
)
def test_one_quote_on_a_page_is_told_by_whom_it_names(quote: str, held: str) -> None:
    posts = thread(3, 7)
    values = {"who": posts[4].author, "said": "The hub was replaced by the shop last year."}
    quoting, wanted = quote.format(**values), [held.format(**values)] if held else []

    def layout(post: Written) -> str:
        return _post(post, f'<div class="words">{quoting if post.floor == 5 else ""}<p>{post.text}</p></div>')

    alone = page(posts, layout)
    found = read_posts(alone, learn_thread_rule([alone], ""))
    assert [post.quotes for post in found] == [wanted if post.position == 5 else [] for post in found]


@pytest.mark.parametrize("within", ["{}", '<div class="quote">{}</div>'])
@pytest.mark.parametrize("has_head", [False, True])
def test_box_of_code_that_is_called_as_that_of_quotes_is_none(has_head: bool, within: str) -> None:
    """`div.box > div.quote` holds the words of others, `div.box > pre` those of the post."""

    def layout(post: Written) -> str:
        quoted = thread(7, 8)[post.floor - 2]
        by, said = f"Posted by {quoted.author}:", quoted.text
        head, said = (f"<i>{by}</i>", said) if has_head else ("", f"{by} {said}")
        quote = f'<div class="box">{head}<div class="quote"><p>{said}</p></div></div>' if 1 < post.floor < 5 else ""
        held = within.format("<pre>for all in hubs: replace()</pre>")
        code = f'<div class="box"><i>Code:</i>{held}</div>' if post.floor > 5 else ""
        return _post(post, f"{quote}<p>{post.text}</p>{code}")

    shown = page(thread(7, 8), layout, 7)
    posts = read_posts(shown, learn_thread_rule([shown], ""))
    assert [len(post.quotes) for post in posts] == [0, 1, 1, 1, 0, 0, 0, 0]
    assert ["for all in hubs" in post.text for post in posts] == [False] * 5 + [True] * 3


@pytest.mark.parametrize("label", [
    '<div class="label">{}</div>', '<p><span class="label">{}</span></p>', '<p>See <span class="label">{}</span></p>',
])  # fmt: skip
@pytest.mark.parametrize("pictures", [9, 2])
def test_labels_of_boxes_are_no_words_though_there_are_two_of_one_name(pictures: int, label: str) -> None:
    """`div.label` says "Quote:" over what others said, and "Picture:" over what a post shows, be it in two."""
    left = iter(range(pictures))

    def layout(post: Written) -> str:
        quote = f"<div>{label.format('Quote:')}<table><tr><td>{post.text[::-1]}</td></tr></table></div>"
        picture = f'<div>{label.format("Picture:")}<img src="a.png"></div>'
        shows = post.floor % 3 == 1 and next(left, None) is not None
        return _post(post, f"{picture if shows else quote if post.floor % 3 == 0 else ''}<p>{post.text}</p>")

    shown = [page(thread(number, 9), layout, number) for number in (1, 2, 3)]
    rule = learn_thread_rule(shown, "")
    assert not [post.text for one in shown for post in read_posts(one, rule) if "Quote:" in post.text]
    assert not [post.text for one in shown for post in read_posts(one, rule) if "Picture:" in post.text]


@pytest.mark.parametrize(
    ("head", "between"),
    [
        ("{} wrote:", ""),
        ("<i>Somebody on another page</i>:", ""),
        ("{} wrote:", '<div class="fold"><a href="#">...</a></div>'),
        ("{} wrote:", "<a>[-]</a>"),
        ('{} said in <a href="/post/7">Which of all these grips fits a handlebar of twenty-two millimetres</a>:', ""),
    ],
)
def test_line_that_says_whose_words_are_quoted_is_part_of_the_quote(head: str, between: str) -> None:
    """Ann wrote: ... > Words, with what unfolds the quote between them."""

    def layout(post: Written) -> str:
        quote = f"<p>{head.format(thread(7, 6)[0].author)}</p>{between}<blockquote>Words.</blockquote>"
        return _post(post, f"{quote if post.floor > 2 else ''}<p>{post.text}</p>")

    shown = page(thread(7, 6), layout, 7)
    posts = read_posts(shown, learn_thread_rule([shown], "2026-11-25"))
    assert [post.text for post in posts] == [post.text for post in thread(7, 6)]
    assert [len(post.quotes) for post in posts] == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "own", "quotes"),
    [
        ("Ann wrote:\n> Words.\n> More.\nI see.", "I see.", ["Ann wrote:\n> Words.\n> More."]),
        ("Well.\nAnn wrote:\n\n> Words.\n\nI see.\n> More.\nYes.", "Well.\n\nI see.\nYes.",
         ["Ann wrote:\n> Words.", "> More."]),
        ("On Tue, 3 Jan 2025 at 10:00, Ann\n<ann@f.test> wrote:\n>Words.\nI see.", "I see.",
         ["On Tue, 3 Jan 2025 at 10:00, Ann\n<ann@f.test> wrote:\n>Words."]),
        ("It is known\n> that nobody says whose.", "It is known\n> that nobody says whose.", []),
        ("He wrote:\nnothing.", "He wrote:\nnothing.", []),
    ],
)  # fmt: skip
def test_lines_of_letters_that_quote(text: str, own: str, quotes: list[str]) -> None:
    assert part_quoted_lines(text) == (own, quotes)


def test_who_is_cited_before_a_quote_is_part_of_it_whether_or_not_he_writes_on_the_page() -> None:
    quote = "<blockquote>Words.</blockquote>"
    for head, text in (
        ("<cite>Bob wrote on Mon, 20 March 2023 06:24</cite>", "I see."),
        ("Bob wrote", "Bob wrote\nI see."),
    ):
        page = Page.parse(f'<div class="p"><b>Ann</b><div class="t">{head}{quote}I see.</div></div>')
        rule = {"kind": "thread", "body": ["div.t"], "post": ["div.p"], "author": "div.p > b", "quotes": ["blockquote"]}
        (post,) = read_posts(page, Rule.from_dict(rule))
        assert post.text == text


def test_letter_has_its_author_in_its_head_and_the_headline_of_the_first() -> None:
    people = ("Ann Lee", "Bob", "Cy Dow", "Dora", "Eve Ash", "Finn")

    def letter(number: int) -> Page:
        name, subject = people[number], f"Re: How to get rid of the moss of {number // 2}"
        quoted, written = thread(number, 2)
        address = f"{name[:3].strip().lower()}@lists.example.org"
        head = (
            '<li><em>To</em>: <a href="mailto:board5%40f.test">board5@f.test</a></li>'
            f"<li><em>Subject</em>: {subject}</li>"
            f'<li><em>From</em>: "{name}" &lt;<a href="mailto:x">{address}</a>&gt;</li>'
            f"<li><em>Date</em>: Fri, 20 Dec 2024 0{number}:33:28 +0000</li>"
        )
        words = f"{people[number - 1]} wrote:\n&gt; {quoted.text}\n{written.text}"
        links = f"<li><a href='first{number}.html'>{subject[4:]}</a></li><li><a href='next.html'>{subject}</a></li>"
        return Page.parse(
            f"<title>{subject}</title><h1>{subject}</h1><ul>{head}</ul><pre>{words}</pre><ul>{links}</ul>",
            f"http://f.test/list/msg{number}.html",
        )

    letters = [letter(number) for number in range(6)]
    rule = learn_thread_rule(letters, "2026-11-25")
    posts = [read_posts(one, rule)[0] for one in letters]
    assert [post.author.name for post in posts if post.author] == [*people]
    assert [post.text for post in posts] == [thread(number, 2)[1].text for number in range(6)]
    assert [thread_headline(one) for one in letters] == [f"How to get rid of the moss of {n // 2}" for n in range(6)]


def test_lines_in_a_pre_that_quote_stand_apart_with_the_line_that_says_whose_they_are() -> None:
    """Trackers of bugs write comments in PRE: "(In reply to Ann from comment #2)", then a SPAN for each line."""

    def one(number: int) -> Page:
        posts = thread(number, 8)

        def layout(post: Written) -> str:
            said = posts[post.floor - 3]
            whose = f'(In reply to {said.author} from <a href="#c{said.floor}">comment #{said.floor}</a>)'
            quote = f'{whose}\n<span class="says">&gt; {said.text}\n</span>\n' if post.floor % 3 == 0 else ""
            return _post(post, f'<pre class="own">{quote}{post.text}</pre>')

        return page(posts, layout, number)

    rule = learn_thread_rule([one(number) for number in range(1, 5)], "")
    posts = read_posts(one(5), rule)
    assert [post.text for post in posts] == [post.text for post in thread(5, 8)]
    assert [len(post.quotes) for post in posts] == [0, 0, 1, 0, 0, 1, 0, 0]
