// The rules of a site with their evidence and their lives.
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
