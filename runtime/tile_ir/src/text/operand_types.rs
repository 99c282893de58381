//! Prints types of operands and results, for the pieces of a template.

use super::super::generated::TypeId;
use super::printer::{Current, Printer};
use super::types::numbers;
use super::visit::no_text;
use bytespec_core::dimension::Dimension;
use bytespec_core::error::Result;
use bytespec_core::operation_text::Part;
use bytespec_core::reflect::{Arity, PortInfo};
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

impl<'p> Printer<'p> {
    /// Prints the type of each value of a group.
    pub(super) fn each_type_of(&mut self, current: &Current<'p>, part: Part) -> Result<()> {
        let types = self.types_of(current, part)?;
        if let ([], Part::Result(index)) = (&types[..], part) {
            // A result that an older version lacks has the only possible type.
            let port = current.info.results.get(usize::from(index));
            self.out.push_str(port.map_or("", |port| lacking(port)));
        }
        self.each_type(&types)
    }

    /// Prints the types of a group: one type if all are the same.
    pub(super) fn types_once(&mut self, current: &Current<'p>, part: Part) -> Result<()> {
        let types = self.types_of(current, part)?;
        let mut same = true;
        for pair in types.windows(2) {
            same &= pair[0] == pair[1] || self.type_text(pair[0])? == self.type_text(pair[1])?;
        }
        self.each_type(if same { &types[..types.len().min(1)] } else { &types })
    }

    /// Prints the type of the first value in the first group that has one.
    pub(super) fn first_type(&mut self, current: &Current<'p>, parts: &[Part]) -> Result<()> {
        for part in parts {
            let types = self.types_of(current, *part)?;
            if let Some((first, others)) = types.split_first() {
                let is_result = matches!(part, Part::Result(_));
                if is_result && others.iter().any(|other| other != first) {
                    return Err(no_text("results of several types, of which the text states one,"));
                }
                return self.ty(*first);
            }
        }
        Ok(())
    }

    /// Prints numbers in the type of a result, with operands in place of dynamic ones.
    pub(super) fn mixed(
        &mut self,
        current: &mut Current<'p>,
        (result, field): (Part, &'static str),
        operands: Part,
    ) -> Result<()> {
        let ty = self.types_of(current, result)?.first().copied();
        let numbers = match ty {
            Some(ty) => numbers(self.module.type_at(ty)?, field),
            None => Vec::new(),
        };
        let Part::Operand(index) = operands else { return Ok(()) };
        let mut values = current.operands(index).iter();
        self.list(numbers, |printer, number| {
            match Dimension::from(number) {
                Dimension::Dynamic if let Some(value) = values.next() => {
                    printer.names.write(&mut printer.out, *value);
                }
                dimension => {
                    let _ = write!(printer.out, "{dimension}");
                }
            }
            Ok(())
        })?;
        if values.next().is_some() {
            return Err(no_text("an operand more than the type of the result leaves open"));
        }
        Ok(())
    }

    /// Prints types separated by commas.
    pub(super) fn each_type(&mut self, types: &[TypeId]) -> Result<()> {
        self.list(types, |printer, ty| printer.ty(*ty))
    }

    /// The types of the values of a group.
    pub(super) fn types_of(&self, current: &Current<'p>, part: Part) -> Result<Vec<TypeId>> {
        match (part, current.body) {
            (Part::Operand(index), Some(body)) => {
                let group = current.groups.operands.get(usize::from(index)).copied();
                group.unwrap_or_default().iter().map(|value| body.type_of(*value)).collect()
            }
            (Part::Result(index), _) => {
                let group = current.groups.results.get(usize::from(index)).copied();
                Ok(group.unwrap_or_default().iter().map(|result| result.ty).collect())
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// The type of a missing result: the only type that it can have.
fn lacking(port: &PortInfo) -> &'static str {
    if port.arity == Arity::Variadic { "" } else { port.constraint }
}
