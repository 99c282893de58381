//! Prints types.

use super::super::generated::view;
use super::super::generated::{Attribute, Feature, Features, StringId, Type, TypeId, Version};
use super::super::module::Module;
use super::visit::no_text;
use crate::codec::context::Context;
use crate::write::numbering::Encoder;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::quoted;
use bytespec_core::reflect::{FieldValue, Names, Reflect, Text};
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::{Cursor, MAX_DEPTH, Writer};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

/// The dialect, in front of types and attributes outside of operations.
const DIALECT: &str = "cuda_tile";

/// The types of a module. The text of each is computed once.
pub(super) struct Types<'m> {
    pub(super) module: &'m Module,
    spelled: RefCell<Vec<Option<Rc<str>>>>,
    depth: Cell<u32>,
    /// The remaining size of the text of all types, in bytes.
    left: Cell<usize>,
    /// The error while a type was printed.
    fault: RefCell<Option<Error>>,
}

impl<'m> Types<'m> {
    /// A printer of the types of a module, with a total size of at most `max` bytes.
    pub(super) fn new(module: &'m Module, max: usize) -> Self {
        Types {
            module,
            spelled: RefCell::new(vec![None; module.types().len()]),
            depth: Cell::new(0),
            left: Cell::new(max),
            fault: RefCell::new(None),
        }
    }

    /// A type, as in operations: without the dialect.
    pub(super) fn text(&self, id: TypeId) -> Result<Rc<str>> {
        let known = self.spelled.borrow().get(id.0 as usize).cloned().flatten();
        if let Some(known) = known {
            return Ok(known);
        }
        if self.depth.get() >= MAX_DEPTH {
            return Err(too_deep("nested types"));
        }
        self.depth.set(self.depth.get() + 1);
        let spelled = self.spell(id);
        self.depth.set(self.depth.get() - 1);
        let spelled: Rc<str> = spelled?.into();
        let left = self.left.get().checked_sub(spelled.len()).ok_or_else(|| {
            let max = self.left.get() as u64;
            let found = spelled.len() as u64;
            Error::new(ErrorKind::Limit { limit: "bytes of types", found, max })
        })?;
        self.left.set(left);
        if let Some(place) = self.spelled.borrow_mut().get_mut(id.0 as usize) {
            *place = Some(spelled.clone());
        }
        Ok(spelled)
    }

    /// A type, as in attributes: with the dialect, if it has one.
    pub(super) fn full(&self, id: TypeId) -> Result<String> {
        let ty = self.module.type_at(id)?;
        let text = self.text(id)?;
        Ok(match ty.class() {
            Some("integer" | "float" | "function") => (*text).to_owned(),
            Some("preview") if !ty.label().contains('$') => (*text).to_owned(),
            Some("preview") => format!("!{DIALECT}<{text}>"),
            _ => format!("!{DIALECT}.{text}"),
        })
    }

    fn spell(&self, id: TypeId) -> Result<String> {
        let ty = self.module.type_at(id)?;
        let mut out = String::new();
        match ty {
            Type::Function { params, results } => {
                out.push('(');
                for (index, param) in params.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    out.push_str(&self.full(*param)?);
                }
                out.push_str(") -> ");
                out.push_str(&self.full_results(results)?);
            }
            _ if self.with_expressions(&mut out, ty)? => {}
            _ => self.template(id, &mut out)?,
        }
        Ok(out)
    }

    /// The result types of a function type: a single one without parentheses, any other number with parentheses.
    pub(super) fn full_results(&self, results: &[TypeId]) -> Result<String> {
        if let [only] = results {
            return self.full(*only);
        }
        let each: Result<Vec<String>> = results.iter().map(|ty| self.full(*ty)).collect();
        Ok(format!("({})", each?.join(", ")))
    }

    /// Prints a type by the template of the schema.
    fn template(&self, id: TypeId, out: &mut String) -> Result<()> {
        self.with(id, |ty| {
            let written = ty.text(out, self);
            self.written(written)
        })
    }

    /// Prints an attribute without type references by the template of the schema.
    pub(super) fn attribute(&self, attribute: &Attribute, out: &mut String) -> Result<()> {
        let mut writer = Writer::new();
        attribute.write(&mut writer, &mut self.encoder())?;
        let bytes = writer.into_bytes();
        let attribute = view::Attribute::read(&mut Cursor::new(&bytes), &context())?;
        let written = attribute.text(out, self);
        self.written(written)
    }

    fn encoder(&self) -> Encoder<'m> {
        Encoder::new(self.module, Version::LATEST, features(), None)
    }

    fn written(&self, written: fmt::Result) -> Result<()> {
        match (written, self.fault.borrow_mut().take()) {
            (_, Some(fault)) => Err(fault),
            (Err(_), None) => Err(no_text("a type")),
            (Ok(()), None) => Ok(()),
        }
    }

    /// Calls a function with a type in the form that has its names and its text.
    pub(super) fn with<T>(
        &self,
        id: TypeId,
        see: impl FnOnce(&view::Type<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut writer = Writer::new();
        self.module.type_at(id)?.write(&mut writer, &mut self.encoder())?;
        let bytes = writer.into_bytes();
        see(&view::Type::read(&mut Cursor::new(&bytes), &context())?)
    }

    /// The numbers in a field of a type.
    pub(super) fn numbers(&self, id: TypeId, field: &str) -> Result<Vec<i64>> {
        self.with(id, |ty| {
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
            Ok(numbers)
        })
    }

    /// Whether a type has a field.
    pub(super) fn has(&self, id: TypeId, field: &str) -> Result<bool> {
        self.with(id, |ty| {
            let mut has = false;
            ty.fields(&mut |name, value| {
                has |= name == field && !matches!(value, FieldValue::Absent);
            });
            Ok(has)
        })
    }
}

impl Names for Types<'_> {
    fn reference(&self, f: &mut dyn fmt::Write, table: &'static str, index: u32) -> fmt::Result {
        let text = match table {
            TypeId::TABLE => self.text(TypeId(index)).map(|text| (*text).to_owned()),
            StringId::TABLE => self.module.string_at(StringId(index)).map(|text| {
                let mut quoted = String::new();
                quoted::quote(&mut quoted, text);
                quoted
            }),
            _ => Ok(format!("{table} {index}")),
        };
        match text {
            Ok(text) => f.write_str(&text),
            Err(error) => {
                *self.fault.borrow_mut() = Some(error);
                Err(fmt::Error)
            }
        }
    }
}

/// The features with everything of every version.
fn features() -> Features {
    Features::NONE.with(Feature::Preview)
}

fn context() -> Context<'static> {
    Context { version: Version::LATEST, features: features(), tables: None }
}
