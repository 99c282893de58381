//! Properties of everything that the schema describes, and of every gate in it. Nothing here names
//! an attribute, type or field: they all come from the generated lists.

use super::encoder::{Encoder, Numbers};
use super::generated::samples::{GATED, Gated, SUBJECTS, Sample, Scope, Subject, sample};
use super::generated::{
    AttributeId, BuiltinType, DialectReleases, Features, Release, Signedness, TypeId, Version,
    covers_properties,
};
use super::{Module, NewOperation, NewResource, Numbering, Region, Value, WriteOptions};
use crate::clocks::DialectClocks as _;
use crate::error::{Error, ErrorKind};
use crate::sample::Source;
use crate::wire::{Cursor, Writer};

/// Entries that each table is taken to have.
const ENTRIES: u32 = 12;

/// A module with numbers of many widths among its types, and a source that refers to it.
fn tables(version: Version, release: Release, seed: u64) -> (Module<'static>, Source) {
    let mut module = Module::for_version(&format!("MLIR{}.0.0", release.name()), version);
    assert_eq!(module.release, Some(release));
    let mut source = Source::new(seed);
    for width in [1, 7, 8, 9, 32, 63, 64, 65, 200] {
        let signedness = Signedness::Signless;
        let ty = module.add_type(BuiltinType::IntegerType { signedness, width }).unwrap();
        source.classes.push(("integer", ty.0, width as u32));
    }
    for float in [
        BuiltinType::BFloat16Type,
        BuiltinType::Float32Type,
        BuiltinType::Float64Type,
        BuiltinType::Float80Type,
        BuiltinType::Float128Type,
    ] {
        let width = float.width().unwrap();
        let ty = module.add_type(float).unwrap();
        source.classes.push(("float", ty.0, width as u32));
    }
    let tables = ["String", "Dialect", "OpName", "Attribute", "Type", "Value", "Block", "Resource"];
    source.tables = tables.map(|table| (table, ENTRIES)).to_vec();
    source.tables.push(("PropertyBlob", ENTRIES));
    (module, source)
}

fn scope(version: Version, release: Release) -> Scope {
    Scope {
        version,
        features: Features::NONE,
        release: Some(release),
        dialects: DialectReleases::latest(),
    }
}

/// The releases of dialects with a subject in them.
fn dialects_with(subject: Subject) -> DialectReleases {
    let mut dialects = DialectReleases::latest();
    let mut gates = GATED.iter().filter(|gated| gated.subject == subject && gated.field.is_none());
    if let Some((dialect, release)) = gates.find_map(|gated| gated.dialect) {
        let names = DialectReleases::names(dialect);
        let index = names.iter().position(|name| *name == release).unwrap();
        assert!(dialects.select(dialect, index));
    }
    dialects
}

fn write(module: &Module<'_>, sample: &Sample, scope: Scope) -> Result<Vec<u8>, Error> {
    let types = Some(module.type_table());
    let mut cx = Encoder::new(scope.version, scope.release, types, Numbers::UNCHECKED)
        .with_dialects(scope.dialects);
    let mut writer = Writer::new();
    sample.write(&mut writer, &mut cx)?;
    Ok(writer.into_bytes())
}

/// Writes the sample, reads it back, and finds the same value and no byte left.
fn check(module: &Module<'_>, sample: &Sample, bytes: &[u8], what: &str) {
    let cx = module.context();
    let mut cursor = Cursor::new(bytes);
    match sample.reads_back(&mut cursor, &cx, 0) {
        Ok(true) => assert!(cursor.is_empty(), "{what}: bytes are left\n{sample:?}\n{bytes:02x?}"),
        Ok(false) => panic!("{what}: reads back as another value\n{sample:?}\n{bytes:02x?}"),
        Err(error) => panic!("{what}: {error}\n{sample:?}\n{bytes:02x?}"),
    }
    // A shorter input is an error and never a panic.
    for len in 0..bytes.len() {
        let _ = sample.reads_back(&mut Cursor::new(&bytes[..len]), &cx, 0);
    }
}

#[test]
fn every_item_reads_back_in_every_version_and_release() {
    let mut count = 0;
    for &subject in SUBJECTS {
        let mut written = 0;
        for &version in Version::ALL {
            for &release in Release::ALL {
                for seed in 0..8 {
                    let (mut module, mut source) = tables(version, release, seed);
                    module.dialect_releases = dialects_with(subject);
                    let dialects = module.dialect_releases;
                    let scope = Scope { dialects, ..scope(version, release) };
                    let sample = sample(subject, &mut source, &scope, None);
                    let what = format!("{subject:?} at {version} of {release}, {seed}");
                    match write(&module, &sample, scope) {
                        Ok(bytes) => check(&module, &sample, &bytes, &what),
                        Err(error) => {
                            let gated = GATED.iter().any(|gated| {
                                gated.subject == subject
                                    && (gated.release.is_some() || gated.field.is_none())
                            });
                            let gate = matches!(error.kind(), ErrorKind::Gate { .. });
                            assert!(gated && gate, "{what}: {error}\n{sample:?}");
                            continue;
                        }
                    }
                    written += 1;
                }
            }
        }
        assert!(written > 0, "{subject:?} is in no release");
        count += written;
    }
    println!("{count} samples of {} subjects", SUBJECTS.len());
}

#[test]
fn every_gate_of_a_version_refuses_by_name_and_drops_defaults() {
    let mut fields = 0;
    let newest = Release::ALL[Release::ALL.len() - 1];
    let of_version = |gated: &&Gated| gated.release.is_none() && gated.dialect.is_none();
    for gated in GATED.iter().filter(of_version) {
        let older = Version::ALL.iter().copied().rev().find(|&version| version < gated.since);
        let Some(older) = older else { panic!("{} is in every version", gated.name) };
        for seed in 0..10 {
            let (module, mut source) = tables(older, newest, seed);
            let scope = scope(older, newest);
            let forced = sample(gated.subject, &mut source, &scope, gated.field);
            let error = match write(&module, &forced, scope) {
                Ok(_) => panic!("{} was written at {older}: {forced:?}", gated.name),
                Err(error) => error,
            };
            let ErrorKind::Gate { item, needs, .. } = error.kind() else {
                panic!("{} at {older}: {error}", gated.name);
            };
            assert_eq!(item, gated.name, "{error}");
            assert!(needs.contains(gated.since.name()), "{error}");
            if gated.field.is_none() {
                let newer = Scope { version: gated.since, ..scope };
                let bytes = write(&module, &forced, newer).unwrap_or_else(|e| panic!("{e}"));
                let read = forced.reads_back(&mut Cursor::new(&bytes), &module.context(), 0);
                let Err(error) = read else { panic!("{} was read at {older}", gated.name) };
                assert!(matches!(error.kind(), ErrorKind::Gate { .. }), "{error}");
                continue;
            }
            // With its default the same field is dropped, and read back as the default.
            let plain = sample(gated.subject, &mut source, &scope, None);
            let bytes = write(&module, &plain, scope).unwrap_or_else(|e| panic!("{e}\n{plain:?}"));
            check(&module, &plain, &bytes, &format!("{} with its default", gated.name));
            fields += 1;
        }
    }
    println!("{fields} defaults");
    assert!(fields > 0);
}

#[test]
fn every_gate_of_a_dialect_refuses_by_name() {
    let newest = Release::ALL[Release::ALL.len() - 1];
    let (mut refused, mut written) = (0, 0);
    for gated in GATED {
        let Some((dialect, release)) = gated.dialect else { continue };
        let mut there = Vec::new();
        for (index, name) in DialectReleases::names(dialect).iter().enumerate() {
            let (mut module, mut source) = tables(Version::LATEST, newest, 1);
            module.dialect_releases.select(dialect, index);
            let dialects = module.dialect_releases;
            let scope = Scope { dialects, ..scope(Version::LATEST, newest) };
            let sample = sample(gated.subject, &mut source, &scope, gated.field);
            let error = match write(&module, &sample, scope) {
                Ok(bytes) => {
                    check(&module, &sample, &bytes, &format!("{} at {name}", gated.name));
                    there.push(*name);
                    written += 1;
                    continue;
                }
                Err(error) => error,
            };
            let ErrorKind::Gate { item, needs, version } = error.kind() else {
                panic!("{} at {name}: {error}", gated.name);
            };
            assert_eq!(item, gated.name, "{error}");
            assert!(needs.contains(release) && version.ends_with(name), "{error}");
            refused += 1;
        }
        assert!(there.contains(&release), "{}: {there:?}", gated.name);
    }
    println!("{refused} refused, {written} written");
    assert!(refused > 0 && written > 0);
}

#[test]
fn every_gate_of_a_release_refuses_by_name() {
    let mut refused = 0;
    for gated in GATED.iter().filter(|gated| gated.release.is_some()) {
        let mut there = Vec::new();
        for &release in Release::ALL {
            let (module, mut source) = tables(Version::LATEST, release, 1);
            let scope = scope(Version::LATEST, release);
            let sample = sample(gated.subject, &mut source, &scope, gated.field);
            let Err(error) = write(&module, &sample, scope) else {
                there.push(release);
                continue;
            };
            let ErrorKind::Gate { item, needs, .. } = error.kind() else {
                panic!("{} at {release}: {error}", gated.name);
            };
            // What holds it is refused first where it is not there either.
            let part = gated.name.strip_prefix(item.as_str());
            let of_union = matches!(gated.subject, Subject::Union(union, _) if item == union);
            if of_union || part.is_some_and(|part| part.starts_with('.')) {
                continue;
            }
            // The union is there, but not the variant of the sample.
            if item != gated.name && item.starts_with("DI") {
                there.push(release);
                continue;
            }
            assert_eq!(item, gated.name, "{error}");
            let named = gated.release.is_some_and(|release| needs.contains(release.name()));
            assert!(named, "{}: {error}", gated.name);
            refused += 1;
        }
        let ends = [there.first(), there.last()];
        assert!(ends.contains(&gated.release.as_ref()), "{}: {there:?}", gated.name);
    }
    assert!(refused > 100, "only {refused} gates were met");
}

/// Values that an operation may use: those before it, and those of the regions around it.
struct Body<'s> {
    source: &'s mut Source,
    entries: Vec<AttributeId>,
    types: Vec<TypeId>,
    values: Vec<Value>,
    operations: u32,
}

impl Body<'_> {
    fn some<T: Copy>(&mut self, list: &[T], most: usize) -> Vec<T> {
        let count = if list.is_empty() { 0 } else { self.source.below(most + 1) };
        (0..count).map(|_| list[self.source.below(list.len())]).collect()
    }

    /// Fills a region with blocks, and these with operations and their regions.
    fn fill(&mut self, module: &mut Module<'_>, region: Region, depth: u32) -> Result<(), Error> {
        let outside = self.values.len();
        let (entries, types) = (self.entries.clone(), self.types.clone());
        let mut blocks = Vec::new();
        for _ in 0..=self.source.below(3) {
            let arguments: Vec<_> = self.some(&types, 3).into_iter().map(|ty| (ty, None)).collect();
            let block = module.add_block(region, &arguments)?;
            self.values.extend(module.arguments(block));
            blocks.push(block);
        }
        for &block in &blocks {
            for _ in 0..self.source.below(5) {
                let values = self.values.clone();
                let operation = NewOperation {
                    operands: self.some(&values, 4),
                    results: self.some(&types, 2),
                    successors: self.some(&blocks, 2),
                    regions: if depth < 4 { self.source.below(3) as u32 } else { 0 },
                    ..NewOperation::default()
                };
                let name = ["a.b", "a.c.d", "e.f", "g"][self.source.below(4)];
                let location = entries[self.source.below(entries.len())];
                let op = module.make(name, location, operation)?;
                module.append(block, op).unwrap();
                self.operations += 1;
                for attribute in self.some(&entries, 3) {
                    let name = ["x", "y", "z"][self.source.below(3)];
                    module.set_attribute(op, name, Some(attribute))?;
                }
                for region in module.regions(op).collect::<Vec<_>>() {
                    self.fill(module, region, depth + 1)?;
                }
                self.values.extend(module.results(op));
            }
        }
        self.values.truncate(outside);
        Ok(())
    }
}

/// A module of random operations with attributes and types of every kind.
fn random_module(version: Version, seed: u64) -> Result<(Module<'static>, u32), Error> {
    let release =
        Release::ALL.iter().rev().find(|release| release.is_out() && covers_properties(**release));
    let Some(&release) = release else { panic!("no release has layouts") };
    let (mut module, mut source) = tables(version, release, seed);
    for index in 0..ENTRIES {
        module.add_string(format!("text {index}").as_bytes())?;
        module.add_resource(b"builtin", format!("{index}").as_bytes(), NewResource::Bool(true))?;
        module.string_attribute(&format!("name {index}"))?;
    }
    let mut entries = Vec::new();
    let mut types = Vec::new();
    for &subject in SUBJECTS {
        match sample(subject, &mut source, &scope(version, release), None) {
            Sample::BuiltinAttributeUnion(value) => entries.extend(module.add_attribute(value)),
            Sample::LlvmAttributeUnion(value) => entries.extend(module.add_attribute(value)),
            Sample::BuiltinTypeUnion(value) => types.extend(module.add_type(value)),
            Sample::QuantTypeUnion(value) => types.extend(module.add_type(value)),
            _ => {}
        }
    }
    let Some(top) = module.walk().next() else { panic!("there is no operation at the top") };
    let Some(region) = module.regions(top).next() else { panic!("there is no region") };
    let mut body = Body { source: &mut source, entries, types, values: Vec::new(), operations: 1 };
    body.fill(&mut module, region, 0)?;
    let operations = body.operations;
    Ok((module, operations))
}

#[test]
fn modules_of_random_operations_round_trip() -> Result<(), Error> {
    let pinned = WriteOptions::default();
    let canonical = WriteOptions { numbering: Numbering::Canonical, ..pinned };
    let mut all = 0;
    for &version in Version::ALL {
        for seed in 0..6 {
            let what = format!("version {version}, {seed}");
            let (module, operations) = random_module(version, seed)?;
            let bytes = module.write(&pinned)?;
            let read = Module::read(&bytes)?;
            assert_eq!(read.walk().count() as u32, operations, "{what}");
            assert!(
                read.walk().map(|op| read.name(op)).eq(module.walk().map(|op| module.name(op)))
            );
            assert!(read.write(&pinned)? == bytes, "{what}: pinned");
            let renumbered = module.write(&canonical)?;
            assert!(read.write(&canonical)? == renumbered, "{what}: canonical");
            let again = Module::read(&renumbered)?;
            assert!(again.write(&canonical)? == renumbered, "{what}: canonical again");
            // Nothing here is lost in another version, and it is the same afterwards.
            for &other in Version::ALL {
                let there = Module::read(&bytes)?
                    .write(&WriteOptions { version: Some(other), ..pinned })?;
                let back = WriteOptions { version: Some(version), ..canonical };
                assert!(Module::read(&there)?.write(&back)? == renumbered, "{what}: by {other}");
            }
            all += operations;
        }
    }
    println!("{all} operations");
    assert!(all > 1000);
    Ok(())
}
