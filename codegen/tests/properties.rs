//! The layouts of properties that the project has: they are read, checked and generated from.

#![cfg(feature = "build")]

use bytespec_codegen::build::source;
use bytespec_codegen::emit::rust::Options;
use bytespec_codegen::model::{self, Model, PropertyKind, Signature, Trait};
use bytespec_codegen::syntax::{list_folder, read_sources, render};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn layouts() -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/mlir");
    let mut files = Vec::new();
    for path in list_folder(&folder).expect("the schema") {
        let text = fs::read_to_string(&path).expect("a schema file");
        if path.parent().is_some_and(|parent| parent.ends_with("properties")) {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
            let item = format!("- properties: {name}");
            assert!(
                text.lines().find(|line| !line.starts_with('#')) == Some(&item),
                "{name} is of its dialect"
            );
        }
        files.push((path, text));
    }
    let (schema, sources, found) = read_sources(files);
    assert!(found.is_empty(), "{}", render(&found, &sources, false));
    match model::lower(&schema) {
        Ok(model) => model,
        Err(found) => panic!("{}", render(&found, &sources, false)),
    }
}

/// How many operations a release has, with properties and without.
fn operations(model: &Model, release: usize) -> (usize, usize) {
    let items = model.properties.iter().filter(|item| item.dialect.is_none());
    let layouts = items.flat_map(|item| &item.entries).filter(|layout| layout.record == 0);
    let known = layouts.filter(|layout| (layout.range.0..=layout.range.1).contains(&release));
    let (without, with): (Vec<_>, Vec<_>) = known.partition(|layout| layout.value.is_empty());
    (with.len(), without.len())
}

/// The numbers of a count of the definitions of each release. Of 20 only what stays the same is known.
#[test]
fn every_operation_of_the_releases_is_there() {
    let model = layouts();
    let releases = model.releases.as_ref().expect("releases of LLVM");
    let found: Vec<_> = releases
        .names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.as_str(), operations(&model, index)))
        .collect();
    let expected = [
        ("16", (0, 0)),
        ("17", (647, 955)),
        ("18", (840, 957)),
        ("19", (924, 1010)),
        ("20", (788, 910)),
        ("21", (1162, 1134)),
        ("22", (1374, 1259)),
        ("23", (1608, 1291)),
        ("24", (1657, 1304)),
    ];
    assert_eq!(found, expected);
}

/// The numbers of a count of the definitions of each release, of properties that are in layouts.
#[test]
fn every_default_value_of_the_releases_is_there() {
    let model = layouts();
    let releases = model.releases.as_ref().expect("releases of LLVM");
    let of_release = |release: usize| {
        let items = model.defaults.iter().filter(|item| item.dialect.is_none());
        let known = items.flat_map(|item| &item.entries);
        let known = known.filter(|one| (one.range.0..=one.range.1).contains(&release));
        known.map(|one| one.value.len()).sum::<usize>()
    };
    let found: Vec<_> = releases
        .names
        .iter()
        .enumerate()
        .map(|(at, name)| (name.as_str(), of_release(at)))
        .collect();
    let expected = [
        ("16", 292),
        ("17", 442),
        ("18", 548),
        ("19", 565),
        ("20", 435),
        ("21", 720),
        ("22", 959),
        ("23", 1174),
        ("24", 1304),
    ];
    assert_eq!(found, expected);
    // Each is one of a property that the operation has in all releases of the value.
    let mut checked = 0;
    for item in &model.defaults {
        let layouts = model
            .properties
            .iter()
            .filter(|other| other.docs.name == item.docs.name && other.dialect == item.dialect);
        let layouts: Vec<_> = layouts.flat_map(|other| &other.entries).collect();
        for one in &item.entries {
            let of_operation = layouts.iter().filter(|layout| layout.operation == one.operation);
            let meets = |layout: &&&bytespec_codegen::model::Layout| {
                layout.range.0 <= one.range.1 && one.range.0 <= layout.range.1
            };
            for layout in of_operation.filter(meets) {
                // Attributes are no properties where an operation has none.
                let some = one.value.iter().filter(|one| !one.given || !layout.value.is_empty());
                for value in some {
                    let has = layout.value.iter().any(|field| field.name == value.name);
                    assert!(has, "{}.{}: {value}", item.docs.name, one.operation);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1500, "{checked}");
}

/// A reader of layouts with sizes of segments puts those of operands before those of results.
#[test]
fn sizes_of_segments_are_in_order() {
    let model = layouts();
    let mut found = 0;
    for layout in model.properties.iter().flat_map(|item| &item.entries) {
        let fields = layout.value.iter();
        let sizes = fields.filter(|field| matches!(field.kind, PropertyKind::Segments(_)));
        let names: Vec<&str> = sizes.map(|field| field.name.as_str()).collect();
        let known = [["operandSegmentSizes"].as_slice(), &["resultSegmentSizes"]];
        let both = ["operandSegmentSizes", "resultSegmentSizes"];
        assert!(names.is_empty() || known.contains(&&names[..]) || names == both, "{names:?}");
        found += names.len();
    }
    assert!(found > 200, "only {found}");
}

/// Of several groups that may have another number than one, something tells the numbers.
#[test]
fn groups_have_known_sizes() {
    let model = layouts();
    let sizes = [&model.segment_properties.operands, &model.segment_properties.results];
    let sizes = sizes.map(|name| name.as_deref().expect("a property with sizes"));
    let (mut stated, mut unstated) = (0, BTreeSet::new());
    for item in &model.signatures {
        let of_item = model
            .properties
            .iter()
            .filter(|other| other.docs.name == item.docs.name && other.dialect == item.dialect);
        let layouts: Vec<_> = of_item.flat_map(|other| &other.entries).collect();
        for one in &item.entries {
            let Signature { operands, results, traits, .. } = &one.value;
            let lists = [
                (operands, sizes[0], Trait::SameOperandSizes),
                (results, sizes[1], Trait::SameResultSizes),
            ];
            for (groups, property, same) in lists {
                let varying = groups.iter().filter(|group| group.varies()).count();
                let count = u32::try_from(groups.len()).expect("groups");
                // The layout of the last release that has the signature.
                let layout = layouts.iter().find(|layout| {
                    let (since, until) = layout.range;
                    layout.operation == one.operation
                        && (since..=until).contains(&one.range.1)
                        && layout.record == one.record
                });
                let has = layout.is_some_and(|layout| {
                    let mut fields = layout.value.iter();
                    fields.any(|field| {
                        field.name == property && field.kind == PropertyKind::Segments(count)
                    })
                });
                match varying > 1 && !traits.contains(&same) {
                    true if !has => {
                        unstated.insert(format!("{}.{}", item.docs.name, one.operation));
                    }
                    true => stated += 1,
                    false => {}
                }
            }
        }
    }
    assert!(stated > 200, "only {stated}");
    assert_eq!(unstated, BTreeSet::new());
}

#[test]
fn rust_is_made_of_them() {
    let model = layouts();
    let text = source(&model, &Options::default()).expect("Rust");
    assert!(text.contains("pub fn property_layout("), "the function that finds a layout");
}
