//! Changes of schemas at random.

use bytespec_codegen::syntax::list_folder;
use std::path::{Path, PathBuf};

/// Names that Rust, the generator or another case of letters have a use for.
const NAMES: &[&str] = &[
    "_1", "a_b", "AB", "aB", "self", "Self", "type", "fn", "Some", "None", "Vec", "Value",
    "Option", "Region", "trailing", "label", "tag", "read", "write", "index", "end", "A", "r#in",
    "\"\"", "x1", "String", "Type", "first", "version", "flags", "L", "M", "R", "count", "f", "cx",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "8",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1.4294967296",
    "0x7f",
];

const TYPES: &[&str] = &[
    "u8",
    "u64",
    "i8",
    "i64",
    "bool",
    "varint",
    "zigzag",
    "\"signed<7>\"",
    "\"signed<200>\"",
    "f32be",
    "blob",
    "utf8",
    "bytes",
    "unit",
    "\"flags<u8>\"",
    "\"presence<u8>\"",
    "packed",
    "\"list<u8>\"",
    "\"list<bytes>\"",
    "\"rest<u8>\"",
    "\"repeat<u8, a>\"",
    "\"ref<String>\"",
    "\"optional_ref<String>\"",
    "\"flagged<varint>\"",
    "\"shifted<varint>\"",
    "\"sized<R>\"",
    "\"aligned_list<u32, 4>\"",
    "\"offset_table<u32, bytes>\"",
    "filler",
    "\"entry<String>\"",
    "properties",
    "L",
    "M",
    "R",
    "U",
    "E",
    "\"c(a)\"",
    "\"u8<u8>\"",
    "\"balanced<U>\"",
];

const EXPRESSIONS: &[&str] = &[
    "index",
    "rest",
    "rest - 1",
    "a",
    "b",
    "\"size(b)\"",
    "\"size(b) + 8\"",
    "\"sizes(b)\"",
    "\"count(b)\"",
    "\"has(b)\"",
    "\"L.a\"",
    "\"M.a\"",
    "\"R.a\"",
    "\"count(L.a)\"",
    "\"count(R.a)\"",
    "\"L.a[index]\"",
    "\"find(L.a, 1)\"",
    "\"a - 1\"",
    "not a",
    "\"a = 18446744073709551615\"",
    "\"count(L.a) = 3\"",
    "\"count(L.a) < 3\"",
    "a = b",
    "not a = 1",
    "\"V.a\"",
];

const TEXTS: &[&str] = &[
    "\"b{\"",
    "\"a\\u202eb\"",
    "\"{x}{y}\"",
    "\"a<{x:, }, {y}>\"",
    "\"{?x|{x}}\"",
    "\"\"",
    "\"{}\"",
    "\"a\\rb\\0\"",
    "\"```\\nx\"",
    "'\"quoted\"'",
    "\"*/ //! #\"",
    "\"false*b\"",
    "none",
    "[]",
    "true",
    "\"k=18446744073709551615\"",
];

const KEYS: &[&str] = &[
    "since: \"2\"",
    "until: \"1\"",
    "feature: extra",
    "optional: true",
    "bit: 0",
    "bit: 63",
    "default: 0",
    "default: \"[]\"",
    "default: \"false*b\"",
    "count: a",
    "count: rest",
    "while: \"count(L.a) < 3\"",
    "reversed: true",
    "size: a",
    "size: rest - 1",
    "stop: 0",
    "when: a",
    "when: not a = 1",
    "when: \"a and index\"",
    "equals: 3",
    "equals: \"size(b)\"",
    "let: 1",
    "let: a",
    "align: 4",
    "from: 0",
    "operation: a",
    "version_record: a",
    "run_only: true",
    "table: String",
    "reject: [0]",
    "nonempty: true",
    "present: a",
    "variadic: true",
    "begins_with: R",
    "content: L",
    "unknown: opaque",
    "reserved: [{value: 1}]",
    "since_release: \"1\"",
    "label: \"x{\"",
    "traits: [a_b, aB]",
    "dialect: d",
    "entries: String",
];

/// Numbers at random, always the same for a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % count.max(1)
    }

    fn of<'s>(&mut self, words: &[&'s str]) -> &'s str {
        words[self.below(words.len())]
    }
}

/// The schemas of a folder, which are changed.
pub(crate) fn corpus(folder: &Path) -> Vec<String> {
    let files = list_folder(folder).expect("the folder of cases");
    let syntax = |path: &PathBuf| path.to_string_lossy().contains("-syntax");
    let files = files.into_iter().filter(|path| !syntax(path));
    let read = |path: PathBuf| {
        // What has no fault yet is changed as often as all others together.
        let count = if path.to_string_lossy().contains("pass") { 24 } else { 1 };
        vec![std::fs::read_to_string(path).expect("a case"); count]
    };
    files.flat_map(read).collect()
}

/// A schema with a few changes.
pub(crate) fn changed(corpus: &[String], random: &mut Random) -> String {
    let mut text = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(3) {
        text = change(&text, corpus, random);
    }
    text
}

/// A schema with one change.
pub(crate) fn change(text: &str, corpus: &[String], random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(Into::into).collect();
    let at = random.below(lines.len());
    match random.below(12) {
        0 if lines.len() > 1 => {
            lines.remove(at);
        }
        1 => {
            let line = lines[at].clone();
            lines.insert(at, line);
        }
        2 => {
            let other = &corpus[random.below(corpus.len())];
            lines.extend(item(other, random));
        }
        3 => {
            let key = random.of(KEYS);
            if let Some(end) = lines[at].rfind('}') {
                lines[at].insert_str(end, &format!(", {key}"));
            } else if lines[at].starts_with("- ") {
                lines.insert(at + 1, format!("  {key}"));
            }
        }
        _ => replace(&mut lines[at], random),
    }
    lines.join("\n") + "\n"
}

/// An item of a schema that is not its format.
fn item(text: &str, random: &mut Random) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = |line: &&str| line.starts_with("- ") && !line.starts_with("- format");
    let items: Vec<usize> = (0..lines.len()).filter(|at| starts(&lines[*at])).collect();
    if items.is_empty() {
        return Vec::new();
    }
    let start = items[random.below(items.len())];
    let end =
        (start + 1..lines.len()).find(|at| lines[*at].starts_with("- ")).unwrap_or(lines.len());
    lines[start..end].iter().map(|line| (*line).to_owned()).collect()
}

/// Puts something else in the place of a value.
fn replace(line: &mut String, random: &mut Random) {
    let values: Vec<usize> = line.match_indices(": ").map(|(at, _)| at + 2).collect();
    if values.is_empty() {
        return;
    }
    let start = values[random.below(values.len())];
    let quoted = line[start..].starts_with('"');
    let rest = &line[start + usize::from(quoted)..];
    let end = if quoted { rest.find('"').map(|at| at + 2) } else { rest.find([',', '}', ']']) };
    let end = start + end.unwrap_or(line.len() - start);
    let key = line[..start - 2].rsplit([' ', '{', ',']).next().unwrap_or_default();
    let likely = match key {
        "type" | "wire" | "tag" | "opcode" => TYPES,
        "name" | "record" | "enum" | "union" | "variant" | "op" | "table" | "codec" | "of"
        | "begins_with" | "content" => NAMES,
        "value" | "bit" | "bits" | "id" | "since" | "until" | "version" => NUMBERS,
        "count" | "while" | "size" | "when" | "equals" | "let" | "align" | "dialect" => EXPRESSIONS,
        _ => TEXTS,
    };
    let words = match random.below(4) {
        0 => [NAMES, NUMBERS, TYPES, EXPRESSIONS, TEXTS][random.below(5)],
        _ => likely,
    };
    line.replace_range(start..end.min(line.len()), random.of(words));
}
