//! What operations are given that a text leaves out is what the tool of the same release gives them.

use super::kinds::model;
use crate::suite::report;
use bytespec::mlir::{Module, ParseOptions, PrintOptions, Release, defaults, property_layout};
use bytespec::properties::Kind;
use bytespec_conformance::generic::{Operation, operations};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_conformance::process::in_parallel;
use std::collections::{BTreeMap, BTreeSet};

/// Operations that the tool crashes on without operands take these.
const OPERANDS: [&str; 3] = ["%0", "%0, %0", "%0, %0, %0"];

/// The operations that a release has, by dialect and name.
fn known(release: Release) -> Vec<(&'static str, &'static str)> {
    let layouts = model().properties.iter().flat_map(|item| {
        item.entries.iter().map(|entry| (item.docs.name.as_str(), entry.operation.as_str()))
    });
    let values = model().defaults.iter().flat_map(|item| {
        item.entries.iter().map(|entry| (item.docs.name.as_str(), entry.operation.as_str()))
    });
    let all: BTreeSet<_> = layouts.chain(values).collect();
    let has = |(dialect, name): &(&str, &str)| {
        property_layout(release, 0, dialect, name).is_some()
            || defaults(release, 0, dialect, name).is_some()
    };
    all.into_iter().filter(has).collect()
}

/// How the text of an operation states a property that has a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stated {
    Nothing,
    Property,
    Attribute,
}

/// What an operation must have, which is asked for when text is read here, and by the tool after it has shown the operation.
fn needed(release: Release, (dialect, name): (&str, &str)) -> BTreeSet<&'static str> {
    let given = defaults(release, 0, dialect, name).unwrap_or_default();
    let fields = property_layout(release, 0, dialect, name).unwrap_or_default().iter();
    let fields = fields.filter(|field| matches!(field.kind, Kind::Attribute | Kind::String));
    let names = fields.map(|field| field.name);
    names.filter(|name| !given.iter().any(|value| value.name == *name)).collect()
}

/// What is a number in a file, and spelled as attributes of many kinds.
fn numbers(release: Release, (dialect, name): (&str, &str)) -> BTreeSet<&'static str> {
    let fields = property_layout(release, 0, dialect, name).unwrap_or_default().iter();
    let fields = fields.filter(|field| matches!(field.kind, Kind::Varint | Kind::OptionalVarint));
    fields.map(|field| field.name).collect()
}

/// The text of an operation that leaves out what it is given, but for the first of it.
fn text(
    release: Release,
    (dialect, name): (&str, &str),
    stated: Stated,
    operands: &str,
    needed: &BTreeSet<&str>,
) -> String {
    let given = defaults(release, 0, dialect, name).unwrap_or_default();
    let first = given.first().map(|value| format!("{} = {}", value.name, value.text));
    let fields = property_layout(release, 0, dialect, name).unwrap_or_default();
    let is_property =
        given.first().is_some_and(|value| fields.iter().any(|field| field.name == value.name));
    let mut inside: Vec<String> = needed.iter().map(|name| format!("{name} = \"\"")).collect();
    let mut behind = String::new();
    match (first, stated) {
        (Some(first), Stated::Property) if is_property => inside.push(first),
        (Some(first), Stated::Property | Stated::Attribute) => behind = format!(" {{{first}}}"),
        _ => {}
    }
    let inside = match inside.is_empty() {
        true => String::new(),
        false => format!(" <{{{}}}>", inside.join(", ")),
    };
    match operands.matches('%').count() {
        0 => format!("\"{dialect}.{name}\"(){inside}{behind} : () -> ()\n"),
        count => {
            let types = vec!["f32"; count].join(", ");
            format!(
                "%0 = \"some.value\"() : () -> f32\n\
                 %1 = \"{dialect}.{name}\"({operands}){inside}{behind} : ({types}) -> f32\n"
            )
        }
    }
}

/// The operations of a name that are in a text, or in the output of the tool.
fn called(text: &str, name: &str) -> Option<Operation> {
    let sign = format!("\"{name}\"(");
    let mut lines = text.lines().filter_map(|line| line.find(&sign).map(|at| &line[at..]));
    // A line of the text itself has only what was stated.
    let line = lines.next_back()?;
    operations(line).into_iter().next()
}

/// What differs, of one release, and how many values were compared.
fn compare(tool: MlirOpt, stated: Stated) -> (usize, usize, Vec<String>) {
    let release = tool.release.to_string().parse::<Release>().expect("a release of the schema");
    let names = known(release);
    let options = ParseOptions::default().release(release);
    let ours = |text: &str| match Module::parse(text, &options) {
        Ok(module) => module.print(&PrintOptions::default()).expect("text"),
        Err(errors) => panic!("{tool}: {errors}"),
    };
    let nothing = BTreeSet::new();
    let texts: Vec<String> =
        names.iter().map(|name| text(release, *name, stated, "", &nothing)).collect();
    let theirs = shown(tool, &texts);
    let texts: Vec<String> = names
        .iter()
        .map(|name| text(release, *name, stated, "", &needed(release, *name)))
        .collect();
    let printed = ours(&texts.concat());
    let mut printed_of: BTreeMap<String, Operation> = operations(&printed)
        .into_iter()
        .map(|operation| (operation.name.clone(), operation))
        .collect();
    let (mut values, mut lost, mut wrong) = (0, 0, Vec::new());
    for ((dialect, name), mut theirs) in names.into_iter().zip(theirs) {
        let full = format!("{dialect}.{name}");
        if theirs.is_none() {
            for operands in OPERANDS {
                let text = text(release, (dialect, name), stated, operands, &nothing);
                theirs = tool.shown(&text).and_then(|shown| called(&shown, &full));
                if theirs.is_some() {
                    printed_of
                        .extend(called(&ours(&text), &full).map(|found| (full.clone(), found)));
                    break;
                }
            }
        }
        let Some(mut theirs) = theirs else {
            lost += 1;
            continue;
        };
        let Some(mut ours) = printed_of.remove(&full) else {
            wrong.push(format!("{tool}: {full} is not printed"));
            continue;
        };
        let needed = needed(release, (dialect, name));
        let numbers = numbers(release, (dialect, name));
        for operation in [&mut ours, &mut theirs] {
            operation.properties.retain(|entry| {
                let name = entry.name.as_str();
                !needed.contains(name) && !numbers.contains(name)
            });
            operation.properties.sort_by(|one, other| one.name.cmp(&other.name));
            operation.attributes.sort_by(|one, other| one.name.cmp(&other.name));
        }
        values += defaults(release, 0, dialect, name).unwrap_or_default().len();
        if ours != theirs {
            wrong.push(format!("{tool}, {stated:?}: {ours:?}\n  and by the tool {theirs:?}"));
        }
    }
    (values, lost, wrong)
}

/// What the tool makes of operations, each in a module of its own.
fn shown(tool: MlirOpt, texts: &[String]) -> Vec<Option<Operation>> {
    let name = |text: &str| text.split('"').nth(1).unwrap_or_default().to_owned();
    let Some(all) = tool.shown(&texts.join("// -----\n")) else {
        // It crashed on one of them.
        return match texts {
            [] => Vec::new(),
            [_] => vec![None],
            _ => {
                let (before, behind) = texts.split_at(texts.len() / 2);
                [shown(tool, before), shown(tool, behind)].concat()
            }
        };
    };
    let mut found: BTreeMap<String, Operation> = BTreeMap::new();
    for line in all.lines().filter(|line| line.contains(" : ")) {
        found.extend(
            operations(line).into_iter().map(|operation| (operation.name.clone(), operation)),
        );
    }
    texts.iter().map(|text| found.remove(&name(text))).collect()
}

/// Every operation of every release, without its properties, and with the first of them that it is given anyway.
#[test]
fn absent_properties_are_given_what_the_tool_gives() {
    let tools = MlirOpt::ALL.into_iter().chain(MlirOpt::unpacked());
    let cases: Vec<(MlirOpt, Stated)> = tools
        .flat_map(|tool| {
            let stated: &[Stated] = match tool.release {
                16 => &[Stated::Nothing, Stated::Attribute],
                _ => &[Stated::Nothing, Stated::Property, Stated::Attribute],
            };
            stated.iter().map(move |stated| (tool, *stated))
        })
        .collect();
    let found = in_parallel(&cases, |(tool, stated)| compare(*tool, *stated));
    let (mut values, mut wrong) = (0, Vec::new());
    for ((tool, stated), (some, none, others)) in cases.iter().zip(found) {
        println!("{tool}, {stated:?}: {some} values, {none} operations are not shown");
        values += some;
        assert!(none < 100, "{tool}: {none} operations are not shown");
        wrong.extend(others);
    }
    report(&wrong);
    assert!(values > 2000, "only {values} values were compared");
}

/// Properties that are numbers and truth values of C++, and the first release that has them.
const NATIVE: [(u8, &str); 3] = [
    // A property among the other attributes does not count.
    (
        19,
        r#"
        %0:2 = "some.values"() : () -> (i32, i32)
        %1 = "llvm.add"(%0#0, %0#1) {overflowFlags = 1 : i32} : (i32, i32) -> i32
        "#,
    ),
    (
        21,
        r#"
        %0:2 = "some.values"() : () -> (index, index)
        %1 = "affine.linearize_index"(%0#0, %0#1, %0#1) <{disjoint, static_basis = array<i64: -9223372036854775808>,
          operandSegmentSizes = array<i32: 2, 1>}> : (index, index, index) -> index
        "#,
    ),
    (
        22,
        r#"
        %0:3 = "some.values"() : () -> (!ptr.ptr<#ptr.generic_space>, i32, f32)
        %1 = "ptr.load"(%0#0) : (!ptr.ptr<#ptr.generic_space>) -> f32
        %2 = "ptr.load"(%0#0) <{alignment = [8 : i64], volatile_, ordering = 1 : i32}>
          : (!ptr.ptr<#ptr.generic_space>) -> f32
        %3 = "ptr.ptr_add"(%0#0, %0#1) <{flags = 2 : i32}>
          : (!ptr.ptr<#ptr.generic_space>, i32) -> !ptr.ptr<#ptr.generic_space>
        %4 = "ptr.ptr_diff"(%0#0, %0#0)
          : (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>) -> i32
        %5 = "ptr.ptr_diff"(%0#0, %0#0) <{flags = 1 : i8}>
          : (!ptr.ptr<#ptr.generic_space>, !ptr.ptr<#ptr.generic_space>) -> i32
        "ptr.store"(%0#2, %0#0) <{alignment = []}> : (f32, !ptr.ptr<#ptr.generic_space>) -> ()
        "#,
    ),
];

/// Properties that are no attributes are read and printed as the tool does, also where a file has no properties.
#[test]
fn numbers_and_truth_values_are_spelled_as_the_tool_does() {
    let mut wrong = Vec::new();
    let tools: Vec<MlirOpt> = MlirOpt::ALL.into_iter().chain(MlirOpt::unpacked()).collect();
    for (since, text) in NATIVE {
        for tool in tools.iter().filter(|tool| tool.release >= since) {
            let release = tool.release.to_string().parse::<Release>().expect("a release");
            let options = ParseOptions::default().release(release);
            let print = |module: Module<'_>| module.print(&PrintOptions::default()).expect("text");
            let ours = print(Module::parse(text, &options).expect("a module"));
            let theirs = tool.print_plain(text.as_bytes()).expect("the tool's text");
            if ours != *theirs {
                wrong.push(format!("{tool}: {ours}\nand by the tool\n{theirs}"));
            }
            for version in [4, 6] {
                let file = tool.rewrite(text.as_bytes(), version).expect("the tool's file");
                let ours = print(Module::read(&file).expect("a module"));
                let theirs = tool.print_plain(&file).expect("the tool's text");
                if ours != *theirs {
                    wrong.push(format!("{tool}, {version}: {ours}\nand by the tool\n{theirs}"));
                }
            }
        }
    }
    report(&wrong);
}
