//! Properties of everything that the schema describes, and of every gate in it. Nothing here names
//! an attribute, type or field: they all come from the generated lists.

use bytespec::axes::DialectAxes as _;
use bytespec::error::Error;
use bytespec::mlir::internals::{context, encoder, is_scanned, references, renumbered};
use bytespec::mlir::samples::{ITEMS, round_trip};
use bytespec::mlir::{
    ATTRIBUTE_DIALECTS, AttributeId, BuiltinType, DialectReleases, File, Handle, Module,
    NewOperation, NewResource, Numbering, OpenOptions, ReadOptions, RegionId, Release, Signedness,
    TYPE_DIALECTS, TypeId, Value, Version, WriteOptions, covers_properties, plan, view,
};
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::wire::Cursor;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Entries that each table is taken to have.
const ENTRIES: u32 = 12;

/// A module with numbers of many widths among its types, and a source that refers to it.
fn tables(version: Version, release: Release, seed: u64) -> (Module<'static>, Source) {
    let mut module = Module::for_version(&format!("MLIR{}.0.0", release.name()), version);
    assert_eq!(module.release(), Some(release));
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

/// The same module, of these releases of dialects.
fn under(module: &Module<'_>, dialects: DialectReleases) -> Module<'static> {
    let bytes = module.write(&WriteOptions::default()).expect("a file");
    let options = OpenOptions::default().dialects(dialects);
    let file = File::open_with(&bytes, &options).expect("a file");
    let read = Module::from_file(&file, &ReadOptions::default()).expect("a module").into_owned();
    let releases = |module: &Module<'_>| (module.version(), module.release(), module.type_count());
    assert_eq!(releases(&read), releases(module));
    assert_eq!(read.dialect_releases(), dialects);
    read
}

/// What the schema generated, with a module for each state of the axes.
struct Mlir {
    plan: &'static Plan,
    modules: RefCell<HashMap<KnownVersions, Rc<Module<'static>>>>,
}

impl Mlir {
    fn new() -> Self {
        Mlir { plan: plan(), modules: RefCell::default() }
    }

    /// The axes of a version and a release; those of dialects at their last version.
    fn at(&self, version: Version, release: Release) -> KnownVersions {
        let axes = self.plan.axes.iter().enumerate().map(|(axis, of)| {
            let last = self.plan.name(of.versions).split(' ').count() - 1;
            (axis, last as u32)
        });
        let mut versions: KnownVersions = axes.collect();
        (versions[0].1, versions[1].1) = (version as u32, release as u32);
        versions
    }

    /// Each version and each version of each other axis, beside the newest of all others.
    fn scopes(&self) -> Vec<KnownVersions> {
        let newest = self.at(Version::LATEST, Release::ALL[Release::ALL.len() - 1]);
        let versions = newest.iter().flat_map(|&(axis, last)| {
            let newest = &newest;
            (0..last).map(move |version| {
                let mut versions = newest.clone();
                versions[axis].1 = version;
                versions
            })
        });
        let mut scopes: Vec<KnownVersions> = versions.collect();
        scopes.push(newest.clone());
        scopes
    }

    fn module(&self, versions: &KnownVersions) -> Rc<Module<'static>> {
        let mut modules = self.modules.borrow_mut();
        let module = modules.entry(versions.clone()).or_insert_with(|| {
            let version = Version::ALL[versions[0].1 as usize];
            let (module, _) = tables(version, Release::ALL[versions[1].1 as usize], 0);
            let mut dialects = DialectReleases::latest();
            for &(axis, version) in &versions[2..] {
                let name = self.plan.name(self.plan.axes[axis].name);
                let Some(dialect) = name.strip_prefix("dialect ") else { panic!("{name}") };
                assert!(dialects.select(dialect, version as usize), "{name}");
            }
            Rc::new(under(&module, dialects))
        });
        Rc::clone(module)
    }
}

impl Generated for Mlir {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        tables(Version::LATEST, Release::ALL[Release::ALL.len() - 1], seed).1
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>, Error> {
        let (read, module) = (self.module(read), self.module(write));
        round_trip(item, bytes, &context(&read), &mut encoder(&module), see)
    }
}

#[test]
fn every_item_reads_back_in_every_version_and_release() {
    let scopes = Mlir::new().scopes();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for scopes in scopes.chunks(scopes.len().div_ceil(workers)) {
            scope.spawn(move || {
                let generated = Mlir::new();
                let compared = Proof::new(generated.plan, &generated).values_round_trip(scopes, 4);
                println!("{compared:?}");
                assert!(compared.values > compared.subjects);
            });
        }
    });
}

#[test]
fn every_gate_of_a_version_or_release_refuses_by_name() {
    let generated = Mlir::new();
    let compared = Proof::new(generated.plan, &generated).gates_hold(&generated.scopes());
    println!("{compared:?}");
    assert!(compared.refused > 100 && compared.hidden == 0);
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
    fn fill(&mut self, module: &mut Module<'_>, region: RegionId, depth: u32) -> Result<(), Error> {
        let outside = self.values.len();
        let (entries, types) = (self.entries.clone(), self.types.clone());
        let mut blocks = Vec::new();
        for _ in 0..=self.source.below(3) {
            let arguments = self.some(&types, 3);
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
                    successors: self.some(&blocks[1..], 2),
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
fn random_module(
    generated: &Mlir,
    proof: &Proof<'_>,
    version: Version,
    seed: u64,
) -> Result<(Module<'static>, u32), Error> {
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
    for (name, bytes) in proof.samples("union", &generated.at(version, release), &mut source) {
        let (cx, cursor) = (context(&module), &mut Cursor::new(&bytes));
        match name {
            "BuiltinAttribute" => {
                let value = view::BuiltinAttribute::read(cursor, &cx)?.to_owned();
                entries.extend(module.add_attribute(value));
            }
            "LlvmAttribute" => {
                let value = view::LlvmAttribute::read(cursor, &cx)?.to_owned();
                entries.extend(module.add_attribute(value));
            }
            "BuiltinType" => {
                let value = view::BuiltinType::read(cursor, &cx)?.to_owned();
                types.extend(module.add_type(value));
            }
            "QuantType" => {
                let value = view::QuantType::read(cursor, &cx)?.to_owned();
                types.extend(module.add_type(value));
            }
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
    let canonical = pinned.numbering(Numbering::Canonical);
    let generated = Mlir::new();
    let proof = Proof::new(generated.plan, &generated);
    let mut all = 0;
    for &version in Version::ALL {
        for seed in 0..6 {
            let what = format!("version {version}, {seed}");
            let (module, operations) = random_module(&generated, &proof, version, seed)?;
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
                let there = Module::read(&bytes)?.write(&pinned.version(other))?;
                let back = canonical.version(version);
                assert!(Module::read(&there)?.write(&back)? == renumbered, "{what}: by {other}");
            }
            all += operations;
        }
    }
    println!("{all} operations");
    assert!(all > 1000);
    Ok(())
}

/// Holds what is found in the bytes of an entry against what reading finds, and what is copied against what is written of what
/// was read.
fn scanned_as_read(module: &Module<'_>, handle: Handle, numbers: [&[u32]; 4]) -> Result<(), Error> {
    let [found, read] = references(module, handle)?;
    assert_eq!(found, read, "{handle:?}");
    let [copied, written] = renumbered(module, handle, numbers)?;
    assert_eq!(copied, written);
    Ok(())
}

#[test]
fn scanned_values_are_the_values_that_are_read() -> Result<(), Error> {
    let numbers: Vec<u32> =
        (0..ENTRIES).map(|old| [3, 200, 70_000][old as usize % 3] + old).collect();
    let types: Vec<u32> = (0..2 * ENTRIES).map(|old| 90 + 2 * old).collect();
    let map: [&[u32]; 4] = [&numbers, &types, &numbers, &numbers];
    let generated = Mlir::new();
    let proof = Proof::new(generated.plan, &generated);
    let (mut all, mut found) = (0, 0);
    for (seed, &release) in (0..).zip(Release::ALL) {
        let (module, mut source) = tables(Version::LATEST, release, seed);
        let versions = generated.at(Version::LATEST, release);
        for (_, bytes) in proof.samples("union", &versions, &mut source) {
            for mutant in 0..4 {
                let mut bytes = bytes.clone();
                let len = bytes.len();
                if let Some(byte) = bytes.get_mut(source.below(len)).filter(|_| mutant > 0) {
                    *byte ^= 1 << source.below(8);
                }
                let mut module = module.clone();
                for dialect in ATTRIBUTE_DIALECTS {
                    let cx = context(&module);
                    let read = view::AttributeEntry::read(dialect, &mut Cursor::new(&bytes), &cx);
                    found += usize::from(is_scanned(&module, dialect, &bytes));
                    all += usize::from(mutant == 0 && read.is_some_and(|read| read.is_ok()));
                    let id = module.add_attribute_bytes(dialect.as_bytes(), &bytes)?;
                    scanned_as_read(&module, Handle::Attribute(id), map)?;
                }
                for dialect in TYPE_DIALECTS {
                    let id = module.add_type_bytes(dialect.as_bytes(), &bytes)?;
                    scanned_as_read(&module, Handle::Type(id), map)?;
                }
            }
        }
    }
    println!("{all} attributes, {found} found in bytes");
    assert!(found > 1000 && found > all / 2, "{found} of {all}");
    Ok(())
}
