//! Samples of every kind of attribute or type, in modules made from nothing.

use super::compare::difference;
use super::sources::number;
use crate::suite::report;
use bytespec::Result;
use bytespec::mlir::{
    Attribute, AttributeId, BuiltinAttribute as A, BuiltinType as T, Module, NewOperation,
    Numbering, Release, Signedness, Type, TypeId, Version, WriteOptions, view,
};
use bytespec_codegen::model::Model;
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Makes an attribute.
type Make<'s> = dyn Fn(&mut Module<'_>) -> Result<AttributeId> + Sync + 's;

/// An attribute to look at.
pub(super) struct Sample<'s> {
    /// Makes it.
    pub(super) make: Box<Make<'s>>,
    /// The entry of a dictionary with it, as it is printed.
    pub(super) printed: String,
    /// Releases that have it.
    pub(super) releases: RangeInclusive<u8>,
}

pub(super) fn ty(m: &mut Module<'_>, ty: T) -> Result<TypeId> {
    m.add_type(ty)
}

pub(super) fn int(m: &mut Module<'_>, width: u64) -> Result<TypeId> {
    ty(m, T::IntegerType { signedness: Signedness::Signless, width })
}

pub(super) fn signed(width: u64) -> T {
    T::IntegerType { signedness: Signedness::Signed, width }
}

pub(super) fn unsigned(width: u64) -> T {
    T::IntegerType { signedness: Signedness::Unsigned, width }
}

pub(super) fn integer(m: &mut Module<'_>, width: u64, value: u64) -> Result<AttributeId> {
    let r#type = int(m, width)?;
    m.add_attribute(A::IntegerAttr { r#type, value: value.into() })
}

pub(super) fn array(m: &mut Module<'_>, value: &[AttributeId]) -> Result<AttributeId> {
    m.add_attribute(A::ArrayAttr { value: value.into() })
}

pub(super) fn flat(m: &mut Module<'_>, name: &str) -> Result<AttributeId> {
    let root = m.string_attribute(name)?;
    m.add_attribute(A::FlatSymbolRefAttr { root })
}

/// Text of the builtin dialect.
pub(super) fn text(m: &mut Module<'_>, text: &str) -> Result<AttributeId> {
    m.add_attribute_text(b"builtin", text)
}

/// The schema, as the code generator understands it.
pub(super) fn model() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(|| {
        let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/mlir");
        match bytespec_codegen::build::load(schema.as_ref()) {
            Ok(model) => model,
            Err(findings) => panic!("{findings}"),
        }
    })
}

/// What a release has of a union of the schema.
fn wanted(union: &str, release: u8) -> BTreeSet<String> {
    let index = Release::ALL.iter().position(|known| known.name() == release.to_string());
    let union = model().unions.iter().find(|found| found.docs.name == union);
    let has = |since: Option<usize>, until: Option<usize>| {
        since.is_none_or(|since| index >= Some(since))
            && until.is_none_or(|until| index <= Some(until))
    };
    let variants = union.iter().flat_map(|union| &union.variants);
    let variants = variants.filter(|variant| {
        let releases = variant.docs.gate.releases;
        has(releases.since, releases.until)
    });
    variants.map(|variant| variant.docs.name.clone()).collect()
}

/// The kinds of the builtin dialect in a file.
fn seen(bytes: &[u8]) -> Result<BTreeSet<String>> {
    let module = Module::read(bytes)?;
    let mut seen = BTreeSet::new();
    for id in 0..module.attribute_count() as u32 {
        if let Attribute::Typed(view::AttributeEntry::Builtin(found)) =
            module.attribute(AttributeId(id))?
        {
            seen.insert(found.variant_name().to_owned());
        }
    }
    for id in 0..module.type_count() as u32 {
        if let Type::Typed(view::TypeEntry::Builtin(found)) = module.ty(TypeId(id))? {
            seen.insert(found.variant_name().to_owned());
        }
    }
    Ok(seen)
}

/// A module with an operation for each sample.
fn module(release: u8, version: Version, samples: &[&Sample<'_>]) -> Result<Module<'static>> {
    let mut module = Module::for_version(&format!("MLIR{release}.0.0"), version);
    let location = module.unknown_location()?;
    let root = module.walk().next();
    let body = root.and_then(|root| module.regions(root).next());
    let Some(body) = body.and_then(|region| module.blocks(region).next()) else {
        panic!("a new module has a block");
    };
    for sample in samples {
        let value = (sample.make)(&mut module)?;
        let entry = (module.add_string(b"x")?, value);
        let attributes = module.dictionary_attribute(vec![entry])?;
        let operation = NewOperation { attributes, ..NewOperation::default() };
        let op = module.make("t.sample", location, operation)?;
        module.append(body, op)?;
    }
    Ok(module)
}

/// A release, the version that a module is made for and the one that it is written for.
type Case = (MlirOpt, Version, Version, Numbering);

/// What is wrong with the samples in one file.
fn check_case(
    (tool, made, written, numbering): &Case,
    samples: &[Sample<'_>],
    union: &str,
) -> Result<Option<String>> {
    let release = tool.release;
    let samples: Vec<_> =
        samples.iter().filter(|sample| sample.releases.contains(&release)).collect();
    let module = module(release, *made, &samples)?;
    let version = Some(*written);
    let options = WriteOptions::default().numbering(*numbering).version(version);
    let bytes = module.write(&options)?;
    let missing: Vec<_> = {
        let seen = seen(&bytes)?;
        wanted(union, release).into_iter().filter(|name| !seen.contains(name)).collect()
    };
    if !missing.is_empty() {
        return Ok(Some(format!("there is no {missing:?}")));
    }
    let printed = match tool.print_local(&bytes) {
        Ok(printed) => printed,
        Err(refusal) => return Ok(Some(format!("refused: {refusal}"))),
    };
    let mut expected = String::new();
    for sample in samples {
        expected += &format!("  \"t.sample\"() {{{}}} : () -> () loc(unknown)\n", sample.printed);
    }
    let found: Vec<_> = printed.lines().filter(|line| line.starts_with("  \"t.sample\"")).collect();
    let found = found.join("\n");
    Ok((expected.trim_end() != found).then(|| difference(expected.trim_end(), &found)))
}

/// Makes the samples for every release and version, and checks what is printed.
pub(super) fn check(what: &str, union: &str, samples: Vec<Sample<'_>>) {
    let mut cases: Vec<Case> = Vec::new();
    for tool in MlirOpt::ALL {
        for &made in Version::ALL {
            for &written in Version::ALL {
                // Layouts of properties are known of some releases, and a conversion needs them.
                let known = tool.release > 16 || made == written;
                if tool.reads(number(made).max(number(written))) && known {
                    for numbering in [Numbering::Pinned, Numbering::Canonical] {
                        cases.push((tool, made, written, numbering));
                    }
                }
            }
        }
    }
    let findings = in_parallel(&cases, |case| {
        let (tool, made, written, numbering) = case;
        let finding = match check_case(case, &samples, union) {
            Ok(finding) => finding,
            Err(error) => Some(error.to_string()),
        };
        finding.map(|finding| format!("{tool}: {made} for {written}, {numbering:?}: {finding}"))
    });
    println!("{} {what} in {} files", samples.len(), cases.len());
    report(&findings.into_iter().flatten().collect::<Vec<_>>());
}
