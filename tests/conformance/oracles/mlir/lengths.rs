//! A tree of a file, made longer and written by the plan alone: sizes in other sections are right.

use bytespec::mlir::plan;
use bytespec::plan::{File, SectionContent, Value};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_tests::mlir_corpus::mlir_corpus;

/// Larger files take longer, and have the same sizes.
const MAX_FILE: usize = 2 << 10;

/// A line that takes more bytes than any of the corpus.
const LINE: u64 = 1 << 28;

/// Changes the line of every location, and counts them.
fn change(value: &mut Value) -> usize {
    match value {
        Value::List(values) => values.iter_mut().map(change).sum(),
        Value::Padded(value, _) => change(value),
        Value::Item(item, values) => {
            let is_place = plan().name(plan().items[item.index()].name) == "FileLineColLoc";
            let steps = plan().steps_of(*item).iter();
            let changed = steps.zip(values).map(|(step, value)| match value {
                Value::Unsigned(line) if is_place && plan().name(step.name) == "line" => {
                    *line = LINE;
                    1
                }
                value => change(value),
            });
            changed.sum()
        }
        _ => 0,
    }
}

/// A text in which every place in a file is on the same line.
fn on_one_line(text: &str) -> String {
    let mut parts = text.split("\":");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_place = rest.len() < part.len() && rest.starts_with(':');
        let line = if is_place { LINE.to_string() } else { String::new() };
        all += &format!("\":{line}{}", if is_place { rest } else { part });
    }
    all
}

#[test]
fn longer_entries_are_printed() {
    let (mut files, mut places) = (0, 0);
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() <= MAX_FILE) {
        let Ok(before) = MlirOpt::NEWEST.print_local(&file.bytes) else { continue };
        let mut open = File::open(plan(), &file.bytes, &[]).expect("a file of the corpus");
        // The tool counts the filler of resources from where the file is, so that their section may not move.
        let is_resource = |name: Option<&str>| name == Some("resource");
        let mut sections = open.sections().iter();
        if sections.any(|section| is_resource(section.name) && !section.payload.is_empty()) {
            continue;
        }
        let mut value = open.read().expect("a file of the corpus");
        let mut found = 0;
        for section in &mut value.sections {
            if let SectionContent::Item(_, value) = &mut section.content {
                found += change(value);
            }
        }
        places += found;
        let written = open.write(&value).unwrap_or_else(|error| panic!("{}: {error}", file.name));
        let after = MlirOpt::NEWEST.print_local(&written);
        let after = after.unwrap_or_else(|why| panic!("{}: {why:?}", file.name));
        // Places in ranges keep their lines.
        assert_eq!(on_one_line(&before), on_one_line(&after), "{}", file.name);
        assert!(found == 0 || after.contains(&LINE.to_string()), "{}", file.name);
        files += 1;
    }
    println!("{places} places in {files} files");
    assert!(places > 0);
}
