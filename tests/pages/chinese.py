"""More thread pages after Chinese programs: quotes made as posts are, openers in boxes called as what is in them.

As :mod:`tests.pages.programs`, with words drawn by us.
"""

from __future__ import annotations

from tests.made_forums.words import Thread, Written
from tests.pages.programs import DAYS, MONTHS, Program, br, ps, words


def questions_opener(w: Written, t: Thread) -> str:
    """What holds the opener is called as its body is, but for one class more of that."""
    return (
        f'<div class="qes_content"><div class="q_title"><h2>{t.title}</h2></div><div id="qes_content" class="qes_content q_content">{ps(w)}</div><div class="tags"><a>C#</a></div>'
        f'<div class="question_author"><a href="/u/{w.user}"><img src="/f/{w.user}.png"></a><a class="bluelink" href="/u/{w.user}">{w.author}</a> | <span class="gray">初学一级</span> | 园豆：<span>{w.user * 7}</span><br>提问于：{w.when:%Y-%m-%d %H:%M}</div></div>'
    )


def questions(w: Written, t: Thread) -> str:
    return (
        f'<div class="q_answeritem"><div id="answer_content_{w.pid}"><div class="qitem_all_left"><a class="diggit">{w.user % 4}</a></div><div class="q_content" id="qa_content_{w.pid}">{ps(w)}</div>'
        f'<div class="answer_author"><a class="bluelink" href="/u/{w.user}/">{w.author}</a> | <span class="gray">园豆：{w.user * 7}</span> (小虾三级) | {w.when:%Y-%m-%d %H:%M}<div class="ans_ding"><a>支持({w.user % 4})</a> <a>反对(0)</a></div></div></div></div>'
    )


def worth_buying(w: Written, t: Thread) -> str:
    """What is quoted stands before the words, in the same elements as a post."""
    quote = '<div class="blockquote_wrap"><blockquote class="comment_blockquote"><div class="comment_conBox"><a class="user_name" href="/u/1">{who}</a><div class="comment_conWrap"><div class="comment_con"><p><span>{said}</span></p></div></div></div></blockquote></div>'
    return (
        f'<li class="comment_list" id="li_comment_{w.pid}"><div class="comment_avatar"><a href="/u/{w.user}"><img src="/a/{w.user}.jpg"></a></div><span class="grey">{w.place + 1}楼</span><div class="comment_conBox"><div class="comment_avatar_time"><div class="time">{w.when:%Y-%m-%d %H:%M}</div><a class="user_name" href="/u/{w.user}">{w.author}</a></div>'
        f'{words(w, quote, "")}<div class="comment_conWrap"><div class="comment_con"><p>{br(w)}</p></div><div class="comment_action"><a class="dingNum">顶(<span>{w.user % 4}</span>)</a><a>回复</a></div></div></div></li>'
    )


def letters(w: Written, t: Thread) -> str:
    """Each post is a letter: lines in its body say who and when, quotes begin with signs, a rule ends its words."""
    quote = f"<br />【 在 {w.quote.author} (昵称) 的大作中提到: 】<br />" if w.quote else ""
    quote += (
        "".join(f'<font class="f006">: {line} </font><br />' for line in w.quote.text.splitlines()) if w.quote else ""
    )
    date = f"{DAYS[w.when.weekday()]} {MONTHS[w.when.month - 1][:3]} {w.when.day:2} {w.when:%H:%M:%S} {w.when.year}"
    return (
        f'<a name="a{w.place}"></a><div class="a-wrap corner"><table class="article"><tr class="a-head"><td class="a-left a-u-name"><a href="/user/query/{w.user}">{w.author}</a></td><td class="a-func"><ul class="a-func-ul"><li><a href="/r/{w.pid}">回复</a></li><li><a>只看此ID</a></li></ul><span class="a-pos">第{w.place + 1}楼</span></td></tr>'
        f'<tr class="a-body"><td class="a-left a-info"><div class="a-u-img"><img src="/f/{w.user}.jpg"/></div><dl class="a-u-info"><dt>身份</dt><dd>用户</dd><dt>文章</dt><dd>{w.user * 7}</dd></dl></td><td class="a-content"><p>发信人: {w.author} (昵称), 信区: AutoWorld <br />标&nbsp;&nbsp;题: {"Re: " if w.place else ""}{t.title} <br />发信站: 水木社区 ({date.replace("  ", "&nbsp;&nbsp;")}), 站内 <br />&nbsp;&nbsp;<br /> {br(w)} <br />{quote}&nbsp;&nbsp;<br />-- <br /><br /><font class="f002">※ 来源:·水木社区 <a href="http://www.forum.example">forum.example</a>·[FROM: 123.12.{w.user}.*]</font></p></td></tr></table></div>'
    )


def bulletin(w: Written, t: Thread) -> str:
    """One cell a post without any name, which begins with a line that says who and when."""
    colour = "#eeeeee" if w.place % 2 else "#ffffff"
    return f'<tr bgcolor="{colour}"><td>作者：<b>{w.author}</b>&nbsp;&nbsp;时间：{w.when.year}年{w.when.month}月{w.when.day}日 {w.when:%H:%M}<hr size="1">{br(w)}</td></tr>'


def asked_opener(w: Written, t: Thread) -> str:
    return f'<div class="wgt-ask"><h1><span class="ask-title">{t.title}</span></h1><div class="line q-content"><span class="con">{br(w)}</span></div><div class="ask-info"><a class="user-name" href="/usercenter?uid={w.user}">{w.author}</a><span class="ask-time">{w.when:%Y-%m-%d}</span></div></div>'


def asked(w: Written, t: Thread) -> str:
    return (
        f'<div class="line content answer-item" id="answer-{w.pid}"><div class="wgt-replyer-all"><a href="/usercenter?uid={w.user}"><img src="/p/{w.user}"></a><div class="wgt-replyer-all-uname"><a class="wgt-replyer-all-name" href="/usercenter?uid={w.user}">{w.author}</a></div><div class="wgt-replyer-all-time">{w.when:%Y-%m-%d} · TA获得超过{w.user * 7}个赞</div></div>'
        f'<div class="answer-text line" id="content-{w.pid}">{ps(w)}</div><div class="qb-zan-eva"><span class="evaluate">{w.user % 4}</span><span class="comment">评论</span><span>分享</span><span>举报</span></div></div>'
    )


#: Posts that say their day alone: of a page alone the opener and the first reply may be of the same one.
OF_DAYS: dict[str, Program] = {
    name: Program(
        asked, '<div id="wgt-answers">{}</div>', "zh", opener=asked_opener, numbered=False, quotes=False, seed=seed
    )
    for name, seed in (("asked", 5), ("answered by whoever asked", 4))
}
CHINESE: dict[str, Program] = {
    "bulletin": Program(bulletin, '<table width="760" border="1">{}</table>', "zh", numbered=False, quotes=False),
    "letters": Program(letters, '<div class="b-content corner">{}</div>', "zh"),
    "questions": Program(
        questions,
        '<div id="panelAnswerList">{}</div>',
        "zh",
        opener=questions_opener,
        numbered=False,
        quotes=False,
    ),
    "worth_buying": Program(worth_buying, '<ul class="comment_listBox">{}</ul>', "zh", beside=True),
}
