// Rules and topics by hand: the line to type or, where the report is served, a request that stores them.
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
  // A post may be a word, so what is around it is the first element with a name.
  let node = chain.find((part) => (kind === "thread" ? /[.[]/.test(stepOf(part)) : part.textContent.length > 200)) || chain[0];
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
