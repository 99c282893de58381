//! Content of a module that its text lacks.

use super::super::generated::{
    Attribute, ConstantId, DebugEntry, DebugId, Feature, PAD, Type, TypeId,
};
use super::super::module::{Function, Module, entry};
use super::elements::{Constant, number_of};
use super::functions::FunctionForm;
use super::parts::Form;
use super::printer::{argument_attributes, hints};
use super::refusals::RefusedPlace;
use super::visit::{each_attribute, each_of_op, each_printed};
use crate::module::functions::FunctionId;
use bytespec_core::error::Result;
use bytespec_core::quoted;
use std::cell::RefCell;
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
struct Found(RefCell<BTreeMap<OmittedPart, (usize, Option<RefusedPlace>)>>);

impl Found {
    fn add(&self, part: OmittedPart, count: usize, place: Option<&RefusedPlace>) {
        if count > 0 {
            let mut all = self.0.borrow_mut();
            let (total, _) = all.entry(part).or_insert_with(|| (0, place.cloned()));
            *total += count;
        }
    }
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
        let found = Found::default();
        self.omitted_layout(&found);
        if let Some(producer) = self.producer {
            let text = self.string_at(producer)?;
            let lines = text.contains(&b'\n');
            found.add(OmittedPart::Producer, usize::from(text.is_empty() || lines), None);
        }
        for (id, global) in self.global_ids().zip(&self.globals) {
            let place = RefusedPlace::Global(id, self.shown_name(global.name)?);
            self.omitted_storage(global.r#type, global.value, &place, &found)?;
        }
        for (id, function) in self.function_ids().zip(&self.functions) {
            self.omitted_of_function(id, function, &found)?;
        }
        if self.features.contains(Feature::Preview) && !self.has_preview() {
            found.add(OmittedPart::Preview, 1, None);
        }
        let all = found.0.into_inner().into_iter();
        Ok(all.map(|(part, (count, first))| Omission { part, count, first }).collect())
    }

    fn omitted_layout(&self, found: &Found) {
        let Some(layout) = &self.layout else { return };
        let payloads = layout.sections.iter().filter_map(|section| section.payload.as_ref());
        found.add(OmittedPart::Sections, payloads.map(Vec::len).sum(), None);
        let rests = layout.rests.iter().flat_map(|rests| rests.values());
        let tails = [&layout.function_tail, &layout.global_tail, &layout.producer_tail];
        let content = tails.into_iter().filter(|tail| tail.iter().any(|byte| *byte != PAD));
        let bytes = rests.chain(&layout.gaps).chain(content).map(Vec::len).sum();
        found.add(OmittedPart::Bytes, bytes, None);
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
        found: &Found,
    ) -> Result<()> {
        let name = self.shown_name(function.name)?;
        let place = RefusedPlace::Function(id, name.clone());
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
        found.add(OmittedPart::Hints, usize::from(omitted), Some(&place));
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
        found.add(OmittedPart::ParameterAttributes, usize::from(omitted), Some(&place));
        let lists = argument_attributes(function).iter().chain(match &function.const_params {
            Some(Attribute::Array { elements }) => &elements[..],
            _ => &[],
        });
        let mut visit =
            |part: &Attribute, form| self.omitted_of_attribute(part, form, &place, found);
        for attribute in lists {
            each_attribute(attribute, Form::Full, 0, &mut visit)?;
        }
        super::visit::each_hint(hints(function), 0, &mut visit)?;
        self.omitted_of_names(hints(function), &place, found)?;
        self.omitted_of_body(id, &name, function, found)
    }

    fn omitted_of_body(
        &self,
        in_function: FunctionId,
        name: &str,
        function: &Function,
        found: &Found,
    ) -> Result<()> {
        let body = &function.body;
        let place = |id| {
            let label = body.op(id).map_or("", |op| op.kind().info().label);
            RefusedPlace::Operation(in_function, name.to_owned(), id, label)
        };
        let mut located = 0usize;
        let mut printed = 0usize;
        each_printed(body, &mut |id| {
            let op = body.op(id)?;
            let location = body.location(id);
            printed += usize::from(location.is_some());
            let here = RefCell::new(None);
            let here = || here.borrow_mut().get_or_insert_with(|| place(id)).clone();
            if self.is_lost(location)? {
                found.add(OmittedPart::Locations, 1, Some(&here()));
            }
            each_of_op(
                op,
                &mut |part, form| self.omitted_of_attribute(part, form, &here(), found),
                &mut |ty, constant| self.omitted_storage(ty, constant, &here(), found),
            )
        })?;
        body.each_location(|location| located += usize::from(location.is_some()));
        let function_place = RefusedPlace::Function(in_function, name.to_owned());
        found.add(OmittedPart::Locations, located.saturating_sub(printed), Some(&function_place));
        let own = usize::from(self.is_lost(function.location)?);
        found.add(OmittedPart::Locations, own, Some(&function_place));
        Ok(())
    }

    /// Whether the text has another location instead of this one.
    fn is_lost(&self, location: Option<DebugId>) -> Result<bool> {
        let Some(id) = location else { return Ok(false) };
        Ok(matches!(entry(&self.debug, id.0, DebugId::TABLE)?, DebugEntry::Opaque { .. }))
    }

    fn omitted_of_names(
        &self,
        entries: &[super::super::generated::NamedAttribute],
        place: &RefusedPlace,
        found: &Found,
    ) -> Result<()> {
        for entry in entries {
            let word = quoted::is_bare(self.string_at(entry.name)?);
            found.add(OmittedPart::Names, usize::from(!word), Some(place));
            if let Attribute::Dictionary { entries } = &entry.value {
                for hint in entries.iter() {
                    let word = quoted::is_bare(self.string_at(hint.name)?);
                    found.add(OmittedPart::Names, usize::from(!word), Some(place));
                }
            }
        }
        Ok(())
    }

    fn omitted_of_attribute(
        &self,
        attribute: &Attribute,
        form: Form,
        place: &RefusedPlace,
        found: &Found,
    ) -> Result<()> {
        let bare = form == Form::Bare;
        let lost = match attribute {
            Attribute::Integer { r#type, value } => {
                let ty = self.type_at(*r#type)?;
                let wide = |bits: u64| bits < 64 && value >> bits != 0;
                matches!(ty, Type::Int1)
                    || bare && !matches!(ty, Type::Int32)
                    || ty.bits().is_some_and(wide)
            }
            Attribute::Float { r#type, value } => {
                let ty = self.type_at(*r#type)?;
                let bytes = value.pattern.to_le_bytes();
                let decimal =
                    number_of(ty).is_none_or(|number| number.write(&mut String::new(), &bytes));
                bare && !(matches!(ty, Type::Float64) && decimal)
            }
            Attribute::DenseElements { r#type, constant } => {
                return self.omitted_storage(*r#type, *constant, place, found);
            }
            Attribute::OptimizationHints { entries } => {
                return self.omitted_of_names(entries, place, found);
            }
            _ => false,
        };
        found.add(OmittedPart::NumberTypes, usize::from(lost), Some(place));
        Ok(())
    }

    /// Records a constant whose elements are not stored in the shortest way, as a parser stores them.
    fn omitted_storage(
        &self,
        ty: TypeId,
        constant: ConstantId,
        place: &RefusedPlace,
        found: &Found,
    ) -> Result<()> {
        let Some(elements) = Constant::of(self, ty, constant)? else { return Ok(()) };
        let longer = !elements.is_shortest();
        found.add(OmittedPart::Storage, usize::from(longer), Some(place));
        Ok(())
    }
}
