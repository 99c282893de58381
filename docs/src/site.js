"use strict";
// The search, and the choice of versions. The pages are readable without this script.

const script = document.currentScript ?? document.querySelector("script[data-root]");
const root = script.dataset.root, volume = script.dataset.volume ?? "";
const tools = document.querySelector(".tools");
tools.hidden = false;

// The chosen versions are stored for all pages of a format. A link can also set them: ?version=13.1
const memory = {
  get(key) { try { return localStorage.getItem(`bytespec ${volume} ${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`bytespec ${volume} ${key}`, value); } catch { /* no memory, then */ } },
};
const choices = [...document.querySelectorAll(".tools select")];
const nameOf = (select) => select.selectedOptions[0].textContent;
const parameters = new URLSearchParams(location.search);
for (const choice of choices) {
  const of = choice.dataset.of, names = [...choice.options].map((option) => option.textContent);
  const name = parameters.get(of) ?? memory.get(of);
  if (names.includes(name)) choice.selectedIndex = names.indexOf(name);
  choice.addEventListener("change", () => {
    memory.set(of, nameOf(choice));
    dim();
  });
}

const main = document.getElementById("site-main");
const rows = [...document.querySelectorAll("tr[data-since], tr[data-until], tr[data-from], tr[data-to], tr[data-changed]")];

// Whether an element exists at a position of an axis: the versions of the format, or the releases of the producer or a dialect.
function has({ since, until, from, to, of: counted = "release" }, of, at) {
  const [first, last] = of === "version" ? [since, until] : of === counted ? [from, to] : [];
  return at >= Number(first ?? 0) && at <= Number(last ?? Infinity);
}

// Marks the elements that do not exist in the chosen versions and releases.
function dim() {
  const chosen = choices.filter((choice) => choice.value !== "");
  const lacking = (data) => chosen.filter((choice) => !has(data, choice.dataset.of, Number(choice.value)));
  for (const row of rows) row.classList.toggle("lacking", lacking(row.dataset).length > 0);
  const note = document.getElementById("site-absent");
  if (!note) return;
  const names = lacking(main.dataset).map((choice) => `${choice.dataset.of} ${nameOf(choice)}`);
  note.textContent = names.length ? `This does not exist in ${names.join(", ")}.` : "";
}
dim();

// The changes on the page from one version to another. A link can open them: ?compare=version&from=13.1&to=13.3
function compare() {
  const comparison = document.getElementById("site-comparison");
  if (!comparison) return;
  const [counted, before, after] = ["counted", "before", "after"].map((name) => document.getElementById(`site-${name}`));
  const sides = [before, after], options = sides.map((side) => [...side.options]);
  const choose = (from, to) => sides.forEach((side, at) => {
    side.replaceChildren(...options[at].filter((option) => option.dataset.of === counted.value));
    const wanted = [from, to][at], names = [...side.options].map((option) => option.textContent);
    side.selectedIndex = names.includes(wanted) ? names.indexOf(wanted) : at * (names.length - 1);
  });
  const show = () => {
    const [from, to] = sides.map((side) => Number(side.value)), of = counted.value;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const difference = (data) => {
      const [was, is] = [has(data, of, from), has(data, of, to)];
      if (was !== is) return is ? "new" : "gone";
      const changed = (data.changed ?? "").split(" ").filter((at) => at !== "").map(Number);
      return was && of === "version" && changed.some((at) => at > first && at <= last) ? "changed" : "";
    };
    document.querySelectorAll("tr .difference").forEach((mark) => mark.remove());
    const found = [];
    for (const row of rows) {
      const kind = difference(row.dataset);
      row.classList.toggle("differs", kind !== "");
      if (!kind) continue;
      found.push([row, kind]);
      const mark = document.createElement("span");
      mark.className = "difference";
      mark.textContent = kind;
      row.cells[0].prepend(mark, " ");
    }
    const whole = difference(main.dataset), names = sides.map(nameOf).join(" to ");
    const kinds = ["new", "changed", "gone"].map((kind) => [found.filter(([, other]) => other === kind).length, kind]);
    const counts = kinds.filter(([count]) => count).map((pair) => pair.join(" ")).join(", ");
    document.getElementById("site-difference").textContent =
      whole ? `From ${names} all of this is ${whole}.` : counts ? `From ${names}: ${counts}.` : `From ${names} nothing on this page changed.`;
    document.getElementById("site-differences").replaceChildren(...(whole ? [] : found).map(([row, kind]) => {
      const line = document.createElement("li"), link = document.createElement("a"), named = row.querySelector("a:not(.permalink)");
      if (row.id) [link.textContent, link.href] = [row.id, `#${row.id}`];
      else if (named) [link.textContent, link.href] = [(row.cells[0].contains(named) ? row.cells[0].textContent.replace(kind, "").trim() : named.textContent), named.href];
      line.append(`${kind}: `, link);
      return line;
    }));
  };
  if ([...counted.options].some((option) => option.value === parameters.get("compare"))) {
    counted.value = parameters.get("compare");
    comparison.open = true;
  }
  choose(parameters.get("from"), parameters.get("to"));
  counted.addEventListener("change", () => { choose(); show(); });
  sides.forEach((side) => side.addEventListener("change", show));
  comparison.addEventListener("toggle", () => { if (comparison.open) show(); });
  comparison.hidden = false;
}
compare();

// On a narrow screen, the contents are folded.
const contents = document.querySelector(".contents details");
if (contents && matchMedia("(max-width: 800px)").matches) contents.open = false;

const query = document.getElementById("site-query"), found = document.getElementById("site-found"), status = document.getElementById("site-status");
let picked = -1;

// The index is loaded when it is first needed.
let loading = null;
const load = () => loading ??= new Promise((done) => {
  const index = document.createElement("script");
  index.src = `${root}search.js`;
  index.onload = () => done(entries(globalThis.searchIndex));
  document.head.append(index);
});

// All entries: each has a name, a kind, an address and a number.
function entries({ kinds, pages, parts }) {
  const of = pages.map(([path, name, kind, number, summary]) => ({ name, low: name.toLowerCase(), what: kinds[kind], path, number, summary, part: 0 }));
  for (const [name, page, number = null] of parts) {
    const item = of[page];
    const path = `${item.path}#${encodeURIComponent(name.trim().split(/\s+/).join("-"))}`;
    of.push({ name, low: name.toLowerCase(), what: `in ${item.name} · ${item.what}`, path, number, summary: "", part: 1 });
  }
  return of;
}

// The rank of an entry for a search text: the best is 0, and an entry that does not match has infinity.
function rank({ low, number, part }, text, value) {
  if (value !== null && number === value) return part;
  const at = low.indexOf(text);
  if (at < 0) return Infinity;
  if (low === text) return part;
  if (at === 0) return 2 + part;
  return /[a-z0-9]/.test(low[at - 1]) ? 6 + part : 4 + part;
}

function search(all, text) {
  const value = /^(0x[0-9a-f]+|-?[0-9]+)$/.test(text) ? Number(text) : null;
  const ranked = all.map((entry) => [rank(entry, text, value), entry]).filter(([rank]) => rank < Infinity);
  ranked.sort(([a, x], [b, y]) => a - b || x.low.length - y.low.length || (x.low < y.low ? -1 : 1));
  return ranked.map(([, entry]) => entry);
}

function show(list, many) {
  picked = -1;
  found.replaceChildren(...list.map((entry, at) => {
    const link = document.createElement("a");
    link.id = `site-found-${at}`;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
    link.href = root + entry.path;
    link.tabIndex = -1;
    const texts = [["name", entry.name], ["number", entry.number === null || entry.number === undefined ? "" : `${entry.number} = ${entry.number < 0 ? "-" : ""}0x${Math.abs(entry.number).toString(16)}`],
      ["what", entry.what], ["summary", entry.summary]];
    for (const [name, text] of texts) {
      if (!text) continue;
      const span = document.createElement("span");
      span.className = name;
      span.textContent = text;
      link.append(span, " ");
    }
    return link;
  }));
  found.hidden = list.length === 0;
  query.setAttribute("aria-expanded", String(list.length > 0));
  query.removeAttribute("aria-activedescendant");
  const text = query.value.trim();
  status.textContent = text === "" ? "" : many === 0 ? "Nothing found" : `${many} found`;
}

function pick(at) {
  const rows = [...found.children];
  if (rows.length === 0) return;
  picked = (at + rows.length) % rows.length;
  rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === picked)));
  query.setAttribute("aria-activedescendant", rows[picked].id);
  rows[picked].scrollIntoView({ block: "nearest" });
}

async function update() {
  const text = query.value.trim().toLowerCase();
  if (text === "") return show([], 0);
  const list = search(await load(), text);
  if (query.value.trim().toLowerCase() === text) show(list.slice(0, 40), list.length);
}

// A link to a line of a schema opens the page of the item on that line: #schema=ops.yaml:12&format=TITLE
async function follow() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  if (!parameters.has("schema")) return;
  await load();
  const { folders, pages } = globalThis.searchIndex;
  const folder = folders[parameters.get("format")] ?? "";
  const split = (place) => [place.slice(0, place.lastIndexOf(":")), Number(place.slice(place.lastIndexOf(":") + 1))];
  const [file, line] = split(parameters.get("schema"));
  let best = null;
  for (const [path, , , , , place] of pages) {
    const [other, start] = split(place);
    if (path.startsWith(`${folder}/`) && other === file && start <= line && (best === null || start >= best.start)) best = { start, path };
  }
  if (best !== null) location.replace(root + best.path);
}
follow();

query.addEventListener("input", update);
query.addEventListener("focus", load);
query.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") pick(picked + 1);
  else if (event.key === "ArrowUp") pick(picked < 0 ? -1 : picked - 1);
  else if (event.key === "Escape") { query.value = ""; show([], 0); }
  else return;
  event.preventDefault();
});
query.form.addEventListener("submit", (event) => {
  event.preventDefault();
  found.children[Math.max(picked, 0)]?.click();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, select, textarea");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    query.focus();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) show([], 0);
});
