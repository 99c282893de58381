//! Reads operations from definitions.

use std::collections::BTreeMap;

use super::default_text::{self, DefaultText};
use super::dump::{Dump, Record};
use super::layout::{self, Rules};
use super::operation::{Argument, ArgumentKind, Count, Group, Operation};
use super::versions;
use super::{ImportError, Result};

/// Whether attributes of the operations of a dialect are properties. They are if the record of the dialect does not state it, as
/// in definitions of old releases.
pub(super) fn attributes_are_properties(dialect: Record<'_>) -> Result<bool> {
    Ok(dialect.bit("usePropertiesForAttributes")?.unwrap_or(true))
}

/// Reads the operations of a dump: the dialect and the name of each.
pub(super) fn read(dump: &Dump) -> Result<Vec<(String, String, Operation)>> {
    let mut opcodes = BTreeMap::new();
    for record in dump.instances("PublicOpcode")? {
        if let Some(operation) = record.reference("operation")? {
            opcodes.insert(operation.name, record.integer("opcodeValue")?);
        }
    }
    let mut found = Vec::new();
    for record in dump.instances("Op")? {
        let (dialect, name, mut operation) = operation(record)?;
        operation.opcode = opcodes.get(record.name).copied().flatten();
        found.push((dialect, name, operation));
    }
    Ok(found)
}

fn operation(record: Record<'_>) -> Result<(String, String, Operation)> {
    let dialect = record.reference("opDialect")?;
    let dialect = dialect.ok_or_else(|| {
        ImportError::new(format!("the operation of record `{}` has no dialect", record.name))
    })?;
    let mut traits = Traits::default();
    traits.flatten(record, 0)?;
    let named_effects = ["arguments", "results"].into_iter().map(|key| has_effects(record, key));
    let named_effects = named_effects.collect::<Result<Vec<_>>>()?.contains(&true);
    let arguments =
        record.dag("arguments")?.into_iter().map(argument).collect::<Result<Vec<_>>>()?;
    let mut operation = Operation {
        summary: record.text("summary")?.unwrap_or_default().trim().to_owned(),
        arguments,
        results: groups(record, "results")?,
        regions: groups(record, "regions")?,
        successors: groups(record, "successors")?,
        no_memory_effect: traits.effects == Some(false) && !named_effects,
        traits: traits.names,
        layout: Ok(Vec::new()),
        opcode: None,
        bounds: versions::bounds(record)?,
    };
    let custom = record.bit("useCustomPropertiesEncoding")?;
    let attributes = attributes_are_properties(dialect)?;
    let rules = Rules { attributes, custom: custom.unwrap_or(false), sizes_last: custom.is_none() };
    operation.layout = layout::derive(&operation, &rules);
    let name = record.needed_text("opName")?.to_owned();
    Ok((dialect.needed_text("name")?.to_owned(), name, operation))
}

/// Lists of traits nest in definitions, but not deep.
const MAX_TRAIT_DEPTH: usize = 64;

/// The traits of a record, those in lists too.
#[derive(Default)]
struct Traits {
    /// Their names.
    names: Vec<String>,
    /// Whether one of them says an effect on memory; none where none says that there are or are not any.
    effects: Option<bool>,
}

impl Traits {
    fn flatten(&mut self, record: Record<'_>, depth: usize) -> Result<()> {
        if depth > MAX_TRAIT_DEPTH {
            let message = format!("the traits of record `{}` are nested too deep", record.name);
            return Err(ImportError::new(message));
        }
        for item in record.list("traits")? {
            if item.is("TraitList") {
                self.flatten(item, depth + 1)?;
                continue;
            }
            if item.is("MemoryEffects") {
                let any = !item.list("effects")?.is_empty();
                self.effects = Some(any || self.effects == Some(true));
            }
            let name = match item.text("cppInterfaceName")? {
                Some(name) => Some(name),
                None => item.text("trait")?,
            };
            self.names.extend(name.filter(|name| !name.is_empty()).map(str::to_owned));
            extended(item, depth, &mut self.names)?;
        }
        Ok(())
    }
}

/// Whether an operand, a result or an attribute is marked with an effect on memory.
fn has_effects(record: Record<'_>, key: &str) -> Result<bool> {
    for (wrapper, _) in record.dag(key)? {
        if wrapper.list("decorators")?.iter().any(|mark| mark.is("MemoryEffect")) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The names of the interfaces that one extends.
fn extended(interface: Record<'_>, depth: usize, names: &mut Vec<String>) -> Result<()> {
    if depth > MAX_TRAIT_DEPTH {
        let message = format!("the interfaces of record `{}` are nested too deep", interface.name);
        return Err(ImportError::new(message));
    }
    for base in interface.list("baseInterfaces")? {
        let name = base.text("cppInterfaceName")?.filter(|name| !name.is_empty());
        names.extend(name.map(str::to_owned).filter(|name| !names.contains(name)));
        extended(base, depth + 1, names)?;
    }
    Ok(())
}

/// The definition behind what documents it or marks its effects.
fn unwrap(record: Record<'_>) -> Result<Record<'_>> {
    if !record.is("OpVariable") {
        return Ok(record);
    }
    record.reference("constraint")?.ok_or_else(|| {
        ImportError::new(format!("record `{}` does not state its base definition", record.name))
    })
}

fn argument((wrapper, name): (Record<'_>, &str)) -> Result<Argument> {
    let record = unwrap(wrapper)?;
    let text = |key| Ok::<_, ImportError>(record.text(key)?.filter(|text| !text.is_empty()));
    let kind = if record.is("TypeConstraint") {
        ArgumentKind::Operand { count: count(record), constraint: constraint(record)? }
    } else if record.is("Attr") {
        let default = text("defaultValue")?;
        let text = default.map(|value| default_text::of_attribute(record, value)).transpose()?;
        ArgumentKind::Attribute {
            optional: record.bit("isOptional")?.unwrap_or(false),
            default: default.map(str::to_owned),
            text: text.unwrap_or(DefaultText::Nothing),
            storage: record.text("storageType")?.unwrap_or_default().trim().to_owned(),
        }
    } else if record.is("Property") {
        let default = text("defaultValue")?;
        let text = default.map(|value| default_text::of_property(record, value)).transpose()?;
        ArgumentKind::Property {
            default: default.map(str::to_owned),
            text: text.unwrap_or(DefaultText::Nothing),
            writer: record.text("writeToMlirBytecode")?.unwrap_or_default().to_owned(),
        }
    } else {
        return Err(ImportError::new(format!(
            "argument `{name}`, record `{}`, is no operand, attribute or property",
            record.name
        )));
    };
    Ok(Argument { name: name.to_owned(), kind, since: versions::since(wrapper)? })
}

fn groups(record: Record<'_>, key: &str) -> Result<Vec<Group>> {
    let group = |(wrapper, name): (Record<'_>, &str)| {
        let record = unwrap(wrapper)?;
        let constraint = constraint(record)?;
        Ok(Group { name: name.to_owned(), count: count(record), constraint })
    };
    record.dag(key)?.into_iter().map(group).collect()
}

fn constraint(record: Record<'_>) -> Result<String> {
    Ok(record.text("summary")?.unwrap_or_default().trim().to_owned())
}

fn count(record: Record<'_>) -> Count {
    let classes = [
        ("VariadicOfVariadic", Count::VariadicOfVariadic),
        ("Variadic", Count::Variadic),
        ("VariadicRegion", Count::Variadic),
        ("VariadicSuccessor", Count::Variadic),
        ("Optional", Count::Optional),
    ];
    record.first_of(&classes).unwrap_or(Count::One)
}
