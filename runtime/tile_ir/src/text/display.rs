//! Single items of a module as text.

use super::super::generated::{Attribute, TypeId};
use super::super::module::Module;
use super::options::PrintOptions;
use super::parts::Form;
use super::printer::Printer;
use crate::module::body::OpId;
use crate::module::functions::FunctionId;
use bytespec_core::error::Result;
use bytespec_core::from;
use bytespec_core::values::Value;
use std::fmt;

/// The maximum size of the text of an item, in bytes.
const MAX_TEXT: usize = 1 << 24;

/// An item that can be displayed, see [`Module::display`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Displayed<'d> {
    /// An attribute, as in a dictionary.
    Attribute(&'d Attribute),
    /// A type, as in operations.
    Type(TypeId),
    /// A value of a function: its name, and its type.
    Value(FunctionId, Value),
    /// An operation of a function, with those in its regions and without locations. Values have the same names as in the text
    /// of the whole function.
    Op(FunctionId, OpId),
}

impl<'d> From<&'d Attribute> for Displayed<'d> {
    fn from(attribute: &'d Attribute) -> Self {
        Displayed::Attribute(attribute)
    }
}

from! {
    Displayed<'_>:
    TypeId, id => Displayed::Type(id);
    (FunctionId, Value), (function, value) => Displayed::Value(function, value);
    (FunctionId, OpId), (function, op) => Displayed::Op(function, op);
}

/// An item of a module as text, from [`Module::display`].
#[derive(Clone, Copy, Debug)]
pub struct Display<'m> {
    module: &'m Module,
    what: Displayed<'m>,
}

impl Module {
    /// An attribute, a type, a value or an operation as text, for people. An item that cannot be printed, or that is past its
    /// table, is shown as its error in angle brackets. Pass the function together with a value or an operation.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// let kernel = module.kernel("k", &[scalar], |b, params| {
    ///     b.addi(params[0], params[0]).build();
    ///     b.return_([]).build();
    /// })?;
    /// let body = &module.function_at(kernel)?.body;
    /// let add = body.walk().next().expect("it was made");
    /// assert_eq!(module.display((kernel, add)).to_string(), "%0 = addi %arg0, %arg0 : tile<i32>");
    /// let sum = body.result(add, 0).expect("it has one");
    /// assert_eq!(module.display((kernel, sum)).to_string(), "%0 : tile<i32>");
    /// assert_eq!(module.display(scalar).to_string(), "tile<i32>");
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    #[must_use]
    pub fn display<'m>(&'m self, what: impl Into<Displayed<'m>>) -> Display<'m> {
        Display { module: self, what: what.into() }
    }

    /// The text of a type of at most `max` bytes.
    pub(super) fn type_text(&self, ty: TypeId, max: usize) -> Result<String> {
        let mut printer = Printer::new(self, &PrintOptions::default(), None, max)?;
        printer.type_text(ty).map(|text| (*text).to_owned())
    }

    fn part<'p>(&'p self, print: impl FnOnce(&mut Printer<'p>) -> Result<()>) -> Result<String> {
        let mut printer = Printer::new(self, &PrintOptions::default(), None, MAX_TEXT)?;
        print(&mut printer)?;
        printer.out.room()?;
        Ok(printer.out.into_text())
    }

    fn shown(&self, what: Displayed<'_>) -> Result<String> {
        match what {
            Displayed::Attribute(attribute) => {
                self.part(|printer| printer.attribute(attribute, Form::Full))
            }
            Displayed::Type(id) => self.part(|printer| printer.ty(id)),
            Displayed::Value(function, value) => {
                let function = self.function_at(function)?;
                let ty = function.body.type_of(value)?;
                let name = self.part(|printer| printer.value(function, value))?;
                Ok(format!("{name} : {}", self.part(|printer| printer.ty(ty))?))
            }
            Displayed::Op(function, op) => {
                let function = self.function_at(function)?;
                let text = self.part(|printer| printer.op(function, op))?;
                Ok(text.trim_end_matches('\n').to_owned())
            }
        }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.module.shown(self.what) {
            Ok(text) => f.write_str(&text),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}
