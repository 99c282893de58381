//! Every bit of every file is one part: parts follow each other, hold what the plan's values hold, and where a file is damaged the fault
//! stands where readers stop.

use crate::computed::{of_lines, with_inner};
use crate::language::{bytes, lowered};
use crate::mlir::mlir_plan;
use crate::mutated::MAX_BYTES;
use crate::tile_ir_plan;
use crate::wasm::{MODULES, wasm_plan};
use bytespec::plan::Explanation;
use bytespec::plan::data::{ItemId, Plan};
use bytespec::plan::explain::{Explainer, Held, Level, Part, PartKind, Words};
use bytespec::plan::{Executor, File, Leaf, Listing};
use bytespec::{Error, Result};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::{Random, mutant};
use std::collections::BTreeMap;

/// How many mutants of a format, unless the environment variable `BYTESPEC_SOAK` says more.
const MUTANTS: u64 = 2000;

/// Looks whether parts follow each other.
pub(crate) struct Tiling<'f, 'p, 'i> {
    words: Words<'f, 'p, 'i>,
    next: u64,
    depth: usize,
    bits: BTreeMap<&'static str, u64>,
    /// Bits of what nothing describes, by what it is.
    opaque: BTreeMap<String, u64>,
    /// The start and the path of the part with each fault.
    pub(crate) faults: Vec<(u64, String, Error)>,
    parts: usize,
    wrong: Option<String>,
}

impl<'f, 'p, 'i> Tiling<'f, 'p, 'i> {
    fn of(found: &'f Explanation<'p, 'i>) -> Self {
        Tiling {
            words: Words::new(found.file()),
            next: 0,
            depth: 0,
            bits: BTreeMap::new(),
            opaque: BTreeMap::new(),
            faults: Vec::new(),
            parts: 0,
            wrong: None,
        }
    }

    fn check(&mut self, is: bool, what: impl FnOnce() -> String) {
        if !is && self.wrong.is_none() {
            self.wrong = Some(what());
        }
    }
}

impl<'i> Explainer<'i> for Tiling<'_, '_, 'i> {
    fn begin(&mut self, level: &Level<'_>) -> Result<()> {
        let next = self.next;
        self.check(level.start == next, || {
            format!("{}: begins at {}, not {next}", level.path, level.start)
        });
        self.depth += 1;
        Ok(())
    }

    fn end(&mut self, bit: u64) -> Result<()> {
        let (next, depth) = (self.next, self.depth);
        self.check(bit == next && depth > 0, || format!("a level ends at {bit}, not {next}"));
        self.depth = depth.saturating_sub(1);
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        let next = self.next;
        self.check(part.bits.start == next && part.bits.end >= next, || {
            format!("{}: at {:?}, not {next}", part.path, part.bits)
        });
        self.next = part.bits.end;
        self.parts += 1;
        let len = part.bits.end - part.bits.start;
        *self.bits.entry(part.kind.word()).or_default() += len;
        let (mut value, mut meaning) = (String::new(), String::new());
        if let Some(held) = &part.held {
            self.words.value_into(&mut value, held, part.about.base);
        }
        self.words.meaning_into(&mut meaning, part);
        if part.kind == PartKind::Opaque {
            self.check(!meaning.is_empty(), || {
                format!("{}: opaque, and nothing says what", part.path)
            });
            *self.opaque.entry(meaning).or_default() += len;
        }
        let placed = |fault: &Error| (part.bits.start, part.path.to_owned(), fault.clone());
        self.faults.extend(part.faults.iter().map(placed));
        let is_wrong = part.kind == PartKind::Error;
        let count = part.faults.len();
        self.check(is_wrong == (count > 0), || format!("{}: {count} faults", part.path));
        Ok(())
    }
}

/// Walks over a file; panics where parts do not follow each other.
pub(crate) fn tiled<'f, 'p, 'i>(
    name: &str,
    found: &'f Explanation<'p, 'i>,
    bytes: &[u8],
) -> Tiling<'f, 'p, 'i> {
    let mut tiling = Tiling::of(found);
    assert_eq!(found.walk(&mut tiling), Ok(()), "{name}");
    assert_eq!(tiling.wrong, None, "{name}");
    assert_eq!((tiling.next, tiling.depth), (8 * bytes.len() as u64, 0), "{name}");
    tiling
}

fn all_tiled<'f>(
    title: &str,
    plan: &Plan,
    files: impl Iterator<Item = (&'f str, &'f [u8])>,
) -> u64 {
    let executor = Executor::new(plan, &[]).expect("the plan is right");
    let (mut count, mut parts, mut opaque) = (0, 0, 0);
    for (name, bytes) in files {
        let found = Explanation::new(&executor, bytes).expect("the plan has files");
        assert_eq!(found.fault(), None, "{name}");
        let tiling = tiled(name, &found, bytes);
        assert_eq!(tiling.bits.get("gap"), None, "{name}");
        let opaque_bits = tiling.bits.get("opaque").copied().unwrap_or(0);
        let all = 8 * bytes.len() as u64;
        assert_eq!(tiling.bits.values().sum::<u64>(), all, "{name}");
        println!(
            "{name}: {} parts, {} of {} bytes opaque",
            tiling.parts,
            opaque_bits / 8,
            bytes.len()
        );
        (count, parts, opaque) = (count + 1, parts + tiling.parts, opaque + opaque_bits / 8);
    }
    println!("{title}: {count} files, {parts} parts, {opaque} bytes opaque");
    opaque
}

#[test]
fn parts_tile_every_file() {
    let files = mlir_corpus().iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    all_tiled("MLIR", mlir_plan(), files);
    let files = valid().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    assert_eq!(all_tiled("Tile IR", tile_ir_plan(), files), 0);
    assert_eq!(all_tiled("WebAssembly", wasm_plan(), MODULES.iter().copied()), 0);
}

/// Lists what parts hold in the words of a listing: offset, length and value.
struct Values<'e, 'p>(&'e Executor<'p>, Vec<(usize, usize, String)>);

impl<'i> Explainer<'i> for Values<'_, '_> {
    fn begin(&mut self, _: &Level<'_>) -> Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        if let Some(Held { shape, leaf: Leaf::Number(number) }) = part.held {
            let mut text = String::new();
            let _ = self.0.number_value(shape, number).spell(self.0.plan(), &mut text);
            let end = part.bits.end.div_ceil(8) as usize;
            self.1.push((part.bits.start as usize / 8, end, text));
        }
        Ok(())
    }
}

/// The numbers of a listing, which `tests/plan` holds against generated code by the same executor, are those of the parts.
fn values_agree(plan: &Plan, name: &str, bytes: &[u8]) {
    let executor = Executor::new(plan, &[]).expect("the plan is right");
    let mut file = File::with(&executor, bytes).expect("the file is right");
    let executor = file.executor().clone();
    let mut listed = BTreeMap::<(usize, String), usize>::new();
    file.read_with(
        |_| Listing::new(&executor),
        |_, listing| {
            for line in listing.into_text().lines() {
                let mut words = line.split_whitespace();
                let offset = words
                    .next()
                    .and_then(|word| usize::from_str_radix(word.trim_start_matches("0x"), 16).ok());
                let value = line.rsplit_once(" = ").map(|(_, value)| value);
                let has_length = words.next().is_some_and(|word| word.parse::<usize>().is_ok());
                // Computed values have no length.
                let computed = value.and_then(|value| value.strip_suffix(" (computed)"));
                let value = computed.or(value.filter(|_| has_length));
                if let (Some(offset), Some(value)) = (offset, value) {
                    *listed.entry((offset, value.to_owned())).or_default() += 1;
                }
            }
            Ok(())
        },
    )
    .expect("the file is right");
    let found = Explanation::new(&executor, bytes).expect("the plan has files");
    let mut values = Values(&executor, Vec::new());
    found.walk(&mut values).expect("nothing refuses");
    let payloads: Vec<_> =
        found.file().sections().iter().map(|section| section.payload.clone()).collect();
    for (start, end, text) in values.1 {
        let is_listed = (start.saturating_sub(9)..end.max(start + 1))
            .any(|at| listed.contains_key(&(at, text.clone())));
        let is_payload = payloads.iter().any(|payload| payload.contains(&start));
        assert!(is_listed || !is_payload, "{name}: {text} at {start} is in no listing");
    }
}

#[test]
fn parts_hold_what_readers_read() {
    for file in mlir_corpus().iter().filter(|file| file.bytes.len() <= MAX_BYTES) {
        values_agree(mlir_plan(), &file.name, &file.bytes);
    }
    for file in valid().filter(|file| file.bytes.len() <= MAX_BYTES) {
        values_agree(tile_ir_plan(), &file.name, &file.bytes);
    }
}

/// Damaged files are tiled too, and the first fault of all stands where a reader of the plan stops; `mutated` holds that against
/// generated code.
fn damaged(plan: &Plan, files: &[&[u8]]) {
    let asked = std::env::var("BYTESPEC_SOAK").ok().and_then(|count| count.parse().ok());
    let mutants: u64 = asked.unwrap_or(MUTANTS);
    let files: Vec<&[u8]> = files.iter().copied().filter(|file| file.len() <= MAX_BYTES).collect();
    let executor = Executor::new(plan, &[]).expect("the plan is right");
    let (mut right, mut faults, mut resumed) = (0, 0, 0);
    for seed in 0..mutants {
        let mut random = Random::new(seed);
        let (Some(file), Some(other)) = (random.pick(&files), random.pick(&files)) else { break };
        let bytes = mutant(&mut random, file, other);
        let name = format!("seed {seed}");
        let read = File::with(&executor, &bytes)
            .and_then(|mut file| file.read_with(|_| (), |_, ()| Ok(())));
        let found = Explanation::new(&executor, &bytes).expect("the plan has files");
        let tiling = tiled(&name, &found, &bytes);
        let Err(error) = read else {
            assert_eq!(found.fault(), None, "{name}");
            assert!(tiling.faults.is_empty(), "{name}");
            right += 1;
            continue;
        };
        assert_eq!(found.fault().map(Error::offset), Some(error.offset()), "{name}: {error}");
        let offset = error.offset().unwrap_or(0).min(bytes.len());
        let reported = tiling.faults.iter().find(|(.., fault)| fault.offset() == Some(offset));
        let (start, _, fault) = reported.unwrap_or_else(|| panic!("{name}: {error} is no part"));
        assert_eq!(fault.kind(), error.kind(), "{name}");
        assert!(*start <= 8 * offset as u64 + 7, "{name}: {error} is a part at {start}");
        faults += 1;
        resumed += tiling.faults.len() - 1;
    }
    println!(
        "{mutants} mutants: {right} right, {faults} with a fault, {resumed} faults behind the first"
    );
}

#[test]
fn faults_are_where_readers_stop() {
    let files: Vec<&[u8]> = mlir_corpus().iter().map(|file| file.bytes.as_slice()).collect();
    damaged(mlir_plan(), &files);
    let files: Vec<&[u8]> = valid().map(|file| file.bytes.as_slice()).collect();
    damaged(tile_ir_plan(), &files);
}

/// The parts of a file, in the order of its bytes: the levels that begin, and the path, the bytes and the value of each.
struct Outline<'e, 'p>(&'e Executor<'p>, Vec<String>);

impl<'i> Explainer<'i> for Outline<'_, '_> {
    fn begin(&mut self, level: &Level<'_>) -> Result<()> {
        if !level.label.is_empty() {
            self.1.push(format!("{} {{", level.path));
        }
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        let value = match part.held {
            Some(Held { shape, leaf: Leaf::Number(number) }) => {
                let mut text = String::new();
                let _ = self.0.number_value(shape, number).spell(self.0.plan(), &mut text);
                text
            }
            Some(held) => format!("{:02x?}", held.leaf.bytes().unwrap_or_default()),
            None => "-".to_owned(),
        };
        let (start, end) = (part.bits.start / 8, part.bits.end.div_ceil(8));
        let kind = match part.kind {
            PartKind::Field => String::new(),
            kind => format!("{} ", kind.word()),
        };
        self.1.push(format!("{kind}{start}..{end} {} = {value}", part.path));
        Ok(())
    }
}

/// Values at offsets that lie in bytes of another field are shown in place of these bytes, in their levels, and once.
#[test]
fn values_at_offsets_are_shown_in_the_bytes_around_them() {
    let fields = "{name: n, type: u8}
{name: place, type: u8, let: n + 2}
{name: pair, type: Pair, at: place}
{name: same, type: u8, at: place}
{name: bits, type: R, at: place + 3}
{name: data, type: bytes, size: 6}
{name: end, type: u8}";
    let parts = "{name: low, bits: 4, summary: L}, {name: high, bits: 4, summary: H}";
    let inner = format!("{{name: head, type: packed<u8>, parts: [{parts}]}}");
    let plan = lowered(&with_inner(fields, &inner)).expect("a plan");
    let executor = Executor::new(&plan, &[]).expect("the plan is right");
    let bytes = [1, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 7];
    let found = Explanation::new(&executor, &bytes).expect("the plan has files");
    assert_eq!(found.fault(), None);
    let mut outline = Outline(&executor, Vec::new());
    found.walk(&mut outline).expect("nothing refuses");
    let shown = [
        "File {",
        "0..1 File.n = 1",
        "1..3 File.data = [11, 12, 13, 14, 15, 16]",
        "File.pair {",
        "3..4 File.pair.a = 19",
        "shared 4..4 File.same = 19",
        "File.pair {",
        "4..5 File.pair.b = 20",
        "continued 5..6 File.data = [15]",
        "File.bits {",
        "6..7 File.bits.low = 6",
        "6..7 File.bits.high = 1",
        "7..8 File.end = 7",
    ];
    assert_eq!(outline.1, shown);
}

/// Fields with a value `x`, the bytes of a file, and the part with the value: its path and its offset.
const VALUES: &[(&str, &str, &str, usize)] = &[
    ("{name: x, type: u8, RULE}\n{name: b, type: u8}", "01 02", "File.x", 0),
    (
        "{name: x, type: u8, at: 1, RULE}\n{name: b, type: u8}\n{name: c, type: u8}",
        "01 02",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: c, type: u8}\n{name: x, type: u8, at: 1, RULE}",
        "01 02",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u16}\n{name: x, type: u8, at: 1, RULE}\n{name: c, type: u8}",
        "01 02 03",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: x, type: u8, let: b / 2, RULE}\n{name: c, type: u8}",
        "01 02",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: x, type: u8, let: b, RULE}\n{name: c, type: u8}",
        "01 02",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: c, type: u8}\n{name: x, type: u8, let: b, RULE}",
        "01 02",
        "File.x",
        2,
    ),
    ("{name: b, type: u8, let: 3}\n{name: x, type: u8, let: b + 1, RULE}", "", "File.x", 0),
    (
        "{name: b, type: u8}\n{name: x, type: R, RULE}\n{name: c, type: u8}",
        "01 02 03",
        "File.x.o",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: c, type: u16}\n{name: x, type: R, at: 2, RULE}",
        "01 02 03",
        "File.x.o",
        2,
    ),
    (
        "{name: b, type: u8}\n{name: x, type: u8, count: 2, at: 1, RULE}\n{name: c, type: u16}",
        "01 02 03",
        "File.x[0]",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: x, type: bytes, size: 2, RULE}\n{name: c, type: u8}",
        "01 02 03 04",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u16}\n{name: x, type: bytes, size: 1, at: 1, RULE}\n{name: c, type: u8}",
        "01 02 03",
        "File.x",
        1,
    ),
    (
        "{name: b, type: u8}\n{name: x, type: u8, when: b, RULE}\n{name: c, type: u8}",
        "01 02 03",
        "File.x",
        1,
    ),
];

/// A value that is not valid has its error itself, also if it has no bytes, or bytes that other values have too.
#[test]
fn faults_are_on_their_own_fields() {
    for (fields, file, path, offset) in VALUES {
        let fields = fields.replace("RULE", "valid: position = 99");
        let plan = lowered(&with_inner(&fields, "{name: o, type: u8}")).expect("a plan");
        let executor = Executor::new(&plan, &[]).expect("the plan is right");
        let bytes = bytes(file);
        let found = Explanation::new(&executor, &bytes).expect("the plan has files");
        let fault = found.fault().expect("a value that is not valid");
        assert_eq!((fault.path().as_str(), fault.offset()), ("File.x", Some(*offset)), "{fields}");
        let faults = tiled(&fields, &found, &bytes).faults;
        let parts: Vec<_> = faults.iter().map(|(_, path, fault)| (path.as_str(), fault)).collect();
        assert_eq!(parts, [(*path, fault)], "{fields}");
    }
}

/// A field that repeats the bytes of the next one does not have them.
#[test]
fn repeated_bytes_are_those_of_the_next_field() {
    let parts = "{name: low, bits: 4, summary: L}, {name: high, bits: 4, summary: H}";
    let fields = format!(
        "{{name: next, type: u8, at: position}}\n{{name: n, type: u8}}\n{{name: more, type: u8, at: position}}\n{{name: bits, type: packed<u8>, parts: [{parts}]}}"
    );
    let plan = lowered(&of_lines(&fields)).expect("a plan");
    let executor = Executor::new(&plan, &[]).expect("the plan is right");
    let found = Explanation::new(&executor, &[1, 0x23]).expect("the plan has files");
    let mut outline = Outline(&executor, Vec::new());
    found.walk(&mut outline).expect("nothing refuses");
    let shown = [
        "File {",
        "0..1 File.n = 1",
        "shared 1..1 File.next = 1",
        "1..2 File.low = 3",
        "1..2 File.high = 2",
        "shared 2..2 File.more = 35",
    ];
    assert_eq!(outline.1, shown);
}

/// A number that measures itself too is spelled as it stands in the schema.
#[test]
fn computed_numbers_name_themselves() {
    let fields = "{name: kind, type: u8}
{name: length, type: u8, equals: 'size(kind, length, body)'}
{name: body, type: bytes}";
    let plan = lowered(&of_lines(fields)).expect("a plan");
    let named = plan.items.iter().position(|item| plan.name(item.name) == "File");
    let item = ItemId(u32::try_from(named.expect("the record")).expect("few items"));
    let at = plan.steps_of(item).iter().position(|step| plan.name(step.name) == "length");
    let at = at.expect("the step");
    let by = plan.steps_of(item)[at].role.computed().expect("an expression");
    let own = (item, u32::try_from(at).expect("few steps"));
    assert_eq!(plan.show_computed(own, by).to_string(), "size(kind, length, body)");
}
