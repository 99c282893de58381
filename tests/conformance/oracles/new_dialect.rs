//! The dialect that `bytespec new --dialect` begins with: its C++ for `mlir-opt` and its Rust have the same bytes and the same text.

use bytespec::mlir::{
    BuiltinType, Module, NewOperation, Numbering, ParseOptions, PrintOptions, Signedness,
    WriteOptions,
};
use bytespec_conformance::plugin::Plugin;
use std::path::Path;

#[allow(unreachable_pub, reason = "as in a library")]
mod motor {
    include!(concat!(env!("OUT_DIR"), "/new_dialect.rs"));
}

use motor::{MotorAttribute, MotorGrade, MotorType, registry};

/// The plugin of the template.
fn plugin() -> Plugin {
    let template = include_str!("../../../cli/templates/dialect/plugin.cpp.txt");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = folder.join("motor.cpp");
    std::fs::write(&source, template.replace("{{dialect}}", "motor")).unwrap();
    Plugin::compile(&source, folder)
}

/// A module with several entries, in a version.
fn module(version: &str) -> Module<'static> {
    let mut module = Module::new("MLIR22.1.8");
    module.set_registry(registry());
    let element = BuiltinType::IntegerType { signedness: Signedness::Signless, width: 32 };
    let element = module.add_type(element).unwrap();
    let batch = module.add_entry(&MotorType::Batch { element, count: 16 }).unwrap();
    let most = module.add_entry(&MotorType::Batch { element: batch, count: u32::MAX }).unwrap();
    let new = NewOperation {
        results: vec![batch, most],
        registered: Some(false),
        ..NewOperation::default()
    };
    let location = module.unknown_location().unwrap();
    let op = module.make("motor.use", location, new).unwrap();
    module.append(module.body(), op).unwrap();
    let weight = if version == "1" { 1 } else { u32::MAX };
    for (at, (value, grade)) in
        [(i64::MIN, MotorGrade::Coarse), (-3, MotorGrade::Fine), (i64::MAX, MotorGrade::Fine)]
            .into_iter()
            .enumerate()
    {
        let setting = MotorAttribute::Setting { value, grade, weight };
        let setting = module.add_entry(&setting).unwrap();
        module.set_attribute(op, &format!("setting{at}"), Some(setting)).unwrap();
    }
    module.convert_dialect("motor", Some(version)).unwrap();
    module
}

#[test]
fn rust_and_cpp_have_the_same_bytes() {
    let plugin = plugin();
    let generic = PrintOptions::default().generic(true);
    for version in ["1", "2"] {
        let mut ours = module(version);
        let text = ours.print(&generic).unwrap();
        let bytes = ours.write(&WriteOptions::default()).unwrap();
        assert_eq!(plugin.print(&bytes).unwrap().trim_end(), text.trim_end(), "version {version}");
        let rewritten = plugin.write(&bytes).unwrap();
        let mut theirs = Module::read(&rewritten).unwrap();
        theirs.set_registry(registry());
        assert_eq!(theirs.print(&generic).unwrap(), text, "version {version}");
        // What the tool writes is of the newest version.
        ours.convert_dialect("motor", None).unwrap();
        let canonical = WriteOptions::default().numbering(Numbering::Canonical);
        let newest = plugin.write(&ours.write(&canonical).unwrap()).unwrap();
        assert_eq!(newest, rewritten, "version {version}");
        let producer = Some("MLIR22.1.8".to_owned());
        let options = ParseOptions::default().registry(registry()).producer(producer);
        let parsed = Module::parse(&text, &options).unwrap();
        let of_text = parsed.write(&canonical).unwrap();
        assert_eq!(plugin.print(&of_text), plugin.print(text.as_bytes()), "version {version}");
    }
}
