//! A derived dialect with three versions against the same dialect in C++, which `mlir-opt` loads: `plugin/gauge.cpp`.

use bytespec::dialect::{OpResult, Registry};
use bytespec::mlir::{
    AttributeId, BuiltinType, Module, NewOperation, Numbering, ParseOptions, PrintOptions, TypeId,
    Value, WriteOptions,
};
use bytespec::{BytecodeAttribute, BytecodeEnum, BytecodeType, Dialect, Operation};
use bytespec_conformance::plugin::Plugin;
use std::path::Path;
use std::sync::LazyLock;

#[derive(Dialect)]
#[bytecode(
    name = "gauge",
    versions("1.0", "1.1", "2.0"),
    attributes(GaugeAttribute),
    types(Sensor),
    operations(Add)
)]
struct Gauge;

#[derive(BytecodeEnum, Clone, Copy, Debug, PartialEq)]
#[bytecode(wire = "varint<u8>", dialect = Gauge)]
enum Unit {
    #[bytecode(name = "meter")]
    Meter = 0,
    #[bytecode(name = "kelvin")]
    Kelvin = 1,
    #[bytecode(name = "volt", since = "1.1")]
    Volt = 2,
}

#[derive(BytecodeAttribute, Clone, Debug, PartialEq)]
#[bytecode(dialect = Gauge)]
enum GaugeAttribute {
    #[bytecode(code = 0, text = "range<{low}, {high}, {unit}{?label|, {label}}>")]
    Range {
        #[bytecode(wire = "zigzag")]
        low: i64,
        #[bytecode(wire = "zigzag")]
        high: i64,
        unit: Unit,
        #[bytecode(since = "1.1", default = None)]
        label: Option<AttributeId>,
    },
    #[bytecode(code = 1, text = "scale<[{steps:, }]>")]
    Scale {
        #[bytecode(wire = "varint")]
        steps: Vec<u64>,
    },
}

#[derive(BytecodeType, Clone, Debug, PartialEq)]
#[bytecode(dialect = Gauge, code = 0, text = "sensor<{element}, {rate}>")]
struct Sensor {
    element: TypeId,
    #[bytecode(wire = "varint", since = "2.0", default = 1)]
    rate: u64,
}

/// What the plugin prints by an assembly format.
#[derive(Operation, Clone, Debug, PartialEq)]
#[bytecode(
    dialect = Gauge,
    operation = "add",
    text = "add {lhs}, {rhs}{?limit| limit {limit}}{dictionary *} : {type lhs}"
)]
struct Add {
    lhs: Value,
    #[bytecode(type_of = "lhs")]
    rhs: Value,
    #[bytecode(type_of = "lhs")]
    limit: Option<Value>,
    #[bytecode(type_of = "lhs")]
    sum: OpResult,
}

const SUMS: &str = r#""builtin.module"() ({
  %0 = "gauge.read"() : () -> !gauge.sensor<f32, 1>
  %1 = "gauge.count"() : () -> i64
  %2 = gauge.add %0, %0 : !gauge.sensor<f32, 1>
  %3 = gauge.add %1, %1 limit %1 : i64
  %4 = gauge.add %2, %0 {at = 3 : i64, gauge.unit} : !gauge.sensor<f32, 1>
  %5 = gauge.add %3, %1 limit %3 {label = "a", scale = #gauge.scale<[1, 2]>} : i64
}) : () -> ()

"#;

const VERSIONS: [&str; 3] = ["1.0", "1.1", "2.0"];

/// A small number as a varint of one byte.
fn varint(number: u8) -> u8 {
    number << 1 | 1
}

static PLUGIN: LazyLock<Plugin> = LazyLock::new(|| {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin/gauge.cpp");
    Plugin::compile(&source, Path::new(env!("CARGO_TARGET_TMPDIR")))
});

fn empty() -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(Registry::new().with::<Gauge>());
    module
}

/// A module with entries that a version has.
fn module(version: &str) -> Module<'static> {
    let mut module = empty();
    let f32 = module.add_type(BuiltinType::Float32Type).unwrap();
    let name = module.string_attribute("a \"label\"").unwrap();
    let rate = if version == "2.0" { u64::MAX } else { 1 };
    let sensor = module.add_entry(&Sensor { element: f32, rate }).unwrap();
    let inside = module.add_entry(&Sensor { element: sensor, rate: 1 }).unwrap();
    let is_old = version == "1.0";
    let mut attributes = Vec::new();
    let mut add = |value| {
        let id = module.add_entry(&value).unwrap();
        attributes.push(id);
        id
    };
    for (low, high) in [(-1, 0), (i64::MIN, i64::MAX), (300, -70_000)] {
        add(GaugeAttribute::Range { low, high, unit: Unit::Kelvin, label: None });
    }
    add(GaugeAttribute::Scale { steps: vec![] });
    let scale = add(GaugeAttribute::Scale { steps: vec![0, 127, 128, 1 << 40, u64::MAX] });
    if !is_old {
        for label in [None, Some(name), Some(scale)] {
            add(GaugeAttribute::Range { low: 0, high: 1, unit: Unit::Volt, label });
        }
    }
    let location = module.unknown_location().unwrap();
    let new = NewOperation { results: vec![sensor, inside], ..NewOperation::default() };
    let op = module.make("gauge.read", location, new).unwrap();
    module.append(module.body(), op).unwrap();
    for (at, id) in attributes.into_iter().enumerate() {
        module.set_attribute(op, &format!("a{at}"), Some(id)).unwrap();
    }
    module.convert_dialect("gauge", Some(version)).unwrap();
    module
}

fn printed(module: &Module<'_>) -> String {
    module.print(&PrintOptions::default()).unwrap()
}

/// A file in which the entries of the dialect are encoded, with the dialect in the registry.
fn read(bytes: &[u8]) -> Module<'_> {
    let mut module = Module::read(bytes).unwrap();
    let unknown = printed(&module);
    for text in ["#gauge.", "!gauge.", "#gauge<range", "!gauge<sensor"] {
        assert!(!unknown.contains(text), "{unknown}");
    }
    module.set_registry(Registry::new().with::<Gauge>());
    module
}

#[test]
fn operations_have_the_same_text() {
    let registry = Registry::new().with::<Gauge>();
    let producer = Some("MLIR22.1.8".to_owned());
    let options = ParseOptions::default().registry(registry).producer(producer);
    let module = Module::parse(SUMS, &options).unwrap();
    assert_eq!(printed(&module), SUMS);
    let generic = PrintOptions::default().generic(true);
    let generic = module.print(&generic).unwrap();
    // The plugin reads the text, and prints what it reads in the same form.
    assert_eq!(PLUGIN.print(SUMS.as_bytes()).unwrap().trim_end(), generic.trim_end());
    for input in [SUMS.as_bytes(), &module.write(&WriteOptions::default()).unwrap()] {
        let theirs = PLUGIN.print_custom(input).unwrap();
        let lines = |text: &str| -> Vec<String> {
            let operations = text.lines().filter(|line| line.contains("gauge."));
            operations.map(|line| line.trim().to_owned()).collect()
        };
        assert_eq!(lines(&theirs), lines(SUMS));
    }
}

#[test]
fn every_version_is_read_and_printed_the_same() {
    for version in VERSIONS {
        for numbering in [Numbering::Pinned, Numbering::Canonical] {
            let module = module(version);
            let bytes = module.write(&WriteOptions::default().numbering(numbering));
            let text =
                PLUGIN.print(&bytes.unwrap()).unwrap_or_else(|why| panic!("{version}: {why}"));
            assert_eq!(text.trim_end(), printed(&module).trim_end(), "{version}");
        }
    }
}

#[test]
fn files_that_the_tool_writes_are_read_as_the_same_module() {
    for version in VERSIONS {
        let mut ours = module(version);
        let bytes = ours.write(&WriteOptions::default()).unwrap();
        let rewritten = PLUGIN.write(&bytes).unwrap_or_else(|why| panic!("{version}: {why}"));
        let theirs = read(&rewritten);
        assert_eq!(printed(&theirs), printed(&ours), "{version}");
        let dialect = theirs.dialects().find(|dialect| dialect.name == b"gauge").unwrap();
        assert_eq!(dialect.version, Some(&[varint(2), varint(0)][..]), "{version}");
        // In the version that the tool writes, both are the same bytes.
        ours.convert_dialect("gauge", None).unwrap();
        let canonical = WriteOptions::default().numbering(Numbering::Canonical);
        let (a, b) = (ours.write(&canonical).unwrap(), theirs.write(&canonical).unwrap());
        let again = PLUGIN.write(&a).unwrap();
        assert_eq!(again, PLUGIN.write(&b).unwrap(), "{version}");
        assert_eq!(again, rewritten, "{version}");
    }
}

#[test]
fn text_is_parsed_to_the_same_entries() {
    for version in VERSIONS {
        let module = module(version);
        let text = printed(&module);
        let written =
            PLUGIN.write(text.as_bytes()).unwrap_or_else(|why| panic!("{version}: {why}"));
        let options = ParseOptions::default()
            .registry(Registry::new().with::<Gauge>())
            .producer("MLIR22.1.8".to_owned());
        let ours = Module::parse(&text, &options).unwrap();
        let theirs = read(&written);
        assert_eq!(printed(&theirs), printed(&ours), "{version}");
        assert_eq!(PLUGIN.print(text.as_bytes()).unwrap().trim_end(), text.trim_end());
    }
}

#[test]
fn the_same_bytes_are_refused() {
    // An unknown code, and a unit that version 1.0 does not have.
    let range = [0, 0, 0, 2].map(varint);
    for (version, bytes, is_read) in [
        ("2.0", vec![varint(9)], false),
        ("1.0", range.to_vec(), false),
        ("1.1", [&range[..], &[varint(0)]].concat(), true),
        ("1.0", [0, 0, 0, 1].map(varint).to_vec(), true),
        ("1.1", [0, 0, 0, 1].map(varint).to_vec(), false),
    ] {
        let mut module = empty();
        let major = [varint(version.as_bytes()[0] - b'0'), varint(version.as_bytes()[2] - b'0')];
        module.set_dialect_version(b"gauge", Some(&major)).unwrap();
        let id = module.add_attribute_bytes(b"gauge", &bytes).unwrap();
        let location = module.unknown_location().unwrap();
        let op = module.make("gauge.read", location, NewOperation::default()).unwrap();
        module.append(module.body(), op).unwrap();
        module.set_attribute(op, "a", Some(id)).unwrap();
        assert_eq!(module.entry::<GaugeAttribute>(id).is_ok(), is_read, "{version} {bytes:?}");
        let file = module.write(&WriteOptions::default()).unwrap();
        assert_eq!(PLUGIN.print(&file).is_ok(), is_read, "{version} {bytes:?}");
    }
}
