//! Arguments of blocks, and functions that have nothing else.

use super::super::generated::{Attribute, ResultValue, Type};
use super::super::module::Function;
use super::parts::{Form, missing};
use super::printer::{Current, Printer, Source, argument_attributes};
use crate::module::body::Body;
use bytespec_core::error::Result;
use bytespec_core::operation_text::Part;
use bytespec_core::quoted;

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

    /// Prints a function without operations.
    pub(super) fn declaration(&mut self, function: &'p Function) -> Result<()> {
        self.out.push_str("preview$func extern @");
        quoted::name(&mut self.out, self.module.string_at(function.name)?);
        if let Some(Attribute::Array { elements }) = &function.const_params
            && !elements.is_empty()
        {
            self.out.push_str("<[");
            for (index, param) in elements.iter().enumerate() {
                self.out.push_str(if index > 0 { ", " } else { "" });
                match param {
                    Attribute::PreviewConstParam { name, r#type } => {
                        let name = String::from_utf8_lossy(self.module.string_at(*name)?);
                        self.out.push_str(&name);
                        self.out.push_str(": ");
                        let text = self.types.full(*r#type)?;
                        self.out.push_str(&text);
                    }
                    other => self.attribute(other, Form::Full)?,
                }
            }
            self.out.push_str("]>");
        }
        self.out.push('(');
        self.parameters(function.body.params(), argument_attributes(function))?;
        self.out.push(')');
        if let Type::Function { results, .. } = self.module.type_at(function.signature)?
            && !results.is_empty()
        {
            self.out.push_str(" -> ");
            let several = results.len() > 1;
            self.out.push_str(if several { "(" } else { "" });
            self.each_type(results)?;
            self.out.push_str(if several { ")" } else { "" });
        }
        self.out.push(' ');
        self.end_line(function.location)
    }
}
