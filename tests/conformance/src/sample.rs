//! Parses types, and creates a value of any type.

use bytespec::Dimension;
use bytespec::tile_ir::{Builder, IntegerOverflow, Module, PaddingValue, PtrAttr, Type, TypeId};
use bytespec::values::Value;

/// Parses a type as the disassembler prints it, such as `tile<4xptr<f32, <none>>>`.
///
/// # Panics
/// The text is not a type. This is a fault of the test.
pub fn ty(module: &mut Module, text: &str) -> TypeId {
    let mut parser = Parser { module, rest: text };
    let id = parser.ty();
    assert!(parser.rest.is_empty(), "`{}` is left of the type `{text}`", parser.rest);
    id
}

/// Creates a value of a type in this spelling, with as few operations as possible.
///
/// # Panics
/// The panics of [`ty`], and a type without values.
pub fn value(b: &mut Builder<'_>, text: &str) -> Value {
    let id = ty(b.module(), text);
    value_of(b, id)
}

/// Creates a value of a type, with as few operations as possible.
///
/// # Panics
/// A type without values.
pub fn value_of(b: &mut Builder<'_>, id: TypeId) -> Value {
    match type_at(b, id) {
        Type::Tile { element, shape, .. } => {
            let element = type_at(b, element);
            tile(b, id, &element, &shape)
        }
        Type::Token => b.make_token().build(),
        Type::TensorView { element, ptr_attr, shape, strides } => {
            let pointer = b.ty(Type::Pointer { pointee: element, ptr_attr });
            let pointer =
                b.ty(Type::Tile { element: pointer, shape: [].into(), symbolic_shape: [].into() });
            let base = pointers(b, pointer, &[]);
            let dynamic = |list: &[i64]| {
                let dimensions = list.iter().map(|&number| Dimension::from(number));
                dimensions.filter(|dimension| *dimension == Dimension::Dynamic).count()
            };
            let (sizes, distances) = (dynamic(&shape), dynamic(&strides));
            let one = if sizes + distances > 0 { vec![b.i32(1)] } else { Vec::new() };
            let (sizes, distances) = (one.repeat(sizes), one.repeat(distances));
            b.make_tensor_view(id, base, sizes, distances).build()
        }
        Type::PartitionView { tensor_view, .. } => {
            let tensor = value_of(b, tensor_view);
            b.make_partition_view(id, tensor).build()
        }
        Type::GatherScatterView { tensor_view, .. } => {
            let tensor = value_of(b, tensor_view);
            b.make_gather_scatter_view(id, tensor).build()
        }
        Type::StridedView { tensor_view, .. } => {
            let tensor = value_of(b, tensor_view);
            b.make_strided_view(id, tensor).build()
        }
        other => panic!("there are no values of the type {other:?}"),
    }
}

/// Creates values of types in these spellings.
pub fn values<const N: usize>(b: &mut Builder<'_>, types: [&str; N]) -> [Value; N] {
    types.map(|ty| value(b, ty))
}

/// The type with an id of this module.
fn type_at(b: &mut Builder<'_>, id: TypeId) -> Type {
    match b.module().type_at(id) {
        Ok(found) => found.clone(),
        Err(error) => panic!("{error}"),
    }
}

fn tile(b: &mut Builder<'_>, id: TypeId, element: &Type, shape: &[i64]) -> Value {
    match element {
        Type::Pointer { .. } => pointers(b, id, shape),
        // There are no constants of this type.
        Type::Int4 => {
            let wide = b.tile(Type::Int8, shape);
            let wide = b.splat(wide, &[1]);
            b.trunci(id, wide).overflow(IntegerOverflow::None).build()
        }
        element => {
            let zero = zero(element);
            b.splat(id, &zero)
        }
    }
}

fn pointers(b: &mut Builder<'_>, id: TypeId, shape: &[i64]) -> Value {
    let addresses = b.tile(Type::Int64, shape);
    let addresses = b.splat(addresses, &[0; 8]);
    b.int_to_ptr(id, addresses).build()
}

/// The bytes of a zero of a number type in the constant section.
///
/// # Panics
/// A type without constants.
#[must_use]
pub fn zero(element: &Type) -> Vec<u8> {
    let bytes = match element {
        Type::Int1 | Type::Int8 => 1,
        Type::Int16 => 2,
        Type::Int32 => 4,
        Type::Int64 => 8,
        other => other.bytes().unwrap_or_else(|| panic!("there are no constants of {other:?}")),
    };
    vec![0; usize::try_from(bytes).unwrap_or_default()]
}

struct Parser<'m, 't> {
    module: &'m mut Module,
    rest: &'t str,
}

impl Parser<'_, '_> {
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, text: &str) {
        assert!(self.eat(text), "expected `{text}` at `{}`", self.rest);
    }

    fn word(&mut self) -> &str {
        let end = self
            .rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn number(&mut self) -> Option<i64> {
        if self.eat("?") {
            return Some(Dimension::Dynamic.into());
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let number = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(number)
    }

    /// Sizes that are each followed by `x`, such as `4x8x`.
    fn shape(&mut self) -> Vec<i64> {
        let mut shape = Vec::new();
        while let Some(size) = self.number() {
            self.expect("x");
            shape.push(size);
        }
        shape
    }

    /// Numbers up to a closing bracket.
    fn list<T: TryFrom<i64>>(&mut self, separator: &str, end: &str) -> Vec<T> {
        let mut list = Vec::new();
        while let Some(number) = self.number() {
            match T::try_from(number) {
                Ok(number) => list.push(number),
                Err(_) => panic!("the number {number} is too large"),
            }
            self.eat(separator);
        }
        self.expect(end);
        list
    }

    fn ptr_attr(&mut self) -> PtrAttr {
        let name = self.word();
        match PtrAttr::ALL.iter().find(|attr| attr.name() == name) {
            Some(attr) => *attr,
            None => panic!("`{name}` is not an attribute of pointers"),
        }
    }

    fn padding(&mut self) -> Option<PaddingValue> {
        if !self.eat(", padding_value = ") {
            return None;
        }
        let name = self.word();
        let found = PaddingValue::ALL.iter().find(|padding| padding.name() == name).copied();
        assert!(found.is_some(), "`{name}` is not a padding value");
        found
    }

    fn dim_map(&mut self, rank: usize) -> Vec<i32> {
        if self.eat(", dim_map=[") { self.list(", ", "]") } else { (0..).take(rank).collect() }
    }

    fn ty(&mut self) -> TypeId {
        let word = self.word().to_owned();
        let ty = match word.as_str() {
            "ptr" => {
                self.expect("<");
                let pointee = self.ty();
                let ptr_attr = self.eat(", <").then(|| {
                    let attr = self.ptr_attr();
                    self.expect(">");
                    attr
                });
                self.expect(">");
                Type::Pointer { pointee, ptr_attr }
            }
            "tile" => {
                self.expect("<");
                let shape = self.shape();
                let element = self.ty();
                self.expect(">");
                Type::Tile { element, shape: shape.into(), symbolic_shape: [].into() }
            }
            "tensor_view" => {
                self.expect("<");
                let shape = self.shape();
                let element = self.ty();
                let strides =
                    if self.eat(", strides=[") { self.list(",", "]") } else { Vec::new() };
                let ptr_attr = self.eat(", #cuda_tile.ptr_attr<").then(|| {
                    let attr = self.ptr_attr();
                    self.expect(">");
                    attr
                });
                self.expect(">");
                Type::TensorView { element, shape: shape.into(), strides: strides.into(), ptr_attr }
            }
            "partition_view" | "gather_scatter_view" | "strided_view" => self.view(&word),
            "token" => Type::Token,
            name => match number(name) {
                Some(ty) => ty,
                None => panic!("`{name}` is not a type"),
            },
        };
        self.module.ty(ty)
    }

    fn view(&mut self, kind: &str) -> Type {
        self.expect("<tile=(");
        let tile_shape: Vec<i32> = self.list("x", ")");
        let rank = tile_shape.len();
        let traversal: Vec<i32> =
            if self.eat(", traversal_strides=[") { self.list(",", "]") } else { Vec::new() };
        let padding_value = self.padding();
        self.expect(", ");
        let tensor_view = self.ty();
        let tile_shape = tile_shape.into();
        let ty = match kind {
            "partition_view" => {
                let dim_map = self.dim_map(rank).into();
                Type::PartitionView { tile_shape, tensor_view, dim_map, padding_value }
            }
            "strided_view" => Type::StridedView {
                tile_shape,
                traversal_strides: traversal.into(),
                tensor_view,
                dim_map: self.dim_map(rank).into(),
                padding_value,
            },
            _ => {
                self.expect(", sparse_dim=");
                let sparse_dim = self.number().and_then(|number| u32::try_from(number).ok());
                let sparse_dim = sparse_dim.unwrap_or_default();
                Type::GatherScatterView { tile_shape, tensor_view, sparse_dim, padding_value }
            }
        };
        self.expect(">");
        ty
    }
}

/// The number types, by name. The names are repeated here, independently of the schema, so that tests also check the names in the
/// schema.
pub const NUMBERS: [(&str, Type); 16] = [
    ("i1", Type::Int1),
    ("i8", Type::Int8),
    ("i16", Type::Int16),
    ("i32", Type::Int32),
    ("i64", Type::Int64),
    ("i4", Type::Int4),
    ("f16", Type::Float16),
    ("bf16", Type::BFloat16),
    ("f32", Type::Float32),
    ("tf32", Type::TFloat32),
    ("f64", Type::Float64),
    ("f8E4M3FN", Type::Float8E4M3FN),
    ("f8E5M2", Type::Float8E5M2),
    ("f8E8M0FNU", Type::Float8E8M0FNU),
    ("f4E2M1FN", Type::Float4E2M1FN),
    ("fnv8E5M3FNU", Type::FloatNV8E5M3FNU),
];

/// The number type with this name.
#[must_use]
pub fn number(name: &str) -> Option<Type> {
    NUMBERS.iter().find(|(known, _)| *known == name).map(|(_, ty)| ty.clone())
}
