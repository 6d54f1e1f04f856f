"""jeuxvideo.com: /forums/42-51-7007-2-0-1-0-slug.htm, the page fourth of seven numbers; lists count by rows (0-51-0-1-0-26-0-name.htm)."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("reparations", "jardin", "bateaux", "blabla")
MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path in ("/", "/forums.htm"):
        return _frame(
            "Forums",
            each(
                lambda n: (
                    f'<div class="forum"><a class="lien-forum" href="{_list_url(n, 1)}">Forum {forum.boards[n]}</a></div>'
                ),
                range(4),
            ),
        )
    name = path.removeprefix("/forums/").removesuffix(".htm")
    numbers = name.split("-", 7)
    if path.startswith("/forums/") and len(numbers) == 8 and all(map(str.isdecimal, numbers[:7])):
        board = int(numbers[1]) - 50
        if numbers[0] == "0" and 0 <= board < 4:
            return _list(forum, board, (int(numbers[5]) - 1) // 10 + 1)
        thread = forum.by_number.get(int(numbers[2]) - 7000)
        page = int(numbers[3])
        if numbers[0] == "42" and thread and thread.board == board and 1 <= page <= thread.pages:
            return _thread(thread, page)
    return (
        _frame("Profil", "<h1>Profil</h1>") if path.startswith(("/profil/", "/login", "/sso", "/rechercher")) else None
    )


def _list_url(board: int, page: int) -> str:
    return f"/forums/0-{board + 50}-0-1-0-{page * 10 - 9}-0-{BOARDS[board]}.htm"


def _url(thread: Thread, page: int = 1) -> str:
    return f"/forums/42-{thread.board + 50}-{thread.number + 7000}-{page}-0-1-0-{thread.slug or 'sujet'}.htm"


def _when(post: Post) -> str:
    return f"{post.when.day:02} {MONTHS[post.when.month - 1]} {post.when:%Y} à {post.when:%H:%M:%S}"


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        last = thread.posts[-1]
        return f'<li class="" data-id="{thread.number + 7000}"><span class="topic-subject"><img src="/i/topic.png" alt="" title="Topic"><a class="lien-jv topic-title" href="{_url(thread)}" title="{thread.title}">{thread.title}</a></span><span class="topic-count">{len(thread.posts) - 1}</span><span class="text-user topic-author">{thread.posts[0].name}</span><span class="topic-date"><a href="{_url(thread, thread.pages)}#bas-page">{last.when:%d/%m/%Y}</a></span></li>'

    last = pages(threads)
    nav = "".join(
        f'<span class="page-active">{n}</span>'
        if n == page
        else f'<span><a class="lien-jv" href="{_list_url(board, n)}">{n}</a></span>'
        for n in range(1, last + 1)
    )
    return _frame(
        f"Forum {forum.boards[board]}",
        f'<h1>Forum {forum.boards[board]}</h1><div class="bloc-pagi-default">{nav}</div><ul class="topic-list topic-list-admin">{each(row, rows(threads, page))}</ul>',
    )


def _text(post: Post) -> str:
    quote = (
        f'<blockquote class="blockquote-jv"><p>Le {_when(post.quoted)} :<br>{"<br>".join(post.quoted.lines)}</p></blockquote>'
        if post.quoted
        else ""
    )
    code = f'<pre class="pre-jv"><code class="code-jv">{post.code}</code></pre>' if post.code else ""
    return f"{quote}<p>{'<br>'.join(post.lines)}</p>{code}"


def _post(post: Post) -> str:
    sign = f'<div class="signature-msg text-enrichi-forum"><p>{post.signature}</p></div>' if post.signature else ""
    return f"""<div class="bloc-message-forum" data-id="{post.number}"><div class="conteneur-message"><div class="bloc-avatar-msg"><div class="back-img-msg"><a href="/profil/user{post.author}?mode=infos"><img src="/a/{post.author}.jpg" class="user-avatar-msg" alt="{post.name}"></a></div></div><div class="inner-head-content"><div class="bloc-header"><a href="/profil/user{post.author}?mode=infos" target="_blank" class="bloc-pseudo-msg text-user">{post.name}</a><div class="bloc-options-msg"><span class="picto-msg-tronche"></span></div><div class="bloc-date-msg"><a href="/forums/message/{post.number}" class="lien-jv">{_when(post)}</a></div></div><div class="bloc-contenu"><div class="txt-msg text-enrichi-forum">{_text(post)}</div></div>{sign}</div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = "".join(
        f'<span class="page-active">{n}</span>'
        if n == page
        else f'<span><a class="lien-jv" href="{_url(thread, n)}">{n}</a></span>'
        for n in range(1, thread.pages + 1)
    )
    return _frame(
        f"{thread.title} sur le forum {thread.forum.boards[thread.board]}" + (f" - Page {page}" if page > 1 else ""),
        f'<div class="fil-ariane-crumb"><span><a href="/forums.htm">Forums</a></span> &gt; <span><a href="{_list_url(thread.board, 1)}">Forum {thread.forum.boards[thread.board]}</a></span></div><div class="titre-head-bloc"><span id="bloc-title-forum">{thread.title}</span></div><div class="bloc-pre-pagi-forum"><a href="{_list_url(thread.board, 1)}">Liste des sujets</a></div><div class="bloc-pagi-default">{nav}</div>{each(_post, thread.on_page(page))}<div class="bloc-pagi-default">{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>{title} - harbour.test</title></head><body><header><a href="/">harbour.test</a> <a href="/forums.htm">Forums</a> <a href="/rechercher.php">Recherche</a> <a href="/login">Connexion</a></header><main id="page-messages-forum">{content}</main><footer><p>© harbour.test 1997 - 2023</p></footer></body></html>'
