//! Lists a complete file.

use super::attributes::Speller;
use super::body::BodyLister;
use super::tree::{Item, Node};
use crate::failure::{Failure, Result};
use crate::formats::hex;
use crate::formats::listing::list;
use crate::formats::stop::Stop;
use crate::output::{DIM, HEAD, line};
use bytespec::error::{Context as _, Segment};
use bytespec::reflect::{Names, Text};
use bytespec::tile_ir::view::Type;
use bytespec::tile_ir::{
    ConstantId, DebugId, DebugLists, File, FunctionReader, Spelling, StringId, TITLE, TypeId,
};
use std::fmt::Write;
use std::path::Path;

/// Lists a file up to an error.
pub(crate) fn dump(name: &Path, bytes: &[u8], debug: bool) -> Result {
    let file = File::open(bytes).map_err(|error| Failure::input(name, error))?;
    let lister =
        Lister { file: &file, speller: Speller::new(&file), spelling: Spelling::new(&file) };
    lister.list(debug).map_err(|stop| stop.of(name))
}

struct Lister<'f, 'a> {
    file: &'f File<'a>,
    /// Prints items inside of lines.
    speller: Speller<'f, 'a>,
    /// Prints items on lines of their own.
    spelling: Spelling<'f, 'a>,
}

impl Lister<'_, '_> {
    fn list(&self, with_debug: bool) -> Result<(), Stop> {
        let file = self.file;
        let size = file.input().len();
        line(format_args!("{DIM}// {TITLE} {}, {size} bytes{DIM:#}", file.version()))?;
        if file.header().preview {
            line(format_args!("{DIM}// with preview content{DIM:#}"))?;
        }
        if let Some(section) =
            file.sections().iter().find(|section| section.name == Some("producer"))
        {
            let producer = file.producer().map_err(|error| error.or_at(section.offset))?;
            let producer = String::from_utf8_lossy(producer.unwrap_or_default());
            line(format_args!("{DIM}// producer: {}{DIM:#}", producer.escape_debug()))?;
        }
        self.strings()?;
        self.types()?;
        self.constants()?;
        let debug = if with_debug { file.debug()? } else { None };
        if let Some(debug) = &debug {
            self.debug(debug)?;
        }
        self.globals()?;
        for (index, function) in file.functions()?.enumerate() {
            line(format_args!(""))?;
            self.function(&function, debug.as_ref()).map_err(|stop| match stop {
                Stop::File(error) => Stop::File(
                    error
                        .within(Segment::Index(index as u64))
                        .within(Segment::Field("functions".into())),
                ),
                Stop::Output(failure) => Stop::Output(failure),
            })?;
        }
        self.sections()
    }

    fn head(&self, title: &str) -> Result<(), Stop> {
        Ok(line(format_args!("\n{HEAD}{title}{HEAD:#} {{"))?)
    }

    fn strings(&self) -> Result<(), Stop> {
        if self.file.string_count() == 0 {
            return Ok(());
        }
        self.head("strings")?;
        for index in 0..self.file.string_count() as u32 {
            self.file.string(StringId(index)).field("strings")?;
            let text = self.spelling.string(StringId(index));
            line(format_args!("  {index}: {text}"))?;
        }
        Ok(line(format_args!("}}"))?)
    }

    fn types(&self) -> Result<(), Stop> {
        if self.file.type_count() == 0 {
            return Ok(());
        }
        self.head("types")?;
        for index in 0..self.file.type_count() as u32 {
            let (ty, rest) = self.file.ty_with_rest(TypeId(index))?;
            let text = self.ty(&ty, TypeId(index));
            line(format_args!("  {index}: {text}{}", rest_of(rest)))?;
            if let Some(notice) = self.speller.allowance.notice() {
                line(format_args!("{notice}"))?;
            }
        }
        Ok(line(format_args!("}}"))?)
    }

    /// A type. The types in it are printed as numbers after the allowance is used up.
    fn ty(&self, ty: &Type<'_>, id: TypeId) -> String {
        if self.speller.allowance.is_spent() {
            let mut text = String::new();
            // Writing to a string does not fail.
            let _ = ty.text(&mut text, &PlainNumbers);
            return text;
        }
        let text = self.spelling.ty(id);
        self.speller.allowance.spend(text.len());
        text
    }

    fn constants(&self) -> Result<(), Stop> {
        if self.file.constant_count() == 0 {
            return Ok(());
        }
        self.head("constants")?;
        for index in 0..self.file.constant_count() as u32 {
            let (bytes, rest) = self.file.constant_with_rest(ConstantId(index))?;
            let plural = if bytes.len() == 1 { "byte" } else { "bytes" };
            line(format_args!(
                "  {index}: {} {plural}: {}{}",
                bytes.len(),
                hex::preview(bytes),
                rest_of(rest)
            ))?;
        }
        Ok(line(format_args!("}}"))?)
    }

    fn debug(&self, debug: &DebugLists<'_>) -> Result<(), Stop> {
        self.head("debug")?;
        for index in 0..debug.len() as u32 {
            let (entry, rest) = debug.entry_with_rest(DebugId(index))?;
            let text = self.speller.item(&Item::of(&entry), None);
            line(format_args!("  {index}: {text}{}", rest_of(rest)))?;
        }
        Ok(line(format_args!("}}"))?)
    }

    fn globals(&self) -> Result<(), Stop> {
        for (index, global) in self.file.globals()?.iter().enumerate() {
            if index == 0 {
                line(format_args!(""))?;
            }
            let mut text = format!("global @{} : ", self.speller.name(global.name));
            text.push_str(&self.speller.ty(global.r#type.0));
            let value = self.speller.constant(global.value, Some(global.r#type));
            let _ = write!(text, " = {value}");
            let item = Item::of(global);
            let parts: Vec<String> = item
                .fields
                .iter()
                .filter(|(name, node)| {
                    !["name", "type", "value"].contains(name)
                        && !matches!(node, Node::Absent | Node::Bool(false))
                })
                .map(|(name, node)| match node {
                    Node::Bool(true) => (*name).to_owned(),
                    node => format!("{name} = {}", self.speller.node(node, None)),
                })
                .collect();
            line(format_args!("{text} {{{}}}", parts.join(", ")))?;
        }
        Ok(())
    }

    fn function(
        &self,
        function: &FunctionReader<'_>,
        debug: Option<&DebugLists<'_>>,
    ) -> Result<(), Stop> {
        let entry = function.entry();
        let locations = match (debug, entry.location) {
            (Some(debug), 1..) => {
                Some((*debug, debug.locations(entry.location).field("location")?))
            }
            _ => None,
        };
        let params: Vec<TypeId> = function.params().field("signature")?.iter().collect();
        let mut lister = BodyLister::new(&self.speller, locations, params.len() as u32);
        let mut text = String::new();
        for (set, word) in [(entry.private, "private "), (entry.extern_implementation, "extern ")] {
            if set {
                text.push_str(word);
            }
        }
        text.push_str(if entry.kernel { "entry" } else { "function" });
        let _ = write!(text, " @{}(", self.speller.name(entry.name));
        let attributes = Item::of(&entry.arg_attrs);
        let attributes = match attributes.field("elements") {
            Some(Node::List(nodes)) => nodes.as_slice(),
            _ => &[],
        };
        list(&mut text, params.iter().enumerate(), |out, (index, ty)| {
            let _ = write!(out, "%{index}: {}", self.speller.ty(ty.0));
            if let Some(node) = attributes.get(index) {
                let _ = write!(out, " {}", self.speller.node(node, None));
            }
        });
        text.push(')');
        if let Ok(Type::Function { results, .. }) = self.file.ty(entry.signature)
            && !results.is_empty()
        {
            let results: Vec<_> = results.iter().map(|ty| self.speller.ty(ty.0)).collect();
            let _ = write!(text, " -> ({})", results.join(", "));
        }
        for (name, attribute) in
            [("hints", &entry.optimization_hints), ("const_params", &entry.const_params)]
        {
            if let Some(attribute) = attribute {
                let spelled = self.speller.item(&Item::of(attribute), None);
                let _ = write!(text, " {name} = {spelled}");
            }
        }
        text.push_str(&lister.location());
        if entry.body.is_empty() {
            return Ok(line(format_args!("{text}"))?);
        }
        lister.list(text, &function.body()?)
    }

    /// Lists sections that were not listed above.
    fn sections(&self) -> Result<(), Stop> {
        let sections = self.file.sections();
        for (index, section) in sections.iter().enumerate() {
            let replaced = sections[index + 1..].iter().any(|later| later.id == section.id);
            let what = match section.name {
                Some(name) if replaced => format!("{name}, replaced by a later one"),
                Some(_) => continue,
                None => "unknown".to_owned(),
            };
            let bytes = section.cursor(self.file.input())?.rest();
            line(format_args!(
                "\nsection {} ({what}) at byte {:#x}, {} bytes: {}",
                section.id,
                section.header,
                bytes.len(),
                hex::preview(bytes)
            ))?;
        }
        Ok(())
    }
}

/// Prints references as numbers.
struct PlainNumbers;

impl Names for PlainNumbers {
    fn reference(&self, f: &mut dyn Write, table: &'static str, index: u32) -> std::fmt::Result {
        write!(f, "{} {index}", table.to_lowercase())
    }
}

/// The bytes after an entry's last field.
fn rest_of(rest: &[u8]) -> String {
    match rest {
        [] => String::new(),
        _ => format!(" // then {} bytes: {}", rest.len(), hex::preview(rest)),
    }
}
