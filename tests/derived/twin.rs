//! A file of the corpus, and a module with the same tables in which one dialect has another name.

use bytespec::Result;
use bytespec::dialect::Registry;
use bytespec::export::DescribeDialect;
use bytespec::mlir::{Attribute, AttributeId, File, Module, StringId, Type, TypeId};
use bytespec::plan::data::{Kind, Plan};
use bytespec::plan::{Builtin, Executor, Surroundings, Tables, Tree};
use bytespec::wire::{Cursor, Writer};
use bytespec_codegen::syntax::read_and_check;
use std::fmt::Debug;

/// The module that has the entries of the dialect `name` as those of `twin`, under the numbers of the file; none where the file has no
/// entry of the dialect.
pub(crate) fn twin(
    file: &File<'_>,
    (name, twin): (&str, &str),
    registry: Registry,
) -> Result<Option<Module<'static>>> {
    let dialects: Vec<Vec<u8>> = file.dialects()?.map(|found| found.name.to_vec()).collect();
    if !dialects.iter().any(|found| found == name.as_bytes()) {
        return Ok(None);
    }
    let named = |found: &str| if found == name { twin.to_owned() } else { found.to_owned() };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut module = Module::empty_like(&Module::read(file.bytes())?);
    module.set_registry(registry);
    for id in 0..file.string_count()? as u32 {
        module.add_string(file.string(StringId(id))?)?;
    }
    for id in (0..file.attribute_count()? as u32).map(AttributeId) {
        let bytes = file.attribute_bytes(id)?.1;
        let added = match file.attribute(id)? {
            Attribute::Typed(entry) => {
                module.add_attribute_bytes(named(entry.dialect()).as_bytes(), bytes)?
            }
            Attribute::Opaque { dialect, .. } => module.add_attribute_bytes(dialect, bytes)?,
            Attribute::Text { dialect, text: found } => {
                module.add_attribute_text(named(&text(dialect)).as_bytes(), &text(found))?
            }
        };
        assert_eq!(added, id, "an entry that is there twice");
    }
    for id in (0..file.type_count()? as u32).map(TypeId) {
        let bytes = file.type_bytes(id)?.1;
        let added = match file.ty(id)? {
            Type::Typed(entry) => {
                module.add_type_bytes(named(entry.dialect()).as_bytes(), bytes)?
            }
            Type::Opaque { dialect, .. } => module.add_type_bytes(dialect, bytes)?,
            Type::Text { dialect, text: found } => {
                module.add_type_text(named(&text(dialect)).as_bytes(), &text(found))?
            }
        };
        assert_eq!(added, id, "an entry that is there twice");
    }
    Ok(Some(module))
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
    let mut tree = Tree::new(executor);
    executor.read(item, &mut cursor, around, &mut tree).expect("a value");
    assert!(cursor.is_empty(), "{bytes:?}");
    let mut writer = Writer::new();
    executor.write(item, &tree.into_value(), 0, around, &mut writer).expect("the same bytes");
    assert_eq!(writer.as_slice(), bytes);
}
