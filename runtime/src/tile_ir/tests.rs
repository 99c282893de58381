//! Properties of everything that the schema describes, and of every gate in it. Nothing here names
//! an operation, type or field: they all come from the generated lists.

use super::generated::samples::{GATED, SUBJECTS, Sample, Scope, Subject, sample};
use super::generated::{Attribute, DebugEntry, Feature, Features, OpKind, Type, Version, view};
use super::numbering::Encoder;
use super::{Body, Context, File, Function, Module};
use crate::error::{Error, ErrorKind};
use crate::sample::Source;
use crate::values::RegionId;
use crate::wire::{Cursor, Writer};

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
    ];
    source.defined = VALUES;
    (module, source)
}

fn write(module: &Module, sample: &Sample, scope: Scope) -> Result<Vec<u8>, Error> {
    let mut cx = Encoder::new(module, scope.version, scope.features, None);
    cx.define_first(VALUES);
    let mut writer = Writer::new();
    sample.write(&mut writer, &mut cx)?;
    Ok(writer.into_bytes())
}

/// Whether a subject or something that it needs is missing in a version.
fn has(subject: Subject, version: Version, preview: bool) -> bool {
    GATED.iter().all(|gated| {
        gated.subject != subject
            || gated.field.is_some()
            || version >= gated.since && (preview || !gated.needs_feature)
    })
}

#[test]
fn every_item_reads_back_in_every_version() {
    let mut count = 0;
    for &version in Version::ALL {
        for preview in [false, true] {
            if preview && version != Version::LATEST {
                continue;
            }
            let features =
                if preview { Features::NONE.with(Feature::Preview) } else { Features::NONE };
            let scope = Scope { version, features };
            for &subject in SUBJECTS {
                if !has(subject, version, preview) {
                    continue;
                }
                for seed in 0..40 {
                    let (module, mut source) = tables(version, seed);
                    source.begin();
                    let sample = sample(subject, &mut source, &scope, None);
                    check(&module, &sample, scope, &format!("{subject:?} at {version}, {seed}"));
                    count += 1;
                }
            }
        }
    }
    println!("{count} samples of {} subjects", SUBJECTS.len());
}

/// Writes the sample, reads it back, and finds the same value and no byte left.
fn check(module: &Module, sample: &Sample, scope: Scope, what: &str) {
    let bytes = write(module, sample, scope).unwrap_or_else(|e| panic!("{what}: {e}\n{sample:?}"));
    let file = module
        .encode_unverified(&super::WriteOptions::default())
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    let file = File::open(&file).unwrap();
    let context = Context { features: scope.features, ..file.context() };
    let mut cursor = Cursor::new(&bytes);
    match sample.reads_back(&mut cursor, &context, VALUES) {
        Ok(true) => assert!(cursor.is_empty(), "{what}: bytes are left\n{sample:?}\n{bytes:02x?}"),
        Ok(false) => panic!("{what}: reads back as another value\n{sample:?}\n{bytes:02x?}"),
        Err(error) => panic!("{what}: {error}\n{sample:?}\n{bytes:02x?}"),
    }
    // A shorter input is an error and never a panic.
    for len in 0..bytes.len() {
        let _ = sample.reads_back(&mut Cursor::new(&bytes[..len]), &context, VALUES);
    }
}

fn before(version: Version) -> Option<Version> {
    Version::ALL.iter().copied().rev().find(|&older| older < version)
}

#[test]
fn every_gate_refuses_by_name_and_drops_defaults() {
    let mut fields = 0;
    for gated in GATED {
        let Some(older) = before(gated.since) else { continue };
        let scope = Scope { version: older, features: Features::NONE };
        for seed in 0..10 {
            let (module, mut source) = tables(older, seed);
            source.begin();
            let newer = Scope { version: gated.since, ..scope };
            let sampling = if gated.field.is_some() { scope } else { newer };
            let forced = sample(gated.subject, &mut source, &sampling, gated.field);
            let error = match write(&module, &forced, scope) {
                Ok(_) => panic!("{} was written at {older}: {forced:?}", gated.name),
                Err(error) => error,
            };
            let ErrorKind::Gate { item, needs, version } = error.kind() else {
                panic!("{} at {older}: {error}", gated.name);
            };
            assert_eq!(item, gated.name, "{error}");
            assert!(needs.starts_with(gated.since.name()), "{error}");
            assert_eq!(version, older.name(), "{error}");
            if gated.field.is_none() && !gated.needs_feature {
                // A member may come later than its enum.
                let all = GATED.iter().filter(|other| other.subject == gated.subject);
                let version = all.map(|other| other.since).max().unwrap_or(newer.version);
                let newer = Scope { version, ..newer };
                let bytes = write(&module, &forced, newer).unwrap_or_else(|e| panic!("{e}"));
                let file = module.encode().unwrap();
                let file = File::open(&file).unwrap();
                let context = Context { version: older, ..file.context() };
                let read = forced.reads_back(&mut Cursor::new(&bytes), &context, VALUES);
                let Err(error) = read else { panic!("{} was read at {older}", gated.name) };
                assert!(matches!(error.kind(), ErrorKind::Gate { .. }), "{error}");
            }
            if gated.field.is_some() && has(gated.subject, older, false) {
                // With its default the same field is dropped, and read back as the default.
                source.begin();
                let plain = sample(gated.subject, &mut source, &scope, None);
                check(&module, &plain, scope, &format!("{} with its default", gated.name));
                fields += 1;
            }
        }
    }
    println!("{} gates, {fields} defaults", GATED.len());
}

/// A negative f64 as the Python front end 1.7.0 writes it: doubled without wrapping to 64 bits.
#[test]
fn floats_of_65_bits_read_as_in_the_reference_and_are_written_back() {
    let mut module = Module::new(Version::LATEST);
    let ty = module.ty(Type::Float64);
    let bytes = module.encode_unverified(&super::WriteOptions::default()).unwrap();
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
    let mut cx = Encoder::new(&module, Version::LATEST, Features::NONE, None);
    read.to_owned().write(&mut writer, &mut cx).unwrap();
    assert_eq!(writer.into_bytes(), written);
}

#[test]
fn modules_of_random_operations_round_trip() {
    for &version in Version::ALL {
        for seed in 0..30 {
            let (mut module, mut source) = tables(version, seed);
            let params: Vec<_> = (0..VALUES).map(|_| module.scalar(Type::Int32)).collect();
            let signature = module
                .ty(Type::Function { params: params.clone().into(), results: Vec::new().into() });
            let name = module.string("k");
            let mut function = Function::kernel(name, signature, &params);
            if Function::has_hints_in(version) {
                function.hints = Some(Attribute::OptimizationHints { entries: Vec::new().into() });
            }
            let scope = Scope { version, features: Features::NONE };
            fill(&mut function.body, Body::ENTRY, &mut source, &scope, 0);
            module.functions.push(function);
            let bytes = module
                .encode_unverified(&super::WriteOptions::default())
                .unwrap_or_else(|e| panic!("{version} {seed}: {e}"));
            let read = Module::read(&bytes).unwrap_or_else(|e| panic!("{version} {seed}: {e}"));
            assert_eq!(read.functions, module.functions, "{version} {seed}");
            assert_eq!(read.encode().unwrap(), bytes, "{version} {seed}");
            assert_eq!(read.opaque_bytes(), 0);
        }
    }
}

impl Function {
    fn has_hints_in(version: Version) -> bool {
        super::generated::Function::optimization_hints_follows_kernel(version)
    }
}

/// Fills a block with one operation of every kind, those with regions nested once, and an end.
fn fill(body: &mut Body, block: super::BlockId, source: &mut Source, scope: &Scope, depth: u32) {
    let kinds: Vec<OpKind> = OpKind::ALL
        .iter()
        .copied()
        .filter(|&kind| has(Subject::Op(kind), scope.version, false))
        .collect();
    let end = kinds.iter().copied().filter(|kind| kind.info().terminator);
    let end: Vec<OpKind> = end.collect();
    let count = if depth == 0 { kinds.len() } else { 2 };
    for index in 0..count {
        let kind = if depth == 0 { kinds[index] } else { kinds[source.below(kinds.len())] };
        add(body, block, kind, source, scope, depth);
    }
    add(body, block, end[source.below(end.len())], source, scope, depth);
}

fn add(
    body: &mut Body,
    block: super::BlockId,
    kind: OpKind,
    source: &mut Source,
    scope: &Scope,
    depth: u32,
) {
    if depth > 1 && !kind.info().regions.is_empty() {
        return;
    }
    source.begin();
    let Sample::Op(mut op) = sample(Subject::Op(kind), source, scope, None) else { return };
    // Made in the order in which a reader meets them, so that both bodies are equal.
    let mut regions: Vec<RegionId> = Vec::new();
    op.each_region_mut(|region| {
        *region = body.add_region();
        regions.push(*region);
    });
    let has_regions = !regions.is_empty();
    body.push(block, op).unwrap();
    if has_regions {
        for region in regions {
            let inner = body.add_block(region).unwrap();
            body.add_argument(inner, super::TypeId(0)).unwrap();
            fill(body, inner, source, scope, depth + 1);
        }
    }
}
