//! One fault a file, in a folder for its topic, and what is said about it; `TRYBUILD=overwrite
//! cargo test --test ui` writes the expectations anew.

#[test]
fn faults() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    for topic in [
        "code",
        "dialect",
        "field-type",
        "form",
        "keys",
        "number",
        "presence",
        "properties",
        "several",
        "shape",
        "text",
        "traits",
        "value",
        "version",
        "wire",
    ] {
        cases.compile_fail(format!("tests/ui/{topic}/*.rs"));
    }
}
