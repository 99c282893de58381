//! Formats whose files are one record: schemas made at random, and what the tests call of the code of each.

use bytespec_codegen::ast::Schema;
use bytespec_codegen::syntax;
use mutate::Random;
use std::path::PathBuf;

#[path = "../../plan/any_file/expressions.rs"]
mod expressions;
#[path = "../../support/mutate.rs"]
#[allow(dead_code, unreachable_pub, reason = "what only other tests use")]
mod mutate;
#[path = "../../plan/any_file/schemas.rs"]
mod schemas;

/// How many schemas a run of the suite compiles.
pub(crate) const COUNT: u64 = 24;

/// The text of a schema without what `check` refuses; none where little is left of it.
pub(crate) fn schema(seed: u64) -> Option<String> {
    let text = schemas::schema(&mut Random::new(seed));
    let (text, _) = schemas::accepted(&text, &mut |_| ()).ok().flatten()?;
    // Generated code uses these names itself.
    Some(text.replace("Leaf", "String").replace("Outer", "Value"))
}

/// The module of a format, of which `source` is the code.
pub(crate) fn glue(name: &str, source: &str) -> String {
    // The record that a file is alone has methods with this lifetime.
    let record = source.split("impl<'i> ").nth(1).expect("a record that is read");
    let record: String = record.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    format!(
        "mod {name} {{
    pub(crate) mod code {{ include!(concat!(env!(\"OUT_DIR\"), \"/{name}/code.rs\")); }}

    pub(crate) const FILE: crate::files::TypedFile = crate::files::TypedFile {{
        name: \"{name}\",
        schema: include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}/schema.yaml\")),
        plan: code::plan,
        typed: |executor, bytes| {{
            use bytespec::plan::record::RecordField as _;
            let record = code::{record}::read_with(executor, bytes)?;
            let value = record.to_value();
            Ok((value, record.into_owned().write_with(executor, bytes)))
        }},
    }};
}}
"
    )
}
