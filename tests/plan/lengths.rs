//! Sizes that stand in another section are those of what is written: entries and resources of real files of MLIR, made longer.

use crate::container::generated;
use crate::mlir::mlir_plan;
use crate::same::Same;
use bytespec::plan::{File, SectionContent, Value};
use bytespec_tests::mlir_corpus::mlir_corpus;

/// A line that takes more bytes than any of the corpus.
const LINE: u64 = 1 << 28;

/// What is added to the bytes of a resource.
const ADDED: [u8; 300] = [0x5a; 300];

/// What is made longer: fields of items.
const PLACE: (&str, &str) = ("FileLineColLoc", "line");
const BLOB: (&str, &str) = ("ResourceBlob", "content");

/// Larger files take longer, and have the same sizes.
const MAX_FILE: usize = 4 << 10;

/// Makes locations and resources longer, and counts them.
fn lengthen(value: &mut Value, found: &mut [usize; 2]) {
    let plan = mlir_plan();
    match value {
        Value::List(values) => values.iter_mut().for_each(|value| lengthen(value, found)),
        Value::Padded(value, _) => lengthen(value, found),
        Value::Item(id, values) => {
            let name = plan.name(plan.items[id.index()].name);
            for (step, value) in plan.steps_of(*id).iter().zip(values) {
                let place = (name, plan.name(step.name));
                match value {
                    Value::Unsigned(line) if place == PLACE => {
                        *line = LINE;
                        found[0] += 1;
                    }
                    Value::Bytes(bytes) if place == BLOB => {
                        bytes.extend(ADDED);
                        found[1] += 1;
                    }
                    value => lengthen(value, found),
                }
            }
        }
        _ => {}
    }
}

/// What generated code has to say of it then.
fn longer(part: &str, said: &mut Same) {
    match said {
        Same::Item(name, fields) => {
            for (field, value) in fields.0.iter_mut() {
                match value {
                    Same::Number(line) if (name.as_str(), field.as_str()) == PLACE => {
                        *line = LINE.into()
                    }
                    value => longer(part, value),
                }
            }
        }
        Same::List(values) => values.iter_mut().for_each(|value| longer(part, value)),
        Same::Bytes(bytes) if part.starts_with("resource") => bytes.extend(ADDED),
        _ => {}
    }
}

#[test]
fn longer_entries_and_resources_have_their_sizes() {
    let (plan, mut all) = (mlir_plan(), [0; 2]);
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() <= MAX_FILE) {
        let mut found = [0; 2];
        let mut open = File::open(plan, &file.bytes, &[]).expect("a file of the corpus");
        let mut value = open.read().expect("a file of the corpus");
        for section in &mut value.sections {
            if let SectionContent::Item(_, value) = &mut section.content {
                lengthen(value, &mut found);
            }
        }
        let written = open.write(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        let mut expected = generated(&file.bytes).expect("a file of the corpus");
        expected.iter_mut().for_each(|(part, said)| longer(part, said));
        let read = generated(&written).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        for (one, other) in expected.iter().zip(&read) {
            assert_eq!(one, other, "{}", file.name);
        }
        assert_eq!(expected.len(), read.len(), "{}", file.name);
        all = [all[0] + found[0], all[1] + found[1]];
    }
    println!("{all:?} locations and resources made longer");
    assert!(all.iter().all(|count| *count > 0), "{all:?}");
}
