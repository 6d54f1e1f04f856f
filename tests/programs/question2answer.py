"""Question2Answer with its default addresses: index.php?qa=12&qa_1=title, and words for all else, as in ?qa=users."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from tests.programs.forum import ROWS, Forum, Post, Thread, each, pages, rows

NAV = {"": "Q&amp;A", "questions": "Questions", "hot": "Hot!", "unanswered": "Unanswered", "tags": "Tags",
       "categories": "Categories", "users": "Users", "ask": "Ask a Question"}  # fmt: skip


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path not in ("/", "/index.php"):
        return None
    word, more, start = query.get("qa", ""), query.get("qa_1", ""), int(query.get("start") or 0)
    if word.isdigit():
        thread = forum.by_number.get(int(word))
        return _question(thread, start) if thread else None
    recent = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if word in ("", "activity"):
        return _frame("Recent questions and answers", each(_row, recent[: 2 * ROWS]))
    if word in ("questions", "unanswered", "hot", "tag"):
        listed = sorted(forum.threads, key=lambda thread: thread.number, reverse=True)
        if word == "unanswered":
            listed = [thread for thread in listed if len(thread.posts) == 1]
        if word == "tag":
            listed = [thread for thread in listed if more in _tags(thread)]
        if word == "hot" or query.get("sort"):
            listed.sort(key=lambda thread: len(thread.posts), reverse=True)
        if word == "questions" and more:
            listed = [thread for thread in listed if _category(thread) == more]
        shown = rows(listed, start // ROWS + 1)
        return _frame("Recent questions", each(_row, shown) + _pager(start, pages(listed), {**query}))
    if word == "users":
        cells = (f'<td class="qa-top-users-label">{_user(name)}</td>' for name in forum.names)
        return _frame(
            "Top scoring users", f'<table class="qa-top-users-table"><tr>{"</tr><tr>".join(cells)}</tr></table>'
        )
    if word == "user" and more in forum.names:
        return _frame(
            f"User {more}", '<div class="qa-part-form-profile">Member for: 2 years<br>Type: Registered user</div>'
        )
    if word == "categories":
        links = (f"<li>{_link(forum.boards[n], qa='questions', qa_1=f'board-{n}')}</li>" for n in range(4))
        return _frame("Browse categories", f'<ul class="qa-browse-cat-list">{"".join(links)}</ul>')
    if word in ("tags", "ask", "login", "register"):
        return _frame(word, "<form><input></form>")
    return None


def _address(**query: str) -> str:
    return "./index.php?" + escape(urlencode(query)) if query.get("qa") else "./"


def _link(text: str, kind: str = "", **query: str) -> str:
    return f'<a href="{_address(**query)}"{kind and f" class={kind!r}"}>{text}</a>'


def _user(name: str) -> str:
    return _link(name, "qa-user-link", qa="user", qa_1=name)


def _category(thread: Thread) -> str:
    return f"board-{thread.board}"


def _tags(thread: Thread) -> list[str]:
    return [word for word in thread.slug.split("-")[:2] if word]


def _url(thread: Thread) -> dict[str, str]:
    return {"qa": str(thread.number)} | ({"qa_1": thread.slug} if thread.slug else {})


def _pager(shown: int, last: int, query: dict[str, str]) -> str:
    if last == 1:
        return ""
    links = [
        f'<li class="qa-page-links-item"><span class="qa-page-selected">{n + 1}</span></li>' if n * ROWS == shown
        else f'<li class="qa-page-links-item">{_link(str(n + 1), "qa-page-link", **(query | {"start": str(n * ROWS)}))}</li>'
        for n in range(last)
    ]  # fmt: skip
    return f'<div class="qa-page-links"><span class="qa-page-links-label">Page:</span><ul>{"".join(links)}</ul></div>'


def _meta(place: str, what: str, post: Post) -> str:
    where = _link(
        post.thread.forum.boards[post.thread.board], "qa-category-link", qa="questions", qa_1=_category(post.thread)
    )
    where = f'<span class="{place}-where"><span class="{place}-where-pad">in </span><span class="{place}-where-data">{where}</span></span>'
    return f"""<span class="{place}-avatar-meta"><span class="{place}-meta">{what}
<span class="{place}-when"><span class="{place}-when-data"><time itemprop="dateCreated" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+0000" title="{post.when:%Y-%m-%dT%H:%M:%S}+0000">{post.when:%b} {post.when.day}, {post.when.year}</time></span></span>
{where if post.place == 1 else ""}<span class="{place}-who"><span class="{place}-who-pad">by </span><span class="{place}-who-data"><span itemprop="author" itemscope itemtype="https://schema.org/Person">{_user(post.name)}</span></span>
<span class="{place}-who-points"><span class="{place}-who-points-pad">(</span><span class="{place}-who-points-data">{post.author * 40 + 100}</span><span class="{place}-who-points-pad"> points)</span></span></span></span></span>"""


def _anchor(post: Post) -> str:
    return f"#{'q' if post.place == 1 else 'c' if _is_comment(post) else 'a'}{post.number}"


def _votes(post: Post) -> str:
    return f"""<div class="qa-voting qa-voting-net" id="voting_{post.number}"><div class="qa-vote-buttons qa-vote-buttons-net">
<input title="Click to vote up" name="vote_{post.number}_1" type="submit" value="+" class="qa-vote-first-button qa-vote-up-button"></div><div class="qa-vote-count qa-vote-count-net">
<span class="qa-netvote-count"><span class="qa-netvote-count-data">0</span><span class="qa-netvote-count-pad"> votes</span></span></div></div>"""


def _row(thread: Thread) -> str:
    last, url = thread.posts[-1], _url(thread)
    what = '<span class="qa-q-item-what">asked</span>'
    if last.place > 1:
        done = "commented" if _is_comment(last) else "answered"
        what = f'<a href="{_address(**(url | {"show": str(last.number)}))}{_anchor(last)}" class="qa-q-item-what">{done}</a>'
    tags = each(
        lambda tag: f'<li class="qa-q-item-tag-item">{_link(tag, "qa-tag-link", qa="tag", qa_1=tag)}</li>',
        _tags(thread),
    )
    count = sum(not _is_comment(post) for post in thread.posts[1:])
    return f"""<div class="qa-q-list-item" id="q{thread.number}"><div class="qa-q-item-stats">{_votes(thread.posts[0])}
<span class="qa-a-count"><span class="qa-a-count-data">{count}</span><span class="qa-a-count-pad"> answers</span></span></div>
<div class="qa-q-item-main"><div class="qa-q-item-title">{_link(thread.title, **url)}</div>{_meta("qa-q-item", what, last)}
<div class="qa-q-item-tags"><ul class="qa-q-item-tag-list">{tags}</ul></div></div><div class="qa-q-item-clear"></div></div>"""


def _is_comment(post: Post) -> bool:
    """Who quotes a post comments on it; comments are not commented on."""
    return post.quoted is not None and not _is_comment(post.quoted) and post.place > 1


def _content(place: str, post: Post) -> str:
    lines = "</p>\n<p>".join(post.lines)
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return f'<div class="{place}-content qa-post-content"><a name="{post.number}"></a><div itemprop="text"><p>{lines}</p>{code}</div></div>'


def _what(place: str, post: Post, word: str) -> str:
    url = _url(post.thread) | ({"show": str(post.number)} if post.place > 1 else {})
    return f'<a href="{_address(**url)}{_anchor(post) if post.place > 1 else ""}" class="{place}-what" itemprop="url">{word}</a>'


def order(thread: Thread) -> list[Post]:
    """The posts as they are shown: each with its comments."""
    return [one for post in (thread.posts[0], *_answers(thread)) for one in (post, *_commenting(post))]


def _answers(thread: Thread) -> list[Post]:
    return [post for post in thread.posts[1:] if not _is_comment(post)]


def _commenting(post: Post) -> list[Post]:
    return [one for one in post.thread.posts if _is_comment(one) and one.quoted is post]


def _comments(place: str, post: Post) -> str:
    def item(one: Post) -> str:
        return f"""<div class="qa-c-list-item" id="c{one.number}" itemscope itemtype="https://schema.org/Comment"><form method="post">{_votes(one)}</form>
{_content("qa-c-item", one)}<div class="qa-c-item-footer">{_meta("qa-c-item", _what("qa-c-item", one, "commented"), one)}
<div class="qa-c-item-buttons"><input name="c{one.number}_doflag" value="flag" type="submit" class="qa-form-light-button"></div></div><div class="qa-c-item-clear"></div></div>"""

    return f'<div class="{place}-c-list" id="c{post.number}_list">{each(item, _commenting(post))}</div>'


def _question(thread: Thread, start: int) -> str:
    question, url = thread.posts[0], _url(thread)
    answers = _answers(thread)

    def item(post: Post) -> str:
        return f"""<div class="qa-a-list-item " id="a{post.number}" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><form method="post">{_votes(post)}</form>
<div class="qa-a-item-main"><form method="post"><div class="qa-a-selection"></div>{_content("qa-a-item", post)}{_meta("qa-a-item", _what("qa-a-item", post, "answered"), post)}
<div class="qa-a-item-buttons"><input value="ask related question" type="submit" class="qa-form-light-button"></div></form>{_comments("qa-a-item", post)}</div><div class="qa-a-item-clear"></div></div>"""

    tags = each(
        lambda tag: f'<li class="qa-q-view-tag-item">{_link(tag, "qa-tag-link", qa="tag", qa_1=tag)}</li>',
        _tags(thread),
    )
    board = [one for one in thread.forum.threads if one.board == thread.board and not one.title.isdecimal()]
    related = sorted(board, key=lambda one: (one.number - thread.number) % 1000)[1:6]
    view = f"""<div class="qa-part-q-view"><div class="qa-q-view" id="q{question.number}"><form method="post"><div class="qa-q-view-stats">{_votes(question)}</div></form>
<div class="qa-q-view-main"><form method="post">{_content("qa-q-view", question)}<div class="qa-q-view-tags"><ul class="qa-q-view-tag-list">{tags}</ul></div>
{_meta("qa-q-view", _what("qa-q-view", question, "asked"), question)}<div class="qa-q-view-buttons"><input value="comment" type="submit" class="qa-form-light-button"></div></form>
{_comments("qa-q-view", question)}</div><div class="qa-q-view-clear"></div></div></div>"""
    shown = f"""<div class="qa-part-a-list" id="a_list_title"><h2><span itemprop="answerCount">{len(answers)}</span> Answers</h2>
<div class="qa-a-list" id="a_list">{each(item, answers[start : start + ROWS])}</div></div>{_pager(start, -(-len(answers) // ROWS) or 1, url)}"""
    near = each(lambda one: f'<li class="qa-related-q-item">{_link(one.title, **_url(one))}</li>', related)
    heading = (
        f'<div class="qa-main-heading"><h1>{_link(f"<span itemprop=name>{thread.title}</span>", **url)}</h1></div>'
    )
    return _frame(
        thread.title,
        f'{view}{shown}<div class="qa-widgets-main"><h2>Related questions</h2><ul>{near}</ul></div>',
        heading,
    )


def _frame(title: str, content: str, heading: str = "") -> str:
    nav = each(lambda word: f'<li class="qa-nav-main-item">{_link(NAV[word], "qa-nav-main-link", qa=word)}</li>', NAV)
    kind = ' itemscope itemtype="https://schema.org/QAPage"' if heading else ""
    if heading:
        heading, content = (
            f'<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">{heading}',
            f"{content}</div>",
        )
    heading = heading or f'<div class="qa-main-heading"><h1>{title}</h1></div>'
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Example</title></head><body class="qa-template-qa"><div class="qa-body-wrapper">
<div class="qa-header"><div class="qa-logo"><a href="./" class="qa-logo-link" title="Example">Example</a></div><div class="qa-nav-user"><ul><li>{_link("Login", qa="login")}</li>
<li>{_link("Register", qa="register")}</li></ul></div><ul class="qa-nav-main-list">{nav}</ul></div><div class="qa-sidepanel"><p>Welcome to Example, where you can ask questions and receive answers from other members of the community.</p></div>
<div class="qa-main"{kind}>{heading}{content}</div><div class="qa-footer"><div class="qa-attribution">Powered by Question2Answer</div></div></div></body></html>"""
