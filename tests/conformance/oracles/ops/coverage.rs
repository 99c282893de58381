//! Nothing of the schema is left out: every operation, flag, optional field and member that a
//! version has is in the cases of that version.

use super::{cases, refused};
use bytespec::reflect::{FieldValue, Reflect};
use bytespec::tile_ir::{Event, File, Version, view};
use bytespec_codegen::model::{Arity, FieldKind, Kind, Model, Op, Wire};
use std::collections::{BTreeMap, BTreeSet};

/// What was seen of each field of each operation: `absent`, members, truth values, `present`.
type Seen = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The schema, as the code generator understands it.
pub(crate) fn model() -> Model {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/tile_ir");
    match bytespec_codegen::build::load(schema.as_ref()) {
        Ok(model) => model,
        Err(findings) => panic!("{findings}"),
    }
}

fn seen(bytes: &[u8]) -> bytespec::Result<Seen> {
    let file = File::open(bytes)?;
    let mut seen = Seen::new();
    for function in file.functions()? {
        for event in function.body()?.events() {
            if let Event::Op(op) = event? {
                note(&mut seen, &op);
            }
        }
    }
    Ok(seen)
}

fn note(seen: &mut Seen, op: &view::Op<'_>) {
    let fields = seen.entry(op.kind().info().name.to_owned()).or_default();
    op.fields(&mut |name, value| {
        let what = match value {
            FieldValue::Absent => "absent".to_owned(),
            FieldValue::Bool(value) => value.to_string(),
            FieldValue::Enum { name, .. } => name.to_owned(),
            _ => "present".to_owned(),
        };
        fields.entry(name.to_owned()).or_default().insert(what);
    });
}

/// What must have been seen of an operation in a version.
fn wanted(model: &Model, op: &Op, version: usize) -> BTreeMap<String, BTreeSet<String>> {
    let mut wanted: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut want = |field: &str, what: &[&str]| {
        let set = wanted.entry(field.to_owned()).or_default();
        set.extend(what.iter().map(|&what| what.to_owned()));
    };
    for field in op.attributes.iter().filter(|field| field.docs.gate.has(version)) {
        let name = &field.docs.name;
        let mut members = |wire: &Wire| match wire {
            Wire::Item(Kind::Enum, index) => {
                let accepted = refused::accepted(&op.docs.name, name, Version::ALL[version]);
                let members = model.enums[*index].members.iter();
                let members: Vec<&str> = members
                    .filter(|member| member.docs.gate.has(version))
                    .map(|member| member.docs.label.as_str())
                    .filter(|member| accepted.as_ref().is_none_or(|list| list.contains(member)))
                    .collect();
                want(name, &members);
            }
            Wire::Bool => want(name, &["true", "false"]),
            _ => want(name, &["present"]),
        };
        match &field.kind {
            FieldKind::Value(wire) | FieldKind::Part(wire, _) => members(wire),
            FieldKind::Optional(wire, _) => {
                members(wire);
                want(name, &["absent"]);
            }
            FieldKind::Unit { .. } => want(name, &["true", "false"]),
            FieldKind::Flags(_) | FieldKind::Presence | FieldKind::Packed { .. } => {}
        }
    }
    for operand in op.operands.iter().filter(|operand| operand.docs.gate.has(version)) {
        want(&operand.docs.name, &["present"]);
        if operand.arity == Arity::Optional {
            want(&operand.docs.name, &["absent"]);
        }
    }
    wanted
}

#[test]
fn every_operation_and_field_of_the_schema_has_a_case() {
    let model = model();
    let mut missing = Vec::new();
    for (index, &version) in Version::ALL.iter().enumerate() {
        let suite = cases(version);
        let (bytes, _) = suite.run(&[]);
        let seen = match seen(&bytes) {
            Ok(seen) => seen,
            Err(error) => panic!("{version}: {error}"),
        };
        // An operation that is only used to make the operands of others has no line of its own.
        let lines: BTreeSet<String> = suite
            .cases
            .iter()
            .flat_map(|case| case.module(version).1)
            .filter_map(|line| {
                let rest = line.split_once(" = ").map_or(line.as_str(), |(results, rest)| {
                    if results.starts_with('%') { rest } else { &line }
                });
                rest.split([' ', '{']).next().map(str::to_owned)
            })
            .collect();
        let ops = model.ops.iter().filter(|op| {
            !op.section_form && op.docs.gate.feature.is_none() && op.docs.gate.has(index)
        });
        let mut known = BTreeSet::new();
        for op in ops {
            let name = &op.docs.name;
            known.insert(name.clone());
            if !lines.contains(&op.docs.label) {
                missing.push(format!("{version} {name}: no line"));
            }
            let Some(fields) = seen.get(name) else {
                missing.push(format!("{version} {name}: not built"));
                continue;
            };
            for (field, wanted) in wanted(&model, op, index) {
                let found = fields.get(&field).cloned().unwrap_or_default();
                for what in wanted.difference(&found) {
                    missing.push(format!("{version} {name}.{field}: {what}"));
                }
            }
        }
        missing.extend(
            seen.keys()
                .filter(|name| !known.contains(*name))
                .map(|name| format!("{version} {name}: too early")),
        );
    }
    assert!(missing.is_empty(), "without a case:\n{}", missing.join("\n"));
}
