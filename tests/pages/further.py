"""More thread pages after programs: posts over several rows of a table, numbers and names in lines with other words.

As :mod:`tests.pages.programs`, with words drawn by us.
"""

from __future__ import annotations

from tests.made_forums.words import Thread, Written
from tests.pages.programs import DAYS, MONTHS, Program, br, clock, joined, ps, us, words, xenforo1


def signed(w: Written, markup: str) -> str:
    return markup.format(f"{w.author} rides a steel frame") if w.user % 2 else ""


def jforum(w: Written, t: Thread) -> str:
    q = "<blockquote><div><cite>{who} wrote:</cite>{said}</div></blockquote>"
    row = f"row{1 + w.place % 2}"
    s = f'<hr /><span class="gensmall">{w.author} rides a steel frame</span>' if w.user % 2 else ""
    return f'<tr><td colspan="2"><table width="100%"><tr><td class="{"rowt"} postInfo" width="75%"><a name="{w.pid}"></a> <span class="genmed date"><a href="#{w.pid}"><img class="icon_minipost" src="/s.gif" alt="[Post New]" /></a>{w.when:%d/%m/%Y %H:%M:%S} </span></td><td class="rowt postSubject"><span class="genmed subject">Subject: {"Re:" if w.place else ""}{t.title}</span></td><td width="20%" nowrap="nowrap" align="right"><a href="/quote/{w.pid}"><img src="/q.gif" alt="" /></a></td></tr></table></td></tr><tr><td class="{row}" valign="top" align="left" rowspan="2"><table width="100%"><tr><td><span class="name"><b>{w.author}</b></span><br /><span class="posterdetails">Journeyman<br /><img src="/a/{w.user}.jpg" alt="[Avatar]" /><br /><br />Joined: {joined(w):%d/%m/%Y %H:%M:%S}<br />Messages: {w.user * 7}<br />Offline</span></td></tr></table></td><td class="{row}" valign="top" id="post_text_{w.pid}"><span id="subject_{w.pid}"></span><div class="postbody">{words(w, q, br(w))}</div>{s}</td></tr><tr><td class="{row}" height="28" valign="bottom"><a href="/user/{w.user}"><img src="/p.gif" alt="" /></a></td></tr><tr><td class="spaceRow" colspan="2" height="1"><img src="/spacer.gif" alt="" /></td></tr>'


def mvnforum(w: Written, t: Thread) -> str:
    row = "mvnforum-content-row-1" if w.place % 2 else "mvnforum-content-row-2"
    return f'<tr class="postHeader" valign="top"><td class="{row} memberName" nowrap="nowrap"><a name="{w.pid}"></a><a class="memberName" href="/mvnforum/viewmember?member=u{w.user}">{w.author}</a><br/>Stranger<br/><img src="/a/{w.user}.gif" alt="avatar"/><br/><br/>Joined: {joined(w):%b} {joined(w).day}, {joined(w).year}<br/>Post Count: {w.user * 7}<br/>Status: Offline<br/></td><td class="{row}"><table class="noborder" width="95%" align="center" cellpadding="0" cellspacing="0"><tr><td><span class="messageTopic">{"Re: " if w.place else ""}{t.title}</span></td><td align="right"><a href="/mvnforum/addpost?parent={w.pid}"><img src="/r.gif" alt="Reply to this Post"/></a> <a href="/mvnforum/printpost?post={w.pid}">Reply with Quote</a></td></tr><tr><td colspan="2"><hr size="1" noshade="noshade"/></td></tr><tr valign="top"><td colspan="2" class="messageTextEnable">{br(w)}</td></tr></table><br/></td></tr><tr class="{row}"><td colspan="2" align="right"><span class="smallText">[{MONTHS[w.when.month - 1][:3]} {w.when.day}, {w.when.year} {w.when.hour % 12 or 12}:{w.when:%M:%S} {w.when:%p}]</span> <a href="#top">[Link]</a></td></tr>'


def dcforum(w: Written, t: Thread) -> str:
    if not w.place:
        return f'<table border="0" width="100%" cellpadding="5" cellspacing="0" bgcolor="#ffffff"><tr bgcolor="#cccccc"><td><font size="2" face="verdana"><b>"{t.title}"</b></font></td></tr><tr><td><font size="1" face="verdana"><strong>Posted by <a href="/u?az=user_profiles&u={w.user}">{w.author}</a> on {MONTHS[w.when.month - 1][:3]}-{w.when:%d-%y} at {w.when:%I:%M %p}</strong></font></td></tr><tr><td><font size="2" face="verdana">{br(w)}</font></td></tr></table>'
    return f'<a name="{w.place}"></a><table border="0" width="100%" cellpadding="5" cellspacing="0" bgcolor="#ffffff"><tr bgcolor="#dddddd"><td><font size="2" face="verdana"><strong>{w.place}. "RE: {t.title}"</strong></font></td></tr><tr><td><font size="1" face="verdana"><strong>Posted by <a href="/u?az=user_profiles&u={w.user}">{w.author}</a> on {MONTHS[w.when.month - 1][:3]}-{w.when:%d-%y} at {w.when:%I:%M %p}</strong></font></td></tr><tr><td><font size="2" face="verdana">{br(w)}</font></td></tr><tr><td align="right"><font size="1"><a href="/alert?m={w.place}">Alert</a> | <a href="/edit?m={w.place}">Edit</a> | <a href="/r?m={w.place}">Reply</a> | <a href="#top">Top</a></font></td></tr></table>'


def kunena(w: Written, t: Thread) -> str:
    q = '<blockquote><p class="kmsgtext-quote"><b>{who} wrote:</b> {said}</p></blockquote>'
    return f'<div class="row-fluid message"><div class="span2 hidden-phone"><ul class="unstyled center profilebox"><li><strong><a class="kwho-user hasTooltip" href="/profile/{w.user}" title="View {w.author}&#39;s Profile" data-original-title="View {w.author}&#39;s Profile">{w.author}</a></strong></li><li><a class="kwho-user hasTooltip" href="/profile/{w.user}"><img class="img-rounded kavatar" src="/a/{w.user}.jpg" width="90" height="90" alt="{w.author}&#39;s Avatar" /></a></li><li><span class="label label-default">Offline</span></li><li>Senior Member</li></ul><div class="profile-expand center"><span class="heading btn btn-small">More</span><div class="content"><ul class="unstyled"><li>Posts: {w.user * 7}</li><li>Thank you received: {w.user % 5}</li></ul></div></div></div><div class="span10 message-unpublished"><small class="text-muted pull-right hidden-phone" style="margin-top:-5px;"><span class="icon icon-clock"></span> <span class="kdate " title="{w.when:%d %b %Y %H:%M}">{w.when:%d} {w.when:%b} {w.when:%Y} {w.when:%H:%M}</span> <span class="visible-phone"> - {w.when:%d} {w.when:%b} {w.when:%H:%M}</span> <a href="#{w.pid}" id="{w.pid}" rel="canonical">#{w.pid}</a></small><div class="badger-left badger-info" data-badger="{w.author} replied the topic: {t.title}"><div class="kmessage"><h3 class="hidden">Replied by {w.author} on topic {t.title}</h3><div class="kmsg">{words(w, q, br(w))}</div></div></div><div class="ksig">{signed(w, "<hr><span class=ksignature>{}</span>")}</div></div></div><div class="row-fluid"><div class="span10 offset2 hidden-phone"><p>Please <a href="/login">Log in</a> or <a href="/reg">Create an account</a> to join the conversation.</p></div></div>'


def debbugs(w: Written, t: Thread) -> str:
    tz = "+0000"
    return f'<hr><p class="msgreceived"><a name="{w.pid}"></a><a name="msg{w.pid}"></a><a href="#{w.pid}">Message #{w.pid}</a> received at t{t.number}@bugs.example (<a href="bugreport.cgi?msg={w.pid}">full text</a>, <a href="?mbox=yes;msg={w.pid}">mbox</a>, <a href="mailto:x">reply</a>):</p><div class="headers"><img src="/libravatar.cgi?email={w.user}" alt=""><div class="header"><span class="headerfield">From:</span> {w.author} &lt;u{w.user}@mail.example&gt;</div><div class="header"><span class="headerfield">To:</span> t{t.number}@bugs.example</div><div class="header"><span class="headerfield">Subject:</span> {"Re: " if w.place else ""}{t.title}</div><div class="header"><span class="headerfield">Date:</span> {DAYS[w.when.weekday()]}, {w.when.day} {MONTHS[w.when.month - 1][:3]} {w.when.year} {w.when:%H:%M:%S} {tz}</div></div><pre class="message">{chr(10).join(w.lines)}</pre>'


def bugzilla(w: Written, t: Thread) -> str:
    return f'<div id="c{w.place}" class="bz_comment{" bz_first_comment" if not w.place else ""}"><div class="{"bz_first_comment_head" if not w.place else "bz_comment_head"}"><span class="bz_comment_actions">[<a class="bz_reply_link" href="#add_comment">reply</a>] [<a href="#" class="bz_collapse_comment">−</a>]</span><span class="bz_comment_number"><a href="show_bug.cgi?id={t.number}#c{w.place}">{"Description" if not w.place else f"Comment {w.place}"}</a></span><span class="bz_comment_user"><span class="vcard vcard_{w.user}"><span class="fn">{w.author}</span></span></span><span class="bz_comment_user_images"></span><span class="bz_comment_time">{w.when:%Y-%m-%d %H:%M:%S} UTC</span></div><pre class="bz_comment_text">{chr(10).join(w.lines)}</pre></div>'


def iteye(w: Written, t: Thread) -> str:
    q = '<div class="quote_title">{who} 写道</div><div class="quote_div">{said}</div>'
    return f'<div class="topic_post" id="p{w.pid}"><table><tr><td class="author"><ul><li class="name"><a href="/u{w.user}" title="{w.author}">{w.author}</a></li><li>等级: 初级会员</li><li>文章: {w.user * 3}</li><li>积分: {w.user * 10}</li></ul></td><td class="postcontent"><div class="date"><span class="right"><a href="#" class="post_link">#{w.place + 1}</a></span>发表时间：{w.when:%Y-%m-%d} &nbsp; {w.when:%H:%M}</div><div class="postbody"><div class="body clearfix">{words(w, q, br(w))}</div>{f"<div class=edit>最后修改：{w.when:%Y-%m-%d}</div>" if w.edited else ""}{signed(w, "<div class=sign>{}</div>")}</div></td></tr></table></div>'


def thinksns(w: Written, t: Thread) -> str:
    return f'<dl class="comment_list" id="comment_list_c_{w.pid}"><dt><a href="/space/{w.user}"><img src="/a/{w.user}.jpg"/></a></dt><dd><p class="cont"><a href="/space/{w.user}" class="name">{w.author}</a>：<em>{"".join(w.lines)}</em></p><p class="info"><span class="right"><a href="javascript:void(0)">回复</a></span><span>{w.when:%Y-%m-%d %H:%M}</span></p></dd></dl>'


def cars(w: Written, t: Thread) -> str:  # car board (autohome old)
    q = '<div class="quote"><div class="quote-tit">回复 <a href="/u">{who}</a> 的帖子</div><div>{said}</div></div>'
    return f'<div class="clearfix contstxt outer-section" id="F{w.place}" data-pk="{w.pid}"><div class="conleft fl"><ul class="maxw"><li class="txtcenter fw"><a xname="uname" href="/u/{w.user}" target="_blank" title="{w.author}">{w.author}</a></li></ul><ul class="leftlist"><li>精华：<a href="/j">0帖</a></li><li>帖子：<a href="/t">{w.user * 3}</a></li><li>注册：{joined(w).year}年{joined(w).month}月{joined(w).day}日</li><li>来自：<a href="/c">青岛</a></li></ul></div><div class="conright fl"><div class="rconten"><div class="rtopcon rtopconnext"><button class="fr" name="floor">{"楼主" if not w.place else f"{w.place}#"}</button><div class="plr26 rtopconnext"><span>发表于</span> <span xname="date">{w.when:%Y-%m-%d %H:%M:%S}</span> <a href="/app">来自 手机版</a></div></div><div class="conttxt"><div class="w740"><div xname="content"><div class="tz-paragraph">{words(w, q, br(w))}</div></div></div></div><div class="rconfoot"><a href="#">回复</a></div></div></div></div>'


def xcar(w: Written, t: Thread) -> str:
    return f'<div class="main item" id="delete_{w.pid}"><form><table cellspacing="1" cellpadding="0" class="t_row"><tr style="height:100%"><td class="t_user"><a name="pid{w.pid}"></a><a href="/space?uid={w.user}" class="bold">{w.author}</a><p class="smalltxt">注册会员</p><p>UID {w.user}<br>帖子 {w.user * 7}<br>注册 {joined(w):%Y-%m-%d}<br></p></td><td class="t_msg"><table height="100%"><tr><td><div class="mt-message-head">#{w.place + 1} | 发表于 <span>{w.when:%Y-%m-%d %H:%M}</span> | <a href="/a">只看他</a></div></td></tr><tr><td valign="top" class="line"><div id="message{w.pid}" class="t_msgfont1"><font style="font-size:14px">{br(w)}</font></div></td></tr><tr><td class="line"><a href="/q">引用</a></td></tr></table></td></tr></table></form></div>'


def oschina(w: Written, t: Thread) -> str:
    return f'<li id="rpl_{w.pid}"><table class="ostable"><tr><td class="portrait"><a href="/u/{w.user}"><img src="/a/{w.user}.jpg" alt="{w.author}" title="{w.author}" class="SmallPortrait"></a></td><td class="body"><div class="r_title">{w.place}楼：<b><a href="/u/{w.user}">{w.author}</a></b> 发表于 {w.when:%Y-%m-%d %H:%M}&nbsp;<a href="javascript:">回复此评论</a></div><div class="r_content TextContent">{ps(w)}</div></td></tr></table></li>'


def oschina_opener(w: Written, t: Thread) -> str:
    return f'<div class="QuestionInfo"><h1>{t.title}</h1><div class="stat"><a href="/u/{w.user}">{w.author}</a> 发布于 {w.when:%Y-%m-%d %H:%M}, {w.place + 5}回/{w.user * 31}阅</div></div><div class="detail">{ps(w)}</div>'


def ubb(w: Written, t: Thread) -> str:
    bg = "#F7F7F7" if w.place % 2 else "#DEDFDF"
    q = '<BLOCKQUOTE><font size="1" face="Verdana, Arial">quote:</font><HR>Originally posted by {who}:<BR><B>{said}</B><HR></BLOCKQUOTE>'
    return f'<tr bgcolor="{bg}"><td width=18% valign=top><FONT SIZE="2" face="Verdana, Arial"><B>{w.author}</B></font><BR><FONT SIZE="1" face="Verdana, Arial">Member</FONT><BR><BR><FONT SIZE="1" face="Verdana, Arial">Posts: {w.user * 7}<BR>From: Harbour<BR>Registered: {joined(w):%b} {joined(w).year}</FONT></td><td><IMG SRC="icons/icon1.gif" BORDER=0> <FONT SIZE="1" color="#000080" face="Verdana, Arial">posted {w.when:%m-%d-%Y} {w.when:%I:%M %p} &nbsp;&nbsp; <A HREF="profile?u={w.user}"><IMG SRC="profile.gif" BORDER=0 ALT="Click Here to See the Profile for {w.author}"></A> &nbsp; <A HREF="edit?p={w.place}"><IMG SRC="edit.gif" BORDER=0 ALT="Edit/Delete Message"></A></FONT><HR><FONT SIZE="2" FACE="Verdana, Arial">{words(w, q, br(w))}</FONT><P align="right"><FONT SIZE="1">IP: Logged</FONT></p></td></tr>'


def lobsters(w: Written, t: Thread, below: str) -> str:
    return f'<li class="comments_subtree"><input id="comment_folder_{w.pid}" class="comment_folder_button" type="checkbox"><div id="c_{w.pid}" data-shortid="x{w.pid}" class="comment"><label for="comment_folder_{w.pid}" class="comment_folder"></label><div class="voters"><a class="upvoter" href="/login">{w.user % 4}</a></div><div class="details"><div class="byline"><a href="/~{w.user}"><img srcset="/avatars/{w.user}-16.png 1x" class="avatar" alt="{w.author} avatar" loading="lazy" width="16" height="16"></a> <a class="u-author" href="/~{w.author}">{w.author}</a> <a href="/c/{w.pid}"><time title="{w.when:%Y-%m-%d %H:%M:%S}" datetime="{w.when:%Y-%m-%d %H:%M:%S}">3 years ago</time></a> <span class="reason"></span> | <a tabindex="0" class="commenter_flag">flag</a> | <a>reply</a></div><div class="comment_text">{ps(w)}</div></div></div><ol class="comments">{below}</ol></li>'


def lobsters_opener(w: Written, t: Thread) -> str:
    return f'<ol class="stories list"><li id="story_{t.number}" class="story"><div class="story_liner h-entry"><div class="voters"><a class="upvoter" href="/login">{w.user % 4}</a></div><div class="details"><span class="link h-cite u-repost-of"><a class="u-url" href="/s/{t.number}" rel="ugc">{t.title}</a></span> <span class="tags"><a class="tag tag_ask" href="/t/ask">ask</a></span><div class="byline"><a href="/~{w.user}"><img class="avatar" alt="{w.author} avatar" width="16" height="16"></a> <span> authored by </span><a class="u-author h-card user_is_author" href="/~{w.author}">{w.author}</a> <time title="{w.when:%Y-%m-%d %H:%M:%S}" datetime="{w.when:%Y-%m-%d %H:%M:%S}">3 years ago</time> <span> | </span><span class="comments_label"><a href="/s/{t.number}">12 comments</a></span></div></div></div></li></ol><div class="story_content"><div class="story_text">{ps(w)}</div></div>'


def dcinside(w: Written, t: Thread) -> str:
    if not w.place:
        return f'<div class="gallview_head clear"><h3 class="title"><span class="title_subject">{t.title}</span></h3><div class="gall_writer" data-nick="{w.author}" data-uid="u{w.user}"><div class="fl"><span class="nickname"><em>{w.author}</em></span><span class="gall_date" title="{w.when:%Y-%m-%d %H:%M:%S}">{w.when:%Y.%m.%d %H:%M:%S}</span></div><div class="fr"><span class="gall_count">조회 {w.user * 31}</span></div></div></div><div class="gallview_contents"><div class="inner clear"><div class="writing_view_box"><div class="write_div">{ps(w)}</div></div></div></div>'
    return f'<li id="comment_li_{w.pid}" class="ub-content"><div class="cmt_info clear" data-no="{w.pid}"><div class="cmt_nickbox"><span class="gall_writer ub-writer" data-nick="{w.author}" data-uid="u{w.user}"><span class="nickname in" title="{w.author}"><em>{w.author}</em></span></span></div><div class="clear cmt_txtbox btn_reply_write_all"><p class="usertxt ub-word">{br(w)}</p></div><div class="fr clear"><span class="date_time">{w.when:%Y.%m.%d %H:%M:%S}</span><div class="cmt_mdf_del"></div></div></div></li>'


def headed(w: Written, t: Thread) -> str:
    return (
        f'<div class="titleBar"><p id="pageDescription" class="muted">Discussion in <a href="/b/3">General</a> started by <a href="members/{w.user}/" class="username" dir="auto">{w.author}</a>, '
        f'<span class="DateTime" title="{us(w.when)} at {clock(w.when)}">{us(w.when)}</span>. A line of the board over all.</p></div>{xenforo1(w, t)}'
    )


FURTHER: dict[str, Program] = {
    "jforum": Program(
        jforum,
        '<table class="forumline" width="100%" cellspacing="1" cellpadding="3" border="0"><tr><th class="thleft" nowrap="nowrap" width="150" height="26">Author</th><th class="thright" nowrap="nowrap" width="100%">Message</th></tr>{}</table>',
        numbered=False,
    ),
    "mvnforum": Program(
        mvnforum,
        '<table class="tborder" width="95%" cellspacing="0" cellpadding="5" align="center"><tr class="mvnforum-content-row-header"><td width="20%">Author</td><td width="80%"></td></tr>{}</table>',
        numbered=False,
        quotes=False,
    ),
    "dcforum": Program(dcforum, quotes=False),
    "kunena": Program(kunena, '<div id="kunena" class="layout">{}</div>', numbered=False),
    "debbugs": Program(debbugs, "{}", numbered=False, quotes=False),
    "bugzilla": Program(
        bugzilla, '<table class="bz_comment_table"><tr><td>{}</td></tr></table>', quotes=False, seed=102
    ),
    "iteye": Program(iteye, '<div id="main">{}</div>', "zh"),
    "thinksns": Program(thinksns, '<div class="comment_lists">{}</div>', "zh", numbered=False, quotes=False),
    "cars": Program(cars, '<div id="maxwrap-reply">{}</div>', "zh"),
    "xcar": Program(xcar, '<div class="F_box">{}</div>', "zh", quotes=False),
    "oschina": Program(oschina, '<ul class="comments">{}</ul>', "zh", opener=oschina_opener, quotes=False),
    "ubb": Program(
        ubb,
        '<table border=0 cellpadding=4 cellspacing=1 width=95%><tr bgcolor="#DEDFDF"><td valign=middle width=18%><FONT SIZE="1" face="Verdana"><B>Author</B></FONT></TD><td valign=middle><FONT SIZE="1" FACE="Verdana"><B>Topic: &nbsp; Thread</B></FONT></td></tr>{}</table>',
        numbered=False,
    ),
    "lobsters": Program(
        lobsters,
        '<ol class="comments comments1">{}</ol>',
        opener=lobsters_opener,
        nests=True,
        numbered=False,
        quotes=False,
    ),
    "dcinside": Program(
        dcinside,
        '<div class="comment_box"><ul class="cmt_list">{}</ul></div>',
        "zh",
        opener=dcinside,
        numbered=False,
        quotes=False,
    ),
    "headed": Program(xenforo1, '<ol class="messageList" id="messageList">{}</ol>', opener=headed),
}
