//! Parts of a module as text.

use super::super::body::OpId;
use super::super::generated::{Attribute, TypeId};
use super::super::module::Module;
use super::options::PrintOptions;
use super::parts::Form;
use super::printer::Printer;
use crate::error::Result;
use crate::values::Value;

/// The most bytes of text of a part.
const MAX_TEXT: usize = 1 << 24;

impl Module {
    /// An operation of a function as text, with those in its regions and without locations. Values are called as they are in
    /// the text of the whole function.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, OpId, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// module.kernel("k", &[scalar], |b, params| {
    ///     b.addi(params[0], params[0]).build();
    ///     b.return_([]).build();
    /// })?;
    /// assert_eq!(module.display_op(0, OpId(0))?, "%0 = addi %arg0, %arg0 : tile<i32>");
    /// assert_eq!(module.display_type(scalar)?, "tile<i32>");
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A function or operation that is not there, and those of [`Module::print`].
    pub fn display_op(&self, function: usize, op: OpId) -> Result<String> {
        let function = self.function_at(function)?;
        let text = self.display(|printer| printer.op(function, op))?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    /// The name of a value, as the text of its function has it.
    ///
    /// # Errors
    /// A function or value that is not there, and those of [`Module::print`].
    pub fn display_value(&self, function: usize, value: Value) -> Result<String> {
        let function = self.function_at(function)?;
        self.display(|printer| printer.value(function, value))
    }

    /// A type as operations have it in text.
    ///
    /// # Errors
    /// References past their tables, and types that are too deep or have too much text.
    pub fn display_type(&self, ty: TypeId) -> Result<String> {
        self.display(|printer| printer.each_type(&[ty]))
    }

    /// An attribute as the value of a dictionary in text.
    ///
    /// # Errors
    /// References past their tables, and attributes that are too deep or have too much text.
    pub fn display_attribute(&self, attribute: &Attribute) -> Result<String> {
        self.display(|printer| printer.attribute(attribute, Form::Full))
    }

    fn display<'p>(&'p self, print: impl FnOnce(&mut Printer<'p>) -> Result<()>) -> Result<String> {
        let mut printer = Printer::new(self, &PrintOptions::default(), None, MAX_TEXT)?;
        print(&mut printer)?;
        printer.room()?;
        Ok(printer.out)
    }
}
