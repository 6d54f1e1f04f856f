"""More thread pages after programs, Chinese ones: openers with frames of their own, numbers beside numbers and dates.

As :mod:`tests.pages.programs`, with words drawn by us.
"""

from __future__ import annotations

from tests.made_forums.words import Thread, Written
from tests.pages.programs import Program, br, ps, words


def v2ex_opener(w: Written, t: Thread) -> str:
    return (
        f'<div class="box" style="border-bottom: 0px;"><div class="header"><div class="fr"><a href="/member/{w.user}"><img src="/a/{w.user}.png" class="avatar" border="0" alt="{w.author}" /></a></div><a href="/">工作台</a> <span class="chevron">&nbsp;›&nbsp;</span> <a href="/go/b">综合</a><div class="sep10"></div><h1>{t.title}</h1><div id="topic_{t.number}_votes" class="votes"><a href="javascript:" class="vote"><li class="fa fa-chevron-up"></li></a></div> &nbsp; <small class="gray"><a href="/member/{w.user}">{w.author}</a> · <span title="{w.when:%Y-%m-%d %H:%M:%S} +08:00">3 年前</span> · {w.user * 31} 次点击</small></div>'
        f'<div class="cell"><div class="topic_content"><div class="markdown_body">{ps(w)}</div></div></div></div><div class="sep20"></div>'
    )


def v2ex(w: Written, t: Thread) -> str:
    return (
        f'<div id="r_{w.pid}" class="cell"><table cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td width="48" valign="top" align="center"><img src="/a/{w.user}.png" class="avatar" border="0" align="default" alt="{w.author}" /></td><td width="10" valign="top"></td><td width="auto" valign="top" align="left"><div class="fr"><div id="thank_area_{w.pid}" class="thank_area"><a href="#;" class="thank" style="color: #ccc;">隐藏</a> &nbsp; <a href="#;" class="thank">感谢回复者</a></div> &nbsp; <span class="no">{w.place}</span></div>'
        f'<div class="sep3"></div><strong><a href="/member/{w.user}" class="dark">{w.author}</a></strong>&nbsp; &nbsp;<span class="ago" title="{w.when:%Y-%m-%d %H:%M:%S} +08:00">3 年前</span> <div class="sep5"></div><div class="reply_content">{br(w)}</div></td></tr></table></div>'
    )


def tianya_opener(w: Written, t: Thread) -> str:
    return (
        f'<div id="post_head" class="atl-head"><h2 class="atl-title"><span class="s_title"><span>{t.title}</span></span></h2><div class="atl-menu clearfix js-bbs-act"><div class="atl-info"><span>楼主：<a href="/u/{w.user}" target="_blank" class="js-vip-check" uid="{w.user}" uname="{w.author}">{w.author}</a></span> <span>时间：{w.when:%Y-%m-%d %H:%M:%S} </span></div></div></div>'
        f'<div class="atl-item host-item"><div class="atl-content"><div class="atl-con-hd clearfix"></div><div class="atl-con-bd clearfix"><div class="bbs-content clearfix">　　{"<br>　　".join(w.lines)}</div></div></div></div>'
    )


def tianya(w: Written, t: Thread) -> str:
    return (
        f'<div class="atl-item" id="{w.place}" replyid="{w.pid}" _host="{w.author}" js_username="{w.user}" js_restime="{w.when:%Y-%m-%d %H:%M:%S}"><div class="atl-head"><div class="atl-info"><span>作者：<a href="/u/{w.user}" target="_blank" class="js-vip-check" uid="{w.user}" uname="{w.author}">{w.author}</a></span> <span>时间：{w.when:%Y-%m-%d %H:%M:%S}</span></div></div>'
        f'<div class="atl-content"><div class="atl-con-hd clearfix"><div class="atl-con-hd-l"></div></div><div class="atl-con-bd clearfix"><div class="bbs-content">　　{"<br>　　".join(w.lines)}</div><div class="atl-reply" id="r{w.pid}">来自 <a class="a-link" href="/m">天涯社区(微论)客户端</a> |<a href="javascript:void(0);" class="a-link acl-share">举报</a> | <span>{w.place}楼</span> |<a class="a-link-2 ir-shang" href="/shang">打赏</a> | <a class="a-link-2 reply" href="#fabu_anchor">回复</a> |<a class="a-link-2 ir-remark">评论</a></div></div></div></div>'
    )


def discuz_touch(w: Written, t: Thread) -> str:
    quote = '<div class="quote"><blockquote><font size="2"><a href="#pid1"><font color="#999999">{who} 发表于 2021-1-1 10:11</font></a></font><br />{said}</blockquote></div><br />'
    return (
        f'<div class="plc cl" id="pid{w.pid}"><div class="avatar"><img src="/avatar.php?uid={w.user}" /></div><div class="display pi{" pione" if not w.place else ""}" href="#replybtn_{w.pid}"><ul class="authi"><li class="mtit"><span class="y"><em>{"楼主" if not w.place else f"{w.place + 1}#"}</em></span><span class="z"><a href="/home.php?uid={w.user}">{w.author}</a></span></li><li class="mtime"><span class="y"><i class="dm-eye"></i><em>{w.user * 7}</em></span>{w.when.year}-{w.when.month}-{w.when.day} {w.when:%H:%M:%S}</li></ul>'
        f'<div class="message">{words(w, quote, br(w))}</div></div><div id="replybtn_{w.pid}" class="replybtn" style="display:none;"><input type="button" class="redirect button" value="回复" href="/post?p={w.pid}" /></div></div>'
    )


def xiuno_opener(w: Written, t: Thread) -> str:
    return f'<div class="card card-thread"><div class="card-body"><div class="media"><a href="/user-{w.user}.htm" tabindex="-1"><img class="avatar-3 mr-3" src="/a/{w.user}.png"></a><div class="media-body"><h4 class="break-all">{t.title}</h4><div class="d-flex justify-content-between small"><div><span class="username"><a href="/user-{w.user}.htm" class="text-muted font-weight-bold">{w.author}</a></span><span class="date text-grey ml-2">{w.when:%Y-%m-%d %H:%M}</span><span class="text-grey ml-2"><i class="icon-eye"></i> {w.user * 9}</span></div></div></div></div><hr /><div class="message break-all" isfirst="1">{ps(w)}</div></div></div>'


def xiuno(w: Written, t: Thread) -> str:
    quote = '<blockquote class="blockquote"><a href="/user-9.htm" class="text-small text-muted user"><img class="avatar-1" src="/a/9.png">{who}</a>{said}</blockquote>'
    return (
        f'<li class="media post" data-pid="{w.pid}" data-uid="{w.user}"><a href="/user-{w.user}.htm" tabindex="-1"><img class="avatar-3 mr-3" src="/a/{w.user}.png"></a><div class="media-body"><div class="d-flex justify-content-between small text-muted"><div><span class="username"><a href="/user-{w.user}.htm" class="text-muted font-weight-bold">{w.author}</a></span><span class="date text-grey ml-2">{w.when:%Y-%m-%d %H:%M}</span></div><div><span class="floor-parent"><a href="/p-{w.pid}" class="post_reply mr-3"><i class="icon-reply"></i> 引用</a><span class="floor mr-0">{w.place + 1}</span>楼</span></div></div>'
        f'<div class="message mt-1 break-all">{words(w, quote, br(w))}</div></div></li>'
    )


def csdn(w: Written, t: Thread) -> str:
    floor = "楼主" if not w.place else f"#{w.place} 得分：0"
    head = f"<h3>{t.title}</h3>" if not w.place else ""
    return (
        f'<a name="post-{w.pid}"></a><table border="0" cellspacing="0" cellpadding="0" class="post {"topic" if not w.place else ""}" id="post-{w.pid}" data-post-id="{w.pid}" data-user-id="{w.user}"><colgroup><col width="180"/><col/></colgroup><tr><td rowspan="2" valign="top" class="wirter"><div class="user_info"><dl><dt class="user_head" data-username="{w.user}"><a href="/u/{w.user}"><img alt="{w.author}" src="/a/{w.user}.jpg" /></a></dt><dd class="username"><a href="/u/{w.user}" title="{w.author}" target="_blank">{w.author}</a></dd><dd class="nickname"><span>{w.author}</span></dd><dt>等级</dt><dd><img src="/lv/{w.user % 5}.png" alt="" /></dd><dt>结帖率</dt><dd>{w.user % 100}.00%</dd></dl></div></td>'
        f'<td valign="top" class="post_info {"topic" if not w.place else ""}" data-type="t"><div class="data"><span class="fr"><a href="#post-{w.pid}">{floor}</a></span><span class="time">发表于：{w.when:%Y-%m-%d %H:%M:%S}</span></div>{head}<div class="post_body"><div class="tag"></div>{br(w)}</div></td></tr><tr><td valign="bottom" class="foot"><div class="control_area"><a class="digg">对我有用[<span>{w.user % 4}</span>]</a><a href="#">引用</a><a href="#">举报</a></div></td></tr></table>'
    )


def short_dates(w: Written, t: Thread) -> str:
    return (
        f'<div class="reply"><p class="by"><a href="/u/{w.user}">{w.author}</a> {w.when:%y-%m-%d %H:%M}<span class="no">{w.place + 1}#</span></p>'
        f'<div class="c">{br(w)}</div></div>'
    )


BOARDS: dict[str, Program] = {
    "v2ex": Program(
        v2ex,
        '<div class="box"><div class="cell"><div class="fr" style="margin: -3px -5px 0px 0px;"><a href="/tag/a" class="tag"><li class="fa fa-tag"></li> 骑车</a></div><span class="gray">12 条回复 &nbsp;<strong class="snow">•</strong> &nbsp;2021-02-03 11:12:13 +08:00</span></div>{}</div>',
        "zh",
        opener=v2ex_opener,
        quotes=False,
    ),
    "tianya": Program(tianya, '<div class="atl-main">{}</div>', "zh", opener=tianya_opener, quotes=False, seed=4),
    "discuz_touch": Program(discuz_touch, '<div class="viewthread">{}</div>', "zh"),
    "xiuno": Program(
        xiuno,
        '<div class="card card-postlist"><div class="card-body"><div class="card-title"><div class="d-flex justify-content-between"><div><b>最新回复</b> (<span class="posts">12</span>)</div></div></div><ul class="list-unstyled postlist">{}</ul></div></div>',
        "zh",
        opener=xiuno_opener,
    ),
    "csdn": Program(csdn, '<div class="mod_topic_wrap">{}</div>', "zh", quotes=False),
    "short_dates": Program(short_dates, '<div id="thread">{}</div>', "zh", quotes=False),
}
