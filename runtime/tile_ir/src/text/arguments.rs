//! Prints arguments of blocks.

use super::super::generated::{Attribute, ResultValue, TypeId};
use super::parts::missing;
use super::printer::{Current, Printer, Source};
use super::visit::no_text;
use bytespec_core::error::Result;
use bytespec_core::operation_text::Part;
use bytespec_core::text::output::Print;

impl<'p> Printer<'p> {
    /// The arguments of a region.
    pub(super) fn arguments(&self, current: &Current<'p>, part: Part) -> Result<&'p [ResultValue]> {
        let body = current.body.ok_or_else(|| missing("the body"))?;
        let Source::Op(..) = current.source else { return Ok(body.params()) };
        let Part::Region(index) = part else { return Ok(&[]) };
        let region = current.groups.regions.get(usize::from(index));
        let block = region.and_then(|region| body.forest().first_block(*region));
        Ok(block.map_or(&[], |block| body.arguments(block)))
    }

    /// Prints the name of an argument with the type of an operand.
    pub(super) fn argument(
        &mut self,
        current: &mut Current<'p>,
        region: Part,
        index: u16,
        operand: Part,
    ) -> Result<()> {
        let arguments = self.arguments(current, region)?;
        let argument = arguments.get(usize::from(index)).ok_or_else(|| missing("an argument"))?;
        let types = self.types_of(current, operand)?;
        self.has_type(argument, types.first())?;
        self.names.write(&mut self.out, argument.value);
        current.arguments = usize::from(index) + 1;
        Ok(())
    }

    /// Prints arguments from an index on, and the operands that are their initial values.
    pub(super) fn assigned(
        &mut self,
        current: &mut Current<'p>,
        region: Part,
        from: u16,
        operands: Part,
    ) -> Result<()> {
        let arguments = self.arguments(current, region)?;
        let arguments = arguments.get(usize::from(from)..).unwrap_or_default();
        let types = self.types_of(current, operands)?;
        let Part::Operand(index) = operands else { return Ok(()) };
        let values = current.operands(index);
        let all = arguments.iter().zip(values).enumerate();
        self.list(all, |printer, (index, (argument, value))| {
            printer.has_type(argument, types.get(index))?;
            printer.names.write(&mut printer.out, argument.value);
            printer.out.push_str(" = ");
            printer.names.write(&mut printer.out, *value);
            Ok(())
        })?;
        if arguments.len() < values.len() {
            return Err(missing("an argument"));
        }
        current.arguments = usize::from(from) + values.len();
        Ok(())
    }

    /// Checks that an argument has the type of an operand, because the text states the type once for both.
    fn has_type(&mut self, argument: &ResultValue, ty: Option<&TypeId>) -> Result<()> {
        match ty {
            Some(ty)
                if argument.ty == *ty || self.type_text(argument.ty)? == self.type_text(*ty)? =>
            {
                Ok(())
            }
            _ => Err(no_text("an argument of another type than its operand")),
        }
    }

    /// Checks that all arguments of a region were printed.
    pub(super) fn all_arguments(&self, current: &mut Current<'p>, region: u16) -> Result<()> {
        let arguments = self.arguments(current, Part::Region(region))?;
        match std::mem::take(&mut current.arguments) == arguments.len() {
            true => Ok(()),
            false => Err(no_text("a region with other arguments than its text names")),
        }
    }

    /// Prints parameters with their types and attributes.
    pub(super) fn parameters(
        &mut self,
        arguments: &[ResultValue],
        attributes: &[Attribute],
    ) -> Result<()> {
        self.list(arguments.iter().enumerate(), |printer, (index, argument)| {
            printer.names.write(&mut printer.out, argument.value);
            printer.out.push_str(": ");
            printer.ty(argument.ty)?;
            match attributes.get(index) {
                Some(Attribute::Dictionary { entries }) if !entries.is_empty() => {
                    printer.out.push(' ');
                    printer.dictionary(entries)
                }
                _ => Ok(()),
            }
        })
    }
}
