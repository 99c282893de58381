//! CUDA Tile IR: whole files, with the bodies of functions.

use crate::mutated::{Found, compare, refused};
use crate::same::{Same, of_item, of_value};
use crate::scopes::{Known, Scopes};
use crate::tile_ir_plan;
use bytespec::plan::data::{ItemId, Kind};
use bytespec::plan::{self, SectionContent, Tree, Value};
use bytespec::tile_ir::{
    ConstantId, DebugId, Event, File, Module, OpKind, StringId, TypeId, WriteOptions,
};
use bytespec::{Error, Result};
use bytespec_tests::corpus::{corpus, valid};
use std::collections::{BTreeMap, HashMap};

/// Everything in a file by the generated code: tables first, and then sections by their ids.
fn generated(input: &[u8]) -> Result<Vec<(String, Same)>> {
    let file = File::open(input)?;
    let mut out: Vec<(String, Same)> = Vec::new();
    for index in 0..file.string_count() {
        let text = file.string(StringId(index as u32))?;
        out.push((format!("string {index}"), Same::Bytes(text.to_vec())));
    }
    if let Some(debug) = file.debug()? {
        let numbers = |list: Vec<u64>| {
            Same::List(list.into_iter().map(|number| Same::Number(number.into())).collect())
        };
        out.push((
            "offsets".into(),
            numbers(debug.function_offsets.iter().map(u64::from).collect()),
        ));
        out.push(("indices".into(), numbers(debug.indices.iter().collect())));
        for index in 0..debug.len() {
            let (entry, rest) = debug.entry_with_rest(DebugId(index as u32))?;
            out.push((format!("debug {index}"), with_rest(of_item(&entry), rest)));
        }
    }
    for index in 0..file.constant_count() {
        let (bytes, rest) = file.constant_with_rest(ConstantId(index as u32))?;
        out.push((format!("constant {index}"), with_rest(Same::Bytes(bytes.to_vec()), rest)));
    }
    for index in 0..file.type_count() {
        let (ty, rest) = file.ty_with_rest(TypeId(index as u32))?;
        out.push((format!("type {index}"), with_rest(of_item(&ty), rest)));
    }
    for (index, function) in file.functions()?.enumerate() {
        let entry = of_item(&function.entry());
        let Same::Item(name, mut fields) = entry else { continue };
        fields.remove("body");
        out.push((format!("function {index}"), Same::Item(name, fields)));
        for event in function.body()?.events() {
            out.push((format!("in function {index}"), of_event(event?)));
        }
    }
    for (index, global) in file.globals()?.iter().enumerate() {
        out.push((format!("global {index}"), of_item(global)));
    }
    match file.producer() {
        Ok(producer) => {
            out.extend(producer.map(|text| ("producer".into(), Same::Bytes(text.to_vec()))))
        }
        // An index past its table, which is for whoever looks it up.
        Err(error) if error.offset().is_none() => out.push(("producer".into(), Same::Absent)),
        Err(error) => return Err(error),
    }
    Ok(out)
}

fn with_rest(value: Same, rest: &[u8]) -> Same {
    Same::List(vec![value, Same::Bytes(rest.to_vec())])
}

fn of_event(event: Event<'_>) -> Same {
    match event {
        Event::Op(op) => of_item(&op),
        Event::BeginRegion(_) => Same::Mark("region"),
        Event::BeginBlock(arguments) => {
            let types =
                arguments.iter().map(|argument| Same::Ref("Type".into(), argument.ty.0.into()));
            Same::List(types.collect())
        }
        Event::EndBlock => Same::Mark("end of block"),
        Event::EndRegion => Same::Mark("end of region"),
        Event::EndOp => Same::Mark("end of operation"),
        other => panic!("{other:?} has no mark"),
    }
}

/// The operations that end blocks, by their items.
fn terminators() -> HashMap<ItemId, bool> {
    let plan = tile_ir_plan();
    let kinds = OpKind::ALL.iter().map(|kind| kind.info());
    let known: HashMap<&str, bool> = kinds.map(|info| (info.name, info.terminator)).collect();
    let operations = plan.items.iter().enumerate().filter(|(_, item)| item.kind == Kind::Operation);
    operations
        .map(|(at, item)| (ItemId(at as u32), known.get(plan.name(item.name)) == Some(&true)))
        .collect()
}

/// The sections that the plan reads, by the name of the section; and how many bytes no line of a listing has.
type Sections = BTreeMap<String, Value>;

fn interpreted(input: &[u8], terminators: &HashMap<ItemId, bool>) -> Result<Sections> {
    let plan = tile_ir_plan();
    let mut file = plan::File::open(plan, input, &[])?;
    let executor = file.executor().clone();
    let types: std::cell::RefCell<Option<Value>> = std::cell::RefCell::default();
    let params = |index: u64| -> Result<u64> {
        let types = types.borrow();
        let table = types.as_ref().and_then(|section| section.get(plan, "types"));
        let entry = match table.and_then(|table| table.get(plan, "entries")) {
            Some(Value::List(entries)) => entries.get(index as usize),
            _ => None,
        };
        let params = entry.and_then(|entry| entry.get(plan, "value")?.get(plan, "params"));
        match params {
            Some(Value::List(params)) => Ok(params.len() as u64),
            _ => Err(Error::invalid("the signature is no function type")),
        }
    };
    let known = Known { plan, params: &params, terminators };
    let mut sections = Sections::new();
    file.read_with(
        |_| (Tree::new(&executor, input), Scopes::new(&known)),
        |section, (tree, _)| {
            let name = section.name.unwrap_or_default().to_owned();
            let value = tree.into_value();
            if name == "type" {
                *types.borrow_mut() = Some(value.clone());
            }
            sections.insert(name, value);
            Ok(())
        },
    )?;
    Ok(sections)
}

/// The same as [`generated`] from the values of a plan.
fn listed(sections: &Sections) -> Vec<(String, Same)> {
    let plan = tile_ir_plan();
    let mut out: Vec<(String, Same)> = Vec::new();
    let of = |value: &Value| of_value(plan, value, &[]);
    let list = |section: &str, field: &str| -> Vec<Value> {
        let value = sections.get(section).and_then(|section| section.get(plan, field));
        match value {
            Some(Value::List(elements)) => elements.clone(),
            Some(table) => match table.get(plan, "entries") {
                Some(Value::List(entries)) => entries.clone(),
                _ => Vec::new(),
            },
            None => Vec::new(),
        }
    };
    let entry = |entry: &Value| -> Same {
        let part = |name: &str| entry.get(plan, name).map_or(Same::Absent, of);
        Same::List(vec![part("value"), part("rest")])
    };
    let strings = list("string", "strings");
    for (index, text) in strings.iter().enumerate() {
        out.push((format!("string {index}"), of(text)));
    }
    if let Some(debug) = sections.get("debug") {
        for (name, field) in [("offsets", "function_offsets"), ("indices", "indices")] {
            let list = debug.get(plan, field).and_then(|list| list.get(plan, "elements"));
            out.push((name.into(), list.map_or(Same::Absent, of)));
        }
        for (index, value) in list("debug", "entries").iter().enumerate() {
            out.push((format!("debug {index}"), entry(value)));
        }
    }
    for (section, field, name) in [("constant", "constants", "constant"), ("type", "types", "type")]
    {
        for (index, value) in list(section, field).iter().enumerate() {
            out.push((format!("{name} {index}"), entry(value)));
        }
    }
    for (index, function) in list("function", "functions").iter().enumerate() {
        out.push((format!("function {index}"), of_value(plan, function, &["body"])));
        if let Some(Value::List(operations)) = function.get(plan, "body") {
            let name = format!("in function {index}");
            operations.iter().for_each(|op| flatten(op, &name, &mut out));
        }
    }
    for (index, global) in list("global", "globals").iter().enumerate() {
        out.push((format!("global {index}"), of(global)));
    }
    if let Some(producer) = sections.get("producer") {
        let index = producer.get(plan, "producer").and_then(Value::number);
        let text = index.and_then(|index| strings.get(index as usize));
        out.push(("producer".into(), text.map_or(Same::Absent, of)));
    }
    out
}

fn flatten(op: &Value, name: &str, out: &mut Vec<(String, Same)>) {
    let plan = tile_ir_plan();
    out.push((name.into(), of_value(plan, op, &["regions"])));
    let Some(Value::List(regions)) = op.get(plan, "regions") else { return };
    let list = |value: &Value, field: &str| match value.get(plan, field) {
        Some(Value::List(elements)) => elements.clone(),
        _ => Vec::new(),
    };
    for region in regions {
        out.push((name.into(), Same::Mark("region")));
        for block in list(region, "blocks") {
            let arguments = list(&block, "arguments");
            let arguments = arguments.iter().map(|argument| of_value(plan, argument, &[]));
            out.push((name.into(), Same::List(arguments.collect())));
            list(&block, "operations").iter().for_each(|op| flatten(op, name, out));
            out.push((name.into(), Same::Mark("end of block")));
        }
        out.push((name.into(), Same::Mark("end of region")));
    }
    out.push((name.into(), Same::Mark("end of operation")));
}

fn written(input: &[u8]) -> Result<Vec<u8>> {
    let mut file = plan::File::open(tile_ir_plan(), input, &[])?;
    let value = file.read()?;
    file.write(&value)
}

/// Where the first difference of two readings is.
fn difference(a: &[(String, Same)], b: &[(String, Same)]) -> Option<String> {
    if let Some((a, b)) = a.iter().zip(b).find(|(a, b)| a != b) {
        return Some(format!("{}: generated {:?}\n  {}: interpreted {:?}", a.0, a.1, b.0, b.1));
    }
    (a.len() != b.len()).then(|| format!("generated {} values, interpreted {}", a.len(), b.len()))
}

#[test]
fn both_decoders_read_the_same_from_every_file() {
    let terminators = terminators();
    let mut wrong = Vec::new();
    for file in valid() {
        let generated = match generated(&file.bytes) {
            Ok(generated) => generated,
            Err(error) => panic!("{}: {error}", file.name),
        };
        match interpreted(&file.bytes, &terminators) {
            Ok(sections) => {
                let found = difference(&generated, &listed(&sections));
                wrong.extend(found.map(|found| format!("{}: {found}", file.name)));
            }
            Err(error) => wrong.push(format!("{}: {error}", file.name)),
        }
        if wrong.len() > 8 {
            break;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_plan_writes_the_same_bytes() {
    let mut wrong = Vec::new();
    for file in valid() {
        match written(&file.bytes) {
            Ok(bytes) if bytes == file.bytes => {}
            Ok(_) => wrong.push(format!("{}: other bytes", file.name)),
            Err(error) => wrong.push(format!("{}: {error}", file.name)),
        }
    }
    let some: Vec<&str> = wrong.iter().take(8).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} files: {}", wrong.len(), some.join("\n"));
}

/// Whether generated code finds a fault before it reads all that stands before the fault: opening a file looks at the
/// shapes of its tables, and the functions are read before their bodies.
fn is_eager(input: &[u8]) -> bool {
    File::open(input).map_or(true, |file| file.functions().is_err())
}

#[test]
fn damaged_files_are_the_same_to_both_decoders() {
    let terminators = terminators();
    let files: Vec<&[u8]> = corpus().iter().map(|file| file.bytes.as_slice()).collect();
    compare(&files, |bytes| {
        let (generated, interpreted) = (generated(bytes), interpreted(bytes, &terminators));
        let (generated, sections) = match (generated, interpreted) {
            (Ok(generated), Ok(sections)) => (generated, sections),
            (generated, interpreted) => {
                let both = generated.is_err() && interpreted.is_err();
                return match refused(generated, interpreted) {
                    Found::Different(_) if both && is_eager(bytes) => {
                        Found::NotInPlan("opening looks at the shapes of all tables")
                    }
                    found => found,
                };
            }
        };
        if let Some(found) = difference(&generated, &listed(&sections)) {
            return Found::Different(found);
        }
        match written(bytes) {
            // A number may have been in more bytes than it takes, which moves what is aligned.
            Ok(kept) => match self::interpreted(&kept, &terminators) {
                Ok(again) if listed(&again) == listed(&sections) => {}
                _ => return Found::Different(other_bytes(bytes, bytes, &kept)),
            },
            Err(error) => return Found::Different(error.to_string()),
        }
        // References past a table, and locations, are for a module to look at.
        let module = File::open(bytes).and_then(|file| Module::from_file(&file));
        let module = module.and_then(|module| module.write_unverified(&WriteOptions::default()));
        match (module, written_anew(bytes)) {
            (Ok(generated), Ok(interpreted)) => match written_anew(&generated) {
                Ok(again) if again == interpreted => Found::Same,
                Ok(again) => Found::Different(other_bytes(bytes, &again, &interpreted)),
                Err(error) => Found::Different(error.to_string()),
            },
            (_, Ok(_)) => Found::Same,
            (_, Err(error)) => Found::Different(error.to_string()),
        }
    });
}

/// The same as [`written`], with the filler of the format in the place of what was read: generated code keeps
/// filler only inside of sections that it carries as bytes.
fn written_anew(input: &[u8]) -> Result<Vec<u8>> {
    let mut file = plan::File::open(tile_ir_plan(), input, &[])?;
    let mut value = file.read()?;
    for section in &mut value.sections {
        if let SectionContent::Item(_, value) = &mut section.content {
            value.forget_filler(tile_ir_plan());
        }
    }
    file.write(&value)
}

/// Where two writers differ, and what stood there.
fn other_bytes(input: &[u8], generated: &[u8], interpreted: &[u8]) -> String {
    let at = generated.iter().zip(interpreted).take_while(|(a, b)| a == b).count();
    let near = |bytes: &[u8]| -> String {
        let shown = bytes.iter().skip(at.saturating_sub(2)).take(8);
        shown.map(|byte| format!("{byte:02x} ")).collect()
    };
    let lens = [input.len(), generated.len(), interpreted.len()];
    format!(
        "at byte {at} read {}, generated code writes {}, the plan {} (of {lens:?} bytes)",
        near(input),
        near(generated),
        near(interpreted)
    )
}
