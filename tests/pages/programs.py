"""Thread pages after what the markup of known forum programs is known for, with words drawn by us.

:mod:`tests.made_forums` draws what may be, these are what is: each program's names, wrappers and ways of saying who,
when and which stand as such pages have them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tests.made_forums.markup import MONTHS as MONTHS_OF
from tests.made_forums.words import Thread, Written

MONTHS = MONTHS_OF["en"]
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
RU_DAYS = "Понедельник Вторник Среда Четверг Пятница Суббота Воскресенье".split()


def us(when: datetime) -> str:
    return f"{MONTHS[when.month - 1]} {when.day}, {when.year}"


def clock(when: datetime) -> str:
    return f"{when:%I:%M %p}"


def br(w: Written) -> str:
    return "<br />\n".join(w.lines)


def ps(w: Written) -> str:
    return "".join(f"<p>{line}</p>" for line in w.lines)


def joined(w: Written) -> datetime:
    return datetime(2008 + w.user % 9, 1 + w.user % 12, 1 + w.user % 28, 8 + w.user % 12, w.user % 60)


def ordinal(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def words(w: Written, quote: str, lines: str) -> str:
    return (
        quote.format(
            who=w.quote.author,
            said="<br />".join(w.quote.text.splitlines()),
            when=us(w.quote.when) + " at " + clock(w.quote.when),
        )
        if w.quote
        else ""
    ) + lines


def xenforo1(w: Written, t: Thread) -> str:
    quote = (
        '<div class="bbCodeBlock bbCodeQuote" data-author="{who}"><aside><div class="attribution type">{who} said: '
        '<a href="goto/post?id=1#post-1" class="AttributionLink">↑</a></div><blockquote class="quoteContainer"><div class="quote">{said}</div>'
        '<div class="quoteExpand">Click to expand...</div></blockquote></aside></div>'
    )
    sign = (
        f'<div class="baseHtml signature messageText ugc"><aside>{w.author} rides a steel frame</aside></div>'
        if w.user % 2
        else ""
    )
    return (
        f'<li id="post-{w.pid}" class="message   " data-author="{w.author}"><div class="messageUserInfo"><div class="messageUserBlock "><div '
        f'class="avatarHolder"><span class="helper"></span><a href="members/{w.user}/" class="avatar"><img src="/a/{w.user}.jpg" width="96" height="96" alt=""></a></div>'
        f'<h3 class="userText"><a href="members/{w.user}/" class="username" dir="auto">{w.author}</a><em class="userTitle">Well-Known Member</em></h3>'
        f'<div class="extraUserInfo"><dl class="pairsJustified"><dt>Joined:</dt><dd>{us(joined(w))}</dd></dl><dl class="pairsJustified"><dt>Messages:</dt>'
        f'<dd><a href="search/{w.user}">{w.user * 37}</a></dd></dl></div><span class="arrow"><span></span></span></div></div>'
        '<div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">'
        f'{words(w, quote, br(w))}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div>{sign}<div class="messageMeta ToggleTriggerAnchor">'
        f'<div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/{w.user}/" class="username author" dir="auto">{w.author}</a>,</span>'
        f'<a href="threads/{t.number}/" title="Permalink" class="datePermalink"><span class="DateTime" title="{us(w.when)} at {clock(w.when)}">{us(w.when)}</span></a></span></div>'
        f'<div class="publicControls"><a href="threads/{t.number}/#post-{w.pid}" class="item muted postNumber hashPermalink">#{w.place + 1}</a></div></div></div></li>'
    )


def ips4(w: Written, t: Thread) -> str:
    quote = (
        '<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="{who}" data-ipsquote-contentapp="forums"><div class="ipsQuote_citation">On {when}, {who} said:</div>'
        '<div class="ipsQuote_contents"><p>{said}</p></div></blockquote>'
    )
    return (
        f"<a id='comment-{w.pid}'></a><article id='elComment_{w.pid}' class='cPost ipsBox ipsComment ipsComment_parent ipsClearfix ipsClear ipsColumns ipsColumns_noSpacing'>"
        f"<aside class='ipsComment_author cAuthorPane ipsColumn ipsColumn_medium'><h3 class='ipsType_sectionHead cAuthorPane_author ipsType_blendLinks'><strong><a href='/profile/{w.user}/' class='ipsType_break'>{w.author}</a></strong></h3>"
        f"<ul class='cAuthorPane_info ipsList_reset'><li class='cAuthorPane_photo'><a href='/profile/{w.user}/'><img src='/p/{w.user}.png' alt=''></a></li><li>Members</li><li class='ipsResponsive_hidePhone'>{w.user * 7} posts</li></ul></aside>"
        f"<div class='ipsColumn ipsColumn_fluid'><div id='comment-{w.pid}_wrap' data-commentid='{w.pid}' class='ipsComment_content ipsType_medium ipsFaded_withHover'><div class='ipsComment_meta ipsType_light'>"
        f"<div class='ipsPos_right ipsType_light ipsFaded'><ul class='ipsList_inline'><li><a href='#comment-{w.pid}'>Share</a></li></ul></div><div class='ipsType_reset'><a href='?do=findComment&amp;comment={w.pid}' class='ipsType_blendLinks'>"
        f"Posted <time datetime='{w.when:%Y-%m-%dT%H:%M:%SZ}' title='{w.when:%m/%d/%Y %I:%M  %p}' data-short='7 yr'>{us(w.when)}</time></a></div></div>"
        f"<div class='cPost_contentWrap ipsPad'><div data-role='commentContent' class='ipsType_normal ipsType_richText ipsContained'>{words(w, quote, ps(w))}"
        + (
            f"<span class='ipsType_reset ipsType_medium ipsType_light'><strong>Edited <time datetime='{w.when:%Y-%m-%dT%H:%M:%SZ}' title=''>{us(w.when)}</time> by {w.author}</strong></span>"
            if w.edited
            else ""
        )
        + "</div><div class='ipsItemControls'><ul class='ipsComment_controls ipsClearfix ipsItemControls_left'><li><a href='#'>Quote</a></li></ul></div></div></div></div></article>"
    )


def bbpress(w: Written, t: Thread) -> str:
    quote = '<blockquote><div class="d4p-bbt-quote-title"><a href="#post-1">{who} wrote:</a></div>{said}</blockquote>'
    return (
        f'<div id="post-{w.pid}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date">{us(w.when)} at {w.when:%I:%M} {w.when:%p}</span><a href="#post-{w.pid}" class="bbp-reply-permalink">#{w.pid}</a><span class="bbp-admin-links"></span></div></div>'
        f'<div class="{"odd" if w.place % 2 else "even"} bbp-parent-forum-3 bbp-parent-topic-{t.number} bbp-reply-position-{w.place + 1} user-id-{w.user}{" topic-author" if w.user % 2 else ""} post-{w.pid} reply type-reply status-publish hentry">'
        f'<div class="bbp-reply-author"><a href="/users/{w.user}/" class="bbp-author-avatar" rel="nofollow"><img alt="" src="/a/{w.user}.png" class="avatar avatar-80 photo" height="80" width="80"></a><br /><a href="/users/{w.user}/" class="bbp-author-name" rel="nofollow">{w.author}</a><br /><div class="bbp-author-role">Participant</div></div>'
        f'<div class="bbp-reply-content">{words(w, quote, ps(w))}</div></div>'
    )


def drupal(w: Written, t: Thread) -> str:
    if not w.place:
        return (
            f'<div id="node-{t.number}" class="node node-forum clearfix"><div class="meta"><span class="submitted">{DAYS[w.when.weekday()]}, {w.when:%m/%d/%Y - %H:%M} — <a href="/user/{w.user}" title="View user profile." class="username">{w.author}</a></span>'
            f'<div class="terms terms-inline"><ul class="links inline"><li class="taxonomy_term_1"><a href="/forum/1">General</a></li></ul></div></div><div class="content">{ps(w)}</div><ul class="links inline"><li class="comment_add first last"><a href="/comment/reply/{t.number}">Add new comment</a></li></ul></div>'
        )
    return (
        f'<a id="comment-{w.pid}"></a><div class="comment {"odd" if w.place % 2 else "even"} comment-published"><h3><a href="#comment-{w.pid}" class="active">{" ".join(w.lines[0].split()[:3])[:24]}</a></h3><div class="submitted">Submitted by <a href="/user/{w.user}" class="username">{w.author}</a> '
        f'on {DAYS[w.when.weekday()]}, {w.when:%m/%d/%Y - %H:%M}.</div><div class="content">{ps(w)}</div><ul class="links"><li class="comment_reply first last"><a href="/comment/reply/{w.pid}">reply</a></li></ul></div>'
    )


def subsilver(w: Written, t: Thread) -> str:
    def date(when: datetime) -> str:
        return f"{DAYS[when.weekday()]} {MONTHS[when.month - 1][:3]} {when.day:02}, {when.year} {when:%I:%M} {when:%p}".replace(
            "AM", "am"
        ).replace("PM", "pm")

    row = f"row{1 + w.place % 2}"
    sign = (
        f'<br clear="all" /><div class="postbody"><br />_________________<br />{w.author} rides steel</div>'
        if w.user % 2
        else ""
    )
    quote = '<div class="quotetitle"><b>{who} wrote:</b></div><div class="quotecontent">{said}</div>'
    return (
        f'<table class="tablebg" width="100%" cellspacing="1"><tr class="{row}"><td align="center" valign="middle"><a name="p{w.pid}"></a><b class="postauthor">{w.author}</b></td><td width="100%" height="25"><table width="100%" cellspacing="0"><tr><td class="gensmall" width="100%"><div style="float: left;">&nbsp;<b>Post subject:</b> Re: {t.title}</div>'
        f'<div style="float: right;"><a href="#p{w.pid}"><img src="/i/post.gif" alt="Post"></a><b>Posted:</b> {date(w.when)}&nbsp;</div></td></tr></table></td></tr><tr class="{row}"><td valign="top" class="profile"><table cellspacing="4" align="center" width="150"><tr><td class="postdetails">Member</td></tr></table>'
        f'<span class="postdetails"><br /><b>Joined:</b> {date(joined(w))}<br /><b>Posts:</b> {w.user * 7}<br /><b>Location:</b> Harbour</span></td><td valign="top"><table width="100%" cellspacing="5"><tr><td><div class="postbody">{words(w, quote, br(w))}</div>{sign}<br clear="all" /></td></tr></table></td></tr>'
        f'<tr class="{row}"><td class="profile"><strong><a href="#wrapheader">Top</a></strong></td><td><div class="gensmall" style="float: left;">&nbsp;<a href="/member/{w.user}"><img src="/i/profile.gif" alt="Profile"></a></div></td></tr><tr><td class="spacer" colspan="2" height="1"><img src="/i/spacer.gif" alt="" width="1" height="1"></td></tr></table>'
    )


def vbulletin2(w: Written, t: Thread) -> str:
    colour = "#DFDFDF" if w.place % 2 else "#F1F1F1"
    quote = '<blockquote><font face="verdana" size="1">quote:</font><hr><i>Originally posted by {who} </i><br /><b>{said}</b><hr></blockquote>'
    return (
        f'<table cellpadding="0" cellspacing="0" border="0" bgcolor="#555576" width="100%" align="center"><tr><td><table cellpadding="4" cellspacing="1" border="0" width="100%"><tr><td bgcolor="{colour}" width="175" valign="top" nowrap><a name="post{w.pid}"></a><font face="verdana, arial" size="2"><b>{w.author}</b></font><br />'
        f'<font face="verdana, arial" size="1">Senior Member</font><p><font face="verdana, arial" size="1">Registered: {MONTHS[joined(w).month - 1][:3]} {joined(w).year}<br />Location: Harbour<br />Posts: {w.user * 7}</font></p></td><td bgcolor="{colour}" width="100%" valign="top"><p><font face="verdana, arial" size="1"><img src="/i/icon1.gif" alt=""> <b>{t.title if not w.place else ""}</b></font></p>'
        f'<p><font face="verdana, arial" size="2">{words(w, quote, br(w))}</font></p><p align="right"><font face="verdana, arial" size="1"><a href="/report?p={w.pid}">Report this post to a moderator</a></font></p></td></tr>'
        f'<tr><td bgcolor="{colour}" width="175" height="16" nowrap><font face="verdana, arial" size="1"><img src="/i/posticon.gif" alt="Old Post"> {w.when:%m-%d-%Y} <font color="#777777">{clock(w.when)}</font></font></td><td bgcolor="{colour}" width="100%" valign="middle" height="16"><table width="100%"><tr valign="bottom"><td><font face="verdana" size="1"><a href="/member/{w.user}"><img src="/i/profile.gif" alt=""></a></font></td></tr></table></td></tr></table></td></tr></table>'
    )


def yabb(w: Written, t: Thread) -> str:
    row = "windowbg2" if w.place % 2 else "windowbg"
    number = f"<b>Reply #{w.place} - </b>" if w.place else ""
    quote = '<b>{who} wrote</b>:<br /><div class="quote" style="overflow: auto">{said}</div>'
    sign = (
        f'<hr width="100%" size="1" class="hr" /><div class="sigtext" style="width: 100%">{w.author} rides steel</div>'
        if w.user % 2
        else ""
    )
    return (
        f'<table class="bordercolor" width="100%" cellpadding="4" cellspacing="1"><tr><td class="{row}" valign="top" width="140" rowspan="2"><a name="{w.place}"></a><b><a href="/u/{w.user}">{w.author}</a></b><br /><span class="small">YaBB Newbies<br /><img src="/i/star.gif" alt="*"><br />Offline<br /><br />I love it<br />Posts: {w.user * 7}<br />Gender: <img src="/i/m.gif" alt="male"></span></td>'
        f'<td class="{row}" valign="top" height="100%"><div style="float: left; width: 60%"><span style="float: left"><a href="#{w.place}"><img src="/i/xx.gif" alt=""></a> <b>{"Re: " if w.place else ""}{t.title}</b><br /><span class="small">{number}{MONTHS[w.when.month - 1][:3]} {w.when.day}<sup>{ordinal(w.when.day)}</sup>, {w.when.year} at {w.when:%I:%M}{w.when:%p}</span></span></div>'
        f'<div class="post_buttons" style="float: left; width: 39%"><a href="/q/{w.pid}">Quote</a></div><div style="float: left; width: 99%; padding-top: 10px"><div class="message" style="float: left; width: 100%">{words(w, quote, br(w))}</div></div></td></tr><tr><td class="{row}" valign="bottom"><div style="float: right">IP Logged</div>{sign}</td></tr></table>'
    )


def phpwind(w: Written, t: Thread) -> str:
    quote = '<blockquote class="blockquote"><div class="quote">引用第1楼<i>{who}</i>于发表的&nbsp;:</div><div class="text">{said}</div></blockquote>'
    floor = "楼主" if not w.place else "沙发" if w.place == 1 else f"{w.place}楼"
    sign = f'<div class="sigline"></div><div class="signature">{w.author} 骑钢架车</div>' if w.user % 2 else ""
    name = f"{w.pid}" if w.place else "tpc"
    return (
        f'<a name="{name}"></a><div class="read_t"><table width="100%" cellspacing="0" cellpadding="0" style="table-layout:fixed"><tr><td rowspan="2" class="floot_left"><div class="floot_leftdiv"><div class="readName b"><a href="/u.php?uid={w.user}">{w.author}</a></div><div class="face_img"><img src="/a/{w.user}.gif" width="120" height="120" alt=""></div>'
        f'<div class="user-info"><div>级别: 骑士</div><div>UID: {w.user}</div><div>精华: <span class="s1">0</span></div><div>发帖: <span class="s2">{w.user * 7}</span></div><div>注册时间: <span class="gray">{joined(w):%Y-%m-%d}</span></div><div>最后登录: <span class="gray">2019-12-0{1 + w.user % 9}</span></div></div></div></td>'
        f'<td class="floot_right"><div class="floot"><div class="tiptop"><span class="fr"><a href="javascript:;" class="s2 b cp" title="复制此楼地址">{floor}</a></span><span class="fl gray"><span title="{w.when:%Y-%m-%d %H:%M}">发表于: {w.when:%Y-%m-%d}</span></span></div>'
        f'<div class="tpc_content"><div class="f14" id="read_{name}">{words(w, quote, br(w))}<br /></div></div></div></td></tr><tr><td class="floot_bottom">{sign}<div class="tipad"><span class="fr"><a href="javascript:;">顶端</a></span><a href="/reply?p={w.pid}" class="b_reply">回复</a><a href="/q?p={w.pid}" class="b_quote">引用</a></div></td></tr></table></div>'
    )


def nga(w: Written, t: Thread) -> str:
    quote = '<div class="quote"><a href="/read.php?pid=1" class="b">[-]</a> <span class="b">Post by <span class="b">{who}</span> ({when}):</span><br /><br />{said}</div><br />'
    n = w.place
    return (
        f"<table class='forumbox postbox' cellspacing='1px'><tbody><tr id='post1strow{n}' class='postrow row{1 + n % 2}'><td class='c1'><a id='pid{w.pid}Anchor'></a><span id='posterinfo{n}' class='posterinfo'><div class='postleft'><div class='posterInfoLine'><a name='l{n}'></a><a href='/nuke.php?uid={w.user}' id='postauthor{n}' class='author b'>{w.author}</a></div>"
        f"<div class='stat'>级别: <span class='silver'>学徒</span> 威望: <span>{w.user % 5}</span><br>注册: {joined(w):%y-%m-%d}</div></div></span></td><td class='c2' id='postcontainer{n}'><div class='postInfo' id='postInfo{n}'><a href='javascript:void(0)' name='l{n}' class='vertmod'>#{n}</a> <span id='postdate{n}' title='reply time'>{w.when:%Y-%m-%d %H:%M}</span></div>"
        f"<span id='postcontentandsubject{n}'><h3 id='postsubject{n}'>{t.title if not n else ''}</h3><br /><p id='postcontent{n}' class='postcontent ubbcode'>{words(w, quote, br(w))}</p></span></td></tr></tbody></table>"
    )


def ucoz(w: Written, t: Thread) -> str:
    quote = '<!--uzquote--><div class="bbQuoteBlock"><div class="bbQuoteName" style="padding-left:5px;font-size:7pt"><b>Цитата {who}</b></div><div class="quoteMessage" style="border:1px inset;max-height:200px">{said}</div></div>'
    sign = (
        f'<br /><hr size="1" width="150" align="left" style="margin-right:auto;" /><span class="signatureView">{w.author} на стальной раме</span>'
        if w.user % 2
        else ""
    )
    return (
        f'<tr id="post{w.pid}"><td class="postSeparator"></td></tr><tr><td class="postFirst"><table border="0" width="100%" cellspacing="1" cellpadding="2" class="postTable"><tr><td width="23%" class="postTdTop" align="center"><a class="postUser" href="javascript://" onclick="emo()">{w.author}</a></td><td class="postTdTop">Дата: {RU_DAYS[w.when.weekday()]}, {w.when:%d.%m.%Y, %H:%M} | Сообщение # <a class="postNumberLink" href="javascript://" onclick="p()">{w.place + 1}</a></td></tr>'
        f'<tr><td class="postTdInfo" valign="top"><div class="avatarPosition1"></div><div class="postRankName">Рядовой</div><div class="postUserGroup">Группа: Пользователи</div><div class="numPosts">Сообщений: <span="=">{w.user * 7}</span></div><div class="statusBlock">Статус: <span class="statusOffline">Offline</span></div></td>'
        f'<td class="posttdMessage" valign="top"><span class="ucoz-forum-post" id="ucoz-forum-post-{w.pid}" edit-item="">{words(w, quote, br(w))}</span>{sign}</td></tr><tr><td class="postBottom" align="center">&nbsp;</td><td class="postBottom"><table width="100%"><tr><td><a href="/index/8-{w.user}"><img src="/i/p.gif" alt=""></a></td><td align="right"><a class="goOnTop" href="javascript://"><img src="/i/top.gif" alt=""></a></td></tr></table></td></tr></table></td></tr>'
    )


def xpress(w: Written, t: Thread) -> str:
    if not w.place:
        return (
            f'<div class="rd rd_nav_style2 clear" data-docSrl="{t.number}"><div class="rd_hd clear"><div class="board clear"><div class="top_area ngeb"><div class="fr"><span class="date m_no">{w.when:%Y.%m.%d %H:%M}</span></div><h1 class="np_18px"><a href="/{t.number}">{t.title}</a></h1></div><div class="btm_area clear"><div class="side"><a href="#popup_menu_area" class="member_{w.user}">{w.author}</a></div><div class="side fr"><span>조회 수 <b>312</b></span> <span>댓글 <b>{len(t.posts) - 1}</b></span></div></div></div></div>'
            f'<div class="rd_body clear"><article><div class="document_{t.number}_{w.user} xe_content">{ps(w)}</div></article></div></div>'
        )
    return f'<li id="comment_{w.pid}" class="fdb_itm clear"><div class="meta"><a href="#popup_menu_area" class="member_{w.user}">{w.author}</a> <span class="date">{w.when:%Y.%m.%d %H:%M}</span></div><div class="comment_{w.pid}_{w.user} xe_content">{ps(w)}</div><div class="fdb_nav img_tx"><a href="/vote">추천 <b>{w.user % 4}</b></a><a href="/r?c={w.pid}">댓글</a></div></li>'


def lemmy(w: Written, t: Thread, below: str) -> str:
    day = f"{w.when:%A}, {MONTHS[w.when.month - 1]} {w.when.day}{ordinal(w.when.day)}, {w.when.year} at {w.when:%I:%M:%S %p} GMT+00:00"
    return (
        f'<li class="comment list-unstyled"><article id="comment-{w.pid}" class="details comment-node py-2 border-top border-light"><div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small"><button class="btn btn-sm btn-link text-muted me-2" aria-label="Collapse">-</button>'
        f'<a class="person-listing d-inline-flex align-items-baseline text-info" title="{w.author}" href="/u/{w.user}"><span>{w.author}</span></a><span class="mx-1 badge"></span><span class="me-lg-5 unselectable pointer" data-tippy-content="{w.user % 4} points">{w.user % 4}</span><span class="moment-time pointer unselectable" data-tippy-content="{day}">3Y</span></div>'
        f'<div class="comment-content"><div class="md-div">{ps(w)}</div></div><div class="comment-bottom-btns d-flex"><button class="btn btn-link">reply</button></div></div></article>'
        + (f'<ul class="comments">{below}</ul>' if below else "")
        + "</li>"
    )


def lemmy_opener(w: Written, t: Thread) -> str:
    day = f"{w.when:%A}, {MONTHS[w.when.month - 1]} {w.when.day}{ordinal(w.when.day)}, {w.when.year} at {w.when:%I:%M:%S %p} GMT+00:00"
    return (
        f'<div class="post-listing mt-2"><div class="post-title"><h1 class="h5 d-inline text-break"><a href="/post/{t.number}">{t.title}</a></h1></div><div class="small mb-1 mb-md-0"><a class="person-listing d-inline-flex align-items-baseline text-info" title="{w.author}" href="/u/{w.user}"><span>{w.author}</span></a> to <a class="community-link" href="/c/x">Garden</a> · <span class="moment-time pointer unselectable" data-tippy-content="{day}">3Y</span></div>'
        f'<article id="postContent" class="col-12 card my-2 p-2"><div class="md-div">{ps(w)}</div></article></div>'
    )


def hacker(w: Written, t: Thread, depth: int) -> str:
    age = f'<span class="age" title="{w.when:%Y-%m-%dT%H:%M:%S} 15{w.pid}3"><a href="item?id={w.pid}">3 years ago</a></span>'
    lines = w.lines[0] + "".join(f"<p>{line}" for line in w.lines[1:])
    return (
        f"<tr class='athing comtr' id='{w.pid}'><td><table border='0'><tr><td class='ind' indent='{depth}'><img src='s.gif' height='1' width='{40 * depth}'></td><td valign='top' class='votelinks'><center><a id='up_{w.pid}' href='vote?id={w.pid}'><div class='votearrow' title='upvote'></div></a></center></td><td class='default'><div style='margin-top:2px; margin-bottom:-10px;'><span class='comhead'><a href='user?id={w.user}' class='hnuser'>{w.author}</a> {age} "
        f"<span id='unv_{w.pid}'></span><span class='navs'> | <a href='#{w.pid}' class='clicky' aria-hidden='true'>next</a> <a class='togg clicky' id='{w.pid}' n='1' href='javascript:void(0)'>[–]</a></span></span></div><br><div class='comment'><div class='commtext c00'>{lines}</div><div class='reply'><p><font size='1'><u><a href='reply?id={w.pid}' rel='nofollow'>reply</a></u></font></div></div></td></tr></table></td></tr>"
    )


def hacker_opener(w: Written, t: Thread) -> str:
    age = f'<span class="age" title="{w.when:%Y-%m-%dT%H:%M:%S} 15{w.pid}3"><a href="item?id={w.pid}">3 years ago</a></span>'
    lines = w.lines[0] + "".join(f"<p>{line}" for line in w.lines[1:])
    return (
        f"<table class='fatitem' border='0'><tr class='athing submission' id='{t.number}'><td align='right' valign='top' class='title'><span class='rank'></span></td><td valign='top' class='votelinks'></td><td class='title'><span class='titleline'><a href='item?id={t.number}'>{t.title}</a></span></td></tr><tr><td colspan='2'></td><td class='subtext'><span class='subline'><span class='score' id='score_{w.pid}'>12 points</span> by <a href='user?id={w.user}' class='hnuser'>{w.author}</a> {age} | <a href='hide'>hide</a> | <a href='item?id={t.number}'>{len(t.posts) - 1} comments</a></span></td></tr>"
        f"<tr style='height:2px'></tr><tr><td colspan='2'></td><td><div class='toptext'>{lines}</div></td></tr><tr style='height:10px'></tr><tr><td colspan='2'></td><td><form action='comment' method='post'><textarea name='text' rows='8' cols='80'></textarea><br><br><input type='submit' value='add comment'></form></td></tr></table><br><br>"
    )


@dataclass(frozen=True)
class Program:
    """One program: how a post stands, what stands around all of them, and what it shows."""

    draw: Callable[..., str]
    around: str = "<div>{}</div>"
    language: str = "en"
    opener: Callable[[Written, Thread], str] | None = None
    nests: bool = False
    #: Whether replies stand one level after the other with a number of their depth.
    indents: bool = False
    numbered: bool = True
    quotes: bool = True
    #: Whether quotes stand beside the bodies, where none are looked for.
    beside: bool = False
    #: What its threads are drawn with.
    seed: int = 3


PROGRAMS: dict[str, Program] = {
    "xenforo1": Program(xenforo1, '<ol class="messageList" id="messageList">{}</ol>'),
    "ips4": Program(
        ips4, "<div class='cTopic ipsClear ipsSpacer_top' data-role='commentFeed'>{}</div>", numbered=False
    ),
    "bbpress": Program(
        bbpress,
        '<ul id="topic-1-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li><li class="bbp-body">{}</li><li class="bbp-footer"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li></ul>',
        numbered=False,
    ),
    "drupal": Program(drupal, '<div id="comments">{}</div>', numbered=False, quotes=False),
    "subsilver": Program(subsilver, '<div id="pagecontent">{}</div>', numbered=False),
    "vbulletin2": Program(vbulletin2, "<center>{}</center>", numbered=False),
    "yabb": Program(yabb, "<form>{}</form>"),
    "phpwind": Program(phpwind, '<div id="pw_content">{}</div>', "zh"),
    "nga": Program(nga, "<div id='m_posts_c'>{}</div>", "zh"),
    "ucoz": Program(ucoz, '<table class="gTable" width="100%">{}</table>'),
    "xpress": Program(
        xpress,
        '<div class="fdb_lst_wrp"><ul class="fdb_lst_ul">{}</ul></div>',
        "zh",
        opener=xpress,
        numbered=False,
        quotes=False,
    ),
    "lemmy": Program(
        lemmy, '<ul class="comments">{}</ul>', opener=lemmy_opener, nests=True, numbered=False, quotes=False
    ),
    "hacker": Program(
        hacker,
        '<table border="0" class="comment-tree">{}</table>',
        opener=hacker_opener,
        indents=True,
        numbered=False,
        quotes=False,
    ),
}


def in_order(program: Program, thread: Thread, place: int) -> list[tuple[Written, int]]:
    """The posts of a page in the order in which it shows them, and how deep each stands."""
    posts = thread.pages()[place]
    first, rest = (posts[:1], posts[1:]) if program.opener and place == 0 else ([], posts)
    here = {post.place for post in rest} if program.nests or program.indents else set()

    def below(parent: int | None, depth: int) -> list[tuple[Written, int]]:
        own = [post for post in rest if (post.parent if post.parent in here else None) == parent]
        return [one for post in own for one in ((post, depth), *(below(post.place, depth + 1) if here else ()))]

    return [*((post, 0) for post in first), *below(None, 0)]


def page_of(program: Program, thread: Thread, place: int) -> str:
    """A page of a thread."""
    shown = in_order(program, thread, place)
    opener = ""
    if program.opener and place == 0:
        opener, shown = program.opener(shown[0][0], thread), shown[1:]
    pager = "".join(f'<a href="/t/{thread.number}/{n}">{n + 1}</a> ' for n in range(len(thread.pages())))
    return (
        f"<!DOCTYPE html><html><head><title>{thread.title} - General - The Workbench</title></head><body><div id='header'><a href='/'>The Workbench</a> <a href='/b/3'>General</a> <a href='/login'>Log in</a></div>"
        f"<h1>{thread.title}</h1>{opener}{program.around.format(_drawn(program, thread, shown))}<div class='pager'>{pager}</div><div id='footer'>© 2012-2024 The Workbench <a href='/legal'>Legal</a></div></body></html>"
    )


def _drawn(program: Program, thread: Thread, shown: Sequence[tuple[Written, int]]) -> str:
    if program.indents:
        return "".join(program.draw(post, thread, depth) for post, depth in shown)
    if not program.nests:
        return "\n".join(program.draw(post, thread) for post, _ in shown)
    parts, place = [], 0
    while place < len(shown):
        post, depth = shown[place]
        end = next((n for n in range(place + 1, len(shown)) if shown[n][1] <= depth), len(shown))
        parts.append(program.draw(post, thread, _drawn(program, thread, shown[place + 1 : end])))
        place = end
    return "".join(parts)
