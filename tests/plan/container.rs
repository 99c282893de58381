//! Whole files of MLIR: what the layouts of the schema say of every section, and what code written by hand reads.

use crate::mlir::{mlir_plan, of_property};
use crate::mutated::{Found, compare, refused};
use crate::same::{Same, of_item, of_value};
use bytespec::error::Context as _;
use bytespec::mlir::{
    self, Attribute, AttributeId, Event, File, OpNameId, Owner, PropertyBlobId, Resource, StringId,
    Type, TypeId, UseLists,
};
use bytespec::plan::{self, FileValue, SectionContent, Value};
use bytespec::wire::Cursor;
use bytespec::{Error, ErrorKind, Result};
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::BTreeMap;

/// The path of errors in the table of properties.
const TABLE_OF_PROPERTIES: &str = "table of properties";

/// The values of the parts of a file, by the name of the part.
pub(crate) type Values = Vec<(String, Same)>;

/// How much of a file nothing describes.
#[derive(Clone, Copy, Debug, Default)]
struct Opaque {
    entries: usize,
    properties: usize,
    /// Entries and properties that inference reads and the plan does not.
    inferred: usize,
}

/// Whether the reader has to find out which release wrote a file.
fn is_inferred(input: &[u8]) -> bool {
    File::open(input).is_ok_and(|file| file.release().is_none())
}

fn bytes(bytes: &[u8]) -> Same {
    Same::Bytes(bytes.to_vec())
}

fn text(text: &[u8]) -> Same {
    Same::Text(String::from_utf8_lossy(text).into_owned())
}

fn number(number: u64) -> Same {
    Same::Number(number.into())
}

/// The fields of an item, whatever it is called.
fn fields(of: Same) -> Same {
    match of {
        Same::Item(_, fields) => Same::Item(String::new(), fields),
        other => other,
    }
}

fn orders(lists: Option<UseLists<'_>>) -> Same {
    let lists = lists.iter().flat_map(UseLists::iter);
    let orders =
        lists.map(|list| Same::List(vec![number(list.value.into()), of_item(&list.order)]));
    Same::List(orders.collect())
}

/// Everything in a file by code that is generated or written by hand.
pub(crate) fn generated(input: &[u8]) -> Result<Values> {
    let file = File::open(input)?;
    // Where entries stand is found out before any is looked into.
    file.string_count()?;
    file.op_name_count()?;
    file.attribute_count()?;
    let mut out = Values::new();
    for index in 0..file.string_count()? {
        out.push((format!("string {index}"), bytes(file.string(StringId(index as u32))?)));
    }
    for (index, dialect) in file.dialects()?.enumerate() {
        let version = dialect.version.map_or(Same::Absent, bytes);
        out.push((format!("dialect {index}"), Same::List(vec![bytes(dialect.name), version])));
    }
    for index in 0..file.op_name_count()? {
        let name = file.op_name(OpNameId(index as u32))?;
        let parts = vec![bytes(name.dialect), bytes(name.name), Same::Bool(name.registered)];
        out.push((format!("op name {index}"), Same::List(parts)));
    }
    for index in 0..file.attribute_count()? {
        let value = match file.attribute(AttributeId(index as u32))? {
            Attribute::Typed(entry) => of_item(&entry),
            Attribute::Text { text: spelled, .. } => text(spelled),
            Attribute::Opaque { bytes: opaque, .. } => bytes(opaque),
        };
        out.push((format!("attribute {index}"), value));
    }
    for index in 0..file.type_count()? {
        let value = match file.ty(TypeId(index as u32))? {
            Type::Typed(entry) => of_item(&entry),
            Type::Text { text: spelled, .. } => text(spelled),
            Type::Opaque { bytes: opaque, .. } => bytes(opaque),
        };
        out.push((format!("type {index}"), value));
    }
    let users = generated_operations(&file, &mut out)?;
    generated_resources(&file, &mut out)?;
    generated_properties(&file, input, &users, &mut out)?;
    Ok(out)
}

/// The values of operations, and the first operation that has each set of properties.
fn generated_operations(file: &File<'_>, out: &mut Values) -> Result<BTreeMap<u32, OpNameId>> {
    let mut users: BTreeMap<u32, OpNameId> = BTreeMap::new();
    let mut walker = file.walk();
    while let Some(event) = walker.next()? {
        match event {
            Event::Operation(op) => {
                if let Some(blob) = op.properties {
                    users.entry(blob.0).or_insert(op.name);
                }
                out.push(("operation".into(), fields(of_item(&op.record()))));
                out.push(("orders".into(), orders(op.use_lists())));
                out.extend(op.regions.map(|head| ("regions".into(), fields(of_item(&head)))));
            }
            Event::Region(head) => out.push(("region".into(), fields(of_item(&head)))),
            Event::Block(block) => {
                out.push(("block".into(), fields(of_item(&block.record()))));
                out.push(("orders".into(), orders(block.use_lists())));
            }
            _ => {}
        }
    }
    Ok(users)
}

/// The values of resources.
fn generated_resources(file: &File<'_>, out: &mut Values) -> Result<()> {
    for (index, info) in file.resources()?.entries().iter().enumerate() {
        let owner = match info.owner {
            Owner::External(name) => Same::Ref("String".to_owned(), name.0.into()),
            Owner::Dialect(dialect) => Same::Ref("Dialect".to_owned(), dialect.0.into()),
        };
        let content = match file.resource_data(info)? {
            Resource::Blob { alignment, bytes: blob, .. } => {
                Same::List(vec![number(alignment), bytes(blob)])
            }
            Resource::Bool(value) => Same::Bool(value),
            Resource::String(id) => Same::Ref("String".to_owned(), id.0.into()),
            Resource::None => Same::Absent,
        };
        let key = Same::Ref("String".to_owned(), info.key.0.into());
        out.push((format!("resource {index}"), Same::List(vec![owner, key, content])));
    }
    Ok(())
}

/// The values of properties, by the operations that have them.
fn generated_properties(
    file: &File<'_>,
    input: &[u8],
    users: &BTreeMap<u32, OpNameId>,
    out: &mut Values,
) -> Result<()> {
    // Where every set of properties is, is found before any is read.
    let count = file.properties_count().field(TABLE_OF_PROPERTIES)?;
    for index in 0..count as u32 {
        let blob = PropertyBlobId(index);
        let all = bytes(file.properties(blob)?);
        let value = match users.get(&index) {
            None => all,
            Some(name) if let Err(error) = file.op_name(*name) => {
                let blob = file.properties(blob)?.as_ptr() as usize;
                return Err(error.or_at(blob - input.as_ptr() as usize));
            }
            Some(name) => match file.property_list(*name, blob) {
                Ok(Some(list)) => {
                    let fields =
                        list.iter().map(|one| (one.name.to_owned(), of_property(&one.value)));
                    Same::Item(String::new(), fields.collect())
                }
                Ok(None) => {
                    let start = file.properties(blob)?.as_ptr() as usize - input.as_ptr() as usize;
                    let end = start + file.properties(blob)?.len();
                    let mut cursor = Cursor::over(input, start, end)?;
                    cursor.prefix_u32()?;
                    if !cursor.is_empty() {
                        return Err(Error::invalid("bytes follow the number of an attribute"));
                    }
                    Same::Mark("attribute")
                }
                Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => all,
                Err(error) => return Err(error),
            },
        };
        out.push((format!("properties {index}"), value));
    }
    Ok(())
}

/// The same from the values of the plan, and the bytes that are written of them.
fn interpreted(input: &[u8]) -> Result<(Values, Result<Vec<u8>>)> {
    let mut file = plan::File::with(mlir::executor(), input)?;
    let value = file.read()?;
    let names: Vec<&str> =
        file.sections().iter().map(|section| section.name.unwrap_or("")).collect();
    Ok((listed(&value, &names), file.write(&value)))
}

fn list<'v>(value: Option<&'v Value>, field: &str) -> &'v [Value] {
    match value.and_then(|value| value.get(mlir_plan(), field)) {
        Some(Value::List(elements)) => elements,
        _ => &[],
    }
}

fn listed(value: &FileValue, names: &[&str]) -> Values {
    let plan = mlir_plan();
    let of = |value: &Value| of_value(plan, value, &[]);
    let part = |value: &Value, name: &str| value.get(plan, name).map_or(Same::Absent, of);
    let index = |value: &Value, name: &str| {
        value.get(plan, name).and_then(Value::number).unwrap_or_default() as usize
    };
    let section = |name: &str| {
        let mut found = names.iter().zip(&value.sections).filter(|(known, _)| **known == name);
        found.find_map(|(_, section)| match &section.content {
            SectionContent::Item(_, value) => Some(value),
            SectionContent::Bytes(_) => None,
        })
    };
    let mut out = Values::new();
    let strings = list(section("string"), "strings");
    for (at, string) in strings.iter().enumerate() {
        out.push((format!("string {at}"), part(string, "text")));
    }
    let named = |at: usize| strings.get(at).map_or(Same::Absent, |string| part(string, "text"));
    let dialects = list(section("dialect"), "dialects");
    for (at, dialect) in dialects.iter().enumerate() {
        let version = dialect.get(plan, "version").map_or(Same::Absent, |v| part(v, "content"));
        let parts = vec![named(index(dialect, "name")), version];
        out.push((format!("dialect {at}"), Same::List(parts)));
    }
    let groups = list(section("dialect"), "groups").iter();
    let names_of = groups.flat_map(|group| {
        let dialect = dialects.get(index(group, "dialect"));
        let dialect = dialect.map_or(Same::Absent, |dialect| named(index(dialect, "name")));
        list(Some(group), "names").iter().map(move |name| (dialect.clone(), name))
    });
    for (at, (dialect, name)) in names_of.enumerate() {
        let parts = vec![dialect, named(index(name, "name")), part(name, "registered")];
        out.push((format!("op name {at}"), Same::List(parts)));
    }
    for (field, kind) in [("attributes", "attribute"), ("types", "type")] {
        for (at, entry) in list(section("attr_type"), field).iter().enumerate() {
            let value = match (entry.get(plan, kind), entry.get(plan, "text")) {
                (Some(Value::Opaque(_, opaque)), _) => bytes(opaque),
                (Some(Value::Absent) | None, Some(Value::Bytes(spelled))) => text(spelled),
                (Some(value), _) => of(value),
                (None, _) => Same::Absent,
            };
            out.push((format!("{kind} {at}"), value));
        }
    }
    if let Some(block) = section("ir").and_then(|ir| ir.get(plan, "block")) {
        walk(block, &mut out);
    }
    let external = list(section("resource_offset"), "external").iter();
    let external = external.map(|group| (part(group, "name"), group));
    let owned = list(section("resource_offset"), "dialects").iter();
    let owned = owned.map(|group| (part(group, "dialect"), group));
    let entries = external.chain(owned).flat_map(|(owner, group)| {
        list(Some(group), "entries").iter().map(move |entry| (owner.clone(), entry))
    });
    let contents = list(section("resource"), "resources");
    for (at, ((owner, entry), content)) in entries.zip(contents).enumerate() {
        let blob = content.get(plan, "blob").filter(|blob| **blob != Value::Absent);
        let value = match blob {
            Some(blob) => Same::List(vec![part(blob, "alignment"), part(blob, "content")]),
            None => match part(content, "truth") {
                Same::Absent => part(content, "text"),
                truth => truth,
            },
        };
        let parts = vec![owner, part(entry, "key"), value];
        out.push((format!("resource {at}"), Same::List(parts)));
    }
    let sets = list(section("properties"), "blobs").iter().enumerate();
    out.extend(sets.map(|(at, set)| (format!("properties {at}"), properties(set))));
    out
}

/// What the plan says of a set of properties.
fn properties(set: &Value) -> Same {
    let plan = mlir_plan();
    let content = set.get(plan, "content");
    match content.and_then(|content| content.get(plan, "properties")) {
        Some(Value::Opaque(_, opaque)) => bytes(opaque),
        Some(Value::Absent) | None => Same::Mark("attribute"),
        Some(value) => fields(of_value(plan, value, &[])),
    }
}

/// The orders of uses of one value, or of several.
fn orders_of(value: &Value, one: &str, several: &str) -> Same {
    let plan = mlir_plan();
    let of = |value: &Value| of_value(plan, value, &[]);
    match value.get(plan, one) {
        Some(Value::Absent) | None => {}
        Some(order) => return Same::List(vec![Same::List(vec![number(0), of(order)])]),
    }
    let orders = list(Some(value), several).iter().map(|order| {
        let part = |name: &str| order.get(plan, name).map_or(Same::Absent, of);
        Same::List(vec![part("value"), part("order")])
    });
    Same::List(orders.collect())
}

fn walk(block: &Value, out: &mut Values) {
    let plan = mlir_plan();
    let skipped = ["argument_order", "argument_orders", "body"];
    out.push(("block".into(), fields(of_value(plan, block, &skipped))));
    out.push(("orders".into(), orders_of(block, "argument_order", "argument_orders")));
    for op in list(Some(block), "body") {
        let skipped = ["result_order", "result_orders", "body"];
        out.push(("operation".into(), fields(of_value(plan, op, &skipped))));
        out.push(("orders".into(), orders_of(op, "result_order", "result_orders")));
        let Some(regions) = op.get(plan, "body").filter(|body| **body != Value::Absent) else {
            continue;
        };
        let skipped = ["nested", "early", "open"];
        out.push(("regions".into(), fields(of_value(plan, regions, &skipped))));
        let nested = regions.get(plan, "nested").and_then(|nested| nested.get(plan, "content"));
        let all =
            [list(nested, "regions"), list(Some(regions), "early"), list(Some(regions), "open")];
        for region in all.into_iter().flatten() {
            out.push(("region".into(), fields(of_value(plan, region, &["body"]))));
            list(Some(region), "body").iter().for_each(|block| walk(block, out));
        }
    }
}

/// The first part of which both say something else, counting what only one of them describes.
fn different(
    input: &[u8],
    generated: &Values,
    interpreted: &Values,
    opaque: &mut Opaque,
) -> Option<String> {
    if generated.len() != interpreted.len() {
        return Some(format!("{} parts, and {}", generated.len(), interpreted.len()));
    }
    generated.iter().zip(interpreted).find_map(|((part, one), (other_part, other))| {
        let properties = part.starts_with("properties");
        match (one, other) {
            (Same::Bytes(_), Same::Bytes(_)) if properties => opaque.properties += 1,
            (Same::Bytes(_), Same::Bytes(_)) if part.starts_with(['a', 't']) => opaque.entries += 1,
            (Same::Item(..), Same::Bytes(_)) | (Same::Bytes(_), Same::Item(..))
                if is_inferred(input) =>
            {
                // What the evidence of a whole file tells is no matter of a plan.
                opaque.inferred += 1;
                return None;
            }
            _ => {}
        }
        let same = match (one, other) {
            (Same::Item(_, a), Same::Item(_, b)) if properties => {
                a.0.len() == b.0.len()
                    && a.0.iter().all(|(name, value)| match (value, b.get(name)) {
                        // Sizes of segments that are an attribute are looked up by code written by hand.
                        (Same::List(_), Some(Same::Ref(..))) => true,
                        (value, other) => Some(value) == other,
                    })
            }
            _ => part == other_part && one == other,
        };
        (!same).then(|| format!("{part}: generated {one:?}\n  {other_part}: interpreted {other:?}"))
    })
}

#[test]
fn both_decoders_read_the_same_files() {
    let (mut wrong, mut opaque) = (Vec::new(), Opaque::default());
    for file in mlir_corpus() {
        match (generated(&file.bytes), interpreted(&file.bytes)) {
            (Ok(one), Ok((other, written))) => {
                let found = different(&file.bytes, &one, &other, &mut opaque);
                wrong.extend(found.map(|found| format!("{}: {found}", file.name)));
                if written.as_ref() != Ok(&file.bytes) {
                    wrong.push(format!("{}: written as {:?}", file.name, written.err()));
                }
            }
            (Err(error), _) | (_, Err(error)) => wrong.push(format!("{}: {error}", file.name)),
        }
    }
    println!("{opaque:?}");
    let some: Vec<&str> = wrong.iter().take(12).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} differ: {}", wrong.len(), some.join("\n"));
}

/// Why a plan does not describe an error: by its kind, or by its place; none if it does.
fn not_in_plan(error: &Error) -> Option<&'static str> {
    const ALL_COUNTS: [&str; 3] =
        ["announced elements that fit the bytes", "bytes of a name", "bytes of all names"];
    let kind = match error.kind() {
        ErrorKind::Index { table, .. } if ["Value", "Block"].contains(&&**table) => {
            Some("which values and blocks there are")
        }
        ErrorKind::ExtraValue { .. } => Some("which values and blocks there are"),
        ErrorKind::UseOrder(_) | ErrorKind::Limit { limit: "values with an order of uses", .. } => {
            Some("orders of uses")
        }
        ErrorKind::Index { table, .. } if table == "Attribute" => {
            Some("which attribute sizes of segments are")
        }
        ErrorKind::Limit { limit, .. } if ALL_COUNTS.contains(limit) => {
            Some("what all counts and names may come to")
        }
        _ => None,
    };
    // What is held against the bytes left, or against each other, before what it is of is read.
    const EARLY: [&str; 3] =
        ["strings.count", "attr_type_offset.attributes", "attr_type_offset.types"];
    let path = error.path();
    kind.or_else(|| match path.as_str() {
        path if EARLY.contains(&path) => Some("counts, before what they count is read"),
        path if path.starts_with(TABLE_OF_PROPERTIES) => Some("how many properties there are"),
        path if path.starts_with("resource_offset") => Some("references of resources"),
        path if path.starts_with("resources[") && path.ends_with("alignment") => {
            Some("alignments of resources")
        }
        _ => None,
    })
}

#[test]
fn damaged_files_are_the_same_to_both_decoders() {
    let files: Vec<&[u8]> = mlir_corpus().iter().map(|file| file.bytes.as_slice()).collect();
    compare(&files, |bytes| match (generated(bytes), interpreted(bytes)) {
        (Ok(one), Ok((other, written))) => {
            match different(bytes, &one, &other, &mut Opaque::default()) {
                // Numbers that take more bytes than they need are written shorter, and mean the same.
                None => match written.and_then(|written| generated(&written)) {
                    Ok(again) => match different(bytes, &one, &again, &mut Opaque::default()) {
                        None => Found::Same,
                        Some(how) => Found::Different(format!("written as something else: {how}")),
                    },
                    Err(error) => Found::Different(format!("not written to be read: {error}")),
                },
                Some(how) => Found::Different(how),
            }
        }
        (Err(error), other) if let Some(reason) = not_in_plan(&error) => match other {
            Err(other) if other.offset() == error.offset() => Found::Refused,
            _ => Found::NotInPlan(reason),
        },
        (Err(one), Err(other)) => refused(Err::<(), _>(one), Err::<(), _>(other)),
        (Err(error), Ok(_)) => Found::Different(format!("only generated code refuses: {error}")),
        (Ok(_), Err(error)) => Found::Different(format!("only the plan refuses: {error}")),
    });
}
