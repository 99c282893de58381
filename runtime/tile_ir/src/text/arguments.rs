//! Arguments of blocks.

use super::super::generated::{Attribute, ResultValue};
use super::parts::missing;
use super::printer::{Current, Printer, Source};
use crate::module::body::Body;
use bytespec_core::error::Result;
use bytespec_core::operation_text::Part;

impl<'p> Printer<'p> {
    /// The arguments of a region.
    pub(super) fn arguments(
        &self,
        current: &Current<'p>,
        body: Option<&'p Body>,
        part: Part,
    ) -> Result<&'p [ResultValue]> {
        let body = body.ok_or_else(|| missing("the body"))?;
        let Source::Op(..) = current.source else { return Ok(body.params()) };
        let Part::Region(index) = part else { return Ok(&[]) };
        let region = current.groups.regions.get(usize::from(index));
        let block = region.and_then(|region| body.nesting().first_block(*region));
        Ok(block.map_or(&[], |block| body.arguments(block)))
    }

    /// Prints parameters with their types and what is said of each.
    pub(super) fn parameters(
        &mut self,
        arguments: &[ResultValue],
        attributes: &[Attribute],
    ) -> Result<()> {
        for (index, argument) in arguments.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.names.write(&mut self.out, argument.value);
            self.out.push_str(": ");
            self.each_type(&[argument.ty])?;
            if let Some(Attribute::Dictionary { entries }) = attributes.get(index)
                && !entries.is_empty()
            {
                self.out.push(' ');
                self.dictionary(entries)?;
            }
        }
        Ok(())
    }
}
