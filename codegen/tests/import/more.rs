//! What definitions say besides layouts: opcodes and bits, enums, codes of attributes and types.

use super::{defined, dumps, parsed, read_dump, scope, texts};
use bytespec_codegen::ast::Schema;
use bytespec_codegen::import::{Definitions, Drift, Scope, drift};
use expect_test::expect;
use serde_json::{Value, json};

/// What differs, a line each, behind the numbers of operations and of other things that are the same.
fn report(drift: &Drift) -> String {
    let lines = drift.differences.iter();
    let lines = lines.map(|found| format!("{}: {}: {}\n", found.kind, found.item, found.what));
    format!(
        "{} operations, {} others\n{}",
        drift.operations,
        drift.others,
        lines.collect::<String>()
    )
}

fn schema(name: &str) -> Schema {
    parsed(&texts(name)).0
}

fn compared(schema: &Schema, names: &[&str], scope: &Scope) -> Drift {
    drift(schema, &defined(&dumps(), names), scope).unwrap()
}

/// 98 of 100 operations are the same: of the others, one has another name in the definitions, and one is a
/// section of its own, whose attributes stand in another order than the definition has them.
#[test]
fn operations_with_opcodes() {
    let drift = compared(&schema("tile_ir"), &["cuda_tile"], &scope(None, &[], false));
    expect![[r#"
        98 operations, 10 others
        breaking: cuda_tile.fpowf: is no longer defined
        breaking: cuda_tile.global: has the attributes (sym_name since 13.1, value since 13.1, alignment since 13.1, constant bit 0 since 13.3, symbol_visibility since 13.3), in the schema (sym_name since 13.1, value since 13.1, alignment since 13.1, symbol_visibility since 13.3, constant bit 0 since 13.3)
        added: cuda_tile.pow: is not described
    "#]].assert_eq(&report(&drift));
}

#[test]
fn codes_of_attributes_and_types() {
    let schema = schema("mlir");
    let same = compared(&schema, &["llvm22-codes"], &scope(Some("22"), &[], false));
    // What stands in another release is found.
    let other = compared(&schema, &["llvm22-codes"], &scope(Some("23"), &[], false));
    expect![[r#"
        0 operations, 69 others
        0 operations, 65 others
        breaking: builtin, attribute 23: `AffineMapAttr` is no longer defined
        breaking: builtin, attribute 24: `IntegerSetAttr` is no longer defined
        breaking: builtin, attribute 25: `StridedLayoutAttr` is no longer defined
        breaking: builtin, type 21: `FloatTF32Type` is no longer defined
        breaking: builtin, type 22: `Float8E5M2Type` is no longer defined
        breaking: builtin, type 23: `Float8E4M3Type` is no longer defined
        breaking: builtin, type 24: `Float8E4M3FNType` is no longer defined
        breaking: builtin, type 25: `Float8E5M2FNUZType` is no longer defined
        breaking: builtin, type 26: `Float8E4M3FNUZType` is no longer defined
        breaking: builtin, type 27: `Float8E4M3B11FNUZType` is no longer defined
        breaking: builtin, type 28: `Float8E3M4Type` is no longer defined
        breaking: builtin, type 29: `Float4E2M1FNType` is no longer defined
        breaking: builtin, type 30: `Float6E2M3FNType` is no longer defined
        breaking: builtin, type 31: `Float6E3M2FNType` is no longer defined
        breaking: builtin, type 32: `Float8E8M0FNUType` is no longer defined
        breaking: builtin, type 33: `TokenType` is no longer defined
        breaking: builtin, type 34: `GraphType` is no longer defined
        breaking: llvm, attribute 1: `DICompileUnitAttr` has the fields (attribute, varint, attribute, attribute?, bool, varint, varint), in the schema (attribute?, bool, attribute?, varint, attribute?, attribute?, bool, varint, bool, varint, attribute?, ...)
        breaking: llvm, attribute 2: `DICompositeTypeAttr` has the fields (attribute?, bool, varint, attribute?, attribute?, varint, attribute?, attribute?, varint, varint, varint, attribute?, attribute?, attribute?, attribute?, ...), in the schema (attribute?, bool, varint, attribute?, attribute?, varint, attribute?, attribute?, varint, varint, varint, attribute?, attribute?, attribute?, attribute?, attribute?, attribute?, ...)
        breaking: llvm, attribute 3: `DIDerivedTypeAttr` has the fields (varint, attribute?, attribute?, varint, varint, varint, ..., attribute?), in the schema (varint, attribute?, attribute?, varint, attribute?, attribute?, varint, varint, varint, ..., varint, attribute?)
        breaking: quant, type 7: `QuantileType` is no longer defined
        text: builtin, attribute 18: is `DenseIntOrFPElementsAttr`, in the schema `DenseTypedElementsAttr`
    "#]].assert_eq(&format!("{}{}", report(&same), report(&other)));
}

/// A variant that definitions renamed is known by its other name from that release on, and not before.
#[test]
fn codes_that_were_renamed() {
    let schema = schema("mlir");
    let renamed: Vec<_> =
        schema.variants.iter().filter(|variant| !variant.called.is_empty()).collect();
    assert!(!renamed.is_empty());
    for variant in renamed {
        let (release, name) = &variant.called[0];
        let tag = variant.tag().expect("a tag").value;
        let text = String::from_utf8(dumps()["llvm22-codes-builtin"].clone()).expect("a dump");
        let old = format!("\"{}\"", variant.common.name.value);
        assert!(text.contains(&old), "{old}");
        let text = text.replace(&old, &format!("\"{}\"", name.value));
        let mut definitions = Definitions::default();
        definitions.read(text.as_bytes()).expect("definitions");
        for (release, differs) in [("22", true), (release.value.as_str(), false)] {
            let scope = scope(Some(release), &[], false);
            let found = drift(&schema, &definitions, &scope).unwrap().differences;
            let item = format!("builtin, attribute {tag}");
            let of_item = found.iter().any(|difference| difference.item == item);
            assert_eq!(of_item, differs, "{release}: {found:?}");
        }
    }
}

#[test]
fn enums_of_dialects() {
    let schema = schema("mlir");
    for (name, release, others) in
        [("vhlo", None, 9), ("stablehlo", Some("1.20.0"), 8), ("chlo", Some("1.20.0"), 2)]
    {
        let drift = compared(&schema, &[name], &scope(release, &[], false));
        assert_eq!((drift.others, drift.differences), (others, Vec::new()), "{name}");
    }
}

/// A dump with a part of its JSON replaced.
fn changed(name: &str, change: impl Fn(&mut Value)) -> Definitions {
    let dumps = dumps();
    let mut dump: Value = serde_json::from_slice(&dumps[name]).expect("a dump");
    change(&mut dump);
    read_dump(&dump)
}

#[test]
fn changes_of_definitions_are_found() {
    let schema = schema("tile_ir");
    let mut found = String::new();
    let mut compare = |what: &str, change: &dyn Fn(&mut Value)| {
        let definitions = changed("cuda_tile", change);
        let drift = drift(&schema, &definitions, &scope(Some("13.3"), &[], false)).unwrap();
        found += &format!("{what}\n{}", report(&drift));
    };
    let opcode = |dump: &mut Value, name: &str, operation: &str, opcode: u32| {
        dump[name] = json!({
            "!superclasses": ["BytecodeOpcode", "PublicOpcode"],
            "operation": {"def": operation, "kind": "def"}, "opcodeValue": opcode,
        });
        let names = dump["!instanceof"]["PublicOpcode"].as_array().cloned().unwrap_or_default();
        let names: Vec<Value> = names.into_iter().chain([json!(name)]).collect();
        dump["!instanceof"]["PublicOpcode"] = json!(names);
    };
    compare("opcodes", &|dump| {
        opcode(dump, "a", "CudaTile_AbsFOp", 0);
        opcode(dump, "b", "CudaTile_AbsIOp", 77);
        opcode(dump, "c", "CudaTile_PowOp", 84);
    });
    compare("version and order", &|dump| {
        dump["CudaTile_AbsFOp"]["operationVersion"] = json!("13.2");
        dump["CudaTile_AddFOp"]["arguments"]["args"].as_array_mut().expect("arguments").swap(2, 3);
    });
    compare("an enum", &|dump| {
        let cases =
            dump["CudaTile_AtomicRMWModeAttr"]["enumerants"].as_array().expect("cases").clone();
        let name = |at: usize| cases[at]["def"].as_str().expect("a name").to_owned();
        dump[name(0)]["value"] = json!(99);
        dump[name(1)]["symbol"] = json!("Twist");
        dump[name(1)]["str"] = json!("twist");
        dump[name(2)]["sinceVersion"] = json!("13.3");
    });
    expect![[r#"
        opcodes
        97 operations, 10 others
        breaking: cuda_tile.absi: has opcode 0x4d, in the schema 0x1
        breaking: cuda_tile.global: has the attributes (sym_name since 13.1, value since 13.1, alignment since 13.1, constant bit 0 since 13.3, symbol_visibility since 13.3), in the schema (sym_name since 13.1, value since 13.1, alignment since 13.1, symbol_visibility since 13.3, constant bit 0 since 13.3)
        text: cuda_tile.pow: is called `fpowf` in the schema
        version and order
        96 operations, 10 others
        breaking: cuda_tile.absf: has the operands (source since 13.2), in the schema (source since 13.1)
        breaking: cuda_tile.absf: is there since 13.2, in the schema 13.1
        breaking: cuda_tile.addf: has the attributes (flush_to_zero bit 0 since 13.1, rounding_mode since 13.1), in the schema (rounding_mode since 13.1, flush_to_zero bit 0 since 13.1)
        breaking: cuda_tile.fpowf: is no longer defined
        breaking: cuda_tile.global: has the attributes (sym_name since 13.1, value since 13.1, alignment since 13.1, constant bit 0 since 13.3, symbol_visibility since 13.3), in the schema (sym_name since 13.1, value since 13.1, alignment since 13.1, symbol_visibility since 13.3, constant bit 0 since 13.3)
        added: cuda_tile.pow: is not described
        an enum
        98 operations, 9 others
        breaking: cuda_tile, enum AtomicRMWMode: `AND` is 99, in the schema 0
        breaking: cuda_tile, enum AtomicRMWMode: `XOR` is there since 13.3, in the schema 13.1
        breaking: cuda_tile.fpowf: is no longer defined
        breaking: cuda_tile.global: has the attributes (sym_name since 13.1, value since 13.1, alignment since 13.1, constant bit 0 since 13.3, symbol_visibility since 13.3), in the schema (sym_name since 13.1, value since 13.1, alignment since 13.1, symbol_visibility since 13.3, constant bit 0 since 13.3)
        added: cuda_tile.pow: is not described
        text: cuda_tile, enum AtomicRMWMode: 1 is `Twist`, in the schema `or`
    "#]].assert_eq(&found);
}
