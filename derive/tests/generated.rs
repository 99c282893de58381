//! What derived items say in the language of schemas, and what is generated from that and from the
//! schemas of the tests `yaml` and `of_a_format`, is stored beside the schemas; `BLESS=1 cargo test --test generated` writes it anew.

use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use std::path::Path;

#[allow(dead_code)]
#[path = "models/log.rs"]
mod log;
#[allow(dead_code)]
#[path = "models/motor.rs"]
mod motor;
#[allow(dead_code)]
#[path = "models/quant.rs"]
mod quant;

#[test]
fn stored_code_is_current() {
    let schemas = [
        ("yaml", None),
        ("tray", None),
        ("shelf", None),
        ("motor", Some(bytespec::export::dialect::<motor::Motor>())),
        ("log", Some(bytespec::export::schema::<log::Event<'static>, ()>("log"))),
        ("quant", Some(bytespec::export::dialect::<quant::Quant>())),
    ];
    let mut old = Vec::new();
    for (name, schema) in schemas {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema").join(name);
        let mut check = |file: &str, text: String| {
            let path = folder.join(file);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, &text).unwrap();
            }
            if std::fs::read_to_string(&path).unwrap_or_default() != text {
                old.push(path);
            }
        };
        let samples = schema.is_some();
        if let Some(schema) = schema {
            check("schema.yaml", schema.unwrap());
        }
        let host = (name == "shelf").then(|| "crate::host".parse().unwrap());
        let derived = ["tray", "shelf"].contains(&name);
        let options = Options { samples, host, derived, ..Options::default() };
        check("generated.rs", generate(&folder, &options).unwrap());
    }
    assert!(old.is_empty(), "old: run with BLESS=1: {old:?}");
}
