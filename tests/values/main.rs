//! The values of examples in the shipped schemas are those that their bytes stand for. `BLESS=1 cargo test -p
//! bytespec-tests --test examples` writes them anew.

use bytespec::Error;
use bytespec::plan::data::{Kind, Plan};
use bytespec::plan::{Builtin, Executor, NoTables, Surroundings, Tree};
use bytespec::wire::Cursor;
use bytespec_codegen::syntax::renew_examples;
use std::collections::HashMap;
use std::path::Path;

/// What examples stand for, by item, bytes and version.
type Spelled = HashMap<(String, String, String), Result<String, String>>;

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}

/// What the content of a section stands for, of which no code is generated.
fn content(plan: &Plan, name: &str, bytes: &str, version: &str) -> Result<String, String> {
    let item = plan.item(Kind::Section, name).ok_or("not a test")?;
    let bytes: Vec<u8> = bytes.split(' ').flat_map(|byte| u8::from_str_radix(byte, 16)).collect();
    let mut versions = plan.name(plan.axes[0].versions).split(' ');
    let version = versions.position(|known| known == version).ok_or("it states no version")?;
    let read = |bytes| {
        let executor = Executor::new(plan, &[(0, version as u32)])?;
        let around = Surroundings { functions: &Builtin, tables: &NoTables };
        let (mut tree, mut cursor) = (Tree::new(&executor, bytes), Cursor::new(bytes));
        executor.read(item, &mut cursor, around, &mut tree)?;
        match cursor.remaining() {
            0 => Ok(tree.into_value()),
            left => Err(Error::trailing(cursor.position(), left, "the content")),
        }
    };
    let value = read(&bytes).map_err(|error: Error| error.to_string())?;
    let mut spelled = String::new();
    value.spell(plan, &mut spelled).map_err(|error| error.to_string())?;
    Ok(spelled)
}

fn check(format: &str, plan: &Plan, spelled: &Spelled) {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(format);
    let mut wrong = Vec::new();
    let renewed = renew_examples(&schema, |item, bytes, version| {
        let version = version.unwrap_or_default();
        let found = spelled.iter().find(|((name, hex, at), _)| {
            name == item && hex == bytes && (at == version || version.is_empty())
        });
        let found = match found {
            Some((_, found)) => found.clone(),
            None => content(plan, item, bytes, version),
        };
        let fault = |error| format!("{item} in version {version}: {bytes}: {error}");
        found.map_err(|error| wrong.push(fault(error))).ok()
    });
    let renewed = renewed.unwrap_or_else(|error| panic!("{error}"));
    if std::env::var_os("BLESS").is_some() {
        for file in &renewed {
            std::fs::write(&file.path, &file.text).expect("a place to write to");
        }
    } else {
        let paths = renewed.iter().map(|file| format!("{} has other values", file.path.display()));
        wrong.extend(paths);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!spelled.is_empty());
}

#[test]
fn examples_of_tile_ir_stand_for_their_values() {
    let examples = bytespec::tile_ir::examples::examples();
    let spelled = examples.iter().map(|example| {
        let key = (example.item.to_owned(), hex(example.bytes), example.version.to_string());
        (key, example.spelled())
    });
    check("tile_ir", bytespec::tile_ir::plan(), &spelled.collect());
}

#[test]
fn examples_of_mlir_stand_for_their_values() {
    let examples = bytespec::mlir::examples::examples();
    let spelled = examples.iter().map(|example| {
        let key = (example.item.to_owned(), hex(example.bytes), example.version.to_string());
        (key, example.spelled())
    });
    check("mlir", bytespec::mlir::plan(), &spelled.collect());
}

#[test]
fn every_example_stands_for_its_value() {
    let wrong = |what: &str, value: &str, spelled: Result<String, String>| {
        let found = match spelled {
            Ok(spelled) if spelled == value => return None,
            Ok(spelled) => format!("stands for `{spelled}`, not for `{value}`"),
            Err(error) => error,
        };
        Some(format!("{what}: {found}"))
    };
    let mlir = bytespec::mlir::examples::examples();
    let tile_ir = bytespec::tile_ir::examples::examples();
    assert!(!mlir.is_empty() && !tile_ir.is_empty());
    let mlir = mlir.iter().filter_map(|of| {
        wrong(&format!("{} in version {}", of.item, of.version), of.value, of.spelled())
    });
    let tile_ir = tile_ir.iter().filter_map(|of| {
        wrong(&format!("{} in version {}", of.item, of.version), of.value, of.spelled())
    });
    let wrong: Vec<String> = mlir.chain(tile_ir).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
