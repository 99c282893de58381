//! Attributes and properties as Rust values.

use super::super::generated::{
    AttributeEntry, AttributeId, BooleanV1, BuiltinAttribute, BuiltinType, Signedness, TypeId,
    VhloAttribute, VhloType,
};
use super::super::module::Module;
use crate::module::ir::OpId;
use crate::operations::properties::{PropertyValue, exist, layout_of};
use bytespec_core::dimension::Dimension;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::from;
use bytespec_core::properties::{Field, Kind};
use bytespec_core::small::ThinVec;

/// The value of an attribute or a property as a Rust value. Attributes of other kinds are represented by their numbers.
///
/// `into` converts `bool`, integers, `f32` and `f64`, text, types and attributes.
///
/// ```
/// use bytespec::mlir::{Module, Value, AttributeValue};
///
/// let mut module = Module::new("example");
/// let block = module.body();
/// let five = module.at_end(block).op("test.constant").set("value", 5_i32).build()?;
/// assert_eq!(module.get(five, "value")?.and_then(|value| value.integer()), Some(5));
/// module.set(five, "name", "five")?;
/// assert_eq!(module.get(five, "name")?, Some(AttributeValue::from("five")));
/// module.unset(five, "name")?;
/// assert_eq!(module.get(five, "name")?, None);
/// # Ok::<(), bytespec::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttributeValue {
    /// An attribute of the module.
    Attribute(AttributeId),
    /// A property that is not an attribute.
    Property(PropertyValue),
    /// A unit attribute, which has no value.
    Unit,
    /// A Boolean.
    Bool(bool),
    /// A signless integer, or a value of the type `index`.
    Integer {
        /// The number.
        value: i64,
        /// The width of its type in bits, up to 64; `None` for `index`.
        width: Option<u32>,
    },
    /// A number of the type `f32`.
    Float32(f32),
    /// A number of the type `f64`.
    Float64(f64),
    /// Text.
    Text(String),
    /// A type.
    Type(TypeId),
    /// A symbol reference, outermost symbol first.
    Symbol(Vec<String>),
    /// An array of `i32`.
    Integers32(Vec<i32>),
    /// An array of `i64`.
    Integers64(Vec<i64>),
    /// An array of attributes.
    List(Vec<AttributeValue>),
}

from! {
    AttributeValue:
    AttributeId, id => AttributeValue::Attribute(id);
    PropertyValue, value => AttributeValue::Property(value);
    TypeId, id => AttributeValue::Type(id);
    (), _unit => AttributeValue::Unit;
    bool, value => AttributeValue::Bool(value);
    i8, value => AttributeValue::Integer { value: value.into(), width: Some(i8::BITS) };
    i16, value => AttributeValue::Integer { value: value.into(), width: Some(i16::BITS) };
    i32, value => AttributeValue::Integer { value: value.into(), width: Some(i32::BITS) };
    i64, value => AttributeValue::Integer { value, width: Some(i64::BITS) };
    f32, value => AttributeValue::Float32(value);
    f64, value => AttributeValue::Float64(value);
    &str, text => AttributeValue::Text(text.to_owned());
    String, text => AttributeValue::Text(text);
    &[i32], numbers => AttributeValue::Integers32(numbers.to_vec());
    &[i64], numbers => AttributeValue::Integers64(numbers.to_vec());
    Vec<i32>, numbers => AttributeValue::Integers32(numbers);
    Vec<i64>, numbers => AttributeValue::Integers64(numbers);
    Vec<AttributeValue>, values => AttributeValue::List(values);
    &[AttributeId], ids => AttributeValue::List(ids.iter().copied().map(Into::into).collect());
}

impl AttributeValue {
    /// A value of the type `index`.
    #[must_use]
    pub fn index(value: i64) -> Self {
        AttributeValue::Integer { value, width: None }
    }

    /// A reference to one symbol, such as `main`.
    #[must_use]
    pub fn symbol(name: &str) -> Self {
        AttributeValue::Symbol(vec![name.to_owned()])
    }

    /// The value of an integer, or of a property that is an integer; `None` if it does not fit 64 bits with a sign.
    #[must_use]
    pub fn integer(&self) -> Option<i64> {
        match self {
            AttributeValue::Integer { value, .. } => Some(*value),
            AttributeValue::Property(PropertyValue::Number(number)) => i64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The value of a Boolean.
    #[must_use]
    pub fn bool(&self) -> Option<bool> {
        match self {
            AttributeValue::Bool(value) => Some(*value),
            AttributeValue::Property(PropertyValue::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    /// The value of a floating-point number.
    #[must_use]
    pub fn float(&self) -> Option<f64> {
        match self {
            AttributeValue::Float32(value) => Some(f64::from(*value)),
            AttributeValue::Float64(value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a text, or the name in a symbol reference with one name.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            AttributeValue::Text(text) => Some(text),
            AttributeValue::Symbol(names) => match names.as_slice() {
                [name] => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type, if the value is one.
    #[must_use]
    pub fn ty(&self) -> Option<TypeId> {
        match self {
            AttributeValue::Type(id) => Some(*id),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            AttributeValue::Attribute(_) => "an attribute",
            AttributeValue::Property(_) => "a property",
            AttributeValue::Unit => "a unit",
            AttributeValue::Bool(_) => "a truth value",
            AttributeValue::Integer { .. } => "an integer",
            AttributeValue::Float32(_) | AttributeValue::Float64(_) => "a float",
            AttributeValue::Text(_) => "text",
            AttributeValue::Type(_) => "a type",
            AttributeValue::Symbol(_) => "a symbol",
            AttributeValue::Integers32(_) | AttributeValue::Integers64(_) => "integers",
            AttributeValue::List(_) => "a list",
        }
    }

    #[cold]
    fn misfit(&self, item: &str, expected: &'static str) -> Error {
        Error::new(ErrorKind::Kind {
            item: item.to_owned(),
            found: self.kind().to_owned(),
            expected: expected.into(),
        })
    }
}

impl Module<'_> {
    /// The property of an operation with a name, or else the attribute; `None` if the operation has neither.
    ///
    /// # Errors
    /// A wrong handle, and properties and a dictionary that cannot be read. Properties without a known layout are no error.
    pub fn get(&self, op: OpId, name: &str) -> Result<Option<AttributeValue>> {
        let property = match self.property(op, name) {
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
            property => property?,
        };
        match property {
            Some(PropertyValue::Attribute(id)) => return self.value_of(id).map(Some),
            None | Some(PropertyValue::None) => {}
            Some(other) => return Ok(Some(AttributeValue::Property(other))),
        }
        self.get_attribute(op, name)?.map(|id| self.value_of(id)).transpose()
    }

    /// Sets the property with a name if the layout of the operation has it, and otherwise the attribute.
    ///
    /// # Errors
    /// A wrong handle, a value that the property cannot hold or that the dialect has no attribute for, a reference past its
    /// table, and properties and a dictionary that cannot be read.
    pub fn set(&mut self, op: OpId, name: &str, value: impl Into<AttributeValue>) -> Result<()> {
        self.ir.forest().check_op(op)?;
        let value = value.into();
        match self.property_field(op, name)? {
            Some(field) => {
                let value = self.property_value(self.is_vhlo(op), field, &value)?;
                self.set_property(op, name, value)
            }
            None => {
                let id = self.attribute_of(self.is_vhlo(op), name, &value)?;
                self.set_attribute(op, name, Some(id))
            }
        }
    }

    /// Removes the property or the attribute with a name, if the operation has it.
    ///
    /// # Errors
    /// A wrong handle, a required property ([`ErrorKind::Kind`]), and properties and a dictionary that cannot be read.
    pub fn unset(&mut self, op: OpId, name: &str) -> Result<()> {
        self.ir.forest().check_op(op)?;
        match self.property_field(op, name)? {
            Some(field) => match PropertyValue::empty(field.kind) {
                Some(empty) => self.set_property(op, name, empty),
                None => Err(Error::new(ErrorKind::Kind {
                    item: format!("the property `{name}` of {}", self.name(op).full()),
                    found: "one that has to be given".to_owned(),
                    expected: "one that can be absent".into(),
                })),
            },
            None if self.get_attribute(op, name)?.is_none() => Ok(()),
            None => self.set_attribute(op, name, None),
        }
    }

    /// The field with a name in the layout of an operation's properties, in versions with properties.
    fn property_field(&self, op: OpId, name: &str) -> Result<Option<&'static Field>> {
        if !exist(self.version) {
            return Ok(None);
        }
        let fields = layout_of(self, self.ir.name(op), self.properties_id(op))?;
        Ok(fields.unwrap_or_default().iter().find(|field| field.name == name))
    }

    /// Whether an operation belongs to the dialect that has its own attributes and types for everything.
    pub(crate) fn is_vhlo(&self, op: OpId) -> bool {
        is_vhlo(self.name(op).dialect)
    }

    /// A value in the form that a field holds.
    pub(crate) fn property_value(
        &mut self,
        vhlo: bool,
        field: &'static Field,
        value: &AttributeValue,
    ) -> Result<PropertyValue> {
        let number = |value: &AttributeValue| value.integer().and_then(|n| u64::try_from(n).ok());
        Ok(match (field.kind, value) {
            (_, AttributeValue::Property(value)) => value.clone(),
            (Kind::Attribute | Kind::OptionalAttribute, value) => {
                PropertyValue::Attribute(self.attribute_of(vhlo, field.name, value)?)
            }
            (Kind::Bool, AttributeValue::Bool(value)) => PropertyValue::Bool(*value),
            (Kind::Bool, value) => return Err(value.misfit(field.name, "a truth value")),
            (Kind::String, AttributeValue::Text(text)) => {
                PropertyValue::String(self.add_string(text.as_bytes())?)
            }
            (Kind::String, value) => return Err(value.misfit(field.name, "text")),
            (Kind::Varint | Kind::OptionalVarint, value) => match number(value) {
                Some(number) => PropertyValue::Number(number),
                None => return Err(value.misfit(field.name, "an integer from zero on")),
            },
            (Kind::Segments(_), AttributeValue::Integers32(sizes)) => {
                let sizes: Option<Vec<u32>> =
                    sizes.iter().map(|size| u32::try_from(*size).ok()).collect();
                match sizes {
                    Some(sizes) => PropertyValue::Segments(sizes),
                    None => return Err(value.misfit(field.name, "sizes from zero on")),
                }
            }
            (Kind::Segments(_), value) => return Err(value.misfit(field.name, "sizes")),
        })
    }

    /// An attribute for a value; for the dialect `vhlo`, one of its own attributes.
    pub(crate) fn attribute_of(
        &mut self,
        vhlo: bool,
        item: &str,
        value: &AttributeValue,
    ) -> Result<AttributeId> {
        if vhlo && let Some(attribute) = self.vhlo_attribute(item, value)? {
            return self.add_attribute(attribute);
        }
        let attribute = match value {
            AttributeValue::Attribute(id) => {
                self.check_attribute(*id)?;
                return Ok(*id);
            }
            AttributeValue::Property(PropertyValue::Attribute(id)) => {
                self.check_attribute(*id)?;
                return Ok(*id);
            }
            AttributeValue::Property(_) => return Err(value.misfit(item, "an attribute")),
            AttributeValue::Unit => BuiltinAttribute::UnitAttr,
            AttributeValue::Bool(value) => {
                let ty = self.integer_type(1)?;
                BuiltinAttribute::IntegerAttr { r#type: ty, value: u64::from(*value).into() }
            }
            AttributeValue::Integer { value: number, width } => {
                let ty = match width {
                    Some(width) => self.integer_type(*width)?,
                    None => self.add_type(BuiltinType::IndexType)?,
                };
                let width = width.unwrap_or(i64::BITS);
                let Some(bits) = bits(*number, width) else {
                    return Err(value.misfit(item, "one that its type holds"));
                };
                BuiltinAttribute::IntegerAttr { r#type: ty, value: bits.into() }
            }
            AttributeValue::Float32(value) => {
                let ty = self.add_type(BuiltinType::Float32Type)?;
                let bits = u64::from(value.to_bits());
                BuiltinAttribute::FloatAttr { r#type: ty, value: bits.into() }
            }
            AttributeValue::Float64(value) => {
                let ty = self.add_type(BuiltinType::Float64Type)?;
                BuiltinAttribute::FloatAttr { r#type: ty, value: value.to_bits().into() }
            }
            AttributeValue::Text(text) => return self.string_attribute(text),
            AttributeValue::Type(id) => BuiltinAttribute::TypeAttr { value: *id },
            AttributeValue::Symbol(names) => return self.symbol_reference(item, names),
            AttributeValue::Integers32(numbers) => {
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                self.integers(i32::BITS, numbers.len(), bytes)?
            }
            AttributeValue::Integers64(numbers) => {
                let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
                self.integers(i64::BITS, numbers.len(), bytes)?
            }
            AttributeValue::List(values) => {
                let mut ids = ThinVec::new();
                for value in values {
                    ids.push(self.attribute_of(vhlo, item, value)?);
                }
                BuiltinAttribute::ArrayAttr { value: ids }
            }
        };
        self.add_attribute(attribute)
    }

    /// The attribute of `vhlo` for a value; `None` if the given attribute is used as it is.
    fn vhlo_attribute(
        &mut self,
        item: &str,
        value: &AttributeValue,
    ) -> Result<Option<VhloAttribute>> {
        Ok(Some(match value {
            AttributeValue::Attribute(_) | AttributeValue::Property(_) => return Ok(None),
            AttributeValue::Bool(value) => VhloAttribute::BooleanV1Attr {
                value: if *value { BooleanV1::True } else { BooleanV1::False },
            },
            AttributeValue::Text(text) => {
                VhloAttribute::StringV1Attr { value: self.add_string(text.as_bytes())? }
            }
            AttributeValue::Symbol(names) => match names.as_slice() {
                [name] => VhloAttribute::StringV1Attr { value: self.add_string(name.as_bytes())? },
                _ => return Err(value.misfit(item, "a symbol that is not inside of another")),
            },
            AttributeValue::Type(id) => VhloAttribute::TypeV1Attr { value: *id },
            AttributeValue::Integer { value: number, width } => {
                let (ty, width) = match width {
                    Some(i8::BITS) => (VhloType::IntegerSI8V1Type, i8::BITS),
                    Some(i16::BITS) => (VhloType::IntegerSI16V1Type, i16::BITS),
                    Some(i32::BITS) => (VhloType::IntegerSI32V1Type, i32::BITS),
                    Some(i64::BITS) => (VhloType::IntegerSI64V1Type, i64::BITS),
                    Some(_) => return Err(value.misfit(item, "of 8, 16, 32 or 64 bits")),
                    None => (VhloType::IndexV1Type, i64::BITS),
                };
                let ty = self.add_type(ty)?;
                let Some(bits) = bits(*number, width) else {
                    return Err(value.misfit(item, "one that its type holds"));
                };
                VhloAttribute::IntegerV1Attr { r#type: ty, value: bits.into() }
            }
            AttributeValue::Float32(value) => {
                let ty = self.add_type(VhloType::FloatF32V1Type)?;
                let bits = u64::from(value.to_bits());
                VhloAttribute::FloatV1Attr { r#type: ty, value: bits.into() }
            }
            AttributeValue::Float64(value) => {
                let ty = self.add_type(VhloType::FloatF64V1Type)?;
                VhloAttribute::FloatV1Attr { r#type: ty, value: value.to_bits().into() }
            }
            AttributeValue::List(values) => {
                let mut ids = ThinVec::new();
                for value in values {
                    ids.push(self.attribute_of(true, item, value)?);
                }
                VhloAttribute::ArrayV1Attr { value: ids }
            }
            AttributeValue::Unit
            | AttributeValue::Integers32(_)
            | AttributeValue::Integers64(_) => {
                return Err(value.misfit(item, "what the dialect `vhlo` has an attribute for"));
            }
        }))
    }

    fn symbol_reference(&mut self, item: &str, names: &[String]) -> Result<AttributeId> {
        let Some((root, inner)) = names.split_first() else {
            return Err(AttributeValue::Symbol(Vec::new()).misfit(item, "one with a name"));
        };
        let root = self.string_attribute(root)?;
        if inner.is_empty() {
            return self.add_attribute(BuiltinAttribute::FlatSymbolRefAttr { root });
        }
        let mut nested = ThinVec::new();
        for name in inner {
            let root = self.string_attribute(name)?;
            nested.push(self.add_attribute(BuiltinAttribute::FlatSymbolRefAttr { root })?);
        }
        self.add_attribute(BuiltinAttribute::SymbolRefAttr { root, nested })
    }

    fn integers(&mut self, width: u32, len: usize, bytes: Vec<u8>) -> Result<BuiltinAttribute> {
        let element_type = self.integer_type(width)?;
        let size = len as u64;
        Ok(BuiltinAttribute::DenseArrayAttr { element_type, size, raw_data: bytes })
    }

    /// The signless integer type of a width in bits.
    ///
    /// # Errors
    /// A width over 16,777,215 bits, and more types than numbers.
    pub fn integer_type(&mut self, width: u32) -> Result<TypeId> {
        let signedness = Signedness::Signless;
        self.add_type(BuiltinType::IntegerType { signedness, width: u64::from(width) })
    }

    /// The function type with these arguments and results.
    ///
    /// # Errors
    /// Types past their table, and more types than numbers.
    pub fn function_type(&mut self, inputs: &[TypeId], results: &[TypeId]) -> Result<TypeId> {
        let (inputs, results) = (inputs.to_vec().into(), results.to_vec().into());
        self.add_type(BuiltinType::FunctionType { inputs, results })
    }

    /// The tensor type with these sizes, outermost first, without an encoding.
    ///
    /// ```
    /// use bytespec::mlir::{BuiltinType, Dimension, Module};
    ///
    /// let mut module = Module::new("example");
    /// let element = module.add_type(BuiltinType::Float32Type)?;
    /// let tensor = module.tensor_type(&[Dimension::Dynamic, Dimension::Fixed(4)], element)?;
    /// assert_eq!(module.display(tensor).to_string(), "tensor<?x4xf32>");
    /// let sizes: Vec<Dimension> = module.ty(tensor)?.shape().expect("it has one").collect();
    /// assert_eq!(sizes, [Dimension::Dynamic, Dimension::Fixed(4)]);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A negative size, a type past the table or that is not a valid element type, and more types than numbers.
    pub fn tensor_type(&mut self, shape: &[Dimension], element: TypeId) -> Result<TypeId> {
        let shape = shape.iter().map(|size| i64::from(*size)).collect();
        self.add_type(BuiltinType::RankedTensorType { shape, element })
    }
}

/// Whether a dialect is the one that has its own attribute for everything.
pub(crate) fn is_vhlo(dialect: &[u8]) -> bool {
    let attribute = VhloAttribute::BooleanV1Attr { value: BooleanV1::True };
    dialect == AttributeEntry::from(attribute).dialect().as_bytes()
}

/// The low bits of a number, if the width can hold it as a signed or an unsigned number.
fn bits(value: i64, width: u32) -> Option<u64> {
    let unused = i64::BITS.checked_sub(width).filter(|unused| *unused < i64::BITS)?;
    let bits = value.cast_unsigned() << unused >> unused;
    let signed = bits.cast_signed() << unused >> unused;
    (signed == value || bits.cast_signed() == value).then_some(bits)
}
