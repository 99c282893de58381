//! Differences of values, and their spelling in messages.

use super::Edited;
use super::fault::{EditError, EditFault};
use crate::plan::difference::spelled;
use crate::plan::file::correct_sizes;
use crate::plan::{FileValue, SectionContent, Value};
use bytespec_plan::{Base, ItemId, Plan, Role, Step};

/// Whether readers read two values as the same one: filler, the spelling of numbers and what writers compute do not count.
pub(super) fn is_same(plan: &Plan, a: &Value, b: &Value) -> bool {
    let mut left = vec![(a, b)];
    while let Some((a, b)) = left.pop() {
        match (a.bare(), b.bare()) {
            (Value::List(a), Value::List(b)) if a.len() == b.len() => left.extend(a.iter().zip(b)),
            (Value::Item(item, a), Value::Item(other, b)) if item == other => {
                left.extend(parts(plan, (*item, a, b)).map(|(_, pair)| pair));
            }
            (a, b) if a == b => {}
            // Without a tag, the bytes have the one that other fields state.
            (Value::Opaque(_, a), Value::Opaque(Plan::NOWHERE, b)) if a == b => {}
            _ => return false,
        }
    }
    true
}

/// Gives numbers that writers correct the values that were read: the sizes of values in other items. Returns those that changed.
///
/// # Errors
/// Such a number at one of the positions of `set`.
pub(super) fn follow_sizes(
    plan: &Plan,
    (written, read): (&mut FileValue, &FileValue),
    set: &[Vec<usize>],
) -> Result<Vec<Edited>, EditError> {
    let (mut edited, mut fault) = (Vec::new(), None);
    correct_sizes(plan, (written, read), &mut |size| {
        if set.contains(&size.positions) {
            let by = "the size of another value".to_owned();
            fault.get_or_insert_with(|| EditFault::Computed { by, when: None }.at(&size.path));
        }
        let spelled = |value| spelled(value, size.base, plan);
        let (before, after) = (spelled(size.before), spelled(size.after));
        edited.push(Edited { path: size.path, before, after });
    });
    fault.map_or(Ok(edited), Err)
}

/// The visible steps of two items, and the values of each.
fn parts<'v, 'p>(
    plan: &'p Plan,
    (item, a, b): (ItemId, &'v [Value], &'v [Value]),
) -> impl Iterator<Item = (&'p Step, (&'v Value, &'v Value))> {
    let steps = plan.steps_of(item).iter().zip(a.iter().zip(b));
    steps.filter(|(step, _)| step.role == Role::Visible)
}

/// Checks that a file was read as the value that was written.
///
/// # Errors
/// The first difference.
pub(super) fn check_same(
    plan: &Plan,
    written: &FileValue,
    read: &FileValue,
) -> Result<(), EditError> {
    let read_back = |path: &str, written: String, read: String| {
        Err(EditFault::ReadBack { written, read }.at(path))
    };
    check_values(plan, "header", (&written.header, &read.header))?;
    if written.producer != read.producer {
        let name = |name: &Option<Vec<u8>>| {
            String::from_utf8_lossy(name.as_deref().unwrap_or_default()).into_owned()
        };
        return read_back("header.producer", name(&written.producer), name(&read.producer));
    }
    if written.sections.len() != read.sections.len() {
        let sections = |file: &FileValue| format!("{} sections", file.sections.len());
        return read_back("", sections(written), sections(read));
    }
    for (written, read) in written.sections.iter().zip(&read.sections) {
        match (&written.content, &read.content) {
            (SectionContent::Item(item, written), SectionContent::Item(other, read))
                if item == other =>
            {
                let name = plan.items.get(item.index()).map_or("", |item| plan.name(item.name));
                check_values(plan, name, (written, read))?;
            }
            (SectionContent::Bytes(written), SectionContent::Bytes(read)) if written == read => {}
            _ => {
                let section = |id: u8| format!("section {id}");
                return read_back("", section(written.id), format!("other {}", section(read.id)));
            }
        }
    }
    Ok(())
}

/// Checks that two values are the same.
fn check_values(plan: &Plan, path: &str, (a, b): (&Value, &Value)) -> Result<(), EditError> {
    if is_same(plan, a, b) {
        return Ok(());
    }
    let differs = |(a, b): (&Value, &Value)| !is_same(plan, a, b);
    let (mut path, mut base, mut pair) = (path.to_owned(), Base::Decimal, (a, b));
    // The first part that differs, in the first part around it that differs.
    loop {
        let part = match (pair.0.bare(), pair.1.bare()) {
            (Value::Item(item, written), Value::Item(other, read)) if item == other => {
                let part = parts(plan, (*item, written, read)).find(|(_, pair)| differs(*pair));
                part.map(|(step, pair)| (format!(".{}", plan.name(step.name)), step.base, pair))
            }
            (Value::List(written), Value::List(read)) if written.len() == read.len() => {
                let part = written.iter().zip(read).enumerate().find(|(_, pair)| differs(*pair));
                part.map(|(at, pair)| (format!("[{at}]"), base, pair))
            }
            _ => None,
        };
        match part {
            Some((part, of, inner)) => {
                path.push_str(&part);
                (base, pair) = (of, inner);
            }
            None => {
                let spelled = |value| spelled(value, base, plan);
                let (written, read) = (spelled(pair.0), spelled(pair.1));
                return Err(EditFault::ReadBack { written, read }.at(&path));
            }
        }
    }
}
