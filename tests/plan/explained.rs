//! What `explain` says each field is, and what generated code has read there: the same values by the same paths.

use crate::mlir::{mlir_plan, of_property};
use crate::same::{Same, of_item, of_value};
use crate::tile_ir_plan;
use bytespec::mlir::{self, Attribute, AttributeId};
use bytespec::plan::data::{Kind, Plan, Shape};
use bytespec::plan::explain::{Explainer, Level, Name, Part, PartKind};
use bytespec::plan::same::FunctionSamples as _;
use bytespec::plan::{Builtin, Executor, Explanation, Leaf};
use bytespec::tile_ir::{self, ConstantId, DebugId, Event};
use bytespec::{Error, Result};
use bytespec_tests::corpus::valid;
use bytespec_tests::mlir_corpus::mlir_corpus;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Of so many files one is looked at, unless the environment variable `BYTESPEC_SOAK` is set.
const SAMPLED: usize = 12;

/// What was explained: values by path, and what is around them.
struct Explained<'e, 'p> {
    executor: &'e Executor<'p>,
    values: HashMap<String, Same>,
    levels: HashSet<String>,
    /// Elements and operations, in the order of the bytes: where each begins, in bits, whether it is an operation, and its path.
    elements: Vec<(u64, bool, String)>,
}

impl<'i> Explainer<'i> for Explained<'_, '_> {
    fn begin(&mut self, level: &Level<'_>) -> Result<()> {
        let plan = self.executor.plan();
        self.levels.insert(level.path.to_owned());
        let item = level.about.item.filter(|_| !level.is_sequence);
        let item = item.and_then(|item| plan.items.get(item.index()));
        let is_operation = item.is_some_and(|item| item.kind == Kind::Operation);
        if is_operation || matches!(level.name, Name::Index(_)) {
            self.elements.push((level.start, is_operation, level.path.to_owned()));
        }
        Ok(())
    }

    fn end(&mut self, _: u64) -> Result<()> {
        Ok(())
    }

    fn part(&mut self, part: &Part<'_, 'i>) -> Result<()> {
        let plan = self.executor.plan();
        let Some(held) = part.held.as_ref().filter(|_| part.kind != PartKind::Padding) else {
            return Ok(());
        };
        let value = match held.leaf {
            Leaf::Number(number) => {
                of_value(plan, &self.executor.number_value(held.shape, number), &[])
            }
            Leaf::Bytes(bytes) | Leaf::Opaque(_, bytes) | Leaf::Unknown(_, bytes) => {
                Same::Bytes(bytes.to_vec())
            }
            Leaf::Text(text) => Same::Text(format!("{text:?}")),
            Leaf::Value(value) | Leaf::Transformed(value) => match *held.shape {
                Shape::Function { name, .. } => Builtin.same(plan.name(name), value),
                _ => of_value(plan, value, &[]),
            },
        };
        // A field may be called as the tag before it.
        self.values.insert(part.path.to_owned(), value);
        Ok(())
    }
}

impl Explained<'_, '_> {
    /// Whether the version of the file, or a condition, may leave out a field of this name.
    fn may_lack(&self, field: &str) -> bool {
        let plan = self.executor.plan();
        let mut steps = plan.steps.iter().filter(|step| plan.name(step.name) == field);
        steps.any(|step| step.when.is_some() || !self.executor.open(step.gate))
    }
}

/// How many values are the same, which defaults generated code has of fields that a file does not, and where both differ.
#[derive(Default)]
struct Compared {
    same: usize,
    defaults: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Compared {
    /// Compares what generated code has read with what is explained at a path and behind it.
    fn look(&mut self, explained: &Explained<'_, '_>, path: &str, value: &Same) {
        match value {
            // What a function of the host has read is one value.
            Same::List(_) if explained.values.get(path) == Some(value) => self.same += 1,
            Same::Item(_, fields) => {
                for (name, value) in &fields.0 {
                    self.look(explained, &format!("{path}.{name}"), value);
                }
            }
            Same::List(elements) => {
                for (at, element) in elements.iter().enumerate() {
                    self.look(explained, &format!("{path}[{at}]"), element);
                }
                let next = format!("{path}[{}]", elements.len());
                if explained.values.contains_key(&next) || explained.levels.contains(&next) {
                    self.wrong.push(format!("{path}: more than {} elements", elements.len()));
                }
            }
            value => match explained.values.get(path) {
                Some(known) if known == value => self.same += 1,
                Some(known) => {
                    self.wrong.push(format!("{path}: generated {value:?}, explained {known:?}"));
                }
                None if *value == Same::Absent => self.same += 1,
                None => {
                    let field = path.rsplit_once('.').map_or(path, |(_, field)| field);
                    let field = field.split_once('[').map_or(field, |(field, _)| field);
                    if !explained.may_lack(field) {
                        self.wrong.push(format!("{path}: {value:?} is explained nowhere"));
                    }
                    *self.defaults.entry(format!("{field} = {value:?}")).or_default() += 1;
                }
            },
        }
    }
}

/// Explains a file, and lets `look` compare what generated code has read of it.
fn compare<'f>(
    plan: &Plan,
    files: impl Iterator<Item = (&'f str, &'f [u8])>,
    look: impl Fn(&[u8], &Explained<'_, '_>, &mut Compared) -> Result<()>,
) {
    let every = if std::env::var_os("BYTESPEC_SOAK").is_some() { 1 } else { SAMPLED };
    let executor = Executor::new(plan, &[]).expect("the plan is right");
    let (mut all, mut count) = (Compared::default(), 0);
    for (name, bytes) in files.step_by(every) {
        let found = Explanation::new(&executor, bytes).expect("the plan has files");
        let (values, levels, elements) = Default::default();
        let executor = found.file().executor();
        let mut explained = Explained { executor, values, levels, elements };
        found.walk(&mut explained).expect("nothing refuses");
        let mut compared = Compared::default();
        look(bytes, &explained, &mut compared).unwrap_or_else(|error| panic!("{name}: {error}"));
        all.same += compared.same;
        count += 1;
        for (what, times) in compared.defaults {
            *all.defaults.entry(what).or_default() += times;
        }
        all.wrong.extend(compared.wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
    }
    println!("{count} files, {} values are the same; not in them: {:?}", all.same, all.defaults);
    let some: Vec<&str> = all.wrong.iter().take(12).map(String::as_str).collect();
    assert!(all.wrong.is_empty(), "{} differ: {}", all.wrong.len(), some.join("\n"));
    assert!(all.same > 0);
}

fn of_tile_ir(input: &[u8], explained: &Explained<'_, '_>, compared: &mut Compared) -> Result<()> {
    let file = tile_ir::File::open(input)?;
    for index in 0..file.string_count() {
        let text = Same::Bytes(file.string(tile_ir::StringId(index as u32))?.to_vec());
        compared.look(explained, &format!("string.strings.entries[{index}]"), &text);
    }
    let mut table = |path: &str, index: usize, value: Same, rest: &[u8]| {
        let path = format!("{path}.entries[{index}]");
        compared.look(explained, &format!("{path}.value"), &value);
        compared.look(explained, &format!("{path}.rest"), &Same::Bytes(rest.to_vec()));
    };
    if let Some(debug) = file.debug()? {
        for index in 0..debug.len() {
            let (entry, rest) = debug.entry_with_rest(DebugId(index as u32))?;
            table("debug.entries", index, of_item(&entry), rest);
        }
    }
    for index in 0..file.constant_count() {
        let (bytes, rest) = file.constant_with_rest(ConstantId(index as u32))?;
        table("constant.constants", index, Same::Bytes(bytes.to_vec()), rest);
    }
    for index in 0..file.type_count() {
        let (ty, rest) = file.ty_with_rest(tile_ir::TypeId(index as u32))?;
        table("type.types", index, of_item(&ty), rest);
    }
    if let Some(debug) = file.debug()? {
        let numbers = |list: Vec<u64>| {
            Same::List(list.into_iter().map(|number| Same::Number(number.into())).collect())
        };
        let offsets = numbers(debug.function_offsets.iter().map(u64::from).collect());
        compared.look(explained, "debug.function_offsets.elements", &offsets);
        compared.look(
            explained,
            "debug.indices.elements",
            &numbers(debug.indices.iter().collect()),
        );
    }
    for (index, global) in file.globals()?.iter().enumerate() {
        compared.look(explained, &format!("global.globals[{index}]"), &of_item(global));
    }
    let elements = &explained.elements;
    let mut operations = elements.iter().filter(|(_, is_operation, _)| *is_operation);
    let is_block =
        |path: &str| path.rsplit_once('[').is_some_and(|(path, _)| path.ends_with(".blocks"));
    let mut blocks = elements.iter().filter(|(.., path)| is_block(path));
    for (index, function) in file.functions()?.enumerate() {
        let Same::Item(name, mut fields) = of_item(&function.entry()) else { continue };
        fields.remove("body");
        let entry = Same::Item(name, fields);
        compared.look(explained, &format!("function.functions[{index}]"), &entry);
        for event in function.body()?.events() {
            match event? {
                Event::Op(op) => {
                    let (.., path) = operations.next().ok_or_else(|| too_few("operation"))?;
                    compared.look(explained, path, &of_item(&op));
                }
                Event::BeginBlock(arguments) => {
                    let (.., path) = blocks.next().ok_or_else(|| too_few("block"))?;
                    let types = arguments.iter().map(|argument| argument.ty.0.into());
                    let types = types.map(|ty| Same::Ref("Type".to_owned(), ty)).collect();
                    let path = format!("{path}.arguments");
                    compared.look(explained, &path, &Same::List(types));
                }
                _ => {}
            }
        }
    }
    match (operations.next(), blocks.next()) {
        (None, None) => Ok(()),
        more => Err(Error::invalid(format!("more is explained: {more:?}"))),
    }
}

fn too_few(what: &str) -> Error {
    Error::invalid(format!("one {what} is explained nowhere"))
}

#[test]
fn fields_of_tile_ir_are_what_generated_code_reads() {
    let files = valid().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    compare(tile_ir_plan(), files, of_tile_ir);
}

fn of_mlir(input: &[u8], explained: &Explained<'_, '_>, compared: &mut Compared) -> Result<()> {
    let file = mlir::File::open(input)?;
    for index in 0..file.string_count()? {
        let text = Same::Bytes(file.string(mlir::StringId(index as u32))?.to_vec());
        compared.look(explained, &format!("string.strings[{index}].text"), &text);
    }
    for index in 0..file.attribute_count()? as u32 {
        if let Ok(Attribute::Typed(entry)) = file.attribute(AttributeId(index)) {
            let path = format!("attr_type.attributes[{index}].attribute");
            compared.look(explained, &path, &of_item(&entry));
        }
    }
    for index in 0..file.type_count()? as u32 {
        if let Ok(mlir::Type::Typed(entry)) = file.ty(mlir::TypeId(index)) {
            compared.look(explained, &format!("attr_type.types[{index}].type"), &of_item(&entry));
        }
    }
    let operations: HashMap<u64, &str> =
        explained.elements.iter().map(|(start, _, path)| (*start, path.as_str())).collect();
    let (mut walker, mut seen) = (file.walk(), HashSet::new());
    while let Some(event) = walker.next()? {
        let mlir::Event::Operation(operation) = event else { continue };
        let start = 8 * operation.offset as u64;
        let path = operations.get(&start).ok_or_else(|| too_few("operation"))?;
        let op = operation.record();
        compared.look(explained, path, &of_item(&op));
        // Properties are explained as those of the first operation that has them.
        let Some(blob) = op.properties.filter(|blob| seen.insert(*blob)) else { continue };
        let path = format!("properties.blobs[{}].content.properties", blob.0);
        let list = file.property_list(op.name, blob).ok().flatten().unwrap_or_default();
        for property in list.iter().filter(|_| explained.levels.contains(&path)) {
            let path = format!("{path}.{}", property.name);
            match (of_property(&property.value), explained.values.get(&path)) {
                // Sizes of segments that are an attribute are looked up by generated code.
                (Same::List(_), Some(Same::Ref(..))) => {}
                (value, _) => compared.look(explained, &path, &value),
            }
        }
    }
    Ok(())
}

#[test]
fn fields_of_mlir_are_what_generated_code_reads() {
    let files = mlir_corpus().iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    compare(mlir_plan(), files, of_mlir);
}
