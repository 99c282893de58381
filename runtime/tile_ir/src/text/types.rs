//! Prints types, and what templates of the schema refer to.

use super::super::generated::{Attribute, StringId, Type, TypeId};
use super::parts::Form;
use super::preview::Spacing;
use super::printer::Printer;
use super::visit::no_text;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::quoted;
use bytespec_core::reflect::{FieldValue, Reflect, Text};
use bytespec_core::text::output::Print;
use bytespec_core::text::print_entries::{PrintEntries, with_names};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt::Write;
use std::rc::Rc;

/// The dialect, in front of types and attributes outside of operations.
const DIALECT: &str = "cuda_tile";

impl Printer<'_> {
    /// Prints nested content, within the limits of depth and size.
    pub(super) fn inside(
        &mut self,
        limit: &'static str,
        print: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return Err(too_deep(limit));
        }
        self.out.room()?;
        self.depth += 1;
        let printed = print(self);
        self.depth -= 1;
        printed
    }

    /// The text of a type, as in operations: without the dialect.
    pub(super) fn type_text(&mut self, id: TypeId) -> Result<Rc<str>> {
        if let Some(Some(known)) = self.types.get(id.0 as usize) {
            return Ok(known.clone());
        }
        let start = self.out.len();
        self.out.hold(true);
        let outer = std::mem::replace(&mut self.in_type, true);
        let printed = self.inside("nested types", |printer| printer.type_content(id));
        self.in_type = outer;
        self.out.hold(false);
        let text: Rc<str> = self.out.split_off(start).into();
        printed?;
        self.types_left = self.types_left.checked_sub(text.len()).ok_or_else(|| {
            let (found, max) = (text.len() as u64, self.types_left as u64);
            Error::new(ErrorKind::Limit { limit: "bytes of types", found, max })
        })?;
        if let Some(known) = self.types.get_mut(id.0 as usize) {
            *known = Some(text.clone());
        }
        Ok(text)
    }

    fn type_content(&mut self, id: TypeId) -> Result<()> {
        let module = self.module;
        match module.type_at(id)? {
            Type::Function { params, results } => {
                self.out.push('(');
                self.list(params.iter(), |printer, param| printer.full_type(*param))?;
                self.out.push_str(") -> ");
                self.full_results(results)
            }
            ty => match self.with_expressions(ty)? {
                true => Ok(()),
                false => self.template(ty),
            },
        }
    }

    /// Prints a type, as in operations.
    pub(super) fn ty(&mut self, id: TypeId) -> Result<()> {
        let text = self.type_text(id)?;
        self.out.push_str(&text);
        self.out.room()
    }

    /// Prints a type, as in attributes: with the dialect, if it has one.
    pub(super) fn full_type(&mut self, id: TypeId) -> Result<()> {
        let ty = self.module.type_at(id)?;
        let text = self.type_text(id)?;
        let _ = match ty.class() {
            Some("integer" | "float" | "function") => self.out.write_str(&text),
            Some("preview") if !ty.label().contains('$') => self.out.write_str(&text),
            Some("preview") => write!(self.out, "!{DIALECT}<{text}>"),
            _ => write!(self.out, "!{DIALECT}.{text}"),
        };
        self.out.room()
    }

    /// Prints the result types of a function type: a single one without parentheses, any other number with parentheses.
    pub(super) fn full_results(&mut self, results: &[TypeId]) -> Result<()> {
        if let [only] = results {
            return self.full_type(*only);
        }
        self.out.push('(');
        self.list(results, |printer, ty| printer.full_type(*ty))?;
        self.out.push(')');
        Ok(())
    }

    /// Prints a type or an attribute by the template of the schema.
    pub(super) fn template(&mut self, item: &dyn Text) -> Result<()> {
        with_names(self, |out, names| item.text(out, names).map_err(|_| no_text("an entry")))
    }
}

impl PrintEntries for Printer<'_> {
    fn hold(&mut self, hold: bool) {
        self.out.hold(hold);
    }

    fn reference(&mut self, table: &'static str, index: u32) -> Result<()> {
        match table {
            TypeId::TABLE if self.in_type => self.ty(TypeId(index))?,
            TypeId::TABLE => self.full_type(TypeId(index))?,
            StringId::TABLE => {
                quoted::quote(&mut self.out, self.module.string_at(StringId(index))?);
            }
            _ => {
                let _ = write!(self.out, "{table} {index}");
            }
        }
        Ok(())
    }

    fn item(&mut self, item: &dyn Reflect) -> Result<bool> {
        match item.any().and_then(|item| item.downcast_ref::<Attribute>()) {
            Some(attribute) if self.in_type => self.expression(attribute, Spacing::Narrow)?,
            Some(attribute) => self.attribute(attribute, Form::Full)?,
            None => return Ok(false),
        }
        Ok(true)
    }
}

/// The numbers in a field of a type.
pub(super) fn numbers(ty: &Type, field: &str) -> Vec<i64> {
    let mut numbers = Vec::new();
    ty.fields(&mut |name, value| {
        if let (true, FieldValue::List(_, each)) = (name == field, value) {
            each(&mut |element| match element {
                FieldValue::Signed(number) => numbers.push(number),
                FieldValue::Unsigned(number) => numbers.push(number.cast_signed()),
                _ => {}
            });
        }
    });
    numbers
}

/// Whether a type has a field.
pub(super) fn has(ty: &Type, field: &str) -> bool {
    let mut has = false;
    ty.fields(&mut |name, value| has |= name == field && !matches!(value, FieldValue::Absent));
    has
}
