// Articles and posts over time.
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
