//! A format of others, whose schema is an example: real modules, values of everything that the schema has, and mutants.

use crate::mutated::{Found, compare, refused};
use crate::same::{Same, of_item, of_value};
use bytespec::container::Part;
use bytespec::error::Context as _;
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::plan::{File, FileValue, SectionContent, Value};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::wire::{Bounded, Cursor, Decode, Enclosed, Writer, check_extent};
use bytespec::{ErrorKind, Result};
use bytespec_codegen::{build, plan};
use bytespec_tests::mutate::{Random, mutant};
pub(crate) use format::CONTAINER;
use format::samples::{ITEMS, round_trip};
use format::{
    CodeSection, Context, FunctionBody, Header, Instruction, MAGIC, Version, section, view,
};
use std::path::Path;
use std::sync::OnceLock;

#[deny(warnings, missing_docs, unreachable_pub, unused, clippy::all)]
mod format {
    //! Generated.
    include!(concat!(env!("OUT_DIR"), "/wasm.rs"));
}

pub(crate) const MODULES: &[(&str, &[u8])] = &[
    ("argon2", include_bytes!("../../examples/wasm/tests/data/argon2.wasm")),
    ("mappings", include_bytes!("../../examples/wasm/tests/data/mappings.wasm")),
    ("wasi_reactor", include_bytes!("../../examples/wasm/tests/data/wasi_reactor.wasm")),
];

pub(crate) fn wasm_plan() -> &'static Plan {
    static PLAN: OnceLock<Plan> = OnceLock::new();
    PLAN.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/wasm/schema");
        match build::load(&folder) {
            Ok(model) => plan::lower(&model),
            Err(findings) => panic!("{findings}"),
        }
    })
}

struct Wasm;

impl Generated for Wasm {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        let mut source = Source::new(seed);
        source.tables = TABLES.to_vec();
        source
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>> {
        let context = |versions: &KnownVersions| Context::new(Version::ALL[versions[0].1 as usize]);
        round_trip(item, bytes, &context(read), &mut context(write), see)
    }
}

fn at_version(version: Version) -> [(usize, u32); 1] {
    let at = Version::ALL.iter().position(|known| *known == version);
    [(0, at.map_or(0, |at| at as u32))]
}

/// What generated code reads of a section, into the last of it.
fn read_section(id: u8, cursor: &mut Cursor<'_>, cx: &Context) -> Result<Option<Same>> {
    macro_rules! read {
        ($view:ident) => {{
            let read = view::$view::read(cursor, cx)?;
            read.to_owned()?;
            Some(of_item(&read))
        }};
    }
    Ok(match id {
        section::CUSTOM => read!(CustomSection),
        section::TYPE => read!(TypeSection),
        section::IMPORT => read!(ImportSection),
        section::FUNCTION => read!(FunctionSection),
        section::TABLE => read!(TableSection),
        section::MEMORY => read!(MemorySection),
        section::GLOBAL => read!(GlobalSection),
        section::EXPORT => read!(ExportSection),
        section::START => read!(StartSection),
        section::ELEMENT => read!(ElementSection),
        section::CODE => {
            // A body is looked into on use; in the order of the bytes it is when it is met.
            let start = *cursor;
            let count = cursor.bounded().field("bodies")?;
            let count = cursor.check_count(count, 1).field("bodies")?;
            let first = cursor.position();
            for index in 0..count as u64 {
                let body = Bounded::<Enclosed<'_, view::FunctionBody<'_>>>::decode(cursor, cx);
                body.and_then(|body| body.get()).index(index).field("bodies")?;
            }
            let extent = check_extent(count, cursor.position() - first);
            extent.map_err(|error| error.or_at(first))?;
            *cursor = start;
            read!(CodeSection)
        }
        section::DATA => read!(DataSection),
        section::DATA_COUNT => read!(DataCountSection),
        section::TAG => read!(TagSection),
        _ => None,
    })
}

/// What generated code writes of a section, bodies and all.
fn write_section(part: &Part<'_>, input: &[u8], cx: &Context) -> Result<Option<Vec<u8>>> {
    let mut writer = Writer::new();
    let cursor = &mut part.cursor(input)?;
    let to = &mut cx.clone();
    macro_rules! write {
        ($view:ident) => {
            view::$view::read(cursor, cx)?.to_owned()?.write(&mut writer, to)?
        };
    }
    match part.id {
        section::CUSTOM => write!(CustomSection),
        section::TYPE => write!(TypeSection),
        section::IMPORT => write!(ImportSection),
        section::FUNCTION => write!(FunctionSection),
        section::TABLE => write!(TableSection),
        section::MEMORY => write!(MemorySection),
        section::GLOBAL => write!(GlobalSection),
        section::EXPORT => write!(ExportSection),
        section::START => write!(StartSection),
        section::ELEMENT => write!(ElementSection),
        section::CODE => {
            let code = view::CodeSection::read(cursor, cx)?;
            let mut owned = code.to_owned()?;
            for (body, bytes) in code.bodies.iter().zip(owned.bodies.iter_mut()) {
                let mut writer = Writer::new();
                body.get()?.to_owned().write(&mut writer, to)?;
                *bytes = writer.into_bytes();
            }
            owned.write(&mut writer, to)?;
        }
        section::DATA => write!(DataSection),
        section::DATA_COUNT => write!(DataCountSection),
        section::TAG => write!(TagSection),
        _ => return Ok(None),
    }
    Ok(Some(writer.into_bytes()))
}

/// The sections as generated code finds them.
fn parts<'i>(input: &'i [u8], cx: &Context) -> Result<Vec<Part<'i>>> {
    let mut cursor = Cursor::new(input);
    format::read_magic(&mut cursor)?;
    Header::read(&mut cursor, cx).field("header")?;
    let found = CONTAINER.read(&mut cursor, cx.version() as u32)?;
    found.iter().map(|section| section.part(input)).collect()
}

/// Opens a module with generated code.
pub(crate) fn opened(input: &[u8]) -> Result<()> {
    parts(input, &Context::new(Version::LATEST)).map(|_| ())
}

/// What generated code makes of a module, read in the order in which a plan is.
fn generated(input: &[u8], version: Version) -> Result<Vec<(u8, Option<Same>)>> {
    let cx = Context::new(version);
    let parts = parts(input, &cx)?;
    let file = File::open(wasm_plan(), input, &at_version(version));
    let Ok(order) = file.map(|file| file.order()) else { return Ok(Vec::new()) };
    let mut values: Vec<(u8, Option<Same>)> = parts.iter().map(|part| (part.id, None)).collect();
    for at in order {
        let part = &parts[at];
        let mut cursor = part.cursor(input)?;
        values[at].1 = read_section(part.id, &mut cursor, &cx)?;
        if !cursor.is_empty() {
            return Err(cursor.error(ErrorKind::Invalid("bytes are left".to_owned())));
        }
    }
    Ok(values)
}

fn interpreted(input: &[u8], version: Version) -> Result<(FileValue, Vec<u8>)> {
    let mut file = File::open(wasm_plan(), input, &at_version(version))?;
    let value = file.read()?;
    let written = file.write(&value)?;
    Ok((value, written))
}

/// Why both do not say the same of a module.
fn difference(input: &[u8], version: Version) -> Found {
    let (values, read) = match (generated(input, version), interpreted(input, version)) {
        (Ok(values), Ok(read)) => (values, read),
        (values, read) => return refused(values, read),
    };
    let (mut file, written) = read;
    if written != input {
        return Found::Different("the plan writes other bytes than it read".to_owned());
    }
    for ((id, value), other) in values.iter().zip(&file.sections) {
        let other = match &other.content {
            SectionContent::Item(_, value) => Some(of_value(wasm_plan(), value, &[])),
            SectionContent::Bytes(_) => None,
        };
        if *value != other {
            return Found::Different(format!("section {id}: {value:?}\nand {other:?}"));
        }
    }
    // Both write the fewest bytes, where nobody says how many there were.
    for section in &mut file.sections {
        section.len_bytes = 0;
        if let SectionContent::Item(_, value) = &mut section.content {
            value.forget_filler(wasm_plan());
        }
    }
    match (rewritten(input, version), canonical(input, version, &file)) {
        (Ok(a), Ok(b)) if a == b => Found::Same,
        (Ok(_), Ok(_)) => Found::Different("both write other bytes".to_owned()),
        (a, b) => refused(a, b),
    }
}

fn canonical(input: &[u8], version: Version, value: &FileValue) -> Result<Vec<u8>> {
    File::open(wasm_plan(), input, &at_version(version))?.write(value)
}

/// A module of which every section was written anew by generated code.
fn rewritten(input: &[u8], version: Version) -> Result<Vec<u8>> {
    let cx = Context::new(version);
    let mut writer = Writer::new();
    writer.bytes(&input[..MAGIC.len() + 4]);
    let parts = parts(input, &cx)?;
    for (at, part) in parts.iter().enumerate() {
        let mut part = part.clone();
        // Of several sections of an id the last one counts, but for those that there may be several of.
        let again = parts[at + 1..].iter().any(|later| later.id == part.id);
        if (!again || part.id == section::CUSTOM)
            && let Some(payload) = write_section(&part, input, &cx)?
        {
            part.payload = payload.into();
        }
        part.len_bytes = 0;
        CONTAINER.write_part(&mut writer, &part);
    }
    Ok(writer.into_bytes())
}

fn module(sections: impl IntoIterator<Item = (u8, Vec<u8>)>) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.bytes(&MAGIC);
    let header = Header { version: format::BinaryVersion::One };
    assert_eq!(header.write(&mut writer, &mut Context::new(Version::LATEST)), Ok(()));
    for (id, payload) in sections {
        CONTAINER.write_part(&mut writer, &Part::new(id, payload));
    }
    writer.into_bytes()
}

/// A module of random values of everything that a version has.
fn sampled(seed: u64, version: Version, proof: &Proof<'_>) -> Vec<u8> {
    let samples = proof.samples("section", &at_version(version).to_vec(), &mut Wasm.source(seed));
    let payloads = samples.into_iter().filter_map(|(name, bytes)| {
        let spec = CONTAINER.sections.iter().find(|spec| spec.name == name)?;
        Some((spec.id, bytes))
    });
    let mut payloads: Vec<_> = payloads.collect();
    payloads.sort_by_key(|(id, _)| CONTAINER.spec(*id).and_then(|spec| spec.place));
    assert!(payloads.len() > 10, "{} sections of version {version}", payloads.len());
    module(payloads)
}

/// A module with a body that has every instruction that begins or ends nothing.
fn every_instruction(seed: u64, version: Version, proof: &Proof<'_>) -> Vec<u8> {
    let mut cx = Context::new(version);
    let mut instructions = Vec::new();
    let samples = proof.samples("union", &at_version(version).to_vec(), &mut Wasm.source(seed));
    for (name, bytes) in samples {
        let cursor = &mut Cursor::new(&bytes);
        fn some<T>(name: &str, read: Result<T>) -> T {
            read.unwrap_or_else(|error| panic!("{name}: {error}"))
        }
        let instruction = match name {
            "Instruction" => some(name, view::Instruction::read(cursor, &cx)).to_owned(),
            "BulkInstruction" => {
                let instruction = some(name, format::BulkInstruction::read(cursor, &cx));
                Instruction::Bulk { instruction }
            }
            "VectorInstruction" => {
                let instruction = some(name, format::VectorInstruction::read(cursor, &cx));
                Instruction::Vector { instruction }
            }
            "AggregateInstruction" => {
                let instruction = some(name, format::AggregateInstruction::read(cursor, &cx));
                Instruction::Aggregate { instruction }
            }
            _ => continue,
        };
        let known = instruction.write(&mut Writer::new(), &mut cx).is_ok();
        if known && instruction.nesting() == 0 {
            instructions.push(instruction);
        }
    }
    instructions.push(Instruction::End);
    let body = FunctionBody { locals: Vec::new().into(), instructions: instructions.into() };
    let mut writer = Writer::new();
    assert_eq!(body.write(&mut writer, &mut cx), Ok(()));
    let bodies = vec![writer.into_bytes()].into();
    let code = CodeSection { bodies };
    let mut writer = Writer::new();
    assert_eq!(code.write(&mut writer, &mut cx), Ok(()));
    module([(section::CODE, writer.into_bytes())])
}

const TABLES: &[(&str, u32)] = &[
    ("Type", 300),
    ("Function", 300),
    ("Table", 3),
    ("Memory", 3),
    ("Global", 200),
    ("Tag", 3),
    ("Element", 3),
    ("Data", 3),
    ("Local", 200),
    ("Label", 20),
];

#[test]
fn real_modules_are_the_same_both_ways() {
    for (name, bytes) in MODULES {
        match difference(bytes, Version::LATEST) {
            Found::Same => {}
            Found::Different(how) => panic!("{name}: {how}"),
            _ => {
                panic!("{name} is not read: {:?}", interpreted(bytes, Version::LATEST).map(|_| ()))
            }
        }
    }
}

#[test]
fn values_come_back_and_gates_hold() {
    let proof = Proof::new(wasm_plan(), &Wasm);
    let scopes: Vec<KnownVersions> =
        Version::ALL.iter().map(|version| at_version(*version).to_vec()).collect();
    let (values, gates) = (proof.values_round_trip(&scopes, 8), proof.gates_hold(&scopes));
    println!("{values:?} {gates:?}");
    assert!(
        values.values > values.subjects && gates.refused > 0 && gates.hidden < gates.refused / 20
    );
}

#[test]
fn everything_that_the_schema_has_is_the_same_both_ways() {
    let proof = Proof::new(wasm_plan(), &Wasm);
    let mut found = std::collections::BTreeSet::new();
    for version in Version::ALL.iter().copied() {
        let sampled = (0..120).map(|seed| sampled(seed, version, &proof));
        let every = (0..4).map(|seed| every_instruction(seed, version, &proof));
        for (seed, bytes) in sampled.chain(every).enumerate() {
            match difference(&bytes, version) {
                Found::Same => {}
                Found::Different(how) => panic!("{version}, seed {seed}: {how}"),
                _ => panic!(
                    "{version}, seed {seed}: {:?} {:?}",
                    generated(&bytes, version).map(|_| ()),
                    interpreted(&bytes, version).map(|_| ())
                ),
            }
            let value = interpreted(&bytes, version);
            let Ok((value, _)) = value else { panic!("it was read before") };
            for section in &value.sections {
                if let SectionContent::Item(_, value) = &section.content {
                    collect(value, &mut found);
                }
            }
        }
    }
    let plan = wasm_plan();
    let variants = plan.cases.iter().filter_map(|case| case.item);
    let missing: Vec<&str> = variants
        .filter(|item| !found.contains(item))
        .map(|item| plan.name(plan.items[item.index()].name))
        .collect();
    assert!(missing.is_empty(), "no sample has: {missing:?}");
}

fn collect(value: &Value, found: &mut std::collections::BTreeSet<bytespec::plan::data::ItemId>) {
    match value.bare() {
        Value::Item(item, values) => {
            found.insert(*item);
            values.iter().for_each(|value| collect(value, found));
        }
        Value::List(values) => values.iter().for_each(|value| collect(value, found)),
        _ => {}
    }
}

#[test]
fn an_edit_keeps_the_width_of_what_it_does_not_touch() {
    let (_, bytes) = MODULES[2];
    let Ok(mut file) = File::open(wasm_plan(), bytes, &[]) else { panic!("not opened") };
    let Ok(mut value) = file.read() else { panic!("not read") };
    let exports = value.sections.iter_mut().find(|section| section.id == section::EXPORT);
    let Some(SectionContent::Item(_, Value::Item(_, steps))) =
        exports.map(|section| &mut section.content)
    else {
        panic!("no exports")
    };
    let Value::List(exports) = &mut steps[0] else { panic!("no list") };
    let removed = exports.remove(0);
    let size = 2 + match removed.get(wasm_plan(), "name") {
        Some(Value::Text(name)) => name.len() + 1,
        _ => panic!("no name"),
    };
    let Ok(written) = file.write(&value) else { panic!("not written") };
    // The length of the section takes as many bytes as before, and so does everything in other sections.
    assert_eq!(written.len(), bytes.len() - size);
    assert_eq!(written[written.len() - 20_000..], bytes[bytes.len() - 20_000..]);
}

#[test]
fn mutants_are_refused_at_the_same_place_or_read_the_same() {
    let proof = Proof::new(wasm_plan(), &Wasm);
    let small: Vec<Vec<u8>> = (0..24)
        .map(|seed| {
            let versions = Version::ALL;
            sampled(seed, versions[seed as usize % versions.len()], &proof)
        })
        .collect();
    let small: Vec<&[u8]> = small.iter().map(Vec::as_slice).collect();
    compare(&small, |bytes| difference(bytes, Version::LATEST));
}

#[test]
fn real_modules_that_are_damaged_do_no_harm() {
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let (Some((_, file)), Some((_, other))) = (random.pick(MODULES), random.pick(MODULES))
        else {
            continue;
        };
        let bytes = mutant(&mut random, file, other);
        if let Found::Different(how) = difference(&bytes, Version::LATEST) {
            panic!("seed {seed}: {how}");
        }
    }
}
