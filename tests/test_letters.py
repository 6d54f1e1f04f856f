"""Letters of mailing lists' archives, each on a page of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsbody import Page
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.page_evidence import learn_addresses
from newsbody.items import ForumThread, Post
from newsbody.posts.letters import answered, joined_letters, subject_key, without_signature
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.urls.judge import Facts, best_hypothesis, judge_hypothesis
from newsbody.urls.resolver import ANSWERS, Resolver
from newsbody.urls.resolver import SUBJECTS as BY_SUBJECT
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import LinkEvidence, SeenPage
from newsbody.urls.topics import hypotheses

SITE = "http://lists.test/moss/2024-May"
SUBJECTS = ["Moss on old walls", "Which lamp for winter", "Rain gauge is leaking", "A name for our boat"]
PEOPLE = ["Ada Moreau", "Bo Lindqvist", "Cleo Hart", "Dan Okafor", "Eve Sato", "Fay Novak"]


def letter(number: int, subject: str, around: str = "") -> Page:
    return Page.parse(written(number, subject, around), f"{SITE}/{number:06}.html")


def subject_of(number: int) -> str:
    return SUBJECTS[number % 4]


def numbered_subject_of(number: int) -> str:
    return f"{SUBJECTS[number % 4]} in {2000 + max(number, 3)}"


def written(number: int, subject: str, around: str = "", subject_of: Callable[[int], str] = subject_of) -> str:
    """A letter as Mailman 2 shows it: beside it stand the subjects of those before and behind it, with links."""
    said = (
        f"{PEOPLE[number % len(PEOPLE)]} says that moss number {number} grows {'well ' * (number % 4 + 1)}in the rain."
    )
    beside = f"""<ul><li>Previous message: <a href="{number - 1:06}.html">{subject_of(number - 1)}</a></li>
        <li>Next message: <a href="{number + 1:06}.html">{subject_of(number + 1)}</a></li>
        <li><b>Messages sorted by:</b> <a href="date.html#{number}">[ date ]</a></li>
        <li><a href="{number - 1:06}.html">the one that stands before</a></li></ul>{around}"""
    return f"""<html><head><title>{subject}</title></head><body><h1>{subject}</h1><b>{PEOPLE[number % len(PEOPLE)]}</b>
        <a href="mailto:moss%40lists.test?Subject=Re%3A%20{number}" title="{subject}">u{number} at people.test</a><br>
        <i>Thu May {number + 1} 10:1{number}:00 UTC 2024</i><p>{beside}<hr>
        <pre>{said}\n</pre><hr>{beside}</body></html>"""


def test_the_subject_of_the_next_letter_is_nobodys_name() -> None:
    pages = [letter(number, SUBJECTS[number % 4]) for number in range(1, 7)]
    rule = learn_thread_rule(pages, "")
    authors = [post.author and post.author.name for page in pages for post in read_posts(page, rule)]
    assert authors == [PEOPLE[number % len(PEOPLE)] for number in range(1, 7)]


def test_the_number_of_the_letter_that_one_answers_is_not_its_own() -> None:
    answers = [f'<p>In reply to: <a name="{n - 1:06}" href="{n - 1:06}.html">Moss</a></p>' for n in range(7)]
    pages = [letter(number, SUBJECTS[number % 4], answers[number]) for number in range(1, 7)]
    rule = learn_thread_rule(pages, "")
    assert [post.postId for page in pages for post in read_posts(page, rule)] == [f"{n}" for n in range(1, 7)]


@pytest.mark.parametrize(
    ("around", "said"),
    [
        ('<li><dfn>In reply to</dfn>: <a href="000003.html">Ada: "Moss"</a></li>', f"{SITE}/000003.html"),
        (
            '<ul><li><strong>References</strong>: <ul><li><a name="1" href="000001.html">Moss</a></li>'
            '<li><a name="2" href="000002.html#top">Re: Moss</a></li></ul></li></ul>',
            f"{SITE}/000002.html",
        ),
        ("<li><em>In-reply-to</em>: &lt;3.moss@people.test&gt;</li>", ""),
    ],
)
def test_a_letter_answers_what_its_archive_says(around: str, said: str) -> None:
    assert answered(letter(5, "Re: Moss", around)) == said
    assert answered(letter(5, "Moss")) is None


def post(number: int, answers: str | None, day: str, folder: str = "moss") -> Post:
    return Post("", f"http://lists.test/{folder}/{number}.html", f"{number}", datePublished=day, parentId=answers)


def joined(
    *letters: Post, known: tuple[str, int] | None = None
) -> list[tuple[str, list[tuple[str, int | None, str | None]]]]:
    group = ForumThread(subject_key("Moss"), letters[0].url, "Moss", list(letters))
    threads = joined_letters(group, lambda url: url.rsplit("/", 1)[1].removesuffix(".html"), known)
    return [(one.threadId, [(post.text, post.position, post.parentId) for post in one.posts]) for one in threads]


def test_letters_make_threads_by_what_they_answer_and_by_their_subject() -> None:
    first, second = "http://lists.test/moss/1.html", "http://lists.test/moss/2.html"
    letters = [
        post(5, "", "2024-05-05T10:00"),  # its subject alone says that it answers one
        post(4, first, "2024-05-04T10:00+02:00"),
        post(1, None, "2024-05-01T10:00"),
        post(2, first, "2024-05-02T10:00"),
        post(3, None, "2024-05-03T10:00"),  # another thread of the same subject
        post(9, None, "2024-05-04T10:00", "stone"),  # and one in another list
        post(6, second, "2024-05-06T10:00"),
    ]
    assert joined(*letters) == [
        ("1", [("1", 1, None), ("2", 2, "1"), ("4", 3, "1"), ("6", 4, "2")]),
        ("3", [("3", 1, None), ("5", 2, None)]),
        ("9", [("9", 1, None)]),
    ]


def test_an_answer_goes_on_with_a_thread_that_earlier_crawls_know() -> None:
    new, other = post(8, "", "2024-06-01T10:00"), post(9, None, "2024-06-02T10:00")
    assert joined(new, other, known=("http://lists.test/moss/1.html", 4)) == [
        ("1", [("8", 5, None)]),
        ("9", [("9", 1, None)]),
    ]


def test_letters_of_one_subject_are_a_thread_where_none_is_said_to_answer() -> None:
    letters = [post(2, None, "2024-06-02T10:00", "june"), post(1, None, "2024-05-30T10:00", "may")]
    group = ForumThread(subject_key("Moss"), letters[0].url, "Moss", letters)
    (thread,) = joined_letters(group, lambda url: url, by_subject=True)
    assert [(one.text, one.position) for one in thread.posts] == [("1", 1), ("2", 2)]


def test_an_answer_joins_no_thread_of_another_host() -> None:
    one = Post("subject moss", "http://lists.test/moss/1.html", datePublished="2024-05-01T10:00", text="one")
    other = Post("subject moss", "http://other.test/moss/1.html", datePublished="2024-05-02T10:00", text="two")
    other.parentId = ""
    threads = joined_letters(ForumThread("subject moss", one.url, "Moss", [one, other]), lambda url: url)
    assert [[post.url for post in thread.posts] for thread in threads] == [[one.url], [other.url]]


def test_letters_that_are_numbered_anew_in_each_list_are_not_the_same_threads() -> None:
    lists = ("moss", "stone", "rain", "lamp")
    urls = {(name, number): f"http://lists.test/{name}/msg{number:05}.html" for name in lists for number in range(12)}
    titles = {place: f"{SUBJECTS[place[1] % 4]} in {place[0]} {place[1]} years ago" for place in urls}
    pages = [
        SeenPage(f"http://lists.test/{name}/", (), tuple((urls[name, n], titles[name, n]) for n in range(12)))
        for name in lists
    ]
    pages += [SeenPage(url, (f"what {name} says in letter {n}",), ()) for (name, n), url in urls.items() if n < 8]
    best = best_hypothesis(hypotheses(list(urls.values()), pages=pages), Facts(pages))
    assert best is not None
    threads = {best.resolver.thread_key(url) for url in urls.values()}
    assert None not in threads
    assert len(threads) == len(urls)


def test_a_letter_is_no_page_of_its_list() -> None:
    by_list = Route(("list{n}",), id_hole=0, page_tail=("msg{n}.html",), first_page="1")
    look = Resolver("lists.test", (by_list, Route(("old-{n}-{n}",), id_hole=0, page_hole=1))).of_letters(ANSWERS).look
    urls = [f"http://lists.test/list{n}/msg{k:05}.html" for n in range(3) for k in range(3)]
    urls += [f"http://lists.test/old-{n}-{k}" for n in range(3) for k in range(3)]
    assert [look(url).number for url in urls] == [1] * len(urls)
    assert len({look(url).thread for url in urls}) == len(urls)


def test_lists_of_which_no_letter_was_fetched_are_proposed_to_have_some() -> None:
    """All letters that were fetched are of one list; of the others it is known that there are lists."""
    lists = ("moss", "stone", "rain", "lamp")
    urls = {number: f"http://lists.test/moss/msg{number:05}.html" for number in range(12)}
    titles = {number: f"{SUBJECTS[number % 4]} {number} years ago" for number in urls}
    indexes = [f"http://lists.test/{name}/" for name in lists]
    pages = [
        SeenPage("http://lists.test/", (), tuple(zip(indexes, lists, strict=True))),
        SeenPage(indexes[0], (), tuple((urls[n], titles[n]) for n in urls)),
        *(SeenPage(urls[n], (f"what is said in letter {n}",), ()) for n in range(8)),
    ]
    facts = Facts(pages)
    proposed = hypotheses([*urls.values(), *indexes], pages=pages)
    look = max(proposed, key=lambda one: judge_hypothesis(one, facts).score).look
    assert [look(f"http://lists.test/{name}/msg00001.html").kind for name in lists] == ["topic"] * 4
    assert len({look(f"http://lists.test/{name}/msg00001.html").thread for name in lists}) == 4
    assert [look(index).kind for index in indexes] == ["list"] * 4


@pytest.mark.parametrize(
    ("answering", "subject", "joined_by"),
    [
        (0, numbered_subject_of, ""),
        (1, numbered_subject_of, ""),
        (3, numbered_subject_of, ANSWERS),
        (12, subject_of, ANSWERS),
        (0, subject_of, BY_SUBJECT),
    ],
)
def test_topics_of_one_post_each_are_letters_where_some_answer_others(
    answering: int, subject: Callable[[int], str], joined_by: str
) -> None:
    """A young forum's threads have a post each, too, and "Re: Moss" may be what one of them is called.

    Of those that Pipermail shows none says that it answers one, and most have the subject of others.
    """
    pages = {
        f"{SITE}/{number:06}.html": written(number, "Re: " * (number <= answering) + subject(number), "", subject)
        for number in range(1, 13)
    }
    links = dict.fromkeys([*pages, f"{SITE}/date.html", f"{SITE}/000000.html"], LinkEvidence(20, count=1))
    learned = learn_addresses(
        "thread", links, None, [Source(html.encode(), url) for url, html in pages.items()], {}, "auto"
    )
    assert learned is not None
    assert Resolver.from_dict(learned).letters == joined_by


def test_what_joins_letters_is_stored_and_read() -> None:
    stored = Resolver("lists.test", (Route(("{n}.html",), id_hole=0),)).of_letters(BY_SUBJECT).to_dict()
    assert Resolver.from_dict(stored).letters == BY_SUBJECT
    assert Resolver.from_dict({**stored, "letters": True}).letters == ANSWERS  # as earlier versions wrote it
    with pytest.raises(ValueError, match="letters must be 'answers' or 'subjects': 'threads'"):
        Resolver.from_dict({**stored, "letters": "threads"})


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("See you.\n-- \nAda, of the boats\nhttp://ada.test", "See you."),
        ("See you.\n--\n1\n2\n3\n4", "See you."),
        ("See you.\n--\n1\n2\n3\n4\n5", "See you.\n--\n1\n2\n3\n4\n5"),
        ("i--\nj++", "i--\nj++"),
        ("--\nAda", ""),
        ("See you.\n--", "See you."),
    ],
)
def test_a_signature_is_no_part_of_a_letter(text: str, own: str) -> None:
    assert without_signature(text) == own
