"use strict";
// The report's own script. Whatever comes from pages is put in as text, never as markup; pages are shown in a frame that
// runs no scripts. Data: see newsbody/report/sites.py.
(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const ZH = {
    "Sites": "站点", "What to look at": "需要查看", "Addresses": "网址", "Rules": "规则", "Pages": "页面", "When": "时间", "Overview": "概览",
    "made": "生成于", "pages": "页面", "addresses": "网址", "articles": "文章", "posts": "帖子", "threads": "主题", "rules": "规则",
    "topic": "主题页", "list": "列表页", "other": "其他", "article": "文章", "thread": "帖子页",
    "Light or dark": "浅色／深色", "no host": "无主机名", "Everything looks right.": "一切正常。",
    "watch doubted": "规则受到怀疑：近来不匹配的页面多于匹配的", "watch unmatched": "个页面不匹配站点规则，由提取器读取", "watch empty": "个本应有正文的页面没有正文", "watch undecided": "个页面有较多内容无法确定",
    "watch unsure": "哪些网址是主题页还不确定：请点击一个主题页网址", "watch empty_items": "个条目没有正文", "watch duplicates": "个条目与另一条几乎相同", "watch truncated": "个主题缺少部分页面", "undecided": "未定", "doubted": "受怀疑",
    "show": "查看", "Decision graph": "决策图", "Prefix tree": "前缀树", "Clusters": "聚类", "What addresses are": "网址的类别",
    "graph_help": "每个点是 ρ 与 δ 相同的网址，面积表示数量；红色为聚类中心，编号与下表一致。悬停或用 Tab 键查看网址。",
    "tree_help": "网址按类型化的区段从左到右展开。点击或用方向键打开；红色编号为聚类中心。", "more branches": "个更小的分支", "all": "全部",
    "no.": "编号", "count": "数量", "kind": "类别", "pattern and examples": "模式与示例", "Topics match": "主题页匹配", "confidence": "置信度", "evidence": "依据",
    "learned": "学得", "stored": "已保存", "not stored": "未保存", "pinned": "已固定", "confirmed": "已确认", "unpinned": "取消固定", "superseded": "被取代", "learned again": "重新学习", "widened": "扩展", "by hand": "人工",
    "No addresses are known of this site.": "没有该站点的网址。", "No rule is known of this site.": "没有该站点的规则。", "Its pages are read by the extractor.": "页面由提取器读取。",
    "rule": "规则", "life": "历程", "state": "状态", "matched": "匹配", "missed": "未匹配", "margin": "领先", "votes": "票数", "generation": "第几代", "weight": "权重",
    "body": "正文", "left out": "排除", "quote": "引用", "author": "作者", "time": "时间", "position": "楼层", "post": "帖子", "post_id": "帖子编号",
    "leave_out": "排除", "quotes": "引用", "furniture": "站点套话", "seen": "见过的元素", "before": "正文之前", "day_first": "日在前",
    "No pages were given.": "没有提供页面。", "pages_help": "用 `newsbody report 页面…` 加入保存的页面。", "all pages": "全部", "without a body": "无正文", "by the extractor": "由提取器",
    "by": "读取方式", "article rule": "文章规则", "thread rule": "帖子规则", "auto": "提取器 auto", "characters": "字", "why_help": "把鼠标移到着色的文字上，或按 ‹ ›，查看原因。点击某处可选作正文。",
    "Previous": "上一处", "Next": "下一处", "the rule takes": "规则选取", "the rule leaves out": "规则排除", "a line that the site repeats": "站点在各页重复的行", "outside of what the rule takes": "不属于规则选取的内容",
    "probability of body": "是正文的概率", "stands on other pages of the site": "同样的文字也出现在该站点其他页面，页数：", "Shown without its looks: the page is large.": "页面很大，只显示文字。",
    "This page is too large for the report.": "页面太大，未收入报告。",
    "its place relative to the node and segment with most text": "与文字最多的节点的位置关系", "what else stands in its blocks": "所在区块的其他内容", "other paragraphs of the same template": "同一模板的其他段落",
    "the names of the elements around it": "周围元素的名称", "its links and those around it": "自身及周围的链接", "headings, title and description of the page": "页面的标题与描述", "the body that the page's own data declare": "页面数据声明的正文",
    "phrases such as copyright or editors' lines": "版权、编辑等惯用语", "its neighbours": "相邻段落", "its own text: length, sentence ends, tag": "自身文字：长度、句末、标签", "the page hides it": "页面将其隐藏",
    "speaks for body": "支持正文", "speaks against": "反对", "Take this for the body": "把这里作为正文", "Which element?": "哪个元素？", "matches on this page": "本页匹配数",
    "kind of page": "页面类型", "Type this line, and the next crawl uses it:": "输入这一行，下次抓取即生效：", "Copy": "复制", "Copied": "已复制", "Try it": "试一试", "Pin it": "固定此规则", "Close": "关闭",
    "pages match": "个页面匹配", "Stored and pinned. The next crawl uses it.": "已保存并固定。下次抓取即生效。", "That did not work": "没有成功", "This address is a topic": "这个网址是主题页", "Which addresses are topics is learned from it:": "据此学习哪些网址是主题页：", 
    "Articles and posts": "文章与帖子", "No item says when it was published.": "没有条目注明发布时间。", "No crawl was given.": "没有提供抓取结果。", "items_help": "用 `newsbody report --items out` 加入抓取结果（输出文件夹，或数据库网址）。",
    "memory of pages": "记住的页面", "watch nameless": "这些页面没有说明属于哪个站点：用 --host 指明", "examples": "示例", "by day": "按天", "by month": "按月",
  };
  const EN = {
    "watch doubted": "a rule is doubted: of late more pages missed it than matched", "watch unmatched": "pages do not match the rule of the site and are read by the extractor", "watch empty": "pages that should have a body have none",
    "watch undecided": "pages of which much is undecided", "watch unsure": "Which addresses are topics is not sure: click one that is", "watch empty_items": "items without a body",
    "watch duplicates": "items say nearly what another says", "watch truncated": "threads of which pages are missing",
    "watch nameless": "These pages do not say which site they are of: say it with --host",
    graph_help: "Each dot stands for addresses with equal ρ and δ, its area for their number; red are the centres, numbered as in the table. Hover, or step through with Tab, to see addresses.",
    tree_help: "The addresses by their typed blocks, from left to right. Click, or use the arrow keys, to open; red numbers are the centres of clusters.",
    pages_help: "Add saved pages with `newsbody report PAGES…`", items_help: "Add what a crawl gave with `newsbody report --items out` (the folder of its feeds, or the address of its database)",
    why_help: "Move over coloured text, or press ‹ ›, to see why. Click where the body is to choose it.", auto: "extractor auto", leave_out: "left out", post_id: "post id", day_first: "day first",
  };
  const MARKS = [["b", "body", "#a8e6b4"], ["u", "undecided", "#ffe58a"], ["l", "left out", "#f5b5ae"], ["q", "quote", "#b9d6fb"]];
  const PARTS = [["p", "post", "#b58ae0"], ["a", "author", "#2f7de0"], ["t", "time", "#e07b2f"], ["n", "position", "#1aa0a0"]];
  const FRAME_STYLE = `body{margin:10px;font:15px/1.6 system-ui,"Noto Sans CJK SC",sans-serif;color:#222;background:#fff;overflow-wrap:anywhere}a{color:#1660c4}
i[b]{display:inline-block;min-width:24px;min-height:18px;max-width:100%;border:1px dashed #aab;color:#889;font:11px sans-serif;background:#f4f5f8;overflow:hidden;vertical-align:middle;padding:1px 3px}
span[m]{color:#111!important;border-radius:2px;cursor:help}${MARKS.map(([m, , c]) => `html:not([data-no-${m}]) span[m=${m}]{background:${c}!important}`).join("")}
html:not([data-no-l]) span[m=l]{text-decoration:line-through #b3261e88}${PARTS.map(([k, , c]) => `html:not([data-no-${k}]) [k=${k}]{outline:2px solid ${c}!important;outline-offset:1px}`).join("")}
.nb-on{outline:3px solid #1660c4!important}.nb-pick{outline:3px dashed #d0006f!important;outline-offset:2px}`;
  const FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  const kept = { lang: /^zh/i.test(navigator.language) ? "zh" : "en", theme: "" };
  let view = { site: 0, tab: "overview", page: 0, filter: "all" };
  const t = (word) => (kept.lang === "zh" ? ZH[word] : EN[word]) || EN[word] || word;
  const many = (n) => Number(n).toLocaleString(kept.lang === "zh" ? "zh-CN" : "en");
  const ONE = { pages: "page", addresses: "address", rules: "rule", articles: "article", posts: "post", threads: "thread", "memory of pages": "memory of a page",
    "watch unmatched": "page does not match the rule of the site and is read by the extractor", "watch empty": "page that should have a body has none", "watch undecided": "page of which much is undecided",
    "watch empty_items": "item without a body", "watch duplicates": "item says nearly what another says", "watch truncated": "thread of which pages are missing" };
  const things = (n, word) => (kept.lang === "en" && n === 1 && ONE[word]) || t(word);
  const counted = (n, word) => `${many(n)} ${things(n, word)}`;

  function el(name, given = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(given || {})) {
      if (value === undefined || value === null || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
    return node;
  }
  function svg(name, given = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(given)) if (key.startsWith("on")) node.addEventListener(key.slice(2), value); else node.setAttribute(key, value);
    node.append(...children.flat(Infinity));
    return node;
  }
  const badge = (word, tone = "") => el("span", { class: `badge ${tone}` }, word);
  const button = (word, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, word);
  const code = (text) => el("code", {}, text);

  // --- tips -----------------------------------------------------------------------------------
  const tip = el("div", { class: "tip", role: "tooltip", hidden: true });
  function showTip(content, x, y) {
    tip.replaceChildren(content);
    tip.hidden = false;
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(6, Math.min(x + 14, innerWidth - box.width - 6))}px`;
    tip.style.top = `${y + 18 + box.height > innerHeight ? Math.max(6, y - box.height - 12) : y + 18}px`;
  }
  const hideTip = () => { tip.hidden = true; };

  // --- the frame around everything ------------------------------------------------------------
  const TABS = { overview: "Overview", addresses: "Addresses", rules: "Rules", pages: "Pages", when: "When" };
  const site = () => DATA.sites[view.site];
  const nameOf = (one) => one.host || t("no host");

  function go(change) {
    Object.assign(view, change);
    const hash = `#${view.site}/${view.tab}${view.tab === "pages" ? `/${view.page}` : ""}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
    draw();
  }
  const firstPage = (n) => Math.max(0, DATA.sites[n].pages.findIndex((page) => page.chars));
  function fromHash() {
    const [which, tab, page] = location.hash.slice(1).split("/");
    if (DATA.sites[Number(which)]) view.site = Number(which);
    if (site()) view.page = firstPage(view.site);
    if (TABS[tab]) view.tab = tab;
    if (page && site() && site().pages[Number(page)]) view.page = Number(page);
  }
  function draw(focus) {
    hideTip();
    document.documentElement.lang = kept.lang === "zh" ? "zh-CN" : "en";
    const app = document.getElementById("app");
    const choose = (n) => go({ site: n, page: firstPage(n), filter: "all" });
    const sites = DATA.sites.map((one, n) => button([el("span", {}, nameOf(one)), el("small", {}, many(one.pages.length || (one.addresses || {}).count || 0))], () => choose(n), { "aria-current": String(n === view.site) }));
    const pick = el("select", { class: "pick", "aria-label": t("Sites"), onchange: (event) => choose(event.target.selectedIndex) }, DATA.sites.map((one, n) => el("option", { selected: n === view.site }, nameOf(one))));
    const head = el("header", { class: "top" },
      el("h1", {}, DATA.title, el("small", { class: "soft" }, `${t("made")} ${DATA.made}`)),
      DATA.sites.length > 1 ? pick : null,
      el("div", { class: "tools" },
        button(kept.lang === "zh" ? "English" : "中文", () => { kept.lang = kept.lang === "zh" ? "en" : "zh"; draw("lang"); }, { id: "lang" }),
        button("◐", turnTheme, { id: "theme", "aria-label": t("Light or dark"), title: t("Light or dark") })));
    app.replaceChildren(head, el("div", { class: DATA.sites.length > 1 ? "frame" : "frame one" },
      el("nav", { class: "sites", "aria-label": t("Sites") }, sites), el("main", {}, site() ? [tabs(), panel()] : el("p", {}, t("No pages were given.")))), tip);
    const current = app.querySelector(".list [aria-current=true]");
    if (current) current.closest(".list").scrollTop = current.offsetTop - 120;
    if (focus) document.getElementById(focus).focus();
  }
  function turnTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    kept.theme = kept.theme ? (kept.theme === "dark" ? "light" : "dark") : dark ? "light" : "dark";
    document.documentElement.dataset.theme = kept.theme;
  }
  function tabs() {
    const names = Object.keys(TABS);
    const step = (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = event.key === "Home" ? 0 : event.key === "End" ? names.length - 1 : by ? (names.indexOf(view.tab) + by + names.length) % names.length : -1;
      if (at < 0) return;
      event.preventDefault();
      go({ tab: names[at] });
      document.getElementById(`tab-${names[at]}`).focus();
    };
    return el("div", { class: "tabs", role: "tablist", onkeydown: step }, names.map((name) => button(t(TABS[name]), () => { go({ tab: name }); document.getElementById(`tab-${name}`).focus(); },
      { role: "tab", id: `tab-${name}`, "aria-selected": String(name === view.tab), "aria-controls": "panel", tabindex: name === view.tab ? 0 : -1 })));
  }
  function panel() {
    const made = { overview, addresses, rules, pages, when }[view.tab](site());
    return el("section", { id: "panel", role: "tabpanel", "aria-labelledby": `tab-${view.tab}` }, made);
  }
  // What stands between ` is a command, in one piece: it is to be copied.
  const withCode = (text) => text.split("`").map((part, n) => (n % 2 ? el("code", { class: "whole" }, part) : part));
  const nothing = (what, help) => el("div", { class: "card" }, el("h2", {}, t(what)), help ? el("p", { class: "soft" }, withCode(t(help))) : null);

  // --- overview -------------------------------------------------------------------------------
  function overview(one) {
    const items = one.items || {};
    const counts = [["pages", one.pages.length], ["addresses", (one.addresses || {}).count], ["rules", one.rules.length], ["articles", items.articles], ["posts", items.posts], ["threads", items.threads], ["memory of pages", one.memory]];
    return [
      el("div", { class: "tiles" }, counts.filter(([, n]) => n).map(([what, n]) => el("div", { class: "tile" }, el("b", {}, many(n)), things(n, what)))),
      el("div", { class: "grid" }, watch(one), el("div", { class: "card" }, el("h2", {}, t("Rules")), el("ul", { class: "plain" }, one.rules.length ? one.rules.map((rule) => el("li", {}, badge(t(rule.kind)), " ", state(rule.status || "learned"), " ", (rule.parts.body || []).map(code))) : el("li", { class: "soft" }, t("No rule is known of this site."), " ", t("Its pages are read by the extractor."))),
        one.resolver ? el("p", { class: "soft" }, t("Topics match"), " ", code(one.resolver.regex)) : null)),
    ];
  }
  function watch(one) {
    const where = (what, value) => {
      if (what === "doubted") return button(t("show"), () => go({ tab: "rules" }), { class: "link" });
      if (what === "unsure") return button(t("show"), () => go({ tab: "addresses" }), { class: "link" });
      if (typeof value === "number") return button(pageName(one.pages[value]), () => go({ tab: "pages", page: value, filter: "all" }), { class: "link" });
      return el("span", { class: "mono" }, Array.isArray(value) ? `${value[0]} = ${value[1]}` : value);
    };
    const rows = one.watch.map(([what, count, places]) => el("li", {}, el("b", {}, ["doubted", "unsure", "nameless"].includes(what) ? "" : `${many(count)} `), things(count, `watch ${what}`), el("div", { class: "where" }, places.slice(0, 8).map((value) => where(what, value)), count > 8 && places.length > 8 ? "…" : null)));
    return el("div", { class: "card" }, el("h2", {}, t("What to look at")), el("ul", { class: "plain watch" }, rows.length ? rows : el("li", { class: "fine" }, t("Everything looks right."))));
  }
  const state = (status) => badge(t(status), { pinned: "good", confirmed: "good", doubted: "bad" }[status] || "");

  // --- addresses ------------------------------------------------------------------------------
  function addresses(one) {
    const found = one.addresses;
    if (!found) return nothing("No addresses are known of this site.");
    const chosen = el("div");
    const address = (url) => button(url.replace(/^https?:\/\/[^/]*/, "") || url, () => { chosen.replaceChildren(topicLine(one, url)); chosen.scrollIntoView({ block: "nearest" }); }, { class: "link mono", title: url });
    const kinds = Object.entries(found.kinds).map(([kind, { count, examples }]) => el("div", { class: "card" }, el("header", {}, el("h2", {}, t(kind)), badge(many(count))), el("ul", { class: "plain tight" }, examples.map((url) => el("li", {}, address(url))))));
    const rows = found.clusters.map((cluster, n) => el("tr", {}, el("td", { class: "n" }, n + 1), el("td", { class: "n" }, many(cluster.count)), el("td", {}, cluster.kind ? badge(t(cluster.kind), cluster.kind === "topic" ? "good" : "") : ""), el("td", {}, code(cluster.head), el("ul", { class: "plain tight" }, cluster.examples.slice(0, 3).map((url) => el("li", {}, address(url)))))));
    return [
      one.resolver ? el("div", { class: "card" }, el("header", {}, el("h2", {}, t("Topics match")), badge(one.resolver.pinned ? t("pinned") : t(one.resolver.stored ? "stored" : "not stored"), one.resolver.stored ? "good" : ""), badge(`${t("confidence")} ${one.resolver.confidence}`), badge(`${t("evidence")} ${one.resolver.evidence}`)), code(one.resolver.regex), life(one.resolver.history)) : null,
      chosen,
      kinds.length ? el("div", { class: "grid", style: "margin-bottom:1rem" }, kinds) : null,
      el("div", { class: "card" }, el("h2", {}, t("Decision graph")), el("p", { class: "soft" }, t("graph_help")), el("div", { class: "scroll" }, graph(found.graph))),
      el("div", { class: "card" }, el("h2", {}, t("Clusters")), el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["no.", "count"].map((word) => el("th", { class: "n" }, t(word))), ["kind", "pattern and examples"].map((word) => el("th", {}, t(word))))), el("tbody", {}, rows)))),
      el("div", { class: "card" }, el("h2", {}, t("Prefix tree")), el("p", { class: "soft" }, t("tree_help")), tree(found.tree)),
    ];
  }
  function graph({ points, deepest }) {
    const wide = 860, high = 74 + 46 * deepest, left = 52, right = 56, top = 24, bottom = 44;
    const most = Math.max(...points.map(([rho]) => rho), 1e-9);
    const x = (rho) => left + (wide - left - right) * rho / most;
    const y = (place) => top + (high - top - bottom) * (place - 1) / Math.max(deepest - 1, 1);
    const parts = [];
    for (let place = 1; place <= deepest; place++) parts.push(svg("path", { class: "axis", d: `M${left} ${y(place)}H${wide - right}` }), svg("text", { x: left - 8, y: y(place) + 4, "text-anchor": "end" }, `1/${place}!`));
    for (let step = 0; step <= 4; step++) parts.push(svg("text", { x: x(most * step / 4), y: high - 8, "text-anchor": "middle" }, (most * step / 4).toFixed(2)));
    parts.push(svg("text", { x: wide - right + 32, y: high - 8 }, "ρ"), svg("text", { x: left - 8, y: 12, "text-anchor": "end" }, "δ"));
    const centreDots = [], names = [];
    for (const [rho, place, count, examples, centres] of points) {
      const show = (event) => {
        const box = event.target.getBoundingClientRect();
        showTip(el("div", {}, `ρ = ${rho}, δ = 1/${place}!, ${counted(count, "addresses")}\n${examples.join("\n")}${count > examples.length ? "\n…" : ""}`), event.clientX || box.right, event.clientY || box.bottom);
      };
      const radius = Math.min(18, 3 + Math.sqrt(count) / 1.6);
      parts.push(svg("circle", { class: "point", cx: x(rho), cy: y(place), r: radius, tabindex: 0, role: "img", "aria-label": `ρ ${rho}, δ 1/${place}!, ${count}: ${examples.join(" ")}`, onmouseenter: show, onmouseleave: hideTip, onfocus: show, onblur: hideTip }));
      if (!centres.length) continue;
      centreDots.push(svg("circle", { class: "centre", cx: x(rho), cy: y(place), r: 4, "pointer-events": "none" }));
      names.push({ text: centres.length > 4 ? `${centres.slice(0, 4).join(", ")} …` : centres.join(", "), x: x(rho), y: y(place) - radius - 3 });
    }
    // A name that would stand in another goes above it; so does the upper edge.
    const letter = 7.5, line = 14;
    names.forEach((name, n) => { while (names.slice(0, n).some((other) => Math.abs(other.y - name.y) < line && Math.abs(other.x - name.x) < letter * (other.text.length + name.text.length + 1) / 2)) name.y -= line; });
    const upper = Math.min(0, ...names.map((name) => name.y - line));
    const texts = names.map((name) => svg("text", { class: "name", x: name.x, y: name.y, "text-anchor": "middle" }, name.text));
    return svg("svg", { viewBox: `0 ${upper} ${wide} ${high - upper}`, role: "group", "aria-label": t("Decision graph"), style: "min-width:48rem" }, parts, centreDots, texts);
  }
  function tree(root) {
    const whole = root[1];
    const item = ([text, count, centre, children], level) => {
      const inner = children.length ? el("ul", { role: "group", hidden: true }) : null;
      const label = typeof text === "number" ? `… ${many(text)} ${t("more branches")}` : text || (level === 1 ? t("all") : "·");
      const row = el("div", { class: "row", "data-open": Boolean(inner) }, el("span", { class: "twist" }, inner ? "▸" : ""), el("span", { class: "mono" }, label), el("small", {}, many(count)), el("span", { class: "share", style: `width:${Math.round(9 * count / whole * 10) / 10}rem` }), centre ? el("b", { class: "against" }, `● ${centre}`) : null);
      const node = el("li", { role: "treeitem", tabindex: -1, "aria-level": level, "aria-expanded": inner ? "false" : null }, row, inner);
      node.open = (to) => {
        if (!inner) return;
        if (to && !inner.childElementCount) inner.append(...children.map((child) => item(child, level + 1)));
        inner.hidden = !to;
        node.setAttribute("aria-expanded", String(to));
        row.firstChild.textContent = to ? "▾" : "▸";
      };
      row.addEventListener("click", () => { node.open(node.getAttribute("aria-expanded") !== "true"); focusItem(node); });
      return node;
    };
    const focusItem = (node) => { list.querySelectorAll("[tabindex='0']").forEach((other) => { other.tabIndex = -1; }); node.tabIndex = 0; node.focus(); };
    const first = item(root, 1);
    const list = el("ul", { class: "tree", role: "tree", "aria-label": t("Prefix tree"), onkeydown: (event) => {
      const now = event.target.closest("[role=treeitem]");
      if (!now) return;
      const all = [...list.querySelectorAll("[role=treeitem]")].filter((node) => !node.parentElement.closest("[hidden]"));
      const at = all.indexOf(now), open = now.getAttribute("aria-expanded");
      const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all[all.length - 1] }[event.key];
      if (to) focusItem(to);
      else if (event.key === "ArrowRight" && open === "false") now.open(true);
      else if (event.key === "ArrowRight" && open === "true") focusItem(all[at + 1]);
      else if (event.key === "ArrowLeft" && open === "true") now.open(false);
      else if (event.key === "ArrowLeft") { const above = now.parentElement.closest("[role=treeitem]"); if (above) focusItem(above); }
      else if (event.key === "Enter" || event.key === " ") now.open(open !== "true");
      else return;
      event.preventDefault();
    } }, first);
    first.tabIndex = 0;
    first.open(true);
    return list;
  }

  // --- rules ----------------------------------------------------------------------------------
  function rules(one) {
    if (!one.rules.length) return nothing("No rule is known of this site.", "Its pages are read by the extractor.");
    return one.rules.map((rule) => {
      const parts = Object.entries(rule.parts).map(([name, value]) => [el("dt", {}, t(name)), el("dd", {}, (Array.isArray(value) ? value : [value]).slice(0, 60).map(code))]);
      const evidence = Object.entries({ ...rule.evidence, weight: rule.weight, generation: rule.generation }).filter(([name]) => name !== "posts" || rule.kind === "thread").map(([name, value]) => el("span", { class: "fact" }, t(name), " ", el("b", {}, value)));
      return el("div", { class: "card" }, el("header", {}, el("h2", {}, `${t("rule")}: ${t(rule.kind)}`), state(rule.status || "learned"), rule.learned ? el("small", {}, rule.learned) : null),
        el("dl", {}, parts, el("dt", {}, t("evidence")), el("dd", {}, evidence), el("dt", {}, t("life")), el("dd", {}, life(rule.history))));
    });
  }
  const life = (events) => (events.length ? el("ol", { class: "life" }, events.map(([day, what]) => el("li", {}, el("span", {}, t(what), el("small", {}, day))))) : "");

  // --- pages ----------------------------------------------------------------------------------
  const FILTERS = { all: ["all pages", () => true], empty: ["without a body", (page) => page.missing], undecided: ["undecided", (page) => page.undecided > 0.1], extractor: ["by the extractor", (page) => !page.by.endsWith("rule")] };
  const pageName = (page) => page.title || page.url || page.name;
  function pages(one) {
    if (!one.pages.length) return nothing("No pages were given.", "pages_help");
    const shown = one.pages.map((page, n) => [page, n]).filter(([page]) => FILTERS[view.filter][1](page));
    const filters = Object.entries(FILTERS).map(([name, [word, wanted]]) => [name, word, one.pages.filter(wanted).length]).filter(([name, , n]) => n && (name === "all" || n < one.pages.length));
    const list = shown.map(([page, n]) => el("li", {}, button([el("b", {}, pageName(page)), el("span", { class: "facts" }, page.posts ? badge(counted(page.posts, "posts"), "good") : page.chars ? badge(`${many(page.chars)} ${t("characters")}`, "good") : badge(t(page.missing ? "without a body" : page.kind), page.missing ? "warn" : ""), page.by.endsWith("rule") ? null : t("auto"), page.undecided > 0.1 ? badge(`${t("undecided")} ${Math.round(100 * page.undecided)} %`, "warn") : null)],
      () => go({ page: n }), { "aria-current": String(n === view.page), title: page.url || page.name })));
    return el("div", { class: "look" },
      el("div", { class: "card list" }, filters.length > 1 ? el("div", { class: "filters" }, filters.map(([name, word, n]) => button(`${t(word)} ${many(n)}`, () => go({ filter: name }), { "aria-pressed": String(view.filter === name) }))) : null, el("ul", { class: "plain" }, list)),
      viewer(one, one.pages[view.page]));
  }
  function viewer(one, page) {
    const why = el("div", { class: "why", "aria-live": "polite" }, el("span", { class: "soft" }, t("why_help")));
    const pin = el("div");
    const frame = el("iframe", { sandbox: "allow-same-origin", title: pageName(page), tabindex: 0 });
    const marks = [...MARKS, ...PARTS].filter(([letter]) => (page.by === "thread rule" || "bul".includes(letter)));
    const legend = el("div", { class: "legend" }, marks.map(([letter, word, colour]) => button([el("i", { style: `background:${colour}` }), el("span", { class: "what" }, t(word))], (event) => {
      const off = event.currentTarget.getAttribute("aria-pressed") === "true";
      event.currentTarget.setAttribute("aria-pressed", String(!off));
      if (frame.contentDocument) frame.contentDocument.documentElement.toggleAttribute(`data-no-${letter}`, off);
    }, { "aria-pressed": "true" })),
      button("‹", () => step(-1), { "aria-label": t("Previous"), title: t("Previous") }), button("›", () => step(1), { "aria-label": t("Next"), title: t("Next") }));
    let reasons = {}, at = -1;
    const explain = (node) => {
      const reason = reasons[node.getAttribute("p")];
      return reason ? reasonOf(reason) : el("span", {}, t({ b: "body", l: "left out", u: "undecided", q: "quote" }[node.getAttribute("m")] || ""));
    };
    function step(by) {
      const inner = frame.contentDocument;
      const all = inner ? [...inner.querySelectorAll("span[m]")].filter((node, n, nodes) => !n || node.getAttribute("p") !== nodes[n - 1].getAttribute("p")) : [];
      if (!all.length) return;
      inner.querySelectorAll(".nb-on").forEach((node) => node.classList.remove("nb-on"));
      at = (at + by + all.length) % all.length;
      all[at].classList.add("nb-on");
      all[at].scrollIntoView({ block: "center" });
      why.replaceChildren(explain(all[at]));
    }
    frame.addEventListener("load", () => {
      const inner = frame.contentDocument;
      if (!inner || !inner.body) return;
      inner.addEventListener("mouseover", (event) => {
        const node = event.target.closest ? event.target.closest("span[m]") : null;
        if (!node) return hideTip();
        const box = frame.getBoundingClientRect();
        why.replaceChildren(explain(node));
        showTip(explain(node), box.left + event.clientX, box.top + event.clientY);
      });
      inner.addEventListener("mouseleave", hideTip);
      inner.addEventListener("click", (event) => { event.preventDefault(); const node = event.target.closest("span[m]"); if (node) why.replaceChildren(explain(node)); pin.replaceChildren(chooser(one, page, inner, event.target)); });
      inner.addEventListener("keydown", (event) => { const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (by) { event.preventDefault(); step(by); } });
    });
    frame.addEventListener("mouseleave", hideTip);
    const toBody = () => {
      const inner = frame.contentDocument, first = inner && (inner.querySelector("span[m=b],span[m=u]") || inner.body.firstElementChild);
      if (first) inner.defaultView.scrollTo(0, Math.max(0, first.getBoundingClientRect().top + inner.defaultView.scrollY - 90));
    };
    frame.addEventListener("load", toBody);
    unpack(page.blob).then((blob) => {
      reasons = blob.reasons;
      const styles = page.style >= 0 && !blob.plain ? `<style>${one.styles[page.style]}</style>` : "";
      frame.srcdoc = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}">${styles}<style>${FRAME_STYLE}</style></head>${blob.html}`;
      if (blob.plain) why.replaceChildren(el("span", { class: "soft" }, t(blob.html ? "Shown without its looks: the page is large." : "This page is too large for the report.")));
    });
    return el("div", { class: "card viewer" },
      el("header", {}, el("h2", {}, pageName(page)), badge(t(page.by), page.by.endsWith("rule") ? "good" : ""), badge(t(page.kind)), page.by.endsWith("rule") ? null : badge(`${Math.round(100 * page.probability)} %`)),
      el("p", { class: "soft url mono" }, page.url || page.name), legend, frame, why, pin);
  }
  async function unpack(number) {
    const bytes = Uint8Array.from(atob(document.getElementById(`page-${number}`).textContent), (letter) => letter.charCodeAt(0));
    return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  }
  function reasonOf([what, value, effects, seen]) {
    if (what === "rule") return el("div", {}, t("the rule takes"), " ", el("b", { class: "mono" }, value));
    if (what === "leave_out") return el("div", {}, t("the rule leaves out"), " ", el("b", { class: "mono" }, value));
    if (what === "furniture") return el("div", {}, t("a line that the site repeats"));
    if (what !== "auto") return el("div", {}, t("outside of what the rule takes"));
    return el("div", {}, `${t("probability of body")} `, el("b", {}, value.toFixed(2)), el("ul", {}, Object.entries(effects).map(([name, effect]) => el("li", {}, `${t(name)}: `, el("b", {}, `${effect > 0 ? "+" : ""}${effect} `), t(effect > 0 ? "speaks for body" : "speaks against"))), seen ? el("li", {}, `${t("stands on other pages of the site")}: ${seen}`) : null));
  }

  // --- by hand --------------------------------------------------------------------------------
  const escaped = (text) => text.replace(/[\\.[\]>*]/g, "\\$&");
  function stepOf(node) {
    const tag = node.getAttribute("t") || node.localName;
    const classes = [...node.classList].filter((name) => !name.startsWith("nb-")).map((name) => `.${escaped(name).replace(/\d+/g, "*")}`).join("");
    const id = (node.getAttribute("id") || "").split(/\d/)[0];
    if (classes) return tag + classes;
    return id.length >= 2 ? `${tag}[id^=${id.replace(/[\\\]]/g, "\\$&")}]` : tag;
  }
  function selectorOf(node) {
    let steps = [stepOf(node)];
    for (let above = node.parentElement; above && above.localName !== "body" && !/[.[]/.test(steps[0]) && steps.length < 3; above = above.parentElement) steps = [stepOf(above), ...steps];
    return steps.join(" > ");
  }
  const quoted = (text) => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`);
  function chooser(one, page, inner, clicked) {
    const chain = [];
    for (let node = clicked.closest("span[m]") ? clicked.closest("span[m]").parentElement : clicked; node && !["body", "html"].includes(node.localName); node = node.parentElement) chain.push(node);
    if (!chain.length) return el("span");
    let kind = page.posts || page.by === "thread rule" ? "thread" : "article";
    let node = chain.find((part) => part.textContent.length > 200) || chain[0];
    const result = el("div", { "aria-live": "polite" });
    const holder = el("div", { class: "pin", id: "pin" });
    const close = () => { inner.querySelectorAll(".nb-pick").forEach((part) => part.classList.remove("nb-pick")); holder.remove(); };
    const redraw = () => {
      const selector = selectorOf(node);
      inner.querySelectorAll(".nb-pick").forEach((part) => part.classList.remove("nb-pick"));
      const alike = [...inner.body.querySelectorAll("*")].filter((part) => stepOf(part) === stepOf(node) && selectorOf(part) === selector);
      alike.forEach((part) => part.classList.add("nb-pick"));
      const line = `newsbody rules${DATA.store ? ` --store ${quoted(DATA.store)}` : ""} edit ${quoted(one.host)} ${kind} --body ${quoted(selector)}`;
      holder.replaceChildren(
        el("h3", {}, t("Take this for the body")),
        el("div", { class: "choice" }, t("Which element?"), chain.slice(0, 7).map((part) => button(code(stepOf(part)), () => { node = part; result.replaceChildren(); redraw(); }, { "aria-pressed": String(part === node) }))),
        el("div", { class: "choice" }, t("kind of page"), ["article", "thread"].map((name) => button(t(name), () => { kind = name; redraw(); }, { "aria-pressed": String(name === kind) })), el("small", {}, `${t("matches on this page")}: ${alike.length}`)),
        ...(DATA.token ? [el("div", { class: "choice" }, code(selector), button(t("Try it"), () => send("try", { host: one.host, kind, body: [selector] }, result)), button(t("Pin it"), () => send("rule", { host: one.host, kind, body: [selector] }, result), { class: "primary" }), button(t("Close"), close))]
          : [el("p", {}, t("Type this line, and the next crawl uses it:")), copyLine(line), button(t("Close"), close)]),
        result);
    };
    redraw();
    return holder;
  }
  function topicLine(one, url) {
    const result = el("div", { "aria-live": "polite" });
    const kinds = one.rules.map((rule) => rule.kind), kind = kinds.includes("thread") ? " --forum" : kinds.length ? " --news" : "";
    const line = `newsbody crawl ${quoted(`${url.match(/^https?:\/\/[^/]*/)[0]}/`)} --topic ${quoted(url)}${kind}${DATA.store ? ` -s ${quoted(`NEWSBODY_PROFILES=${DATA.store}`)}` : ""}`;
    return el("div", { class: "pin", style: "margin:0 0 1rem" }, el("h3", {}, t("This address is a topic")), el("p", { class: "soft" }, t("Which addresses are topics is learned from it:")),
      DATA.token ? el("div", { class: "choice" }, code(url), button(t("Pin it"), () => send("topic", { host: one.host, url }, result), { class: "primary" })) : copyLine(line), result);
  }
  function copyLine(line) {
    const text = code(line);
    return el("div", { class: "copy" }, text, button(t("Copy"), (event) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      if (document.execCommand("copy")) event.target.textContent = t("Copied");
    }));
  }
  async function send(what, given, result) {
    result.textContent = "…";
    try {
      const answer = await fetch(what, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      if (what === "try") result.replaceChildren(el("b", {}, `${told.matched} / ${told.pages} ${t("pages match")}`), el("ul", {}, told.examples.map((text) => el("li", {}, text))));
      else result.replaceChildren(badge(t("Stored and pinned. The next crawl uses it."), "good"), " ", told.regex ? code(told.regex) : "");
    } catch (error) {
      result.replaceChildren(badge(t("That did not work"), "bad"), " ", error.message);
    }
  }

  // --- when -----------------------------------------------------------------------------------
  function when(one) {
    if (!one.items) return nothing("No crawl was given.", "items_help");
    const days = one.items.days;
    if (!days.length) return nothing("No item says when it was published.");
    const monthly = days.length > 92;
    const rows = new Map();
    for (const [day, a, p] of days) {
      const key = monthly ? day.slice(0, 7) : day;
      const row = rows.get(key) || [0, 0];
      rows.set(key, [row[0] + a, row[1] + p]);
    }
    const all = [...rows].slice(-240), most = Math.max(...all.map(([, [a, p]]) => a + p)), wide = 860, high = 260, left = 44, step = (wide - left) / all.length;
    const bars = all.map(([key, [a, p]], n) => {
      const show = (event) => showTip(el("div", {}, `${key}\n${counted(a, "articles")}, ${counted(p, "posts")}`), event.clientX || event.target.getBoundingClientRect().right, event.clientY || event.target.getBoundingClientRect().bottom);
      const unit = (high - 50) / most, x = left + n * step, width = Math.max(1, Math.min(40, step - 2));
      return svg("g", { tabindex: 0, role: "img", "aria-label": `${key}: ${counted(a, "articles")}, ${counted(p, "posts")}`, onmouseenter: show, onmouseleave: hideTip, onfocus: show, onblur: hideTip },
        svg("rect", { class: "p", x, width, y: high - 30 - p * unit, height: p * unit }), svg("rect", { class: "a", x, width, y: high - 30 - (a + p) * unit, height: a * unit }));
    });
    const every = Math.max(1, Math.ceil(all.length / 8));
    const names = all.map(([key], n) => (n % every ? null : svg("text", { x: left + n * step, y: high - 12 }, key))).filter(Boolean);
    const scale = (most > 1 ? [0, 0.5, 1] : [0, 1]).map((part) => svg("text", { x: left - 6, y: high - 26 - part * (high - 50), "text-anchor": "end" }, many(Math.round(part * most))));
    return el("div", { class: "card" }, el("header", {}, el("h2", {}, t("Articles and posts")), badge(t(monthly ? "by month" : "by day")), el("span", { class: "legend", style: "margin:0" }, [["articles", "--bar"], ["posts", "--bar2"]].map(([word, colour]) => el("span", {}, el("i", { style: `display:inline-block;background:var(${colour})` }), " ", t(word))))),
      el("div", { class: "scroll" }, svg("svg", { viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": t("Articles and posts"), style: "min-width:44rem" }, svg("path", { class: "axis", d: `M${left} ${high - 30}H${wide}` }), scale, bars, names)));
  }

  // Of one page alone its picture is what is asked for.
  if (DATA.sites.length === 1 && site().pages.length === 1 && !site().rules.length) view.tab = "pages";
  addEventListener("hashchange", () => { fromHash(); draw(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
  fromHash();
  draw();
})();
