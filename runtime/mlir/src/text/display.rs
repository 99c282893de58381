//! Single items of a module as text.

use super::super::generated::{AttributeId, TypeId};
use super::super::module::Module;
use super::options::PrintOptions;
use super::printer::Printer;
use crate::module::ir::{Definition, OpId, Value};
use bytespec_core::error::Result;
use bytespec_core::from;
use bytespec_core::text::output::MIN_LIMIT;
use std::fmt;

/// An item that can be displayed, see [`Module::display`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Displayed {
    /// An attribute, without aliases.
    Attribute(AttributeId),
    /// A type, without aliases.
    Type(TypeId),
    /// A value: the result or argument, and its type.
    Value(Value),
    /// An operation with its content, see [`Module::print_op`].
    Op(OpId),
}

from! {
    Displayed:
    AttributeId, id => Displayed::Attribute(id);
    TypeId, id => Displayed::Type(id);
    Value, value => Displayed::Value(value);
    OpId, op => Displayed::Op(op);
}

/// An item of a module as text, from [`Module::display`].
#[derive(Clone, Copy, Debug)]
pub struct Display<'m> {
    module: &'m Module<'m>,
    what: Displayed,
}

impl Module<'_> {
    /// An attribute, a type, a value or an operation as text, for people. An item that cannot be printed, or that is past its
    /// table, is shown as its error in angle brackets.
    ///
    /// ```
    /// use bytespec::mlir::{AttributeValue, Module};
    ///
    /// let mut module = Module::new("example");
    /// let (i32, body) = (module.integer_type(32)?, module.body());
    /// let ty = module.parse_type("tensor<?x4xf32>")?;
    /// assert_eq!(module.display(ty).to_string(), "tensor<?x4xf32>");
    /// let one = module.at_end(body).op("arith.constant").set("value", 1_i32).result(i32).value()?;
    /// assert_eq!(module.display(one).to_string(), "result 0 of arith.constant : i32");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn display(&self, what: impl Into<Displayed>) -> Display<'_> {
        Display { module: self, what: what.into() }
    }

    fn entry_text(&self, print: impl FnOnce(&mut Printer<'_, '_>) -> Result<()>) -> Result<String> {
        let mut printer = Printer::of_entry(self, PrintOptions::default(), MIN_LIMIT);
        print(&mut printer)?;
        Ok(printer.out.into_text())
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let module = self.module;
        let text = match self.what {
            Displayed::Attribute(id) => module.entry_text(|printer| printer.attribute(id, false)),
            Displayed::Type(id) => module.entry_text(|printer| printer.ty(id)),
            Displayed::Value(value) => {
                match module.definition(value) {
                    Some(Definition::Result(op, index)) => {
                        write!(f, "result {index} of {}", module.name(op).full())?;
                    }
                    Some(Definition::Argument(_, index)) => write!(f, "block argument {index}")?,
                    None => return f.write_str("<no value>"),
                }
                f.write_str(" : ")?;
                module.entry_text(|printer| printer.ty(module.ir.value_type(value)))
            }
            Displayed::Op(op) => {
                let text = module.print_op(op, &PrintOptions::default());
                text.map(|text| text.trim_end().to_owned())
            }
        };
        match text {
            Ok(text) => f.write_str(&text),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}
