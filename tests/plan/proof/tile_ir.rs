//! Properties of everything that the schema describes, and of every gate in it. Nothing here names
//! an operation, type or field: they all come from the generated lists.

use bytespec::Result;
use bytespec::plan::data::Plan;
use bytespec::plan::proof::{Generated, KnownVersions, Proof};
use bytespec::reflect::Seen;
use bytespec::sample::Source;
use bytespec::tile_ir::internals::{context, encoder};
use bytespec::tile_ir::samples::{ITEMS, VALUES as DEFINED, round_trip};
use bytespec::tile_ir::{
    Attribute, BlockId, Body, DebugEntry, Feature, Features, File, Function, Module, Op, Type,
    TypeId, Version, WriteOptions, plan, view,
};
use bytespec::values::{RegionId, Same};
use bytespec::wire::{Cursor, Writer};

const VALUES: u32 = 12;

/// A module with something in every table, and a source that refers to it.
fn tables(version: Version, seed: u64) -> (Module, Source) {
    let mut module = Module::new(version);
    for text in ["k", "a", "sm_100", "long enough to be a name"] {
        module.string(text);
    }
    module.constant([1, 2, 3, 4]);
    module.constant([]);
    module.debug(DebugEntry::Unknown);
    let mut source = Source::new(seed);
    for ty in [Type::Int1, Type::Int8, Type::Int16, Type::Int32, Type::Int64] {
        let bits = ty.bits().unwrap_or(1) as u32;
        let id = module.ty(ty);
        source.classes.push(("integer", id.0, bits));
    }
    for ty in [Type::Float16, Type::TFloat32, Type::Float64, Type::Float8E5M2] {
        let bits = ty.bits().unwrap_or(1) as u32;
        let id = module.ty(ty);
        source.classes.push(("float", id.0, bits));
    }
    source.tables = vec![
        ("String", module.strings().len() as u32),
        ("Type", module.types().len() as u32),
        ("Constant", module.constants().len() as u32),
        ("Debug", module.debug_entries().len() as u32),
        ("Value", VALUES),
    ];
    (module, source)
}

/// What the schema generated, with the tables of a file for each version.
struct TileIr {
    plan: &'static Plan,
    files: Vec<(Module, Vec<u8>)>,
}

impl TileIr {
    fn new() -> Self {
        let files = Version::ALL.iter().map(|&version| {
            let (module, _) = tables(version, 0);
            let bytes = module.write_unverified(&WriteOptions::default());
            let bytes = bytes.unwrap_or_else(|error| panic!("{error}"));
            (module, bytes)
        });
        TileIr { plan: plan(), files: files.collect() }
    }

    /// The axes of a version.
    fn at(&self, version: Version, preview: bool) -> KnownVersions {
        let Some(axis) = self.plan.axis("feature preview") else { panic!("no such feature") };
        vec![(0, version as u32), (axis, preview.into())]
    }

    /// Every version, and the newest one with what is not released.
    fn scopes(&self) -> Vec<KnownVersions> {
        let versions = Version::ALL.iter().map(|&version| self.at(version, false));
        versions.chain([self.at(Version::LATEST, true)]).collect()
    }
}

fn version_and_features(versions: &KnownVersions) -> (Version, Features) {
    let preview = versions[1].1 == 1;
    let features = if preview { Features::NONE.with(Feature::Preview) } else { Features::NONE };
    (Version::ALL[versions[0].1 as usize], features)
}

impl Generated for TileIr {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        tables(Version::LATEST, seed).1
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> Result<Vec<u8>> {
        let (module, file) = &self.files[read[0].1 as usize];
        let (_, features) = version_and_features(read);
        let file = File::open(file)?;
        let cx = context(&file, features);
        let (version, features) = version_and_features(write);
        // Results, too: a version that lacks one drops it where nothing uses it.
        let mut out = encoder(module, version, features, 2 * DEFINED);
        round_trip(item, bytes, &cx, &mut out, see)
    }
}

#[test]
fn every_item_reads_back_in_every_version() {
    let generated = TileIr::new();
    let compared =
        Proof::new(generated.plan, &generated).values_round_trip(&generated.scopes(), 20);
    println!("{compared:?}");
    assert!(compared.values > compared.subjects);
}

#[test]
fn every_gate_refuses_by_name() {
    let generated = TileIr::new();
    let compared = Proof::new(generated.plan, &generated).gates_hold(&generated.scopes());
    println!("{compared:?}");
    assert!(compared.refused > 0 && compared.hidden == 0);
}

/// A negative f64 as the Python front end 1.7.0 writes it: doubled without wrapping to 64 bits.
#[test]
fn floats_of_65_bits_read_as_in_the_reference_and_are_written_back() {
    let mut module = Module::new(Version::LATEST);
    let ty = module.ty(Type::Float64);
    let bytes = module.write_unverified(&WriteOptions::default()).unwrap();
    let file = File::open(&bytes).unwrap();
    let mut writer = Writer::new();
    writer.leb128(Attribute::Float { r#type: ty, value: 0.into() }.tag());
    writer.leb128(u64::from(ty.0));
    writer.leb128_wide(u128::from((-1f64).to_bits()) << 1);
    let written = writer.into_bytes();
    let read = view::Attribute::read(&mut Cursor::new(&written), &file.context()).unwrap();
    let Attribute::Float { value, .. } = read.to_owned() else { panic!("{read:?}") };
    assert_eq!(f64::from_bits(value.pattern), 1.0);
    assert_eq!(value.excess, 1);
    let mut writer = Writer::new();
    let mut cx = encoder(&module, Version::LATEST, Features::NONE, 0);
    read.to_owned().write(&mut writer, &mut cx).unwrap();
    assert_eq!(writer.into_bytes(), written);
}

#[test]
fn modules_of_random_operations_round_trip() {
    let generated = TileIr::new();
    let proof = Proof::new(generated.plan, &generated);
    for &version in Version::ALL {
        for seed in 0..30 {
            let (mut module, mut source) = tables(version, seed);
            let params: Vec<_> = (0..VALUES).map(|_| module.scalar(Type::Int32)).collect();
            let signature = module
                .ty(Type::Function { params: params.clone().into(), results: Vec::new().into() });
            let name = module.string("k");
            let mut function = Function::kernel(name, signature, &params);
            if has_hints_in(version) {
                function.hints = Some(Attribute::OptimizationHints { entries: Vec::new().into() });
            }
            let samples = proof.samples("operation", &generated.at(version, false), &mut source);
            let (_, file) = &generated.files[version as usize];
            let Ok(file) = File::open(file) else { panic!("{version} is not opened") };
            let cx = file.context();
            let ops = samples.iter().map(|(name, bytes)| {
                let read = view::Op::read(&mut Cursor::new(bytes), &cx, VALUES);
                let (op, _) = read.unwrap_or_else(|error| panic!("{name}: {error}"));
                op.to_owned(&mut Same::default())
            });
            let ops: Vec<Op> = ops.collect();
            fill(&mut function.body, Body::ENTRY, &mut source, &ops, 0);
            module.functions.push(function);
            let bytes = module
                .write_unverified(&WriteOptions::default())
                .unwrap_or_else(|e| panic!("{version} {seed}: {e}"));
            let read = Module::read(&bytes).unwrap_or_else(|e| panic!("{version} {seed}: {e}"));
            assert_eq!(read.functions, module.functions, "{version} {seed}");
            assert_eq!(read.write(&Default::default()).unwrap(), bytes, "{version} {seed}");
            assert_eq!(read.opaque_bytes(), 0);
        }
    }
}

/// Whether kernels of a version have hints, be they empty.
fn has_hints_in(version: Version) -> bool {
    let mut module = Module::new(version);
    let signature = module.ty(Type::Function { params: [].into(), results: [].into() });
    let name = module.string("k");
    module.functions.push(Function::kernel(name, signature, &[]));
    let bytes = module.write_unverified(&WriteOptions::default()).expect("a file");
    let module = Module::read(&bytes).expect("a module");
    module.functions[0].hints.is_some()
}

/// Fills a block with one operation of every kind, those with regions nested once, and an end.
fn fill(body: &mut Body, block: BlockId, source: &mut Source, ops: &[Op], depth: u32) {
    let end: Vec<&Op> = ops.iter().filter(|op| op.kind().info().terminator).collect();
    let count = if depth == 0 { ops.len() } else { 2 };
    for index in 0..count {
        let op = if depth == 0 { &ops[index] } else { &ops[source.below(ops.len())] };
        add(body, block, op, source, ops, depth);
    }
    add(body, block, end[source.below(end.len())], source, ops, depth);
}

fn add(body: &mut Body, block: BlockId, op: &Op, source: &mut Source, ops: &[Op], depth: u32) {
    if depth > 1 && !op.kind().info().regions.is_empty() {
        return;
    }
    let mut op = op.clone();
    // Made in the order in which a reader meets them, so that both bodies are equal.
    let mut regions: Vec<RegionId> = Vec::new();
    op.each_region_mut(|region| {
        *region = body.add_region();
        regions.push(*region);
    });
    body.push(block, op).unwrap();
    for region in regions {
        let inner = body.add_block(region, &[TypeId(0)]).unwrap();
        fill(body, inner, source, ops, depth + 1);
    }
}
