//! Makes an enum of 60 variants twice: as Rust with derives, and as a schema that goes through the generator.

use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use std::fmt::Write as _;
use std::path::PathBuf;

const VARIANTS: usize = 60;

/// A field of a variant: its name, the keys and the type in Rust, and the type and keys in YAML.
type Field = (&'static str, &'static str, &'static str, &'static str, &'static str);

const COUNT: Field = ("count", "#[bytecode(wire = \"varint\")]", "u64", "varint", "");
const OFFSET: Field = ("offset", "#[bytecode(wire = \"zigzag\")]", "i64", "zigzag", "");
const FLAG: Field = ("flag", "", "bool", "bool", "");
const MODE: Field = ("mode", "", "Mode", "Mode", "");
const OTHER: Field = ("other", "", "AttributeId", "ref<Attribute>", "");
const NEWER: Field = (
    "newer",
    "#[bytecode(wire = \"varint<u32>\", since = \"2\", default = 0)]",
    "u32",
    "varint<u32>",
    ", since: \"2\", default: 0",
);
const BYTES: Field = ("bytes", "", "&'a [u8]", "blob", "");

fn fields(variant: usize) -> Vec<Field> {
    let mut fields = vec![COUNT, OFFSET, FLAG, [MODE, OTHER, NEWER][variant % 3]];
    if variant.is_multiple_of(4) {
        fields.push(BYTES);
    }
    fields
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut rust = "#[derive(BytecodeAttribute, Clone, Copy, Debug, PartialEq)]\n\
                    #[bytecode(dialect = WideDialect)]\nenum Wide<'a> {\n"
        .to_owned();
    let mut yaml = r#"- format: wide
  summary: Many variants
  varint: prefix
  versions: [{version: "1", summary: The first}, {version: "2", summary: The second}]
- table: Attribute
  summary: Index space
- enum: Mode
  wire: varint<u8>
  summary: One of two
  members: [{name: Slow, value: 0, summary: One}, {name: Fast, value: 1, summary: The other}]
- union: Wide
  tag: varint
  unknown: error
  summary: Many variants
"#
    .to_owned();
    for variant in 0..VARIANTS {
        let _ = writeln!(rust, "#[bytecode(code = {variant})] V{variant} {{");
        let _ = writeln!(
            yaml,
            "- variant: V{variant}\n  of: Wide\n  tag: {variant}\n  summary: One of many\n  fields:"
        );
        for (name, keys, ty, wire, more) in fields(variant) {
            let _ = writeln!(rust, "{keys} {name}: {ty},");
            let _ = writeln!(yaml, "    - {{name: {name}, type: {wire}{more}, summary: A field}}");
        }
        rust.push_str("},\n");
    }
    rust.push_str("}\n");

    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let schema = out.join("wide");
    std::fs::create_dir_all(&schema).expect("OUT_DIR can be written");
    std::fs::write(schema.join("wide.yaml"), yaml).expect("OUT_DIR can be written");
    let generated = match generate(&schema, &Options::default()) {
        Ok(generated) => generated,
        Err(findings) => panic!("{findings}"),
    };
    std::fs::write(out.join("wide_yaml.rs"), generated).expect("OUT_DIR can be written");
    std::fs::write(out.join("wide_derived.rs"), rust).expect("OUT_DIR can be written");
}
