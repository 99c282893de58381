//! A file of the corpus in which one dialect has another name.

use bytespec::Result;
use bytespec::export::DescribeDialect;
use bytespec::mlir::File;
use bytespec::plan::data::{Kind, Plan};
use bytespec::plan::{Builtin, Executor, Surroundings, Tables, Tree};
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::syntax::read_and_check;
use std::fmt::Debug;

/// The bytes of a file with another name, as long, for a dialect; none where the file does not have the dialect.
pub(crate) fn renamed(file: &File<'_>, (name, twin): (&str, &str)) -> Result<Option<Vec<u8>>> {
    let mut dialects = file.dialects()?;
    let Some(found) = dialects.find(|found| found.name == name.as_bytes()) else { return Ok(None) };
    // The name is a part of the bytes.
    let at = found.name.as_ptr().addr() - file.bytes().as_ptr().addr();
    let mut bytes = file.bytes().to_vec();
    bytes[at..at + name.len()].copy_from_slice(twin.as_bytes());
    Ok(Some(bytes))
}

/// Asserts that two values are the same but for the spelling of names in Rust, and for words that stand for others in the derived one.
pub(crate) fn same(
    place: &str,
    schema: &impl Debug,
    derived: &impl Debug,
    others: &[(&str, &str)],
) {
    let bare = |text: String| text.to_lowercase().replace('_', "");
    let schema = bare(format!("{schema:?}"));
    let derived =
        others.iter().fold(bare(format!("{derived:?}")), |text, (from, to)| text.replace(from, to));
    assert_eq!(schema, derived, "{place}");
}

/// The plan of what a derived dialect says of itself.
pub(crate) fn plan_of<D: DescribeDialect>() -> Plan {
    let text = bytespec::export::dialect::<D>().expect("a schema");
    let (schema, _, found) = read_and_check(vec![("derived.yaml".into(), text)]);
    assert!(found.is_empty(), "{found:?}");
    let model = bytespec_codegen::model::lower(&schema).expect("a model");
    Plan::from_bytes(&bytespec_codegen::plan::lower(&model).to_bytes()).expect("a plan")
}

/// Whether the executor of what a dialect says of itself reads bytes, and writes them again.
pub(crate) fn comes_back(executor: &Executor<'_>, union: &str, bytes: &[u8], tables: &dyn Tables) {
    let item = executor.plan().item(Kind::Union, union).expect("a union");
    let around = Surroundings { functions: &Builtin, tables };
    let mut cursor = Cursor::new(bytes);
    let mut tree = Tree::new(executor, bytes);
    executor.read(item, &mut cursor, around, &mut tree).expect("a value");
    assert!(cursor.is_empty(), "{bytes:?}");
    let mut writer = Writer::new();
    executor.write(item, &tree.into_value(), 0, around, &mut writer).expect("the same bytes");
    assert_eq!(writer.as_slice(), bytes);
}
