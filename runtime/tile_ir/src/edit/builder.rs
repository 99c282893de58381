//! Builds functions, operation by operation.

use crate::generated::{Attribute, ConstantId, DebugId, Op, StringId, Type, TypeId};
use crate::module::body::{Body, OpId, Place};
use crate::module::functions::FunctionId;
use crate::module::{Function, Module};
use bytespec_core::dimension::Dimension;
use bytespec_core::error::{Error, Result};
use bytespec_core::small::ThinVec;
use bytespec_core::values::{RegionId, Value};

/// Adds operations to the body of a function.
///
/// The schema generates a method for each operation of the format. The method takes the parts without a default value and
/// returns a builder with a setter for each other part. `build` adds the operation at the current place.
///
/// A value that does not belong to this body is an error, which [`Module::kernel`] returns at the end.
#[derive(Debug)]
pub struct Builder<'m> {
    module: &'m mut Module,
    body: Body,
    /// The place of the next operation.
    place: Place,
    location: Option<DebugId>,
    error: Option<Error>,
}

/// Another name of [`Builder`], for functions that are kernels.
pub type KernelBuilder<'m> = Builder<'m>;

impl Module {
    /// Adds a kernel after the existing functions. `fill` gets a builder and the parameters.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version, WriteOptions};
    /// # fn main() -> bytespec::Result<()> {
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// module.kernel("twice", &[scalar], |b, params| {
    ///     let _sum = b.addi(params[0], params[0]).build();
    ///     b.return_([]).build();
    /// })?;
    /// let bytes = module.write(&WriteOptions::default())?;
    /// assert_eq!(Module::read(&bytes)?.functions.len(), 1);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// The first use of a value that does not belong to this function.
    pub fn kernel(
        &mut self,
        name: &str,
        params: &[TypeId],
        fill: impl FnOnce(&mut Builder<'_>, &[Value]),
    ) -> Result<FunctionId> {
        let name = self.string(name);
        let signature =
            self.ty(Type::Function { params: params.into(), results: Vec::new().into() });
        let mut function = Function::kernel(name, signature, params);
        let values: Vec<Value> = function.body.params().iter().map(|param| param.value).collect();
        let mut builder = Builder {
            module: self,
            body: std::mem::take(&mut function.body),
            place: Place::AtEnd(Body::ENTRY),
            location: None,
            error: None,
        };
        fill(&mut builder, &values);
        let Builder { body, error, .. } = builder;
        if let Some(error) = error {
            return Err(error);
        }
        function.has_locations = body.has_locations();
        function.body = body;
        self.functions.push(function);
        Ok(FunctionId::of(self.functions.len() - 1))
    }

    /// Adds operations to an existing function. `fill` gets a builder that adds operations at a place, one after the other.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let scalar = module.scalar(Type::Int32);
    /// let kernel = module.kernel("k", &[scalar], |b, _| b.return_([]).build())?;
    /// let body = &module.function_at(kernel)?.body;
    /// let param = body.params()[0].value;
    /// let place = body.before(body.walk().next().expect("the end"))?;
    /// let sum = module.build_at(kernel, place, |b| b.addi(param, param).build())?;
    /// assert_eq!(module.function_at(kernel)?.body.value_type(sum), Some(scalar));
    /// module.verify()?;
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// A missing function, a place of another body, and the first use of a value that does not belong to this function.
    /// Operations that were added before stay.
    pub fn build_at<R>(
        &mut self,
        function: FunctionId,
        place: Place,
        fill: impl FnOnce(&mut Builder<'_>) -> R,
    ) -> Result<R> {
        let body = &mut self.function_at_mut(function)?.body;
        body.check_place(place)?;
        let body = std::mem::take(body);
        let mut builder = Builder { module: self, body, place, location: None, error: None };
        let result = fill(&mut builder);
        let Builder { body, error, .. } = builder;
        if let Ok(function) = self.function_at_mut(function) {
            function.has_locations |= body.has_locations();
            function.body = body;
        }
        error.map_or(Ok(result), Err)
    }

    /// The type of a tile of rank zero.
    pub fn scalar(&mut self, element: Type) -> TypeId {
        self.tile(element, &[])
    }

    /// The type of a tile with these sizes.
    pub fn tile(&mut self, element: Type, shape: &[i64]) -> TypeId {
        let element = self.ty(element);
        self.ty(Type::Tile { element, shape: shape.into(), symbolic_shape: ThinVec::new() })
    }

    /// The type of a single pointer to elements of this type: a tile of rank zero.
    pub fn pointer(&mut self, pointee: Type) -> TypeId {
        let pointee = self.ty(pointee);
        self.scalar(Type::Pointer { pointee, ptr_attr: None })
    }

    /// The type of a tensor view: a size and a stride for each dimension, in elements.
    ///
    /// ```
    /// use bytespec::tile_ir::{Dimension, Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let (rows, one) = (Dimension::Dynamic, Dimension::Fixed(1));
    /// let view = module.tensor_view(Type::Float32, &[rows, Dimension::Fixed(8)], &[rows, one]);
    /// let view = module.type_at(view)?;
    /// assert_eq!(view.strides().expect("it has some").collect::<Vec<_>>(), [rows, one]);
    /// assert_eq!(view.element().map(|element| module.type_at(element)), Some(Ok(&Type::Float32)));
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    pub fn tensor_view(
        &mut self,
        element: Type,
        shape: &[Dimension],
        strides: &[Dimension],
    ) -> TypeId {
        let element = self.ty(element);
        let shape = shape.iter().map(|size| i64::from(*size)).collect();
        let strides = strides.iter().map(|stride| i64::from(*stride)).collect();
        self.ty(Type::TensorView { element, shape, strides, ptr_attr: None })
    }

    /// The type of a tensor view that is divided into tiles of this shape, dimension by dimension, without a padding value.
    pub fn partition_view(&mut self, tensor_view: TypeId, tile_shape: &[i32]) -> TypeId {
        self.ty(Type::PartitionView {
            tile_shape: tile_shape.into(),
            tensor_view,
            dim_map: (0..).zip(tile_shape).map(|(dimension, _)| dimension).collect(),
            padding_value: None,
        })
    }
}

impl Builder<'_> {
    /// The module that the function belongs to.
    pub fn module(&mut self) -> &mut Module {
        self.module
    }

    /// The index of a type; adds the type if the table does not have it.
    pub fn ty(&mut self, ty: Type) -> TypeId {
        self.module.ty(ty)
    }

    /// The type of a tile of rank zero.
    pub fn scalar(&mut self, element: Type) -> TypeId {
        self.module.scalar(element)
    }

    /// The type of a tile with these sizes.
    pub fn tile(&mut self, element: Type, shape: &[i64]) -> TypeId {
        self.module.tile(element, shape)
    }

    /// The type of a tensor view, see [`Module::tensor_view`].
    pub fn tensor_view(
        &mut self,
        element: Type,
        shape: &[Dimension],
        strides: &[Dimension],
    ) -> TypeId {
        self.module.tensor_view(element, shape, strides)
    }

    /// The type of a tensor view that is divided into tiles of this shape, without a padding value.
    pub fn partition_view(&mut self, tensor_view: TypeId, tile_shape: &[i32]) -> TypeId {
        self.module.partition_view(tensor_view, tile_shape)
    }

    /// The index of a string; adds the string if the table does not have it.
    pub fn string(&mut self, text: &str) -> StringId {
        self.module.string(text)
    }

    /// The index of a constant's element bytes; adds them if the table does not have them.
    pub fn bytes(&mut self, bytes: &[u8]) -> ConstantId {
        self.module.constant(bytes)
    }

    /// Adds a scalar `i32` constant.
    pub fn i32(&mut self, value: i32) -> Value {
        let ty = self.scalar(Type::Int32);
        self.splat(ty, &value.to_le_bytes())
    }

    /// Adds an operation for the index of this tile block in the grid: three `i32` scalars.
    pub fn tile_block_id(&mut self) -> [Value; 3] {
        let ty = self.scalar(Type::Int32);
        let (x, y, z) = self.get_tile_block_id(ty, ty, ty).build();
        [x, y, z]
    }

    /// Adds an assumption that a value is a multiple of `divisor`, a power of two. Returns the same value with the assumption.
    pub fn assume_div_by(&mut self, value: Value, divisor: u64) -> Value {
        self.assume(value, Attribute::DivBy { divisor, every: None, along: None }).build()
    }

    /// Adds an assumption that a value lies in a range, including its ends. `None` means no bound. Returns the same value with
    /// the assumption.
    pub fn assume_bounded(
        &mut self,
        value: Value,
        lower: Option<i64>,
        upper: Option<i64>,
    ) -> Value {
        self.assume(value, Attribute::Bounded { lower, upper }).build()
    }

    /// Adds a constant tile in which all elements have these bytes.
    pub fn splat(&mut self, ty: TypeId, element: &[u8]) -> Value {
        let value = self.bytes(element);
        self.constant(ty, value).build()
    }

    /// Sets the location of operations that are added after this call.
    pub fn at(&mut self, location: Option<DebugId>) {
        self.location = location;
    }

    /// The type of a value. For a value that does not belong to this body, it returns a type that does not exist, and the error
    /// is reported at the end.
    pub fn type_of(&mut self, value: Value) -> TypeId {
        match self.body.type_of(value) {
            Ok(ty) => ty,
            Err(error) => {
                self.error.get_or_insert(error);
                TypeId(u32::MAX)
            }
        }
    }

    /// Adds an operation after the previous one: at the end of the current block, or at the place of [`Module::build_at`].
    pub fn add(&mut self, op: impl Into<Op>) -> OpId {
        self.add_op(op.into())
    }

    fn add_op(&mut self, op: Op) -> OpId {
        let id = self.body.insert(self.place, op).unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            OpId::at(u32::MAX)
        });
        self.place = self.place.after_inserting(id);
        if self.location.is_some() && self.body.op(id).is_ok() {
            self.body.place(id, self.location);
        }
        id
    }

    /// The results of an operation, in order; empty for one that the body does not have.
    #[must_use]
    pub fn results(&self, op: OpId) -> Vec<Value> {
        self.body.results(op).collect()
    }

    /// A result of an operation by its index. For an index past the results, it returns a value that belongs to no body.
    #[must_use]
    pub fn result(&self, op: OpId, index: usize) -> Value {
        self.body.result(op, index).unwrap_or(Value::new(Value::MAX_INDEX))
    }

    /// Creates an empty region.
    pub fn add_region(&mut self) -> RegionId {
        self.body.add_region()
    }

    /// Adds a block with arguments of these types to a region and fills it. A region that does not belong to this body is an
    /// error that is reported at the end.
    pub fn fill_region(
        &mut self,
        region: RegionId,
        arguments: &[TypeId],
        fill: impl FnOnce(&mut Self, &[Value]),
    ) {
        let block = match self.body.add_block(region, arguments) {
            Ok(block) => block,
            Err(error) => {
                self.error.get_or_insert(error);
                return;
            }
        };
        let values: Vec<Value> =
            self.body.arguments(block).iter().map(|argument| argument.value).collect();
        let outer = std::mem::replace(&mut self.place, Place::AtEnd(block));
        fill(self, &values);
        self.place = outer;
    }

    /// The body so far.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }
}
