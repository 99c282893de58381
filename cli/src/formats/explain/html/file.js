// The file: its bytes, and rows in columns. A row is a level or a part; a level is followed by the rows in it.
async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const letters = atob(text), packed = new Uint8Array(letters.length);
  for (let at = 0; at < packed.length; at++) packed[at] = letters.charCodeAt(at);
  document.getElementById(id).remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// The bits of the number in the first byte of a varint of this size, of those whose first byte states their size.
const LEADING = { vlq_quic: () => 0x3f, vlq_ebml: (size) => 0x7f >> (size - 1), vlq_der: (size) => (size === 1 ? 0x7f : 0) };

class FileRows {
  static async open() {
    const [bytes, rows, tables] = await Promise.all(["file-bytes", "file-rows", "file-tables"].map(unpack));
    return new FileRows(bytes, rows, JSON.parse(new TextDecoder().decode(tables)));
  }

  constructor(bytes, stream, tables) {
    Object.assign(this, { bytes, computed: new Map(), spelled: new Map(), ...tables });
    this.faultOf = new Map(this.faults);
    this.labels = Object.fromEntries(Object.entries(this.members).map(([at, known]) => [at, new Map(known)]));
    // A level without a label has no line.
    this.shown = this.kinds.map((kind) => !kind.level || kind.label !== "");
    this.read(stream);
  }

  read(stream) {
    let at = 0;
    const number = () => {
      let value = stream[at] & 127;
      if (stream[at++] < 128) return value;
      for (let scale = 128; ; scale *= 128) {
        const byte = stream[at++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
      }
    };
    const most = this.count, Bits = 8 * this.bytes.length < 2 ** 32 ? Uint32Array : Float64Array;
    const kind = new Uint32Array(most), start = new Bits(most), length = new Bits(most);
    const parent = new Int32Array(most), index = new Uint32Array(most), end = new Uint32Array(most);
    const isLevel = this.kinds.map((known) => known.level), isElement = this.kinds.map((known) => known.name === null);
    const isSpelled = this.kinds.map((known) => known.code.spelled), isNumber = this.kinds.map((known) => known.code.coding !== null);
    let count = 0, bit = 0, around = -1;
    let next = 0;
    const nexts = [];
    while (at < stream.length) {
      const code = number();
      if (code === 0) {
        end[around] = count;
        length[around] = bit - start[around];
        around = parent[around];
        next = nexts.pop();
        continue;
      }
      const row = count++, known = code - 1;
      kind[row] = known;
      start[row] = bit;
      parent[row] = around;
      if (isElement[known]) {
        const delta = number();
        index[row] = next + (delta % 2 ? -(delta + 1) / 2 : delta / 2);
        next = index[row] + 1;
      }
      if (isLevel[known]) {
        around = row;
        nexts.push(next);
        next = 0;
        continue;
      }
      const bits = number();
      length[row] = bits;
      if (isSpelled[known]) {
        const size = number();
        this.spelled.set(row, new TextDecoder().decode(stream.subarray(at, at + size)));
        at += size;
      }
      if (bits === 0 && isNumber[known]) this.computed.set(row, BigInt(number()));
      bit += bits;
      end[row] = row + 1;
    }
    Object.assign(this, { count, kind, start, length, parent, index, end });
  }

  of(row) {
    return this.kinds[this.kind[row]];
  }

  segment(row) {
    const { name } = this.of(row);
    return name === null ? `[${this.index[row]}]` : name;
  }

  path(row) {
    let path = "";
    for (let at = row; at >= 0; at = this.parent[at]) {
      const segment = this.segment(at);
      if (segment === "") continue;
      path = segment + (path && !path.startsWith("[") ? "." : "") + path;
      // A segment with a dot is a whole path.
      if (segment.includes(".")) break;
    }
    return path;
  }

  depth(row) {
    let depth = 0;
    for (let at = this.parent[row]; at >= 0; at = this.parent[at]) depth += this.isShown(at) ? 1 : 0;
    return depth;
  }

  isShown(row) {
    return this.shown[this.kind[row]];
  }

  // The path of a row relative to the innermost enclosing level that has a line.
  name(row) {
    let name = "";
    for (let at = row; at >= 0; at = this.parent[at]) {
      if (at !== row && this.isShown(at)) break;
      const segment = this.segment(at);
      if (segment !== "") name = segment + (name && !name.startsWith("[") ? "." : "") + name;
    }
    return name;
  }

  // The part with a byte: the first part in it that is not padding, if there is one.
  partAt(offset) {
    const bit = 8 * offset;
    let low = 0, high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start[middle] <= bit) low = middle + 1;
      else high = middle;
    }
    let row = low - 1;
    while (row > 0 && (this.of(row).level || this.length[row] === 0)) row--;
    for (let at = row; at < this.count && this.start[at] < bit + 8; at++) {
      if (!this.of(at).level && this.length[at] > 0 && this.of(at).kind !== "padding") return at;
    }
    return row;
  }

  // The row with a path; if there is none, the level with the longest beginning of it. A level can have several rows, with other
  // rows between them.
  find(path) {
    let around = -1, left = path.length;
    const stack = [[0, this.count, path]];
    while (stack.length > 0) {
      const top = stack.at(-1), [row, to, rest] = top;
      if (row >= to) {
        stack.pop();
        continue;
      }
      top[0] = this.end[row];
      const segment = this.segment(row);
      if (!rest.startsWith(segment)) continue;
      const after = rest.slice(segment.length);
      if (after !== "" && segment !== "" && !/^[.[]/.test(after)) continue;
      if (after === "" && segment !== "") return row;
      if (!this.of(row).level || segment.includes(".")) continue;
      if (after.length < left) [around, left] = [row, after.length];
      stack.push([row + 1, this.end[row], segment === "" ? after : after.replace(/^\./, "")]);
    }
    return around;
  }

  bits(row) {
    if (this.computed.has(row)) return this.computed.get(row);
    const code = this.of(row).code;
    const start = this.start[row], length = this.length[row];
    let value = 0n, taken = 0n;
    const isWhole = start % 8 === 0 && length % 8 === 0;
    const size = length / 8, first = this.bytes[start / 8];
    if (isWhole && code.coding === "prefix") {
      const from = size === 9 ? 1 : 0;
      for (let at = size - 1; at >= from; at--) value = (value << 8n) | BigInt(this.bytes[start / 8 + at]);
      return size === 9 ? value : value >> BigInt(Math.min(8, Math.clz32(first & -first) ^ 31) + 1);
    }
    if (isWhole && code.coding === "vlq") {
      for (let at = 0; at < size; at++) {
        const byte = this.bytes[start / 8 + at];
        value = at + 1 === code.full ? (value << 8n) | BigInt(byte) : (value << 7n) | BigInt(byte & 0x7f);
      }
      return value;
    }
    const mask = LEADING[code.coding]?.(size);
    if (isWhole && mask !== undefined) {
      const rest = this.bytes.subarray(start / 8 + 1, start / 8 + size);
      const isUnknown = code.coding === "vlq_ebml" ? (first & mask) === mask : code.coding === "vlq_der" && size === 1 && first === 0x80;
      if (isUnknown && rest.every((byte) => byte === 0xff)) return (1n << 64n) - 1n;
      return rest.reduce((all, byte) => (all << 8n) | BigInt(byte), BigInt(first & mask));
    }
    if (code.coding === "digits") {
      const radix = BigInt(code.full);
      const letters = String.fromCharCode(...this.raw(row));
      for (const letter of letters) {
        const digit = parseInt(letter, code.full);
        if (!Number.isNaN(digit)) value = value * radix + BigInt(digit);
      }
      return letters.includes("-") ? -value : value;
    }
    for (let bit = 0; bit < length; bit++) {
      const at = start + bit;
      if (code.coding === "leb128" && at % 8 === 7 && length > 7) continue;
      if ((this.bytes[Math.floor(at / 8)] >> at % 8) & 1) value |= 1n << taken;
      taken++;
    }
    if (code.coding !== "big" || !isWhole) return value;
    value = 0n;
    for (let at = 0; at < size; at++) value = (value << 8n) | BigInt(this.bytes[start / 8 + at]);
    return value;
  }

  number(row) {
    const { sign, bits, coding } = this.of(row).code;
    const value = this.bits(row);
    if (sign === "zigzag") return value & 1n ? -(value + 1n) / 2n : value / 2n;
    if (sign === "twos") {
      const width = coding === "leb128" ? Math.min(bits, (this.length[row] / 8) * 7) : bits;
      return BigInt.asIntN(width, value);
    }
    return value;
  }

  raw(row) {
    return this.bytes.subarray(Math.floor(this.start[row] / 8), Math.ceil((this.start[row] + this.length[row]) / 8));
  }

  // The value of a part, and its meaning.
  value(row) {
    const kind = this.of(row);
    const fault = this.faultOf.get(row);
    if (kind.level || kind.kind === "padding" || kind.kind === "gap") return ["", fault ?? kind.meaning];
    const { coding, sign, bits, table, members } = kind.code;
    if (this.spelled.has(row)) return [this.spelled.get(row), fault ?? kind.meaning];
    if (coding === null || (coding !== "digits" && this.length[row] > 80)) {
      let bytes = this.raw(row);
      if (kind.label === "text" && bytes.at(-1) === 0) bytes = bytes.subarray(0, -1);
      const text = new TextDecoder().decode(bytes.subarray(0, 120));
      const isText = bytes.length === 0 ? kind.label.endsWith("text") : !/[\p{Cc}\uFFFD]/u.test(bytes.length > 120 ? text.slice(0, -1) : text);
      const value = isText ? JSON.stringify(text) + (bytes.length > 120 ? "..." : "") : `${bytes.length} bytes`;
      return [value, fault ?? kind.meaning];
    }
    const number = this.number(row);
    let value = String(number);
    if (sign === "bool") value = number ? "true" : "false";
    if (sign === "float") {
      const view = new DataView(new ArrayBuffer(8));
      view.setBigUint64(0, number);
      value = String(bits === 64 ? view.getFloat64(0) : view.getFloat32(4));
    }
    if (fault) return [value, fault];
    if (members !== null) return [value, this.labels[members]?.get(Number(number)) ?? ""];
    if (table !== null) return [value, `${this.tables[table]} ${number} ${this.entries[table]?.[Number(number)] ?? ""}`];
    return [value, kind.meaning];
  }
}
