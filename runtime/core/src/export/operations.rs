//! Operations of a derived dialect in the schema language.

use super::{Schema, quoted};
use crate::properties::{Field, Kind};
use crate::signatures::{Count, Group};
use std::fmt::Write as _;

/// The facts about an operation of a dialect.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The name without the dialect.
    pub name: &'static str,
    /// One line about it, if there is one.
    pub summary: Option<&'static str>,
    /// The properties in the order of the bytes.
    pub layout: &'static [Field],
    /// Its parts besides properties, where they are known.
    pub has: Option<Has>,
}

/// The parts of an operation besides properties.
#[derive(Clone, Debug, Default)]
pub struct Has {
    /// Groups of operands, in order.
    pub operands: Vec<Group>,
    /// Groups of results, in order.
    pub results: Vec<Group>,
    /// Groups of regions, in order.
    pub regions: Vec<Group>,
    /// Groups of successors, in order.
    pub successors: Vec<Group>,
}

/// Where a file contains the version of a dialect.
#[derive(Clone, Copy, Debug)]
pub struct VersionSource {
    /// The number of varints in the record of a version; zero without a record.
    pub record: usize,
    /// The text before the version in a producer name; empty where producer names do not contain the version.
    pub producer: &'static str,
}

/// The items that say what operations have, and the further lines of the format.
pub(super) fn items(
    schema: &mut Schema,
    (name, summary): (&str, &str),
    versions: &[&str],
    source: VersionSource,
    operations: &[Operation],
) -> (String, String) {
    let (mut keys, mut text) = (String::new(), String::new());
    let Some(first) = versions.first().filter(|_| !operations.is_empty()) else {
        return (keys, text);
    };
    let (name, first) = (quoted(name), quoted(first));
    let names: Vec<_> = versions.iter().map(|version| quoted(version)).collect();
    let _ = write!(
        text,
        "- dialect: {name}\n  summary: {}\n  releases:\n    title: version\n",
        quoted(summary)
    );
    if source.record > 0 {
        let _ = writeln!(text, "    record: {}", source.record);
    }
    if !source.producer.is_empty() {
        let _ = writeln!(text, "    producer: {}", quoted(source.producer));
    }
    let _ = writeln!(text, "    names: [{}]", names.join(", "));
    let mut item = |kind: &str, summary: &str, lines: &[String]| {
        if lines.is_empty() {
            return;
        }
        let _ = write!(
            text,
            "- {kind}: {name}\n  since_release: {first}\n  summary: {summary}\n  operations:\n{}",
            lines.concat()
        );
    };
    let line = |operation: &Operation, what: &str| {
        format!("    {}: {}\n", quoted(operation.name), quoted(what))
    };
    let mut layouts = Vec::new();
    for operation in operations.iter().filter(|operation| !operation.layout.is_empty()) {
        let layout = operation.layout;
        for field in layout {
            match field.kind {
                Kind::Attribute | Kind::OptionalAttribute => _ = schema.table("Attribute"),
                Kind::String => _ = schema.table("String"),
                Kind::Segments(_) if keys.is_empty() => {
                    schema.table("Attribute");
                    let _ = writeln!(
                        keys,
                        "  segment_sizes: {{attribute: {first}, sparse: {first}, operands: operandSegmentSizes, results: resultSegmentSizes}}"
                    );
                }
                _ => {}
            }
        }
        let properties: Vec<_> = layout.iter().map(property).collect();
        layouts.push(line(operation, &properties.join(", ")));
    }
    item("properties", "Properties of operations", &layouts);
    let with_parts =
        operations.iter().filter_map(|operation| Some((operation, operation.has.as_ref()?)));
    let (mut signatures, mut summaries) = (Vec::new(), Vec::new());
    for (operation, has) in with_parts {
        signatures.push(line(operation, &signature(has)));
        summaries.extend(operation.summary.map(|summary| line(operation, summary)));
    }
    item("signatures", "What operations have besides properties", &signatures);
    if !summaries.is_empty() {
        let _ = write!(text, "  summaries:\n{}", summaries.concat());
    }
    (keys, text)
}

/// A property as layouts spell it.
fn property(Field { name, kind }: &Field) -> String {
    match kind {
        Kind::Attribute => (*name).to_owned(),
        Kind::OptionalAttribute => format!("{name}?"),
        Kind::Varint => format!("{name}: varint"),
        Kind::OptionalVarint => format!("{name}: varint?"),
        Kind::Bool => format!("{name}: bool"),
        Kind::String => format!("{name}: string"),
        Kind::Segments(count) => format!("{name}[{count}]"),
    }
}

fn signature(has: &Has) -> String {
    let mut text = format!("({})", values(&has.operands));
    if !has.results.is_empty() {
        let _ = write!(text, " -> ({})", values(&has.results));
    }
    if !has.regions.is_empty() {
        let _ = write!(text, " {{{}}}", at_end(&has.regions));
    }
    if !has.successors.is_empty() {
        // Only what ends a block has successors.
        let _ = write!(text, " [{}] terminator", at_end(&has.successors));
    }
    text
}

/// The name of a group; `_` where the language has no such name.
fn named(name: &str) -> &str {
    let is_word = name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric());
    let begins = name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    if is_word && begins { name } else { "_" }
}

fn values(groups: &[Group]) -> String {
    let group = |group: &Group| {
        let mark = match group.count {
            Count::One => "",
            Count::Optional => "?",
            Count::Variadic => "*",
            Count::VariadicOfVariadic => "**",
        };
        format!("{}{mark}", named(group.name))
    };
    groups.iter().map(group).collect::<Vec<_>>().join(", ")
}

/// Groups of which only the last may be of any number: from the first one on that may be, they are one.
fn at_end(groups: &[Group]) -> String {
    let fixed = groups.iter().take_while(|group| group.count == Count::One).count();
    let (fixed, others) = groups.split_at(fixed);
    let mut parts: Vec<_> = fixed.iter().map(|group| named(group.name).to_owned()).collect();
    match others {
        [] => {}
        [one] => parts.push(format!("{}*", named(one.name))),
        _ => parts.push("_*".to_owned()),
    }
    parts.join(", ")
}
