"""Pages of several skins of one forum are learned from by themselves."""

from __future__ import annotations

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.sample import Sample
from newsbody.rules.skins import pages_by_skin
from newsbody.rules.templates import MAX_TEMPLATES
from tests.forum_pages import Layout, Written, changing_layout, list_layout, number_layout, page, table_layout, thread
from tests.programs import ubbthreads
from tests.programs.forum import Forum


def _urls(groups: list[list[Page]]) -> list[list[str]]:
    return [sorted(one.url or "" for one in group) for group in groups]


def _pages(*layouts: Layout) -> list[Page]:
    return [page(thread(number, 5), layout, number) for number, layout in enumerate(layouts, 1)]


def test_pages_with_names_in_common_are_of_one_skin() -> None:
    pages = _pages(table_layout, changing_layout, table_layout, table_layout, changing_layout)
    tables, lists = [pages[0], pages[2], pages[3]], [pages[1], pages[4]]
    assert _urls(pages_by_skin(Sample(pages))) == _urls([tables, lists])
    assert _urls(pages_by_skin(Sample(pages[::-1]))) == _urls([tables, lists])


def test_pages_without_names_or_with_the_same_are_of_one_skin() -> None:
    bare = [Page.parse(f"<div><div>one {number}</div></div>", f"http://f.test/{number}") for number in range(3)]
    assert len(pages_by_skin(Sample(bare))) == 1
    assert len(pages_by_skin(Sample(_pages(*[table_layout] * 4)))) == 1
    assert pages_by_skin(Sample([])) == []


def test_pages_of_which_no_two_are_alike_show_no_skins() -> None:
    assert len(pages_by_skin(Sample(_pages(table_layout, changing_layout)))) == 1


def test_the_posts_of_each_skin_come_out_whole() -> None:
    pages = _pages(table_layout, changing_layout, table_layout, table_layout, changing_layout)
    rule = learn_thread_rule(pages, "")
    assert rule is not None
    assert len(rule.templates) == 2
    for number, one in enumerate(pages, 1):
        posts, written = read_posts(one, rule), thread(number, 5)
        assert [post.text for post in posts] == [post.text for post in written]
        assert [post.author and post.author.name for post in posts] == [post.author for post in written]


def test_a_site_has_so_many_templates_at_most() -> None:
    def other(name: str) -> Layout:
        def layout(post: Written) -> str:
            return (
                f'<div class="{name}"><a class="{name}-who" href="/u/{post.user}">{post.author}</a> '
                f'<i class="{name}-when">{post.time}</i><div class="{name}-says">{post.text}</div></div>'
            )

        return layout

    layouts = [table_layout, changing_layout, number_layout, list_layout, *map(other, ("aa", "bb", "cc"))]
    rule = learn_thread_rule(_pages(*layouts), "")
    assert rule is not None
    assert len(rule.templates) == MAX_TEMPLATES


def test_a_list_of_last_posts_is_no_skin_where_its_template_reads_parts_of_posts() -> None:
    """`span.small` says who wrote last in each row of a list, and in each post whom it answers: "[Re: Marta]"."""
    forum = Forum()
    threads = [next(one for one in forum.threads if len(one.posts) == size) for size in (10, 7, 5, 3)]
    paths = ["/", *(f"/ubbthreads.php/topics/{one.posts[0].number}/Title" for one in threads)]
    pages = [Page.parse(ubbthreads.answer(forum, path, {}) or "", f"http://quay.example{path}") for path in paths]
    rule = learn_thread_rule(pages, "")
    assert [len(read_posts(one, rule)) for one in pages[1:]] == [10, 7, 5, 3]
