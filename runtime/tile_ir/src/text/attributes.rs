//! Prints attributes.

use super::super::generated::{Attribute, NamedAttribute, TypeId};
use super::elements::number_of;
use super::parts::Form;
use super::preview::NESTED;
use super::printer::Printer;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::quoted;
use bytespec_core::text::output::Print;

impl Printer<'_> {
    /// Prints an attribute.
    pub(super) fn attribute(&mut self, attribute: &Attribute, form: Form) -> Result<()> {
        self.inside(NESTED, |printer| printer.whole_attribute(attribute, form))
    }

    /// Prints an attribute that is not nested deeper than what contains it.
    pub(super) fn whole_attribute(&mut self, attribute: &Attribute, form: Form) -> Result<()> {
        let outer = std::mem::replace(&mut self.in_type, false);
        let printed = self.attribute_content(attribute, form);
        self.in_type = outer;
        printed
    }

    fn attribute_content(&mut self, attribute: &Attribute, form: Form) -> Result<()> {
        match attribute {
            Attribute::Integer { r#type, value } => self.number(*r#type, *value, form)?,
            Attribute::Float { r#type, value } => self.number(*r#type, value.pattern, form)?,
            Attribute::Array { elements } => {
                self.out.push('[');
                self.attributes(elements, ", ", Form::Short)?;
                self.out.push(']');
            }
            Attribute::Dictionary { entries } => self.dictionary(entries)?,
            Attribute::OptimizationHints { entries } => {
                self.out.push_str("#cuda_tile.optimization_hints<");
                self.hints(entries)?;
                self.out.push('>');
            }
            Attribute::DenseElements { r#type, constant } => {
                self.out.push_str("dense");
                self.elements(*r#type, *constant)?;
            }
            Attribute::PreviewLayout { shapes, strides } => {
                self.out.push_str("#cuda_tile<preview$layout<");
                self.layout(shapes, strides)?;
                self.out.push_str(">>");
            }
            Attribute::DivBy { .. }
            | Attribute::SameElements { .. }
            | Attribute::Bounded { .. } => {
                self.out.push_str("#cuda_tile.");
                self.template(attribute)?;
            }
            other => self.template(other)?,
        }
        Ok(())
    }

    /// Prints a number, and its type unless the form or the value implies it.
    fn number(&mut self, id: TypeId, bits: u64, form: Form) -> Result<()> {
        let ty = self.module.type_at(id)?;
        let Some(number) = number_of(ty) else {
            let (table, number, expected) = ("type", id.0, "a type of numbers".into());
            return Err(Error::new(ErrorKind::WrongEntry { table, number, expected }));
        };
        let decimal = number.write(&mut self.out, &bits.to_le_bytes());
        let usual = form == Form::Short && decimal && number.is_usual();
        if !number.is_truth() && form != Form::Bare && !usual {
            self.out.push_str(" : ");
            self.out.push_str(ty.label());
        }
        Ok(())
    }

    /// Prints a list of attributes.
    pub(super) fn attributes(
        &mut self,
        attributes: &[Attribute],
        separator: &str,
        form: Form,
    ) -> Result<()> {
        self.separated(separator, attributes, |printer, attribute| {
            printer.attribute(attribute, form)
        })
    }

    /// Prints a dictionary, with its entries sorted by name.
    pub(super) fn dictionary(&mut self, entries: &[NamedAttribute]) -> Result<()> {
        self.out.push('{');
        self.list(self.sorted(entries)?, |printer, entry| {
            quoted::name(&mut printer.out, printer.module.string_at(entry.name)?);
            printer.out.push_str(" = ");
            printer.attribute(&entry.value, Form::Full)
        })?;
        self.out.push('}');
        Ok(())
    }

    /// Prints hints: sorted by architecture, and those of each architecture sorted by name. Names are printed as they are.
    pub(super) fn hints(&mut self, entries: &[NamedAttribute]) -> Result<()> {
        self.list(self.sorted(entries)?, |printer, entry| {
            printer.raw_name(entry)?;
            let Attribute::Dictionary { entries } = &entry.value else {
                return printer.attribute(&entry.value, Form::Full);
            };
            printer.out.push('{');
            printer.list(printer.sorted(entries)?, |printer, hint| {
                printer.raw_name(hint)?;
                printer.attribute(&hint.value, Form::Bare)
            })?;
            printer.out.push('}');
            Ok(())
        })
    }

    fn raw_name(&mut self, entry: &NamedAttribute) -> Result<()> {
        let name = self.module.string_at(entry.name)?;
        self.out.push_str(&String::from_utf8_lossy(name));
        self.out.push_str(" = ");
        Ok(())
    }

    fn sorted<'e>(&self, entries: &'e [NamedAttribute]) -> Result<Vec<&'e NamedAttribute>> {
        let mut named = Vec::with_capacity(entries.len());
        for entry in entries {
            named.push((self.module.string_at(entry.name)?, entry));
        }
        named.sort_by_key(|(name, _)| *name);
        Ok(named.into_iter().map(|(_, entry)| entry).collect())
    }
}
