//! Files that are one record: generated types and the plan read the same values and find the same faults, and the same bytes are
//! written of both.

use crate::shifted::Shifted;
use bytespec::plan::data::Shape;
use bytespec::plan::sample::Sampler;
use bytespec::plan::{Builtin, Executor, File, FileValue, Value};
use bytespec::sample::Source;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How many values of each format are tried at each version, and how many damaged files of each.
const VALUES: u64 = 8;
const DAMAGED: usize = 24;

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

type Typed = fn(&Executor<'_>, &[u8]) -> bytespec::Result<(Value, bytespec::Result<Vec<u8>>)>;

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
        all
    }

    /// Compares what both make of a file.
    fn agree(&self, executor: &Executor<'_>, bytes: &[u8], all: &mut Compared) {
        let plan = File::with(executor, bytes).and_then(|mut file| {
            let value = file.read()?;
            let again = file.write(&value);
            Ok((value, again))
        });
        match (plan, (self.typed)(executor, bytes)) {
            (Ok((value, again)), Ok((typed, written))) => {
                let mut value = value.record().expect("a record").clone();
                value.forget_filler(executor.plan());
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
    let item = plan.file?.content?;
    let value = Sampler::new(executor, &Builtin, source).item(item, None);
    let value = FileValue::of_record(plan, value)?;
    let has_places = plan.shapes.iter().any(|shape| matches!(shape, Shape::At { .. }));
    let ground = if has_places { &GROUND[..] } else { &[] };
    File::with(executor, ground).ok()?.write(&value).ok()
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
    for file in &failed {
        println!("{}:\n{}", file.name, file.schema);
    }
    let failed: Vec<&str> = failed.iter().map(|file| file.name).collect();
    assert!(failed.is_empty(), "types and plan differ: {failed:?}");
}

/// Generated code and executors count in the same way how deep items are in each other.
#[test]
fn deep_files_end_alike() {
    let chain = |file: &&TypedFile| file.schema.contains("file: Chain");
    let file = crate::FILES.iter().find(chain).expect("a record in itself");
    let executor = Executor::new((file.plan)(), &[]).expect("a plan");
    let mut compared = Compared::default();
    for depth in [10, 127, 128, 129, 255, 256, 257, 5000, 100_000] {
        for first in [&[][..], &[4]] {
            let mut bytes = first.to_vec();
            bytes.resize(depth, 1);
            bytes.push(0);
            file.agree(&executor, &bytes, &mut compared);
        }
    }
    assert!(compared.read > 5 && compared.refused > 5, "{compared:?}");
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
