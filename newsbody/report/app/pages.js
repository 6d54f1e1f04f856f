// Pages as they look, in a frame that runs no scripts, with what was taken of them and why.
const MARKS = [["b", "body", "#a8e6b4"], ["u", "undecided", "#ffe58a"], ["l", "left out", "#f5b5ae"], ["q", "quote", "#b9d6fb"]];
const PARTS = [["p", "post", "#b58ae0"], ["a", "author", "#2f7de0"], ["t", "time", "#e07b2f"], ["n", "position", "#1aa0a0"]];
const FRAME_STYLE = `body{margin:10px;font:15px/1.6 system-ui,"Noto Sans CJK SC",sans-serif;color:#222;background:#fff;overflow-wrap:anywhere}a{color:#1660c4}
i[b]{display:inline-block;min-width:24px;min-height:18px;max-width:100%;border:1px dashed #aab;color:#889;font:11px sans-serif;background:#f4f5f8;overflow:hidden;vertical-align:middle;padding:1px 3px}
span[m]{color:#111!important;border-radius:2px;cursor:help}${MARKS.map(([m, , c]) => `html:not([data-no-${m}]) span[m=${m}]{background:${c}!important}`).join("")}
html:not([data-no-l]) span[m=l]{text-decoration:line-through #b3261e88}${PARTS.map(([k, , c]) => `html:not([data-no-${k}]) [k=${k}]{outline:2px solid ${c}!important;outline-offset:1px}`).join("")}
.nb-on{outline:3px solid #1660c4!important}.nb-pick{outline:3px dashed #d0006f!important;outline-offset:2px}`;
const FRAME_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

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
