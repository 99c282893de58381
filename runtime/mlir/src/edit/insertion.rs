//! Creates operations at a place.

use super::super::generated::{AttributeId, TypeId};
use super::super::module::Module;
use super::find::FUNCTION_TYPE;
use super::operations::Operation;
use super::values::{AttributeValue, is_vhlo};
use crate::module::ir::{BlockId, OpId, Value};
use crate::operations::properties::exist;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::forest::Place;

/// An insertion point. Operations are created there, one after the other.
///
/// A wrong place is an error when an operation is created there.
///
/// ```
/// use bytespec::mlir::{Module, PrintOptions};
///
/// let mut module = Module::new("example");
/// let (i32, body) = (module.integer_type(32)?, module.body());
/// let (_, entry) = module.at_end(body).function("next", &[i32], &[i32])?;
/// let argument = module.argument(entry, 0).into_iter().collect::<Vec<_>>();
/// let mut at = module.at_end(entry);
/// let one = at.op("arith.constant").set("value", 1_i32).result(i32).value()?;
/// let sum = at.op("arith.addi").operands(&argument).operand(one).result(i32).value()?;
/// at.op("func.return").operand(sum).build()?;
/// let text = module.print(&PrintOptions::default())?;
/// assert!(text.contains("%1 = \"arith.addi\"(%arg0, %0)"), "{text}");
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Debug)]
pub struct Insertion<'m, 'a> {
    module: &'m mut Module<'a>,
    place: Place,
    location: Option<AttributeId>,
}

impl<'a> Module<'a> {
    /// The place before an operation. New operations get its location.
    pub fn before(&mut self, op: OpId) -> Insertion<'_, 'a> {
        self.insertion(Place::Before(op), Some(op))
    }

    /// The place after an operation. New operations get its location.
    pub fn after(&mut self, op: OpId) -> Insertion<'_, 'a> {
        self.insertion(Place::After(op), Some(op))
    }

    /// The start of a block. New operations get the unknown location.
    pub fn at_start(&mut self, block: BlockId) -> Insertion<'_, 'a> {
        self.insertion(Place::AtStart(block), None)
    }

    /// The end of a block. New operations get the unknown location.
    pub fn at_end(&mut self, block: BlockId) -> Insertion<'_, 'a> {
        self.insertion(Place::AtEnd(block), None)
    }

    fn insertion(&mut self, place: Place, op: Option<OpId>) -> Insertion<'_, 'a> {
        let location = op.and_then(|op| self.location(op));
        Insertion { module: self, place, location }
    }
}

impl<'a> Insertion<'_, 'a> {
    /// The module.
    pub fn module(&mut self) -> &mut Module<'a> {
        self.module
    }

    /// Sets the location of operations that are created after this call.
    pub fn location(&mut self, location: AttributeId) -> &mut Self {
        self.location = Some(location);
        self
    }

    /// Starts an operation with a name, such as `arith.addi`.
    pub fn op<'i>(&'i mut self, name: &'i str) -> OperationBuilder<'i, 'a> {
        OperationBuilder {
            location: self.location,
            module: self.module,
            place: &mut self.place,
            name,
            operation: Operation::default(),
            named: Vec::new(),
        }
    }

    /// Moves an existing operation here, with everything inside its regions.
    ///
    /// # Errors
    /// A wrong handle, and a place inside or next to the operation itself; then it stays where it is.
    pub fn put(&mut self, op: OpId) -> Result<()> {
        put(self.module, &mut self.place, op)
    }

    /// Creates a function, `func.func`, with one block that has the arguments. Returns the operation and the block.
    ///
    /// # Errors
    /// A type past its table, and those of [`OperationBuilder::build`].
    pub fn function(
        &mut self,
        name: &str,
        inputs: &[TypeId],
        results: &[TypeId],
    ) -> Result<(OpId, BlockId)> {
        let ty = self.module.function_type(inputs, results)?;
        let builder = self.op("func.func").set("sym_name", name).set(FUNCTION_TYPE, ty);
        let op = builder.regions(1).build()?;
        let made = match self.module.op_region(op, 0) {
            Some(region) => self.module.add_block(region, inputs)?,
            None => self.module.root(),
        };
        Ok((op, made))
    }
}

/// Puts an operation at a place, and moves the place after it.
fn put(module: &mut Module<'_>, place: &mut Place, op: OpId) -> Result<()> {
    module.move_to(*place, op)?;
    *place = place.after_inserting(op);
    Ok(())
}

/// A builder of an operation.
#[derive(Debug)]
#[must_use = "nothing is made before `build` or `value`"]
pub struct OperationBuilder<'i, 'a> {
    module: &'i mut Module<'a>,
    place: &'i mut Place,
    name: &'i str,
    location: Option<AttributeId>,
    operation: Operation,
    named: Vec<(&'i str, AttributeValue)>,
}

impl<'i> OperationBuilder<'i, '_> {
    /// Sets the property with a name, if the operation has one; otherwise an attribute.
    pub fn set(mut self, name: &'i str, value: impl Into<AttributeValue>) -> Self {
        self.named.push((name, value.into()));
        self
    }

    /// Sets a property or an attribute that refers to a symbol, such as `callee`.
    pub fn symbol(self, name: &'i str, symbol: &str) -> Self {
        self.set(name, AttributeValue::symbol(symbol))
    }

    /// Adds an operand.
    pub fn operand(mut self, operand: Value) -> Self {
        self.operation.operands.push(operand);
        self
    }

    /// Adds operands.
    pub fn operands(mut self, operands: &[Value]) -> Self {
        self.operation.operands.extend_from_slice(operands);
        self
    }

    /// Adds a result of a type.
    pub fn result(mut self, ty: TypeId) -> Self {
        self.operation.results.push(ty);
        self
    }

    /// Adds results of these types.
    pub fn results(mut self, types: &[TypeId]) -> Self {
        self.operation.results.extend_from_slice(types);
        self
    }

    /// Adds a successor: a block of the region that contains the operation.
    pub fn successor(mut self, block: BlockId) -> Self {
        self.operation.successors.push(block);
        self
    }

    /// Adds empty regions; see [`Module::add_block`] for their blocks.
    pub fn regions(mut self, count: u32) -> Self {
        self.operation.regions = self.operation.regions.saturating_add(count);
        self
    }

    /// Sets the location.
    pub fn location(mut self, location: AttributeId) -> Self {
        self.location = Some(location);
        self
    }

    /// Sets whether the producer of the file knows the operation. By default it does if the release has a layout for the
    /// operation.
    pub fn registered(mut self, registered: bool) -> Self {
        self.operation.registered = Some(registered);
        self
    }

    /// Creates the operation and puts it in its place.
    ///
    /// # Errors
    /// A wrong handle, a wrong place, a reference past its table, a required property that is missing, and a value that a
    /// property cannot hold. Then no operation is created.
    pub fn build(self) -> Result<OpId> {
        self.made().map(|(op, _)| op)
    }

    /// The operation, and its first result.
    fn made(self) -> Result<(OpId, Option<Value>)> {
        let OperationBuilder { module, place, name, location, mut operation, named } = self;
        check(module, *place)?;
        let known = operation.registered.unwrap_or_else(|| module.knows(name));
        let fields = match known && exist(module.version()) {
            true => module.layout_by_name(name).unwrap_or_default(),
            false => &[],
        };
        let vhlo = is_vhlo(name.split_once('.').map_or(name, |(dialect, _)| dialect).as_bytes());
        let mut attributes = Vec::new();
        for (key, value) in named {
            match fields.iter().find(|field| field.name == key) {
                Some(field) => {
                    let value = module.property_value(vhlo, field, &value).field(field.name)?;
                    operation.named.push((field.name, value));
                }
                None => {
                    let id = module.attribute_of(vhlo, key, &value)?;
                    attributes.push((module.add_string(key.as_bytes())?, id));
                }
            }
        }
        if !attributes.is_empty() {
            operation.attributes = module.dictionary_attribute(attributes)?;
        }
        let location = match location {
            Some(location) => location,
            None => module.unknown_location()?,
        };
        let op = module.make(name, location, operation)?;
        put(module, place, op)?;
        Ok((op, module.result(op, 0)))
    }

    /// Creates the operation and returns its first result.
    ///
    /// # Errors
    /// An operation without results; otherwise those of [`OperationBuilder::build`].
    pub fn value(self) -> Result<Value> {
        if self.operation.results.is_empty() {
            return Err(no_result(self.name));
        }
        let name = self.name;
        self.made().and_then(|(_, first)| first.ok_or_else(|| no_result(name)))
    }
}

#[cold]
fn no_result(name: &str) -> Error {
    let (item, name) = (name.to_owned(), "0".to_owned());
    Error::new(ErrorKind::Missing { item, what: "result", name })
}

/// Refuses a place that cannot contain an operation.
fn check(module: &Module<'_>, place: Place) -> Result<()> {
    let name = |op| module.name(op).full().into_owned();
    module.ir.forest().check_place(place, name).map(|_| ())
}
