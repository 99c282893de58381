//! Files that are one record, and files with sections whose contents are records: generated types and the plan read the same values
//! and find the same faults, and the same bytes are written of both.

use crate::shifted::Shifted;
use bytespec::error::{Error, ErrorKind, PlanFault};
use bytespec::plan::data::{Coding, FileShape, ItemId, Shape};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, File, FileValue, SectionContent, SectionValue, Value};
use bytespec::sample::Source;
use bytespec::wire::Writer;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How many values of each format are tried at each version, and how many damaged files of each.
const VALUES: u64 = 8;
const DAMAGED: usize = 24;

/// How many files of sections with bytes at random are tried, and how often they are changed until readers take them.
const FILES: u64 = 40;
const FITTED: usize = 40;

/// Bytes that values at offsets are put over.
const GROUND: [u8; 300] = [0; 300];

/// A generated format.
pub(crate) struct TypedFile {
    pub(crate) name: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) plan: fn() -> &'static bytespec::plan::data::Plan,
    /// The value that generated code reads, and the file that is written of it.
    pub(crate) typed: Typed,
}

type Typed = fn(&Executor<'_>, &[u8]) -> bytespec::Result<(FileValue, bytespec::Result<Vec<u8>>)>;

/// How many files were read, and how many refused.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    read: u64,
    refused: u64,
}

impl TypedFile {
    fn prove(&self) -> Compared {
        let mut all = Compared::default();
        let executor = Executor::new((self.plan)(), &[]).expect("a plan");
        for versions in [&[][..], &[(0, 0)], &[(0, 1)]] {
            let bare = executor.with(versions);
            let executor = bare.with_transforms(Arc::new(Shifted));
            for seed in 0..VALUES {
                let mut source = Source::new(seed);
                let Some(bytes) = sampled(&executor, &mut source) else { continue };
                self.agree(&executor, &bytes, &mut all);
                // Without the transform of the host, its bytes are opaque.
                self.agree(&bare, &bytes, &mut all);
                for _ in 0..DAMAGED {
                    self.agree(&executor, &damaged(&bytes, &mut source), &mut all);
                }
            }
        }
        // Of what is seldom written, bytes as they come.
        for seed in 0..VALUES {
            let mut source = Source::new(seed);
            let bytes: Vec<u8> = (0..40).map(|_| source.below(12) as u8).collect();
            self.agree(&executor, &bytes, &mut all);
        }
        for seed in 0..FILES {
            self.agree_on_sections(&executor, &mut Source::new(seed), &mut all);
        }
        all
    }

    /// Compares what both make of sections with bytes at random, which change until readers take them.
    fn agree_on_sections(&self, executor: &Executor<'_>, source: &mut Source, all: &mut Compared) {
        let Some(head) = head(executor, source) else { return };
        let mut sections = Sections::new(executor.plan(), source);
        for _ in 0..FITTED {
            let bytes = sections.after(&head);
            self.agree(executor, &bytes, all);
            let read = File::with(executor, &bytes).and_then(|mut file| file.read());
            let Err(error) = read else {
                (0..VALUES).for_each(|_| self.agree(executor, &damaged(&bytes, source), all));
                return;
            };
            sections.fit(&error, head.len(), source);
        }
    }

    /// Compares what both make of a file.
    fn agree(&self, executor: &Executor<'_>, bytes: &[u8], all: &mut Compared) {
        let plan = File::with(executor, bytes).and_then(|mut file| {
            let value = file.read()?;
            let again = file.write(&value);
            Ok((value, again))
        });
        match (plan, (self.typed)(executor, bytes)) {
            (Ok((mut value, again)), Ok((mut typed, written))) => {
                value.forget_filler(executor.plan());
                // That of contents without a type.
                typed.forget_filler(executor.plan());
                assert_eq!(value, typed, "{bytes:02x?}");
                assert_eq!(written, again, "{typed:?}");
                all.read += 1;
            }
            (Err(plan), Err(typed)) => {
                assert_eq!(plan, typed, "{plan} and {typed} of {bytes:02x?}");
                all.refused += 1;
            }
            (plan, typed) => {
                panic!("{:?} and {:?} of {bytes:02x?}", plan.map(drop), typed.map(drop))
            }
        }
    }
}

/// A file with a value at random; none where no such value can be written.
fn sampled(executor: &Executor<'_>, source: &mut Source) -> Option<Vec<u8>> {
    let plan = executor.plan();
    let mut value = |item: ItemId| Sampler::new(executor, &Builtin, source).item(item, None);
    let Some(item) = plan.file?.content else {
        let sections = plan.sections.iter().filter(|section| !section.end);
        let sections = sections.map(|section| {
            let content = SectionContent::Item(section.item, value(section.item));
            SectionValue::new(section.id as u8, content)
        });
        let sections: Vec<_> = sections.collect();
        return FileValue { sections, ..header(executor, source)? }.write_with(executor, &[]).ok();
    };
    let value = FileValue::of_record(plan, value(item))?;
    let has_places = plan.shapes.iter().any(|shape| matches!(shape, Shape::At { .. }));
    let ground = if has_places { &GROUND[..] } else { &[] };
    File::with(executor, ground).ok()?.write(&value).ok()
}

/// A file without sections, at the version of the executor.
fn header(executor: &Executor<'_>, source: &mut Source) -> Option<FileValue> {
    let plan = executor.plan();
    let file: FileShape = plan.file.filter(|file| file.content.is_none())?;
    let mut header = Sampler::new(executor, &Builtin, source).item(file.header, None);
    let Value::Item(_, values) = &mut header else { return None };
    let newest = plan.name(plan.axes[0].versions).split(' ').next_back()?;
    let parts = executor.version().unwrap_or(newest).split('.');
    for (at, part) in file.version.of(&plan.numbers).iter().zip(parts) {
        *values.get_mut(*at as usize)? = Value::Unsigned(part.parse().ok()?);
    }
    let producer = file.producer.then(|| b"producer".to_vec());
    Some(FileValue { header, producer, sections: Vec::new() })
}

/// The bytes of such a file.
fn head(executor: &Executor<'_>, source: &mut Source) -> Option<Vec<u8>> {
    header(executor, source)?.write_with(executor, &[]).ok()
}

/// Sections with bytes at random, which become longer and shorter until readers take them.
struct Sections {
    all: Vec<(u8, Vec<u8>)>,
    is_prefix: bool,
}

impl Sections {
    fn new(plan: &bytespec::plan::data::Plan, source: &mut Source) -> Self {
        let mut sections: Vec<_> = plan.sections.iter().filter(|section| !section.end).collect();
        sections.retain(|_| source.below(3) > 0);
        let bytes = |_| (0..source.below(9)).map(|_| source.below(6) as u8).collect();
        let ids: Vec<u8> = sections.iter().map(|section| section.id as u8).collect();
        let all = ids.iter().copied().zip(ids.iter().map(bytes)).collect();
        let is_prefix = plan.file.is_some_and(|file| file.coding == Coding::Prefix);
        Sections { all, is_prefix }
    }

    /// The file, which begins with `head`.
    fn after(&self, head: &[u8]) -> Vec<u8> {
        let mut bytes = head.to_vec();
        for (id, payload) in &self.all {
            let len = payload.len() as u8;
            bytes.extend([*id, if self.is_prefix { len << 1 | 1 } else { len }]);
            bytes.extend(payload);
        }
        bytes
    }

    /// Changes the section with a fault, or leaves it out.
    fn fit(&mut self, error: &Error, head: usize, source: &mut Source) {
        let Some(offset) = error.offset() else { return };
        let mut start = head + 2;
        let Some(section) = self.all.iter().position(|(_, payload)| {
            let is_in = offset <= start + payload.len();
            start += if is_in { 0 } else { payload.len() + 2 };
            is_in
        }) else {
            return;
        };
        if source.below(8) == 0 {
            self.all.remove(section);
            return;
        }
        let payload = &mut self.all[section].1;
        let at = offset.saturating_sub(start).min(payload.len());
        match error.kind() {
            ErrorKind::Trailing { .. } => payload.truncate(at),
            ErrorKind::UnexpectedEnd { .. } | ErrorKind::Count { .. } if payload.len() < 60 => {
                payload.push(source.below(6) as u8);
            }
            ErrorKind::Plan(PlanFault::Checked { expected, found, .. }) => {
                let count = if (0..0x100).contains(found) { 1 } else { 4 };
                let expected = expected.to_le_bytes();
                payload.iter_mut().skip(at).zip(expected).take(count).for_each(|(b, e)| *b = e);
            }
            _ => payload.iter_mut().skip(at).take(1).for_each(|b| *b = source.below(4) as u8),
        }
    }
}

/// A copy with other bytes at a few places, or without its end.
fn damaged(bytes: &[u8], source: &mut Source) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=source.below(3) {
        let at = source.below(copy.len().max(1));
        match source.below(6) {
            0 => copy.truncate(at),
            1 => copy.insert(at.min(copy.len()), source.below(256) as u8),
            2 if at < copy.len() => copy[at] = 0xff,
            3 if at < copy.len() => copy[at] = source.below(8) as u8,
            _ if at < copy.len() => copy[at] ^= 1 << source.below(8),
            _ => {}
        }
    }
    copy
}

#[test]
fn types_and_plans_of_any_file_agree() {
    let (mut sum, mut failed) = (Compared::default(), Vec::new());
    for file in crate::FILES {
        match catch_unwind(AssertUnwindSafe(|| file.prove())) {
            Ok(compared) => {
                sum.read += compared.read;
                sum.refused += compared.refused;
            }
            Err(_) => failed.push(file),
        }
    }
    println!("{} formats of files: {sum:?}", crate::FILES.len());
    assert!(crate::FILES.len() < 9 || sum.read > 99, "{sum:?}");
    for file in &failed {
        println!("{}:\n{}", file.name, file.schema);
    }
    let failed: Vec<&str> = failed.iter().map(|file| file.name).collect();
    assert!(failed.is_empty(), "types and plan differ: {failed:?}");
}

/// Generated code and executors count in the same way how deep items are in each other.
#[test]
fn deep_files_end_alike() {
    for (name, firsts) in [("file: Chain", [&[][..], &[4]]), ("format: nest", [&[], &[2]])] {
        let file = crate::FILES.iter().find(|file| file.schema.contains(name));
        let file = file.expect("a record in itself");
        let executor = Executor::new((file.plan)(), &[]).expect("a plan");
        let mut compared = Compared::default();
        for depth in [10, 127, 128, 129, 255, 256, 257, 5000, 100_000] {
            for first in firsts {
                let mut bytes = first.to_vec();
                bytes.resize(depth, 1);
                bytes.push(0);
                if name == "format: nest" {
                    let mut writer = Writer::new();
                    writer.bytes(&[0x4e, 0, 1]);
                    writer.leb128(bytes.len() as u64);
                    writer.bytes(&bytes);
                    bytes = writer.into_bytes();
                }
                file.agree(&executor, &bytes, &mut compared);
            }
        }
        assert!(compared.read > 5 && compared.refused > 5, "{compared:?}");
    }
}

/// Numbers in more bytes than they need have as many again, in lists, in unions and for counts.
#[test]
fn superfluous_bytes_stay() {
    let chain = |file: &&TypedFile| file.schema.contains("file: Chain");
    let file = crate::FILES.iter().find(chain).expect("a record in itself");
    let executor = Executor::new((file.plan)(), &[]).expect("a plan");
    let (counts, names, ends) =
        ([&[0x81, 0][..], &[1]], [&[0x85, 0][..], &[5]], [&[0x81, 0x80, 0][..], &[1]]);
    let mut compared = Compared::default();
    for end in ends {
        file.agree(&executor, &[&[3, 0x80, 0], end].concat(), &mut compared);
        for count in counts {
            for name in names {
                let bytes = [&[3], count, name, end].concat();
                file.agree(&executor, &bytes, &mut compared);
                let (_, written) = (file.typed)(&executor, &bytes).expect("a file");
                assert_eq!(written, Ok(bytes));
            }
        }
    }
    assert_eq!(compared.read, 10);
}
