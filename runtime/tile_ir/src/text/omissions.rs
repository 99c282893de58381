//! Content of a module that its text lacks.

use super::super::generated::{
    Attribute, ConstantId, DebugEntry, DebugId, Feature, NamedAttribute, PAD, Type, TypeId,
};
use super::super::module::{Function, Module, entry};
use super::elements::{Constant, number_of};
use super::functions::FunctionForm;
use super::parts::Form;
use super::printer::{argument_attributes, hints};
use super::refusals::RefusedPlace;
use super::visit::{Visit, each_printed};
use crate::module::functions::FunctionId;
use bytespec_core::error::Result;
use bytespec_core::quoted;
use std::collections::BTreeMap;
use std::fmt;

/// A kind of content of a module that its text lacks, see [`Module::omissions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// The kind of content.
    pub part: OmittedPart,
    /// The number of items; for bytes, the number of bytes.
    pub count: usize,
    /// The place of the first item: a function, a global or an operation; `None` for content outside of functions and globals.
    pub first: Option<RefusedPlace>,
}

/// The kind of content of an [`Omission`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OmittedPart {
    /// Bytes of sections with unknown ids, and of sections that a later one replaces.
    Sections,
    /// Bytes before and after the entries of tables, which readers do not decode.
    Bytes,
    /// An empty producer, or one of several lines, of which the text has only the first.
    Producer,
    /// The header announces preview content, but there is none.
    Preview,
    /// Hints of an entry that are an empty list, or that are not a list of hints.
    Hints,
    /// Attributes of parameters that are not dictionaries, or not one for each parameter, or only empty dictionaries.
    ParameterAttributes,
    /// Names that are printed as they are although they are not words. They cannot be parsed.
    Names,
    /// Types of numbers in hints, and of Booleans that are integers.
    NumberTypes,
    /// The storage of a constant's elements. The text has their values.
    Storage,
    /// Locations of implied operations, and locations that no schema describes.
    Locations,
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        let many = |one: &str, several: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {several}"),
        };
        f.write_str(&match self.part {
            OmittedPart::Sections => {
                format!("{} of sections that are not decoded", many("byte", "bytes"))
            }
            OmittedPart::Bytes => {
                format!("{} around entries of tables", many("byte", "bytes"))
            }
            OmittedPart::Producer => "the producer as it is".to_owned(),
            OmittedPart::Preview => "the announcement of preview content".to_owned(),
            OmittedPart::Hints => many("list of hints", "lists of hints"),
            OmittedPart::ParameterAttributes => {
                many("list of attributes of parameters", "lists of attributes of parameters")
            }
            OmittedPart::Names => many("name that is no word", "names that are no words"),
            OmittedPart::NumberTypes => many("type of a number", "types of numbers"),
            OmittedPart::Storage => {
                many("way in which a constant is stored", "ways in which constants are stored")
            }
            OmittedPart::Locations => many("location", "locations"),
        })?;
        match &self.first {
            Some(place) if count > 1 => write!(f, ", the first in {place}"),
            Some(place) => write!(f, ", in {place}"),
            None => Ok(()),
        }
    }
}

/// The omissions found so far.
#[derive(Default)]
struct Found(BTreeMap<OmittedPart, (usize, Option<RefusedPlace>)>);

impl Found {
    fn add(
        &mut self,
        part: OmittedPart,
        count: usize,
        place: impl FnOnce() -> Option<RefusedPlace>,
    ) {
        if count > 0 {
            self.0.entry(part).or_insert_with(|| (0, place())).0 += count;
        }
    }

    /// Omissions outside of functions and globals.
    fn outside(&mut self, part: OmittedPart, count: usize) {
        self.add(part, count, || None);
    }
}

/// Finds the omissions at a place.
struct Here<'h> {
    module: &'h Module,
    found: &'h mut Found,
    place: &'h dyn Fn() -> RefusedPlace,
}

impl Module {
    /// The content of the module that [`Module::print`] with locations does not print, so that [`Module::parse`] of the text
    /// returns another module. Empty if the text contains everything.
    ///
    /// Text never contains the version, the numbers of table entries, the order and alignment of sections, and entries that
    /// nothing refers to. These are not listed. [`Numbering::Canonical`](crate::Numbering) discards the same.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// assert!(module.omissions()?.is_empty());
    /// module.producer = Some(module.string(""));
    /// assert_eq!(module.omissions()?[0].to_string(), "the producer as it is");
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// References past their tables, and those of [`Module::print`] for regions that have no text form.
    pub fn omissions(&self) -> Result<Vec<Omission>> {
        let mut found = Found::default();
        self.omitted_layout(&mut found);
        if let Some(producer) = self.producer {
            let text = self.string_at(producer)?;
            let lines = text.contains(&b'\n');
            found.outside(OmittedPart::Producer, usize::from(text.is_empty() || lines));
        }
        for (id, global) in self.global_ids().zip(&self.globals) {
            let name = self.shown_name(global.name)?;
            let place = || RefusedPlace::Global(id, name.clone());
            let mut here = Here { module: self, found: &mut found, place: &place };
            here.constant(global.r#type, global.value)?;
        }
        for (id, function) in self.function_ids().zip(&self.functions) {
            self.omitted_of_function(id, function, &mut found)?;
        }
        if self.features.contains(Feature::Preview) && !self.has_preview() {
            found.outside(OmittedPart::Preview, 1);
        }
        let all = found.0.into_iter();
        Ok(all.map(|(part, (count, first))| Omission { part, count, first }).collect())
    }

    fn omitted_layout(&self, found: &mut Found) {
        let Some(layout) = &self.layout else { return };
        let payloads = layout.sections.iter().filter_map(|section| section.payload.as_ref());
        found.outside(OmittedPart::Sections, payloads.map(Vec::len).sum());
        let rests = layout.rests.iter().flat_map(|rests| rests.values());
        let tails = [&layout.function_tail, &layout.global_tail, &layout.producer_tail];
        let content = tails.into_iter().filter(|tail| tail.iter().any(|byte| *byte != PAD));
        let bytes = rests.chain(&layout.gaps).chain(content).map(Vec::len).sum();
        found.outside(OmittedPart::Bytes, bytes);
    }

    /// Whether the text shows that there is preview content.
    fn has_preview(&self) -> bool {
        self.functions.iter().any(|function| {
            let mut preview = function.extern_implementation || function.const_params.is_some();
            function.body.each_op(|_, op| preview |= op.kind().info().group == "preview");
            preview
        }) || self.types.iter().any(|ty| ty.label().contains('$'))
    }

    fn omitted_of_function(
        &self,
        id: FunctionId,
        function: &Function,
        found: &mut Found,
    ) -> Result<()> {
        let name = self.shown_name(function.name)?;
        let place = || RefusedPlace::Function(id, name.clone());
        let mut here = Here { module: self, found: &mut *found, place: &place };
        let entry = FunctionForm::of(self, function)? == FunctionForm::Entry;
        let always =
            super::super::generated::Function::optimization_hints_follows_kernel(self.version);
        let omitted = match &function.hints {
            Some(Attribute::OptimizationHints { entries }) => {
                entries.is_empty() && entry && !(always && function.kernel)
            }
            Some(_) => true,
            None => false,
        };
        here.add(OmittedPart::Hints, usize::from(omitted));
        let attributes = argument_attributes(function);
        let filled = |attribute: &Attribute| match attribute {
            Attribute::Dictionary { entries } => !entries.is_empty(),
            _ => false,
        };
        let dictionary = |attribute: &Attribute| matches!(attribute, Attribute::Dictionary { .. });
        let omitted = !matches!(function.arg_attrs, Attribute::Array { .. })
            || !attributes.is_empty()
                && (attributes.len() != function.body.params().len()
                    || !attributes.iter().all(dictionary)
                    || !attributes.iter().any(filled));
        here.add(OmittedPart::ParameterAttributes, usize::from(omitted));
        let lists = argument_attributes(function).iter().chain(match &function.const_params {
            Some(Attribute::Array { elements }) => &elements[..],
            _ => &[],
        });
        for attribute in lists {
            here.each_attribute(attribute, Form::Full, 0)?;
        }
        here.each_hint(hints(function), 0)?;
        here.names(hints(function))?;
        self.omitted_of_body(id, &name, function, found)
    }

    fn omitted_of_body(
        &self,
        in_function: FunctionId,
        name: &str,
        function: &Function,
        found: &mut Found,
    ) -> Result<()> {
        let body = &function.body;
        let mut located = 0usize;
        let mut printed = 0usize;
        each_printed(body, &mut |id| {
            let op = body.op(id)?;
            let location = body.location(id);
            printed += usize::from(location.is_some());
            let label = op.kind().info().label;
            let place = || RefusedPlace::Operation(in_function, name.to_owned(), id, label);
            let mut here = Here { module: self, found: &mut *found, place: &place };
            here.add(OmittedPart::Locations, usize::from(self.is_lost(location)?));
            here.each_of_op(op)
        })?;
        body.each_location(|location| located += usize::from(location.is_some()));
        let own = usize::from(self.is_lost(function.location)?);
        let place = || Some(RefusedPlace::Function(in_function, name.to_owned()));
        found.add(OmittedPart::Locations, located.saturating_sub(printed) + own, place);
        Ok(())
    }

    /// Whether the text has another location instead of this one.
    fn is_lost(&self, location: Option<DebugId>) -> Result<bool> {
        let Some(id) = location else { return Ok(false) };
        Ok(matches!(entry(&self.debug, id.0, DebugId::TABLE)?, DebugEntry::Opaque { .. }))
    }
}

impl Here<'_> {
    fn add(&mut self, part: OmittedPart, count: usize) {
        self.found.add(part, count, || Some((self.place)()));
    }

    fn names(&mut self, entries: &[NamedAttribute]) -> Result<()> {
        for entry in entries {
            let is_word = |name| self.module.string_at(name).map(quoted::is_bare);
            let mut others = usize::from(!is_word(entry.name)?);
            if let Attribute::Dictionary { entries } = &entry.value {
                for hint in entries.iter() {
                    others += usize::from(!is_word(hint.name)?);
                }
            }
            self.add(OmittedPart::Names, others);
        }
        Ok(())
    }
}

impl Visit for Here<'_> {
    fn attribute(&mut self, attribute: &Attribute, form: Form) -> Result<()> {
        let bare = form == Form::Bare;
        let lost = match attribute {
            Attribute::Integer { r#type, value } => {
                let ty = self.module.type_at(*r#type)?;
                let wide = |bits: u64| bits < 64 && value >> bits != 0;
                matches!(ty, Type::Int1)
                    || bare && !matches!(ty, Type::Int32)
                    || ty.bits().is_some_and(wide)
            }
            Attribute::Float { r#type, value } => {
                let ty = self.module.type_at(*r#type)?;
                let bytes = value.pattern.to_le_bytes();
                let decimal =
                    number_of(ty).is_none_or(|number| number.write(&mut String::new(), &bytes));
                bare && !(matches!(ty, Type::Float64) && decimal)
            }
            Attribute::OptimizationHints { entries } => return self.names(entries),
            _ => false,
        };
        self.add(OmittedPart::NumberTypes, usize::from(lost));
        Ok(())
    }

    /// Records a constant whose elements are not stored in the shortest way, as a parser stores them.
    fn constant(&mut self, ty: TypeId, constant: ConstantId) -> Result<()> {
        let Some(elements) = Constant::of(self.module, ty, constant)? else { return Ok(()) };
        self.add(OmittedPart::Storage, usize::from(!elements.is_shortest()));
        Ok(())
    }
}
