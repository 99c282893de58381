//! One fault a file, in a folder for its topic, and what is said about it; `TRYBUILD=overwrite
//! cargo test --test ui` writes the expectations anew.

#[test]
fn faults() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    for topic in
        ["field-type", "keys", "number", "presence", "several", "shape", "traits", "value", "wire"]
    {
        cases.compile_fail(format!("tests/ui/{topic}/*.rs"));
    }
}
