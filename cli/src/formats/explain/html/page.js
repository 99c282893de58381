// The two panes, and the navigation between them.
const HEIGHT = 20, WIDTH = 16;
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
const hex = (number, digits = 4) => number.toString(16).padStart(digits, "0");
const element = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};
// A line of the schema, as a link to its documentation.
const documented = (place) => {
  const link = element("a", "", place), { docs, format } = document.body.dataset;
  link.href = `${docs}/index.html#${new URLSearchParams({ schema: place, format })}`;
  return link;
};
const byId = (id) => document.getElementById(id);

class Page {
  constructor(file) {
    this.file = file;
    this.selected = -1;
    this.lit = -1;
    // Folded levels; the rows in them have no line.
    this.folded = new Set();
    this.layOut();
    this.bytes = new RowList(byId("bytes"), HEIGHT, () => Math.ceil(file.bytes.length / WIDTH), (row) => this.byteRow(row));
    this.tree = new RowList(byId("tree"), HEIGHT, () => this.lines, (line) => this.treeRow(line));
    byId("size").textContent = `${file.bytes.length.toLocaleString("en")} bytes`;
    this.map();
    this.listen();
    this.follow();
  }

  layOut() {
    const { file } = this;
    this.order ??= new Uint32Array(file.count);
    const { count, kind, shown, end } = file, isFolded = this.folded.size > 0;
    let lines = 0;
    for (let row = 0; row < count; row++) {
      if (shown[kind[row]]) this.order[lines++] = row;
      if (isFolded && this.folded.has(row)) row = end[row] - 1;
    }
    this.lines = lines;
  }

  lineOf(row) {
    let low = 0, high = this.lines;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.order[middle] < row) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, this.lines - 1);
  }

  byteRow(row) {
    const { file } = this;
    const line = element("div", "row");
    line.append(element("span", "offset", hex(row * WIDTH, 8)));
    const text = element("span", "ascii");
    const [from, to] = this.span(this.lit), [first, last] = this.span(this.selected);
    for (let at = row * WIDTH; at < Math.min(file.bytes.length, (row + 1) * WIDTH); at++) {
      const byte = file.bytes[at];
      const part = file.partAt(at);
      let name = `byte ${file.of(part).kind}`;
      if (at >= from && at < to) name += " lit";
      if (at >= first && at < last) name += " selected";
      const cell = element("span", name, hex(byte, 2));
      cell.dataset.at = at;
      line.append(cell);
      const letter = element("span", name, byte >= 32 && byte < 127 ? String.fromCharCode(byte) : ".");
      letter.dataset.at = at;
      text.append(letter);
    }
    line.append(text);
    return line;
  }

  span(row) {
    const { file } = this;
    if (row < 0) return [0, 0];
    return [Math.floor(file.start[row] / 8), Math.ceil((file.start[row] + file.length[row]) / 8)];
  }

  treeRow(line) {
    const { file } = this;
    const row = this.order[line];
    const kind = file.of(row);
    const [value, meaning] = file.value(row);
    const made = element("div", `row ${kind.kind}${row === this.selected ? " selected" : ""}${row === this.lit ? " lit" : ""}`);
    made.dataset.row = row;
    made.setAttribute("role", "treeitem");
    made.setAttribute("aria-selected", row === this.selected);
    const depth = file.depth(row);
    made.setAttribute("aria-level", depth + 1);
    const bit = file.start[row];
    made.append(element("span", "offset", hex(Math.floor(bit / 8), 6) + (bit % 8 ? `.${bit % 8}` : "")));
    const name = element("span", "name");
    name.style.paddingInlineStart = `${Math.min(depth, 24) * 14}px`;
    if (kind.level) {
      const isOpen = !this.folded.has(row);
      made.setAttribute("aria-expanded", isOpen);
      name.append(element("span", "fold", isOpen ? "\u25be" : "\u25b8"));
    }
    name.append(file.name(row));
    made.append(name);
    if (kind.level) made.append(element("span", "label", kind.label));
    if (value !== "") made.append(element("span", "value", `= ${value}`));
    if (meaning) made.append(element("span", "meaning", meaning));
    if (kind.since) made.append(element("span", "since", `since ${kind.since}`));
    if (kind.schema) made.append(element("span", "schema", kind.schema));
    return made;
  }

  // A bar of the sections, to scale.
  map() {
    const { file } = this;
    const map = byId("map");
    const bar = element("div", "bar");
    let hue = 0;
    for (let row = 0; row < file.count; row = file.end[row]) {
      const size = file.length[row] / 8;
      if (size === 0) continue;
      const part = element("button", "share");
      part.type = "button";
      part.style.flexGrow = size;
      part.style.setProperty("--hue", (hue += 67) % 360);
      part.title = `${file.path(row)}: ${size.toLocaleString("en")} bytes, ${((100 * size) / file.bytes.length).toFixed(1)} %`;
      part.setAttribute("aria-label", part.title);
      part.append(element("span", "", file.segment(row)));
      part.addEventListener("click", () => this.select(row));
      bar.append(part);
    }
    map.append(bar);
  }

  light(row, from) {
    if (row === this.lit) return;
    this.lit = row;
    this.bytes.update();
    if (from === "bytes") this.tree.show(this.lineOf(row));
    else this.tree.update();
  }

  unfold(row) {
    let changed = false;
    for (let at = this.file.parent[row]; at >= 0; at = this.file.parent[at]) changed = this.folded.delete(at) || changed;
    if (changed) this.updateLayout();
  }

  updateLayout() {
    this.layOut();
    this.tree.resize();
  }

  select(row, { from } = {}) {
    if (row < 0 || row >= this.file.count) return;
    this.unfold(row);
    this.selected = row;
    const offset = Math.floor(this.file.start[row] / 8);
    if (from === "bytes") this.bytes.update();
    else this.bytes.show(Math.floor(offset / WIDTH));
    if (from === "tree") this.tree.update();
    else this.tree.show(this.lineOf(row));
    this.detail(row);
    history.replaceState(null, "", `#path=${encodeURI(this.file.path(row))}`);
  }

  detail(row) {
    const { file } = this;
    const kind = file.of(row);
    const [value, meaning] = file.value(row);
    const [start, end] = this.span(row);
    const lines = [
      ["path", file.path(row)],
      ["bytes", `0x${hex(start)} to 0x${hex(end)}, ${file.length[row] % 8 ? counted(file.length[row], "bit") : counted(file.length[row] / 8, "byte")}`],
      ["type", kind.level ? kind.label : kind.label || kind.kind],
      ["value", value], ["means", meaning], ["since", kind.since], ["schema", kind.schema],
    ];
    const list = element("dl");
    for (const [name, text] of lines) {
      if (!text) continue;
      const content = element("dd", "", text);
      if (name === "schema" && document.body.dataset.docs) content.replaceChildren(documented(text));
      list.append(element("dt", "", name), content);
    }
    byId("detail").replaceChildren(list);
  }

  step(by) {
    const line = this.lineOf(Math.max(0, this.selected)) + by;
    this.select(this.order[Math.max(0, Math.min(this.lines - 1, line))]);
  }

  fold(row, isFolded) {
    if (!this.file.of(row).level) return false;
    if (isFolded === this.folded.has(row)) return false;
    if (isFolded) this.folded.add(row);
    else this.folded.delete(row);
    this.updateLayout();
    return true;
  }

  foldAll(isFolded) {
    this.folded.clear();
    for (let row = 0; isFolded && row < this.file.count; row = this.file.end[row]) if (this.file.of(row).level) this.folded.add(row);
    this.updateLayout();
    this.tree.moveTo(0);
  }

  next(kind) {
    const { file } = this;
    const kinds = new Set(file.kinds.flatMap((known, at) => (known.kind === kind ? [at] : [])));
    this.nextRow((row) => kinds.has(file.kind[row]), `no ${kind} bytes`);
  }

  nextRow(is, none) {
    const { file } = this;
    for (let step = 1; step <= file.count; step++) {
      const row = (this.selected + step + file.count) % file.count;
      if (is(row)) {
        byId("found").textContent = "";
        return this.select(row);
      }
    }
    byId("found").textContent = none;
  }

  search(query) {
    const { file } = this;
    if (query === "") return;
    if (/^(0x[0-9a-f]+|\d+)$/i.test(query)) {
      const offset = Number(query);
      if (offset < file.bytes.length) return this.select(file.partAt(offset));
    }
    if (/[.[]/.test(query)) {
      const row = file.find(query);
      if (row >= 0 && file.path(row) === query) return this.select(row);
    }
    const wanted = query.toLowerCase();
    const has = (text) => text !== null && text.toLowerCase().includes(wanted);
    const kinds = new Set(file.kinds.flatMap((kind, at) => (has(kind.name) || has(kind.label) || has(kind.meaning) ? [at] : [])));
    const entries = file.entries.map((known) => new Set(known.flatMap((text, at) => (has(text) ? [at] : []))));
    const letters = new TextEncoder().encode(query);
    const isText = (row) => {
      const code = file.of(row).code;
      if (file.of(row).level) return false;
      if (code.table !== null) return entries[code.table].size > 0 && entries[code.table].has(Number(file.number(row)));
      if (code.members !== null) return has(file.value(row)[1]);
      return code.coding === null && letters.length > 0 && within(file.raw(row), letters);
    };
    this.nextRow((row) => file.isShown(row) && (kinds.has(file.kind[row]) || isText(row)), "not found");
  }

  follow() {
    const hash = decodeURI(location.hash.slice(1));
    if (hash.startsWith("at=")) this.select(this.file.partAt(Math.min(Number(hash.slice(3)), this.file.bytes.length - 1)));
    if (hash.startsWith("path=")) this.select(this.file.find(hash.slice(5)));
  }

  listen() {
    const rowOf = (event) => {
      const byte = event.target.closest("[data-at]");
      if (byte) return this.file.partAt(Number(byte.dataset.at));
      const row = event.target.closest("[data-row]");
      return row ? Number(row.dataset.row) : -1;
    };
    for (const id of ["bytes", "tree"]) {
      const pane = byId(id);
      pane.addEventListener("pointerover", (event) => {
        const row = rowOf(event);
        if (row >= 0) this.light(row, id);
      });
      pane.addEventListener("click", (event) => {
        const row = rowOf(event);
        if (row < 0) return;
        if (event.target.classList.contains("fold")) this.fold(row, !this.folded.has(row));
        else this.select(row, { from: id });
      });
    }
    byId("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.search(byId("query").value.trim());
    });
    byId("fold").addEventListener("click", () => this.foldAll(true));
    byId("unfold").addEventListener("click", () => this.foldAll(false));
    byId("opaque").addEventListener("click", () => this.next("opaque"));
    byId("error").addEventListener("click", () => this.next("error"));
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (event.target === byId("query")) return event.key === "Escape" && byId("tree").focus();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("button")) return;
    const row = this.selected;
    const keys = {
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      PageDown: () => this.step(this.tree.shown),
      PageUp: () => this.step(-this.tree.shown),
      ArrowLeft: () => row >= 0 && (this.fold(row, true) || this.select(this.around(row))),
      ArrowRight: () => row >= 0 && (this.fold(row, false) || this.step(1)),
      "/": () => byId("query").focus(),
      n: () => this.search(byId("query").value.trim()),
      o: () => this.next("opaque"),
      e: () => this.next("error"),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  around(row) {
    let at = this.file.parent[row];
    while (at >= 0 && !this.file.isShown(at)) at = this.file.parent[at];
    return at >= 0 ? at : row;
  }
}

const within = (bytes, wanted) => {
  for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) {
    if (wanted.every((byte, place) => bytes[at + place] === byte)) return true;
  }
  return false;
};

FileRows.open().then((file) => {
  globalThis.page = new Page(file);
  document.documentElement.dataset.ready = "true";
});
