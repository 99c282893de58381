//! Any file as a record: schemas at random are refused with findings, or files of them come back.
//!
//! What is sampled is written, is read as the same, and is written again as the same bytes; it is listed and explained. Damaged bytes are
//! refused with a place inside of them, or come back byte for byte. A value of which a part is changed is refused, or read as that value.
//! `BYTESPEC_ANY_FILES` says how many schemas are tried, and `BYTESPEC_RANDOM_SEED` with which seed they begin.

mod expressions;
mod schemas;
mod set;
#[path = "../../../codegen/tests/random/smaller.rs"]
mod smaller;

use crate::explain::tiled;
use bytespec::error::{Error, ErrorKind, PlanFault};
use bytespec::plan::data::{Plan, Shape};
use bytespec::plan::explain::{Explainer, Level, Part};
use bytespec::plan::sample::Sampler;
use bytespec::plan::{
    Builtin, Executor, Explanation, File, FileValue, Listing, SectionContent, Value,
};
use bytespec::sample::Source;
use bytespec_codegen::ast::Schema;
use bytespec_codegen::{model, plan, syntax};
use bytespec_tests::mutate::{Random, mutant};
use bytespec_tests::shifted::Shifted;
use smaller::smaller;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

/// How many schemas a run of the suite tries.
const COUNT: u64 = 250;

/// How many values of a schema, damaged files of a value, and edits of one.
const VALUES: u64 = 6;
const MUTANTS: usize = 6;
const EDITS: usize = 6;

/// How many files of a schema consist of bytes at random, and what most of these bytes are.
const STRANGE: u64 = 12;
const COMMON: &[u8] = &[0, 0, 0, 1, 1, 2, 2, 3, 4, 7, 77, 120, b'a', b'b', b' ', 0xff];

/// Bytes that values at offsets are put over.
const GROUND: [u8; 300] = [0; 300];

/// What came of schemas.
#[derive(Default)]
struct Tried {
    accepted: u64,
    written: u64,
    refused: u64,
    edited: u64,
    read: u64,
    /// Files of bytes at random that were read.
    strange: u64,
    /// Schemas of which no value was written.
    unwritten: u64,
    /// Why values were refused, or which rules refused schemas.
    reasons: BTreeMap<String, u64>,
}

impl Tried {
    fn reason(&mut self, reason: String) {
        *self.reasons.entry(reason).or_default() += 1;
    }
}

/// A file that is one value.
fn file(plan: &Plan, value: Value) -> FileValue {
    FileValue::of_record(plan, value).expect("it says what a file is")
}

fn content(value: &FileValue) -> &Value {
    match &value.sections[0].content {
        SectionContent::Item(_, value) => value,
        SectionContent::Bytes(_) => panic!("a file is a record"),
    }
}

/// What a file is, without filler and the width of numbers.
fn forgotten(executor: &Executor<'_>, value: &FileValue) -> Value {
    let mut value = content(value).clone();
    value.forget_filler(executor.plan());
    let mut left = vec![&mut value];
    while let Some(value) = left.pop() {
        match value {
            Value::Item(_, values) | Value::List(values) => left.extend(values),
            // A member is its number, with or without a sign.
            Value::Member { number, .. } => *value = Value::Signed128(*number),
            Value::Unsigned(number) => *value = Value::Signed128((*number).into()),
            Value::Signed(number) => *value = Value::Signed128((*number).into()),
            _ => {}
        }
    }
    value
}

/// Tries a schema; what is wrong with how it was treated.
fn tried(text: &str, seed: u64, tried: &mut Tried) -> Result<(), String> {
    let mut refused = Vec::new();
    let accepted = schemas::accepted(text, &mut |reason| refused.push(reason));
    refused.into_iter().for_each(|reason| tried.reason(reason));
    let Some((text, schema)) = accepted? else { return Ok(()) };
    tried.accepted += 1;
    run(&schema, seed, tried).map_err(|error| format!("{error}\n{text}"))
}

/// Writes and reads values of a schema.
fn run(schema: &Schema, seed: u64, tried: &mut Tried) -> Result<(), String> {
    let model = model::lower(schema).map_err(|found| format!("not lowered: {found:?}"))?;
    let plan = plan::lower(&model);
    plan.check().map_err(|error| format!("the plan: {error}"))?;
    let executor = Executor::new(&plan, &[]).map_err(|error| error.to_string())?;
    let executor = executor.with_transforms(Arc::new(Shifted));
    let item = plan.file.and_then(|file| file.content).ok_or("no file")?;
    let mut written = 0;
    for at in 0..VALUES {
        let mut source = Source::new(seed * VALUES + at);
        let value = Sampler::new(&executor, &Builtin, &mut source).item(item, None);
        let value = file(&plan, value);
        match of_value(&executor, &value, &mut source, tried)? {
            true => written += 1,
            false => tried.refused += 1,
        }
    }
    for at in 0..STRANGE {
        let mut source = Source::new(seed * STRANGE + at);
        let byte = |source: &mut Source| match source.below(8) {
            0 => source.bits() as u8,
            _ => COMMON[source.below(COMMON.len())],
        };
        let bytes: Vec<u8> = (0..source.below(24)).map(|_| byte(&mut source)).collect();
        let found = of_damaged(&executor, &bytes);
        tried.strange += u64::from(found.map_err(|error| format!("{error}\n{bytes:02x?}"))?);
    }
    tried.written += written;
    tried.unwritten += u64::from(written == 0);
    Ok(())
}

/// Whether a value is written; it comes back then.
fn of_value(
    executor: &Executor<'_>,
    value: &FileValue,
    source: &mut Source,
    tried: &mut Tried,
) -> Result<bool, String> {
    let mut shapes = executor.plan().shapes.iter();
    let places = shapes.any(|shape| matches!(shape, Shape::At { .. }));
    let ground = if places { &GROUND[..] } else { &[] };
    let opened = File::with(executor, ground).map_err(|error| format!("not opened: {error}"))?;
    let bytes = match opened.write(value) {
        Ok(bytes) => bytes,
        Err(error) => {
            tried.reason(format!("write: {error}"));
            return Ok(false);
        }
    };
    let mut spelled = String::new();
    let _ = content(value).spell(executor.plan(), &mut spelled);
    let what = |error: String| format!("{error}\n{spelled}\n{bytes:02x?}");
    let read = read(executor, &bytes).map_err(&what)?;
    let same = forgotten(executor, &read) == forgotten(executor, value);
    if !same {
        let mut other = String::new();
        let _ = content(&read).spell(executor.plan(), &mut other);
        return Err(what(format!("read as another value: {other}\n{read:?}\n{value:?}")));
    }
    explained(executor, &bytes, true).map_err(&what)?;
    let mut random = Random::new(source.bits());
    for _ in 0..MUTANTS {
        let damaged = mutant(&mut random, &bytes, &bytes);
        let again = of_damaged(executor, &damaged);
        tried.read += u64::from(again.map_err(|error| format!("{}\n{damaged:02x?}", what(error)))?);
    }
    for _ in 0..EDITS {
        let edited = of_edited(executor, value, &bytes, source);
        tried.edited += u64::from(edited.map_err(&what)?);
        tried.edited += u64::from(set::of_set(executor, &bytes, source).map_err(&what)?);
    }
    Ok(true)
}

/// The value of a file, which is written as the same bytes.
fn read(executor: &Executor<'_>, bytes: &[u8]) -> Result<FileValue, String> {
    let mut opened = File::with(executor, bytes).map_err(|error| error.to_string())?;
    let value = opened.read().map_err(|error| error.to_string())?;
    match opened.write(&value) {
        Ok(again) if again == bytes => {}
        Ok(again) => return Err(format!("written again as other bytes: {again:02x?}")),
        Err(error) => return Err(format!("not written again: {error}")),
    }
    let listing = |_: &_| Listing::new(executor);
    let listed = opened.read_with(listing, |_, listing| {
        let _ = listing.into_text();
        Ok(())
    });
    listed.map_err(|error| format!("not listed: {error}"))?;
    Ok(value)
}

/// The paths of all parts.
struct Paths(Vec<String>);

impl<'i> Explainer<'i> for Paths {
    fn begin(&mut self, _: &Level<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<(), Error> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<(), Error> {
        self.0.push(part.path.to_owned());
        Ok(())
    }
}

/// The path of an error without the names of variants.
fn own_path(fault: &Error) -> String {
    let mut path = fault.path();
    while let Some((before, after)) = path.split_once(' ') {
        let rest = after.find(['.', '[']).map_or("", |at| &after[at..]);
        path = format!("{before}{rest}");
    }
    path
}

fn explained(executor: &Executor<'_>, bytes: &[u8], right: bool) -> Result<(), String> {
    let found = Explanation::new(executor, bytes).map_err(|error| format!("explain: {error}"))?;
    let tiling = tiled("explain", &found, bytes);
    for (_, path, fault) in &tiling.faults {
        let is_rule = matches!(fault.kind(), ErrorKind::Plan(PlanFault::Invalid { .. }));
        let inner = path.strip_prefix(&own_path(fault)).unwrap_or("?");
        let is_own = |inner: &str| inner.is_empty() || inner.starts_with(['.', '[']);
        if is_rule && !is_own(inner) {
            // A value without a part has no place of its own.
            let (mut paths, own) = (Paths(Vec::new()), own_path(fault));
            let _ = found.walk(&mut paths);
            if !paths.0.iter().filter_map(|path| path.strip_prefix(&own)).any(is_own) {
                continue;
            }
            return Err(format!("explain: a fault on {path}: {fault}"));
        }
    }
    match found.fault() {
        Some(fault) if right => Err(format!("explain: {fault}")),
        None if !right => Err("explain finds nothing wrong".to_owned()),
        _ => Ok(()),
    }
}

/// Whether damaged bytes are read; they come back then, and have a fault in them otherwise.
fn of_damaged(executor: &Executor<'_>, bytes: &[u8]) -> Result<bool, String> {
    let mut opened = File::with(executor, bytes).map_err(|error| error.to_string())?;
    let error = match opened.read() {
        Ok(_) => {
            read(executor, bytes).map_err(|error| format!("damaged: {error}"))?;
            explained(executor, bytes, true)?;
            return Ok(true);
        }
        Err(error) => error,
    };
    match error.offset() {
        Some(offset) if offset <= bytes.len() => {}
        offset => return Err(format!("a fault at {offset:?}: {error}")),
    }
    explained(executor, bytes, false)?;
    Ok(false)
}

/// Whether a value of which a part was changed is written; it is read as that value then.
fn of_edited(
    executor: &Executor<'_>,
    value: &FileValue,
    before: &[u8],
    source: &mut Source,
) -> Result<bool, String> {
    let mut edited = value.clone();
    if let SectionContent::Item(_, value) = &mut edited.sections[0].content {
        edit(value, source);
    }
    if edited == *value {
        return Ok(false);
    }
    let opened = File::with(executor, before).map_err(|error| error.to_string())?;
    let Ok(bytes) = opened.write(&edited) else { return Ok(false) };
    let mut spelled = String::new();
    let _ = content(&edited).spell(executor.plan(), &mut spelled);
    let found = read(executor, &bytes);
    let found = found.map_err(|error| format!("edited: {error}\n{spelled}\n{bytes:02x?}"))?;
    match forgotten(executor, &found) == forgotten(executor, &edited) {
        true => Ok(true),
        false => Err(format!("edited: read as another value\n{spelled}\n{bytes:02x?}")),
    }
}

/// Changes a part of a value.
fn edit(value: &mut Value, source: &mut Source) {
    match value {
        Value::Item(_, values) | Value::List(values)
            if !values.is_empty() && source.below(8) > 0 =>
        {
            let at = source.below(values.len());
            edit(&mut values[at], source);
        }
        Value::List(values) => match source.flag() {
            true => drop(values.pop()),
            false => values.extend(values.first().cloned()),
        },
        Value::Bytes(bytes) | Value::Opaque(_, bytes) => match source.flag() {
            true => drop(bytes.pop()),
            false => bytes.push(source.bits() as u8),
        },
        Value::Text(text) => match source.flag() {
            true => drop(text.pop()),
            false => text.push(char::from(source.bits() as u8)),
        },
        Value::Bool(flag) => *flag = !*flag,
        Value::Unsigned(number) => *number = source.number(64),
        Value::Signed(number) => *number = source.number(64).cast_signed(),
        Value::Unsigned128(number) => *number = source.number(64).into(),
        Value::Signed128(number) => *number = source.number(64).cast_signed().into(),
        Value::Member { .. } => *value = Value::Unsigned(0x55),
        Value::Padded(inner, _) | Value::Transformed(inner, _) => edit(inner, source),
        _ => {}
    }
}

/// The same, where a panic is a fault, too.
fn fault(text: &str, seed: u64, all: &mut Tried) -> Result<(), String> {
    let found = catch_unwind(AssertUnwindSafe(|| tried(text, seed, all)));
    found.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("a panic: {}", text.unwrap_or("?")))
    })
}

/// What is wrong, without what differs from schema to schema.
fn kind(error: &str) -> String {
    let words = error.lines().next().unwrap_or_default().split([':', ',', '`', '[']);
    words.take(2).filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect()
}

/// A fault, with a schema of as few lines as it takes.
fn smallest((of, (seed, text)): (String, (u64, String))) -> String {
    let is_same = |text: &str| {
        fault(text, seed, &mut Tried::default()).is_err_and(|error| kind(&error) == of)
    };
    let text = smaller(&text, is_same);
    let error = fault(&text, seed, &mut Tried::default()).err().unwrap_or_default();
    format!("seed {seed}: {error}\n{text}")
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
fn files_of_schemas_at_random_come_back() {
    let first = number("BYTESPEC_RANDOM_SEED").unwrap_or(1);
    let count = number("BYTESPEC_ANY_FILES").unwrap_or(COUNT);
    let mut all = Tried::default();
    // By what is wrong, the first schema with which it is.
    let mut faults: BTreeMap<String, (u64, String)> = BTreeMap::new();
    for seed in first..first + count {
        let text = schemas::schema(&mut Random::new(seed));
        if let Err(error) = fault(&text, seed, &mut all) {
            faults.entry(kind(&error)).or_insert((seed, text));
        }
    }
    let faults: Vec<String> = faults.into_iter().map(smallest).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    let Tried { accepted, written, refused, edited, read, strange, unwritten, .. } = all;
    println!(
        "{accepted} of {count} accepted, {unwritten} of them without a value; {written} values written, {refused} refused; {edited} edits \
         written, {read} damaged files and {strange} of bytes at random read"
    );
    if std::env::var_os("BYTESPEC_ANY_FILES").is_some() {
        let mut reasons: Vec<_> = all.reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        reasons.iter().take(60).for_each(|(reason, count)| println!("{count:6} {reason}"));
    }
    assert!(accepted > count / 20 && written > accepted, "the schemas are too wild");
}
