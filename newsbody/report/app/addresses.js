// Which addresses are topics: the decision graph, the prefix tree, and the table of clusters.
function addresses(one) {
  const found = one.addresses;
  if (!found) return nothing("No addresses are known of this site.");
  const chosen = el("div");
  const address = (url) => button(url.replace(/^https?:\/\/[^/]*/, "") || url, () => { chosen.replaceChildren(topicLine(one, url)); chosen.scrollIntoView({ block: "nearest" }); }, { class: "link mono", title: url });
  const kinds = Object.entries(found.kinds).map(([kind, { count, examples }]) => el("div", { class: "card" }, el("header", {}, el("h2", {}, t(kind)), badge(many(count))), el("ul", { class: "plain tight" }, examples.map((url) => el("li", {}, address(url))))));
  const rows = found.clusters.map((cluster, n) => el("tr", {}, el("td", { class: "n" }, n + 1), el("td", { class: "n" }, many(cluster.count)), el("td", {}, cluster.kind ? badge(t(cluster.kind), cluster.kind === "topic" ? "good" : "") : ""), el("td", {}, code(cluster.head), el("ul", { class: "plain tight" }, cluster.examples.slice(0, 3).map((url) => el("li", {}, address(url)))))));
  return [
    found.count < one.known ? el("p", { class: "soft" }, `${many(found.count)} / ${many(one.known)} ${t("addresses")}`) : null,
    one.resolver ? el("div", { class: "card" }, el("header", {}, el("h2", {}, t("Topics match")), badge(one.resolver.pinned ? t("pinned") : t(one.resolver.stored ? "stored" : "not stored"), one.resolver.stored ? "good" : ""), badge(`${t("confidence")} ${one.resolver.confidence}`), badge(`${t("evidence")} ${one.resolver.evidence}`)), code(one.resolver.regex), life(one.resolver.history)) : null,
    chosen,
    kinds.length ? el("div", { class: "grid", style: "margin-bottom:1rem" }, kinds) : null,
    el("div", { class: "card" }, el("h2", {}, t("Decision graph")), el("p", { class: "soft" }, t("graph_help")), graph(found.graph)),
    el("div", { class: "card" }, el("h2", {}, t("Clusters")), el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ["no.", "count"].map((word) => el("th", { class: "n" }, t(word))), ["kind", "pattern and examples"].map((word) => el("th", {}, t(word))))), el("tbody", {}, rows)))),
    el("div", { class: "card" }, el("h2", {}, t("Prefix tree")), el("p", { class: "soft" }, t("tree_help")), tree(found.tree)),
  ];
}
function graph({ points, deepest }) {
  const wide = Math.min(860, Math.max(300, document.documentElement.clientWidth - 64)), high = 74 + 46 * deepest, left = 52, right = 56, top = 24, bottom = 44;
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
  return svg("svg", { viewBox: `0 ${upper} ${wide} ${high - upper}`, role: "group", "aria-label": t("Decision graph") }, parts, centreDots, texts);
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
