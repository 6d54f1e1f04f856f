// Elements, and the tip beside the pointer. Whatever comes from pages is put in as text, never as markup.
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
