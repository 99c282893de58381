//! Examples of a schema: values of its records and variants that the executor of its plan makes, writes and spells.

use bytespec::plan::data::{Kind, Plan};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, NoTables, Surroundings, Value};
use bytespec::sample::Source;
use bytespec::wire::Writer;
use bytespec_codegen::model::Model;
use bytespec_codegen::plan;
use std::fmt::Write as _;

/// How many examples a record or a variant has.
const EXAMPLES: usize = 2;

/// How many values of a union are made, for examples of its variants.
const VALUES: u64 = 40;

/// The same schema with examples of its records and variants, of the newest version. A format with other axes has none: its
/// examples say nothing of these.
pub(crate) fn added(text: &str, model: &Model) -> Option<String> {
    let plan = Plan::from_bytes(&plan::lower(model).to_bytes())?;
    if plan.axes.len() != 1 || text.contains("examples:") {
        return None;
    }
    let newest = model.versions.len() - 1;
    let executor = Executor::new(&plan, &[(0, newest as u32)]).ok()?;
    let mut with = String::new();
    let mut count = 0;
    for (at, line) in text.lines().enumerate() {
        let _ = writeln!(with, "{line}");
        let name = |kind: &str| line.strip_prefix(kind);
        let examples = if let Some(name) = name("- record: ") {
            (0..EXAMPLES as u64)
                .filter_map(|seed| example(&executor, (Kind::Record, name), None, model, seed))
                .collect()
        } else if let Some(name) = name("- variant: ") {
            let block = || text.lines().skip(at + 1).take_while(|line| !line.starts_with("- "));
            let mut unions = block().filter_map(|line| line.strip_prefix("  of: "));
            // No executor spells by templates.
            let has_text = block().any(|line| line.starts_with("  text:"));
            let Some(union) = unions.next().filter(|_| !has_text) else { continue };
            // Generated code reads no example of what only runs.
            if !model.unions.iter().any(|item| item.docs.name == union) {
                continue;
            }
            let examples = (0..VALUES).filter_map(|seed| {
                example(&executor, (Kind::Union, union), Some(name), model, seed)
            });
            examples.take(EXAMPLES).collect()
        } else {
            Vec::new()
        };
        if !examples.is_empty() {
            count += examples.len();
            let _ = writeln!(with, "  examples: [{}]", examples.join(", "));
        }
    }
    (count > 0).then_some(with)
}

/// An example of a record, or of a variant of a union.
fn example(
    executor: &Executor<'_>,
    of: (Kind, &str),
    variant: Option<&str>,
    model: &Model,
    seed: u64,
) -> Option<String> {
    let plan = executor.plan();
    let item = plan.item(of.0, of.1)?;
    let mut source = Source::new(seed);
    let value = Sampler::new(executor, &Builtin, &mut source).item(item, None);
    if let Some(variant) = variant {
        let Value::Item(chosen, values) = value.bare() else { return None };
        let name = plan.items.get(chosen.index())?.name;
        // Of parts that are no numbers a text may say less than a listing.
        let is_plain = |value: &Value| {
            matches!(
                value.bare(),
                Value::Bool(_)
                    | Value::Unsigned(_)
                    | Value::Signed(_)
                    | Value::Member { .. }
                    | Value::Index { .. }
            )
        };
        let mut shown = plan.shown_steps(*chosen).filter_map(|(at, _)| values.get(at));
        if plan.name(name) != variant || !shown.all(is_plain) {
            return None;
        }
    }
    let mut writer = Writer::new();
    let around = Surroundings { functions: &Builtin, tables: &NoTables };
    // A record that the newest version lacks has none.
    executor.write(item, &value, model.pad, around, &mut writer).ok()?;
    let mut spelled = String::new();
    value.spell(plan, &mut spelled).ok()?;
    if variant.is_some() {
        // Alone, a variant without fields is its name.
        spelled.truncate(spelled.strip_suffix("<>").unwrap_or(&spelled).len());
    }
    let bytes: Vec<String> = writer.into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!(
        "{{bytes: \"{}\", value: {}, summary: Made with the schema}}",
        bytes.join(" "),
        quoted(&spelled)
    ))
}

/// A text as YAML has it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        let _ = match letter {
            '"' | '\\' => write!(quoted, "\\{letter}"),
            ' '..='~' => write!(quoted, "{letter}"),
            _ => write!(quoted, "\\U{:08x}", u32::from(letter)),
        };
    }
    quoted + "\""
}
