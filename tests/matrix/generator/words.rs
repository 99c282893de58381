//! Names that Rust, the runtime or generated code have a meaning for.

use bytespec_codegen::syntax::read_and_check;
use heck::ToUpperCamelCase as _;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Words that Rust keeps for itself, in some place or in some edition, and its own types.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self static struct super trait true try type typeof union unsafe unsized use virtual where \
    while yield auto default macro_rules raw safe bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 \
    i64 i128 isize f32 f64";

/// What stands in the prelude and beside it.
const PRELUDE: &str = "option some none ok err result vec string clone copy debug drop eq partial_eq ord \
    partial_ord hash fn_mut fn_once from into try_from try_into iterator into_iterator \
    double_ended_iterator exact_size_iterator extend from_iterator as_ref as_mut to_owned to_string \
    send sync sized unpin std core alloc main test derive doc inline cfg allow crate_ self_";

/// What the runtime has, and what generated code calls its own.
const RUNTIME: &str = "bytespec cursor decode error error_kind field_value reflect offset_table \
    table_builder thin_vec value_list region_id typed typed_values value values writer lazy leb128 \
    prefix zigzag source names text shape adopt collect reader format wire span small container \
    view ops build parts samples section generated scope subject gated sample example opaque unknown \
    all number name tag read write fields item_name flags start at packed bits cx version_number origin \
    next defined index len builder kind output title pad magic latest known supported define info \
    opcode encode visit label variant_name each_result each_operand operand_count result_count rest";

/// Names of what is made beside the items.
pub(crate) const MADE: &str = "version feature features context op op_kind result_value visit_op into_owned \
    make_enum other type_id ";

/// Names of the types of the language, what YAML takes for something else, and words that Rust does not
/// take even when they are marked.
pub(crate) const KEPT: &str = "bool u8 u16 u32 u64 i8 i16 i32 i64 f16 f32 f64 ref zigzag signed utf8 sized balanced offset_table rest packed \
    flags true false crate self super";

/// The kinds of item that have a name, and of what has one inside of an item.
const KINDS: [&str; 8] = ["record", "union", "enum", "op", "part", "table", "member", "packed"];

/// What came of the words of a kind of item.
pub(crate) struct Words {
    pub(crate) kind: &'static str,
    /// A schema with the names that `check` takes.
    pub(crate) text: String,
    /// How many words were tried.
    pub(crate) tried: usize,
    /// The words that it refuses, each with what it says of it.
    pub(crate) refused: Vec<(String, String)>,
}

/// Formats in which each kind of item has all of the names that `check` takes.
pub(crate) fn schemas(mentioned: &HashSet<&str>) -> Vec<Words> {
    KINDS.map(|kind| schema(kind, all(kind, mentioned))).into()
}

/// The identifiers of generated code. A name that it does not mention has no meaning for it.
pub(crate) fn mentioned<'a>(sources: &[&'a str]) -> HashSet<&'a str> {
    let lines = sources.iter().flat_map(|source| source.lines());
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
        .collect()
}

/// The words that a kind of item is tried with. Names of fields and values share no scope with names of types, which
/// matter where generated code mentions them.
fn all(kind: &str, mentioned: &HashSet<&str>) -> Vec<&'static str> {
    let words = |texts: [&'static str; 4]| texts.into_iter().flat_map(str::split_whitespace);
    let is_type = |word: &&str| mentioned.contains(&*word.to_upper_camel_case());
    match kind {
        "member" | "packed" => words([KEYWORDS, RUNTIME, "", ""]).collect(),
        // Their names are those of functions as well.
        "op" | "table" => {
            let others = words(["", PRELUDE, RUNTIME, MADE]);
            let others = others.filter(|word| is_type(word) || mentioned.contains(word));
            KEYWORDS.split_whitespace().chain(others).collect()
        }
        _ => words([KEYWORDS, PRELUDE, RUNTIME, MADE]).filter(is_type).collect(),
    }
}

/// Whether what has the name stands inside of an item.
fn inside(kind: &str) -> bool {
    matches!(kind, "member" | "packed")
}

fn schema(kind: &'static str, mut words: Vec<&'static str>) -> Words {
    let tried = words.len();
    let mut refused = Vec::new();
    loop {
        let mut text = HEAD.to_owned();
        let mut starts = Vec::new();
        if inside(kind) {
            members(kind, &words, &mut text, &mut starts);
        } else {
            for (number, word) in words.iter().enumerate() {
                starts.push((text.lines().count(), number));
                item(kind, number, word, &mut text);
            }
        }
        let (_, sources, found) = read_and_check(vec![(PathBuf::from("words.yaml"), text.clone())]);
        let mut wrong: Vec<(usize, String)> = Vec::new();
        // A name that is refused may be the reason of other findings.
        let names = |text: &str| text.contains("[reserved-name]") || text.contains("[wrong-shape]");
        let about_names = found.iter().any(|finding| names(&finding.to_string()));
        for finding in found.iter().filter(|found| !about_names || names(&found.to_string())) {
            let place = finding.primary().and_then(|span| sources.resolve(span));
            let line = place.map_or(0, |place| place.line);
            let at = starts.partition_point(|start| start.0 < line).checked_sub(1);
            let at = at.unwrap_or_else(|| panic!("{finding} is about no word"));
            wrong.push((starts[at].1, finding.to_string()));
        }
        if wrong.is_empty() {
            return Words { kind, text, tried, refused };
        }
        wrong.sort();
        wrong.dedup_by_key(|wrong| wrong.0);
        for (at, finding) in wrong.into_iter().rev() {
            refused.push((words.remove(at).to_owned(), finding));
        }
    }
}

/// What every one of the formats has, a format by itself.
pub(crate) const HEAD: &str = "- format: words
  summary: Words
  versions:
    - {version: \"1\", summary: First version}
    - {version: \"2\", summary: Second version}
  sections: {id_bits: 8}
  operations:
    layout: [opcode, result_count, result_types, flags, attributes, operands, regions]
    opcode: varint<u16>
    type: Type
- table: Type
  summary: Types
- op: nothing
  opcode: 10000
  summary: An operation
- union: Words
  tag: varint
  summary: Words
- {variant: NoWord, of: Words, tag: 10000, summary: A variant}
";

/// How many words stand in one item, where each is a part of it.
const ROOM: usize = 16;

/// Items with words as the names of their parts, each on a line of its own; `starts` tells which lines are
/// whose.
fn members(kind: &str, words: &[&str], text: &mut String, starts: &mut Vec<(usize, usize)>) {
    let lists: &[&str] = match kind {
        "member" => &["operands", "results", "regions", "attributes", "fields", "cases", "values"],
        _ => &["parts", "tests"],
    };
    let numbered: Vec<(usize, &str)> = words.iter().copied().enumerate().collect();
    for list in lists {
        for chunk in numbered.chunks(ROOM) {
            let first = chunk[0].0;
            starts.push((text.lines().count(), first));
            let (head, key) = match *list {
                "operands" | "results" | "regions" | "attributes" => {
                    (format!("- op: {list}_{first}\n  opcode: {}", 2 * starts.len()), *list)
                }
                "cases" => {
                    (format!("- variant: {list}_{first}\n  of: Words\n  tag: {first}"), "fields")
                }
                "values" => (format!("- enum: {list}_{first}\n  wire: varint"), "members"),
                _ => (format!("- record: {list}_{first}"), "fields"),
            };
            let _ = writeln!(text, "{head}\n  summary: An item\n  {key}:");
            for (number, word) in chunk {
                starts.push((text.lines().count(), *number));
                let name = format!("name: {word}, summary: A part");
                let _ = match *list {
                    "regions" => writeln!(text, "    - {{{name}}}"),
                    "operands" | "results" => writeln!(text, "    - {{{name}, type: any}}"),
                    "attributes" | "cases" => writeln!(text, "    - {{{name}, type: blob}}"),
                    "fields" if number % 4 == 3 => {
                        writeln!(
                            text,
                            "    - {{{name}, type: list<u8>, since: \"2\", default: []}}"
                        )
                    }
                    "fields" => writeln!(text, "    - {{{name}, type: blob}}"),
                    "values" if number % 4 == 3 => {
                        writeln!(text, "    - {{{name}, value: {number}, since: \"2\"}}")
                    }
                    "values" => writeln!(text, "    - {{{name}, value: {number}}}"),
                    "parts" => writeln!(
                        text,
                        "    - {{name: all_{number}, type: packed, summary: Bits, parts: [{{{name}, bits: \
                         3}}, {{name: high_{number}, type: varint<u8>, summary: A part}}]}}"
                    ),
                    _ => writeln!(
                        text,
                        "    - {{{name}, type: bool}}\n    - {{name: told_{number}, type: u8, optional: \
                         true, when: {word}, summary: A field}}"
                    ),
                };
            }
        }
    }
}

/// One item, or several, in which a word is the name.
fn item(kind: &str, number: usize, word: &str, text: &mut String) {
    let name = format!("{word}\n  summary: A word");
    let field = "{name: part, type: blob, summary: A field}";
    let _ = match kind {
        "record" => writeln!(text, "- record: {name}\n  fields: [{field}]"),
        "union" => writeln!(
            text,
            "- union: {name}\n  tag: u8\n  unknown: opaque\n\
             - variant: only\n  of: {word}\n  tag: 1\n  summary: A variant"
        ),
        "enum" => writeln!(
            text,
            "- enum: {name}\n  wire: u8\n  members: [{{name: usual, value: 1, summary: A member}}]"
        ),
        "op" => writeln!(text, "- op: {name}\n  opcode: {number}"),
        "part" => {
            writeln!(text, "- variant: {name}\n  of: Words\n  tag: {number}\n  fields: [{field}]")
        }
        _ => writeln!(
            text,
            "- table: {name}\n- section: {name}\n  id: {}\n  fields: [{{name: {word}, type: \
             ref<{word}>, summary: A field}}]",
            number + 1,
        ),
    };
}
