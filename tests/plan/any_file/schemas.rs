//! Schemas at random in which a file is a record: every key and every kind of expression in every position, wanted or not.

use super::{PathBuf, Random, Schema, syntax};
use std::collections::BTreeSet;

/// Numbers that fields are.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "u8", "u8", "u8", "u16", "u32", "u64", "i8", "i16", "u16le", "u32be", "u24", "i48be", "u40", "i56", "u56be", "u128",
    "i72be", "u96le", "varint", "varint<u16>", "vlq<u32>", "vlq9", "vlq_end<u16>", "vlq_quic<u32>", "vlq_ebml",
    "vlq_der<u16>", "decimal<i16>", "'octal<u32, 8, 0x00>'", "'hexadecimal<u16, 4>'", "zigzag<i32>", "bool", "Kind",
    "f32", "f16", "f64be",
];

/// Texts that have a size or an end.
pub(super) const TEXTS: &[&str] = &[
    "ascii",
    "latin1",
    "utf8",
    "utf16le",
    "utf16be",
    "utf32be",
    "cp437",
    "shift_jis",
    "mutf8",
    "bytes",
    "bytes",
];

/// Fields by which the record that a file is holds all others, so that it is around them.
const HOLDS: &str = "    - {name: h0, type: Leaf, when: f0 = 3, summary: A field}
    - {name: h1, type: Inner, when: f0 = 5, summary: A field}
    - {name: h2, type: Outer, when: f0 > 9, summary: A field}
    - {name: g3, type: u8, equals: size(h3), when: f0 = 7, summary: A field}
    - {name: t3, type: u8, when: f0 = 7, summary: A field}
    - {name: h3, type: ByField(t3), size: g3, when: f0 = 7, summary: A field}
    - {name: g4, type: u8, equals: size(h4), when: f0 = 6, summary: A field}
    - {name: h4, type: Tagged, size: g4, when: f0 = 6, summary: A field}
    - {name: h5, type: bytes, size: 2, when: f0 = 2, summary: A field}
    - {name: h6, type: Named(h5), when: f0 = 2, summary: A field}
    - {name: h7, type: Peeked, size: 6, when: f0 = 1, summary: A field}
    - {name: h8, type: 'Given(f0, f0 & 3)', when: f0 = 4, summary: A field}
";

/// How often fields that are refused are left out.
const ROUNDS: usize = 8;

/// What the line of a field begins with.
const FIELD: &str = "    - {name: f";

/// What an expression may ask of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Number,
    Bytes,
    Several,
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) keys: Vec<(&'static str, String)>,
    pub(super) is: Is,
    /// It is computed from all fields.
    computed: bool,
    /// The field before it says what it is.
    is_part: bool,
}

/// Makes one schema.
pub(crate) struct Maker<'r> {
    pub(super) random: &'r mut Random,
    pub(super) fields: Vec<Field>,
    /// Items that fields may be of.
    items: Vec<&'static str>,
    /// What is made is an element of something.
    is_root: bool,
    /// What is made has parameters.
    is_given: bool,
    /// What is made begins with a tag.
    is_tagged: bool,
}

/// A schema without the fields that `check` refuses; none where it refuses more. Why fields are refused is said to `reason`.
pub(crate) fn accepted(
    text: &str,
    reason: &mut dyn FnMut(String),
) -> Result<Option<(String, Schema)>, String> {
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let files = vec![(PathBuf::from("any.yaml"), text.clone())];
        let (schema, sources, found) = syntax::read_and_check(files);
        if found.is_empty() {
            return Ok(Some((text, schema)));
        }
        let mut wrong = BTreeSet::new();
        for finding in &found {
            if finding.rule == "plan" {
                return Err(format!("no rule foresees this: {finding}\n{text}"));
            }
            reason(format!("{}: {}", finding.rule, finding.message));
            let lines = finding.labels.iter().filter_map(|(span, _)| sources.resolve(*span));
            let lines = lines.map(|place| place.line - 1);
            let is_field =
                |line: &usize| text.lines().nth(*line).is_some_and(|line| line.starts_with(FIELD));
            wrong.extend(lines.filter(is_field).take(1));
        }
        if wrong.is_empty() {
            return Ok(None);
        }
        let lines = text.lines().enumerate().filter(|(at, _)| !wrong.contains(at));
        text = lines.map(|(_, line)| format!("{line}\n")).collect();
        // What has no field is said without them.
        text = text.replace("  fields:\n-", "-");
    }
    Ok(None)
}

/// A schema in which a file is a record.
pub(crate) fn schema(random: &mut Random) -> String {
    let (fields, items) = (Vec::new(), Vec::new());
    let mut maker =
        Maker { random, fields, items, is_root: false, is_given: false, is_tagged: false };
    let mut text = maker.format();
    text += &maker.variants("ByField", &["0", "[1, 8, 10..12]", "2..6", "7"]);
    let of_kind = match text.contains("value: -2") {
        true => ["many", "[one, -7..-3]", "[least, nothing]"],
        false => ["many", "[one, 9]", "nothing"],
    };
    text += &maker.variants("ByKind", &of_kind);
    text += &maker.variants("Named", &["ID", "[ab, cd, 0x00ff]", "\"a \""]);
    let worded = ["Code", "[LineNumberTable, \"a word of \", \"\"]", "0xff0102030405060708"];
    text += &maker.variants("Worded", &worded);
    text += &maker.variants("Tagged", &["0", "3"]);
    text += &maker
        .variants("Peeked", &["[0x00..0x3f, 0xff]", "7", "[0x80..0xfe, 0x40, 0x42]", "[0x41]"]);
    for name in ["Given", "Leaf", "Inner", "Outer", "Root"] {
        (maker.is_root, maker.is_given) = (name == "Root", name == "Given");
        text += &format!("- record: {name}\n  summary: A record\n  fields:\n");
        text += &maker.item_fields();
        if maker.is_root {
            text += HOLDS;
        }
        maker.items.push(name);
    }
    if text.contains("align: ") && maker.one_in(2) {
        text = text.replacen("  file: Root\n", "  file: Root\n  pad: 3\n  filler: error\n", 1);
    }
    text
}

/// Whether a type of an integer has a sign.
fn is_signed(ty: &str) -> bool {
    ty.starts_with(['i', 's', 'z']) || ty.contains("<i")
}

impl Maker<'_> {
    pub(super) fn one_in(&mut self, of: usize) -> bool {
        self.random.below(of) == 0
    }

    pub(super) fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        self.random.pick(all).copied().unwrap_or_default()
    }

    fn format(&mut self) -> String {
        let order = match self.random.below(8) {
            0 => "  byte_order: big\n",
            1 => "  byte_order: little\n",
            2 => "  byte_order: Root.f0 = 77\n",
            3 => "  byte_order: Outer.f0 < 77\n",
            4 => "  byte_order: Given.f0 = 1\n",
            _ => "",
        };
        let wire = self.of(&[
            "u8",
            "u16",
            "u16le",
            "varint",
            "i8",
            "i16be",
            "zigzag<i32>",
            "signed<12>",
            "vlq<i16>",
        ]);
        let unknown = self.of(&["", "  unknown: keep\n"]);
        let varint = self.of(&["leb128", "bounded_leb128", "prefix"]);
        let mut text = format!(
            "- format: any\n  summary: Any\n  file: Root\n  varint: {varint}\n{order}  versions:\n    - {{version: \"1\", summary: One}}\n    \
             - {{version: \"2\", summary: Two}}\n- enum: Kind\n  wire: {wire}\n{unknown}  summary: Kinds\n  members:\n    \
             - {{name: nothing, value: 0, summary: Nothing}}\n    - {{name: one, value: 1, summary: One}}\n    \
             - {{name: many, value: 7, summary: Many}}\n"
        );
        let least = if is_signed(wire) { -2 } else { 5 };
        text += &format!("    - {{name: least, value: {least}, summary: Least}}\n");
        let ahead = self.of(&["ahead<u8>", "ahead<u16>", "ahead<varint>"]);
        let ahead = format!("  tag: {ahead}\n");
        let tags = [
            ("ByField", ""),
            ("ByKind", ""),
            ("Named", ""),
            ("Worded", ""),
            ("Tagged", "  tag: u8\n"),
            ("Peeked", ahead.as_str()),
        ];
        for (name, tag) in tags {
            let unknown = self.of(&["", "  unknown: opaque\n"]);
            text += &format!("- union: {name}\n{tag}{unknown}  summary: A union\n");
        }
        text
    }

    fn variants(&mut self, of: &str, tags: &[&str]) -> String {
        let mut text = String::new();
        for (at, tag) in tags.iter().enumerate() {
            text +=
                &format!("- variant: {of}{at}\n  of: {of}\n  tag: {tag}\n  summary: A variant\n");
            if of == "Peeked" || !self.one_in(4) {
                text += "  fields:\n";
                self.is_tagged = of == "Peeked";
                text += &self.item_fields();
            }
        }
        text
    }

    /// The fields of an item, a line each.
    fn item_fields(&mut self) -> String {
        self.fields.clear();
        if self.is_given {
            for at in 0..2 {
                let ty = self.of(&["u8", "u16", "u64", "i32", "bool", "Kind"]);
                self.push(at, ty, Is::Number);
                self.key("let", "parameter".to_owned());
            }
        }
        if self.is_root || std::mem::take(&mut self.is_tagged) || self.one_in(2) {
            self.push(self.fields.len(), "u8", Is::Number);
        } else if self.one_in(3) {
            self.packed(self.fields.len());
        }
        for _ in 0..1 + self.random.below(5) {
            self.field();
        }
        let count = self.fields.len();
        for at in 0..count {
            if self.fields[at].computed {
                let expression = match self.fields[at].ty.as_str() {
                    "bytes" => self.digest(at),
                    _ => self.computed(at),
                };
                self.fields[at].keys.push(("equals", expression));
            }
        }
        let lines = self.fields.iter().filter(|field| !field.is_part).map(|field| {
            let keys = field.keys.iter().map(|(key, value)| format!("{key}: {value}, "));
            let keys: String = keys.collect();
            format!("    - {{name: {}, type: {}, {keys}summary: A field}}\n", field.name, field.ty)
        });
        lines.collect()
    }

    pub(super) fn push(&mut self, at: usize, ty: &str, is: Is) -> &mut Field {
        let name = format!("f{at}");
        let (ty, keys) = (ty.to_owned(), Vec::new());
        self.fields.push(Field { name, ty, keys, is, computed: false, is_part: false });
        let last = self.fields.len() - 1;
        &mut self.fields[last]
    }

    pub(super) fn key(&mut self, key: &'static str, value: String) {
        if let Some(field) = self.fields.last_mut() {
            field.keys.push((key, value));
        }
    }

    pub(super) fn quoted(text: &str) -> String {
        match text.starts_with('\'') {
            true => text.to_owned(),
            false => format!("'{text}'"),
        }
    }

    /// Puts a field, or several that belong together, at the end.
    fn field(&mut self) {
        let at = self.fields.len();
        // Its expressions ask for what stands in front of it.
        let earlier = self.fields.clone();
        match self.random.below(17) {
            16 => self.packed(at),
            0..=2 => {
                let ty = self.of(NUMBERS);
                self.push(at, ty, Is::Number).computed = false;
            }
            3 => {
                let ty = self.of(&["u8", "u16", "u32", "u64", "varint", "i16", "zigzag"]);
                self.push(at, ty, Is::Number).computed = true;
            }
            4..=6 => self.bytes(at, &earlier),
            7 => self.constant(at),
            8 | 9 => self.several(at, &earlier),
            10 => {
                let sum = self.random.pick(&earlier).filter(|_| self.random.below(4) == 0);
                let value = match sum.map(|field| field.name.clone()) {
                    Some(name) => format!("crc32({name})"),
                    None => self.expression(&earlier, 0),
                };
                let ty = self.of(&["u8", "u64", "bool", "u16", "i8", "i64"]);
                self.push(at, ty, Is::Number);
                self.key("let", Self::quoted(&value));
            }
            11 => self.filler(at, &earlier),
            12 | 13 => self.union(at, &earlier),
            _ => {
                let mut ty = self.item(&earlier);
                if self.one_in(4) {
                    let list = self.of(&["list", "rest"]);
                    ty = match ty.strip_prefix('\'') {
                        Some(quoted) => format!("'{list}<{}>'", quoted.trim_end_matches('\'')),
                        None => format!("{list}<{ty}>"),
                    };
                }
                self.push(at, &ty, Is::Other);
                if self.one_in(3) {
                    let size = self.size(&earlier);
                    self.key("size", size);
                }
            }
        }
        self.transform(at);
        if self.one_in(12) {
            let test = self.of(&["left", "left > 2", "left = 1 or f0 = 3"]);
            self.key("when", Self::quoted(test));
        } else if self.one_in(6) {
            let test = self.expression(&earlier, 0);
            self.key("when", Self::quoted(&test));
        }
        if self.one_in(10) && self.fields.len() > at {
            let rule = self.rule(at, &earlier);
            self.fields[at].keys.push(("valid", Self::quoted(&rule)));
        }
        if self.one_in(9) {
            let place = match self.random.below(3) {
                0 => "120".to_owned(),
                1 => format!("80 + {}", self.number_of(&earlier)),
                _ => self.expression(&earlier, 1),
            };
            self.key("at", Self::quoted(&place));
        }
        if self.one_in(20) {
            self.key("since", "\"2\"".to_owned());
        }
    }

    /// Transforms the last field in some cases, if it has a size, or if its bytes then end themselves.
    fn transform(&mut self, at: usize) {
        let Some(last) = self.fields.last() else { return };
        let has = |keys: &[&str]| last.keys.iter().any(|(key, _)| keys.contains(key));
        let transforms: &[&str] = match has(&["size"]) {
            true => &[
                "zlib",
                "deflate",
                "rotate_left(3)",
                "rotate_left(f0 & 7)",
                "xor(7)",
                "xor(f0 & 0xff)",
                "xor(0xa100b2)",
                "xor",
                "host(shifted)",
            ],
            false if has(&["stop", "equals", "let", "align"]) || last.computed => return,
            false => &["zlib", "deflate"],
        };
        if !self.one_in(5) {
            return;
        }
        let transform = match self.of(transforms) {
            "xor" => {
                let earlier = self.fields[..at].to_vec();
                let key = self.asked(&earlier, Is::Bytes);
                format!("xor({})", key.unwrap_or_else(|| "f0 & 0xff".to_owned()))
            }
            known => known.to_owned(),
        };
        self.key("transform", transform);
        // Expressions do not read its bytes.
        for field in self.fields.iter_mut().skip(at).filter(|field| field.is != Is::Number) {
            field.is = Is::Other;
        }
    }

    /// The type of a field that is an item, with arguments where it has parameters.
    fn item(&mut self, earlier: &[Field]) -> String {
        match self.random.pick(&self.items).copied().unwrap_or("u8") {
            "Given" => {
                let (one, other) = (self.expression(earlier, 1), self.size(earlier));
                let other = other.trim_matches('\'').to_owned();
                Self::quoted(&format!("Given({one}, {other})"))
            }
            item => item.to_owned(),
        }
    }

    /// A number whose bits are fields.
    fn packed(&mut self, at: usize) {
        let (number, bits) = match self.random.below(5) {
            0 => ("", 64),
            1 => ("u8", 8),
            2 => ("u24", 24),
            3 => ("u64le", 64),
            _ => ("u16", 16),
        };
        let order = self.of(&["", ", high"]);
        let ty = if number.is_empty() {
            "packed".to_owned()
        } else {
            format!("packed<{number}{order}>")
        };
        self.push(at, &ty, Is::Other);
        let count = 2 + self.random.below(3);
        let mut parts = Vec::new();
        for part in 1..=count {
            let name = format!("f{}", at + part);
            let width = 1 + self.random.below(bits / count);
            let is_last = part == count && (number.is_empty() || self.one_in(3));
            let what = match (is_last, width) {
                (true, _) => format!("type: {}", self.of(&["varint", "varint<u16>", "Kind"])),
                (false, 3..) if self.one_in(3) => format!("bits: {width}, type: Kind"),
                (false, _) if self.one_in(4) => format!("bits: {width}, type: varint<i64>"),
                _ => format!("bits: {width}"),
            };
            let key = match self.random.below(7) {
                0 => ", equals: 1".to_owned(),
                1 => format!(", equals: size(f{})", at + count + 1),
                2 => ", since: \"2\", default: 0".to_owned(),
                3 => ", reject: [1]".to_owned(),
                4 => format!(", valid: {name} != 1 or f0 = 9"),
                _ => String::new(),
            };
            parts.push(format!("{{name: {name}, {what}{key}, summary: A part}}"));
        }
        self.key("parts", format!("[{}]", parts.join(", ")));
        for part in 1..=count {
            self.push(at + part, "", Is::Number).is_part = true;
        }
    }

    fn bytes(&mut self, at: usize, earlier: &[Field]) {
        let ty = self.of(TEXTS);
        if self.one_in(3) {
            // The number of bytes in front.
            let number = self.of(&["u8", "u16", "varint"]);
            self.push(at, number, Is::Number);
            self.key("equals", format!("size(f{})", at + 1));
            self.push(at + 1, ty, Is::Bytes);
            self.key("size", format!("f{at}"));
            return;
        }
        self.push(at, ty, Is::Bytes);
        match self.random.below(6) {
            kind @ 0..2 => {
                let stop = match kind {
                    0 => "0",
                    _ => self.of(&["\"0d 0a\"", "\"00 00\"", "10"]),
                };
                self.key("stop", stop.to_owned());
                if self.one_in(3) {
                    let size = self.size(earlier);
                    let size = if self.one_in(3) { "rest".to_owned() } else { size };
                    self.key("size", size);
                }
            }
            2 => {
                let size = self.size(earlier);
                let size = if self.one_in(4) { "rest".to_owned() } else { size };
                self.key("size", size);
                let pad = self.of(&["0", "32"]);
                self.key("pad", pad.to_owned());
            }
            3 => {
                let size = self.of(&["rest", "rest - 1"]);
                self.key("size", size.to_owned());
            }
            4 if !self.items.is_empty() => {
                // A value of any type in front of a trailer.
                self.fields.pop();
                let item = self.of(&["Leaf", "Inner", "Peeked", "Tagged", "ByField(Root.f0)"]);
                self.push(at, item, Is::Other);
                self.key("size", "rest - 2".to_owned());
                self.push(at + 1, "u16", Is::Number);
                if self.one_in(2) {
                    self.key("equals", format!("size(f{at})"));
                }
            }
            _ => {
                let size = self.size(earlier);
                self.key("size", size);
            }
        }
    }

    fn constant(&mut self, at: usize) {
        if at > 0 && self.one_in(3) {
            self.push(at, "bytes", Is::Bytes).computed = true;
            let size = self.of(&["16", "20", "32", "64"]);
            return self.key("size", size.to_owned());
        }
        let ty = self.of(TEXTS);
        self.push(at, ty, Is::Bytes);
        let constant = match ty {
            "bytes" => self.of(&["\"89 50\"", "'\"ab\"'", "\"00\""]),
            _ => self.of(&["'\"ab\"'", "'\"a\"'", "'\"\u{e9}b\"'"]),
        };
        self.key("equals", constant.to_owned());
        match self.random.below(5) {
            0 => self.key("stop", "0".to_owned()),
            1 => {
                let is_wide = ty.starts_with("utf16") || ty.starts_with("utf32");
                self.key("size", if is_wide { "8" } else { "5" }.to_owned());
                let fills = self.of(&["pad", "stop"]);
                self.key(fills, "0".to_owned());
            }
            2 => self.key("size", "4".to_owned()),
            3 => self.key("size", "1".to_owned()),
            _ => self.key("size", "2".to_owned()),
        }
    }

    fn several(&mut self, at: usize, earlier: &[Field]) {
        let item = self.item(earlier);
        let ty = match self.random.below(4) {
            0 | 1 => self.of(NUMBERS),
            2 => self.of(TEXTS),
            _ => item.as_str(),
        };
        if self.one_in(3) {
            self.push(at, "u8", Is::Number);
            self.key("equals", format!("count(f{})", at + 1));
            self.push(at + 1, ty, Is::Several);
            self.key("count", format!("f{at}"));
        } else if self.one_in(5) {
            self.push(at, "u8", Is::Number);
            self.key("equals", format!("count(f{})", at + 2));
            let number = self.of(&["u8", "u16be", "u32", "varint"]);
            self.push(at + 1, number, Is::Several);
            self.key("count", format!("f{at}"));
            self.key("equals", format!("sizes(f{})", at + 2));
            let ty = if TEXTS.contains(&ty) { ty } else { "bytes" };
            self.push(at + 2, ty, Is::Several);
            self.key("count", format!("f{at}"));
            self.key("size", format!("\"f{}[index]\"", at + 1));
            return;
        } else if self.one_in(4) && !self.items.is_empty() {
            self.push(at, &item, Is::Several);
            let last = self.of(&[
                "f0 = 0",
                "f0 > 9",
                "f1 = 0",
                "size(f1) = 0",
                "not f0 & 1",
                "f1 = Tagged0",
                "f0 = 2 or left = 0",
            ]);
            self.key("last", Self::quoted(last));
        } else if self.one_in(4) {
            let ty =
                if self.one_in(4) { self.of(&["Peeked", "Tagged", "ByField(f0)"]) } else { ty };
            self.push(at, ty, Is::Several);
            let last = self.last(at, earlier);
            self.key("last", Self::quoted(&last));
        } else {
            self.push(at, ty, Is::Several);
            let count = match self.random.below(4) {
                0 => "rest".to_owned(),
                1 => self.expression(earlier, 1),
                _ => self.size(earlier),
            };
            self.key("count", Self::quoted(&count));
            if self.one_in(6) {
                self.key("reversed", "true".to_owned());
            }
        }
        if TEXTS.contains(&ty) {
            let (key, value) = match self.random.below(3) {
                0 => ("stop", "0".to_owned()),
                1 => ("size", "2".to_owned()),
                _ => ("size", self.size(earlier)),
            };
            self.key(key, value);
            if key == "size" && self.one_in(4) {
                self.key("stop", "0".to_owned());
            }
        } else if self.one_in(5) {
            let size = self.size(earlier);
            self.key("size", size);
        }
    }
}
