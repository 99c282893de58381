//! What the schema of the test `yaml` generates is stored beside it; `BLESS=1 cargo test --test
//! generated` writes it anew.

use bytespec_codegen::build::generate;
use bytespec_codegen::emit::rust::Options;
use std::path::Path;

#[test]
fn the_generated_code_is_of_today() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schema");
    let source = generate(&folder, &Options::default()).unwrap();
    let path = folder.join("generated.rs");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &source).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    assert!(stored == source, "{} is old: run with BLESS=1", path.display());
}
