//! Changes the operations of a module.

use super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use super::super::module::Module;
use super::clone::Content;
use crate::dialect::Table;
use crate::module::ir::{BlockId, Definition, NewOp, OpId, RegionId, Value};
use crate::operations::properties::{PropertyValue, exist, layouts_of};
use crate::release::convert;
use crate::tables::names::lookup;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::forest::copies::Owner as _;
use bytespec_core::forest::{Place, wrong};

/// The parts of a new operation.
#[derive(Clone, Debug, Default)]
pub struct Operation {
    /// Whether the producer knows the operation. This determines how its properties are encoded. By default it does if the
    /// release has a layout for the operation.
    pub registered: Option<bool>,
    /// Attributes: a dictionary.
    pub attributes: Option<AttributeId>,
    /// Properties, in versions since 5.
    pub properties: Option<PropertyBlobId>,
    /// Properties by name, instead of `properties`. Properties that are not listed are empty. In versions without properties
    /// they become attributes.
    pub named: Vec<(&'static str, PropertyValue)>,
    /// Operands.
    pub operands: Vec<Value>,
    /// Types of the results.
    pub results: Vec<TypeId>,
    /// Successors: blocks of the region that will contain the operation.
    pub successors: Vec<BlockId>,
    /// Number of regions, which are empty at first.
    pub regions: u32,
}

impl Module<'_> {
    /// Creates an operation that is in no block yet. If the release has a property layout for it and you set no properties,
    /// they are empty.
    ///
    /// # Errors
    /// A reference past its table, a wrong handle, properties that the layout does not have, a required property that is
    /// missing, and more operations than numbers.
    pub fn make(
        &mut self,
        name: &str,
        location: AttributeId,
        operation: Operation,
    ) -> Result<OpId> {
        self.check_attribute(location)?;
        operation.results.iter().try_for_each(|ty| self.check_type(*ty))?;
        operation.operands.iter().try_for_each(|value| self.ir.check_value(*value))?;
        operation.successors.iter().try_for_each(|block| self.ir.forest().check_block(*block))?;
        operation.attributes.map_or(Ok(()), |id| self.check_attribute(id))?;
        let known = operation.registered.unwrap_or_else(|| self.knows(name));
        let name_id = self.add_op_name(name, known)?;
        let properties = match operation.properties {
            None if operation.named.is_empty() => self.empty_properties(name_id)?,
            None => None,
            given => given,
        };
        self.check_properties(name_id, properties)?;
        let Operation { attributes, results, .. } = operation;
        let op = NewOp { name: name_id, location, attributes, properties };
        let content = Content { op, results, isolated: None };
        let op = self.ir.create(content, operation.regions as usize)?;
        self.ir.edited.moved = true;
        let filled = match self.ir.connect(op, &operation.operands, &operation.successors) {
            Ok(()) if !operation.named.is_empty() => self.name_properties(op, &operation.named),
            connected => connected,
        };
        if filled.is_err() {
            self.ir.end(op);
        }
        filled.map(|()| op)
    }

    /// Moves an operation, with everything inside its regions, to the end of a block.
    ///
    /// # Errors
    /// A wrong handle, and a block inside the operation; then the operation stays where it is.
    pub fn append(&mut self, block: BlockId, op: OpId) -> Result<()> {
        self.move_to(Place::AtEnd(block), op)
    }

    /// Moves an operation, with everything inside its regions, before another one.
    ///
    /// # Errors
    /// A wrong handle, and another operation that is in no block, is the same or is inside the operation; then the operation
    /// stays where it is.
    pub fn insert_before(&mut self, before: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::Before(before), op)
    }

    /// Moves an operation, with everything inside its regions, after another one.
    ///
    /// # Errors
    /// Those of [`Module::insert_before`].
    pub fn insert_after(&mut self, after: OpId, op: OpId) -> Result<()> {
        self.move_to(Place::After(after), op)
    }

    /// Moves an operation, with everything inside its regions, to a place.
    pub(super) fn move_to(&mut self, place: Place, op: OpId) -> Result<()> {
        self.ir.forest().check_move(place, op, |op| self.name(op).full().into_owned())?;
        self.take_out(op);
        self.ir.put(place, op);
        Ok(())
    }

    #[cold]
    pub(crate) fn not_materialized(&self, op: OpId) -> Error {
        let operation = self.name(op).full().into_owned();
        Error::new(ErrorKind::NotMaterialized { operation })
    }

    /// Removes an operation, with everything inside its regions, from its block. You can insert it again elsewhere. Operations
    /// in no block are not written.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn remove(&mut self, op: OpId) -> Result<()> {
        self.ir.forest().check_op(op)?;
        self.take_out(op);
        Ok(())
    }

    pub(crate) fn take_out(&mut self, op: OpId) {
        self.ir.edited.moved = true;
        if self.ir.has_orders() {
            // Values that are defined inside are used only inside, so their uses move with them.
            let is_outside = |value: &Value| match self.definition(*value) {
                Some(Definition::Argument(block, _)) => !self.ir.forest().is_inside(block, op),
                Some(Definition::Result(definer, _)) => {
                    !self.block(definer).is_some_and(|block| self.ir.forest().is_inside(block, op))
                }
                None => true,
            };
            let used: Vec<Value> = self
                .walk_op(op)
                .flat_map(|inner| self.operands(inner))
                .copied()
                .filter(is_outside)
                .collect();
            used.into_iter().for_each(|value| self.ir.forget_order(value));
        }
        self.ir.remove(op);
    }

    /// Renames an operation. It keeps its attributes, and those of its properties that are not empty. If the producer knows
    /// neither the old nor the new operation, the properties are one attribute, which is kept.
    ///
    /// # Errors
    /// A wrong handle, a property that the new layout lacks or has with another kind, a required property that is missing,
    /// properties without a known layout ([`ErrorKind::NoLayout`](bytespec_core::ErrorKind::NoLayout)), and more names than
    /// numbers. Then it keeps its name.
    pub fn rename(&mut self, op: OpId, name: &str) -> Result<()> {
        self.ir.forest().check_op(op)?;
        let known = self.knows(name);
        let old = self.ir.name(op);
        let new = self.add_op_name(name, known)?;
        if new == old {
            return Ok(());
        }
        let list = match self.properties_id(op) {
            Some(_) => self.property_list(op)?,
            None => Some(Vec::new()),
        };
        let registered = self.op_name(new)?.registered;
        let properties = match list {
            // The properties of an unregistered operation are one attribute, whatever its name.
            None if !registered => self.properties_id(op),
            None => return Err(self.no_layout(name)),
            Some(list) if !exist(self.version) || list.is_empty() => self.empty_properties(new)?,
            Some(_) if !registered => return Err(self.no_layout(name)),
            Some(list) => {
                // An empty value, such as an absent flag, need not exist in the new layout.
                let given: Vec<(&str, PropertyValue)> = list
                    .into_iter()
                    .filter(|property| !is_empty(&property.value))
                    .map(|property| (property.name, property.value))
                    .collect();
                self.make_properties(name, &given)?
            }
        };
        let data = self.ir.op_mut(op);
        data.name = new;
        self.ir.set_properties(op, properties);
        self.ir.edited.moved = true;
        Ok(())
    }

    /// Sets the location of an operation.
    ///
    /// # Errors
    /// A wrong handle, and an index past the table.
    pub fn set_location(&mut self, op: OpId, location: AttributeId) -> Result<()> {
        self.ir.forest().check_op(op)?;
        self.check_attribute(location)?;
        self.ir.op_mut(op).location = location;
        Ok(())
    }

    /// Sets the dictionary with an operation's attributes.
    ///
    /// # Errors
    /// A wrong handle, and an index past the table.
    pub fn set_attributes(&mut self, op: OpId, attributes: Option<AttributeId>) -> Result<()> {
        self.ir.forest().check_op(op)?;
        attributes.map_or(Ok(()), |id| self.check_attribute(id))?;
        self.ir.set_attributes(op, attributes);
        Ok(())
    }

    /// Sets the property blob of an operation.
    ///
    /// # Errors
    /// A wrong handle, and an index past the table. If a layout is known for the operation, also bytes that do not match it or
    /// have references past their table.
    pub fn set_properties(&mut self, op: OpId, properties: Option<PropertyBlobId>) -> Result<()> {
        self.ir.forest().check_op(op)?;
        self.check_properties(self.ir.name(op), properties)?;
        self.ir.set_properties(op, properties);
        Ok(())
    }

    /// Sets the operands of an operation.
    ///
    /// # Errors
    /// A wrong handle, and more operands than numbers.
    pub fn set_operands(&mut self, op: OpId, operands: &[Value]) -> Result<()> {
        self.ir.forest().check_op(op)?;
        operands.iter().try_for_each(|value| self.ir.check_value(*value))?;
        self.ir.edited.moved = true;
        if self.ir.has_orders() {
            let old = self.ir.operands(op).to_vec();
            old.iter().chain(operands).for_each(|value| self.ir.forget_order(*value));
        }
        self.ir.set_operands(op, operands.iter().copied())
    }

    /// Replaces all uses of a value by another value, also in operations in no block.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn replace_uses(&mut self, from: Value, to: Value) -> Result<()> {
        self.ir.check_value(from)?;
        self.ir.check_value(to)?;
        self.ir.edited.moved = true;
        self.ir.forget_order(from);
        self.ir.forget_order(to);
        self.ir.replace_uses(from, to);
        Ok(())
    }

    /// Sets the type of a value.
    ///
    /// # Errors
    /// A wrong handle, and an index past the table.
    pub fn set_value_type(&mut self, value: Value, ty: TypeId) -> Result<()> {
        self.ir.check_value(value)?;
        self.check_type(ty)?;
        self.ir.set_value_type(value, ty);
        Ok(())
    }

    /// Adds a block at the end of a region, with arguments of these types. Set their locations with
    /// [`Module::set_argument_location`]; by default they are unknown.
    ///
    /// # Errors
    /// A wrong handle, a region that is still bytes (see [`Module::materialize`]), a type past the table, and
    /// more blocks or values than numbers.
    pub fn add_block(&mut self, region: RegionId, arguments: &[TypeId]) -> Result<BlockId> {
        self.ir.forest().check_region(region)?;
        if let Some(op) = self.region_op(region).filter(|op| self.is_materializable(*op)) {
            return Err(self.not_materialized(op));
        }
        arguments.iter().try_for_each(|ty| self.check_type(*ty))?;
        self.ir.edited.moved = true;
        // Earlier versions have a location for every argument.
        let unknown = match arguments {
            [] => None,
            _ if convert::elides_locations(self.version) => None,
            _ => Some(self.unknown_location()?),
        };
        self.ir.create_block(region, arguments.iter().map(|ty| (*ty, unknown)))
    }

    /// Sets the location of a block argument; `None` is the unknown location.
    ///
    /// # Errors
    /// A wrong handle, a value that is not a block argument, an attribute past the table, and more attributes than numbers.
    pub fn set_argument_location(
        &mut self,
        argument: Value,
        location: Option<AttributeId>,
    ) -> Result<()> {
        self.ir.check_value(argument)?;
        location.map_or(Ok(()), |id| self.check_attribute(id))?;
        let Some(Definition::Argument(block, index)) = self.definition(argument) else {
            return Err(wrong("argument", argument.number(), false));
        };
        let location = match location {
            None if !convert::elides_locations(self.version) => Some(self.unknown_location()?),
            location => location,
        };
        self.ir.edited.moved = true;
        self.ir.set_argument_location(block, index as usize, location);
        Ok(())
    }

    /// Refuses an attribute past the table.
    pub(crate) fn check_attribute(&self, id: AttributeId) -> Result<()> {
        self.stored(Table::Attribute, id.0).map(|_| ())
    }

    /// Refuses a type past the table.
    pub(crate) fn check_type(&self, id: TypeId) -> Result<()> {
        self.stored(Table::Type, id.0).map(|_| ())
    }

    /// Refuses properties past the table, and those that an operation of this name cannot have.
    fn check_properties(&self, name: OpNameId, id: Option<PropertyBlobId>) -> Result<()> {
        let Some(id) = id else { return Ok(()) };
        let span = lookup(PropertyBlobId::TABLE, &self.properties, id.0)?;
        if let Some(fields) = layouts_of(self, name)?.sole() {
            return self.read_properties(fields, id).map(|_| ());
        }
        let name = self.op_name(name)?;
        if name.registered { Ok(()) } else { self.check_unregistered(&name, span) }
    }
}

/// Whether a property has its default value, which is empty.
fn is_empty(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::None | PropertyValue::Number(0) | PropertyValue::Bool(false) => true,
        PropertyValue::Segments(sizes) => sizes.iter().all(|size| *size == 0),
        PropertyValue::Attribute(_) | PropertyValue::Number(_) => false,
        PropertyValue::Bool(true) | PropertyValue::String(_) => false,
    }
}
