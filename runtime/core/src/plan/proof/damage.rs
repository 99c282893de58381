//! Comparison on damaged bytes.

use super::agree::agree;
use super::{Compared, KnownVersions, Proof, Subject};
use crate::error::{ErrorKind, Result};
use crate::plan::same::{Same, of_seen, of_value};
use crate::plan::{Executor, Value};
use crate::reflect::Seen;
use crate::sample::Source;
use crate::wire::{Cursor, UNREADABLE};
use bytespec_plan::{Length, Shape, Step};

/// The number of damages for each value.
const DAMAGES: usize = 8;

impl Proof<'_> {
    /// Checks that plan and generated code read damaged bytes as the same values, or both refuse them at the same byte.
    ///
    /// Sections are left out, because generated code decodes their tables on use. Operations can be refused at different bytes:
    /// only generated code checks which values an operation may use, and it counts the operands of a group while it reads them.
    /// Generated code decodes a value with a size of its own on use. It then shows the value as unreadable, or refuses the bytes
    /// after the value.
    ///
    /// # Panics
    /// If the check fails.
    pub fn failures_agree(&self, scopes: &[KnownVersions], seeds: u64) -> Compared {
        let subjects = self.subjects();
        let mut compared = Compared { subjects: subjects.len(), ..Compared::default() };
        let base = self.executor();
        for versions in scopes {
            let executor = base.with(versions);
            let eager = subjects.iter().filter(|subject| subject.kind != "section");
            for subject in eager.filter(|subject| self.has(subject, &executor)) {
                for seed in 0..seeds {
                    let mut source = self.generated.source(seed);
                    let value = self.sample(subject, &executor, &mut source, None);
                    let written = self.written(subject, &executor, &source, &value);
                    // Generated code reads operations up to their regions.
                    let Ok((whole, 0)) = written else { continue };
                    for _ in 0..DAMAGES {
                        let mut bytes = whole.clone();
                        damage(&mut bytes, &mut source);
                        match self.is_read(subject, &executor, &source, versions, &bytes) {
                            true => compared.values += 1,
                            false => compared.refused += 1,
                        }
                    }
                }
            }
        }
        compared
    }

    /// Whether both read the bytes. Panics unless they agree.
    fn is_read(
        &self,
        subject: &Subject<'_>,
        executor: &Executor<'_>,
        source: &Source,
        versions: &KnownVersions,
        bytes: &[u8],
    ) -> bool {
        let (_, functions) = self.generated.functions();
        let item = (subject.kind, subject.name);
        let what = format!("{} {} at {versions:?}: {bytes:02x?}", item.0, item.1);
        let mut seen = None;
        let mut see = |shown: Seen<'_>| seen = Some(of_seen(&shown));
        let round_trip = self.generated.round_trip(item, bytes, versions, versions, &mut see);
        let by_code = seen.ok_or_else(|| round_trip.err());
        let by_plan = self.read_first(subject, executor, source, &mut Cursor::new(bytes));
        match (by_plan, by_code) {
            (Ok(value), Ok(seen)) => {
                let regions = |step: &Step| self.region_of(step).is_some();
                let same = of_value(&self.plan, &value, &regions, functions);
                assert!(agree(&seen, &same), "{what}\ncode: {seen:?}\nthe plan: {same:?}");
                true
            }
            (Err(by_plan), Err(Some(by_code))) => {
                let same = item.0 == "operation"
                    || by_plan.offset() == by_code.offset()
                    || self.on_use(subject, versions, source, bytes).is_err_and(|on_use| {
                        on_use.offset() == by_code.offset() && by_plan.offset() < on_use.offset()
                    });
                assert!(same, "{what}\ncode: {by_code}\nthe plan: {by_plan}");
                false
            }
            (Err(by_plan), Ok(seen)) if is_unreadable(&seen) => {
                let on_use = self.on_use(subject, versions, source, bytes);
                assert!(
                    on_use.is_ok(),
                    "{what}\ncode alone reads it: {seen:?}\nthe plan: {by_plan}"
                );
                false
            }
            (Ok(_), Err(Some(by_code))) if is_no_value(item.0, by_code.kind()) => false,
            (Ok(_), Err(error)) => panic!("{what}\ncode alone refuses it: {error:?}"),
            (Err(error), _) => panic!("{what}\nthe plan alone refuses it: {error}"),
        }
    }

    /// Reads as generated code does, without decoding values with a size of their own.
    fn on_use(
        &self,
        subject: &Subject<'_>,
        versions: &KnownVersions,
        source: &Source,
        bytes: &[u8],
    ) -> Result<Value> {
        let mut plan = self.plan.clone();
        for shape in plan.shapes.to_mut() {
            if let Shape::Sized { size, .. } = *shape {
                *shape = Shape::Bytes(Length::Count(size));
            }
        }
        let executor = Executor::new(&plan, versions)?;
        self.read_first(subject, &executor, source, &mut Cursor::new(bytes))
    }
}

/// Whether a value contains one that generated code shows as unreadable.
fn is_unreadable(seen: &Same) -> bool {
    match seen {
        Same::List(elements) => elements.iter().any(is_unreadable),
        Same::Item(name, fields) => {
            name == UNREADABLE || fields.0.iter().any(|(_, value)| is_unreadable(value))
        }
        _ => false,
    }
}

/// Whether the error is that an operation uses a value that does not exist.
fn is_no_value(kind: &str, error: &ErrorKind) -> bool {
    kind == "operation" && matches!(error, ErrorKind::Index { table, .. } if table == "value")
}

/// Applies one damage to bytes.
fn damage(bytes: &mut Vec<u8>, source: &mut Source) {
    let at = source.below(bytes.len());
    match source.below(6) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at.min(bytes.len()), source.bits() as u8),
        2 => bytes.push(0),
        3 if !bytes.is_empty() => bytes[at] = 0xff,
        4 if !bytes.is_empty() => bytes[at] ^= 1 << source.below(8),
        _ if !bytes.is_empty() => bytes[at] = source.bits() as u8,
        _ => {}
    }
}
