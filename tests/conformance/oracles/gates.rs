//! Version gates: a file under another version is refused by the disassembler and by us alike.

use crate::ops;
use crate::ops::coverage::model;
use crate::suite::report;
use crate::types;
use bytespec::reflect::{FieldValue, Reflect};
use bytespec::tile_ir::{Event, File, MAGIC, Module, TypeId, Version};
use bytespec_codegen::model::{Field, FieldKind, Kind, Model, Wire};
use bytespec_conformance::tools::Tools;
use std::collections::BTreeSet;

/// What of the schema came later than the first version.
struct Gates {
    model: Model,
    /// Gated items that were seen: operations, types, members.
    seen: BTreeSet<String>,
    /// Members that were seen, with the version of the file.
    members: BTreeSet<(Version, String)>,
}

impl Gates {
    /// The first version that has everything in a file.
    fn needed(&mut self, bytes: &[u8]) -> bytespec::Result<usize> {
        let file = File::open(bytes)?;
        let version = file.version();
        let mut needed = 0;
        for id in 0..u32::try_from(file.type_count()).unwrap_or(u32::MAX) {
            let ty = file.ty(TypeId(id))?;
            let unions = self.model.unions.iter().filter(|union| union.docs.name == "Type");
            let variant = unions
                .flat_map(|union| &union.variants)
                .find(|variant| variant.docs.name == ty.variant_name());
            if let Some(variant) = variant {
                let (name, since) = (variant.docs.name.clone(), variant.docs.gate.since);
                let fields = variant.fields.clone();
                needed =
                    needed.max(self.item(&name, since)).max(self.members(&ty, &fields, version));
            }
        }
        for function in file.functions()? {
            for event in function.body()?.events() {
                let Event::Op(op) = event? else { continue };
                let name = op.kind().info().name;
                let found = self.model.ops.iter().find(|item| item.docs.name == name);
                if let Some(item) = found {
                    let (since, fields) = (item.docs.gate.since, item.attributes.clone());
                    needed =
                        needed.max(self.item(name, since)).max(self.members(&op, &fields, version));
                }
            }
        }
        Ok(needed)
    }

    fn item(&mut self, name: &str, since: usize) -> usize {
        if since > 0 {
            self.seen.insert(name.to_owned());
        }
        since
    }

    /// The first version that has the members of enumerations in the fields of an item.
    fn members(&mut self, item: &dyn Reflect, fields: &[Field], version: Version) -> usize {
        let mut found = Vec::new();
        item.fields(&mut |name, value| {
            if let FieldValue::Enum { name: member, .. } = value {
                found.push((name, member));
            }
        });
        let mut needed = 0;
        for (name, member) in found {
            let field = fields.iter().find(|field| field.docs.name == name);
            let wire = match field.map(|field| &field.kind) {
                Some(FieldKind::Value(wire) | FieldKind::Optional(wire, _)) => wire,
                _ => continue,
            };
            let Wire::Item(Kind::Enum, index) = *wire else { continue };
            let list = &self.model.enums[index];
            let known = list.members.iter().find(|known| known.docs.label == member);
            if let Some(known) = known {
                let since = known.docs.gate.since;
                let name = format!("{}.{member}", list.docs.name);
                self.members.insert((version, name.clone()));
                needed = needed.max(self.item(&name, since));
            }
        }
        needed
    }

    /// The gated items of the schema that files without preview content can have.
    fn all(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        let late = |docs: &bytespec_codegen::model::Docs| {
            docs.gate.since > 0 && docs.gate.feature.is_none()
        };
        for op in self.model.ops.iter().filter(|op| late(&op.docs) && !op.section_form) {
            all.insert(op.docs.name.clone());
        }
        for union in self.model.unions.iter().filter(|union| union.docs.name == "Type") {
            let variants = union.variants.iter().filter(|variant| late(&variant.docs));
            all.extend(variants.map(|variant| variant.docs.name.clone()));
        }
        for list in &self.model.enums {
            let members = list.members.iter().filter(|member| late(&member.docs));
            let names = members.map(|member| format!("{}.{}", list.docs.name, member.docs.label));
            all.extend(names);
        }
        all
    }

    /// The members of each version that operations and types can have; that of globals has a test
    /// of its own.
    fn all_members(&self) -> BTreeSet<(Version, String)> {
        let mut all = BTreeSet::new();
        for (index, &version) in Version::ALL.iter().enumerate() {
            let lists = self.model.enums.iter().filter(|list| {
                let gate = &list.docs.gate;
                gate.has(index) && gate.feature.is_none() && list.docs.name != "SymbolVisibility"
            });
            for list in lists {
                let members = list.members.iter().filter(|member| member.docs.gate.has(index));
                let name = |label: &str| format!("{}.{label}", list.docs.name);
                all.extend(members.map(|member| (version, name(&member.docs.label))));
            }
        }
        all
    }
}

/// The same bytes with the number of another version in the header.
fn relabelled(bytes: &[u8], version: Version) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (place, &part) in bytes[MAGIC.len()..].iter_mut().zip(version.parts()) {
        *place = u8::try_from(part).unwrap_or_default();
    }
    bytes
}

#[test]
fn files_under_another_version_are_judged_alike() {
    let mut gates = Gates { model: model(), seen: BTreeSet::new(), members: BTreeSet::new() };
    let mut wrong = Vec::new();
    let (mut names, mut files) = (Vec::new(), Vec::new());
    for &version in Version::ALL {
        for suite in [ops::cases(version), types::suite(version)] {
            for case in &suite.cases {
                let bytes = match case.module(version).0.write(&Default::default()) {
                    Ok(bytes) => bytes,
                    Err(error) => panic!("{version} {}: {error}", case.name),
                };
                let needed = match gates.needed(&bytes) {
                    Ok(needed) => Version::ALL[needed],
                    Err(error) => panic!("{version} {}: {error}", case.name),
                };
                for &other in Version::ALL.iter().filter(|&&other| other != version) {
                    names.push((case.name.clone(), version, other, needed));
                    files.push(relabelled(&bytes, other));
                }
            }
        }
    }
    let missing: Vec<_> = gates.all().difference(&gates.seen).cloned().collect();
    assert!(missing.is_empty(), "no file has {missing:?}");
    let missing: Vec<_> = gates.all_members().difference(&gates.members).cloned().collect();
    assert!(missing.is_empty(), "no file has {missing:?}");
    let results = Tools::get().disassemble_all(&files, &[]);
    let (mut both, mut neither, mut gated) = (0, 0, 0);
    for (((name, version, other, needed), bytes), tool) in names.iter().zip(&files).zip(&results) {
        let ours = Module::read(bytes);
        let what = format!("{name} of {version} as {other}");
        match (tool, &ours) {
            (Ok(_), Ok(_)) => both += 1,
            (Err(_), Err(_)) => neither += 1,
            (Ok(_), Err(error)) => wrong.push(format!("{what}: refused by us only: {error}")),
            // The disassembler also verifies types, which is none of a reader's business.
            (Err(refusal), Ok(_)) if !is_verification(refusal) => {
                wrong.push(format!("{what}: accepted by us only: {refusal}"));
            }
            (Err(_), Ok(_)) => {}
        }
        if other < needed {
            gated += 1;
            if tool.is_ok() || ours.is_ok() {
                wrong.push(format!("{what}: has something of {needed}, and is accepted"));
            }
        }
    }
    println!(
        "{} files under another version: {both} accepted by both, {neither} refused by both, {gated} \
         behind a gate",
        files.len()
    );
    report(&wrong);
}

/// Whether a refusal is about what a type says, not about how it is written.
fn is_verification(refusal: &str) -> bool {
    refusal.contains("failed to verify 'pointeeType'")
        || refusal.contains("expected shape and stride to be of same rank")
}
