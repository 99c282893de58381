//! Definitions and a schema of a dialect that was made up.

use super::{Texts, read_dump};
use bytespec_codegen::import::Definitions;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// The definition of an operation: arguments by their class and name, and its traits.
pub(super) struct Op {
    pub(super) name: &'static str,
    pub(super) arguments: &'static [(&'static str, &'static str)],
    pub(super) traits: &'static [&'static str],
    pub(super) custom: bool,
}

/// An operation without traits.
pub(super) fn op(name: &'static str, arguments: &'static [(&'static str, &'static str)]) -> Op {
    Op { name, arguments, traits: &[], custom: false }
}

/// The records of a dump.
#[derive(Default)]
struct Records(Map<String, Value>);

impl Records {
    fn add(&mut self, name: &str, classes: &[&str], fields: Value) {
        let mut fields = fields.as_object().expect("fields").clone();
        fields.insert("!superclasses".to_owned(), json!(classes));
        fields.insert("!name".to_owned(), json!(name));
        self.0.insert(name.to_owned(), Value::Object(fields));
    }

    /// Attributes, with and without default values.
    fn add_attributes(&mut self) {
        let attribute = |optional, default: Option<&str>| json!({"isOptional": optional, "defaultValue": default, "storageType": "::mlir::Attribute"});
        self.add("Attr", &["Attr"], attribute(0, None));
        self.add("Optional", &["Attr", "OptionalAttr"], attribute(1, None));
        let made = |optional, default, made| json!({"isOptional": optional, "defaultValue": default, "constBuilderCall": made, "baseAttr": reference("Base")});
        self.add("Base", &["Attr"], attribute(0, None));
        let valued = &["Attr", "DefaultValuedAttr"];
        self.add("Default", valued, made(0, "false", "$_builder.getBoolAttr($0)"));
        self.add(
            "Stays",
            valued,
            made(1, "toy::Colour::Red", "::mlir::toy::ColourAttr::get($_builder.getContext(), $0)"),
        );
        self.add("Null", valued, made(0, "{}", "$0"));
        let ones = "{ static_cast<int64_t>(1),\n static_cast<int64_t>(1) }";
        self.add("Ones", valued, made(0, ones, "$_builder.getDenseI64ArrayAttr($0)"));
        self.add("Two", valued, made(0, "f(); g()", "$_builder.getBoolAttr($0)"));
        self.add_enum(valued);
        self.add("Described", &["OpVariable", "Arg"], json!({"constraint": reference("Attr")}));
    }

    /// An enum, the attribute that holds it, and an attribute with one of its members as the default value.
    fn add_enum(&mut self, valued: &[&str]) {
        self.add("RedCase", &["EnumCase"], json!({"symbol": "Red", "str": "red", "value": 4}));
        let members = json!({"enumerants": [reference("RedCase")]});
        self.add("Colour", &["EnumInfo"], members);
        self.add(
            "ColourAttr",
            &["Attr", "AttrDef", "EnumAttr"],
            json!({
                "dialect": reference("Toy_Dialect"), "mnemonic": "colour", "assemblyFormat": "`<` $value `>`",
                "enum": reference("Colour"),
            }),
        );
        let call = "::mlir::toy::ColourAttr::get($_builder.getContext(), $0)";
        let red = json!({
            "isOptional": 0, "defaultValue": "::mlir::toy::Colour::Red", "constBuilderCall": call,
            "baseAttr": reference("ColourAttr"),
        });
        self.add("Red", valued, red);
    }

    /// Native properties, by what writes them.
    fn add_properties(&mut self) {
        let writer = |text: &str| json!({"writeToMlirBytecode": text, "defaultValue": ""});
        self.add("Number", &["Property"], writer("\n  $_writer.writeVarInt($_storage);\n"));
        self.add("Flag", &["Property"], writer("$_writer.writeOwnedBool($_storage);"));
        self.add("Text", &["Property"], writer("$_writer.writeOwnedString($_storage);"));
        self.add(
            "Maybe",
            &["Property"],
            writer(
                "$_writer.writeOwnedBool($_storage.has_value());\n if ($_storage.has_value()) {\n $_writer.writeVarInt((*($_storage)));\n }",
            ),
        );
        self.add("Odd", &["Property"], writer("writeOddly($_writer,\n  $_storage);"));
    }

    /// Traits of operations, and effects on memory.
    fn add_traits(&mut self) {
        self.add("Operands", &["NativeTrait"], json!({"trait": "AttrSizedOperandSegments"}));
        self.add("Results", &["NativeTrait"], json!({"trait": "AttrSizedResultSegments"}));
        self.add(
            "Both",
            &["TraitList"],
            json!({"traits": [reference("Operands"), reference("Results")]}),
        );
        self.add("Speculatable", &["NativeTrait"], json!({"trait": "AlwaysSpeculatableImplTrait"}));
        self.add("Recursive", &["NativeTrait"], json!({"trait": "HasRecursiveMemoryEffects"}));
        let effects = |effects: &[&str]| {
            let effects: Vec<Value> = effects.iter().map(|name| reference(name)).collect();
            json!({"trait": "MemoryEffectOpInterface::Trait", "effects": effects})
        };
        self.add("NoEffect", &["MemoryEffects"], effects(&[]));
        self.add("Reads", &["MemoryEffects"], effects(&["MemRead"]));
        self.add("MemRead", &["MemoryEffect"], json!({}));
        self.add("Inner", &["TraitList"], json!({"traits": [reference("Speculatable")]}));
        self.add(
            "Pure",
            &["TraitList"],
            json!({"traits": [reference("Inner"), reference("NoEffect")]}),
        );
        let read = json!({"constraint": reference("Any"), "decorators": [reference("MemRead")]});
        self.add("Read", &["OpVariable", "Arg"], read);
    }

    /// An operation under a name.
    fn add_operation(&mut self, name: &str, operation: &Op) {
        let dag = |arguments: &[(&str, &str)]| {
            let arguments: Vec<Value> =
                arguments.iter().map(|(class, name)| json!([reference(class), name])).collect();
            json!({"kind": "dag", "operator": reference("ins"), "args": arguments})
        };
        let results: &[(&str, &str)] =
            if operation.traits.is_empty() { &[] } else { &[("Any", ""), ("Many", "rest")] };
        let traits: Vec<Value> = operation.traits.iter().map(|name| reference(name)).collect();
        self.add(
            name,
            &["Op", "Toy_Op"],
            json!({
                "opDialect": reference("Toy_Dialect"), "opName": operation.name,
                "arguments": dag(operation.arguments), "results": dag(results), "traits": traits,
                "useCustomPropertiesEncoding": u8::from(operation.custom),
            }),
        );
    }
}

/// How a record names another one.
fn reference(name: &str) -> Value {
    json!({"def": name, "kind": "def", "printable": name})
}

/// A dump with the operations of the dialect `toy`, in the tool's shape.
pub(super) fn dump(operations: &[Op]) -> Value {
    let mut records = Records::default();
    records.add("Toy_Dialect", &["Dialect"], json!({"name": "toy"}));
    records.add("Any", &["Constraint", "TypeConstraint"], json!({"summary": "any type"}));
    records.add("Many", &["Constraint", "TypeConstraint", "Variadic"], json!({"summary": ""}));
    records.add_attributes();
    records.add_properties();
    records.add_traits();
    let mut names = Vec::new();
    for operation in operations {
        let name = format!("Toy_{}", operation.name);
        records.add_operation(&name, operation);
        names.push(name);
    }
    records.0.insert("!instanceof".to_owned(), json!({"Op": names}));
    Value::Object(records.0)
}

/// What a dump with the operations of `toy` defines.
pub(super) fn definitions(operations: &[Op]) -> Definitions {
    read_dump(&dump(operations))
}

/// A format with releases.
pub(super) const FORMAT: &str = r#"
- format: box
  title: Box
  summary: A box of toys
  magic: "01"
  varint: leb128
  versions: [{version: "1", summary: The only one}]
  releases: {title: box maker, summary: Who makes the box, producer: "Box", names: ["1", "2", "4"]}
  segment_sizes: {attribute: "1", sparse: "1"}
"#;

/// The layouts of `toy`.
pub(super) const TOY: &str = r#"# Toys. This line was written by hand.
- properties: toy
  since_release: "1"
  summary: Properties of the operations of `toy`
  doc: |
    A text by hand.
  operations:
    # The oldest one.
    ball: "size"
    doll: {"1": "eyes",   "2": "eyes, hair"} # by hand
    # Below stands what spins.
    top:
      "1": ""
      "4": "speed?"
    yoyo: {"1": ""}
"#;

/// The signatures of `toy`.
const TOY_SIGNATURES: &str = r#"# What toys are made of. This line was written by hand.
- signatures: toy
  since_release: "1"
  summary: Signatures of the operations of `toy`
  operations:
    # The oldest one.
    ball: "()"
    doll:   {"1": "(string)",   "2": "()"} # by hand
    top: "()"
    yoyo: {"1": "(string)"}
  summaries:
    ball: "Rolls, as was written by hand"
"#;

/// Where a file of the schema stands.
pub(super) fn path(name: &str) -> PathBuf {
    Path::new("box").join(name)
}

/// A schema with a dialect `toy`.
pub(super) fn schema() -> Texts {
    let files = [
        ("format.yaml", FORMAT),
        ("properties/toy.yaml", TOY),
        ("signatures/toy.yaml", TOY_SIGNATURES),
    ];
    files.into_iter().map(|(name, text)| (path(name), text.to_owned())).collect()
}

/// Operations that are as the schema says.
pub(super) const SAME: fn() -> Vec<Op> = || {
    vec![
        op("ball", &[("Attr", "size")]),
        op("doll", &[("Attr", "hair"), ("Attr", "eyes")]),
        op("top", &[]),
        op("yoyo", &[("Any", "string")]),
    ]
};
