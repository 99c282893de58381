//! The syntax of texts of the language, as patterns of JSON Schema.

use super::json::{Json, list, map};
use crate::builtin::{BUILTIN, Builtin, RUN_ONLY, integer_types};
use crate::expression::{CRC, function_names};
use crate::integer::WIDTHS;
use bytespec_plan::{Base, Transform, Vlq};

/// A name.
pub(super) const NAME: &str = "[A-Za-z_][A-Za-z0-9_]*";

/// The maximum nesting of lists in the patterns; a schema has two levels.
const DEPTH: usize = 4;

/// Unsigned numbers of fixed width.
const UNSIGNED: &[&str] =
    &["u8", "u16", "u32", "u64", "u16be", "u32be", "u64be", "u16le", "u32le", "u64le"];

/// The types of elements of a list, or of other arguments.
fn element(depth: usize) -> String {
    let list = match depth {
        0 => String::new(),
        depth => format!(r"|list\s*<{}>", element(depth - 1)),
    };
    let reserved = alternatives(&no_elements());
    format!(
        r"\s*(?:(?!(?:{reserved})(?![A-Za-z0-9_])){NAME}(?:\s*\(.*\))?|varint\s*<{INTEGER}>|zigzag\s*<{SIGNED}>|signed\s*<\s*{WIDTH}\s*>|(?:ref|optional_ref|sized)\s*<\s*{NAME}\s*>{list})\s*"
    )
}

/// The argument of `varint` and of other integers.
const INTEGER: &str = r"\s*[ui](?:8|16|32|64)\s*";

/// The argument of `zigzag`.
const SIGNED: &str = r"\s*i(?:8|16|32|64)\s*";

/// From 1 to 64.
const WIDTH: &str = "(?:[1-9]|[1-5][0-9]|6[0-4])";

/// Heads that need arguments, and types that only a field can have.
fn no_elements() -> Vec<&'static str> {
    let alone = |name: &str| BUILTIN.iter().any(|ty| ty.name == name && ty.form == ty.name);
    let made = BUILTIN.iter().map(|ty| ty.name).filter(|name| !alone(name));
    made.chain(["unit", "packed"]).collect()
}

fn alternatives(words: &[&str]) -> String {
    words.join("|")
}

/// The pattern of the arguments of a built-in type.
fn made(ty: &Builtin) -> String {
    let element = || element(DEPTH);
    let inner = match ty.name {
        "varint" => INTEGER.to_owned(),
        "zigzag" => SIGNED.to_owned(),
        "signed" => format!(r"\s*{WIDTH}\s*"),
        "ref" | "optional_ref" | "sized" | "balanced" | "entry" => format!(r"\s*{NAME}\s*"),
        "flagged" => {
            format!(r"\s*(?:ref\s*<\s*{NAME}\s*>|varint(?:\s*<\s*u(?:8|16|32|64)\s*>)?)\s*")
        }
        "shifted" => r"\s*varint(?:\s*<\s*u(?:8|16|32|64)\s*>)?\s*".to_owned(),
        "repeat" => format!(r"{}\s*,\s*{NAME}\s*", element()),
        "aligned_list" => {
            let fixed = BUILTIN.iter().filter(|ty| ty.form == ty.name);
            let fixed = fixed.map(|ty| ty.name).filter(|name| {
                *name == "bool"
                    || name.starts_with(['u', 'i', 'f']) && name.contains(['8', '6', '2', '4'])
            });
            let powers: Vec<_> = (0..u32::BITS).map(|bit| (1u32 << bit).to_string()).collect();
            let fixed: Vec<_> = fixed.filter(|name| *name != "utf8").collect();
            format!(r"\s*(?:{})\s*,\s*(?:{})\s*", alternatives(&fixed), powers.join("|"))
        }
        "offset_table" => format!(r"\s*u(?:32|64)\s*,{}", element()),
        "flags" => {
            format!(r"\s*(?:{}|varint(?:\s*<\s*u(?:8|16|32|64)\s*>)?)\s*", alternatives(UNSIGNED))
        }
        "packed" => format!(r"\s*{}\s*(?:,\s*high\s*)?", fixed()),
        "presence" => r"\s*u8\s*".to_owned(),
        name if Vlq::named(name).is_some() => INTEGER.to_owned(),
        name if Base::of_word(name).is_some() => {
            format!(r"{INTEGER}(?:,\s*(?:0x[0-9A-Fa-f]+|[0-9]+)\s*){{0,2}}")
        }
        _ => element(),
    };
    format!(r"^\s*{}\s*<{inner}>\s*$", ty.name)
}

/// One spelling of a type, with its description.
fn alternative(ty: &Builtin) -> Json {
    let doc = Json::from(ty.doc);
    match ty.form == ty.name {
        true => map([("const", Json::from(ty.name)), ("description", doc)]),
        false => map([
            ("title", Json::from(ty.form)),
            ("pattern", Json::from(made(ty))),
            ("description", doc),
        ]),
    }
}

/// The types of fields.
pub(super) fn types() -> Json {
    any(BUILTIN.iter().chain(RUN_ONLY.iter()), true)
}

/// The types of parts of packed fields.
pub(super) fn part_types() -> Json {
    any(BUILTIN.iter().filter(|ty| ["bool", "varint", "ref"].contains(&ty.name)), true)
}

/// The types of integers that expressions can use.
pub(super) fn integers() -> Json {
    any(integer_types(), false)
}

/// The types of tags and opcodes.
pub(super) fn numbers() -> Json {
    let names =
        |ty: &&Builtin| ty.name == "varint" && ty.form == ty.name || UNSIGNED.contains(&ty.name);
    let Json::Map(mut members) = any(BUILTIN.iter().filter(names), false) else {
        return map::<&str>([]);
    };
    if let Some((_, Json::List(ways))) = members.iter_mut().find(|(key, _)| key == "anyOf") {
        ways.push(map([
            ("title", Json::from("varint<u32>")),
            ("pattern", Json::from(r"^\s*varint\s*<\s*u(?:8|16|32|64)\s*>\s*$")),
            ("description", Json::from("A varint that must fit the type in brackets")),
        ]));
    }
    Json::Map(members)
}

/// An unsigned number of fixed width.
fn fixed() -> String {
    format!(r"u(?:8|(?:{})(?:le|be)?)", WIDTHS[1..].join("|"))
}

/// `ahead` with a number.
pub(super) fn ahead() -> String {
    format!(r"\s*ahead\s*<\s*(?:{}|varint(?:\s*<\s*u(?:8|16|32|64)\s*>)?)\s*>\s*", fixed())
}

/// Any of some types; a name refers to an item.
fn any<'t>(types: impl Iterator<Item = &'t Builtin>, named: bool) -> Json {
    let mut ways: Vec<Json> = types.map(alternative).collect();
    if named {
        let words: Vec<_> = BUILTIN.iter().chain(RUN_ONLY.iter()).map(|ty| ty.name).collect();
        let arguments = format!(r"(?:\s*\((?:\s*|{})\))?", expression());
        let pattern =
            format!(r"^\s*(?!(?:{})(?![A-Za-z0-9_])){NAME}{arguments}\s*$", alternatives(&words));
        ways.push(map([
            ("title", Json::from("a declared name")),
            ("pattern", Json::from(pattern)),
            (
                "description",
                Json::from(
                    "An enum, record or union; a codec can have fields as arguments, and a record or a union expressions",
                ),
            ),
        ]));
    }
    map([("type", Json::from("string")), ("anyOf", list(ways))])
}

/// A pattern of a whole text.
pub(super) fn text(pattern: impl std::fmt::Display) -> Vec<(String, Json)> {
    let pattern = Json::from(format!("^(?:{pattern})$"));
    vec![("type".to_owned(), Json::from("string")), ("pattern".to_owned(), pattern)]
}

/// An expression; the pattern does not match brackets in pairs.
pub(super) fn expression() -> String {
    let atom = format!(r#"(?:{NAME}(?:\s*\.\s*{NAME})*|[0-9][0-9A-Za-z_]*(?:\.[0-9]+)?|"[^"]*")"#);
    let functions = format!("{}|{CRC}", function_names().join("|"));
    let words = "not|if";
    let before = format!(r"(?:[\s(-]|(?:{functions})\s*\(|(?:{words})(?![A-Za-z0-9_]))*");
    let one = format!(r"{before}{atom}[\s)\]]*");
    let between = r"(?:!=|<<|>>|<=|>=|[-+*/%&|^=<>,\[]|(?:and|or|then|else)(?![A-Za-z0-9_]))";
    format!(r"{one}(?:{between}{one})*")
}

/// A comparison of two expressions.
pub(super) fn comparison() -> String {
    let one = expression();
    format!("{one}<{one}")
}

/// A transform of bytes.
pub(super) fn transform() -> String {
    let with_key = |by: Transform<()>| match by.has_key() {
        true => format!(r"{}\s*\({}\)", by.word(), expression()),
        false => by.word().to_owned(),
    };
    let known = Transform::OWN.map(with_key).join("|");
    format!(r"\s*(?:{known}|host\s*\(\s*[a-z][a-z0-9_]*\s*\))\s*")
}

/// A condition on one field.
pub(super) fn test() -> String {
    format!(r"\s*(?:not\s+)?{NAME}(?:\s*=\s*(?:{NAME}|-?[0-9]+))?\s*")
}

/// A layout of properties.
pub(super) fn layout() -> String {
    let property = format!(r"\s*{NAME}(?:\?|\[[0-9]+\]|:\s*[a-z]+\??)?\s*");
    format!("(?:{property}(?:,{property})*)?")
}

/// A signature of an operation.
pub(super) fn signature() -> String {
    let group = format!(r"\s*{NAME}\s*(?:\?|\*\s*\*?)?\s*");
    let groups = format!(r"(?:\s*|{group}(?:,{group})*)");
    let results = format!(r"(?:->\s*\({groups}\)\s*)?");
    let regions = format!(r"(?:\{{{groups}\}}\s*)?");
    let successors = format!(r"(?:\[{groups}\]\s*)?");
    format!(r"\s*\({groups}\)\s*{results}{regions}{successors}(?:[a-z_]+\s*)*|\s*none\s*")
}

/// Default values of properties.
pub(super) fn defaults() -> String {
    let value = format!(r"\s*{NAME}\s*(?:\?\s*)?=[^;]*[^;\s][^;]*");
    format!(r"{value}(?:;{value})*|\s*none\s*")
}
