//! Reads and creates operations as Rust values.

use super::properties::PropertyValue;
use crate::dialect::{
    Dialect as _, OpGroup, OpPart, OpPartKind, OpParts, OpRegion, OpResult, Operation, full_name,
    missing,
};
use crate::edit::Operation as NewOperation;
use crate::generated::{AttributeId, OPERAND_SEGMENT_SIZES, RESULT_SEGMENT_SIZES, TypeId};
use crate::module::Module;
use crate::module::ir::OpId;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::signatures::{Count, Group, Members, share_out};
use std::ops::Range;

/// The groups of one kind, in order.
fn groups(parts: &[OpGroup], kind: OpPartKind) -> Vec<Group> {
    parts.iter().filter(|part| part.kind == kind).map(|part| part.group).collect()
}

/// The members of each group of one kind; `None` if the groups cannot be determined.
pub(crate) fn share(
    module: &Module<'_>,
    op: OpId,
    parts: &[OpGroup],
    kind: OpPartKind,
) -> Result<Option<Vec<Members>>> {
    let groups = groups(parts, kind);
    let sizes = match sizes_name(kind).filter(|_| needs_sizes(&groups)) {
        Some(name) => module.stated_sizes(op, name)?,
        None => None,
    };
    Ok(share_out(&groups, count(module, op, kind), sizes.as_deref(), false))
}

/// The number of parts of one kind of an operation.
fn count(module: &Module<'_>, op: OpId, kind: OpPartKind) -> usize {
    match kind {
        OpPartKind::Operand => module.operands(op).len(),
        OpPartKind::Result => module.results(op).len(),
        OpPartKind::Region => module.regions(op).len(),
        OpPartKind::Successor => module.successors(op).len(),
        OpPartKind::Attribute => 0,
    }
}

/// Whether the sizes of groups do not follow from the number of members.
fn needs_sizes(groups: &[Group]) -> bool {
    groups.iter().filter(|group| group.count != Count::One).count() > 1
}

/// The property that states the sizes of groups.
pub(crate) fn sizes_name(kind: OpPartKind) -> Option<&'static str> {
    match kind {
        OpPartKind::Operand => Some(OPERAND_SEGMENT_SIZES),
        OpPartKind::Result => Some(RESULT_SEGMENT_SIZES),
        OpPartKind::Region | OpPartKind::Successor | OpPartKind::Attribute => None,
    }
}

/// The error for members that do not match the groups.
#[cold]
fn misfit<O: Operation>(kind: OpPartKind, groups: &[Group], count: usize) -> Error {
    let varying = groups.iter().filter(|group| group.count != Count::One).count();
    let fixed = groups.len() - varying;
    if count < fixed {
        // Groups of variable length are then empty.
        let one = groups.iter().filter(|group| group.count == Count::One).nth(count);
        return missing::<O>(kind, one.map_or("", |group| group.name));
    }
    let most = groups.iter().try_fold(0_usize, |sum, group| match group.count {
        Count::One | Count::Optional => Some(sum + 1),
        Count::Variadic | Count::VariadicOfVariadic => None,
    });
    let operation = full_name::<O>();
    if let Some(most) = most.filter(|most| count > *most) {
        let item = format!("the {} {most} of `{operation}`, counted from 0,", kind.word()).into();
        return Error::new(ErrorKind::Absent { item, why: "is one too many" });
    }
    let name = sizes_name(kind).unwrap_or_default();
    let item = format!("`{name}` of `{operation}`").into();
    let why = "is missing or does not fit, so that nobody knows which are in which group";
    Error::new(ErrorKind::Absent { item, why })
}

/// The parts of an operation of a module.
struct Found<'m, O> {
    module: &'m Module<'m>,
    op: OpId,
    /// The members of all groups except attributes.
    shared: Vec<(OpPartKind, Members)>,
    of: std::marker::PhantomData<O>,
}

impl<O: Operation> Found<'_, O> {
    fn share(&self, kind: OpPartKind) -> Result<Vec<Members>> {
        let Found { module, op, .. } = *self;
        share(module, op, O::PARTS, kind)?
            .ok_or_else(|| misfit::<O>(kind, &groups(O::PARTS, kind), count(module, op, kind)))
    }

    /// The indices of a group's members among all parts of its kind.
    fn places(&self, part: &OpGroup) -> Range<usize> {
        let mut shared = self.shared.iter();
        let found = shared
            .find(|(kind, members)| *kind == part.kind && members.group.name == part.group.name);
        found.map_or(0..0, |(_, members)| members.places.clone())
    }
}

impl<O: Operation> OpParts for Found<'_, O> {
    fn part(&mut self, index: usize) -> Result<Vec<OpPart>> {
        let Some(part) = O::PARTS.get(index) else { return Ok(Vec::new()) };
        let (module, op) = (self.module, self.op);
        if part.kind == OpPartKind::Attribute {
            let found = module.get_attribute(op, part.group.name)?;
            return Ok(found.map(OpPart::Attribute).into_iter().collect());
        }
        let places = self.places(part);
        let (skip, take) = (places.start, places.len());
        Ok(match part.kind {
            OpPartKind::Operand => {
                let operands = module.operands(op).iter().skip(skip).take(take);
                operands.map(|value| OpPart::Operand(*value)).collect()
            }
            OpPartKind::Result => {
                let results = module.results(op).skip(skip).take(take);
                let result = |value| OpResult { value: Some(value), ty: module.value_type(value) };
                results.map(|value| OpPart::Result(result(value))).collect()
            }
            OpPartKind::Region => {
                let regions = module.regions(op).skip(skip).take(take);
                let region = |region| OpRegion { region: Some(region) };
                regions.map(|found| OpPart::Region(region(found))).collect()
            }
            OpPartKind::Successor => {
                let successors = module.successors(op).iter().skip(skip).take(take);
                successors.map(|block| OpPart::Successor(*block)).collect()
            }
            OpPartKind::Attribute => Vec::new(),
        })
    }

    fn property(&mut self, name: &str) -> Result<Option<PropertyValue>> {
        self.module.property(self.op, name)
    }
}

impl Module<'_> {
    /// An operation as a Rust value with named parts; `None` for an operation of another name. Attributes without a field are
    /// ignored.
    ///
    /// # Errors
    /// A wrong handle; operands, results, regions, successors and attributes that are missing or too many, by name; properties
    /// that cannot be read or do not fit.
    pub fn view<O: Operation>(&self, op: OpId) -> Result<Option<O>> {
        self.ir.forest().check_op(op)?;
        let name = self.name(op);
        let is_of =
            name.dialect == O::Dialect::NAME.as_bytes() && name.name == O::OPERATION.as_bytes();
        if !is_of {
            return Ok(None);
        }
        let mut found =
            Found::<O> { module: self, op, shared: Vec::new(), of: std::marker::PhantomData };
        // Parts that the operation type does not have are checked, too: the module can have some.
        for kind in
            [OpPartKind::Operand, OpPartKind::Result, OpPartKind::Region, OpPartKind::Successor]
        {
            let shared = found.share(kind)?;
            found.shared.extend(shared.into_iter().map(|members| (kind, members)));
        }
        O::from_parts(&mut found).map(Some)
    }

    /// Creates an operation that is in no block yet. Returns it with its value, which contains the values of the new results
    /// and the new regions. A result without a type gets the type of the operands that the operation names for it. The sizes of
    /// groups are written into the properties.
    ///
    /// The registry must have the dialect, if the operation has properties.
    ///
    /// # Errors
    /// Those of [`Module::make`]; a result without a type and without such operands ([`ErrorKind::Absent`]); groups of varying
    /// size without a property for the sizes ([`ErrorKind::Absent`]).
    pub fn make_op<O: Operation>(&mut self, location: AttributeId, value: &O) -> Result<(OpId, O)> {
        let parts = value.to_parts();
        let mut new = NewOperation { registered: Some(true), ..NewOperation::default() };
        new.named = value.to_properties();
        let mut attributes = Vec::new();
        for (group, members) in O::PARTS.iter().zip(&parts) {
            for part in members {
                match part {
                    OpPart::Operand(value) => new.operands.push(*value),
                    OpPart::Result(result) => {
                        new.results.push(self.result_type::<O>(group, result, &parts)?);
                    }
                    OpPart::Region(_) => new.regions += 1,
                    OpPart::Successor(block) => new.successors.push(*block),
                    OpPart::Attribute(id) => attributes.push((group.group.name, *id)),
                }
            }
        }
        for kind in [OpPartKind::Operand, OpPartKind::Result] {
            state_sizes::<O>(kind, &parts, &mut new.named)?;
        }
        if new.named.is_empty() && !super::properties::exist(self.version()) {
            new.registered = None;
        }
        let op = self.make(&full_name::<O>(), location, new)?;
        let filled = attributes
            .into_iter()
            .try_for_each(|(name, id)| self.set_attribute(op, name, Some(id)))
            .and_then(|()| self.view::<O>(op))
            .and_then(|view| view.ok_or_else(|| missing::<O>(OpPartKind::Attribute, O::OPERATION)));
        match filled {
            Ok(view) => Ok((op, view)),
            Err(error) => {
                self.erase(op)?;
                Err(error)
            }
        }
    }

    /// The type of a new result.
    fn result_type<O: Operation>(
        &self,
        group: &OpGroup,
        result: &OpResult,
        parts: &[Vec<OpPart>],
    ) -> Result<TypeId> {
        let like = group.type_of.and_then(|name| {
            let at = O::PARTS.iter().position(|part| part.group.name == name)?;
            match parts.get(at)?.first()? {
                OpPart::Operand(value) => Some(*value),
                _ => None,
            }
        });
        match (result.ty, like) {
            (Some(ty), _) => Ok(ty),
            (None, Some(value)) => {
                self.ir.check_value(value)?;
                Ok(self.ir.value_type(value))
            }
            (None, None) => {
                let (name, operation) = (group.group.name, full_name::<O>());
                let item = format!("the type of the result `{name}` of `{operation}`").into();
                Err(Error::new(ErrorKind::Absent { item, why: "is missing" }))
            }
        }
    }
}

/// Writes the sizes of groups into the properties that state them.
fn state_sizes<O: Operation>(
    kind: OpPartKind,
    parts: &[Vec<OpPart>],
    named: &mut [(&'static str, PropertyValue)],
) -> Result<()> {
    let Some(name) = sizes_name(kind).filter(|_| needs_sizes(&groups(O::PARTS, kind))) else {
        return Ok(());
    };
    let of_kind = O::PARTS.iter().zip(parts).filter(|(group, _)| group.kind == kind);
    let sizes = of_kind.map(|(_, parts)| u32::try_from(parts.len()).unwrap_or(u32::MAX)).collect();
    match named.iter_mut().find(|(property, _)| *property == name) {
        Some((_, value)) => *value = PropertyValue::Segments(sizes),
        None => {
            let item = format!("the property `{name}` of `{}`", full_name::<O>()).into();
            let why = "is missing; it has the sizes of groups";
            return Err(Error::new(ErrorKind::Absent { item, why }));
        }
    }
    Ok(())
}
