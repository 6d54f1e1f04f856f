// What stands around every view: sites, tabs, language, and the address of what is shown. The last part: it begins.
const DATA = JSON.parse(document.getElementById("data").textContent);

const kept = { lang: /^zh/i.test(navigator.language) ? "zh" : "en", theme: "" };
let view = { site: 0, tab: "overview", page: 0, filter: "all" };

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
  const sites = DATA.sites.map((one, n) => button([el("span", {}, nameOf(one)), el("small", {}, many(one.pages.length || one.known))], () => choose(n), { "aria-current": String(n === view.site) }));
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

// Of one page alone its picture is what is asked for.
if (DATA.sites.length === 1 && site().pages.length === 1 && !site().rules.length) view.tab = "pages";
addEventListener("hashchange", () => { fromHash(); draw(); });
addEventListener("keydown", (event) => { if (event.key === "Escape") hideTip(); });
fromHash();
draw();
