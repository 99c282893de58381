//! The values of examples in the shipped schemas are those that their bytes stand for. `BLESS=1 cargo test -p
//! bytespec-tests --test examples` writes them anew.

use bytespec_codegen::syntax::renew_examples;
use std::collections::HashMap;
use std::path::Path;

/// What examples stand for, by item, bytes and version.
type Spelled = HashMap<(String, String, String), Result<String, String>>;

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}

fn check(format: &str, spelled: &Spelled) {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema").join(format);
    let mut wrong = Vec::new();
    let renewed = renew_examples(&schema, |item, bytes, version| {
        let version = version.unwrap_or_default();
        let found = spelled.iter().find(|((name, hex, at), _)| {
            name == item && hex == bytes && (at == version || version.is_empty())
        });
        match found {
            Some((_, Ok(value))) => Some(value.clone()),
            Some((_, Err(error))) => {
                wrong.push(format!("{item} in version {version}: {bytes}: {error}"));
                None
            }
            None => {
                wrong.push(format!("{item} in version {version}: {bytes}: not a test"));
                None
            }
        }
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
    check("tile_ir", &spelled.collect());
}

#[test]
fn examples_of_mlir_stand_for_their_values() {
    let examples = bytespec::mlir::examples::examples();
    let spelled = examples.iter().map(|example| {
        let key = (example.item.to_owned(), hex(example.bytes), example.version.to_string());
        (key, example.spelled())
    });
    check("mlir", &spelled.collect());
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
