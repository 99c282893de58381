//! What operations have by release: questions to generated code, and the answers that the schema gives.

use bytespec_codegen::model::{Model, PerOperation};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// An operation that no schema has.
const UNKNOWN: &str = "nobody has it";

/// Expressions of generated code, each with what it shows.
pub(crate) fn facts(model: &Model) -> Vec<(String, String)> {
    let Some(releases) = &model.releases else { return Vec::new() };
    let releases = releases.names.len();
    let properties =
        asked(&model.properties, releases, "property_layout", ("Property {", "Field {"));
    let signatures =
        asked(&model.signatures, releases, "signature", ("SignatureGroup {", "Group {"));
    properties.into_iter().chain(signatures).collect()
}

/// All questions about the releases of the producer; the values are called otherwise in generated code.
fn asked<T: Debug>(
    items: &[PerOperation<T>],
    releases: usize,
    function: &str,
    (own, generated): (&str, &str),
) -> Vec<(String, String)> {
    let of_producer = || items.iter().filter(|item| item.dialect.is_none());
    let dialects: BTreeSet<&str> = of_producer().map(|item| item.docs.name.as_str()).collect();
    let mut facts = Vec::new();
    for dialect in dialects {
        let entries = || {
            let of_dialect = of_producer().filter(|item| item.docs.name == dialect);
            of_dialect.flat_map(|item| &item.entries)
        };
        let known: BTreeSet<&str> = entries().map(|entry| entry.operation.as_str()).collect();
        let records: BTreeSet<u64> =
            entries().flat_map(|entry| [0, entry.record, entry.record + 1]).collect();
        if known.is_empty() {
            continue;
        }
        for operation in known.iter().copied().chain([UNKNOWN]) {
            let of = if known.contains(operation) { operation } else { "*" };
            for (release, record) in (0..releases)
                .flat_map(|release| records.iter().map(move |record| (release, record)))
            {
                let here = entries().filter(|entry| {
                    let (since, until) = entry.range;
                    entry.operation == of && since <= release && release <= until
                });
                let here = here.filter(|entry| entry.record <= *record);
                let found = here.max_by_key(|entry| entry.record).map(|entry| &entry.value);
                let question = format!(
                    "code::{function}(code::Release::ALL[{release}], {record}, {dialect:?}, {operation:?})"
                );
                facts.push((question, format!("{found:?}").replace(own, generated)));
            }
        }
    }
    facts
}
