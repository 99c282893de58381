//! Examples of a schema: values of its records that the executor of its plan makes, writes and spells.

use bytespec::plan::data::{Kind, Plan};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, NoTables, Surroundings};
use bytespec::sample::Source;
use bytespec::wire::Writer;
use bytespec_codegen::model::Model;
use bytespec_codegen::plan;
use std::fmt::Write as _;

/// How many examples a record has.
const EXAMPLES: u64 = 2;

/// The same schema with examples of its records, of the newest version. A format with other clocks has none: its examples say
/// nothing of these. Unions have none: they are spelled as texts of their variants, which no executor does.
pub(crate) fn added(text: &str, model: &Model) -> Option<String> {
    let plan = Plan::from_bytes(&plan::lower(model).to_bytes())?;
    if plan.clocks.len() != 1 || text.contains("examples:") {
        return None;
    }
    let newest = model.versions.len() - 1;
    let executor = Executor::new(&plan, &[(0, newest as u32)]).ok()?;
    let mut with = String::new();
    let mut count = 0;
    for line in text.lines() {
        let _ = writeln!(with, "{line}");
        let Some(name) = line.strip_prefix("- record: ") else { continue };
        let examples = (0..EXAMPLES).filter_map(|seed| example(&executor, name, model, seed));
        let examples: Vec<String> = examples.collect();
        if !examples.is_empty() {
            count += examples.len();
            let _ = writeln!(with, "  examples: [{}]", examples.join(", "));
        }
    }
    (count > 0).then_some(with)
}

/// An example of a record.
fn example(executor: &Executor<'_>, name: &str, model: &Model, seed: u64) -> Option<String> {
    let plan = executor.plan();
    let item = plan.item(Kind::Record, name)?;
    let mut source = Source::new(seed);
    let value = Sampler::new(executor, &Builtin, &mut source).item(item, None);
    let mut writer = Writer::new();
    let around = Surroundings { functions: &Builtin, tables: &NoTables };
    // A record that the newest version lacks has none.
    executor.write(item, &value, model.pad, around, &mut writer).ok()?;
    let mut spelled = String::new();
    value.spell(plan, &mut spelled).ok()?;
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
