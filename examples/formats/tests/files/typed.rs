//! Generated types against the plan: the same values and the same errors, whole or damaged, and the same bytes.

use super::{Sample, formats, samples};
use crate::damage::Random;
use bytespec::plan::record::RecordField as _;
use bytespec::plan::{Executor, File, Value};
use formats_to_copy::{elf, gettext, gguf, png, tar, zip};

/// Damaged copies of each sample.
const COPIES: u64 = 1000;

/// The value that generated code reads, and the bytes that it writes of that over the file.
pub(super) type Typed = fn(&[u8]) -> bytespec::Result<(Value, bytespec::Result<Vec<u8>>)>;

pub(super) fn typed(format: &str) -> Typed {
    macro_rules! of {
        ($record:ty) => {
            |bytes| {
                let record = <$record>::read(bytes)?;
                let owned = record.clone().into_owned();
                Ok((record.to_value(), owned.rewrite(bytes)))
            }
        };
    }
    match format {
        "png" => of!(png::Png<'_>),
        "gettext" => of!(gettext::Catalog<'_>),
        "tar" => of!(tar::Archive<'_>),
        "gguf" => of!(gguf::Model<'_>),
        "elf" => of!(elf::Elf<'_>),
        "zip" => of!(zip::Archive<'_>),
        _ => panic!("no types of {format}"),
    }
}

/// Compares what both make of a file; whether they read it.
fn agree(executor: &Executor<'_>, typed: Typed, bytes: &[u8], place: &str) -> bool {
    let plan = File::with(executor, bytes).and_then(|mut file| file.read());
    match (plan, typed(bytes)) {
        (Ok(value), Ok((typed, written))) => {
            let mut value = value.record().expect("a record").clone();
            value.forget_filler(executor.plan());
            assert_eq!(value, typed, "{place}");
            assert_eq!(written.as_deref(), Ok(bytes), "{place}");
            true
        }
        (Err(plan), Err(typed)) => {
            assert_eq!(plan, typed, "{place}: {plan} and {typed}");
            false
        }
        (plan, typed) => panic!("{place}: {:?} and {:?}", plan.err(), typed.err()),
    }
}

#[test]
fn generated_types_read_what_the_plan_says() {
    for format in formats() {
        let executor = Executor::new(format.plan, &[]).expect("a plan");
        let typed = typed(format.name);
        let (mut right, mut wrong) = (0, 0);
        for Sample { name, bytes, .. } in samples(&format) {
            assert!(agree(&executor, typed, &bytes, &name));
            let mut random = Random::new();
            for copy in 0..COPIES {
                let damaged = random.damaged(&bytes);
                match agree(&executor, typed, &damaged, &format!("copy {copy} of {name}")) {
                    true => right += 1,
                    false => wrong += 1,
                }
            }
        }
        assert!(wrong > COPIES / 2, "{}: {right} right, {wrong} wrong", format.name);
    }
}
