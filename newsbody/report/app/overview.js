// What is known of a site, and what of it wants a look.
function overview(one) {
  const items = one.items || {};
  const counts = [["pages", one.pages.length], ["addresses", one.known], ["rules", one.rules.length], ["articles", items.articles], ["posts", items.posts], ["threads", items.threads], ["memory of pages", one.memory]];
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
  const rows = one.watch.map(([what, count, places]) => el("li", {}, el("b", {}, ["doubted", "unsure", "nameless", "topicless"].includes(what) ? "" : `${many(count)} `), things(count, `watch ${what}`), el("div", { class: "where" }, places.slice(0, 8).map((value) => where(what, value)), count > 8 && places.length > 8 ? "…" : null)));
  return el("div", { class: "card" }, el("h2", {}, t("What to look at")), el("ul", { class: "plain watch" }, rows.length ? rows : el("li", { class: "fine" }, t("Everything looks right."))));
}
const state = (status) => badge(t(status), { pinned: "good", confirmed: "good", doubted: "bad" }[status] || "");
