//! Checks the rules of the schema on bodies that were created or changed: nesting, terminators, and the types of operands and
//! results.

use crate::codec::context::no_function;
use crate::file::walker::MAX_REGION_DEPTH;
use crate::generated::{DebugId, Op, StringId, Type, TypeId};
use crate::module::body::{BlockId, Body};
use crate::module::{Function, Module, entry};
use bytespec_core::error::{BodyFault, Context as _, Error, ErrorKind, Result};
use bytespec_core::reflect::{Arity, OpInfo, PortInfo, RegionInfo};
use std::collections::HashSet;

/// The name of a tile of rank zero in a constraint.
const SCALAR: &str = "scalar_tile";
/// The name of a tile in a constraint, and the class of its type.
const TILE: &str = "tile";
/// A constraint that every type satisfies.
const ANY: &str = "any";

impl Module {
    /// Checks the rules of the schema: each operation is in one place, blocks end with a terminator, regions have blocks,
    /// operands and results have allowed types, and functions have unique names. Writing a module makes the same checks, but
    /// skips functions that are unchanged since they were read.
    ///
    /// # Errors
    /// The first violation of the schema, with the path to the operation.
    pub fn verify(&self) -> Result<()> {
        self.verify_functions(|_| true)
    }

    /// Checks the nesting of operations in functions that were created or changed.
    pub(crate) fn verify_nesting(&self) -> Result<()> {
        let functions = self.functions.iter().enumerate();
        for (index, function) in functions.filter(|(_, function)| function.body.is_changed()) {
            if !has_no_body(function) {
                let found = self.verify_nesting_of(function, Rules::Wire);
                found.index(index as u64).field("functions")?;
            }
        }
        Ok(())
    }

    /// Checks functions that were created or changed.
    pub(crate) fn verify_changed(&self) -> Result<()> {
        self.verify_functions(|function| function.body.is_changed())
    }

    fn verify_functions(&self, included: impl Fn(&Function) -> bool) -> Result<()> {
        if !self.functions.iter().any(&included) {
            return Ok(());
        }
        let mut names: HashSet<StringId> = HashSet::new();
        for (index, function) in self.functions.iter().enumerate() {
            let mut check = || {
                let name = self.string_at(function.name)?;
                let twice = !names.insert(function.name);
                if twice && included(function) {
                    let name = String::from_utf8_lossy(name).into_owned();
                    return Err(Error::new(ErrorKind::Duplicate { what: "function", name }));
                }
                if included(function) { self.verify_function(function) } else { Ok(()) }
            };
            check().index(index as u64).field("functions")?;
        }
        Ok(())
    }

    fn verify_function(&self, function: &Function) -> Result<()> {
        if has_no_body(function) {
            return Ok(());
        }
        self.verify_nesting_of(function, Rules::Schema)?;
        let body = &function.body;
        let mut found = Ok(());
        body.each_op(|id, op| {
            if found.is_ok() {
                found = self.verify_types(body, op);
                found = std::mem::replace(&mut found, Ok(()))
                    .item(op.kind().info().label)
                    .index(u64::from(id.number()))
                    .field("ops");
            }
        });
        found.field("body")
    }

    /// Checks the body, and that its parameters match those of the signature: a file only contains the latter.
    fn verify_nesting_of(&self, function: &Function, rules: Rules) -> Result<()> {
        let signature = self.type_at(function.signature)?;
        let Type::Function { params, .. } = signature else {
            return Err(no_function(signature.variant_name())).field("signature");
        };
        let found = function.body.params();
        let same = found.len() == params.len()
            && params.iter().zip(found).all(|(ty, param)| self.same(*ty, param.ty));
        if !same {
            return Err(fault(BodyFault::Parameters)).field("body");
        }
        let mut locations = function.location.into_iter().collect::<Vec<_>>();
        function.body.each_op(|id, _| locations.extend(function.body.location(id)));
        for location in locations {
            entry(&self.debug, location.0, DebugId::TABLE)?;
        }
        function.body.verify_structure(rules).field("body")
    }

    fn verify_types(&self, body: &Body, op: &Op) -> Result<()> {
        let info = op.kind().info();
        let mut types = Vec::new();
        op.each_result(|result| types.push(result.ty));
        let mut failed = Ok(());
        op.each_operand(|value| match body.type_of(*value) {
            Ok(ty) => types.push(ty),
            Err(error) => failed = Err(error),
        });
        failed?;
        let mut sizes = Vec::new();
        op.each_group_size(|size| sizes.push(size));
        let mut left = types.as_slice();
        let mut groups = Vec::new();
        for (port, size) in info.results.iter().chain(info.operands).zip(sizes) {
            let (group, rest) = left.split_at(size.min(left.len()));
            left = rest;
            for ty in group {
                if !self.fits(*ty, port.constraint)? {
                    return Err(self.misfit(port, *ty));
                }
            }
            groups.push((port, group));
        }
        self.verify_same(info, groups)
    }

    fn verify_same(&self, info: &OpInfo, groups: Vec<(&PortInfo, &[TypeId])>) -> Result<()> {
        let groups: Vec<_> = groups
            .into_iter()
            .filter(|(port, _)| info.same_type.contains(&port.name))
            .filter(|(port, types)| port.arity == Arity::Variadic || !types.is_empty())
            .collect();
        let Some((first, rest)) = groups.split_first() else { return Ok(()) };
        for (port, types) in rest {
            let equal = types.len() == first.1.len()
                && types.iter().zip(first.1).all(|(ty, other)| self.same(*ty, *other));
            if !equal {
                let spelled = |types: &[TypeId]| {
                    types.iter().map(|ty| self.spelled(*ty)).collect::<Vec<_>>().join(", ")
                };
                let found = vec![(first.0.name, spelled(first.1)), (port.name, spelled(types))];
                return Err(Error::new(ErrorKind::Constraint { found, allowed: None }));
            }
        }
        Ok(())
    }

    /// Whether two type numbers mean the same type, which a file can contain twice.
    fn same(&self, one: TypeId, other: TypeId) -> bool {
        let inner = |tile: &Type| match tile {
            Type::Tile { element, shape, symbolic_shape } => {
                Some((*element, (shape.clone(), symbolic_shape.clone())))
            }
            _ => None,
        };
        let (Ok(first), Ok(second)) = (self.type_at(one), self.type_at(other)) else {
            return false;
        };
        match (inner(first), inner(second)) {
            _ if one == other || first == second => true,
            (Some((element, shape)), Some((other, sizes))) => {
                shape == sizes && self.type_at(element).ok() == self.type_at(other).ok()
            }
            _ => false,
        }
    }

    fn spelled(&self, id: TypeId) -> String {
        let Ok(ty) = self.type_at(id) else { return format!("type {}", id.0) };
        let Type::Tile { element, shape, .. } = ty else { return ty.label().to_owned() };
        let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
        let element = self.type_at(*element).map_or("?", Type::label);
        format!("{}<{sizes}{element}>", ty.label())
    }

    #[cold]
    fn misfit(&self, port: &PortInfo, ty: TypeId) -> Error {
        let found = vec![(port.name, self.spelled(ty))];
        Error::new(ErrorKind::Constraint { found, allowed: Some(port.constraint) })
    }

    /// Whether a type satisfies a constraint. A constraint names a type or a class of types. In angle brackets it names the
    /// allowed elements of a tile, or the allowed types of a class.
    pub(crate) fn fits(&self, id: TypeId, constraint: &str) -> Result<bool> {
        let ty = self.type_at(id)?;
        if constraint == ANY {
            return Ok(true);
        }
        let (head, inner) = match constraint.strip_suffix('>').and_then(|text| text.split_once('<'))
        {
            Some((head, inner)) => (head, Some(inner)),
            None => (constraint, None),
        };
        let is_tile = head == TILE || head == SCALAR;
        let class = if is_tile { TILE } else { head };
        if ty.class() != Some(class) {
            return Ok(false);
        }
        let Type::Tile { element, shape, .. } = ty else {
            return Ok(inner.is_none_or(|inner| inner.split('|').any(|name| name == ty.label())));
        };
        if head == SCALAR && !shape.is_empty() {
            return Ok(false);
        }
        let element = self.type_at(*element)?.label();
        Ok(inner.is_none_or(|inner| inner.split('|').any(|name| name == element)))
    }
}

impl Body {
    /// Checks that operations own the regions that they refer to, that nesting is not too deep, and that blocks end with a
    /// terminator. With the rules of the schema, also that regions have blocks, and that terminators only end blocks.
    fn verify_structure(&self, rules: Rules) -> Result<()> {
        let strict = rules == Rules::Schema;
        let mut stack: Vec<(BlockId, usize)> = vec![(Body::ENTRY, 1)];
        while let Some((block, depth)) = stack.pop() {
            if depth > MAX_REGION_DEPTH {
                return Err(Error::new(ErrorKind::Limit {
                    limit: "nesting of regions",
                    found: depth as u64,
                    max: MAX_REGION_DEPTH as u64,
                }));
            }
            let last = self.forest().last_op(block);
            // A function without operations is implemented elsewhere.
            if last.is_none() && (strict || block != Body::ENTRY) {
                return Err(fault(BodyFault::EmptyBlock { block: block.number() }));
            }
            for id in self.ops(block) {
                let op = self.op(id)?;
                let info = op.kind().info();
                let inside: Result<()> = (|| {
                    match (info.terminator, Some(id) == last) {
                        (false, true) => return Err(fault(BodyFault::NoTerminator)),
                        (true, false) if strict => return Err(fault(BodyFault::EarlyTerminator)),
                        _ => {}
                    }
                    for index in 0..op.regions().len() {
                        let region = self.own_region(id, index)?;
                        let is_empty = self.forest().first_block(region).is_none();
                        let must = info.regions.get(index).filter(|rule| !rule.may_be_empty);
                        if let Some(RegionInfo { name, .. }) = must.filter(|_| strict && is_empty) {
                            return Err(fault(BodyFault::EmptyRegion { name }));
                        }
                        stack.extend(self.blocks(region).map(|block| (block, depth + 1)));
                    }
                    Ok(())
                })();
                inside.item(info.label).index(u64::from(id.number())).field("ops")?;
            }
        }
        Ok(())
    }
}

/// The rules to check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    /// The rules without which a file could not be read back.
    Wire,
    /// Also the rules of the schema.
    Schema,
}

/// Whether a function is only a declaration: it has no operations, and is not a kernel or is implemented elsewhere.
fn has_no_body(function: &Function) -> bool {
    (function.extern_implementation || !function.kernel) && function.body.is_empty()
}

#[cold]
fn fault(wrong: BodyFault) -> Error {
    Error::new(ErrorKind::Body(wrong))
}
