//! What the schema calls pure, the tools take away where nobody uses it, and take out of loops.

use super::kinds::model;
use bytespec::mlir::{Module, Release, Version};
use bytespec_conformance::generic::operations;
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::collections::BTreeSet;

/// The names of the operations that a module of a release says are pure, of dialects that the tool has.
fn pure(release: Release) -> BTreeSet<String> {
    // No version with properties, which some operations cannot be without.
    let mut module = Module::for_version(&release.producer(), Version::V0);
    let (i32, body) = (module.integer_type(32).expect("a type"), module.body());
    let mut found = BTreeSet::new();
    let dialects = model().signatures.iter().filter(|item| item.dialect.is_none());
    for item in dialects {
        for entry in &item.entries {
            let name = format!("{}.{}", item.docs.name, entry.operation);
            let made = module.at_end(body).op(&name).result(i32).build();
            let op = made.unwrap_or_else(|error| panic!("{name}: {error}"));
            if module.info(op).pure {
                found.insert(name);
            }
        }
    }
    found
}

/// What of the pure operations of a release the tool leaves in a loop, and leaves although nobody uses it.
fn left(tool: MlirOpt) -> (usize, Vec<String>) {
    let release = tool.release.to_string().parse::<Release>().expect("a release of the schema");
    let names = pure(release);
    let lines: String = names.iter().map(|name| format!("\"{name}\"() : () -> i32\n")).collect();
    let text = format!(
        "%0:3 = \"some.values\"() : () -> (index, index, index)\nscf.for %i = %0#0 to %0#1 step %0#2 {{\n{lines}}}\n"
    );
    let mut wrong = Vec::new();
    let moved = operations(&tool.transformed(&text, "loop-invariant-code-motion"));
    let kept = moved.iter().skip_while(|operation| operation.name != "scf.for");
    let kept: Vec<_> = kept.filter(|operation| names.contains(&operation.name)).collect();
    wrong
        .extend(kept.iter().map(|operation| format!("{tool}: {} stays in a loop", operation.name)));
    let there = moved.iter().filter(|operation| names.contains(&operation.name)).count();
    assert_eq!(there, names.len(), "{tool} printed them all");
    let swept = operations(&tool.transformed(&text, "cse"));
    assert!(
        swept.iter().any(|operation| operation.name == "some.values"),
        "{tool} printed the rest"
    );
    let kept = swept.iter().filter(|operation| names.contains(&operation.name));
    wrong.extend(kept.map(|operation| format!("{tool}: {} stays unused", operation.name)));
    (names.len(), wrong)
}

#[test]
fn pure_operations_go_where_nobody_uses_them_and_leave_loops() {
    let tools: Vec<MlirOpt> = MlirOpt::ALL
        .into_iter()
        .chain(MlirOpt::unpacked())
        .filter(|tool| tool.transforms_unverified())
        .collect();
    let found = in_parallel(&tools, |tool| left(*tool));
    let mut wrong = Vec::new();
    for (tool, (pure, others)) in tools.iter().zip(found) {
        println!("{tool}: {pure} pure operations");
        assert!(pure > 500, "{tool}: only {pure} are pure");
        wrong.extend(others);
    }
    crate::suite::report(&wrong);
}
